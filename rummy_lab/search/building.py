"""Best turns where melds only grow: openings, additions and swaps, with a card kept for the discard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from rummy_lab.core.cards import JOKER, Card, card_of, natural
from rummy_lab.core.judge import is_set_like
from rummy_lab.core.moves import Discard, End, Lay, Layoff, Move, Swap, Turn
from rummy_lab.core.referee import attempt
from rummy_lab.core.scoring import card_penalty
from rummy_lab.core.state import State
from rummy_lab.core.workspace import access_fault, opening_need, own_points, was_opened
from rummy_lab.search.arranging import Objective
from rummy_lab.search.packing import Laying, Packing, Wanted


@dataclass(frozen=True, slots=True)
class Case:
    """The position after some swaps, which in the turn of an opening are made after the first melds."""

    swaps: tuple[Swap, ...]
    state: State


def built_turns(state: State, objective: Objective) -> Iterator[tuple[Turn, bool]]:
    """The best turn of every case of swaps and discards; the dearest discard of equal ones comes first.

    Not proved: turns that open, free a joker and add it to a meld which the opening needs without it.
    """
    choices = list(cases(state))
    proved = was_opened(state) or len(choices) == 1
    for case in choices:
        for turn in _turns_of(state, case, objective):
            yield turn, proved


def _as_opened(state: State) -> State:
    """The same position as if the seat had opened before, to try what follows an opening."""
    base = state.base
    opened = (*base.opened[: base.seat], None, *base.opened[base.seat + 1 :])
    return State(replace(base, opened=opened), state.moves, state.work, None)


def cases(state: State) -> Iterator[Case]:
    """The position after every choice of swaps, none first."""
    may_use = was_opened(state) or state.rules.table.access == "same_turn"
    probe = state if was_opened(state) else _as_opened(state)
    hosts = [number for number in state.heaps if may_use and access_fault(probe, number) is None]
    for swaps in product(*([None, *_swaps(probe, number)] for number in hosts)):
        there: State | None = probe
        made = tuple(swap for swap in swaps if swap is not None)
        for swap in made:
            result = attempt(there, swap) if there is not None else ()
            there = result if isinstance(result, State) else None
        if there is not None:
            yield Case(made, there)


def _swaps(state: State, number: int) -> list[Swap]:
    """The swaps with one meld that free jokers, with cards of the hand."""
    meld = state.heaps[number]
    hand = {card for card in state.work.hand or () if card is not None and not card.joker}
    if not meld.jokers:
        return []
    if is_set_like(meld.slots):
        cards = [natural(meld.slots[0].rank, suit) for suit in state.rules.pack.suits]
        wanted = [card for card in cards if card in hand and card not in meld.slots]
    else:
        wanted = [card_of(joker) for joker in meld.jokers if card_of(joker) in hand]
    found: list[Swap] = []
    for size in range(1, len(wanted) + 1):
        for chosen in combinations(wanted, size):
            swap = Swap(chosen, number)
            if isinstance(attempt(state, swap), State):
                found.append(swap)
    return found


def _turns_of(state: State, case: Case, objective: Objective) -> Iterator[Turn]:
    rules, there = state.rules, case.state
    hand = [card for card in there.work.hand or () if card is not None]
    freed = len(there.loose)
    opened = was_opened(state)
    need = 0 if opened else max(0, opening_need(state) - (own_points(state) or 0))
    if not opened and rules.opening.min_round and state.base.round == 1:
        yield from _without_laying(state, hand) if not case.swaps else ()
        return
    usable = opened or rules.table.access == "same_turn"
    hosts = {number: meld for number, meld in there.heaps.items() if usable and access_fault(there, number) is None}
    wanted = Wanted(
        points=need,
        freed=freed if rules.joker.freed != "to_hand" else 0,
        freed_in_new=rules.joker.freed == "new_meld_only",
        melded=_must_meld(state, case, "meld"),
        laid=_must_meld(state, case, "meld_or_build"),
    )
    weight = {card: _weight(card, state, objective) for card in (*hand, JOKER)}
    may_stay = hand.count(JOKER) + (freed if rules.joker.freed == "to_hand" else 0)
    by_points = objective == "points"
    packing = Packing(rules, (*hand, *there.loose), hosts, weight, wanted, may_stay, by_points)
    if not opened and not case.swaps and state.taken is None and not state.work.new:
        yield from _without_laying(state, hand)
    yield from _discarding(state, case, packing, hand)


def _must_meld(state: State, case: Case, use: str) -> Card | None:
    if state.taken is None or state.rules.pile.use != use:
        return None
    work = state.work
    face = JOKER if state.taken.joker else state.taken
    done = (*work.melded, *(work.built if use == "meld_or_build" else ()))
    if use == "meld_or_build":
        done = (*done, *(card for swap in case.swaps for card in swap.cards))
    return None if face in done else state.taken


def _weight(card: Card, state: State, objective: Objective) -> int:
    """The loss when the card stays; where points count, the worth of what is laid decides instead."""
    return 1 if objective == "cards" else card_penalty(card, state.rules)


def _discards(state: State, hand: Sequence[Card]) -> list[Card]:
    """The cards that may be discarded, the dearest first."""
    faces = sorted(set(hand), key=lambda card: (-card_penalty(card, state.rules), card.code))
    if state.taken is None or state.rules.pile.discard_taken == "allowed":
        return faces
    before = Counter(card for card in state.work.hand or () if card is not None)
    return [card for card in faces if card is not state.taken or before[card] > 1]


def _without_laying(state: State, hand: Sequence[Card]) -> Iterator[Turn]:
    if state.rules.has_pile:
        yield from (Turn((Discard(card),)) for card in _discards(state, hand))


def _discarding(state: State, case: Case, packing: Packing, hand: list[Card]) -> Iterator[Turn]:
    loose = case.state.loose
    rules = state.rules
    if not rules.has_pile or rules.turn.last_discard == "not_needed":
        laying = packing.best((*hand, *loose))
        if laying is not None and (not rules.has_pile) == bool(rules.turn.order == "play_or_draw"):
            yield Turn((*_moves(state, case, laying), End()))
    if rules.has_pile:
        for card in _discards(state, hand):
            rest = list(hand)
            rest.remove(card)
            laying = packing.best((*rest, *loose))
            if laying is not None:
                yield Turn((*_moves(state, case, laying), Discard(card)))


def _moves(state: State, case: Case, laying: Laying) -> list[Move]:
    """The laying as moves: first melds, then swaps, then what uses the freed jokers, then additions."""
    melds: list[Move] = [Lay(meld.slots) for meld in laying.melds]
    swaps: list[Move] = list(case.swaps)
    layoffs: list[Move] = [Layoff(cards, number) for number, cards in _merged(laying)]
    if was_opened(state) or not swaps:
        return [*swaps, *melds, *layoffs]
    first, later = _first_melds(state, laying)
    return [*first, *swaps, *later, *layoffs]


def _merged(laying: Laying) -> list[tuple[int, tuple[Card, ...]]]:
    """What is added to each meld, both ends together."""
    together: dict[int, tuple[Card, ...]] = {}
    for number, cards in laying.additions:
        together[number] = (*together.get(number, ()), *cards)
    return list(together.items())


def _first_melds(state: State, laying: Laying) -> tuple[list[Move], list[Move]]:
    """Melds that can be laid with the hand's own jokers, enough to open, and the others."""
    rules = state.rules
    jokers = (state.work.hand or ()).count(JOKER)
    need = opening_need(state)
    for size in range(1, len(laying.melds) + 1):
        for chosen in combinations(range(len(laying.melds)), size):
            melds = [laying.melds[at] for at in chosen]
            if sum(len(meld.jokers) for meld in melds) <= jokers and sum(m.points(rules) for m in melds) >= need:
                rest = [laying.melds[at] for at in range(len(laying.melds)) if at not in chosen]
                return [Lay(meld.slots) for meld in melds], [Lay(meld.slots) for meld in rest]
    return [Lay(meld.slots) for meld in laying.melds], []
