"""An estimate while deals come in, with its band; and a comparison that may be looked at all the time."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from rummy_lab.batch.needs import needed
from rummy_lab.language import LANG
from rummy_lab.stats import texts
from rummy_lab.stats.frames import names_of, one_a_deal, share
from rummy_lab.stats.numbers import decimals, language, level_told, number, percent, ticks
from rummy_lab.stats.plots.canvas import (
    Style,
    canvas,
    finish,
    note,
    prediction_line,
    reference_line,
    styles,
)
from rummy_lab.stats.plots.rates import a_number, mean_axis, share_axis
from rummy_lab.stats.rates import interval
from rummy_lab.stats.reading import read_result
from rummy_lab.stats.row_facts import row_facts
from rummy_lab.stats.school import base_of, groups_of
from rummy_lab.stats.texts import capital, tell

if TYPE_CHECKING:
    import pandas as pd

By = str | list[str] | None
_POINTS: Final = 200
_TOLD: Final = 5


def plot_running(
    frame: pd.DataFrame,
    column: str | None = None,
    by: By = None,
    *,
    level: float = 0.95,
    reference: float | None = None,
    prediction: float | None = None,
    ax: Axes | None = None,
    lang: str = LANG,
) -> Axes:
    """The estimate after 1, 2, 3, ... deals with its band: how it settles.

    The band of a rate is Wilson's, that of a mean Student's t, one value a deal; each holds for a number of deals that
    was fixed beforehand. A result of `confidence_sequence` is drawn with its own band, which bears looking all the
    time.

    Args:
        frame: rows of deals, such as `run.by_player`; or a result of `confidence_sequence`, without `column`.
        column: a column of numbers or of yes or no, or an expression.
        by: the columns that make the series.
        level: of the band.
        reference: a value to compare with, as a dotted line; of rates a share.
        prediction: what was expected before, as a dashed line; it stays in the picture and in the words.
        ax: the axes to draw on; None makes a figure.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.

    Returns:
        The axes; `alt_text(ax)` says what they show.

    Raises:
        RummyError: for a frame without rows or columns, or more series than can be told apart in grey.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"deal": range(40), "won": [True, False] * 20})
    >>> ax = plot_running(frame, "won", prediction=0.3)
    >>> len(ax.lines[0].get_xdata())
    40
    """
    language(lang)
    share(level, "level")
    if column is None:
        return _sequence(frame, reference, prediction, ax, lang)
    found = one_a_deal(frame, column, by)
    columns = names_of(by)
    table = found.groups
    names = [
        ", ".join(texts.group_name(name, table[name].iloc[at], lang) for name in columns) for at in range(len(table))
    ]
    looks = styles(names, "rl.plot_running")
    curves = [
        _Curve.of(found.values[found.group == at], level, simple=found.yes_or_no and bool((found.rows == 1).all()))
        for at in range(len(table))
    ]
    what = texts.column_name(column, lang, row_facts(frame).get("bots", ()))
    axis = share_axis(column, lang) if found.yes_or_no else mean_axis(column, lang)
    return _drawn(
        dict(zip(names, curves, strict=True)), looks, tell("plot.running", lang, what=what), axis,
        tell("plot.band", lang, level=level_told(level, lang)), reference, prediction, ax, lang,
        is_share=found.yes_or_no,
    )  # fmt: skip


class _Curve:
    """Estimates at growing numbers of deals."""

    def __init__(self, deals: Any, value: Any, low: Any, high: Any) -> None:
        self.deals, self.value, self.low, self.high = deals, value, low, high

    @classmethod
    def of(cls, values: Any, level: float, *, simple: bool) -> _Curve:
        """Of values, one a deal; `simple` where each is a yes or no."""
        import numpy as np

        count = np.arange(1, len(values) + 1)
        middle = np.cumsum(values) / count
        if simple:
            low, high = interval(middle, count, count, count, "wilson", level)
        else:
            stats = needed("scipy.stats", "a band", "stats")
            squares = np.cumsum((values - values.mean()) ** 2) - count * (middle - values.mean()) ** 2
            with np.errstate(divide="ignore", invalid="ignore"):
                error = np.sqrt(np.maximum(squares, 0) / (count - 1) / count)
            half = np.where(count > 1, stats.t.ppf((1 + level) / 2, np.maximum(count - 1, 1)) * error, np.nan)
            low, high = middle - half, middle + half
        at = np.unique(np.linspace(0, len(values) - 1, min(_POINTS, len(values))).round().astype(int))
        return cls(count[at], middle[at], low[at], high[at])


def _sequence(frame: Any, reference: float | None, prediction: float | None, ax: object, lang: str) -> Axes:
    found = read_result(frame, ("sequence",), "rl.plot_running without a column")
    curves: dict[str, _Curve] = {}
    scale = 100.0 if found.is_share else 1.0
    for key, part in groups_of(found):
        name = ", ".join(texts.group_name(one, value, lang) for one, value in key.items())
        figures = (scale * part.frame[one].to_numpy(float) for one in ("difference", "low", "high"))
        curves[name] = _Curve(part.frame["deals"].to_numpy(float), *figures)
    unit = tell("plot.unit_points_of_share", lang) if found.is_share else texts.column_unit(found.column, lang)
    axis = tell("plot.difference", lang, unit=unit) if unit else tell("plot.difference_bare", lang)
    title = tell("plot.sequence", lang, base=base_of(found, lang))
    band = tell("plot.sequence_band", lang, level=found.level_told(lang))
    looks = styles(list(curves), "rl.plot_running")
    return _drawn(curves, looks, title, axis, band, reference, prediction, ax, lang, is_share=False, zero=True)


def _drawn(  # noqa: PLR0913, PLR0917 (all that is in the picture)
    curves: dict[str, _Curve], looks: dict[str, Style], title: str, axis: str, band: str, reference: float | None,
    prediction: float | None, ax: object, lang: str, *, is_share: bool, zero: bool = False,
) -> Axes:  # fmt: skip
    axes = canvas(ax)
    legend: list[Any] = []
    words: list[str] = []
    ends: list[float] = []
    widths: list[float] = []
    for name, curve in curves.items():
        _draw(axes, curve, looks[name])
        if name:
            look = looks[name]
            legend.append(Line2D([], [], color=look.colour, linestyle=look.line, marker=look.marker, linewidth=2,
                                 label=capital(name)))  # fmt: skip
        ends += _settled(curve)
        widths.append(float(curve.high[-1] - curve.low[-1]))
    known = [width for width in widths if math.isfinite(width)]
    digits = decimals((100 if is_share else 1) * min(known, default=1.0), 1 if is_share else 2)

    def written(value: float) -> str:
        return percent(value, lang, digits) if is_share else number(value, lang, digits)

    extra: list[str] = []
    if zero:
        legend.append(reference_line(axes, 0.0, tell("plot.no_difference", lang), upright=False))
        ends.append(0.0)
    for value, draw, key in ((reference, reference_line, "reference"), (prediction, prediction_line, "prediction")):
        if value is not None:
            value = a_number(value, key)  # noqa: PLW2901 (checked)
            label = tell(f"plot.{key}", lang, value=written(value))
            legend.append(draw(axes, value, label, upright=False))
            extra.append(capital(label))
            ends.append(value)
    legend.append(note(band))
    _limits(axes, ends, is_share=is_share)
    axes.set_xlim(0, max(float(curve.deals[-1]) for curve in curves.values()))
    axes.yaxis.set_major_formatter(ticks(lang, share=is_share))
    axes.xaxis.set_major_formatter(ticks(lang))
    for name, curve in curves.items():
        words.append(_words(name, curve, written, lang))
    alt = ". ".join([title, "; ".join(words), *extra, capital(band)]) + "."
    return finish(axes, title=title, alt=alt, xlabel=tell("plot.deals_played", lang), ylabel=axis, legend=legend,
                  grid="both")  # fmt: skip


def _draw(axes: Axes, curve: _Curve, look: Style) -> None:
    apart = max(1, len(curve.deals) // 8)
    axes.plot(curve.deals, curve.value, color=look.colour, linestyle=look.line, linewidth=2.0, marker=look.marker,
              markersize=6, markevery=(look.at % apart, apart), zorder=3)  # fmt: skip
    axes.fill_between(curve.deals, curve.low, curve.high, color=look.colour, alpha=0.16, linewidth=0, zorder=2)
    for end in (curve.low, curve.high):
        axes.plot(curve.deals, end, color=look.colour, linewidth=0.8, alpha=0.7, zorder=2.5)


def _settled(curve: _Curve) -> list[float]:
    """The ends of the band once it has settled a little, so that the first deals do not hide the rest."""
    start = min(len(curve.deals) - 1, max(1, len(curve.deals) // 20))
    some = [*curve.low[start:], *curve.high[start:], *curve.value[start:]]
    return [float(one) for one in some if math.isfinite(one)]


def _limits(axes: Axes, ends: list[float], *, is_share: bool) -> None:
    low, high = min(ends), max(ends)
    room = 0.06 * (high - low) or 0.5
    if is_share and min(ends) >= 0:
        axes.set_ylim(max(0.0, low - room), min(1.0, high + room))
    else:
        axes.set_ylim(low - room, high + room)


def _words(name: str, curve: _Curve, written: Any, lang: str) -> str:
    last = len(curve.deals) - 1
    # A single deal says nothing yet.
    places = sorted({round(last * part / _TOLD) for part in range(1, _TOLD + 1)})
    parts: list[str] = []
    for at in places:
        value = written(curve.value[at])
        if math.isfinite(curve.low[at]):
            value = tell("alt.range", lang, value=value, low=written(curve.low[at]), high=written(curve.high[at]))
        deals = number(float(curve.deals[at]), lang)
        key = "plot.sequence_now" if curve.deals[at] != 1 else "plot.sequence_now_one"
        parts.append(tell(key, lang, deals=deals, value=value))
    label = capital(name or tell("plot.total", lang))
    return tell("alt.values", lang, label=label, parts=", ".join(parts))
