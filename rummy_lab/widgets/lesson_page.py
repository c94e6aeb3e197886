"""What a lesson shows around its table: title and progress, text, picture, answers, what is said, buttons."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any, Final

from ipywidgets import HTML, Box, Button, Layout

from rummy_lab.core.violations import Seat
from rummy_lab.draw import picture_of_cards, picture_svg
from rummy_lab.lessons.answers import Row
from rummy_lab.lessons.practice import LessonRun
from rummy_lab.lessons.steps import Step
from rummy_lab.widgets.answer_file import KeepsAnswers
from rummy_lab.widgets.lesson_answers import LARGE, AnswerSheet, LessonManners
from rummy_lab.widgets.lesson_said import ended, learner_of, progress, several, tried
from rummy_lab.widgets.lesson_texts import tell
from rummy_lab.widgets.table_view import TableView
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.told import Told, now
from rummy_lab.words.spoken import meld_text
from rummy_lab.words.texts import pack_of, words_of

BUTTONS: Final = ("watch", "back", "next", "retry", "hint", "reveal", "practise", "restart")


class LessonPage(KeepsAnswers):
    """The page of a lesson; `run` and `table` are there before it is made."""

    run: LessonRun
    table: TableView

    def __init__(self, sheet: AnswerSheet) -> None:
        self._head, self._text, self._picture, self._said = HTML(), HTML(), HTML(), HTML()
        self._sheet = sheet
        self._buttons = {name: Button(layout=Layout(**LARGE)) for name in BUTTONS}
        self._shown = 0  # moves of the turn that is watched
        row = Box([*self._buttons.values()])
        self._manners = LessonManners()
        super().__init__(
            [
                self._head, self._text, self._picture, sheet, self._said, row, self.table, self.files, self._manners,
            ]
        )  # fmt: skip
        self.lock = self.table.lock
        self.add_class("rl-lesson").add_class("rl-manners")
        row.layout.flex_flow = "row wrap"
        for widget in (self, self.table, sheet, row):
            widget.layout.width, widget.layout.min_width = "100%", "0"
        self._said.add_class("rl-news")
        self._buttons["restart"].on_click(self.handler(self.restart))

    @property
    def step(self) -> Step:
        """The step that is met now, with its cards."""
        return self.run.item.step

    @property
    def learner(self) -> Seat:
        """The seat of the one who learns: A, where there is one."""
        return learner_of(self.step)

    @property
    def lang(self) -> Language:
        """The language; may be set."""
        return self.table.lang

    @lang.setter
    def lang(self, lang: Language) -> None:
        self.table.lang = lang

    @property
    def answers_file(self) -> str:
        """The name of the file in which answers are handed out."""
        return f"answers-{self.run.lesson.id.replace('/', '-')}.jsonl"

    @property
    def own_rows(self) -> list[Row]:
        """What was answered in this lesson."""
        return self.run.rows

    def observe_said(self, handler: Callable[[Any], None]) -> None:
        """Call this `handler` whenever something is said of an answer."""
        self._said.observe(handler, "value")

    def restart(self) -> None:
        """Begin the lesson anew; what was answered stays among the answers."""
        with self.lock:
            self.run.restart()
            self._show()
            self._manners.place += 1

    @abstractmethod
    def _show(self) -> None:
        """Show the step from its start."""

    def _relabel(self) -> None:
        lang, step, run = self.lang, self.step, self.run
        title = escape(run.lesson.title.plain(lang, step.rules))
        goals = "".join(f"<li>{escape(goal.plain(lang, step.rules))}</li>" for goal in run.lesson.goals)
        intro = f"<p>{tell('goals', lang)}:</p><ul>{goals}</ul>" if goals and run.at == 0 else ""
        if run.lesson.leaves_out is not None and run.at == 0:
            left_out = run.lesson.leaves_out.plain(lang, step.rules)
            intro += f"<p>{escape(tell('leaves_out', lang, text=left_out))}</p>"
        self._head.value = f"<h3>{title}</h3>{intro}"
        moves = f"<p>{escape(told)}</p>" if (told := tried(step, lang)) else ""
        more = f"<p>{tell('several', lang)}</p>" if several(step) else ""
        asked = f"{self._progress()}. {step.text.plain(lang, step.rules)}"
        self._text.value = (
            f'<div class="rl-task" role="group" tabindex="-1" aria-label="{escape(asked)}">'
            f"<p><strong>{escape(self._progress())}</strong></p>{step.text.html(lang, step.rules)}{moves}{more}</div>"
        )
        self._picture.value = self._meld_picture()
        self._picture.layout.display = None if self._picture.value else "none"
        self._relabel_buttons()

    def _meld_picture(self) -> str:
        step = self.step
        if step.kind != "value" or step.meld is None:
            return ""
        label = meld_text(words_of(self.lang, pack_of(step.rules)), step.meld)
        return f'<figure style="margin: 0">{picture_svg(picture_of_cards(step.meld.slots), label)}</figure>'

    def _progress(self) -> str:
        return progress(self.run, self.lang)

    def _ended(self) -> tuple[Told, ...]:
        return now(partial(ended, self.run))

    def _relabel_buttons(self) -> None:
        run, item, lang = self.run, self.run.item, self.lang
        played = item.step.kind in ("do", "find")
        watched = item.step.turn is not None and (
            item.step.kind == "watch" or (item.step.kind == "predict" and item.done)
        )
        shown = {
            "watch": watched, "retry": played and item.tries > 0 and not item.done, "back": run.at > 0,
            "next": run.at < len(run.items) - 1,
            "hint": item.graded and item.step.kind != "watch" and not played and not item.done,
            "reveal": run.may_reveal, "practise": bool(item.step.generator) and item.done,
            "restart": run.at > 0 and (run.finished or run.at == len(run.items) - 1),
        }  # fmt: skip
        for name, button in self._buttons.items():
            button.description = tell(name, lang)
            button.layout.display = None if shown[name] else "none"
            button.button_style = ""
        if watched and item.step.turn is not None and self._shown >= len(item.step.turn):
            self._buttons["watch"].description = tell("replay", lang)
        if item.done and shown["next"]:
            self._buttons["next"].button_style = "primary"
        self.name_files()

    def _tell(self, *lines: Told) -> None:
        """Say it, and keep it in the log of the table, between the moves."""
        self._say(*lines)
        self.table.note(line for line in lines if line)
