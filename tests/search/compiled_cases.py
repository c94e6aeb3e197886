"""Drawn tasks for the search, solved one way or another; run as a script it prints what was found."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import rummy_lab as rl
from rummy_lab.core.cards import JOKER, joker_as, joker_in_set, natural
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet
from rummy_lab.search.solver import Budget, OutOfNodes, Task
from rummy_lab.search.tables import shape
from rummy_lab.search.tasks import make_task
from search.drawn import drawn_rules, drawn_table, drawn_task
from search.oracles import Column

CASES = Path(__file__)
OBJECTIVES = ("cards", "penalty", "points")
NODES = 50_000


def child(*arguments, **environment):
    """What another Python says."""
    paths = os.pathsep.join(map(str, (CASES.parents[2], CASES.parents[1])))
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": paths, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, done.stderr


def meld_of(rules: RuleSet, column: Column) -> Meld:
    """A drawn meld, its jokers with what they stand for."""
    suits = rules.pack.suits
    return Meld(
        tuple(
            natural(rank, suit) if not wild else joker_as(natural(rank, suit)) if suit else joker_in_set(rank, suits)
            for wild, rank, suit in column.slots
        )
    )


def grown_task(rng: Random, rules: RuleSet, objective: str) -> Task:
    """A task in which some melds of the table stay and may grow."""
    melds, left = drawn_table(rng, rules, rng.choice((6, 15, 30)))
    stay = [rng.random() < 0.6 for _ in melds]
    hosts = [meld_of(rules, meld) for meld, stays in zip(melds, stay, strict=True) if stays]
    must = [
        JOKER if wild else natural(rank, suit)
        for meld, stays in zip(melds, stay, strict=True)
        if not stays
        for wild, rank, suit in meld.slots
    ]
    rest = sorted(left.elements())
    hand = rng.sample(rest, min(len(rest), rng.choice((5, 10, 14))))
    return make_task(rules, shape(rules), must, hand, (), objective, hosts)


def tasks(start: int, stop: int) -> Iterator[Task]:
    """The drawn tasks of these numbers."""
    for number in range(start, stop):
        rng = Random(f"compiled {number}")
        game, objective = rl.rule_set(("schmidt", "rummy40")[number % 2]), rng.choice(OBJECTIVES)
        rules = drawn_rules(rng, game, plain=True)
        while shape(rules) is None:
            rules = drawn_rules(rng, game, plain=True)
        if rng.random() < 0.3:
            yield grown_task(rng, rules, objective)
            continue
        drawn = drawn_task(rng, rules)
        task = make_task(rules, shape(rules), drawn.must, drawn.may, drawn.keep, objective)
        yield replace(task, exact_jokers=rng.random() < 0.2)


def outcome(solve, task: Task):
    """What a search says, and how many nodes it leaves of those it may visit."""
    budget = Budget(NODES)
    try:
        return solve(task, budget), budget.left
    except OutOfNodes as stop:
        return stop.bound, budget.left


if __name__ == "__main__":
    from rummy_lab.search import compiled

    for one in tasks(int(sys.argv[1]), int(sys.argv[2])):
        print(outcome(compiled.solve, one))
