"""What all plots share: axes of their own or given ones, styles that can be told apart in grey, legend, words.

No pyplot, no rcParams, no locale. A figure made here belongs to its axes alone; a notebook shows the axes by
themselves, with their alternative text.
"""

from __future__ import annotations

import base64
import html
import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from rummy_lab.core.errors import RummyError
from rummy_lab.draw import figure_png
from rummy_lab.draw.palette import CARD_EDGE, INKS, JOKER, WHITE, contrast

INK: Final = "#16181D"
GRID: Final = "#D9DBE0"
_DPI: Final = 100.0
_SHARP: Final = 150.0
_WIDTH: Final = 7.2
_SIZE: Final = 10.0  # points
_LETTER: Final = 0.52  # of the size, a letter's width on average
_BOLD: Final = 0.62
_ALT: Final = "_rummy_lab_alt"
_REFERENCE: Final = (0, (1, 1.5))
_PREDICTION: Final = (0, (6, 3))


@dataclass(frozen=True, slots=True)
class Style:
    """How a series is told from others: by colour, and without it by marker, line and hatch; `at` counts them."""

    at: int
    colour: str
    marker: str
    line: Any
    hatch: str


_plain: Final = INKS["plain"]
_COLOURS: Final = (_plain["b"].fill, _plain["r"].fill, _plain["g"].fill, JOKER, "#7A5200", INK)
_MARKERS: Final = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "*", "h")
_LINES: Final = (
    "-", (0, (5, 1.5)), (0, (1.2, 1.2)), (0, (6, 1.5, 1.2, 1.5)), (0, (9, 3)), (0, (3, 1.2, 1.2, 1.2, 1.2, 1.2)),
    (0, (2.5, 2.5)), (0, (12, 2, 2, 2)), (0, (1.2, 3)), (0, (6, 1, 3, 1)), (0, (8, 1.5, 1.2, 1.5, 1.2, 1.5)),
    (0, (4, 4, 1.2, 4)),
)  # fmt: skip
_HATCHES: Final = ("", "////", "....", "xxxx", "\\\\\\\\", "----", "ooo", "||||", "++++", "**", "//..", "\\\\--")
STYLES: Final = tuple(
    Style(at, _COLOURS[at % len(_COLOURS)], _MARKERS[at], _LINES[at], _HATCHES[at]) for at in range(len(_MARKERS))
)


def styles(names: Sequence[str], called: str) -> dict[str, Style]:
    """A style for each series; RummyError where there are more than can be told apart."""
    unique = list(dict.fromkeys(names))
    if len(unique) > len(STYLES):
        raise RummyError(
            "{called} can tell {most} series apart, and these are {here}; group by fewer columns or leave some out",
            called=called,
            most=len(STYLES),
            here=len(unique),
        )
    return dict(zip(unique, STYLES, strict=False))


class LabAxes(Axes):
    """Axes of a figure that nobody else holds: a notebook shows the picture, with its alternative text."""

    def _repr_png_(self) -> bytes:
        return figure_png(cast(Figure, self.figure), _SHARP)

    def _repr_html_(self) -> str:
        figure = cast(Figure, self.figure)
        width = round(figure.get_figwidth() * _DPI)
        data = base64.b64encode(self._repr_png_()).decode("ascii")
        alt = html.escape(alt_text(self))
        return f'<img alt="{alt}" width="{width}" style="max-width: 100%" src="data:image/png;base64,{data}">'


def fresh(width: float = 100 * _WIDTH, height: float = 400) -> LabAxes:
    """Axes on a figure of their own, this many pixels wide and high at 100 dots an inch."""
    figure = Figure(figsize=(width / _DPI, height / _DPI), dpi=_DPI, layout="constrained", facecolor=WHITE)
    cast(Any, figure.get_layout_engine()).set(w_pad=0.09, h_pad=0.07)
    return cast(LabAxes, figure.add_subplot(axes_class=LabAxes))


def canvas(ax: object, height: float = 400) -> Axes:
    """The axes to draw on: the given ones, or fresh ones; raises RummyError for what are no axes."""
    if ax is None:
        return fresh(height=height)
    if not isinstance(ax, Axes):
        raise RummyError(
            "ax is an Axes of matplotlib, or None for a figure of its own, not a {kind}", kind=type(ax).__name__
        )
    return ax


def alt_text(ax: object) -> str:
    """What a plot of rummy_lab shows, the axes `ax`, in words and numbers, in its language; raises RummyError.

    >>> from rummy_lab.stats.plots.canvas import finish, fresh
    >>> alt_text(finish(fresh(), title="Nothing", alt="Nothing is shown."))
    'Nothing is shown.'
    """
    found = vars(ax).get(_ALT) if isinstance(ax, Axes) else None
    if not isinstance(found, str):
        raise RummyError(
            "this is no plot of rummy_lab; alt_text takes the Axes that a function such as plot_rates gave"
        )
    return found


