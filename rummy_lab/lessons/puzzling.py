"""Puzzles one after the other: what is asked, what was solved without help, when it becomes harder or easier."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rummy_lab.core.chance import check_seed
from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.core.rules import RuleSet
from rummy_lab.language import LANG
from rummy_lab.lessons.judging import Verdict, judged
from rummy_lab.lessons.practice import IN_A_ROW, Item, LessonRun
from rummy_lab.lessons.said import Said
from rummy_lab.lessons.steps import Goal, Lesson, Step
from rummy_lab.lessons.telling import phrase
from rummy_lab.search.puzzles import LEVELS, Puzzle, puzzle
from rummy_lab.words import languages

MISSES: Final = 2
_SEEDS: Final = 1 << 64


@dataclass(frozen=True, slots=True)
class Rating:
    """How it goes.

    Attributes:
        solved: puzzles solved, alone: those without help and at the first try. best: the highest level of these.
        in_a_row: solved alone one after the other. misses: tries that failed since the last solved puzzle.
    """

    solved: int = 0
    alone: int = 0
    best: int = 0
    in_a_row: int = 0
    misses: int = 0


class PuzzleRun:
    """Puzzles without end; the same for the same game, level and seed, as long as the same is done.

    Args:
        game: a rule set or its name. level: 1 to 5. seed: of the first puzzle, the next has the next.
        exam: whether the first answer counts and nothing helps.

    Attributes:
        puzzle: what is asked now. rows: the answers, as lessons keep them. rating: how it goes.
        moved: by how much the level has just changed.

    Raises:
        RummyError: for a game, level or seed that cannot be.

    >>> run = PuzzleRun("schmidt", 2, seed=7)
    >>> run.answer(run.puzzle.solution).right, run.rating.in_a_row
    (True, 1)
    """

    def __init__(self, game: RuleSet | str = "schmidt", level: int = 1, seed: int = 0, *, exam: bool = False) -> None:
        self.rules, self.level, self.seed, self.exam = RuleSet.of(game), level, check_seed(seed), exam
        self.rows: list[dict[str, object]] = []
        self.rating, self.moved = Rating(), 0
        self._begin(puzzle(self.rules, level, seed))

    def _begin(self, given: Puzzle) -> None:
        self.puzzle, self.level = given, given.level
        self.run = LessonRun(lesson_of(given), given.seed)

    @property
    def item(self) -> Item:
        """The puzzle as it is met: tries, hints, whether it is done."""
        return self.run.items[0]

    @property
    def step(self) -> Step:
        """The puzzle as the step of a lesson."""
        return self.item.step

    @property
    def solved(self) -> bool:
        """Whether the puzzle was solved, with or without help."""
        return self.item.verdict is not None and self.item.verdict.right and not self.item.revealed

    @property
    def closed(self) -> bool:
        """Whether nothing more counts: solved, shown, or answered in an exam."""
        return self.item.done or (self.exam and self.item.tries > 0)

    @property
    def may_be_easier(self) -> bool:
        """Whether a lower level is offered."""
        return self.rating.misses >= MISSES and self.level > LEVELS[0]

    def answer(self, turn: Turn, seconds: float = 0.0) -> Verdict:
        """Judge a turn; it counts until the puzzle is closed. Raises RummyError."""
        if self.closed:
            return judged(self.step, turn)
        verdict = self.run.answer(turn, seconds)
        self._keep()
        now = self.rating
        if not verdict.right:
            self._missed()
        elif self.item.hints or self.item.tries > 1:
            self.rating = Rating(now.solved + 1, now.alone, now.best, 0, 0)
        else:
            best = max(now.best, self.level)
            self.rating = Rating(now.solved + 1, now.alone + 1, best, now.in_a_row + 1, 0)
        return verdict

    def hint(self, lang: str = LANG) -> str:
        """The next stronger hint, at most the third; empty in an exam."""
        return "" if self.exam or self.closed else self.run.hint(lang)

    def reveal(self) -> Turn | None:
        """The solution, to be played with words; the puzzle counts as missed. None in an exam."""
        if self.exam:
            return None
        if not self.item.done:
            self.run.reveal()
            self._keep()
            self._missed()
        return self.puzzle.solution

    def next(self) -> None:
        """Go on; after three solved alone in a row a level higher. A puzzle that is left open counts as missed."""
        if not self.closed:
            self._missed()
        up = self.rating.in_a_row >= IN_A_ROW
        higher = [self.level + 1] if up and self.level < LEVELS[-1] else []
        self._go([*higher, self.level])

    def easier(self) -> None:
        """Go on a level lower; where there is none, at this level."""
        self._go([*range(self.level - 1, LEVELS[0] - 1, -1), self.level])

    def _go(self, levels: list[int]) -> None:
        """To the next puzzle of the first of these levels that the rules have."""
        before, self.seed = self.level, (self.seed + 1) % _SEEDS
        for level in levels:
            try:
                self._begin(puzzle(self.rules, level, self.seed))
                break
            except RummyError:
                if level == before:
                    raise
        self.moved = self.level - before
        if self.moved:
            now = self.rating
            self.rating = Rating(now.solved, now.alone, now.best, 0, 0)

    def _missed(self) -> None:
        now = self.rating
        self.rating = Rating(now.solved, now.alone, now.best, 0, now.misses + 1)

    def _keep(self) -> None:
        self.rows.append(self.run.rows[-1])


def lesson_of(given: Puzzle) -> Lesson:
    """A puzzle as a lesson of one step, so that it is judged, hinted at and noted like one."""
    rules = given.position.rules
    key = "puzzle_open" if given.goal == "open" else "puzzle_out_pile" if rules.has_pile else "puzzle_out"
    asked = Said({lang: phrase(key, lang, points=rules.opening.points) for lang in languages})
    title = Said({lang: phrase("puzzle", lang) for lang in languages})
    step = Step(
        id=f"level-{given.level}", kind="do", text=asked, rules=rules, position=given.position, turn=given.solution,
        goal=Goal(opens=given.goal == "open", out=given.goal == "out"),
    )  # fmt: skip
    return Lesson(f"{rules.preset}/puzzles", rules.preset, rules, title, (), (), (step,))
