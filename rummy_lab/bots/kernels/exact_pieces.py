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
    may_hold,
    names_for,
)
from rummy_lab.bots.kernels.sheet import (
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
    MOST_JOKERS,
    NAMES,
    NONE,
    PENALTY,
    PLACE_POINTS,
    RELEASE,
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


def list_sets(v: Ints, rank: int) -> int:
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
