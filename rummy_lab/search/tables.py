"""What the exact search knows of a rule set: tables made by asking the referee which melds are legal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product

from rummy_lab.core.cards import JOKER, Card, natural
from rummy_lab.core.judge import readings
from rummy_lab.core.rules import RuleSet

Vector = tuple[int, int, int, int]
Way = tuple[tuple[tuple[int, ...], int], ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """The melds of a rule set as the run automaton sees them.

    Attributes:
        ranks: the rank of each column, in the order of a run; with the ace at both ends it stands first and last.
        least: cards of the shortest run. sizes: cards of a set.
        both: whether the first and the last column hold the same aces.
        values: points of a card in a run at each column, and in a set of that rank.
    """

    ranks: tuple[int, ...]
    least: int
    sizes: tuple[int, ...]
    both: bool
    values: tuple[int, ...]
    set_values: tuple[int, ...]


def _legal(rules: RuleSet, ranks: Sequence[int], jokers: int = 0) -> bool:
    suit = rules.pack.suits[0]
    return bool(readings(rules, [*(natural(rank, suit) for rank in ranks), *[JOKER] * jokers]))


def _row(rules: RuleSet, first: int, length: int) -> list[int]:
    return [(first + step - 1) % rules.top + 1 for step in range(length)]


@cache
def shape(rules: RuleSet) -> Shape | None:
    """The shape of a rule set, or None where the automaton cannot express it (runs that go round, limits on jokers)."""
    top, suits = rules.top, rules.pack.suits
    sizes = tuple(size for size in (3, 4) if readings(rules, [natural(2, suit) for suit in suits[:size]]))
    least = next((length for length in range(2, top) if _legal(rules, _row(rules, 2, length))), 0)
    if not least or not sizes:
        return None
    low, high = _legal(rules, _row(rules, 1, least)), _legal(rules, _row(rules, top - least + 2, least))
    goes_round = _legal(rules, _row(rules, top, least))
    free_jokers = _jokers_are_free(rules, sizes, least)
    if goes_round or not free_jokers or (low and high and 2 * least > top + 1):
        return None
    ranks = (*([1] if low else []), *range(2, top + 1), *([1] if high else []))
    values = tuple(_value(rules, at, ranks, least) for at in range(len(ranks)))
    set_values = tuple(_set_value(rules, rank, sizes[0]) for rank in ranks)
    return Shape(ranks, least, sizes, low and high, values, set_values)


def _jokers_are_free(rules: RuleSet, sizes: tuple[int, ...], least: int) -> bool:
    """Whether jokers may stand anywhere: as many as there are in a gap, beyond an end, or beside one card of a set."""
    suit, most = rules.pack.suits[0], rules.pack.jokers
    gaps = (_legal(rules, [2, 3 + jokers], jokers) for jokers in range(max(1, least - 2), min(most, rules.top - 3) + 1))
    ends = (_legal(rules, [2, 3], jokers) for jokers in range(max(1, least - 2), min(most, rules.top - 2) + 1))
    sets = (
        bool(readings(rules, [natural(2, suit), *[JOKER] * jokers]))
        for jokers in (size - 1 for size in sizes)
        if jokers <= most
    )
    return all(gaps) and all(ends) and all(sets)


def _value(rules: RuleSet, at: int, ranks: tuple[int, ...], least: int) -> int:
    """What one column adds to a run: the difference of two runs that differ in it, or of one card's set value."""
    start = max(0, min(at, len(ranks) - least))
    row = [natural(rank, rules.pack.suits[0]) for rank in ranks[start : start + least]]
    whole = readings(rules, row)[0]
    rest = sum(_alone(rules, ranks[other]) for other in range(start, start + least) if other != at)
    if at == 0 and ranks[0] == 1:
        return whole.points(rules) - rest
    return _alone(rules, ranks[at])


@cache
def _alone(rules: RuleSet, rank: int) -> int:
    size = 3 if 3 in rules.melds.set_sizes else 4
    return _set_value(rules, rank, size)


@cache
def _set_value(rules: RuleSet, rank: int, size: int) -> int:
    cards: list[Card] = [natural(rank, suit) for suit in rules.pack.suits[:size]]
    return readings(rules, cards)[0].points(rules) // size


_SUBSETS = tuple(subset for size in (1, 2, 3, 4) for subset in combinations(range(4), size))


@lru_cache(1 << 16)
def set_ways(sizes: tuple[int, ...], vector: Vector, slots: tuple[int, ...], most: int) -> dict[int, Way]:
    """How many jokers sets can hold that use up exactly these cards of each suit, and one way for each number.

    `slots` are sets of three on the table, each a mask of the suits it lacks, which take one card each; a way is a
    tuple of (suits, jokers), a card for a slot being written as (suits, -1 - number of the slot).
    """
    first = next((suit for suit in range(4) if vector[suit]), None)
    if first is None:
        return {0: ()}
    found: dict[int, Way] = {}
    for subset in _SUBSETS:
        if first not in subset or any(not vector[suit] for suit in subset):
            continue
        rest = _minus(vector, subset)
        for size in sizes:
            jokers = size - len(subset)
            if 0 <= jokers <= most:
                for more, way in set_ways(sizes, rest, slots, most - jokers).items():
                    found.setdefault(jokers + more, ((subset, jokers), *way))
    for at, mask in enumerate(slots):
        if mask >> first & 1:
            free = (*slots[:at], 0, *slots[at + 1 :])
            for more, way in set_ways(sizes, _minus(vector, (first,)), free, most).items():
                found.setdefault(more, (((first,), -1 - at), *way))
    return dict(sorted(found.items()))


@lru_cache(1 << 14)
def set_masks(sizes: tuple[int, ...], there: Vector, slots: tuple[int, ...], most: int) -> tuple[int, ...]:
    """For each suit, as a mask, how many of its cards some sets of this rank can use up."""
    masks = [1, 1, 1, 1]
    for vector in product(*(range(count + 1) for count in there)):
        if set_ways(sizes, vector, slots, most):
            for suit, count in enumerate(vector):
                masks[suit] |= 1 << count
    return tuple(masks)


def _minus(vector: Vector, suits: Sequence[int]) -> Vector:
    a, b, c, d = (count - (suit in suits) for suit, count in enumerate(vector))
    return a, b, c, d
