"""Files that are there whole or not at all."""

from __future__ import annotations

import errno
import itertools
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from rummy_lab.core.errors import Phrase, RummyError
from rummy_lab.records.whole import is_folder, reason_of

TEMPORARY: Final = ".tmp"
LARGEST: Final = 1 << 22
"""Bytes of a file that says something about a run."""
_numbers = itertools.count()


def put(path: Path, data: bytes) -> None:
    """Write a file under a hidden name and give it its own when it is on the disk; raises OSError."""
    part = hidden(path)
    try:
        with part.open("xb") as stream:
            pour(stream, data)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def hidden(path: Path) -> Path:
    """A name beside a file that no pattern of a reader meets and no other process uses."""
    return path.with_name(f".{path.name}.{os.getpid()}.{next(_numbers)}{TEMPORARY}")


def pour(stream: Any, data: bytes) -> None:
    """Write the bytes; by itself, so that a test can be slow here or find the disk full."""
    stream.write(data)


def settle(folder: Path) -> None:
    """Have the names in a folder on the disk, where the system can."""
    if os.name == "nt":
        return
    stream = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(stream)
    finally:
        os.close(stream)


def said_in(path: Path) -> Any:
    """What a file of JSON says; raises ValueError where it is damaged or far too large, OSError."""
    if path.exists() and not path.is_file():
        raise ValueError(path)  # it may never end
    with path.open("rb") as stream:
        data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ValueError(path)
    try:
        return json.loads(data.decode("utf-8"))
    except RecursionError:
        raise ValueError(path) from None


def number(value: object) -> int:
    """A whole number from 0 on, as a file has it; raises ValueError."""
    if type(value) is not int or not 0 <= value < 1 << 53:
        raise ValueError(value)
    return value


_SAID: Final = {
    errno.ENOSPC: Phrase("the disk is full; free some space and call again"),
    errno.EDQUOT: Phrase("the disk is full; free some space and call again"),
    errno.EROFS: Phrase("nothing can be written there; name another folder"),
    errno.EACCES: Phrase("nothing can be written there; name another folder"),
    errno.EPERM: Phrase("nothing can be written there; name another folder"),
    errno.ENOTDIR: Phrase("it is no folder; name another"),
    errno.EEXIST: Phrase("it is no folder; name another"),
    errno.ELOOP: Phrase("a link lies there in place of a file; delete it, or name another folder"),
}


@contextmanager
def spoken(folder: Path) -> Iterator[None]:
    """Says in one sentence, as a RummyError, why something could not be written or read in a folder."""
    try:
        yield
    except OSError as fault:
        why = _SAID.get(fault.errno or 0) or reason_of(fault)
        if is_folder(folder):
            if fault.errno in (errno.ENOSPC, errno.EDQUOT):
                why = Phrase("{why}, what is finished is kept", why=why)
            elif fault.errno not in _SAID:
                why = Phrase("{why}; what is finished is kept", why=why)
        elif fault.errno not in _SAID:
            why = Phrase("{why}; name another folder", why=why)
        raise RummyError("{folder}: {why}", folder=str(folder), why=why) from None
