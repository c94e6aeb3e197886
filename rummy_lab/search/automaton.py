"""The open runs of one suit as a deterministic automaton, and what may be done with it at one rank.

A state counts the open runs by length, 1, 2, ... and "long enough". Continuing short runs first, then long ones, and
only then opening new ones is never worse than any other way to use the same number of cards, so a choice at a rank is
only: how many cards go to sets, how many to runs, how many jokers to runs, how many are left out.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

Open = tuple[int, ...]


class Column(NamedTuple):
    """One suit at one rank: cards that must lie, cards there, kept jokers that must lie in a run.

    `closing`: runs on the table that begin here, each of which may swallow a run that ends just before. `opening`:
    runs on the table that end here and may go on. `ahead`: cards of the next ranks, -1 past the last.
    `closing_ahead`: whether a later rank has closing runs, so that debts may vanish. `opens_with_joker`: whether a
    joker may open a run where jokers are laid only to fill holes.
    """

    must: int
    there: int
    bound: int
    closing: int
    opening: int
    ahead: tuple[int, ...]
    closing_ahead: bool
    opens_with_joker: bool


class Choice(NamedTuple):
    """What becomes of the cards of one suit at one rank, the open runs after it, and how many cards they still need."""

    left: int
    sets: int
    jokers: int
    after: Open
    runs: int
    closed: int
    owed: int


@lru_cache(1 << 15)
def choices(runs: Open, column: Column, jokers: int, sets: int, relaxed: bool, saves: bool) -> tuple[Choice, ...]:
    """The choices worth trying, best first; `sets` is a mask of how many cards may go to sets.

    `relaxed`: a joker is laid only where it fills a hole; others are attached to finished melds afterwards.
    `saves`: cards left out are no loss, they come back at the last column.
    """
    there, short = column.there, sum(runs[:-1])
    most_closed = min(column.closing, short)
    found: dict[tuple[object, ...], Choice] = {}
    for to_sets in range(there - column.bound + 1):
        if not sets >> to_sets & 1:
            continue
        fewest = max(column.bound, column.must - to_sets)
        for wild in range(jokers + 1):
            for to_runs in range(max(fewest, short - most_closed - wild), there - to_sets + 1):
                left = there - to_sets - to_runs
                for closed in range(max(0, short - to_runs - wild), most_closed + 1):
                    after = _after(runs, column, to_runs, wild, closed, jokers - wild, relaxed)
                    if after is None:
                        continue
                    key = (to_sets, wild, left if saves else 0, after)
                    known = found.get(key)
                    if known is None or known.left > left:
                        found[key] = Choice(left, to_sets, wild, after, to_runs, closed, debt(after))
    kept = list(found.values())
    if not saves and len(kept) > 1:
        kept = [one for one in kept if not any(_better(other, one, relaxed) for other in kept)]
    return tuple(sorted(kept, key=_ORDER))


_ORDER = itemgetter(0, 2, 6, 1, 3)  # left, jokers, owed, sets, after


def debt(runs: Open) -> int:
    """How many cards the open runs still need."""
    needed, missing = 0, len(runs)
    for count in runs:
        missing -= 1
        needed += missing * count
    return needed


def _after(runs: Open, column: Column, cards: int, wild: int, closed: int, jokers: int, relaxed: bool) -> Open | None:
    """The open runs after this rank, or None where some run could not be finished any more."""
    after, spare, ripe = [0], cards + wild, 0
    for count in runs[:-1]:
        # The shortest need most, so they are swallowed first.
        gone = min(closed, count)
        closed -= gone
        ripe = count - gone
        spare -= ripe
        after.append(ripe)
    if spare < 0:
        return None
    going_on = min(spare, runs[-1])
    after[0] = new = spare - going_on
    if relaxed and wild and new > cards and not column.opens_with_joker:
        return None
    needed = sum(after) - ripe
    near = column.ahead[0]
    for step, there in enumerate(column.ahead, 2):
        if not needed:
            break
        if there < 0 or (needed > there + jokers and not column.closing_ahead):
            return None
        needed -= after[-step]
    after[-1] = 0 if near < 0 else min(ripe + going_on + column.opening, near + jokers)
    return tuple(after)


def _better(one: Choice, other: Choice, relaxed: bool) -> bool:
    """Whether one choice serves in every case where the other does, and somewhere better.

    Where every joker is laid by choice, a joker saved here is one that has to be laid elsewhere.
    """
    if one.sets != other.sets or one.left > other.left or one.jokers > other.jokers or one is other:
        return False
    if not relaxed and one.jokers != other.jokers:
        return False
    if one.after[:-1] != other.after[:-1] or one.after[-1] < other.after[-1]:
        return False
    return one.left < other.left or one.jokers < other.jokers or one.after[-1] > other.after[-1]
