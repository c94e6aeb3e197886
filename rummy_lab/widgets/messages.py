"""Messages from the browser: read with suspicion, since anything may arrive."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from rummy_lab.core.errors import RummyError

LONGEST_TEXT: Final = 1000
MOST_IDS: Final = 200
MOST_KEPT: Final = 20
NARROWEST: Final = 240  # of a screen on which the hand is docked
WIDEST: Final = 600


class Malformed(RummyError):
    """A message that is none of those there are, or names what is not there."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message of which every field has been looked at.

    Attributes:
        kind: its type.
        ids: the cards or the place it names, `on` the place where they are put down, `at` the place among its cards.
        name: the name of a button or the line of text; `option` what was chosen, None for nothing.
        yes: the answer to a question.
        settings: what is to be set.
    """

    kind: str
    ids: tuple[str, ...] = ()
    on: str = ""
    at: int | None = None
    name: str = ""
    option: int | None = None
    yes: bool = False
    settings: Mapping[str, object] = field(default_factory=dict[str, object])


def read_message(message: object) -> tuple[Message, int]:
    """A message and the number of the frame it answers; raises Malformed with the reason.

    >>> read_message({"type": "tap", "id": "c4", "gen": 2})[0].ids
    ('c4',)
    """
    if not isinstance(message, dict):
        raise Malformed("a message is a dict")
    fields = cast("dict[object, object]", message)
    kind = fields.get("type")
    if not isinstance(kind, str) or kind not in _READERS:
        raise Malformed("no message has this type")
    gen = _number(fields, "gen")
    if gen is None:
        raise Malformed("gen is the number of a frame")
    return _READERS[kind](kind, fields), gen


def short(message: object) -> str:
    """What is kept of a message that was refused."""
    return reprlib.repr(message)[:LONGEST_TEXT]


Fields = Mapping[object, object]


def _text(fields: Fields, name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise Malformed(f"{name} is a text")
    if len(value) > LONGEST_TEXT:
        raise Malformed(f"{name} is too long")
    return value


def _number(fields: Fields, name: str) -> int | None:
    value = fields.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 53:
        raise Malformed(f"{name} is a number")
    return value


def _yes(fields: Fields, name: str) -> bool:
    value = fields.get(name)
    if not isinstance(value, bool):
        raise Malformed(f"{name} is true or false")
    return value


def _ids(fields: Fields) -> tuple[str, ...]:
    ids = fields.get("ids")
    if not isinstance(ids, list | tuple) or not 0 < len(cast("list[object]", ids)) <= MOST_IDS:
        raise Malformed("ids are a list of cards")
    found: list[str] = []
    for one in cast("list[object]", ids):
        if not isinstance(one, str) or len(one) > LONGEST_TEXT or one in found:
            raise Malformed("ids are a list of different cards")
        found.append(one)
    return tuple(found)


def _tap(kind: str, fields: Fields) -> Message:
    return Message(kind, ids=(_text(fields, "id"),))


def _drop(kind: str, fields: Fields) -> Message:
    return Message(kind, ids=_ids(fields), on=_text(fields, "on"), at=_number(fields, "at"))


def _clear(kind: str, _fields: Fields) -> Message:
    return Message(kind)


def _act(kind: str, fields: Fields) -> Message:
    return Message(kind, name=_text(fields, "name"))


def _choose(kind: str, fields: Fields) -> Message:
    if "option" not in fields:
        raise Malformed("option is a number or null")
    return Message(kind, option=_number(fields, "option"))


def _answer(kind: str, fields: Fields) -> Message:
    return Message(kind, yes=_yes(fields, "yes"))


def _line(kind: str, fields: Fields) -> Message:
    return Message(kind, name=_text(fields, "text"))


def _narrow(kind: str, fields: Fields) -> Message:
    presenter = _yes(fields, "presenter") if "presenter" in fields else False
    width = _number(fields, "width")
    wide = {} if width is None else {"width": max(NARROWEST, min(width, WIDEST))}
    return Message(kind, settings={"narrow": _yes(fields, "narrow"), "presenter": presenter, **wide})


_SETTINGS: Final[Mapping[str, tuple[Any, ...]]] = {
    "lang": ("en", "de", "nl"),
    "indices": ("lang", "international"),
    "sort": ("none", "suit", "rank", "melds"),
    "size": ("small", "normal", "large"),
    "four_colours": (True, False),
    "contrast": (True, False),
    "autosort": (True, False),
}


def _settings(kind: str, fields: Fields) -> Message:
    # What the desk does not know is a matter of the front end.
    known = {name: fields[name] for name in _SETTINGS if name in fields}
    for name, value in known.items():
        if not any(value is one or (isinstance(value, str) and value == one) for one in _SETTINGS[name]):
            raise Malformed(f"{name} cannot be that")
    return Message(kind, settings=known)


_READERS: Final[Mapping[str, Callable[[str, Fields], Message]]] = {
    "tap": _tap, "drop": _drop, "clear": _clear, "act": _act, "choose": _choose, "answer": _answer, "line": _line,
    "narrow": _narrow, "settings": _settings,
}  # fmt: skip
