"""A column of widgets that takes care of what its handlers do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from html import escape
from pathlib import Path
from typing import Any

from ipywidgets import VBox, Widget

from rummy_lab.widgets.guard import Guarded, failure
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.told import Told, said


class Panel(Guarded, VBox):  # type: ignore[misc]
    """A column of widgets; see `Guarded`."""

    def __init__(self, children: Sequence[Any], **options: Any) -> None:
        super().__init__(list(children), **options)

    def close(self) -> None:
        """Free the panel and all that is in it."""
        for child in self.children:
            free(child)
        super().close()
        free(self.layout)


class Speaking(Panel):
    """A panel that says what happens in one place, which is read aloud."""

    lang: Language
    _said: Any
    _lines: tuple[Told, ...] = ()

    def _say(self, *lines: Told) -> None:
        self._lines = lines
        told = (said(line, self.lang) for line in lines)
        self._said.value = "".join(f"<p>{escape(line)}</p>" for line in told if line)

    def _say_again(self) -> None:
        """Say the same in the language of now."""
        self._say(*self._lines)

    def tell_failure(self, error: Exception) -> None:
        """Say in one plain sentence that something failed, the `error`."""
        self._say(partial(failure, error))


def free(widget: Any) -> None:
    """Close a widget, what is in it, and how it looks: a page keeps each of them until it is closed."""
    for child in getattr(widget, "children", ()):
        free(child)
    parts = [getattr(widget, name, None) for name in ("layout", "style")]
    widget.close()
    for part in parts:
        if isinstance(part, Widget):
            part.close()


@cache
def module(*names: str) -> str:
    """The module for the browser of a widget in a panel; as text: anywidget keeps what is made of a path."""
    here = Path(__file__).parent
    return "\n".join((here / f"{name}.js").read_text(encoding="utf-8") for name in ("panel", *names))
