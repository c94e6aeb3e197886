"""Best turns where the table may be rearranged: openings from the hand, and whole final tables."""

from __future__ import annotations

from collections.abc import Iterator

from rummy_lab.core.cards import JOKER
from rummy_lab.core.moves import Discard, End, Turn
from rummy_lab.core.scoring import card_penalty
from rummy_lab.core.state import State
from rummy_lab.core.workspace import turn_hand, waiting_for, was_opened
from rummy_lab.search.arranging import Objective
from rummy_lab.search.engines import Engine
from rummy_lab.search.general_cases import Closing, FinalTables, in_order, joker_cases


def rearranged_turns(
    state: State, objective: Objective, nodes: int | None, engine: Engine = "plain"
) -> Iterator[tuple[Turn, bool]]:
    """The best turn of every case: which jokers are replaced, by which cards, and which card is discarded."""
    rules = state.rules
    if not was_opened(state) and rules.opening.min_round and state.base.round == 1:
        yield from (((Turn((one.move,))), True) for one in _closings(state) if isinstance(one.move, Discard))
        return
    whole = (was_opened(state) or rules.table.access == "same_turn") and not waiting_for(state)
    # An unopened seat that may use the table at once may also leave it as it is.
    ways = ([False] if whole else []) + ([] if whole and was_opened(state) else [True])
    turns: list[Turn] = []
    complete = True
    for closing in _closings(state):
        for beside in ways:
            tables = FinalTables(state, closing, objective, nodes, beside=beside, engine=engine)
            turns += tables.turns()
            complete = complete and tables.complete
        if isinstance(closing.move, Discard):
            turns.append(Turn((closing.move,)))
    yield from ((turn, complete) for turn in turns)


def _closings(state: State) -> Iterator[Closing]:
    rules = state.rules
    hand = [card for card in turn_hand(state) if card is not None]
    if not rules.has_pile:
        yield Closing(tuple(hand), End())
        return
    for card in sorted(set(hand), key=lambda card: (-card_penalty(card, rules), card.code)):
        rest = list(hand)
        rest.remove(card)
        yield Closing(tuple(rest), Discard(card))
    if rules.joker.freed == "to_hand" and JOKER not in hand:
        yield Closing(tuple(hand), Discard(JOKER), freed_joker=True)
    if rules.turn.last_discard == "not_needed" and hand:
        yield Closing(tuple(hand), End(), everything=True)


__all__ = ["in_order", "joker_cases", "rearranged_turns"]
