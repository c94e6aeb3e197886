"""What a lesson says, and how its answers stand, without a page: in a notebook and in the terminal alike."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TypeVar

from rummy_lab.core.moves import Move, Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.state import State
from rummy_lab.core.violations import Seat
from rummy_lab.lessons.judging import Verdict
from rummy_lab.lessons.practice import IN_A_ROW, Item, LessonRun
from rummy_lab.lessons.step_hints import step_hint
from rummy_lab.lessons.steps import Step
from rummy_lab.lessons.telling import feedback, solution
from rummy_lab.search.existence import exists
from rummy_lab.widgets.lesson_texts import tell
from rummy_lab.widgets.texts import Language
from rummy_lab.words import explain, reason_title
from rummy_lab.words.texts import words_of

T = TypeVar("T")


def learner_of(step: Step) -> Seat:
    """The seat of the one who learns: A, where there is one."""
    position = step.position
    return "A" if position is None or "A" in position.seats else position.seat


def mixed(step: Step, seed: int) -> Step:
    """The step with its options and reasons in the order in which they stand under this seed."""
    chance = Random(f"answers {seed} {step.id}")
    return replace(step, options=_mixed(step.options, chance), choices=_mixed(step.choices, chance))


def _mixed(row: tuple[T, ...], chance: Random) -> tuple[T, ...]:
    return tuple(chance.sample(row, len(row)))


def reason_text(code: str, step: Step, lang: Language) -> str:
    """A reason as one chooses among several; those of other games may be among them."""
    return reason_title(code, step.rules, lang)


def several(step: Step) -> bool:
    """Whether more than one option is right."""
    return sum(option.right for option in step.options) > 1


def progress(run: LessonRun, lang: Language) -> str:
    """Where in the lesson one is.

    >>> from rummy_lab.lessons.catalogue import lesson
    >>> progress(LessonRun(lesson("schmidt/joker-set")), "nl")
    'Voor we beginnen: wat denk je?'
    """
    item = run.item
    if item.role in ("guess", "guess_again"):
        return tell(item.role, lang)
    if item.role == "practice":
        return tell("practice", lang, row=min(IN_A_ROW, run.in_a_row(item.of)))
    if item.role in ("alone", "again"):
        return tell(item.role, lang)
    steps = [one for one in run.items if one.role == "step"]
    return tell("step", lang, at=steps.index(item) + 1, count=len(steps))


def ended(run: LessonRun, lang: Language) -> list[str]:
    """What is said at the last step of how the lesson went; nothing before."""
    if run.at < len(run.items) - 1:
        return []
    steps = [item for item in run.items if item.graded and item.role == "step"]
    missing = [str(at) for at, item in enumerate(steps, 1) if not item.done]
    if missing:
        return [tell("not_finished", lang, steps=words_of(lang).join(missing))]
    right = sum(item.result in ("right", "seen") for item in steps)
    return [tell("finished", lang, right=right, count=len(steps))]


def tried(step: Step, lang: Language) -> str:
    """The moves of which one is asked whether they are allowed; empty where there are none.

    What is tried when the deal is over nobody in particular tries; the text of the step says it.
    """
    if step.kind != "judge" or step.turn is None or step.position is None or step.position.over is not None:
        return ""
    return tell("tried", lang, moves=turn_told(step, lang))


def answered(item: Item, verdict: Verdict, lang: Language) -> str:
    """What is said of an answer to what is met."""
    told = feedback(item.step, verdict, lang)
    if item.role == "guess" and not verdict.right:
        return tell("guessed", lang)
    if not (verdict.lacks and item.step.kind not in ("do", "find")) and (verdict.right or verdict.tried is None):
        sign = tell("right" if verdict.right else "wrong", lang)
        return told if told.startswith(sign) else f"{sign} {told}"
    return told


def is_played_out(item: Item, verdict: Verdict) -> bool:
    """Whether the turn of the step is shown on the table after this answer."""
    return item.step.kind in ("judge", "predict") and item.done and not verdict.reasons


def hinted(run: LessonRun, lang: Language) -> str:
    """Give the next stronger hint, and what is said of it."""
    run.hint(lang)
    return hint_given(run.item.step, run.item.hints, lang)


def hint_given(step: Step, number: int, lang: Language) -> str:
    """What is said of a hint that was given; of number 0, where there is none."""
    return (
        tell("hint_told", lang, number=number, text=step_hint(step, number, lang)) if number else tell("no_hint", lang)
    )


def shown_solution(step: Step, lang: Language) -> str:
    """The solution as it is said."""
    told = solution(step, lang)
    return tell("solution", lang, moves=told) if step.kind in ("do", "find") else tell("solution_of", lang, text=told)


def watched(step: Step, shown: int) -> State:
    """The position after so many moves of the turn that is watched."""
    assert step.turn is not None
    assert step.position is not None
    return play_until_error(step.position, Turn(step.turn[:shown]), exists=exists)[0]


def watched_told(step: Step, shown: int, lang: Language) -> list[str]:
    """What is said of the last of so many moves of the turn that is watched, at least one."""
    assert step.turn is not None
    told = [_told(step, step.turn[shown - 1], lang)]
    return [*told, step.says[shown - 1].plain(lang, step.rules)] if step.says else told


def played_out(step: Step) -> State | None:
    """What becomes of the turn of the step; None where it has none."""
    if step.position is None or step.turn is None:
        return None
    return play_until_error(step.position, step.turn, exists=exists)[0]


def turn_told(step: Step, lang: Language) -> str:
    """The turn of the step in words."""
    assert step.turn is not None
    return _told(step, step.turn, lang)


def _told(step: Step, moves: Move | Turn, lang: Language) -> str:
    assert step.position is not None
    return explain(moves, lang, rules=step.rules, seat=step.position.seat, you=learner_of(step))
