"""One deal of a variant lab, looked at below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from ipywidgets import HTML, BoundedIntText, Box, Button, Dropdown, VBox

from rummy_lab.records import Record
from rummy_lab.stats.texts import rules_name
from rummy_lab.widgets.panel import free
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.variant_controls import Guard
from rummy_lab.widgets.variant_texts import tell
from rummy_lab.widgets.viewer import GameViewer


class LookedAt(VBox):  # type: ignore[misc]
    """A menu of rule sets, the number of a deal, and the viewer that the deal is opened in.

    Args:
        guard: makes handlers.
        look: called with the number of a deal and the name of a rule set.
    """

    def __init__(self, guard: Guard, look: Callable[[int, str], object]) -> None:
        self._look = look
        self._heading, self._rules = HTML(), Dropdown()
        self._deal = BoundedIntText(min=0, max=2**31 - 1)
        self._open, self._close, self._viewer = Button(), Button(), VBox([])
        where, buttons = Box([self._rules, self._deal]), Box([self._open, self._close])
        where.add_class("rl-variant-wide")
        buttons.add_class("rl-variant-row-buttons")
        super().__init__([self._heading, where, buttons, self._viewer])
        self._open.on_click(guard(self._look_at))
        self._close.on_click(guard(self.clear))
        self._close.layout.display = "none"

    @property
    def viewer(self) -> GameViewer | None:
        """The deal that is open; None where none is."""
        return next(iter(self._viewer.children), None)

    def _look_at(self) -> None:
        self._look(int(self._deal.value), self._rules.value)

    def relabel(self, rules: Sequence[str], lang: Language) -> None:
        """Offer these rule sets, in a language."""
        self._heading.value = f"<h4>{escape(tell('look', lang))}</h4>"
        self._rules.description, self._deal.description = tell("look_rules", lang), tell("look_deal", lang)
        self._open.description, self._close.description = tell("look_open", lang), tell("look_close", lang)
        chosen = self._rules.value
        self._rules.options = [(rules_name(name, lang), name) for name in rules]
        self._rules.value = chosen if chosen in rules else rules[0]
        if self.viewer is not None:
            self.viewer.lang = lang

    def show(self, record: Record, lang: Language) -> None:
        """Open a deal in place of the one before."""
        self.clear()
        self._viewer.children = [GameViewer(record, lang=lang, by="turn")]
        self._close.layout.display = None

    def clear(self) -> None:
        """Close the deal."""
        shown, self._viewer.children = self._viewer.children, []
        for widget in shown:
            free(widget)
        self._close.layout.display = "none"
