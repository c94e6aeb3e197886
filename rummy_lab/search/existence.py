"""Does a play exist? Exact, for the rule sets in which legality asks it (DESIGN D18)."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Final

from rummy_lab.core.moves import Take, Turn
from rummy_lab.core.state import State, known_hand
from rummy_lab.core.views import View
from rummy_lab.search.acting import Act, acts, after, closings
from rummy_lab.search.best import ENOUGH, ask_for_readings, best_turn

_ACTS: Final = 20_000


def exists(state: State | View) -> bool:
    """Whether the seat to move could lay at least one card of its hand in a legal turn, from the turn's start on.

    Before the draw of a draw-first game only turns that take the discard count: nobody knows the card of the stock.
    Raises IncompletePosition where the hand is unknown.

    >>> from rummy_lab.core.referee import position
    >>> exists(position("schmidt; table [6r 7r 8r]; hand A+ 10r 10g; turn A"))
    False
    >>> exists(position("schmidt; table [2b 3b 4b 5b 6b]; hand A+ 4b 10g; turn A"))
    True
    """
    return some_play(state) is not None


def some_play(state: State | View) -> Turn | None:
    """A legal turn that lays a card of the hand, from the turn's start on; None where there is none.

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
    for act, reached in islice(acts(state, None), _ACTS):
        if turn := _ended(act, reached):
            return turn
    best = best_turn(state, "cards", tidy=False, nodes=ENOUGH)
    return None if best is None or not best.cards_laid else best.turn


def _ended(act: Act, there: State) -> Turn | None:
    closing = next(closings(there), None)
    return None if closing is None else Turn((*act, closing))
