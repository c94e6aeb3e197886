"""The few lines in the browser that plain widgets lack; without them everything still works, with less comfort."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import traitlets
from anywidget import AnyWidget

from rummy_lab.widgets.panel import module


class Host(AnyWidget):
    """An invisible widget inside a panel.

    Attributes:
        names: what the panel and its controls are called.
        step: what the slider stands at, in words.
        expanded: by the class of a button, whether the page that it opens is open.
        playing: whether one step follows another by itself; then only the moves are read aloud.
        narrow: set by the browser: whether the panel has little room.
    """

    _esm = module("host")
    _css = (Path(__file__).parent / "viewer.css").read_text(encoding="utf-8")
    names: Any = traitlets.Dict().tag(sync=True)
    step: Any = traitlets.Unicode().tag(sync=True)
    expanded: Any = traitlets.Dict().tag(sync=True)
    playing: Any = traitlets.Bool(default_value=False).tag(sync=True)
    narrow: Any = traitlets.Bool(default_value=False).tag(sync=True)
