"""The best way to lay cards: bags of cards in, melds out (the search itself is in `solver`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rummy_lab.core.cards import JOKER, Card, card_of, joker_as, joker_in_set, natural, read_cards
from rummy_lab.core.errors import RummyError
from rummy_lab.core.judge import heap_of, is_set_like, readings
from rummy_lab.core.melds import Meld, card_points
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.scoring import card_penalty
from rummy_lab.search.solver import NONE, OutOfNodes, Solver, Step, Task
from rummy_lab.search.tables import Shape, Vector, set_ways, shape

Objective = Literal["cards", "points", "penalty", "out"]
OBJECTIVES: tuple[Objective, ...] = ("cards", "points", "penalty", "out")


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Melds that hold all cards that must lie and as much as possible of those that may.

    Attributes:
        cards_laid: how many of the cards that may lie were laid.
        points_laid: what the melds are worth less what the cards that must lie are worth by themselves, in points.
        penalty_left: what the cards left out would cost, in points.
        proved: whether it is known to be the best; False when a node budget ran out before.
    """

    melds: tuple[Meld, ...]
    cards_laid: int
    points_laid: int
    penalty_left: int
    proved: bool = True


def as_cards(cards: Iterable[Card] | str) -> tuple[Card, ...]:
    """Cards from their text or as they are."""
    return read_cards(cards) if isinstance(cards, str) else tuple(cards)


def best_arrangement(
    rules: RuleSet | str,
    must: Iterable[Card] | str = (),
    may: Iterable[Card] | str = (),
    objective: Objective = "cards",
    keep: Iterable[Card] | str = (),
    *,
    nodes: int | None = None,
) -> Arrangement | None:
    """The best arrangement of a bag of cards, or None when those that must lie cannot.

    `must` has to lie (a `*` in it is free to move), `keep` are stand-ins that have to stay (`*6r`, `*8?`), and as
    much as possible of `may` is laid: most `cards`, most `points` of the melds, least `penalty` left; `out` lays all
    of `may` where that can be done and else does as `penalty`. `nodes` bounds the search.

    >>> found = best_arrangement("schmidt", must="2g 3g 4g 5g", may="6g 2y 2b 9r")
    >>> sorted(map(str, found.melds)), found.cards_laid
    (['[2y 2g 2b]', '[3g 4g 5g 6g]'], 3)
    """
    if objective not in OBJECTIVES:
        raise RummyError(f"no objective {objective!r}; there are {', '.join(OBJECTIVES)}")
    known = RuleSet.of(rules)
    form = shape(known)
    bags = (as_cards(must), as_cards(may), as_cards(keep))
    assert form is not None
    if objective == "out":
        whole = _arranged(known, form, *bags, "cards", nodes)
        if whole is not None and whole.cards_laid == len(bags[1]):
            return whole
        objective = "penalty"
    return _arranged(known, form, *bags, objective, nodes)


def _arranged(
    rules: RuleSet,
    form: Shape,
    must: tuple[Card, ...],
    may: tuple[Card, ...],
    keep: tuple[Card, ...],
    objective: Objective,
    nodes: int | None,
) -> Arrangement | None:
    task = make_task(rules, form, must, may, keep, objective)
    solved = Solver(task, nodes).run()
    if solved is None:
        return None
    melds = _melds(rules, task, solved[1])
    if melds is None:
        task = replace(task, exact_jokers=True)
        solved = Solver(task, nodes).run()
        if solved is None:
            return None
        melds = _melds(rules, task, solved[1])
        assert melds is not None
    return _told(rules, melds, must, may, keep)


