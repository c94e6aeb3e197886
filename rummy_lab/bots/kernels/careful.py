"""What `careful` does: keeps jokers and what may still become a meld, collects, gives the others little."""

from __future__ import annotations

from rummy_lab.bots.kernels.borrowing import (
    borrow,
    note_spares,
)
from rummy_lab.bots.kernels.greedy import (
    greedy_discard,
    lay_all,
    may_fit,
)
from rummy_lab.bots.kernels.laying import (
    free_suit,
    high_place,
    lay_chosen,
    lay_off_naturals,
    low_place,
    may_use_table,
    room,
    say,
    swap_jokers,
)
from rummy_lab.bots.kernels.layouts import (
    card_at,
    find_melds,
)
from rummy_lab.bots.kernels.sheet import (
    COLLECTS,
    COPIES,
    COSTS,
    COUNTS,
    DISCARD,
    END,
    FIRST,
    FREE_CARDS,
    GIFT,
    HAND,
    HELD,
    HIGH,
    HURRY,
    IN_PILE,
    KEEPS,
    KIND,
    KINDS,
    LAID,
    LAID_TAKEN,
    LATE,
    LENGTH,
    LONGEST,
    LOOSE,
    LOST,
    LOW,
    MELDS,
    MODE,
    NAMES,
    NONE,
    NOTES,
    ON_TABLE,
    OPENED,
    OPENING,
    OUTS,
    PAIRS,
    PAIRS_OF,
    PENALTY,
    PHASE,
    PILE,
    PILE_GAME,
    PLAYS_ON,
    PRICE,
    PRICE_LATE,
    PRICE_OPENED,
    REARRANGE,
    ROW,
    RUN,
    SEAT,
    SEATS,
    SET,
    SMALL,
    STOCK,
    SUIT,
    TABLE,
    TAKE,
    TAKEN,
    TASTE,
    TOP,
    TOP_OF_PILE,
    USEFUL,
    WILD,
    WILDS,
    Ints,
)
from rummy_lab.bots.kernels.turning import (
    draw_again_or_end,
    draw_or_pass,
    keep,
    linked,
    may_lay,
    may_throw,
    melded,
    owes,
    put_back,
    take_top,
)

_SPARED = 1 << 20


def fewest(v: Ints) -> int:
    """The fewest cards in another hand."""
    least = 1000
    for seat in range(v[SEATS]):
        if seat != v[SEAT]:
            least = min(least, v[COUNTS + seat])
    return least


def lay_sparing(v: Ints) -> int:
    """Lay melds, of naturals first, and lay off naturals: no joker goes to the table for itself."""
    wild = v[HAND + WILD]
    v[HAND + WILD] = 0
    v[HELD] -= wild
    found = find_melds(v, 0, v[HELD] - max(0, v[KEEPS] - wild), NONE)
    v[HAND + WILD] = wild
    v[HELD] += wild
    if found:
        lay_chosen(v)
    if find_melds(v, 0, room(v), NONE):
        lay_chosen(v)
    changed = may_use_table(v)
    while changed:
        changed = lay_off_naturals(v)
        if swap_jokers(v) or borrow(v):
            changed = True
    return 0


def careful_lay(v: Ints) -> int:
    """Lay what it can; jokers of the hand only in melds, to go out, or where a hand has become very small."""
    if v[OPENED + v[SEAT]] == 0 or v[HAND + WILD] == 0 or fewest(v) <= v[TASTE + LATE]:
        return lay_all(v)
    keep(v, 2)
    lay_all(v)
    if v[HELD] > 1:
        put_back(v, 2)
        lay_sparing(v)
        if owes(v):
            put_back(v, 2)
            lay_all(v)
    return 0


def _note_table(v: Ints) -> int:
    """Write down how many of each natural lie on the table."""
    for card in range(WILD):
        v[ON_TABLE + card] = 0
    for heap in range(v[MELDS]):
        row = TABLE + ROW * heap
        if v[row + KIND] == SET:
            for suit in range(4):
                v[ON_TABLE + 13 * suit + v[row + SUIT] - 1] += v[row + FIRST] >> suit & 1
        else:
            for at in range(v[row + LENGTH]):
                if not v[row + WILDS] >> at & 1:
                    v[ON_TABLE + card_at(v, v[row + SUIT], v[row + FIRST] + at)] += 1
    return 0


def _left(v: Ints, card: int) -> int:
    """How many of a natural the seat cannot see."""
    if card % 13 >= v[TOP]:
        return 0
    return max(0, v[COPIES] - v[HAND + card] - v[PILE + card] - v[ON_TABLE + card])


