"""Every hand of seven cards of a pack with the numbers 1 to 5, counted against the known answers."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, factorial
from pathlib import Path

import rummy_lab as rl

KNOWN = json.loads((Path(__file__).parents[1] / "data" / "known_answers.json").read_text())
RULES = rl.SCHMIDT.vary(pack__ranks=5, deal__hand=7, deal__seats=(2, 4))
# How often each of the five numbers of one colour is held, 0 to 2 times.
COLOURS = sorted(product(range(3), repeat=5), key=lambda held: (sum(held), held))


def alike(size, least=0, chosen=()):
    """Hands of naturals up to the names of the colours: four colours in rising order."""
    if len(chosen) == 4:
        if not size:
            yield chosen
        return
    for at in range(least, len(COLOURS)):
        if sum(COLOURS[at]) > size:
            return
        yield from alike(size - sum(COLOURS[at]), at, (*chosen, at))


def times(chosen, jokers):
    """How many hands, copies and jokers told apart, such a hand stands for."""
    names = factorial(4)
    for count in Counter(chosen).values():
        names //= factorial(count)
    copies = 1
    for at in chosen:
        for held in COLOURS[at]:
            copies *= comb(2, held)
    return names * copies * comb(RULES.pack.jokers, jokers)


def cards(chosen, jokers):
    held = [
        f"{number}{suit}"
        for suit, at in zip("rygb", chosen, strict=True)
        for number, count in enumerate(COLOURS[at], 1)
        for _ in range(count)
    ]
    return " ".join([*held, *["*"] * jokers])


def test_all_hands_of_seven_cards_of_a_small_pack():
    known = KNOWN["enumerated"]["schmidt_mini_5_hand_7"]
    assert RULES.cards == known["cards"]
    hands = with_a_meld = can_open = points = 0
    for jokers in range(RULES.pack.jokers + 1):
        for chosen in alike(known["hand"] - jokers):
            count = times(chosen, jokers)
            best = rl.best_arrangement(RULES, may=cards(chosen, jokers), objective="points").points_laid
            hands += count
            with_a_meld += count * (best > 0)
            can_open += count * (best >= known["threshold"])
            points += count * best
    assert Fraction(hands) == comb(known["cards"], known["hand"])
    assert (hands, with_a_meld, can_open, points) == tuple(
        known[name] for name in ("hands", "with_a_meld", "can_open", "sum_of_best_points")
    )
