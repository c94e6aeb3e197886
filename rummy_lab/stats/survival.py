"""How long until something happens, where some never saw it happen: turns to open, turns to the end of a deal."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.batch import Run
from rummy_lab.batch.needs import needed
from rummy_lab.core.errors import RummyError
from rummy_lab.core.violations import SEATS
from rummy_lab.stats.frames import By, checked, deals_of, grouped, names_of, numbers_of, share
from rummy_lab.stats.joining import beside
from rummy_lab.stats.result_frames import result
from rummy_lab.stats.row_facts import row_facts

if TYPE_CHECKING:
    import pandas as pd

    from rummy_lab.stats.frames import Floats, Ints

_WHOLE_DEAL: Final = ("turns", "rounds")
_CUT_SHORT: Final = ("unfinished", "forfeit")
"""Ends that came from outside: the deal would have gone on."""
_MOST: Final = 100_000
_HAIR: Final = 1e-9
"""What a product of shares may miss a half by."""


def survival(
    frame: pd.DataFrame | Run,
    column: str = "opened_turn",
    by: By = None,
    *,
    deals: pd.DataFrame | None = None,
    level: float = 0.95,
) -> pd.DataFrame:
    """The share that has not opened yet after 1, 2, ... own turns, or of deals that still go on (Kaplan-Meier).

    Whoever had not opened when the deal ended is censored there: it counts as long as it was watched. The share is what
    would be seen if no deal ended before everyone had opened, and the end of deals had nothing to do with it.

    Args:
        frame: a run, its `by_player` for `opened_turn`, its `by_deal` for `turns` or `rounds`.
        column: `opened_turn`; or `turns` or `rounds`, in which deals that end as unfinished or as a forfeit are
            censored.
        by: columns that make the groups.
        deals: the run's `by_deal`, where `frame` is a `by_player` in which someone never opened.
        level: of the intervals.

    Returns:
        The columns of `by`, then `turn` from 1, `at_risk` (rows that had not opened before it and took it), `events`,
        `share` (not yet after it), `low`, `high`. `attrs["rummy_lab"]["medians"]` has for each group the turn by which
        half have opened, with `low` and `high`; None where half never do. An interval is NaN where there is one deal.

    The intervals are Wilson's for the effective number of rows (Rothman 1978), their variance that of the infinitesimal
    jackknife with deals as clusters: seats and rotations of one deal are not independent.

    Source: Kaplan and Meier (1958), and as said above.

    Raises:
        RummyError: one sentence for a frame or a column that cannot be.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"deal": [0, 1, 2, 3], "opened_turn": [1, 1, 3, 2]})
    >>> survival(frame)[["turn", "at_risk", "events", "share"]]
       turn  at_risk  events  share
    0     1        4       2   0.50
    1     2        2       1   0.25
    2     3        1       1   0.00
    """
    import pandas as pd

    level = share(level, "level")
    table, deals = _tables(frame, column, deals)
    groups, deal = grouped(table, by), deals_of(table)
    time, event = _watched(table, column, deals)
    parts, medians = list[Any](), list[dict[str, Any]]()
    for at in range(len(groups)):
        rows = groups.of == at
        curve = _curve(time[rows], event[rows], deal[rows], level)
        key = {name: groups.table[name].iloc[at] for name in groups.table.columns}
        columns = {
            "turn": curve.turn, "at_risk": curve.at_risk, "events": curve.events, "share": curve.share,
            "low": curve.low, "high": curve.high,
        }  # fmt: skip
        parts.append(result(groups.table.iloc[[at] * len(curve.turn)], columns))
        counts = {"deals": curve.deals, "rows": int(rows.sum()), "events": int(event[rows].sum())}
        medians.append({name: _plain(value) for name, value in key.items()} | curve.median | counts)
    found: pd.DataFrame = pd.concat(parts, ignore_index=True)
    found.attrs["rummy_lab"] = {
        "kind": "survival", "column": column, "by": names_of(by), "level": level, "method": "kaplan-meier",
        "medians": medians, **row_facts(table),
    }  # fmt: skip
    return found


def _tables(
    frame: pd.DataFrame | Run, column: object, deals: pd.DataFrame | None
) -> tuple[pd.DataFrame, pd.DataFrame | None]:
    if not isinstance(column, str) or column not in ("opened_turn", *_WHOLE_DEAL):
        raise RummyError("column is opened_turn, turns or rounds, not {given}", given=f"{column!r:.60}")
    if isinstance(frame, Run):
        return (frame.by_player, frame.by_deal) if column == "opened_turn" else (frame.by_deal, None)
    if column in _WHOLE_DEAL:
        return checked(frame, ["deal", str(column), "end"]), None
    return checked(frame, ["deal", "opened_turn"]), deals


def _watched(table: pd.DataFrame, column: str, deals: pd.DataFrame | None) -> tuple[Ints, Any]:
    """For each row how many turns it was watched, and whether it happened in the last of them."""
    import numpy as np

    values, yes_or_no = numbers_of(table, column)
    time = values.astype(np.int64)
    if yes_or_no or bool((time != values).any() or (time < 0).any() or (time > _MOST).any()):
        raise RummyError(
            "{column} counts turns: whole numbers from 0 to {most:,}, and not other ones", column=column, most=_MOST
        )
    if column in _WHOLE_DEAL:
        return time, ~table["end"].astype(str).isin(_CUT_SHORT).to_numpy()
    opened = time > 0
    if opened.all():
        return time, opened
    if deals is None:
        raise RummyError(
            "{never:,} of {count:,} rows never opened, and this frame does not say how many turns they "
            "had; give deals=run.by_deal too",
            never=int((~opened).sum()),
            count=len(time),
        )
    return np.where(opened, time, _own_turns(table, deals)), opened


def _own_turns(table: pd.DataFrame, deals: pd.DataFrame) -> Ints:
    """How many turns each seat finished, from the turns of its deal and from who started."""
    import numpy as np

    checked(table, ["seat"])
    facts = beside(table, deals, ["turns", "seats", "starter"])
    place = {seat: at for at, seat in enumerate(SEATS)}
    seats, turns = (numbers_of(facts, name)[0] for name in ("seats", "turns"))
    if bool(((seats < 1) | (turns < 0) | (turns > _MOST)).any()):
        raise RummyError("deals: seats is 1 or more and turns from 0 to {most:,}", most=_MOST)
    seat, starter = (column.astype(str).map(place).to_numpy(np.float64) for column in (table["seat"], facts["starter"]))
    after = seat - starter
    if np.isnan(after).any():
        raise RummyError("seat and starter are letters from {first} to {last}", first=SEATS[0], last=SEATS[-1])
    own: Ints = np.maximum(0, (turns - after % seats + seats - 1) // seats).astype(np.int64)
    return own


@dataclass(frozen=True, slots=True)
class _Curve:
    turn: Ints
    at_risk: Ints
    events: Ints
    share: Floats
    low: Floats
    high: Floats
    deals: int
    median: dict[str, Any]


def _curve(time: Ints, event: Any, deal: Ints, level: float) -> _Curve:
    """The curve of one group at every turn, up to the last that anyone was watched."""
    import numpy as np

    # Who was not watched for a single turn is in no count.
    order = np.argsort(time, kind="stable")
    order = order[time[order] > 0]
    time, event, deal = time[order], event[order], deal[order]
    clusters, cluster = np.unique(deal, return_inverse=True)
    turn, left = _left(time, event)
    events = np.bincount(time[event], minlength=len(turn) + 1)[1:]
    starts = np.searchsorted(time, np.arange(1, len(turn) + 2))
    at_risk = len(time) - starts[:-1]
    rows = _effective(left, events, at_risk, starts, event, cluster, len(clusters))
    low, high = _wilson(left, rows, level)
    median = {name: _first_below(turn, curve) for name, curve in (("median", left), ("low", low), ("high", high))}
    return _Curve(turn, at_risk, events, left, low, high, len(clusters), median)


def _left(time: Ints, event: Any) -> tuple[Ints, Floats]:
    """Every turn up to the last, and the share that is left after it (Kaplan-Meier)."""
    import numpy as np

    turn = np.arange(1, (int(time.max()) if len(time) else 0) + 1)
    if not event.any():
        return turn, np.ones(len(turn))
    survfunc = needed("statsmodels.duration.survfunc", "survival", "stats")
    fitted = survfunc.SurvfuncRight(time, event.astype(np.int64))
    steps = np.concatenate(([1.0], fitted.surv_prob))
    return turn, steps[np.searchsorted(fitted.surv_times, turn, side="right")]


def half_opened(table: pd.DataFrame, deals: pd.DataFrame | None, by: list[str]) -> dict[tuple[str, ...], float]:
    """For each group of a `by_player` the own turn by which half have opened, NaN where half never do.

    It is the median of `survival` without its interval, which takes longer than all the rest.
    """
    groups = grouped(table, by)
    time, event = _watched(table, "opened_turn", deals)
    found: dict[tuple[str, ...], float] = {}
    for at, key in enumerate(groups.table.itertuples(index=False, name=None)):
        rows = (groups.of == at) & (time > 0)
        median = _first_below(*_left(time[rows], event[rows]))
        found[tuple(map(str, key))] = math.nan if median is None else float(median)
    return found


def _effective(
    left: Floats, events: Ints, at_risk: Ints, starts: Ints, event: Any, cluster: Ints, clusters: int
) -> Floats:
    """After each turn the number of independent rows that would know the share as well; the rows are in order of time.

    A row's pull on log(share) is the derivative by its weight; those of a deal are added before they are squared.
    """
    import numpy as np

    rows = np.full(len(left), np.nan)
    if clusters < 2:
        return rows
    known = float(clusters)
    watched = np.bincount(cluster, minlength=clusters).astype(float)
    pull = np.zeros(clusters)
    for at, (count, risk) in enumerate(zip(events, at_risk, strict=True)):
        here = slice(starts[at], starts[at + 1])
        if 0 < count < risk:
            happened = np.bincount(cluster[here][event[here]], minlength=clusters)
            pull += happened / (risk - count) - watched * (count / (risk * (risk - count)))
        watched -= np.bincount(cluster[here], minlength=clusters)
        spread = float(pull @ pull) * clusters / (clusters - 1)
        if 0 < left[at] < 1 and spread > 0:
            known = (1 - left[at]) / (left[at] * spread)
        rows[at] = known
    return rows


def _wilson(left: Floats, rows: Floats, level: float) -> tuple[Floats, Floats]:
    import numpy as np

    if not len(rows) or np.isnan(rows).any():
        return np.full(len(left), np.nan), np.full(len(left), np.nan)
    proportion = needed("statsmodels.stats.proportion", "survival", "stats")
    low, high = proportion.proportion_confint(left * rows, rows, alpha=1 - level, method="wilson")
    return np.minimum(low, left), np.maximum(high, left)


def _first_below(turn: Ints, curve: Floats) -> int | None:
    there = turn[curve <= 0.5 + _HAIR]
    return int(there[0]) if len(there) else None


def _plain(value: Any) -> Any:
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and math.isnan(value) else value
