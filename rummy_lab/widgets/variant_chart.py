"""The chart of a variant lab: one of the usual plots of the deals so far, as PNG, with what it shows in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from rummy_lab.stats.result_frames import KEY
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.variant_figures import Figures, Guess
from rummy_lab.widgets.variant_model import Experiment
from rummy_lab.widgets.variant_run import Sampling
from rummy_lab.widgets.variant_texts import tell

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

Look = Literal["estimate", "compare", "sequence", "running", "opening", "length", "ends", "scores"]
_WIDE: Final = (720, 300)
_NARROW: Final = (360, 360)
_ROW: Final = 40
_SHARP: Final = 200.0
"""Dots an inch; a figure is measured in pixels of which 100 make an inch."""


class Chart(NamedTuple):
    """A picture as PNG, and what it shows in words."""

    png: bytes
    alt: str


def looks_for(chosen: Experiment) -> tuple[Look, ...]:
    """The charts there are for an experiment, the first one first."""
    compared: tuple[Look, ...] = ("compare", "sequence") if chosen.changes else ()
    return ("estimate", *compared, "running", "opening", "length", "ends", "scores")


def chart(
    shown: Figures | None, sampling: Sampling | None, guess: Guess, look: Look, lang: Language, *, narrow: bool
) -> Chart:
    """The chart of these figures; an empty one where there are none yet.

    Its size depends on the kind of the chart and the number of rows alone, so that it keeps its place while it grows.
    """
    from rummy_lab.draw import figure_png
    from rummy_lab.stats.plots import alt_text, fresh
    from rummy_lab.stats.plots.canvas import finish

    rows = 1 if shown is None else len(shown.chosen.rule_sets())
    if shown is not None and look == "compare":
        rows = len(shown.compared) if shown.compared is not None else 1
    width, height = _NARROW if narrow else _WIDE
    axes: Axes = fresh(width, height + _ROW * max(0, rows - 2))
    if shown is None or sampling is None:
        empty = tell("empty_picture", lang)
        axes.set_axis_off()
        axes.text(0.5, 0.5, empty, ha="center", va="center", wrap=True, transform=axes.transAxes)
        finish(axes, title=tell("title", lang), alt=empty, grid="")
    else:
        _DRAWN[look](axes, shown, sampling, guess, lang)
    figure: Any = axes.figure
    return Chart(figure_png(figure, _SHARP), alt_text(axes))


def _estimate(axes: Axes, shown: Figures, _sampling: Sampling, guess: Guess, lang: Language) -> None:
    from rummy_lab.stats.plots import plot_rates

    plot_rates(_drawn(shown), ax=axes, prediction=dict(guess) or None, lang=lang)


def _drawn(shown: Figures) -> pd.DataFrame:
    """The rows of the bot or seat that is drawn and guessed about."""
    by = shown.chosen.by
    if by is None:
        return shown.found
    rows = shown.found[shown.found[by].astype(str) == shown.chosen.who].drop(columns=[by])
    rows.attrs[KEY] = {**shown.found.attrs[KEY], "by": ["rules"]}
    return rows


def _compare(axes: Axes, shown: Figures, sampling: Sampling, guess: Guess, lang: Language) -> None:
    from rummy_lab.stats.plots import plot_compare

    if shown.compared is None:
        _estimate(axes, shown, sampling, guess, lang)
    else:
        plot_compare(shown.compared, ax=axes, lang=lang)


def _sequence(axes: Axes, shown: Figures, sampling: Sampling, guess: Guess, lang: Language) -> None:
    from rummy_lab.stats import confidence_sequence
    from rummy_lab.stats.plots import plot_running

    if shown.compared is not None:
        found = confidence_sequence(shown.rows(sampling), shown.chosen.asked.column, baseline=shown.chosen.game.name)
        if not found.empty:
            plot_running(found, ax=axes, lang=lang)
            return
    _compare(axes, shown, sampling, guess, lang)  # the deals are too few for a band


def _running(axes: Axes, shown: Figures, sampling: Sampling, _guess: Guess, lang: Language) -> None:
    from rummy_lab.stats.plots import plot_running

    plot_running(shown.rows(sampling), shown.chosen.asked.column, by="rules", ax=axes, lang=lang)


def _opening(axes: Axes, _shown: Figures, sampling: Sampling, _guess: Guess, lang: Language) -> None:
    from rummy_lab.stats.plots import plot_survival
    from rummy_lab.stats.survival import survival

    found = survival(sampling.frame("by_player"), by="rules", deals=sampling.frame("by_deal"))
    plot_survival(found, ax=axes, lang=lang)


def _length(axes: Axes, _shown: Figures, sampling: Sampling, _guess: Guess, lang: Language) -> None:
    from rummy_lab.stats.plots import plot_length

    plot_length(sampling.frame("by_deal"), by="rules", ax=axes, lang=lang)


def _ends(axes: Axes, _shown: Figures, sampling: Sampling, _guess: Guess, lang: Language) -> None:
    from rummy_lab.stats.plots import plot_ends

    plot_ends(sampling.frame("by_deal"), by="rules", ax=axes, lang=lang)


def _scores(axes: Axes, shown: Figures, sampling: Sampling, _guess: Guess, lang: Language) -> None:
    from rummy_lab.stats.plots import plot_scores

    frame = sampling.frame("by_player")
    if len({one.name for one in shown.chosen.bots}) > 1:
        frame = frame[frame["bot"].astype(str) == shown.chosen.bots[0].name]
    plot_scores(frame, by="rules", ax=axes, lang=lang)


_DRAWN: Final[dict[Look, Callable[[Axes, Figures, Sampling, Guess, Language], None]]] = {
    "estimate": _estimate, "compare": _compare, "sequence": _sequence, "running": _running, "opening": _opening,
    "length": _length, "ends": _ends, "scores": _scores,
}  # fmt: skip
