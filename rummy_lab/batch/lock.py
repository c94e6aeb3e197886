"""One run at a time writes to a folder. The system drops the lock when its process ends, however it ends."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rummy_lab.batch.files import said_in
from rummy_lab.core.errors import Phrase, RummyError

LOCK = ".lock"
OWNER = ".owner"
_FAR = 1 << 30
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)

_held: set[str] = set()
_guard = threading.Lock()


class Occupied(RummyError):
    """A folder that somebody else's run is in."""


@contextmanager
def locked(folder: Path) -> Iterator[str]:
    """Hold the folder; gives a token that `owns` knows. Raises Occupied where another run holds it, OSError."""
    key = os.path.realpath(folder)
    with _guard:
        if key in _held:
            raise Occupied(
                "another run of this process is writing to {folder}; wait for it, or name another folder",
                folder=str(folder),
            )
        _held.add(key)
    # Nobody else may open and close this file here: that would drop the lock.
    try:
        stream = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | _NO_LINK, 0o644)
        try:
            if not _taken(stream):
                raise Occupied(
                    "another run{who} is writing to {folder}; wait for it, or name another folder",
                    who=_who(folder),
                    folder=str(folder),
                )
            token = f"{os.getpid()}-{os.urandom(8).hex()}"
            # Anew: what lies there may be a link to somewhere else.
            (folder / OWNER).unlink(missing_ok=True)
            with (folder / OWNER).open("x", encoding="utf-8") as told:
                told.write(json.dumps({"pid": os.getpid(), "token": token}))
            try:
                yield token
            finally:
                (folder / OWNER).unlink(missing_ok=True)
        finally:
            os.close(stream)
    finally:
        with _guard:
            _held.discard(key)


def owns(folder: Path, token: str) -> bool:
    """Whether the run with this token still holds the folder: a worker that was left behind writes nothing."""
    return _owner(folder).get("token") == token


def _owner(folder: Path) -> dict[str, object]:
    try:
        found = said_in(folder / OWNER)
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _who(folder: Path) -> str:
    pid = _owner(folder).get("pid")
    return Phrase(" (process {pid})", pid=str(pid)) if type(pid) is int else ""


def _taken(stream: int) -> bool:
    if sys.platform == "win32":
        import msvcrt

        os.lseek(stream, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(stream, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.lockf(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
