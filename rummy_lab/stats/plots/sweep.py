"""A heat map: what a column comes to when two rules are changed at once."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rummy_lab.core.errors import RummyError
from rummy_lab.draw.palette import SHADE, WHITE, contrast
from rummy_lab.language import LANG
from rummy_lab.stats import texts
from rummy_lab.stats.frames import checked, numbers_of
from rummy_lab.stats.means import mean
from rummy_lab.stats.numbers import decimals, language, level_told, number, percent, ticks
from rummy_lab.stats.plots.canvas import INK, canvas, finish, note, rows_wide, sentence_list, wrapped
from rummy_lab.stats.plots.rates import mean_axis, share_axis
from rummy_lab.stats.plots.rows import MOST_TOLD, finite
from rummy_lab.stats.row_facts import row_facts
from rummy_lab.stats.texts import capital, tell

if TYPE_CHECKING:
    import pandas as pd

_ROOM = 34.0  # points that a number in a cell takes
_COLOURS = "cividis"  # its lightness rises all along, so that it can be read in grey


def plot_sweep(
    frame: pd.DataFrame,
    column: str,
    a: str,
    b: str,
    *,
    level: float = 0.95,
    ax: Axes | None = None,
    lang: str = LANG,
) -> Axes:
    """The mean of a column, or how often it is so, for each pair of values of two rule fields.

    Light cells are high. Each cell holds its number, and where there is room half the width of its interval (one value
    a deal, Student's t).

    Args:
        frame: rows of deals of a crossed sweep, such as `run.by_player`.
        column: a column of numbers or of yes or no, or an expression.
        a, b: the columns across and up, such as "opening.points".
        level: of the intervals.
        ax: the axes to draw on; None makes a figure.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.

    Returns:
        The axes; `alt_text(ax)` says what they show.

    Raises:
        RummyError: for a frame without rows or columns, and where a and b are the same.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"deal": [0, 0, 0, 0], "x": [1, 1, 2, 2], "y": [5, 6, 5, 6], "score": [1, 2, 3, 4]})
    >>> [text.get_text() for text in plot_sweep(frame, "score", "x", "y").texts]
    ['1.0', '2.0', '3.0', '4.0']
    """
    import numpy as np

    language(lang)
    if a == b:
        raise RummyError("a and b are both {name}; a sweep has two parameters", name=str(a))
    _, is_share = numbers_of(checked(frame, [a, b]), column)
    found = mean(frame, column, by=[a, b], level=level)
    across, up = (
        sorted(found[name].unique()) if _sortable(found[name]) else list(found[name].unique()) for name in (a, b)
    )
    grid = np.full((len(up), len(across)), np.nan)
    widths = finite((found["high"] - found["low"]).tolist())
    digits = decimals((100 if is_share else 1) * min(widths, default=1.0), 1 if is_share else 2)
    axes = canvas(ax, 190 + 46 * max(3, len(up)))
    told: list[str] = []
    cells: list[tuple[int, int, float, float]] = []
    for row in found.to_dict("records"):
        at, over = across.index(row[a]), up.index(row[b])
        grid[over, at] = row["mean"]
        cells.append((at, over, float(row["mean"]), float(row["high"] - row["low"]) / 2))

    def written(value: float) -> str:
        return percent(value, lang, digits) if is_share else number(value, lang, digits)

    image = axes.imshow(grid, cmap=_COLOURS, origin="lower", aspect="auto")
    figure = cast(Figure, axes.get_figure(root=True))
    room = 0.6 * figure.get_figwidth() * 72 / len(across)
    for at, over, value, half in cells:
        text = written(value)
        label = tell(
            "plot.cell",
            lang,
            a=texts.group_name(a, across[at], lang),
            b=texts.group_name(b, up[over], lang),
            value=text,
        )
        if math.isfinite(half):
            label += f" (± {written(half)})"
            text += f"\n± {written(half)}" if room > 1.7 * _ROOM else ""
        told.append(label)
        if room >= 0.7 * _ROOM:
            ink = _ink(image, value)
            axes.text(at, over, text, ha="center", va="center", color=ink, fontsize=9 if room >= _ROOM else 7)
    axes.set_xticks(range(len(across)), [wrapped(texts.short_group(a, value, lang), 0.75 * room) for value in across])
    aside = 0.75 * rows_wide(axes)
    axes.set_yticks(range(len(up)), [wrapped(texts.short_group(b, value, lang), aside) for value in up])
    bar = figure.colorbar(image, ax=axes, format=ticks(lang, share=is_share), pad=0.02)
    bar.set_label(share_axis(column, lang) if is_share else mean_axis(column, lang), color=INK, fontsize=9)
    bar.ax.tick_params(colors=INK, labelsize=9)
    what = texts.column_name(column, lang, row_facts(frame).get("bots", ()))
    title = capital(tell("plot.sweep", lang, what=what))
    rest = tell("plot.more_rows", lang, count=number(len(told) - MOST_TOLD, lang))
    interval = level_told(level, lang)
    half_told = tell("plot.half_width", lang, level=interval)
    alt = f"{title}. {capital(sentence_list(told, MOST_TOLD, rest))}. {capital(half_told)}."
    legend = [note(half_told)] if widths and room > 1.7 * _ROOM else []
    return finish(axes, title=title, alt=alt, xlabel=texts.by_name(a, lang), ylabel=texts.by_name(b, lang),
                  legend=legend, grid="")  # fmt: skip


def _sortable(values: Any) -> bool:
    import pandas as pd

    return pd.api.types.is_numeric_dtype(values)


def _ink(image: Any, value: float) -> str:
    """Black or white: one of them stands out from any ground by 4.5 to 1."""
    from matplotlib.colors import to_hex

    ground = to_hex(image.cmap(image.norm(value))).upper()
    return SHADE if contrast(SHADE, ground) >= contrast(WHITE, ground) else WHITE
