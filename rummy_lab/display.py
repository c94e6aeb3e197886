"""Shows states, views, melds and cards as pictures in a notebook, with their notation for those who cannot see them.

JupyterLab gives a plain `image/png` no alternative text, but it shows an `<img>` with one, in notebooks that are not
trusted as well; converters to print want the `image/png`. So both are offered. Neither IPython nor matplotlib is
imported before something is shown.
"""

from __future__ import annotations

import base64
import sys
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

TYPES: Final = {
    ("rummy_lab.core.state", "State"): "table",
    ("rummy_lab.core.views", "View"): "table",
    ("rummy_lab.core.melds", "Meld"): "cards",
    ("rummy_lab.core.cards", "Card"): "cards",
}
_DPI: Final = {"table": 150.0, "cards": 200.0}
_WIDTH: Final = 760.0  # a cell is about as wide


class Shown(NamedTuple):
    """A picture ready to be displayed; `width` in pixels of the screen."""

    png: bytes
    width: int
    alt: str


def register() -> bool:
    """Tell the running IPython, if there is one, how to show our types; whether there was one.

    Harmless when called again.
    """
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    formatters = getattr(getattr(shell, "display_formatter", None), "formatters", None)
    if not formatters:
        return False
    for (module, name), kind in TYPES.items():
        formatters["image/png"].for_type_by_name(module, name, _png(kind))
        formatters["text/html"].for_type_by_name(module, name, _html(kind))
    return True


def _png(kind: str) -> Callable[[Any], tuple[bytes, dict[str, object]]]:
    def png(value: Any) -> tuple[bytes, dict[str, object]]:
        shown = show(kind, value)
        return shown.png, {"alt": shown.alt, "width": shown.width}

    return png


def _html(kind: str) -> Callable[[Any], str]:
    def html(value: Any) -> str:
        shown = show(kind, value)
        data = base64.b64encode(shown.png).decode("ascii")
        return f'<img alt="{escape(shown.alt)}" width="{shown.width}" src="data:image/png;base64,{data}">'

    return html


@lru_cache(maxsize=4)  # one display asks for each of its forms
def show(kind: str, value: Any) -> Shown:
    """The picture of a `table` (state or view) or of `cards` (meld or card)."""
    from rummy_lab import draw

    if kind == "table":
        picture = draw.picture_of(value, {"width": _WIDTH})
    else:
        picture = draw.picture_of_cards(getattr(value, "slots", (value,)))
    return Shown(draw.figure_png(draw.draw_picture(picture), _DPI[kind]), round(picture.width), str(value))
