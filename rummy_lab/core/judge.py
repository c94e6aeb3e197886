"""Judging one meld: legal or not, why not, and what its jokers may stand for.

Rules S-10 to S-19, R-7 to R-11, C-2 to C-4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Literal

from rummy_lab.core.cards import JOKER, Card, joker_as, joker_in_set, natural, read_cards, sort_cards
from rummy_lab.core.melds import Meld, one_suit
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.violations import (
    AceLow,
    ColourTwice,
    Gap,
    InMeld,
    JokerUndeclared,
    MixedColour,
    MixedRank,
    NoNatural,
    TooLong,
    TooManyJokers,
    TooShort,
    Violation,
    Wrap,
)

Kind = Literal["run", "set"]
_CACHE = 1 << 16


def heap_of(rules: RuleSet, cards: Iterable[Card]) -> Meld:
    """A heap in canonical order; a named joker in a set loses its suit unless `joker.set_release=declared`."""
    slots = tuple(cards)
    if rules.joker.set_release != "declared" and len(slots) > 1 and is_set_like(slots):
        slots = tuple(joker_in_set(card.rank, rules.pack.suits) if card.joker else card for card in slots)
    return Meld.of(slots, rules.top)


def is_set_like(slots: Sequence[Card]) -> bool:
    """Whether all slots have one rank."""
    first = slots[0].rank
    return first > 0 and all(card.rank == first for card in slots)


def kind(rules: RuleSet, meld: Meld) -> Kind | None:
    """Run or set where the meld is legal, else None."""
    if judge_meld(rules, meld):
        return None
    return "set" if is_set_like(meld.slots) else "run"


def most_cards(rules: RuleSet, slots: Sequence[Card]) -> int:
    """How many cards a meld of this kind may have: one that has as many cannot grow.

    >>> from rummy_lab.games import SCHMIDT
    >>> most_cards(SCHMIDT, Meld.parse("[8r 8y 8g]").slots), most_cards(SCHMIDT, Meld.parse("[6r 7r 8r]").slots)
    (4, 13)
    """
    return max(rules.melds.set_sizes) if _meant_as_set(slots) else rules.top


def judge_meld(rules: RuleSet, meld: Meld, heap: int = 0) -> tuple[Violation, ...]:
    """Every reason why these slots are no meld; empty when they are one.

    >>> from rummy_lab.games import SCHMIDT
    >>> [v.code for v in judge_meld(SCHMIDT, Meld.parse("[8r 8y 9g]"))]
    ['MIXED_RANK']
    """
    faults = _judge(rules, meld)
    return tuple(replace(fault, heap=heap) for fault in faults) if faults and heap else faults


@lru_cache(_CACHE)
def _judge(rules: RuleSet, meld: Meld) -> tuple[InMeld, ...]:
    slots = meld.slots
    faults: list[InMeld] = []
    jokers = len(meld.jokers)
    if any(card.bare for card in slots):
        return _undeclared(rules, slots)
    if jokers and jokers == len(slots):
        faults.append(NoNatural(cards=slots))
    faults += _as_set(rules, slots) if _meant_as_set(slots) else _as_run(rules, slots) if _meant_as_run(slots) else []
    if not _meant_as_set(slots) and not _meant_as_run(slots):
        faults += _as_neither(rules, slots)
    most = len(slots) - jokers if rules.melds.max_jokers == "half" else rules.melds.max_jokers
    if most is not None and jokers > most:
        faults.append(TooManyJokers(cards=slots, most=most))
    return tuple(faults)


def _undeclared(rules: RuleSet, slots: tuple[Card, ...]) -> tuple[InMeld, ...]:
    choices = readings(rules, slots)
    if choices:
        return (JokerUndeclared(cards=slots, readings=choices),)
    rest = tuple(card for card in slots if not card.bare)
    if not any(not card.joker for card in rest):
        return (NoNatural(cards=slots),) if len(slots) >= 3 else (TooShort(cards=slots, need=_least(rules)),)
    faults = [
        replace(fault, cards=slots)
        for fault in _judge(rules, Meld.of(rest, rules.top))
        if not isinstance(fault, TooShort | Gap)
    ]
    if not faults and len(slots) < _least(rules):
        faults = [TooShort(cards=slots, need=_least(rules))]
    elif not faults:
        faults = _faults_of_any_filling(rules, slots)
    return tuple(faults)


def _faults_of_any_filling(rules: RuleSet, slots: tuple[Card, ...]) -> list[InMeld]:
    for choice in _fillings(rules, slots):
        if faults := _judge(rules, choice):
            return [replace(fault, cards=slots) for fault in faults]
    return [Gap(cards=slots)]


def _least(rules: RuleSet) -> int:
    return min(rules.melds.min_run, *rules.melds.set_sizes)


def _meant_as_set(slots: Sequence[Card]) -> bool:
    if any(card.joker and not card.suit for card in slots):
        return True
    return len(slots) > 1 and is_set_like(slots)


def _meant_as_run(slots: tuple[Card, ...]) -> bool:
    return len(slots) > 1 and bool(one_suit(slots))


def _as_set(rules: RuleSet, slots: tuple[Card, ...]) -> list[InMeld]:
    faults: list[InMeld] = []
    if not is_set_like(slots):
        faults.append(MixedRank(cards=slots))
    named = rules.joker.set_release == "declared"
    suits = Counter(card.suit for card in slots if card.suit and (named or not card.joker))
    twice = next((card for card in slots if suits[card.suit] > 1), None)
    if twice is not None:
        faults.append(ColourTwice(cards=slots, card=twice))
    most, least = most_cards(rules, slots), min(rules.melds.set_sizes)
    if len(slots) > most:
        faults.append(TooLong(cards=slots, most=most))
    elif len(slots) < least:
        faults.append(TooShort(cards=slots, need=least))
    if named and not faults and any(card.joker and not card.suit for card in slots):
        bare = tuple(JOKER if card.joker and not card.suit else card for card in slots)
        faults.append(JokerUndeclared(cards=slots, readings=readings(rules, bare)))
    return faults


def _as_run(rules: RuleSet, slots: tuple[Card, ...]) -> list[InMeld]:
    faults: list[InMeld] = []
    if (fault := _order(rules, slots)) is not None:
        faults.append(fault)
    if len(slots) < rules.melds.min_run:
        faults.append(TooShort(cards=slots, need=rules.melds.min_run))
    # A whole suit that may go round has no ends, so its first and last card are neighbours too.
    row = (*slots, slots[0]) if rules.melds.wrap and len(slots) == rules.top else slots
    if not rules.melds.adjacent_jokers and any(one.joker and two.joker for one, two in pairwise(row)):
        faults.append(TooManyJokers(cards=slots, adjacent=True))
    return faults


def _order(rules: RuleSet, slots: tuple[Card, ...]) -> InMeld | None:
    ranks = [card.rank for card in slots]
    top, ace = rules.top, rules.pack.ace
    if len(set(ranks)) < len(ranks):
        return Gap(cards=slots, twice=True)
    if max(ranks) > top or any((after - before) % top != 1 for before, after in pairwise(ranks)):
        # Slots in canonical order follow one another; where they do not, a rank is missing.
        return Gap(cards=slots)
    at = ranks.index(1) if 1 in ranks else -1
    if at < 0 or rules.melds.wrap:
        return None
    if 0 < at < len(ranks) - 1 or (at > 0 and ace == "low"):
        return Wrap(cards=slots)
    if at == 0 and ace == "high" and len(ranks) > 1:
        return AceLow(cards=slots)
    return None


def _as_neither(rules: RuleSet, slots: tuple[Card, ...]) -> list[InMeld]:
    if len(slots) < 2:
        return [TooShort(cards=slots, need=_least(rules))]
    ranks = Counter(card.rank for card in slots)
    suits = Counter(card.suit for card in slots)
    same_rank, same_suit = max(ranks.values()), max(suits.values())
    in_row = len(ranks) == len(slots) == max(ranks) - min(ranks) + 1
    faults: list[InMeld] = []
    if same_suit > same_rank or in_row or (same_suit == same_rank):
        faults.append(MixedColour(cards=slots))
    if same_rank > same_suit or (same_rank == same_suit and not in_row):
        faults.append(MixedRank(cards=slots))
    if len(slots) < _least(rules):
        faults.append(TooShort(cards=slots, need=_least(rules)))
    return faults


def readings(rules: RuleSet | str, cards: Meld | Iterable[Card | str] | str) -> tuple[Meld, ...]:
    """The legal readings of some cards as one meld, dearest first; empty when there is none.

    Args:
        rules: a rule set or its name.
        cards: a text, cards or a meld, in any order. A joker given with its stand-in keeps it.

    Raises NotationError for a text that holds no cards.

    Source: S-10 to S-19, R-7 to R-11, C-3.

    >>> from rummy_lab.games import SCHMIDT
    >>> readings(SCHMIDT, "* 9r 10r")
    ([9r 10r *11r], [*8r 9r 10r])
    """
    if isinstance(cards, str):
        given = read_cards(cards.strip().removeprefix("[").removesuffix("]"))
    elif isinstance(cards, Meld):
        given = cards.slots
    else:
        given = tuple(Card.parse(card) if isinstance(card, str) else card for card in cards)
    return _readings(RuleSet.of(rules), sort_cards(given))


@lru_cache(_CACHE)
def _readings(rules: RuleSet, cards: tuple[Card, ...]) -> tuple[Meld, ...]:
    legal = dict.fromkeys(meld for meld in _fillings(rules, cards) if not _judge(rules, meld))
    return tuple(sorted(legal, key=lambda meld: -meld.points(rules)))


def _fillings(rules: RuleSet, cards: tuple[Card, ...]) -> list[Meld]:
    fixed = [card for card in cards if not card.bare]
    bare = len(cards) - len(fixed)
    if not any(not card.joker for card in fixed):
        return []
    return _set_fillings(rules, fixed, bare) + _run_fillings(rules, fixed, bare)


def _set_fillings(rules: RuleSet, fixed: list[Card], bare: int) -> list[Meld]:
    if not is_set_like(fixed) or len(fixed) + bare > 4:
        return []
    rank = fixed[0].rank
    if rules.joker.set_release != "declared":
        return [heap_of(rules, [*fixed, *[joker_in_set(rank, rules.pack.suits)] * bare])]
    open_slots = sum(card.joker and not card.suit for card in fixed)
    named = [card for card in fixed if card.suit]
    free = [suit for suit in rules.pack.suits if all(card.suit != suit for card in named)]
    return [
        heap_of(rules, [*named, *(joker_as(natural(rank, suit)) for suit in choice)])
        for choice in combinations(free, open_slots + bare)
    ]


def _run_fillings(rules: RuleSet, fixed: list[Card], bare: int) -> list[Meld]:
    suit = one_suit(fixed)
    by_rank = {card.rank: card for card in fixed}
    size, top = len(fixed) + bare, rules.top
    if not suit or len(by_rank) < len(fixed) or size > top:
        return []
    found: list[Meld] = []
    for first in reversed(_first_places(rules, size)):
        row = [(place - 1) % top + 1 for place in range(first, first + size)]
        if by_rank.keys() <= set(row):
            slots = (by_rank.get(rank) or joker_as(natural(rank, suit)) for rank in row)
            found.append(Meld(slots))
    return found


def _first_places(rules: RuleSet, size: int) -> range:
    """Where a run may begin, places counted from the low ace 1 to the high ace top + 1."""
    top, ace = rules.top, rules.pack.ace
    low = 2 if ace == "high" else 1
    if rules.melds.wrap and size < top:
        return range(1, top + 1)
    high = top if ace == "low" else top + 1
    return range(low, high - size + 2)


def placed(rules: RuleSet, cards: Sequence[Card]) -> Meld:
    """The heap that these cards make, the ace of a whole suit where the rules have it; bare jokers stay bare."""
    heap = heap_of(rules, cards)
    return heap if len(heap) < rules.top or any(card.bare for card in heap.slots) else settled(rules, cards)


def settled(rules: RuleSet, cards: Sequence[Card]) -> Meld:
    """The heap that these cards make, bare jokers filled in and the ace put where one reading alone is legal."""
    heap = heap_of(rules, cards)
    if not _judge(rules, heap):
        return heap
    choices = readings(rules, cards)
    if len(choices) == 1 or (choices and not any(card.bare for card in cards)):
        return choices[0]
    return heap
