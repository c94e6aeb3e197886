"""A panel of plain widgets that keeps its keys from the notebook and lets its news be read aloud."""

from __future__ import annotations

from anywidget import AnyWidget

from rummy_lab.widgets.panel import module


class Manners(AnyWidget):
    """An invisible widget inside a panel of the class `rl-manners`, whose first `rl-news` is read aloud."""

    _esm = module("manners")
