"""Exit codes: what the system refuses is 1 in every command, what is not understood 2; and files are named as given."""

import errno
import gc
import io
import os
import sys
import warnings

import pytest

from rummy_lab.batch.files import spoken
from rummy_lab.cli import main, output
from rummy_lab.core.errors import RummyError

BATCH = ["selfplay", "--game", "schmidt", "--players", "2xgreedy", "--games", "2", "--quiet"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["worksheet", "lesson", "schmidt/sets", "-o", "no/p.html"], "no/p.html: cannot be written: "),
        (["lesson", "play", "schmidt/sets", "--answers", "no/a.jsonl"], "no/a.jsonl: cannot be written: "),
        (["lesson", "play", "schmidt/sets", "--resume", "no/a.jsonl"], "no/a.jsonl: cannot be read: "),
        (["lesson", "preview", "no/mine.toml"], "no/mine.toml: cannot be read: "),
        (["play", "--save", "no/game.toml"], "no/game.toml: "),
        (["play", "--resume", "no/game.toml"], "no/game.toml: cannot be read: "),
        ([*BATCH, "--out", "file/run"], "file/run: it is no folder; name another"),
        (["lite", "build", "file"], ""),
        (["lite", "build", "file/site"], ""),
        (["play", "--save", "file"], "file is there already"),
        (["lesson", "play", "schmidt/sets", "--answers", "file"], "file is there already"),
        (["worksheet", "lesson", "schmidt/sets", "-o", "file"], "file is there already"),
        (["lesson", "new", "schmidt/mine"], "mine.toml is there already"),
    ],
)
def test_what_the_system_refuses_is_one_in_every_command(call, tmp_path, arguments, told):
    for name in ("file", "mine.toml"):
        (tmp_path / name).write_text("mine", "utf-8")
    code, out, err = call(*arguments)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"rummy-lab: {told}")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "mine.toml"]


def test_a_lesson_that_cannot_be_read_is_named_as_given(call):
    assert call("lesson", "check", "no/mine.toml")[1].startswith("fault: no/mine.toml: cannot be read: ")


def test_a_folder_in_which_another_run_lies_is_in_the_way(call):
    assert call(*BATCH, "--out", "run")[0] == 0
    code, out, err = call(*BATCH, "--out", "run", "--seed", "7")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "run holds another run" in err


def test_only_a_folder_that_is_there_holds_what_is_finished(tmp_path):
    for code, there, nowhere in (
        (errno.EIO, "; what is finished is kept", "; name another folder"),
        (errno.ENOSPC, ", what is finished is kept", "free some space and call again"),
    ):
        for folder, end in ((tmp_path, there), (tmp_path / "none", nowhere)):
            with pytest.raises(RummyError) as told, spoken(folder):
                raise OSError(code, os.strerror(code))
            assert str(told.value).endswith(end)
            assert ("kept" in str(told.value)) is folder.exists()


def test_signs_that_an_encoding_lacks_are_written_with_those_it_has(monkeypatch):
    for encoding, yes, told in (
        ("ascii", b"[OK] ", b'"Gruen" - 3 x 4 >= 12, e ?\n'),
        ("cp1252", b"[OK] ", "“Grün” – 3 × 4 >= 12, é ?\n".encode("cp1252")),
        ("utf-8", "✓ ".encode(), "“Grün” – 3 × 4 ≥ 12, é 鬼\n".encode()),
    ):
        raw = io.BytesIO()
        with io.TextIOWrapper(raw, encoding=encoding, newline="\n") as stream:
            monkeypatch.setattr("sys.stdout", stream)
            output.prepare()
            output.say("✓ “Grün” – 3 × 4 ≥ 12, é 鬼", "✗ \udcff")
            stream.flush()
            no = "✗".encode() if encoding == "utf-8" else b"[X]"
            assert raw.getvalue() == yes + told + no + b" ?\n"


@pytest.mark.parametrize("here", [None, io.StringIO()])
def test_a_stream_that_is_gone_leaves_none_open(monkeypatch, here):
    """As where the standard input fails, after which nothing more is written."""
    monkeypatch.setattr("sys.stdout", here)

    class Gone(io.StringIO):
        def read(self, size=-1):
            raise OSError("gone")

    monkeypatch.setattr("sys.stdin", Gone())
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert main(["solve", "-"]) == 1
        output.say("nobody hears this")
        sys.stdout.flush()
        monkeypatch.undo()
        gc.collect()
    assert not told


@pytest.mark.parametrize("part", ["list", "play", "new", "check", "preview"])
def test_two_dashes_before_a_part_of_lessons_change_nothing(call, part):
    assert call("lesson", "--", part, "--nonsense") == call("lesson", part, "--nonsense")
