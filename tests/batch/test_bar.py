"""What the bar of a batch says: how far it is, and what takes its time before the first deal."""

import re
from functools import cache

import pytest

import rummy_lab as rl
from rummy_lab.batch import fast
from rummy_lab.batch.bar import Bar
from rummy_lab.bots.kernels import compiled


def played(progress):
    return rl.selfplay("rummy40", ["random", "random"], games=2, progress=progress, engine="fast")


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "numba compiles"), ("de", "numba übersetzt"), ("nl", "numba vertaalt")]
)
def test_what_is_not_kept_is_said_on_a_line_of_its_own_before_the_first_deal(lang, told, monkeypatch, capsys):
    pytest.importorskip("numba")
    monkeypatch.setattr(fast, "is_kept", lambda: False)
    played(Bar(lang))
    lines = re.split("[\r\n]+", capsys.readouterr().err.strip())
    said = [at for at, line in enumerate(lines) if line.startswith(told) and "rummy-lab warm" in line]
    assert len(said) == 1
    assert said[0] < next(at for at, line in enumerate(lines) if "2/2" in line)
    assert "2/2" in lines[-1]


def test_nothing_is_said_of_what_is_kept(monkeypatch, capsys):
    monkeypatch.setattr(fast, "has_numba", lambda: False)
    played(progress=True)
    assert "warm" not in capsys.readouterr().err


def test_no_bar_where_none_is_asked_for(monkeypatch, capsys):
    monkeypatch.setattr(fast, "has_numba", lambda: False)
    told = []
    played(progress=lambda done, total: told.append((done, total)))
    played(progress=False)
    played(progress=None)
    assert capsys.readouterr().err == ""
    assert told[-1] == (2, 2)


def test_an_empty_folder_keeps_nothing(monkeypatch, tmp_path):
    numba = pytest.importorskip("numba")
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(compiled, "_compiled", cache(compiled._compiled.__wrapped__))  # as in a process that begins
    assert not compiled.is_kept()
    kept = next(tmp_path.iterdir()) / "kernels" / "entry.play_on_arrays-29.py311.nbi"
    kept.parent.mkdir()
    kept.touch()
    assert compiled.is_kept()
