"""What a `value` step counts, and what comes out for somebody who counts in one of the usual wrong ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.melds import Meld, card_points
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.scoring import card_penalty
from rummy_lab.lessons.steps import Step

_Count = Callable[[Card, int, RuleSet], int]


def _joker_as(points: int) -> _Count:
    return lambda card, worth, _: points if card.joker else worth


def _ace_as(points: int) -> _Count:
    return lambda card, worth, _: points if card.rank == 1 else worth


# What a card is taken to be worth, from the card, what it is worth and the rules.
_COUNTS: Final[Mapping[str, _Count]] = {
    "cards": lambda *_: 1,
    "nothing": lambda *_: 0,
    "joker-as-0": _joker_as(0),
    "joker-as-25": _joker_as(25),
    "joker-as-in-hand": lambda card, worth, rules: card_penalty(JOKER, rules) if card.joker else worth,
    "ace-as-1": _ace_as(1),
    "ace-as-10": _ace_as(10),
    "pictures-in-order": lambda card, worth, _: card.rank if 11 <= card.rank <= 13 else worth,
    "high-as-10": lambda _, worth, __: min(worth, 10),
}
MISCOUNTS: Final = tuple(_COUNTS)
"""The wrong ways: every card is 1; all is for nothing; a joker counts so much, or in a meld as if it were left in a
hand; an ace counts so much; jack, queen and king count 11, 12 and 13; nothing counts more than 10."""


def points_of(step: Step) -> int:
    """What a `value` step counts: its meld, or the hand of the seat to move."""
    return sum(worth for _, worth in _worths(step))


def miscounted(step: Step, way: str) -> int:
    """What comes out in one of the wrong ways, see MISCOUNTS.

    >>> from rummy_lab.lessons.catalogue import lesson
    >>> step = next(step for step in lesson("schmidt/joker-set").steps if step.kind == "value")
    >>> str(step.meld), points_of(step), miscounted(step, "joker-as-in-hand"), miscounted(step, "cards")
    ('[5r 6r *7r]', 18, 36, 3)
    """
    count = _COUNTS[way]
    return sum(count(card, worth, step.rules) for card, worth in _worths(step))


def points_by_card(meld: Meld, rules: RuleSet) -> list[int]:
    """What each card of a meld adds; only for the first one its place matters, where it is an ace."""
    others = [card_points(card, rules) for card in meld.slots[1:]]
    return [meld.points(rules) - sum(others), *others]


def _worths(step: Step) -> list[tuple[Card, int]]:
    """Each card with what it is worth."""
    rules = step.rules
    if step.meld is not None:
        return list(zip(step.meld.slots, points_by_card(step.meld, rules), strict=True))
    assert step.position is not None
    hand = step.position.hands[step.position.seat] or ()
    return [(card or JOKER, card_penalty(card or JOKER, rules)) for card in hand]
