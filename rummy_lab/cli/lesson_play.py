"""`rummy-lab lesson play`: a lesson in the terminal, with the words of the lesson in the notebook."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Final

from rummy_lab.cli.lesson_question import Question
from rummy_lab.cli.output import complain, painted, say
from rummy_lab.cli.reading import Reader
from rummy_lab.cli.session import Session
from rummy_lab.cli.texts import tell
from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.core.state import State
from rummy_lab.language import Language
from rummy_lab.lessons.answers import Row, read_answers, save_answers
from rummy_lab.lessons.catalogue import lesson
from rummy_lab.lessons.judging import Answer, Verdict
from rummy_lab.lessons.practice import LessonRun
from rummy_lab.lessons.steps import Step
from rummy_lab.widgets.chosen import chosen_seed
from rummy_lab.widgets.desk import Desk
from rummy_lab.widgets.lesson_said import (
    answered,
    ended,
    hinted,
    is_played_out,
    learner_of,
    played_out,
    progress,
    shown_solution,
    turn_told,
    watched,
    watched_told,
)
from rummy_lab.widgets.lesson_texts import tell as lesson_text
from rummy_lab.widgets.telling import Refusal
from rummy_lab.widgets.typed_table import TypedTable
from rummy_lab.words import in_words

EXAMPLES: Final = (
    "lesson play schmidt/joker-set", "lesson play rummy40/first-40 --lang nl --answers mine.jsonl",
    "lesson play schmidt/joker-set --resume mine.jsonl",
)  # fmt: skip


def run(arguments: Sequence[str], lang: Language) -> int:
    """Do a lesson in the terminal."""
    reader = Reader("lesson play", lang, EXAMPLES)
    reader.add("id", metavar="ID")
    reader.add("--seed", type=int, metavar="N")
    reader.add("--answers", metavar="FILE")
    reader.add("--resume", metavar="FILE")
    given = reader.read(arguments)
    asked = lesson(given.id)
    loaded, faults = read_answers(given.resume) if given.resume else ([], [])
    if faults and not loaded:
        raise RummyError(tell("lesson_play.no_answers", lang, file=given.resume))
    complain(*(in_words(fault, lang) for fault in faults))
    before = next((int(str(row["seed"])) for row in reversed(loaded) if row["lesson"] == asked.id), None)
    done = LessonRun(asked, chosen_seed(before if given.seed is None else given.seed))
    done.take_up(loaded)
    session = LessonPlay(done, lang, loaded, name=given.id)
    if given.resume:
        session.mine.add(given.resume)
        session.kept = given.resume
    if given.answers:
        session.keep(given.answers)
        session.answers = given.answers
    return session.run()


class LessonPlay(Session):
    """A lesson.

    Args:
        run: what was met and answered so far.
        lang: the language.
        loaded: answers that came from a file.
        name: how the lesson is called in the command.
    """

    def __init__(self, run: LessonRun, lang: Language, loaded: Sequence[Row] = (), name: str = "") -> None:
        super().__init__(lang, "lesson_play")
        self.lesson, self.loaded, self.name = run, list(loaded), name
        self.answers: str | None = None
        self.kept: str | None = None
        self._shown = 0  # moves of the turn that is watched
        self._since = monotonic()
        self._asked = Question(self.step, lang, run.seed)
        self._ended: Turn | None = None  # the turn that was just ended on the table
        self._refusal: Refusal | None = None
        self.table: TypedTable | None = None

    @property
    def step(self) -> Step:
        """The step that is met now."""
        return self.lesson.item.step

    # What happens

    def begin(self) -> None:
        """Say what the lesson is about, and show its first step."""
        run, lang = self.lesson, self.lang
        say(painted(run.lesson.title.plain(lang, self.step.rules), "head"))
        if run.lesson.goals:
            say(f"{lesson_text('goals', lang)}:")
            say(*(f"- {goal.plain(lang, self.step.rules)}" for goal in run.lesson.goals))
        if run.lesson.leaves_out is not None:
            say(lesson_text("leaves_out", lang, text=run.lesson.leaves_out.plain(lang, self.step.rules)))
        self._show()

    def go_on(self) -> None:
        """Nothing happens by itself in a lesson."""

    def typed(self, line: str) -> None:
        """Answer the step, do something at its table, or go on with an empty line."""
        step = self.step
        if not line:
            self._onward()
        elif step.kind in ("do", "find"):
            self._at_table(line)
        elif step.kind == "watch" or self.lesson.item.done or not self._answer(line):
            self._ask_table(line)

    def commands(self) -> Mapping[str, Callable[[], None]]:
        """What can be done besides answering."""
        acts = {
            "help": self._help, "show": self._show, "next": self._next, "back": self._back, "hint": self._hint,
            "reveal": self._reveal, "practise": self._practise, "restart": self._restart,
        }  # fmt: skip
        if self.table is not None and self.table.desk.may_undo and self.step.kind in ("do", "find"):
            del acts["back"]  # at the table it takes the last move back
        return acts

    def write(self, path: str) -> None:
        """Write all answers, one a line."""
        save_answers([*self.loaded, *self.lesson.rows], path)
        self.kept = path

    def leave(self) -> None:
        """Keep the answers where they are to be kept, and say how to go on."""
        if self.answers is not None:
            self.write(self.answers)
            say(tell("session.saved", self.lang, file=self.answers))
        if self.lesson.finished:
            return
        name = shlex.quote(self.name)
        if self.kept is not None:
            command = f"rummy-lab lesson play {name} --resume {shlex.quote(self.kept)}"
            say(tell("lesson_play.left_saved", self.lang, command=command))
        else:
            command = f"rummy-lab lesson play {name} --seed {self.lesson.seed}"
            say(tell("lesson_play.left", self.lang, command=command))

    # What is shown

    def _show(self) -> None:
        """Show the step from its start."""
        step, lang = self.step, self.lang
        self._shown, self._since = 0, monotonic()
        self._asked, self._refusal, self._ended = Question(step, lang, self.lesson.seed), None, None
        self.table = None if step.position is None else self._laid(step.position)
        say("", painted(progress(self.lesson, lang), "head"), step.text.plain(lang, step.rules))
        if self.table is not None:
            say(*(f"  {line}" for line in self.table.seen()))
        say(*self._asked.lines())

    def _laid(self, position: State) -> TypedTable:
        step = self.step
        plays = step.kind in ("do", "find")
        seat = position.seat if plays else learner_of(step)
        desk = Desk(position, seat=seat, lang=self.lang, on_turn=self._turn_ended)
        desk.look_only = not plays
        desk.hinter = lambda: hinted(self.lesson, self.lang)
        return TypedTable(desk)

    # What is answered

    def _answer(self, line: str) -> bool:
        """Take a line as the answer to the question; False where it is none."""
        read = self._asked.read(line)
        if read is None:
            return False
        (answer,) = read
        step = self._asked.step
        if step.kind == "judge" and answer == (False, "") and step.choices and not step.legal:
            self._asked.why = True
            say(lesson_text("not_allowed_right", self.lang), *self._asked.numbered())
        else:
            self._give(answer)
        return True

    def _give(self, answer: Answer) -> Verdict:
        """Answer the step, and say what became of it."""
        run, lang, item = self.lesson, self.lang, self.lesson.item
        seconds, self._since = monotonic() - self._since, monotonic()
        verdict = run.answer(answer, seconds)
        self._asked.why = False
        # What the table has refused it has explained; here only what the lesson knows of the mistake is added.
        if verdict.right or verdict.wrong is not None or not verdict.reasons or item.step.kind not in ("do", "find"):
            say(answered(item, verdict, lang))
        if is_played_out(item, verdict) and (reached := played_out(item.step)) is not None and self.table:
            self.table.desk.set_state(reached, [turn_told(item.step, lang)])
            say(*self.table.told())
        self._after(item.done)
        return verdict

    def _after(self, done: bool) -> None:
        told = ended(self.lesson, self.lang)
        say(*told)
        if done and not told:
            say(tell("lesson_play.onward", self.lang))
        elif done and self.lesson.finished:
            self.over = True

    # At the table

    def _at_table(self, line: str) -> None:
        assert self.table is not None
        say(*self.table.type(line))
        step, desk = self.step, self.table.desk
        finished, self._ended = self._ended, None
        refusal, self._refusal = self._refusal, desk.refusal
        if finished is not None:
            if not self._give(finished).right:
                say(tell("lesson_play.again", self.lang))
                self._show()
        elif self.lesson.item.done:
            return
        elif desk.refusal is not None and desk.refusal is not refusal and desk.refusal.violations and desk.tried:
            self._give(Turn((*desk.state.moves, *desk.tried)))
        elif step.goal is not None and not step.goal.ends and desk.state.moves:
            tried_now = Turn(desk.state.moves)
            if self.lesson.would_be_right(tried_now):
                self._give(tried_now)

    def _turn_ended(self, before: State, turn: Turn, _after: State) -> None:
        position = self.step.position
        if position is not None and before.base is position.base:
            self._ended = turn

    def _ask_table(self, line: str) -> None:
        """What is no answer may be a question about what lies there."""
        told = [] if self.table is None else self.table.type(line)
        say(*told, *([] if self.lesson.item.done else list(self._asked.lines())[-1:]))

    # Other things that can be done

    def _onward(self) -> None:
        step = self.step
        if step.kind == "watch" or (step.kind == "predict" and self.lesson.item.done and step.turn is not None):
            self._watch()
        elif self.lesson.item.done:
            self._next()
        else:
            say(*self._asked.lines())

    def _watch(self) -> None:
        """Show the next move of the turn; behind the last one go on."""
        step, lang = self.step, self.lang
        assert step.turn is not None
        if self._shown >= len(step.turn) or self.table is None:
            self._next()
            return
        self._shown += 1
        self.table.desk.set_state(watched(step, self._shown), watched_told(step, self._shown, lang))
        say(*self.table.desk.news())
        if self._shown < len(step.turn):
            return
        if step.kind == "watch" and not self.lesson.item.done:
            self.lesson.answer(None, monotonic() - self._since)
        say(*([] if step.after is None else [step.after.plain(lang, step.rules)]))
        self._after(done=True)

    def _next(self) -> None:
        if self._asked.why:
            self._asked.why = False
            say(lesson_text("rule_open", self.lang))
        elif self.lesson.next():
            self._show()
        else:
            say(*ended(self.lesson, self.lang))
            self.over = True

    def _back(self) -> None:
        if self.lesson.back():
            self._show()
        else:
            say(tell("lesson_play.first", self.lang))

    def _hint(self) -> None:
        say(hinted(self.lesson, self.lang))

    def _reveal(self) -> None:
        run, step = self.lesson, self.step
        if not run.may_reveal:
            raise RummyError(tell("lesson_play.not_yet", self.lang))
        run.reveal()
        say(shown_solution(step, self.lang))
        if step.kind in ("do", "find") and self.table and (reached := played_out(step)) is not None:
            self.table.desk.set_state(reached)
            say(*self.table.seen())
        self._after(done=True)

    def _practise(self) -> None:
        if self.lesson.practise():
            self._show()
        else:
            say(lesson_text("no_sibling", self.lang))

    def _restart(self) -> None:
        self.lesson.restart()
        self._show()

    def _help(self) -> None:
        say(*list(self._asked.lines())[-1:], *self.help(self.commands()))
