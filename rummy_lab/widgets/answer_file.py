"""Answers leave a panel as a file that the pupil owns, and come back from it."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from rummy_lab.lessons.answers import LARGEST, Row, placed, read_lines, save_answers, write_answers
from rummy_lab.widgets.file_buttons import FileButtons
from rummy_lab.widgets.file_texts import tell
from rummy_lab.widgets.panel import Speaking
from rummy_lab.widgets.told import Told

if TYPE_CHECKING:
    import pandas as pd


class AnswerFile(FileButtons):
    """The two buttons of a panel with answers."""

    kind, mime = "answers", "application/jsonl"

    def __init__(self, keeper: KeepsAnswers, say: Callable[[Told], None]) -> None:
        self._keeper = keeper
        super().__init__(keeper, say, ending=".jsonl", largest=LARGEST)

    def give(self) -> tuple[str, str]:
        """All answers that the panel has, also those that were loaded."""
        return self._keeper.answers_file, write_answers(self._keeper.rows)

    def take(self, name: str, text: str) -> None:
        """Load the answers of the file."""
        self._keeper.load_answers(text, name)


class KeepsAnswers(Speaking):
    """A panel with answers: as a file, as a frame, and taken up again."""

    @property
    @abstractmethod
    def answers_file(self) -> str:
        """The name of the file in which answers are handed out."""

    @property
    @abstractmethod
    def own_rows(self) -> list[Row]:
        """What was answered here."""

    @cached_property
    def files(self) -> AnswerFile:
        """The buttons with which answers leave and come back."""
        return AnswerFile(self, self._say)

    @cached_property
    def loaded(self) -> list[Row]:
        """The answers that came from files."""
        return []

    @property
    def rows(self) -> list[Row]:
        """Every answer so far, also those that were loaded."""
        return [*self.loaded, *self.own_rows]

    @property
    def answers(self) -> pd.DataFrame:
        """Every answer so far, one a row, also those that were loaded."""
        import pandas as pd

        return pd.DataFrame(self.rows)

    def load_answers(self, text: str, file: str = "answers.jsonl") -> list[str]:
        """Take up answers that were saved before, a `text` out of `file`; a sentence for each line that is none."""
        with self.lock:
            rows, faults = read_lines(text)
            first = max(1, faults[0][0]) if faults else 1
            # A file may be loaded twice, or hold what was answered here.
            known = {write_answers([row]) for row in self.rows}
            self.loaded.extend(row for row in rows if write_answers([row]) not in known)
            self.name_files()
            if rows:
                key = "answers_some" if faults else "answers_loaded"
                self._say(partial(tell, key, file=file, count=len(rows), faults=len(faults), line=first))
            else:
                self._say(lambda _: self.files.told("foreign", file=file, place=self.files.told("line", number=first)))
            return [placed(*fault) for fault in faults]

    def save_answers(self, path: str | os.PathLike[str] | None = None) -> None:
        """Write the answers to the file `path`, one a line; raises RummyError."""
        with self.lock:
            target = path or self.answers_file
            save_answers(self.rows, target)
            self._say(partial(tell, "saved", path=os.fspath(target)))

    def name_files(self) -> None:
        """Name the buttons; answers that are not there cannot be taken."""
        self.files.name_buttons(give=bool(self.rows))
