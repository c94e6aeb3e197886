"""Differences on the same deals, and the ladder of the bots: rows with intervals around a zero."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.axes import Axes

from rummy_lab.core.errors import RummyError
from rummy_lab.language import LANG
from rummy_lab.stats import texts
from rummy_lab.stats.numbers import decimals, language, number, percent, ticks
from rummy_lab.stats.plots.canvas import canvas, finish, note, prediction_line, reference_line
from rummy_lab.stats.plots.rates import a_number, by_title
from rummy_lab.stats.plots.rows import Row, clear_samples, draw_rows, finite, height, told
from rummy_lab.stats.reading import read_result
from rummy_lab.stats.row_facts import bots_of
from rummy_lab.stats.school_compare import is_clear, named
from rummy_lab.stats.texts import capital, tell
from rummy_lab.words.scene import bot_name

if TYPE_CHECKING:
    import pandas as pd


def plot_compare(
    result: pd.DataFrame, *, prediction: float | None = None, ax: Axes | None = None, lang: str = LANG
) -> Axes:
    """A forest: differences from the baseline with their intervals, a row for each value and group.

    A filled mark is a difference whose interval leaves out 0 and whose adjusted p is small; a hollow one may be chance.
    Rates differ in percentage points.

    Args:
        result: of `compare`. Its first column of `by` makes the series, so that the bots of a rule stand together.
        prediction: the difference that was expected before, in the unit of the axis, as a dashed line.
        ax: the axes to draw on; None makes a figure.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.

    Returns:
        The axes; `alt_text(ax)` says what they show.

    Raises:
        RummyError: for another frame, one without rows or deals, a prediction that is no number, or more series than
            can be told apart in grey.

    >>> import pandas as pd
    >>> from rummy_lab.stats.comparing import compare
    >>> sets = ["rummy40", "rummy51"] * 3
    >>> frame = pd.DataFrame({"deal": [0, 0, 1, 1, 2, 2], "rules": sets, "score": [4, 9, 0, 3, 5, 6]})
    >>> ax = plot_compare(compare(frame, "score", baseline="rummy40"))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['Rummy 51']
    """
    language(lang)
    found = read_result(result, ("compare",), "rl.plot_compare")
    there = [row for row in found.rows() if row["deals"]]
    if not there:
        raise RummyError("rl.plot_compare: no deal was played both ways, so there is no difference to draw")
    scale = 100.0 if found.is_share else 1.0
    rows = [
        Row(
            capital(found.label(row, lang, (found.across,))),
            scale * float(row["difference"]),
            scale * float(row["low"]),
            scale * float(row["high"]),
            found.label(row, lang) if found.by else "",
            is_clear(row, found.level),
        )
        for row in there
    ]
    bases = list(dict.fromkeys(named(found.across, row["baseline"], lang) for row in there))
    axes = canvas(ax, height(rows) + 40)
    legend = draw_rows(axes, rows, "rl.plot_compare", lang)
    if any(math.isfinite(row.low) for row in rows):
        legend += clear_samples(lang, clear=any(row.clear for row in rows), unclear=not all(row.clear for row in rows))
        legend.append(note(tell("plot.interval", lang, level=found.level_told(lang))))
    reference_line(axes, 0.0, "", upright=True)
    expected = [] if prediction is None else [a_number(prediction, "prediction")]
    _around_zero(axes, rows, expected)
    widths = finite([row.high - row.low for row in rows])
    digits = decimals(min(widths, default=1.0), 1 if found.is_share else 2)
    axes.xaxis.set_major_formatter(ticks(lang))
    unit = tell("plot.unit_points_of_share", lang) if found.is_share else texts.column_unit(found.column, lang)
    bots = tuple({bot: None for row in there for bot in bots_of(found, row)})
    what = texts.column_name(found.column, lang, bots) if found.column else tell("plot.the_value", lang)
    title = capital(tell("plot.compare", lang, what=what, base=", ".join(bases)))

    axis = tell("plot.difference", lang, unit=unit) if unit else tell("plot.difference_bare", lang)
    words = told(rows, lambda value: number(value, lang, digits, sign=True), lang)
    alt = f"{title}. {capital(axis)}: {words}."
    for value in expected:
        label = tell("plot.prediction", lang, value=number(value, lang, digits, sign=True))
        legend.append(prediction_line(axes, value, label, upright=True))
        alt += f" {capital(label)}."
    if widths:
        alt += f" {tell('alt.intervals', lang, level=found.level_told(lang))}."
    return finish(axes, title=title, alt=alt, xlabel=axis, legend=legend)


def _around_zero(axes: Axes, rows: list[Row], also: Sequence[float] = ()) -> None:
    values = [0.0, *also, *finite([end for row in rows for end in (row.value, row.low, row.high)])]
    low, high = min(values), max(values)
    room = 0.07 * (high - low) or 1.0
    axes.set_xlim(low - room, high + room)


def plot_ratings(result: pd.DataFrame, *, ax: Axes | None = None, lang: str = LANG) -> Axes:
    """The ladder of the bots, the strongest on top, with the intervals of their strengths.

    Args:
        result: of `ratings`; where it has groups, they are the series.
        ax: the axes to draw on; None makes a figure.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.

    Returns:
        The axes; `alt_text(ax)` says what they show.

    Raises:
        RummyError: for another frame, one without rows, or more series than can be told apart in grey.

    >>> import pandas as pd
    >>> found = pd.DataFrame({"bot": ["a", "b"], "strength": [-1.0, 1.0], "low": [-2.0, 0.5], "high": [0, 2]})
    >>> [label.get_text() for label in plot_ratings(found).get_yticklabels()]
    ['b', 'a']
    """
    language(lang)
    found = read_result(result, ("ratings",), "rl.plot_ratings")
    there = sorted(found.rows(), key=lambda row: -row["strength"])
    rows = [
        Row(
            bot_name(str(row["bot"]), lang),
            float(row["strength"]),
            float(row["low"]),
            float(row["high"]),
            found.label(row, lang) if found.by else "",
        )
        for row in there
    ]
    axes = canvas(ax, height(rows) + 15)
    legend = draw_rows(axes, rows, "rl.plot_ratings", lang)
    reference_line(axes, 0.0, "", upright=True)
    _around_zero(axes, rows)
    axes.xaxis.set_major_formatter(ticks(lang))
    level = found.level_told(lang)
    legend.append(note(tell("plot.interval", lang, level=level)))
    digits = max(1, decimals(min(finite([row.high - row.low for row in rows]), default=1.0), 2))
    title = by_title(tell("plot.ratings", lang), found.by, lang)
    words = told(rows, lambda value: number(value, lang, digits), lang)
    alt = f"{title}. {words}. {tell('alt.intervals', lang, level=level)}."
    axis = tell("plot.strength", lang, share=percent(1 / (1 + math.exp(-1)), lang))
    return finish(axes, title=title, alt=alt, xlabel=axis, legend=legend)
