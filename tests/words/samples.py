"""A sample of every violation and each of its cases, built from the fields of its class."""

from dataclasses import fields, replace
from itertools import product
from typing import get_type_hints

from rummy_lab.core.cards import Card
from rummy_lab.core.melds import Meld
from rummy_lab.core.violations import VIOLATIONS, InMeld, MeldFixed, TooShort

NUMBERED = {"card": "6g", "joker": "*6g", "row": ("4r", "5r", "7r"), "jokers": ("*6r", "*7r"), "meld": "[4r 5r *6r]"}
FRENCH = {"card": "Qh", "joker": "*Qh", "row": ("8c", "8d", "8h"), "jokers": ("*8?",), "meld": "[8c 8d *8?]"}


def choices(kind, name, faces):
    """Values of one field that lead to every case."""
    row = tuple(map(Card, faces["row"]))
    if name == "jokers":
        return [tuple(map(Card, faces["jokers"]))]
    if name in {"joker", "card", "top"}:
        card = Card(faces["joker" if name == "joker" else "card"])
        return [card, None] if "None" in str(kind) else [card]
    if name == "readings":
        return [(), (Meld.parse(faces["meld"]), Meld.parse("[*3r 4r 5r]"))]
    if name in {"cards", "missing"}:
        return [(), row[:1], row[:2], row, (*row[:2], Card(faces["joker"]))] if name == "cards" else [row[:2], row]
    if name == "waiting_for":
        return [(), ("B",), ("B", "C")]
    if name in {"seat", "turn_of"}:
        return ["A" if name == "seat" else "B"]
    if name == "what":
        return ["draw", "discard"]
    if name == "heap":
        return [0, 2]
    if kind is bool:
        return [False, True]
    return {"count": [1, 2], "points": [1, 27], "most": [1, 2], "need": [3]}.get(name, [0])


def samples(faces=NUMBERED):
    """Every violation with every combination of such values."""
    for kind in VIOLATIONS:
        may_be_new = issubclass(kind, (InMeld, MeldFixed))
        may_be_empty = issubclass(kind, TooShort)
        hints = get_type_hints(kind)
        names = [field.name for field in fields(kind) if field.name != "at"]
        for values in product(*(choices(hints[name], name, faces) for name in names)):
            given = dict(zip(names, values, strict=True))
            if given.get("stock") and not (given["top"] is None and given["card"]):
                continue
            if (given.get("heap") == 0 and not may_be_new) or (given.get("cards") == () and not may_be_empty):
                continue
            sample = kind(**given)
            yield replace(sample, need=40) if sample.code in {"MUST_OPEN", "OPEN_TOO_LOW"} else sample
