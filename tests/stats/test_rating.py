"""Strengths of bots: planted ones are found again, and they are what other programs say."""

import warnings

import choix
import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from statsmodels.duration.hazard_regression import PHReg

import rummy_lab as rl
from rummy_lab.core.errors import RummyError
from rummy_lab.stats.rating import ratings

NAMES = np.array(["p", "q", "r", "s"])
STRENGTHS = np.array([0.0, 0.3, 0.6, 1.0])


def planted(deals, *, rotations=1, shared=0.0, repeats=1, seed=1):
    """Plays of four bots whose places follow the model: by repeat, deal, rotation and seat.

    With the chance `shared` all rotations of a deal have the same luck on each seat.
    """
    rng = np.random.default_rng(seed)
    shape = (repeats, deals, rotations, 4)
    luck = np.where(rng.random((repeats, deals, 1, 1)) < shared, rng.gumbel(size=(*shape[:2], 1, 4)), 0)
    luck = np.where(luck == 0, rng.gumbel(size=shape), luck)
    bot = (np.arange(4) - np.arange(rotations)[:, None]) % 4
    place = np.argsort(np.argsort(-(luck + STRENGTHS[bot]), axis=-1), axis=-1)
    repeat, deal, rotation, seat = (index.ravel() for index in np.indices(shape))
    return pd.DataFrame(
        {
            "repeat": repeat, "deal": deal, "rotation": rotation, "seat": np.array(list("ABCD"))[seat],
            "bot": NAMES[np.broadcast_to(bot, shape).ravel()], "won": place.ravel() == 0, "penalty": 10 * place.ravel(),
        }
    )  # fmt: skip


def table(rows):
    return pd.DataFrame(rows, columns=["deal", "seat", "bot", "won", "penalty"])


