"""What is asked of the exact search, on the sheet: the numbers of a `Task`, in the order of its compiled text.

At TASK: columns, cards of the shortest run, 0, free jokers, how many of them may stay, what each then costs, 0, whether
jokers that fill no hole are attached afterwards. Then lists by column and suit: what is there, has to lie, is bound to
a run, weighs, and two for runs that may grow, of which there are none; by column, jokers bound to sets.
"""

from __future__ import annotations

from rummy_lab.bots.kernels.sheet import (
    EX_NODES,
    FORCED,
    HAND,
    HIGH,
    LOW,
    MIN_RUN,
    ON_TABLE,
    PENALTY,
    TASK,
    TASK_SIZE,
    TASTE,
    THREES,
    TOP,
    WILD,
    Ints,
)

LEAST_RUN, FREE_WILDS, MAY_STAY, STAY_PRICE, ATTACHES = TASK + 1, TASK + 3, TASK + 4, TASK + 5, TASK + 7
LISTS = TASK + 16
IS_THERE, MUST_LIE, IS_BOUND, WEIGHS = range(4)
BOUND_IN_SETS = 6


def columns(v: Ints) -> int:
    """How many places a run may take."""
    return v[HIGH] - v[LOW] + 1


def listed(v: Ints, field: int) -> int:
    """Where a list of the task begins."""
    return LISTS + 4 * field * columns(v)


def nodes_of(v: Ints) -> int:
    """How many nodes each search may visit."""
    return v[TASTE + EX_NODES] if v[TASTE + EX_NODES] >= 0 else 1 << 60


def clear_task(v: Ints) -> int:
    """A task without cards."""
    for at in range(TASK_SIZE):
        v[TASK + at] = 0
    v[TASK], v[LEAST_RUN] = columns(v), v[MIN_RUN]
    return 0


def bind(v: Ints, at: int, suit: int) -> int:
    """A joker has to lie in a run, at this column."""
    for field in (IS_THERE, MUST_LIE, IS_BOUND):
        v[listed(v, field) + 4 * at + suit] += 1
    return 0


def bind_in_set(v: Ints, at: int) -> int:
    """A joker has to lie in a set of the rank of this column."""
    v[listed(v, BOUND_IN_SETS) + at] += 1
    return 0


def column_of(v: Ints, rank: int) -> int:
    """The column of a rank, counted from 1: an ace that is not low stands last."""
    return rank - v[LOW] if rank >= v[LOW] else v[TOP] + rank - v[LOW]


def put_cards(v: Ints, table: bool, wild: int) -> int:
    """The naturals of the hand, those at FORCED have to lie, and of the table (ON_TABLE), beside so many free jokers.

    Cards of the hand that can be in no meld are left out of the task; what they weigh is returned.
    """
    there, must, weight = listed(v, IS_THERE), listed(v, MUST_LIE), listed(v, WEIGHS)
    for card in range(WILD):
        held, lies = v[HAND + card], v[ON_TABLE + card] if table else 0
        if held + lies > 0:
            at = 4 * column_of(v, card % 13 + 1) + card // 13
            v[there + at] += held + lies
            v[must + at] += lies + v[FORCED + card]
            v[weight + at] = v[PENALTY + card]
    v[FREE_WILDS] = wild
    attach_later(v, wild)
    return _drop_dead(v)


def attach_later(v: Ints, wild: int) -> int:
    """Jokers that fill no hole are attached to finished melds afterwards."""
    v[ATTACHES], v[MAY_STAY], v[STAY_PRICE] = 1, wild, 0
    return 0


def lay_by_choice(v: Ints, must_wild: int) -> int:
    """Every joker has a place of its own, or stays at its price."""
    v[ATTACHES], v[MAY_STAY], v[STAY_PRICE] = 0, v[FREE_WILDS] - must_wild, v[PENALTY + WILD]
    return 0


def _drop_dead(v: Ints) -> int:
    there, must, weight = listed(v, IS_THERE), listed(v, MUST_LIE), listed(v, WEIGHS)
    in_sets, size, wild, dropped = listed(v, BOUND_IN_SETS), columns(v), v[FREE_WILDS], 0
    smallest = 3 if v[THREES] else 4
    changed = wild < min(smallest, v[MIN_RUN])
    while changed:
        changed = False
        for at in range(size):
            suits = wild + v[in_sets + at]
            for suit in range(4):
                suits += v[there + 4 * at + suit] > 0
            if suits >= smallest:
                continue
            for suit in range(4):
                place = 4 * at + suit
                if v[there + place] > v[must + place] and not _may_run(v, at, suit):
                    dropped += (v[there + place] - v[must + place]) * v[weight + place]
                    v[there + place] = v[must + place]
                    changed = True
    return dropped


def _may_run(v: Ints, at: int, suit: int) -> bool:
    """Whether a run through this column has cards or jokers for all of its places."""
    there, least = listed(v, IS_THERE), v[MIN_RUN]
    for start in range(max(0, at - least + 1), min(at, columns(v) - least) + 1):
        cards = v[FREE_WILDS]
        for step in range(start, start + least):
            cards += v[there + 4 * step + suit] > 0
        if cards >= least:
            return True
    return False


def is_alive(v: Ints, place: int) -> bool:
    """Whether a bound joker may lie in a meld: at 4 * column + suit of a run, or further on in a set of a column."""
    size, there = columns(v), listed(v, IS_THERE)
    if place < 4 * size:
        return _may_run(v, place // 4, place % 4)
    at = place - 4 * size
    suits = v[listed(v, BOUND_IN_SETS) + at]
    for suit in range(4):
        suits += v[there + 4 * at + suit] > 0
    return suits >= (3 if v[THREES] else 4)
