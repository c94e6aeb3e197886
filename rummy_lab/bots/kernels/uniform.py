"""What `random` does: any of the acts it finds, each as likely as another, and as likely as to stop."""

from __future__ import annotations

from rummy_lab.bots.kernels.greedy import (
    greedy_draw,
    lay_all,
)
from rummy_lab.bots.kernels.laying import (
    free_suit,
    high_place,
    lay_chosen,
    lay_off,
    low_place,
    may_open,
    may_use_table,
    need_to_open,
    next_free_suit,
    place_for_joker,
    room,
    say,
)
from rummy_lab.bots.kernels.layouts import (
    card_at,
    find_melds,
)
from rummy_lab.bots.kernels.sheet import (
    BEST_MELDS,
    CHOSEN,
    DISCARD,
    HAND,
    KIND,
    MELDS,
    NONE,
    NOTES,
    OPENED,
    OPENING,
    PHASE,
    PILE_GAME,
    ROW,
    SEAT,
    SET,
    SUIT,
    TABLE,
    WILD,
    Ints,
)
from rummy_lab.bots.kernels.turning import (
    draw_or_pass,
    is_ended,
    keep,
    may_lay,
    may_throw,
    owes,
    put_back,
)
from rummy_lab.bots.kernels.words import (
    below,
)


def act(v: Ints, chosen: int) -> int:
    """How many acts there are; the one with this number, counted from 0, is done."""
    if room(v) <= 0:
        return 0
    if v[OPENED + v[SEAT]] == 0 and v[OPENING] == 0:
        if not may_open(v) or not find_melds(v, need_to_open(v), room(v), NONE):
            return 0
        if chosen == 0:
            lay_chosen(v)
        return 1
    count = 0
    if find_melds(v, 0, room(v), NONE):
        count = v[BEST_MELDS]
        if 0 <= chosen < count:
            for at in range(ROW):
                v[CHOSEN + at] = v[CHOSEN + ROW * chosen + at]
            v[BEST_MELDS] = 1
            lay_chosen(v)
            return count
    if may_use_table(v):
        for heap in range(v[MELDS]):
            fits = _fits(v, heap, chosen - count)
            count += fits
            if 0 <= chosen < count:
                break
    return count


def _fits(v: Ints, heap: int, chosen: int) -> int:
    """How many cards of the hand fit this meld; the one with this number is laid."""
    row, count = TABLE + ROW * heap, 0
    if v[row + KIND] == SET:
        suit = free_suit(v, row)
        while suit < 4:
            card = 13 * suit + v[row + SUIT] - 1
            if v[HAND + card] > 0:
                if count == chosen:
                    lay_off(v, heap, card, suit)
                    return count + 1
                count += 1
            suit = next_free_suit(v, row, suit)
    else:
        for end in range(2):
            place = low_place(v, row) if end else high_place(v, row)
            if place != NONE and v[HAND + card_at(v, v[row + SUIT], place)] > 0:
                if count == chosen:
                    lay_off(v, heap, card_at(v, v[row + SUIT], place), place)
                    return count + 1
                count += 1
    place = place_for_joker(v, heap)
    if v[HAND + WILD] > 0 and place != NONE:
        if count == chosen:
            lay_off(v, heap, WILD, place)
        count += 1
    return count


def _random_acts(v: Ints) -> int:
    """Act after act until stopping is drawn."""
    while True:
        count = act(v, NONE)
        chosen = below(v, count + 1, NOTES)
        if chosen == count:
            return 0
        act(v, chosen)


def _random_discard(v: Ints) -> int:
    count = 0
    for card in range(WILD + 1):
        count += may_throw(v, card)
    if count == 0:
        return NONE
    chosen = below(v, count, NOTES)
    for card in range(WILD + 1):
        if may_throw(v, card):
            if chosen == 0:
                return card
            chosen -= 1
    return NONE


def uniform_rest(v: Ints) -> int:
    """Everything after the draw; in a game of laying or drawing, the turn."""
    keep(v, 1)
    if may_lay(v):
        _random_acts(v)
    if is_ended(v):
        return 0
    card = _random_discard(v)
    if card == NONE or owes(v):
        put_back(v, 1)
        lay_all(v)
        card = _random_discard(v)
    if card == NONE or owes(v):
        put_back(v, 1)
        card = _random_discard(v)
    return say(v, DISCARD, 0, card, 0)


def uniform_draw(v: Ints) -> int:
    """To take the top of the pile, where it can be laid at once, is as likely as to draw."""
    if below(v, 2, NOTES):
        return greedy_draw(v)
    return draw_or_pass(v)


def uniform(v: Ints) -> int:
    """The choice that is due."""
    return uniform_draw(v) if v[PILE_GAME] and v[PHASE] == 0 else uniform_rest(v)
