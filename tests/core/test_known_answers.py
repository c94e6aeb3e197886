"""The deck and the shuffler against numbers known from elsewhere (tests/data/known_answers.json).

Counts are exact; probabilities are met within four standard errors on a fixed seed.
"""

import json
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, sqrt
from pathlib import Path

import pytest

import rummy_lab as rl
from rummy_lab.core.cards import JOKER
from rummy_lab.core.deal import shuffled_pack
from rummy_lab.core.judge import kind
from rummy_lab.core.scoring import hand_penalty
from rummy_lab.core.steps import whole_melds
from strategies import whole_pack

KNOWN = json.loads((Path(__file__).parents[1] / "data" / "known_answers.json").read_text())
GAMES = {"schmidt": rl.SCHMIDT, "rummy40": rl.RUMMY40}
HANDS = 5000


def natural_melds(rules):
    """Every meld of naturals that the pack allows."""
    return set(whole_melds(rules, {card for card in whole_pack(rules) if not card.joker}))


@pytest.mark.parametrize("game", GAMES)
def test_how_many_natural_melds_there_are(game):
    rules, counts = GAMES[game], KNOWN["counts"]
    kinds = Counter(kind(rules, meld) for meld in natural_melds(rules))
    assert kinds == {"set": counts["groups"], "run": counts["runs_3_to_13"]}
    runs = [meld for meld in natural_melds(rules) if kind(rules, meld) == "run"]
    assert sum(len(meld) <= 5 for meld in runs) == counts["runs_3_to_5"]
    assert len(natural_melds(rules)) == counts["natural_melds"]


def test_with_the_ace_at_both_ends_there_are_308_runs():
    rules = rl.RUMMY40.vary(pack__ace="both")
    assert sum(kind(rules, meld) == "run" for meld in natural_melds(rules)) == 308


def test_C_5_the_pips_of_the_packs():
    for rules, total in ((rl.SCHMIDT, 778), (rl.RUMMY40, 790)):
        assert len(whole_pack(rules)) == 106
        assert hand_penalty(tuple(whole_pack(rules)), rules) == total


class Evaluator:
    """The most points that disjoint melds of a small hand are worth; it knows melds from the referee alone."""

    def __init__(self, rules):
        self.rules = rules
        self.one = cache(self._one)

    def _one(self, cards):
        found = rl.readings(self.rules, cards)
        return found[0].points(self.rules) if found else 0

    def best(self, cards):
        """Of three or four cards in pack order: one meld of all, or one of all but one."""
        found = self.one(cards)
        if len(cards) == 4:
            found = max(found, *(self.one(cards[:at] + cards[at + 1 :]) for at in range(4)))
        return found

    def may_be_worth(self, cards):
        """Whether some three cards could be one meld: one suit or one rank, jokers apart."""
        naturals = [card for card in cards if not card.joker]
        need = 3 - (len(cards) - len(naturals))
        suits, ranks = Counter(card.suit for card in naturals), Counter(card.rank for card in naturals)
        return max([*suits.values(), *ranks.values(), 0]) >= need


@pytest.mark.parametrize(("game", "size"), [("schmidt", 3), ("rummy40", 3), ("schmidt", 4)])
def test_all_hands_of_three_and_four_cards(game, size):
    known = KNOWN["enumerated"][f"{game}_full_deck_{size}_cards"]
    rules, evaluate = GAMES[game], Evaluator(GAMES[game])
    there = Counter(whole_pack(rules))
    faces = sorted(there)
    hands = with_a_meld = can_open = total = 0
    for cards in combinations_with_replacement(faces, size):
        ways = 1
        for card, count in Counter(cards).items():
            ways *= comb(there[card], count)
        if not ways:
            continue
        hands += ways
        if evaluate.may_be_worth(cards) and (points := evaluate.best(cards)):
            with_a_meld += ways
            total += ways * points
            can_open += ways * (points >= known["threshold"])
    assert {"hands": hands, "with_a_meld": with_a_meld, "can_open": can_open, "sum_of_best_points": total} == {
        name: known[name] for name in ("hands", "with_a_meld", "can_open", "sum_of_best_points")
    }


def dealt(rules, how_many):
    """The first hand of each deal under one seed."""
    size = rules.deal.hand
    return [shuffled_pack(rules, 20240131, number)[:size] for number in range(how_many)]


@pytest.fixture(scope="module", params=list(GAMES))
def sample(request):
    rules = GAMES[request.param]
    return rules, dealt(rules, HANDS), KNOWN[request.param]["exact"][f"n={rules.deal.hand}"]


def within(hits, n, p):
    """Whether the share of hits is within four standard errors of p."""
    return abs(hits / n - p) < 4 * sqrt(p * (1 - p) / n)


