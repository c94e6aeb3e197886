"""`exact` on numbers where melds only grow: the rows of the table, every deal borne out by the referee."""

import pytest

from batch.players import frames
from batch.test_fast import assert_equal_engines, played
from bots.drawn import built_rules
from rummy_lab.batch import fast
from rummy_lab.bots import ExactBot

BOTS = ["exact", "careful", "greedy", "random"]


@pytest.mark.parametrize(
    ("rules", "players", "games"),
    [
        ("rummy40", ["exact", "exact"], 40),
        ("rummy40", ["exact", "greedy", "exact"], 5),
        (["rummy51", "kalooki_uk", "jokeren_nl", "bicycle_kaluki"], ["exact", "exact"], 6),
        (["rummy40{pack.jokers=6}", "bicycle_kaluki{pack.jokers=4}"], ["exact", "careful"], 3),
        (["rummy40{table.mode=none}", "schmidt{table.mode=build}"], ["exact", "exact"], 2),
        ("rummy40", [ExactBot(objective=aim, throws="loneliest", name=aim) for aim in ("cards", "points", "out")], 2),
    ],
)  # fmt: skip
def test_both_engines_give_the_same_rows(rules, players, games):
    assert_equal_engines(rules, players, games)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 2_000, 200))
@pytest.mark.parametrize("rules", ["rummy40", "kalooki_uk"])
def test_both_engines_give_the_same_rows_for_many_deals(rules, first):
    assert_equal_engines(rules, ["exact", "exact"], 200, seed=first, rotate=False)


def replayed(number: int, deals: int) -> None:
    rules = built_rules(number)
    least, most = rules.deal.seats
    seats = least + number % (most - least + 1)
    players = ["exact" if (number + seat) % 3 else BOTS[(number // 4**seat) % 4] for seat in range(seats)]
    run = played(rules, players, deals, seed=number, rotate=False, audit=1)
    assert run.complete
    assert len(run.by_deal) == deals


@pytest.mark.parametrize("start", range(0, 60, 10))
def test_the_referee_bears_out_every_deal_under_drawn_rules(start):
    for number in range(start, start + 10):
        replayed(number, 5)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1_000, 2_000, 50))
def test_the_referee_bears_out_many_deals_under_drawn_rules(start):
    for number in range(start, start + 50):
        replayed(number, 10)


def test_plain_and_compiled_text_give_the_same_rows(monkeypatch):
    rules = ["rummy40", "kalooki_uk{pack.jokers=5}"]
    compiled = frames(played(rules, ["exact", "exact"], 4))
    monkeypatch.setattr(fast, "has_numba", lambda: False)
    assert frames(played(rules, ["exact", "exact"], 4)) == compiled
