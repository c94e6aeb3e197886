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
        # Whether a play exists takes its time to tell of hands that are large, or grow unopened.
        hand, jokers, points = min(rules.deal.hand, 7), min(rules.pack.jokers, 1), min(rules.opening.points, 15)
        rules = rules.vary(deal__hand=hand, deal__seats=(2, 2), pack__jokers=jokers, opening__points=points)
        rules = rules.vary(turn__draws=1)
    start = late(rl.deal(rules, rules.deal.seats[0], number, 1), turns)
    record = play_from(start, [bot] * rules.deal.seats[0])
    assert not record.forfeit, (number, record.forfeit)
    assert record.final.over is not None


def rearranged_rules(number: int) -> rl.RuleSet:
    """A rule set of laying or drawing whose table is rearranged; the rest is drawn, as far as numbers say it."""
    rules = random_rules(Random(number), number)
    joker, table = rules.joker, rules.table
    mended = {
        "turn__order": "play_or_draw", "pile__use": "open_only", "pile__discard_taken": "forbidden",
        "table__mode": "rearrange", "turn__must_play": False, "turn__play_after_draw": bool(number % 2),
        "melds__wrap": False, "melds__max_jokers": None, "melds__adjacent_jokers": True, "joker__freed": "same_turn",
        "ending__max_turns": min(rules.ending.max_turns, 120), "scoring__joker_penalty": 5 * (number % 6) + 1,
    }  # fmt: skip
    if rules.turn.draws == "until_playable":
        mended["turn__draws"] = 1
    if rules.pack.ace == "both":
        mended["pack__ace"] = "low"
    if (fewer := rules.pack.jokers - rules.melds.min_run + 1) > 0:
        most = (rules.cards - fewer - 1) // rules.deal.seats[1]
        mended |= {"pack__jokers": rules.melds.min_run - 1, "deal__hand": min(rules.deal.hand, most)}
    if joker.anchor == "frozen":
        mended["joker__anchor"] = "kept"
    if joker.set_release == "declared":
        mended["joker__set_release"] = "both"
    if table.access == "same_turn":
        mended["table__access"] = "next_turn"
    if table.remain == "strict" and joker.anchor != "free":
        mended["table__remain"] = "final"
    return rules.vary(**mended)


def built_rules(number: int) -> rl.RuleSet:
    """A rule set whose melds only grow, or lie as they are, often with many jokers; the rest is drawn."""
    rules = random_rules(Random(number), number)
    mended = {"turn__must_play": False, "melds__wrap": False, "ending__max_turns": min(rules.ending.max_turns, 120)}
    if rules.turn.draws == "until_playable":
        mended["turn__draws"] = 1
    if number % 3 == 0:
        mended["pack__jokers"] = max(4, rules.pack.jokers)
    if rules.table.mode == "rearrange":
        mended |= {"table__mode": "none" if number % 5 == 0 else "build", "table__remain": "final"}
        mended |= {"joker__anchor": "kept", "joker__source": "hand"}
    return rules.vary(**mended)
