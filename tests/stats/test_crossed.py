"""Rules that are varied together: planted effects and interactions."""

import numpy as np
import pandas as pd
import pytest

import rummy_lab as rl
from rummy_lab.core.errors import RummyError
from rummy_lab.stats.comparing import compare
from rummy_lab.stats.crossed import interaction

A, B, C = "opening.points", "deal.hand", "pack.jokers"


def planted(effects, deals=100, *, repeats=1, seed=1, noise=5.0):
    """Scores of a crossed sweep of two values of each rule; `effects` by the rules whose steps they need."""
    rng = np.random.default_rng(seed)
    rules = sorted({name for names in effects for name in names}, key=(A, B, C).index)
    levels = {A: (40, 51), B: (13, 14), C: (2, 4)}
    shape = (repeats, deals, *(2 for _ in rules))
    luck = rng.normal(0, 20, shape[:2]).reshape(repeats, deals, *(1 for _ in rules))
    score = luck + rng.normal(0, noise, shape)
    places = dict(zip(rules, np.indices(shape)[2:], strict=True))
    for names, effect in effects.items():
        score = score + effect * np.prod([places[name] for name in names], axis=0)
    frame = pd.DataFrame({"repeat": np.indices(shape)[0].ravel(), "deal": np.indices(shape)[1].ravel()})
    for name in rules:
        frame[name] = np.array(levels[name])[places[name].ravel()]
    return frame.assign(score=score.ravel())


def test_planted_effects_and_their_interaction_are_found():
    frame = planted({(A,): 6, (B,): 0, (A, B): 4})
    found = interaction(frame, "score", A, B)
    assert list(found["term"]) == [A, B, f"{A} × {B}"]
    assert list(found["step"]) == ["40 to 51", "13 to 14", "40 to 51, 13 to 14"]
    for row, true in zip(found.to_dict("records"), (8, 2, 4), strict=True):
        assert row["low"] < true < row["high"]
        assert row["high"] - row["low"] < 5, "the luck of the deal is taken off"
        assert (row["deals"], row["p_adjusted"] < 0.05) == (100, True)


def test_three_rules_have_seven_terms():
    frame = planted({(A,): 3, (B,): -2, (C,): 1, (A, B): 4, (A, B, C): 16}, noise=0.0)
    found = interaction(frame, "score", A, B, C).set_index("term")["difference"]
    # The interaction of two, averaged over the third, has half of what all three add.
    expected = {
        A: 3 + 4 / 2 + 16 / 4, B: -2 + 4 / 2 + 16 / 4, C: 1 + 16 / 4, f"{A} × {B}": 4 + 16 / 2, f"{A} × {C}": 16 / 2,
        f"{B} × {C}": 16 / 2, f"{A} × {B} × {C}": 16,
    }  # fmt: skip
    assert dict(found) == pytest.approx(expected)


def test_without_noise_the_step_is_sure_and_nothing_is_nothing():
    found = interaction(planted({(A,): 3, (B,): 0}, noise=0.0), "score", A, B).set_index("term")
    assert found.loc[A, "p"] < 1e-20
    assert found.loc[B, "p"] == pytest.approx(1)
    assert found.loc[f"{A} × {B}", "p"] == pytest.approx(1)


@pytest.mark.parametrize("repeats", [300, pytest.param(2000, marks=pytest.mark.slow)])
def test_the_intervals_cover(repeats):
    found = interaction(planted({(A,): 6, (A, B): 4}, 25, repeats=repeats), "score", A, B, by="repeat", correct="none")
    slack = 3 * np.sqrt(0.95 * 0.05 / repeats) if repeats < 2000 else 0
    for term, true in ((A, 8), (B, 2), (f"{A} × {B}", 4)):
        rows = found[found["term"] == term]
        held = ((rows["low"] <= true) & (true <= rows["high"])).mean()
        assert 0.93 - slack < held < 0.97 + slack


