"""What a stronger bot wins by and what the cards decide, against processes whose shares are planted."""

import numpy as np
import pandas as pd
import pytest

import rummy_lab as rl
from rummy_lab.core.errors import RummyError
from rummy_lab.stats.skill import skill

BOTS = np.array(["strong", "weak", "field", "field"])


def planted(share, deals=80, *, margin=10.0, repeats=1, seed=1):
    """Scores of four bots in all rotations of a deal, of which the cards explain this share; fewer is better.

    `rules` tells the repeat. The hands of a deal are not independent: where one is good, the others are worse.
    """
    rng = np.random.default_rng(seed)
    cards = rng.exponential(size=(repeats, deals, 1, 4)) - 1
    cards = (cards - cards.mean(axis=-1, keepdims=True) / 2) / np.sqrt(1 - 3 / 16)
    rest = rng.exponential(size=(repeats, deals, 4, 4)) - 1
    bot = (np.arange(4) - np.arange(4)[:, None]) % 4
    # Strong and weak differ by the margin; the second seat is worse for everyone.
    means = np.array([0, margin, 3, 3])[bot] + np.array([0, 4, 0, 0])
    scores = means + 20 * (np.sqrt(share) * cards + np.sqrt(1 - share) * rest)
    repeat, deal, rotation, seat = (index.ravel() for index in np.indices(scores.shape))
    return pd.DataFrame(
        {
            "rules": np.char.add("r", repeat.astype(str)), "deal": deal, "rotation": rotation,
            "seat": np.array(list("ABCD"))[seat], "bot": BOTS[np.broadcast_to(bot, scores.shape).ravel()],
            "penalty": scores.ravel(),
        }
    )  # fmt: skip


@pytest.mark.parametrize("share", [0.0, 0.25, 0.8])
def test_planted_margins_and_shares_are_found(share):
    found = skill(planted(share, 600), "strong", "weak", column="penalty").iloc[0]
    assert found["deals"] == 600
    assert found["low"] < 10 < found["high"]
    assert found["high"] - found["low"] < 5
    assert found["share_low"] <= share <= found["share_high"]
    assert abs(found["share_of_deal"] - share) < 0.05


@pytest.mark.parametrize("repeats", [300, pytest.param(2000, marks=pytest.mark.slow)])
def test_both_intervals_cover(repeats):
    found = skill(planted(0.25, 120, repeats=repeats), "strong", "weak", column="penalty")
    slack = 3 * np.sqrt(0.95 * 0.05 / repeats) if repeats < 2000 else 0
    for true, low, high in ((10, "low", "high"), (0.25, "share_low", "share_high")):
        held = ((found[low] <= true) & (true <= found[high])).mean()
        assert 0.93 - slack < held < 0.97 + slack


def test_the_share_is_the_one_way_analysis_of_variance():
    frame = planted(0.4, 30)
    found = skill(frame, "strong", "weak", column="penalty").iloc[0]
    # In all rotations each bot sat on each seat, so that means can be taken off one after the other.
    rest = frame["penalty"] - frame.groupby("bot")["penalty"].transform("mean")
    rest -= rest.groupby(frame["seat"]).transform("mean")
    cells = rest.groupby([frame["deal"], frame["seat"]])
    between, within = 4 * cells.mean().var(ddof=1) * 119 / 119, cells.var(ddof=1).mean()
    assert found["share_of_deal"] == pytest.approx((between - within) / (between + 3 * within))


def test_better_is_above_zero_whatever_the_score_counts():
    frame = planted(0.2).assign(won=lambda one: one["penalty"] < -5)
    worse = frame.assign(score=frame["penalty"], rules="rummy40")  # penalties: fewer is better
    better = frame.assign(score=-frame["penalty"], rules="schmidt")
    own = frame.assign(score=-frame["penalty"], rules="my game")  # the winners tell
    found = skill(pd.concat([worse, better, own]), "strong", "weak")
    assert list(found["rules"]) == ["rummy40", "schmidt", "my game"]
    assert list(found["margin"]) == pytest.approx([found["margin"][0]] * 3)
    assert (found["low"] > 0).all()
    assert skill(better, "weak", "strong")["high"].iloc[0] < 0
    assert skill(better, "strong", "weak", column="won")["margin"].iloc[0] > 0


