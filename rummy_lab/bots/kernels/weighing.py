"""What it costs to throw a card: the melds that it may still make, its price, what the next player can do with it."""

from __future__ import annotations

from rummy_lab.bots.kernels.laying import (
    free_suit,
    high_place,
    low_place,
    may_use_table,
)
from rummy_lab.bots.kernels.layouts import (
    card_at,
)
from rummy_lab.bots.kernels.sheet import (
    COPIES,
    COSTS,
    COUNTS,
    FIRST,
    FREE_CARDS,
    GIFT,
    HAND,
    HIGH,
    KIND,
    KINDS,
    LENGTH,
    LONGEST,
    LOST,
    LOW,
    MELDS,
    NAMES,
    NONE,
    ON_TABLE,
    OPENED,
    OPENING,
    OUTS,
    PAIRS,
    PAIRS_OF,
    PENALTY,
    PILE,
    PRICE,
    PRICE_LATE,
    PRICE_OPENED,
    ROW,
    RUN,
    SEAT,
    SEATS,
    SET,
    SMALL,
    SUIT,
    TABLE,
    TASTE,
    TOP,
    USEFUL,
    WILD,
    WILDS,
    Ints,
)
from rummy_lab.bots.kernels.turning import (
    linked,
    melded,
)

_SPARED = 1 << 20


def fewest(v: Ints) -> int:
    """The fewest cards in another hand."""
    least = 1000
    for seat in range(v[SEATS]):
        if seat != v[SEAT]:
            least = min(least, v[COUNTS + seat])
    return least


def note_table(v: Ints) -> int:
    """Write down how many of each natural lie on the table."""
    for card in range(WILD):
        v[ON_TABLE + card] = 0
    for heap in range(v[MELDS]):
        row = TABLE + ROW * heap
        if v[row + KIND] == SET:
            for suit in range(4):
                v[ON_TABLE + 13 * suit + v[row + SUIT] - 1] += v[row + FIRST] >> suit & 1
        else:
            for at in range(v[row + LENGTH]):
                if not v[row + WILDS] >> at & 1:
                    v[ON_TABLE + card_at(v, v[row + SUIT], v[row + FIRST] + at)] += 1
    return 0


def _left(v: Ints, card: int) -> int:
    """How many of a natural the seat cannot see."""
    if card % 13 >= v[TOP]:
        return 0
    return max(0, v[COPIES] - v[HAND + card] - v[PILE + card] - v[ON_TABLE + card])


def _pair(v: Ints, one: int, two: int) -> int:
    """Two free cards that a third one would make a meld with."""
    if v[FREE_CARDS + one] > 0 and v[FREE_CARDS + two] > 0:
        v[PAIRS] += 1
        v[PAIRS_OF + one] += 1
        v[PAIRS_OF + two] += 1
    return 0


def _pairs_in_run(v: Ints, suit: int, place: int) -> int:
    for low in range(place - 2, place + 1):
        if v[LOW] <= low and low + 2 <= v[HIGH]:
            one = low if low < place else low + 1
            two = low + 2 if low + 2 > place else low + 1
            _pair(v, card_at(v, suit, one), card_at(v, suit, two))
    return 0


def _goes_along(v: Ints, suit: int, place: int) -> int:
    """A free card that fits a run of the table once this card lies there."""
    for heap in range(v[MELDS]):
        row = TABLE + ROW * heap
        if v[row + KIND] == RUN and v[row + SUIT] == suit and v[row + LENGTH] + 1 < v[LONGEST]:
            step = 1 if place == high_place(v, row) else -1 if place == low_place(v, row) else 0
            if step and v[LOW] <= place + step <= v[HIGH]:
                card = card_at(v, suit, place + step)
                if v[FREE_CARDS + card] > 0:
                    v[PAIRS] += 1
                    v[PAIRS_OF + card] += 1
    return 0


def _lost_with(v: Ints, card: int, left: int) -> int:
    """A card that all pairs need would be missed as often as there are cards to wait for."""
    if v[PAIRS] and v[PAIRS_OF + card] == v[PAIRS]:
        v[LOST + card] += left
    v[PAIRS_OF + card] = 0
    return 0


def note_losses(v: Ints) -> int:
    """For each natural that the best melds do not need: how many cards not seen would be of no use without it.

    A card not seen is of use if it makes a meld with two others, or fits the table so that another goes along.
    """
    melded(v, FREE_CARDS)
    for card in range(WILD):
        v[FREE_CARDS + card] = max(0, v[HAND + card] - v[FREE_CARDS + card])
        v[LOST + card] = v[PAIRS_OF + card] = 0
    note_table(v)
    lays_off = may_use_table(v)
    for out in range(WILD):
        left = _left(v, out)
        if left == 0:
            continue
        suit, rank = out // 13, out % 13 + 1
        v[PAIRS] = 0
        for one in range(3):
            for two in range(one + 1, 4):
                if suit not in (one, two):
                    _pair(v, 13 * one + rank - 1, 13 * two + rank - 1)
        for place in range(rank, rank + v[TOP] + 1, v[TOP]):
            if v[LOW] <= place <= v[HIGH]:
                _pairs_in_run(v, suit, place)
                if lays_off:
                    _goes_along(v, suit, place)
        for other in range(4):
            _lost_with(v, 13 * other + rank - 1, left)
        for place in range(rank, rank + v[TOP] + 1, v[TOP]):
            for near in range(max(v[LOW], place - 2), min(v[HIGH], place + 2) + 1):
                _lost_with(v, card_at(v, suit, near), left)
    return 0


def fits_table(v: Ints, card: int) -> bool:
    suit, fits = card // 13, False
    for heap in range(v[MELDS]):
        row = TABLE + ROW * heap
        if v[row + KIND] == SET:
            missing = not (v[row + FIRST] | v[row + NAMES]) >> suit & 1
            fits = fits or (v[row + SUIT] == card % 13 + 1 and missing and free_suit(v, row) < 4)
        elif v[row + SUIT] == suit:
            high, low = high_place(v, row), low_place(v, row)
            fits = fits or (high != NONE and card_at(v, suit, high) == card)
            fits = fits or (low != NONE and card_at(v, suit, low) == card)
    return fits


def note_costs(v: Ints) -> int:
    """What it costs to throw each card of the hand."""
    note_losses(v)
    opened = v[OPENED + v[SEAT]] > 0 or v[OPENING] > 0
    price = v[TASTE + PRICE_OPENED] if opened else v[TASTE + PRICE]
    price += v[TASTE + PRICE_LATE] if fewest(v) <= v[TASTE + SMALL] else 0
    next_opened = v[OPENED + (v[SEAT] + 1) % v[SEATS]] > 0
    for card in range(KINDS):
        cost = -price * v[PENALTY + card]
        if card == WILD:
            cost += 2 * _SPARED
        elif v[HAND + card] > 0:
            cost += v[TASTE + OUTS] * v[LOST + card] if v[FREE_CARDS + card] > 0 else _SPARED
            if next_opened:
                cost += v[TASTE + GIFT] if fits_table(v, card) else 0
            else:
                for other in range(WILD):
                    if other != card and linked(v, card, other):
                        cost += v[TASTE + USEFUL] * _left(v, other)
        v[COSTS + card] = cost
    return 0
