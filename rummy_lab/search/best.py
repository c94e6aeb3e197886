"""The best turn of the seat to move, exact, as moves that the referee accepts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rummy_lab.core.cards import JOKER
from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Take, Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.scoring import card_penalty
from rummy_lab.core.state import State
from rummy_lab.core.views import View
from rummy_lab.search.arranging import OBJECTIVES, Objective
from rummy_lab.search.building import built_turns
from rummy_lab.search.rearranging import rearranged_turns


@dataclass(frozen=True, slots=True)
class Best:
    """A turn and what it does.

    Attributes:
        turn: the moves, which the referee accepts.
        cards_laid: cards that leave the hand for the table. points_laid: by how much the melds are worth more.
        penalty_left: what the hand costs after the turn, in points. goes_out: whether it empties the hand.
        proved: whether no other turn is better; False where a rule lies beyond the exact search.
    """

    turn: Turn
    cards_laid: int
    points_laid: int
    penalty_left: int
    goes_out: bool
    proved: bool = True


def best_turn(state: State | View, objective: Objective = "cards", *, nodes: int | None = None) -> Best | None:
    """The best turn of the choice that is due, or None when nothing can be laid.

    Before the draw of a draw-first game only turns that take the discard are compared. `cards`: most cards out of the
    hand; `points`: largest value laid; `penalty`: least value left; `out`: go out if possible, else `penalty`.

    >>> from rummy_lab.core.referee import position
    >>> here = position("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 13r; turn A")
    >>> best_turn(here).cards_laid
    3
    """
    if objective not in OBJECTIVES:
        raise RummyError(f"no objective {objective!r}; there are {', '.join(OBJECTIVES)}")
    full = state.state if isinstance(state, View) else state
    if full.over is not None:
        return None
    best: Best | None = None
    for turn, proved in _proposals(full, objective, nodes):
        found = _valued(full, turn, proved)
        if found is not None and (best is None or _rank(found, objective) > _rank(best, objective)):
            best = found
    return best


def _proposals(state: State, objective: Objective, nodes: int | None) -> Iterator[tuple[Turn, bool]]:
    if state.phase == "start" and state.rules.has_pile:
        if not state.pile:
            return
        taken, refused = play_until_error(state, Take())
        if not refused:
            for turn, proved in _proposals(taken, objective, nodes):
                yield Turn((Take(), *turn)), proved
        return
    if state.phase == "drew" and not state.rules.has_pile and not state.rules.turn.play_after_draw:
        return
    turns = rearranged_turns if state.rules.table.mode == "rearrange" else built_turns
    yield from turns(state, objective, nodes)


def _valued(state: State, turn: Turn, proved: bool) -> Best | None:
    """The turn with what it does, or None where the referee refuses it."""
    rules, seat = state.rules, state.seat
    # Whether playing is compulsory matters to turns that lay nothing; a play that exists is among the others.
    after, refused = play_until_error(state, turn, exists=lambda _: False)
    if refused:
        return None
    hand = after.hands[seat] or ()
    before = state.hands[seat] or ()
    drawn = len(turn) > 0 and isinstance(turn[0], Take)
    discards = 1 if rules.has_pile and str(turn[-1]).startswith("discard") else 0
    laid = len(before) + drawn - len(hand) - discards
    points = sum(meld.points(rules) for meld in after.table) - sum(meld.points(rules) for meld in state.table)
    left = sum(card_penalty(card or JOKER, rules) for card in hand)
    return Best(turn, laid, points, left, not hand, proved)


def _rank(best: Best, objective: Objective) -> tuple[int, ...]:
    if objective == "cards":
        return (best.cards_laid,)
    if objective == "points":
        return (best.points_laid,)
    return (int(best.goes_out) if objective == "out" else 0, -best.penalty_left)
