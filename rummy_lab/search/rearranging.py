"""Best turns where the table may be rearranged: openings from the hand, and whole tables with their jokers bound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from rummy_lab.core.cards import JOKER, Card, card_of, natural
from rummy_lab.core.judge import is_set_like
from rummy_lab.core.melds import Meld, Table
from rummy_lab.core.moves import Arrange, Discard, End, Move, Turn
from rummy_lab.core.scoring import card_penalty
from rummy_lab.core.state import State
from rummy_lab.core.workspace import opening_need, turn_hand, waiting_for, was_opened
from rummy_lab.search.arranging import Objective, best_arrangement
from rummy_lab.search.packing import Packing, Wanted


def rearranged_turns(state: State, objective: Objective, nodes: int | None) -> Iterator[tuple[Turn, bool]]:
    """The best turn of every case: which jokers are replaced, by which cards, and which card is discarded."""
    hand = [card for card in turn_hand(state) if card is not None]
    closings: list[tuple[list[Card], Move]] = []
    if state.rules.has_pile:
        for card in sorted(set(hand), key=lambda card: (-card_penalty(card, state.rules), card.code)):
            rest = list(hand)
            rest.remove(card)
            closings.append((rest, Discard(card)))
    else:
        closings.append((hand, End()))
    for cards, closing in closings:
        if was_opened(state) and not waiting_for(state):
            for melds in _rearrangements(state, cards, objective, nodes):
                yield Turn((Arrange(in_order(state.base.table, melds)), closing)), _provable(state)
        else:
            for melds in _openings(state, cards, objective):
                yield Turn((Arrange(Table((*state.base.table, *melds))), closing)), _provable(state)
        if state.rules.has_pile:
            yield Turn((closing,)), True


def _provable(state: State) -> bool:
    """Whether the cases below are all there are under these rules."""
    rules = state.rules
    opened = was_opened(state) or rules.table.access != "same_turn"
    return (
        opened and rules.table.remain == "final" and rules.joker.freed == "same_turn" and rules.joker.anchor != "frozen"
    )


def _openings(state: State, hand: Sequence[Card], objective: Objective) -> Iterator[tuple[Meld, ...]]:
    need = 0 if was_opened(state) else opening_need(state)
    weight = {card: _weight(card, state, objective) for card in (*hand, JOKER)}
    packing = Packing(state.rules, tuple(hand), {}, weight, Wanted(points=need), hand.count(JOKER))
    laying = packing.best(hand)
    if laying is not None and laying.melds:
        yield laying.melds


def _weight(card: Card, state: State, objective: Objective) -> int:
    if objective == "cards":
        return 1
    if objective == "points":
        return state.rules.top if card.joker else Meld((card,)).points(state.rules)
    return card_penalty(card, state.rules)


def _rearrangements(
    state: State, hand: list[Card], objective: Objective, nodes: int | None
) -> Iterator[tuple[Meld, ...]]:
    rules = state.rules
    naturals = [card for meld in state.base.table for card in meld.naturals]
    if rules.joker.anchor == "free":
        jokers = [JOKER] * sum(len(meld.jokers) for meld in state.base.table)
        found = best_arrangement(rules, (*naturals, *jokers), hand, objective, nodes=nodes)
        if found is not None:
            yield found.melds
        return
    for kept, forced, freed in _joker_cases(state, hand, Counter(naturals)):
        rest = list((Counter(hand) - Counter(forced)).elements())
        must = (*naturals, *forced, *[JOKER] * freed)
        found = best_arrangement(rules, must, rest, objective, kept, nodes=nodes)
        if found is not None:
            yield found.melds


def _joker_cases(
    state: State, hand: Sequence[Card], table: Counter[Card]
) -> Iterator[tuple[list[Card], list[Card], int]]:
    """Jokers that stay, cards of the hand that replace others, and how many jokers are freed by them."""
    options = [list(_meld_cases(state, meld)) for meld in state.base.table if meld.jokers]
    lent = table if state.rules.joker.source == "hand_or_table" else Counter[Card]()
    there = Counter(hand)
    for case in product(*options):
        kept = [joker for stay, _ in case for joker in stay]
        paid = [card for _, cards in case for card in cards]
        forced = list((Counter(paid) - lent).elements())
        if Counter(forced) <= there:
            freed = sum(len(meld.jokers) for meld in state.base.table) - len(kept)
            yield kept, forced, freed


def _meld_cases(state: State, meld: Meld) -> Iterator[tuple[list[Card], tuple[Card, ...]]]:
    """For one meld: the jokers that stay and the cards that free the others."""
    joker_rules, suits = state.rules.joker, state.rules.pack.suits
    jokers = list(meld.jokers)
    for size in range(len(jokers) + 1):
        for gone in combinations(range(len(jokers)), size):
            stay = [joker for at, joker in enumerate(jokers) if at not in gone]
            freed = [jokers[at] for at in gone]
            if not freed:
                yield stay, ()
            elif not is_set_like(meld.slots):
                yield stay, tuple(card_of(joker) for joker in freed)
            elif len(meld) < 4 or joker_rules.closed_set == "open":
                if joker_rules.set_release == "declared" and all(joker.suit for joker in freed):
                    yield stay, tuple(card_of(joker) for joker in freed)
                    continue
                named = {card.suit for card in meld.slots if card.suit}
                missing = [natural(freed[0].rank, suit) for suit in suits if suit not in named]
                more = 1 if joker_rules.set_release == "both" and len(meld) < 4 else 0
                for cards in combinations(missing, len(freed) + more):
                    yield stay, cards


def in_order(start: Table, melds: Sequence[Meld]) -> Table:
    """The melds with those that stayed, or are most like it, at the place of each meld of the start."""
    rest = list(melds)
    ordered: list[Meld] = []
    for meld in start:
        like = max(
            rest,
            key=lambda other: (other == meld, (Counter(other.slots) & Counter(meld.slots)).total()),
            default=None,
        )
        if like is not None and Counter(like.slots) & Counter(meld.slots):
            ordered.append(like)
            rest.remove(like)
    return Table((*ordered, *rest))
