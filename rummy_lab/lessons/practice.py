"""One pupil in one lesson: what comes next, what was answered, when help is given. No door is ever locked.

A step is done by one right answer. Who asks may practise its siblings until three in a row are right, at most ten
tries; then the solution is shown, the lesson goes on, and the step comes back at the end and in a review. After the
strongest hint, or after the solution was shown, one sibling is asked that is done alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.language import LANG
from rummy_lab.lessons.judging import Answer, Verdict, judged
from rummy_lab.lessons.siblings import siblings
from rummy_lab.lessons.step_hints import STRONGEST, step_hint
from rummy_lab.lessons.steps import Lesson, Step

IN_A_ROW: Final = 3
MOST_TRIES: Final = 10
TRIES_BEFORE_REVEAL: Final = 2
Role = Literal["guess", "step", "practice", "alone", "again", "guess_again"]
Result = Literal["right", "helped", "wrong", "seen"]


@dataclass(slots=True)
class Item:
    """A step as it is met: which it is of the lesson, in what role, with which cards, and what happened.

    Attributes:
        of: the id of the step in its lesson. number: of its sibling, 0 for the step itself.
        tries: wrong and right answers. hints: the strongest that was given. revealed: whether the solution was shown.
    """

    step: Step
    of: str
    role: Role
    number: int = 0
    tries: int = 0
    hints: int = 0
    revealed: bool = False
    done: bool = False
    verdict: Verdict | None = None
    misconceptions: list[str] = field(default_factory=list)

    @property
    def graded(self) -> bool:
        """Whether it counts: guesses do not."""
        return self.role not in ("guess", "guess_again")

    @property
    def result(self) -> Result:
        """What came of it: right alone, right with help, wrong, or only seen."""
        if not self.done:
            return "wrong" if self.tries else "seen"
        if self.step.kind == "watch":
            return "seen"
        return "helped" if self.revealed or self.hints >= STRONGEST else "right"


class LessonRun:
    """A lesson as one pupil does it; `seed` chooses the siblings, so that neighbours get other cards.

    >>> from rummy_lab.lessons.catalogue import lesson, lesson_files
    >>> run = LessonRun(lesson(next(iter(lesson_files()))), seed=7)
    >>> run.at, run.finished
    (0, False)
    """

    def __init__(self, lesson: Lesson, seed: int = 0) -> None:
        self.lesson, self.seed = lesson, seed
        self.items, self.at, self._finished = _items(lesson), 0, False
        self.rows: list[dict[str, object]] = []

    @property
    def item(self) -> Item:
        """What is met now."""
        return self.items[self.at]

    @property
    def finished(self) -> bool:
        """Whether every step was done or seen to its end, now or before the lesson was begun anew."""
        return self._finished or all(item.done for item in self.items if item.role != "practice")

    @property
    def may_reveal(self) -> bool:
        """Whether the solution may be shown: after some tries, or the strongest hint."""
        item = self.item
        return (
            item.step.kind != "watch"
            and not item.done
            and (item.tries >= TRIES_BEFORE_REVEAL or item.hints >= STRONGEST)
        )

    def answer(self, answer: Answer, seconds: float = 0.0) -> Verdict:
        """Judge an answer to what is met now, and note it; a done item stays done. Raises RummyError."""
        item = self.item
        verdict = judged(item.step, answer)
        item.tries += 1
        item.verdict = verdict
        if verdict.misconception:
            item.misconceptions.append(verdict.misconception)
        first = not item.done
        # A guess is done by guessing: what is right is found out on the way.
        item.done = item.done or verdict.right or not item.graded
        self._note(item, verdict, answer, seconds)
        if first and item.done:
            self._follow(item)
        elif not item.done and item.role == "practice" and self._practised(item.of) >= MOST_TRIES:
            self.reveal()
        return verdict

    def would_be_right(self, answer: Answer) -> bool:
        """Whether an answer is right, without noting it."""
        return judged(self.item.step, answer).right

    def hint(self, lang: str = LANG) -> str:
        """The next stronger hint, at most the third; empty where nothing is asked, or only a guess."""
        item = self.item
        if item.step.kind == "watch" or not item.graded:
            return ""
        item.hints = min(STRONGEST, item.hints + 1)
        return step_hint(item.step, item.hints, lang)

    def reveal(self) -> Turn | None:
        """The solution, to be played with words; the item is done with help and comes back later."""
        item = self.item
        if not item.done:
            item.revealed = item.done = True
            self._note(item, None, None, 0.0)
            self._follow(item)
        return item.step.turn

    def practise(self) -> bool:
        """Go on with a sibling of what is met now; False where there is none."""
        return self._insert(self.item, "practice")

    def next(self) -> bool:
        """Go on; always allowed. False at the end."""
        if self.item.step.kind == "watch":
            self.item.done = True
        if self.at + 1 >= len(self.items):
            return False
        self.at += 1
        return True

    def back(self) -> bool:
        """Go back; False at the start."""
        if self.at == 0:
            return False
        self.at -= 1
        return True

    def take_up(self, rows: Iterable[Mapping[str, object]]) -> None:
        """Go on where answers that were kept leave off: at the first step that was neither right nor shown."""
        for row in rows:
            item = next((one for one in self.items if one.of == row["step"] and one.role == row["role"]), None)
            if item is None or row["lesson"] != self.lesson.id:
                continue
            # Whoever wrote the file may have counted otherwise.
            item.tries, item.hints = max(0, int(str(row["try"]))), min(max(0, int(str(row["hints"]))), STRONGEST)
            item.revealed = item.revealed or row["result"] == "revealed"
            item.done = item.done or item.revealed or row["result"] == "right" or not item.graded
        self.at = next((at for at, item in enumerate(self.items) if not item.done), len(self.items) - 1)

    def restart(self) -> None:
        """Begin anew; the answers so far are kept."""
        self.items, self.at, self._finished = _items(self.lesson), 0, self.finished

    def _follow(self, item: Item) -> None:
        """What a done item brings with it."""
        helped = item.result == "helped"
        if item.role in ("step", "again", "practice") and helped:
            if item.role != "again":
                self._bring_back(item)
            self._insert(item, "alone", go=False)
        elif item.role == "practice" and self.in_a_row(item.of) < IN_A_ROW and self._practised(item.of) < MOST_TRIES:
            self._insert(item, "practice", go=False)

    def _insert(self, item: Item, role: Role, *, go: bool = True) -> bool:
        number = 1 + sum(other.of == item.of and other.number > 0 for other in self.items)
        base = next(other.step for other in self.items if other.of == item.of and not other.number)
        found = siblings(base, self.seed, number) if base.generator else []
        if len(found) < number:
            return False
        self.items.insert(self.at + 1, Item(found[-1], item.of, role, number))
        self.at += go
        return True

    def _bring_back(self, item: Item) -> None:
        base = next(other.step for other in self.items if other.of == item.of and not other.number)
        if any(other.role == "again" and other.of == item.of for other in self.items):
            return
        place = len(self.items) - (self.items[-1].role == "guess_again")
        self.items.insert(place, Item(base, item.of, "again"))

    def _practised(self, of: str) -> int:
        return sum(item.tries for item in self.items if item.of == of and item.role == "practice")

    def in_a_row(self, of: str) -> int:
        """How many siblings were right at the first try and without help, counted from the last one back."""
        count = 0
        for item in reversed([one for one in self.items if one.of == of and one.role == "practice" and one.tries]):
            if item.result != "right" or item.tries > 1:
                break
            count += 1
        return count

    def _note(self, item: Item, verdict: Verdict | None, answer: Answer, seconds: float) -> None:
        told = str(answer) if isinstance(answer, Turn) else answer
        self.rows.append(
            {
                "lesson": self.lesson.id, "step": item.of, "role": item.role, "kind": item.step.kind,
                "seed": self.seed, "sibling": item.number, "try": item.tries, "hints": item.hints,
                "seconds": round(seconds, 1),
                "result": "revealed" if verdict is None else "right" if verdict.right else "wrong",
                "misconception": "" if verdict is None else verdict.misconception,
                "answer": list(told) if isinstance(told, tuple) else told,
                "position": "" if item.step.position is None else str(item.step.position),
            }
        )  # fmt: skip


def _items(lesson: Lesson) -> list[Item]:
    """What there is to meet at first."""
    items = [Item(step, step.id, "step") for step in lesson.steps]
    if lesson.guess is None:
        return items
    return [Item(lesson.guess, "guess", "guess"), *items, Item(lesson.guess, "guess", "guess_again")]


def to_review(rows: Iterable[Mapping[str, object]]) -> list[tuple[str, str]]:
    """The steps, as (lesson, step), whose last answer was not right; the one answered longest ago first."""
    last: dict[tuple[str, str], str] = {}
    for row in rows:
        if row.get("role") in ("guess", "guess_again"):
            continue
        key = (str(row.get("lesson")), str(row.get("step")))
        last.pop(key, None)
        last[key] = str(row.get("result"))
    return [key for key, result in last.items() if result != "right"]


def review(lessons: Iterable[Lesson], rows: Iterable[Mapping[str, object]], seed: int = 0) -> Lesson:
    """A lesson of the steps that have to come back, at most eight, as siblings; raises RummyError if there are none."""
    by_id = {lesson.id: lesson for lesson in lessons}
    steps: list[Step] = []
    title = None
    for name, of in to_review(rows):
        lesson = by_id.get(name)
        base = None if lesson is None else next((step for step in lesson.steps if step.id == of), None)
        if lesson is None or base is None or len(steps) == 8:
            continue
        title = title or lesson
        found = siblings(base, seed, 1) if base.generator else []
        steps.append(replace((found or [base])[0], id=f"{len(steps) + 1}"))
    if title is None:
        raise RummyError("there is nothing to review yet: every step that was answered is right")
    return replace(title, id=f"{title.game}/review", steps=tuple(steps), guess=None, goals=(), leaves_out=None)
