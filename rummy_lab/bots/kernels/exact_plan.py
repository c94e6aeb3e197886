"""The moves of the plan, in an order that the rules let stand."""

from __future__ import annotations

from rummy_lab.bots.kernels.exact_hosts import (
    turns_round,
)
from rummy_lab.bots.kernels.exact_sheet import (
    AFTER,
    BEGUN,
    LENDS_A_PLACE,
    LIES,
    PART_ROW,
    PIECE,
    PIECE_ABOVE,
    PIECE_BELOW,
    PIECE_BIT,
    PIECE_HEAP,
    PIECE_MARKS,
    PIECE_PART,
    PIECE_ROW,
    PIECE_WILD,
    PLAN_LIST,
    PLAN_PIECES,
    PLAN_SWAPS,
)
from rummy_lab.bots.kernels.exact_swaps import (
    make_swaps,
    swap_in,
)
from rummy_lab.bots.kernels.laying import (
    from_hand,
    lay_meld,
    lay_off,
    next_free_suit,
    say,
)
from rummy_lab.bots.kernels.layouts import (
    bits,
    card_at,
    may_hold,
    names_for,
)
from rummy_lab.bots.kernels.sheet import (
    ADJACENT,
    BOTH,
    CLOSED_OPEN,
    DECLARED,
    FIRST,
    GAINED,
    GROW_RUN,
    HAND,
    KIND,
    LENGTH,
    MELD,
    MELD_IT,
    MELDS,
    NAMES,
    NONE,
    OPENED,
    PLACE_POINTS,
    RELEASE,
    ROW,
    RUN,
    SEAT,
    SET,
    SUIT,
    TABLE,
    TAKEN,
    TOP,
    USE,
    WILD,
    WILDS,
    Ints,
)


def lay_plan(v: Ints) -> int:
    """First melds that open, then swaps and the other melds, then what makes melds grow."""
    late = v[OPENED + v[SEAT]] == 0
    lends = _lends(v)
    if not late:
        make_swaps(v, PLAN_SWAPS)
        _join_runs(v)
    # The lowest melds stand at the end of the plan.
    for at in range(v[PLAN_PIECES] - 1, -1, -1):
        if v[PLAN_LIST + PIECE * at + PIECE_PART] != AFTER:
            _lay(v, PLAN_LIST + PIECE * at, lends == at)
    if late:
        make_swaps(v, PLAN_SWAPS)
    for at in range(v[PLAN_PIECES] - 1, -1, -1):
        if v[PLAN_LIST + PIECE * at + PIECE_PART] == AFTER:
            _lay(v, PLAN_LIST + PIECE * at, lends == at)
    for at in range(v[PLAN_PIECES]):
        piece = PLAN_LIST + PIECE * at
        if v[piece + PIECE_HEAP] != NONE and lends == at:
            _free_again(v, piece)
    for at in range(v[PLAN_PIECES]):
        piece = PLAN_LIST + PIECE * at
        if v[piece + PIECE_PART] == BEGUN:
            _grow(v, piece)
    for at in range(v[PLAN_PIECES]):
        piece = PLAN_LIST + PIECE * at
        if v[piece + PIECE_BIT]:
            _grow(v, piece)
    return 0


def _lends(v: Ints) -> int:
    """Which meld of the plan holds the joker that was taken for a while; NONE where it lies in a new meld for good."""
    found = NONE
    if v[USE] != MELD_IT or v[TAKEN] != WILD:
        return NONE
    for at in range(v[PLAN_PIECES]):
        piece = PLAN_LIST + PIECE * at
        if v[piece + PIECE_MARKS] & LIES:
            return NONE
        if v[piece + PIECE_MARKS] & LENDS_A_PLACE:
            found = at
    return found


def _join_runs(v: Ints) -> int:
    """New runs that follow one another lie as one where that is a meld."""
    for at in range(v[PLAN_PIECES]):
        one = PLAN_LIST + PIECE * at
        for other in range(v[PLAN_PIECES]):
            two = PLAN_LIST + PIECE * other
            if v[one + PIECE_HEAP] == NONE and v[two + PIECE_HEAP] == NONE and _follows(v, one, two):
                row = one + PIECE_ROW
                v[row + WILDS] |= v[two + PIECE_ROW + WILDS] << v[row + LENGTH]
                v[row + LENGTH] += v[two + PIECE_ROW + LENGTH]
                v[one + PIECE_MARKS] |= v[two + PIECE_MARKS] & LIES
                v[two + PIECE_ROW + LENGTH] = 0
    return 0


def _follows(v: Ints, one: int, two: int) -> bool:
    first, second = one + PIECE_ROW, two + PIECE_ROW
    length = v[first + LENGTH] + v[second + LENGTH]
    if v[first + KIND] != RUN or v[second + KIND] != RUN or v[first + SUIT] != v[second + SUIT] or length > v[TOP]:
        return False
    if not v[first + LENGTH] or not v[second + LENGTH] or v[first + FIRST] + v[first + LENGTH] != v[second + FIRST]:
        return False
    wilds = v[first + WILDS] | v[second + WILDS] << v[first + LENGTH]
    return may_hold(v, length - bits(wilds), bits(wilds)) and (v[ADJACENT] > 0 or not wilds & wilds >> 1)


