"""Batches that end when they are exact enough, and comparisons that are looked at while they run."""

import warnings

import numpy as np
import pandas as pd
import pytest

import rummy_lab as rl
from rummy_lab.stats.sequential import looks_of, radius
from stats.processes import repeated, two_sides


def sequence(frame, **more):
    return rl.confidence_sequence(frame, "value", baseline="plain", by="repeat", **more)


def ever_wrong(found, true=0.0):
    """In how many repeats the band leaves the true difference at any look."""
    wrong = (found["low"] > true) | (found["high"] < true)
    return wrong.groupby(found["repeat"]).any().mean()


def sides(kind, repeats, deals, effect=0.0):
    rng = np.random.default_rng(21)
    if kind == "wins":
        luck = rng.random((repeats, deals))
        return [np.where(rng.random((repeats, deals)) < 0.5, luck, rng.random((repeats, deals))) < 0.25 + add
                for add in (0, effect)]  # fmt: skip
    luck = rng.exponential(8, (repeats, deals))
    return [luck + add + rng.exponential(4, (repeats, deals)) for add in (0, effect)]


@pytest.mark.parametrize("kind", ["scores", "wins"])
def test_the_band_gives_false_alarm_in_fewer_than_one_of_twenty_runs(kind):
    found = sequence(two_sides(*sides(kind, 500, 600)))
    assert len(found) > 500 * 10
    assert ever_wrong(found) < 0.05


def test_tests_at_the_same_looks_give_many_more_false_alarms():
    """What the band is for: the plain interval, looked at again and again, is wrong far more often."""
    base, value = sides("scores", 400, 800)
    d = (value - base).cumsum(axis=1)
    squares = ((value - base) ** 2).cumsum(axis=1)
    looks = np.arange(100, 801, 50)
    mean = d[:, looks - 1] / looks
    sd = np.sqrt(squares[:, looks - 1] / looks - mean**2)
    assert (abs(mean) > 1.96 * sd / np.sqrt(looks)).any(axis=1).mean() > 0.1


