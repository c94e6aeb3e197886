"""What the workshop is made of: texts in three languages, boxes to tick, a turn that is chosen, written or played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from ipywidgets import HTML, Box, Button, Checkbox, Dropdown, Layout, Text, Textarea, VBox

from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.core.state import State
from rummy_lab.lessons.proposing import tried
from rummy_lab.lessons.writing import Raw
from rummy_lab.widgets.guard import Guarded
from rummy_lab.widgets.lesson_answers import LARGE
from rummy_lab.widgets.panel import free
from rummy_lab.widgets.table_view import TableView
from rummy_lab.widgets.texts import LANGUAGES, Language
from rummy_lab.widgets.workshop_texts import work
from rummy_lab.words import explain, main_reason

Act = Callable[[], None]


def wide(**more: str) -> Any:
    """A layout as wide as there is room."""
    return Layout(width="100%", min_width="0", **more)


def button(label: str, act: Act, panel: Guarded) -> Any:
    """A button as wide as its text, large enough for a finger."""
    made = Button(description=label, layout=Layout(**LARGE))
    made.on_click(panel.handler(act))
    return made


def row(widgets: Sequence[Any]) -> Any:
    """Widgets side by side, below each other where there is no room."""
    return Box(list(widgets), layout=wide(flex_flow="row wrap"))


def heading(text: str, help_text: str = "") -> Any:
    """The name of a part of the form."""
    more = f"<p>{escape(help_text)}</p>" if help_text else ""
    return HTML(f"<h4>{escape(text)}</h4>{more}")


def menu(label: str, options: Sequence[tuple[str, Any]], value: Any, act: Callable[[Any], None], panel: Guarded) -> Any:
    """A menu; `act` is told what was chosen."""
    made = Dropdown(options=list(options), value=value, description=label, layout=wide())
    made.observe(panel.handler(lambda: act(made.value)), "value")
    return made


def tick(label: str, value: bool, act: Callable[[bool], None], panel: Guarded) -> Any:
    """A box to tick; `act` is told whether it is."""
    made = Checkbox(value=value, description=label, indent=False, layout=wide())
    made.observe(panel.handler(lambda: act(bool(made.value))), "value")
    return made


def refill(box: Any, widgets: Sequence[Any]) -> None:
    """Show these widgets in place of those that were there, which are freed."""
    shown, box.children = box.children, list(widgets)
    for widget in shown:
        free(widget)


class Remarks(HTML):  # type: ignore[misc]
    """What is to be mended beside a field; takes no room while there is nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.add_class("rl-remarks")
        self.tell([])

    def tell(self, sentences: Sequence[str]) -> None:
        """Show these sentences."""
        told = "".join(f"<p>{escape(sentence)}</p>" for sentence in dict.fromkeys(sentences))
        self.value = told
        self.layout.display = None if told else "none"


class Texts(VBox):  # type: ignore[misc]
    """One text in three languages, written into its table; says in which it is missing. `optional`: it may be empty."""

    def __init__(
        self,
        label: str,
        table: Raw,
        lang: Language,
        changed: Act,
        panel: Guarded,
        *,
        every: bool,
        lines: int = 2,
        optional: bool = False,
    ) -> None:
        self._table, self._label, self._lang, self._changed = table, label, lang, changed
        self._optional = optional
        self._fields: dict[str, Any] = {}
        for code in (lang, *(other for other in LANGUAGES if other != lang)):
            kind = Text if lines == 1 else Textarea
            more = {} if lines == 1 else {"rows": lines}
            field = kind(value=table.get(code, ""), continuous_update=False, layout=wide(), **more)
            field.observe(panel.handler(lambda code=code: self._write(code)), "value")  # type: ignore[misc]
            self._fields[code] = field
        self._missing = Remarks()
        super().__init__([*self._fields.values(), self._missing], layout=wide())
        self.add_class("rl-texts")
        self.show_languages(every=every)

    def show_languages(self, *, every: bool) -> None:
        """Show the fields of every language or only that of the language the workshop speaks."""
        for code, field in self._fields.items():
            field.layout.display = None if every or code == self._lang else "none"
        self._relabel()

    def _write(self, code: str) -> None:
        self._table[code] = self._fields[code].value
        self._relabel()
        self._changed()

    def _relabel(self) -> None:
        missing = [code for code in self._fields if not self._table.get(code, "").strip()]
        if self._optional and len(missing) == len(self._fields):
            missing = []
        for code, field in self._fields.items():
            mark = f" ({work('missing', self._lang)})" if code in missing else ""
            field.description = f"{self._label}: {LANGUAGES[code]}{mark}"  # type: ignore[index]
        langs = ", ".join(LANGUAGES[code] for code in missing)  # type: ignore[index]
        hidden = any(self._fields[code].layout.display == "none" for code in missing)
        some = 0 < len(missing) < len(self._fields)  # where there is nothing at all, that is told as something to do
        self._missing.tell([work("missing_in", self._lang, langs=langs)] if hidden and some else [])


