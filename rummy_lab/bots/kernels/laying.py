"""Laying and laying off: what changes hand and table, and the move that says so."""

from __future__ import annotations

from rummy_lab.bots.kernels.layouts import (
    bits,
    card_at,
    may_hold,
)
from rummy_lab.bots.kernels.sheet import (
    ACCESS,
    ADJACENT,
    AFTER_TAKE,
    ALL_OPENED,
    BEST_MELDS,
    CARD,
    CHOSEN,
    DECLARED,
    FIRST,
    FOURS,
    GAINED,
    HAND,
    HEAP,
    HELD,
    HIGH,
    KEEPS,
    KIND,
    LAID,
    LAID_TAKEN,
    LAY,
    LAY_OFF,
    LENGTH,
    LONGEST,
    LOOSE,
    LOW,
    MELD,
    MELDED_TAKEN,
    MELDS,
    MIN_ROUND,
    MODE,
    MOST_MELDS,
    MOST_MOVES,
    MOVE,
    MOVE_SIZE,
    MOVES,
    NAMES,
    NO_TABLE,
    NONE,
    OP,
    OPENED,
    OPENING,
    PILE_GAME,
    PLACE,
    PLACE_POINTS,
    POINTS,
    REARRANGE,
    RELEASE,
    ROUND,
    ROW,
    RUN,
    SAME_TURN,
    SEAT,
    SEATS,
    SET,
    SET_POINTS,
    SUIT,
    TABLE,
    TAKEN,
    WILD,
    WILDS,
    Ints,
)


def say(v: Ints, op: int, heap: int, card: int, place: int) -> int:
    """Write a move down."""
    row = MOVE + MOVE_SIZE * v[MOVES]
    v[row + OP], v[row + HEAP], v[row + CARD], v[row + PLACE] = op, heap, card, place
    v[MOVES] += 1
    return row


def room(v: Ints) -> int:
    """How many cards of the hand may still be laid."""
    return v[HELD] - v[KEEPS] if v[MOVES] < MOST_MOVES - 4 else 0


def need_to_open(v: Ints) -> int:
    """What the first melds must be worth, in points."""
    return 0 if v[AFTER_TAKE] and v[PILE_GAME] and v[TAKEN] == NONE else v[POINTS]


def may_open(v: Ints) -> bool:
    """Whether an opening is allowed in this round."""
    return not v[MIN_ROUND] or v[ROUND] > 1


def may_use_table(v: Ints) -> bool:
    """Whether cards may be laid off and jokers swapped in this turn."""
    if v[MODE] == NO_TABLE:
        return False
    if v[OPENED + v[SEAT]] == 0:
        return v[MODE] != REARRANGE and v[ACCESS] == SAME_TURN and v[OPENING] > 0
    if v[ACCESS] == ALL_OPENED:
        for seat in range(v[SEATS]):
            if v[OPENED + seat] == 0:
                return False
    return True


def lay_chosen(v: Ints) -> int:
    """Lay the melds that the search has chosen."""
    for at in range(v[BEST_MELDS]):
        if v[MELDS] < MOST_MELDS and v[MOVES] < MOST_MOVES - 4:
            lay_meld(v, CHOSEN + ROW * at, 2)
    return v[BEST_MELDS]


def lay_meld(v: Ints, chosen: int, melded: int) -> int:
    """Lay the meld that stands in this row; `melded`: 2 of cards of the hand alone, 1 with cards of the table."""
    row = TABLE + ROW * v[MELDS]
    move = say(v, LAY, v[MELDS] + 1, NONE, 0)
    # Where the table is rearranged only a meld of nothing but cards of the hand counts as one.
    melded -= melded == 2 and v[MODE] == REARRANGE and v[LOOSE] > 0
    for at in range(ROW):
        v[row + at] = v[chosen + at]
        v[move + MELD + at] = v[chosen + at]
    v[MELDS] += 1
    worth, jokers = 0, 0
    if v[row + KIND] == RUN:
        for at in range(v[row + LENGTH]):
            worth += v[PLACE_POINTS + v[row + FIRST] + at]
            if v[row + WILDS] >> at & 1:
                jokers += 1
            else:
                from_hand(v, card_at(v, v[row + SUIT], v[row + FIRST] + at), melded)
    else:
        worth, jokers = v[row + LENGTH] * v[SET_POINTS + v[row + SUIT]], v[row + WILDS]
        for suit in range(4):
            if v[row + FIRST] >> suit & 1:
                from_hand(v, 13 * suit + v[row + SUIT] - 1, melded)
    for _ in range(jokers):
        from_hand(v, WILD, melded)
    v[OPENING] += worth
    v[GAINED] += worth
    return 0


