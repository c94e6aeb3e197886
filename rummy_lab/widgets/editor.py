"""A position built by clicking or by text, with its picture and the skeleton of a lesson."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, cast

import traitlets
from anywidget import AnyWidget

from rummy_lab.core.cards import Card
from rummy_lab.core.errors import RummyError
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.views import View
from rummy_lab.draw import table_png
from rummy_lab.language import LANG
from rummy_lab.lessons.skeleton import step_skeleton
from rummy_lab.lessons.steps import Kind
from rummy_lab.widgets import editor_edits as edits
from rummy_lab.widgets.asking import reply
from rummy_lab.widgets.editor_draft import Draft, NotNow
from rummy_lab.widgets.editor_files import KINDS, file_of, save_picture
from rummy_lab.widgets.editor_frame import Pictures, frame_of
from rummy_lab.widgets.editor_texts import editor_text
from rummy_lab.widgets.front import front_end, styles
from rummy_lab.widgets.guard import Guarded, known
from rummy_lab.widgets.texts import LANGUAGES, Language
from rummy_lab.words import describe, in_words

LOGGED: Final = 50
"""How many sentences of what happened can be read again."""

Message = Mapping[str, Any]
Reader = tuple[dict[str, type], Callable[[Message], None] | None]
_NO_READER: Final[Reader] = ({}, None)


class PositionEditor(Guarded, AnyWidget):
    """Build a position by clicking or by typing, and get its notation, its picture and the skeleton of a lesson.

    What is typed is read at every change. While it is no position, `fault` says where and why in one sentence, and the
    picture of the last position stays. What is clicked becomes text and is read as well.

    Args:
        position: where to begin, a State, a View or a text; None: nothing lies anywhere.
        rules: the rule set, where no position names one.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.

    >>> editor = PositionEditor("schmidt; table [6r 7r 8r]; hand A+ 5r 9r; turn A")
    >>> editor.text = "schmidt; table [6r 7r 8r]; hand A+ 5r 9x; turn A"
    >>> editor.state is None, editor.fault
    (True, 'Character 39, "9x": 9x is no card; write a rank and a suit letter, as 4r, 10h or *4b.')
    >>> editor.undo()
    >>> str(editor.state.table)
    '[6r 7r 8r]'
    """

    # As text: anywidget keeps every widget alive that was made from a path.
    _esm = front_end("editor")
    look: Any = traitlets.Unicode(styles("editor")).tag(sync=True)
    faces: Any = traitlets.Unicode().tag(sync=True)
    frame: Any = traitlets.Dict().tag(sync=True)

    def __init__(
        self, position: State | View | str | None = None, rules: RuleSet | str = "schmidt", lang: Language = LANG
    ) -> None:
        known("lang", lang, LANGUAGES)
        rules = RuleSet.of(rules)
        if isinstance(position, View):
            position = position.state
        if position is None:
            position = f"{rules.name}; turn A"
        if not isinstance(cast(object, position), State | str):
            raise RummyError(
                "an editor takes a position, its text or nothing, not {name} {position}",
                name=type(position).__name__,
                position=f"{position!r:.60}",
            )
        self._draft = Draft(str(position), rules, lang)
        self._pictures = Pictures()
        self._svg: tuple[object, str] = (None, "")
        self._narrow = False
        self._number = self._echo = 0
        self.refused_messages: deque[object] = deque(maxlen=20)
        self._log: deque[str] = deque(maxlen=LOGGED)
        super().__init__()
        self.on_msg(self._receive)
        self._show()

    @property
    def text(self) -> str:
        """The notation as it was typed, or as the last click made it; may be set."""
        return self._draft.text

    @text.setter
    def text(self, text: str) -> None:
        if not isinstance(cast(object, text), str):
            raise RummyError(
                "a position is a text, as 'schmidt; hand A 4r; turn A', not {given}", given=f"{text!r:.60}"
            )
        self._do(lambda: self._draft.read(text))

    @property
    def state(self) -> State | None:
        """The position; None while the text is none."""
        return self._draft.state

    @property
    def fault(self) -> str:
        """Why the text is no position: the place, what is wrong and how to mend it; empty where it is one."""
        fault = self._draft.fault()
        return "" if fault is None else fault.sentence

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is wrong with melds on the table, a sentence each; a position may hold such melds."""
        return tuple(self._draft.remarks().values())

    @property
    def lang(self) -> Language:
        """The language; may be set."""
        return self._draft.lang

    @lang.setter
    def lang(self, lang: Language) -> None:
        known("lang", lang, LANGUAGES)
        self._do(lambda: self._speak(lang))

    def _speak(self, lang: Language) -> None:
        self._draft.lang, self._draft.news = lang, ""

    def undo(self) -> None:
        """Back by one step; where there is none nothing changes."""
        self._do(self._draft.undo)

    def redo(self) -> None:
        """Forth by one step that was undone; where there is none nothing changes."""
        self._do(self._draft.redo)

    def clear(self) -> None:
        """Begin a new position under the same rules; can be undone."""
        self._do(self._draft.clear)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the picture to the file `path`, .svg, .pdf or .png as it ends: the whole file or nothing.

        Raises RummyError for another ending, for a folder that cannot be written and while the text is no position.
        """
        return save_picture(self._position(), path, self.lang)

    def skeleton(self, kind: Kind = "do") -> str:
        """A lesson of one step as TOML, with this position and a best turn filled in.

        `kind` is watch, do, judge, value, choose, find or predict. Raises RummyError for another kind and while the
        text is no position.
        """
        return step_skeleton(self._position(), kind)

    def _position(self) -> State:
        if self.state is None:
            raise RummyError("the text is no position yet: {fault}", fault=self.fault)
        return self.state

    # What people do

    def _do(self, work: Callable[[], None]) -> None:
        """Do something and show what came of it; what cannot be done now is said and changes nothing."""
        with self.lock:
            try:
                work()
            except NotNow as reason:
                self._draft.news = str(reason)
            if self._draft.news:
                self._log.append(self._draft.news)
            self._show()

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        self.attempt(lambda: self._answer(content))

    def _answer(self, content: object) -> None:
        message = cast("dict[str, Any]", content) if isinstance(content, dict) else {}
        kind = message.get("type")
        kinds, work = self._readers().get(kind, _NO_READER) if isinstance(kind, str) else _NO_READER
        # Exactly these types: True is a whole number to Python.
        if work is None or any(type(message.get(name)) is not wanted for name, wanted in kinds.items()):
            self.refused_messages.append(content)
            return
        self._do(lambda: work(message))

    def _readers(self) -> dict[str, Reader]:
        """For each kind of message the fields it must have, and what it does."""
        draft = self._draft
        return {
            "text": ({"text": str, "seq": int}, self._read),
            "place": ({"place": str}, lambda message: draft.choose_place(message["place"])),
            "add": ({"card": str}, self._add),
            "take": (
                {"place": str, "at": int, "card": str},
                lambda message: draft.take_away(message["place"], message["at"], message["card"]),
            ),
            "pick": ({"gid": str}, self._pick),
            "choose": ({"option": int}, lambda message: draft.answer(message["option"])),
            "set": ({"what": str, "value": str}, self._set),
            "act": ({"name": str}, self._act),
            "file": ({"kind": str}, self._give),
            "ask": ({"text": str}, self._ask),
            "narrow": ({"narrow": bool}, self._resize),
        }

    def _read(self, message: Message) -> None:
        self._echo = max(self._echo, message["seq"])
        self._draft.read(message["text"], same_step=message.get("same") is True)

    def _add(self, message: Message) -> None:
        card, pack = message["card"], edits.left(self._draft.last.base)
        if card == edits.HIDDEN or card in map(str, pack):
            self._draft.add(None if card == edits.HIDDEN else Card.parse(card))
        else:
            self.refused_messages.append(message)

    def _pick(self, message: Message) -> None:
        place, at = self._pictures.place_of(message["gid"])
        if at is None:
            self._draft.choose_place(place)
            return
        base = self._draft.last.base
        cards = (edits.lying(base, place) or ()) if place in edits.places(base) else ()
        self._draft.take_away(place, at, str(cards[at] or edits.HIDDEN) if at < len(cards) else "")

    def _set(self, message: Message) -> None:
        if message["what"] != "lang":
            self._draft.set(message["what"], message["value"])
        elif message["value"] in LANGUAGES:
            self._speak(cast(Language, message["value"]))

    def _act(self, message: Message) -> None:
        draft = self._draft
        acts = {
            "undo": draft.undo,
            "redo": draft.redo,
            "clear": draft.clear,
            "empty": draft.empty,
            "rest": draft.fill_stock,
            "joker": draft.ask,
        }
        acts.get(message["name"], lambda: None)()

    def _ask(self, message: Message) -> None:
        draft, said = self._draft, list(self._log)[-1:]
        if draft.state is None:
            raise NotNow(editor_text("mend_first", self.lang))
        acts = {"undo": draft.undo, "redo": draft.redo}
        draft.news = reply(message["text"], draft.state, None, self.lang, said=said, acts=acts) or draft.news

    def _resize(self, message: Message) -> None:
        self._narrow = message["narrow"]

    def _give(self, message: Message) -> None:
        """Send a file to the browser, which keeps it where it keeps what is downloaded."""
        kind = message["kind"]
        if kind not in KINDS:
            return
        if self.state is None:
            raise NotNow(editor_text("mend_first", self.lang))
        name, mime, data = file_of(self.state, kind, self.lang)
        self.send({"type": "file", "name": name, "mime": mime}, [data])
        self._draft.news = editor_text("saved", self.lang, name=name)

    # What is shown

    def _show(self) -> None:
        draft = self._draft
        marks = draft.remarks()
        wanted = (draft.last, draft.lang, self._narrow)
        if self._svg[0] != wanted:
            svg = self._pictures.show(draft.last, draft.lang, marks, narrow=self._narrow)
            self._svg = (wanted, svg)
        self._number += 1
        frame = frame_of(draft, self._svg[1], marks, self._number, self._echo, self._log)
        faces = self._pictures.faces()
        with self.hold_sync():
            self.faces = faces
            self.frame = frame

    def tell_failure(self, error: Exception) -> None:
        """Say in one plain sentence that something failed, the `error`."""
        told = (
            in_words(error, self.lang)
            if isinstance(error, RummyError)
            else editor_text("failed", self.lang, kind=type(error).__name__)
        )
        self.frame = {**self.frame, "gen": self._number, "news": told}

    def still(self) -> tuple[bytes, str, str]:
        """The picture of the last position as PNG, its notation, and the position in words."""
        return table_png(self._draft.last, 96.0, lang=self.lang), str(self._draft.last), self.words()

    def words(self) -> str:
        """The text, and the position in words or the fault."""
        return f"{self.text}\n{self.fault or describe(self._draft.last, self.lang)}"

    def close(self) -> None:
        """Free all that the editor holds in the kernel and in the browser."""
        self.on_msg(self._receive, remove=True)
        self.layout.close()
        super().close()
