"""What a stranger sends that is no text to be read: words of a command, a message of a page, an address, a run folder.

Each is a reader as those of `hostile`, so that the same fuzzers go through it.
"""

from __future__ import annotations

import contextlib
import functools
import io
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from unittest.mock import patch

import rummy_lab as rl
from fuzz.hostile import POSITIONS, QUESTIONS, TABLE, TURNS, plain
from rummy_lab.app import address
from rummy_lab.cli import main
from rummy_lab.core.errors import RummyError
from rummy_lab.widgets.guard import Guarded

MESSAGES = (
    {"type": "tap", "id": "c1", "gen": 0},
    {"type": "drop", "ids": ["c1", "c4"], "on": "new", "at": 0},
    {"type": "act", "name": "draw"},
    {"type": "choose", "option": 1},
    {"type": "line", "text": "green 4 to meld 1", "seq": 1},
    {"type": "settings", "size": 2, "lang": "de"},
    {"type": "narrow", "narrow": True, "presenter": False, "width": 360},
)
ADDRESSES = (
    "?lesson=schmidt/split&lang=de",
    "?game=rummy40{opening.points=51}&players=me,greedy&seed=5",
    "?page=ask&ask=joker",
)


def command(name: str, text: str) -> None:
    """A command with each line as a word; it ends with a code, and complains in one sentence."""
    told, complained = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(told),
        contextlib.redirect_stderr(complained),
        patch.object(sys, "stdin", io.StringIO("")),
    ):
        try:
            code = main([name, *text.split("\n")])
        except SystemExit as left:
            code = left.code
    assert code in (0, 1, 2), code
    assert "Traceback" not in told.getvalue() + complained.getvalue()
    if code == 2:
        raise RummyError("{said}", said=complained.getvalue().removesuffix("\n").rpartition("\n")[2])


def message(text: str) -> None:
    """A message to a table; what went wrong there was a refusal, and the table can still be sent."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):  # no page sends it
        return
    table = rl.TableView(TABLE)
    table._handle_custom_msg(given, [])
    if isinstance(table, Guarded) and table.last_error is not None:
        assert isinstance(table.last_error, RummyError), repr(table.last_error)
    plain(table.get_state()).encode("utf-8")
    assert table.words()
    table.close()


def opened(text: str) -> None:
    """An address of the app, which is read as it is written."""
    page, _ = address.read(text)
    assert address.read(page.query)[0] == page


@functools.cache
def kept() -> tuple[Path, tempfile.TemporaryDirectory[str]]:
    """A run in a folder that is gone when this process ends."""
    room = tempfile.TemporaryDirectory()
    run = Path(room.name) / "run"
    rl.selfplay("schmidt{ending.max_turns=50}", ["random", "random"], games=2, seed=1, out=run, progress=False)
    return run, room


def note(name: str, text: str) -> None:
    """The folder of a run with one of its notes changed; nothing beside it does."""
    run, _ = kept()
    with tempfile.TemporaryDirectory() as room:
        there = Path(shutil.copytree(run, Path(room) / "run"))
        (beside := Path(room) / "precious").write_text("precious", encoding="utf-8")
        next(there.glob(name)).write_text(text, encoding="utf-8", errors="replace")
        try:
            rl.read_run(there).by_player.shape  # noqa: B018 - the tables are read when they are asked for
        finally:
            assert sorted(path.name for path in Path(room).iterdir()) == ["precious", "run"]
            assert beside.read_text(encoding="utf-8") == "precious"


def noted(name: str) -> tuple[str, ...]:
    """What stands in such a note."""
    return (next(kept()[0].glob(name)).read_text(encoding="utf-8"),)


DOORS: Mapping[str, tuple[Callable[[str], object], Callable[[], tuple[str, ...]]]] = {
    "command check": (
        functools.partial(command, "check"),
        lambda: (f"{POSITIONS[0]}\n{TURNS[0]}", f"{POSITIONS[1]}\ndiscard 4c\n--json\n--lang\nde"),
    ),
    "command solve": (
        functools.partial(command, "solve"),
        lambda: (f"{POSITIONS[1]}\n--nodes\n200\n--csv", f"{TABLE}\n--objective\npoints"),
    ),
    "command ask": (functools.partial(command, "ask"), lambda: (*QUESTIONS, "keep\nthe\njoker\n--json\n--lang\nnl")),
    "command rules": (functools.partial(command, "rules"), lambda: ("schmidt", "rummy40{opening.points=51}\n--csv")),
    "message": (message, lambda: tuple(map(json.dumps, MESSAGES))),
    "address": (opened, lambda: ADDRESSES),
    "run": (functools.partial(note, "run.json"), lambda: noted("run.json")),
    "part": (functools.partial(note, "parts/*.json"), lambda: noted("parts/*.json")),
}
"""By name what opens, and texts that open it."""
