"""What bots share: beginning a turn, trying something and taking it back, drawing, throwing away."""

from __future__ import annotations

from rummy_lab.bots.kernels.laying import (
    say,
)
from rummy_lab.bots.kernels.layouts import (
    find_melds,
)
from rummy_lab.bots.kernels.sheet import (
    BEST_MELDS,
    CHOSEN,
    DRAW,
    DRAWN,
    DRAWS,
    EMPTY,
    END,
    FIRST,
    GAINED,
    HAND,
    HELD,
    HELD_OF_TAKEN,
    HIGH,
    IN_PILE,
    KEPT,
    KEPT_SIZE,
    KIND,
    LAID,
    LAID_TAKEN,
    LENGTH,
    LOOSE,
    LOW,
    MELD_OR_BUILD,
    MELDED_TAKEN,
    MELDS,
    MODE,
    MOVES,
    NONE,
    OPEN_ONLY,
    OPENED,
    OPENING,
    PASS,
    PHASE,
    PILE_GAME,
    PLAYS_ON,
    REARRANGE,
    REDISCARD,
    RESHUFFLE,
    ROW,
    RULES_END,
    RUN,
    SEAT,
    START_MELDS,
    STOCK,
    SUIT,
    SWAPS,
    TAKE,
    TAKEN,
    TOP,
    TOP_OF_PILE,
    USE,
    WILD,
    Ints,
)


def begin(v: Ints) -> int:
    """Nothing is said or laid yet in this turn."""
    v[MOVES] = v[LOOSE] = v[LAID] = v[OPENING] = v[GAINED] = v[SWAPS] = v[LAID_TAKEN] = v[MELDED_TAKEN] = 0
    v[START_MELDS] = v[MELDS]
    return 0


def keep(v: Ints, at: int) -> int:
    """Remember the turn as it stands, in the first or second place."""
    start = KEPT + at * KEPT_SIZE
    for one in range(KEPT_SIZE):
        v[start + one] = v[RULES_END + one]
    return 0


def put_back(v: Ints, at: int) -> int:
    """The turn as it was remembered."""
    start = KEPT + at * KEPT_SIZE
    for one in range(KEPT_SIZE):
        v[RULES_END + one] = v[start + one]
    return 0


def to_hand(v: Ints, card: int) -> int:
    """A card drawn or taken."""
    v[HAND + card] += 1
    v[HELD] += 1
    return 0


def take_top(v: Ints) -> int:
    """The top of the pile goes to the hand."""
    card = v[TOP_OF_PILE]
    v[TAKEN], v[HELD_OF_TAKEN], v[PHASE] = card, v[HAND + card], 2
    return to_hand(v, card)


def owes(v: Ints) -> bool:
    """Whether the card taken from the pile still forbids the end of the turn."""
    if v[TAKEN] == NONE:
        return False
    if v[OPENED + v[SEAT]] == 0 and v[OPENING] == 0:
        return True
    if v[USE] == OPEN_ONLY:
        return False
    # A table that may be laid anew is judged by what lies there: a joker freed for the hand undoes one that was laid.
    if v[MODE] == REARRANGE and v[TAKEN] == WILD and v[HAND + WILD] + v[LOOSE] > v[HELD_OF_TAKEN]:
        return True
    return not v[LAID_TAKEN if v[USE] == MELD_OR_BUILD else MELDED_TAKEN]


def may_throw(v: Ints, card: int) -> bool:
    """Whether this card of the hand may be discarded."""
    if v[HAND + card] + (v[LOOSE] if card == WILD else 0) == 0:
        return False
    return v[TAKEN] != card or v[REDISCARD] != 0 or v[HELD_OF_TAKEN] > 0


def draw_or_pass(v: Ints) -> int:
    """What is left where the top of the pile is not wanted."""
    if v[STOCK] > 0:
        say(v, DRAW, 0, NONE, 0)
    elif v[PILE_GAME] and v[IN_PILE] and v[EMPTY] == RESHUFFLE and v[OPENED + v[SEAT]] and v[USE] == OPEN_ONLY:
        say(v, TAKE, 0, NONE, 0)
    else:
        say(v, PASS, 0, NONE, 0)
    return 0


def draw_again_or_end(v: Ints) -> int:
    """What is left in a game of laying or drawing where nothing was laid."""
    again = v[DRAWN] == 0 or (v[DRAWN] < v[DRAWS] and v[STOCK] > 0)
    if again:
        return draw_or_pass(v)
    say(v, END, 0, NONE, 0)
    return 0


def is_ended(v: Ints) -> bool:
    """End the turn where no card is thrown: in a game of laying or drawing, or with an empty hand; whether it was."""
    if v[PILE_GAME] and v[HELD] + v[LOOSE] > 0:
        return False
    if not v[PILE_GAME] and v[LAID] == 0:
        draw_again_or_end(v)
    else:
        say(v, END, 0, NONE, 0)
    return True


def may_lay(v: Ints) -> bool:
    """Whether this is a time to lay cards: not after a draw that ends the turn."""
    return v[PILE_GAME] != 0 or v[DRAWN] == 0 or v[PLAYS_ON] != 0


def melded(v: Ints, notes: int) -> int:
    """Mark, from this place on, the kinds of cards that the best melds of the naturals need."""
    for card in range(WILD + 1):
        v[notes + card] = 0
    wild = v[HAND + WILD]
    v[HAND + WILD] = 0
    v[HELD] -= wild
    found = find_melds(v, 0, v[HELD], NONE)
    v[HAND + WILD] = wild
    v[HELD] += wild
    if found:
        for meld in range(v[BEST_MELDS]):
            row = CHOSEN + ROW * meld
            if v[row + KIND] == RUN:
                for at in range(v[row + LENGTH]):
                    v[notes + 13 * v[row + SUIT] + (v[row + FIRST] + at - 1) % v[TOP]] += 1
            else:
                for suit in range(4):
                    v[notes + 13 * suit + v[row + SUIT] - 1] += v[row + FIRST] >> suit & 1
    return 0


def linked(v: Ints, one: int, two: int) -> bool:
    """Whether two different naturals could lie in one meld of three."""
    first, second = one % 13, two % 13
    if first == second:
        return True
    if one // 13 != two // 13:
        return False
    low, high = min(first, second), max(first, second)
    if high - low <= 2 and (low > 0 or v[LOW] == 1):
        return True
    return low == 0 and v[HIGH] > v[TOP] and v[TOP] - high <= 2
