"""The best way to lay cards: bags of cards in, melds out (the search itself is in `solver`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rummy_lab.core.cards import JOKER, Card, read_cards
from rummy_lab.core.errors import RummyError, shown
from rummy_lab.core.judge import judge_meld
from rummy_lab.core.melds import Meld, card_points
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.scoring import card_penalty
from rummy_lab.search.composing import Composer
from rummy_lab.search.engines import Engine, solver_of
from rummy_lab.search.general import general_arrangement
from rummy_lab.search.solver import ENDLESS, Budget, OutOfNodes, Task, fits
from rummy_lab.search.tables import Shape, shape
from rummy_lab.search.tasks import OBJECTIVES as OBJECTIVES
from rummy_lab.search.tasks import Objective as Objective
from rummy_lab.search.tasks import make_task


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
