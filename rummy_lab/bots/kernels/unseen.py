"""What stands where on the sheet that no seat sees: hands, stock, streams of chance; and the rows of facts and logs."""

from __future__ import annotations

from rummy_lab.bots.kernels.sheet import (
    KINDS,
    MOST_MELDS,
    ROW,
    TASTES,
)

RANDOM, GREEDY, CAREFUL, EXACT = range(4)

# What no seat sees, on a sheet of its own; by seat where eight stand together.
HANDS = 0
HELD_BY, BOTS, CHANCE_HIGH, CHANCE_LOW = (8 * KINDS + 8 * at for at in range(4))
OPENED_POINTS, JOKERS_LAID, JOKERS_DEALT = (8 * KINDS + 32 + 8 * at for at in range(3))
TURNS, SHUFFLES, PASSES, ENDED, WINNERS, WENT_BUILT, TABLE_JOKERS, SOURCE, WILD_NOW = range(
    8 * KINDS + 56, 8 * KINDS + 65
)
TASTE_OF = WILD_NOW + 1  # what each bot values
STOCK_LIST = TASTE_OF + 8 * TASTES
PILE_LIST = STOCK_LIST + 224
CARD_NUMBERS = 216
KEYS = PILE_LIST + 224  # of the cards by number, two halves each
ORDER = KEYS + 2 * CARD_NUMBERS  # the numbers of the cards as dealt
ASIDE = ORDER + 224
# The table at the start of a turn, and which melds are not accounted for.
MELDS_BEFORE = ASIDE + 3 * 224
TABLE_BEFORE = MELDS_BEFORE + 1
FREE = TABLE_BEFORE + ROW * MOST_MELDS
DEAL_SIZE = FREE + MOST_MELDS
PLAYING, OUT, BLOCKED, UNFINISHED = range(4)
# What is written of a finished deal: its own facts, then those of each seat with the cards left in its hand.
HOW, WON_BY, WITH_BUILD, TURNS_DONE, RESHUFFLES, STOCK_LEFT = range(6)
DEAL_FACTS = 6
OPENED_IN, OPENED_WITH, DEALT_WILD, LAID_WILD, LEFT_HAND = range(5)
SEAT_FACTS = 4 + KINDS
FROM_STOCK, FROM_PILE, FROM_NOWHERE = range(3)
# A log: how many numbers stand in it and how many there is room for, then a row for each move or turn.
LOGGED, LOG_SPACE, LOG = range(3)
TURN_ROW = 10
