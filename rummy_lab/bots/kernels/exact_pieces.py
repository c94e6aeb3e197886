"""The faces of a hand and the new melds that it can lay, each once, as rows that the search puts together."""

from __future__ import annotations

from rummy_lab.bots.kernels.exact_sheet import (
    A_WORD,
    AFTER,
    AIM_ANYWHERE,
    AIM_HELD,
    AIM_LATE,
    AIM_WANTED,
    AIM_WILD,
    AT_ONCE,
    BEGUN,
    BEST_CARDS,
    BEST_POINTS,
    FACE_CARD,
    FACE_LIVE,
    FACE_LOSS,
    FACE_OF,
    FACE_PIECE,
    FACE_THROWN,
    FACE_WORTH,
    FACES,
    LENDS_A_PLACE,
    LIES,
    MOST_PIECES,
    PIECE,
    PIECE_ABOVE,
    PIECE_BELOW,
    PIECE_HEAP,
    PIECE_LIST,
    PIECE_LOSS,
    PIECE_MARKS,
    PIECE_MELDED,
    PIECE_NEED,
    PIECE_NEXT,
    PIECE_OPENERS,
    PIECE_PART,
    PIECE_POINTS,
    PIECE_ROW,
    PIECE_WILD,
    PIECE_WORTH,
    PIECES,
    WORDS,
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
    EX_OBJECTIVE,
    FIRST,
    FOURS,
    HAND,
    HIGH,
    KIND,
    LENGTH,
    LOW,
    MIN_RUN,
    MOST_JOKERS,
    NAMES,
    NONE,
    PENALTY,
    PLACE_POINTS,
    RELEASE,
    RUN,
    SET,
    SET_POINTS,
    SUIT,
    TASTE,
    THREES,
    TOP,
    WILD,
    WILDS,
    Ints,
)
from rummy_lab.bots.kernels.turning import (
    may_throw,
)

MOST_OF_ALL = 4096
SMALL_PARTS = 64


def list_faces(v: Ints, freed: int) -> int:
    """Write down the different cards of the hand, the jokers last, so many freed ones among them; no piece yet."""
    faces = 0
    for at in range(v[TOP]):
        rank = (v[HIGH] - at - 1) % v[TOP]
        for suit in range(4):
            if v[HAND + 13 * suit + rank] > 0:
                _list_face(v, faces, 13 * suit + rank)
                faces += 1
    _list_face(v, faces, WILD)
    v[FACES], v[AIM_HELD], v[AIM_WILD] = faces + 1, v[HAND + WILD], v[HAND + WILD] + freed
    v[WORDS] = faces // A_WORD + 1
    v[PIECES] = 0
    return 0


def _list_face(v: Ints, face: int, card: int) -> int:
    v[FACE_CARD + face], v[FACE_OF + card] = card, face
    v[FACE_LIVE + face], v[FACE_PIECE + face] = 0, NONE
    v[FACE_THROWN + face] = int(may_throw(v, card))
    v[FACE_WORTH + face], v[FACE_LOSS + face] = most_worth(v, card), loss_of(v, card)
    return 0


def most_worth(v: Ints, card: int) -> int:
    """The most that a card can be worth in a meld."""
    if card != WILD:
        return v[SET_POINTS + card % 13 + 1]
    most = 0
    for place in range(v[LOW], v[HIGH] + 1):
        most = max(most, v[PLACE_POINTS + place])
    return most


def loss_of(v: Ints, card: int) -> int:
    """What it costs where this card stays, by what the bot is best at; one that costs nothing is laid all the same."""
    if v[TASTE + EX_OBJECTIVE] == BEST_CARDS:
        return MOST_OF_ALL + v[PENALTY + card]
    if v[TASTE + EX_OBJECTIVE] == BEST_POINTS:
        return SMALL_PARTS * most_worth(v, card) + 1
    return max(1, SMALL_PARTS * v[PENALTY + card])


def new_piece(v: Ints, heap: int) -> int:
    """A row for a piece without cards: a new meld, or what goes onto this one; NONE where there is no room."""
    if v[PIECES] >= MOST_PIECES:
        return NONE
    at = PIECE_LIST + PIECE * v[PIECES]
    for one in range(PIECE):
        v[at + one] = 0
    v[at + PIECE_HEAP] = heap
    return at


