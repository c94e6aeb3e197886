"""Reading tables that a stranger may have sent: each fault is one sentence with its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar, cast

from rummy_lab.core.errors import Phrase, RummyError, joined
from rummy_lab.records.toml import KINDS

T = TypeVar("T")


_DEEPEST, _MOST_FAULTS = 8, 100
_HEADER: Final = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]")


class Skip(Exception):
    """This part cannot be read; why has been noted."""


class Faults:
    """What is wrong, in the order in which it was met; `text` is the file, for the lines of its tables."""

    def __init__(self, file: str, text: str = "") -> None:
        self.file, self._lines = file, lines_of(text)
        self.all: list[str] = []

    def note(self, place: str, sentence: str) -> None:
        """Note a fault: the file, the line of the table that holds it, where and what, with its mend.

        Of a hundred the rest is not noted: nobody reads it, and it comes of something that is told already.
        """
        if len(self.all) >= _MOST_FAULTS:
            return
        told = sentence if isinstance(sentence, Phrase) else Phrase(sentence)
        self.all.append(joined(": ", [part for part in (self.file, self._line(place), place, told) if part]))

    def _line(self, place: str) -> str:
        inside = [name for name in self._lines if place == name or place.startswith((f"{name}.", f"{name}["))]
        return Phrase("line {line}", line=self._lines[max(inside, key=len)]) if inside else ""


def lines_of(text: str) -> dict[str, int]:
    """The line (from 1) of each table of a TOML file, by its place: `steps[1].wrong[0]`."""
    found: dict[str, int] = {}
    counts: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line)
        if header is None:
            continue
        place = ""
        names = header[2].split(".")
        if len(names) > _DEEPEST:  # no table of ours; its place would be as long as it is deep
            continue
        for at, name in enumerate(names):
            place = f"{place}.{name}" if place else name
            if header[1] == "[[" and at == len(names) - 1:
                counts[place] = counts.get(place, -1) + 1
            if place in counts:
                place = f"{place}[{counts[place]}]"
        found[place] = number
    return found


def short(value: object) -> str:
    """A value as it is shown in a fault."""
    told = repr(value)
    return told if len(told) <= 60 else told[:57] + "..."


class Fields:
    """One table of a file, read field by field; `done` notes those that nobody asked for."""

    def __init__(self, raw: object, place: str, faults: Faults) -> None:
        self.place, self.faults = place, faults
        if not isinstance(raw, dict):
            faults.note(place, Phrase("must be a table, not {given}", given=short(raw)))
            raise Skip
        self._raw = cast("dict[str, object]", raw)
        self._asked: dict[str, None] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._raw

    def at(self, name: str) -> str:
        """The place of a field."""
        return f"{self.place}.{name}" if self.place else name

    def note(self, name: str, sentence: str) -> None:
        """Note a fault of a field."""
        self.faults.note(self.at(name) if name else self.place, sentence)

    def get(self, name: str, kind: type[T], default: T | None = None) -> T:
        """A field of this kind; without a default it has to be there. Raises Skip."""
        self._asked[name] = None
        if name not in self._raw:
            if default is None:
                self.note(name, Phrase("is missing; it must be {kind}", kind=KINDS[kind]))
                raise Skip
            return default
        value = self._raw[name]
        if type(value) is not kind:
            self.note(name, Phrase("must be {kind}, not {given}", kind=KINDS[kind], given=short(value)))
            raise Skip
        return value

    def one_of(self, name: str, values: tuple[str, ...], default: str | None = None) -> str:
        """A text that is one of these. Raises Skip."""
        value = self.get(name, str, default)
        if value not in values:
            self.note(
                name, Phrase("must be one of {values}, not {given}", values=", ".join(values), given=short(value))
            )
            raise Skip
        return value

    def read(self, name: str, reader: Callable[[str], T]) -> T | None:
        """A text in the notation, None where it is not there. Raises Skip."""
        self._asked[name] = None
        if name not in self._raw:
            return None
        text = self.get(name, str)
        try:
            return reader(text)
        except RummyError as fault:
            self.note(name, fault.sentence)
            raise Skip from None

    def tables(self, name: str, most: int) -> list[Fields]:
        """A list of tables, at most so many; those that are none are noted and left out."""
        rows = self.get(name, list, [])
        if len(rows) > most:
            self.note(name, Phrase("has {count} entries; at most {most} are read", count=len(rows), most=most))
            raise Skip
        found: list[Fields] = []
        for at, row in enumerate(rows):
            with suppress(Skip):
                found.append(Fields(row, f"{self.at(name)}[{at}]", self.faults))
        return found

    def table(self, name: str) -> Fields | None:
        """A table, None where it is not there. Raises Skip."""
        self._asked[name] = None
        return Fields(self._raw[name], self.at(name), self.faults) if name in self._raw else None

    def raw(self, name: str) -> object:
        """The field as it is; None where it is not there."""
        self._asked[name] = None
        return self._raw.get(name)

    def names(self) -> list[str]:
        """The names of all fields."""
        return list(self._raw)

    def done(self, known: tuple[str, ...] = ()) -> None:
        """Note every field that was not asked for."""
        for name in self._raw:
            if name not in self._asked:
                there = ", ".join([*self._asked, *known])
                self.note(
                    name if len(name) <= 40 else name[:40] + "...",
                    Phrase("no such field here; there are {names}", names=there),
                )
