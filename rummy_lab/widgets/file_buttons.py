"""Two buttons: one hands a file to the browser, one takes up a file of the computer one sits at."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol, cast

import traitlets
from anywidget import AnyWidget

from rummy_lab.core.errors import RummyError
from rummy_lab.widgets.file_texts import tell
from rummy_lab.widgets.guard import Guarded
from rummy_lab.widgets.panel import module
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.told import Told

_LONGEST_NAME: Final = 100


class Speaker(Protocol):
    """A panel that says things in a language."""

    @property
    def lang(self) -> Language:
        """The language in which it speaks."""
        ...


class FileButtons(AnyWidget):
    """The buttons; what is in the files is known to the kinds of them.

    Attributes:
        words: what the buttons are called; one without a name is not there.
        ending: of the names of the files that are offered to be chosen.
        largest: bytes; what is larger the page does not even send.
        answered: counts what was said of files; the page brings it into view.
    """

    _esm = module("file_buttons", "files")
    _css = (Path(__file__).parent / "file_buttons.css").read_text(encoding="utf-8")
    words: Any = traitlets.Dict().tag(sync=True)
    ending: Any = traitlets.Unicode().tag(sync=True)
    largest: Any = traitlets.Int().tag(sync=True)
    answered: Any = traitlets.Int().tag(sync=True)

    kind: ClassVar[str]
    """What is in the files: `answers`, `game` or `lesson`."""
    mime: ClassVar[str]

    def __init__(self, panel: Guarded, say: Callable[[Told], None], *, ending: str, largest: int) -> None:
        self._panel, self._say = panel, say
        super().__init__(ending=ending, largest=largest, words={})
        self.on_msg(self._heard)

    @abstractmethod
    def give(self) -> tuple[str, str]:
        """The name of the file that is handed out, and its text."""

    @abstractmethod
    def take(self, name: str, text: str) -> None:
        """A file was chosen; raises RummyError where it cannot be used, and nothing is changed then."""

    def told(self, key: str, **values: object) -> str:
        """A sentence about a file in the language of the panel."""
        lang = cast(Speaker, self._panel).lang
        nothing = tell(f"no_{self.kind}", lang)
        return tell(key, lang, **({"nothing": nothing, "limit": self.largest >> 10} | values))

    def name_buttons(self, *, give: bool, **values: object) -> None:
        """Name the buttons in the language of the panel; `give`: whether there is something to hand out."""
        self.words = {
            "give": self.told(f"give_{self.kind}", **values) if give else "",
            "take": self.told(f"take_{self.kind}"),
        }

    def hand(self) -> None:
        """Hand the file to the browser."""
        name, text = self.give()
        self.send({"type": "file", "name": name, "mime": self.mime}, [text.encode()])
        self._say(lambda _: self.told("given", file=name))

    def _heard(self, _widget: object, content: object, buffers: Sequence[Any]) -> None:
        message = cast("dict[str, object]", content) if isinstance(content, dict) else {}
        if message.get("type") == "give":
            self._panel.attempt(self.hand)
            self.answered += 1
        elif message.get("type") == "take" and isinstance(name := message.get("name"), str):
            self._panel.attempt(lambda: self._taken(name[:_LONGEST_NAME], message.get("size"), buffers))
            self.answered += 1

    def _taken(self, name: str, size: object, buffers: Sequence[Any]) -> None:
        data = bytes(buffers[0]) if buffers else b""
        if len(data) > self.largest or (not buffers and isinstance(size, int) and size > self.largest):
            raise RummyError(self.told("too_large", file=name))
        if not buffers:
            raise RummyError(self.told("unread", file=name))
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as fault:
            place = self.told("byte", number=fault.start + 1)
            raise RummyError(self.told("foreign", file=name, place=place)) from None
        self.take(name, text)
