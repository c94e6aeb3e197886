"""What a run says of itself when it is cited: all it was made from, and a line that gives it again."""

import json
import re

import pandas as pd
import pytest

import rummy_lab as rl
from batch.players import SHORT, SHORT_51, Thrower, drawer, unplayed
from rummy_lab.batch.spec import identity
from rummy_lab.bots import CarefulBot, CounterBot, ExactBot, FunctionBot, GreedyBot, PlannerBot

pytestmark = pytest.mark.filterwarnings("ignore:.*look at:UserWarning")


def short(players=(drawer, drawer), rules=SHORT, games=3, **options):
    return rl.selfplay(rules, list(players), games, **{"seed": 7, "progress": False} | options)


def again(run, **own):
    """The run that the text gives when it runs in a cell."""
    return eval(run.cite(), {"rl": rl, **own})


def assert_equal_frames(run, other):
    for name in ("by_player", "by_deal", *(("by_turn",) if run.spec["turns"] else ())):
        pd.testing.assert_frame_equal(getattr(run, name), getattr(other, name))
    pd.testing.assert_frame_equal(run.rule_sets, other.rule_sets)


@pytest.mark.parametrize(
    ("players", "rules", "options"),
    [
        (["random", drawer], SHORT, {}),
        ([drawer, "random"], [SHORT, SHORT_51], {"rotate": True, "turns": True}),
        ([drawer, drawer], "rummy40{deal.hand=4,opening.points=0,scoring.settlement=(1,2)}", {"seed": 2**64 - 1}),
        ([drawer, GreedyBot(name="mine")], SHORT, {}),
        ([CarefulBot(price=5, name='a "quoted" name'), drawer], SHORT, {"games": 1}),
    ],
)
def test_the_line_gives_equal_frames(players, rules, options):
    run = short(players, rules, **options)
    assert_equal_frames(run, again(run, drawer=drawer))


def test_the_text_says_what_it_was_made_from():
    run = short(["random", "greedy"], [SHORT, SHORT_51], rotate=True, engine="readable")
    *comments, line = run.cite().splitlines()
    assert all(comment.startswith("# ") for comment in comments)
    assert comments[0].startswith(f"# rummy_lab {rl.__version__}, Python 3.")
    assert comments[0].endswith(f": 12 deals of {SHORT}, {SHORT_51}; players random, greedy; seed 7")
    assert json.loads(comments[-1].removeprefix("# spec ")) == run.spec
    assert line == f'rl.selfplay(["{SHORT}", "{SHORT_51}"], ["random", "greedy"], games=3, seed=7, rotate=True)'


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("careful", '"careful"'),
        (CarefulBot(collects=False, name="mild"), "rl.bots.CarefulBot(collects=False, name='mild')"),
        (ExactBot(objective="cards", nodes=None), "rl.bots.ExactBot(objective='cards', nodes=None)"),
        (PlannerBot(rollouts=8, counter=CounterBot(opens=2)),
         "rl.bots.PlannerBot(rollouts=8, counter=rl.bots.CounterBot(opens=2))"),
    ],
)  # fmt: skip
def test_a_bot_of_the_package_is_called_as_it_is(player, said):
    run = unplayed([player, drawer])
    assert f"[{said}, drawer]" in run.cite()
    assert (rl.bots.bot(eval(said, {"rl": rl}))) == rl.bots.bot(player)


def test_bots_of_your_own_are_named_as_such():
    run = short([drawer, Thrower(2)])
    text = run.cite()
    assert re.search(r"^# drawer is a bot of your own, drawer \[[0-9a-f]{12}\]; define it first$", text, re.MULTILINE)
    assert re.search(r"^# thrower is a bot of your own, Thrower\(place=2, name='thrower'\) \[", text, re.MULTILINE)
    assert text.splitlines()[-1].startswith(f'rl.selfplay("{SHORT}", [drawer, thrower], ')
    assert_equal_frames(run, again(run, drawer=drawer, thrower=Thrower(2)))


def test_a_bot_without_a_name_that_can_be_written_gets_one():
    odd = FunctionBot(drawer, "two words\nrl.selfplay('schmidt')")
    run = short([lambda view, rng: "draw" if view.phase == "start" else f"discard {view.hand[0]}", odd])
    *comments, line = run.cite().splitlines()
    assert all(comment.startswith("# ") for comment in comments)
    assert "[bot_1, bot_2]" in line
    assert "# bot_1 is a bot of your own, <lambda> [" in run.cite()
    assert "[class" not in short([FunctionBot(drawer, "class"), drawer]).cite()


