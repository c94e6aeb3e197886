"""The best melds of a hand: a search over its cards, the lowest first, with a bound on what can still be laid."""

from __future__ import annotations

from rummy_lab.bots.kernels.sheet import (
    ACTIVE,
    ADJACENT,
    BEST,
    BEST_MELDS,
    CARD_NOW,
    CHOICE,
    CHOSEN,
    DECLARED,
    DEEPEST,
    FIRST,
    FOURS,
    FRAME,
    FRAMES,
    GROW,
    HALF,
    HAND,
    HIGH,
    HOPED,
    KIND,
    LAID_NOW,
    LEFT,
    LENGTH,
    LONGEST,
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
    RUN_WORTH,
    RUNS,
    SEEK,
    SET,
    SET_ASIDE,
    SET_POINTS,
    SETS,
    STACK,
    STAGE,
    SUIT,
    THERE,
    THREES,
    TOP,
    WANTED,
    WILD,
    WILDS,
    WORTH_NOW,
    Ints,
)

MOST_NODES = 500
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
    v[NODES], v[BEST], v[BEST_MELDS] = 0, 0, 0
    v[NEED], v[ROOM], v[WANTED] = need, room, wanted
    v[SET_ASIDE] = v[HAND + wanted] if wanted != NONE else 0
    left = _note_active(v)
    if v[HOPED] < need:
        return False
    _set_frame(v, 0, 0, 0, 0, left)
    depth = 0
    while depth >= 0:
        depth += _step(v, depth)
    return v[BEST] > 0


def _note_active(v: Ints) -> int:
    """Mark the naturals that may lie in some meld of the hand; how many cards that are, jokers included.

    HOPED is more than all of them can be worth.
    """
    wild = min(v[HAND + WILD], v[MOST_JOKERS])
    left = v[HAND + WILD]
    v[HOPED] = 13 * left
    for card in range(WILD):
        v[ACTIVE + card] = 0
        if v[HAND + card] > 0 and (_near(v, card) + wild >= 2 or _alike(v, card) + wild >= 2):
            v[ACTIVE + card] = 1
            left += v[HAND + card]
            v[HOPED] += v[HAND + card] * v[SET_POINTS + card % 13 + 1]
    return left


def _alike(v: Ints, card: int) -> int:
    """How many other suits of this rank the hand has."""
    return bits(_suits_above(v, card % 13)) + (v[HAND + card % 13] > 0) - 1


def _near(v: Ints, card: int) -> int:
    """The most other cards that the hand has of three in a row with this one."""
    suit, rank, most = card // 13, card % 13 + 1, 0
    for place in range(rank, rank + v[TOP] + 1, v[TOP]):
        if v[LOW] <= place <= v[HIGH]:
            for low in range(max(v[LOW], place - 2), min(place, v[HIGH] - 2) + 1):
                there = 0
                for one in range(low, low + 3):
                    there += v[HAND + card_at(v, suit, one)] > 0
                most = max(most, there - 1)
    return most


def _set_frame(v: Ints, depth: int, card: int, cards: int, points: int, left: int) -> int:
    """Further melds whose lowest card is this one or a later one; `left` cards are not laid yet."""
    at = FRAMES + FRAME * depth
    v[at + CARD_NOW], v[at + STAGE], v[at + LAID_NOW], v[at + WORTH_NOW], v[at + LEFT] = card, SEEK, cards, points, left
    return 0


def _step(v: Ints, depth: int) -> int:
    """One step of the search at this depth: 1 where a meld is laid below, -1 where this depth is done, else 0."""
    at, row = FRAMES + FRAME * depth, STACK + ROW * depth
    stage = v[at + STAGE]
    if stage == SEEK:
        return _seek(v, at, row, depth)
    card = v[at + CARD_NOW]
    if stage == GROW:
        v[at + RUN_WORTH] = _longer_run(v, row, card, v[at + RUN_WORTH])
        stage = RUNS
    if stage == RUNS:
        worth = v[at + RUN_WORTH]
        if worth:
            v[at + STAGE] = GROW
            if v[row + LENGTH] >= v[MIN_RUN] and (not v[HALF] or 2 * bits(v[row + WILDS]) <= v[row + LENGTH]):
                return _deeper(v, at, depth, v[row + LENGTH], worth)
            return 0
        _move_run(v, row, 1)
        v[at + THERE] = _suits_above(v, card)
        v[at + CHOICE] = 2 * v[at + THERE] + 1
    elif stage == SETS:
        _move_set(v, row, 1)
    while v[at + CHOICE] >= 0:
        chosen, length = v[at + CHOICE] >> 1, 3 + (v[at + CHOICE] & 1)
        v[at + CHOICE] -= 1
        if not chosen & ~v[at + THERE] and _begin_set(v, row, card, chosen, length, v[at + THERE]):
            v[at + STAGE] = SETS
            below = _deeper(v, at, depth, length, length * v[SET_POINTS + v[row + SUIT]])
            if below:
                return below
            _move_set(v, row, 1)
    # An ace that is no part of a meld from the low end may still end a run.
    v[at + LEFT] -= 0 if card % 13 == 0 and v[HIGH] > v[TOP] else v[HAND + card]
    v[at + CARD_NOW], v[at + STAGE] = card + 1, SEEK
    return 0


