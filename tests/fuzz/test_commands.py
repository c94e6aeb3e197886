"""Whatever stands on a command line: an exit code and one sentence, never a traceback."""

import io
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fuzz.hostile import HARM, POSITIONS, QUESTIONS, TURNS
from rummy_lab.cli import main

COMMANDS = {
    "ask": QUESTIONS, "check": (*POSITIONS, *TURNS), "solve": POSITIONS, "rules": ("schmidt", "rummy40"),
    "puzzle": ("schmidt", "--level", "1", "3", "--seed", "7"),
    "lesson": ("check", "play", "preview", "schmidt/sets", "none.toml", "--answers", "--resume"),
    "play": ("schmidt", "--players", "me,greedy", "random,random", "--level", "1", "--save", "--resume", "m.toml"),
    "worksheet": ("lesson", "schmidt/sets", "puzzles", "schmidt", "--count", "1", "-o", "x.html", "--paper", "letter"),
    "selfplay": ("--game", "schmidt", "--players", "2xrandom", "--games", "1"),
}  # fmt: skip
WORDS = (
    "--lang", "en", "de", "xx", "--json", "--csv", "--seed", "-1", "9" * 40, "--help", "-h", "--", "",
    "--nodes", "0",    "--level", "--turn", "A", *(one for one in HARM if "\x00" not in one),
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_whatever_stands_there(command, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))

    @settings(max_examples=15, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
    @given(st.lists(st.sampled_from((*COMMANDS[command], *COMMANDS[command], *WORDS)), max_size=5))
    def tried(words):
        code = code_of([command, *words])
        told = capsys.readouterr()
        assert code in (0, 1, 2)
        assert "Traceback" not in told.err + told.out

    tried()


def code_of(words):
    """What a command says when it ends, however it ends."""
    try:
        return main(words)
    except SystemExit as left:
        return left.code


@pytest.mark.parametrize("word", HARM, ids=ascii)
def test_there_is_no_such_command(word, capsys):
    assert code_of([word]) == 2
    assert "Traceback" not in capsys.readouterr().err
