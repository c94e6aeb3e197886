"""What is kept of a variant lab: code that repeats it, tables as files, a folder."""

from __future__ import annotations

import io
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any, Final

from ipywidgets import HTML, Box, Button, Text, VBox

from rummy_lab.bots import BOTS, bot
from rummy_lab.core.errors import RummyError
from rummy_lab.core.fields import Value
from rummy_lab.widgets.file_buttons import FileButtons
from rummy_lab.widgets.guard import Guarded
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.told import Told
from rummy_lab.widgets.variant_model import Experiment
from rummy_lab.widgets.variant_texts import tell

if TYPE_CHECKING:
    import pandas as pd

LARGEST: Final = 4 << 20
"""Bytes of a table that is handed to the browser; JupyterLab loses larger messages."""


class TableFile(FileButtons):
    """A button that hands a table to the browser as CSV.

    Args:
        panel: the lab.
        say: says a sentence.
        key: what the button is called.
        name: of the file.
        table: makes the table; raises RummyError where there is none yet.
    """

    kind, mime = "deals", "text/csv"

    def __init__(
        self, panel: Guarded, say: Callable[[Told], None], key: str, name: str, table: Callable[[], pd.DataFrame]
    ) -> None:
        self._key, self._name, self._table = key, name, table
        super().__init__(panel, say, ending=".csv", largest=0)

    def give(self) -> tuple[str, str]:
        """The name of the file and its text; raises RummyError."""
        table = self._table()
        lang: Language = self._panel.lang  # type: ignore[attr-defined]
        text = csv_of(table)
        if len(text) > LARGEST:
            raise RummyError(tell("too_large", lang))
        return self._name, text

    def take(self, name: str, text: str) -> None:
        """No file is taken."""

    def name_button(self, lang: Language) -> None:
        """Name the button."""
        self.words = {"give": tell(self._key, lang), "take": ""}


def csv_of(table: pd.DataFrame) -> str:
    r"""A table as CSV, each line ended by a line feed.

    >>> import pandas as pd
    >>> csv_of(pd.DataFrame({"a": [1]}))
    'a\n1\n'
    """
    text = io.StringIO()
    table.to_csv(text, index=False, lineterminator="\n")
    return text.getvalue()


class Keeping(VBox):  # type: ignore[misc]
    """Lines of code, tables as files, a folder for the run.

    Args:
        panel: the lab.
        say: says a sentence.
        numbers, deals: make the tables that are handed out.
        save: called with the name of a folder.
    """

    def __init__(
        self,
        panel: Guarded,
        say: Callable[[Told], None],
        numbers: Callable[[], pd.DataFrame],
        deals: Callable[[], pd.DataFrame],
        save: Callable[[str], None],
    ) -> None:
        self._heading, self._folder, self._save = HTML(), Text(), Button()
        self._code = {key: HTML() for key in ("code", "code_lab")}
        self.files = (
            TableFile(panel, say, "give_numbers", "rummy-lab-numbers.csv", numbers),
            TableFile(panel, say, "give_deals", "rummy-lab-deals.csv", deals),
        )
        row = Box([*self.files, self._save])
        row.add_class("rl-variant-row-buttons")
        super().__init__([self._heading, *self._code.values(), self._folder, row])
        self._save.on_click(panel.handler(lambda: save(self._folder.value.strip())))

    def without_folder(self) -> None:
        """Offer no folder: the computer on which Python runs is another's."""
        for part in (self._folder, self._save):
            part.layout.display = "none"

    def relabel(self, lang: Language) -> None:
        """Say everything in a language."""
        self._heading.value = f"<h4>{escape(tell('keep', lang))}</h4>"
        self._folder.description, self._save.description = tell("folder", lang), tell("save", lang)
        for file in self.files:
            file.name_button(lang)

    def show(self, lines: dict[str, str], lang: Language) -> None:
        """Show lines of code, each by the key of what it does: `code` repeats the run, `code_lab` opens the lab."""
        for key, part in self._code.items():
            part.value = code_field(key, lines[key], lang) if key in lines else ""


def lab_of(chosen: Experiment, lang: Language, *, predict: bool) -> str:
    """One line that opens this lab.

    >>> from rummy_lab.games import RUMMY40
    >>> lab_of(Experiment(RUMMY40, (("opening.points", 51),)), "en", predict=True)
    "rl.VariantLab('rummy40', {'opening.points': 51}, ('greedy', 'greedy'), question='opens_first', lang='en')"
    """
    values: dict[str, list[Value]] = {}
    for field, value in chosen.changes:
        values.setdefault(field, []).append(value)
    changes: dict[str, Any] = {field: some[0] if len(some) == 1 else tuple(some) for field, some in values.items()}
    options = [f"question={chosen.question!r}"]
    options += [f"combine={chosen.combine!r}"] if chosen.combine != "apart" else []
    options += [f"seed={chosen.seed}"] if chosen.seed else []
    options += ["rotate=True"] if chosen.rotate else []
    options += [f"lang={lang!r}"] + ([] if predict else ["predict=False"])
    return f"rl.VariantLab({chosen.game.name!r}, {changes!r}, ({_bots(chosen)}), {', '.join(options)})"


def _bots(chosen: Experiment) -> str:
    """The bots as Python: names in quotes, bots of one's own by their bare name."""
    return ", ".join(repr(name) if (name := bot(one).name) in BOTS else name for one in chosen.players)


def code_field(key: str, line: str, lang: Language) -> str:
    """A line of code as HTML, in a field with a button that copies it; `key` is that of what it does."""
    name, copy = escape(tell(key, lang)), escape(tell("copy", lang))
    told = " ".join(f'data-{one}="{escape(tell(one, lang))}"' for one in ("copied", "marked"))
    return (
        f'<div class="rl-copy"><label>{name}<textarea readonly rows="2" spellcheck="false" aria-label="{name}">'
        f'{escape(line)}</textarea></label><button type="button" class="jupyter-button widget-button" '
        f'aria-label="{copy}: {name}" {told}>{copy}</button> <output></output></div>'
    )
