"""The flow of a deal on numbers: whose turn it is, what a draw, a discard, a pass does, how it ends.

`v` is the sheet of the seat to move and holds the table; `d` holds what no seat sees (`unseen`).
"""

from __future__ import annotations

from rummy_lab.bots.kernels.apart import (
    decide_exactly,
)
from rummy_lab.bots.kernels.careful import (
    careful,
)
from rummy_lab.bots.kernels.greedy import (
    greedy,
)
from rummy_lab.bots.kernels.laying import (
    jokers_of,
)
from rummy_lab.bots.kernels.piles import (
    kind_of,
    onto_pile,
    reshuffle,
)
from rummy_lab.bots.kernels.sheet import (
    ARRANGE,
    BACK,
    CARD,
    COUNTS,
    DISCARD,
    DRAW,
    DRAWN,
    DRAWS,
    EMPTY,
    GROW_RUN,
    HAND,
    HAND_SIZE,
    HEAP,
    HELD,
    IN_PILE,
    KINDS,
    LAID,
    LAY_OFF,
    LOOSE,
    LOWEST_WINS,
    MELD,
    MELDS,
    MODE,
    MOST_TURNS,
    MOVE,
    MOVE_SIZE,
    MOVES,
    NONE,
    ONE_MORE_TURN,
    OP,
    OPENED,
    OPENING,
    PASS,
    PENALTY,
    PHASE,
    PILE,
    PILE_GAME,
    PLACE,
    PLAYS_ON,
    PULL,
    RANDOM_HIGH,
    RANDOM_LOW,
    REARRANGE,
    RESHUFFLE,
    ROUND,
    ROW,
    SEAT,
    SEATS,
    SPLIT,
    START_MELDS,
    STOCK,
    SWAP,
    SWAP_TWO,
    TABLE,
    TAKE,
    TAKEN,
    TASTE,
    TASTES,
    TOP_OF_PILE,
    WILD,
    Ints,
)
from rummy_lab.bots.kernels.turn_log import (
    log_turn,
)
from rummy_lab.bots.kernels.turning import (
    begin,
    take_top,
    to_hand,
)
from rummy_lab.bots.kernels.uniform import (
    uniform,
)
from rummy_lab.bots.kernels.unseen import (
    BLOCKED,
    BOTS,
    CAREFUL,
    CHANCE_HIGH,
    CHANCE_LOW,
    ENDED,
    EXACT,
    FROM_NOWHERE,
    FROM_PILE,
    FROM_STOCK,
    HANDS,
    HELD_BY,
    JOKERS_DEALT,
    JOKERS_LAID,
    LOG,
    LOG_SPACE,
    LOGGED,
    MELDS_BEFORE,
    OPENED_POINTS,
    ORDER,
    OUT,
    PASSES,
    PILE_LIST,
    PLAYING,
    RANDOM,
    SHUFFLES,
    SOURCE,
    STOCK_LIST,
    TABLE_BEFORE,
    TABLE_JOKERS,
    TASTE_OF,
    TURN_ROW,
    TURNS,
    UNFINISHED,
    WENT_BUILT,
    WILD_NOW,
    WINNERS,
)


def set_out(v: Ints, d: Ints, seats: int, cards: int) -> int:
    """Deal from the order that stands in `d`: hands from the front, the rest is the stock, its end the top."""
    for at in range(8 * KINDS):
        d[HANDS + at] = 0
    for seat in range(8):
        v[OPENED + seat] = v[COUNTS + seat] = 0
        d[HELD_BY + seat] = d[OPENED_POINTS + seat] = d[JOKERS_LAID + seat] = d[JOKERS_DEALT + seat] = 0
    for at in range(KINDS):
        v[PILE + at] = 0
    size = v[HAND_SIZE]
    for at in range(seats * size):
        card, seat = kind_of(d[ORDER + at]), at % seats
        d[HANDS + KINDS * seat + card] += 1
        d[JOKERS_DEALT + seat] += card == WILD
    v[STOCK] = cards - seats * size
    for at in range(v[STOCK]):
        d[STOCK_LIST + at] = kind_of(d[ORDER + seats * size + at])
    v[SEATS], v[SEAT], v[MELDS], v[IN_PILE], v[TOP_OF_PILE] = seats, 0, 0, 0, NONE
    for seat in range(seats):
        d[HELD_BY + seat] = v[COUNTS + seat] = size
    if v[PILE_GAME] and v[STOCK] > 0:
        v[STOCK] -= 1
        onto_pile(v, d, d[STOCK_LIST + v[STOCK]])
    d[TURNS] = d[SHUFFLES] = d[PASSES] = d[ENDED] = d[WINNERS] = d[WENT_BUILT] = d[TABLE_JOKERS] = 0
    return 0


