"""A whole course in one cell: lessons and deals in their order, with what was done so far."""

from __future__ import annotations

from html import escape
from typing import Any

from ipywidgets import HTML, Box, Button, Dropdown, Layout, VBox

from rummy_lab.core.errors import RummyError
from rummy_lab.lessons.answers import Row
from rummy_lab.lessons.course import Course as Plan
from rummy_lab.lessons.course import Deal, course
from rummy_lab.lessons.practice import LessonRun, review, to_review
from rummy_lab.lessons.steps import Lesson
from rummy_lab.widgets.answer_file import KeepsAnswers
from rummy_lab.widgets.chosen import chosen_lang, chosen_seed
from rummy_lab.widgets.course_texts import tell
from rummy_lab.widgets.lesson_answers import LARGE, LessonManners
from rummy_lab.widgets.lesson_player import LessonPlayer
from rummy_lab.widgets.panel import free
from rummy_lab.widgets.play_game import PlayGame
from rummy_lab.widgets.texts import Language


class Course(KeepsAnswers):
    """The course of a game: play first, then short lessons between deals that grow to the full game.

    Args:
        game: `schmidt` or `rummy40`, or a course of your own.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else what was chosen last in this browser, else
            the browser's own.
        seed: which other cards practice brings; left out: others for everyone; a class takes the same number.
        at: the entry shown first, from 0.

    Raises:
        RummyError: one sentence for what cannot be.

    >>> here = Course("schmidt", lang="en", seed=1)
    >>> here.entry.id
    'schmidt/first-move'
    """

    def __init__(
        self, game: str | Plan = "schmidt", *, lang: Language | None = None, seed: int | None = None, at: int = 0
    ) -> None:
        self.course = game if isinstance(game, Plan) else course(game)
        lang, self.seed = chosen_lang(lang), chosen_seed(seed)
        if type(at) is not int or not 0 <= at < len(self.course.entries):
            raise RummyError("at is {given}; it can be 0 to {most}", given=repr(at), most=len(self.course.entries) - 1)
        self._runs: dict[str, LessonRun] = {}
        self._at, self._wanted, self._quiet = at, lang, False
        self._head, self._said = HTML(), HTML()
        self._pick = Dropdown(layout=Layout(width="100%", height="44px"))
        self._onward, self._review = Button(layout=Layout(**LARGE)), Button(layout=Layout(**LARGE))
        self._body = VBox([])
        row = Box([self._onward, self._review, self.files])
        self._manners = LessonManners()
        super().__init__([self._head, self._pick, self._said, self._body, row, self._manners])
        self.add_class("rl-course").add_class("rl-lesson").add_class("rl-manners")
        self._said.add_class("rl-news")
        row.layout.flex_flow = "row wrap"
        for widget in (self, self._body, row):
            widget.layout.width, widget.layout.min_width = "100%", "0"
        self._pick.observe(self.handler(self._picked), "value")
        self._onward.on_click(self.handler(self.onward))
        self._review.on_click(self.handler(self.review))
        self._show()

    # What stands

    @property
    def entry(self) -> Lesson | Deal:
        """The lesson or deal that is shown."""
        return self.course.entries[self._at]

    @property
    def widget(self) -> LessonPlayer | PlayGame:
        """The lesson or the game itself."""
        shown: LessonPlayer | PlayGame = self._body.children[0]
        return shown

    @property
    def lang(self) -> Language:
        """The language; may be set."""
        return self.widget.lang if self._body.children else self._wanted or "en"

    @lang.setter
    def lang(self, lang: Language) -> None:
        self.widget.lang = lang

    @property
    def answers_file(self) -> str:
        """The name of the file in which answers are handed out."""
        return f"answers-{self.course.game}.jsonl"

    @property
    def own_rows(self) -> list[Row]:
        """What was answered in all its lessons."""
        return [row for run in self._runs.values() for row in run.rows]

    def still(self) -> tuple[bytes, str, str]:
        """A picture of what is shown as PNG, its alternative text, and all of it in words."""
        return self.widget.still()

    def words(self) -> str:
        """What is shown, in words."""
        title = self.course.title.plain(self.lang, self.entry.rules)
        return f"{tell('course', self.lang, title=title)}\n{self.widget.words()}"

    # What can be done

    def go(self, at: int) -> None:
        """Show an entry, from 0; raises RummyError."""
        with self.lock:
            if type(at) is not int or not 0 <= at < len(self.course.entries):
                raise RummyError(
                    "at is {given}; it can be 0 to {most}", given=repr(at), most=len(self.course.entries) - 1
                )
            self._at = at
            self._show()
            self._manners.place += 1

    def onward(self) -> None:
        """Go on to the next entry; always allowed."""
        self.go(min(self._at + 1, len(self.course.entries) - 1))

    def review(self) -> None:
        """A lesson of steps that were not right yet, with other cards; raises RummyError where there are none."""
        with self.lock:
            lessons = [entry for entry in self.course.entries if isinstance(entry, Lesson)]
            made = review(lessons, self.rows, self.seed)
            run = self._runs.setdefault(f"review {len(self.rows)}", LessonRun(made, self.seed))
            self._put(LessonPlayer(run, lang=self.lang))

    def load_answers(self, text: str, file: str = "answers.jsonl") -> list[str]:
        """Take up answers that were saved before, a `text` out of `file`; a sentence for each line that is none."""
        with self.lock:
            faults = super().load_answers(text, file)
            self._relabel()
            return faults

    # How it works

    def _picked(self) -> None:
        if not self._quiet and self._pick.value is not None and self._pick.value != self._at:
            self.go(self._pick.value)

    def _show(self) -> None:
        lang = self.lang if self._body.children else self._wanted
        entry = self.entry
        if isinstance(entry, Deal):
            widget: Any = PlayGame(entry.rules, entry.players, entry.seed, lang=lang, open_hands=entry.open_hands)
        else:
            run = self._runs.setdefault(entry.id, LessonRun(entry, self.seed))
            widget = LessonPlayer(run, lang=lang)
        self._put(widget)

    def _put(self, widget: Any) -> None:
        before, self._body.children = self._body.children, [widget]
        for old in before:
            old.close()
            free(old)
        relabel = self.handler(self._relabel)
        widget.table.observe(relabel, "texts")
        if isinstance(widget, LessonPlayer):
            widget.table.observe(relabel, "frame")  # of a deal none of it is told here, and its bots wait for nobody
            widget.observe_said(relabel)
            widget.files.layout.display = "none"  # the course keeps the answers of all its lessons
        self._say()
        self._relabel()

    def _relabel(self) -> None:
        if not self._body.children:
            return
        lang, entry = self.lang, self.entry
        title = self.course.title.plain(lang, entry.rules)
        lessons = [one for one in self.course.entries if isinstance(one, Lesson)]
        done = sum(self._is_done(one) for one in lessons)
        told = [f"<h2>{escape(title)}</h2>", f"<p>{escape(tell('progress', lang, done=done, count=len(lessons)))}</p>"]
        if isinstance(entry, Deal):
            name = escape(self._label(entry, lang))
            told.append(f'<h3 class="rl-task" tabindex="-1">{name}</h3>')
            about = [tell("play", lang), tell("bots", lang), *([tell("open", lang)] if entry.open_hands else [])]
            told.append(f"<p>{escape(' '.join(about))}</p>")
            if entry.leaves_out is not None:
                left_out = entry.leaves_out.plain(lang, entry.rules)
                told.append(f"<p>{escape(tell('leaves_out', lang, text=left_out))}</p>")
        self._set(self._head, "".join(told))
        options = [(self._label(one, lang), at) for at, one in enumerate(self.course.entries)]
        if list(self._pick.options) != options:
            self._quiet = True
            self._pick.options = options
            self._quiet = False
        if self._pick.value != self._at:
            self._quiet = True
            self._pick.value = self._at
            self._quiet = False
        self._pick.description = tell("choose", lang)
        last = self._at + 1 == len(self.course.entries)
        self._onward.layout.display = "none" if last else None
        if not last:
            self._onward.description = tell("onward", lang, title=self._label(self.course.entries[self._at + 1], lang))
        shown = self.widget
        self._onward.button_style = "primary" if isinstance(shown, LessonPlayer) and shown.run.finished else ""
        self._review.description = tell("review", lang)
        self._review.layout.display = None if to_review(self.rows) else "none"
        self.name_files()

    @staticmethod
    def _set(part: Any, value: str) -> None:
        if part.value != value:
            part.value = value

    def _is_done(self, entry: Lesson) -> bool:
        run = self._runs.get(entry.id)
        if run is not None and run.finished:
            return True
        answered = {row["step"] for row in self.loaded if row["lesson"] == entry.id and row["result"] == "right"}
        return all(step.id in answered for step in entry.steps if step.kind != "watch")

    def _label(self, entry: Lesson | Deal, lang: Language) -> str:
        title = entry.title.plain(lang, entry.rules)
        if isinstance(entry, Deal):
            return title
        return tell("done" if self._is_done(entry) else "lesson", lang, title=title)
