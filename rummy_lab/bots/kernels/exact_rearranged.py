"""What `exact` does where the table is rearranged and nothing is discarded: the best of all final tables."""

from __future__ import annotations

from rummy_lab.bots.kernels.exact_composing import (
    compose,
    worth_of,
)
from rummy_lab.bots.kernels.exact_openings import (
    lay_best_melds,
)
from rummy_lab.bots.kernels.exact_task import (
    bind,
    bind_in_set,
    clear_task,
    column_of,
    lay_by_choice,
    nodes_of,
    put_cards,
)
from rummy_lab.bots.kernels.laying import (
    jokers_of,
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
    bits,
    find_melds,
)
from rummy_lab.bots.kernels.sheet import (
    ARRANGE,
    BEST_COMPOSED,
    BEST_LEFT,
    BOTH,
    CLOSED_OPEN,
    COMPOSED,
    FIRST,
    FORCED,
    FREE_JOKERS,
    GAINED,
    HAND,
    HELD,
    KIND,
    KINDS,
    LAID,
    LENDS,
    LENGTH,
    LOSS,
    LOW,
    MELDS,
    MOST_WILD_MELDS,
    NONE,
    ON_TABLE,
    OPENED,
    PENALTY,
    RELEASE,
    ROW,
    RUN,
    SEAT,
    SUIT,
    SWAPS,
    TABLE,
    TOP,
    VISITS,
    WAYS_OF,
    WILD,
    WILD_MELDS,
    WILDS,
    Ints,
)
from rummy_lab.bots.kernels.solving import (
    FOUND,
    OUT_OF_NODES,
    solve_task,
)
from rummy_lab.bots.kernels.turn_log import (
    naturals_of,
)
from rummy_lab.bots.kernels.turning import (
    is_ended,
    may_lay,
)
from rummy_lab.bots.kernels.weighing import (
    note_table,
)

# Of a meld with jokers: its row, which of its jokers go (of a set: the suits that are laid for them), which may.
HEAP_OF, GOING, MAY_GO, MORE = range(4)


def exact_rearranged(v: Ints) -> int:
    """The choice that is due."""
    if may_lay(v):
        if v[OPENED + v[SEAT]] == 0:
            if may_open(v):
                lay_best_melds(v, need_to_open(v))
        elif may_use_table(v):
            rearrange(v, _all_held(v))
        else:
            lay_best_melds(v, 0)
    is_ended(v)
    return 0


def _all_held(v: Ints) -> int:
    held = 0
    for card in range(KINDS):
        held += v[HAND + card] * v[PENALTY + card]
    return held


def rearrange(v: Ints, held: int) -> int:
    """The best of every case that leaves less than this: which jokers of the table are replaced, by which cards."""
    v[BEST_LEFT], v[BEST_COMPOSED] = held, NONE
    note_table(v)
    lying = _note_wild_melds(v)
    is_proved, going_on = True, True
    while going_on and v[BEST_LEFT] > 0:
        freed = _note_case(v, lying)
        if freed >= 0 and _solve_case(v, freed) == OUT_OF_NODES:
            is_proved = False
        going_on = _next_case(v)
    if v[BEST_COMPOSED] != NONE:
        _lay_table(v)
    elif not is_proved:
        _lay_beside(v)
    return 0


def _note_wild_melds(v: Ints) -> int:
    """Write down the melds whose jokers are bound, none of which goes yet; how many jokers lie on the table."""
    lying = v[WILD_MELDS] = 0
    for heap in range(v[MELDS]):
        row = TABLE + ROW * heap
        jokers = jokers_of(v, row)
        lying += jokers
        if jokers == 0 or v[FREE_JOKERS] or v[WILD_MELDS] == MOST_WILD_MELDS:
            continue
        way = WAYS_OF + 4 * v[WILD_MELDS]
        v[way + HEAP_OF], v[way + GOING], v[way + MORE] = row, 0, 0
        if v[row + KIND] == RUN:
            v[way + MAY_GO] = v[row + WILDS]
        else:
            full = v[row + LENGTH] == 4
            v[way + MAY_GO] = 0 if full and not v[CLOSED_OPEN] else 15 & ~v[row + FIRST]
            v[way + MORE] = int(v[RELEASE] == BOTH and not full)
        v[WILD_MELDS] += 1
    return lying


