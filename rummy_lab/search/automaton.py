"""The open runs of one suit as a deterministic automaton, and what may be done with it at one rank.

A state counts the open runs by length, 1, 2, ... and "long enough". Continuing short runs first, then long ones, and
only then opening new ones is never worse than any other way to use the same number of cards, so a choice at a rank is
only: how many cards go to sets, how many to runs, how many jokers to runs, how many are left out.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

Open = tuple[int, ...]


class Column(NamedTuple):
    """One suit at one rank: cards there, cards that must lie, kept jokers that must lie in a run.

    `closing`: runs on the table that begin here, each of which may swallow a run that ends just before. `opening`:
    runs on the table that end here and may go on. `ahead`: cards of the next ranks, -1 past the last.
    `closing_ahead`: whether a later rank has closing runs, so that debts may vanish.
    """

    must: int
    there: int
    bound: int
    closing: int
    opening: int
    ahead: tuple[int, ...]
    may_open_with_joker: bool
    closing_ahead: bool


class Choice(NamedTuple):
    """What becomes of the cards of one suit at one rank, the open runs after it, and how many cards they still need."""

    left: int
    sets: int
    jokers: int
    after: Open
    runs: int
    closed: int
    owed: int


@lru_cache(1 << 17)
def choices(runs: Open, column: Column, jokers: int, sets: int, relaxed: bool, saves: bool) -> tuple[Choice, ...]:
    """The choices worth trying, best first; `sets` is a mask of how many cards may go to sets.

    `relaxed`: a joker is laid only where it fills a hole; others are attached to finished melds afterwards.
    `saves`: cards left out are no loss, they come back at the last column.
    """
    found: dict[tuple[int, ...], Choice] = {}
    for to_sets in range(column.there - column.bound + 1):
        if not sets >> to_sets & 1:
            continue
        for wild in range(jokers + 1):
            for to_runs in range(max(column.bound, column.must - to_sets), column.there - to_sets + 1):
                left = column.there - to_sets - to_runs
                for closed in range(min(column.closing, sum(runs[:-1])) + 1):
                    after = _after(runs, column, to_runs, wild, closed, jokers - wild, relaxed)
                    if after is None:
                        continue
                    key = (to_sets, wild, left if saves else 0, *after)
                    if key not in found or found[key].left > left:
                        found[key] = Choice(left, to_sets, wild, after, to_runs, closed, debt(after))
    kept = list(found.values())
    if not saves:
        kept = [one for one in kept if not any(_better(other, one, relaxed) for other in kept)]
    return tuple(sorted(kept, key=lambda one: (one.left, one.jokers, one.owed, one.sets, one.after)))


def debt(runs: Open) -> int:
    """How many cards the open runs still need."""
    least = len(runs)
    return sum((least - length) * count for length, count in enumerate(runs, 1))


def _after(runs: Open, column: Column, cards: int, wild: int, closed: int, jokers: int, relaxed: bool) -> Open | None:
    """The open runs after this rank, or None where some run could not be finished any more."""
    short = list(runs[:-1])
    for length in range(len(short)):
        # The shortest need most, so they are swallowed first.
        gone = min(closed, short[length])
        short[length] -= gone
        closed -= gone
    spare = cards + wild - sum(short)
    if spare < 0:
        return None
    going_on = min(spare, runs[-1])
    new = spare - going_on
    if relaxed and wild and new > cards and not column.may_open_with_joker:
        return None
    finished = short[-1] + going_on + column.opening
    after = [new, *short[:-1]]
    for step, there in enumerate(column.ahead):
        needed = sum(after[: len(after) - step])
        if needed and not column.closing_ahead and needed > there + jokers:
            return None
        if needed and there < 0:
            return None
    first = column.ahead[0]
    after.append(0 if first < 0 else min(finished, first + jokers))
    return tuple(after)


def _better(one: Choice, other: Choice, relaxed: bool) -> bool:
    """Whether one choice serves in every case where the other does, and somewhere better.

    Where every joker is laid by choice, a joker saved here is one that has to be laid elsewhere.
    """
    if not relaxed and one.jokers != other.jokers:
        return False
    if one is other or one.sets != other.sets or one.left > other.left or one.jokers > other.jokers:
        return False
    if one.after[:-1] != other.after[:-1] or one.after[-1] < other.after[-1]:
        return False
    return one.left < other.left or one.jokers < other.jokers or one.after[-1] > other.after[-1]
