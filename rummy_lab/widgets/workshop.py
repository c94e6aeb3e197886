"""A workshop for lessons: positions by clicking, questions in three languages, answers worked out, a try, one file."""

from __future__ import annotations

import os
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Final

from ipywidgets import HTML, Checkbox, Dropdown, Select, Text, VBox

from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.core.referee import position as position_of
from rummy_lab.core.state import State
from rummy_lab.draw import table_png
from rummy_lab.lessons.catalogue import lesson, lesson_files
from rummy_lab.lessons.checking import faults_of
from rummy_lab.lessons.proposing import tried
from rummy_lab.lessons.reading import parse_lesson, read_lesson
from rummy_lab.lessons.steps import Lesson
from rummy_lab.lessons.writing import save_lesson, write_lesson
from rummy_lab.widgets.chosen import chosen_lang
from rummy_lab.widgets.guard import failure, known
from rummy_lab.widgets.lesson_answers import LARGE
from rummy_lab.widgets.lesson_player import LessonPlayer
from rummy_lab.widgets.manners import Manners
from rummy_lab.widgets.panel import Panel
from rummy_lab.widgets.texts import LANGUAGES, Language
from rummy_lab.widgets.told import Told, said
from rummy_lab.widgets.viewer_play_on import PlayedBelow
from rummy_lab.widgets.workshop_draft import LessonDraft
from rummy_lab.widgets.workshop_faults import fault_told
from rummy_lab.widgets.workshop_fields import Remarks, Texts, button, refill, row, wide
from rummy_lab.widgets.workshop_file import FilePart
from rummy_lab.widgets.workshop_form import StepForm
from rummy_lab.widgets.workshop_tables import Fault
from rummy_lab.widgets.workshop_texts import work

_LOOK: Final = ("lesson.css", "workshop.css")


class WorkshopManners(Manners):
    """An invisible widget inside a workshop: its news are read aloud, and it brings the look."""

    _css = "\n".join((Path(__file__).parent / name).read_text(encoding="utf-8") for name in _LOOK)


