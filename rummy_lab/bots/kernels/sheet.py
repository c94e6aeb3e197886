"""What stands where on the sheet, a row of whole numbers.

A card is its number 13 * suit + rank - 1, a joker is 52. A place in a run counts from the low ace 1 to the high ace
top + 1. A meld is a row: kind, suit of a run or rank of a set, first place of a run or naturals' suits of a set as a
mask, length, jokers (a run: mask of slots; a set: how many), suits that the jokers of a set are named for as a mask.
"""

from __future__ import annotations

from typing import Final, Protocol


class Ints(Protocol):
    """A row of whole numbers: a list, or an array of int64."""

    def __getitem__(self, at: int, /) -> int: ...
    def __setitem__(self, at: int, number: int, /) -> None: ...


WILD: Final = 52
KINDS: Final = 53
NONE: Final = -1
MANY: Final = 99

# The rule set.
(
    TOP, LOW, HIGH, COPIES, JOKERS, MIN_RUN, THREES, FOURS, MOST_JOKERS, HALF, ADJACENT, POINTS, AFTER_TAKE, MIN_ROUND,
    PILE_GAME, DRAWS, PLAYS_ON, KEEPS, USE, REDISCARD, MODE, ACCESS, STRICT, RELEASE, CLOSED_OPEN, FREED, EMPTY,
    LOWEST_WINS, MOST_TURNS, NAMED, HAND_SIZE, LONGEST, FREE_JOKERS, LENDS, WAIVED,
) = range(35)  # fmt: skip
NO_TABLE, BUILD, REARRANGE = 0, 1, 2
NEXT_TURN, SAME_TURN, ALL_OPENED = 0, 1, 2
OPEN_ONLY, MELD_IT, MELD_OR_BUILD = 0, 1, 2
EITHER, BOTH, DECLARED = 0, 1, 2
LAID_AGAIN, IN_NEW_MELD, TO_HAND = 0, 1, 2
PASSING, ONE_MORE_TURN, RESHUFFLE = 0, 1, 2
PLACE_POINTS: Final = 35  # 1 to 14
SET_POINTS: Final = 50  # by rank, 1 to 13
PENALTY: Final = 64  # by card
RULES_END: Final = PENALTY + KINDS

# What the seat sees. PHASE: 0 at the start of the turn, 1 with a card drawn, 2 with the card TAKEN.
SEAT, SEATS, PHASE, TAKEN, HELD_OF_TAKEN, ROUND, STOCK, TOP_OF_PILE, IN_PILE, DRAWN, MELDS, HELD = range(
    RULES_END, RULES_END + 12
)
OPENED: Final = RULES_END + 12  # by seat: the own turn in which it opened, 0 not yet
COUNTS: Final = OPENED + 8  # cards in the hand, by seat
HAND: Final = COUNTS + 8  # by card
PILE: Final = HAND + KINDS  # by card
TABLE: Final = PILE + KINDS
ROW: Final = 6
KIND, SUIT, FIRST, LENGTH, WILDS, NAMES = range(ROW)
RUN, SET = 1, 2
MOST_MELDS: Final = 76

# What the turn has come to: the moves, each OP, meld or number of a meld, card, place; then a copy of a new meld.
MOVES: Final = TABLE + ROW * MOST_MELDS
# Since the turn began: cards laid from the hand, what new melds are worth, what the table is worth more.
LOOSE, LAID, OPENING, GAINED, SWAPS, LAID_TAKEN, MELDED_TAKEN, START_MELDS, BACK = range(MOVES + 1, MOVES + 10)
MOVE: Final = MOVES + 10
MELD: Final = 4
MOVE_SIZE: Final = MELD + ROW
OP, HEAP, CARD, PLACE = range(4)
MOST_MOVES: Final = 48
# After ARRANGE the table is as it stands on the sheet: HEAP melds, PLACE tells whether one that lay before was changed.
# GROW_RUN adds CARD cards below a run and PLACE above it.
DRAW, TAKE, LAY, LAY_OFF, SWAP, SWAP_TWO, DISCARD, END, PASS, PULL, SPLIT, ARRANGE, GROW_RUN = range(1, 14)

# Scratch of the search for melds of a hand.
NODES, BEST, BEST_MELDS, NEED, ROOM, WANTED, SET_ASIDE, HOPED = range(
    MOVE + MOVE_SIZE * MOST_MOVES, MOVE + MOVE_SIZE * MOST_MOVES + 8
)
DEEPEST: Final = 20
ACTIVE: Final = HOPED + 1
SWAPPED: Final = ACTIVE + KINDS
STACK: Final = SWAPPED + ROW
CHOSEN: Final = STACK + ROW * (DEEPEST + 1)
# Where the search stands at each depth.
FRAMES: Final = CHOSEN + ROW * (DEEPEST + 1)
FRAME: Final = 8
CARD_NOW, STAGE, LAID_NOW, WORTH_NOW, LEFT, RUN_WORTH, THERE, CHOICE = range(FRAME)
SEEK, RUNS, GROW, SETS = range(4)
# The state of the bot's stream of chance, two halves of 32 bits.
RANDOM_HIGH, RANDOM_LOW = FRAMES + FRAME * (DEEPEST + 2), FRAMES + FRAME * (DEEPEST + 2) + 1
# What the bot values, and what it writes down for itself, by card.
TASTE: Final = RANDOM_LOW + 1
OUTS, PRICE, PRICE_OPENED, PRICE_LATE, GIFT, USEFUL, SMALL, LATE, HURRY, COLLECTS = range(10)
TASTES: Final = 10
# Of a bot that searches exactly: what it is best at, what it throws, nodes of a search, which text solves.
EX_OBJECTIVE, EX_THROWS, EX_NODES, EX_ENGINE = range(4)
NOTES: Final = TASTE + TASTES
ON_TABLE, FREE_CARDS, LOST, PAIRS_OF, COSTS, PAIRS = (NOTES + KINDS * at for at in range(6))
# The turn as it stood before the bot tried something, three times.
KEPT: Final = PAIRS + 1
KEPT_SIZE: Final = MOVE - RULES_END
# Addresses, for the compiled text only: of what `exact` does, of the exact search, of the search's own sheet.
EXACT_AT, SOLVE_AT, DESK = range(KEPT + 3 * KEPT_SIZE, KEPT + 3 * KEPT_SIZE + 3)
# What is asked of the search: nodes it may visit, the least loss it found, the task as the search has it, and for each
# column what becomes of its cards.
VISITS, LOSS, TASK = DESK + 1, DESK + 2, DESK + 3
TASK_SIZE: Final = 16 + 27 * 14
STEP_ROW: Final = 5
FOUND_STEPS: Final = TASK + TASK_SIZE
# By card: what of the hand has to lie. The melds of the table with jokers, each with its jokers that go; their number.
FORCED: Final = FOUND_STEPS + STEP_ROW * 14
WILD_MELDS: Final = FORCED + KINDS
MOST_WILD_MELDS: Final = 6
WAYS_OF: Final = WILD_MELDS + 1
# Melds that were put together, the best so far, and their numbers; the penalty they leave; how sets are
# dealt, and where jokers stand.
COMPOSED: Final = WAYS_OF + 4 * MOST_WILD_MELDS
BEST_COMPOSED: Final = COMPOSED + 1 + ROW * MOST_MELDS
BEST_LEFT: Final = BEST_COMPOSED + 1 + ROW * MOST_MELDS
DEALT: Final = BEST_LEFT + 1
PLACES: Final = DEALT + 32
PLACED: Final = PLACES + 4
SIZE: Final = PLACED + 4
