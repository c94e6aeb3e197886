"""How many deals a question needs: confirmed by playing so many."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from rummy_lab.core.errors import RummyError
from rummy_lab.stats.comparing import compare
from rummy_lab.stats.means import mean
from rummy_lab.stats.planning import deals_needed

PILOT = np.random.default_rng(1).normal(1, 12, 200)


def two_sides(difference, deals=200, seed=2):
    rng = np.random.default_rng(seed)
    base = rng.normal(20, 8, deals)
    value = base + rng.normal(difference, 12, deals)
    sides = {"schmidt": base, "schmidt{opening.points=51}": value}
    return pd.concat(
        [pd.DataFrame({"deal": range(deals), "rules": name, "score": side}) for name, side in sides.items()]
    )


@pytest.mark.parametrize(("effect", "power"), [(3, 0.8), (8, 0.9), (-20, 0.8)])
def test_so_many_deals_show_the_effect_as_often_as_was_asked(effect, power):
    deals = deals_needed(effect, PILOT, power=power)
    rng = np.random.default_rng(3)
    runs = rng.normal(effect, PILOT.std(ddof=1), (4000, deals))
    seen = (stats.ttest_1samp(runs, 0, axis=1).pvalue < 0.05).mean()
    fewer = (stats.ttest_1samp(runs[:, : max(2, int(deals * 0.8))], 0, axis=1).pvalue < 0.05).mean()
    assert seen > power - 0.025
    assert fewer < power


def test_it_is_the_least_number():
    size = 2 / PILOT.std(ddof=1)
    deals = deals_needed(2, PILOT)

    def power(n):
        t = stats.t.ppf(0.975, n - 1)
        return stats.nct.sf(t, n - 1, size * np.sqrt(n)) + stats.nct.cdf(-t, n - 1, size * np.sqrt(n))

    assert power(deals - 1) < 0.8 <= power(deals)


def test_results_tell_the_spread_too():
    frame = two_sides(4)
    paired = frame.pivot_table(index="deal", columns="rules", values="score").diff(axis=1).iloc[:, 1]
    expected = deals_needed(2, paired)
    assert deals_needed(2, compare(frame, "score", baseline="schmidt")) == expected
    assert deals_needed(2, compare(frame, "score", baseline="schmidt", level=0.8)) == expected
    assert deals_needed(2, mean(paired.rename("score").reset_index(), "score")) == expected
    assert deals_needed(2, list(paired)) == expected
    no_effect = compare(frame, "score", baseline="schmidt").assign(effect=0.0)
    assert deals_needed(2, no_effect) == expected


def test_the_widest_row_counts():
    frame = pd.DataFrame({"deal": list(range(50)) * 2, "bot": ["x"] * 50 + ["y"] * 50})
    frame["score"] = np.concatenate([PILOT[:50], 3 * PILOT[50:100]])
    assert deals_needed(2, mean(frame, "score", by="bot")) == deals_needed(2, 3 * PILOT[50:100])


def test_smaller_effects_and_more_power_need_more():
    assert deals_needed(1, PILOT) > 3.9 * deals_needed(2, PILOT)
    assert deals_needed(2, PILOT, power=0.95) > deals_needed(2, PILOT) > deals_needed(2, PILOT, level=0.8)
    assert deals_needed(1e4, PILOT) == 2
    assert deals_needed(-2, PILOT) == deals_needed(2, PILOT) == deals_needed(np.float32(2), PILOT)


@pytest.mark.parametrize(
    ("effect", "pilot", "said"),
    [
        (0, PILOT, "effect is 0"),
        ("3", PILOT, "effect is a number"),
        (np.nan, PILOT, "effect is a number"),
        (True, PILOT, "effect is a number"),
        (1e-9, PILOT, "an effect of 1e-09 is too small"),
        (1, [], "pilot has one deal or none"),
        (1, [3], "pilot has one deal or none"),
        (1, [3, 3, 3], "all deals of the pilot are alike"),
        (1, [3, np.nan], "pilot is a result of compare or mean"),
        (1, ["a", "b"], "pilot is a result of compare or mean"),
        (1, 7, "pilot is a result of compare or mean"),
        (1, [[1, 2], [3, 4]], "pilot is a result of compare or mean"),
        (1, [[1], [3, 4]], "pilot is a result of compare or mean"),
        (1, pd.DataFrame({"deal": [1, 2]}), "pilot is a result of compare or mean"),
        (1, pd.DataFrame({"sd": [np.nan]}), "pilot has one deal or none"),
        (1, pd.DataFrame({"sd": ["x"]}), "pilot is a result of compare or mean"),
    ],
)
def test_what_cannot_be_is_one_sentence(effect, pilot, said):
    with pytest.raises(RummyError) as fault:
        deals_needed(effect, pilot)
    assert str(fault.value).startswith(said)