@pytest.mark.slow
def test_the_band_bears_long_runs():
    """At its own looks; and at every single deal, where the limit of the theory is 5 %, within two standard errors."""
    rng = np.random.default_rng(22)
    deals, repeats = 20_000, 2_000
    n, given = np.arange(1, deals + 1), looks_of(deals) - 1
    at_looks = at_all = 0
    for _ in range(repeats // 100):
        d = rng.choice([-1.0, 0, 1], p=[0.15, 0.7, 0.15], size=(100, deals))
        mean = d.cumsum(axis=1) / n
        out = abs(mean) > np.sqrt((d**2).cumsum(axis=1) / n - mean**2) * radius(n, 0.95)
        at_looks += out[:, given].any(axis=1).sum()
        at_all += out[:, 99:].any(axis=1).sum()
    assert at_looks / repeats < 0.045
    assert at_all / repeats < 0.06


def test_a_true_difference_is_seen_in_time_and_held():
    found = sequence(two_sides(*sides("scores", 200, 800, effect=1.5)))
    assert ever_wrong(found, 1.5) < 0.05
    last = found.groupby("repeat").tail(1)
    assert (last["low"] > 0).mean() > 0.9
    assert last["difference"].mean() == pytest.approx(1.5, abs=0.1)


def test_the_band_is_about_half_as_wide_again_as_the_interval():
    frame = two_sides(*sides("scores", 1, 3_000))
    band = sequence(frame).iloc[-1]
    plain = rl.compare(frame, "value", baseline="plain", by="repeat").iloc[0]
    assert (band["deals"], band["difference"]) == (3_000, pytest.approx(plain["difference"]))
    assert 1.4 < (band["high"] - band["low"]) / (plain["high"] - plain["low"]) < 1.8


def test_a_look_knows_only_the_deals_so_far():
    frame = two_sides(*sides("scores", 1, 500))
    whole, part = sequence(frame), sequence(frame[frame["deal"] < 110])
    assert part["deals"].to_list() == [100, 110]
    figures = ["deals", "difference", "low", "high"]
    assert whole.iloc[1][figures].to_list() == pytest.approx(part.iloc[1][figures].to_list())
    later = frame.assign(value=frame["value"].where(frame["deal"] < 110, 1e6))
    assert sequence(later).iloc[1][figures].to_list() == pytest.approx(whole.iloc[1][figures].to_list())


def test_a_level_that_asks_for_more_gives_a_wider_band():
    widths = [radius(1_000, level) for level in (0.8, 0.95, 0.99)]
    assert widths == sorted(widths)


def deals(n, chance=0.25, seed=3):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({"deal": np.repeat(range(n), 2), "bot": ["one", "two"] * n, "score": rng.normal(0, 10, 2 * n)})
    return frame.assign(won=rng.random(2 * n) < chance)


def test_enough_is_when_every_interval_is_narrow_enough():
    frame = deals(2_000)
    for column, function in (("won", rl.rate), ("score", rl.mean), ("score > 3", rl.rate)):
        found = function(frame, column, by="bot")
        widest = ((found["high"] - found["low"]) / 2).max()
        assert rl.half_width(column, widest * 1.001, by="bot")(frame)
        assert not rl.half_width(column, widest * 0.999, by="bot")(frame)


def test_few_deals_are_never_enough():
    until = rl.half_width("won", 0.4)
    assert not until(deals(499))
    assert until(deals(500))
    assert not rl.half_width("won", 0.4, at_least=501)(deals(500))
    assert not rl.half_width("score", 1e9, at_least=1)(deals(1).head(1))  # one deal has no interval


def test_an_interval_of_a_batch_that_ended_when_exact_enough_still_holds_the_rate():
    """Looked at after every hundred deals."""
    rng = np.random.default_rng(23)
    won = rng.random((2_000, 1_500)) < 0.3
    looks = np.arange(500, 1_501, 100)
    parts = [rl.rate(repeated(won[:, :n]), "value", by="repeat").assign(n=n) for n in looks[::2]]
    ends = pd.concat(parts)
    ends = ends[(ends["high"] - ends["low"]) / 2 <= 0.033].groupby("repeat").head(1)
    assert len(ends) > 1_900
    assert ends["n"].nunique() > 1
    assert 0.93 <= ((ends["low"] <= 0.3) & (ends["high"] >= 0.3)).mean() <= 0.97


@pytest.mark.parametrize(("made", "text"), [
    (lambda: rl.half_width("won", 0.02), "half_width('won', 0.02)"),
    (lambda: rl.half_width("won", 0.005, by=["bot", "seat"]), "half_width('won', 0.005, by=['bot', 'seat'])"),
    (lambda: rl.half_width("score", 3, level=0.9, at_least=100), "half_width('score', 3, level=0.9, at_least=100)"),
    (lambda: rl.significant("won", baseline="schmidt", by="bot"), "significant('won', baseline='schmidt', by='bot')"),
    (lambda: rl.significant("won", baseline=30, across="opening.points", at_least=2_000),
     "significant('won', baseline=30, across='opening.points', at_least=2000)"),
])  # fmt: skip
def test_it_is_written_as_it_is_called_and_equal_where_it_is_the_same(made, text):
    assert repr(made()) == text
    assert eval(text, {"half_width": rl.half_width, "significant": rl.significant}) == made()
    assert hash(made()) == hash(made())


RULES = ["schmidt", "schmidt{opening.points=5}"]


def played(until, games=1_000, rules="schmidt"):
    return rl.selfplay(rules, ["greedy", "greedy"], games=games, seed=6, until=until, progress=False)


def test_selfplay_ends_at_a_precision_and_its_spec_says_so():
    run = played(rl.half_width("won", 0.06, by="seat", at_least=200))
    assert run.complete
    assert 200 <= len(run) < 1_000
    assert run.spec["until"] == "half_width('won', 0.06, by='seat', at_least=200)"
    found = rl.rate(run.by_player, "won", by="seat")
    assert ((found["high"] - found["low"]) / 2 <= 0.06).all()


def test_selfplay_may_end_on_the_band_and_no_warning_comes():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = played(rl.significant("opened_turn == 1", baseline="schmidt", at_least=200), rules=RULES)
    assert 200 <= run.by_deal["deal"].nunique() < 1_000
    last = rl.confidence_sequence(run.by_player, "opened_turn == 1", baseline="schmidt").iloc[-1]
    assert last["low"] > 0


def test_who_ends_on_significance_is_warned():
    def found_it(frame):
        return rl.compare(frame[frame["seat"] == "A"], "score", baseline="schmidt")["p"].iloc[0] < 0.05

    with pytest.warns(rl.StoppedOnSignificance, match=r"where there is none.*until=significant"):
        played(found_it, games=150, rules=RULES)
    assert issubclass(rl.StoppedOnSignificance, UserWarning)


def test_who_compares_afterwards_is_not_warned():
    run = played(rl.half_width("won", 0.2, at_least=100), games=200, rules=RULES)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rl.compare(run.by_player, "score", baseline="schmidt")


def test_below_a_hundred_deals_nothing_is_clear():
    until = rl.significant("score", baseline="plain", at_least=1)
    base = pd.DataFrame({"deal": range(99), "rules": "plain", "score": np.arange(99.0)})
    frame = pd.concat([base, base.assign(rules="changed", score=base["score"] + 50)])
    assert not until(frame)
    more = pd.concat([frame, frame.head(1).assign(deal=99), frame.tail(1).assign(deal=99)])
    assert until(more)