def _next_case(v: Ints) -> bool:
    """Go on to the next way to choose the jokers that go; False where all have been chosen."""
    for at in range(v[WILD_MELDS]):
        way = WAYS_OF + 4 * at
        v[way + GOING] = (v[way + GOING] - v[way + MAY_GO]) & v[way + MAY_GO]
        while not _is_way(v, way):
            v[way + GOING] = (v[way + GOING] - v[way + MAY_GO]) & v[way + MAY_GO]
        if v[way + GOING]:
            return True
    return False


def _is_way(v: Ints, way: int) -> bool:
    """Whether as many cards come as are asked for."""
    row, cards = v[way + HEAP_OF], bits(v[way + GOING])
    return cards == 0 or v[row + KIND] == RUN or v[way + MORE] < cards <= v[way + MORE] + v[row + WILDS]


def _note_case(v: Ints, lying: int) -> int:
    """Begin the task of a case: the jokers that stay are bound. How many others lie there; NONE: a card is lacking."""
    clear_task(v)
    for card in range(KINDS):
        v[FORCED + card] = 0
    if v[FREE_JOKERS]:
        return lying
    freed = 0
    for at in range(v[WILD_MELDS]):
        way = WAYS_OF + 4 * at
        row, going = v[way + HEAP_OF], v[way + GOING]
        if v[row + KIND] == RUN:
            freed += bits(going)
            for slot in range(v[row + LENGTH]):
                if v[row + WILDS] >> slot & 1:
                    place, suit = v[row + FIRST] + slot, v[row + SUIT]
                    if going >> slot & 1:
                        v[FORCED + 13 * suit + (place - 1) % v[TOP]] += 1
                    else:
                        bind(v, place - v[LOW], suit)
        else:
            gone = bits(going) - v[way + MORE] if going else 0
            freed += gone
            for _ in range(v[row + WILDS] - gone):
                bind_in_set(v, column_of(v, v[row + SUIT]))
            for suit in range(4):
                v[FORCED + 13 * suit + v[row + SUIT] - 1] += going >> suit & 1
    for card in range(WILD):
        if v[FORCED + card]:
            if v[LENDS]:
                v[FORCED + card] = max(0, v[FORCED + card] - v[ON_TABLE + card])
            if v[FORCED + card] > v[HAND + card]:
                return NONE
    return freed


def _solve_case(v: Ints, freed: int) -> int:
    """Keep the final table of this case where it is better than the best so far."""
    wild = freed + v[HAND + WILD]
    dropped = put_cards(v, True, wild)
    most = v[BEST_LEFT] - 1 - dropped
    v[VISITS] = nodes_of(v)
    answer = solve_task(v, most) if most >= 0 else 0
    if answer == FOUND and not compose(v, True):
        lay_by_choice(v, freed)
        answer = solve_task(v, most)
        if answer == FOUND:
            compose(v, False)
    if answer == FOUND:
        v[BEST_LEFT] = v[LOSS] + dropped
        for at in range(1 + ROW * v[COMPOSED]):
            v[BEST_COMPOSED + at] = v[COMPOSED + at]
    return answer


def _lay_beside(v: Ints) -> int:
    """What can be laid without breaking up a meld, where no search came to its end."""
    if find_melds(v, 0, room(v), NONE):
        lay_chosen(v)
    changed = True
    while changed:
        changed = lay_off_naturals(v)
        while v[HAND + WILD] > 0 and room(v) > 0 and lay_off_joker(v):
            changed = True
    return 0


def _lay_table(v: Ints) -> int:
    """The best final table takes the place of the one that lies there; melds come in the order of those most alike."""
    count, gained = v[BEST_COMPOSED], 0
    for at in range(count):
        gained += worth_of(v, BEST_COMPOSED + 1 + ROW * at)
    for heap in range(v[MELDS]):
        gained -= worth_of(v, TABLE + ROW * heap)
    v[GAINED] += gained
    v[SWAPS] += 0 if v[FREE_JOKERS] else _freed(v)
    is_changed = _in_order(v)
    _from_hand_to(v)
    v[MELDS] = count
    for at in range(ROW * count):
        v[TABLE + at] = v[COMPOSED + 1 + at]
    return say(v, ARRANGE, count, NONE, int(is_changed))


