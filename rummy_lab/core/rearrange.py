"""Rearranging the table: structural moves inside the turn, and the judging of the final table (S-24 to S-35)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rummy_lab.core.base import Hand
from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.jokers import Rearranged, judge_jokers
from rummy_lab.core.judge import heap_of, judge_meld, placed, settled
from rummy_lab.core.melds import Meld, Table
from rummy_lab.core.moves import Arrange, Join, Lay, Layoff, Pull, Split
from rummy_lab.core.state import State, Work
from rummy_lab.core.violations import (
    CardMissing,
    LeftTooShort,
    MinRound,
    NoRackCard,
    NoSuchMeld,
    NotInHand,
    NotInMeld,
    NotOpened,
    OpenTooLow,
    TableThisTurn,
    TooShort,
    Violation,
)
from rummy_lab.core.workspace import (
    Refusal,
    access_fault,
    opening_need,
    pick,
    turn_hand,
    waiting_for,
    was_opened,
)


@dataclass(frozen=True, slots=True)
class Final:
    """A legal end of a turn: table, hand left, what was laid (jokers bare); `built`: a laid meld was changed."""

    table: Table
    hand: Hand
    laid: tuple[Card, ...]
    changed: bool
    opens: bool
    built: bool


def lay(state: State, move: Lay) -> Work | Refusal:
    """Cards become a new heap."""
    picked = pick(state, move.cards)
    if isinstance(picked, tuple):
        return picked
    work = state.work
    heaps = {**work.heaps, work.following: placed(state.rules, move.cards)}
    return replace(work, heaps=heaps, hand=picked.hand, loose=picked.loose, following=work.following + 1, touched=True)


def layoff(state: State, move: Layoff) -> Work | Refusal:
    """Cards are added to a heap."""
    if fault := access_fault(state, move.heap):
        return (fault,)
    picked = pick(state, move.cards)
    if isinstance(picked, tuple):
        return picked
    work = state.work
    heap = placed(state.rules, (*work.heaps[move.heap].slots, *move.cards))
    return replace(work, heaps={**work.heaps, move.heap: heap}, hand=picked.hand, loose=picked.loose, touched=True)


def pull(state: State, move: Pull) -> Work | Refusal:
    """Cards of a heap become loose."""
    if fault := access_fault(state, move.heap):
        return (fault,)
    work, rules = state.work, state.rules
    slots = list(work.heaps[move.heap].slots)
    lifted: list[Card] = []
    for card in move.cards:
        there = next((slot for slot in slots if slot is card or (card.bare and slot.joker)), None)
        if there is None:
            return (NotInMeld(card=card, heap=move.heap),)
        slots.remove(there)
        lifted.append(JOKER if there.joker and rules.joker.anchor == "free" else there)
    heaps = {**work.heaps, move.heap: heap_of(rules, slots)}
    if not slots:
        del heaps[move.heap]
    return replace(work, heaps=heaps, loose=(*work.loose, *lifted), touched=True)


def split(state: State, move: Split) -> Work | Refusal:
    """A heap is cut after a card; the upper part gets the next number."""
    if fault := access_fault(state, move.heap):
        return (fault,)
    work, rules = state.work, state.rules
    slots = work.heaps[move.heap].slots
    if move.card not in slots:
        return (NotInMeld(card=move.card, heap=move.heap),)
    cut = slots.index(move.card) + 1
    if cut == len(slots):
        return (TooShort(heap=move.heap, cards=(), need=rules.melds.min_run),)
    parts = {move.heap: heap_of(rules, slots[:cut]), work.following: heap_of(rules, slots[cut:])}
    return replace(work, heaps={**work.heaps, **parts}, following=work.following + 1, touched=True)


def join(state: State, move: Join) -> Work | Refusal:
    """The second heap goes into the first."""
    if fault := access_fault(state, move.heap) or access_fault(state, move.other):
        return (fault,)
    if move.heap == move.other:
        return (NoSuchMeld(heap=move.other),)
    work = state.work
    heap = placed(state.rules, (*work.heaps[move.heap].slots, *work.heaps[move.other].slots))
    heaps = {**work.heaps, move.heap: heap}
    del heaps[move.other]
    return replace(work, heaps=heaps, touched=True)


def arrange(state: State, move: Arrange) -> Work | Refusal:
    """The whole table anew, judged at once."""
    heaps = {heap: heap_of(state.rules, meld.slots) for heap, meld in enumerate(move.melds, 1)}
    verdict = judge_final(state, heaps)
    if isinstance(verdict, tuple):
        return verdict
    if not verdict.changed:
        return (NoRackCard(idle=True),)
    return replace(
        state.work,
        heaps=dict(enumerate(verdict.table, 1)),
        hand=verdict.hand,
        loose=(),
        following=len(heaps) + 1,
        touched=True,
    )


def _cards(melds: Iterable[Meld]) -> tuple[Counter[Card], int]:
    naturals: Counter[Card] = Counter()
    jokers = 0
    for meld in melds:
        for card in meld.slots:
            if card.joker:
                jokers += 1
            else:
                naturals[card] += 1
    return naturals, jokers


def judge_final(state: State, heaps: Mapping[int, Meld], *, left: int = 0) -> Final | Refusal:
    """Judge the table that these heaps make as the end of the turn, against the base (T0 to T4).

    `left` is the size of the hand with which the seat goes out: 1 where a discard follows.
    """
    rules, base = state.rules, state.base
    melds = {number: settled(rules, heap.slots) for number, heap in heaps.items()}
    start, table = base.table, Table(melds.values())
    faults: list[Violation] = _meld_faults(state, melds)
    undeclared = any(card.bare for meld in table for card in meld.slots)
    start_cards, start_jokers = _cards(start)
    final_cards, final_jokers = _cards(table)
    if missing := start_cards - final_cards:
        faults.append(CardMissing(cards=tuple(sorted(missing.elements()))))
    laid = final_cards - start_cards
    more_jokers = max(0, final_jokers - start_jokers)
    hand = turn_hand(state)
    from_hand = (*sorted(laid.elements()), *[JOKER] * more_jokers)
    rest, lacking = _hand_after(hand, from_hand)
    faults += lacking
    changed = Counter(table) != Counter(start)
    if not from_hand and rules.turn.hand_card == "needed" and changed:
        faults.append(NoRackCard())
    change = Rearranged(rules, tuple(start), tuple(table), laid, tuple(melds))
    untouched = not Counter(start) - Counter(table)
    joker_faults = [] if undeclared else judge_jokers(change)
    opens = False
    if was_opened(state):
        if not untouched and (waiting := waiting_for(state)):
            faults.append(NotOpened(waiting_for=waiting))
        faults += joker_faults
    elif changed:
        opens = True
        access, own = _opening_faults(state, change, more_jokers, untouched, goes_out=len(rest) == left)
        # Judging T4 before the table may be used at all would only hide the reason that matters.
        faults += access + own + ([] if access or untouched else joker_faults)
    if faults:
        return tuple(faults)
    returned = start_jokers - final_jokers if rules.joker.freed == "to_hand" else 0
    return Final(table, (*rest, *[JOKER] * max(0, returned)), from_hand, changed, opens, not untouched)


def _meld_faults(state: State, melds: Mapping[int, Meld]) -> list[Violation]:
    faults: list[Violation] = []
    start = [Counter(meld.slots) for meld in state.base.table]
    for number, meld in melds.items():
        for fault in judge_meld(state.rules, meld, number):
            if type(fault) is TooShort and any(Counter(meld.slots) <= before for before in start):
                faults.append(LeftTooShort(heap=number, cards=meld.slots, need=fault.need))
            else:
                faults.append(fault)
    return faults


def _hand_after(hand: Hand, laid: Sequence[Card]) -> tuple[list[Card | None], list[Violation]]:
    """What is left of the hand, and which cards it lacks; a hidden card may be any card."""
    left: list[Card | None] = list(hand)
    missing: list[Violation] = []
    for card in laid:
        if card in left:
            left.remove(card)
        elif None in left:
            left.remove(None)
        else:
            missing.append(NotInHand(card=card))
    return left, missing


def _opening_faults(
    state: State, change: Rearranged, jokers: int, untouched: bool, *, goes_out: bool
) -> tuple[list[Violation], list[Violation]]:
    """T0: why the table may not be used yet, and what is wrong with the opening itself."""
    rules, need = state.rules, opening_need(state)
    new = list((Counter(change.final) - Counter(change.start)).elements())
    legal = [meld for meld in new if not judge_meld(rules, meld)]
    own: list[Violation] = []
    if rules.opening.min_round and state.base.round == 1:
        own.append(MinRound())
    if untouched:
        points = sum(meld.points(rules) for meld in legal)
        waived = rules.opening.for_rummy == "waived" and goes_out
        if points < need and not waived and len(legal) == len(new):
            own.append(OpenTooLow(points=points, need=need))
        return [], own
    worth = _most_own_points(legal, change, jokers)
    if worth is None or worth < need:
        return [NotOpened()], own
    return ([] if rules.table.access == "same_turn" else [TableThisTurn(), NotOpened()]), own


def _most_own_points(melds: Sequence[Meld], change: Rearranged, jokers: int) -> int | None:
    """The most that melds of hand cards alone can be worth, in points; None where there is no such meld."""

    def most(at: int, left: Counter[Card], jokers: int) -> int | None:
        if at == len(melds):
            return None
        without = most(at + 1, left, jokers)
        naturals, wild = Counter(melds[at].naturals), len(melds[at].jokers)
        if not (naturals <= left and wild <= jokers):
            return without
        with_it = melds[at].points(change.rules) + (most(at + 1, left - naturals, jokers - wild) or 0)
        return with_it if without is None else max(without, with_it)

    return most(0, change.laid, jokers)


def taken_was_laid(state: State, final: Final, taken: Card) -> bool:
    """Whether the card taken from the pile counts as used (pile.use), by face."""
    face = JOKER if taken.joker else taken
    if face not in final.laid:
        return False
    if state.rules.pile.use == "meld_or_build":
        return True
    laid = Counter(final.laid)
    return any(
        ((taken.joker and meld.jokers) or taken in meld.slots)
        and Counter(JOKER if card.joker else card for card in meld.slots) <= laid
        for meld in final.table
    )
