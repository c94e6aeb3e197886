"""Best turns where the table may be rearranged: openings from the hand, and whole final tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.moves import Discard, End, Turn
from rummy_lab.core.scoring import card_penalty
from rummy_lab.core.state import State
from rummy_lab.core.workspace import turn_hand, waiting_for, was_opened
from rummy_lab.search.arranging import Objective
from rummy_lab.search.covering import Covers
from rummy_lab.search.effort import Effort
from rummy_lab.search.engines import Engine
from rummy_lab.search.general_cases import Closing, FinalTables, bags_of, in_order, joker_cases
from rummy_lab.search.general_table import Case


def nothing_fits(state: State, effort: Effort) -> bool:
    """Whether it is known that no card of an opened hand can lie, whichever one is thrown."""
    hand = tuple(card for card in turn_hand(state) if card is not None)
    if not was_opened(state) or waiting_for(state):
        return False
    return FinalTables(state, Closing(hand, End()), "cards", effort.budget).nothing_fits()


def rearranged_turns(
    state: State, objective: Objective, effort: Effort, engine: Engine = "plain"
) -> Iterator[tuple[Turn, bool]]:
    """The best turn of every case: which jokers are replaced, by which cards, and which card is discarded."""
    rules = state.rules
    if not was_opened(state) and rules.opening.min_round and state.base.round == 1:
        yield from (((Turn((one.move,))), True) for one in _closings(state) if isinstance(one.move, Discard))
        return
    turns: list[Turn] = []
    budget = effort.budget
    for closing in _closings(state):
        for beside in _besides(state):
            tables = FinalTables(state, closing, objective, budget, beside=beside, engine=engine)
            turns += tables.turns()
            effort.complete = effort.complete and tables.complete
        if isinstance(closing.move, Discard):
            turns.append(Turn((closing.move,)))
    yield from ((turn, effort.complete) for turn in turns)


def every_turn(state: State) -> Iterator[Turn]:
    """What the referee may accept, lazily, fewest cards first: among these are all legal turns that lay a card."""
    rules = state.rules
    if rules.has_pile:
        hand = (card for card in turn_hand(state) if card is not None)
        yield from (Turn((Discard(card),)) for card in sorted(set(hand)))
    if not was_opened(state) and rules.opening.min_round and state.base.round == 1:
        return
    ways = [
        FinalTables(state, closing, "cards", None, beside=beside)
        for closing in _closings(state)
        for beside in _besides(state)
    ]
    cases = [(way, case, bags) for way in ways for case, _ in way.cases() if (bags := bags_of(case)) is not None]
    coverings: dict[int, Covers] = {}
    for size in range(max((len(case.forced) + len(may) for _, case, (_, may) in cases), default=0) + 1):
        for at, (way, case, (must, may)) in enumerate(cases):
            if not 0 <= size - len(case.forced) <= len(may):
                continue
            if at not in coverings:
                kept = (bound for _, bound in case.kept)
                coverings[at] = Covers(rules, Counter(must), Counter(may), kept, state.base.table)
            for laid in coverings[at].laid(size - len(case.forced)):
                if rules.turn.hand_card == "not_needed" or _lays_some(case, [*must, *laid.elements()]):
                    yield from map(way.turn, coverings[at].of(laid))


def _lays_some(case: Case, lying: Sequence[Card]) -> bool:
    naturals = sum(not card.joker for card in lying)
    return naturals > sum(len(meld.naturals) for meld in case.table) or (
        len(lying) + len(case.kept) > sum(map(len, case.table))
    )


def _besides(state: State) -> list[bool]:
    """Whether the table stays as it is: an unopened seat that may use it at once may also leave it."""
    whole = (was_opened(state) or state.rules.table.access == "same_turn") and not waiting_for(state)
    return ([False] if whole else []) + ([] if whole and was_opened(state) else [True])


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