def _seek(v: Ints, at: int, row: int, depth: int) -> int:
    """Go on to the next card that the hand has."""
    card, left = v[at + CARD_NOW], v[at + LEFT]
    while card < WILD and (v[HAND + card] == 0 or not v[ACTIVE + card]):
        card += 1
    if card == WILD or left < 3 or depth >= DEEPEST or _A_CARD * (v[at + LAID_NOW] + left + 1) <= v[BEST]:
        return -1
    v[at + CARD_NOW], v[at + STAGE] = card, RUNS
    v[at + RUN_WORTH] = _begin_run(v, row, card)
    return 0


def _deeper(v: Ints, at: int, depth: int, length: int, worth: int) -> int:
    """Note the melds laid so far where they are the best, and go on from there; 0 where that is of no use."""
    v[NODES] += 1
    cards, points = v[at + LAID_NOW] + length, v[at + WORTH_NOW] + worth
    if cards > v[ROOM] or v[NODES] > MOST_NODES:
        return 0
    used = v[WANTED] == NONE or v[HAND + v[WANTED]] < v[SET_ASIDE]
    if _A_CARD * cards + points > v[BEST] and points >= v[NEED] and used:
        v[BEST], v[BEST_MELDS] = _A_CARD * cards + points, depth + 1
        for one in range(ROW * (depth + 1)):
            v[CHOSEN + one] = v[STACK + one]
    _set_frame(v, depth + 1, v[at + CARD_NOW], cards, points, v[at + LEFT] - length)
    return 1


def _begin_run(v: Ints, row: int, card: int) -> int:
    """A run of one card; what it is worth, 0 where no run begins."""
    first = card % 13 + 1
    v[row + KIND], v[row + SUIT], v[row + FIRST], v[row + LENGTH] = RUN, card // 13, first, 0
    v[row + WILDS] = v[row + NAMES] = 0
    if first < v[LOW]:
        return 0
    v[HAND + card] -= 1
    v[row + LENGTH] = 1
    return v[PLACE_POINTS + first]


def _longer_run(v: Ints, row: int, card: int, worth: int) -> int:
    """One slot more: the natural or a joker above, or a joker below where there is nothing above; 0 where none goes."""
    place, length, mask = v[row + FIRST] + v[row + LENGTH], v[row + LENGTH], v[row + WILDS]
    if length >= v[LONGEST]:
        return 0
    if place <= v[HIGH] and v[HAND + card_at(v, card // 13, place)] > 0:
        v[HAND + card_at(v, card // 13, place)] -= 1
        v[row + LENGTH] += 1
        return worth + v[PLACE_POINTS + place]
    if v[HAND + WILD] == 0 or bits(mask) >= v[MOST_JOKERS]:
        return 0
    if place <= v[HIGH]:
        if not v[ADJACENT] and mask >> length - 1 & 1:
            return 0
        v[row + WILDS] = mask | 1 << length
    else:
        place = v[row + FIRST] - 1
        if place < v[LOW] or (not v[ADJACENT] and mask & 1):
            return 0
        v[row + FIRST], v[row + WILDS] = place, mask << 1 | 1
    v[HAND + WILD] -= 1
    v[row + LENGTH] += 1
    return worth + v[PLACE_POINTS + place]


def _move_run(v: Ints, row: int, step: int) -> int:
    """Put the cards of a run back into the hand."""
    for at in range(v[row + LENGTH]):
        wild = v[row + WILDS] >> at & 1
        v[HAND + (WILD if wild else card_at(v, v[row + SUIT], v[row + FIRST] + at))] += step
    return 0


def _suits_above(v: Ints, card: int) -> int:
    """The suits after this card's, as a mask, of which the hand has the same rank."""
    there = 0
    for suit in range(card // 13 + 1, 4):
        if v[HAND + 13 * suit + card % 13] > 0:
            there |= 1 << suit
    return there


def _begin_set(v: Ints, row: int, card: int, chosen: int, length: int, there: int) -> bool:
    """Take this set from the hand where it can be; jokers stand only beside all the naturals there are."""
    naturals = 1 + bits(chosen)
    jokers = length - naturals
    if not v[FOURS if length == 4 else THREES] or jokers < 0 or jokers > v[HAND + WILD]:
        return False
    if jokers and (chosen != there or not may_hold(v, naturals, jokers)):
        return False
    suits = chosen | 1 << card // 13
    v[row + KIND], v[row + SUIT], v[row + FIRST], v[row + LENGTH] = SET, card % 13 + 1, suits, length
    v[row + WILDS], v[row + NAMES] = jokers, names_for(v, suits, jokers)
    _move_set(v, row, -1)
    return True


def _move_set(v: Ints, row: int, step: int) -> int:
    """Take the cards of a set from the hand, or put them back."""
    for suit in range(4):
        if v[row + FIRST] >> suit & 1:
            v[HAND + 13 * suit + v[row + SUIT] - 1] += step
    v[HAND + WILD] += step * v[row + WILDS]
    return 0
