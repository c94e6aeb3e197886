"""A column of widgets that takes care of what its handlers do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ipywidgets import VBox

from rummy_lab.widgets.guard import Guarded


class Panel(Guarded, VBox):  # type: ignore[misc]
    """A column of widgets; see `Guarded`."""

    def __init__(self, children: Sequence[Any], **options: Any) -> None:
        super().__init__(list(children), **options)
