"""What `exact` does where melds only grow: the turn that leaves the least, over all swaps, melds and additions."""

from __future__ import annotations

from rummy_lab.bots.kernels.exact_hosts import (
    list_additions,
)
from rummy_lab.bots.kernels.exact_packing import (
    NO_LOSS,
    pack,
)
from rummy_lab.bots.kernels.exact_pieces import (
    SMALL_PARTS,
    list_faces,
    list_sets,
    loss_of,
)
from rummy_lab.bots.kernels.exact_plan import (
    lay_plan,
)
from rummy_lab.bots.kernels.exact_runs import (
    list_runs,
)
from rummy_lab.bots.kernels.exact_sheet import (
    A_WORD,
    AIM_ANYWHERE,
    AIM_BASE,
    AIM_LATE,
    AIM_LEFT,
    AIM_LOSS,
    AIM_NEED,
    AIM_OWED,
    AIM_STEPS,
    AIM_TABLE,
    AIM_THROWS,
    AIM_WAIVED,
    AIM_WANTED,
    BEST_POINTS,
    FACE_OF,
    GROUP_CHOICE,
    GROUPS,
    PIECE,
    PIECE_NEED,
    PLAN_LIST,
    PLAN_PIECES,
    PLAN_SWAPS,
)
from rummy_lab.bots.kernels.exact_swaps import (
    list_swaps,
    make_swaps,
    next_choice,
)
from rummy_lab.bots.kernels.greedy import (
    greedy_discard,
)
from rummy_lab.bots.kernels.laying import (
    may_open,
    may_use_table,
    need_to_open,
    say,
)
from rummy_lab.bots.kernels.sheet import (
    ACCESS,
    DISCARD,
    EX_OBJECTIVE,
    EX_THROWS,
    FREED,
    GAINED,
    HAND,
    HELD,
    IN_NEW_MELD,
    IN_PILE,
    KINDS,
    LAID_TAKEN,
    LOOSE,
    MELD_IT,
    MELD_OR_BUILD,
    MODE,
    NO_TABLE,
    NONE,
    OPENED,
    PASS,
    PENALTY,
    PHASE,
    PILE_GAME,
    SAME_TURN,
    SEAT,
    TAKE,
    TAKEN,
    TASTE,
    TOP,
    USE,
    WAIVED,
    WILD,
    Ints,
)
from rummy_lab.bots.kernels.turning import (
    draw_or_pass,
    is_ended,
    keep,
    may_lay,
    may_throw,
    put_back,
    take_top,
)


def find_turn(v: Ints, throws: int) -> bool:
    """Look for the best laying of this turn, which then stands in the plan; `throws`: 1 where a card has to stay."""
    opened = v[OPENED + v[SEAT]] > 0
    v[AIM_LOSS], v[AIM_STEPS], v[AIM_THROWS], v[GROUPS] = NO_LOSS, 0, throws, 0
    v[AIM_NEED] = 0 if opened else max(1, need_to_open(v))
    v[AIM_TABLE] = int(may_use_table(v) if opened else v[MODE] != NO_TABLE and v[ACCESS] == SAME_TURN)
    if not opened and not may_open(v):
        return False
    found = _find_laying(v, 0, 0)
    # What cannot be opened with the hand as it is cannot be with less; but a card taken may have to be laid.
    if v[AIM_TABLE] and (found or opened or v[TAKEN] != NONE) and list_swaps(v):
        for group in range(v[GROUPS]):
            v[PLAN_SWAPS + group] = 0
        keep(v, 2)
        before = _points_at_stake(v)
        while next_choice(v):
            if make_swaps(v, GROUP_CHOICE) and _find_laying(v, int(not opened), before - _points_at_stake(v)):
                found = True
                for group in range(v[GROUPS]):
                    v[PLAN_SWAPS + group] = v[GROUP_CHOICE + group]
            put_back(v, 2)
    return found


def _points_at_stake(v: Ints) -> int:
    """What the cards not laid yet may be worth, more where swaps have made the table worth more; 0 by other aims."""
    if v[TASTE + EX_OBJECTIVE] != BEST_POINTS:
        return 0
    there = SMALL_PARTS * v[GAINED] + v[LOOSE] * (loss_of(v, WILD) - 1) - v[HELD]
    for card in range(KINDS):
        there += v[HAND + card] * loss_of(v, card) if v[HAND + card] else 0
    return there


