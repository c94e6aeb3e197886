"""The best melds of a hand by the exact search, worth enough to open: they leave the least in the hand."""

from __future__ import annotations

from rummy_lab.bots.kernels.exact_composing import (
    compose,
    composed_worth,
)
from rummy_lab.bots.kernels.exact_task import (
    bind,
    bind_in_set,
    clear_task,
    columns,
    is_alive,
    nodes_of,
    put_cards,
)
from rummy_lab.bots.kernels.laying import (
    lay_meld,
)
from rummy_lab.bots.kernels.sheet import (
    BEST_COMPOSED,
    COMPOSED,
    FORCED,
    HAND,
    HIGH,
    KINDS,
    LOSS,
    LOW,
    PENALTY,
    PLACE_POINTS,
    PLACED,
    ROW,
    SET_POINTS,
    TOP,
    VISITS,
    WAIVED,
    WILD,
    Ints,
)
from rummy_lab.bots.kernels.solving import (
    FOUND,
    solve_task,
)


def lay_best_melds(v: Ints, need: int) -> int:
    """Lay melds of the hand alone that are worth `need` points at least and leave the least in it, if there are any.

    Where points are needed, a natural is worth as many as it costs in the hand.
    """
    for card in range(KINDS):
        v[FORCED + card] = 0
    clear_task(v)
    v[VISITS] = nodes_of(v)
    wild, held = v[HAND + WILD], _naturals_held(v)
    dropped = put_cards(v, False, wild)
    most = held - dropped - max(1, need - wild * _dearest(v))
    if v[WAIVED] and dropped == 0:
        most = max(most, 0)
    if most < 0 or solve_task(v, most) != FOUND:
        return 0
    least = dropped + v[LOSS]
    # Jokers that were attached have no place of their own: elsewhere they may be worth more.
    if compose(v, True) and (composed_worth(v) >= need or (v[WAIVED] and least == 0)):
        _keep_composed(v)
    elif wild == 0 or not _place_jokers(v, need, held, least):
        return 0
    for at in range(v[BEST_COMPOSED]):
        lay_meld(v, BEST_COMPOSED + 1 + ROW * at, 2)
    return v[BEST_COMPOSED]


def _naturals_held(v: Ints) -> int:
    held = 0
    for card in range(WILD):
        held += v[HAND + card] * v[PENALTY + card]
    return held


def _dearest(v: Ints) -> int:
    """The most that a joker can be worth."""
    dearest = 0
    for place in range(v[LOW], v[HIGH] + 1):
        dearest = max(dearest, v[PLACE_POINTS + place], v[SET_POINTS + (place - 1) % v[TOP] + 1])
    return dearest


def _keep_composed(v: Ints) -> int:
    for at in range(1 + ROW * v[COMPOSED]):
        v[BEST_COMPOSED + at] = v[COMPOSED + at]
    return 0


def _place_jokers(v: Ints, need: int, held: int, least: int) -> bool:
    """Try all places for the jokers of the hand; at least so much of the naturals stays, whatever they do."""
    best = v[BEST_COMPOSED] = 0
    for wild in range(v[HAND + WILD], -1, -1):
        if held - least + wild * v[PENALTY + WILD] <= best:
            break
        for at in range(wild):
            v[PLACED + at] = 0
        going_on = True
        while going_on:
            found = _with_places(v, wild, need, held, least, best)
            if found > best:
                best = found
                _keep_composed(v)
            going_on = _next_places(v, wild)
    return best > 0


def _next_places(v: Ints, wild: int) -> bool:
    """The next places for so many jokers, of which none comes before an earlier one; by suits, then in sets."""
    for at in range(wild - 1, -1, -1):
        if v[PLACED + at] < 5 * columns(v) - 1:
            v[PLACED + at] += 1
            for later in range(at + 1, wild):
                v[PLACED + later] = v[PLACED + at]
            return True
    return False


def _with_places(v: Ints, wild: int, need: int, held: int, least: int, best: int) -> int:
    """The most that can be laid with the jokers at their places; 0 where it is no more than the best so far."""
    size = columns(v)
    for at in range(wild):
        need -= _worth_at(v, v[PLACED + at])
    wanted = max(need, best + 1 - wild * v[PENALTY + WILD], 1)
    is_all = v[WAIVED] and wild == v[HAND + WILD] and least == 0
    if held - least < wanted and not is_all:
        return 0
    clear_task(v)
    for at in range(wild):
        place = v[PLACED + at]
        if place < 4 * size:
            bind(v, place // 4, place % 4)
        else:
            bind_in_set(v, place - 4 * size)
    dropped = put_cards(v, False, 0)
    for at in range(wild):
        if not is_alive(v, v[PLACED + at]):
            return 0
    most = held - dropped - wanted
    if is_all and dropped == 0:
        most = max(most, 0)
    v[VISITS] = nodes_of(v)
    if most < 0 or solve_task(v, most) != FOUND:
        return 0
    compose(v, False)
    return held - dropped - v[LOSS] + wild * v[PENALTY + WILD]


def _worth_at(v: Ints, place: int) -> int:
    size = columns(v)
    if place < 4 * size:
        return v[PLACE_POINTS + v[LOW] + place // 4]
    return v[SET_POINTS + (v[LOW] + place - 4 * size - 1) % v[TOP] + 1]