def _freed(v: Ints) -> int:
    """How many jokers no longer stand for what they stood for."""
    freed, matched = 0, 0
    for at in range(v[WILD_MELDS]):
        row = v[WAYS_OF + 4 * at + HEAP_OF]
        for slot in range(v[row + LENGTH]):
            is_run = v[row + KIND] == RUN
            if (is_run and not v[row + WILDS] >> slot & 1) or (not is_run and slot >= v[row + WILDS]):
                continue
            bound = _bound(v, row, slot)
            found, number = False, 0
            for other in range(v[BEST_COMPOSED]):
                there = BEST_COMPOSED + 1 + ROW * other
                for one in range(v[there + LENGTH] if v[there + WILDS] else 0):
                    is_joker = v[there + WILDS] >> one & 1 if v[there + KIND] == RUN else int(one < v[there + WILDS])
                    if is_joker:
                        if not found and not matched >> number & 1 and _bound(v, there, one) == bound:
                            found = True
                            matched |= 1 << number
                        number += 1
            freed += not found
    return freed


def _bound(v: Ints, row: int, slot: int) -> int:
    """What a joker stands for, as a number: a place of a run or the rank of a set."""
    return 100 * v[row + SUIT] + v[row + FIRST] + slot if v[row + KIND] == RUN else -v[row + SUIT]


def _in_order(v: Ints) -> bool:
    """The best melds, at COMPOSED, in the order of those on the table that they are most like; whether one changed."""
    rest, at, is_changed = v[BEST_COMPOSED], 0, False
    for heap in range(v[MELDS]):
        old, best, most = TABLE + ROW * heap, NONE, 0
        naturals = naturals_of(v, TABLE, heap)
        for other in range(rest):
            likeness = _likeness(v, old, naturals, other)
            if likeness > most:
                best, most = other, likeness
        is_changed = is_changed or most < _SAME
        if best != NONE:
            for one in range(ROW):
                v[COMPOSED + 1 + ROW * at + one] = v[BEST_COMPOSED + 1 + ROW * best + one]
            at += 1
            rest -= 1
            for one in range(ROW * best, ROW * rest):
                v[BEST_COMPOSED + 1 + one] = v[BEST_COMPOSED + 1 + ROW + one]
    for one in range(ROW * rest):
        v[COMPOSED + 1 + ROW * at + one] = v[BEST_COMPOSED + 1 + one]
    return is_changed


_SAME = 1000


def _likeness(v: Ints, old: int, naturals: int, other: int) -> int:
    """How many cards a meld of the table has in common with one of the best; more where they are the same."""
    row, same = BEST_COMPOSED + 1 + ROW * other, True
    for at in range(ROW):
        same = same and v[old + at] == v[row + at]
    if same:
        return _SAME
    common = naturals & naturals_of(v, BEST_COMPOSED + 1, other)
    likeness = bits(common)
    if v[old + WILDS] and v[row + WILDS] and v[old + KIND] == v[row + KIND] and v[old + SUIT] == v[row + SUIT]:
        if v[old + KIND] == RUN:
            likeness += bits(v[old + WILDS] << v[old + FIRST] & v[row + WILDS] << v[row + FIRST])
        else:
            likeness += min(v[old + WILDS], v[row + WILDS])
    return likeness


def _from_hand_to(v: Ints) -> int:
    """Take from the hand what lies in the melds at COMPOSED and not on the table."""
    for card in range(KINDS):
        v[FORCED + card] = 0
    for at in range(v[MELDS]):
        v[FORCED + WILD] -= jokers_of(v, TABLE + ROW * at)
    for at in range(v[BEST_COMPOSED]):
        naturals = naturals_of(v, COMPOSED + 1, at)
        for card in range(WILD):
            v[FORCED + card] += naturals >> card & 1
        v[FORCED + WILD] += jokers_of(v, COMPOSED + 1 + ROW * at)
    for card in range(KINDS):
        laid = v[FORCED + card] - (v[ON_TABLE + card] if card != WILD else 0)
        v[HAND + card] -= laid
        v[HELD] -= laid
        v[LAID] += laid
    return 0
