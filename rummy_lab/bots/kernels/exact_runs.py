"""The runs that a hand can lay, each once, as rows for the search; one that is two melds is left out."""

from __future__ import annotations

from rummy_lab.bots.kernels.exact_pieces import (
    list_piece,
    most_wild,
    need_card,
    new_piece,
)
from rummy_lab.bots.kernels.exact_sheet import (
    AFTER,
    AIM_ANYWHERE,
    AIM_LATE,
    AIM_WANTED,
    BEGUN,
    LENDS_A_PLACE,
    LIES,
    PIECE_ABOVE,
    PIECE_BELOW,
    PIECE_MARKS,
    PIECE_MELDED,
    PIECE_OPENERS,
    PIECE_PART,
    PIECE_POINTS,
    PIECE_ROW,
)
from rummy_lab.bots.kernels.layouts import (
    bits,
    card_at,
    may_hold,
)
from rummy_lab.bots.kernels.sheet import (
    ADJACENT,
    FIRST,
    HAND,
    HIGH,
    KIND,
    LENGTH,
    LOW,
    MIN_RUN,
    NONE,
    PLACE_POINTS,
    RUN,
    SUIT,
    TOP,
    WILD,
    WILDS,
    Ints,
)


def list_runs(v: Ints, suit: int) -> int:
    """The runs of a suit by their highest natural."""
    most, there = most_wild(v), 0
    for place in range(v[LOW], v[HIGH] + 1):
        if v[HAND + card_at(v, suit, place)] > 0:
            there |= 1 << place
    for high in range(v[LOW], v[HIGH] + 1):
        if not there >> high & 1:
            continue
        if most == 0:
            _list_natural_runs(v, suit, high, there)
            continue
        # Naturals below, as many as whose gaps can be filled.
        below = there & (1 << high) - 1 & ~((1 << max(0, high - v[TOP] + 1)) - 1)
        chosen = below
        while True:
            _list_filled(v, suit, high, chosen | 1 << high, most)
            if not chosen:
                break
            chosen = chosen - 1 & below
    return 0


def _list_natural_runs(v: Ints, suit: int, high: int, there: int) -> int:
    """Runs of naturals alone; a longer one than these is two."""
    length = 1
    while length < 2 * v[MIN_RUN] - 1 and high - length >= v[LOW] and there >> high - length & 1:
        length += 1
        if length >= v[MIN_RUN] and length <= v[TOP]:
            _list_run(v, suit, high - length + 1, length, 0)
    return 0


def _list_filled(v: Ints, suit: int, high: int, naturals: int, most: int) -> int:
    """The runs of these naturals with their gaps filled, and with further jokers at the ends."""
    low = high
    for place in range(v[LOW], high + 1):
        if naturals >> place & 1:
            low = min(low, place)
    count, span = bits(naturals), high - low + 1
    gaps = span - count
    for jokers in range(gaps, most + 1):
        length = count + jokers
        if length < v[MIN_RUN] or length > v[TOP] or not may_hold(v, count, jokers):
            continue
        best, best_points = NONE, 0
        for above in range(jokers - gaps + 1):
            first = low - (jokers - gaps - above)
            wilds = ((1 << length) - 1) & ~(naturals >> first) if first >= v[LOW] else 0
            if first < v[LOW] or first + length - 1 > v[HIGH] or (not v[ADJACENT] and wilds & wilds >> 1):
                continue
            points = points_of_run(v, first, length)
            if v[AIM_LATE]:
                _list_ways(v, suit, first, length, wilds)
            elif points >= best_points:
                best, best_points = first, points
        if best != NONE:
            wilds = ((1 << length) - 1) & ~(naturals >> best)
            if length < 2 * v[MIN_RUN] or not is_two(v, length, wilds):
                _list_run(v, suit, best, length, wilds)
    return 0


def points_of_run(v: Ints, first: int, length: int) -> int:
    """What a run is worth."""
    points = 0
    for place in range(first, first + length):
        points += v[PLACE_POINTS + place]
    return points


def is_two(v: Ints, length: int, wilds: int) -> bool:
    """Whether a run can be cut into two melds."""
    for lower in range(v[MIN_RUN], length - v[MIN_RUN] + 1):
        below, above = bits(wilds & (1 << lower) - 1), bits(wilds >> lower)
        if may_hold(v, lower - below, below) and may_hold(v, length - lower - above, above):
            return True
    return False


def _list_run(v: Ints, suit: int, first: int, length: int, wilds: int) -> int:
    """A run laid at once; the row of its piece, or NONE."""
    at = run_piece(v, suit, first, length, wilds)
    if at != NONE:
        points = points_of_run(v, first, length)
        v[at + PIECE_POINTS], v[at + PIECE_OPENERS] = points, v[at + PIECE_MELDED]
        list_piece(v, at, points)
    return 0


def run_piece(v: Ints, suit: int, first: int, length: int, wilds: int) -> int:
    """A run as a piece that is not listed yet, or NONE."""
    at = new_piece(v, NONE)
    if at == NONE:
        return NONE
    row = at + PIECE_ROW
    v[row + KIND], v[row + SUIT], v[row + FIRST], v[row + LENGTH], v[row + WILDS] = RUN, suit, first, length, wilds
    for one in range(length):
        need_card(v, at, WILD if wilds >> one & 1 else card_at(v, suit, first + one))
    v[at + PIECE_MELDED] = bits(wilds)
    if not wilds:
        v[at + PIECE_MARKS] |= LENDS_A_PLACE
    return at


def _list_ways(v: Ints, suit: int, first: int, length: int, wilds: int) -> int:
    """A run that opens before swaps: at once, after them, or begun by a part of it."""
    _list_run(v, suit, first, length, wilds)
    if not wilds:
        return 0
    at = run_piece(v, suit, first, length, wilds)
    points = points_of_run(v, first, length)
    if at != NONE:
        v[at + PIECE_PART] = AFTER
        list_piece(v, at, points)
    for jokers in range(bits(wilds)):
        for wanted in range(2):
            _list_begun(v, suit, first, length, wilds, jokers, wanted > 0)
    return 0


def _list_begun(v: Ints, suit: int, first: int, length: int, wilds: int, jokers: int, wanted: bool) -> int:
    """The dearest part with so many jokers that is a meld; `wanted`: and with the card that has to lie in one."""
    if wanted and (v[AIM_WANTED] == NONE or v[AIM_ANYWHERE]):
        return 0
    best, most, best_length = NONE, 0, 0
    for start in range(length):
        for size in range(v[MIN_RUN], length - start + 1):
            part = wilds >> start & (1 << size) - 1
            if bits(part) != jokers or not may_hold(v, size - jokers, jokers):
                continue
            there = not wanted
            for one in range(size):
                card = WILD if part >> one & 1 else card_at(v, suit, first + start + one)
                there = there or card == v[AIM_WANTED]
            points = points_of_run(v, first + start, size)
            if there and points > most:
                best, most, best_length = start, points, size
    if best == NONE:
        return 0
    at = run_piece(v, suit, first, length, wilds)
    if at != NONE:
        v[at + PIECE_PART], v[at + PIECE_BELOW], v[at + PIECE_ABOVE] = BEGUN, best, length - best - best_length
        v[at + PIECE_POINTS], v[at + PIECE_OPENERS], v[at + PIECE_MELDED] = most, jokers, jokers
        if not v[AIM_ANYWHERE] and not wanted:
            v[at + PIECE_MARKS] &= ~LIES
        list_piece(v, at, points_of_run(v, first, length))
    return 0
