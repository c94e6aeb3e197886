"""New melds with cards that melds on the table can spare, and runs split in two, where the table is rearranged.

Melds with a joker are left as they are: no joker moves.
"""

from __future__ import annotations

from rummy_lab.bots.kernels.laying import (
    lay_meld,
    lay_off,
    room,
    say,
)
from rummy_lab.bots.kernels.layouts import (
    card_at,
)
from rummy_lab.bots.kernels.sheet import (
    CHOSEN,
    FIRST,
    GAINED,
    HAND,
    HELD,
    HIGH,
    KIND,
    LAID,
    LENGTH,
    LOW,
    MELDS,
    MIN_RUN,
    MODE,
    MOST_MELDS,
    NAMES,
    NONE,
    NOTES,
    PLACE_POINTS,
    PULL,
    REARRANGE,
    ROW,
    RUN,
    SET,
    SET_POINTS,
    SPLIT,
    SUIT,
    TABLE,
    THREES,
    TOP,
    WILD,
    WILDS,
    Ints,
)


def borrow(v: Ints) -> bool:
    """Lay a meld of cards of the hand and spare ones, the most of the hand, or split a run; whether either was done."""
    if v[MODE] != REARRANGE or room(v) <= 0 or v[MELDS] >= MOST_MELDS:
        return False
    note_spares(v)
    best, kind, where, first = 0, NONE, 0, 0
    for rank in range(v[TOP] if v[THREES] else 0):
        worth = _in_set(v, rank)
        if worth > best:
            best, kind, where = worth, SET, rank
    if v[MIN_RUN] == 3:
        for suit in range(4):
            for place in range(v[LOW], v[HIGH] - 1):
                worth = _in_run(v, suit, place)
                if worth > best:
                    best, kind, where, first = worth, RUN, suit, place
    if kind == SET:
        return _borrow_set(v, where)
    if kind == RUN:
        return _borrow_run(v, where, first)
    return _split_run(v)


def note_spares(v: Ints) -> int:
    """For each card, in which meld it lies that can do without it, counted from 1; 0 where there is none."""
    for card in range(WILD):
        v[NOTES + card] = 0
    for heap in range(v[MELDS]):
        row = TABLE + ROW * heap
        if v[row + WILDS]:
            continue
        if v[row + KIND] == SET:
            if v[row + LENGTH] == 4 and v[THREES]:
                for suit in range(4):
                    v[NOTES + 13 * suit + v[row + SUIT] - 1] = heap + 1
        elif v[row + LENGTH] > v[MIN_RUN]:
            v[NOTES + card_at(v, v[row + SUIT], v[row + FIRST])] = heap + 1
            v[NOTES + card_at(v, v[row + SUIT], v[row + FIRST] + v[row + LENGTH] - 1)] = heap + 1
    return 0


def _worth(own: int, spare: int, room_left: int) -> int:
    """What a meld with so many cards of the hand and spare ones counts; 0 where it may not be laid."""
    return 4 * own + 3 - spare if own and spare and own + spare >= 3 and own <= room_left else 0


def _in_set(v: Ints, rank: int) -> int:
    own = spare = 0
    for suit in range(4):
        card = 13 * suit + rank
        if v[HAND + card] > 0:
            own += 1
        elif v[NOTES + card] and not _twice(v, rank, suit):
            spare += 1
    return _worth(own, min(spare, max(0, 3 - own)), room(v))


def _twice(v: Ints, rank: int, suit: int) -> bool:
    """Whether an earlier suit of this rank would be borrowed from the same meld."""
    for other in range(suit):
        if v[HAND + 13 * other + rank] == 0 and v[NOTES + 13 * other + rank] == v[NOTES + 13 * suit + rank]:
            return True
    return False


def _in_run(v: Ints, suit: int, first: int) -> int:
    own = spare = 0
    heap = 0
    for at in range(3):
        card = card_at(v, suit, first + at)
        if v[HAND + card] > 0:
            own += 1
        elif v[NOTES + card] and v[NOTES + card] != heap:
            spare += 1
            heap = v[NOTES + card]
        else:
            return 0
    return _worth(own, spare, room(v))


def _pull(v: Ints, card: int) -> int:
    """Take a spare card out of its meld, into the hand as it were."""
    heap = v[NOTES + card] - 1
    row = TABLE + ROW * heap
    say(v, PULL, heap + 1, card, 0)
    v[row + LENGTH] -= 1
    if v[row + KIND] == SET:
        v[row + FIRST] &= ~(1 << card // 13)
        v[GAINED] -= v[SET_POINTS + v[row + SUIT]]
    elif card == card_at(v, v[row + SUIT], v[row + FIRST]):
        v[GAINED] -= v[PLACE_POINTS + v[row + FIRST]]
        v[row + FIRST] += 1
    else:
        v[GAINED] -= v[PLACE_POINTS + v[row + FIRST] + v[row + LENGTH]]
    v[HAND + card] += 1
    v[HELD] += 1
    v[LAID] -= 1
    return 0


def _lay_mixed(v: Ints, kind: int, suit: int, first: int, length: int) -> bool:
    v[CHOSEN + KIND], v[CHOSEN + SUIT], v[CHOSEN + FIRST], v[CHOSEN + LENGTH] = kind, suit, first, length
    v[CHOSEN + WILDS] = v[CHOSEN + NAMES] = 0
    lay_meld(v, CHOSEN, 1)
    return True


def _borrow_set(v: Ints, rank: int) -> bool:
    length = suits = 0
    for suit in range(4):
        if v[HAND + 13 * suit + rank] > 0:
            length += 1
            suits |= 1 << suit
    # With four of the hand there is nothing to borrow for.
    for suit in range(4):
        if length < 3 and not suits >> suit & 1 and v[NOTES + 13 * suit + rank]:
            heap = v[NOTES + 13 * suit + rank]
            _pull(v, 13 * suit + rank)
            length += 1
            suits |= 1 << suit
            for other in range(4):
                if v[NOTES + 13 * other + rank] == heap:
                    v[NOTES + 13 * other + rank] = 0
    return _lay_mixed(v, SET, rank + 1, suits, length)


def _borrow_run(v: Ints, suit: int, first: int) -> bool:
    for at in range(3):
        card = card_at(v, suit, first + at)
        if v[HAND + card] == 0:
            _pull(v, card)
    return _lay_mixed(v, RUN, suit, first, 3)


def _split_run(v: Ints) -> bool:
    """Cut a run after a card that the hand has too, and begin the upper part with that card."""
    least = v[MIN_RUN]
    for heap in range(v[MELDS]):
        row = TABLE + ROW * heap
        if v[row + KIND] != RUN or v[row + WILDS]:
            continue
        for at in range(least - 1, v[row + LENGTH] - least + 1):
            card = card_at(v, v[row + SUIT], v[row + FIRST] + at)
            if v[HAND + card] > 0:
                say(v, SPLIT, heap + 1, card, 0)
                upper = TABLE + ROW * v[MELDS]
                v[upper + KIND], v[upper + SUIT], v[upper + FIRST] = RUN, v[row + SUIT], v[row + FIRST] + at + 1
                v[upper + LENGTH] = v[row + LENGTH] - at - 1
                v[upper + WILDS] = v[upper + NAMES] = 0
                v[row + LENGTH] = at + 1
                v[MELDS] += 1
                return lay_off(v, v[MELDS] - 1, card, v[upper + FIRST] - 1)
    return False
