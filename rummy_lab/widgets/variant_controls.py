"""The controls of a variant lab: rules that are changed, and who plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from unicodedata import normalize

from ipywidgets import HTML, Box, Button, Dropdown, IntSlider, VBox

from rummy_lab.batch.table import Player
from rummy_lab.bots import BOTS, bot
from rummy_lab.core.errors import RuleSetError
from rummy_lab.core.fields import Spec, Value
from rummy_lab.core.rules import RuleSet, field_specs
from rummy_lab.core.violations import SEATS
from rummy_lab.stats.texts import column_name, value_name
from rummy_lab.widgets.guard import Guard
from rummy_lab.widgets.panel import free
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.variant_model import MOST_CHANGES, Change, Experiment, first_change, offered
from rummy_lab.widgets.variant_said import said
from rummy_lab.widgets.variant_texts import tell
from rummy_lab.words.pages import field_text
from rummy_lab.words.scene import bot_name


class Quiet:
    """Mixed into controls that are also set by what is chosen elsewhere: then they set nothing off."""

    _quiet = False

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        before, self._quiet = self._quiet, True
        try:
            yield
        finally:
            self._quiet = before


class ChangeRow(Quiet, VBox):  # type: ignore[misc]
    """One rule that is changed: which, its new value, what it says, and a button that takes the row away.

    Args:
        guard: makes handlers.
        tell_change: called with the change that was chosen, or None when the row is to go.
    """

    def __init__(self, guard: Guard, tell_change: Callable[[Change | None], None]) -> None:
        self._guard, self._tell_change = guard, tell_change
        self._game: RuleSet | None = None
        self._shown: Change = ("", None)
        self._field, self._remove, self._said = Dropdown(), Button(), HTML()
        self._value: Any = None
        self._values = VBox([])
        self._pair = Box([self._field, self._values])
        self._pair.add_class("rl-variant-wide")
        super().__init__([self._pair, self._said, self._remove])
        self.add_class("rl-variant-change")
        self._field.observe(guard(self._choose_field), "value")
        self._remove.on_click(guard(lambda: tell_change(None)))

    def show(self, number: int, change: Change, game: RuleSet, lang: Language) -> None:
        """Show a change; what is as it was stays, and keeps the focus."""
        self._game, before, self._shown = game, self._shown, change
        field, value = change
        with self._quietly():
            self._field.description = tell("change", lang, number=number)
            names = [(column_name(one, lang), one) for one in dict.fromkeys((*offered(game), field))]
            self._field.options, self._field.value = sorted(names, key=_in_alphabet), field
            if before[0] != field or self._value is None or isinstance(self._value, IntSlider) != _slides(change):
                self._replace(_control(change))
            name = tell("value_of", lang, number=number, field=column_name(field, lang))
            self._value.description = name
            if isinstance(self._value, Dropdown):
                self._value.options = [
                    (_says(game, field, one, lang), one) for one in _menu(field_specs()[field], game.get(field), value)
                ]
            self._value.value = value
            self._remove.description = tell("remove", lang, number=number)
        self._said.value = said(game, change, lang)

    def _replace(self, control: Any) -> None:
        old, self._value = self._value, control
        self._value.observe(self._guard(self._choose_value), "value")
        self._values.children = [self._value]
        if old is not None:
            free(old)

    def _choose_field(self) -> None:
        if not self._quiet and self._game is not None:
            field = self._field.value
            self._tell_change((field, first_change(self._game, field)))

    def _choose_value(self) -> None:
        if not self._quiet:
            self._tell_change((self._shown[0], self._value.value))


def _control(change: Change) -> Any:
    """A slider for numbers, a menu for everything else."""
    spec = field_specs()[change[0]]
    return IntSlider(min=spec.low, max=spec.high, continuous_update=False) if _slides(change) else Dropdown()


def _slides(change: Change) -> bool:
    return field_specs()[change[0]].low is not None and type(change[1]) is int


def _in_alphabet(named: tuple[str, str]) -> str:
    """As a dictionary sorts: neither capitals nor dots over letters make a difference."""
    return normalize("NFKD", named[0].casefold())


def _menu(spec: Spec, now: Value, chosen: Value) -> list[Value]:
    return [value for value in spec.values if value != now or value == chosen]


def _says(game: RuleSet, field: str, value: Value, lang: Language) -> str:
    """A value as the rulebook would say it; it need not go together with the rest of the rules."""
    try:
        return field_text(game.vary(**{field.replace(".", "__"): value}), field, lang)
    except RuleSetError:
        return value_name(field, value, lang)


class ChangeRows(VBox):  # type: ignore[misc]
    """Up to four changed rules.

    Args:
        guard: makes handlers.
        change: called with the place of a row and what was chosen in it; None: the row goes.
        add: called when one more rule is to be changed.
    """

    def __init__(self, guard: Guard, change: Callable[[int, Change | None], None], add: Callable[[], None]) -> None:
        self._guard, self._change = guard, change
        self._add = Button()
        self._add.on_click(guard(add))
        self.rows: list[ChangeRow] = []
        super().__init__([self._add])

    def show(self, chosen: Experiment, lang: Language) -> None:
        """Show the changes of an experiment."""
        while len(self.rows) < len(chosen.changes):
            self.rows.append(self._row(len(self.rows)))
        left, self.rows = self.rows[len(chosen.changes) :], self.rows[: len(chosen.changes)]
        self.children = [*self.rows, self._add]
        for row in left:
            free(row)
        for at, (row, change) in enumerate(zip(self.rows, chosen.changes, strict=True)):
            row.show(at + 1, change, chosen.game, lang)
        self._add.description = tell("add" if self.rows else "add_first", lang)
        self._add.layout.display = None if len(self.rows) < MOST_CHANGES else "none"

    def _row(self, at: int) -> ChangeRow:
        return ChangeRow(self._guard, lambda change: self._change(at, change))


_FIRST: Final = "greedy"


class Seats(Quiet, Box):  # type: ignore[misc]
    """How many play, and which bot on each seat.

    Args:
        guard: makes handlers.
        choose: called with the players that were chosen.
    """

    def __init__(self, guard: Guard, choose: Callable[[tuple[Player, ...]], None]) -> None:
        self._guard, self._choose = guard, choose
        self._count = Dropdown()
        self._bots: list[Any] = []
        self._known: list[Player] = list(BOTS)
        super().__init__([self._count])
        self.add_class("rl-variant-bots")
        self._count.observe(guard(self._chosen), "value")

    def show(self, chosen: Experiment, lang: Language) -> None:
        """Show who plays in an experiment."""
        players, (least, most) = chosen.players, chosen.game.deal.seats
        self._known += [one for one in players if one not in self._known]
        with self._quietly():
            self._count.description = tell("seats", lang)
            counts = sorted({*range(least, most + 1), len(players)})
            self._count.options, self._count.value = counts, len(players)
            while len(self._bots) < len(players):
                menu = Dropdown()
                menu.observe(self._guard(self._chosen), "value")
                self._bots.append(menu)
            left, self._bots = self._bots[len(players) :], self._bots[: len(players)]
            self.children = [self._count, *self._bots]
            for menu in left:
                free(menu)
            names = [(bot_name(bot(one).name, lang), at) for at, one in enumerate(self._known)]
            for seat, menu, player in zip(SEATS, self._bots, players, strict=False):
                menu.description = tell("bot_on", lang, seat=seat)
                menu.options, menu.value = names, self._known.index(player)

    def _chosen(self) -> None:
        if self._quiet:
            return
        players = [self._known[menu.value] for menu in self._bots]
        count = self._count.value
        self._choose(tuple((players + [players[-1] if players else _FIRST] * count)[:count]))
