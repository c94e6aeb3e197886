"""What choices come to: the hidden cards dealt anew, and after each choice the same deal played to its end.

`pool`: the cards not seen by kind, the size of the stock, who asks, and by seat how many hidden cards it holds; then by
seat and kind the cards it is known to hold, and how likely a hidden card is one of these. A case is the sheet after a
choice, the hand of who asks with what it has drawn unseen, and what else stands on `d`.
"""

from __future__ import annotations

from rummy_lab.bots.kernels.apart import (
    decide_exactly,
    decide_on_whole,
)
from rummy_lab.bots.kernels.careful import (
    careful,
    careful_discard,
    careful_draw,
    careful_lay,
    is_collecting,
)
from rummy_lab.bots.kernels.dealing import (
    begin_turn,
    carry_on,
)
from rummy_lab.bots.kernels.laying import (
    say,
)
from rummy_lab.bots.kernels.sheet import (
    COLLECTS,
    COUNTS,
    DISCARD,
    END,
    HAND,
    HELD,
    IN_PILE,
    KINDS,
    LAID,
    LOOSE,
    LOWEST_WINS,
    MOVE,
    MOVES,
    NONE,
    NOTES,
    OPENED,
    PENALTY,
    PHASE,
    PILE_GAME,
    RANDOM_HIGH,
    RANDOM_LOW,
    SEAT,
    SEATS,
    STOCK,
    TAKEN,
    TASTE,
    TASTES,
    Ints,
)
from rummy_lab.bots.kernels.turning import (
    begin,
    keep,
    owes,
    put_back,
)
from rummy_lab.bots.kernels.unseen import (
    BLOCKED,
    CARD_NUMBERS,
    ENDED,
    FROM_NOWHERE,
    HANDS,
    HELD_BY,
    KEYS,
    OUT,
    PASSES,
    PILE_LIST,
    PLAYING,
    SHUFFLES,
    SOURCE,
    STOCK_LIST,
    TABLE_JOKERS,
    TASTE_OF,
    TURNS,
    WENT_BUILT,
    WINNERS,
)
from rummy_lab.bots.kernels.weighing import (
    fewest,
)
from rummy_lab.bots.kernels.words import (
    LOW_HALF,
    below,
    mixed,
)

POOL_STOCK, POOL_SEAT = KINDS, KINDS + 1
POOL_NEEDS = KINDS + 2
POOL_KNOWN = POOL_NEEDS + 8
POOL_WEIGHTS = POOL_KNOWN + 8 * KINDS
POOL_SIZE = POOL_WEIGHTS + 8 * KINDS
CASE_HAND = MOVE
CASE_DRAWN, CASE_TURNS, CASE_PASSES, CASE_ENDED, CASE_WINNERS, CASE_BUILT = range(MOVE + KINDS, MOVE + KINDS + 6)
CASE_PILE = CASE_BUILT + 1
CASE_SIZE = CASE_PILE + 224
# Cards by seat and kind, how many are left for the stock, these with the last one on top, then the keys of shuffles.
DEALT_LEFT = 8 * KINDS
DEALT_STOCK = DEALT_LEFT + 1
DEALT_KEYS = DEALT_STOCK + 224
DEALT_STREAM = DEALT_KEYS + 2 * CARD_NUMBERS
DEALT_SIZE = DEALT_STREAM + 2
# Another hand of so many cards ends the holding back of a sampled seat, before and after opening.
PATIENT, PATIENT_OPENED = 4, 5
# What stands at COLLECTS where a sampled seat does what `counter` does, by the exact search; the one who asks waits
# for the others to lay where nothing can be drawn.
SEARCHES, WAITS = 2, 3
PRICE_BONUS, PRICE_DOUBLE, PRICE_EVERY, PRICE_BUILT, PRICE_DIFFERENCE = range(5)


