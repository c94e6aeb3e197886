"""How many hands hold no meld: exact for every rule set, rank by rank, all hands at once.

One meld is in one suit or of one rank. A suit is known by the parts of runs that the ranks to come could still finish,
which is the least automaton there is; and of one rank fewer suits may be there than make a set.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from math import comb
from typing import Final

from rummy_lab.core.cards import JOKER, joker_as, natural
from rummy_lab.core.judge import is_set_like, judge_meld, readings
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet

# Ranks as bits, the lowest of the ranks to come first.
Ranks = int
# What would finish a run: sets of ranks of which none holds another.
Lacking = frozenset[Ranks]
_NO_SET: Final = 5


def _least(wanted: set[Ranks]) -> Lacking:
    return frozenset(one for one in wanted if not any(other & one == other != one for other in wanted))


def _rows(rules: RuleSet) -> list[list[int]]:
    """The ranks in the orders that a run may follow, going round where it may."""
    ranks = list(range(1, rules.top + 1))
    if rules.melds.wrap:
        return [ranks[at:] + ranks[:at] for at in range(rules.top)]
    rows = {"low": [ranks], "high": [[*ranks[1:], 1]], "both": [ranks, [*ranks[1:], 1]]}
    return rows[rules.pack.ace]


@cache
def runs_wanted(rules: RuleSet, jokers: int) -> Lacking:
    """The least sets of ranks of one suit that are a run together with some of these jokers.

    The referee is asked. Twice the shortest run can be cut in two of which one is a run, so longer ones add nothing.
    """
    suit, least = rules.pack.suits[0], rules.melds.min_run
    wanted: set[Ranks] = set()
    asked: set[tuple[int, ...]] = set()
    for row in _rows(rules):
        for size in range(least, min(2 * least, len(row) + 1)):
            for first in range(len(row) - size + 1):
                ranks = tuple(row[first : first + size])
                if ranks not in asked:
                    asked.add(ranks)
                    wanted |= _naturals(rules, ranks, suit, jokers)
    return _least(wanted)


def _naturals(rules: RuleSet, ranks: tuple[int, ...], suit: str, jokers: int) -> set[Ranks]:
    cards = [natural(rank, suit) for rank in ranks]
    found: set[Ranks] = set()
    for wild in range(min(jokers, len(cards) - 1) + 1):
        for places in combinations(range(len(cards)), wild):
            slots = [joker_as(card) if at in places else card for at, card in enumerate(cards)]
            if not judge_meld(rules, Meld.of(slots, rules.top)):
                found.add(sum(1 << rank - 1 for at, rank in enumerate(ranks) if at not in places))
    return found


@cache
def suits_for_a_set(rules: RuleSet, jokers: int) -> int:
    """How many suits of a rank make a set with some of these jokers; 5 where none do."""
    suits = rules.pack.suits
    for count in (1, 2, 3, 4):
        naturals = [natural(2, suit) for suit in suits[:count]]
        for wild in range(min(jokers, 4 - count) + 1):
            if any(is_set_like(meld.slots) for meld in readings(rules, [*naturals, *[JOKER] * wild])):
                return count
    return _NO_SET


def without_meld(rules: RuleSet, jokers: int, most: int, *, sets: bool = True, runs: bool = True) -> list[int]:
    """How many hands of these jokers and 0, 1, ... `most` naturals hold no meld, cards of a kind told apart.

    `sets`, `runs`: whether these kinds of melds count.
    """
    wanted = runs_wanted(rules, jokers) if runs else frozenset[Ranks]()
    suits = suits_for_a_set(rules, jokers) if sets else _NO_SET
    return list(_count(wanted, min(suits, _NO_SET), rules.pack.copies, rules.top, most))


@lru_cache(1 << 8)
def _count(wanted: Lacking, set_suits: int, copies: int, ranks: int, most: int) -> tuple[int, ...]:
    bits = 4 * copies * ranks + 1
    mask = (1 << bits * (most + 1)) - 1
    held = sum(comb(copies, count) << bits * count for count in range(1, min(copies, most) + 1))
    ways = [held**count & mask for count in range(min(set_suits, _NO_SET))]
    numbers: dict[Lacking, int] = {wanted: 0}
    states, steps = [wanted], list[tuple[int, int | None]]()
    reached: dict[tuple[int, ...], int] = {(0, 0, 0, 0): 1}
    for _ in range(ranks):
        while len(steps) < len(states):
            steps.append(_step(states[len(steps)], numbers, states))
        after: dict[tuple[int, ...], int] = {}
        for suits, hands in reached.items():
            for then, present, names in _moves(suits, steps, len(ways) - 1):
                after[then] = after.get(then, 0) + (hands * ways[present] * names & mask)
        reached = after
    total = sum(reached.values())
    return tuple(total >> bits * size & ((1 << bits) - 1) for size in range(most + 1))


def _step(state: Lacking, numbers: dict[Lacking, int], states: list[Lacking]) -> tuple[int, int | None]:
    """The states of a suit after a rank that is not there and after one that is; None where that finishes a run."""

    def number(wanted: Lacking) -> int:
        if wanted not in numbers:
            numbers[wanted] = len(states)
            states.append(wanted)
        return numbers[wanted]

    absent = number(frozenset(one >> 1 for one in state if not one & 1))
    held = _least({one >> 1 for one in state})
    return absent, None if 0 in held else number(held)


def _moves(
    suits: tuple[int, ...], steps: list[tuple[int, int | None]], most: int
) -> list[tuple[tuple[int, ...], int, int]]:
    """The states of the four suits after one rank, how many suits have it, and in how many ways that may be."""
    found: dict[tuple[tuple[int, ...], int], int] = {}
    for present in range(min(most, 4) + 1):
        for chosen in combinations(range(4), present):
            then: list[int] = []
            for at, suit in enumerate(suits):
                to = steps[suit][at in chosen]
                if to is None:
                    break
                then.append(to)
            else:
                key = (tuple(sorted(then)), present)
                found[key] = found.get(key, 0) + 1
    return [(then, present, names) for (then, present), names in found.items()]
