"""Other ways to the same answers: an integer programme for bags of cards, and every table there is.

The programme is that of den Hertog and Hulshof (2006): a column for each meld, a row for each card. The melds are made
here from the rules alone, as in `oracle`, and only those that cannot be cut in two legal ones: such a cut changes
neither cards nor points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

import highspy
import numpy as np

from oracle import rows, worth
from rummy_lab.core.cards import JOKER, Card, joker_as, joker_in_set, natural
from rummy_lab.core.rules import RuleSet

# What a slot holds: a natural (rank, suit), or a joker (rank, suit) where the suit is "" in a set.
Slot = tuple[bool, int, str]


@dataclass(frozen=True)
class Column:
    """A meld: its slots, what it is worth in points."""

    slots: tuple[Slot, ...]
    points: int


def legal_mask(rules: RuleSet, mask: Sequence[bool], *, run: bool, whole: bool = False) -> bool:
    """Whether jokers may stand at these places of a meld (in order, where it is a run; `whole`: a closed circle)."""
    jokers, size = sum(mask), len(mask)
    most = rules.melds.max_jokers
    if jokers == size or (most is not None and jokers > (size - jokers if most == "half" else most)):
        return False
    if run and not rules.melds.adjacent_jokers:
        ring = [*mask, mask[0]] if whole else mask
        return not any(one and two for one, two in pairwise(ring))
    return True


def run_points(rules: RuleSet, row: Sequence[int]) -> int:
    """What a run of these ranks is worth."""
    low = tuple(row[:2]) == (1, 2)
    return sum(worth(rules, rank, low=low and not at) for at, rank in enumerate(row))


@lru_cache(64)
def run_masks(rules: RuleSet) -> tuple[tuple[tuple[int, ...], tuple[bool, ...], int], ...]:
    """Every run that cannot be cut: its ranks, where jokers stand, its points."""
    least, top = rules.melds.min_run, rules.pack.ranks
    found = []
    for row in sorted(rows(rules)):
        size = len(row)
        points = run_points(rules, row)
        for count in range(min(rules.pack.jokers, size - 1) + 1):
            if size >= 2 * least and count < least and rules.melds.max_jokers != "half" and not rules.melds.wrap:
                continue  # it can be cut
            for places in combinations(range(size), count):
                mask = tuple(at in places for at in range(size))
                whole = rules.melds.wrap and size == top
                if not legal_mask(rules, mask, run=True, whole=whole):
                    continue
                if not any(
                    legal_mask(rules, mask[:cut], run=True)
                    and legal_mask(rules, mask[cut:], run=True)
                    and run_points(rules, row[:cut]) + run_points(rules, row[cut:]) == points
                    for cut in range(least, size - least + 1)
                ):
                    found.append((row, mask, points))
    return tuple(found)


def columns(rules: RuleSet, naturals: Iterable[tuple[int, str]], jokers: int) -> list[Column]:
    """The melds that these naturals and this many jokers can make."""
    there = set(naturals)
    found = [
        Column(tuple((wild, rank, suit) for rank, wild in zip(row, mask, strict=True)), points)
        for suit in rules.pack.suits
        for row, mask, points in run_masks(rules)
        if sum(mask) <= jokers and all(wild or (rank, suit) in there for rank, wild in zip(row, mask, strict=True))
    ]
    for rank in range(1, rules.pack.ranks + 1):
        suits = [suit for suit in rules.pack.suits if (rank, suit) in there]
        for size in rules.melds.set_sizes:
            for wild in range(min(jokers, size - 1) + 1):
                if legal_mask(rules, [True] * wild + [False] * (size - wild), run=False):
                    points = size * worth(rules, rank, low=False)
                    found += [
                        Column((*((False, rank, suit) for suit in chosen), *[(True, rank, "")] * wild), points)
                        for chosen in combinations(suits, size - wild)
                    ]
    return found


def weight(rules: RuleSet, objective: str, card: Card) -> int:
    """What laying this card of the hand is worth; `points` are counted by meld."""
    if objective == "cards":
        return 1
    if objective == "points":
        return 0
    if card.joker:
        return rules.scoring.joker_penalty
    if card.rank == 1:
        return rules.scoring.ace_penalty
    return card.rank if rules.pack.suits == "rygb" else min(card.rank, 10)


def slot(card: Card) -> Slot:
    """A card as a slot of a meld."""
    return card.joker, card.rank, card.suit


def programme(
    rules: RuleSet, must: Sequence[Card], may: Sequence[Card], keep: Sequence[Card], objective: str
) -> int | None:
    """The most that can be reached: cards laid, penalty laid, or points of all melds; None where `must` cannot lie."""
    needed, free = Counter(must), Counter(may)
    faces = sorted({card for card in (*must, *may) if not card.joker})
    jokers = needed[JOKER] + free[JOKER] + len(keep)
    melds = columns(rules, ((card.rank, card.suit) for card in faces), jokers)
    anchors = sorted(set(keep))
    row_of: dict[Slot, int] = {slot(card): at for at, card in enumerate((*faces, *anchors))}
    rows_count = len(row_of) + 1
    last = rows_count - 1
    costs, upper, start, index, value = [], [], [], [], []
    for meld in melds:
        start.append(len(index))
        held = Counter(row_of[one] for one in meld.slots if one in row_of)
        held[last] = sum(one[0] for one in meld.slots)
        index += [row for row, count in held.items() if count]
        value += [count for count in held.values() if count]
        costs.append(meld.points if objective == "points" else 0)
        upper.append(rules.pack.copies + rules.pack.jokers)
    for card, row in (*((face, row_of[slot(face)]) for face in faces), (JOKER, last)):
        start.append(len(index))
        index.append(row)
        value.append(-1)
        costs.append(weight(rules, objective, card))
        upper.append(free[card])
    low = [needed[face] for face in faces] + [Counter(keep)[one] for one in anchors] + [needed[JOKER] + len(keep)]
    high = [needed[face] for face in faces] + [jokers] * len(anchors) + [needed[JOKER] + len(keep)]
    return solved(costs, upper, (low, high), (start, index, value))


def solved(costs, upper, bounds, matrix) -> int | None:
    """The greatest value of an integer programme, by HiGHS."""
    start, index, value = matrix
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = len(costs), len(bounds[0])
    lp.sense_ = highspy.ObjSense.kMaximize
    lp.col_cost_, lp.col_lower_, lp.col_upper_ = np.array(costs, float), np.zeros(len(costs)), np.array(upper, float)
    lp.row_lower_, lp.row_upper_ = (np.array(bound, float) for bound in bounds)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    lp.a_matrix_.start_, lp.a_matrix_.index_ = np.array([*start, len(index)]), np.array(index)
    lp.a_matrix_.value_ = np.array(value, float)
    lp.integrality_ = [highspy.HighsVarType.kInteger] * len(costs)
    solver = highspy.Highs()
    for option, setting in (("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0)):
        solver.setOptionValue(option, setting)
    solver.passModel(lp)
    solver.run()
    status = solver.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        # Its presolve once called a model infeasible whose solution lay on the table: only a second opinion counts.
        solver.clearSolver()
        solver.setOptionValue("presolve", "off")
        solver.run()
        status = solver.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return None
    assert status == highspy.HighsModelStatus.kOptimal, status
    return round(solver.getInfo().objective_function_value)


def every_meld(rules: RuleSet, cards: Counter[Card], jokers: int) -> list[tuple[Card, ...]]:
    """Every meld of these naturals and so many jokers, long ones too."""
    found = []
    suits, top = rules.pack.suits, rules.top
    for suit in suits:
        for row in sorted(rows(rules)):
            places = [natural(rank, suit) for rank in row]
            for count in range(min(jokers, len(row) - 1) + 1):
                for wild in combinations(range(len(row)), count):
                    mask = [at in wild for at in range(len(row))]
                    if legal_mask(rules, mask, run=True, whole=rules.melds.wrap and len(row) == top) and all(
                        joker or cards[place] for joker, place in zip(mask, places, strict=True)
                    ):
                        found.append(tuple(joker_as(p) if joker else p for joker, p in zip(mask, places, strict=True)))
    for rank in range(1, top + 1):
        for size in rules.melds.set_sizes:
            for count in range(min(jokers, size - 1) + 1):
                if not legal_mask(rules, [at < count for at in range(size)], run=False):
                    continue
                for chosen in combinations(
                    [natural(rank, suit) for suit in suits if cards[natural(rank, suit)]], size - count
                ):
                    rest = [joker_as(natural(rank, suit)) for suit in suits if natural(rank, suit) not in chosen]
                    named = rules.joker.set_release == "declared"
                    wilds = combinations(rest, count) if named else [(joker_in_set(rank, suits),) * count]
                    found += [(*chosen, *wild) for wild in wilds]
    return found


def final_tables(
    rules: RuleSet, must: Counter[Card], may: Counter[Card], jokers: int, most: int = 40_000
) -> list[tuple[tuple[Card, ...], ...]] | None:
    """Every table of the cards of `must`, any of `may` and at most so many jokers; None where there are too many."""
    melds = every_meld(rules, must + may, jokers)
    shapes = [(meld, Counter(card for card in meld if not card.joker), sum(c.joker for c in meld)) for meld in melds]
    found: dict[tuple[tuple[Card, ...], ...], None] = {}

    def place(left: Counter[Card], owed: Counter[Card], wild: int, laid: tuple[tuple[Card, ...], ...]) -> bool:
        first = min(left, default=None)
        if first is None:
            found[tuple(sorted(laid))] = None
            return len(found) <= most
        for meld, naturals, count in shapes:
            fits = first in naturals and count <= wild and naturals <= left
            if fits and not place(left - naturals, owed - naturals, wild - count, (*laid, meld)):
                return False
        if owed[first] or left[first] <= 0:
            return True
        rest = Counter(left)
        del rest[first]
        return place(rest, owed, wild, laid)

    return list(found) if place(must + may, must, jokers, ()) else None