def test_the_field_may_be_met_in_two_runs():
    frame = planted(0.3)
    both = pd.concat([frame[frame["bot"] != "weak"], frame[frame["bot"] != "strong"]])
    found, plain = (skill(one, "strong", "weak", column="penalty") for one in (both, frame))
    assert found["margin"][0] == pytest.approx(plain["margin"][0])


def test_seats_that_were_not_shared_are_told():
    frame = planted(0.3).query("rotation == 0")
    with pytest.warns(UserWarning, match="strong and weak did not sit on the same seats"):
        found = skill(frame, "strong", "weak", column="penalty")
    assert found[["share_of_deal", "share_low", "share_high"]].isna().all(axis=None), "each hand was played once"
    assert found["low"].notna().all()


def test_one_and_two_deals_have_no_intervals():
    frame = planted(0.3)
    found = skill(frame.query("deal == 0"), "strong", "weak", column="penalty").iloc[0]
    assert np.isfinite(found["margin"])
    assert found[["low", "high", "share_low", "share_high"]].isna().all()
    found = skill(frame.query("deal < 2"), "strong", "weak", column="penalty").iloc[0]
    assert found[["low", "high"]].notna().all()
    assert found[["share_low", "share_high"]].isna().all()


def test_where_all_scores_are_alike_nothing_is_explained():
    found = skill(planted(0.3).assign(penalty=5), "strong", "weak", column="penalty").iloc[0]
    assert (found["margin"], found["low"], found["high"]) == (0, 0, 0)
    assert np.isnan(found["share_of_deal"])


@pytest.mark.parametrize("rules", ["schmidt", "rummy40"])
def test_a_run_and_its_files_give_the_same(rules, tmp_path):
    run = rl.selfplay(rules, ["greedy", "random"], games=12, seed=3, rotate=True, progress=False, engine="readable")
    found = skill(run, "greedy", "random")
    assert found["low"].iloc[0] > 0
    run.by_player.to_csv(tmp_path / "p.csv", index=False)
    run.by_player.to_parquet(tmp_path / "p.parquet")
    for frame in (pd.read_csv(tmp_path / "p.csv"), pd.read_parquet(tmp_path / "p.parquet")):
        pd.testing.assert_frame_equal(skill(frame, "greedy", "random"), found)


@pytest.mark.parametrize(
    ("frame", "options", "said"),
    [
        (planted(0.3).iloc[:0], {}, "frame has no rows"),
        (planted(0.3).drop(columns="rules"), {}, "frame has no column rules"),
        (planted(0.3), {"strong": "stronk"}, "no bot 'stronk' in this frame; did you mean strong"),
        (planted(0.3), {"weak": 3}, "no bot 3 in this frame; there are"),
        (planted(0.3), {"weak": "strong"}, "strong and weak are both strong"),
        (planted(0.3), {"column": "seat"}, "column is 'score' or 'penalty' or 'won', not 'seat'"),
        (planted(0.3), {"column": "won"}, "frame has no column won"),
        (planted(0.3), {"level": 0}, "level is a share between 0 and 1"),
        (planted(0.3).iloc[:1], {}, "no bot 'weak' in this frame"),
        (planted(0.3).query("deal == 1 or bot == 'weak' and deal == 2").query("bot == 'weak' and deal == 2 or "
         "bot == 'strong'"), {}, "strong and weak played no deal both under r0"),
        (planted(0.3).assign(score=1, won=False), {"column": "score"}, "the rule set r0 is not known and nobody won"),
        (7, {}, "frame is a pandas frame"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_one_sentence(frame, options, said):
    given = {"strong": "strong", "weak": "weak", "column": "penalty"} | options
    with pytest.raises(RummyError) as fault:
        skill(frame, **given)
    assert str(fault.value).startswith(said)
    assert "\n" not in str(fault.value)
