"""Records as files: written whole or not at all, read with care."""

from __future__ import annotations

import os
from pathlib import Path

from rummy_lab.core.errors import Phrase, RummyError, printable, shown
from rummy_lab.core.turns import Exists
from rummy_lab.records.record import Record, RecordError
from rummy_lab.records.text import LARGEST, parse_record
from rummy_lab.records.whole import read_bounded, write_whole


def read_record(path: str | os.PathLike[str], *, exists: Exists | None = None) -> Record:
    """The record in this file, played through the referee again.

    Args:
        path: a TOML file of at most 1 MB, as `write_record` makes it.
        exists: asked by rule sets in which playing is compulsory (`rummy_lab.search.exists`).

    Raises RecordError naming the file, the place and the reason.

    >>> import tempfile
    >>> from rummy_lab.batch import play_out
    >>> record = play_out("schmidt", ["greedy", "greedy"], seed=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_record(record, f"{folder}/deal.toml")
    ...     read_record(f"{folder}/deal.toml") == record
    True
    """
    file = Path(path)
    try:
        return parse_record(read_bounded(file, LARGEST, Phrase("deal")), exists=exists)
    except RummyError as fault:
        raise RecordError("{file}: {fault}", file=printable(file.name), fault=fault) from None


def write_record(record: Record, path: str | os.PathLike[str]) -> None:
    """Write a `record` to the file `path`; an existing file is replaced at once, a half-written one is never seen.

    Raises RecordError naming the file and the reason where it cannot be written.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from rummy_lab.batch import play_out
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_record(play_out("schmidt", ["greedy", "greedy"], seed=1), f"{folder}/deal.toml")
    ...     print(Path(folder, "deal.toml").read_text(encoding="utf-8").splitlines()[1])
    rules = "schmidt"
    """
    if not isinstance(record, Record):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise RecordError("only a record can be written, as rl.play_out gives one, not {given}", given=shown(record))
    try:
        write_whole(path, str(record))
    except RummyError as fault:
        raise RecordError(fault.sentence) from None