def finish(
    ax: Axes,
    *,
    title: str,
    alt: str,
    xlabel: str = "",
    ylabel: str = "",
    legend: Sequence[Artist] = (),
    grid: str = "x",
) -> Axes:
    """Title, labels, legend outside, colours and alternative text; the same axes."""
    vars(ax)[_ALT] = alt
    figure = cast(Figure, ax.get_figure(root=True))
    ground = _hex(figure.get_facecolor())
    ink = INK if contrast(INK, ground) >= 4.5 else WHITE
    alone = isinstance(ax, LabAxes) and len(figure.axes) - _bars(figure) == 1
    width = figure.get_figwidth() * 72 * (1.0 if alone else min(1.0, ax.get_position().width / 0.775))
    ax.set_facecolor(WHITE)
    ax.set_xlabel(wrapped(xlabel, 0.64 * width, _SIZE), color=ink, fontsize=_SIZE)
    tall = figure.get_figheight() * 72 * (1.0 if alone else ax.get_position().height / 0.77)
    ax.set_ylabel(wrapped(ylabel, 0.7 * tall, _SIZE), color=ink, fontsize=_SIZE)
    ax.tick_params(colors=ink, labelsize=_SIZE - 1)
    for side, spine in ax.spines.items():
        spine.set_color(CARD_EDGE)
        spine.set_visible(side in ("left", "bottom"))
    ax.set_axisbelow(True)
    if grid:
        ax.grid(visible=True, axis=cast(Any, grid), color=GRID, linewidth=0.8)
    if alone:
        told = wrapped(title, 0.96 * width, _SIZE + 1, _BOLD)
        figure.suptitle(told, x=0.01, ha="left", fontsize=_SIZE + 1, color=ink, fontweight="bold")
    else:
        told = wrapped(title, 0.9 * width, _SIZE, _BOLD)
        ax.set_title(told, loc="left", fontsize=_SIZE, color=ink, fontweight="bold")
    if legend:
        _legend(ax, figure, legend, width, ink, alone=alone)
    return ax


def _bars(figure: Figure) -> int:
    return sum(ax.get_label() == "<colorbar>" for ax in figure.axes)


def _legend(ax: Axes, figure: Figure, handles: Sequence[Artist], width: float, ink: str, *, alone: bool) -> None:
    size = _SIZE - 1
    room = 0.95 * width - 60
    names = [wrapped(str(handle.get_label()), room, size) for handle in handles]
    longest = max(len(line) for name in names for line in name.split("\n"))
    columns = max(1, min(len(names), int(0.97 * width // (longest * _LETTER * size * 1.05 + 48))))
    look = {
        "handles": list(handles), "labels": names, "fontsize": size, "labelcolor": ink, "frameon": False,
        "handlelength": 3.2, "borderaxespad": 0.2,
    }  # fmt: skip
    if alone:
        figure.legend(loc="outside lower left", ncols=columns, **cast(Any, look))
    else:
        ax.legend(loc="upper left", bbox_to_anchor=(1.02, 1), **cast(Any, look))


def wrapped(text: str, width: float, size: float = _SIZE, letter: float = _LETTER) -> str:
    """The text in lines that fit into so many points, nearly."""
    return "\n".join(textwrap.wrap(text, max(8, math.floor(width / (letter * size))), break_long_words=False))


def rows_wide(ax: Axes) -> float:
    """How many points the labels of rows may take: about a third of the width."""
    return 0.3 * cast(Figure, ax.get_figure(root=True)).get_figwidth() * 72


def reference_line(ax: Axes, at: float, label: str, *, upright: bool) -> Line2D:
    """A dotted line to compare with."""
    draw = ax.axvline if upright else ax.axhline
    return draw(at, color=INK, linestyle=_REFERENCE, linewidth=1.6, zorder=1.5, label=label)


def prediction_line(ax: Axes, at: float, label: str, *, upright: bool) -> Line2D:
    """The dashed line of what was expected; it stays in the picture."""
    draw = ax.axvline if upright else ax.axhline
    return draw(at, color=JOKER, linestyle=_PREDICTION, linewidth=2.0, zorder=1.6, label=label)


def note(label: str) -> Line2D:
    """A line of the legend that is words alone."""
    return Line2D([], [], linestyle="none", label=label)


def sentence_list(parts: Sequence[str], most: int, rest: str) -> str:
    """Parts with semicolons, and how many more there are."""
    told = list(parts[:most])
    if len(parts) > most:
        told.append(rest)
    return "; ".join(told)


def _hex(colour: Any) -> str:
    from matplotlib.colors import to_hex, to_rgba

    red, green, blue, alpha = to_rgba(colour)
    return to_hex((1 - alpha * (1 - red), 1 - alpha * (1 - green), 1 - alpha * (1 - blue))).upper()
