"""The row of a turn: what was laid, what was moved, told by the faces of the cards before and after."""

from __future__ import annotations

from rummy_lab.bots.kernels.laying import (
    jokers_of,
)
from rummy_lab.bots.kernels.layouts import (
    card_at,
)
from rummy_lab.bots.kernels.sheet import (
    FIRST,
    GAINED,
    HELD,
    KEPT,
    KIND,
    KINDS,
    LENGTH,
    MELDS,
    NONE,
    ROW,
    SEAT,
    SET,
    STOCK,
    SUIT,
    SWAPS,
    TABLE,
    WILD,
    WILDS,
    Ints,
)
from rummy_lab.bots.kernels.unseen import (
    ASIDE,
    FREE,
    LOG,
    LOGGED,
    MELDS_BEFORE,
    SOURCE,
    TABLE_BEFORE,
    TURN_ROW,
    TURNS,
    WILD_NOW,
)


def naturals_of(v: Ints, start: int, heap: int) -> int:
    """The naturals of a meld as a mask."""
    row, mask = start + ROW * heap, 0
    if v[row + KIND] == SET:
        for suit in range(4):
            mask |= (v[row + FIRST] >> suit & 1) << 13 * suit + v[row + SUIT] - 1
    else:
        for at in range(v[row + LENGTH]):
            if not v[row + WILDS] >> at & 1:
                mask |= 1 << card_at(v, v[row + SUIT], v[row + FIRST] + at)
    return mask


def log_turn(v: Ints, d: Ints, turns: Ints) -> int:
    """What the turn was, the melds told by their faces."""
    old = d[MELDS_BEFORE]
    for heap in range(old):
        for at in range(ROW):
            v[KEPT + ROW * heap + at] = d[TABLE_BEFORE + ROW * heap + at]
    broken = 0
    for heap in range(v[MELDS]):
        d[FREE + heap] = 1
    for heap in range(old):
        need, found = naturals_of(v, KEPT, heap), NONE
        for other in range(v[MELDS]):
            if found == NONE and d[FREE + other] and not need & ~naturals_of(v, TABLE, other):
                found = other
        if found == NONE:
            broken += 1
        else:
            d[FREE + found] = 0
    laid = d[WILD_NOW]
    for heap in range(v[MELDS]):
        laid += v[TABLE + ROW * heap + LENGTH] - jokers_of(v, TABLE + ROW * heap)
    for heap in range(old):
        laid -= v[KEPT + ROW * heap + LENGTH] - jokers_of(v, KEPT + ROW * heap)
    at = LOG + turns[LOGGED]
    turns[at], turns[at + 1], turns[at + 2] = d[TURNS], v[SEAT], d[SOURCE]
    turns[at + 3], turns[at + 4], turns[at + 5] = laid, max(0, laid - _in_new_melds(v, d, old)), v[GAINED]
    turns[at + 6], turns[at + 7], turns[at + 8], turns[at + 9] = v[SWAPS], broken, v[HELD], v[STOCK]
    turns[LOGGED] += TURN_ROW
    return 0


def _in_new_melds(v: Ints, d: Ints, old: int) -> int:
    """How many cards stand in melds that hold cards of the hand alone, as far as faces can tell."""
    for card in range(KINDS):
        d[ASIDE + card] = 0
    for heap in range(v[MELDS]):
        _count(v, d, TABLE, heap, 1)
        d[FREE + heap] = 1
    for heap in range(old):
        _count(v, d, KEPT, heap, -1)
        # Melds that lie there unchanged are none of this turn.
        same = NONE
        for other in range(v[MELDS]):
            if same == NONE and d[FREE + other] and _is_same(v, KEPT + ROW * heap, TABLE + ROW * other):
                same = other
        if same != NONE:
            d[FREE + same] = 0
    d[ASIDE + WILD] = max(0, d[ASIDE + WILD])
    cards = 0
    for heap in range(v[MELDS]):
        # Equal melds come one after the other, where the first of them lies.
        is_first = True
        for other in range(heap):
            is_first = is_first and not _is_same(v, TABLE + ROW * heap, TABLE + ROW * other)
        for other in range(heap, v[MELDS] if is_first else heap):
            if d[FREE + other] and _is_same(v, TABLE + ROW * heap, TABLE + ROW * other):
                cards += _of_hand(v, d, other)
    return cards


def _of_hand(v: Ints, d: Ints, heap: int) -> int:
    """How many cards a meld has, where the hand has laid so many of each that are not accounted for; else 0."""
    mask, there = naturals_of(v, TABLE, heap), jokers_of(v, TABLE + ROW * heap) <= d[ASIDE + WILD]
    for card in range(WILD):
        there = there and (not mask >> card & 1 or d[ASIDE + card] > 0)
    if not there:
        return 0
    _count(v, d, TABLE, heap, -1)
    return v[TABLE + ROW * heap + LENGTH]


def _count(v: Ints, d: Ints, start: int, heap: int, step: int) -> int:
    mask = naturals_of(v, start, heap)
    for card in range(WILD):
        if mask >> card & 1:
            d[ASIDE + card] += step
    d[ASIDE + WILD] += step * jokers_of(v, start + ROW * heap)
    return 0


def _is_same(v: Ints, one: int, two: int) -> bool:
    same = True
    for at in range(ROW):
        same = same and v[one + at] == v[two + at]
    return same
