"""What a hand waits for: cards not seen yet, and what each card of the hand is good for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from rummy_lab.core.cards import JOKER, Card, natural
from rummy_lab.core.chance import card_with_number, pack_numbers
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.search import best_layout, hand_of, need_to_open
from rummy_lab.search.fits import additions, is_legal


def unseen(state: State) -> Counter[Card]:
    """How many of each card the mover cannot see: those of the other hands and of the stock.

    >>> from rummy_lab.core.referee import position
    >>> left = unseen(position("schmidt; table [6r 7r 8r]; hand A+ 6r *; hand B 1y; turn A"))
    >>> left[Card("6r")], left[Card("7r")], left[Card("*")]
    (0, 1, 1)
    """
    left = Counter(_pack(state.rules))
    lying = [JOKER if card.joker else card for meld in state.table for card in meld.slots]
    left.subtract((*lying, *hand_of(state), *(JOKER if card.joker else card for card in state.pile or ())))
    return left


@lru_cache(64)
def _pack(rules: RuleSet) -> Counter[Card]:
    return Counter(card_with_number(number, rules.pack.suits) for number in pack_numbers(rules))


@lru_cache(1 << 14)
def completing(rules: RuleSet, one: Card, two: Card) -> tuple[Card, ...]:
    """The naturals that make these two naturals three of a kind or three in a row; also where a meld takes more.

    >>> from rummy_lab.games import RUMMY40
    >>> completing(RUMMY40, Card("Qh"), Card("Kh")), completing(RUMMY40, Card("5c"), Card("5d"))
    ((Ah, Jh), (5h, 5s))
    """
    if one.rank == two.rank:
        tried = [natural(one.rank, suit) for suit in rules.pack.suits if suit not in (one.suit, two.suit)]
        return tuple(tried) if one.suit != two.suit else ()
    near = abs(one.rank - two.rank)
    if one.suit != two.suit or min(near, rules.top - near) > 2:
        return ()
    others = [natural(rank, one.suit) for rank in range(1, rules.top + 1) if rank not in (one.rank, two.rank)]
    short = _short_runs(rules)
    return tuple(card for card in others if is_legal(short, Meld.of((one, two, card), rules.top).slots))


@lru_cache(64)
def _short_runs(rules: RuleSet) -> RuleSet:
    return rules.vary(melds__min_run=3)


@lru_cache(1 << 12)
def _partners(rules: RuleSet, card: Card) -> tuple[Card, ...]:
    return tuple(other for other in _pack(rules) if not other.joker and completing(rules, card, other))


def usefulness(rules: RuleSet, card: Card, left: Counter[Card]) -> int:
    """How many cards not seen could lie beside this one: the more there are, the likelier another hand holds some."""
    return sum(left[other] for other in _partners(rules, card))


def losses(state: State, left: Counter[Card]) -> dict[Card, int]:
    """For each natural of the hand that its melds do not need: how many cards not seen would be of no use without it.

    A card not seen is of use if it makes a meld with two others, or fits the table so that another goes along.

    >>> from rummy_lab.core.referee import position
    >>> here = position("rummy40; hand A 4h 5h 9s 9d Kc; pile 6h; turn A drew")
    >>> losses(here, unseen(here))
    {Kc: 0, 9d: 4, 4h: 3, 5h: 3, 9s: 4}
    """
    rules = state.rules
    naturals = [card for card in hand_of(state) if not card.joker]
    spare = Counter(naturals)
    for meld in best_layout(rules, naturals):
        spare.subtract(meld.slots)
    free = [card for card in spare if spare[card] > 0]
    needed: dict[Card, set[Card]] = {}
    for out, by in _outs(state, free):
        if left[out] > 0:
            needed[out] = by if out not in needed else needed[out] & by
    lost = dict.fromkeys(free, 0)
    for out, by in needed.items():
        for card in by:
            lost[card] += left[out]
    return lost


def _outs(state: State, free: Iterable[Card]) -> Iterator[tuple[Card, set[Card]]]:
    """Each card that would be of use, with the cards of the hand that it would be of use to."""
    rules = state.rules
    for one, two in combinations(free, 2):
        for out in completing(rules, one, two):
            yield out, {one, two}
    if rules.table.mode == "none" or need_to_open(state) is not None:
        return
    for meld in state.table:
        for out in additions(rules, meld):
            if not out.joker:
                longer = additions(rules, Meld.of((*meld.slots, out), rules.top))
                for card in free:
                    if card in longer:
                        yield out, {card}
