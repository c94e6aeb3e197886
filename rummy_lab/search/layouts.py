"""Melds from loose cards alone: which there are, the best disjoint ones, and those that open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from rummy_lab.core.cards import JOKER, Card, sort_cards
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.steps import whole_melds
from rummy_lab.search.solver import Budget
from rummy_lab.search.worth import can_be_worth

Layout = tuple[Meld, ...]
_MANY: Final = 400
_LARGE: Final = 30
_STEPS: Final = 50_000
_NODES: Final = 2_000


@lru_cache(1 << 13)
def _melds(rules: RuleSet, cards: tuple[Card, ...]) -> Layout:
    return tuple(whole_melds(rules, cards))


def melds_of(rules: RuleSet, cards: Iterable[Card]) -> Layout:
    """Every legal meld that can be made of these cards, each once, in a fixed order.

    Of a large hand with several jokers those that hold at most two of them: there would be a hundred thousand.
    """
    hand = sort_cards(cards)
    jokers = sum(card is JOKER for card in hand)
    return _melds(rules, hand[: len(hand) - jokers + 2] if jokers > 2 and len(hand) > _LARGE else hand)


def faces(meld: Meld) -> Counter[Card]:
    """The cards of a meld as they lay in the hand: jokers bare."""
    return Counter(JOKER if card.joker else card for card in meld.slots)


def best_layout(rules: RuleSet, cards: Iterable[Card], need: int = 0, keep: int = 0) -> Layout:
    """Disjoint melds that lay the most cards, then the most points, and leave at least `keep` cards.

    With `need` points to reach, the dearest layout is taken where the longest one is too cheap; empty where no layout
    reaches them. Exact but for hands with so many melds (several jokers) that those with two jokers are left out.

    >>> from rummy_lab.core.cards import read_cards
    >>> from rummy_lab.games import SCHMIDT
    >>> best_layout(SCHMIDT, read_cards("3r-7r 6y 6b"))
    ([3r 4r 5r], [6r 6y 6b])
    """
    hand = sort_cards(cards)
    for by_points in (False, True):
        layout = _kept(rules, hand, by_points, keep)
        if _points_of(rules, layout) >= need:
            return layout
        if not need:
            break
    return ()


def _kept(rules: RuleSet, hand: tuple[Card, ...], by_points: bool, keep: int) -> Layout:
    layout = _best(rules, hand, by_points)
    if len(hand) - sum(map(len, layout)) >= keep or not layout:
        return layout
    options = [_kept(rules, _less(hand, card), by_points, keep - 1) for card in dict.fromkeys(hand)]
    return max(options, key=lambda option: _worth(rules, option, by_points))


def _points_of(rules: RuleSet, layout: Layout) -> int:
    return sum(meld.points(rules) for meld in layout)


def _less(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    at = hand.index(card)
    return (*hand[:at], *hand[at + 1 :])


def _worth(rules: RuleSet, layout: Layout, by_points: bool) -> tuple[int, int]:
    cards, points = sum(map(len, layout)), _points_of(rules, layout)
    return (points, cards) if by_points else (cards, points)


def _by_rank(card: Card) -> tuple[int, int]:
    """Rank by rank few melds are open at a time, so that few different rests of a hand are met; jokers last."""
    return card.rank or 99, card.code


@lru_cache(1 << 12)
def _best(rules: RuleSet, hand: tuple[Card, ...], by_points: bool) -> Layout:
    melds = melds_of(rules, hand)
    if len(melds) > _MANY:
        melds = tuple(meld for meld in melds if len(meld.jokers) < 2)
    hand = tuple(sorted(hand, key=_by_rank))
    by_card: dict[Card, list[tuple[Meld, Counter[Card]]]] = {}
    for meld in melds:
        need = faces(meld)
        by_card.setdefault(next(card for card in hand if card in need and not card.joker), []).append((meld, need))
    memo: dict[tuple[Card, ...], tuple[tuple[int, int], Layout]] = {}

    def best(left: tuple[Card, ...]) -> tuple[tuple[int, int], Layout]:
        """The best from cards of which the first is laid in a meld that begins with it, or not at all."""
        if not left:
            return (0, 0), ()
        if left in memo:
            return memo[left]
        first, rest = left[0], left[1:]
        found = best(rest)
        there = Counter(left)
        for meld, need in by_card.get(first, ()):
            if all(there[card] >= count for card, count in need.items()):
                others = list(left)
                for card in need.elements():
                    others.remove(card)
                (one, two), layout = best(tuple(others))
                cards, points = len(meld), meld.points(rules)
                worth = (one + points, two + cards) if by_points else (one + cards, two + points)
                if worth > found[0]:
                    found = (worth, (meld, *layout))
        memo[left] = found
        return found

    return best(hand)[1]


def _may_reach(rules: RuleSet, hand: tuple[Card, ...], need: int) -> bool:
    """Whether the melds of a hand may be worth so many points, as far as that is soon known."""
    if len(hand) > _LARGE:
        return can_be_worth(rules, hand, need, Budget(_NODES)) is not False
    return len(melds_of(rules, hand)) > _MANY or _points_of(rules, _best(rules, hand, True)) >= need


def openings(rules: RuleSet, cards: Iterable[Card], need: int) -> Iterator[Layout]:
    """Disjoint melds worth at least `need` points, of which none could be left out last; dearest melds first.

    Those that are met within a bounded number of steps: of a large hand there are far more.
    """
    hand = sort_cards(cards)
    if need > 0 and not _may_reach(rules, hand, need):
        return
    melds = sorted(melds_of(rules, hand), key=lambda meld: -meld.points(rules))
    wanted = [(meld, faces(meld), meld.points(rules)) for meld in melds]
    steps = iter(range(_STEPS))

    def combine(at: int, left: Counter[Card], lacking: int, chosen: Layout) -> Iterator[Layout]:
        for place in range(at, len(wanted)):
            if next(steps, None) is None:
                return
            meld, need, points = wanted[place]
            if all(left[card] >= count for card, count in need.items()):
                if points >= lacking:
                    yield (*chosen, meld)
                else:
                    # The same place again: a meld may be there twice.
                    yield from combine(place, left - need, lacking - points, (*chosen, meld))

    yield from combine(0, Counter(hand), need, ())
