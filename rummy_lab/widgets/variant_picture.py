"""The picture of a variant lab in the browser: dots that are deals, bars, and a chart that is swapped whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import traitlets
from anywidget import AnyWidget

from rummy_lab.widgets.panel import module

Opens = Callable[[int, int], None]


class VariantPicture(AnyWidget):
    """What is shown of the deals.

    Attributes:
        dots: one panel a rule set with its bins, the labels of the bins, and the words of a dot.
        chart: a picture as PNG; alt: what it shows, in words.
        prefix: what the ids of the dots begin with, since a page may show several labs.
        narrow: set by the browser: whether there is little room.
        opened: counts the deals that were opened from a dot, which the browser then goes to; 0: it comes back.
    """

    _esm = module("variant_picture")
    _css = (Path(__file__).parent / "variant.css").read_text(encoding="utf-8")
    dots: Any = traitlets.Dict().tag(sync=True)
    chart: Any = traitlets.Bytes(b"").tag(sync=True)
    alt: Any = traitlets.Unicode().tag(sync=True)
    prefix: Any = traitlets.Unicode().tag(sync=True)
    narrow: Any = traitlets.Bool(default_value=False).tag(sync=True)

    opened: Any = traitlets.Int().tag(sync=True)

    def __init__(self, opens: Opens) -> None:
        self._opens = opens
        super().__init__()
        self.prefix = f"d{self.model_id[:8]}"
        self.on_msg(self._heard)

    def go_there(self) -> None:
        """Bring the deal that was opened from a dot into view."""
        self.opened += 1

    def come_back(self) -> None:
        """Go back to the dots, where the deal was opened from one."""
        self.opened = 0

    def _heard(self, _widget: object, content: object, _buffers: object) -> None:
        """A dot was chosen; what is no such message changes nothing."""
        message = cast("dict[str, object]", content) if isinstance(content, dict) else {}
        panel, deal = message.get("panel"), message.get("deal")
        if message.get("type") == "open" and type(panel) is int and type(deal) is int:
            self._opens(panel, deal)