def begin_turn(v: Ints, d: Ints) -> int:
    """The sheet shows what the seat to move sees."""
    seat = v[SEAT]
    v[ROUND], v[PHASE], v[TAKEN], v[DRAWN] = d[TURNS] // v[SEATS] + 1, 0, NONE, 0
    begin(v)
    d[SOURCE] = FROM_NOWHERE
    for card in range(KINDS):
        v[HAND + card] = d[HANDS + KINDS * seat + card]
    for at in range(TASTES):
        v[TASTE + at] = d[TASTE_OF + TASTES * seat + at]
    v[HELD] = d[HELD_BY + seat]
    v[RANDOM_HIGH], v[RANDOM_LOW] = d[CHANCE_HIGH + seat], d[CHANCE_LOW + seat]
    return 0


def play_deal(v: Ints, d: Ints, moves: Ints, turns: Ints) -> int:
    """Play until the deal is over; it has to be set out. What happened is logged where there is room for it."""
    while d[ENDED] == PLAYING:
        begin_turn(v, d)
        if turns[LOG_SPACE]:
            d[MELDS_BEFORE] = v[MELDS]
            for at in range(ROW * v[MELDS]):
                d[TABLE_BEFORE + at] = v[TABLE + at]
        going_on = True
        while going_on:
            v[MOVES] = 0
            if d[BOTS + v[SEAT]] == RANDOM:
                uniform(v)
            elif d[BOTS + v[SEAT]] == CAREFUL:
                careful(v)
            elif d[BOTS + v[SEAT]] == EXACT:
                decide_exactly(v)
            else:
                greedy(v)
            _log_moves(v, moves)
            going_on = carry_on(v, d, turns)
    return 0


def _log_moves(v: Ints, log: Ints) -> int:
    """Each move, and after a table laid anew a row for each of its melds."""
    for move in range(v[MOVES]):
        row = MOVE + MOVE_SIZE * move
        melds = v[MELDS] if v[row + OP] == ARRANGE else 0
        if log[LOG_SPACE] < log[LOGGED] + MOVE_SIZE * (1 + melds):
            return 0
        for at in range(MOVE_SIZE):
            log[LOG + log[LOGGED] + at] = v[row + at]
        log[LOGGED] += MOVE_SIZE
        for heap in range(melds):
            for at in range(ROW):
                log[LOG + log[LOGGED] + MELD + at] = v[TABLE + ROW * heap + at]
            log[LOGGED] += MOVE_SIZE
    return 0


def carry_on(v: Ints, d: Ints, turns: Ints) -> bool:
    """What the last move says: whether the seat goes on with its turn; else the turn is finished."""
    last = MOVE + MOVE_SIZE * (v[MOVES] - 1)
    op = v[last + OP]
    if op == DRAW:
        v[STOCK] -= 1
        to_hand(v, d[STOCK_LIST + v[STOCK]])
        v[DRAWN] += 1
        v[PHASE], d[SOURCE] = 1, FROM_STOCK
        if v[PILE_GAME] or v[PLAYS_ON] or (v[DRAWN] < v[DRAWS] and v[STOCK] > 0):
            return True
        _finish(v, d, turns, False, True)
    elif op == TAKE:
        v[IN_PILE] -= 1
        card = v[TOP_OF_PILE]
        v[PILE + card] -= 1
        take_top(v)
        v[TOP_OF_PILE] = d[PILE_LIST + v[IN_PILE] - 1] if v[IN_PILE] else NONE
        d[SOURCE] = FROM_PILE
        return True
    elif op == DISCARD:
        card = v[last + CARD]
        _loose_to_hand(v)
        v[HELD] -= 1
        v[HAND + card] -= 1
        onto_pile(v, d, card)
        _finish(v, d, turns, False, False)
    else:
        _loose_to_hand(v)
        _finish(v, d, turns, op == PASS, op != PASS and v[DRAWN] > 0 and v[LAID] == 0)
    return False


