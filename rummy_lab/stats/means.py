"""Means of scores, lengths and the like, one value a deal, with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rummy_lab.batch.needs import needed
from rummy_lab.core.chance import check_seed
from rummy_lab.stats.frames import By, names_of, one_a_deal, share
from rummy_lab.stats.result_frames import one_of, result
from rummy_lab.stats.row_facts import row_facts

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[Any]

RESAMPLES: Final = 2_000
LEAST: Final = 10
"""Fewer deals are too few to be drawn from again."""
_SPREAD: Final = 0.99
"""Where fewer of the drawn samples hold values that differ, nearly all deals were alike, and t has to do."""


def mean(
    frame: pd.DataFrame, column: str, by: By = None, *, method: str = "t", level: float = 0.95, seed: int = 0
) -> pd.DataFrame:
    """The mean over the deals of each group, with its interval.

    A deal counts once, by the mean of its rows in the group: seats and rotations of one deal are not independent.

    Args:
        frame: rows of deals, such as `run.by_player` or `run.by_deal`.
        column: a column of numbers, or an expression: `"left_pips + 25 * left_jokers"`.
        by: the column or columns that make the groups.
        method: "t", or "bootstrap" (studentized, Efron and Tibshirani 1993, chapter 12) for few and lopsided values.
        level: how often intervals made so hold the true mean.
        seed: of the bootstrap; the same seed gives the same interval.

    Returns:
        A row a group: the columns of `by`, `deals`, `mean`, `sd` between deals, `low` and `high`, in the unit of the
        column. One deal alone has no `sd` and no interval (NaN), nor have fewer than ten a bootstrap.

    Source: Student (1908); Efron and Tibshirani, An introduction to the bootstrap (1993).

    Raises RummyError for a frame without rows or columns, for a column that holds no numbers, and for opened_turn and
    opened_points where some never opened: their 0 is no number.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"deal": [0, 0, 1, 1, 2, 2], "score": [0, 10, 20, 10, 30, 20]})
    >>> mean(frame, "score").round(2)
       deals  mean    sd   low   high
    0      3  15.0  10.0 -9.84  39.84
    """
    one_of(method, "method", "t", "bootstrap")
    share(level, "level")
    found = one_a_deal(frame, column, by)
    columns = spread(found.values, found.group, len(found.groups), level, method=method, seed=seed)
    return result(
        found.groups, columns, kind="mean", column=column, by=names_of(by), level=level, method=method,
        **row_facts(frame),
    )  # fmt: skip


def spread(values: Floats, group: Any, groups: int, level: float, *, method: str, seed: int) -> dict[str, Any]:
    """For each group: how many values, mean, sd, and the interval of the mean."""
    import numpy as np

    stats = needed("scipy.stats", "an interval", "stats")
    count = np.bincount(group, minlength=groups)
    with np.errstate(divide="ignore", invalid="ignore"):
        middle = np.bincount(group, values, groups) / count
        squares = np.bincount(group, (values - middle[group]) ** 2, groups)
        sd = np.sqrt(squares / np.where(count > 1, count - 1, np.nan))
        error = sd / np.sqrt(count)
    if method == "bootstrap":
        below, above = _resampled(values, group, count, level, seed)
    else:
        above = stats.t.ppf((1 + level) / 2, np.maximum(count - 1, 1))
        below = -above
    return {"deals": count, "mean": middle, "sd": sd, "low": middle + below * error, "high": middle + above * error}


def _resampled(values: Floats, group: Any, count: Any, level: float, seed: int) -> tuple[Any, Any]:
    """The quantiles that stand in the place of those of t, for each group."""
    import numpy as np

    check_seed(seed)
    order = np.argsort(group, kind="stable")
    below, above = np.full(len(count), np.nan), np.full(len(count), np.nan)
    for number, part in enumerate(np.split(values[order], np.cumsum(count)[:-1])):
        if len(part) >= LEAST:
            below[number], above[number] = _quantiles(part, level, np.random.default_rng((seed, number)))
    return below, above


def _quantiles(values: Floats, level: float, rng: Any) -> tuple[float, float]:
    import numpy as np

    n = len(values)
    # Values that occur often are drawn by how often: the same law as drawing them one by one, and much less work.
    each, often = np.unique(values - values.mean(), return_counts=True)
    sums, squares = np.empty(RESAMPLES), np.empty(RESAMPLES)
    step = max(1, 2_000_000 // n)
    for at in range(0, RESAMPLES, step):
        some = slice(at, min(at + step, RESAMPLES))
        size = some.stop - at
        if 4 * len(each) < n:
            drawn = rng.multinomial(n, often / n, size=size)
            sums[some], squares[some] = drawn @ each, drawn @ each**2
        else:
            drawn = (values - values.mean())[rng.integers(0, n, size=(size, n))]
            sums[some], squares[some] = drawn.sum(axis=1), (drawn**2).sum(axis=1)
    middle = sums / n
    sd = np.sqrt(np.maximum(squares / n - middle**2, 0) * n / (n - 1))
    spread_out = sd > 1e-6 * values.std()
    if spread_out.mean() < _SPREAD:
        high = needed("scipy.stats", "an interval", "stats").t.ppf((1 + level) / 2, n - 1)
        return float(-high), float(high)
    t = middle[spread_out] / (sd[spread_out] / np.sqrt(n))
    low, high = np.quantile(t, [(1 - level) / 2, (1 + level) / 2])
    return float(-high), float(-low)
