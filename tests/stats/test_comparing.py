"""Comparisons on the same deals: planted effects are found, and nothing where nothing is."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

import rummy_lab as rl
from rummy_lab.bots import bot
from stats.processes import REPEATS, coverage, two_sides

RNG_SCORES = 12


def scores(effect, deals=60, rows=1, repeats=REPEATS):
    """Two sides that share the luck of the deal; the second has `effect` more."""
    rng = np.random.default_rng(RNG_SCORES)
    luck = rng.normal(20, 8, (repeats, deals, 1))
    return two_sides(*(luck + add + rng.normal(0, 4, (repeats, deals, rows)) for add in (0, effect)))


def wins(base, value, deals, rows=1, repeats=REPEATS):
    """Two sides, each with the luck of the deal in half of its rows."""
    rng = np.random.default_rng(13)
    luck = rng.random((repeats, deals, 1))
    sides = []
    for chance in (base, value):
        own = rng.random((repeats, deals, rows))
        sides.append(np.where(rng.random((repeats, deals, rows)) < 0.5, luck, own) < chance)
    return two_sides(*sides)


def compared(frame, **more):
    return rl.compare(frame, "value", baseline="plain", by="repeat", correct="none", **more)


@pytest.mark.parametrize("rows", [1, 4])
def test_a_planted_difference_is_found_with_sign_and_size(rows):
    found = compared(scores(3, rows=rows))
    assert 0.93 <= coverage(found, 3) <= 0.97
    assert found["difference"].mean() == pytest.approx(3, abs=0.05)
    sure = found["p"] < 0.05
    assert sure.mean() > 0.95
    assert (found.loc[sure, "difference"] > 0).all()
    if rows == 1:  # 3 in differences that vary by the square root of 4² + 4²
        assert found["effect"].mean() == pytest.approx(3 / 32**0.5, abs=0.03)


@pytest.mark.parametrize(("base", "value", "deals", "rows"), [
    (0.25, 0.4, 150, 1), (0.25, 0.35, 80, 4), (0.25, 0.25, 150, 4), (0.1, 0.2, 200, 1),
])  # fmt: skip
def test_intervals_of_paired_wins_hold_the_true_difference(base, value, deals, rows):
    assert 0.93 <= coverage(compared(wins(base, value, deals, rows)), value - base) <= 0.97


@pytest.mark.parametrize("rows", [1, 4])
def test_equal_bots_show_nothing_more_often_than_the_level(rows):
    """0.05 and two standard errors of 2,000 repeats above it."""
    most = 0.06
    assert 0.04 < (compared(scores(0, rows=rows))["p"] < 0.05).mean() < most
    found = (compared(wins(0.25, 0.25, 100, rows))["p"] < 0.05).mean()
    assert found < most
    assert found > 0.015  # McNemar's exact test is careful, and not blind


def test_the_bootstrap_intervals_hold_the_true_difference():
    rng = np.random.default_rng(14)
    base = rng.exponential(10, (500, 25))
    frame = two_sides(base, base + rng.exponential(4, (500, 25)))
    assert 0.92 <= coverage(compared(frame, method="bootstrap"), 4) <= 0.98  # 500 repeats: se 0.01


def test_the_same_deals_tell_more_than_deals_of_their_own():
    """The luck of the deal cancels out."""
    frame = scores(3, repeats=50)
    together = compared(frame)
    apart = frame.assign(
        value=frame["value"].where(frame["rules"] == "plain", frame.groupby("rules")["value"].shift(1))
    )
    alone = compared(apart.dropna())
    assert (together["high"] - together["low"]).mean() < 0.6 * (alone["high"] - alone["low"]).mean()


def pair(base, value, column="score"):
    one = pd.DataFrame({"deal": range(len(base)), "rules": "plain", column: base})
    return pd.concat([one, one.assign(rules="changed", **{column: value})], ignore_index=True)


def test_the_figures_are_those_of_scipy():
    base, value = np.array([3, 8, 1, 9, 4, 4, 2]), np.array([5, 9, 1, 14, 3, 9, 6])
    found = rl.compare(pair(base, value), "score", baseline="plain").iloc[0]
    known = stats.ttest_rel(value, base)
    d = value - base
    assert (found["rules"], found["baseline"], found["deals"]) == ("changed", "plain", 7)
    assert found[["base", "value", "difference"]].to_list() == pytest.approx([base.mean(), value.mean(), d.mean()])
    assert found[["low", "high"]].to_list() == pytest.approx(list(known.confidence_interval()))
    assert found["p"] == pytest.approx(known.pvalue)
    assert found["effect"] == pytest.approx(d.mean() / d.std(ddof=1))


def test_wins_are_tested_by_mcnemar():
    base = [True] * 10 + [False] * 9 + [True] * 2 + [False] * 20
    value = [True] * 10 + [True] * 9 + [False] * 2 + [False] * 20
    found = rl.compare(pair(base, value), "score", baseline="plain")
    row = found.iloc[0]
    assert (row["only_value"], row["only_base"]) == (9, 2)
    assert row["p"] == pytest.approx(mcnemar([[10, 2], [9, 20]], exact=True).pvalue)
    assert found.attrs["rummy_lab"]["test"] == "mcnemar"
    # Bonett and Price: one more discordant pair on each side.
    up, down, n = 10 / 43, 3 / 43, 43
    half = stats.t.ppf(0.975, 40) * ((up + down - (up - down) ** 2) / n) ** 0.5
    assert row[["low", "high"]].to_list() == pytest.approx([up - down - half, up - down + half])


def test_a_deal_with_several_pairs_is_one_piece_of_evidence():
    """Ten deals, in each of which all four pairs say the same: not forty."""
    frame = pair([False] * 10, [True] * 8 + [False] * 2)
    four = pd.concat([frame.assign(rotation=rotation) for rotation in range(4)], ignore_index=True)
    found = rl.compare(four, "score", baseline="plain")
    row = found.iloc[0]
    assert (row["deals"], row["only_value"]) == (10, 32)
    assert row["p"] == pytest.approx(stats.chi2.sf(8, 1))  # (sum of d)² / sum of d², with d = 1 eight times
    assert found.attrs["rummy_lab"]["test"] == "mcnemar_clustered"


def test_no_difference_at_all_is_no_finding_and_not_certain_either():
    same = [1, 4, 2, 8, 5]
    row = rl.compare(pair(same, same), "score", baseline="plain").iloc[0]
    assert row[["difference", "effect", "p"]].to_list() == [0, 0, 1]
    won = [True, False] * 5
    row = rl.compare(pair(won, won), "score", baseline="plain").iloc[0]
    assert row["p"] == 1
    assert row["low"] < -0.2
    assert row["high"] > 0.2


def test_the_same_difference_in_every_deal_is_as_sure_as_its_sign():
    row = rl.compare(pair([1, 2, 3, 4], [6, 7, 8, 9]), "score", baseline="plain").iloc[0]
    assert row["difference"] == row["low"] == row["high"] == 5
    assert row["p"] == 2 / 2**4
    assert np.isnan(row["effect"])


def several(values=8):
    rng = np.random.default_rng(15)
    luck = rng.normal(0, 5, 60)
    parts = [
        pd.DataFrame({"deal": range(60), "hand": 10 + number, "score": luck + rng.normal(0.2 * number, 1, 60)})
        for number in range(values)
    ]
    return pd.concat(parts, ignore_index=True)


def test_p_is_adjusted_for_all_rows():
    frame = several()
    found = {
        name: rl.compare(frame, "score", baseline=10, across="hand", correct=name) for name in ("none", "holm", "bh")
    }
    p = found["none"]["p"].to_numpy()
    assert p.max() > 0.05 > p.min()
    assert found["none"]["p_adjusted"].to_list() == list(p)
    for name, theirs in (("holm", "holm"), ("bh", "fdr_bh")):
        assert found[name]["p_adjusted"].to_list() == pytest.approx(list(multipletests(p, method=theirs)[1]))


def test_p_is_adjusted_for_those_that_there_are():
    """One deal has no p, and takes none of the others' level."""
    frame = several()
    alone = frame[(frame["hand"] < 12) | (frame["deal"] == 0)]
    found = rl.compare(alone, "score", baseline=10, across="hand")
    assert found["p_adjusted"].isna().sum() == 6
    assert found["p_adjusted"].iloc[0] == found["p"].iloc[0]


