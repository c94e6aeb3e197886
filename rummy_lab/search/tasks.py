"""From bags of cards to the task of the search: what lies in each column and suit, what has to lie, what may grow."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from rummy_lab.core.cards import Card, natural
from rummy_lab.core.judge import is_set_like
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.scoring import card_penalty
from rummy_lab.search.composing import column_of
from rummy_lab.search.solver import NONE, Task
from rummy_lab.search.tables import Shape, Vector

Objective = Literal["cards", "points", "penalty", "out"]
OBJECTIVES: tuple[Objective, ...] = ("cards", "points", "penalty", "out")


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
