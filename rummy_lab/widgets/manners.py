"""A panel of plain widgets that keeps its keys from the notebook and lets its news be read aloud."""

from __future__ import annotations

from pathlib import Path

from anywidget import AnyWidget


class Manners(AnyWidget):
    """An invisible widget inside a panel of the class `rl-manners`, whose first `rl-news` is read aloud."""

    _esm = Path(__file__).parent / "manners.js"
