"""How many deals a question needs, told from a small first run."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.batch.needs import needed
from rummy_lab.core.errors import Phrase, RummyError
from rummy_lab.stats.frames import share

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import ArrayLike

_MOST: Final = 10**12
_NOT: Final = Phrase("pilot is a result of compare or mean, or one number for each deal and nothing else")


def deals_needed(
    effect: float, pilot: pd.DataFrame | pd.Series[Any] | ArrayLike, *, level: float = 0.95, power: float = 0.8
) -> int:
    """How many deals it takes to see an effect of this size: a t interval of `level` leaves out 0 in a share `power` of
    such runs.

    Args:
        effect: the difference worth finding, in the unit of the column, 3 points for example; its sign does not matter.
        pilot: a first run with at least two deals: a result of `compare` or `mean`, of several rows the widest counts;
            or one value a deal, such as the differences.
        level: of the interval.
        power: how often an effect of just this size shall be seen.

    A small pilot knows the spread only roughly: from 20 deals the number is easily off by half, from 200 by a fifth.

    Source: the power of Student's t test (noncentral t), as statsmodels counts it.

    Raises:
        RummyError: one sentence for a pilot that does not tell how much deals differ.

    >>> deals_needed(3, [10, -8, 4, 16, -2, 7, -11, 5, 9, -4])
    67
    """
    level, power = share(level, "level"), share(power, "power")
    size = _size(effect) / _spread(pilot)
    test = needed("statsmodels.stats.power", "deals_needed", "stats").TTestPower()

    def enough(deals: int) -> bool:
        return bool(test.power(size, deals, 1 - level, alternative="two-sided") >= power)

    few, many = 1, 2
    while not enough(many):
        few, many = many, 2 * many
        if many > _MOST:
            raise RummyError(
                "an effect of {effect} is too small beside what one deal differs from another", effect=float(effect)
            )
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if enough(middle) else (middle, many)
    return many


def _size(effect: object) -> float:
    import numpy as np

    if isinstance(effect, bool) or not isinstance(effect, int | float | np.number) or not math.isfinite(effect):
        raise RummyError("effect is a number, the difference worth finding, not {given}", given=f"{effect!r:.40}")
    if effect == 0:
        raise RummyError("effect is 0, and no number of deals shows that nothing is there; say what would matter")
    return abs(float(effect))


def _spread(pilot: object) -> float:
    """The standard deviation from deal to deal."""
    import numpy as np
    import pandas as pd

    if isinstance(pilot, pd.DataFrame):
        try:
            values = _of_result(pilot)
        except RummyError:
            raise
        except (TypeError, ValueError):
            raise RummyError(_NOT) from None
    else:
        try:
            given = np.asarray(pilot, dtype=np.float64)
        except (TypeError, ValueError):
            given = np.array(np.nan)
        if given.ndim != 1 or not np.isfinite(given).all():
            raise RummyError(_NOT)
        values = np.array([given.std(ddof=1)]) if len(given) > 1 else np.array([])
    values = values[np.isfinite(values)]
    if not len(values):
        raise RummyError("pilot has one deal or none, which does not tell how much deals differ; play some more")
    if not values.max() > 0:
        raise RummyError("all deals of the pilot are alike, which does not tell how much deals differ; play some more")
    return float(values.max())


def _of_result(pilot: pd.DataFrame) -> Any:
    import numpy as np

    if "sd" in pilot.columns:
        return pilot["sd"].to_numpy(np.float64)
    if {"difference", "effect", "low", "high", "deals"} <= set(pilot.columns):
        level = pilot.attrs.get("rummy_lab", {}).get("level", 0.95)
        deals, effect = pilot["deals"].to_numpy(np.float64), pilot["effect"].to_numpy(np.float64)
        stats = needed("scipy.stats", "deals_needed", "stats")
        half = (pilot["high"] - pilot["low"]).to_numpy(np.float64) / 2
        with np.errstate(divide="ignore", invalid="ignore"):
            told = half * np.sqrt(deals) / stats.t.ppf((1 + level) / 2, np.where(deals > 1, deals - 1, np.nan))
            return np.where(effect != 0, pilot["difference"].to_numpy(np.float64) / effect, told)
    raise RummyError(_NOT)
