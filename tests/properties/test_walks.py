"""The laws of the game on random walks under drawn rule sets, by moves of `steps` alone."""

from collections import Counter
from random import Random

import pytest

import rummy_lab as rl
from properties import laws
from properties.walks import TOGETHER, Walk, asked, conserved, laid_out, late
from rummy_lab.core.rules import RuleSet, field_specs
from rummy_lab.core.state import State
from strategies import random_rules, values_of

SLOW = 500


def walk_through(rules: RuleSet, seed: int, share: float, start: State | None = None) -> Walk:
    """A whole deal, with all laws looked at in a share of its positions."""
    rng = Random(f"{rules.name} {seed}")
    least, most = rules.deal.seats
    walk = Walk(start or rl.deal(rules, rng.randint(least, min(most, max(least, 4))), seed, 3), rng)
    conserved(walk.start)
    for step in walk:
        conserved(step.after)
        laws.undone(step.before, step.after)
        if rng.random() < share:
            laws.all_at(step.before, step.steps, rng)
    laws.replays(walk.start, walk.turns, walk.ends)
    final = walk.final
    assert walk.start.base.turns + len(walk.turns) == final.base.turns <= rules.ending.max_turns
    assert list(rl.steps(final, exists=asked(rules))) == []
    assert [v.code for v in rl.check(final, "draw")] == ["DEAL_OVER"]
    laws.text_is_read_back(final)
    outcome = rl.outcome(final)
    assert outcome.how == final.over.how
    if outcome.how == "out":
        (winner,) = outcome.winners
        assert outcome.hands[winner] == ()
    assert None not in rl.settle(outcome, rules).values()
    return walk


@pytest.mark.parametrize("number", [*range(8), *range(100, 116)])
def test_walks_under_drawn_rules(number):
    rules = random_rules(Random(number), number)
    shorter = rules.vary(ending__max_turns=50, deal__hand=min(rules.deal.hand, 10))
    walk_through(shorter, number, share=0.06)


@pytest.mark.parametrize("name", TOGETHER)
def test_walks_under_rules_that_seldom_go_together(name):
    rules = rl.rule_set(name).vary(ending__max_turns=50)
    players = max(2, rules.deal.seats[0])
    walk_through(rules, 11, share=0.08, start=rl.deal(rules, players, 11, 3))
    for seed in range(2):
        walk_through(rules, seed, share=0.04, start=laid_out(rules, players, seed))


@pytest.mark.slow
def test_many_walks_see_every_value_of_every_field():
    """Each value that has a name, each number of a range of up to a hundred, of wider ranges the ends and many more."""
    seen = {field: Counter() for field in field_specs()}
    for number in range(SLOW):
        rules = random_rules(Random(number), number)
        for field, value in rules.values().items():
            seen[field][value] += 1
        players = rules.deal.seats[number % 2] if rules.deal.hand < 9 else rules.deal.seats[0]
        start = rl.deal(rules, players, number, 3)
        walk_through(rules, number, share=0.02, start=start if number % 8 == 0 else late(start))
        walk_through(rules, number, share=0.02, start=laid_out(rules, players, number))
    for field, values in seen.items():
        possible = values_of(field)
        missing = set(possible) - set(values)
        if len(possible) > 105:
            spec = field_specs()[field]
            assert {*spec.values, spec.low, spec.high} <= set(values), field
            assert len(values) > 100, field
        else:
            assert not missing, f"no walk had {field} = {missing}"