def test_rows_without_a_partner_are_left_out_and_counted():
    frame = pair([3, 8, 1, 9], [5, 9, 1, 14])
    rest = frame.drop(index=[0, 7])  # deal 0 of the baseline, deal 3 of the variant
    found = rl.compare(rest, "score", baseline="plain")
    assert found[["deals", "base", "value"]].iloc[0].to_list() == [2, 4.5, 5]
    assert found.attrs["rummy_lab"]["left_out"] == 1


def test_a_seat_is_set_against_the_same_seat():
    """Where one side lacks a seat, the other's does not count either."""
    frame = pd.DataFrame({
        "deal": 0, "rotation": 0, "rules": ["a", "a", "b"], "seat": ["A", "B", "B"], "score": [100, 1, 2]
    })  # fmt: skip
    assert rl.compare(frame, "score", baseline="a")["difference"].to_list() == [1]


SETS = ["rummy40", *(f"rummy40{{{one}}}" for one in (
    "opening.points=51", "opening.points=51,pack.ace=both", "deal.hand=10,pack.ace=both"
))]  # fmt: skip


@pytest.mark.parametrize(("given", "full"), [
    ("rummy40", SETS[0]), (rl.RUMMY40, SETS[0]), ("{opening.points=51}", SETS[1]), ("opening.points=51", SETS[1]),
    ("opening.points=51,pack.ace=both", SETS[2]),
    ("rummy40{pack.ace=both, opening.points=51}", SETS[2]), ("deal.hand=10", SETS[3]),
])  # fmt: skip
def test_a_baseline_may_be_named_shortly(given, full):
    frame = pd.DataFrame({"deal": 0, "rules": SETS, "score": [1, 2, 3, 4]})
    assert set(rl.compare(frame, "score", baseline=given)["baseline"]) == {full}


