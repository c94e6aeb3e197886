"""Answers as a plain file that the pupil owns: JSON lines, one an answer, no name unless one is typed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, cast

from rummy_lab.core.errors import Phrase, RummyError, joined, printable
from rummy_lab.records.whole import read_bounded, write_whole

LARGEST: Final = 1 << 22
FIELDS: Final[dict[str, type | tuple[type, ...]]] = {
    "lesson": str, "step": str, "role": str, "kind": str, "seed": int, "sibling": int, "try": int, "hints": int,
    "seconds": (int, float), "result": str, "misconception": str,
    "answer": (str, int, list, type(None)), "position": str,
}  # fmt: skip
_OPTIONAL: Final = {"pupil": str}
_RESULTS: Final = ("right", "wrong", "revealed")
_LONGEST, _MOST_FAULTS = 4000, 100
_LARGEST_NUMBER = 1 << 64
Row = dict[str, object]


def write_answers(rows: Iterable[Mapping[str, object]]) -> str:
    """Answers as text, one line each.

    >>> print(write_answers([{"lesson": "schmidt/sets", "step": "1"}]), end="")
    {"lesson": "schmidt/sets", "step": "1"}
    """
    return "".join(json.dumps(dict(row), ensure_ascii=False) + "\n" for row in rows)


def parse_answers(text: str, file: str = "") -> tuple[list[Row], list[str]]:
    """The answers of a text, and a sentence for each line that is none; damaged lines are left out."""
    rows, faults = read_lines(text)
    return rows, [placed(number, sentence, file) for number, sentence in faults]


def read_lines(text: str) -> tuple[list[Row], list[tuple[int, str]]]:
    """The answers of a text, and of each line that is none its number and what is wrong; 0 is the file as a whole."""
    rows: list[Row] = []
    faults: list[tuple[int, str]] = []
    if len(text) > LARGEST:
        return [], [(0, Phrase("is larger than {most} characters, which no class needs", most=LARGEST))]
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        if len(faults) == _MOST_FAULTS:
            faults.append(
                (
                    number,
                    Phrase("comes after {most} lines that are no answers; the rest is left out", most=_MOST_FAULTS),
                )
            )
            break
        try:
            raw = json.loads(line)
        except (ValueError, RecursionError):
            faults.append((number, Phrase("is no answer; the line is left out")))
            continue
        wrong = _wrong(raw)
        if wrong:
            faults.append((number, Phrase("{wrong}; the line is left out", wrong=wrong)))
        else:
            rows.append(cast(Row, raw))
    return rows, faults


def placed(number: int, sentence: str, file: str = "") -> str:
    """A sentence about a line of a file, with its place."""
    return joined(
        ": ", [part for part in (file, Phrase("line {line}", line=number) if number else "", sentence) if part]
    )


def _wrong(raw: object) -> str:
    if not isinstance(raw, dict):
        return Phrase("is no table of fields")
    row = cast(Row, raw)
    known = FIELDS | _OPTIONAL
    for name, kind in FIELDS.items():
        if name not in row:
            return Phrase("{name} is missing", name=name)
        if not isinstance(row[name], kind) or isinstance(row[name], bool):
            return Phrase("{name} is of another kind", name=name)
    if unknown := next((name for name in row if name not in known), None):
        return Phrase("{name} is no field of an answer", name=repr(unknown[:40]))
    if any(len(value) > _LONGEST for value in row.values() if isinstance(value, str | list)):
        return Phrase("a field is too long")
    if any(not _fits(value) for value in row.values()):
        return Phrase("a field holds what no answer holds")
    if row["result"] not in _RESULTS:
        return Phrase("result is {results} or {last}", results=", ".join(_RESULTS[:-1]), last=_RESULTS[-1])
    return "" if isinstance(row.get("pupil", ""), str) else Phrase("pupil is no text")


def _fits(value: object) -> bool:
    """Whether it can be counted with and written again: no number without end, no half of a character, flat lists."""
    if isinstance(value, list):
        return all(not isinstance(one, list | dict) and _fits(one) for one in cast("list[object]", value))
    if isinstance(value, int | float):
        return -_LARGEST_NUMBER < value < _LARGEST_NUMBER  # which no NaN is
    return not isinstance(value, str) or value.encode("utf-8", "replace").decode() == value


def read_answers(path: str | os.PathLike[str], name: str = "") -> tuple[list[Row], list[str]]:
    """The answers of a file, and a sentence for each line that is none; raises RummyError where it cannot be read.

    The sentences call the file by `name`; left out: by its path, as it was given.
    """
    name = printable(name or str(path))
    try:
        return parse_answers(read_bounded(Path(path), LARGEST, Phrase("class")), name)
    except RummyError as fault:
        raise RummyError("{name}: {fault}", name=name, fault=fault) from None


def save_answers(rows: Iterable[Mapping[str, object]], path: str | os.PathLike[str]) -> Path:
    """Write answers: the whole file or nothing; raises RummyError."""
    return write_whole(path, write_answers(rows))
