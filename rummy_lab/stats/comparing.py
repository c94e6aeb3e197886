"""What a rule, a bot or a seat changes, deal by deal, against a baseline."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from rummy_lab.batch.needs import needed
from rummy_lab.core.rules import field_specs
from rummy_lab.stats.frames import By, names_of, share
from rummy_lab.stats.means import spread
from rummy_lab.stats.pairs import Pairing, Side, paired
from rummy_lab.stats.result_frames import KEY, one_of, plain, result
from rummy_lab.stats.row_facts import row_facts
from rummy_lab.stats.sequential import StoppedOnSignificance

if TYPE_CHECKING:
    import pandas as pd


def compare(
    frame: pd.DataFrame,
    column: str,
    *,
    baseline: object,
    across: str = "rules",
    by: By = None,
    level: float = 0.95,
    correct: str = "holm",
    method: str = "t",
    seed: int = 0,
) -> pd.DataFrame:
    """The differences from a baseline on the same deals, each with interval, effect size and p.

    Args:
        frame: rows of deals, such as `run.by_player` of a run of several rule sets.
        column: a column of numbers or of yes or no, or an expression: `"opened_turn == 1"`.
        baseline: the value of `across` that the others are compared with; a rule set also by a short name.
        across: the column whose values are compared: "rules", "bot", "seat", or a rule field as "opening.points".
        by: an effect for each of these; with "bot" it shows whether a rule does the same to all of them.
        level: how often intervals made so hold the true difference; they are not widened for many comparisons.
        correct: how p is adjusted for all rows of the result: "holm", "bh" (Benjamini-Hochberg) or "none".
        method: the interval by "t" or "bootstrap", as in `mean`.
        seed: of the bootstrap.

    Returns:
        A row for each group and value compared: the columns of `by`, `across`, `baseline`, `deals`, the means `base`
        and `value`, their `difference`, `low`, `high`, `effect` (Cohen's d of the differences), `p`, `p_adjusted`. Of
        yes or no also `only_value` and `only_base`, the pairs in which it is so on one side alone. One deal has no
        interval and no p (NaN). `attrs["rummy_lab"]` says the rest: `test`, `signs_differ` (clear effects of different
        sign between the bots of `by`), `notes` ("not_retuned": bots play a variant as they play the baseline),
        `left_out` (rows that have no partner), `pairs` (how many each row of the result was made from).

    Rows are paired by deal, rotation and seat, bots and seats by deal; then every deal counts once. p is that of t. Of
    yes or no it is that of McNemar's exact test; where a deal has several pairs, of its form for clustered pairs
    (Durkalski and others 2003). Their interval adds two deals, one for each side (Bonett and Price 2012).

    Source: Student (1908), McNemar (1947), Holm (1979), Benjamini and Hochberg (1995), and as said above.

    Raises RummyError for a frame without rows or columns, an unknown baseline, where no deal has both sides, and for
    opened_turn and opened_points where some never opened: their 0 is no number.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"deal": range(4), "schmidt": [5, 9, 2, 4], "schmidt{opening.points=40}": [9, 12, 7, 8]})
    >>> found = compare(frame.melt("deal", var_name="rules", value_name="turns"), "turns", baseline="schmidt")
    >>> found[["rules", "deals", "base", "value", "difference"]]
                           rules  deals  base  value  difference
    0  schmidt{opening.points=40}      4   5.0    9.0         4.0
    >>> found[["low", "high", "p"]].round(3)
         low   high      p
    0  2.701  5.299  0.002
    """
    one_of(correct, "correct", "holm", "bh", "none")
    one_of(method, "method", "t", "bootstrap")
    share(level, "level")
    pairing = paired(frame, column, baseline, across, by)
    if frame.attrs.get(KEY, {}).get("running"):
        warnings.warn(StoppedOnSignificance(), stacklevel=2)
    figures = [_figures(pairing, side, level, method, seed) for side in pairing.sides]
    table = _stacked(pairing, figures, across)
    table["p_adjusted"] = adjusted(table["p"], correct)
    groups = table[[*names_of(by), across]]
    columns = {name: table[name].to_numpy() for name in _order(pairing)}
    clustered = any(side.clustered for side in pairing.sides)
    variant = across == "rules" or across in field_specs()
    about = {
        "kind": "compare", "column": column, "across": across, "by": names_of(by), "baseline": plain(pairing.baseline),
        "level": level, "method": method, "correct": correct, "yes_or_no": pairing.yes_or_no,
        "test": ("mcnemar_clustered" if clustered else "mcnemar") if pairing.yes_or_no else "t",
        "signs_differ": _signs_differ(table, names_of(by), across, level),
        "notes": ["not_retuned"] if variant else [], "left_out": pairing.left_out,
        "pairs": [int(one) for one in table["pairs"]],
        **row_facts(frame),
    }  # fmt: skip
    return result(groups, columns, **about)


def _order(pairing: Pairing) -> list[str]:
    names = ["baseline", "deals", "base", "value", "difference", "low", "high", "effect", "p", "p_adjusted"]
    return names + (["only_value", "only_base"] if pairing.yes_or_no else [])


def _figures(pairing: Pairing, side: Side, level: float, method: str, seed: int) -> dict[str, Any]:
    """The figures of one value against the baseline, one a group; groups without a pair have no deals."""
    import numpy as np

    groups = len(pairing.groups)
    found = spread(side.differences, side.group, groups, level, method=method, seed=seed)
    deals, difference = found["deals"], found["mean"]
    with np.errstate(divide="ignore", invalid="ignore"):
        base, value = (np.bincount(side.group, one, groups) / deals for one in (side.base, side.value))
        effect = np.where((found["sd"] == 0) & (difference == 0), 0.0, difference / found["sd"])
    effect = np.where(np.isfinite(effect), effect, np.nan)
    figures = {
        "deals": deals, "base": base, "value": value, "difference": difference, "low": found["low"],
        "high": found["high"], "effect": effect, "pairs": np.bincount(side.group, side.rows, groups),
    }  # fmt: skip
    if not pairing.yes_or_no:
        return figures | {"p": _p_of_t(deals, difference, found["sd"])}
    if method == "t":
        figures |= _added(side, deals, groups, level)
    more, less = (np.bincount(side.group, one, groups).astype(np.int64) for one in (side.more, side.less))
    return figures | {"p": _mcnemar(side, deals, more, less), "only_value": more, "only_base": less}


def _p_of_t(deals: Any, difference: Any, sd: Any) -> Any:
    import numpy as np

    stats = needed("scipy.stats", "a test", "stats")
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2 * stats.t.sf(np.abs(difference) / (sd / np.sqrt(deals)), np.maximum(deals - 1, 1))
    # Equal differences have no spread that t could use; that all have one sign has the chance of a sign test.
    alike = np.where(difference == 0, 1.0, 2.0 ** (1.0 - np.minimum(deals, 1000)))
    return np.where(deals < 2, np.nan, np.where(sd == 0, alike, p))


def _added(side: Side, deals: Any, groups: int, level: float) -> dict[str, Any]:
    """The interval of a difference of rates, with two deals added in which one pair differs, once for each side."""
    import numpy as np

    stats = needed("scipy.stats", "an interval", "stats")
    d = side.differences
    with np.errstate(divide="ignore", invalid="ignore"):
        unit = deals / np.bincount(side.group, side.rows, groups)
        count = deals + 2
        middle = np.bincount(side.group, d, groups) / count
        squares = (np.bincount(side.group, d**2, groups) + 2 * unit**2) / count - middle**2
        half = stats.t.ppf((1 + level) / 2, np.maximum(deals - 1, 1)) * np.sqrt(squares / count)
    low, high = np.maximum(middle - half, -1), np.minimum(middle + half, 1)
    return {"low": np.where(deals < 2, np.nan, low), "high": np.where(deals < 2, np.nan, high)}


def _mcnemar(side: Side, deals: Any, more: Any, less: Any) -> Any:
    import numpy as np

    stats = needed("scipy.stats", "a test", "stats")
    tables = needed("statsmodels.stats.contingency_tables", "a test", "stats")
    groups = len(deals)
    if not side.clustered:
        p = np.array([tables.mcnemar([[0, b], [c, 0]], exact=True).pvalue for b, c in zip(more, less, strict=True)])
    else:
        sums, squares = (np.bincount(side.group, side.differences**power, groups) for power in (1, 2))
        with np.errstate(divide="ignore", invalid="ignore"):
            p = np.where(squares > 0, stats.chi2.sf(sums**2 / squares, 1), 1.0)
    return np.where(deals < 2, np.nan, np.clip(p, 0, 1))


def _stacked(pairing: Pairing, figures: list[dict[str, Any]], across: str) -> pd.DataFrame:
    """All sides below each other, group by group, without the groups that have no pair."""
    import pandas as pd

    parts = []
    for number, (side, one) in enumerate(zip(pairing.sides, figures, strict=True)):
        part = pairing.groups.assign(**{across: side.name, "baseline": pairing.baseline}, **one)
        parts.append(part.assign(_group=range(len(part)), _side=number))
    table = pd.concat(parts, ignore_index=True)
    table = table[table["deals"] > 0].sort_values(["_group", "_side"], ignore_index=True)
    return table.drop(columns=["_group", "_side"])


def adjusted(p: pd.Series[float], correct: str) -> Any:
    """The p of several rows, adjusted by "holm" or "bh"; those that are NaN stay so and do not count.

    >>> import pandas as pd
    >>> adjusted(pd.Series([0.02, 0.01, float("nan")]), "holm")
    array([0.02, 0.02,  nan])
    """
    import numpy as np

    values = p.to_numpy(np.float64, copy=True)
    known = ~np.isnan(values)
    if correct == "bh" and known.any():
        values[known] = needed("scipy.stats", "a correction", "stats").false_discovery_control(values[known])
    elif correct == "holm":
        # Not by multipletests of statsmodels, which collects garbage at each call: a quarter of a second.
        there = values[known]
        order = np.argsort(there, kind="stable")
        there[order] = np.minimum(np.maximum.accumulate(there[order] * np.arange(len(there), 0, -1)), 1)
        values[known] = there
    return values


def _signs_differ(table: pd.DataFrame, by: list[str], across: str, level: float) -> bool:
    """Whether some bots clearly win by what others clearly lose by."""
    if "bot" not in by:
        return False
    clear = table[table["p_adjusted"] < 1 - level]
    rest = [across, *(name for name in by if name != "bot")]
    signs = (clear["difference"] > 0).groupby([clear[name] for name in rest]).nunique()
    return bool((signs > 1).any())
