"""The engine on numbers: the same rows as at the table, every deal borne out by the referee, compiled or not."""

from dataclasses import replace
from random import Random

import pytest

import rummy_lab as rl
from batch.players import drawer, frames
from rummy_lab.batch import AuditFailed, engines, fast
from rummy_lab.bots import CarefulBot, GreedyBot
from rummy_lab.bots.kernels import sheet, unseen, written
from strategies import random_rules

BOTS = ["careful", "greedy", "random"]


def played(rules, players, games, **options):
    given = {"seed": 2026, "rotate": True, "turns": True, "progress": False, "engine": "fast"} | options
    return rl.selfplay(rules, players, games, **given)


def assert_equal_engines(rules, players, games, **options):
    found = frames(played(rules, players, games, **options))
    assert found == frames(played(rules, players, games, **options | {"engine": "readable"}))


@pytest.mark.parametrize(
    ("rules", "players", "games"),
    [
        ("rummy40", ["careful", "greedy", "random", "careful"], 8),
        (["rummy40", "rummy40{opening.points=51}"], BOTS, 5),
        ("schmidt", BOTS, 3),
        (["rummy51", "kalooki_uk", "jokeren_nl", "bicycle_kaluki"], ["greedy", "careful", "random"], 2),
        (["rummikub", "rummikub_tournament"], ["greedy", "careful"], 2),
        ("schmidt", [CarefulBot(collects=False, name="mild"), GreedyBot()], 3),
    ],
)
def test_both_engines_give_the_same_rows(rules, players, games):
    assert_equal_engines(rules, players, games)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 2_000, 200))
@pytest.mark.parametrize("rules", ["schmidt", "rummy40"])
def test_both_engines_give_the_same_rows_for_many_deals(rules, first):
    assert_equal_engines(rules, BOTS, 200, seed=first, rotate=False)


def drawn(game: str, number: int) -> rl.RuleSet:
    """A rule set that numbers can say, in which all other fields are drawn."""
    plain = {"turn__must_play": False, "melds__wrap": False}
    while True:
        rules = random_rules(Random(number), number)
        if rules.turn.draws == "until_playable":
            plain |= {"turn__draws": 1}
        rules = rules.vary(**plain)
        if (rules.turn.order == "play_or_draw") == (game == "schmidt"):
            return rules.vary(ending__max_turns=min(rules.ending.max_turns, 120))
        number += 10_000


