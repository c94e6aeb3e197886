"""Naturals in the place of jokers, which are laid again in the same turn."""

from __future__ import annotations

from rummy_lab.bots.kernels.laying import (
    from_hand,
    jokers_of,
    lay_chosen,
    lay_off_joker,
    room,
    say,
)
from rummy_lab.bots.kernels.layouts import (
    card_at,
    find_melds,
)
from rummy_lab.bots.kernels.sheet import (
    BOTH,
    CLOSED_OPEN,
    DECLARED,
    FIRST,
    FOURS,
    FREED,
    GAINED,
    HAND,
    HELD,
    IN_NEW_MELD,
    KEEPS,
    KIND,
    LAID,
    LAID_TAKEN,
    LENGTH,
    LOOSE,
    MELD_IT,
    MODE,
    MOVES,
    NAMES,
    NONE,
    REARRANGE,
    RELEASE,
    ROW,
    RUN,
    SET_POINTS,
    START_MELDS,
    STRICT,
    SUIT,
    SWAP,
    SWAP_TWO,
    SWAPPED,
    SWAPS,
    TABLE,
    TAKEN,
    TO_HAND,
    USE,
    WILD,
    WILDS,
    Ints,
)


def swap_jokers(v: Ints) -> bool:
    """Put naturals in the place of jokers that can be laid again at once; whether any was."""
    if v[MODE] == REARRANGE and v[USE] == MELD_IT and v[TAKEN] != NONE:
        # The taken card must be in a meld from the hand alone, and of two jokers none can say which was the hand's.
        return False
    swapped = False
    for heap in range(v[START_MELDS]):
        row = TABLE + ROW * heap
        jokers = jokers_of(v, row)
        # Where the joker that stays must keep its neighbours, only a lone joker is sure to be free.
        if jokers == 0 or room(v) <= 0 or (v[STRICT] and jokers > 1):
            continue
        if v[row + KIND] == RUN:
            for at in range(v[row + LENGTH]):
                card = card_at(v, v[row + SUIT], v[row + FIRST] + at)
                if v[row + WILDS] >> at & 1 and v[HAND + card] > 0 and room(v) > 0:
                    if _swapped(v, heap, card, NONE, v[row + FIRST] + at):
                        swapped = True
                    # The run may have grown at its low end: its slots are no longer where they were.
                    break
        elif _swap_in_set(v, heap, row):
            swapped = True
    return swapped


def _swap_in_set(v: Ints, heap: int, row: int) -> bool:
    """The joker of a set for a natural of its rank, or for the two that are missing."""
    full = v[row + LENGTH] == 4
    if full and not v[CLOSED_OPEN]:
        return False
    first = NONE
    for suit in range(4):
        card = 13 * suit + v[row + SUIT] - 1
        lacking = not v[row + FIRST] >> suit & 1
        if not lacking or v[HAND + card] == 0 or (v[RELEASE] == DECLARED and not v[row + NAMES] >> suit & 1):
            continue
        if v[RELEASE] != BOTH or full:
            return _swapped(v, heap, card, NONE, suit)
        if first != NONE and room(v) > 1 and v[row + WILDS] == 1 and v[FOURS]:
            return _swapped(v, heap, first, card, suit)
        first = card
    return False


def _swapped(v: Ints, heap: int, card: int, other: int, place: int) -> bool:
    """Swap and lay the joker again; undone where there is no place for it."""
    row, start, moves, counted = TABLE + ROW * heap, SWAPPED, v[MOVES], v[LAID_TAKEN]
    for at in range(ROW):
        v[start + at] = v[row + at]
    say(v, SWAP if other == NONE else SWAP_TWO, heap + 1, card, other)
    if v[row + KIND] == RUN:
        v[row + WILDS] &= ~(1 << place - v[row + FIRST])
    else:
        v[row + WILDS] -= 1
        v[row + NAMES] &= ~(1 << place)
        v[row + FIRST] |= 1 << place
        if other != NONE:
            v[row + FIRST] |= 1 << card // 13
            v[row + LENGTH] = 4
    from_hand(v, card, 0)
    if other != NONE:
        from_hand(v, other, 0)
        v[GAINED] += v[SET_POINTS + v[row + SUIT]]
    v[LOOSE] += 1
    v[SWAPS] += 1
    if v[FREED] == TO_HAND or _laid_again(v):
        return True
    for at in range(ROW):
        v[row + at] = v[start + at]
    v[MOVES], v[LOOSE], v[SWAPS], v[LAID_TAKEN] = moves, v[LOOSE] - 1, v[SWAPS] - 1, counted
    _to_hand(v, card)
    if other != NONE:
        _to_hand(v, other)
        v[GAINED] -= v[SET_POINTS + v[row + SUIT]]
    return False


def _to_hand(v: Ints, card: int) -> int:
    v[HAND + card] += 1
    v[HELD] += 1
    v[LAID] -= 1
    return 0


def _laid_again(v: Ints) -> bool:
    """Lay the freed joker: in a new meld with cards of the hand, or else onto a meld."""
    if room(v) > 1:
        loose = v[LOOSE]
        v[HAND + WILD] += loose
        v[HELD] += loose
        found = find_melds(v, 0, v[HELD] - loose - v[KEEPS] + 1, WILD)
        v[HAND + WILD] -= loose
        v[HELD] -= loose
        if found:
            lay_chosen(v)
            return True
    return v[FREED] != IN_NEW_MELD and lay_off_joker(v)