def _find_laying(v: Ints, late: int, base: int) -> bool:
    """Look for a better laying after the swaps that were made; `late`: they come after the melds that open."""
    v[AIM_LATE], v[AIM_BASE], v[AIM_WANTED], v[AIM_ANYWHERE] = late, base, NONE, 0
    v[AIM_OWED] = v[LOOSE] if v[FREED] == IN_NEW_MELD else 0
    v[AIM_WAIVED] = int(v[WAIVED] and v[AIM_NEED] and not late)
    if v[USE] == MELD_IT or (v[USE] == MELD_OR_BUILD and not v[LAID_TAKEN]):
        v[AIM_WANTED], v[AIM_ANYWHERE] = v[TAKEN], int(v[USE] == MELD_OR_BUILD)
    list_faces(v, v[LOOSE])
    _list_new_melds(v)
    if v[AIM_TABLE]:
        list_additions(v)
    return pack(v)


def _list_new_melds(v: Ints) -> int:
    """All new melds that may be needed, sets first."""
    for rank in range(1, v[TOP] + 1):
        list_sets(v, rank)
    for suit in range(4):
        list_runs(v, suit)
    return 0


def find_melds_of_hand(v: Ints) -> bool:
    """Look for the best melds of the hand alone, whether it may lay them or not."""
    v[AIM_LOSS], v[AIM_THROWS], v[AIM_NEED], v[AIM_LATE], v[AIM_OWED], v[AIM_WAIVED] = NO_LOSS, 0, 0, 0, 0, 0
    v[AIM_WANTED], v[AIM_BASE], v[AIM_STEPS] = NONE, 0, 0
    list_faces(v, 0)
    _list_new_melds(v)
    return pack(v)


def best_to_throw(v: Ints) -> int:
    """Of the cards that the best melds of the hand do not need the dearest, else the one whose loss costs the least."""
    find_melds_of_hand(v)
    best = NONE
    for card in range(KINDS):
        if v[HAND + card] and may_throw(v, card) and (best == NONE or v[PENALTY + card] > v[PENALTY + best]):
            face, used = v[FACE_OF + card], 0
            for at in range(v[PLAN_PIECES]):
                used += v[PLAN_LIST + PIECE * at + PIECE_NEED + face // A_WORD] >> 4 * (face % A_WORD) & 15
            if v[HAND + card] > used:
                best = card
    if best != NONE:
        return best
    least = 0
    for card in range(KINDS):
        if v[HAND + card] and may_throw(v, card):
            v[HAND + card] -= 1
            find_melds_of_hand(v)
            v[HAND + card] += 1
            better = v[AIM_LOSS] == least and v[PENALTY + card] > v[PENALTY + best]
            if best == NONE or v[AIM_LOSS] < least or better:
                best, least = card, v[AIM_LOSS]
    # Of a freed joker that stays there is no better to throw where the hand is empty.
    return WILD if best == NONE and v[LOOSE] and may_throw(v, WILD) else best


def exact_draw(v: Ints) -> int:
    """Take the top of the pile where more is laid with it than without, or the hand becomes empty; else draw."""
    if v[IN_PILE]:
        keep(v, 0)
        take_top(v)
        found = find_turn(v, 1)
        laid, goes_out = v[HELD] - v[AIM_LEFT], v[AIM_LEFT] <= 1
        put_back(v, 0)
        if found and laid > 0 and (goes_out or not find_turn(v, 0) or laid > v[HELD] - v[AIM_LEFT]):
            return say(v, TAKE, 0, NONE, 0)
    return draw_or_pass(v)


def exact_built(v: Ints) -> int:
    """The choice that is due where melds only grow, or lie as they are."""
    if v[PILE_GAME] and v[PHASE] == 0:
        return exact_draw(v)
    if may_lay(v) and find_turn(v, v[PILE_GAME]) and (v[PILE_GAME] or v[AIM_LEFT] < v[HELD]):
        lay_plan(v)
    if is_ended(v):
        return 0
    card = greedy_discard(v) if v[TASTE + EX_THROWS] else best_to_throw(v)
    if card == NONE:
        return say(v, PASS, 0, NONE, 0)
    return say(v, DISCARD, 0, card, 0)
