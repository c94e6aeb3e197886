"""What stands where beyond the sheet while the best turn of a game of growing melds is sought.

Faces are the different cards of a hand, the highest place first, the joker last. A bag is how many of each there are,
four bits a face, fifteen faces a word. A piece is a new meld, or what is added to one of the table.
"""

from __future__ import annotations

from typing import Final

from rummy_lab.bots.kernels.sheet import (
    KINDS,
    ROW,
    SIZE,
)

# What is sought: least loss, with the points that open, over the hand and so many jokers.
(
    AIM_LOSS, AIM_FOUND, AIM_NEED, AIM_TABLE, AIM_THROWS, AIM_LATE, AIM_WILD, AIM_OWED, AIM_WANTED, AIM_ANYWHERE,
    AIM_BASE, AIM_STEPS, AIM_HELD, AIM_LEFT, AIM_WAIVED, AIM_STAMP,
) = range(SIZE, SIZE + 16)  # fmt: skip
FACES: Final = SIZE + 16
WORDS: Final = FACES + 1
# By face: card, what it costs where it stays, what it may be worth in a meld, whether it may be thrown, whether it is
# in a piece, the first of the pieces that begin with it.
FACE_SPACE: Final = 54
FACE_CARD, FACE_LOSS, FACE_WORTH, FACE_THROWN, FACE_LIVE, FACE_PIECE = (
    WORDS + 1 + FACE_SPACE * at for at in range(6)
)  # fmt: skip
FACE_OF: Final = WORDS + 1 + FACE_SPACE * 6  # by card
A_WORD: Final = 15
BAG_WORDS: Final = 4
GUARDS: Final = 0x888888888888888

# A piece: the next one of its face, what it needs, jokers, meld of the table or NONE, its bit; points that open and how
# much it falls short of what its cards may be worth; that worth; jokers that have to be there before swaps, jokers in a
# new meld; marks; how many cards it adds below and above; when it is laid; the meld that comes of it.
(
    PIECE_NEXT, PIECE_NEED, _NEED_1, _NEED_2, _NEED_3, PIECE_WILD, PIECE_HEAP, PIECE_BIT, PIECE_POINTS, PIECE_LOSS,
    PIECE_WORTH, PIECE_OPENERS, PIECE_MELDED, PIECE_MARKS, PIECE_BELOW, PIECE_ABOVE, PIECE_PART, PIECE_ROW,
) = range(18)  # fmt: skip
PIECE: Final = PIECE_ROW + ROW
MOST_PIECES: Final = 3000
PIECES: Final = FACE_OF + KINDS
PIECE_LIST: Final = PIECES + 1
# Marks: the card wanted lies; a joker may lie in it for a while. When: at once, after the swaps, begun and then grown.
LIES, LENDS_A_PLACE = 1, 2
AT_ONCE, AFTER, BEGUN = range(3)

# Where the search stands at each depth.
(
    STATE_FACE, STATE_PIECE, STATE_LOSS, STATE_DEAR, STATE_LEFT, STATE_WILD, STATE_POINTS, STATE_WORTH, STATE_MELDED,
    STATE_OPENERS, STATE_MARKS, STATE_USED, STATE_BAG,
) = range(13)  # fmt: skip
STATE: Final = STATE_BAG + BAG_WORDS
MOST_PARTS: Final = 60
STATES: Final = PIECE_LIST + PIECE * MOST_PIECES
LAID_PIECES: Final = STATES + STATE * (MOST_PARTS + 1)
# What was met before, and with what loss: the stamp of its search, bag, hosts used, marks, loss, dearest card, points.
MET_SIZE: Final = 1024
MET: Final = 10
MET_LIST: Final = LAID_PIECES + MOST_PARTS
# Swaps: for each meld that has some where they begin, how many they are, which is chosen. A swap: meld, mask of cards.
MOST_GROUPS: Final = 24
MOST_SWAPS: Final = 120
GROUPS: Final = MET_LIST + MET * MET_SIZE
GROUP_FIRST, GROUP_COUNT, GROUP_CHOICE = (GROUPS + 1 + MOST_GROUPS * at for at in range(3))
SWAP_LIST: Final = GROUPS + 1 + 3 * MOST_GROUPS
# The best so far: which swaps, the pieces.
PLAN_SWAPS: Final = SWAP_LIST + 2 * MOST_SWAPS
PLAN_PIECES: Final = PLAN_SWAPS + 1 + MOST_GROUPS
PLAN_LIST: Final = PLAN_PIECES + 1
PART_ROW: Final = PLAN_LIST + PIECE * MOST_PARTS
BUILT_SIZE: Final = PART_ROW + ROW
BEST_CARDS, BEST_POINTS = 0, 1
