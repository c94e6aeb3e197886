"""The best turn of the seat to move, exact, as moves that the referee accepts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from rummy_lab.core.cards import JOKER
from rummy_lab.core.errors import IncompletePosition, Phrase, RummyError, shown
from rummy_lab.core.moves import Arrange, Discard, End, Move, Take, Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.scoring import card_penalty
from rummy_lab.core.state import State, known_hand
from rummy_lab.core.views import View, state_of
from rummy_lab.core.workspace import turn_hand, was_opened
from rummy_lab.search.acting import acts, closings
from rummy_lab.search.arranging import OBJECTIVES, Objective, grown_arrangement
from rummy_lab.search.building import built_turns
from rummy_lab.search.effort import Effort
from rummy_lab.search.engines import Engine, solver_of
from rummy_lab.search.rearranging import in_order, rearranged_turns
from rummy_lab.search.solver import ENDLESS, Budget
from rummy_lab.search.tables import shape
from rummy_lab.search.tidy import tidied

ENOUGH: Final = 50_000
"""Nodes that suffice for any position met in play; more would keep whoever asks waiting, and the answer says so."""
_QUICK, _TRIED = 5_000, 20  # nodes and acts where there was no time for better ones


@dataclass(frozen=True, slots=True)
class Best:
    """A turn and what it does.

    Attributes:
        turn: the moves, which the referee accepts.
        cards_laid: cards that leave the hand for the table. points_laid: by how much the melds are worth more.
        penalty_left: what the hand costs after the turn, in points. goes_out: whether it empties the hand.
        proved: whether no other turn is better; False where a rule lies beyond the exact search or its nodes ran out.
        tidy_proved: whether no turn as good breaks up fewer melds of the table.

    >>> from rummy_lab.core.referee import position
    >>> best = best_turn(position("schmidt; table [6r 7r 8r]; hand A+ 5r 13b; turn A"))
    >>> str(best.turn), best.cards_laid, best.points_laid, best.penalty_left, best.goes_out
    ('arrange [5r 6r 7r 8r]; end', 1, 5, 13, False)
    """

    turn: Turn
    cards_laid: int
    points_laid: int
    penalty_left: int
    goes_out: bool
    proved: bool = True
    tidy_proved: bool = False


def best_turn(
    state: State | View,
    objective: Objective = "cards",
    *,
    tidy: bool = True,
    nodes: int | None = None,
    engine: Engine = "plain",
) -> Best | None:
    """The best turn of the choice that is due, or None when nothing can be laid.

    Before the draw of a draw-first game only turns that take the discard are compared.

    Args:
        state: a State, or a View.
        objective: `cards`: most cards out of the hand; `points`: largest value laid; `penalty`: least value left;
            `out`: go out if possible, else `penalty`.
        tidy: among turns as good one that leaves the most melds of the table as they are, or grown.
        nodes: bounds the search for better turns; the answer then says that it is not proved, and None says no more
            than that nothing was found.
        engine: `plain` or `compiled`, which wants numba and is for many positions. Both find the same turn.

    Raises:
        IncompletePosition: where the hand is not known.
        RummyError: for an objective that there is not, or a budget that cannot be.

    Source: exact, as of `best_arrangement`; the moves are those that the referee accepts.

    >>> from rummy_lab.core.referee import position
    >>> here = position("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 13r; turn A")
    >>> best_turn(here).cards_laid
    3
    """
    if objective not in OBJECTIVES:
        raise RummyError(
            "no objective {objective}; there are {objectives}",
            objective=shown(objective),
            objectives=", ".join(OBJECTIVES),
        )
    solver_of(engine)
    full = state_of(state)
    if full.over is not None:
        return None
    if nodes is not None and (type(nodes) is not int or nodes < 0):
        raise RummyError("nodes is a whole number from 0, not {given}", given=shown(nodes))
    if None in known_hand(full):
        raise IncompletePosition(Phrase("hand of {seat}", seat=full.seat), str(full))
    ask_for_readings(full)
    effort = Effort(nodes)
    best = searched(full, objective, effort, engine)
    if not effort.complete:
        quick = _quick(full, objective, engine)
        if quick is not None and (best is None or rank(quick, objective) > rank(best, objective)):
            best = quick
        best = best if best is None else replace(best, proved=False)
    if best is None or not tidy:
        return best
    return _tidied(full, best, objective)


def searched(state: State, objective: Objective, effort: Effort, engine: Engine = "plain") -> Best | None:
    """The best turn that is found with this effort, which says afterwards whether it was enough to know."""
    best: Best | None = None
    for turn, proved in _proposals(state, objective, effort, engine):
        found = valued(state, turn, proved)
        if found is not None and (best is None or rank(found, objective) > rank(best, objective)):
            best = found
    return best


def _quick(state: State, objective: Objective, engine: Engine) -> Best | None:
    """What can be laid without breaking up a meld, where the node budget did not reach a best turn; not proved."""
    if state.rules.table.mode != "rearrange":
        return _at_hand(state, objective)
    if not was_opened(state) or shape(state.rules) is None:
        return _at_hand(state, objective)
    budget = Budget(_QUICK)
    hand = [card for card in turn_hand(state) if card is not None]
    closings: list[Move] = [Discard(card) for card in sorted(set(hand))] if state.rules.has_pile else [End()]
    best: Best | None = None
    for closing in closings:
        rest = list(hand)
        if isinstance(closing, Discard):
            rest.remove(closing.card)
        found = grown_arrangement(state.rules, state.base.table, (), rest, objective, budget=budget, engine=engine)
        if found is not None and found.cards_laid:
            turn = Turn((Arrange(in_order(state.base.table, found.melds)), closing))
            found_turn = valued(state, turn, proved=False)
            if found_turn is not None and (best is None or rank(found_turn, objective) > rank(best, objective)):
                best = found_turn
    return best if best is not None else _at_hand(state, objective)


def _at_hand(state: State, objective: Objective) -> Best | None:
    """The best of the first few turns of one act: an opening, a meld, a card laid off."""
    best: Best | None = None
    for act, there in islice(acts(state, _TRIED), _TRIED):
        for closing in islice(closings(there), 1):
            found = valued(state, Turn((*act, closing)))
            if found is not None and (best is None or rank(found, objective) > rank(best, objective)):
                best = found
    return best


def _tidied(state: State, best: Best, objective: Objective) -> Best:
    rearranged = any(isinstance(move, Arrange) for move in best.turn)
    if not rearranged or not was_opened(state) or state.rules.joker.anchor == "frozen":
        # Melds that only grow, and those of an opening, leave the table as it is.
        return replace(best, tidy_proved=state.rules.joker.anchor != "frozen")
    start, turn = state, best.turn
    if isinstance(turn[0], Take):
        start, turn = play_until_error(state, turn[0])[0], Turn(turn[1:])

    def as_good(candidate: Turn) -> bool:
        found = valued(start, candidate, best.proved)
        return found is not None and rank(found, objective) == rank(best, objective)

    tidier, proved = tidied(start, turn, *_aim(start, best, objective), as_good)
    if tidier is None:
        return replace(best, tidy_proved=proved)
    found = valued(start, tidier, best.proved)
    assert found is not None
    whole = Turn((best.turn[0], *tidier)) if start is not state else tidier
    return replace(found, turn=whole, cards_laid=best.cards_laid, points_laid=best.points_laid, tidy_proved=proved)


def _aim(state: State, best: Best, objective: Objective) -> tuple[Objective, int]:
    """What a turn as good as the best one has to reach: an objective and the weight of the cards it may leave out."""
    kept = len(state.hands[state.seat] or ()) - best.cards_laid - int(isinstance(best.turn[-1], Discard))
    if objective == "cards" or (objective == "out" and best.goes_out):
        return "cards", kept
    return ("points", ENDLESS) if objective == "points" else ("penalty", best.penalty_left)


def ask_for_readings(state: State) -> None:
    """Raises IncompletePosition where a joker lies on the table and nobody knows as what: none can keep it there."""
    for number, meld in enumerate(state.base.table, 1):
        if any(card.bare for card in meld.slots):
            raise IncompletePosition(
                Phrase("card that the joker in meld {number} stands for", number=number), str(state)
            )


def _proposals(state: State, objective: Objective, effort: Effort, engine: Engine) -> Iterator[tuple[Turn, bool]]:
    if state.phase == "start" and state.rules.has_pile:
        if not state.pile:
            return
        taken, refused = play_until_error(state, Take())
        if not refused:
            for turn, proved in _proposals(taken, objective, effort, engine):
                yield Turn((Take(), *turn)), proved
        return
    if state.phase == "drew" and not state.rules.has_pile and not state.rules.turn.play_after_draw:
        return
    if state.rules.table.mode == "rearrange":
        yield from rearranged_turns(state, objective, effort, engine)
    else:
        yield from built_turns(state, objective, effort)


def valued(state: State, turn: Turn, proved: bool = False) -> Best | None:
    """The turn with what it does, or None where the referee refuses it.

    >>> from rummy_lab.core.referee import position
    >>> here = position("schmidt; table [6r 7r 8r]; hand A+ 5r 9r 12b; turn A")
    >>> valued(here, Turn.parse("layoff 9r>1; end")).penalty_left
    17
    """
    rules, seat = state.rules, state.seat
    # Whether playing is compulsory matters to turns that lay nothing; a play that exists is among the others.
    after, refused = play_until_error(state, turn, exists=lambda _: False)
    if refused:
        return None
    hand = after.hands[seat] or ()
    before = state.hands[seat] or ()
    drawn = len(turn) > 0 and isinstance(turn[0], Take)
    discards = int(isinstance(turn[-1], Discard))
    laid = len(before) + drawn - len(hand) - discards
    points = sum(meld.points(rules) for meld in after.table) - sum(meld.points(rules) for meld in state.table)
    left = sum(card_penalty(card or JOKER, rules) for card in hand)
    return Best(turn, laid, points, left, not hand, proved)


def rank(best: Best, objective: Objective) -> tuple[int, ...]:
    """By which turns are compared: the greater the better."""
    if objective == "cards":
        return (best.cards_laid,)
    if objective == "points":
        return (best.points_laid,)
    return (int(best.goes_out) if objective == "out" else 0, -best.penalty_left)