def test_each_step_of_several_values_starts_from_the_baseline():
    frame = planted({(A,): 6, (B,): 0})
    more = frame[frame[A] == 51].assign(**{A: 60}, score=lambda one: one["score"] + 5)
    both = pd.concat([frame, more])
    found = interaction(both, "score", A, B, baseline={A: 51})
    assert list(found["step"])[:2] == ["51 to 40", "51 to 60"]
    assert found["difference"][1] == pytest.approx(5)
    # A rule that has the same values everywhere is what compare says.
    plain = compare(both.assign(rules=both[A]), "score", baseline=51)
    assert found["difference"][0] == pytest.approx(plain["difference"][0])
    assert found["low"][0] == pytest.approx(plain["low"][0])


def test_groups_and_words_as_values():
    frame = planted({(A,): 6, (B,): 1, (A, B): 4}).assign(bot="x", when="late")
    frame.loc[frame[B] == 13, "when"] = "early"
    other = frame.assign(bot="y", score=-frame["score"])
    found = interaction(pd.concat([frame, other]), "score", A, "when", by="bot")
    assert list(found.columns[:3]) == ["bot", "term", "step"]
    assert list(found["step"][:2]) == ["40 to 51", "early to late"]
    assert found["difference"][0] == pytest.approx(-found["difference"][3])
    assert found.attrs["rummy_lab"]["factors"] == [A, "when"]


@pytest.mark.parametrize("game", ["schmidt", "rummy40"])
def test_a_run_and_its_files_give_the_same(game, tmp_path):
    base = rl.rule_set(game)
    sets = [base.vary(opening__points=points, deal__hand=hand) for points in (15, 40) for hand in (12, 13)]
    run = rl.selfplay(sets, ["greedy"] * 2, games=8, seed=3, progress=False, engine="readable")
    found = interaction(run.by_player, "opened_turn == 1", A, B)
    assert found["difference"][0] < 0
    run.by_player.to_csv(tmp_path / "p.csv", index=False)
    run.by_player.to_parquet(tmp_path / "p.parquet")
    for frame in (pd.read_csv(tmp_path / "p.csv"), pd.read_parquet(tmp_path / "p.parquet")):
        pd.testing.assert_frame_equal(interaction(frame, "opened_turn == 1", A, B), found)


def test_one_deal_has_no_interval():
    found = interaction(planted({(A, B): 1}, 1), "score", A, B)
    assert found[["low", "high", "p", "p_adjusted"]].isna().all(axis=None)
    assert found["difference"].notna().all()


FRAME = planted({(A, B): 1}, 3)


@pytest.mark.parametrize(
    ("frame", "options", "said"),
    [
        (FRAME.iloc[:0], {}, "frame has no rows"),
        (FRAME.iloc[:1], {}, "opening.points has one value only, 40; play a sweep"),
        (FRAME.query("`deal.hand` == 13"), {}, "deal.hand has one value only, 13; play a sweep"),
        (FRAME, {"b": "deal.hands"}, "frame has no column deal.hands; did you mean deal.hand"),
        (FRAME, {"b": A}, "opening.points is asked for twice"),
        (FRAME, {"by": A}, "opening.points is asked for twice"),
        (FRAME, {"column": "scores"}, "frame has no column scores; did you mean score"),
        (FRAME, {"correct": "no"}, "correct is 'holm' or 'bh' or 'none'"),
        (FRAME, {"baseline": {A: 41}}, "baseline: opening.points is never 41; there are 40, 51"),
        (FRAME, {"baseline": {"x": 41}}, "baseline: x is none of opening.points, deal.hand"),
        (FRAME, {"baseline": 40}, "baseline names a value for a column, as {'opening.points': 40}, not 40"),
        (
            FRAME.query("`deal.hand` == 13 or `opening.points` == 40"),
            {},
            "the sweep is not crossed: it has no deal with opening.points 51, deal.hand 14",
        ),
        (
            FRAME.query("`deal.hand` == 13 and deal == 0 or `deal.hand` == 14 and deal == 1"),
            {},
            "no deal was played under all 4 combinations",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence(frame, options, said):
    given = {"column": "score", "a": A, "b": B} | options
    with pytest.raises(RummyError) as fault:
        interaction(frame, given.pop("column"), given.pop("a"), given.pop("b"), **given)
    assert str(fault.value).startswith(said)
    assert "\n" not in str(fault.value)
