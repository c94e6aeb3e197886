"""What each card of a hand is worth to its seat and to the next, by the cards not seen and what seats threw away."""

from __future__ import annotations

from rummy_lab.bots.kernels.layouts import (
    card_at,
)
from rummy_lab.bots.kernels.sheet import (
    COPIES,
    FIRST,
    HAND,
    HIGH,
    KIND,
    KINDS,
    LENGTH,
    LOW,
    MELDS,
    NONE,
    NOTES,
    OPENED,
    PENALTY,
    PILE,
    ROW,
    RUN,
    SEAT,
    SEATS,
    SET,
    SET_POINTS,
    SUIT,
    TABLE,
    TOP,
    WILD,
    WILDS,
    Ints,
)
from rummy_lab.bots.kernels.turning import (
    linked,
    melded,
)
from rummy_lab.bots.kernels.weighing import fits_table

# What is known: what the bot values, what each card costs to throw, what is not seen, and by seat what it threw.
(W_OUT, W_POINTS, W_PRICE, W_GIFT, W_USE, W_NEAR, W_SAME) = range(7)
WORTHS = 8
COST_OF = WORTHS
NOT_SEEN = COST_OF + KINDS
WAITED = NOT_SEEN + KINDS
WAITED_WITH = WAITED + KINDS
THROWN = WAITED_WITH + KINDS
KNOWLEDGE = THROWN + 8 * KINDS
SPARED = 1 << 20


def note_not_seen(v: Ints, k: Ints) -> int:
    """How many of each natural this seat cannot see."""
    for card in range(WILD):
        there = v[COPIES] if card % 13 < v[TOP] else 0
        k[NOT_SEEN + card] = there - v[HAND + card] - v[PILE + card]
    for heap in range(v[MELDS]):
        row = TABLE + ROW * heap
        if v[row + KIND] == RUN:
            for at in range(v[row + LENGTH]):
                if not v[row + WILDS] >> at & 1:
                    k[NOT_SEEN + card_at(v, v[row + SUIT], v[row + FIRST] + at)] -= 1
        else:
            for suit in range(4):
                k[NOT_SEEN + 13 * suit + v[row + SUIT] - 1] -= v[row + FIRST] >> suit & 1
    return 0


def third(v: Ints, one: int, two: int, at: int) -> int:
    """Of the cards that make these two three of a kind or three in a row number 0 or 1; NONE where there is none."""
    suit, rank = one // 13, one % 13
    if rank == two % 13:
        other = at
        while other in (suit, two // 13) or (at == 1 and other == third(v, one, two, 0) // 13):
            other += 1
        return 13 * other + rank
    low, high = min(rank, two % 13) + 1, max(rank, two % 13) + 1
    if low == 1 and high > 3:
        low, high = high, v[TOP] + 1
    if high - low == 2:
        return card_at(v, suit, low + 1) if at == 0 else NONE
    if at == 0:
        return card_at(v, suit, high + 1) if high + 1 <= v[HIGH] else NONE
    return card_at(v, suit, low - 1) if low - 1 >= v[LOW] else NONE


def _is_free(v: Ints, card: int) -> bool:
    """Whether the hand has more of a card than its best melds need."""
    return v[HAND + card] > v[NOTES + card]


def _note_waited(v: Ints, k: Ints, start: int, card: int) -> int:
    """For each card by how many pairs of free cards it is waited for: of all pairs from this card on, or with it."""
    for two in range(WILD):
        if two != card and (start == WAITED_WITH or two > card) and _is_free(v, two) and linked(v, card, two):
            for at in range(2):
                out = third(v, card, two, at)
                if out != NONE:
                    k[start + out] += 1
    return 0


def _lost(v: Ints, k: Ints, card: int) -> int:
    """What the cards not seen are worth that only this card waits for."""
    for one in range(WILD):
        k[WAITED_WITH + one] = 0
    _note_waited(v, k, WAITED_WITH, card)
    total = 0
    for two in range(WILD):
        if two != card and _is_free(v, two) and linked(v, card, two):
            for at in range(2):
                out = third(v, card, two, at)
                if out != NONE and k[WAITED_WITH + out] == k[WAITED + out]:
                    # It is counted once.
                    k[WAITED_WITH + out] = 0
                    total += k[NOT_SEEN + out] * (8 * k[W_OUT] + k[W_POINTS] * _worth(v, card, two, out))
    return total // 8


def _worth(v: Ints, one: int, two: int, out: int) -> int:
    """About what a meld of these three is worth."""
    if one % 13 == two % 13:
        return 3 * v[SET_POINTS + one % 13 + 1]
    return v[PENALTY + one] + v[PENALTY + two] + v[PENALTY + out]


def is_near_thrown(k: Ints, seat: int, card: int) -> bool:
    """Whether this seat threw such a card, one of its rank or one beside it."""
    thrown, rank = THROWN + KINDS * seat, card % 13
    near = k[thrown + card] > 0
    for suit in range(4):
        near = near or k[thrown + 13 * suit + rank] > 0
    near = near or (rank > 0 and k[thrown + card - 1] > 0)
    return near or (rank < 12 and k[thrown + card + 1] > 0)


def _fits_now(v: Ints, card: int) -> bool:
    """Whether a natural can be laid off, or take the place of a joker in a run."""
    suit, found = card // 13, fits_table(v, card)
    for heap in range(v[MELDS]):
        row = TABLE + ROW * heap
        if v[row + KIND] != SET and v[row + SUIT] == suit:
            for at in range(v[row + LENGTH]):
                found = found or (v[row + WILDS] >> at & 1 > 0 and card_at(v, suit, v[row + FIRST] + at) == card)
    return found


def _used(v: Ints, k: Ints, seat: int, card: int) -> int:
    """How many cards not seen go with this one in the hand of a seat; those near what it threw count less."""
    total = 0
    for other in range(WILD):
        if other != card and k[NOT_SEEN + other] > 0 and linked(v, card, other):
            total += k[NOT_SEEN + other] * (8 - (k[W_NEAR] if is_near_thrown(k, seat, other) else 0))
    return total * (8 - k[W_SAME]) // 8 if is_near_thrown(k, seat, card) else total


def note_costs_counted(v: Ints, k: Ints) -> int:
    """What it costs to throw each card of the hand."""
    melded(v, NOTES)
    note_not_seen(v, k)
    for card in range(WILD):
        k[WAITED + card] = 0
    for card in range(WILD):
        if _is_free(v, card):
            _note_waited(v, k, WAITED, card)
    following = (v[SEAT] + 1) % v[SEATS]
    for card in range(WILD):
        if v[HAND + card] > 0:
            cost = _lost(v, k, card) if _is_free(v, card) else SPARED
            cost += k[W_USE] * _used(v, k, following, card) // 8
            if v[OPENED + following] > 0 and _fits_now(v, card):
                cost += k[W_GIFT]
            k[COST_OF + card] = cost - k[W_PRICE] * v[PENALTY + card]
    k[COST_OF + WILD] = 2 * SPARED
    return 0
