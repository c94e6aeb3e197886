"""The melds of a rule set for the general search, by asking the judge about shapes instead of about every meld.

Whether a run is legal is taken to depend on its ranks and, apart from them, on where its jokers stand: each is asked
once. Runs that can be cut in two legal ones of the same worth are left out unless they are asked for: whatever lies can
then lie in the pieces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations

from rummy_lab.core.cards import Card, joker_as, joker_in_set, natural
from rummy_lab.core.jokers import Anchor
from rummy_lab.core.judge import is_set_like, judge_meld
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet


def _ranks(rules: RuleSet, first: int, length: int) -> list[int]:
    return [(first + step - 1) % rules.top + 1 for step in range(length)]


def _run(rules: RuleSet, suit: str, ranks: list[int], mask: int = 0) -> Meld:
    cards = [natural(rank, suit) for rank in ranks]
    return Meld.of((joker_as(card) if mask >> at & 1 else card for at, card in enumerate(cards)), rules.top)


@cache
def _rows(rules: RuleSet) -> dict[tuple[int, int], int]:
    """Every run as its first rank and its length, with its points."""
    suit, found = rules.pack.suits[0], dict[tuple[int, int], int]()
    for length in range(1, rules.top + 1):
        for first in range(1, rules.top + 1):
            meld = _run(rules, suit, _ranks(rules, first, length))
            # A whole suit is one row wherever it is begun; its canonical order says where.
            if meld.slots[0].rank == first and not judge_meld(rules, meld):
                found[first, length] = meld.points(rules)
    return found


@cache
def _masks(rules: RuleSet, length: int, jokers: int) -> tuple[int, ...]:
    """Where jokers may stand in a run of this length, as bits, few jokers first."""
    first = next((first for first, size in _rows(rules) if size == length), 0)
    if not first:
        return ()
    suit, ranks = rules.pack.suits[0], _ranks(rules, first, length)
    masks = [
        sum(1 << at for at in places) for wild in range(jokers + 1) for places in combinations(range(length), wild)
    ]
    return tuple(mask for mask in masks if not judge_meld(rules, _run(rules, suit, ranks, mask)))


@cache
def _uncut(rules: RuleSet, first: int, length: int, jokers: int) -> tuple[int, ...]:
    """The masks of a run that cannot be cut in two legal runs of the same worth."""
    rows, masks = _rows(rules), _masks(rules, length, jokers)
    for cut in range(1, length):
        lower, upper = (first, cut), (_ranks(rules, first, cut + 1)[-1], length - cut)
        if lower in rows and upper in rows and rows[lower] + rows[upper] == rows[first, length]:
            low, high = frozenset(_masks(rules, cut, jokers)), frozenset(_masks(rules, length - cut, jokers))
            masks = tuple(mask for mask in masks if mask & (1 << cut) - 1 not in low or mask >> cut not in high)
    return masks


@cache
def _set_sizes(rules: RuleSet, jokers: int) -> tuple[tuple[int, int], ...]:
    """Naturals and jokers of every set."""
    suits, rank = rules.pack.suits, 2
    found: list[tuple[int, int]] = []
    for size in rules.melds.set_sizes:
        for wild in range(min(jokers, size - 1) + 1):
            cards = [natural(rank, suit) for suit in suits[:size]]
            named = [*cards[wild:], *(_set_joker(rules, card) for card in cards[:wild])]
            if not judge_meld(rules, Meld.of(named, rules.top)):
                found.append((size - wild, wild))
    return tuple(found)


def _set_joker(rules: RuleSet, card: Card) -> Card:
    named = rules.joker.set_release == "declared"
    return joker_as(card) if named else joker_in_set(card.rank, rules.pack.suits)


def all_melds(rules: RuleSet, cards: Counter[Card], jokers: int, *, whole: bool = False) -> Iterator[Meld]:
    """Every meld of these naturals and at most so many jokers, in a fixed order; `whole`: also runs that can be cut."""
    for first, length in _rows(rules):
        ranks = _ranks(rules, first, length)
        masks = _masks(rules, length, jokers) if whole else _uncut(rules, first, length, jokers)
        for suit in rules.pack.suits:
            absent = sum(1 << at for at, rank in enumerate(ranks) if not cards[natural(rank, suit)])
            if absent.bit_count() <= jokers:
                yield from (_run(rules, suit, ranks, mask) for mask in masks if mask & absent == absent)
    for rank in range(1, rules.top + 1):
        there = [card for suit in rules.pack.suits if cards[card := natural(rank, suit)]]
        for naturals, wild in _set_sizes(rules, jokers):
            for chosen in combinations(there, naturals):
                yield from _with_jokers(rules, rank, chosen, wild)


def _with_jokers(rules: RuleSet, rank: int, chosen: tuple[Card, ...], wild: int) -> Iterator[Meld]:
    if rules.joker.set_release != "declared" or not wild:
        yield Meld.of((*chosen, *[joker_in_set(rank, rules.pack.suits)] * wild), rules.top)
        return
    rest = [card for suit in rules.pack.suits if (card := natural(rank, suit)) not in chosen]
    for stands in combinations(rest, wild):
        yield Meld.of((*chosen, *map(joker_as, stands)), rules.top)


def anchors(meld: Meld) -> Counter[Anchor]:
    """What the jokers of a meld are bound to."""
    return Counter((is_set_like(meld.slots), joker) for joker in meld.jokers)