def quiet(frame, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return ratings(frame, **options)


def test_planted_strengths_are_found():
    found = ratings(planted(400, rotations=4)).set_index("bot")
    assert list(found.index) == ["s", "r", "q", "p"]
    missed = found.loc[NAMES, "strength"] - (STRENGTHS - STRENGTHS.mean())
    assert (missed.abs() < 3 * found.loc[NAMES, "se"]).all()
    assert found["strength"].sum() == pytest.approx(0, abs=1e-9)
    assert list(found["deals"]) == [400] * 4
    assert found.attrs["rummy_lab"]["balanced"] is True


def test_it_is_what_choix_says():
    frame = planted(300)
    orders = [[list(NAMES).index(bot) for bot in one.sort_values("penalty")["bot"]] for _, one in frame.groupby("deal")]
    found = quiet(frame).set_index("bot").loc[NAMES, "strength"]
    assert found.to_numpy() == pytest.approx(choix.ilsr_rankings(4, orders), abs=1e-6)
    found = quiet(frame, places="first").set_index("bot").loc[NAMES, "strength"]
    first = choix.ilsr_top1(4, [(order[0], order[1:]) for order in orders])
    assert found.to_numpy() == pytest.approx(first, abs=1e-6)


def test_ties_are_those_of_a_stratified_cox_model():
    frame = planted(120, rotations=2, shared=0.5)
    frame["penalty"] //= 20  # the third and the last are tied
    frame.loc[frame["deal"] < 20, "won"] = frame["penalty"] == 0  # and in some deals the second wins too
    place = np.where(frame["won"], -1, frame["penalty"])
    design = np.stack([frame["bot"] == name for name in NAMES[1:]], axis=1).astype(float)
    play = frame["deal"] * 2 + frame["rotation"]
    model = PHReg(place + 2, design, strata=play.to_numpy(), ties="efron")
    expected = model.fit(groups=frame["deal"].to_numpy())
    found = quiet(frame).set_index("bot")["strength"]
    assert (found[NAMES] - found["p"]).to_numpy()[1:] == pytest.approx(expected.params, abs=1e-6)


def test_standard_errors_are_those_of_clusters_in_a_logit():
    frame = planted(80, rotations=4, shared=0.5).query("bot in ['p', 's']")
    ahead = frame.loc[frame.groupby(["deal", "rotation"])["penalty"].idxmin()]
    frame = frame.assign(won=frame.index.isin(ahead.index))
    model = sm.Logit((ahead["bot"] == "s").to_numpy(float), np.ones(len(ahead)))
    expected = model.fit(disp=False, cov_type="cluster", cov_kwds={"groups": ahead["deal"], "use_correction": False})
    found = quiet(frame).set_index("bot")
    assert found.loc["s", "strength"] == pytest.approx(expected.params[0] / 2, abs=1e-6)
    assert found.loc["s", "se"] == pytest.approx(expected.bse[0] / 2 * np.sqrt(80 / 79), rel=1e-4)


def test_equal_bots_on_several_seats_are_one():
    rows = []
    for deal, first in enumerate("xxyxyxx"):
        second = "y" if first == "x" else "x"
        rows += [(deal, "A", first, True, 0), (deal, "B", "x", False, 5), (deal, "C", second, False, 9)]
    found = quiet(table(rows), places="first").set_index("bot")["strength"]
    # x has two of three seats: it wins with chance 2w / (2w + 1) = 5 / 7.
    assert found["x"] - found["y"] == pytest.approx(np.log(5 / 4))


def test_deals_that_nobody_won_are_left_out_and_told():
    rows = [(0, "A", "x", True, 0), (0, "B", "y", False, 5), (1, "A", "x", False, 3), (1, "B", "y", True, 0)]
    more = [*rows, (2, "A", "x", False, 4), (2, "B", "y", False, 1)]
    left, right = quiet(table(rows)), quiet(table(more))
    pd.testing.assert_frame_equal(left, right)
    assert right.attrs["rummy_lab"]["left_out"] == 1


def test_a_shared_win_is_half_a_win_each():
    rows = [(0, "A", "x", True, 0), (0, "B", "y", True, 0)]
    found = quiet(table(rows))
    assert list(found["strength"]) == pytest.approx([0, 0], abs=1e-9)
    assert found[["se", "low", "high"]].isna().all(axis=None), "one deal"


def test_rule_sets_are_rated_apart_and_lineups_may_stand_below_each_other():
    one, other = planted(60, rotations=4), planted(60, rotations=4, seed=2)
    both = pd.concat([one.assign(rules="schmidt"), other.assign(rules="rummy40")], ignore_index=True)
    found = ratings(both)
    assert list(found.columns) == ["rules", "bot", "strength", "se", "low", "high", "deals"]
    first = found[found["rules"] == "schmidt"].drop(columns="rules").reset_index(drop=True)
    pd.testing.assert_frame_equal(first, ratings(one), check_like=True)
    # The same deals once more tell nothing new: as many deals, the same errors.
    twice = ratings(pd.concat([one, one], ignore_index=True))
    pd.testing.assert_frame_equal(twice, ratings(one))


def test_uneven_seats_are_told():
    with pytest.warns(UserWarning, match="play with rotate=True"):
        found = ratings(planted(60))
    assert found.attrs["rummy_lab"]["balanced"] is False


@pytest.mark.parametrize("repeats", [300, pytest.param(2000, marks=pytest.mark.slow)])
def test_the_interval_covers_where_rotations_share_their_luck(repeats):
    found = ratings(planted(60, rotations=4, shared=0.6, repeats=repeats, seed=5), by="repeat")
    true = found["bot"].map(dict(zip(NAMES, STRENGTHS - STRENGTHS.mean(), strict=True)))
    held = ((found["low"] <= true) & (true <= found["high"])).groupby(found["bot"]).mean()
    slack = 3 * np.sqrt(0.95 * 0.05 / repeats) if repeats < 2000 else 0
    assert ((held > 0.93 - slack) & (held < 0.97 + slack)).all()


def test_equal_bots_are_not_told_apart():
    frame = planted(60, rotations=4, repeats=300)
    # A name is drawn for every chair, whoever sits there.
    order = np.random.default_rng(3).permuted(np.tile(NAMES, (len(frame) // 4, 1)), axis=1)
    found = quiet(frame.assign(bot=order.ravel()), by="repeat")
    clear = (found["low"] > 0) | (found["high"] < 0)
    assert clear.mean() < 0.05 + 3 * np.sqrt(0.05 * 0.95 / 300)


@pytest.mark.parametrize("rules", ["schmidt", "rummy40"])
def test_a_run_and_its_files_give_the_same(rules, tmp_path):
    run = rl.selfplay(rules, ["random", "random"], games=20, seed=3, progress=False, engine="readable")
    frame = run.by_player.assign(bot=run.by_player["entry"].map({0: "one", 1: "two"}))
    found = quiet(frame)
    assert ((found["low"] < 0) & (found["high"] > 0)).all()
    frame.to_csv(tmp_path / "p.csv", index=False)
    pd.testing.assert_frame_equal(quiet(pd.read_csv(tmp_path / "p.csv")), found)
    frame.astype({"bot": "category"}).to_parquet(tmp_path / "p.parquet")
    pd.testing.assert_frame_equal(quiet(pd.read_parquet(tmp_path / "p.parquet")), found)


@pytest.mark.parametrize(
    ("frame", "options", "said"),
    [
        (table([]), {}, "frame has no rows"),
        (planted(3).drop(columns="penalty"), {}, "frame has no column penalty"),
        (planted(9).iloc[:1], {}, "ratings compares bots at one table"),
        (planted(9).query("bot == 'p'"), {}, "ratings compares bots at one table"),
        (planted(9).assign(won=False), {}, "ratings compares bots at one table"),
        (planted(9).assign(won=1), {}, "won is a yes or no"),
        (planted(9).assign(penalty="x"), {}, "penalty holds no numbers"),
        (planted(9), {"places": "last"}, "places is 'all' or 'first', not 'last'"),
        (planted(9), {"level": 95}, "level is a share between 0 and 1"),
        (planted(9), {"by": "bot"}, "by='bot' leaves one bot a group"),
        (planted(9), {"by": "bots"}, "frame has no column bots; did you mean bot"),
        (
            table([(0, "A", "x", True, 0), (0, "B", "y", False, 5), (0, "C", "z", False, 5)]),
            {},
            "x always came in ahead of y, z, so no strength is large enough; play more deals",
        ),
        (
            planted(9).assign(rules=lambda one: np.where(one["deal"] > 3, "schmidt", "rummy40"), bot="p"),
            {},
            "ratings compares bots at one table, and this frame has no deal that one of two won (rules rummy40)",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence(frame, options, said):
    with pytest.raises(RummyError) as fault:
        ratings(frame, **options)
    assert str(fault.value).startswith(said)
    assert "\n" not in str(fault.value)
