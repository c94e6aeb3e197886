"""The best melds of a hand: a search over its cards, the lowest first, with a bound on what can still be laid."""

from __future__ import annotations

from rummy_lab.bots.kernels.sheet import (
    ADJACENT,
    BEST,
    BEST_MELDS,
    CHOSEN,
    DECLARED,
    DEEPEST,
    FIRST,
    FOURS,
    HALF,
    HAND,
    HELD,
    HIGH,
    KIND,
    LENGTH,
    LOW,
    MIN_RUN,
    MOST_JOKERS,
    NAMES,
    NEED,
    NODES,
    NONE,
    PLACE_POINTS,
    RELEASE,
    ROOM,
    ROW,
    RUN,
    SET,
    SET_ASIDE,
    SET_POINTS,
    STACK,
    STACKED,
    SUIT,
    THREES,
    TOP,
    WANTED,
    WILD,
    WILDS,
    Ints,
)

MOST_NODES = 5_000
"""A search that needs more keeps the best it has found; the same in both engines."""
_A_CARD = 4096


def card_at(v: Ints, suit: int, place: int) -> int:
    """The card of a suit at a place in a run."""
    return 13 * suit + (place - 1) % v[TOP]


def may_hold(v: Ints, naturals: int, jokers: int) -> bool:
    """Whether a meld may have so many jokers."""
    return jokers <= v[MOST_JOKERS] and naturals > 0 and (not v[HALF] or jokers <= naturals)


def bits(mask: int) -> int:
    """How many bits are set."""
    count = 0
    while mask:
        count += mask & 1
        mask >>= 1
    return count


def names_for(v: Ints, taken: int, jokers: int) -> int:
    """The suits, as a mask, that jokers of a set are named for where they have to be: the first free ones."""
    names = 0
    if v[RELEASE] == DECLARED:
        for suit in range(4):
            if jokers > 0 and not taken >> suit & 1:
                names |= 1 << suit
                jokers -= 1
    return names


def find_melds(v: Ints, need: int, room: int, wanted: int) -> bool:
    """Choose melds of the hand: the most cards, then the most points; they stand in CHOSEN, BEST_MELDS of them.

    At most `room` cards, at least `need` points, and one of them the card `wanted` unless that is NONE.
    """
    v[NODES], v[BEST], v[BEST_MELDS], v[STACKED] = 0, 0, 0, 0
    v[NEED], v[ROOM], v[WANTED] = need, room, wanted
    v[SET_ASIDE] = v[HAND + wanted] if wanted != NONE else 0
    _search(v, 0, 0, 0, v[HELD])
    return v[BEST] > 0


def _search(v: Ints, start: int, cards: int, points: int, left: int) -> int:
    """Lay further melds whose lowest card is `start` or later; `left` cards are not laid yet."""
    v[NODES] += 1
    if cards > v[ROOM] or v[NODES] > MOST_NODES:
        return 0
    value = _A_CARD * cards + points
    used = v[WANTED] == NONE or v[HAND + v[WANTED]] < v[SET_ASIDE]
    if value > v[BEST] and points >= v[NEED] and used and cards > 0:
        v[BEST], v[BEST_MELDS] = value, v[STACKED]
        for at in range(ROW * v[STACKED]):
            v[CHOSEN + at] = v[STACK + at]
    if v[STACKED] >= DEEPEST or left < 3:
        return 0
    for card in range(start, WILD):
        if _A_CARD * (cards + left + 1) <= v[BEST]:
            return 0
        if v[HAND + card] > 0:
            _runs_from(v, card, cards, points, left)
            _sets_from(v, card, cards, points, left)
            # An ace that is no part of a meld from the low end may still end a run.
            left -= 0 if card % 13 == 0 and v[HIGH] > v[TOP] else v[HAND + card]
            if left < 2:
                return 0
    return 0


def _push(v: Ints, kind: int, suit: int, first: int, length: int) -> int:
    """Put a meld on the stack; its jokers are still to be said."""
    row = STACK + ROW * v[STACKED]
    v[row + KIND], v[row + SUIT], v[row + FIRST], v[row + LENGTH] = kind, suit, first, length
    v[row + WILDS] = v[row + NAMES] = 0
    v[STACKED] += 1
    return row


def _runs_from(v: Ints, card: int, cards: int, points: int, left: int) -> int:
    """Every run whose lowest natural is this card; jokers in gaps and above, or below where there is nothing above."""
    suit, first = card // 13, card % 13 + 1
    if first < v[LOW]:
        return 0
    place, length, jokers, mask, worth = first, 0, 0, 0, 0
    while place <= v[HIGH] and length < v[TOP]:
        here = card_at(v, suit, place)
        if v[HAND + here] > 0:
            v[HAND + here] -= 1
        elif v[HAND + WILD] > 0 and jokers < v[MOST_JOKERS] and (v[ADJACENT] or not mask >> length - 1 & 1):
            v[HAND + WILD] -= 1
            mask |= 1 << length
            jokers += 1
        else:
            break
        length += 1
        worth += v[PLACE_POINTS + place]
        place += 1
        _try_run(v, card, first, length, mask, cards, points + worth, left)
    if place > v[HIGH]:
        while v[HAND + WILD] > 0 and jokers < v[MOST_JOKERS] and first > v[LOW] and length < v[TOP]:
            if not v[ADJACENT] and mask & 1:
                break
            v[HAND + WILD] -= 1
            mask = mask << 1 | 1
            jokers += 1
            first -= 1
            length += 1
            worth += v[PLACE_POINTS + first]
            _try_run(v, card, first, length, mask, cards, points + worth, left)
    for at in range(length):
        v[HAND + (WILD if mask >> at & 1 else card_at(v, suit, first + at))] += 1
    return 0


def _try_run(v: Ints, card: int, first: int, length: int, mask: int, cards: int, points: int, left: int) -> int:
    if length >= v[MIN_RUN] and (not v[HALF] or 2 * bits(mask) <= length):
        row = _push(v, RUN, card // 13, first, length)
        v[row + WILDS] = mask
        _search(v, card, cards + length, points, left - length)
        v[STACKED] -= 1
    return 0


def _sets_from(v: Ints, card: int, cards: int, points: int, left: int) -> int:
    """Every set whose first natural in pack order is this card; jokers only beside all the naturals there are."""
    suit, rank = card // 13, card % 13 + 1
    there = 0
    for other in range(suit + 1, 4):
        there |= (v[HAND + 13 * other + rank - 1] > 0) << other
    for chosen in range(there, -1, -1):
        if chosen & ~there:
            continue
        naturals = 1 + bits(chosen)
        for length in range(4, 2, -1):
            jokers = length - naturals
            if not v[FOURS if length == 4 else THREES] or jokers < 0 or jokers > v[HAND + WILD]:
                continue
            if jokers and (chosen != there or not may_hold(v, naturals, jokers)):
                continue
            row = _push(v, SET, rank, chosen | 1 << suit, length)
            v[row + WILDS], v[row + NAMES] = jokers, names_for(v, chosen | 1 << suit, jokers)
            _move_set(v, row, -1)
            _search(v, card, cards + length, points + length * v[SET_POINTS + rank], left - length)
            _move_set(v, row, 1)
            v[STACKED] -= 1
    return 0


def _move_set(v: Ints, row: int, step: int) -> int:
    """Take the cards of a set from the hand, or put them back."""
    for suit in range(4):
        if v[row + FIRST] >> suit & 1:
            v[HAND + 13 * suit + v[row + SUIT] - 1] += step
    v[HAND + WILD] += step * v[row + WILDS]
    return 0