class LessonWorkshop(Panel):
    """Make a lesson without programming: lay a position, choose what to ask, try it as a pupil, keep it as one file.

    Args:
        which: the id of a lesson such as `schmidt/sets`, a file of your own that ends in .toml, or nothing.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.

    Attributes:
        draft: the lesson as far as it is made.

    Raises:
        RummyError: one sentence for what cannot be.

    >>> workshop = LessonWorkshop()
    >>> workshop.add("schmidt; table [6r 7r 8r]; hand A+ 5r 9b; turn A", "layoff 5r>1; end")
    >>> workshop.draft.step["kind"], workshop.draft.step["turn"]
    ('watch', 'layoff 5r>1; end')
    """

    def __init__(self, which: str | os.PathLike[str] | Lesson | None = None, lang: Language | None = None) -> None:
        self._lang: Language = chosen_lang(lang) or "en"
        self.draft = LessonDraft() if which is None else LessonDraft(lesson(which))
        self._kept = self.draft.written()
        self._file = ""
        if isinstance(which, str | os.PathLike) and not self._is_id(which):
            self._file = os.fspath(which)
        self._quiet = True
        self._head, self._said = HTML(), HTML()
        self._title, self._middle = (VBox([], layout=wide()) for _ in range(2))
        self._below = PlayedBelow()
        self._title_remarks = Remarks()
        self._language = Dropdown(options=[(name, code) for code, name in LANGUAGES.items()], value=self._lang)
        self._every = Checkbox(indent=False, layout=wide())
        self._name = Text(continuous_update=False, layout=wide())
        self._list = Select(options=[("", 0)], value=0, rows=4, layout=wide())
        self._files = FilePart(self._save, self._open, self._bring, self, self._tell)
        acts: dict[str, Callable[[], None]] = {
            "add": self._add, "copy": self._copy, "up": lambda: self._move(-1), "down": lambda: self._move(1),
            "remove": self._remove, "try_step": self.try_step, "try_lesson": self.try_lesson,
        }  # fmt: skip
        self._buttons = {name: button("", act, self) for name, act in acts.items()}
        for name, value in LARGE.items():
            setattr(self._below.button.layout, name, value)
        self._below.button.on_click(self.handler(self.end_try))
        edits, tries = (
            row([self._buttons[name] for name in names])
            for names in (("add", "copy", "up", "down", "remove"), ("try_step", "try_lesson"))
        )
        self.form: StepForm
        super().__init__(
            [
                self._head, self._language, self._title, self._title_remarks, self._name, self._every,
                self._list, edits, self._middle, self._said, tries, self._files, self._below,
                WorkshopManners(),
            ]
        )  # fmt: skip
        for name in ("rl-workshop", "rl-lesson", "rl-manners"):
            self.add_class(name)
        self._said.add_class("rl-news")
        self.layout.width, self.layout.min_width = "100%", "0"
        changes = (
            (self._language, self._speak), (self._every, self._show_every), (self._name, self._rename),
            (self._list, self._choose),
        )  # fmt: skip
        for control, act in changes:
            control.observe(self.handler(act), "value")
        self._build()

    # What stands

    @property
    def lang(self) -> Language:
        """The language; may be set."""
        return self._lang

    @lang.setter
    def lang(self, lang: Language) -> None:
        known("lang", lang, LANGUAGES)
        with self.lock:
            self._language.value = lang

    @property
    def lesson(self) -> Lesson:
        """The lesson; raises LessonError with what is missing in it."""
        return self.draft.lesson()

    @property
    def toml(self) -> str:
        """The lesson as the text of its file; raises LessonError with what is missing in it."""
        return write_lesson(self.lesson)

    @property
    def player(self) -> LessonPlayer | None:
        """The lesson as a pupil tries it below; None while nobody does."""
        return next((one for one in self._below.children if isinstance(one, LessonPlayer)), None)

    def still(self) -> tuple[bytes, str, str]:
        """A picture of the position as PNG, its notation, and the workshop in words."""
        state = self.draft.state or State(position_of(f"{self.draft.rules.name}; turn A").base)
        return table_png(state, 96.0, lang=self.lang), str(state), self.words()

    def words(self) -> str:
        """The steps in words."""
        return "\n".join([work("workshop", self.lang), *self._lines()])

    # What can be done

    def add(self, position: State | str, turn: Turn | str | None = None) -> None:
        """Make a position a step, with the turn played in it; a turn that is refused becomes a question about it."""
        with self.lock:
            state = position_of(position) if isinstance(position, str) else position
            moves = Turn.parse(turn) if isinstance(turn, str) else turn
            refused = () if moves is None else tried(state, moves)[1]
            self.draft.add_moment(state, moves, legal=not refused)
            self._build()

    def try_step(self) -> None:
        """Let the step that is worked on be done below, as a pupil does it."""
        self._try(self.draft.lesson_of_step)

    def try_lesson(self) -> None:
        """Let the whole lesson be done below."""
        self._try(self.draft.lesson)

    def end_try(self) -> None:
        """Take the try away."""
        with self.lock:
            self._below.clear()

    def save(self, path: str | os.PathLike[str] | None = None) -> None:
        """Write the lesson to the file `path`; raises RummyError where it is not ready or that cannot be written."""
        with self.lock:
            file = self._target(path)
            if faults := self.draft.all_faults():
                raise RummyError(self._not_ready(faults[0]))
            save_lesson(self.draft.lesson(), file)
            again = read_lesson(file)
            assert not faults_of(again)
            self._file, self._kept = os.fspath(file), self.draft.written()
            self._files.relabel(self._file, self.lang)
            self._files.offer(file, self.toml)
            self._tell(self._say("saved", path=file))

    def load(self, which: str | os.PathLike[str] | Lesson) -> None:
        """Go on with another lesson, from a file or of the package; raises RummyError."""
        with self.lock:
            opened = lesson(which)
            self._file = os.fspath(which) if isinstance(which, str | os.PathLike) and not self._is_id(which) else ""
            self._take(opened)

    # How it works

    def _say(self, key: str, **values: object) -> str:
        return work(key, self._lang, **values)

    def _tell(self, *lines: Told) -> None:
        told = (said(line, self.lang) for line in lines)
        self._said.value = "".join(f"<p>{escape(line)}</p>" for line in told if line)

    def _not_ready(self, fault: Fault) -> str:
        told = fault_told(fault, self.lang)
        if fault.step is None:
            return self._say("not_ready_lesson", told=told)
        return self._say("not_ready", step=fault.step + 1, told=told)

    def _try(self, made: Callable[[], Lesson]) -> None:
        with self.lock:
            faults = self.draft.faults()[0] if made == self.draft.lesson_of_step else self.draft.all_faults()
            if faults:
                self._tell(self._say("cannot_try", told=fault_told(faults[0], self.lang)))
                return
            player = LessonPlayer(made(), lang=self.lang, seed=0)
            player.files.layout.display = "none"  # nobody keeps the answers of a try
            self._below.show(player)
            self._tell(self._say("trying"))

    @staticmethod
    def _is_id(which: str | os.PathLike[str]) -> bool:
        return isinstance(which, str) and which in lesson_files()

    def _target(self, path: str | os.PathLike[str] | None = None) -> Path:
        file = self._files.path if path is None else Path(path)
        return file if file.suffix == ".toml" else file.with_name(f"{file.name}.toml")

    def _take(self, opened: Lesson) -> None:
        self.draft = LessonDraft(opened)
        self._kept = self.draft.written()
        self.end_try()
        self._files.forget()
        self._build()
        title = opened.title.plain(self.lang, opened.rules)
        self._tell(self._say("opened", title=title, count=len(opened.steps)))

    def _save(self) -> None:
        file = self._target()
        if file.exists() and os.fspath(file) != self._file and not self._files.is_sure("save"):
            self._tell(self._say("sure_replace", path=file))
        else:
            self.save()

    def _open(self) -> None:
        if self.draft.written() != self._kept and not self._files.is_sure("open"):
            self._tell(self._say("sure_open"))
        else:
            self.load(self._files.name)

    def _bring(self, text: str, name: str) -> None:
        """Open a file that was brought; what was made before is given up only where it is saved."""
        opened = parse_lesson(text, name)
        if self.draft.written() != self._kept:
            self._tell(self._say("save_first"))
            return
        self._file = ""
        self._take(opened)

    def _add(self) -> None:
        self.draft.add()
        self._build_form(news=True)

    def _copy(self) -> None:
        self.draft.copy()
        self._build_form(news=True)

    def _move(self, by: int) -> None:
        self.draft.move(by)
        self._show_list()
        self._tell(self._now())

    def _remove(self) -> None:
        gone = self.draft.at + 1
        self.draft.remove()
        self._build_form()
        self._tell(self._say("removed", at=gone), self._now())

    def _choose(self) -> None:
        if not self._quiet and self._list.value != self.draft.at:
            self.draft.at = self._list.value
            self._build_form(news=True)

    def _rename(self) -> None:
        if self._quiet:
            return
        self.draft.head["name"] = self._name.value.strip()
        self._changed()

    def _show_every(self) -> None:
        for texts in self._title.children:
            texts.show_languages(every=self._every.value)
        self.form.show_languages(every=self._every.value)

    def _speak(self) -> None:
        self._lang = self._language.value
        self._tell("")
        self._build()
        if self.player is not None:
            self.player.lang = self._lang

    # What is shown

    def _build(self) -> None:
        """Show the lesson and the step that is worked on."""
        self._head.value = f"<h3>{escape(self._say('workshop'))}</h3><p>{escape(self._say('intro'))}</p>"
        labels = {
            "language": self._language, "name": self._name, "all_languages": self._every, "steps": self._list,
            "close_try": self._below.button, **self._buttons,
        }  # fmt: skip
        for key, widget in labels.items():
            widget.description = self._say(key)
        self._quiet = True
        self._name.value = self.draft.head["name"]
        self._files.relabel(self._file or f"{self.draft.head['name']}.toml", self.lang)
        self._quiet = False
        title = Texts(
            self._say("title"), self.draft.head["title"], self.lang, self._changed, self, every=self._every.value,
            lines=1,
        )  # fmt: skip
        refill(self._title, [title])
        self._build_form()

    def _build_form(self, *, news: bool = False) -> None:
        self.form = StepForm(self.draft, self.lang, self._changed, self, lambda: bool(self._every.value))
        refill(self._middle, [self.form])
        self._changed()
        if news:
            self._tell(self._now())

    def _changed(self) -> None:
        """Check the step and tell what is to be mended."""
        self.form.check()
        untitled = not any(map(str.strip, self.draft.head["title"].values()))
        self._title_remarks.tell([self._say("to_mend", told=self._say("fault_text"))] if untitled else [])
        self._show_list()

    def _show_list(self) -> None:
        before, self._quiet = self._quiet, True
        self._list.options = [(line, at) for at, line in enumerate(self._lines())]
        self._list.value = self.draft.at
        self._quiet = before

    def _lines(self) -> list[str]:
        return [
            self._say("step_line", at=at, kind=self._say(step["kind"]), text=self.draft.first_words(step, self.lang))
            for at, step in enumerate(self.draft.steps, 1)
        ]

    def _now(self) -> str:
        kind = self._say(self.draft.step["kind"])
        return self._say("now", at=self.draft.at + 1, count=len(self.draft.steps), kind=kind)

    def tell_failure(self, error: Exception) -> None:
        """Say in one plain sentence that something failed, the `error`."""
        told = failure(error, self.lang)
        self._tell(told)
