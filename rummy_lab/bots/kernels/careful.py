"""What `careful` does: keeps jokers and what may still become a meld, collects, gives the others little."""

from __future__ import annotations

from rummy_lab.bots.kernels.borrowing import (
    borrow,
)
from rummy_lab.bots.kernels.denying import (
    all_may_lie,
)
from rummy_lab.bots.kernels.greedy import (
    greedy_discard,
    lay_all,
    may_fit,
)
from rummy_lab.bots.kernels.laying import (
    lay_chosen,
    lay_off_naturals,
    may_use_table,
    room,
    say,
)
from rummy_lab.bots.kernels.layouts import (
    find_melds,
)
from rummy_lab.bots.kernels.sheet import (
    COLLECTS,
    COSTS,
    DISCARD,
    HAND,
    HELD,
    HURRY,
    IN_PILE,
    KEEPS,
    KINDS,
    LAID_TAKEN,
    LATE,
    LOOSE,
    MODE,
    NONE,
    OPENED,
    PHASE,
    PILE_GAME,
    PLAYS_ON,
    REARRANGE,
    SEAT,
    STOCK,
    TAKE,
    TAKEN,
    TASTE,
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
    may_lay,
    may_throw,
    owes,
    put_back,
    take_top,
)
from rummy_lab.bots.kernels.weighing import (
    fewest,
    note_costs,
)


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
    if is_ended(v):
        return 0
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


def careful_turn(v: Ints) -> int:
    """The turn in a game of laying or drawing."""
    collects = is_collecting(v) and v[STOCK] > 0
    if may_lay(v) and (not collects or all_may_lie(v)):
        keep(v, 1)
        lay_all(v)
        if collects and v[HELD] + v[LOOSE] > 0:
            put_back(v, 1)
    is_ended(v)
    return 0


def careful(v: Ints) -> int:
    """The choice that is due."""
    if not v[PILE_GAME]:
        return careful_turn(v)
    return careful_draw(v) if v[PHASE] == 0 else careful_rest(v)
