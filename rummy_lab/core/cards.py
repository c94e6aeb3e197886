"""Cards and jokers of both packs, and their text.

A card is one small interned object: `Card.parse("4r") is Card.parse("4r")`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, final

from rummy_lab.core.errors import NotationError, Phrase
from rummy_lab.core.frozen import Frozen

NUMBERED: Final = "rygb"
FRENCH: Final = "cdhs"
LETTERS: Final = {1: "A", 11: "J", 12: "Q", 13: "K"}
_RANK_OF_LETTER: Final = {letter: rank for rank, letter in LETTERS.items()} | {"T": 10}
_SYMBOLS: Final = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
_CARD: Final = re.compile(r"(\*?)(\d{1,2}|[AJQKT])([rygbcdhs♣♦♥♠?])\Z")
_RANGE: Final = re.compile(r"(\d{1,2}|[AJQKT])([rygbcdhs♣♦♥♠])-(\d{1,2}|[AJQKT])([rygbcdhs♣♦♥♠])\Z")


@final
class Card(Frozen):
    """A natural (`4r`, `Qs`), a joker in hand (`*`) or a joker that stands for a card (`*4b`, `*10?`).

    Made from its text by `Card.parse`.

    Attributes:
        suit: `r y g b` or `c d h s`; empty for `*` and for a joker in a set.
        rank: 1 to 13, the ace is 1; 0 for `*`.
        joker: whether it is a joker.
        suits: the four suits of its pack, in pack order; empty where the text does not tell (`*`, `*10?`).
        text: its notation, what `str` gives.
        code: place in pack order, clubs or red first, jokers after all naturals; a sorting key.

    Source: S-1 to S-5, S-15, R-1, R-3.

    >>> Card.parse("Th"), Card.parse("*K?"), Card.parse("*").joker
    (10h, *K?, True)
    """

    __slots__ = ("code", "joker", "rank", "suit", "suits", "text")

    suit: str
    rank: int
    joker: bool
    suits: str
    code: int
    text: str

    def __new__(cls, text: str) -> Card:
        """The card with this text (the same object each time)."""
        return cls.parse(text)

    @staticmethod
    def parse(text: str) -> Card:
        """Read a card from its `text`; raises NotationError."""
        card = _CARDS.get(text)
        if card is None:
            card = _read(text)
        return card

    @property
    def bare(self) -> bool:
        """Whether it is a joker that stands for nothing yet."""
        return self.joker and not self.rank

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.text,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def __lt__(self, other: Card) -> bool:
        return self.code < other.code


def _rank_text(rank: int, french: bool) -> str:
    return LETTERS.get(rank, str(rank)) if french else str(rank)


def _make(suit: str, rank: int, joker: bool, suits: str, code: int) -> Card:
    card = object.__new__(Card)
    shown = _rank_text(rank, suits == FRENCH) if rank else ""
    text = ("*" if joker else "") + shown + (suit or ("?" if rank else ""))
    values = {"suit": suit, "rank": rank, "joker": joker, "suits": suits, "code": code, "text": text}
    for name, value in values.items():
        object.__setattr__(card, name, value)
    return _CARDS.setdefault(text, card)


_CARDS: dict[str, Card] = {}
JOKER: Final = _make("", 0, True, "", 200)
for _suits in (NUMBERED, FRENCH):
    for _at, _suit in enumerate(_suits):
        for _rank in range(1, 14):
            _make(_suit, _rank, False, _suits, 13 * _at + _rank - 1)
            _make(_suit, _rank, True, _suits, 13 * _at + _rank - 1 + 60)
    for _rank in range(1, 14):
        _make("", _rank, True, _suits if _rank in LETTERS else "", 120 + _rank)


def natural(rank: int, suit: str) -> Card:
    """The natural of a rank (1 to 13) and a suit letter."""
    return _NATURALS[suit][rank]


def joker_as(card: Card) -> Card:
    """A joker that stands for this natural: `6r` gives `*6r`."""
    return _CARDS["*" + str(card)]


def joker_in_set(rank: int, suits: str) -> Card:
    """A joker in a set of this rank, suit open: `*8?`, `*K?`."""
    return _CARDS["*" + _rank_text(rank, suits == FRENCH) + "?"]


def card_of(joker: Card) -> Card:
    """The natural that a joker in a run stands for."""
    return _NATURALS[joker.suit][joker.rank]


_NATURALS: Final = {
    suit: [JOKER, *(_CARDS[_rank_text(rank, suit in FRENCH) + suit] for rank in range(1, 14))]
    for suit in NUMBERED + FRENCH
}


def _read(text: str) -> Card:
    found = _CARD.match(text)
    if found is None:
        raise NotationError(
            text, 0, Phrase("{word} is no card; write a rank and a suit letter, as 4r, 10h or *4b", word=repr(text))
        )
    star, rank_text, suit = found.groups()
    suit = _SYMBOLS.get(suit, suit)
    rank = _RANK_OF_LETTER.get(rank_text) or int(rank_text)
    if not 1 <= rank <= 13:
        raise NotationError(text, 0, Phrase("{word} is no card; ranks go from 1 to 13", word=repr(text)))
    if suit == "?":
        if not star:
            raise NotationError(
                text, 0, Phrase("{word} is no card; only a joker leaves its suit open, as *8?", word=repr(text))
            )
        return joker_in_set(rank, FRENCH if rank_text in _RANK_OF_LETTER else NUMBERED)
    if rank_text in LETTERS.values() and suit in NUMBERED:
        raise NotationError(
            text, 0, Phrase("{word} is no card; the suits r y g b carry the numbers 1 to 13", word=repr(text))
        )
    card = natural(rank, suit)
    return joker_as(card) if star else card


MOST_CARDS: Final = 4 * 4 * 13 + 6
"""The cards of the largest pack there is; no text has more."""


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks; `4r-8r` is the run from 4r to 8r.

    >>> read_cards("4r-6r *")
    (4r, 5r, 6r, *)
    """
    cards: list[Card] = []
    for found in re.finditer(r"\S+", text):
        word = found.group()
        try:
            cards += _read_range(word) if "-" in word else [Card.parse(word)]
        except NotationError as fault:
            raise fault.within(text, found.start()) from None
        if len(cards) > MOST_CARDS:
            raise NotationError(
                text,
                found.start(),
                Phrase("more than {most} cards, which no pack has; leave some out", most=MOST_CARDS),
            )
    return tuple(cards)


def _read_range(word: str) -> list[Card]:
    found = _RANGE.match(word)
    if found is None:
        raise NotationError(word, 0, Phrase("{word} is no row of cards; write it as 4r-8r", word=repr(word)))
    low, high = Card.parse(found[1] + found[2]), Card.parse(found[3] + found[4])
    first, last = low.rank, high.rank
    if last == 1 and low.suits == FRENCH:
        last = 14
    if low.suit != high.suit or first >= last:
        raise NotationError(
            word, 0, Phrase("{word} is no row of cards; both ends need one suit, the lower one first", word=repr(word))
        )
    return [natural((rank - 1) % 13 + 1, low.suit) for rank in range(first, last + 1)]


def write_cards(cards: Iterable[Card]) -> str:
    """The text of cards, separated by blanks."""
    return " ".join(map(str, cards))


def sort_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards in pack order, jokers last."""
    return tuple(sorted(cards, key=lambda card: card.code))


def without(cards: Iterable[Card], gone: Iterable[Card]) -> tuple[Card, ...] | None:
    """`cards` less one copy of each of `gone`, order kept; None where one is not there."""
    left = list(cards)
    for card in gone:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)
