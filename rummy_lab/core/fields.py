"""How the fields of a rule set are read, checked and written."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, cast

from rummy_lab.core.errors import Phrase, joined

Value = str | int | bool | tuple[int, ...] | None

_ENDLESS: Final = 10**20
_WORDS: Final[dict[str, Value]] = {"yes": True, "no": False, "none": None}


@dataclass(frozen=True, slots=True)
class Spec:
    """Which values a field takes: single ones, a range of whole numbers, or pairs of numbers."""

    values: tuple[Value, ...] = ()
    low: int | None = None
    high: int | None = None
    pairs: Callable[[tuple[int, ...]], bool] | None = None
    says: str = ""
    price: bool = False

    def allows(self, value: object) -> bool:
        """Whether `value` is one of the allowed values, of the same type."""
        if any(type(value) is type(known) and value == known for known in self.values):
            return True
        if type(value) is int and self.low is not None and self.high is not None:
            return self.low <= value <= self.high
        if isinstance(value, tuple) and self.pairs is not None:
            numbers = cast(tuple[int, ...], value)
            return all(type(part) is int for part in numbers) and self.pairs(numbers)
        return False

    def allowed(self, write: Callable[[Value], str]) -> str:
        """The allowed values in words."""
        parts = [write(value) for value in self.values]
        if self.low is not None and self.high is not None:
            parts.append(Phrase("a whole number from {low} to {high}", low=self.low, high=self.high))
        if self.says:
            parts.append(self.says)
        return joined(", ", parts)


def one_of(*values: Value, default: Value, price: bool = False) -> Any:
    """A field that takes one of a few values."""
    return field(default=default, metadata={"spec": Spec(values, price=price)})


def number(low: int, high: int, *values: Value, default: Value, price: bool = False) -> Any:
    """A field that takes a whole number in a range, or one of a few words."""
    return field(default=default, metadata={"spec": Spec(values, low, high, price=price)})


def pair(
    says: str, fits: Callable[[tuple[int, ...]], bool], *values: Value, default: Value, price: bool = False
) -> Any:
    """A field that takes two numbers."""
    spec = Spec(values, pairs=lambda value: len(value) == 2 and fits(value), says=says, price=price)
    return field(default=default, metadata={"spec": spec})


def read_value(text: str) -> Value:
    """The value written as `text`: `no`, `40`, `{3,4}`, `2-4`, `(1,2)` or a word."""
    text = text.strip()
    if text in _WORDS:
        return _WORDS[text]
    if re.fullmatch(r"-?\d{1,9}", text):
        return int(text)
    if re.fullmatch(r"\{\s*\d+(\s*,\s*\d+)*\s*\}|\(\s*\d+\s*,\s*\d+\s*\)|\d+-\d+", text):
        numbers = [int(part) for part in re.findall(r"\d{1,9}", text)]
        return tuple(sorted(set(numbers)) if text.startswith("{") else numbers)
    return text


def write_value(value: Value) -> str:
    """The text of a value as it stands in a canonical name, pairs as `(1,2)`."""
    for word, known in _WORDS.items():
        if value is known:
            return word
    if isinstance(value, tuple):
        return "(" + ",".join(map(_digits, value)) + ")"
    return _digits(value)


def _digits(value: object) -> str:
    """The text of a value; of a number that no field takes and nobody wants to read, that it is one."""
    return Phrase("a number without end") if isinstance(value, int) and abs(value) >= _ENDLESS else str(value)


def plain_value(value: object) -> object:
    """What a person may write in Python for a field: sets, lists and the words `yes`, `no`, `none` are taken too."""
    if isinstance(value, str):
        return read_value(value)
    if isinstance(value, set | frozenset):
        members = cast("set[int]", value)
        return tuple(sorted(members, key=lambda member: (str(type(member)), member)))
    if isinstance(value, list):
        return tuple(cast("list[int]", value))
    return value
