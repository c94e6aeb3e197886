"""What cards of the hand may be added to the melds of the table, each meld once, as rows for the search."""

from __future__ import annotations

from rummy_lab.bots.kernels.exact_pieces import (
    list_piece,
    need_card,
    new_piece,
)
from rummy_lab.bots.kernels.exact_sheet import (
    AIM_WILD,
    PIECE_ABOVE,
    PIECE_BELOW,
    PIECE_BIT,
    PIECE_ROW,
    PIECES,
)
from rummy_lab.bots.kernels.laying import (
    next_free_suit,
)
from rummy_lab.bots.kernels.layouts import (
    bits,
    card_at,
    may_hold,
)
from rummy_lab.bots.kernels.sheet import (
    ADJACENT,
    FIRST,
    FOURS,
    HAND,
    HIGH,
    KIND,
    LENGTH,
    LOW,
    MELDS,
    MIN_RUN,
    MOST_JOKERS,
    NONE,
    PLACE_POINTS,
    ROW,
    SET,
    SET_POINTS,
    SUIT,
    TABLE,
    TOP,
    WILD,
    WILDS,
    Ints,
)

MOST_HOSTS = 60


def list_additions(v: Ints) -> int:
    """All that may be needed of what the table takes."""
    bit = 0
    for heap in range(v[MELDS]):
        row, before = TABLE + ROW * heap, v[PIECES]
        if bit < MOST_HOSTS:
            if v[row + KIND] == SET:
                _list_onto_set(v, heap, row, 1 << bit)
            elif v[row + LENGTH] < v[TOP]:
                _list_onto_run(v, heap, row, 1 << bit)
        bit += v[PIECES] > before
    return 0


def _list_onto_set(v: Ints, heap: int, row: int, bit: int) -> int:
    suit = next_free_suit(v, row, -1) if v[row + LENGTH] == 3 and v[FOURS] else 4
    joker = suit < 4 and v[AIM_WILD] > 0 and may_hold(v, 3 - v[row + WILDS], v[row + WILDS] + 1)
    first = suit
    while suit < 4:
        if v[HAND + 13 * suit + v[row + SUIT] - 1] > 0:
            _list_onto(v, heap, row, bit, 13 * suit + v[row + SUIT] - 1, suit)
        suit = next_free_suit(v, row, suit)
    if joker:
        _list_onto(v, heap, row, bit, WILD, first)
    return 0


def _list_onto(v: Ints, heap: int, row: int, bit: int, card: int, suit: int) -> int:
    at = new_piece(v, heap)
    if at != NONE:
        need_card(v, at, card)
        v[at + PIECE_BIT], v[at + PIECE_ABOVE] = bit, suit
        list_piece(v, at, v[SET_POINTS + v[row + SUIT]])
    return 0


def _list_onto_run(v: Ints, heap: int, row: int, bit: int) -> int:
    """Rows for both ends together, since what one of them takes may hang on the other, as the limits on jokers do."""
    first, last = v[row + FIRST], v[row + FIRST] + v[row + LENGTH] - 1
    room = v[TOP] - v[row + LENGTH]
    room_below, room_above = min(room, first - v[LOW]), min(room, v[HIGH] - last)
    below = most_beyond(v, v[row + SUIT], first - 1, -1, room_below)
    above = most_beyond(v, v[row + SUIT], last + 1, 1, room_above)
    for low in range(below + 1):
        for high in range(min(above, room - low) + 1):
            if low + high:
                _list_rows(v, heap, row, bit, low, high)
    return 0


def turns_round(v: Ints, first: int, length: int) -> bool:
    """Whether a whole suit that was completed below is read with its ace at the low end: in packs of numbered cards."""
    return length == v[TOP] and first == 2 and v[LOW] == 1 and v[PLACE_POINTS + v[TOP] + 1] == 1


def most_beyond(v: Ints, suit: int, place: int, step: int, room: int) -> int:
    """How far a run may be continued at one end, with all the jokers there are."""
    length, jokers = 0, v[AIM_WILD]
    while length < room:
        if v[HAND + card_at(v, suit, place + step * length)] == 0:
            if jokers == 0:
                return length
            jokers -= 1
        length += 1
    return length


def _list_rows(v: Ints, heap: int, row: int, bit: int, low: int, high: int) -> int:
    """The ways to add so many cards below and above: for each place the card or a joker."""
    suit, first, length = v[row + SUIT], v[row + FIRST] - low, v[row + LENGTH] + low + high
    old = ((1 << v[row + LENGTH]) - 1) << low
    lacking = 0
    for at in range(length):
        if not old >> at & 1 and v[HAND + card_at(v, suit, first + at)] == 0:
            lacking |= 1 << at
    free = ((1 << length) - 1) & ~old & ~lacking
    if low and first == 1 and length == v[TOP] and v[HIGH] > v[TOP]:
        # The same with the ace at the high end.
        return 0
    most = min(v[AIM_WILD], v[MOST_JOKERS] - bits(v[row + WILDS]))
    chosen = free
    while True:
        wilds = chosen | lacking
        if bits(wilds) <= most and not _is_more(v, row, wilds, low, high):
            _list_row(v, heap, row, bit, low, high, wilds)
        if not chosen:
            return 0
        chosen = chosen - 1 & free


def _is_more(v: Ints, row: int, wilds: int, low: int, high: int) -> bool:
    """Whether the outer part of what is added is a meld of its own, and the rest may be added without it."""
    length, old = v[row + LENGTH], v[row + WILDS] << low
    for out in range(v[MIN_RUN], max(low, high) + 1):
        if out <= low:
            part, jokers = wilds & (1 << out) - 1, bits(old | wilds >> out << out)
            if may_hold(v, out - bits(part), bits(part)) and may_hold(v, length + low + high - out - jokers, jokers):
                return True
        if out <= high:
            part, jokers = wilds >> low + length + high - out, bits(old | wilds & (1 << low + length + high - out) - 1)
            if may_hold(v, out - bits(part), bits(part)) and may_hold(v, length + low + high - out - jokers, jokers):
                return True
    return False


def _list_row(v: Ints, heap: int, row: int, bit: int, low: int, high: int, wilds: int) -> int:
    length, all_wilds = v[row + LENGTH] + low + high, v[row + WILDS] << low | wilds
    jokers = bits(all_wilds)
    if not may_hold(v, length - jokers, jokers) or (not v[ADJACENT] and all_wilds & all_wilds >> 1):
        return 0
    joker_ends = all_wilds & all_wilds >> length - 1 & 1
    if joker_ends and not v[ADJACENT] and not high and turns_round(v, v[row + FIRST] - low, length):
        # The ace comes to lie beside the two.
        return 0
    at = new_piece(v, heap)
    if at == NONE:
        return 0
    grown, points = at + PIECE_ROW, 0
    for one in range(ROW):
        v[grown + one] = v[row + one]
    v[grown + FIRST], v[grown + LENGTH], v[grown + WILDS] = v[row + FIRST] - low, length, all_wilds
    for one in range(length):
        if one < low or one >= length - high:
            need_card(v, at, WILD if wilds >> one & 1 else card_at(v, v[row + SUIT], v[grown + FIRST] + one))
            points += v[PLACE_POINTS + v[grown + FIRST] + one]
    v[at + PIECE_BIT], v[at + PIECE_BELOW], v[at + PIECE_ABOVE] = bit, low, high
    list_piece(v, at, points)
    return 0
