"""The tables of a lesson in the making as they are written, and what the checker says of them."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, cast

from rummy_lab.core.errors import Phrase
from rummy_lab.core.moves import Turn
from rummy_lab.lessons.writing import Raw
from rummy_lab.words import languages

_ALL: Final = ("id", "kind", "generator", "references", "position", "text", "after", "hints")
_OWN: Final = {
    "watch": ("turn", "says"),
    "do": ("turn", "goal", "wrong"),
    "judge": ("turn", "legal", "because", "choices", "wrong"),
    "value": ("meld", "points", "wrong"),
    "choose": ("options",),
    "find": ("turn", "objective", "wrong"),
    "predict": ("turn", "options"),
}
_WHEN: Final = {
    "value": ("points", "miscount"),
    "judge": ("legal", "because"),
    "do": ("code", "meld", "lays", "leaves", "does", "does_not"),
}
_PLACE: Final = re.compile(
    r"(?:line \d+: )?(?:(?P<place>[a-z_]+(?:\[\d+\])?(?:\.[a-z_]+(?:\[\d+\])?)*): )?(?P<told>.*)", re.DOTALL
)
# What is worked out; where it cannot be yet, something else is missing, and that is told.
_WORKED_OUT: Final[dict[str, Raw]] = {"judge": {"legal": True}, "do": {"goal": {}}, "value": {"points": 0}}


class Fault(NamedTuple):
    """What is wrong or worth knowing: the number of the step or None, the field, and the sentence of the checker."""

    step: int | None
    field: str
    told: str


def fault_of(told: str, at: int | None = None) -> Fault:
    found = _PLACE.fullmatch(told)
    assert found is not None
    place = found["place"] or ""
    inside = re.fullmatch(r"steps\[(\d+)\]\.?(.*)", place)
    sentence = found["told"]
    if isinstance(told, Phrase) and str(last := next(reversed(told.values.values()), "")) == sentence:
        sentence = cast(str, last)
    if inside is None:
        return Fault(None, place, sentence)
    return Fault(int(inside[1]) if at is None else at, inside[2], sentence)


def cleaned(raw: Raw) -> Raw:
    """The table of a step as it is written: what belongs to its kind, and what is not empty."""
    kind = raw["kind"]
    step = {name: value for name, value in raw.items() if name in (*_ALL, *_OWN[kind]) and value not in ("", [], None)}
    step["after"] = filled(raw.get("after", {})) or None
    step["text"] = filled(raw.get("text", {}))
    step["hints"] = [text for one in raw.get("hints", ()) if (text := filled(one))]
    if "options" in step:
        step["options"] = [_option(one) for one in step["options"]]
    if "wrong" in step:
        step["wrong"] = [{**one, "says": filled(one["says"])} for one in fitting(kind, step["wrong"])]
    step = {**_WORKED_OUT.get(kind, {}), **step}
    if kind == "watch" and "says" in step and len(step["says"]) != len(Turn.parse(step.get("turn", ""))):
        del step["says"]
    return {name: value for name, value in step.items() if name == "text" or value not in ([], None)}


def fitting(kind: str, wrong: list[Raw]) -> list[Raw]:
    """The likely mistakes that can be made in a step of this kind."""
    own = set(_WHEN.get("do" if kind == "find" else kind, ()))
    return [one for one in wrong if set(one["when"]) <= own]


def _option(raw: Raw) -> Raw:
    option = {**raw, "text": filled(raw.get("text", {}))}
    says = filled(raw.get("says", {}))
    option.pop("says", None)
    return option if raw.get("right") or not says else {**option, "says": says}


def filled(text: Raw) -> Raw:
    """The languages in which something is written; English is always there, if need be in another language's words."""
    there = {lang: text[lang].strip() for lang in languages if text.get(lang, "").strip()}
    return {"en": next(iter(there.values())), **there} if there else {}
