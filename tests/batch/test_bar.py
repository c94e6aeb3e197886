"""What the bar of a batch says: how far it is, and what takes its time before the first deal."""

from functools import cache

import pytest

import rummy_lab as rl
from rummy_lab.batch import fast
from rummy_lab.batch.bar import Bar
from rummy_lab.bots.kernels import compiled


def played(progress):
    return rl.selfplay("rummy40", ["random", "random"], games=2, progress=progress, engine="fast")


@pytest.mark.parametrize(("lang", "word"), [("en", "compiling"), ("de", "übersetzt"), ("nl", "vertaalt")])
def test_what_is_not_kept_is_said_until_the_first_deal(lang, word, monkeypatch, capsys):
    pytest.importorskip("numba")
    monkeypatch.setattr(fast, "is_kept", lambda: False)
    played(Bar(lang))
    lines = capsys.readouterr().err.split("\r")
    assert any(word in line and "rummy-lab warm" in line and "0/2" in line for line in lines)
    assert "2/2" in lines[-1]
    assert word not in lines[-1]


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
