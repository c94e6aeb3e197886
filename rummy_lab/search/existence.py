"""Does a play exist? Exact, for the rule sets in which legality asks it (DESIGN D18)."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Final

from rummy_lab.core.asked import at_most, spend
from rummy_lab.core.errors import Undecided
from rummy_lab.core.moves import Lay, Layoff, Take, Turn
from rummy_lab.core.state import State, known_hand
from rummy_lab.core.steps import whole_melds
from rummy_lab.core.views import View
from rummy_lab.core.workspace import opening_need, turn_hand, was_opened
from rummy_lab.search.acting import Act, acts, after, closings
from rummy_lab.search.arranging import Objective
from rummy_lab.search.best import ask_for_readings, searched
from rummy_lab.search.building import cases, usable
from rummy_lab.search.effort import Effort
from rummy_lab.search.growing import additions
from rummy_lab.search.rearranging import nothing_fits
from rummy_lab.search.worth import can_be_worth

ENOUGH: Final = 15_000
"""Nodes for one answer; a deal of bots takes some thousand for all of its answers."""
_ACTS: Final = 200
_AN_ACT: Final = 5  # nodes that take as long as trying an act


def exists(state: State | View) -> bool:
    """Whether the seat to move could lay at least one card of its hand in a legal turn, from the turn's start on.

    Before the draw of a draw-first game only turns that take the discard count: nobody knows the card of the stock.
    Raises IncompletePosition where the hand is unknown, and Undecided on a table so crowded that it cannot be told
    within the budget of the search; a rule then holds nothing against the mover.

    >>> from rummy_lab.core.referee import position
    >>> exists(position("schmidt; table [6r 7r 8r]; hand A+ 10r 10g; turn A"))
    False
    >>> exists(position("schmidt; table [2b 3b 4b 5b 6b]; hand A+ 4b 10g; turn A"))
    True
    """
    return some_play(state) is not None


def some_play(state: State | View) -> Turn | None:
    """A legal turn that lays a card of the hand, from the turn's start on; None where there is none.

    Raises as `exists` does.

    >>> from rummy_lab.core.referee import position
    >>> some_play(position("schmidt; table [2b 3b 4b 5b 6b]; hand A+ 4b 10g; turn A"))
    split 1/4b; layoff 4b>2; end
    """
    here = state.state if isinstance(state, View) else state
    while here.work.touched:
        here = here.before
    hand = known_hand(here)
    if here.over is not None:
        return None
    ask_for_readings(here)
    if None in hand:  # what a hidden card could do is not known
        hands = list(here.base.hands)
        hands[here.base.seat] = tuple(card for card in hand if card is not None)
        here = State(replace(here.base, hands=tuple(hands)))
    if here.rules.has_pile and here.phase == "start":
        took = after(here, (Take(),)) if here.pile else None
        rest = None if took is None else _play(took)
        return None if rest is None else Turn((Take(), *rest))
    return _play(here)


def _play(state: State) -> Turn | None:
    for act, reached in islice(acts(state), _ACTS):
        spend(_AN_ACT)
        if turn := _ended(act, reached):
            return turn
    effort = Effort(at_most(ENOUGH))
    denied = _is_denied(state, effort)
    spend(effort.spent)
    if denied:
        return None
    if state.rules.table.mode != "rearrange" and was_opened(state) and _is_plain(state):
        return _piece(state)
    # The dearest opening is nearer than the longest one.
    objectives: tuple[Objective, ...] = ("cards",) if was_opened(state) else ("points", "cards")
    for objective in objectives:
        effort = Effort(at_most(ENOUGH))
        best = searched(state, objective, effort)
        spend(effort.spent)
        if best is not None and best.cards_laid:
            return best.turn
        if effort.complete:
            return None
    raise Undecided(
        "whether {seat} can lay a card is not known: the search was ended at {most} nodes",
        seat=state.seat,
        most=ENOUGH,
    )


def _ended(act: Act, there: State) -> Turn | None:
    closing = next(closings(there), None)
    return None if closing is None else Turn((*act, closing))


def _is_denied(state: State, effort: Effort) -> bool:
    """Whether it is soon known that there is no play: the hand is not worth an opening, or nothing of it fits."""
    rules = state.rules
    if was_opened(state):
        return rules.table.mode == "rearrange" and nothing_fits(state, effort)
    if rules.opening.for_rummy == "waived":
        return False
    hand = [card for card in turn_hand(state) if card is not None]
    return can_be_worth(rules, hand, max(1, opening_need(state)), effort.budget) is False


def _is_plain(state: State) -> bool:
    """Whether no joker can be freed: a play is then one meld or one addition, and more cards need not be laid."""
    return len(list(islice(cases(state), 2))) < 2


def _piece(state: State) -> Turn | None:
    """One meld or addition with which the turn may end; every one is tried, so there is no play where none is."""
    hand = [card for card in turn_hand(state) if card is not None]
    moves = [
        *(
            Layoff(cards, number)
            for number in usable(state, state)
            for cards, _ in additions(state.rules, state.heaps[number], hand)
        ),
        *(Lay(meld.slots) for meld in whole_melds(state.rules, hand)),
    ]
    for move in moves:
        there = after(state, (move,))
        if there is not None and (turn := _ended((move,), there)):
            return turn
    return None