def replayed(game: str, number: int, deals: int) -> None:
    rules = drawn(game, number)
    least, most = rules.deal.seats
    seats = least + number % (most - least + 1)
    players = [BOTS[(number // 3**at) % 3] for at in range(seats)]
    run = played(rules, players, deals, seed=number, rotate=False, audit=1)
    assert run.complete
    assert len(run.by_deal) == deals


@pytest.mark.parametrize("start", range(0, 60, 10))
@pytest.mark.parametrize("game", ["schmidt", "rummy40"])
def test_the_referee_bears_out_every_deal_under_drawn_rules(game, start):
    for number in range(start, start + 10):
        replayed(game, number, 17)


@pytest.mark.parametrize("number", [1176, 1379, 1560])
def test_a_joker_freed_for_the_hand_undoes_one_that_was_laid(number):
    """Drawn rule sets in which a table laid anew is judged by what lies there, and the taken card must be melded."""
    replayed("rummy40", number, 20)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1_000, 2_000, 50))
@pytest.mark.parametrize("game", ["schmidt", "rummy40"])
def test_the_referee_bears_out_many_deals_under_drawn_rules(game, start):
    for number in range(start, start + 50):
        replayed(game, number, 20)


def test_the_drawn_rules_differ_in_every_field_that_numbers_say():
    rules = [drawn(game, number) for game in ("schmidt", "rummy40") for number in range(60)]
    said = {field: {one.get(field) for one in rules} for field in rl.SCHMIDT.values()}
    same = {field for field, values in said.items() if len(values) == 1}
    assert same <= {"melds.wrap", "turn.must_play"}
    assert len({one.name for one in rules}) == len(rules)


@pytest.mark.parametrize("rules", ["schmidt", "rummy40"])
def test_plain_and_compiled_text_give_the_same_rows(rules, monkeypatch):
    compiled = frames(played(rules, BOTS, 4))
    monkeypatch.setattr(fast, "has_numba", lambda: False)
    assert frames(played(rules, BOTS, 4)) == compiled


def test_reshuffles_are_those_of_the_table():
    rules = "rummy40{ending.max_turns=300,opening.points=99,pack.jokers=0}"
    run = played(rules, ["random"] * 5, 6, rotate=False, audit=1)
    assert run.by_deal["reshuffles"].max() >= 2
    assert_equal_engines(rules, ["random"] * 5, 1, rotate=False)


@pytest.mark.parametrize(
    ("rules", "players", "why"),
    [
        ("schmidt{melds.wrap=yes}", ["greedy"] * 2, "melds.wrap=yes"),
        ("schmidt{turn.must_play=yes}", ["greedy"] * 2, "turn.must_play=yes"),
        ("schmidt{turn.draws=until_playable}", ["greedy"] * 2, "turn.draws=until_playable"),
        ("rummy40", ["greedy", drawer], "does not know the bot drawer"),
    ],
)
def test_what_it_cannot_play_is_said_and_played_at_the_table(rules, players, why):
    with pytest.raises(rl.RummyError, match=why) as refused:
        played(rules, players, 1)
    assert "\n" not in str(refused.value)
    if "wrap" in rules:
        with pytest.warns(UserWarning, match="melds.wrap=yes"):
            run = played(rules, players, 1, engine="auto")
        assert len(run.by_deal) == 2


def test_a_subclass_is_another_bot():
    class Contrary(GreedyBot):
        def choose(self, view, rng):
            return drawer(view, rng)

    plan = rl.selfplay("rummy40", [Contrary(), "greedy"], 1, progress=False)
    assert engines.ENGINES["fast"].refuses(plan.plan)


def test_a_deal_that_the_referee_refuses_stops_the_run_and_is_shown(monkeypatch):
    real = written.move_of

    def cheated(row, rules):
        move = real(row, rules)
        return rl.Turn.parse("discard Ks")[0] if row[sheet.OP] == sheet.DISCARD else move

    monkeypatch.setattr(written, "move_of", cheated)
    with pytest.raises(AuditFailed, match=r"referee refuses a deal of the fast engine: [\s\S]*format = 1"):
        played("rummy40", ["greedy"] * 2, 1, audit=1)


@pytest.mark.parametrize("column", [unseen.TURNS_DONE, unseen.DEAL_FACTS + unseen.OPENED_WITH])
def test_a_row_that_the_record_does_not_bear_out_stops_the_run(column, monkeypatch):
    real = fast._played

    def miscounted(*args, **options):
        for one in real(*args, **options):
            facts = one.facts.copy()
            facts[:, column] += 1
            yield replace(one, facts=facts)

    monkeypatch.setattr(fast, "_played", miscounted)
    with pytest.raises(AuditFailed, match=r"the fast engine says [\s\S]*format = 1"):
        played("rummy40", ["greedy"] * 2, 2, audit=1, turns=False)


@pytest.mark.parametrize("rules", ["schmidt", "rummy40"])
def test_the_bots_see_nothing_that_is_hidden(rules):
    """What no seat sees stands on another row of numbers than what the bots are given."""
    here = rl.deal(rules, 3, seed=4)
    v = written.sheet_of(rl.view(here, "A").state, rl.core.chance.Rng(1))
    assert sum(v[sheet.HAND : sheet.HAND + sheet.KINDS]) == here.rules.deal.hand
    other = rl.deal(rules, 3, seed=5, hands={"A": " ".join(map(str, here.hands["A"]))})
    w = written.sheet_of(rl.view(other, "A").state, rl.core.chance.Rng(1))
    same = [at for at in range(sheet.SIZE) if v[at] != w[at]]
    assert all(sheet.PILE <= at < sheet.TABLE or at == sheet.TOP_OF_PILE for at in same)
