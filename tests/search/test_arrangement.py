"""The best arrangement of a bag of cards, compared with an integer programme."""

import json
from collections import Counter
from itertools import islice
from math import sqrt
from pathlib import Path
from random import Random

import pytest

import rummy_lab as rl
from oracle import C, meld_values
from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.rules import RuleSet
from rummy_lab.search.arranging import Arrangement, best_arrangement
from rummy_lab.search.openings import can_open
from search.drawn import Drawn, drawn_rules, drawn_task, met_in_play, whole_table
from search.oracles import programme, weight

DATA = Path(__file__).parents[1] / "data"
POSITIONS = json.loads((DATA / "solver_positions.json").read_text())["positions"]
ANSWERS = json.loads((DATA / "known_answers.json").read_text())
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


@pytest.mark.slow
@pytest.mark.parametrize("game", ["schmidt", "rummy40"])
@pytest.mark.parametrize("part", range(20))
def test_many_drawn_tasks(game: str, part: int) -> None:
    for number in range(100 * (part + 1), 100 * (part + 2)):
        rng = Random(f"{game} {number}")
        compare(drawn_task(rng, drawn_rules(rng, rl.rule_set(game))), OBJECTIVES[number % 3])


@pytest.mark.slow
@pytest.mark.parametrize("game", ["schmidt", "rummy40"])
def test_positions_met_in_play(game: str) -> None:
    states = islice(met_in_play(rl.rule_set(game), 1_000), 1_000)
    count = 0
    for count, state in enumerate(states, 1):
        compare(whole_table(state, free=count % 2 == 0), OBJECTIVES[count % 3])
    assert count == 1_000


@pytest.mark.parametrize("game", ["schmidt", "rummy40"])
def test_chance_to_open(game: str) -> None:
    """As often as is known, hands as they are dealt hold melds enough to open."""
    rules, known = rl.rule_set(game), ANSWERS[game]["exact_open"]
    chance = next(answer for name, answer in known.items() if name.endswith("as dealt"))["can_open"]["p"]
    size, opened = 1_500, 0
    for number in range(size):
        deal = rl.deal(rules, 2, 7, number)
        found = best_arrangement(rules, may=deal.hands["A"], objective="points")
        assert found is not None
        opens = found.points_laid >= rules.opening.points
        assert rules.has_pile or number >= 300 or can_open(deal) == opens
        opened += opens
    assert abs(opened / size - chance) <= 4 * sqrt(chance * (1 - chance) / size)


def test_a_node_budget_gives_a_bound() -> None:
    for rules in (FREE, FREE.vary(melds__max_jokers=1)):
        task = drawn_task(Random(8), rules, 60)
        whole = best_arrangement(rules, task.must, task.may, "cards", task.keep)
        bound = best_arrangement(rules, task.must, task.may, "cards", task.keep, nodes=2)
        assert whole is not None
        assert whole.proved
        assert bound is not None
        assert not bound.proved
        assert bound.cards_laid >= whole.cards_laid
