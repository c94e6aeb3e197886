"""The words of a typed or dictated line: spelling made plain, words told apart, misspellings recognised."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Final

from rummy_lab.core.cards import Card
from rummy_lab.core.errors import NotationError
from rummy_lab.words.texts import read_toml

MOST: Final = 1000
"""How many characters of a line are read."""
_LONGEST: Final = 7
_WORD: Final = re.compile(r"\*?\d{1,2}[rygbcdhs?]\b|\*|\d+|[^\W\d_]+|[;.!?,:]", re.IGNORECASE)
_LETTERS: Final = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "ı": "i", "♣": "c", "♦": "d", "♥": "h", "♠": "s"})


@dataclass(frozen=True, slots=True)
class Sign:
    """What one word or phrase means: its kind, its value, and where in the line it stands."""

    kind: str
    value: str
    start: int
    end: int

    @property
    def number(self) -> int:
        """The value of a number or a rank; what is far too large for either is 100."""
        return int(self.value) if len(self.value) < 3 else 100


def plain(text: str) -> str:
    """Small letters without accents, so that `Grün`, `GRUN` and `grün` are one.

    >>> plain("Grün KÖNIG tweeën")
    'grun konig tweeen'
    """
    parts = unicodedata.normalize("NFKD", text.lower().translate(_LETTERS))
    return "".join(part for part in parts if not unicodedata.combining(part))


@cache
def lexicon(lang: str) -> dict[tuple[str, ...], tuple[str, str]]:
    """The phrases of a language, word by word, with their kind and value."""
    found: dict[tuple[str, ...], tuple[str, str]] = {}
    tables: dict[str, dict[str, str]] = read_toml("hearing")[lang]
    for table, entries in tables.items():
        for value, forms in entries.items():
            for form in forms.split("|"):
                meaning = (value, "") if table == "part" else (table, value)
                found.setdefault(tuple(form.split()), meaning)
    plurals: dict[str, str] = read_toml(lang)["cards"]["plurals"]
    for letter, word in plurals.items():
        found.setdefault((plain(word),), ("rank", {"A": "1", "J": "11", "Q": "12", "K": "13"}.get(letter, letter)))
    for (word, *rest), (kind, _) in list(found.items()):
        umlauts = _spelt_out(word) if lang == "de" and not rest and kind in ("suit", "rank", "verb") else None
        if umlauts:
            found.setdefault((umlauts,), found[word,])
    return found


def _spelt_out(word: str) -> str | None:
    """The spelling without umlauts, where the keyboard has none."""
    other = {"grun": "gruen", "grune": "gruene", "konig": "koenig", "funf": "fuenf", "zwolf": "zwoelf", "fuge": "fuege"}
    return other.get(word)


@cache
def compounds(lang: str) -> dict[str, tuple[str, str]]:
    """Suit and rank written as one word: `hartenvrouw`, `herzdame`."""
    entries = lexicon(lang)
    suits = {form[0]: value for form, (kind, value) in entries.items() if kind == "suit" and len(form[0]) > 2}
    ranks = {form[0]: value for form, (kind, value) in entries.items() if kind == "rank" and len(form[0]) > 1}
    return {suit + rank: (letter, value) for suit, letter in suits.items() for rank, value in ranks.items()}


def signs(line: str, lang: str) -> list[Sign]:
    """The signs of a line in their order; a word that is not known has the kind `unknown`."""
    words = [(plain(found.group()), found.start(), found.end()) for found in _WORD.finditer(line[:MOST])]
    entries = lexicon(lang)
    made: list[Sign] = []
    at = 0
    while at < len(words):
        word, start, end = words[at]
        size = next(
            (
                size
                for size in range(min(_LONGEST, len(words) - at), 0, -1)
                if tuple(one for one, _, _ in words[at : at + size]) in entries
            ),
            0,
        )
        if word == "as" and made and made[-1].kind == "card":
            size = 0  # after other cards in notation it is the ace of spades
        if size:
            kind, value = entries[tuple(one for one, _, _ in words[at : at + size])]
            made.append(Sign(kind, value, start, words[at + size - 1][2]))
            at += size
            continue
        made += _single(word, line[start:end], start, end, lang)
        at += 1
    return made


def _single(word: str, written: str, start: int, end: int, lang: str) -> list[Sign]:
    if word.isdigit():
        return [Sign("number", str(int(word[:4])) if word.isascii() else "100", start, end)]
    if word in ";.!?,:":
        return [Sign({",": "sep", ":": "sep"}.get(word, "stop"), word, start, end)]
    if word == "*":
        return [Sign("joker", "", start, end)]
    if word in compounds(lang):
        suit, rank = compounds(lang)[word]
        return [Sign("suit", suit, start, end), Sign("rank", rank, start, end)]
    try:
        card = Card.parse(written if written[:1] == "*" else written[:-1].upper() + written[-1:].lower())
    except NotationError:
        return [Sign("unknown", written, start, end)]
    return [Sign("card", str(card), start, end)]


def closest(word: str, lang: str) -> str | None:
    """The one word of the language that differs from this one by a single slip; None where none or several do.

    >>> closest("gren", "en"), closest("xylophone", "en")
    ('green', None)
    """
    word = plain(word)
    if not 3 <= len(word) <= 20:
        return None
    known = {part for form in lexicon(lang) for part in form if len(part) > 2} | set(compounds(lang))
    near = [other for other in known if abs(len(other) - len(word)) < 2 and _one_slip(word, other)]
    first = [other for other in near if other[0] == word[0]] or near
    cards = [other for other in first if lexicon(lang).get((other,), ("", ""))[0] in ("suit", "rank", "part")] or first
    meanings = {lexicon(lang).get((other,), (other, "")) for other in cards}
    return min(cards) if len(meanings) == 1 else None


def _one_slip(one: str, two: str) -> bool:
    """Whether one letter more, less, other, or two neighbours changed over make the words equal."""
    head = next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    rest, other = one[head:], two[head:]
    if rest[1:] == other[1:] or rest[1:] == other or rest == other[1:]:
        return True
    return rest[:2] == other[1::-1] and rest[2:] == other[2:]
