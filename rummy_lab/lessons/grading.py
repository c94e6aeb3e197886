"""Is a lesson done, and how well: for notebooks that are handed in. Pure functions of answers, no browser needed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.lessons.answers import Row, read_answers
from rummy_lab.lessons.catalogue import lesson
from rummy_lab.lessons.judging import Answer, judged
from rummy_lab.lessons.siblings import siblings
from rummy_lab.lessons.steps import Lesson, Step


@dataclass(frozen=True, slots=True)
class Grade:
    """How a lesson was done.

    Attributes:
        right: steps with a right answer, without the solution. helped: those only seen with it, or after it.
        missing: steps without a right answer. score: the share of steps that are right, 0 to 1.
    """

    lesson: str
    right: tuple[str, ...]
    helped: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def score(self) -> float:
        """The share of the steps that are right, 0 to 1."""
        count = len(self.right) + len(self.helped) + len(self.missing)
        return len(self.right) / count if count else 1.0


Answers = Iterable[Mapping[str, object]] | str | os.PathLike[str]


def grade(which: str | Lesson, answers: Answers) -> Grade:
    """Grade the answers to a lesson; each is judged anew, what a file says of itself does not count.

    Args:
        which: the id of a lesson, as `schmidt/sets`, a file of your own that ends in .toml, or a Lesson.
        answers: rows, or the file of answers (`.jsonl`) that a player hands out.

    Returns:
        The steps that are `right`, `helped` and `missing`, and the `score`, the share that is right, 0 to 1.

    Raises RummyError for a lesson or a file that cannot be read.

    >>> row = {"lesson": "schmidt/first-move", "step": "draw", "sibling": 0, "seed": 1, "answer": "draw"}
    >>> made = grade("schmidt/first-move", [row])
    >>> made.right, made.missing, made.score
    (('draw',), ('add', 'lay', 'out'), 0.25)
    """
    found = lesson(which)
    rows = read_answers(answers)[0] if isinstance(answers, str | os.PathLike) else list(answers)
    right: dict[str, None] = {}
    shown: set[str] = set()
    for row in rows:
        if row.get("lesson") != found.id or row.get("role") in ("guess", "guess_again"):
            continue
        of = str(row.get("step"))
        if row.get("result") == "revealed":
            shown.add(of)
        elif _is_right(found, dict(row)):
            right.setdefault(of)
    asked = [step.id for step in found.steps if step.kind != "watch"]
    return Grade(
        found.id,
        tuple(of for of in asked if of in right and of not in shown),
        tuple(of for of in asked if of in right and of in shown),
        tuple(of for of in asked if of not in right),
    )


def _is_right(found: Lesson, row: Row) -> bool:
    step = next((step for step in found.steps if step.id == row.get("step")), None)
    number, seed, given = row.get("sibling"), row.get("seed"), row.get("answer")
    if step is None or type(number) is not int or type(seed) is not int or not 0 <= number <= 100:
        return False
    if number:
        made = siblings(step, seed, number)
        if len(made) < number:
            return False
        step = made[-1]
    try:
        return judged(step, answer_of(step, given)).right
    except RummyError:
        return False


def answer_of(step: Step, given: object) -> Answer:
    """An answer as `judged` takes it, from what a file says."""
    if step.kind in ("do", "find") and isinstance(given, str):
        return Turn.parse(given)
    if step.kind == "judge" and isinstance(given, list) and len(given) == 2:
        return bool(given[0]), str(given[1])
    if isinstance(given, list):
        return [str(one) for one in given]
    return given if type(given) is int else None


def assert_done(which: str | Lesson, answers: Answers) -> None:
    """Raise AssertionError with one sentence unless every step of the lesson has a right answer.

    `which` and `answers` are those of `grade`, and so are the errors it raises besides.

    >>> assert_done("schmidt/first-move", [])
    Traceback (most recent call last):
    AssertionError: lesson schmidt/first-move: no right answer yet to step add, lay, draw, out; do the lesson, ...
    """
    made = grade(which, answers)
    if made.missing:
        steps = ", ".join(made.missing)
        raise AssertionError(
            f"lesson {made.lesson}: no right answer yet to step {steps}; do the lesson, then run this again"
        )
