"""The search that packs a hand into pieces: the least loss, by cards in a fixed order, what was met before left out.

The first card of the bag that is not settled stays, or goes with one of the pieces that begin with it. A position with
the same cards left and the same melds of the table grown was settled before, where it had lost no more.
"""

from __future__ import annotations

from rummy_lab.bots.kernels.exact_pieces import (
    MOST_OF_ALL,
)
from rummy_lab.bots.kernels.exact_sheet import (
    A_WORD,
    AIM_ANYWHERE,
    AIM_BASE,
    AIM_FOUND,
    AIM_HELD,
    AIM_LATE,
    AIM_LEFT,
    AIM_LOSS,
    AIM_NEED,
    AIM_OWED,
    AIM_STAMP,
    AIM_STEPS,
    AIM_THROWS,
    AIM_WAIVED,
    AIM_WANTED,
    AIM_WILD,
    BAG_WORDS,
    BEST_CARDS,
    BEST_POINTS,
    FACE_CARD,
    FACE_LIVE,
    FACE_LOSS,
    FACE_PIECE,
    FACE_THROWN,
    FACE_WORTH,
    FACES,
    GUARDS,
    LAID_PIECES,
    LENDS_A_PLACE,
    LIES,
    MET,
    MET_LIST,
    MET_SIZE,
    MOST_PARTS,
    PIECE,
    PIECE_BIT,
    PIECE_LOSS,
    PIECE_MARKS,
    PIECE_MELDED,
    PIECE_NEED,
    PIECE_NEXT,
    PIECE_OPENERS,
    PIECE_POINTS,
    PIECE_WORTH,
    PLAN_LIST,
    PLAN_PIECES,
    STATE,
    STATE_BAG,
    STATE_DEAR,
    STATE_FACE,
    STATE_LEFT,
    STATE_LOSS,
    STATE_MARKS,
    STATE_MELDED,
    STATE_OPENERS,
    STATE_PIECE,
    STATE_POINTS,
    STATE_USED,
    STATE_WILD,
    STATE_WORTH,
    STATES,
    WORDS,
)
from rummy_lab.bots.kernels.sheet import (
    EX_NODES,
    EX_OBJECTIVE,
    FREED,
    HAND,
    KEEPS,
    NONE,
    TASTE,
    TO_HAND,
    WILD,
    Ints,
)

WORD_MASK = (1 << 30) - 1
NO_LOSS = 1 << 60


