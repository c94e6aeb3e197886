"""A kind of move: what an anticipated wrong turn holds, or does not hold, in whatever order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rummy_lab.core.cards import JOKER, Card, read_cards, write_cards
from rummy_lab.core.errors import NotationError, Phrase
from rummy_lab.core.moves import Move, Turn

_WITH_CARDS: Final = ("meld", "layoff", "pull", "swap", "discard")
_ALONE: Final = ("draw", "take", "end", "pass")


@dataclass(frozen=True, slots=True)
class Act:
    """The word a move begins with, and cards that are among its own.

    `split`, `join` and `arrange` are none: what they come to is seen on the table.

    >>> drawn, thrown = acts("draw; discard 5r")
    >>> drawn.in_turn(Turn.parse("draw 7g; discard 5r")), thrown.in_turn(Turn.parse("draw; discard 7g"))
    (True, False)
    """

    verb: str
    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return f"{self.verb} {write_cards(self.cards)}".rstrip()

    def in_turn(self, turn: Turn) -> bool:
        """Whether a move of the turn is of this kind."""
        return any(move.verb == self.verb and _faces(self.cards) <= _faces(_cards(move)) for move in turn)


def acts(text: str) -> tuple[Act, ...]:
    """Kinds of moves, separated by semicolons as in a turn: `draw; discard 5r`; raises NotationError."""
    found: list[Act] = []
    for part in text.split(";"):
        verb, _, cards = part.strip().partition(" ")
        if verb not in (*_ALONE, *_WITH_CARDS) or (cards and verb in _ALONE):
            raise NotationError(
                text, text.find(part.strip()),
                Phrase(
                    "{act} is no kind of move; there are {alone}, and with cards or without {with_cards}",
                    act=repr(part.strip()), alone=", ".join(_ALONE), with_cards=", ".join(_WITH_CARDS),
                ),
            )  # fmt: skip
        found.append(Act(verb, read_cards(cards)))
    return tuple(found)


def write_acts(those: Iterable[Act]) -> str:
    """The text that `acts` reads."""
    return "; ".join(map(str, those))


def _cards(move: Move) -> tuple[Card, ...]:
    """The cards of a move that always names its own."""
    card = getattr(move, "card", None)
    return (card,) if card is not None else getattr(move, "cards", ())


def _faces(cards: Iterable[Card]) -> Counter[Card]:
    return Counter(JOKER if card.joker else card for card in cards)
