"""The order of the cards of a hand: a matter of who holds it, not of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from rummy_lab.core.cards import Card
from rummy_lab.core.rules import RuleSet
from rummy_lab.search.layouts import best_layout

Order = Literal["none", "suit", "rank", "melds"]
ORDERS: Final[tuple[Order, ...]] = ("suit", "rank", "melds")


def sorted_hand(ids: Sequence[str], cards: Mapping[str, Card | None], rules: RuleSet, order: Order) -> tuple[str, ...]:
    """The ids of a hand in this order, cards that are not known last.

    >>> from rummy_lab.games import SCHMIDT
    >>> hand = {"a": Card("7b"), "b": Card("3r"), "c": Card("7r"), "d": Card("5r"), "e": Card("*"), "f": Card("7g")}
    >>> "".join(sorted_hand("abcdef", hand, SCHMIDT, "suit")), "".join(sorted_hand("abcdef", hand, SCHMIDT, "rank"))
    ('bdcfae', 'bdcfae')
    >>> "".join(sorted_hand("abcdef", hand, SCHMIDT, "melds"))
    'bedcfa'
    """
    if order == "none":
        return tuple(ids)
    if order == "melds":
        return _by_melds(ids, cards, rules)
    return tuple(sorted(ids, key=lambda one: _key(cards[one], rules, by_rank=order == "rank")))


def _key(card: Card | None, rules: RuleSet, *, by_rank: bool) -> tuple[int, ...]:
    if card is None:
        return (2, 0, 0)
    if card.joker:
        return (1, card.code, 0)
    high = card.rank == 1 and rules.pack.ace != "low"
    rank, suit = (rules.top + 1 if high else card.rank), rules.pack.suits.find(card.suit)
    return (0, rank, suit) if by_rank else (0, suit, rank)


def _by_melds(ids: Sequence[str], cards: Mapping[str, Card | None], rules: RuleSet) -> tuple[str, ...]:
    left = list(sorted_hand(ids, cards, rules, "suit"))
    held = [card for one in left if (card := cards[one]) is not None]
    together: list[str] = []
    for meld in best_layout(rules, held):
        for slot in meld.slots:
            found = next(one for one in left if cards[one] is slot or (slot.joker and _bare(cards[one])))
            left.remove(found)
            together.append(found)
    return (*together, *left)


def _bare(card: Card | None) -> bool:
    return card is not None and card.bare
