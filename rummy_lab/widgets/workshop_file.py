"""Where a lesson is kept: a file beside the notebook, and the same file to and from the computer one sits at."""

from __future__ import annotations

import base64
from collections.abc import Callable
from html import escape
from pathlib import Path

from ipywidgets import HTML, FileUpload, Layout, Text, VBox

from rummy_lab.core.errors import RummyError
from rummy_lab.lessons.reading import LARGEST
from rummy_lab.widgets.guard import Guarded
from rummy_lab.widgets.lesson_answers import LARGE
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.workshop_fields import Act, button, row, wide
from rummy_lab.widgets.workshop_texts import work


class FilePart(VBox):  # type: ignore[misc]
    """A file by its name, to be saved and opened; one brought from the computer, and the saved one to take."""

    def __init__(self, save: Act, load: Act, brought: Callable[[str, str], None], panel: Guarded) -> None:
        self._brought, self._asked = brought, ""
        self._path = Text(layout=wide(), continuous_update=False)
        self._save, self._load = button("", save, panel), button("", load, panel)
        self._bring = FileUpload(accept=".toml", multiple=False, layout=Layout(**LARGE))
        self._bring.observe(lambda change: panel.attempt(self._bringing) if change["new"] else None, "value")
        self._link = HTML()
        super().__init__([self._path, row([self._save, self._load, self._bring]), self._link], layout=wide())

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
        for key, widget in {"file": self._path, "save": self._save, "open": self._load, "bring": self._bring}.items():
            widget.description = work(key, lang)

    def offer(self, path: Path, text: str, lang: Language) -> None:
        """Let what was saved be taken to the computer as well."""
        packed = base64.b64encode(text.encode()).decode()
        href = f"data:application/toml;base64,{packed}"
        label = escape(work("take", lang, name=path.name))
        self._link.value = f'<a class="rl-download" download="{escape(path.name)}" href="{href}">{label}</a>'

    def forget(self) -> None:
        """What was saved is no longer what is shown."""
        self._link.value = ""

    def is_sure(self, act: str) -> bool:
        """Whether this is asked for the second time in a row."""
        asked, self._asked = self._asked, f"{act} {self.name}"
        if asked != self._asked:
            return False
        self._asked = ""
        return True

    def _bringing(self) -> None:
        files, self._bring.value = self._bring.value, ()  # so that the same file may be brought once more
        for file in files:
            content = bytes(file["content"])
            if len(content) > LARGEST:
                raise RummyError(f"{file['name']}: is larger than {LARGEST} bytes, which no lesson needs")
            self._brought(content.decode("utf-8", "replace"), str(file["name"]))
