"""The functions of a run on frames in other dress: the same rows say the same."""

import warnings

import pandas as pd
import pytest

import rummy_lab as rl
from rummy_lab.core.errors import RummyError

SETS = [rl.SCHMIDT.vary(opening__points=points, deal__hand=hand) for points in (15, 30) for hand in (12, 13)]
FUNCTIONS = {
    "survival": lambda players, deals: rl.survival(players, by=["rules", "bot"], deals=deals),
    # Seats as bots: in so few deals none is always ahead.
    "ratings": lambda players, deals: rl.ratings(players.assign(bot=players["seat"])),
    "skill": lambda players, deals: rl.skill(players, "greedy", "random"),
    "interaction": lambda players, deals: rl.interaction(players, "score", "opening.points", "deal.hand", by="bot"),
    "summary": lambda players, deals: pd.DataFrame(rl.summary(players, deals)),
}
DRESSES = {
    "objects": lambda frame: frame.astype(object),
    "nullable": lambda frame: frame.convert_dtypes(),
    "arrow": lambda frame: frame.convert_dtypes(dtype_backend="pyarrow"),
    "floats": lambda frame: frame.astype({name: float for name in frame if frame[name].dtype.kind == "i"}),
    "one label for every row": lambda frame: frame.set_axis([7] * len(frame)),
    "large numbers of deals": lambda frame: frame.assign(deal=frame["deal"] * 10**12),
    "more columns": lambda frame: frame.assign(turn=1, share=2, strength=3, term=4, run=5, unfinished=6),
}


@pytest.fixture(scope="module")
def run():
    players = ["greedy", "random", "greedy"]
    return rl.selfplay(SETS, players, games=4, seed=2, rotate=True, progress=False, engine="readable")


def told(name, players, deals):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "not every bot sat on every seat")
        return FUNCTIONS[name](players, deals)


@pytest.mark.parametrize("dress", DRESSES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_dress_of_a_frame_changes_nothing(run, name, dress):
    expected = told(name, run.by_player, run.by_deal)
    found = told(name, DRESSES[dress](run.by_player), DRESSES[dress](run.by_deal))
    pd.testing.assert_frame_equal(found, expected, check_dtype=False)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_order_of_rows_changes_no_figure(run, name):
    expected = told(name, run.by_player, run.by_deal)
    mixed = run.by_player.sample(frac=1, random_state=3), run.by_deal.sample(frac=1, random_state=4)
    found = told(name, *mixed)
    keys = [key for key in ("rules", "bot", "seat", "turn", "term") if key in expected]
    left, right = (one.sort_values(keys, ignore_index=True) for one in (found, expected))
    pd.testing.assert_frame_equal(left, right)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("rows", [0, 1])
def test_no_row_and_one_row_are_told(run, name, rows):
    if rows == 1 and name in ("survival", "summary"):
        assert len(told(name, run.by_player.head(rows), run.by_deal))
        return
    with pytest.raises(RummyError) as fault:
        told(name, run.by_player.head(rows), run.by_deal)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *((name, value) for name in ("turns", "seats", "reshuffles") for value in (None, "x", float("inf"))),
        *((name, -3) for name in ("turns", "seats")),
        ("turns", 10**17),
        ("turns", pd.Timestamp("2026-01-01")),
    ],
)
def test_deals_that_cannot_be_are_told(run, column, value):
    deals = run.by_deal.assign(**{column: value})
    with pytest.raises(RummyError, match=column) as fault:
        rl.summary(run.by_player.assign(opened_turn=0), deals)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(("name", "column"), [("survival", "turn"), ("ratings", "strength"), ("interaction", "term")])
def test_a_group_that_is_named_as_a_figure_is_refused(run, name, column):
    frame = run.by_player.assign(**{column: 1})
    calls = {
        "survival": lambda: rl.survival(frame, by=column, deals=run.by_deal),
        "ratings": lambda: rl.ratings(frame.assign(bot=frame["seat"], rules="schmidt"), by=column),
        "interaction": lambda: rl.interaction(frame, "score", "opening.points", "deal.hand", by=column),
    }
    with pytest.raises(RummyError, match=f"by: {column} is a column of the result too"):
        calls[name]()