def deal_hidden(v: Ints, pool: Ints, dealt: Ints) -> int:
    """Deal the cards not seen: to the hands by their weights, the rest to the stock, from the stream on `v`."""
    for at in range(8 * KINDS):
        dealt[at] = pool[POOL_KNOWN + at]
    for card in range(KINDS):
        dealt[DEALT_KEYS + card] = pool[card]
    for seat in range(v[SEATS]):
        for _ in range(pool[POOL_NEEDS + seat]):
            _deal_one(v, pool, dealt, seat)
    left = 0
    for card in range(KINDS):
        for _ in range(dealt[DEALT_KEYS + card]):
            # Each goes to a place among those that are there.
            place = below(v, left + 1, NOTES)
            dealt[DEALT_STOCK + left] = dealt[DEALT_STOCK + place]
            dealt[DEALT_STOCK + place] = card
            left += 1
    dealt[DEALT_LEFT] = left
    salt = below(v, LOW_HALF, NOTES)
    for number in range(CARD_NUMBERS):
        mixed(dealt, salt, number, DEALT_KEYS + 2 * number)
    return left


def _deal_one(v: Ints, pool: Ints, dealt: Ints, seat: int) -> int:
    """One hidden card for a seat."""
    total, weights = 0, POOL_WEIGHTS + KINDS * seat
    for card in range(KINDS):
        total += dealt[DEALT_KEYS + card] * pool[weights + card]
    at = below(v, total, NOTES)
    for card in range(KINDS):
        part = dealt[DEALT_KEYS + card] * pool[weights + card]
        if 0 <= at < part:
            dealt[DEALT_KEYS + card] -= 1
            dealt[KINDS * seat + card] += 1
        at -= part
    return 0


def set_case(v: Ints, d: Ints, pool: Ints, cases: Ints, start: int, dealt: Ints) -> int:
    """The position after a choice, with the hidden cards as they were dealt."""
    for at in range(MOVE):
        v[at] = cases[start + at]
    seat = pool[POOL_SEAT]
    for at in range(8 * KINDS):
        d[HANDS + at] = dealt[at]
    for card in range(KINDS):
        d[HANDS + KINDS * seat + card] = cases[start + CASE_HAND + card]
    top = pool[POOL_STOCK]
    for _ in range(cases[start + CASE_DRAWN]):
        top -= 1
        d[HANDS + KINDS * seat + dealt[DEALT_STOCK + top]] += 1
    for at in range(top):
        d[STOCK_LIST + at] = dealt[DEALT_STOCK + at]
    v[STOCK] = top
    for at in range(v[IN_PILE]):
        d[PILE_LIST + at] = cases[start + CASE_PILE + at]
    for at in range(2 * CARD_NUMBERS):
        d[KEYS + at] = dealt[DEALT_KEYS + at]
    for one in range(v[SEATS]):
        d[HELD_BY + one] = v[COUNTS + one]
    d[TURNS], d[PASSES], d[ENDED] = cases[start + CASE_TURNS], cases[start + CASE_PASSES], cases[start + CASE_ENDED]
    d[WINNERS], d[WENT_BUILT], d[SHUFFLES] = cases[start + CASE_WINNERS], cases[start + CASE_BUILT], 0
    d[TABLE_JOKERS] = 0
    return 0


def play_on(v: Ints, d: Ints, log: Ints) -> int:
    """Play to the end of the deal, all seats alike; the first of them may be within its turn."""
    if d[ENDED] == PLAYING and v[PHASE] != 0:
        for card in range(KINDS):
            v[HAND + card] = d[HANDS + KINDS * v[SEAT] + card]
        v[HELD] = d[HELD_BY + v[SEAT]]
        for at in range(TASTES):
            v[TASTE + at] = d[TASTE_OF + TASTES * v[SEAT] + at]
        begin(v)
        d[SOURCE] = FROM_NOWHERE
        while _goes_on(v, d, log):
            pass
    while d[ENDED] == PLAYING:
        begin_turn(v, d)
        while _goes_on(v, d, log):
            pass
    return 0


