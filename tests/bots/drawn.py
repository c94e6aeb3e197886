"""Bots under drawn rule sets."""

from random import Random

import rummy_lab as rl
from properties.walks import late
from rummy_lab.batch import play_from
from strategies import random_rules


def plays_by_the_rules(bot, seed: int, number: int, turns: int) -> None:
    """The end of a deal of nothing but this bot under drawn rules, compulsory play among them."""
    rules = random_rules(Random(seed + number), seed + number).vary(ending__max_turns=50)
    if rules.needs_search:
        # Whether a play exists is asked without a budget: of hands that are large, or grow unopened, it takes minutes.
        hand, jokers, points = min(rules.deal.hand, 7), min(rules.pack.jokers, 1), min(rules.opening.points, 15)
        rules = rules.vary(deal__hand=hand, deal__seats=(2, 2), pack__jokers=jokers, opening__points=points)
        rules = rules.vary(turn__draws=1)
    start = late(rl.deal(rules, rules.deal.seats[0], number, 1), turns)
    record = play_from(start, [bot] * rules.deal.seats[0])
    assert not record.forfeit, (number, record.forfeit)
    assert record.final.over is not None
