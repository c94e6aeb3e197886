"""What may be added to a meld as it lies, where melds only grow (R-19)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rummy_lab.core.cards import JOKER, Card, joker_as, joker_in_set, natural
from rummy_lab.core.judge import is_set_like, judge_meld, settled
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet


def additions(rules: RuleSet, meld: Meld, cards: Iterable[Card]) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """What may be added to a meld as it lies, by end: 0 below a run or to a set, 1 above a run (R-19)."""
    there = Counter(cards)
    if is_set_like(meld.slots):
        rank = meld.slots[0].rank
        for suit in rules.pack.suits:
            card = natural(rank, suit)
            if there[card] and not judge_meld(rules, settled(rules, (*meld.slots, card))):
                yield 0, (card,)
        return
    for end in (0, 1):
        rows: list[tuple[Card, ...]] = [()]
        for card in _beyond(rules, meld, end):
            slots = ([card] if there[card] else []) + ([joker_as(card)] if there[JOKER] else [])
            rows = [(*row, slot) for row in rows for slot in slots if _affordable((*row, slot), there)]
            for row in rows:
                grown = (*reversed(row), *meld.slots) if end == 0 else (*meld.slots, *row)
                if not judge_meld(rules, Meld(grown)):
                    yield end, row


def _affordable(row: tuple[Card, ...], there: Counter[Card]) -> bool:
    return sum(card.joker for card in row) <= there[JOKER]


def _beyond(rules: RuleSet, meld: Meld, end: int) -> Iterator[Card]:
    """The cards that go on from an end of a run, as far as the run stays legal with them."""
    slots = meld.slots
    suit = slots[0].suit
    while True:
        edge = slots[0] if end == 0 else slots[-1]
        rank = (edge.rank - 2) % rules.top + 1 if end == 0 else edge.rank % rules.top + 1
        card = natural(rank, suit)
        slots = (card, *slots) if end == 0 else (*slots, card)
        if len(slots) > rules.top or any(fault.code != "TOO_MANY_JOKERS" for fault in judge_meld(rules, Meld(slots))):
            return
        yield card


def joker_room(rules: RuleSet, meld: Meld, end: int) -> int:
    """How many jokers one after the other an end of a meld takes."""
    count = 0
    while joker_cards(rules, meld, end, count + 1):
        count += 1
    return count


def joker_cards(rules: RuleSet, meld: Meld, end: int, count: int) -> tuple[Card, ...]:
    """That many jokers added to an end of a meld, with what they stand for; empty where they do not fit."""
    if is_set_like(meld.slots):
        joker = joker_in_set(meld.slots[0].rank, rules.pack.suits)
        named = settled(rules, (*meld.slots, *[joker] * count))
        fits = end == 0 and not judge_meld(rules, named)
        return tuple((Counter(named.slots) - Counter(meld.slots)).elements()) if fits else ()
    row = tuple(joker_as(card) for card, _ in zip(_beyond(rules, meld, end), range(count), strict=False))
    grown = (*reversed(row), *meld.slots) if end == 0 else (*meld.slots, *row)
    return row if len(row) == count and not judge_meld(rules, Meld(grown)) else ()


def added_points(rules: RuleSet, meld: Meld, end: int, cards: tuple[Card, ...]) -> int:
    """By how much a meld is worth more with these cards at this end, in points."""
    below = end == 0 and not is_set_like(meld.slots)
    grown = (*reversed(cards), *meld.slots) if below else (*meld.slots, *cards)
    return Meld(grown).points(rules) - meld.points(rules)
