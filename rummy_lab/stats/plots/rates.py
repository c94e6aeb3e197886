"""Rates and means of groups with their intervals."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes

from rummy_lab.core.errors import RummyError, shown
from rummy_lab.language import LANG
from rummy_lab.stats import texts
from rummy_lab.stats.numbers import decimals, language, number, percent, ticks
from rummy_lab.stats.plots.canvas import canvas, finish, note, prediction_line, reference_line
from rummy_lab.stats.plots.rows import Row, draw_rows, finite, height, told
from rummy_lab.stats.reading import Result, read_result
from rummy_lab.stats.row_facts import all_bots
from rummy_lab.stats.texts import capital, tell
from rummy_lab.words.texts import words_of

if TYPE_CHECKING:
    import pandas as pd

Prediction = float | Mapping[Any, float] | None


def plot_rates(
    result: pd.DataFrame,
    *,
    ax: Axes | None = None,
    reference: float | None = None,
    prediction: Prediction = None,
    lang: str = LANG,
) -> Axes:
    """Rates or means with their intervals, a row for each group.

    Args:
        result: of `rate` or `mean`. The first column of `by` makes the rows; the others make the series, each with a
            colour, a marker and a place of its own.
        ax: the axes to draw on; None makes a figure.
        reference: a value to compare with, as a dotted line; of rates a share, as `1 / 4`.
        prediction: what was expected before: one value, as a dashed line, or for each value of the first column of
            `by` one, as a diamond. It stays in the picture and in the words.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.

    Returns:
        The axes; `alt_text(ax)` says what they show.

    Raises:
        RummyError: for another frame, one without rows, or more series than can be told apart in grey.

    >>> import pandas as pd
    >>> from rummy_lab.stats.plots import alt_text
    >>> from rummy_lab.stats.rates import rate
    >>> frame = pd.DataFrame({"deal": range(8), "seat": list("ABABABAB"), "won": [True, False] * 4})
    >>> ax = plot_rates(rate(frame, "won", by="seat"), reference=0.5)
    >>> alt_text(ax)[:39]
    'Won, by seat. Seat A: 100% (51% to 100%'
    """
    language(lang)
    found = read_result(result, ("rate", "mean"), "rl.plot_rates")
    value = "rate" if found.kind == "rate" else "mean"
    rows = [_row(found, row, value, prediction, lang) for row in found.rows()]
    axes = canvas(ax, height(rows))
    legend = draw_rows(axes, rows, "rl.plot_rates", lang)
    written = writer(found, rows, lang)
    extra: list[str] = []
    if reference is not None:
        label = tell("plot.reference", lang, value=written(a_number(reference, "reference")))
        legend.append(reference_line(axes, reference, label, upright=True))
        extra.append(capital(label))
    if prediction is not None and not isinstance(prediction, Mapping):
        label = tell("plot.prediction", lang, value=written(a_number(prediction, "prediction")))
        legend.append(prediction_line(axes, prediction, label, upright=True))
        extra.append(capital(label))
    axes.xaxis.set_major_formatter(ticks(lang, share=found.is_share))
    if found.is_share:
        _share_limits(axes, rows)
    bars = any(math.isfinite(row.low) for row in rows)
    level = found.level_told(lang)
    legend.append(note(tell("plot.interval", lang, level=level) if bars else tell("plot.no_interval", lang)))
    title = title_of(found, lang)
    alt = [title, told(rows, written, lang), *extra]
    if bars:
        alt.append(tell("alt.intervals", lang, level=level))
    axis = share_axis(found.column, lang) if found.is_share else mean_axis(found.column, lang)
    return finish(axes, title=title, alt=". ".join(alt) + ".", xlabel=axis, legend=legend)


def _row(found: Result, row: Mapping[str, Any], value: str, prediction: Prediction, lang: str) -> Row:
    first, rest = found.by[:1], found.by[1:]
    label = capital(found.label(row, lang, first)) if first else capital(tell("plot.total", lang))
    series = found.label(row, lang, rest) if rest else ""
    expected = math.nan
    if isinstance(prediction, Mapping) and first:
        key = row[first[0]]
        given = prediction.get(key, prediction.get(str(key)))
        expected = math.nan if given is None else a_number(given, "prediction")
    return Row(label, float(row[value]), float(row["low"]), float(row["high"]), series, predicted=expected)


def a_number(value: object, name: str) -> float:
    """A finite number as float; raises RummyError."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or not math.isfinite(value):
        raise RummyError(
            "{name} is a number (of rates a share from 0 to 1), not {given}", name=name, given=shown(value)
        )
    return float(value)


def _share_limits(axes: Axes, rows: list[Row]) -> None:
    most = max(finite([axes.get_xlim()[1], *(row.high for row in rows), *(row.value for row in rows)]))
    axes.set_xlim(0.0, 1.0 if most > 0.6 else most * 1.08)


def writer(found: Result, rows: list[Row], lang: str) -> Callable[[float], str]:
    """What writes the values of a result, with as many decimals as the intervals deserve."""
    widths = finite([row.high - row.low for row in rows])
    if found.is_share:
        digits = decimals(100 * min(widths, default=10.0), 1)
        return lambda value: percent(value, lang, digits)
    digits = decimals(min(widths, default=1.0), 2)
    return lambda value: number(value, lang, digits)


def title_of(found: Result, lang: str) -> str:
    """What is shown, by which groups."""
    what = texts.column_name(found.column, lang, all_bots(found)) if found.column else tell("plot.share_of_hands", lang)
    return by_title(what, found.by, lang)


def by_title(what: str, by: tuple[str, ...], lang: str) -> str:
    """A title with its groups."""
    if not by:
        return capital(what)
    named = words_of(lang).join(texts.by_name(column, lang) for column in by)
    return capital(tell("plot.by", lang, what=what, by=named))


def share_axis(column: str, lang: str) -> str:
    """The axis of shares."""
    return tell("plot.share" if texts.is_of_deal(column) else "plot.share_of_hands", lang)


def mean_axis(column: str, lang: str) -> str:
    """The axis of means."""
    unit = texts.column_unit(column, lang)
    return tell("plot.mean", lang, unit=unit) if unit else tell("plot.mean_bare", lang)
