"""Other ways to the same answers: an integer programme for bags of cards, and drawn tasks to compare on.

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
from random import Random

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
            if size >= 2 * least and count < least and rules.melds.max_jokers != "half":
                continue
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
        return None
    assert status == highspy.HighsModelStatus.kOptimal, status
    return round(solver.getInfo().objective_function_value)


@dataclass(frozen=True)
class Drawn:
    """A task for `best_arrangement`: its bags."""

    rules: RuleSet
    must: tuple[Card, ...]
    may: tuple[Card, ...]
    keep: tuple[Card, ...]


SIZES = ((3,), (4,), (3, 4))


def drawn_rules(rng: Random, base: RuleSet, *, plain: bool = False) -> RuleSet:
    """A rule set of the pack and melds of `base` or, now and then, any; `plain`: without what the automaton lacks."""
    if rng.random() < 0.4:
        return base
    french = base.pack.suits == "cdhs"
    ranks = 13 if french and rng.random() < 0.7 else rng.choice((5, 6, 7, 8, 10, 13))
    changes: dict[str, object] = {
        "pack__copies": rng.choice((1, 2, 2, 3, 4)), "pack__jokers": rng.choice((0, 1, 2, 2, 3, 4, 6)),
        "pack__ranks": ranks, "pack__ace": rng.choice(("low", "high", "both")) if not french or ranks == 13 else "low",
        "melds__min_run": rng.choice((3, 3, 4)), "melds__set_sizes": rng.choice(SIZES),
        "scoring__ace_penalty": rng.choice((1, 11, 15)), "scoring__joker_penalty": rng.choice((0, 15, 25, 50)),
        "deal__hand": 3, "deal__seats": (2, 2),
    }  # fmt: skip
    if not plain:
        changes["melds__wrap"] = changes["pack__ace"] != "both" and rng.random() < 0.3
        changes["melds__max_jokers"] = rng.choice((None, None, 1, 2, "half"))
        changes["melds__adjacent_jokers"] = rng.random() < 0.7
    return base.vary(**changes)


def drawn_table(rng: Random, rules: RuleSet, size: int) -> tuple[list[Column], Counter[Card]]:
    """Melds of about `size` cards, and what is left of the pack."""
    pack = {natural(rank, suit): rules.pack.copies for suit in rules.pack.suits for rank in range(1, rules.top + 1)}
    left = Counter(pack | {JOKER: rules.pack.jokers})
    melds: list[Column] = []
    lines = sorted(rows(rules))
    for _ in range(20 * size):
        if sum(len(meld.slots) for meld in melds) >= size:
            break
        if rng.random() < 0.5:
            suit, row = rng.choice(rules.pack.suits), rng.choice(lines)
            if len(row) > rules.melds.min_run + rng.choice((0, 1, 3, 9)):
                continue
            places, run = [(rank, suit) for rank in row], True
        else:
            rank, count = rng.randrange(1, rules.top + 1), rng.choice(rules.melds.set_sizes)
            places, run = [(rank, suit) for suit in rng.sample(rules.pack.suits, count)], False
        mask = [left[JOKER] > 0 and rng.random() < 0.15 for _ in places]
        whole = rules.melds.wrap and len(places) == rules.top
        cards = [JOKER if wild else natural(*place) for wild, place in zip(mask, places, strict=True)]
        if legal_mask(rules, mask, run=run, whole=run and whole) and Counter(cards) <= left:
            left -= Counter(cards)
            slots = [
                (wild, rank, suit if run or not wild else "") for wild, (rank, suit) in zip(mask, places, strict=True)
            ]
            melds.append(Column(tuple(slots), 0))
    return melds, left


def drawn_task(rng: Random, rules: RuleSet, size: int | None = None) -> Drawn:
    """Melds on the table, whose jokers stay or are free, and a hand; at times the table is no table at all."""
    melds, left = drawn_table(rng, rules, rng.choice((0, 6, 15, 30, 45)) if size is None else size)
    must: list[Card] = []
    keep: list[Card] = []
    for wild, rank, suit in (one for meld in melds for one in meld.slots):
        if not wild:
            must.append(natural(rank, suit))
        elif rng.random() < 0.6:
            keep.append(joker_as(natural(rank, suit)) if suit else joker_in_set(rank, rules.pack.suits))
        else:
            must.append(JOKER)
    rest = [card for card, count in left.items() for _ in range(count)]
    hand = rng.sample(rest, min(len(rest), rng.choice((1, 5, 10, 14, 18))))
    if hand and rng.random() < 0.25:
        must.append(hand.pop())
    return Drawn(rules, tuple(must), tuple(sorted(hand)), tuple(keep))
