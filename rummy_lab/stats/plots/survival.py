"""How long it takes until someone opens or a deal ends: steps that go down."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from rummy_lab.core.errors import RummyError
from rummy_lab.language import LANG
from rummy_lab.stats import texts
from rummy_lab.stats.numbers import language, number, percent, ticks
from rummy_lab.stats.plots.canvas import Style, canvas, finish, note, reference_line, styles
from rummy_lab.stats.plots.rates import by_title
from rummy_lab.stats.reading import Result, read_result
from rummy_lab.stats.school import groups_of, median_of
from rummy_lab.stats.texts import capital, tell

if TYPE_CHECKING:
    import pandas as pd

_FEW = 5
_TOLD = 8


def plot_survival(result: pd.DataFrame, *, ax: Axes | None = None, lang: str = LANG) -> Axes:
    """The share that still waits after each turn, as steps with a band; a dotted line where half are left.

    Where fewer than five are watched the curve is not drawn on.

    Args:
        result: of `survival`; its groups are the series, each with a line style and a marker of its own.
        ax: the axes to draw on; None makes a figure.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.

    Returns:
        The axes; `alt_text(ax)` says what they show.

    Raises:
        RummyError: for another frame, one without rows, or more series than can be told apart in grey.

    >>> import pandas as pd
    >>> from rummy_lab.stats.survival import survival
    >>> ax = plot_survival(survival(pd.DataFrame({"deal": range(8), "opened_turn": [1, 1, 1, 1, 2, 2, 3, 3]})))
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('own turn', 'share still waiting')
    """
    language(lang)
    found = read_result(result, ("survival",), "rl.plot_survival")
    whole = found.column in ("turns", "rounds")
    axes = canvas(ax)
    groups = groups_of(found)
    names = [_label(key, lang) for key, _ in groups]
    looks = styles(names, "rl.plot_survival")
    legend: list[Any] = []
    words: list[str] = []
    last = 1.0
    for name, (key, part) in zip(names, groups, strict=True):
        rows = list(part.rows())
        shown = [row for row in rows if row["at_risk"] >= _FEW] or rows
        last = max(last, float(shown[-1]["turn"]))
        _curve(axes, shown, looks[name])
        if name:
            legend.append(_sample(looks[name], capital(name)))
        words.append(_words(found, name, key, shown, lang))
    legend.append(reference_line(axes, 0.5, tell("plot.half_left", lang), upright=False))
    if any(math.isfinite(row["low"]) for row in found.rows()):
        legend.append(note(tell("plot.band", lang, level=found.level_told(lang))))
    axes.set_ylim(0.0, 1.0)
    axes.set_xlim(0.0, last + 0.5)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(ticks(lang, share=True))
    axes.xaxis.set_major_formatter(ticks(lang))
    end = "_end" if whole else ""
    title = by_title(tell(f"plot.survival{end}", lang), found.by, lang)
    alt = f"{title}. {'; '.join(words)}. {tell('alt.intervals', lang, level=found.level_told(lang))}."
    axis = texts.column_unit(found.column, lang) if whole else tell("plot.own_turn", lang)
    return finish(axes, title=title, alt=alt, xlabel=axis, ylabel=tell(f"plot.still{end}", lang), legend=legend,
                  grid="both")  # fmt: skip


def _label(key: dict[str, Any], lang: str) -> str:
    return ", ".join(texts.group_name(column, value, lang) for column, value in key.items())


def _curve(axes: Axes, rows: list[dict[str, Any]], look: Style) -> None:
    turns = [0.0, *(float(row["turn"]) for row in rows)]
    shares = [1.0, *(float(row["share"]) for row in rows)]
    if len(turns) == 1:
        raise RummyError("rl.plot_survival: nobody was watched for a turn")
    apart = max(1, len(turns) // 8)
    axes.step(turns, shares, where="post", color=look.colour, linestyle=look.line, linewidth=2.0, marker=look.marker,
              markersize=6, markevery=(1 + look.at % apart, apart), zorder=3)  # fmt: skip
    if all(math.isfinite(row["low"]) for row in rows):
        low, high = ([1.0, *(float(row[end]) for row in rows)] for end in ("low", "high"))
        axes.fill_between(turns, low, high, step="post", color=look.colour, alpha=0.15, linewidth=0, zorder=2)


def _sample(look: Style, name: str) -> Line2D:
    return Line2D(
        [], [], color=look.colour, linestyle=look.line, marker=look.marker, linewidth=2, markersize=6, label=name
    )


def _words(found: Result, name: str, key: dict[str, Any], rows: list[dict[str, Any]], lang: str) -> str:
    median = median_of(found, key).get("median")
    half = tell("alt.no_median", lang) if median is None else tell("alt.median", lang, turn=number(median, lang))
    step = max(1, math.ceil(len(rows) / _TOLD))
    parts = [
        tell(
            "alt.left", lang, turn=number(row["turn"], lang), share=percent(row["share"], lang),
            low=percent(row["low"], lang), high=percent(row["high"], lang),
        )
        for row in rows[::step]
    ]  # fmt: skip
    said = f"{half}, {', '.join(parts)}"
    label = capital(name) if name else capital(tell("plot.total", lang))
    return tell("alt.values", lang, label=label, parts=said)
