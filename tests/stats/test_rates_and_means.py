"""Rates and means: known figures, and intervals that hold the true value as often as they say."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import rummy_lab as rl
from stats.processes import REPEATS, alike, coverage, repeated

HONEST = (0.93, 0.97)


def within(share):
    return HONEST[0] <= share <= HONEST[1]


@pytest.mark.parametrize("method", ["wilson", "jeffreys"])
@pytest.mark.parametrize(("chance", "deals"), [(0.25, 150), (0.5, 60), (0.05, 300)])
def test_intervals_of_a_rate_hold_the_true_one(method, chance, deals):
    frame = repeated(alike(chance, 1, deals))
    assert within(coverage(rl.rate(frame, "value", by="repeat", method=method), chance))


@pytest.mark.parametrize("method", ["wilson", "jeffreys"])
def test_rows_of_one_deal_are_not_counted_as_independent(method):
    """The hands of a deal share their luck: intervals that take them for independent hold the rate far too seldom."""
    frame = repeated(alike(0.3, 4, 60, luck=0.8))
    assert within(coverage(rl.rate(frame, "value", by="repeat", method=method), 0.3))
    alone = frame.assign(deal=frame.groupby("repeat").cumcount())
    assert coverage(rl.rate(alone, "value", by="repeat", method=method), 0.3) < 0.87


def test_intervals_are_narrower_where_the_rows_of_a_deal_balance_each_other():
    """One of two hands of a deal wins whoever it is: the rows vary, their mean in a deal less."""
    rng = np.random.default_rng(8)
    first = rng.random((REPEATS, 80)) < 0.5
    frame = repeated(np.stack([first, np.where(rng.random((REPEATS, 80)) < 0.8, ~first, first)], axis=2))
    found = rl.rate(frame, "value", by="repeat")
    assert within(coverage(found, 0.5))
    alone = rl.rate(frame.assign(deal=frame.groupby("repeat").cumcount()), "value", by="repeat")
    assert (found["high"] - found["low"]).mean() < 0.75 * (alone["high"] - alone["low"]).mean()


@pytest.mark.parametrize(("draw", "true"), [
    (lambda rng, size: rng.normal(3, 4, size), 3),
    (lambda rng, size: rng.poisson(6, size), 6),
    (lambda rng, size: rng.gamma(4, 5, size), 20),
])  # fmt: skip
def test_intervals_of_a_mean_hold_the_true_one(draw, true):
    frame = repeated(draw(np.random.default_rng(2), (REPEATS, 60)))
    assert within(coverage(rl.mean(frame, "value", by="repeat"), true))


def test_intervals_of_the_bootstrap_hold_the_true_mean_where_t_does_not():
    """Few and lopsided values."""
    frame = repeated(np.random.default_rng(3).exponential(10, (REPEATS, 16)))
    assert coverage(rl.mean(frame, "value", by="repeat"), 10) < HONEST[0]
    assert within(coverage(rl.mean(frame, "value", by="repeat", method="bootstrap"), 10))


def test_the_mean_counts_a_deal_once():
    rng = np.random.default_rng(4)
    luck = rng.normal(0, 5, (REPEATS, 40, 1))
    frame = repeated(luck + rng.normal(0, 2, (REPEATS, 40, 3)))
    assert within(coverage(rl.mean(frame, "value", by="repeat"), 0))
    alone = frame.assign(deal=frame.groupby("repeat").cumcount())
    assert coverage(rl.mean(alone, "value", by="repeat"), 0) < 0.85


@pytest.mark.parametrize("level", [0.5, 0.8, 0.99])
def test_other_levels_are_kept_too(level):
    frame = repeated(np.random.default_rng(6).normal(0, 1, (REPEATS, 200)))
    assert abs(coverage(rl.mean(frame, "value", by="repeat", level=level), 0) - level) < 0.03
    frame = frame.assign(value=frame["value"] > 0)
    # Counts go by steps, so that a level is not met exactly.
    assert abs(coverage(rl.rate(frame, "value", by="repeat", level=level), 0.5) - level) < 0.05


def one_rate(k, n):
    return pd.DataFrame({"deal": range(n), "won": [True] * k + [False] * (n - k)})


@pytest.mark.parametrize(("k", "n"), [(0, 10), (1, 10), (7, 20), (20, 20), (498, 1000)])
def test_the_intervals_are_those_of_scipy(k, n):
    found = rl.rate(one_rate(k, n), "won").iloc[0]
    known = stats.binomtest(k, n).proportion_ci(method="wilson")
    assert (found["deals"], found["n"], found["k"], found["rate"]) == (n, n, k, k / n)
    assert found[["low", "high"]].to_list() == pytest.approx([known.low, known.high], abs=1e-12)
    found = rl.rate(one_rate(k, n), "won", method="jeffreys").iloc[0]
    posterior = stats.beta(k + 0.5, n - k + 0.5)
    assert found["low"] == pytest.approx(posterior.ppf(0.025) if k else 0)
    assert found["high"] == pytest.approx(posterior.ppf(0.975) if k < n else 1)


def test_the_mean_is_that_of_scipy():
    values = [3, 9, 1, 4, 4, 20]
    found = rl.mean(pd.DataFrame({"deal": range(6), "score": values}), "score", level=0.9).iloc[0]
    known = stats.ttest_1samp(values, 0).confidence_interval(0.9)
    assert found[["deals", "mean", "sd"]].to_list() == pytest.approx([6, np.mean(values), np.std(values, ddof=1)])
    assert found[["low", "high"]].to_list() == pytest.approx(list(known))


def test_zeros_and_ones_are_a_yes_or_no():
    frame = one_rate(3, 8)
    expected = rl.rate(frame, "won")
    pd.testing.assert_frame_equal(rl.rate(frame.astype({"won": int}), "won"), expected)
    pd.testing.assert_frame_equal(rl.rate(frame.astype({"won": "float32"}), "won"), expected)


def test_what_every_deal_says_alike_is_nearly_certain_but_not_after_a_few_deals():
    """Exactly one of four wins each deal."""
    few, many = (
        pd.DataFrame({"deal": np.repeat(range(deals), 4), "won": [True, False, False, False] * deals})
        for deals in (3, 2_000)
    )
    few, many = (rl.rate(frame, "won").iloc[0] for frame in (few, many))
    assert few["rate"] == many["rate"] == 0.25
    assert few["high"] - few["low"] > 0.3
    assert many["high"] - many["low"] < 0.002


def test_one_deal_counts_as_one_row_however_many_it_has():
    frame = pd.DataFrame({"deal": 0, "won": [True] * 3 + [False] * 9})
    found = rl.rate(frame, "won").iloc[0]
    assert (found["deals"], found["n"], found["k"]) == (1, 12, 3)
    assert found["high"] - found["low"] > 0.7


@pytest.mark.parametrize("value", [True, False])
def test_what_is_always_or_never_so_is_as_sure_as_so_many_deals(value):
    frame = pd.DataFrame({"deal": np.repeat(range(20), 4), "won": value})
    found = rl.rate(frame, "won").iloc[0]
    known = stats.binomtest(20 * value, 20).proportion_ci(method="wilson")
    assert found["low"] <= known.low + 1e-12
    assert found["high"] >= known.high - 1e-12
    assert (found["low"] == 0) != value
    assert (found["high"] == 1) == value


def test_the_bootstrap_repeats_itself_and_draws_often_the_same_values_as_well():
    rng = np.random.default_rng(5)
    frame = pd.DataFrame({"deal": range(400), "many": rng.integers(0, 4, 400), "each": rng.normal(0, 3, 400)})
    for column in ("many", "each"):
        one, two = (rl.mean(frame, column, method="bootstrap", seed=seed) for seed in (1, 2))
        pd.testing.assert_frame_equal(one, rl.mean(frame, column, method="bootstrap", seed=1))
        assert not one["low"].equals(two["low"])
        t = rl.mean(frame, column).iloc[0]
        assert one.iloc[0][["low", "high"]].to_list() == pytest.approx(t[["low", "high"]].to_list(), abs=0.05)


def test_the_bootstrap_does_without_where_nearly_all_deals_are_alike():
    frame = pd.DataFrame({"deal": range(12), "score": [0.0] * 11 + [6.0], "same": 2.5})
    pd.testing.assert_frame_equal(rl.mean(frame, "score", method="bootstrap"), rl.mean(frame, "score"))
    same = rl.mean(frame, "same", method="bootstrap").iloc[0]
    assert same[["mean", "low", "high"]].to_list() == [2.5, 2.5, 2.5]
    assert rl.mean(frame.head(9), "score", method="bootstrap")[["low", "high"]].isna().all(axis=None)
