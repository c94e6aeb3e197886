"""Deals as dots, each to be found again, as long as they are few; bars beyond."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, cast

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rummy_lab.core.errors import RummyError
from rummy_lab.draw.palette import WHITE
from rummy_lab.language import LANG
from rummy_lab.stats import texts
from rummy_lab.stats.frames import one_a_deal
from rummy_lab.stats.numbers import language, number, percent, plain, ticks
from rummy_lab.stats.plots.canvas import STYLES, canvas, finish, note, prediction_line
from rummy_lab.stats.plots.rates import a_number
from rummy_lab.stats.plots.spread import beyond, bins, within
from rummy_lab.stats.row_facts import row_facts
from rummy_lab.stats.texts import capital, tell

if TYPE_CHECKING:
    import pandas as pd

MOST_DOTS: Final = 500
_DOTS: Final = "_rummy_lab_dots"
_BIGGEST: Final = 15.0  # points
_MOST_TOLD: Final = 30


def plot_dots(
    frame: pd.DataFrame,
    column: str,
    *,
    prediction: float | None = None,
    ax: Axes | None = None,
    lang: str = LANG,
) -> Axes:
    """Up to 500 deals as dots, piled up over their values; beyond that as bars.

    A deal with several rows has their mean. Dots stand in the order of the deals, each pile from the bottom, row by row
    from left to right: `ax.collections[0]` holds them in this order and can be picked, so that the `ind` of a pick
    event is the row of `dots_of(ax)`. Of yes or no the dots of yes are filled, those of no hollow.

    Args:
        frame: rows of deals, such as `run.by_deal`, or `run.by_player` of one seat or bot.
        column: a column of numbers or of yes or no, or an expression.
        prediction: the value that was expected, as a dashed line; of yes or no the share of yes, which the words and
            the legend tell.
        ax: the axes to draw on; None makes a figure.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.

    Returns:
        The axes; `alt_text(ax)` says what they show.

    Raises:
        RummyError: for a frame without rows or columns.

    >>> import pandas as pd
    >>> ax = plot_dots(pd.DataFrame({"deal": [7, 8, 9], "won": [True, False, True]}), "won")
    >>> dots_of(ax)["deal"].tolist(), len(ax.collections[0].get_offsets())
    ([7, 8, 9], 3)
    """
    import numpy as np
    import pandas as pd

    language(lang)
    found = one_a_deal(frame, column)
    values, deals = found.values, _deal_numbers(frame)
    whole = bool((values == np.round(values)).all())
    yes_no = found.yes_or_no and whole
    dotted = len(values) <= MOST_DOTS
    kept = np.ones(len(values), dtype=bool) if dotted or yes_no else within(values)
    edges = np.array([-0.5, 0.5, 1.5]) if yes_no else bins(values[kept])
    places = np.clip(np.searchsorted(edges, values[kept], side="right") - 1, 0, len(edges) - 2)
    middles = (edges[:-1] + edges[1:]) / 2
    counts = np.bincount(places, minlength=len(middles))
    axes = canvas(ax)
    if dotted:
        x, y = _piled(axes, places, counts, middles, edges)
        _draw(axes, x, y, values if yes_no else None)
        vars(axes)[_DOTS] = pd.DataFrame({"deal": deals, "x": x, "y": y, "value": values})
        axes.set_yticks([])
    else:
        vars(axes).pop(_DOTS, None)
        axes.bar(middles, counts / len(values), width=0.84 * np.diff(edges), color=STYLES[0].colour, zorder=3)
        axes.yaxis.set_major_formatter(ticks(lang, share=True))
    axes.set_xlim(edges[0], edges[-1])
    is_share = found.yes_or_no and not yes_no
    if yes_no:
        named = [tell("plot.no", lang), tell("plot.yes", lang)]
        labels = [f"{name}: {number(int(count), lang)}" for name, count in zip(named, counts, strict=True)]
        axes.set_xticks([0, 1], labels)
    else:
        axes.xaxis.set_major_formatter(ticks(lang, share=is_share))
    what = texts.column_name(column, lang, row_facts(frame).get("bots", ()))
    title = capital(tell("plot.dots" if dotted else "plot.bars", lang, what=what))
    legend: list[Artist] = []
    extra: list[str] = []
    if prediction is not None:
        _expected(axes, prediction, legend, extra, lang, upright=not yes_no, is_share=yes_no or is_share)
    far = [] if kept.all() else beyond(values, lang)
    legend += [note(one) for one in far]
    extra += map(capital, far)
    alt = [title, _words(edges, counts, values, lang, yes_no=yes_no, is_share=is_share), *extra]
    unit = texts.column_unit(column, lang)
    return finish(axes, title=title, alt=". ".join(alt) + ".", xlabel="" if yes_no else unit,
                  ylabel="" if dotted else tell("plot.share", lang), legend=legend,
                  grid="" if dotted else "y")  # fmt: skip


def dots_of(ax: object) -> pd.DataFrame:
    """Where the deals of `plot_dots` are: a row a deal with its number `deal`, `x` and `y` in data units, its `value`.

    `ax` are the axes that it gave. Raises RummyError for other axes, and where the deals were too many for dots.

    >>> import pandas as pd
    >>> ax = plot_dots(pd.DataFrame({"deal": [7, 8], "turns": [30, 31]}), "turns")
    >>> dots_of(ax)[["deal", "x", "value"]].values.tolist()
    [[7.0, 30.0, 30.0], [8.0, 31.0, 31.0]]
    """
    found = vars(ax).get(_DOTS) if isinstance(ax, Axes) else None
    if found is None:
        raise RummyError("these axes hold no dots; plot_dots draws dots for up to {most} deals", most=MOST_DOTS)
    return cast("pd.DataFrame", found).copy()


def _deal_numbers(frame: pd.DataFrame) -> Any:
    """The number of each deal, in the order in which `one_a_deal` has them."""
    import numpy as np

    from rummy_lab.stats.frames import deals_of

    _, first = np.unique(deals_of(frame), return_index=True)
    return frame["deal"].to_numpy()[first]


def _piled(axes: Axes, places: Any, counts: Any, middles: Any, edges: Any) -> tuple[Any, Any]:
    """Piles of dots as large as they can be: as few beside each other as leave the highest pile in the picture."""
    import numpy as np

    figure = cast(Figure, axes.get_figure(root=True))
    wide, high = 0.85 * figure.get_figwidth() * 72, 0.66 * figure.get_figheight() * 72
    pile = 0.9 * wide / len(middles)
    beside = next(
        one for one in range(1, MOST_DOTS + 1)
        if math.ceil(counts.max() / one) * min(_BIGGEST, pile / one) <= high
    )  # fmt: skip
    beside = max(beside, min(math.ceil(math.sqrt(counts.max())), int(pile // _BIGGEST)))
    size = min(_BIGGEST, pile / beside)
    step = size / wide * (edges[-1] - edges[0])
    order = np.zeros(len(places), dtype=int)
    for place in range(len(middles)):
        order[places == place] = np.arange(counts[place])
    # A last row that is not full stands at the left, so that the order can be read off.
    x = middles[places] + (order % beside - (min(beside, int(counts.max())) - 1) / 2) * step
    y = order // beside + 0.5
    axes.set_ylim(0, max(high / size, 1))
    vars(axes)["_rummy_lab_size"] = size
    return x, y


def _draw(axes: Axes, x: Any, y: Any, yes: Any) -> None:
    colour = STYLES[0].colour
    size = (0.8 * vars(axes).pop("_rummy_lab_size")) ** 2
    faces = colour if yes is None else [colour if one else WHITE for one in yes]
    dots = axes.scatter(x, y, s=size, facecolors=cast(Any, faces), edgecolors=colour, linewidths=1.2, zorder=3)
    dots.set_picker(True)
    dots.set_gid("dots")


def _expected(
    axes: Axes, given: float, legend: list[Artist], extra: list[str], lang: str, *, upright: bool, is_share: bool
) -> None:
    prediction = a_number(given, "prediction")
    value = percent(prediction, lang) if is_share else plain(prediction, lang)
    label = tell("plot.prediction", lang, value=value)
    extra.append(capital(label))
    if upright:
        legend.append(prediction_line(axes, prediction, label, upright=True))
        low, high = axes.get_xlim()
        axes.set_xlim(min(low, prediction), max(high, prediction))
        return
    # The line lies where the pile of yes would end.
    dots = vars(axes).get(_DOTS)
    at = prediction
    if dots is not None:
        lowest = dots[dots["y"] == dots["y"].min()]
        at = prediction * len(dots) / int(lowest["value"].value_counts().max())
    line = prediction_line(axes, at, label, upright=False)
    line.set_xdata([0.5, 1.0])  # over the pile of yes, the right half of the axes
    legend.append(line)
    bottom, top = axes.get_ylim()
    axes.set_ylim(bottom, max(top, 1.05 * at))


def _words(edges: Any, counts: Any, values: Any, lang: str, *, yes_no: bool, is_share: bool) -> str:
    many = tell("alt.how_many_one" if len(values) == 1 else "alt.how_many", lang, count=number(len(values), lang))
    if yes_no:
        parts = [
            f"{tell(key, lang)} {number(int(count), lang)} ({percent(count / len(values), lang)})"
            for key, count in zip(("plot.yes", "plot.no"), counts[::-1], strict=True)
        ]
        return f"{many}: {', '.join(parts)}"

    def written(value: float) -> str:
        return percent(value, lang) if is_share else plain(value, lang)

    single = bool((edges % 1 == 0.5).all())
    last = 0.0 if single or bool((values % 1).any()) else 1.0  # whole numbers end before the next ones begin
    parts = []
    for low, high, count in zip(edges[:-1], edges[1:], counts, strict=True):
        if count:
            said = written(low + 0.5) if single else tell("alt.span", lang, low=written(low), high=written(high - last))
            parts.append(f"{said}: {number(int(count), lang)}")
    if len(parts) > _MOST_TOLD:
        parts = [*parts[:_MOST_TOLD], tell("plot.more_rows", lang, count=number(len(parts) - _MOST_TOLD, lang))]
    return f"{many}: {', '.join(parts)}"
