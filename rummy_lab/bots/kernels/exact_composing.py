"""From the steps of the exact search to melds on the sheet, as `search.composing` does it for people."""

from __future__ import annotations

from rummy_lab.bots.kernels.exact_task import (
    BOUND_IN_SETS,
    FREE_WILDS,
    IS_BOUND,
    columns,
    listed,
)
from rummy_lab.bots.kernels.layouts import (
    bits,
)
from rummy_lab.bots.kernels.sheet import (
    COMPOSED,
    DEALT,
    FIRST,
    FOUND_STEPS,
    FOURS,
    HIGH,
    KIND,
    LENGTH,
    LOW,
    MIN_RUN,
    NAMES,
    NONE,
    PLACE_POINTS,
    PLACES,
    ROW,
    RUN,
    SET,
    SET_POINTS,
    STEP_ROW,
    SUIT,
    THREES,
    TOP,
    WILDS,
    Ints,
)


def compose(v: Ints, attaches: bool) -> bool:
    """Write the melds that the steps describe; False where jokers that fill no hole cannot be attached."""
    used, bound_at, in_sets_at = 0, listed(v, IS_BOUND), listed(v, BOUND_IN_SETS)
    v[COMPOSED] = 0
    for at in range(columns(v)):
        step, in_sets = FOUND_STEPS + STEP_ROW * at, 0
        for suit in range(4):
            # Of a choice: cards to sets, jokers, cards to runs, the bound ones among them.
            choice, bound = v[step + suit], v[bound_at + 4 * at + suit]
            wild = choice >> 8 & 15
            _string(v, v[LOW] + at, suit, (choice >> 12 & 15) - bound, wild + bound)
            used += wild
            v[PLACES + suit] = choice >> 4 & 15
            in_sets += v[PLACES + suit]
        if in_sets:
            _deal_sets(v, (v[LOW] + at - 1) % v[TOP] + 1, v[step + 4])
            used += v[step + 4] - v[in_sets_at + at]
    spare = v[FREE_WILDS] - used if attaches else 0
    while spare > 0 and _attach(v):
        spare -= 1
    return spare <= 0


def _new_row(v: Ints, kind: int, suit: int, first: int, length: int, wilds: int) -> int:
    row = COMPOSED + 1 + ROW * v[COMPOSED]
    v[row + KIND], v[row + SUIT], v[row + FIRST], v[row + LENGTH], v[row + WILDS] = kind, suit, first, length, wilds
    v[row + NAMES] = 0
    v[COMPOSED] += 1
    return row


def _string(v: Ints, place: int, suit: int, naturals: int, wild: int) -> int:
    """Continue short runs first, then long ones, then open new ones; naturals open, so that no run lacks one."""
    while naturals + wild:
        best, most = NONE, 0
        for at in range(v[COMPOSED]):
            row = COMPOSED + 1 + ROW * at
            if v[row + KIND] == RUN and v[row + SUIT] == suit and v[row + FIRST] + v[row + LENGTH] == place:
                urgency = v[row + LENGTH] + (1000 if v[row + LENGTH] < v[MIN_RUN] else 0)
                if urgency > most:
                    best, most = row, urgency
        if best == NONE:
            break
        if wild:
            v[best + WILDS] |= 1 << v[best + LENGTH]
            wild -= 1
        else:
            naturals -= 1
        v[best + LENGTH] += 1
    for at in range(naturals + wild):
        _new_row(v, RUN, suit, place, 1, int(at < wild))
    return 0


def _deal_sets(v: Ints, rank: int, jokers: int) -> bool:
    """Deal the cards of a rank that stand at PLACES, by suit, and so many jokers out to sets; a search, depth first."""
    start, depth = v[COMPOSED], 0
    v[DEALT] = 0
    while depth >= 0:
        first = 0
        while first < 4 and v[PLACES + first] == 0:
            first += 1
        if first == 4 and jokers == 0:
            return True
        row = COMPOSED + 1 + ROW * (start + depth)
        choice, found, suits, length, wild = v[DEALT + depth], False, 0, 0, 0
        while first < 4 and choice < 30 and not found:
            suits, length = (choice >> 1) + 1, 3 + (choice & 1)
            wild = length - bits(suits)
            choice += 1
            found = v[FOURS if length == 4 else THREES] > 0 and suits >> first & 1 > 0 and 0 <= wild <= jokers
            for suit in range(4):
                found = found and (not suits >> suit & 1 or v[PLACES + suit] > 0)
        if found:
            v[DEALT + depth] = choice
            _new_row(v, SET, rank, suits, length, wild)
            jokers -= wild
            _to_places(v, row, -1)
            depth += 1
            v[DEALT + depth] = 0
        else:
            depth -= 1
            if depth >= 0:
                row -= ROW
                jokers += v[row + WILDS]
                _to_places(v, row, 1)
                v[COMPOSED] -= 1
    return False


def _to_places(v: Ints, row: int, step: int) -> int:
    for suit in range(4):
        v[PLACES + suit] += step * (v[row + FIRST] >> suit & 1)
    return 0


def _attach(v: Ints) -> bool:
    """Put a joker at the end of a run, into a set with room, or between the halves of a full run."""
    for at in range(v[COMPOSED]):
        row = COMPOSED + 1 + ROW * at
        if v[row + KIND] == RUN and _lengthen(v, row):
            return True
    for at in range(v[COMPOSED]):
        row = COMPOSED + 1 + ROW * at
        if v[row + KIND] == SET and v[row + LENGTH] == 3 and v[FOURS]:
            v[row + LENGTH] += 1
            v[row + WILDS] += 1
            return True
    return False


def _lengthen(v: Ints, row: int) -> bool:
    length, least = v[row + LENGTH], v[MIN_RUN]
    if length < v[TOP] and v[row + FIRST] + length <= v[HIGH]:
        v[row + WILDS] |= 1 << length
        v[row + LENGTH] += 1
    elif length < v[TOP] and v[row + FIRST] > v[LOW]:
        v[row + FIRST] -= 1
        v[row + WILDS] = v[row + WILDS] << 1 | 1
        v[row + LENGTH] += 1
    elif length >= 2 * least:
        _new_row(v, RUN, v[row + SUIT], v[row + FIRST] + least, length - least, v[row + WILDS] >> least)
        v[row + WILDS] = v[row + WILDS] & ((1 << least) - 1) | 1 << least
        v[row + LENGTH] = least + 1
    else:
        return False
    return True


def worth_of(v: Ints, row: int) -> int:
    """What a meld is worth, in points."""
    if v[row + KIND] == SET:
        return v[row + LENGTH] * v[SET_POINTS + v[row + SUIT]]
    worth = 0
    for at in range(v[row + LENGTH]):
        worth += v[PLACE_POINTS + v[row + FIRST] + at]
    return worth


def composed_worth(v: Ints) -> int:
    """What the melds put together are worth, in points."""
    worth = 0
    for at in range(v[COMPOSED]):
        worth += worth_of(v, COMPOSED + 1 + ROW * at)
    return worth