def _told(
    rules: RuleSet, melds: Sequence[Meld], must: Sequence[Card], may: Sequence[Card], keep: Sequence[Card]
) -> Arrangement:
    laid = Counter(JOKER if card.joker else card for meld in melds for card in meld.slots)
    laid.subtract(JOKER if card.joker else card for card in (*must, *keep))
    left = Counter(may) - laid
    value = sum(meld.points(rules) for meld in melds)
    own = sum(_value(rules, card) for card in (*must, *keep))
    return Arrangement(
        tuple(melds), sum(laid.values()), value - own, sum(card_penalty(card, rules) for card in left.elements())
    )


def _value(rules: RuleSet, card: Card) -> int:
    return 0 if card.bare else card_points(card, rules)


def _columns(form: Shape, card: Card) -> int:
    return form.ranks.index(card.rank)


def make_task(
    rules: RuleSet, form: Shape, must: Sequence[Card], may: Sequence[Card], keep: Sequence[Card], objective: Objective
) -> Task:
    """The search task of these bags."""
    size, suits = len(form.ranks), rules.pack.suits
    there = [[0] * 4 for _ in range(size)]
    forced = [[0] * 4 for _ in range(size)]
    bound = [[0] * 4 for _ in range(size)]
    weight = [[0] * 4 for _ in range(size)]
    in_sets = [0] * size
    for card in (*must, *may):
        if not card.joker:
            at, suit = _columns(form, card), suits.index(card.suit)
            there[at][suit] += 1
            weight[at][suit] = _weight(rules, form, card, objective)
    for card in must:
        if not card.joker:
            forced[_columns(form, card)][suits.index(card.suit)] += 1
    for card in keep:
        at = _columns(form, card)
        if card.suit:
            for rows in (there, forced, bound):
                rows[at][suits.index(card.suit)] += 1
        else:
            in_sets[at] += 1
    must_jokers = sum(card.joker for card in must)
    may_jokers = sum(card.joker for card in may)
    _drop_dead(there, forced, in_sets, form, must_jokers + may_jokers)
    return Task(
        form, _rows(there), _rows(forced), _rows(bound), _rows(weight), tuple(in_sets), ((),) * size,
        (NONE,) * size, (NONE,) * size, must_jokers + may_jokers, must_jokers,
        1 if objective == "cards" else rules.scoring.joker_penalty, objective == "points",
    )  # fmt: skip


def _weight(rules: RuleSet, form: Shape, card: Card, objective: Objective) -> int:
    if objective == "cards":
        return 1
    return card_penalty(card, rules) if objective == "penalty" else form.set_values[_columns(form, card)]


def _rows(rows: list[list[int]]) -> tuple[Vector, ...]:
    return tuple((a, b, c, d) for a, b, c, d in rows)


def _drop_dead(there: list[list[int]], forced: list[list[int]], in_sets: list[int], form: Shape, jokers: int) -> None:
    """Take away cards that can be in no meld, to a fixpoint; cards that must lie stay, the search then fails."""
    if form.both:
        return
    size, least = len(there), form.least
    changed = True
    while changed:
        changed = False
        for at in range(size):
            suits = sum(count > 0 for count in there[at])
            if suits + jokers + in_sets[at] >= form.sizes[0]:
                continue
            for suit in range(4):
                if there[at][suit] > forced[at][suit] and not any(
                    sum(there[step][suit] > 0 for step in range(start, start + least)) + jokers >= least
                    for start in range(max(0, at - least + 1), min(at, size - least) + 1)
                ):
                    there[at][suit] = forced[at][suit]
                    changed = True


class _Run:
    """A run while it is put together: the column it ends at and its slots."""

    __slots__ = ("end", "slots", "start")

    def __init__(self, start: int) -> None:
        self.start = self.end = start
        self.slots: list[Card] = []