def begin_packing(v: Ints) -> int:
    """The whole hand stands in the first state; what lies in no piece stays from the beginning."""
    state = STATES
    for at in range(STATE):
        v[state + at] = 0
    v[state + STATE_LOSS], v[state + STATE_PIECE] = v[AIM_BASE], NONE
    for face in range(v[FACES]):
        card = v[FACE_CARD + face]
        count = v[AIM_WILD] if card == WILD else v[HAND + card]
        if v[FACE_LIVE + face]:
            v[state + STATE_BAG + face // A_WORD] += count << 4 * (face % A_WORD)
            v[state + STATE_WORTH] += count * v[FACE_WORTH + face]
        elif count:
            _stay(v, state, face, count)
    return 0


def _stay(v: Ints, state: int, face: int, count: int) -> int:
    v[state + STATE_LOSS] += count * v[FACE_LOSS + face]
    v[state + STATE_LEFT] += count
    if v[FACE_CARD + face] == WILD:
        v[state + STATE_WILD] = count
    if v[FACE_THROWN + face]:
        v[state + STATE_DEAR] = max(v[state + STATE_DEAR], v[FACE_LOSS + face])
    return 0


def pack(v: Ints) -> bool:
    """Look for a laying with less than AIM_LOSS lost; where there is one it stands in the plan."""
    begin_packing(v)
    v[AIM_STAMP] += 1
    v[AIM_FOUND] = 0
    depth = 0 if _arrive(v, STATES, 0) else -1
    while depth >= 0:
        depth += _pack_step(v, depth)
    return v[AIM_FOUND] > 0


def lost_in(v: Ints, state: int) -> int:
    """The least that can be lost from here on; what the card costs that is thrown away does not count.

    Where most cards are to be laid it counts as one that was not.
    """
    if not v[AIM_THROWS] or v[state + STATE_DEAR] == 0 or v[TASTE + EX_OBJECTIVE] == BEST_POINTS:
        return v[state + STATE_LOSS]
    spared = v[state + STATE_DEAR] - (MOST_OF_ALL if v[TASTE + EX_OBJECTIVE] == BEST_CARDS else 0)
    return v[state + STATE_LOSS] - spared


def _is_hopeless(v: Ints, state: int) -> bool:
    if lost_in(v, state) >= v[AIM_LOSS]:
        return True
    return v[state + STATE_POINTS] + v[state + STATE_WORTH] < v[AIM_NEED] and not v[AIM_WAIVED]


def _pack_step(v: Ints, depth: int) -> int:
    """One step: 1 where a piece is laid, -1 where this depth is done, else 0."""
    state = STATES + STATE * depth
    piece = v[state + STATE_PIECE]
    while piece != NONE and not _has(v, state, piece):
        piece = v[piece + PIECE_NEXT]
    if piece != NONE and depth < MOST_PARTS:
        v[state + STATE_PIECE] = v[piece + PIECE_NEXT]
        v[LAID_PIECES + depth] = piece
        return int(_lay_piece(v, state, piece, depth))
    face = v[state + STATE_FACE]
    word, shift = STATE_BAG + face // A_WORD, 4 * (face % A_WORD)
    count = v[state + word] >> shift & 15
    v[state + word] -= count << shift
    v[state + STATE_WORTH] -= count * v[FACE_WORTH + face]
    _stay(v, state, face, count)
    return 0 if _arrive(v, state, depth) else -1


def _has(v: Ints, state: int, piece: int) -> bool:
    """Whether the bag holds the cards of the piece, and its meld has not grown yet."""
    if v[state + STATE_USED] & v[piece + PIECE_BIT]:
        return False
    for word in range(v[WORDS]):
        if ((v[state + STATE_BAG + word] | GUARDS) - v[piece + PIECE_NEED + word]) & GUARDS != GUARDS:
            return False
    return True


def _lay_piece(v: Ints, state: int, piece: int, depth: int) -> bool:
    """The state below: without the cards of the piece; whether there is something to hope for."""
    down = state + STATE
    for at in range(STATE):
        v[down + at] = v[state + at]
    for word in range(v[WORDS]):
        v[down + STATE_BAG + word] -= v[piece + PIECE_NEED + word]
    v[down + STATE_LOSS] += v[piece + PIECE_LOSS]
    v[down + STATE_POINTS] = min(v[AIM_NEED], v[down + STATE_POINTS] + v[piece + PIECE_POINTS])
    v[down + STATE_WORTH] -= v[piece + PIECE_WORTH]
    v[down + STATE_MELDED] = min(v[AIM_OWED], v[down + STATE_MELDED] + v[piece + PIECE_MELDED])
    v[down + STATE_OPENERS] += v[piece + PIECE_OPENERS] if v[AIM_LATE] else 0
    v[down + STATE_MARKS] |= v[piece + PIECE_MARKS]
    v[down + STATE_USED] |= v[piece + PIECE_BIT]
    face = v[down + STATE_FACE]
    if v[down + STATE_BAG + face // A_WORD] >> 4 * (face % A_WORD) & 15:
        # Another of the same face goes with this piece or a later one.
        v[down + STATE_PIECE] = piece
        return not _is_hopeless(v, down)
    return _arrive(v, down, depth + 1)


def _arrive(v: Ints, state: int, depth: int) -> bool:
    """Go on to the next face that the bag has; False where there is none or nothing to hope for."""
    if _is_hopeless(v, state):
        return False
    v[AIM_STEPS] += 1
    if v[TASTE + EX_NODES] >= 0 and v[AIM_STEPS] > v[TASTE + EX_NODES]:
        return False
    face = v[state + STATE_FACE]
    while face < v[FACES] and not v[state + STATE_BAG + face // A_WORD] >> 4 * (face % A_WORD) & 15:
        face += 1
    if face == v[FACES]:
        _end(v, state, depth)
        return False
    v[state + STATE_FACE], v[state + STATE_PIECE] = face, v[FACE_PIECE + face]
    return not _was_met(v, state)


def _was_met(v: Ints, state: int) -> bool:
    """Whether the same was met before, and no worse; else it is noted."""
    mixed = v[state + STATE_USED] & WORD_MASK
    for word in range(v[WORDS]):
        bag = v[state + STATE_BAG + word]
        mixed = mixed * 31 + (bag & WORD_MASK) * 7 + (bag >> 30) * 13
        mixed ^= mixed >> 17
        mixed &= WORD_MASK
    at = MET_LIST + MET * ((mixed ^ mixed >> 10) % MET_SIZE)
    same = v[at] == v[AIM_STAMP] and v[at + 1] == v[state + STATE_USED]
    marks = (
        v[state + STATE_MARKS]
        + 4 * (v[state + STATE_LEFT] > v[state + STATE_WILD])
        + 8 * v[state + STATE_MELDED]
        + 64 * v[state + STATE_OPENERS]
        + 512 * (v[state + STATE_DEAR] > 0)
        + 1024 * v[AIM_WAIVED] * min(2, v[state + STATE_LEFT])
    )
    same = same and v[at + 2] == marks
    for word in range(BAG_WORDS):
        same = same and v[at + 6 + word] == v[state + STATE_BAG + word]
    loss, dear, points = v[state + STATE_LOSS], v[state + STATE_DEAR], v[state + STATE_POINTS]
    if same and v[at + 3] <= loss and v[at + 3] - v[at + 4] <= loss - dear and v[at + 5] >= points:
        return True
    v[at], v[at + 1], v[at + 2], v[at + 3], v[at + 4] = v[AIM_STAMP], v[state + STATE_USED], marks, loss, dear
    v[at + 5] = points
    for word in range(BAG_WORDS):
        v[at + 6 + word] = v[state + STATE_BAG + word]
    return False


def _end(v: Ints, state: int, depth: int) -> int:
    """All cards are settled: write the plan down where the turn may end so; it loses less than any before."""
    left, wild = v[state + STATE_LEFT], v[state + STATE_WILD]
    held, openers = v[AIM_HELD], v[state + STATE_OPENERS]
    lent = 0
    if v[AIM_WANTED] != NONE and not v[state + STATE_MARKS] & LIES:
        if v[AIM_WANTED] != WILD or v[AIM_ANYWHERE] or not v[state + STATE_MARKS] & LENDS_A_PLACE:
            return 0
        lent = 1
    stays = max(0, wild - v[AIM_WILD] + held) if v[FREED] == TO_HAND else wild + lent
    if stays + openers > held or v[state + STATE_MELDED] < v[AIM_OWED]:
        return 0
    if v[AIM_THROWS]:
        own = left - wild + min(wild, held - openers - lent)
        if own < v[KEEPS] or (left > 0 and v[state + STATE_DEAR] == 0):
            return 0
    if v[state + STATE_POINTS] < v[AIM_NEED] and (not v[AIM_WAIVED] or left > v[AIM_THROWS] or v[state + STATE_USED]):
        return 0
    v[AIM_FOUND], v[AIM_LOSS] = 1, lost_in(v, state)
    v[AIM_LEFT], v[PLAN_PIECES] = left, depth
    for at in range(depth):
        for one in range(PIECE):
            v[PLAN_LIST + PIECE * at + one] = v[v[LAID_PIECES + at] + one]
    return 0
