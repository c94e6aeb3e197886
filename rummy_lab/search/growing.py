"""What may be added to a meld as it lies, where melds only grow (R-19), and how a new meld may be laid in two parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from rummy_lab.core.cards import JOKER, Card, joker_as, joker_in_set, natural
from rummy_lab.core.judge import is_set_like, judge_meld, settled
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Lay, Layoff, Swap
from rummy_lab.core.referee import attempt
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State


def additions(rules: RuleSet, meld: Meld, cards: Iterable[Card]) -> Iterator[tuple[tuple[Card, ...], int]]:
    """What may be added to a meld with these cards, both ends of a run together, and by how much it is worth more.

    The ends are not gone through apart: what one of them takes may hang on the other one, as the limits on jokers do.
    """
    there = Counter(cards)
    for added in _for_set(rules, meld, there) if is_set_like(meld.slots) else _for_run(rules, meld, there):
        grown = settled(rules, (*meld.slots, *added))
        if not judge_meld(rules, grown):
            # A joker says what it stands for, also in a set where its suit was left open so far.
            yield (
                tuple((Counter(grown.slots) - Counter(meld.slots)).elements()),
                grown.points(rules) - meld.points(rules),
            )


def _for_set(rules: RuleSet, meld: Meld, there: Counter[Card]) -> Iterator[tuple[Card, ...]]:
    rank = meld.slots[0].rank
    yield from ((card,) for suit in rules.pack.suits if there[card := natural(rank, suit)])
    if there[JOKER]:
        yield (joker_in_set(rank, rules.pack.suits),)


def _for_run(rules: RuleSet, meld: Meld, there: Counter[Card]) -> Iterator[tuple[Card, ...]]:
    below, above = (list(_rows(rules, meld, end, there)) for end in (0, 1))
    for low in below:
        for high in above:
            row = (*reversed(low), *high)
            if row and (not low or not high or _faces(row) <= there):
                yield row


def _faces(cards: Iterable[Card]) -> Counter[Card]:
    return Counter(JOKER if card.joker else card for card in cards)


def _rows(rules: RuleSet, meld: Meld, end: int, there: Counter[Card]) -> Iterator[tuple[Card, ...]]:
    """What there is to go on from one end of a run, nothing first."""
    rows: list[tuple[Card, ...]] = [()]
    yield ()
    for card in _beyond(rules, meld, end):
        slots = ([card] if there[card] else []) + ([joker_as(card)] if there[JOKER] else [])
        rows = [(*row, slot) for row in rows for slot in slots if _jokers((*row, slot)) <= there[JOKER]]
        if not rows:
            return
        yield from rows


def _jokers(cards: Iterable[Card]) -> int:
    return sum(card.joker for card in cards)


def _beyond(rules: RuleSet, meld: Meld, end: int) -> Iterator[Card]:
    """The cards that go on from an end of a run, as far as the run stays legal with them."""
    slots = meld.slots
    suit = slots[0].suit
    # A heap that is no meld may begin with a joker of a set.
    while suit:
        edge = slots[0] if end == 0 else slots[-1]
        rank = (edge.rank - 2) % rules.top + 1 if end == 0 else edge.rank % rules.top + 1
        card = natural(rank, suit)
        slots = (card, *slots) if end == 0 else (*slots, card)
        if len(slots) > rules.top or any(fault.code != "TOO_MANY_JOKERS" for fault in judge_meld(rules, Meld(slots))):
            return
        yield card


@dataclass(frozen=True, slots=True)
class Way:
    """How a new meld comes to lie: these cards at once, then cards swapped for its joker, then the rest laid off.

    `opens`: what is laid at once counts for the opening, where other swaps come later; it is worth `points`.
    """

    laid: tuple[Card, ...]
    rest: tuple[Card, ...] = ()
    swapped: tuple[Card, ...] = ()
    opens: bool = True
    points: int = 0


def ways(rules: RuleSet, meld: Meld) -> Iterator[Way]:
    """The ways to lay a new meld in a turn that opens and frees jokers: before the swaps, in two parts, after them."""
    yield Way(meld.slots, points=meld.points(rules))
    if meld.jokers:
        # Freed jokers come too late for the opening: the meld grows by them, or comes after them as well.
        for begun, rest in _beginnings(rules, meld):
            if len(begun.jokers) < len(meld.jokers):
                yield Way(begun.slots, rest, points=begun.points(rules))
        yield Way(meld.slots, opens=False)


def _beginnings(rules: RuleSet, meld: Meld) -> Iterator[tuple[Meld, tuple[Card, ...]]]:
    """The melds from which this one comes about by one addition, each with the cards that are added."""
    slots = meld.slots
    parts: dict[tuple[Card, ...], None] = {}
    if is_set_like(slots):
        parts = dict.fromkeys(part for size in range(1, len(slots)) for part in combinations(slots, size))
    else:
        # A whole suit may go round; what does not is refused.
        row = (*slots, *slots) if len(slots) == rules.top else slots
        for first in range(len(slots)):
            for last in range(first + 1, min(len(row), first + len(slots) - 1) + 1):
                parts[row[first:last]] = None
    for part in parts:
        begun = settled(rules, part)
        rest = tuple((Counter(slots) - Counter(part)).elements())
        if not judge_meld(rules, begun) and settled(rules, (*begun.slots, *rest)) == meld:
            yield begun, rest


def through_joker(state: State, meld: Meld) -> Way | None:
    """How this meld of naturals is laid with a joker of the hand that cards of the hand then free again, or None."""
    for size in (1, 2):
        for out in combinations(meld.slots, size):
            rest = tuple((Counter(meld.slots) - Counter(out)).elements())
            begun = settled(state.rules, (*rest, joker_as(out[0])))
            laid = attempt(state, Lay(begun.slots))
            if not isinstance(laid, State):
                continue
            for swapped in (out, out[:1]):
                added = out[len(swapped) :]
                ends = attempt(laid, Swap(swapped, state.work.following))
                if isinstance(ends, State) and added:
                    ends = attempt(ends, Layoff(added, state.work.following))
                if isinstance(ends, State) and len(ends.loose) > len(state.loose):
                    return Way(begun.slots, added, swapped, points=begun.points(state.rules))
    return None