def _pair(v: Ints, one: int, two: int) -> int:
    """Two free cards that a third one would make a meld with."""
    if v[FREE_CARDS + one] > 0 and v[FREE_CARDS + two] > 0:
        v[PAIRS] += 1
        v[PAIRS_OF + one] += 1
        v[PAIRS_OF + two] += 1
    return 0


def _pairs_in_run(v: Ints, suit: int, place: int) -> int:
    for low in range(place - 2, place + 1):
        if v[LOW] <= low and low + 2 <= v[HIGH]:
            one = low if low < place else low + 1
            two = low + 2 if low + 2 > place else low + 1
            _pair(v, card_at(v, suit, one), card_at(v, suit, two))
    return 0


def _goes_along(v: Ints, suit: int, place: int) -> int:
    """A free card that fits a run of the table once this card lies there."""
    for heap in range(v[MELDS]):
        row = TABLE + ROW * heap
        if v[row + KIND] == RUN and v[row + SUIT] == suit and v[row + LENGTH] + 1 < v[LONGEST]:
            step = 1 if place == high_place(v, row) else -1 if place == low_place(v, row) else 0
            if step and v[LOW] <= place + step <= v[HIGH]:
                card = card_at(v, suit, place + step)
                if v[FREE_CARDS + card] > 0:
                    v[PAIRS] += 1
                    v[PAIRS_OF + card] += 1
    return 0


def _lost_with(v: Ints, card: int, left: int) -> int:
    """A card that all pairs need would be missed as often as there are cards to wait for."""
    if v[PAIRS] and v[PAIRS_OF + card] == v[PAIRS]:
        v[LOST + card] += left
    v[PAIRS_OF + card] = 0
    return 0


def note_losses(v: Ints) -> int:
    """For each natural that the best melds do not need: how many cards not seen would be of no use without it.

    A card not seen is of use if it makes a meld with two others, or fits the table so that another goes along.
    """
    melded(v, FREE_CARDS)
    for card in range(WILD):
        v[FREE_CARDS + card] = max(0, v[HAND + card] - v[FREE_CARDS + card])
        v[LOST + card] = v[PAIRS_OF + card] = 0
    _note_table(v)
    lays_off = may_use_table(v)
    for out in range(WILD):
        left = _left(v, out)
        if left == 0:
            continue
        suit, rank = out // 13, out % 13 + 1
        v[PAIRS] = 0
        for one in range(3):
            for two in range(one + 1, 4):
                if suit not in (one, two):
                    _pair(v, 13 * one + rank - 1, 13 * two + rank - 1)
        for place in range(rank, rank + v[TOP] + 1, v[TOP]):
            if v[LOW] <= place <= v[HIGH]:
                _pairs_in_run(v, suit, place)
                if lays_off:
                    _goes_along(v, suit, place)
        for other in range(4):
            _lost_with(v, 13 * other + rank - 1, left)
        for place in range(rank, rank + v[TOP] + 1, v[TOP]):
            for near in range(max(v[LOW], place - 2), min(v[HIGH], place + 2) + 1):
                _lost_with(v, card_at(v, suit, near), left)
    return 0


def _fits_table(v: Ints, card: int) -> bool:
    suit, fits = card // 13, False
    for heap in range(v[MELDS]):
        row = TABLE + ROW * heap
        if v[row + KIND] == SET:
            missing = not (v[row + FIRST] | v[row + NAMES]) >> suit & 1
            fits = fits or (v[row + SUIT] == card % 13 + 1 and missing and free_suit(v, row) < 4)
        elif v[row + SUIT] == suit:
            high, low = high_place(v, row), low_place(v, row)
            fits = fits or (high != NONE and card_at(v, suit, high) == card)
            fits = fits or (low != NONE and card_at(v, suit, low) == card)
    return fits


def note_costs(v: Ints) -> int:
    """What it costs to throw each card of the hand."""
    note_losses(v)
    opened = v[OPENED + v[SEAT]] > 0 or v[OPENING] > 0
    price = v[TASTE + PRICE_OPENED] if opened else v[TASTE + PRICE]
    price += v[TASTE + PRICE_LATE] if fewest(v) <= v[TASTE + SMALL] else 0
    next_opened = v[OPENED + (v[SEAT] + 1) % v[SEATS]] > 0
    for card in range(KINDS):
        cost = -price * v[PENALTY + card]
        if card == WILD:
            cost += 2 * _SPARED
        elif v[HAND + card] > 0:
            cost += v[TASTE + OUTS] * v[LOST + card] if v[FREE_CARDS + card] > 0 else _SPARED
            if next_opened:
                cost += v[TASTE + GIFT] if _fits_table(v, card) else 0
            else:
                for other in range(WILD):
                    if other != card and linked(v, card, other):
                        cost += v[TASTE + USEFUL] * _left(v, other)
        v[COSTS + card] = cost
    return 0


