"""Where a lesson is kept: a file beside the notebook, and the same file to and from the computer one sits at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ipywidgets import Text, VBox

from rummy_lab.lessons.reading import LARGEST
from rummy_lab.widgets.file_buttons import FileButtons
from rummy_lab.widgets.guard import Guarded
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.told import Told
from rummy_lab.widgets.workshop_fields import Act, button, row, wide
from rummy_lab.widgets.workshop_texts import work


class LessonFile(FileButtons):
    """The two buttons of a lesson; only one that is saved can be taken away.

    Attributes:
        saved: the name and the text of the file that was saved.
    """

    kind, mime = "lesson", "application/toml"

    def __init__(self, panel: Guarded, say: Callable[[Told], None], brought: Callable[[str, str], None]) -> None:
        self.saved: tuple[str, str] | None = None
        self._brought = brought
        super().__init__(panel, say, ending=".toml", largest=LARGEST)

    def give(self) -> tuple[str, str]:
        """The lesson as it was saved."""
        return self.saved or ("", "")

    def take(self, name: str, text: str) -> None:
        """A file was brought."""
        self._brought(text, name)

    def relabel(self) -> None:
        """Name the buttons."""
        self.name_buttons(give=self.saved is not None, name=self.saved[0] if self.saved else "")


class FilePart(VBox):  # type: ignore[misc]
    """A file by its name, to be saved and opened; one brought from the computer, and the saved one to take."""

    def __init__(
        self, save: Act, load: Act, brought: Callable[[str, str], None], panel: Guarded, say: Callable[[Told], None]
    ) -> None:
        self._asked = ""
        self._path = Text(layout=wide(), continuous_update=False)
        self._save, self._load = button("", save, panel), button("", load, panel)
        self.own = LessonFile(panel, say, brought)
        super().__init__([self._path, row([self._save, self._load, self.own])], layout=wide())

    @property
    def path(self) -> Path:
        """The file that is named; its name ends in .toml, unless it is the id of a lesson."""
        return Path(self._path.value.strip() or "my-lesson.toml")

    @property
    def name(self) -> str:
        """What stands in the field."""
        return str(self._path.value.strip())

    def relabel(self, path: str, lang: Language) -> None:
        """Name everything in this language, and the file."""
        self._path.value = path
        for key, widget in {"file": self._path, "save": self._save, "open": self._load}.items():
            widget.description = work(key, lang)
        self.own.relabel()

    def offer(self, path: Path, text: str) -> None:
        """Let what was saved be taken to the computer as well."""
        self.own.saved = (path.name, text)
        self.own.relabel()

    def forget(self) -> None:
        """What was saved is no longer what is shown."""
        self.own.saved = None
        self.own.relabel()

    def is_sure(self, act: str) -> bool:
        """Whether this is asked for the second time in a row."""
        asked, self._asked = self._asked, f"{act} {self.name}"
        if asked != self._asked:
            return False
        self._asked = ""
        return True
