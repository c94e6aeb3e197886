"""A comparison that may be looked at while it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rummy_lab.stats.frames import By, names_of, share
from rummy_lab.stats.pairs import Side, paired
from rummy_lab.stats.result_frames import plain, result
from rummy_lab.stats.row_facts import row_facts

if TYPE_CHECKING:
    import pandas as pd

FIRST: Final = 100
"""Deals below which the spread is not known well enough."""
_TIGHTEST: Final = 1_000
"""The number of deals at which the band is narrowest for its level; fixed, since it may not follow the data."""
_GROWTH: Final = 1.1


class StoppedOnSignificance(UserWarning):
    """The warning that a test was asked for while the deals were still coming in, in the `until` of `selfplay`.

    Who stops at the first significant difference finds one where there is none, in more than a third of long runs.
    `significant` bears looking often.

    Source: P. Armitage, C. K. McPherson and B. C. Rowe, Repeated significance tests on accumulating data, Journal of
    the Royal Statistical Society A 132 (1969).

    >>> issubclass(StoppedOnSignificance, UserWarning)
    True
    """

    def __init__(self) -> None:
        super().__init__(
            "compare was called by until: a batch that ends as soon as a difference is significant finds one where "
            "there is none, in more than a third of long runs; end it by until=significant(...), which bears looking "
            "often, or by half_width(...), and compare when it is over"
        )


def confidence_sequence(
    frame: pd.DataFrame,
    column: str,
    *,
    baseline: object,
    across: str = "rules",
    by: By = None,
    level: float = 0.95,
) -> pd.DataFrame:
    """The difference from a baseline after ever more deals, with a band that bears being looked at all the time.

    Where a test at every look would find a difference sooner or later (in 38 % of runs of 50,000 deals with a look
    every 500), this band leaves the true difference, at any look at all, in at most 1 - `level` of all runs (in 3 % of
    such runs at the looks given). It is about 1.6 times as wide as the interval of `compare`, which is for a number of
    deals fixed beforehand.

    Args:
        frame: rows of deals in the order of their numbers, such as `run.by_player`.
        column, baseline, across, by: as in `compare`.
        level: how often bands made so hold the true difference at all their looks, for one value and group.

    Returns:
        Rows in the order of the deals, for each group and value compared: the columns of `by`, `across`, `baseline`,
        `deals` so far, `difference`, `low`, `high`. The first look is at 100 deals, the last at all of them; no rows
        where there are fewer.

    Source: the asymptotic confidence sequence of the normal mixture (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas
    2024, theorem 2.2), on one difference a deal.

    Raises RummyError as `compare` does.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"deal": range(200), "a": 5.0, "b": [7.0, 5.0] * 100})
    >>> frame = frame.melt("deal", var_name="rules", value_name="score")
    >>> confidence_sequence(frame, "score", baseline="a").round(2).iloc[[0, -1]]
      rules baseline  deals  difference   low  high
    0     b        a    100         1.0  0.61  1.39
    8     b        a    200         1.0  0.76  1.24
    """
    import numpy as np
    import pandas as pd

    share(level, "level")
    pairing = paired(frame, column, baseline, across, by)
    places, bands = list[tuple[int, int]](), list[Any]()
    sides = [_by_group(side, len(pairing.groups)) for side in pairing.sides]
    for group in range(len(pairing.groups)):
        for number, differences in enumerate(sides):
            if len(differences[group]) >= FIRST:
                bands.append(_band(differences[group], level))
                places += [(group, number)] * bands[-1].shape[1]
    at = np.array(places, dtype=np.int64).reshape(-1, 2)
    deals, difference, half = np.concatenate(bands, axis=1) if bands else np.zeros((3, 0))
    groups = pairing.groups.iloc[at[:, 0]].reset_index(drop=True)
    names = pd.Series([side.name for side in pairing.sides])
    groups[across] = names.iloc[at[:, 1]].reset_index(drop=True)
    columns = {
        "baseline": pairing.baseline, "deals": deals.astype(np.int64), "difference": difference,
        "low": difference - half, "high": difference + half,
    }  # fmt: skip
    return result(
        groups, columns, kind="sequence", column=column, across=across, by=names_of(by),
        baseline=plain(pairing.baseline), level=level, yes_or_no=pairing.yes_or_no,
        **row_facts(frame),
    )  # fmt: skip


def _by_group(side: Side, groups: int) -> list[Any]:
    """The differences of a value, in the order of the deals, for each group."""
    import numpy as np

    order = np.argsort(side.group, kind="stable")
    return np.split(side.differences[order], np.cumsum(np.bincount(side.group, minlength=groups))[:-1])


def _band(differences: Any, level: float) -> Any:
    """At each look: how many deals, their mean difference, half the width of the band."""
    import numpy as np

    at = looks_of(len(differences))
    first = differences[0]
    centred = differences - first  # large values would lose their spread in the squares
    middle = np.cumsum(centred)[at - 1] / at
    sd = np.sqrt(np.maximum(np.cumsum(centred**2)[at - 1] / at - middle**2, 0))
    return np.stack([at, middle + first, sd * radius(at, level)])


def radius(deals: Any, level: float) -> Any:
    """Half the width of the band after so many deals, in standard deviations."""
    import numpy as np

    alpha = 1 - level
    rho = (-2 * np.log(alpha) + np.log(-2 * np.log(alpha) + 1)) / _TIGHTEST  # of the paper's rho the square
    t = np.asarray(deals, dtype=np.float64)
    return np.sqrt(2 * (t * rho + 1) / (t**2 * rho) * np.log(np.sqrt(t * rho + 1) / alpha))


def looks_of(deals: int) -> Any:
    """The numbers of deals at which the band is given: ever further apart, and all of them."""
    import numpy as np

    steps = int(np.ceil(np.log(max(deals / FIRST, 1)) / np.log(_GROWTH)))
    at = np.unique(np.floor(FIRST * _GROWTH ** np.arange(steps + 1)).astype(np.int64))
    return np.append(at[at < deals], deals)
