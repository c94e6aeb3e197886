"""Puzzles at the table, one after the other: hints, the solution move by move, a level that follows how it goes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from time import monotonic
from typing import Final

from ipywidgets import HTML, Box, Button, Layout

from rummy_lab.core.moves import Discard, End, Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.lessons.answers import Row
from rummy_lab.lessons.puzzling import PuzzleRun
from rummy_lab.lessons.step_hints import step_hint
from rummy_lab.lessons.telling import feedback
from rummy_lab.search.existence import exists
from rummy_lab.search.puzzles import LEVELS
from rummy_lab.widgets.answer_file import KeepsAnswers
from rummy_lab.widgets.chosen import chosen_lang, chosen_seed
from rummy_lab.widgets.lesson_answers import LARGE, LessonManners
from rummy_lab.widgets.puzzle_texts import tell
from rummy_lab.widgets.table_view import TableView
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.told import Told
from rummy_lab.words import explain

BUTTONS: Final = ("show", "retry", "easier", "next")
_LESS_THAN: Final = 1 << 32


class Puzzles(KeepsAnswers):
    """Puzzles without end: reach the goal in one turn. After three in a row without help they become harder.

    Args:
        game: a rule set or its name.
        level: 1 (easy) to 5 (hard), where to begin.
        seed: of the first puzzle; the same seed brings the same puzzles. Left out: others for everyone.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else what was chosen last in this browser, else
            the browser's own.
        exam: one try for each puzzle, without hints, undo and solution.

    Attributes:
        run: the puzzle that stands, the rating and the answers so far.

    Raises:
        RummyError: one sentence for what cannot be.

    >>> puzzles = Puzzles("schmidt", 2, seed=7, lang="en")
    >>> puzzles.answer(puzzles.run.puzzle.solution), puzzles.run.rating.in_a_row
    (True, 1)
    """

    def __init__(
        self,
        game: RuleSet | str = "schmidt",
        level: int = 1,
        seed: int | None = None,
        lang: Language | None = None,
        exam: bool = False,
    ) -> None:
        lang = chosen_lang(lang)
        self.run = PuzzleRun(game, level, chosen_seed(seed, _LESS_THAN), exam=exam)
        self.table = TableView(self.run.puzzle.position, lang=lang, practice=not exam, on_turn=self._turn_ended)
        self._head, self._text, self._said = HTML(), HTML(), HTML()
        self._buttons = {name: Button(layout=Layout(**LARGE)) for name in BUTTONS}
        self._asked, self._shown, self._since = 1, 0, monotonic()
        self._refusal: object = None
        super().__init__(
            [
                self._head, self._text, Box([*self._buttons.values()]), self._said, self.table, self.files,
                LessonManners(),
            ]
        )  # fmt: skip
        self.lock = self.table.lock
        self.add_class("rl-lesson").add_class("rl-manners")
        self.children[2].layout.flex_flow = "row wrap"
        for widget in (self, self.table, self.children[2]):
            widget.layout.width, widget.layout.min_width = "100%", "0"
        self._said.add_class("rl-news")
        acts: dict[str, Callable[[], None]] = {
            "show": self.show_me, "retry": self.retry, "easier": self.easier, "next": self.next,
        }  # fmt: skip
        for name, act in acts.items():
            self._buttons[name].on_click(self.handler(act))
        if exam:
            self.table.desk.unaided = lambda: tell("unaided", self.lang)
            self.table.refresh()
        self.table.desk.hinter = self._hint
        self.table.observe(self.handler(self._in_words), "texts")
        self.table.observe(self._table_moved, "frame")
        self._begin()

    # What stands

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
        return f"answers-{self.run.rules.preset}-puzzles.jsonl"

    @property
    def own_rows(self) -> list[Row]:
        """What was answered here, in the columns of a lesson's answers."""
        return self.run.rows

    def still(self) -> tuple[bytes, str, str]:
        """A picture of the puzzle as PNG, its alternative text, and the puzzle in words."""
        png, alt, _ = self.table.still()
        return png, alt, self.words()

    def words(self) -> str:
        """The puzzle in words: what is asked, and what lies there."""
        return f"{self._title()}\n{self._goal()}\n{self.table.words()}"

    # What can be done

    def answer(self, turn: Turn | str) -> bool:
        """Answer with a turn; whether it reaches the goal."""
        with self.lock:
            run = self.run
            seconds, self._since = monotonic() - self._since, monotonic()
            open_before, alone = not run.closed, run.rating.alone
            verdict = run.answer(Turn.parse(turn) if isinstance(turn, str) else turn, seconds)
            told: list[Told]
            if verdict.right:
                told = [partial(tell, "helped" if open_before and run.rating.alone == alone else "solved")]
            else:
                told = [partial(feedback, run.step, verdict)]
                if open_before:
                    told.append(partial(tell, "missed_exam" if run.exam else "missed"))
            self._say(*told, *self._offer())
            self._relabel()
            return verdict.right

    def hint(self) -> None:
        """Give the next stronger hint."""
        with self.lock:
            self._say(self._hint())

    def show_me(self) -> None:
        """Show the next move of the solution on the table and in words; after the last one begin again."""
        with self.lock:
            run, start = self.run, self.run.puzzle.position
            turn = run.reveal() if not run.item.done else run.puzzle.solution
            if run.exam or turn is None:
                self._say(partial(tell, "unaided"))
                return
            first = self._shown % len(turn)
            before, after = (play_until_error(start, Turn(turn[:at]), exists=exists)[0] for at in (first, first + 1))
            self._shown = first + 1
            if not first and self.table.state != before:
                self.table.show(before, seat=start.seat)
            told = partial(explain, turn[first], rules=start.rules)
            self.table.show(after, seat=start.seat)  # told below, once
            last = [partial(tell, "shown"), *self._offer()] if self._shown == len(turn) else []
            self._say(told, *last)
            self._relabel()

    def retry(self) -> None:
        """Put the puzzle on the table again."""
        with self.lock:
            if self.run.exam:
                self._say(partial(tell, "unaided"))
                return
            self._put()
            self._say()
            self._relabel()

    def next(self) -> None:
        """Go on to the next puzzle; always allowed."""
        with self.lock:
            self.run.next()
            self._asked += 1
            self._begin()

    def easier(self) -> None:
        """Go on a level lower."""
        with self.lock:
            self.run.easier()
            self._asked += 1
            self._begin()

    # How it works

    def _begin(self) -> None:
        self._put()
        self._since = monotonic()
        moved = self.run.moved
        self._say(*([partial(tell, "up" if moved > 0 else "down", level=self.run.level)] if moved else []))
        self._relabel()

    def _put(self) -> None:
        start = self.run.puzzle.position
        self._shown, self._refusal = 0, None
        self.table.show(start, seat=start.seat)

    def _hint(self) -> Told:
        if not self.run.hint(self.lang):
            return partial(tell, "unaided" if self.run.exam else "no_hint")
        step, number = self.run.item.step, self.run.item.hints
        return lambda lang: tell("hint_told", lang, number=number, text=step_hint(step, number, lang))

    def _turn_ended(self, before: State, turn: Turn, _after: State) -> None:
        if before.base is self.run.puzzle.position.base:
            self.answer(turn)

    def _table_moved(self, _change: object) -> None:
        self.attempt(self._look_at_table)

    def _look_at_table(self) -> None:
        """In an exam a turn that may not be ended so is an answer too."""
        desk = self.table.desk
        refusal, self._refusal = self._refusal, desk.refusal
        ends = desk.mine and desk.tried is not None and any(isinstance(move, End | Discard) for move in desk.tried)
        new = desk.refusal is not None and desk.refusal is not refusal and desk.refusal.violations
        if self.run.exam and new and ends and not self.run.closed and desk.tried is not None:
            self.answer(Turn((*desk.state.moves, *desk.tried)))

    def _offer(self) -> list[Told]:
        return [partial(tell, "offer")] if self.run.may_be_easier else []

    def _title(self) -> str:
        return tell("title", self.lang, number=self._asked, level=self.run.level)

    def _goal(self) -> str:
        return self.run.step.text.plain(self.lang, self.run.rules)

    def _in_words(self) -> None:
        """Show and say the same in the language of now."""
        self._say_again()
        self._relabel()

    def _relabel(self) -> None:
        run, lang, now = self.run, self.lang, self.run.rating
        row = tell(
            "row_top" if run.level == LEVELS[-1] else "row", lang,
            alone=now.alone, asked=self._asked, row=now.in_a_row,
        )  # fmt: skip
        self._head.value = f"<h3>{escape(self._title())}</h3><p>{escape(row)}</p>"
        exam = f"<p>{escape(tell('exam', lang))}</p>" if run.exam else ""
        self._text.value = f"{exam}<p><strong>{escape(self._goal())}</strong></p>"
        shown = {
            "show": not run.exam and not run.solved, "retry": not run.exam and run.item.tries > 0 and not run.solved,
            "easier": run.may_be_easier, "next": True,
        }  # fmt: skip
        for name, button in self._buttons.items():
            button.description = tell(name, lang)
            button.layout.display = None if shown[name] else "none"
        if run.item.revealed and self._shown:
            done = self._shown == len(run.puzzle.solution)
            self._buttons["show"].description = tell("again" if done else "more", lang)
        self._buttons["next"].button_style = "primary" if run.closed else ""
        self.name_files()
