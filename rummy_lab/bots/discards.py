"""Which card to throw away: whole numbers and fixed tie-breaks only."""

from __future__ import annotations

from collections.abc import Sequence

from rummy_lab.core.cards import Card
from rummy_lab.core.rules import RuleSet
from rummy_lab.search import best_layout, card_penalty


def links(rules: RuleSet, card: Card, hand: Sequence[Card]) -> int:
    """How many different cards of the hand could lie in one meld with this card, jokers left out."""
    return sum(_linked(rules, card, other) for other in dict.fromkeys(hand) if not other.joker)


def _linked(rules: RuleSet, one: Card, two: Card) -> bool:
    if one.rank == two.rank:
        return one.suit != two.suit
    if one.suit != two.suit:
        return False
    gap, top = abs(one.rank - two.rank), rules.top
    # An ace touches the king where it may stand high; a run that goes round touches everywhere.
    ends = 1 in (one.rank, two.rank) and rules.pack.ace != "low"
    near = gap <= 2 and not (rules.pack.ace == "high" and 1 in (one.rank, two.rank))
    return near or ((rules.melds.wrap or ends) and top - gap <= 2)


def by_uselessness(rules: RuleSet, hand: Sequence[Card]) -> list[Card]:
    """The cards of the hand, the first to go first: no part of a meld, few links, dear; a joker comes last.

    >>> from rummy_lab.core.cards import read_cards
    >>> from rummy_lab.games import RUMMY40
    >>> by_uselessness(RUMMY40, read_cards("4h 5h 9s Kd Kc 2c 2d 2s"))[:2]
    [9s, Kc]
    """
    melded = {card for meld in best_layout(rules, hand) for card in meld.slots}

    def rank(card: Card) -> tuple[int, int, int, int]:
        return (card.joker + 0, int(card in melded), links(rules, card, hand), -card_penalty(card, rules))

    return sorted(dict.fromkeys(hand), key=lambda card: (*rank(card), card.code))
