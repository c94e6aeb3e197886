"""How deals end, as parts of a bar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from rummy_lab.batch.schema import ENDS
from rummy_lab.draw.palette import WHITE, contrast
from rummy_lab.language import LANG
from rummy_lab.stats import texts
from rummy_lab.stats.frames import checked, grouped, names_of
from rummy_lab.stats.numbers import language, number, percent, ticks
from rummy_lab.stats.plots.canvas import INK, Style, canvas, finish, rows_wide, styles, wrapped
from rummy_lab.stats.plots.rates import by_title
from rummy_lab.stats.plots.spread import By, by_rules
from rummy_lab.stats.texts import capital, tell

if TYPE_CHECKING:
    import pandas as pd

_ROOM: Final = 34.0  # points that a share in print takes, with some air


def plot_ends(frame: pd.DataFrame, by: By = None, *, ax: Axes | None = None, lang: str = LANG) -> Axes:
    """How deals end: a bar for each group, its parts told apart by hatches.

    Args:
        frame: `run.by_deal`.
        by: the columns that make the bars; None is by `rules` where there are several.
        ax: the axes to draw on; None makes a figure.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.

    Returns:
        The axes; `alt_text(ax)` says what they show.

    Raises:
        RummyError: for a frame without rows or columns.

    >>> import pandas as pd
    >>> ax = plot_ends(pd.DataFrame({"deal": [0, 1, 2, 3], "end": ["out", "out", "rummy", "blocked"]}))
    >>> [text.get_text() for text in ax.texts]
    ['50%', '25%', '25%']
    """
    import numpy as np

    language(lang)
    by = by_rules(frame, by)
    checked(frame, ["end"])
    groups = grouped(frame, by)
    ends = frame["end"].astype(str).to_numpy()
    seen = [end for end in ENDS if (ends == end).any()] + sorted({*ends} - {*ENDS})
    looks = styles([_name(end, seen, lang) for end in seen], "rl.plot_ends")
    labels = [
        capital(", ".join(texts.group_name(name, groups.table[name].iloc[at], lang) for name in names_of(by)))
        or capital(tell("plot.total", lang))
        for at in range(len(groups))
    ]
    axes = canvas(ax, 190 + 42 * max(2, len(groups)))
    words: list[str] = []
    for at, label in enumerate(labels):
        own = ends[groups.of == at]
        left, parts = 0.0, list[str]()
        for end, (name, look) in zip(seen, looks.items(), strict=True):
            share = float(np.mean(own == end))
            if share:
                _part(axes, at, left, share, look, lang)
                parts.append(f"{name} {percent(share, lang, 1 if share < 0.1 else 0)}")
            left += share
        count = tell("alt.how_many_one" if len(own) == 1 else "alt.how_many", lang, count=number(len(own), lang))
        words.append(tell("alt.values", lang, label=label, parts=", ".join([*parts, count])))
    axes.set_yticks(range(len(labels)), [wrapped(label, rows_wide(axes)) for label in labels])
    axes.set_ylim(len(labels) - 0.45, -0.55)
    axes.set_xlim(0.0, 1.0)
    axes.xaxis.set_major_formatter(ticks(lang, share=True))
    legend = [
        Patch(facecolor=WHITE, edgecolor=look.colour, hatch=look.hatch, linewidth=1.5, label=name)
        if look.hatch
        else Patch(facecolor=look.colour, edgecolor=look.colour, label=name)
        for name, look in looks.items()
    ]
    title = by_title(tell("plot.ends", lang), tuple(names_of(by)), lang)
    alt = f"{title}. {'; '.join(words)}."
    return finish(axes, title=title, alt=alt, xlabel=tell("plot.share", lang), legend=legend)


def _name(end: str, seen: list[str], lang: str) -> str:
    """What an ending is called; going out is the rest where going Rummy stands beside it."""
    return texts.end_name("out_else" if end == "out" and "rummy" in seen else end, lang)


def _part(axes: Axes, at: int, left: float, share: float, look: Style, lang: str) -> None:
    fill = WHITE if look.hatch else look.colour
    axes.barh(at, share, left=left, height=0.6, color=fill, edgecolor=look.colour, hatch=look.hatch, linewidth=1.5,
              zorder=3)  # fmt: skip
    if share * 0.6 * cast(Figure, axes.get_figure(root=True)).get_figwidth() * 72 >= _ROOM:
        ink = INK if look.hatch or contrast(INK, look.colour) >= 4.5 else WHITE
        box = {"facecolor": fill, "edgecolor": "none", "pad": 1.5} if look.hatch else None
        axes.text(left + share / 2, at, percent(share, lang), ha="center", va="center", color=ink, fontsize=9, bbox=box,
                  zorder=4)  # fmt: skip
