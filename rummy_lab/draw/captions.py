"""The few words that stand in the picture itself, and the letters of ace and courts."""

from __future__ import annotations

from typing import Final, Literal

from rummy_lab.core.cards import Card
from rummy_lab.language import Language as _Language

Language = _Language
Indices = Literal["lang", "international"]

CAPTIONS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "hand": "hand", "rack": "rack", "stock": "stock", "pile": "discards", "new": "new meld",
        "loose": "taken out", "turn": "to play", "opened": "opened", "unopened": "not opened",
        "over": "deal over",
    },
    "de": {
        "hand": "Hand", "rack": "Brett", "stock": "Stapel", "pile": "Ablage", "new": "neue Kombination",
        "loose": "herausgenommen", "turn": "am Zug", "opened": "heraus", "unopened": "nicht heraus",
        "over": "Spiel beendet",
    },
    "nl": {
        "hand": "hand", "rack": "plankje", "stock": "stapel", "pile": "aflegstapel", "new": "nieuwe combinatie",
        "loose": "eruit gehaald", "turn": "aan de beurt", "opened": "uitgelegd", "unopened": "niet uitgelegd",
        "over": "spel afgelopen",
    },
}  # fmt: skip
LETTERS: Final = {"en": "AJQK", "de": "ABDK", "nl": "ABVH"}
SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def captions(lang: str) -> dict[str, str]:
    """The words of a language; raises ValueError for one that is not there."""
    if lang not in CAPTIONS:
        raise ValueError(f"lang is {lang!r}; the picture speaks {', '.join(CAPTIONS)}")
    return CAPTIONS[lang]


def letters(lang: str, indices: str) -> str:
    """Ace, jack, queen, king as they stand on the cards.

    >>> letters("nl", "lang"), letters("nl", "international")
    ('ABVH', 'AJQK')
    """
    captions(lang)
    if indices not in ("lang", "international"):
        raise ValueError(f"indices is {indices!r}; it is 'lang' or 'international'")
    return LETTERS[lang] if indices == "lang" else LETTERS["en"]


def written(card: Card, lang: str) -> str:
    """A natural card of a French pack in as few letters as stand on it.

    >>> written(Card("Qh"), "de"), written(Card("10s"), "nl")
    ('♥D', '♠10')
    """
    rank = str(card)[:-1]
    own = dict(zip(LETTERS["en"], letters(lang, "lang"), strict=True))
    return f"{SIGNS[card.suit]}{own.get(rank, rank)}"
