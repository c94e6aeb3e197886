"""What batches say where there are neither processes nor commands."""

import sys

import pytest

import rummy_lab as rl
from rummy_lab.batch.needs import needed


@pytest.fixture(autouse=True)
def _in_a_browser(monkeypatch):
    monkeypatch.setattr(sys, "platform", "emscripten")


def test_what_is_missing_is_installed_from_a_cell():
    with pytest.raises(
        rl.RummyError, match=r"is not installed here; install it by: %pip install 'rummy_lab\[stats\]'$"
    ):
        needed("no_such_module", "an interval", "stats")


def test_there_are_no_processes():
    with pytest.raises(rl.RummyError, match="executor: a browser starts no processes; leave it out"):
        rl.selfplay("schmidt", ["random", "random"], games=2, executor=2, progress=False)
