"""A lesson with the table in hand: text, answers, feedback, hints, progress; nothing is locked."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from html import escape
from time import monotonic
from typing import TYPE_CHECKING, Final

from ipywidgets import HTML, Box, Button, Layout

from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.state import State
from rummy_lab.draw import picture_of_cards, picture_svg
from rummy_lab.lessons.answers import save_answers
from rummy_lab.lessons.catalogue import lesson
from rummy_lab.lessons.judging import Answer
from rummy_lab.lessons.practice import IN_A_ROW, LessonRun
from rummy_lab.lessons.steps import Lesson, Step
from rummy_lab.lessons.telling import feedback
from rummy_lab.search.existence import exists
from rummy_lab.widgets.lesson_answers import LARGE, AnswerSheet, LessonManners, solution_text
from rummy_lab.widgets.lesson_texts import tell
from rummy_lab.widgets.panel import Panel
from rummy_lab.widgets.table_view import TableView
from rummy_lab.widgets.texts import LANGUAGES, Language, text
from rummy_lab.words import explain
from rummy_lab.words.spoken import meld_text
from rummy_lab.words.texts import pack_of, words_of

if TYPE_CHECKING:
    import pandas as pd

BUTTONS: Final = ("watch", "retry", "back", "next", "hint", "reveal", "practise", "answers")
_NOWHERE: Final = "schmidt; hand A 1r; hand B ??x1; stock ??x1; turn A"


class LessonPlayer(Panel):
    """Do a lesson: read, move cards, answer, be corrected, go on.

    Args:
        which: the id of a lesson such as `schmidt/sets`, or a file of your own that ends in .toml.
        lang: `en`, `de` or `nl`; left out: what was chosen last in this browser, else the browser's own.
        seed: which other cards practice brings; left out: others for everyone; a class takes the same number.

    Attributes:
        run: what was met and answered so far.

    Raises:
        RummyError: one sentence for what cannot be.

    >>> player = LessonPlayer("schmidt/joker-set", lang="en", seed=1)
    >>> player.run.at, player.run.finished
    (0, False)
    """

    def __init__(
        self, which: str | os.PathLike[str] | Lesson, *, lang: Language | None = None, seed: int | None = None
    ) -> None:
        if lang is not None and lang not in LANGUAGES:
            raise RummyError(f"lang is {lang!r}; it can be {', '.join(LANGUAGES)}")
        if seed is not None and type(seed) is not int:
            raise RummyError(f"seed is {seed!r}; it is a whole number")
        chosen = secrets.randbelow(1 << 16) if seed is None else seed
        self.run = LessonRun(lesson(which), chosen)
        first = next((step.position for step in self.run.lesson.steps if step.position is not None), _NOWHERE)
        self.table = TableView(first, lang=lang, practice=True, on_turn=self._turn_ended)
        self._head, self._text, self._picture, self._said = HTML(), HTML(), HTML(), HTML()
        self._sheet = AnswerSheet(self._given)
        self._buttons = {name: Button(layout=Layout(**LARGE)) for name in BUTTONS}
        self._shown = 0  # moves of the turn that is watched
        self._since = monotonic()
        self._refusal: object = None
        super().__init__(
            [
                self._head, self._text, self._picture, self._sheet, self._said, Box([*self._buttons.values()]),
                self.table, LessonManners(),
            ]
        )  # fmt: skip
        self.lock = self.table.lock
        self.add_class("rl-lesson").add_class("rl-manners")
        self.children[5].layout.flex_flow = "row wrap"
        for widget in (self, self.table, self._sheet, self.children[5]):
            widget.layout.width, widget.layout.min_width = "100%", "0"
        self._said.add_class("rl-news")
        acts: dict[str, Callable[[], None]] = {
            "watch": self.watch, "retry": self._show, "back": self.back, "next": self.next, "hint": self.hint,
            "reveal": self.reveal, "practise": self.practise, "answers": self._save,
        }  # fmt: skip
        for name, act in acts.items():
            self._buttons[name].on_click(self.handler(act))
        self.table.desk.hinter = self._next_hint
        self.table.observe(self.handler(self._relabel), "texts")
        self.table.observe(self._table_moved, "frame")
        self._show()

    # What stands

    @property
    def step(self) -> Step:
        """The step that is met now, with its cards."""
        return self.run.item.step

    @property
    def lang(self) -> Language:
        """The language; may be set."""
        return self.table.lang

    @lang.setter
    def lang(self, lang: Language) -> None:
        self.table.lang = lang

    @property
    def answers(self) -> pd.DataFrame:
        """Every answer so far, one a row."""
        import pandas as pd

        return pd.DataFrame(self.run.rows)

    def still(self) -> tuple[bytes, str, str]:
        """A picture of the step as PNG, its alternative text, and the step in words."""
        png, alt, _ = self.table.still()
        return png, alt, self.words()

    def words(self) -> str:
        """The step in words: what is asked, and what lies there."""
        told = [
            self.run.lesson.title.plain(self.lang, self.step.rules),
            self.step.text.plain(self.lang, self.step.rules),
        ]
        return "\n".join([*told, self.table.words()] if self.step.position is not None else told)

    # What can be done

    def answer(self, answer: Answer) -> bool:
        """Answer the step: a turn, points, (allowed, reason) or ids of options; whether it is right."""
        with self.lock:
            seconds, self._since = monotonic() - self._since, monotonic()
            item = self.run.item
            verdict = self.run.answer(answer, seconds)
            right = verdict.right
            told = feedback(item.step, verdict, self.lang)
            if not item.graded and not right and item.role == "guess":
                told = tell("guessed", self.lang)
            self._tell(told, *self._ended())
            if item.step.kind in ("judge", "predict") and (right or item.done):
                self._play_out(item.step)
            self._relabel_buttons()
            return right

    def hint(self) -> None:
        """Give the next stronger hint."""
        with self.lock:
            self._tell(self._next_hint())

    def reveal(self) -> None:
        """Show the solution, on the table and in words."""
        with self.lock:
            if not self.run.may_reveal:
                self._tell(tell("no_hint", self.lang))
                return
            step = self.step
            self.run.reveal()
            told = solution_text(step, self.lang)
            if step.kind in ("do", "find"):
                self._play_out(step)
                self._tell(tell("solution", self.lang, moves=told))
            else:
                self._tell(tell("solution_of", self.lang, text=told))
            self._relabel_buttons()

    def practise(self) -> None:
        """Go on with other cards."""
        with self.lock:
            if self.run.practise():
                self._show()
            else:
                self._tell(tell("no_sibling", self.lang))

    def next(self) -> None:
        """Go on to the next step; always allowed."""
        with self.lock:
            if self.run.next():
                self._show()
            else:
                self._tell(*self._ended())

    def back(self) -> None:
        """Go back to the step before."""
        with self.lock:
            if self.run.back():
                self._show()

    def watch(self) -> None:
        """Show the next move of the turn that is watched; after the last one begin again."""
        with self.lock:
            step = self.step
            assert step.turn is not None
            assert step.position is not None
            if self._shown >= len(step.turn):
                self._shown = 0
                self._put(step.position, [])
                return
            moves = step.turn[: self._shown + 1]
            before, _ = play_until_error(step.position, Turn(moves[:-1]), exists=exists)
            after, _ = play_until_error(step.position, Turn(moves), exists=exists)
            seat = step.position.seat
            told = (
                step.says[self._shown].plain(self.lang, step.rules)
                if step.says
                else explain(moves[-1], self.lang, rules=step.rules, seat=seat)
            )
            self._shown += 1
            self._put(after, [] if before is after else [told])
            self._tell(told)
            if self._shown == len(step.turn) and step.kind == "watch" and not self.run.item.done:
                self.run.answer(None, monotonic() - self._since)
                self._tell(told, *([step.after.plain(self.lang, step.rules)] if step.after is not None else []))
            self._relabel_buttons()

    def save_answers(self, path: str | os.PathLike[str] | None = None) -> None:
        """Write the answers to a file, one a line; raises RummyError."""
        with self.lock:
            target = path or f"answers-{self.run.lesson.id.replace('/', '-')}.jsonl"
            save_answers(self.run.rows, target)
            self._tell(tell("answers_saved", self.lang, path=os.fspath(target)))

    def close(self) -> None:
        """Free everything."""
        if "_sheet" in self.__dict__:
            self._sheet.clear()
        super().close()

    # How it works

    def _next_hint(self) -> str:
        told = self.run.hint(self.lang)
        self._relabel_buttons()
        if not told:
            return tell("no_hint", self.lang)
        return tell("hint_told", self.lang, number=self.run.item.hints, text=told)

    def _save(self) -> None:
        self.save_answers()

    def _given(self, answer: Answer) -> None:
        self.attempt(lambda: self._answered(answer))

    def _answered(self, answer: Answer) -> None:
        self.answer(answer)

    def _turn_ended(self, before: State, turn: Turn, _after: State) -> None:
        """A turn was ended on the table."""
        if self.step.kind in ("do", "find") and before.base is self.step.position.base:  # type: ignore[union-attr]
            self.answer(turn)

    def _table_moved(self, _change: object) -> None:
        """Something was done at the table: a refusal may be one of the mistakes that are known, a goal reached."""
        self.attempt(self._look_at_table)

    def _look_at_table(self) -> None:
        step, desk = self.step, self.table.desk
        if step.kind not in ("do", "find") or step.position is None or self.run.item.done:
            return
        refusal, self._refusal = self._refusal, desk.refusal
        if (
            desk.refusal is not None
            and desk.refusal is not refusal
            and desk.refusal.violations
            and desk.tried is not None
        ):
            self.answer(Turn((*desk.state.moves, *desk.tried)))
        elif (
            step.goal is not None and not step.goal.ends and desk.state.moves and desk.state.seat == step.position.seat
        ):
            tried = Turn(desk.state.moves)
            if self.run.would_be_right(tried):
                self.answer(tried)

    def _play_out(self, step: Step) -> None:
        """Show on the table what becomes of the turn of the step."""
        if step.position is None or step.turn is None:
            return
        reached, _ = play_until_error(step.position, step.turn, exists=exists)
        self._put(reached, [explain(step.turn, self.lang, rules=step.rules, seat=step.position.seat)])

    def _put(self, state: State, news: list[str]) -> None:
        self.table.show(state, news, seat=self.step.position.seat if self.step.position is not None else None)

    # What is shown

    def _show(self) -> None:
        """Show the step from its start."""
        step = self.step
        self._shown, self._since, self._refusal = 0, monotonic(), None
        on_table = step.position is not None
        self.table.desk.look_only = step.kind not in ("do", "find")
        self.table.layout.display = None if on_table else "none"
        if step.position is not None:
            self._put(step.position, [])
        self._said.value = ""
        self._sheet.ask(step, self.lang)
        self._relabel()

    def _relabel(self) -> None:
        lang, step, run = self.lang, self.step, self.run
        title = escape(run.lesson.title.plain(lang, step.rules))
        goals = "".join(f"<li>{escape(goal.plain(lang, step.rules))}</li>" for goal in run.lesson.goals)
        intro = f"<p>{tell('goals', lang)}:</p><ul>{goals}</ul>" if goals and run.at == 0 else ""
        if run.lesson.leaves_out is not None and run.at == 0:
            left_out = run.lesson.leaves_out.plain(lang, step.rules)
            intro += f"<p>{escape(tell('leaves_out', lang, text=left_out))}</p>"
        self._head.value = f"<h3>{title}</h3><p><strong>{escape(self._progress())}</strong></p>{intro}"
        tried = ""
        if step.kind in ("judge", "predict") and step.turn is not None and step.kind == "judge":
            seat = step.position.seat if step.position is not None else None
            moves = explain(step.turn, lang, rules=step.rules, seat=seat)
            tried = f"<p>{escape(tell('tried', lang, moves=moves))}</p>"
        several = sum(option.right for option in step.options) > 1
        more = f"<p>{tell('several', lang)}</p>" if several else ""
        self._text.value = step.text.html(lang, step.rules) + tried + more
        self._picture.value = self._meld_picture()
        self._picture.layout.display = None if self._picture.value else "none"
        if self._sheet.children and not run.item.tries:
            self._sheet.ask(step, lang)
        self._relabel_buttons()

    def _meld_picture(self) -> str:
        step = self.step
        if step.kind != "value" or step.meld is None:
            return ""
        label = meld_text(words_of(self.lang, pack_of(step.rules)), step.meld)
        return f'<figure style="margin: 0">{picture_svg(picture_of_cards(step.meld.slots), label)}</figure>'

    def _progress(self) -> str:
        run, lang = self.run, self.lang
        item = run.item
        if item.role in ("guess", "guess_again"):
            return tell(item.role, lang)
        if item.role == "practice":
            return tell("practice", lang, row=min(IN_A_ROW, run.in_a_row(item.of)))
        if item.role in ("alone", "again"):
            return tell(item.role, lang)
        steps = [one for one in run.items if one.role == "step"]
        return tell("step", lang, at=steps.index(item) + 1, count=len(steps))

    def _ended(self) -> list[str]:
        run = self.run
        if run.at < len(run.items) - 1:
            return []
        steps = [item for item in run.items if item.graded and item.role == "step"]
        missing = sum(not item.done for item in steps)
        if missing:
            return [tell("not_finished", self.lang, count=missing)]
        right = sum(item.result in ("right", "seen") for item in steps)
        return [tell("finished", self.lang, right=right, count=len(steps))]

    def _relabel_buttons(self) -> None:
        run, item, lang = self.run, self.run.item, self.lang
        played = item.step.kind in ("do", "find")
        watched = item.step.turn is not None and (
            item.step.kind == "watch" or (item.step.kind == "predict" and item.done)
        )
        shown = {
            "watch": watched, "retry": played and item.tries > 0, "back": run.at > 0,
            "next": run.at < len(run.items) - 1,
            "hint": item.graded and bool(item.step.hints) and not played and not item.done,
            "reveal": run.may_reveal, "practise": bool(item.step.generator) and item.done, "answers": bool(run.rows),
        }  # fmt: skip
        for name, button in self._buttons.items():
            button.description = tell(name, lang)
            button.layout.display = None if shown[name] else "none"
            button.button_style = ""
        if watched and item.step.turn is not None and self._shown >= len(item.step.turn):
            self._buttons["watch"].description = tell("replay", lang)
        if item.done and shown["next"]:
            self._buttons["next"].button_style = "primary"

    def _tell(self, *lines: str) -> None:
        self._said.value = "".join(f"<p>{escape(line)}</p>" for line in lines if line)

    def tell_failure(self, error: Exception) -> None:
        """Say in one plain sentence that something failed."""
        told = str(error) if isinstance(error, RummyError) else text("failed", self.lang, kind=type(error).__name__)
        self._tell(told)
