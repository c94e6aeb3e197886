"""How often something happens, with an interval that knows that the rows of one deal belong together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rummy_lab.batch.needs import needed
from rummy_lab.core.errors import RummyError
from rummy_lab.stats.frames import By, DealValues, names_of, one_a_deal, share
from rummy_lab.stats.result_frames import one_of, result
from rummy_lab.stats.row_facts import row_facts

if TYPE_CHECKING:
    import pandas as pd


def rate(
    frame: pd.DataFrame, column: str, by: By = None, *, method: str = "wilson", level: float = 0.95
) -> pd.DataFrame:
    """The share of the rows in which something is so, for each group, with its interval.

    Args:
        frame: rows of deals, such as `run.by_player` or `run.by_deal`.
        column: a column of yes or no, or an expression: `"opened_turn == 1"`.
        by: the column or columns that make the groups.
        method: "wilson" or "jeffreys".
        level: how often intervals made so hold the true rate.

    Returns:
        A row a group: the columns of `by`, `deals`, `n` rows, `k` of them so, `rate` = k / n, and `low` and `high`,
        shares from 0 to 1.

    Seats and rotations of one deal are not independent. Where a deal has several rows in a group, the interval is that
    of the effective number of rows: n through the design effect, the variance of the rate from one value a deal over
    that of independent rows, with the t quantile for so many deals (Korn and Graubard 1998). From one deal alone
    nothing is known of that: it counts as one row.

    Raises RummyError for a frame without rows or columns, and for a column that is no yes or no.

    Source: E. B. Wilson (1927) and H. Jeffreys (1946) for the intervals, Korn and Graubard as said for the clusters.

    >>> import pandas as pd
    >>> won = [True, False, True, False, False, False]
    >>> frame = pd.DataFrame({"deal": [0, 0, 1, 1, 2, 2], "seat": ["A", "B"] * 3, "won": won})
    >>> rate(frame, "won", by="seat").round(2)
      seat  deals  n  k  rate   low  high
    0    A      3  3  2  0.67  0.21  0.94
    1    B      3  3  0  0.00  0.00  0.56
    """
    import numpy as np

    one_of(method, "method", "wilson", "jeffreys")
    share(level, "level")
    found = one_a_deal(frame, column, by)
    if not found.yes_or_no and not bool(np.isin(found.sums / found.rows, (0, 1)).all()):
        raise RummyError("{column} is no yes or no; make it one by a comparison, as '{column} > 0'", column=column)
    deals, n, k, effective = counts(found)
    low, high = interval(k / n, effective, deals, n, method, level)
    columns = {"deals": deals, "n": n, "k": k, "rate": k / n, "low": low, "high": high}
    return result(
        found.groups, columns, kind="rate", column=column, by=names_of(by), level=level, method=method,
        effective=[float(one) for one in effective], **row_facts(frame),
    )  # fmt: skip


def counts(found: DealValues) -> tuple[Any, Any, Any, Any]:
    """For each group: deals, rows, how many rows are so, and the effective number of rows."""
    import numpy as np

    ones = np.ones(len(found.rows))
    deals, n, k = (found.total(one).astype(np.int64) for one in (ones, found.rows, found.sums))
    if bool((found.rows == 1).all()):
        return deals, n, k, n.astype(np.float64)
    p = k / n
    alone = p * (1 - p) / n
    spread = found.total((found.sums - p[found.group] * found.rows) ** 2) / n**2
    with np.errstate(divide="ignore", invalid="ignore"):
        design = spread * deals / (deals - 1) / alone
        # As if one more deal had shown independent rows: a few deals that happen to be alike do not make it certain.
        design = (design * deals + 1) / (deals + 1)
        effective = np.where((alone > 0) & (deals > 1), n / design, deals)
    return deals, n, k, np.where(n == deals, n, effective)


def interval(p: Any, effective: Any, deals: Any, n: Any, method: str, level: float) -> tuple[Any, Any]:
    """The ends of the interval of rates, from effective numbers of rows."""
    import numpy as np

    stats = needed("scipy.stats", "an interval", "stats")
    proportion = needed("statsmodels.stats.proportion", "an interval", "stats")
    half = (1 + level) / 2
    wider = (stats.t.ppf(half, np.maximum(deals - 1, 1)) / stats.norm.ppf(half)) ** 2
    rows = np.where((n == deals) | (deals == 1), effective, effective / wider)
    known = {"wilson": "wilson", "jeffreys": "jeffreys"}[method]
    low, high = proportion.proportion_confint(p * rows, rows, alpha=1 - level, method=known)
    # Rounding may leave an end beside the border; Jeffreys is meant to reach it (Brown, Cai and DasGupta 2001).
    return np.where(p == 0, 0.0, np.clip(low, 0, 1)), np.where(p == 1, 1.0, np.clip(high, 0, 1))
