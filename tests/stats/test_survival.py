"""Turns to open and to the end, against curves that were worked out by hand and by scipy."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import rummy_lab as rl
from rummy_lab.core.errors import RummyError
from rummy_lab.stats.frames import one_a_deal
from rummy_lab.stats.joining import beside
from rummy_lab.stats.survival import survival


def two_seats(opened, turns, starter="A"):
    """A by_player and a by_deal of two seats; `opened` one row a deal."""
    deals = np.arange(len(opened))
    players = pd.DataFrame(
        {
            "deal": np.repeat(deals, 2),
            "rotation": 0,
            "rules": "schmidt",
            "seat": ["A", "B"] * len(opened),
            "opened_turn": np.ravel(opened),
        }
    )
    return players, pd.DataFrame(
        {"deal": deals, "rotation": 0, "rules": "schmidt", "seats": 2, "starter": starter, "turns": turns}
    )


@pytest.fixture(scope="module")
def runs():
    return {
        rules: rl.selfplay(
            rules,
            ["greedy", "random", "greedy"],
            games=12,
            seed=3,
            rotate=True,
            turns=True,
            progress=False,
            engine="readable",
        )
        for rules in ("schmidt", "rummy40")
    }


def test_a_curve_worked_out_by_hand():
    players, deals = two_seats([[1, 1], [0, 3], [0, 0]], turns=[2, 6, 8])
    found = survival(players, deals=deals)
    # A and B of deal 0 open on turn 1, B of deal 1 on turn 3; A of it is watched for 3 turns, deal 2 for 4 each.
    assert list(found["turn"]) == [1, 2, 3, 4]
    assert list(found["at_risk"]) == [6, 4, 4, 2]
    assert list(found["events"]) == [2, 0, 1, 0]
    assert list(found["share"]) == pytest.approx([4 / 6, 4 / 6, 4 / 6 * 3 / 4, 4 / 6 * 3 / 4])
    (median,) = found.attrs["rummy_lab"]["medians"]
    assert (median["median"], median["deals"], median["rows"], median["events"]) == (3, 3, 6, 3)


def test_it_is_the_curve_of_scipy():
    rng = np.random.default_rng(4)
    time, cut = rng.geometric(0.2, (2, 300))
    players, deals = two_seats(np.where(time <= cut, time, 0).reshape(150, 2), turns=0)
    # Each seat a deal of its own, so that each is cut off where it should be.
    players["deal"] = range(300)
    deals = deals.iloc[:1].merge(players[["deal"]], how="cross", suffixes=("_", "")).drop(columns="deal_")
    deals["turns"] = cut * 2 - (players["seat"] == "A")
    found = survival(players, deals=deals).set_index("turn")
    expected = stats.ecdf(stats.CensoredData(time[time <= cut], right=cut[time > cut])).sf
    for turn, left in zip(expected.quantiles, expected.probabilities, strict=True):
        assert found.loc[turn, "share"] == pytest.approx(left, abs=1e-12)
    # Deals of one row are clusters of one: the interval knows as much as Greenwood's variance does.
    rows = np.array([found.loc[turn, "share"] for turn in expected.quantiles])
    spread = rows * (1 - rows) / np.array([_rows_told(found.loc[turn]) for turn in expected.quantiles])
    greenwood = rows**2 * np.cumsum(_greenwood(found))[expected.quantiles.astype(int) - 1]
    assert spread[:20] == pytest.approx(greenwood[:20], rel=0.01)


def _rows_told(row):
    """The number of rows behind a Wilson interval, from its width."""
    z, p, width = stats.norm.ppf(0.975), row["share"], row["high"] - row["low"]
    from scipy.optimize import brentq

    return brentq(lambda n: 2 * z / (1 + z**2 / n) * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2)) - width, 1, 1e6)


def _greenwood(found):
    events, at_risk = found["events"].to_numpy(float), found["at_risk"].to_numpy(float)
    return events / (at_risk * np.maximum(at_risk - events, 1))


@pytest.mark.parametrize("rules", ["schmidt", "rummy40"])
def test_seats_are_watched_for_the_turns_they_had(runs, rules):
    run = runs[rules]
    turns = run.by_turn.groupby(["deal", "rotation", "seat"], observed=True).size().rename("had").reset_index()
    players = run.by_player.assign(opened_turn=0)
    players = players.merge(turns, on=["deal", "rotation", "seat"])
    found = survival(players, deals=run.by_deal)
    for turn, at_risk in zip(found["turn"], found["at_risk"], strict=True):
        assert at_risk == (players["had"] >= turn).sum()
    assert found["turn"].iloc[-1] == players["had"].max()
    assert (found["share"] == 1).all()
    assert found.attrs["rummy_lab"]["medians"][0]["median"] is None


@pytest.mark.parametrize("rules", ["schmidt", "rummy40"])
def test_a_run_and_its_files_give_the_same(runs, rules, tmp_path):
    run = runs[rules]
    expected = survival(run, by=["bot", "seat"])
    assert (expected["low"] <= expected["share"]).all()
    assert (expected["share"] <= expected["high"]).all()
    run.to_csv(tmp_path)
    read = {name: pd.read_csv(tmp_path / f"{name}.csv.gz") for name in ("by_player", "by_deal")}
    again = survival(read["by_player"], by=["bot", "seat"], deals=read["by_deal"])
    pd.testing.assert_frame_equal(again, expected)
    read["by_player"].to_parquet(tmp_path / "p.parquet")
    again = survival(pd.read_parquet(tmp_path / "p.parquet"), by=["bot", "seat"], deals=run.by_deal)
    pd.testing.assert_frame_equal(again, expected)


def test_turns_to_the_end_count_deals_that_were_cut_short():
    deals = pd.DataFrame({"deal": range(4), "turns": [3, 5, 5, 9], "end": ["out", "blocked", "unfinished", "forfeit"]})
    found = survival(deals, "turns").set_index("turn")
    assert list(found.loc[[2, 3, 5, 9], "share"]) == pytest.approx([1, 3 / 4, 2 / 4, 2 / 4])
    assert found["events"].sum() == 2


def test_the_turns_of_a_run_end_with_its_deals(runs):
    run = runs["schmidt"]
    found = survival(run, "turns").set_index("turn")["share"]
    length = run.by_deal["turns"]
    assert (run.by_deal["end"] != "unfinished").all()
    for turn in (5, 20, int(length.max())):
        assert found[turn] == pytest.approx((length > turn).mean())


@pytest.mark.parametrize("repeats", [300, pytest.param(2000, marks=pytest.mark.slow)])
def test_the_interval_covers_with_deals_that_are_alike_and_cut_off(repeats):
    rng = np.random.default_rng(11)
    deals, seats, p = 60, 4, 0.2
    wanted, hit = {2: 0.8**2, 6: 0.8**6}, {2: 0, 6: 0}
    for _ in range(repeats):
        # Seats of a deal share their luck, and the end of the deal.
        luck = rng.normal(size=(deals, 1)) * np.sqrt(0.4) + rng.normal(size=(deals, seats)) * np.sqrt(0.6)
        opened = np.ceil(np.log(stats.norm.sf(luck)) / np.log(1 - p)).clip(1).astype(int)
        rounds = rng.geometric(0.05, (deals, 1))
        players = pd.DataFrame(
            {
                "deal": np.repeat(range(deals), seats),
                "seat": list("ABCD") * deals,
                "opened_turn": np.where(opened <= rounds, opened, 0).ravel(),
            }
        )
        by_deal = pd.DataFrame({"deal": range(deals), "seats": 4, "starter": "A", "turns": 4 * rounds.ravel()})
        found = survival(players, deals=by_deal).set_index("turn")
        for turn, left in wanted.items():
            hit[turn] += found.loc[turn, "low"] <= left <= found.loc[turn, "high"]
    # 93 to 97 %, and what three standard errors of so many repeats add.
    slack = 3 * np.sqrt(0.95 * 0.05 / repeats) if repeats < 2000 else 0
    for count in hit.values():
        assert 0.93 - slack < count / repeats < 0.97 + slack


def test_one_deal_has_no_interval():
    players, deals = two_seats([[1, 0]], turns=[4])
    found = survival(players, deals=deals)
    assert list(found["share"]) == [0.5, 0.5]
    assert found[["low", "high"]].isna().all(axis=None)


def test_a_seat_that_had_no_turn_is_in_no_count():
    players, deals = two_seats([[1, 0]], turns=[1])
    found = survival(players, deals=deals)
    assert list(found["at_risk"]) == [1]
    found = survival(players.assign(opened_turn=0), deals=deals.assign(turns=0), by="seat")
    assert found.empty
    assert [one["deals"] for one in found.attrs["rummy_lab"]["medians"]] == [0, 0]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda players, deals: (players, "won", deals), "column is opened_turn, turns or rounds, not 'won'"),
        (lambda players, deals: (players, "opened_turn", None), "1 of 4 rows never opened"),
        (lambda players, deals: (players.iloc[:0], "opened_turn", deals), "frame has no rows"),
        (lambda players, deals: (players.drop(columns="seat"), "opened_turn", deals), "frame has no column seat"),
        (lambda players, deals: (players, "opened_turn", deals.iloc[:1]), "deals lacks the deal of 2 rows"),
        (lambda players, deals: (players, "opened_turn", pd.concat([deals] * 2)), "deals has a deal twice"),
        (lambda players, deals: (players, "opened_turn", deals.drop(columns="turns")), "deals has no column turns"),
        (lambda players, deals: (players, "opened_turn", deals.assign(starter="X")), "seat and starter are letters"),
        (lambda players, deals: (players.assign(opened_turn=-1), "opened_turn", deals), "opened_turn counts turns"),
        (lambda players, deals: (players.assign(opened_turn=1.5), "opened_turn", deals), "opened_turn counts turns"),
        (
            lambda players, deals: (players.assign(opened_turn="x"), "opened_turn", deals),
            "opened_turn holds no numbers",
        ),
        (lambda players, deals: (players, "turns", deals), "frame has no column turns"),
        (lambda players, deals: (7, "opened_turn", deals), "frame is a pandas frame"),
        (lambda players, deals: (players, "opened_turn", 7), "deals is a pandas frame"),
    ],
)
def test_what_cannot_be_is_one_sentence(change, said):
    frame, column, deals = change(*two_seats([[1, 0], [2, 3]], turns=[4, 5]))
    with pytest.raises(RummyError) as fault:
        survival(frame, column, deals=deals)
    assert str(fault.value).startswith(said)
    assert "\n" not in str(fault.value)


def test_the_facts_of_a_deal_stand_beside_its_rows(runs):
    run = runs["rummy40"]
    mixed = run.by_player.sample(frac=1, random_state=1)
    found = beside(mixed, run.by_deal.sample(frac=1, random_state=2), ["winner", "turns"])
    plain = mixed.merge(run.by_deal, on=["deal", "rotation", "rules"], how="left")
    assert list(found["winner"]) == list(plain["winner"])
    assert list(found["turns"]) == list(plain["turns"])
    assert len(one_a_deal(mixed, "won").values) == 12
