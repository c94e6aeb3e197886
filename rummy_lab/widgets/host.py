"""The few lines in the browser that plain widgets lack; without them everything still works, with less comfort."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import traitlets
from anywidget import AnyWidget

HERE = Path(__file__).parent


class Host(AnyWidget):
    """An invisible widget inside a panel.

    Attributes:
        names: what the panel and its controls are called.
        step: what the slider stands at, in words.
        expanded: by the class of a button, whether the page that it opens is open.
        narrow: set by the browser: whether the panel has little room.
    """

    _esm = HERE / "host.js"
    _css = HERE / "viewer.css"
    names: Any = traitlets.Dict().tag(sync=True)
    step: Any = traitlets.Unicode().tag(sync=True)
    expanded: Any = traitlets.Dict().tag(sync=True)
    narrow: Any = traitlets.Bool(default_value=False).tag(sync=True)