def careful_discard(v: Ints) -> int:
    """The card that costs the least to throw, or NONE."""
    note_costs(v)
    best = NONE
    for card in range(KINDS):
        if may_throw(v, card) and (best == NONE or v[COSTS + card] < v[COSTS + best]):
            best = card
    return best


def careful_draw(v: Ints) -> int:
    """Take the top of the pile where it is laid at once, else draw."""
    if v[IN_PILE] and may_fit(v, v[TOP_OF_PILE]):
        keep(v, 0)
        take_top(v)
        careful_lay(v)
        takes = v[LAID_TAKEN] != 0 and not owes(v) and greedy_discard(v) != NONE
        put_back(v, 0)
        if takes:
            return say(v, TAKE, 0, NONE, 0)
    return draw_or_pass(v)


def careful_rest(v: Ints) -> int:
    """Everything after the draw of a draw-first game."""
    if v[TAKEN] != NONE:
        keep(v, 1)
    careful_lay(v)
    if v[HELD] + v[LOOSE] == 0:
        return say(v, END, 0, NONE, 0)
    card = careful_discard(v)
    if card == NONE or owes(v):
        put_back(v, 1)
        card = careful_discard(v)
    return say(v, DISCARD, 0, card, 0)


def is_collecting(v: Ints) -> bool:
    """Whether it lays nothing short of the whole hand: where a turn is spent on either laying or drawing."""
    if not v[TASTE + COLLECTS] or v[MODE] != REARRANGE or v[PLAYS_ON]:
        return False
    return v[OPENED + v[SEAT]] > 0 and fewest(v) > v[TASTE + HURRY]


def all_may_lie(v: Ints) -> bool:
    """Whether each card of the hand has something that it could be laid with: quickly denied."""
    note_spares(v)
    may = True
    for card in range(WILD):
        may = may and (v[HAND + card] == 0 or _may_lie(v, card))
    return may


def _may_lie(v: Ints, card: int) -> bool:
    suit, rank, wild = card // 13, card % 13 + 1, v[HAND + WILD]
    alike = 0
    for other in range(4):
        alike += other != suit and _is_near(v, 13 * other + rank - 1)
    if alike + wild >= 2 or _fits_table(v, card):
        return True
    for place in range(rank, rank + v[TOP] + 1, v[TOP]):
        if not v[LOW] <= place <= v[HIGH]:
            continue
        for low in range(max(v[LOW], place - 2), min(place, v[HIGH] - 2) + 1):
            there = 0
            for one in range(low, low + 3):
                there += one != place and _is_near(v, card_at(v, suit, one))
            if there + wild >= 2:
                return True
        for near in range(max(v[LOW], place - 1), min(v[HIGH], place + 1) + 1):
            other = card_at(v, suit, near)
            if near != place and v[HAND + other] > 0 and _fits_table(v, other):
                return True
    return _stands_twice(v, card)


def _is_near(v: Ints, card: int) -> bool:
    """Whether the hand or a meld that can spare it has this card."""
    return v[HAND + card] > 0 or v[NOTES + card] > 0


def _stands_twice(v: Ints, card: int) -> bool:
    """Whether a joker stands for this card, or a long run has it too."""
    suit, rank, found = card // 13, card % 13 + 1, False
    for heap in range(v[MELDS]):
        row = TABLE + ROW * heap
        if v[row + KIND] == SET:
            found = found or (v[row + WILDS] > 0 and v[row + SUIT] == rank)
        elif v[row + SUIT] == suit and (v[row + WILDS] or v[row + LENGTH] > 4):
            for at in range(v[row + LENGTH]):
                found = found or card_at(v, suit, v[row + FIRST] + at) == card
    return found


def careful_turn(v: Ints) -> int:
    """The turn in a game of laying or drawing."""
    collects = is_collecting(v) and v[STOCK] > 0
    if may_lay(v) and (not collects or all_may_lie(v)):
        keep(v, 1)
        lay_all(v)
        if collects and v[HELD] + v[LOOSE] > 0:
            put_back(v, 1)
    if v[LAID] == 0:
        return draw_again_or_end(v)
    return say(v, END, 0, NONE, 0)


def careful(v: Ints) -> int:
    """The choice that is due."""
    if not v[PILE_GAME]:
        return careful_turn(v)
    return careful_draw(v) if v[PHASE] == 0 else careful_rest(v)
