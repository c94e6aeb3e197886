"""A lesson with the table in hand: text, answers, feedback, hints, progress; nothing is locked."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import Final

from rummy_lab.core.moves import Turn
from rummy_lab.core.state import State
from rummy_lab.lessons.catalogue import lesson
from rummy_lab.lessons.judging import Answer
from rummy_lab.lessons.practice import LessonRun
from rummy_lab.lessons.steps import Lesson, Step
from rummy_lab.widgets.chosen import chosen_lang, chosen_seed
from rummy_lab.widgets.lesson_answers import AnswerSheet
from rummy_lab.widgets.lesson_page import LessonPage
from rummy_lab.widgets.lesson_said import (
    answered,
    hint_given,
    is_played_out,
    played_out,
    progress,
    shown_solution,
    turn_told,
    watched,
    watched_told,
)
from rummy_lab.widgets.lesson_texts import tell
from rummy_lab.widgets.table_view import TableView
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.told import Told, now

_NOWHERE: Final = "schmidt; hand A 1r; hand B ??x1; stock ??x1; turn A"


class LessonPlayer(LessonPage):
    """Do a lesson: read, move cards, answer, be corrected, go on.

    Args:
        which: the id of a lesson such as `schmidt/sets`, a file of your own that ends in .toml, or a run to go on with.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else what was chosen last in this browser, else
            the browser's own.
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
        self,
        which: str | os.PathLike[str] | Lesson | LessonRun,
        *,
        lang: Language | None = None,
        seed: int | None = None,
    ) -> None:
        lang, chosen = chosen_lang(lang), chosen_seed(seed)
        self.run = which if isinstance(which, LessonRun) else LessonRun(lesson(which), chosen)
        first = next((step.position for step in self.run.lesson.steps if step.position is not None), _NOWHERE)
        self.table = TableView(first, lang=lang, practice=True, on_turn=self._turn_ended)
        self._since = monotonic()
        self._refusal: object = None
        super().__init__(AnswerSheet(self._answered, self._tell, self.handler))
        acts: dict[str, Callable[[], None]] = {
            "watch": self.watch, "retry": self._show, "back": self.back, "next": self.next, "hint": self.hint,
            "reveal": self.reveal, "practise": self.practise,
        }  # fmt: skip
        for name, act in acts.items():
            self._buttons[name].on_click(self.handler(act))
        self.table.desk.hinter = self._next_hint
        self.table.observe(self.handler(self._in_words), "texts")
        self.table.observe(self._table_moved, "frame")
        self._show()

    # What stands

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
            self._tell(partial(answered, item, verdict), *self._ended())
            if is_played_out(item, verdict):
                self._play_out(item.step)
            self._manners.said += verdict.right
            self._relabel_buttons()
            return verdict.right

    def hint(self) -> None:
        """Give the next stronger hint."""
        with self.lock:
            self._tell(self._next_hint())

    def reveal(self) -> None:
        """Show the solution, on the table and in words."""
        with self.lock:
            if not self.run.may_reveal:
                self._tell(partial(tell, "no_hint"))
                return
            step = self.step
            self.run.reveal()
            if step.kind in ("do", "find"):
                self._play_out(step)
            self._tell(partial(shown_solution, step))
            self._relabel_buttons()

    def practise(self) -> None:
        """Go on with other cards."""
        with self.lock:
            if self.run.practise():
                self._show()
                self._manners.place += 1
            else:
                self._tell(partial(tell, "no_sibling"))

    def next(self) -> None:
        """Go on to the next step; always allowed."""
        with self.lock:
            if self._sheet.waiting:
                self._sheet.waiting = False
                self._tell(partial(tell, "rule_open"))
            elif self.run.next():
                self._show()
                self._manners.place += 1
            else:
                self._tell(*self._ended())

    def back(self) -> None:
        """Go back to the step before."""
        with self.lock:
            if self.run.back():
                self._show()
                self._manners.place += 1

    def watch(self) -> None:
        """Show the next move of the turn that is watched; after the last one begin again."""
        with self.lock:
            step = self.step
            if step.turn is None or step.position is None:
                return
            if self._shown >= len(step.turn):
                self._shown = 0
                self._put(step.position, self._where())
                return
            self._shown += 1
            self._put(watched(step, self._shown), now(partial(watched_told, step, self._shown)))
            if self._shown == len(step.turn) and step.kind == "watch":
                if not self.run.item.done:
                    self.run.answer(None, monotonic() - self._since)
                done = [] if step.after is None else [partial(step.after.plain, rules=step.rules)]
                self._tell(*done, *self._ended())
            self._relabel_buttons()

    def close(self) -> None:
        """Free everything."""
        if "_sheet" in self.__dict__:
            self._sheet.clear()
        super().close()

    # How it works

    def _next_hint(self) -> Told:
        self.run.hint(self.lang)
        self._relabel_buttons()
        return partial(hint_given, self.run.item.step, self.run.item.hints)

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
        reached = played_out(step)
        if reached is not None:
            self._put(reached, [partial(turn_told, step)])

    def _put(self, state: State, news: Sequence[Told]) -> None:
        desk, position = self.table.desk, self.step.position
        mover = self.learner if position is None else position.seat
        # Who watches another play sees the cards that are played.
        desk.look = replace(desk.look, open=desk.look_only and mover != self.learner)
        self.table.show(state, news, seat=self.learner if desk.look_only else mover)

    # What is shown

    def _show(self) -> None:
        """Show the step from its start."""
        step = self.step
        self._shown, self._since, self._refusal = 0, monotonic(), None
        on_table = step.position is not None
        self.table.desk.look_only = step.kind not in ("do", "find")
        self.table.layout.display = None if on_table else "none"
        if step.position is None:
            self.table.note(self._where())
        else:
            self._put(step.position, self._where())
        self._say()
        self._sheet.ask(step, self.lang, self.run.seed)
        self._relabel()

    def _where(self) -> tuple[Told, ...]:
        return now(lambda lang: [progress(self.run, lang)])

    def _in_words(self) -> None:
        """Show and say the same in the language of now."""
        self._sheet.translate(self.lang)
        self._say_again()
        self._relabel()
