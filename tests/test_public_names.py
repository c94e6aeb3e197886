"""What `import rummy_lab as rl` offers, and that it stays light until it is used."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

import rummy_lab as rl

HEAVY = ("numpy", "pandas", "matplotlib", "numba", "ipywidgets", "anywidget", "IPython", "tqdm")
# The names of contract A.1 that come with the foundations.
FOUNDATIONS = {
    "position", "deal", "check", "play", "play_until_error", "steps", "undo", "readings", "view", "outcome", "settle",
    "penalties", "went_rummy", "payout", "explain", "place", "rule_set", "read_record", "write_record", "play_out",
    "selfplay", "SCHMIDT", "RUMMY40", "RUMMY51", "KALOOKI_UK", "RUMMIKUB", "RUMMIKUB_TOURNAMENT", "JOKEREN_NL",
    "BICYCLE_KALUKI",
}  # fmt: skip


def rooms():
    folder = Path(rl.__file__).parent
    return {path.stem for path in folder.iterdir() if path.is_dir() or path.suffix == ".py"} - {
        "__init__",
        "__pycache__",
    }


def test_the_names_are_sorted_and_each_stands_once():
    assert list(rl.__all__) == sorted(set(rl.__all__))


def test_the_names_are_those_that_load_when_they_are_used():
    assert set(rl.__all__) == set(rl._HOMES)


def test_the_names_of_the_contract_are_there():
    assert set(rl.__all__) >= FOUNDATIONS


@pytest.mark.parametrize("name", rl.__all__)
def test_a_name_is_what_its_home_calls_so(name):
    thing = getattr(rl, name)
    home = importlib.import_module(rl._HOMES[name])
    assert getattr(home, name) is thing
    assert name in dir(rl)
    assert thing.__doc__, "a public name says what it is"


def test_no_name_is_that_of_a_room():
    assert not set(rl.__all__) & rooms()
    assert {"core", "games", "words", "records"} <= rooms()


def test_a_star_import_gives_all_of_them():
    names: dict[str, object] = {}
    exec("from rummy_lab import *", names)
    assert set(rl.__all__) <= set(names)


def test_an_unknown_name_is_refused():
    with pytest.raises(AttributeError, match="has no attribute 'positron'"):
        _ = rl.positron
    assert not hasattr(rl, "__wrapped__")


def test_importing_and_playing_by_the_rules_loads_nothing_heavy():
    program = """
import json, sys
import rummy_lab as rl
state = rl.deal("rummy40", 2, seed=1)
state = rl.play(state, "draw; discard " + str(state.hands["A"][0]))
rl.explain(rl.check(state, "end")[0]); list(rl.steps(state)); dir(rl)
print(json.dumps(sorted(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in json.loads(done.stdout)}
    assert not loaded & set(HEAVY)
