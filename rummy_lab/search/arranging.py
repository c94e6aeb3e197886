"""The best way to lay cards: bags of cards in, melds out (the search itself is in `solver`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from rummy_lab.core.cards import JOKER, Card, natural, read_cards
from rummy_lab.core.errors import RummyError, shown
from rummy_lab.core.judge import is_set_like, judge_meld
from rummy_lab.core.melds import Meld, card_points
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.scoring import card_penalty
from rummy_lab.search.composing import Composer, column_of
from rummy_lab.search.engines import Engine, solver_of
from rummy_lab.search.general import general_arrangement
from rummy_lab.search.solver import ENDLESS, NONE, Budget, OutOfNodes, Task, fits
from rummy_lab.search.tables import Shape, Vector, shape

Objective = Literal["cards", "points", "penalty", "out"]
OBJECTIVES: tuple[Objective, ...] = ("cards", "points", "penalty", "out")


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Melds that hold all cards that must lie and as much as possible of those that may.

    Attributes:
        melds: the melds, in canonical order.
        cards_laid: how many of the cards that may lie were laid.
        points_laid: what the melds are worth less what the cards that must lie are worth by themselves, in points.
        penalty_left: what the cards left out would cost, in points.
        proved: whether it is known to be the best. False when a node budget ran out before: the numbers are then
            bounds that no arrangement can beat, and there are no melds.

    >>> found = best_arrangement("schmidt", may="8r 8y 8g 13b")
    >>> found.melds, found.cards_laid, found.points_laid, found.penalty_left, found.proved
    (([8r 8y 8g],), 3, 24, 13, True)
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
    engine: Engine = "plain",
) -> Arrangement | None:
    """The best arrangement of a bag of cards, or None when those that must lie cannot.

    Args:
        rules: a rule set or its name.
        must: cards, or their text, that have to lie; a `*` among them is free to move.
        may: cards of which as much as possible is laid.
        objective: most `cards`, most `points` of the melds, least `penalty` left; `out` lays all of `may` where that
            can be done and else does as `penalty`.
        keep: stand-ins that have to stay, as `*6r` and `*8?`.
        nodes: bounds the search; the answer then says whether it is proved.
        engine: `plain` or `compiled`, which wants numba and is for many positions. Both find the same.

    Raises RummyError for an objective that there is not, and NotationError for a text that holds no cards.

    Source: exact, rank by rank with an automaton of the open runs and a budget of what stays behind (DESIGN.md,
    "Search"); the task is that of den Hertog and Hulshof, Solving Rummikub problems by integer linear programming (The
    Computer Journal 49, 2006).

    >>> found = best_arrangement("schmidt", must="2g 3g 4g 5g", may="6g 2y 2b 9r")
    >>> sorted(map(str, found.melds)), found.cards_laid
    (['[2y 2g 2b]', '[3g 4g 5g 6g]'], 3)
    """
    if objective not in OBJECTIVES:
        raise RummyError(
            "no objective {objective}; there are {objectives}",
            objective=shown(objective),
            objectives=", ".join(OBJECTIVES),
        )
    solver_of(engine)
    known = RuleSet.of(rules)
    bags = (as_cards(must), as_cards(may), as_cards(keep))
    return arranged(known, *bags, objective, None if nodes is None else Budget(nodes), engine)


def arranged(
    rules: RuleSet,
    must: tuple[Card, ...],
    may: tuple[Card, ...],
    keep: tuple[Card, ...],
    objective: Objective,
    budget: Budget | None,
    engine: Engine = "plain",
) -> Arrangement | None:
    """As `best_arrangement`, with a budget that may serve several searches."""
    form, bags = shape(rules), (must, may, keep)
    if objective == "out":
        whole = _arranged(rules, form, *bags, "cards", budget, engine=engine)
        if whole is not None and whole.cards_laid == len(bags[1]):
            return whole
        objective = "penalty"
    return _arranged(rules, form, *bags, objective, budget, engine=engine)


def _arranged(
    rules: RuleSet,
    form: Shape | None,
    must: tuple[Card, ...],
    may: tuple[Card, ...],
    keep: tuple[Card, ...],
    objective: Objective,
    budget: Budget | None,
    *,
    hosts: Sequence[Meld] = (),
    most: int = ENDLESS,
    engine: Engine = "plain",
) -> Arrangement | None:
    jokers = sum(card.joker for card in (*must, *may))
    if form is None or not _is_expressed(form, keep, jokers, objective):
        return _in_general(rules, must, may, keep, objective, budget)
    task = make_task(rules, form, must, may, keep, objective, hosts)
    if not fits(task):
        return None if hosts else _in_general(rules, must, may, keep, objective, budget)
    try:
        found, melds = _composed(rules, task, hosts, budget, most, engine)
        lone = melds is not None and any(not meld.naturals for meld in melds)
        if found and (lone or (melds is None and jokers >= form.least)):
            # The automaton does not see whether a run has a natural.
            return None if hosts else _in_general(rules, must, may, keep, objective, budget)
        if found and melds is None:
            _, melds = _composed(rules, replace(task, exact_jokers=True), hosts, budget, most, engine)
    except OutOfNodes as stop:
        return _bound(rules, may, objective, stop.bound)
    if melds is None:
        return None
    lying = [JOKER if card.joker else card for meld in hosts for card in meld.slots]
    return _told(rules, melds, (*must, *lying), may, keep)


def _composed(
    rules: RuleSet, task: Task, hosts: Sequence[Meld], budget: Budget | None, most: int, engine: Engine
) -> tuple[bool, list[Meld] | None]:
    """Whether there is a solution, and its melds where spare jokers can be attached to them."""
    solved = solver_of(engine)(task, budget, most)
    return solved is not None, None if solved is None else Composer(rules, task, hosts).melds(solved[1])


def relaxed_points(rules: RuleSet, hand: tuple[Card, ...], budget: Budget | None) -> tuple[int, bool] | None:
    """What the melds of a hand are worth at most, in points, and whether they can be worth that.

    A run of jokers alone counts here, which is no meld. None where the automaton cannot tell; raises OutOfNodes.
    """
    form = shape(rules)
    if form is None:
        return None
    task = make_task(rules, form, (), hand, (), "points")
    if not fits(task):
        return None
    _, melds = _composed(rules, task, (), budget, ENDLESS, "plain")
    if melds is None:
        return None
    return sum(meld.points(rules) for meld in melds), all(meld.naturals for meld in melds)


def _is_expressed(form: Shape, keep: Sequence[Card], jokers: int, objective: Objective) -> bool:
    """Whether the automaton can tell these bags apart.

    Where every joker has a place of its own it does not see a run of jokers alone, and a kept ace has one end only.
    """
    two_ends = form.both and any(joker.rank == 1 and joker.suit for joker in keep)
    return not two_ends and (objective != "points" or jokers < form.least)


def _in_general(
    rules: RuleSet,
    must: tuple[Card, ...],
    may: tuple[Card, ...],
    keep: tuple[Card, ...],
    objective: Objective,
    budget: Budget | None,
) -> Arrangement | None:
    bound = [(not joker.suit, joker) for joker in keep]
    try:
        melds = general_arrangement(rules, must, may, bound, objective, budget)
    except OutOfNodes as stop:
        return _bound(rules, may, objective, stop.bound)
    return None if melds is None else _told(rules, melds, must, may, keep)


def _bound(rules: RuleSet, may: Sequence[Card], objective: Objective, loss: int) -> Arrangement:
    """No melds, but the best that can be hoped for, when the node budget ran out."""
    if objective == "cards":
        return Arrangement((), len(may) - loss, 0, 0, proved=False)
    least = loss if objective == "penalty" else 0
    dearest = max(card_points(card, rules) for card in may) if may else 0
    return Arrangement(
        (), len(may), sum(_value(rules, card) or max(dearest, rules.top) for card in may), least, proved=False
    )


def grown_arrangement(
    rules: RuleSet,
    hosts: Sequence[Meld],
    must: Iterable[Card],
    may: Iterable[Card],
    objective: Objective,
    keep: Iterable[Card] = (),
    *,
    budget: Budget | None = None,
    most: int = ENDLESS,
    engine: Engine = "plain",
) -> Arrangement | None:
    """The best arrangement in which the hosts stay as they are, or grow at their ends.

    None where there is none that leaves out cards of at most the weight `most`; a host that is no meld cannot stay.
    """
    form = shape(rules)
    if form is None or any(judge_meld(rules, host) for host in hosts):
        return None
    bags = (tuple(must), tuple(may), tuple(keep))
    return _arranged(rules, form, *bags, objective, budget, hosts=hosts, most=most, engine=engine)


def _told(
    rules: RuleSet, melds: Sequence[Meld], must: Sequence[Card], may: Sequence[Card], keep: Sequence[Card]
) -> Arrangement:
    laid = Counter([JOKER if card.joker else card for meld in melds for card in meld.slots])
    laid.subtract([JOKER if card.joker else card for card in (*must, *keep)])
    left = Counter(may) - laid
    value = sum(meld.points(rules) for meld in melds)
    own = sum([_value(rules, card) for card in (*must, *keep)])
    return Arrangement(
        tuple(melds), sum(laid.values()), value - own, sum(card_penalty(card, rules) for card in left.elements())
    )


def _value(rules: RuleSet, card: Card) -> int:
    return 0 if card.bare else card_points(card, rules)


def make_task(
    rules: RuleSet,
    form: Shape,
    must: Sequence[Card],
    may: Sequence[Card],
    keep: Sequence[Card],
    objective: Objective,
    hosts: Sequence[Meld] = (),
) -> Task:
    """The search task of these bags, beside melds that stay and may grow."""
    size, suits = len(form.ranks), rules.pack.suits
    there = [[0] * 4 for _ in range(size)]
    forced = [[0] * 4 for _ in range(size)]
    bound = [[0] * 4 for _ in range(size)]
    weight = [[0] * 4 for _ in range(size)]
    in_sets = [0] * size
    places = _places(rules, form, objective)
    must_jokers = may_jokers = 0
    for card in must:
        if card.joker:
            must_jokers += 1
        else:
            at, suit, weighs = places[card]
            there[at][suit] += 1
            forced[at][suit] += 1
            weight[at][suit] = weighs
    for card in may:
        if card.joker:
            may_jokers += 1
        else:
            at, suit, weighs = places[card]
            there[at][suit] += 1
            weight[at][suit] = weighs
    for card in keep:
        at = form.ranks.index(card.rank)
        if card.suit:
            for rows in (there, forced, bound):
                rows[at][suits.index(card.suit)] += 1
        else:
            in_sets[at] += 1
    slots, closing, opening = _host_places(rules, form, hosts)
    if not hosts:
        _drop_dead(there, forced, in_sets, form, must_jokers + may_jokers)
    return Task(
        form, _rows(there), _rows(forced), _rows(bound), _rows(weight), tuple(in_sets), slots,
        closing, opening, must_jokers + may_jokers, must_jokers,
        1 if objective == "cards" else rules.scoring.joker_penalty, objective == "points",
    )  # fmt: skip


def _host_places(
    rules: RuleSet, form: Shape, hosts: Sequence[Meld]
) -> tuple[tuple[tuple[int, ...], ...], tuple[Vector, ...], tuple[Vector, ...]]:
    """Where melds that stay may grow: sets of three by the suits they lack, runs by their ends."""
    size, suits = len(form.ranks), rules.pack.suits
    slots: list[tuple[int, ...]] = [()] * size
    if not hosts:
        return tuple(slots), (NONE,) * size, (NONE,) * size
    closing = [[0] * 4 for _ in range(size)]
    opening = [[0] * 4 for _ in range(size)]
    for meld in hosts:
        start = column_of(form, meld)
        if not is_set_like(meld.slots):
            suit = suits.index(meld.slots[0].suit)
            closing[start][suit] += 1
            opening[start + len(meld) - 1][suit] += 1
        elif len(meld) + 1 in form.sizes:
            lacking = sum(1 << at for at, suit in enumerate(suits) if all(card.suit != suit for card in meld.slots))
            slots[start] = (*slots[start], lacking)
    return tuple(slots), _rows(closing), _rows(opening)


@lru_cache(64)
def _places(rules: RuleSet, form: Shape, objective: Objective) -> dict[Card, tuple[int, int, int]]:
    """For each natural of the pack its first column, its suit, and the loss when it is left out."""
    found: dict[Card, tuple[int, int, int]] = {}
    for at, rank in reversed([*enumerate(form.ranks)]):
        for place, suit in enumerate(rules.pack.suits):
            card = natural(rank, suit)
            dear = card_penalty(card, rules) if objective == "penalty" else form.set_values[at]
            found[card] = at, place, 1 if objective == "cards" else dear
    return found


def _rows(rows: list[list[int]]) -> tuple[Vector, ...]:
    return tuple((a, b, c, d) for a, b, c, d in rows)


def _drop_dead(there: list[list[int]], forced: list[list[int]], in_sets: list[int], form: Shape, jokers: int) -> None:
    """Take away cards that can be in no meld, to a fixpoint; cards that must lie stay, the search then fails."""
    if form.both:
        return
    size, least = len(there), form.least
    changed = jokers < min(form.sizes[0], least)
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
