"""Inside a turn: where a named card comes from, and whether the table may be used yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rummy_lab.core.base import UNOPENED, Hand
from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.judge import judge_meld
from rummy_lab.core.state import State, known_hand
from rummy_lab.core.violations import (
    SEATS,
    KeepADiscard,
    MeldFixed,
    NoSuchMeld,
    NotInHand,
    NotOpened,
    TableThisTurn,
    Violation,
)

Refusal = tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class Picked:
    """Hand and loose cards after cards were picked up, and which of them came from the hand (jokers bare)."""

    hand: Hand
    loose: tuple[Card, ...]
    from_hand: tuple[Card, ...]


def pick(state: State, cards: Iterable[Card], *, loose_first: bool = True) -> Picked | Refusal:
    """Take named cards from the loose ones, else from the hand; a hidden card of the hand may be any card."""
    hand, loose = list(known_hand(state)), list(state.work.loose)
    from_hand: list[Card] = []
    missing: list[Violation] = []
    for card in cards:
        face = JOKER if card.joker else card
        if loose_first and card in loose:
            loose.remove(card)
        elif loose_first and card.joker and JOKER in loose:
            loose.remove(JOKER)
        elif face in hand:
            hand.remove(face)
            from_hand.append(face)
        elif loose_first and card.joker and (other := next((c for c in loose if c.joker), None)):
            # Its stand-in is judged on the final table: it may have been replaced meanwhile.
            loose.remove(other)
        elif None in hand:
            hand.remove(None)
            from_hand.append(face)
        else:
            missing.append(NotInHand(card=face))
    return tuple(missing) if missing else Picked(tuple(hand), tuple(loose), tuple(from_hand))


def turn_hand(state: State) -> Hand:
    """The hand that this turn may be played from: after the draw in a draw-first game."""
    base = state.base
    known_hand(state)
    hand = base.hands[base.seat]
    assert hand is not None
    taken = state.work.taken
    return (*hand, taken) if taken is not None and base.taken is None else hand


def was_opened(state: State) -> bool:
    """Whether the mover had opened before this turn."""
    return state.base.opened[state.base.seat] != UNOPENED


def opening_need(state: State) -> int:
    """What the mover's first melds must be worth in this turn, in points (R-14)."""
    opening = state.rules.opening
    due = opening.when == "always" or not state.rules.has_pile or state.work.taken is not None
    return opening.points if due else 0


def own_points(state: State) -> int | None:
    """What the legal melds laid in this turn are worth, in points; None where there are none."""
    rules, start = state.rules, len(state.base.table)
    points = [
        meld.points(rules) for heap, meld in state.work.heaps.items() if heap > start and not judge_meld(rules, meld)
    ]
    return sum(points) if points else None


def reached_opening(state: State) -> bool:
    """Whether the melds laid in this turn are enough to open."""
    points = own_points(state)
    return points is not None and points >= opening_need(state)


def waiting_for(state: State) -> tuple[str, ...]:
    """The seats whose opening the table waits for (table.access=all_opened), the mover left out."""
    if state.rules.table.access != "all_opened":
        return ()
    return tuple(
        SEATS[seat] for seat, turn in enumerate(state.base.opened) if turn == UNOPENED and seat != state.base.seat
    )


def access_fault(state: State, heap: int) -> Violation | None:
    """Why this meld may not be touched, or None."""
    if heap not in state.work.heaps:
        return NoSuchMeld(heap=heap)
    rules = state.rules
    if rules.table.mode == "none":
        return MeldFixed(heap=heap)
    own = heap > len(state.base.table)
    if was_opened(state):
        waiting = waiting_for(state)
        return NotOpened(waiting_for=waiting) if waiting and not own else None
    if own and rules.table.mode == "rearrange":
        return None
    if not reached_opening(state):
        return NotOpened()
    return None if own or rules.table.access == "same_turn" else TableThisTurn()


def keep_a_discard(state: State, picked: Picked) -> list[Violation]:
    """The last card has to be discarded (R-21); freed jokers do not count."""
    rules = state.rules
    if rules.table.mode != "rearrange" and rules.has_pile and rules.turn.last_discard == "needed" and not picked.hand:
        return [KeepADiscard()]
    return []
