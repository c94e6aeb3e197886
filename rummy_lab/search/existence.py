"""Does a play exist? Exact, for the rule sets in which legality asks it (DESIGN D18)."""

from __future__ import annotations

from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.moves import Lay, Take
from rummy_lab.core.state import State, known_hand
from rummy_lab.core.views import View
from rummy_lab.core.workspace import was_opened
from rummy_lab.search.acting import acts, after, closes, hand_of, need_to_open
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
    here = state.state if isinstance(state, View) else state
    while here.work.touched:
        here = here.before
    known_hand(here)
    if here.over is not None:
        return False
    if here.rules.has_pile and here.phase == "start":
        took = after(here, (Take(),)) if here.pile else None
        return took is not None and _can_lay(took)
    return _can_lay(here)


def _can_lay(state: State) -> bool:
    if any(closes(there) for _, there in acts(state, None)):
        return True
    if not was_opened(state) and state.rules.opening.for_rummy == "waived" and _goes_rummy(state):
        return True
    if state.rules.table.mode == "rearrange" and (was_opened(state) or state.rules.table.access == "same_turn"):
        return some_cover(state)
    return _may_use_taken(state) and _ends_later(state)


def _may_use_taken(state: State) -> bool:
    """Whether more than one act could help: only the card taken from the pile may ask for another one (pile.use)."""
    taken, use = state.taken, state.rules.pile.use
    if taken is None or use == "open_only":
        return False
    if use == "meld_or_build":
        return True
    table_jokers = [JOKER for meld in state.base.table for _ in meld.jokers]
    face = JOKER if taken.joker else taken
    return any(_holds(meld.slots, face) for meld in melds_of(state.rules, (*hand_of(state), *table_jokers)))


def _holds(slots: tuple[Card, ...], face: Card) -> bool:
    return any(card.joker for card in slots) if face.joker else face in slots


def _ends_later(state: State) -> bool:
    """Whether some row of several acts leads to a legal end."""
    queue, seen = [state], {state.key}
    while queue:
        for _, there in acts(queue.pop(), None):
            if there.key not in seen:
                if closes(there):
                    return True
                seen.add(there.key)
                queue.append(there)
    return False


def _goes_rummy(state: State) -> bool:
    """Whether the whole hand can be melded below the sum, the last card thrown where one has to be (R-36)."""
    hand = hand_of(state)
    if need_to_open(state) is None:
        return False
    rests = [hand]
    if state.rules.has_pile:
        rests += [(*hand[:at], *hand[at + 1 :]) for at, card in enumerate(hand) if card not in hand[:at]]
    for rest in rests:
        layout = best_layout(state.rules, rest)
        if rest and sum(map(len, layout)) == len(rest):
            there = after(state, tuple(Lay(meld.slots) for meld in layout))
            if there is not None and closes(there):
                return True
    return False