def test_two_bots_of_one_name_are_told_apart():
    text = short([Thrower(1), Thrower(2)]).cite()
    assert "[thrower, bot_2]" in text
    assert "# bot_2 is a bot of your own, Thrower(place=2, name='thrower')" in text


def test_a_run_that_was_ended_by_a_measure_says_how_many_deals_there_were():
    run = short(games=1_000, until=lambda frame: True)
    assert len(run) == 100
    assert "# ended by until=test_a_run_that_was_ended_by_a_measure" in run.cite()
    assert "games=100, seed=7)" in run.cite()
    assert_equal_frames(run, again(run, drawer=drawer))


def test_a_run_that_is_not_complete_says_so():
    run = short()
    run.complete = False
    assert "# not complete; the line plays all deals" in run.cite()


def test_a_re_priced_run_is_played_and_priced():
    run = short([drawer, "random"], [SHORT, SHORT_51], turns=True)
    prices = [rules.vary(scoring__joker_penalty=1) for rules in reversed(run.plan.rules)]
    found = rl.reprice(run, prices)
    text = found.cite()
    assert f"# re-priced: {prices[0]} was played as {SHORT_51}, {prices[1]} was played as {SHORT}" in text
    assert text.splitlines()[-1].startswith('rl.reprice(rl.selfplay(["rummy40{ending.max_turns=50}", ')
    assert_equal_frames(found, again(found, drawer=drawer))


def test_a_stored_run_is_cited_by_the_version_that_played_it(tmp_path):
    players = [drawer, CarefulBot(collects=False, name="mild")]
    run = short(players, out=tmp_path / "run", games=1)
    about = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    about["versions"]["rummy_lab"] = "0.0.7"
    (tmp_path / "run" / "run.json").write_text(json.dumps(about), encoding="utf-8")
    stored = rl.read_run(tmp_path / "run")
    assert stored.cite().startswith("# rummy_lab 0.0.7, Python 3.")
    assert rl.reprice(stored, SHORT).cite().startswith("# rummy_lab 0.0.7, ")
    # Of a bot that is not there the spec still says what it was.
    assert "[drawer, rl.bots.CarefulBot(outs=10, " in stored.cite()
    assert_equal_frames(run, again(stored, drawer=drawer))


def test_a_stored_planner_of_your_own_measure_is_named_as_not_known(tmp_path):
    short([drawer, PlannerBot(rollouts=0, name="hasty", compiled=False)], out=tmp_path / "run", games=1)
    text = rl.read_run(tmp_path / "run").cite()
    assert "[drawer, hasty]" in text
    assert "# hasty is a bot of your own, PlannerBot(rollouts=0, " in text


@pytest.mark.parametrize(
    "said",
    [
        "CarefulBot(name=print('harm'))",
        "CarefulBot(**print('harm'))",
        "CarefulBot(), print('harm')",
        "CarefulBot(print('harm'))",
        "print(name='harm')",
        "CarefulBot(name='mild'",
        "CarefulBot(name=" + "[" * 5_000 + ")",
    ],
)
def test_what_a_stored_run_says_of_a_bot_becomes_no_code(said, tmp_path):
    short([drawer, CarefulBot(collects=False, name="mild")], out=tmp_path / "run", games=1)
    about = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    about["spec"]["bots"][1] = said
    about["id"] = identity(about["spec"])
    (tmp_path / "run" / "run.json").write_text(json.dumps(about), encoding="utf-8")
    for mark in (tmp_path / "run" / "parts").iterdir():
        mark.write_text(
            json.dumps(json.loads(mark.read_text(encoding="utf-8")) | {"run": about["id"]}), encoding="utf-8"
        )
    *comments, line = rl.read_run(tmp_path / "run").cite().splitlines()
    assert all(comment.startswith("# ") for comment in comments)
    assert "[drawer, mild]" in line


def test_versions_that_are_damaged_do_no_harm(tmp_path):
    short(out=tmp_path / "run", games=1)
    about = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    for versions in (None, 7, ["x"], {"rummy_lab": ["1\nimport os"]}):
        about["versions"] = versions
        (tmp_path / "run" / "run.json").write_text(json.dumps(about), encoding="utf-8")
        *comments, _ = rl.read_run(tmp_path / "run").cite().splitlines()
        assert all(comment.startswith("# ") for comment in comments)
