"""Plots of results and deals; each gives its axes, and `alt_text` says what they show.

They can be read in grey: markers, lines, hatches and filled or hollow marks tell apart what colours tell apart too.
"""

from __future__ import annotations

from rummy_lab.stats.plots.canvas import alt_text, fresh
from rummy_lab.stats.plots.compare import plot_compare, plot_ratings
from rummy_lab.stats.plots.dots import dots_of, plot_dots
from rummy_lab.stats.plots.ends import plot_ends
from rummy_lab.stats.plots.rates import plot_rates
from rummy_lab.stats.plots.running import plot_running
from rummy_lab.stats.plots.spread import plot_length, plot_scores
from rummy_lab.stats.plots.survival import plot_survival
from rummy_lab.stats.plots.sweep import plot_sweep

__all__ = [
    "alt_text",
    "dots_of",
    "fresh",
    "plot_compare",
    "plot_dots",
    "plot_ends",
    "plot_length",
    "plot_rates",
    "plot_ratings",
    "plot_running",
    "plot_scores",
    "plot_survival",
    "plot_sweep",
]