def need_card(v: Ints, at: int, card: int) -> int:
    """The piece needs one more of this card."""
    face = v[FACE_OF + card]
    v[at + PIECE_NEED + face // A_WORD] += 1 << 4 * (face % A_WORD)
    v[at + PIECE_WORTH] += v[FACE_WORTH + face]
    v[at + PIECE_WILD] += card == WILD
    if card == v[AIM_WANTED] and (v[AIM_ANYWHERE] or v[at + PIECE_HEAP] == NONE):
        v[at + PIECE_MARKS] |= LIES
    v[FACE_LIVE + face] = 1
    if v[at + PIECE_NEXT] == 0 or face < v[at + PIECE_NEXT] - 1:
        # Until the piece is listed: its first face, counted from 1.
        v[at + PIECE_NEXT] = face + 1
    return 0


def list_piece(v: Ints, at: int, points: int) -> int:
    """The piece is complete and worth so many points: it is found by its first face."""
    face = v[at + PIECE_NEXT] - 1
    v[at + PIECE_LOSS] = 0
    if v[TASTE + EX_OBJECTIVE] == BEST_POINTS:
        v[at + PIECE_LOSS] = SMALL_PARTS * (v[at + PIECE_WORTH] - points)
    v[at + PIECE_NEXT], v[FACE_PIECE + face] = v[FACE_PIECE + face], at
    v[PIECES] += 1
    return 0


def most_wild(v: Ints) -> int:
    """The most jokers that a new meld may get."""
    return min(v[AIM_WILD], v[MOST_JOKERS])


def list_new_melds(v: Ints) -> int:
    """All new melds that may be needed, sets first."""
    for rank in range(1, v[TOP] + 1):
        _list_sets(v, rank)
    for suit in range(4):
        _list_runs(v, suit)
    return 0


def _list_sets(v: Ints, rank: int) -> int:
    there = 0
    for suit in range(4):
        if v[HAND + 13 * suit + rank - 1] > 0:
            there |= 1 << suit
    count = bits(there)
    if count + most_wild(v) < 3:
        return 0
    for length in range(3, 5):
        if not v[FOURS if length == 4 else THREES]:
            continue
        suits = there
        while suits:
            jokers = length - bits(suits)
            if 0 <= jokers <= most_wild(v) and may_hold(v, length - jokers, jokers):
                _list_set(v, rank, suits, jokers)
            suits = suits - 1 & there
    return 0


def _list_set(v: Ints, rank: int, suits: int, jokers: int) -> int:
    """This set, and where it may be begun before swaps and grown after them, the ways to do so."""
    length = bits(suits) + jokers
    for part in range(AT_ONCE, BEGUN + 1 if v[AIM_LATE] and jokers else AT_ONCE + 1):
        if part == BEGUN and (length < 4 or not v[THREES]):
            continue
        at = new_piece(v, NONE)
        if at == NONE:
            return 0
        row = at + PIECE_ROW
        v[row + KIND], v[row + SUIT], v[row + FIRST], v[row + LENGTH] = SET, rank, suits, length
        v[row + WILDS], v[row + NAMES] = jokers, names_for(v, suits, jokers)
        for suit in range(4):
            if suits >> suit & 1:
                need_card(v, at, 13 * suit + rank - 1)
        for _ in range(jokers):
            need_card(v, at, WILD)
        at_once = jokers - (part == BEGUN)
        v[at + PIECE_PART], v[at + PIECE_ABOVE] = part, int(part == BEGUN)
        v[at + PIECE_MELDED] = at_once
        v[at + PIECE_OPENERS] = 0 if part == AFTER else at_once
        if v[AIM_WANTED] == WILD and at_once == 0 and not v[AIM_ANYWHERE]:
            v[at + PIECE_MARKS] &= ~LIES
        v[at + PIECE_POINTS] = 0 if part == AFTER else v[SET_POINTS + rank] * (length - (part == BEGUN))
        if not jokers and (v[RELEASE] != BOTH if length == 3 else v[THREES] + v[CLOSED_OPEN] > 0):
            v[at + PIECE_MARKS] |= LENDS_A_PLACE
        list_piece(v, at, v[SET_POINTS + rank] * length)
    return 0


def _list_runs(v: Ints, suit: int) -> int:
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
