"""Files that are written whole or not at all, and read up to a size."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

from rummy_lab.core.errors import Phrase, RummyError, printable


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> Path:
    """Write a file; an existing one is replaced at once, a half-written one is never seen. Raises RummyError."""
    file = Path(path)
    try:
        draft = file.with_name(f".{file.name}-{secrets.token_hex(4)}.tmp")
    except ValueError:
        raise RummyError("{file}: cannot be written: it is the name of no file; add one", file=str(file)) from None
    try:
        made = content.encode("utf-8") if isinstance(content, str) else content
        with draft.open("xb") as stream:
            stream.write(made)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(file)
    except (OSError, ValueError) as fault:
        raise RummyError(
            "{file}: cannot be written: {reason}; choose a folder you may write to",
            file=printable(str(file)),
            reason=reason_of(fault),
        ) from None
    finally:
        with suppress(OSError, ValueError):
            draft.unlink()
    return file


def read_bounded(file: Path, most: int, held: str) -> str:
    """The text of a file of at most `most` bytes, which is more than any `held` needs.

    Raises RummyError with the reason; whoever calls names the file.
    """
    try:
        if not (file.is_file() or file.is_dir()) and file.exists():
            raise RummyError("cannot be read: it is no file")  # but something that may never end
        with file.open("rb") as stream:
            raw = stream.read(most + 1)
    except (OSError, ValueError) as fault:  # also of a name that is none
        if isinstance(fault, RummyError):
            raise
        raise RummyError("cannot be read: {reason}", reason=reason_of(fault)) from None
    if len(raw) > most:
        raise RummyError("is larger than {most} bytes, which no {held} needs", most=most, held=held)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise RummyError("byte {at} is no UTF-8 text", at=fault.start + 1) from None


# What systems say most often.
_REFUSED: Final = {
    str(one): one
    for one in (
        Phrase("No such file or directory"),
        Phrase("Permission denied"),
        Phrase("Operation not permitted"),
        Phrase("Is a directory"),
        Phrase("Not a directory"),
        Phrase("File exists"),
        Phrase("File name too long"),
        Phrase("No space left on device"),
        Phrase("Read-only file system"),
    )
}


def reason_of(fault: Exception) -> str:
    """Why the system refuses a file, as it says it.

    >>> from rummy_lab.words import in_words
    >>> try:
    ...     open("no/such/file")
    ... except OSError as fault:
    ...     print(reason_of(fault), "/", in_words(reason_of(fault), "de"))
    No such file or directory / die Datei oder den Ordner gibt es nicht
    """
    said = str(getattr(fault, "strerror", None) or fault)
    return _REFUSED.get(said, said)


def is_folder(path: Path) -> bool:
    """Whether there is such a folder; of a name that is none there is not."""
    try:
        return path.is_dir()
    except OSError:
        return False


def stay_inside(folder: Path, path: Path) -> Path:
    """The path itself; raises RummyError where a link leads it out of the folder."""
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
        raise RummyError(
            "{path} is foreign: it is a link that leads out of the folder; delete it", path=printable(str(path))
        )
    return path
