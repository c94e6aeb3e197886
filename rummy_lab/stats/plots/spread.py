"""How values are spread: scores and lengths, as outlines or cumulative."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, Literal

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from rummy_lab.core.errors import RummyError, shown
from rummy_lab.core.rules import RuleSet
from rummy_lab.language import LANG
from rummy_lab.stats import texts
from rummy_lab.stats.frames import checked, grouped, names_of, numbers_of
from rummy_lab.stats.never import check_spread
from rummy_lab.stats.numbers import language, number, plain, ticks
from rummy_lab.stats.plots.canvas import Style, canvas, finish, note, styles
from rummy_lab.stats.plots.rates import by_title
from rummy_lab.stats.texts import capital, tell

if TYPE_CHECKING:
    import pandas as pd

By = str | list[str] | None
_MOST_BINS: Final = 24
_EVERYWHERE: Final = "rules"


def plot_scores(
    frame: pd.DataFrame,
    column: str = "score",
    by: By = "bot",
    *,
    kind: Literal["hist", "ecdf"] = "hist",
    ax: Axes | None = None,
    lang: str = LANG,
) -> Axes:
    """How the scores of a run are spread, or any other column of numbers.

    Args:
        frame: rows of deals, such as `run.by_player`.
        column: a column of numbers, or an expression.
        by: the columns that make the series; None for one.
        kind: `hist` draws outlines over bins that all series share, `ecdf` the share up to each value.
        ax: the axes to draw on; None makes a figure.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.

    Returns:
        The axes; `alt_text(ax)` says what they show.

    Raises:
        RummyError: for a frame without rows or columns, an unknown kind, a column in which 0 stands for never, or more
            series than can be told apart in grey.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"bot": ["greedy", "random"] * 3, "score": [0, 40, 12, 90, 0, 61]})
    >>> ax = plot_scores(frame, kind="ecdf")
    >>> ax.get_ylabel()
    'share up to this value'
    """
    what = texts.column_name(column, lang)
    unit = texts.column_unit(column, lang)
    if column == "score" and (better := _better(frame, lang)):
        unit = f"{unit} ({better})"
    title = tell(f"plot.scores_{'ecdf' if kind == 'ecdf' else 'hist'}", language(lang), what=what)
    return _spread(frame, column, by, kind, ax, lang, title=title, unit=unit, called="rl.plot_scores")


def plot_length(
    frame: pd.DataFrame,
    column: Literal["turns", "rounds"] = "turns",
    by: By = None,
    *,
    kind: Literal["hist", "ecdf"] = "hist",
    ax: Axes | None = None,
    lang: str = LANG,
) -> Axes:
    """How long deals last, in turns or rounds.

    Args:
        frame: `run.by_deal`.
        column: `turns` or `rounds`.
        by: the columns that make the series; None is by `rules` where there are several.
        kind: `hist` or `ecdf`, as in `plot_scores`.
        ax: the axes to draw on; None makes a figure.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.

    Returns:
        The axes; `alt_text(ax)` says what they show.

    Raises:
        RummyError: for a frame without rows or columns, or more series than can be told apart in grey.

    >>> import pandas as pd
    >>> ax = plot_length(pd.DataFrame({"deal": [0, 1, 2], "turns": [20, 31, 44]}), lang="nl")
    >>> ax.get_xlabel()
    'beurten'
    """
    by = by_rules(frame, by)
    title = by_title(tell("plot.length", language(lang)), tuple(names_of(by)), lang)
    unit = texts.column_unit(column, lang)
    return _spread(frame, column, by, kind, ax, lang, title=title, unit=unit, called="rl.plot_length")


def by_rules(frame: pd.DataFrame, by: By) -> By:
    """By rules where nothing is said and there are several."""
    checked(frame)
    several = by is None and _EVERYWHERE in frame.columns and frame[_EVERYWHERE].nunique() > 1
    return _EVERYWHERE if several else by


def _better(frame: Any, lang: str) -> str:
    """Whether fewer points are better or more, where all rule sets of the frame are known and agree."""
    kinds = set[str]()
    for name in frame[_EVERYWHERE].unique() if _EVERYWHERE in getattr(frame, "columns", ()) else ():
        try:
            kinds.add(RuleSet.parse(str(name)).scoring.kind)
        except RummyError:
            return ""
    return tell("plot.fewer" if kinds == {"penalties"} else "plot.more", lang) if len(kinds) == 1 else ""


def _spread(
    frame: pd.DataFrame, column: str, by: By, kind: str, ax: object, lang: str, *, title: str, unit: str, called: str
) -> Axes:
    import numpy as np

    if kind not in ("hist", "ecdf"):
        raise RummyError("kind is {given}; it can be hist or ecdf", given=shown(kind))
    values, _ = numbers_of(checked(frame), column)
    check_spread(column, values)
    groups = grouped(frame, by)
    columns = names_of(by)
    names = [
        ", ".join(texts.group_name(name, groups.table[name].iloc[at], lang) for name in columns)
        for at in range(len(groups))
    ]
    looks = styles(names, called)
    axes = canvas(ax)
    edges = bins(values[within(values)])
    words: list[str] = []
    for at, name in enumerate(names):
        own = np.sort(values[groups.of == at])
        (_outline if kind == "hist" else _steps)(axes, own, edges, looks[name])
        digits = 0 if bool((own == np.round(own)).all()) else 1
        said = tell(
            "alt.spread", lang, count=number(len(own), lang), low=number(own[0], lang, digits),
            high=number(own[-1], lang, digits), median=number(float(np.median(own)), lang, digits),
        )  # fmt: skip
        words.append(tell("alt.values", lang, label=capital(name or tell("plot.total", lang)), parts=said))
    if kind == "ecdf":
        axes.set_ylim(0.0, 1.0)
    else:
        axes.set_ylim(bottom=0.0)
    axes.yaxis.set_major_formatter(ticks(lang, share=True))
    axes.xaxis.set_major_formatter(ticks(lang))
    legend = [
        Line2D([], [], color=look.colour, linestyle=look.line, marker=look.marker, linewidth=2, label=capital(name))
        for name, look in looks.items()
        if name
    ]
    far = beyond(values, lang)
    legend += [note(one) for one in far]
    axes.set_xlim(edges[0], edges[-1])
    ylabel = tell("plot.up_to" if kind == "ecdf" else "plot.share_of_hands", lang)
    alt = ". ".join([title, "; ".join(words), *map(capital, far)]) + "."
    return finish(axes, title=title, alt=alt, xlabel=unit or column, ylabel=ylabel, legend=legend, grid="both")


def within(values: Any) -> Any:
    """Which values are drawn: all, unless a few lie so far off that the rest could not be told apart."""
    import numpy as np

    low, high = np.quantile(values, (0.01, 0.99))
    room = 1.5 * (high - low)
    kept = (values >= low - room) & (values <= high + room)
    return kept if high > low else np.ones(len(values), dtype=bool)


def beyond(values: Any, lang: str) -> list[str]:
    """What is said of values that are not drawn."""
    import numpy as np

    far = values[~within(values)]
    if not len(far):
        return []
    ends = [far.min()] if (far < np.median(values)).any() else []
    ends += [far.max()] if (far > np.median(values)).any() else []
    told = ", ".join(plain(float(end), lang) for end in ends)
    return [tell("plot.beyond", lang, count=number(len(far), lang), end=told)]


def bins(values: Any) -> Any:
    """Edges between which values are counted: around each whole number where these are few, else in round steps."""
    import numpy as np

    low, high = float(values.min()), float(values.max())
    whole = bool((values == np.round(values)).all())
    if whole and high - low < _MOST_BINS:
        return np.arange(low - 0.5, high + 1)
    rough = (high - low) / (_MOST_BINS - 4) or 1.0
    scale = 10 ** math.floor(math.log10(rough))
    step = next(scale * one for one in (1, 2, 2.5, 5, 10) if scale * one >= rough * 0.999)
    if whole:
        step = max(1.0, float(round(step)))
    start = math.floor(low / step) * step
    return start + step * np.arange(math.floor((high - start) / step) + 2)


def _outline(axes: Axes, values: Any, edges: Any, look: Style) -> None:
    import numpy as np

    shares = np.histogram(values, edges)[0] / len(values)
    axes.stairs(shares, edges, color=look.colour, linestyle=look.line, linewidth=2.0, baseline=0.0, zorder=3)
    middles = (edges[:-1] + edges[1:]) / 2
    some = shares > 0
    apart = max(1, math.ceil(some.sum() / 8))
    first = look.at % apart
    axes.plot(middles[some][first::apart], shares[some][first::apart], color=look.colour, marker=look.marker,
              markersize=6, linestyle="none", zorder=3.5)  # fmt: skip
    if look.at == 0:
        axes.stairs(shares, edges, color=look.colour, alpha=0.12, fill=True, zorder=2)


def _steps(axes: Axes, values: Any, _edges: Any, look: Style) -> None:
    import numpy as np

    unique, counts = np.unique(values, return_counts=True)
    shares = np.cumsum(counts) / len(values)
    apart = max(1, len(unique) // 8)
    axes.step([unique[0], *unique], [0.0, *shares], where="post", color=look.colour, linestyle=look.line, linewidth=2.0,
              marker=look.marker, markersize=6, markevery=(1 + look.at % apart, apart), zorder=3)  # fmt: skip
