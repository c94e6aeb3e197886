"""Does a play exist? Exact, for the rule sets in which legality asks it (DESIGN D18)."""

from __future__ import annotations

from rummy_lab.core.cards import JOKER
from rummy_lab.core.moves import Lay, Take, Turn
from rummy_lab.core.state import State, known_hand
from rummy_lab.core.views import View
from rummy_lab.core.workspace import was_opened
from rummy_lab.search.acting import Act, acts, after, closings, hand_of
from rummy_lab.search.cover import some_cover
from rummy_lab.search.layouts import best_layout, melds_of


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
    known_hand(here)
    if here.over is not None:
        return None
    if here.rules.has_pile and here.phase == "start":
        took = after(here, (Take(),)) if here.pile else None
        rest = None if took is None else _play(took)
        return None if rest is None else Turn((Take(), *rest))
    return _play(here)


def _play(state: State) -> Turn | None:
    for act, reached in acts(state, None):
        if turn := _ended(act, reached):
            return turn
    if not was_opened(state) and state.rules.opening.for_rummy == "waived" and (turn := _all_at_once(state)):
        return turn
    if state.rules.table.mode == "rearrange" and (was_opened(state) or state.rules.table.access == "same_turn"):
        arranged = some_cover(state)
        there = None if arranged is None else after(state, (arranged,))
        return None if arranged is None or there is None else _ended((arranged,), there)
    return _later_end(state) if _taken_may_be_used(state) else None


def _ended(act: Act, there: State) -> Turn | None:
    closing = next(closings(there), None)
    return None if closing is None else Turn((*act, closing))


def _taken_may_be_used(state: State) -> bool:
    """Whether more than one act could help: only the card taken from the pile may ask for another one (pile.use)."""
    taken, use = state.taken, state.rules.pile.use
    if taken is None or use == "open_only":
        return False
    if use == "meld_or_build":
        return True
    table_jokers = [JOKER for meld in state.base.table for _ in meld.jokers]
    melds = melds_of(state.rules, (*hand_of(state), *table_jokers))
    return any(meld.jokers if taken.joker else taken in meld.slots for meld in melds)


def _later_end(state: State) -> Turn | None:
    """A row of several acts that leads to a legal end."""
    queue: list[tuple[State, Act]] = [(state, ())]
    seen = {state.key}
    while queue:
        here, done = queue.pop()
        for act, there in acts(here, None):
            if there.key not in seen:
                if turn := _ended((*done, *act), there):
                    return turn
                seen.add(there.key)
                queue.append((there, (*done, *act)))
    return None


def _all_at_once(state: State) -> Turn | None:
    """The whole hand melded below the sum, the last card thrown where one has to be (R-36)."""
    hand = hand_of(state)
    rests = [hand]
    if state.rules.has_pile:
        rests += [(*hand[:at], *hand[at + 1 :]) for at, card in enumerate(hand) if card not in hand[:at]]
    for rest in rests:
        layout = best_layout(state.rules, rest)
        if rest and sum(map(len, layout)) == len(rest):
            act: Act = tuple(Lay(meld.slots) for meld in layout)
            there = after(state, act)
            if there is not None and (turn := _ended(act, there)):
                return turn
    return None
