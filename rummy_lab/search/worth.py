"""Whether the melds of a hand can be worth enough: a question that is easier than which melds are worth most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.melds import card_points
from rummy_lab.core.rules import RuleSet
from rummy_lab.search.arranging import relaxed_points
from rummy_lab.search.general import Pool, Search, Start, dearest, weights
from rummy_lab.search.solver import Budget, OutOfNodes


def can_be_worth(rules: RuleSet, hand: Sequence[Card], need: int, budget: Budget | None = None) -> bool | None:
    """Whether disjoint melds of these cards can be worth so many points; None where the budget does not tell.

    >>> from rummy_lab.core.cards import read_cards
    >>> from rummy_lab.games import SCHMIDT
    >>> [can_be_worth(SCHMIDT, read_cards("9r 9y 9g 2b * * *"), points) for points in (57, 58)]
    [True, False]
    """
    try:
        bound = relaxed_points(rules, tuple(hand), budget)
        if bound is not None:
            points, met = bound
            if met or points < need:
                return points >= need
        return _found(rules, hand, need, budget)
    except OutOfNodes:
        return None


def _found(rules: RuleSet, hand: Sequence[Card], need: int, budget: Budget | None) -> bool:
    """Whether no more is lost than may be: the bound of the search over melds is there from the start."""
    cards = Counter(card for card in hand if not card.joker)
    jokers = sum(card.joker for card in hand)
    pool = Pool(rules, cards, Counter(), jokers, points=True, nodes=budget)
    search = Search(pool, cards, jokers, weights(rules, Counter({**cards, JOKER: jokers}), "points"), budget)
    most = sum(card_points(card, rules) for card in cards.elements()) + jokers * dearest(rules) - need
    return most >= 0 and search.solve(Start(pool.start), most) <= most