@pytest.mark.parametrize(("given", "says"), [
    ("pack.ace=both", r"pack.ace=both fits 2 of rules; there are rummy40, "),
    ("schmidt", r"schmidt is none of rules"), ("rummy", r"rummy is none of rules"), ("", r" is none of rules"),
    (None, r"None is none of rules"),
])  # fmt: skip
def test_a_baseline_that_is_not_clear_is_refused(given, says):
    frame = pd.DataFrame({"deal": 0, "rules": SETS, "score": [1, 2, 3, 4]})
    with pytest.raises(rl.RummyError, match=says):
        rl.compare(frame, "score", baseline=given)


def for_bots(effects, noise=1.0):
    rng = np.random.default_rng(17)
    parts = []
    for seat, (name, effect) in zip("ABCDEFGH", effects.items(), strict=False):
        for rules, add in (("plain", 0), ("changed", effect)):
            scores = add + rng.normal(0, noise, 80)
            parts.append(pd.DataFrame({"deal": range(80), "rules": rules, "bot": name, "seat": seat, "score": scores}))
    return pd.concat(parts, ignore_index=True)


@pytest.mark.parametrize(("effects", "differ"), [
    ({"high": 2, "low": -2}, True), ({"high": 2, "low": 1}, False), ({"high": 2, "low": 0}, False),
])  # fmt: skip
def test_an_effect_for_each_bot_and_whether_its_sign_differs(effects, differ):
    found = rl.compare(for_bots(effects), "score", baseline="plain", by="bot")
    assert found["bot"].to_list() == list(effects)
    assert found["difference"].to_list() == pytest.approx(list(effects.values()), abs=0.5)
    assert found.attrs["rummy_lab"]["signs_differ"] is differ
    assert not rl.compare(for_bots(effects), "score", baseline="plain", by="seat").attrs["rummy_lab"]["signs_differ"]


