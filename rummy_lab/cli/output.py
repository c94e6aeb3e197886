"""What the command prints: lines, JSON, CSV; colour only beside signs, and only where a person looks at it."""

from __future__ import annotations

import codecs
import csv
import io
import json
import os
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final, TextIO

_CODES: Final = {"good": "32", "bad": "31", "head": "1"}
GOOD: Final = "✓"
BAD: Final = "✗"
_MARKS: Final = {GOOD: "good", BAD: "bad"}
_PLAIN: Final = {
    GOOD: "[OK]", BAD: "[X]", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-", "×": "x",
    "≥": ">=", "≤": "<=", "→": "->", "±": "+/-", "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue",
    "ß": "ss",
}  # fmt: skip
_PLAINLY: Final = "rummy_lab.plainly"


def prepare() -> None:
    """Let no text end the command that the terminal cannot show or read, nor that nobody is there to read it."""
    if sys.stdout is None:
        silence()
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, _PLAINLY), (sys.stderr, _PLAINLY)):
        with suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(errors=errors)  # type: ignore[union-attr]


def _plainly(fault: UnicodeError) -> tuple[str, int]:
    """What to write in place of signs that an encoding lacks: signs of ASCII that say the same, else a mark."""
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    signs = fault.object[fault.start : fault.end]
    return "".join(_PLAIN.get(sign) or _base(sign) for sign in signs), fault.end


def _base(sign: str) -> str:
    """The letter without its accent."""
    found = unicodedata.normalize("NFKD", sign)[0]
    return found if found.isascii() else "?"


codecs.register_error(_PLAINLY, _plainly)


class _Nowhere(io.TextIOBase):
    """Takes what is written, holds nothing and needs no closing."""

    def write(self, text: str, /) -> int:
        return len(text)


def silence() -> None:
    """Write nothing more: whoever read has gone. What is left in the buffer must not be written when Python ends."""
    try:
        stream = sys.stdout.fileno()
    except (OSError, ValueError, AttributeError):
        sys.stdout = _Nowhere()
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, stream)
    finally:
        os.close(nowhere)


def coloured(stream: TextIO) -> bool:
    """Whether a person looks at the stream who has nothing against colour (https://no-color.org)."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def painted(text: str, name: str) -> str:
    """The text in a colour, where there are colours; names are good, bad and head."""
    return f"\033[{_CODES[name]}m{text}\033[0m" if text and coloured(sys.stdout) else text


def say(*lines: str) -> None:
    """Print lines; the sign before one has its colour."""
    for line in lines:
        mark = _MARKS.get(line[:1])
        sys.stdout.write(f"{painted(line[0], mark)}{line[1:]}\n" if mark else f"{line}\n")


def complain(*lines: str) -> None:
    """Print sentences about what is wrong."""
    for line in lines:
        sys.stderr.write(f"rummy-lab: {line}\n")


def say_json(value: object) -> None:
    """Print a value as JSON."""
    say(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def say_csv(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> None:
    """Print rows as CSV, the names of the columns first."""
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    sys.stdout.write(text.getvalue())
