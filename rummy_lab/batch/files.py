"""Files that are there whole or not at all."""

from __future__ import annotations

import errno
import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from rummy_lab.core.errors import RummyError

TEMPORARY: Final = ".tmp"
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


_SAID: Final = {
    errno.ENOSPC: "the disk is full; free some space and call again, what is finished is kept",
    errno.EDQUOT: "the disk is full; free some space and call again, what is finished is kept",
    errno.EROFS: "nothing can be written there; name another folder",
    errno.EACCES: "nothing can be written there; name another folder",
    errno.EPERM: "nothing can be written there; name another folder",
    errno.ENOTDIR: "it is no folder; name another",
    errno.EEXIST: "it is no folder; name another",
}


@contextmanager
def spoken(folder: Path) -> Iterator[None]:
    """Says in one sentence, as a RummyError, why something could not be written or read in a folder."""
    try:
        yield
    except OSError as fault:
        why = _SAID.get(fault.errno or 0) or f"{fault.strerror or fault}; what is finished is kept"
        raise RummyError(f"{folder}: {why}") from None
