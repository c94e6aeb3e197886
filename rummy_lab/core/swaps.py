"""Putting natural cards in the place of jokers (S-17 to S-22, R-22 to R-27), in both kinds of game."""

from __future__ import annotations

from dataclasses import replace

from rummy_lab.core.cards import JOKER, Card, card_of, natural
from rummy_lab.core.judge import heap_of, is_set_like
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Swap
from rummy_lab.core.state import State, Work
from rummy_lab.core.violations import (
    ColourTwice,
    NeedBothSuits,
    NoSuchJoker,
    NotTheJokersCard,
    SetClosed,
    TooLong,
    Violation,
)
from rummy_lab.core.workspace import Refusal, access_fault, keep_a_discard, pick


def swap(state: State, move: Swap) -> Work | Refusal:
    """Each card takes a joker's place, or is the fourth card that a set needs first; the jokers become loose."""
    if fault := access_fault(state, move.heap):
        return (fault,)
    work, rules = state.work, state.rules
    heap = work.heaps[move.heap]
    if not heap.jokers:
        return (NoSuchJoker(heap=move.heap),)
    if not move.cards or any(card.joker for card in move.cards):
        card = move.cards[0] if move.cards else JOKER
        return (NotTheJokersCard(card=card, heap=move.heap, jokers=heap.jokers),)
    picked = pick(state, move.cards, loose_first=rules.joker.source == "hand_or_table")
    if isinstance(picked, tuple):
        return picked
    if faults := keep_a_discard(state, picked):
        return tuple(faults)
    grown, freed = dict(work.grown), 0
    for card in move.cards:
        first = card is move.cards[0]
        result = _one(state, move, heap, card, grown, alone=len(move.cards) == 1 or not first)
        if isinstance(result, tuple):
            return result
        freed += len(result.jokers) < len(heap.jokers)
        heap = result
    return replace(
        work,
        heaps={**work.heaps, move.heap: heap},
        hand=picked.hand,
        loose=(*picked.loose, *[JOKER] * freed),
        grown=grown,
        built=(*work.built, *move.cards),
        freed=work.freed + freed,
        touched=True,
    )


def _one(state: State, move: Swap, heap: Meld, card: Card, grown: dict[int, int], *, alone: bool) -> Meld | Refusal:
    """The heap after one card of a swap, or why not."""
    if not heap.jokers:
        return (NoSuchJoker(heap=move.heap),)
    if is_set_like(heap.slots) and len(heap) > 1:
        return _into_set(state, move.heap, heap, card, grown, alone=alone)
    joker = next((joker for joker in heap.jokers if joker.suit and card_of(joker) is card), None)
    if joker is None:
        return (NotTheJokersCard(card=card, heap=move.heap, jokers=heap.jokers),)
    return _replaced(state, heap, joker, card)


def _replaced(state: State, heap: Meld, joker: Card, card: Card) -> Meld:
    slots = list(heap.slots)
    slots[slots.index(joker)] = card
    return heap_of(state.rules, slots)


def _into_set(
    state: State, number: int, heap: Meld, card: Card, grown: dict[int, int], *, alone: bool
) -> Meld | Refusal:
    joker_rules = state.rules.joker
    if card.rank != heap.slots[0].rank:
        return (NotTheJokersCard(card=card, heap=number, jokers=heap.jokers),)
    if any(card is slot for slot in heap.slots):
        return (ColourTwice(heap=number, cards=(*heap.slots, card), card=card),)
    named = joker_rules.set_release == "declared"
    joker = next((joker for joker in heap.jokers if not named or not joker.suit or card_of(joker) is card), None)
    if joker is None:
        fault: Violation = NotTheJokersCard(card=card, heap=number, jokers=heap.jokers)
        return (fault,)
    full = len(heap) >= 4
    if full and joker_rules.closed_set == "locked" and _is_closed(state, number, grown):
        return (SetClosed(heap=number),)
    if not full and joker_rules.set_release == "both":
        if alone:
            return (NeedBothSuits(heap=number, missing=_missing(state, heap), count=2),)
        if 4 not in state.rules.melds.set_sizes:
            return (TooLong(heap=number, cards=(*heap.slots, card), most=3),)
        grown[number] = grown.get(number, 0) + 1
        return heap_of(state.rules, (*heap.slots, card))
    if full:
        grown[number] = grown.get(number, 0) + 1
    return _replaced(state, heap, joker, card)


def _is_closed(state: State, number: int, grown: dict[int, int]) -> bool:
    """Whether a set of four was one when the turn began, or got its fourth card in a way that frees nothing (R-24)."""
    if state.rules.table.mode == "rearrange":
        table = state.base.table
        return number <= len(table) and len(table[number - 1]) >= 4
    return not grown.get(number)


def _missing(state: State, heap: Meld) -> tuple[Card, ...]:
    there = {card.suit for card in heap.naturals}
    rank = heap.slots[0].rank
    return tuple(natural(rank, suit) for suit in state.rules.pack.suits if suit not in there)