def test_how_often_a_hand_has_no_one_or_two_jokers(sample):
    rules, hands, known = sample
    jokers = Counter(hand.count(JOKER) for hand in hands)
    for count, exact in enumerate(known["jokers_0_1_2"]):
        assert Fraction(exact["exact"]) == Fraction(
            comb(2, count) * comb(104, rules.deal.hand - count), comb(106, rules.deal.hand)
        )
        assert within(jokers[count], len(hands), exact["p"])


def test_what_an_untouched_hand_costs(sample):
    rules, hands, _ = sample
    costs = [hand_penalty(hand, rules) for hand in hands]
    exact = KNOWN[rules.name]["exact"]["untouched_hand_penalty_points"]
    mean = sum(costs) / len(costs)
    deviations = [(cost - exact["mean"]) ** 2 for cost in costs]
    variance = sum(deviations) / len(costs)
    assert abs(mean - exact["mean"]) < 4 * exact["sd"] / sqrt(len(costs))
    spread = sqrt(sum((one - variance) ** 2 for one in deviations)) / len(costs)
    assert abs(variance - exact["variance"]) < 4 * spread


def test_how_often_a_hand_holds_a_meld(sample):
    rules, hands, known = sample
    some = hands[:2500]
    natural_sets = natural_runs = either = natural = 0
    for hand in some:
        kinds = {kind(rules, meld) for meld in whole_melds(rules, (card for card in hand if not card.joker))}
        natural_sets += "set" in kinds
        natural_runs += "run" in kinds
        natural += bool(kinds)
        either += bool(kinds) or next(whole_melds(rules, hand), None) is not None
    assert within(natural_sets, len(some), known["natural_group"]["p"])
    assert within(natural_runs, len(some), known["natural_run"]["p"])
    assert within(natural, len(some), known["natural_meld"]["p"])
    assert within(either, len(some), known["meld_with_jokers"]["p"])


def can_open(rules, hand):
    """Whether disjoint melds of the hand reach the opening: tried meld by meld, dearest first."""
    melds = sorted(
        {(Counter(JOKER if card.joker else card for card in meld.slots).items().__str__(), meld.points(rules)): meld
         for meld in whole_melds(rules, hand)}.values(),
        key=lambda meld: -meld.points(rules),
    )  # fmt: skip
    parts = [(Counter(JOKER if card.joker else card for card in meld.slots), meld.points(rules)) for meld in melds]

    def reach(at, left, need):
        if need <= 0:
            return True
        for next_at in range(at, len(parts)):
            cards, points = parts[next_at]
            if points < need and left.total() < 6:
                return False
            if cards <= left and reach(next_at, left - cards, need - points):
                return True
        return False

    return reach(0, Counter(hand), rules.opening.points)


@pytest.mark.parametrize("game", GAMES)
def test_how_often_a_hand_can_open(game):
    rules = GAMES[game]
    known = KNOWN[game]["exact_open"][f"n={rules.deal.hand} as dealt"]
    hands = [hand for hand in dealt(rules, 800) if hand.count(JOKER) < 2]
    one = [hand for hand in hands if JOKER in hand]
    none = [hand for hand in hands if JOKER not in hand]
    for some, exact in (
        (none, known["can_open_given_0_1_2_jokers"][0]),
        (one, known["can_open_given_0_1_2_jokers"][1]),
    ):
        assert within(sum(can_open(rules, hand) for hand in some), len(some), exact["p"])


@pytest.mark.parametrize(("jokers", "least"), [(0, 32), (1, 30), (2, 29)])
def test_the_least_total_of_thirteen_melded_cards(jokers, least):
    """Going Rummy does not imply an opening of 40 (rules.md, section 10)."""
    low = [card for card in whole_pack(rl.RUMMY40) if not card.joker and 2 <= card.rank <= 5] + [JOKER] * jokers
    worth = {}
    for meld in whole_melds(rl.RUMMY40, low):
        used = tuple(JOKER if card.joker else card for card in meld.slots)
        worth[used] = min(meld.points(rl.RUMMY40), worth.get(used, 99))
    melds = [(points, Counter(cards)) for cards, points in worth.items() if len(cards) <= 7]
    best = [40]

    def lay(at, left, size, total):
        if size == 0:
            best[0] = min(best[0], total)
        for next_at in range(at, len(melds)):
            points, cards = melds[next_at]
            rest = size - cards.total()
            if rest >= 0 and rest not in (1, 2) and total + points + 2 * rest < best[0] and cards <= left:
                lay(next_at, left - cards, rest, total + points)

    melds.sort(key=lambda one: one[0] / one[1].total())
    lay(0, Counter(low), 13, 0)
    assert best[0] == least
