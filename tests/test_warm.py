"""`rummy-lab warm`, where there is numba."""

import os
import re
import subprocess
import sys

import pytest

from rummy_lab import cli
from rummy_lab.bots.kernels import compiled as compiled_bots

pytest.importorskip("numba", reason="there is something to compile only with numba")

from rummy_lab.search import compiled
from rummy_lab.search.compiled import Warmth


def test_warm_has_the_search_compiled_and_says_where_it_is_kept(capsys):
    assert cli.main(["warm"]) == 0
    first = capsys.readouterr().out
    assert re.fullmatch(
        r"(The exact search \(\d+ functions\) is compiled already, in .+\.\n"
        r"|Compiled the exact search \(\d+ functions\) in [\d.]+ s, kept in .+\.\n)"
        r"(The bots of self-play \(\d+ functions\) are compiled already, in .+\.\n"
        r"|Compiled the bots of self-play \(\d+ functions\) in [\d.]+ s, kept in .+\.\n)",
        first,
    )
    assert len(set(re.findall(r" in (\S+)\.\n", first))) == 2


@pytest.mark.parametrize(
    ("found", "code", "told"),
    [
        (Warmth(16, read=True, folder="here"), 0,
         r"The exact search \(16 functions\) is compiled already, in here\.\n"),
        (Warmth(16, read=False, folder="here"), 0,
         r"Compiled the exact search \(16 functions\) in [\d.]+ s, kept in here\.\n"),
        (Warmth(16, read=False, folder=None), 1,
         r"rummy-lab: the exact search is compiled, but there is no folder to keep compiled code in; .+ names one\n"),
        (None, 0, r"Nothing to compile: numba is switched off by NUMBA_DISABLE_JIT\.\n"),
    ],
)  # fmt: skip
def test_warm_tells_in_one_line_what_became_of_it(monkeypatch, capsys, found, code, told):
    monkeypatch.setattr(compiled, "warmth", lambda: found)
    monkeypatch.setattr(compiled_bots, "warmth", lambda: None)
    assert cli.main(["warm"]) == code
    said = capsys.readouterr()
    assert re.fullmatch(told, said.out + said.err)
    assert bool(said.err) == bool(code)


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (Warmth(127, read=True, folder="here"),
         r"The bots of self-play \(127 functions\) are compiled already, in here\.\n"),
        (Warmth(127, read=False, folder="here"),
         r"Compiled the bots of self-play \(127 functions\) in [\d.]+ s, kept in here\.\n"),
    ],
)  # fmt: skip
def test_warm_tells_in_a_second_line_what_became_of_the_bots(monkeypatch, capsys, found, told):
    monkeypatch.setattr(compiled, "warmth", lambda: Warmth(16, read=True, folder="here"))
    monkeypatch.setattr(compiled_bots, "warmth", lambda: found)
    assert cli.main(["warm"]) == 0
    first, second = capsys.readouterr().out.splitlines(keepends=True)
    assert first.startswith("The exact search ")
    assert re.fullmatch(told, second)


@pytest.mark.slow
def test_warm_compiles_once_for_all_later_processes(tmp_path):
    def warm():
        command = [sys.executable, "-m", "rummy_lab", "warm"]
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
        return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout

    search, bots = warm().splitlines()
    assert search.startswith("Compiled the exact search (")
    assert bots.startswith("Compiled the bots of self-play (")
    search, bots = warm().splitlines()
    assert search.startswith("The exact search (")
    assert bots.startswith("The bots of self-play (")