def test_a_variant_says_that_its_bots_are_not_tuned_for_it():
    frame = for_bots({"one": 1, "two": 1})
    assert rl.compare(frame, "score", baseline="plain").attrs["rummy_lab"]["notes"] == ["not_retuned"]
    assert rl.compare(frame, "score", baseline="one", across="bot").attrs["rummy_lab"]["notes"] == []
    sweep = frame.assign(**{"opening.points": frame["rules"].map({"plain": 30, "changed": 40})})
    found = rl.compare(sweep, "score", baseline=30, across="opening.points")
    assert found.attrs["rummy_lab"]["notes"] == ["not_retuned"]
    assert found.attrs["rummy_lab"]["baseline"] == 30


def equal_bots(*, rotate):
    """The same bot twice, under two names; in the second rotation they have changed their seats."""
    frame = rl.selfplay("schmidt", ["random"] * 2, games=300, seed=5, rotate=rotate, progress=False).by_player
    return frame.assign(bot=np.where(frame["seat"].eq("A") == frame["rotation"].eq(0), "one", "two"))


def test_equal_bots_on_rotated_seats_do_not_differ_and_the_seat_is_told_apart():
    frame = equal_bots(rotate=True)
    bots = rl.compare(frame, "score", baseline="one", across="bot").iloc[0]
    # The cards stay on the chairs, so what one has in a rotation the other has in the next.
    assert bots[["deals", "difference", "p"]].to_list() == [300, 0, 1]
    assert set(rl.rate(frame, "won", by="bot")["rate"]) == {rl.rate(frame, "won")["rate"].iloc[0]}
    seats = rl.compare(frame, "score", baseline="A", across="seat", by="bot")
    assert seats["bot"].to_list() == ["one", "two"]
    assert seats["difference"].iloc[0] == seats["difference"].iloc[1]
    assert seats["high"].iloc[0] - seats["low"].iloc[0] > 1


def test_without_rotation_the_seat_looks_like_a_difference_between_equal_bots():
    frame = equal_bots(rotate=False)
    bots = rl.compare(frame, "score", baseline="one", across="bot")
    seats = rl.compare(frame, "score", baseline="A", across="seat")
    figures = ["deals", "base", "value", "difference", "low", "high", "p"]
    pd.testing.assert_frame_equal(bots[figures], seats[figures])


def test_bots_that_play_alike_with_other_luck_do_not_differ():
    """The same bot, whose second copy uses one random number more: other deals of the same kind."""
    chance = bot("random")

    def wilful(view, rng):
        rng.below(7)
        return chance.choose(view, rng)

    frame = rl.selfplay("rummy40", ["random", wilful], games=20, seed=5, rotate=True, progress=False).by_player
    found = rl.compare(frame, "penalty", baseline="random", across="bot").iloc[0]
    assert found["difference"] != 0
    assert found["low"] < 0 < found["high"]
    assert found["p"] > 0.05


def test_a_lower_sum_to_open_opens_earlier():
    """A real effect, its sign known beforehand."""
    rules = ["rummy40", "rummy40{opening.points=20}"]
    frame = rl.selfplay(rules, ["greedy", "greedy"], games=60, seed=2, progress=False).by_player
    found = rl.compare(frame, "opened_turn == 1", baseline="rummy40").iloc[0]
    assert found["low"] > 0
    assert found["p"] < 0.001
    assert found["only_value"] > 10 > found["only_base"]