def _melds(rules: RuleSet, task: Task, steps: Sequence[Step]) -> list[Meld] | None:
    """The melds that the steps describe, jokers that fill no hole attached; None where they cannot be."""
    form, suits = task.shape, rules.pack.suits
    runs: list[list[_Run]] = [[] for _ in range(4)]
    finished: list[_Run] = []
    sets: list[list[Card]] = []
    used = 0
    for at, step in enumerate(steps):
        rank = form.ranks[at]
        for suit, choice in enumerate(step.choices):
            card = natural(rank, suits[suit])
            cards = [joker_as(card)] * task.bound[at][suit] + [card] * (choice.runs - task.bound[at][suit])
            cards += [joker_as(card)] * choice.jokers
            used += choice.jokers
            going = sorted(runs[suit], key=lambda run: (len(run.slots) >= form.least, -len(run.slots)))
            runs[suit] = []
            for run in going:
                if cards:
                    run.slots.append(cards.pop(0))
                    run.end = at
                    runs[suit].append(run)
                else:
                    finished.append(run)
            for opened in cards:
                run = _Run(at)
                run.slots.append(opened)
                runs[suit].append(run)
        vector = tuple(choice.sets for choice in step.choices)
        held = step.set_jokers
        if any(vector):
            way = set_ways(form.sizes, vector, (), held)[held]
            joker = joker_in_set(rank, suits)
            sets += [[*(natural(rank, suits[suit]) for suit in chosen), *[joker] * wild] for chosen, wild in way]
            used += held - task.bound_in_sets[at]
    finished += [run for suit in runs for run in suit]
    spare = task.jokers - used
    if task.exact_jokers or task.points:
        spare = 0
    if not _attach(rules, form, finished, sets, spare) and (spare > 0):
        return None
    rows = [part for run in finished for part in _cut(run.slots, rules.top, form.least)]
    return [_meld(rules, cards) for cards in (*rows, *sets)]


def _cut(slots: list[Card], top: int, least: int) -> list[list[Card]]:
    """A run from the low ace to the high one holds the ace twice, so it is two runs."""
    if len(slots) <= top:
        return [slots]
    at = next(
        at
        for at in range(least, len(slots) - least + 1)
        if not all(card.joker for card in slots[:at]) and not all(card.joker for card in slots[at:])
    )
    return [slots[:at], slots[at:]]


def _meld(rules: RuleSet, cards: list[Card]) -> Meld:
    """The meld of these slots; where jokers in sets are named, the first names that fit."""
    heap = heap_of(rules, cards)
    if rules.joker.set_release == "declared" and is_set_like(heap.slots) and heap.jokers:
        return readings(rules, [JOKER if card.joker and not card.suit else card for card in heap.slots])[0]
    return heap


def _attach(rules: RuleSet, form: Shape, runs: list[_Run], sets: list[list[Card]], spare: int) -> bool:
    """Put jokers that fill no hole at the ends of runs, into sets with room, or between the halves of a full run."""
    top = rules.top
    for _ in range(spare):
        for run in runs:
            if len(run.slots) < top and run.end + 1 < len(form.ranks):
                run.end += 1
                run.slots.append(_stand_in(run.slots[0], form.ranks[run.end]))
                break
            if len(run.slots) < top and run.start > 0:
                run.start -= 1
                run.slots.insert(0, _stand_in(run.slots[0], form.ranks[run.start]))
                break
            if len(run.slots) >= 2 * form.least:
                upper = _Run(run.start + form.least)
                upper.slots, upper.end = run.slots[form.least :], run.end
                run.slots, run.end = run.slots[: form.least], run.start + form.least - 1
                runs.append(upper)
                run.end += 1
                run.slots.append(_stand_in(run.slots[0], form.ranks[run.end]))
                break
        else:
            room = next((cards for cards in sets if len(cards) + 1 in form.sizes), None)
            if room is None:
                return False
            room.append(joker_in_set(room[0].rank, rules.pack.suits))
    return True


def _stand_in(beside: Card, rank: int) -> Card:
    return joker_as(natural(rank, (card_of(beside) if beside.joker else beside).suit))


__all__ = ["Arrangement", "Objective", "OutOfNodes", "as_cards", "best_arrangement"]