def _lay(v: Ints, piece: int, lends: bool) -> int:
    """A new meld, or the part of it with which it is begun; its number stands in the plan from then on."""
    row = piece + PIECE_ROW
    if v[piece + PIECE_HEAP] != NONE or v[row + LENGTH] == 0:
        return 0
    for at in range(ROW):
        v[PART_ROW + at] = v[row + at]
    if v[piece + PIECE_PART] == BEGUN:
        v[PART_ROW + LENGTH] -= v[piece + PIECE_BELOW] + v[piece + PIECE_ABOVE]
        if v[row + KIND] == SET:
            v[PART_ROW + WILDS] -= 1
            v[PART_ROW + NAMES] = names_for(v, v[row + FIRST], v[PART_ROW + WILDS])
        else:
            v[PART_ROW + FIRST] += v[piece + PIECE_BELOW]
            v[PART_ROW + WILDS] = v[row + WILDS] >> v[piece + PIECE_BELOW] & (1 << v[PART_ROW + LENGTH]) - 1
    if lends:
        _with_a_joker(v, row)
    v[piece + PIECE_HEAP] = v[MELDS]
    return lay_meld(v, PART_ROW, 2)


def _with_a_joker(v: Ints, row: int) -> int:
    """The first natural makes room for a joker; a set of four that would be closed is begun with three cards."""
    if v[row + KIND] == RUN:
        v[PART_ROW + WILDS] = 1
        return 0
    suit = next_free_suit_of(15 & ~v[row + FIRST], -1)
    v[PART_ROW + FIRST] &= ~(1 << suit)
    if v[row + LENGTH] == 4 and not v[CLOSED_OPEN]:
        v[PART_ROW + FIRST] &= ~(1 << next_free_suit_of(15 & ~v[row + FIRST], suit))
        v[PART_ROW + LENGTH] = 3
    v[PART_ROW + WILDS] = 1
    v[PART_ROW + NAMES] = 1 << suit if v[RELEASE] == DECLARED else 0
    return 0


def next_free_suit_of(taken: int, suit: int) -> int:
    """The next suit after this one that is not in the mask, or 4."""
    suit += 1
    while suit < 4 and taken >> suit & 1:
        suit += 1
    return suit


def _free_again(v: Ints, piece: int) -> int:
    """Naturals for the joker that was laid for a while."""
    row, heap = piece + PIECE_ROW, v[piece + PIECE_HEAP]
    if v[row + KIND] == RUN:
        return swap_in(v, heap, card_at(v, v[row + SUIT], v[row + FIRST]), NONE, 0)
    suit = next_free_suit_of(15 & ~v[row + FIRST], -1)
    card = 13 * suit + v[row + SUIT] - 1
    if v[row + LENGTH] == 3 or v[CLOSED_OPEN]:
        return swap_in(v, heap, card, NONE, suit)
    second = next_free_suit_of(15 & ~v[row + FIRST], suit)
    if v[RELEASE] == BOTH:
        return swap_in(v, heap, 13 * second + v[row + SUIT] - 1, card, second)
    swap_in(v, heap, card, NONE, suit)
    lay_off(v, heap, 13 * second + v[row + SUIT] - 1, second)
    return 0


def _grow(v: Ints, piece: int) -> int:
    """What the plan adds to a meld."""
    heap, row = v[piece + PIECE_HEAP], piece + PIECE_ROW
    here = TABLE + ROW * heap
    if v[here + KIND] == SET:
        suit = v[piece + PIECE_ABOVE]
        if v[piece + PIECE_BIT] and v[HAND + 13 * suit + v[here + SUIT] - 1] > 0 and not v[piece + PIECE_WILD]:
            lay_off(v, heap, 13 * suit + v[here + SUIT] - 1, suit)
        else:
            lay_off(v, heap, WILD, next_free_suit(v, here, -1))
        return 0
    below, above = v[piece + PIECE_BELOW], v[piece + PIECE_ABOVE]
    if below + above == 1 or v[row + LENGTH] == v[TOP]:
        return _grow_by_one(v, heap, row, below, above)
    move = say(v, GROW_RUN, heap + 1, below, above)
    for at in range(ROW):
        v[move + MELD + at] = v[here + at] = v[row + at]
    for at in range(v[row + LENGTH]):
        if at < below or at >= v[row + LENGTH] - above:
            v[GAINED] += v[PLACE_POINTS + v[row + FIRST] + at]
            from_hand(v, WILD if v[row + WILDS] >> at & 1 else card_at(v, v[row + SUIT], v[row + FIRST] + at), 0)
    return 0


def _grow_by_one(v: Ints, heap: int, row: int, below: int, above: int) -> int:
    """Card by card, the lower end first: so a whole suit has its ace where it is meant."""
    for at in range(below):
        place = v[row + FIRST] + below - 1 - at
        wild = v[row + WILDS] >> below - 1 - at & 1
        lay_off(v, heap, WILD if wild else card_at(v, v[row + SUIT], place), place)
    for at in range(above):
        place = v[row + FIRST] + v[row + LENGTH] - above + at
        wild = v[row + WILDS] >> v[row + LENGTH] - above + at & 1
        lay_off(v, heap, WILD if wild else card_at(v, v[row + SUIT], place), place)
    here = TABLE + ROW * heap
    if below and not above and turns_round(v, v[here + FIRST], v[here + LENGTH]):
        v[here + FIRST] = 1
        v[here + WILDS] = (v[here + WILDS] << 1 | v[here + WILDS] >> v[TOP] - 1) & (1 << v[TOP]) - 1
    return 0
