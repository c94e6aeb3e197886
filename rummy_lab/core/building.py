"""Melds that only grow: laying, laying off, and the duties of a turn (R-13 to R-28)."""

from __future__ import annotations

from dataclasses import replace

from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.judge import is_set_like, judge_meld, settled
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Lay, Layoff
from rummy_lab.core.state import State, Work
from rummy_lab.core.violations import (
    JokerNotRelaid,
    MinRound,
    MustMeldTaken,
    MustOpen,
    OpenTooLow,
    SetClosed,
    TooLong,
    Violation,
)
from rummy_lab.core.workspace import (
    Refusal,
    access_fault,
    keep_a_discard,
    opening_need,
    pick,
    reached_opening,
    was_opened,
)


def lay(state: State, move: Lay) -> Work | Refusal:
    """A new meld of cards from the hand or freed jokers."""
    rules, work = state.rules, state.work
    meld = settled(rules, move.cards)
    faults: list[Violation] = list(judge_meld(rules, meld))
    if not was_opened(state) and rules.opening.min_round and state.base.round == 1:
        faults.append(MinRound())
    picked = pick(state, move.cards)
    if isinstance(picked, tuple):
        return (*picked, *faults)
    faults += keep_a_discard(state, picked)
    if faults:
        return tuple(faults)
    cards = tuple(JOKER if card.joker else card for card in move.cards)
    return replace(
        work,
        heaps={**work.heaps, work.following: meld},
        hand=picked.hand,
        loose=picked.loose,
        following=work.following + 1,
        new=work.new | {work.following},
        melded=(*work.melded, *cards),
        opening=work.opening + meld.points(rules),
        touched=True,
    )


def layoff(state: State, move: Layoff) -> Work | Refusal:
    """Cards added to a meld, which stays legal (R-19)."""
    if fault := access_fault(state, move.heap):
        return (fault,)
    rules, work = state.rules, state.work
    before = work.heaps[move.heap]
    meld = settled(rules, (*before.slots, *move.cards))
    faults: list[Violation] = list(judge_meld(rules, meld, move.heap))
    locked = _joker_is_locked(state, before, work.grown.get(move.heap, 0))
    if locked and any(isinstance(fault, TooLong) for fault in faults):
        faults.insert(0, SetClosed(heap=move.heap))
    picked = pick(state, move.cards)
    if isinstance(picked, tuple):
        return (*picked, *faults)
    faults += keep_a_discard(state, picked)
    if faults:
        return tuple(faults)
    return replace(
        work,
        heaps={**work.heaps, move.heap: meld},
        hand=picked.hand,
        loose=picked.loose,
        grown=_grown(work, move, meld),
        built=(*work.built, *(JOKER if card.joker else card for card in move.cards)),
        touched=True,
    )


def _joker_is_locked(state: State, meld: Meld, grown: int) -> bool:
    """Whether it is a closed set with a joker; one that got its fourth card in this turn is open till the turn ends."""
    closed = len(meld) >= 4 and not grown and is_set_like(meld.slots)
    return closed and bool(meld.jokers) and state.rules.joker.closed_set == "locked"


def _grown(work: Work, move: Layoff, meld: Meld) -> dict[int, int]:
    """How many naturals each set got in this turn; one with a joker as its fourth card is closed (R-26)."""
    grown = dict(work.grown)
    if is_set_like(meld.slots):
        naturals = sum(not card.joker for card in move.cards)
        grown[move.heap] = grown.get(move.heap, 0) + naturals if naturals == len(move.cards) else 0
    return grown


def duties(state: State, *, goes_out: bool) -> list[Violation]:
    """What the turn still owes before it may end; `goes_out`: the hand will be empty."""
    rules, work = state.rules, state.work
    owed: list[Violation] = []
    if not was_opened(state):
        if work.new and not reached_opening(state) and not (rules.opening.for_rummy == "waived" and goes_out):
            owed.append(OpenTooLow(points=work.opening, need=opening_need(state)))
        elif not work.new and work.taken is not None:
            owed.append(MustOpen(card=work.taken, need=opening_need(state)))
    if work.loose and rules.joker.freed != "to_hand":
        owed.append(JokerNotRelaid(count=len(work.loose)))
    elif rules.joker.freed == "new_meld_only" and (short := work.freed - work.melded.count(JOKER)) > 0:
        owed.append(JokerNotRelaid(count=short, new_meld=True))
    return owed + taken_duty(state, (*work.melded, *work.built), work.melded)


def taken_duty(state: State, laid: tuple[Card, ...], melded: tuple[Card, ...]) -> list[Violation]:
    """The card taken from the pile has to be laid where pile.use asks it (R-15), by face."""
    taken, use = state.work.taken, state.rules.pile.use
    if taken is None or use == "open_only":
        return []
    face = JOKER if taken.joker else taken
    if face in (laid if use == "meld_or_build" else melded):
        return []
    return [MustMeldTaken(card=taken, build=use == "meld_or_build")]
