"""What IPython is told, without and with IPython."""

import base64
import subprocess
import sys

import pytest
from IPython.core.interactiveshell import InteractiveShell

import rummy_lab as rl
from rummy_lab import display
from rummy_lab.core.cards import Card
from rummy_lab.core.melds import Meld

HERE = "schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b; turn A"


@pytest.fixture
def shell(monkeypatch):
    running = InteractiveShell()
    running.display_formatter.active_types = list(running.display_formatter.formatters)
    monkeypatch.setattr("IPython.get_ipython", lambda: running)
    return running


def test_without_ipython_nothing_is_imported_and_nothing_happens():
    code = """
import sys
from rummy_lab import display
assert display.register() is False
print(sorted({"IPython", "matplotlib", "numpy", "PIL"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_registering_draws_nothing():
    code = """
import sys
from IPython.core.interactiveshell import InteractiveShell
InteractiveShell.instance()
from rummy_lab import display
assert display.register() and display.register()
print(sorted({"matplotlib", "PIL"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    "value",
    [rl.position(HERE), rl.view(rl.position(HERE), "A"), Meld.parse("[8r 8g *8?]"), Card.parse("Qs"), Card.parse("*")],
    ids=["state", "view", "meld", "card", "joker"],
)
def test_a_value_is_shown_as_picture_with_its_notation(shell, value):
    assert display.register()
    data, metadata = shell.display_formatter.format(value)
    png = data["image/png"]
    assert png.startswith(b"\x89PNG")
    assert metadata["image/png"]["alt"] == str(value)
    assert f'alt="{value}"' in data["text/html"]
    assert base64.b64encode(png).decode() in data["text/html"]
    assert data["text/plain"]
    assert "image/svg+xml" not in data


def test_a_terminal_draws_nothing(shell, monkeypatch):
    shell.display_formatter.active_types = ["text/plain"]
    display.register()
    monkeypatch.setattr(display, "show", lambda *_: pytest.fail("drawn"))
    data, _ = shell.display_formatter.format(rl.position(HERE))
    assert set(data) == {"text/plain"}


def test_other_values_are_left_alone(shell):
    display.register()
    assert set(shell.display_formatter.format(3)[0]) == {"text/plain"}
