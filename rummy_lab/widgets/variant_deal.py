"""One deal of a variant lab, looked at below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from ipywidgets import HTML, BoundedIntText, Box, Button, Dropdown, VBox

from rummy_lab.records import Record
from rummy_lab.stats.texts import rules_name
from rummy_lab.widgets.guard import Guard
from rummy_lab.widgets.panel import free
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.variant_texts import tell
from rummy_lab.widgets.viewer import GameViewer


class LookedAt(VBox):  # type: ignore[misc]
    """A menu of rule sets, the number of a deal, and the viewer that the deal is opened in.

    Args:
        guard: makes handlers.
        look: called with the number of a deal and the name of a rule set.
        closed: called when the deal that is open is closed by its button.
    """

    def __init__(self, guard: Guard, look: Callable[[int, str], object], closed: Callable[[], None]) -> None:
        self._look, self._closed = look, closed
        self._shown = (0, "")
        self._named = HTML()
        self._heading, self._rules = HTML(), Dropdown()
        self._deal = BoundedIntText(min=0, max=2**31 - 1)
        self._open, self._close, self._viewer = Button(), Button(), VBox([])
        where, buttons = Box([self._rules, self._deal]), Box([self._open, self._close])
        where.add_class("rl-variant-wide")
        buttons.add_class("rl-variant-row-buttons")
        self._named.add_class("rl-variant-deal")
        super().__init__([self._heading, where, buttons, self._named, self._viewer])
        self._open.on_click(guard(self._look_at))
        self._close.on_click(guard(self._shut))
        self._close.layout.display = "none"

    @property
    def viewer(self) -> GameViewer | None:
        """The deal that is open; None where none is."""
        return next(iter(self._viewer.children), None)

    def _look_at(self) -> None:
        self._look(int(self._deal.value), self._rules.value)

    def _shut(self) -> None:
        self.clear()
        self._closed()

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
            self._name(lang)

    def show(self, record: Record, deal: int, rules: str, lang: Language) -> None:
        """Open a deal in place of the one before; the menu and the number are those of what is open."""
        self.clear()
        self._shown = deal, rules
        self._rules.value, self._deal.value = rules, min(deal, self._deal.max)
        self._name(lang)
        self._viewer.children = [GameViewer(record, lang=lang, by="turn")]
        self._close.layout.display = None

    def _name(self, lang: Language) -> None:
        deal, rules = self._shown
        told = tell("deal_named", lang, deal=deal, rules=rules_name(rules, lang))
        self._named.value = f'<h4 tabindex="-1">{escape(told)}</h4>'

    def clear(self) -> None:
        """Close the deal."""
        shown, self._viewer.children = self._viewer.children, []
        for widget in shown:
            free(widget)
        self._named.value = ""
        self._close.layout.display = "none"
