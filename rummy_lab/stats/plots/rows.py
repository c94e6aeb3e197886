"""Estimates with their intervals, one row each: rates, means, differences, a ladder."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from rummy_lab.draw.palette import JOKER, WHITE
from rummy_lab.stats.numbers import number
from rummy_lab.stats.plots.canvas import INK, Style, rows_wide, sentence_list, styles, wrapped
from rummy_lab.stats.texts import tell

MOST_TOLD: Final = 40


@dataclass(frozen=True, slots=True)
class Row:
    """One estimate.

    Attributes:
        label: beside it. series: whose style it has; empty for the only one.
        clear: filled, else hollow.
        predicted: what was expected here, marked by a diamond; NaN for nothing.
    """

    label: str
    value: float
    low: float
    high: float
    series: str = ""
    clear: bool = True
    predicted: float = math.nan


def height(rows: Sequence[Row]) -> float:
    """Pixels that so many rows want."""
    lines = {(row.label, row.series) for row in rows}
    return 170 + 27 * max(3, len(lines))


def draw_rows(ax: Axes, rows: Sequence[Row], called: str, lang: str) -> list[Artist]:
    """Draw the rows from top to bottom; what the legend says of them."""
    labels = list(dict.fromkeys(row.label for row in rows))
    looks = styles([row.series for row in rows], called)
    beside = list(looks)
    step = 0.7 / max(1, len(beside))
    for row in rows:
        at = labels.index(row.label) + step * (beside.index(row.series) - (len(beside) - 1) / 2)
        _draw(ax, row, at, looks[row.series])
    for label, predicted in {row.label: row.predicted for row in rows if math.isfinite(row.predicted)}.items():
        ax.plot([predicted], [labels.index(label)], color=JOKER, marker="d", markersize=9, markerfacecolor=WHITE,
                markeredgewidth=2, linestyle="none", zorder=3.5)  # fmt: skip
    ax.set_yticks(range(len(labels)), [wrapped(label, rows_wide(ax)) for label in labels])
    ax.set_ylim(len(labels) - 0.4, -0.6)
    legend: list[Artist] = []
    if len(beside) > 1:
        legend += [_sample(look, name) for name, look in looks.items()]
    if any(math.isfinite(row.predicted) for row in rows):
        legend.append(Line2D([], [], color=JOKER, marker="d", markersize=9, markerfacecolor=WHITE, markeredgewidth=2,
                             linestyle="none", label=tell("plot.prediction_each", lang)))  # fmt: skip
    return legend


def _draw(ax: Axes, row: Row, at: float, look: Style) -> None:
    if math.isfinite(row.low) and math.isfinite(row.high):
        ax.plot([row.low, row.high], [at, at], color=look.colour, linestyle="-", linewidth=2.2, zorder=3,
                solid_capstyle="butt")  # fmt: skip
        for end in (row.low, row.high):
            ax.plot([end], [at], color=look.colour, marker="|", markersize=9, markeredgewidth=2, zorder=3)
    ax.plot([row.value], [at], color=look.colour, marker=look.marker, markersize=7.5, linestyle="none",
            markerfacecolor=look.colour if row.clear else WHITE, markeredgewidth=1.8, zorder=4)  # fmt: skip


def _sample(look: Style, name: str) -> Line2D:
    return Line2D([], [], color=look.colour, marker=look.marker, markersize=7.5, linewidth=2.2, label=name)


def clear_samples(lang: str, *, clear: bool, unclear: bool) -> list[Artist]:
    """What filled and hollow marks mean, as far as there are such."""
    found: list[Artist] = []
    for there, key, face in ((clear, "plot.clear", INK), (unclear, "plot.unclear", WHITE)):
        if there:
            found.append(Line2D([], [], color=INK, marker="o", markersize=7.5, markerfacecolor=face,
                                markeredgewidth=1.8, linestyle="none", label=tell(key, lang)))  # fmt: skip
    return found


def told(rows: Sequence[Row], written: Callable[[float], str], lang: str) -> str:
    """The rows in words."""
    parts: list[str] = []
    for row in rows:
        label = ", ".join(filter(None, (row.label, row.series)))
        value = written(row.value)
        if math.isfinite(row.low):
            value = tell("alt.range", lang, value=value, low=written(row.low), high=written(row.high))
        if not row.clear and math.isfinite(row.low):
            value += ", " + tell("plot.unclear_short", lang)
        if math.isfinite(row.predicted):
            value += ", " + tell("plot.prediction", lang, value=written(row.predicted))
        parts.append(tell("alt.by_row", lang, label=label, value=value))
    rest = tell("plot.more_rows", lang, count=number(len(rows) - MOST_TOLD, lang))
    return sentence_list(parts, MOST_TOLD, rest)


def finite(values: Sequence[Any]) -> list[float]:
    """Those that are numbers."""
    return [float(value) for value in values if isinstance(value, int | float) and math.isfinite(value)]
