"""Deals that bots play under drawn rule sets: nothing they do breaks a law, and nothing hidden moves them."""

from random import Random

import pytest

import rummy_lab as rl
from properties import laws
from properties.replay import in_steps
from properties.walks import cards_of, conserved, jokers_stand, late
from rummy_lab.batch import play_from
from rummy_lab.bots import BOTS
from rummy_lab.core.chance import Rng
from rummy_lab.core.moves import Arrange
from rummy_lab.core.rules import RuleSet
from rummy_lab.games import presets
from rummy_lab.records import parse_record, replayed
from strategies import exchanged, random_rules

SLOW = 150


def bots_play(rules: RuleSet, seed: int, share: float, most: int = 4, turns: int = 400) -> rl.Record:
    """One deal of the bots in turn with so many turns left, every turn looked at, a share of them closely."""
    rng = Random(f"{rules.name} {seed}")
    least, top = rules.deal.seats
    names = [list(BOTS)[(seat + seed) % len(BOTS)] for seat in range(rng.randint(least, min(top, max(least, most))))]
    start = late(rl.deal(rules, len(names), seed, 1), turns)
    told = []

    def watch(before, after, turn, events):
        told.append((before, after, turn))
        conserved(after)
        jokers_stand(before, after)
        if rng.random() < share:
            # A whole table that is arranged at once is no move of `steps`.
            at_once = any(isinstance(move, Arrange) for move in turn)
            assert at_once or in_steps(before, turn) is not None, f"not in moves of steps: {turn} in {before}"
            other = exchanged(before, before.seat, rng)
            for bot in BOTS.values():
                one, two = (bot.choose(rl.view(state, before.seat), Rng(seed)) for state in (before, other))
                assert str(one) == str(two), f"{bot.name} is moved by hidden cards in {before}"

    record = play_from(start, [BOTS[name] for name in names], watch)
    assert not record.forfeit, record.forfeit
    assert told[-1][1] == record.final
    assert cards_of(record.final) == cards_of(start)
    again = replayed(start, record.turns, names, exists=record.exists)
    assert again == record
    assert str(again) == str(record)
    assert parse_record(str(record), exists=record.exists) == record
    assert rl.position(str(record.final)) == record.final
    laws.text_is_read_back(record.final)
    return record


@pytest.mark.parametrize("preset", presets(), ids=str)
def test_bots_keep_the_rules_of_every_preset(preset):
    bots_play(preset, 5, share=0.1)


@pytest.mark.parametrize("number", [*range(6), *range(100, 110)])
def test_bots_keep_drawn_rules(number):
    rules = random_rules(Random(1000 + number), 1000 + number)
    shorter = rules.vary(ending__max_turns=50, deal__hand=min(rules.deal.hand, 9), turn__must_play=False,
                         turn__draws=1 if rules.turn.draws == "until_playable" else rules.turn.draws)  # fmt: skip
    bots_play(shorter, number, share=0.1, most=3)


COMPULSORY = [
    "schmidt{turn.must_play=yes,pack.ranks=7,deal.hand=6}",
    "schmidt{turn.draws=until_playable,pack.ranks=7,deal.hand=6}",
    "rummy40{turn.must_play=yes,deal.hand=7}",
    "rummy40{turn.draws=until_playable,deal.hand=7}",
]


@pytest.mark.parametrize("rules", COMPULSORY)
def test_bots_play_where_playing_is_compulsory(rules):
    bots_play(rl.rule_set(rules).vary(ending__max_turns=50, pack__jokers=1), 2, share=0.1, most=2)


@pytest.mark.parametrize("bot", BOTS.values(), ids=lambda bot: bot.name)
@pytest.mark.parametrize(
    ("position", "choice"),
    [
        ("rummy40; hand A 2c 7d; hand B 4c; pile 9s; stock; turn A", "pass"),
        ("rummy40; hand A+ 2c 7d; hand B 4c; pile 9s; stock; turn A", "take"),
        ("kalooki_uk; table [4h 5h 6h]; hand A+ Kc Qd; hand B 4c; pile 2s; stock; turn A", "pass"),
        ("schmidt; hand A+ 2r 7y; hand B 4r; stock; turn A", "pass"),
        ("schmidt; hand A+ 2r 7y; hand B 4r; stock ??; turn A", "draw"),
        ("rummy40; hand A 2c 7d; hand B 4c; pile 9s; stock ??; turn A", "draw"),
    ],
)
def test_the_only_thing_to_do_is_done(bot, position, choice):
    here = rl.position(position)
    assert str(bot.choose(rl.view(here, "A"), Rng(1))) == choice


@pytest.mark.slow
def test_bots_keep_many_drawn_rules():
    for number in range(SLOW):
        rules = random_rules(Random(5000 + number), 5000 + number)
        bots_play(rules.vary(turn__must_play=False, turn__draws=1), number, share=0.03, turns=60)
