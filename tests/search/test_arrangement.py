"""The best arrangement of a bag of cards, compared with an integer programme."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

import rummy_lab as rl
from oracle import C, meld_values
from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.rules import RuleSet
from rummy_lab.search.arranging import Arrangement, best_arrangement
from search.oracles import Drawn, drawn_rules, drawn_task, programme, weight

POSITIONS = json.loads((Path(__file__).parents[1] / "data" / "solver_positions.json").read_text())["positions"]
FREE = RuleSet.of("rummikub")
GOALS = {
    "optimal_tiles": ("cards", FREE),
    "optimal_value": ("penalty", FREE.vary(scoring__joker_penalty=25)),
    "optimal_value_j0": ("penalty", FREE.vary(scoring__joker_penalty=0)),
}
OBJECTIVES = ("cards", "penalty", "points")


def reached(task: Drawn, found: Arrangement, objective: str) -> int:
    """What an arrangement reaches, counted from its melds alone after seeing that it is one."""
    rules = task.rules
    faces: Counter[Card] = Counter()
    stands: Counter[Card] = Counter()
    points = 0
    for meld in found.melds:
        values = meld_values(rules, tuple(C(c.rank, c.suit, c.joker) for c in meld.slots))
        assert meld.points(rules) in values, f"{meld} is no meld under {rules}"
        points += meld.points(rules)
        faces.update(JOKER if card.joker else card for card in meld.slots)
        stands.update(card for card in meld.jokers)
    must = Counter(JOKER if card.joker else card for card in (*task.must, *task.keep))
    assert must <= faces <= must + Counter(task.may), (task, found)
    for joker, count in Counter(task.keep).items():
        in_sets = sum(stands[one] for one in stands if one.rank == joker.rank) if not joker.suit else 0
        assert max(stands[joker], in_sets) >= count, (task, found)
    laid = faces - must
    assert found.cards_laid == laid.total()
    left = Counter(task.may) - laid
    assert found.penalty_left == sum(weight(rules, "penalty", card) for card in left.elements())
    assert found.proved
    return points if objective == "points" else sum(weight(rules, objective, card) for card in laid.elements())


def compare(task: Drawn, objective: str) -> None:
    found = best_arrangement(task.rules, task.must, task.may, objective, task.keep)
    known = programme(task.rules, task.must, task.may, task.keep, objective)
    got = None if found is None else reached(task, found, objective)
    must, may, keep = (" ".join(map(str, bag)) for bag in (task.must, task.may, task.keep))
    said = f"best_arrangement({task.rules.name!r}, {must!r}, {may!r}, {objective!r}, {keep!r})"
    assert got == known, f"{said}: {got}, should be {known}"


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("at", range(len(POSITIONS)))
def test_positions_with_proved_optima(at: int, goal: str) -> None:
    objective, rules = GOALS[goal]
    table = [Card(text) for meld in POSITIONS[at]["table"] for text in meld]
    hand = [Card(text) for text in POSITIONS[at]["rack"]]
    task = Drawn(rules, tuple(table), tuple(hand), ())
    found = best_arrangement(rules, table, hand, objective)
    assert found is not None
    assert reached(task, found, objective) == POSITIONS[at][goal]


@pytest.mark.parametrize("game", ["schmidt", "rummy40"])
@pytest.mark.parametrize("number", range(100))
def test_drawn_tasks(game: str, number: int) -> None:
    rng = Random(f"{game} {number}")
    task = drawn_task(rng, drawn_rules(rng, rl.rule_set(game)))
    compare(task, OBJECTIVES[number % 3])
