"""What `greedy` does: lays all it can, takes a discard that it lays at once, throws what goes with nothing."""

from __future__ import annotations

from rummy_lab.bots.kernels.borrowing import (
    borrow,
)
from rummy_lab.bots.kernels.laying import (
    lay_chosen,
    lay_off_joker,
    lay_off_naturals,
    may_open,
    may_use_table,
    need_to_open,
    room,
    say,
)
from rummy_lab.bots.kernels.layouts import (
    find_melds,
)
from rummy_lab.bots.kernels.sheet import (
    DISCARD,
    HAND,
    IN_PILE,
    LAID_TAKEN,
    NONE,
    NOTES,
    OPENED,
    PENALTY,
    PHASE,
    PILE_GAME,
    SEAT,
    TAKE,
    TAKEN,
    TOP_OF_PILE,
    WILD,
    Ints,
)
from rummy_lab.bots.kernels.swapping import (
    swap_jokers,
)
from rummy_lab.bots.kernels.turning import (
    draw_or_pass,
    is_ended,
    keep,
    linked,
    may_lay,
    may_throw,
    melded,
    owes,
    put_back,
    take_top,
)


def lay_all(v: Ints) -> int:
    """Open or meld, then lay off and swap, until nothing more fits."""
    if v[OPENED + v[SEAT]] == 0:
        if not may_open(v) or not find_melds(v, need_to_open(v), room(v), NONE):
            return 0
        lay_chosen(v)
    elif find_melds(v, 0, room(v), NONE):
        lay_chosen(v)
    changed = may_use_table(v)
    while changed:
        changed = lay_off_naturals(v)
        while v[HAND + WILD] > 0 and room(v) > 0 and lay_off_joker(v):
            changed = True
        if swap_jokers(v) or borrow(v):
            changed = True
    return 0


def greedy_discard(v: Ints) -> int:
    """The card to throw, or NONE: no part of a meld, with few links, dear; a joker comes last."""
    melded(v, NOTES)
    best, best_cost = NONE, 0
    for card in range(WILD + 1):
        if not may_throw(v, card):
            continue
        cost = 0
        if card != WILD:
            for other in range(WILD):
                if other != card and v[HAND + other] > 0 and linked(v, card, other):
                    cost += 1
        cost = 1000 * (100 * (card == WILD) + 30 * (v[NOTES + card] > 0) + cost) - v[PENALTY + card]
        if best == NONE or cost < best_cost:
            best, best_cost = card, cost
    return best


def greedy_rest(v: Ints) -> int:
    """Everything after the draw; in a game of laying or drawing, the turn."""
    if may_lay(v):
        if v[TAKEN] != NONE:
            keep(v, 1)
        lay_all(v)
    if is_ended(v):
        return 0
    card = greedy_discard(v)
    if card == NONE or owes(v):
        # What was laid left only the card just taken: lay nothing.
        put_back(v, 1)
        card = greedy_discard(v)
    return say(v, DISCARD, 0, card, 0)


def greedy_draw(v: Ints) -> int:
    """Take the top of the pile where it is laid at once, else draw."""
    if v[IN_PILE] and may_fit(v, v[TOP_OF_PILE]):
        keep(v, 0)
        take_top(v)
        lay_all(v)
        takes = v[LAID_TAKEN] != 0 and not owes(v) and greedy_discard(v) != NONE
        put_back(v, 0)
        if takes:
            return say(v, TAKE, 0, NONE, 0)
    return draw_or_pass(v)


def may_fit(v: Ints, card: int) -> bool:
    """Whether it is worth trying to lay this card: quickly denied."""
    if card == WILD or v[OPENED + v[SEAT]]:
        return True
    links = v[HAND + WILD]
    for other in range(WILD):
        if other != card and v[HAND + other] > 0 and linked(v, card, other):
            links += 1
    return links >= 2


def greedy(v: Ints) -> int:
    """The choice that is due."""
    return greedy_draw(v) if v[PILE_GAME] and v[PHASE] == 0 else greedy_rest(v)