def _goes_on(v: Ints, d: Ints, log: Ints) -> bool:
    v[MOVES] = 0
    if v[PILE_GAME]:
        if v[PHASE] == 0:
            careful_draw(v)
        else:
            patient_rest(v)
    elif v[TASTE + COLLECTS] >= SEARCHES:
        searching_turn(v)
    else:
        careful(v)
    return carry_on(v, d, log)


def searching_turn(v: Ints) -> int:
    """As `counter` where it lays or draws: nothing short of its whole hand, until another hand has become small."""
    waits = v[STOCK] > 0 or v[TASTE + COLLECTS] == WAITS
    return decide_on_whole(v) if waits and is_collecting(v) else decide_exactly(v)


def patient_rest(v: Ints) -> int:
    """As `careful`, but it lays nothing short of its whole hand while the others are far from done, unless it took."""
    keep(v, 1)
    careful_lay(v)
    if v[HELD] + v[LOOSE] == 0:
        return say(v, END, 0, NONE, 0)
    card = careful_discard(v)
    far = fewest(v) > (PATIENT_OPENED if v[OPENED + v[SEAT]] else PATIENT)
    if card == NONE or owes(v):
        put_back(v, 1)
        card = careful_discard(v)
    elif far and v[LAID] > 0 and v[HELD] + v[LOOSE] > 1 and v[TAKEN] == NONE:
        put_back(v, 1)
    return say(v, DISCARD, 0, card, 0)


def _points(v: Ints, d: Ints, seat: int) -> int:
    points = 0
    for card in range(KINDS):
        points += d[HANDS + KINDS * seat + card] * v[PENALTY + card]
    return points


def price(v: Ints, d: Ints, prices: Ints, seat: int) -> int:
    """By how much less this seat is charged than the others, each of them."""
    rounds = (d[TURNS] - 1) // v[SEATS] + 1
    bonus, least = 0, 0
    if d[ENDED] == OUT:
        winner = 0
        while not d[WINNERS] >> winner & 1:
            winner += 1
        at_once = prices[PRICE_EVERY] or v[OPENED + winner] == rounds
        bonus = at_once and (prices[PRICE_BUILT] or not d[WENT_BUILT])
    elif d[ENDED] == BLOCKED and v[LOWEST_WINS]:
        least = _points(v, d, 0)
        for one in range(1, v[SEATS]):
            least = min(least, _points(v, d, one))
    else:
        return 0
    total = 0
    for one in range(v[SEATS]):
        charged = _points(v, d, one)
        if d[ENDED] == OUT:
            if d[WINNERS] >> one & 1:
                charged = 0
            elif bonus:
                charged = 2 * charged if prices[PRICE_DOUBLE] else charged + prices[PRICE_BONUS]
        elif charged == least:
            charged = 0
        elif prices[PRICE_DIFFERENCE]:
            charged -= least
        total += charged if one != seat else -(v[SEATS] - 1) * charged
    return total


def come_to(  # noqa: PLR0913, PLR0917 (each is a row of its own)
    v: Ints, d: Ints, pool: Ints, cases: Ints, prices: Ints, which: Ints, values: Ints, dealt: Ints, log: Ints,
    count: int, plays: int,
) -> int:  # fmt: skip
    """Deal the hidden cards `plays` times and play each deal after each of these choices; a row of values a deal."""
    for play in range(plays):
        v[SEATS], v[RANDOM_HIGH], v[RANDOM_LOW] = cases[SEATS], dealt[DEALT_STREAM], dealt[DEALT_STREAM + 1]
        deal_hidden(v, pool, dealt)
        dealt[DEALT_STREAM], dealt[DEALT_STREAM + 1] = v[RANDOM_HIGH], v[RANDOM_LOW]
        for at in range(count):
            set_case(v, d, pool, cases, CASE_SIZE * which[at], dealt)
            play_on(v, d, log)
            values[count * play + at] = price(v, d, prices, pool[POOL_SEAT])
    return plays