def _loose_to_hand(v: Ints) -> int:
    v[HAND + WILD] += v[LOOSE]
    v[HELD] += v[LOOSE]
    v[BACK] = v[LOOSE]
    return 0


def _finish(v: Ints, d: Ints, turns: Ints, passed: bool, drew_last: bool) -> int:
    """The turn is over: the deal, too, or the next seat is to move."""
    seat = v[SEAT]
    for card in range(KINDS):
        d[HANDS + KINDS * seat + card] = v[HAND + card]
    d[HELD_BY + seat] = v[COUNTS + seat] = v[HELD]
    d[CHANCE_HIGH + seat], d[CHANCE_LOW + seat] = v[RANDOM_HIGH], v[RANDOM_LOW]
    if v[OPENED + seat] == 0 and v[OPENING] > 0:
        v[OPENED + seat], d[OPENED_POINTS + seat] = v[ROUND], v[OPENING]
    d[WILD_NOW] = 0
    if v[LAID]:
        _count_jokers(v, d)
    d[TURNS] += 1
    if passed and v[PILE_GAME] and v[EMPTY] == RESHUFFLE:
        d[ENDED] = BLOCKED
    elif v[HELD] == 0 and not drew_last:
        d[ENDED], d[WINNERS] = OUT, 1 << seat
        d[WENT_BUILT] = _has_built(v)
    else:
        if v[EMPTY] == ONE_MORE_TURN:
            d[PASSES] = d[PASSES] + 1 if v[STOCK] == 0 and v[DRAWN] == 0 else 0
        else:
            d[PASSES] = d[PASSES] + 1 if passed else 0
        if d[PASSES] >= v[SEATS]:
            d[ENDED] = BLOCKED
        elif d[TURNS] >= v[MOST_TURNS]:
            d[ENDED] = UNFINISHED
        elif v[EMPTY] == RESHUFFLE and v[STOCK] == 0 and v[IN_PILE] >= 2:
            reshuffle(v, d)
    if d[ENDED] == BLOCKED and v[LOWEST_WINS]:
        d[WINNERS] = _lowest(v, d)
    if turns[LOG_SPACE] >= turns[LOGGED] + TURN_ROW:
        log_turn(v, d, turns)
    v[SEAT] = (seat + 1) % v[SEATS]
    return 0


def _has_built(v: Ints) -> bool:
    """Whether a meld that lay before was changed in this turn, or where nothing is moved, any."""
    for at in range(v[MOVES]):
        row = MOVE + MOVE_SIZE * at
        touches = v[row + OP] in (LAY_OFF, GROW_RUN, SWAP, SWAP_TWO, PULL, SPLIT)
        if touches and (v[MODE] != REARRANGE or v[row + HEAP] <= v[START_MELDS]):
            return True
        if v[row + OP] == ARRANGE and v[row + PLACE]:
            return True
    return False


def _count_jokers(v: Ints, d: Ints) -> int:
    """How many jokers went from the hand to the table in this turn."""
    there = 0
    for heap in range(v[MELDS]):
        there += jokers_of(v, TABLE + ROW * heap)
    back = v[BACK] if v[MODE] != REARRANGE else 0
    d[WILD_NOW] = max(0, there - d[TABLE_JOKERS] + back)
    d[JOKERS_LAID + v[SEAT]] += d[WILD_NOW]
    d[TABLE_JOKERS] = there
    return 0


def _lowest(v: Ints, d: Ints) -> int:
    """The seats with the least value in hand, as a mask."""
    least, mask = -1, 0
    for seat in range(v[SEATS]):
        worth = 0
        for card in range(KINDS):
            worth += d[HANDS + KINDS * seat + card] * v[PENALTY + card]
        if least < 0 or worth < least:
            least, mask = worth, 0
        if worth == least:
            mask |= 1 << seat
    return mask