class TurnField(VBox):  # type: ignore[misc]
    """A turn: chosen among proposals, written, or played with the cards; `chosen` is told its text."""

    def __init__(self, title: str, lang: Language, chosen: Callable[[str], None], panel: Guarded) -> None:
        self._lang, self._chosen, self._panel = lang, chosen, panel
        self._state: State | None = None
        self._quiet = False
        self._seen: object = None
        self._menu = Dropdown(description=work("proposed", lang), layout=wide())
        self._line = Text(description=work("as_text", lang), continuous_update=False, layout=wide())
        self._words = HTML()
        self._button = button(work("by_hand", lang), self._toggle, panel)
        self._below = VBox([], layout=wide())
        super().__init__(
            [heading(title), self._menu, self._line, self._words, row([self._button]), self._below], layout=wide()
        )
        self._menu.observe(panel.handler(lambda: self._give(self._menu.value)), "value")
        self._line.observe(panel.handler(lambda: self._give(self._line.value)), "value")

    def show(self, state: State | None, turn: str, proposals: Sequence[str]) -> None:
        """Show this turn of this position."""
        if state != self._state:
            self._put_away()
        self._state = state
        offered = list(dict.fromkeys([*proposals, *([turn] if turn and self._read(turn) else [])]))
        self._quiet = True
        options = [("", ""), *((self._told(one), one) for one in offered)]
        if tuple(options) != tuple(self._menu.options):
            self._menu.options = options
        self._menu.value = turn if turn in offered else ""
        self._line.value = turn
        self._quiet = False
        self._button.layout.display = None if state is not None else "none"
        self._words.value = self._explained(turn)

    @property
    def table(self) -> TableView | None:
        """The table on which the turn is played; None while it is not."""
        return self._below.children[0] if self._below.children else None

    def _give(self, turn: str) -> None:
        if not self._quiet and turn:
            self._chosen(turn)

    def _read(self, text: str) -> Turn | None:
        try:
            return Turn.parse(text)
        except RummyError:
            return None

    def _told(self, text: str) -> str:
        turn = self._read(text)
        if turn is None or self._state is None:
            return text
        refused = tried(self._state, turn)[1]
        mark = "✗ " if refused else "✓ "
        return mark + explain(turn, self._lang, rules=self._state.rules)

    def _explained(self, text: str) -> str:
        turn = self._read(text)
        if turn is None or self._state is None or not text:
            return ""
        rules = self._state.rules
        refused = tried(self._state, turn)[1]
        judged = (
            work("not_allowed", self._lang, why=explain(main_reason(refused), self._lang, rules=rules))
            if refused
            else work("allowed", self._lang)
        )
        told = work("in_words", self._lang, moves=explain(turn, self._lang, rules=rules))
        return f"<p>{escape(told)}</p><p>{escape(judged)}</p>"

    def _toggle(self) -> None:
        if self._below.children:
            self._put_away()
        elif self._state is not None:
            table = TableView(self._state, lang=self._lang, on_turn=self._played)
            table.lock = self._panel.lock
            table.layout.width, table.layout.min_width = "100%", "0"
            table.observe(self._panel.handler(self._refused), "frame")
            self._below.children = [table]
            self._button.description = work("close_table", self._lang)

    def _put_away(self) -> None:
        refill(self._below, [])
        self._button.description = work("by_hand", self._lang)

    def _played(self, before: State, turn: Turn, _after: State) -> None:
        if self._state is not None and before.base == self._state.base:
            self._panel.handler(lambda: self._chosen(str(turn)))(None)

    def _refused(self) -> None:
        """What was refused at the table is a turn, too: one that a pupil may be asked about."""
        table = self.table
        if table is None or table.desk.refusal is self._seen:
            return
        self._seen = table.desk.refusal
        if table.desk.refusal is not None and table.desk.refusal.violations and table.desk.tried is not None:
            self._chosen(str(Turn((*table.desk.state.moves, *table.desk.tried))))
