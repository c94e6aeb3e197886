"""Candidate moves: a finite basis from which every legal turn can be put together (DESIGN D2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from rummy_lab.core.cards import JOKER, Card, card_of, joker_as, joker_in_set, natural
from rummy_lab.core.judge import heap_of, is_set_like, judge_meld, placed, readings
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Discard, Draw, End, Join, Lay, Layoff, Move, Pass, Pull, Split, Swap, Take
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.violations import TooShort


def candidates(state: State) -> Iterator[Move]:
    """Moves worth asking the referee about, in a fixed order."""
    if state.over is not None:
        return
    if state.phase != "took" and not state.work.touched and state.stock is not None:
        yield Draw()
        yield Pass()
    if state.phase == "start" and state.rules.has_pile and state.pile:
        yield Take()
    yield from _acts(state)
    if state.rules.has_pile:
        for card in _faces((*(state.work.hand or ()), *state.loose)):
            yield Discard(card)
    yield End()


def _faces(cards: Iterable[Card | None]) -> list[Card]:
    return sorted({card for card in cards if card is not None})


def _acts(state: State) -> Iterator[Move]:
    rules = state.rules
    held = [card for card in state.work.hand or () if card is not None]
    for meld in whole_melds(rules, (*held, *state.loose)):
        yield Lay(meld.slots)
    free = _faces((*held, *state.loose))
    for number, heap in state.work.heaps.items():
        for card in free:
            yield from _layoffs(rules, number, heap, card)
        yield from _swaps(number, heap, free)
        if rules.table.mode == "rearrange":
            yield from (Pull((card,), number) for card in dict.fromkeys(heap.slots))
            yield from (Split(number, card) for card in dict.fromkeys(heap.slots[:-1]))
            yield from _joins(state, number, heap)


def _fits(rules: RuleSet, heap: Meld) -> bool:
    return all(isinstance(fault, TooShort) for fault in judge_meld(rules, heap))


def _layoffs(rules: RuleSet, number: int, heap: Meld, card: Card) -> Iterator[Move]:
    if not card.bare:
        if _fits(rules, placed(rules, (*heap.slots, card))):
            yield Layoff((card,), number)
        return
    before = Counter(heap.slots)
    choices = (tuple((Counter(reading.slots) - before).elements()) for reading in readings(rules, (*heap.slots, card)))
    for added in dict.fromkeys(choices):
        if len(added) == 1:
            yield Layoff(added, number)


def _swaps(number: int, heap: Meld, free: list[Card]) -> Iterator[Move]:
    if not heap.jokers:
        return
    of_set = is_set_like(heap.slots)
    for card in free:
        if not card.joker and (
            card.rank == heap.slots[0].rank
            if of_set
            else any(joker.suit and card_of(joker) is card for joker in heap.jokers)
        ):
            yield Swap((card,), number)


def _joins(state: State, number: int, heap: Meld) -> Iterator[Move]:
    for other, its in state.work.heaps.items():
        if other != number and _fits(state.rules, placed(state.rules, (*heap.slots, *its.slots))):
            yield Join(number, other)


def whole_melds(rules: RuleSet, cards: Iterable[Card]) -> Iterator[Meld]:
    """Every legal meld that can be made of these cards, each once, in a fixed order.

    Loose jokers with a stand-in serve only there; bare jokers anywhere, also beside the card they stand for.

    >>> from rummy_lab.games import SCHMIDT
    >>> [str(meld) for meld in whole_melds(SCHMIDT, map(Card, "4r 5r 6r 7r".split()))]
    ['[4r 5r 6r]', '[4r 5r 6r 7r]', '[5r 6r 7r]']
    """
    there = Counter(cards)
    found: dict[Meld, None] = {}
    for meld in (*_runs(rules, there), *_sets(rules, there)):
        if meld not in found and not judge_meld(rules, meld):
            found[meld] = None
            yield meld


def _runs(rules: RuleSet, there: Counter[Card]) -> Iterator[Meld]:
    top = rules.top
    for suit in rules.pack.suits:
        for first in range(1, top + 1):
            rows: list[tuple[Card, ...]] = [()]
            for length in range(1, top + 1):
                card = natural((first + length - 2) % top + 1, suit)
                slots = [card] if there[card] else []
                if there[joker_as(card)] or there[JOKER]:
                    slots.append(joker_as(card))
                if length >= rules.melds.min_run and not _may_be_run(rules, first, length):
                    break  # no jokers and no longer row make a run of it
                rows = [(*row, slot) for row in rows for slot in slots if _enough_jokers((*row, slot), there)]
                if not rows:
                    break
                if length >= rules.melds.min_run:
                    yield from (Meld.of(row, top) for row in rows if any(not slot.joker for slot in row))


@lru_cache(1 << 12)
def _may_be_run(rules: RuleSet, first: int, length: int) -> bool:
    row = [natural((first + step - 1) % rules.top + 1, rules.pack.suits[0]) for step in range(length)]
    return not judge_meld(rules, Meld.of(row, rules.top))


def _enough_jokers(slots: tuple[Card, ...], there: Counter[Card]) -> bool:
    """Jokers with a stand-in are used where they stand, bare ones for the rest."""
    bare = sum(1 for slot in slots if slot.joker and not there[slot])
    return bare <= there[JOKER]


def _sets(rules: RuleSet, there: Counter[Card]) -> Iterator[Meld]:
    named = rules.joker.set_release == "declared"
    for rank in range(1, rules.top + 1):
        naturals = [natural(rank, suit) for suit in rules.pack.suits if there[natural(rank, suit)]]
        jokers = there[JOKER] + there[joker_in_set(rank, rules.pack.suits)]
        for size in rules.melds.set_sizes:
            for wild in range(min(jokers, size - 1) + 1):
                for chosen in combinations(naturals, size - wild):
                    if named and wild:
                        rest = [natural(rank, suit) for suit in rules.pack.suits if natural(rank, suit) not in chosen]
                        for stands in combinations(rest, wild):
                            yield heap_of(rules, (*chosen, *map(joker_as, stands)))
                    else:
                        yield heap_of(rules, (*chosen, *[joker_in_set(rank, rules.pack.suits)] * wild))
