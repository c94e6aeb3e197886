"""Swaps that free jokers of the table, with every choice of which the best laying is sought."""

from __future__ import annotations

from rummy_lab.bots.kernels.exact_sheet import (
    GROUP_CHOICE,
    GROUP_COUNT,
    GROUP_FIRST,
    GROUPS,
    MOST_GROUPS,
    MOST_SWAPS,
    SWAP_LIST,
)
from rummy_lab.bots.kernels.laying import (
    from_hand,
    say,
)
from rummy_lab.bots.kernels.layouts import (
    bits,
    card_at,
)
from rummy_lab.bots.kernels.sheet import (
    BOTH,
    CLOSED_OPEN,
    DECLARED,
    FIRST,
    FOURS,
    GAINED,
    HAND,
    KIND,
    LENGTH,
    LOOSE,
    MANY,
    MELDS,
    NAMES,
    NONE,
    RELEASE,
    ROW,
    RUN,
    SET,
    SET_POINTS,
    SUIT,
    SWAP,
    SWAP_TWO,
    SWAPS,
    TABLE,
    WILDS,
    Ints,
)


def list_swaps(v: Ints) -> int:
    """For each meld of the table the choices of naturals of the hand that free jokers of it; how many melds."""
    v[GROUPS] = 0
    swaps = 0
    for heap in range(v[MELDS]):
        row = TABLE + ROW * heap
        if v[row + WILDS] == 0 or v[GROUPS] == MOST_GROUPS:
            continue
        there = _wanted_in_run(v, row) if v[row + KIND] == RUN else _wanted_in_set(v, row)
        both = v[row + KIND] == SET and v[RELEASE] == BOTH and v[row + LENGTH] == 3
        most = (v[row + WILDS] if v[row + KIND] == SET else MANY) + both
        first, mask = swaps, there
        while mask:
            if bits(mask) <= most and (not both or bits(mask) > 1) and swaps < MOST_SWAPS:
                v[SWAP_LIST + 2 * swaps], v[SWAP_LIST + 2 * swaps + 1] = heap, mask
                swaps += 1
            mask = mask - 1 & there
        if swaps > first:
            group = v[GROUPS]
            v[GROUP_FIRST + group], v[GROUP_COUNT + group], v[GROUP_CHOICE + group] = first, swaps - first, 0
            v[GROUPS] += 1
    return v[GROUPS]


def _wanted_in_run(v: Ints, row: int) -> int:
    """The slots of jokers whose card the hand has, as a mask."""
    mask = 0
    for at in range(v[row + LENGTH]):
        if v[row + WILDS] >> at & 1 and v[HAND + card_at(v, v[row + SUIT], v[row + FIRST] + at)] > 0:
            mask |= 1 << at
    return mask


def _wanted_in_set(v: Ints, row: int) -> int:
    """The suits of the hand that can free a joker, as a mask."""
    full = v[row + LENGTH] == 4
    if (full and not v[CLOSED_OPEN]) or (not full and v[RELEASE] == BOTH and not v[FOURS]):
        return 0
    mask = 0
    for suit in range(4):
        lacking = v[row + NAMES] >> suit & 1 if v[RELEASE] == DECLARED else not v[row + FIRST] >> suit & 1
        if lacking and v[HAND + 13 * suit + v[row + SUIT] - 1] > 0:
            mask |= 1 << suit
    return mask


def next_choice(v: Ints) -> bool:
    """Go on to the next choice of swaps, at most one of each meld; False after the last one."""
    for group in range(v[GROUPS]):
        if v[GROUP_CHOICE + group] < v[GROUP_COUNT + group]:
            v[GROUP_CHOICE + group] += 1
            return True
        v[GROUP_CHOICE + group] = 0
    return False


def make_swaps(v: Ints, choices: int) -> bool:
    """Make the swaps that are chosen there, one number for each meld; False where the hand has not all the cards."""
    for group in range(v[GROUPS]):
        if v[choices + group]:
            swap = SWAP_LIST + 2 * (v[GROUP_FIRST + group] + v[choices + group] - 1)
            if not _swap(v, v[swap], v[swap + 1]):
                return False
    return True


def _swap(v: Ints, heap: int, mask: int) -> bool:
    row, first = TABLE + ROW * heap, NONE
    both = v[row + KIND] == SET and v[RELEASE] == BOTH and v[row + LENGTH] == 3
    for at in range(v[row + LENGTH] if v[row + KIND] == RUN else 4):
        if not mask >> at & 1:
            continue
        card = card_at(v, v[row + SUIT], v[row + FIRST] + at) if v[row + KIND] == RUN else 13 * at + v[row + SUIT] - 1
        if v[HAND + card] == 0:
            return False
        if both and first == NONE:
            first = card
            continue
        swap_in(v, heap, card, first if both else NONE, at)
        both = False
    return True


def swap_in(v: Ints, heap: int, card: int, other: int, at: int) -> int:
    """A natural for the joker in this slot of a run or for this suit of a set, or with the other one that it lacks."""
    row = TABLE + ROW * heap
    if other == NONE:
        say(v, SWAP, heap + 1, card, NONE)
    else:
        say(v, SWAP_TWO, heap + 1, other, card)
        v[row + FIRST] |= 1 << other // 13
        v[row + LENGTH] = 4
        v[GAINED] += v[SET_POINTS + v[row + SUIT]]
        from_hand(v, other, 0)
    if v[row + KIND] == RUN:
        v[row + WILDS] &= ~(1 << at)
    else:
        v[row + FIRST] |= 1 << at
        v[row + NAMES] &= ~(1 << at)
        v[row + WILDS] -= 1
    from_hand(v, card, 0)
    v[LOOSE] += 1
    v[SWAPS] += 1
    return 0
