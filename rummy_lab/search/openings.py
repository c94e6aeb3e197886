"""Opening and discarding: can the seat open, what is its best opening, which card goes best."""

from __future__ import annotations

from collections import Counter

from rummy_lab.core.cards import Card
from rummy_lab.core.moves import Take
from rummy_lab.core.scoring import card_penalty
from rummy_lab.core.state import State, known_hand
from rummy_lab.core.turns import just_taken
from rummy_lab.core.views import View, state_of
from rummy_lab.core.workspace import was_opened
from rummy_lab.search.acting import acts, after, closings
from rummy_lab.search.arranging import Objective, best_arrangement
from rummy_lab.search.best import ENOUGH, Best, best_turn
from rummy_lab.search.engines import Engine, solver_of


def can_open(state: State | View, *, engine: Engine = "plain") -> bool:
    """Whether the seat to move, not opened yet, has a legal turn that opens, over all readings of its jokers.

    Before the draw of a draw-first game: whether it has one after taking the discard. `state` is a State or a View,
    `engine` is `plain` or `compiled`, as in `best_turn`. Raises IncompletePosition where the hand is not known.

    Source: S-24 to S-28, R-14 to R-17.

    >>> from rummy_lab.core.referee import position
    >>> can_open(position("schmidt; hand A 10r 11r * 4g; turn A"))
    True
    """
    full = state_of(state)
    solver_of(engine)
    return _opens_somehow(full) or best_opening(full, engine=engine) is not None


def _opens_somehow(state: State) -> bool:
    """Whether an opening is met at once: of a large hand with jokers the best one is far to seek."""
    if state.over is not None or was_opened(state) or None in known_hand(state):
        return False
    ready = after(state, (Take(),)) if state.rules.has_pile and state.phase == "start" and state.pile else state
    return ready is not None and any(next(closings(there), None) for _, there in acts(ready))


def best_opening(state: State | View, objective: Objective = "cards", *, engine: Engine = "plain") -> Best | None:
    """The best turn among those that open; None when there is none or the seat has opened.

    From a hand so large that the search is ended before, it is the best that was found, and `proved` is False.

    `state`, `objective` and `engine` are those of `best_turn`, and so are the errors it raises.

    Source: S-24 to S-28, R-14 to R-17; exact, as of `best_arrangement`.

    >>> from rummy_lab.core.referee import position
    >>> best_opening(position("schmidt; hand A 10r 11r * 4g; turn A")).points_laid
    33
    """
    full = state_of(state)
    if full.over is not None or was_opened(full):
        return None
    best = best_turn(full, objective, nodes=ENOUGH, engine=engine)
    return best if best is not None and best.cards_laid else None


def best_discard(state: State | View, objective: Objective = "cards", *, engine: Engine = "plain") -> Card | None:
    """Of the cards that the best arrangement of the hand does not need the dearest, ties in pack order.

    Where all are needed, the card whose loss leaves the best arrangement. None where nothing may be discarded now, and
    where the hand is not known. `state`, `objective` and `engine` are those of `best_turn`. Raises RummyError for an
    objective or an engine that there is not.

    Source: what may be discarded is R-21; what is kept is exact, as of `best_arrangement`.

    >>> from rummy_lab.core.referee import position
    >>> best_discard(position("rummy40; hand A 4h 5h 6h Kc 2d; pile 3s; stock ??x9; turn A drew"))
    Kc
    """
    full = state_of(state)
    if full.over is not None or not full.rules.has_pile or full.phase == "start":
        return None
    hand = [card for card in full.work.hand or () if card is not None]
    allowed = [card for card in sorted(set(hand)) if not just_taken(full, card)]
    best = best_arrangement(full.rules, may=hand, objective=objective, engine=engine)
    if best is None or not allowed:
        return None
    used = Counter(card for meld in best.melds for card in meld.naturals)
    spare = Counter(card for card in hand if not card.joker) - used
    jokers_used = sum(len(meld.jokers) for meld in best.melds)
    spare.update(card for card in allowed if card.joker and sum(one.joker for one in hand) > jokers_used)
    free = [card for card in allowed if spare[card]]
    if free:
        return min(free, key=lambda card: (-card_penalty(card, full.rules), card.code))
    return min(allowed, key=lambda card: _without(full, hand, card, objective, engine))


def _without(state: State, hand: list[Card], card: Card, objective: Objective, engine: Engine) -> tuple[int, ...]:
    rest = list(hand)
    rest.remove(card)
    best = best_arrangement(state.rules, may=rest, objective=objective, engine=engine)
    assert best is not None
    measure = {"cards": -best.cards_laid, "points": -best.points_laid}.get(objective, best.penalty_left)
    return measure, -card_penalty(card, state.rules), card.code