def from_hand(v: Ints, card: int, melded: int) -> int:
    """A card goes to the table, a loose joker first; `melded`: 0 onto a meld, 1 in a new one, 2 in one that counts."""
    if card == WILD and v[LOOSE] > 0:
        v[LOOSE] -= 1
    else:
        v[HAND + card] -= 1
        v[HELD] -= 1
        v[LAID] += 1
    if v[TAKEN] == card:
        v[LAID_TAKEN] = 1
        if melded == 2:
            v[MELDED_TAKEN] = 1
    return 0


def lay_off_naturals(v: Ints) -> bool:
    """Lay every natural of the hand that fits a meld, as long as the hand allows it; whether any was laid."""
    before = v[HELD]
    changed = True
    while changed:
        changed = False
        for heap in range(v[MELDS]):
            while room(v) > 0 and _natural_onto(v, heap):
                changed = True
    return v[HELD] < before


def _natural_onto(v: Ints, heap: int) -> bool:
    """Lay one natural onto this meld, if there is one that fits."""
    row = TABLE + ROW * heap
    if v[row + KIND] == SET:
        suit = free_suit(v, row)
        while suit < 4:
            card = 13 * suit + v[row + SUIT] - 1
            if v[HAND + card] > 0:
                return lay_off(v, heap, card, suit)
            suit = next_free_suit(v, row, suit)
        return False
    place = high_place(v, row)
    if place != NONE and v[HAND + card_at(v, v[row + SUIT], place)] > 0:
        return lay_off(v, heap, card_at(v, v[row + SUIT], place), place)
    place = low_place(v, row)
    if place != NONE and v[HAND + card_at(v, v[row + SUIT], place)] > 0:
        return lay_off(v, heap, card_at(v, v[row + SUIT], place), place)
    return False


def high_place(v: Ints, row: int) -> int:
    """The place above a run, or NONE."""
    place = v[row + FIRST] + v[row + LENGTH]
    return place if place <= v[HIGH] and v[row + LENGTH] < v[LONGEST] else NONE


def low_place(v: Ints, row: int) -> int:
    """The place below a run, or NONE."""
    place = v[row + FIRST] - 1
    return place if place >= v[LOW] and v[row + LENGTH] < v[LONGEST] else NONE


def free_suit(v: Ints, row: int) -> int:
    """The first suit that a set still takes, or 4."""
    return next_free_suit(v, row, -1) if v[row + LENGTH] < 4 and v[FOURS] else 4


def next_free_suit(v: Ints, row: int, suit: int) -> int:
    """The next suit after this one that a set lacks, or 4."""
    suit += 1
    while suit < 4 and (v[row + FIRST] | v[row + NAMES]) >> suit & 1:
        suit += 1
    return suit


def lay_off(v: Ints, heap: int, card: int, place: int) -> bool:
    """Lay a card, or a joker, onto a meld: at a place of a run, or for a suit of a set."""
    row = TABLE + ROW * heap
    move = say(v, LAY_OFF, heap + 1, card, place)
    v[move + MELD + KIND], v[move + MELD + SUIT] = v[row + KIND], v[row + SUIT]
    if v[row + KIND] == SET:
        if card != WILD:
            v[row + FIRST] |= 1 << place
        else:
            v[row + WILDS] += 1
            if v[RELEASE] == DECLARED:
                v[row + NAMES] |= 1 << place
        v[GAINED] += v[SET_POINTS + v[row + SUIT]]
    else:
        if place < v[row + FIRST]:
            v[row + FIRST] = place
            v[row + WILDS] <<= 1
        if card == WILD:
            v[row + WILDS] |= 1 << place - v[row + FIRST]
        v[GAINED] += v[PLACE_POINTS + place]
    v[row + LENGTH] += 1
    from_hand(v, card, 0)
    return True


def place_for_joker(v: Ints, heap: int) -> int:
    """Where this meld takes a joker: a place of a run or a suit of a set; NONE where it takes none."""
    row = TABLE + ROW * heap
    jokers = jokers_of(v, row)
    if not may_hold(v, v[row + LENGTH] - jokers, jokers + 1):
        return NONE
    if v[row + KIND] == SET:
        suit = free_suit(v, row)
        return suit if suit < 4 else NONE
    place = high_place(v, row)
    if place != NONE and (v[ADJACENT] or not v[row + WILDS] >> v[row + LENGTH] - 1 & 1):
        return place
    place = low_place(v, row)
    return place if place != NONE and (v[ADJACENT] or not v[row + WILDS] & 1) else NONE


def jokers_of(v: Ints, row: int) -> int:
    """How many jokers lie in a meld."""
    if v[row + KIND] == SET:
        return v[row + WILDS]
    return bits(v[row + WILDS])


def lay_off_joker(v: Ints) -> bool:
    """Lay a joker, a loose one first, onto the first meld that takes it."""
    for heap in range(v[MELDS]):
        place = place_for_joker(v, heap)
        if place != NONE:
            return lay_off(v, heap, WILD, place)
    return False
