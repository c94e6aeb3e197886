"""The steps of a turn at a table: what can be taken back, and what was done from its start."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rummy_lab.core.moves import Draw, Turn
from rummy_lab.core.state import State
from rummy_lab.widgets.tracker import Tracker


@dataclass(frozen=True, slots=True)
class Step:
    """A position of the turn, the ids of its cards, and the moves that led to it from the step before."""

    state: State
    ids: Tracker
    moves: Turn = field(default_factory=Turn)

    @property
    def revealed(self) -> bool:
        """Whether a card of the stock was seen on the way here."""
        return any(isinstance(move, Draw) for move in self.moves)


@dataclass(frozen=True, slots=True)
class TurnSteps:
    """The steps of one turn, one for each gesture, immutable; `at` is the one that is on the table."""

    steps: tuple[Step, ...]
    at: int = 0

    @classmethod
    def of(cls, state: State, ids: Tracker) -> TurnSteps:
        """From the base of a state to the state, a step for each move; `ids` are those of the base.

        >>> from rummy_lab.core.referee import position
        >>> here = position("schmidt; table [6r 7r 8r]; hand A+ 5r 9r; turn A: layoff 5r>1; layoff 9r>1")
        >>> TurnSteps.of(here, Tracker.of(State(here.base))).at
        2
        """
        chain = [state]
        while chain[-1].moves:
            chain.append(chain[-1].before)
        steps = [Step(chain[-1], ids)]
        for one in reversed(chain[:-1]):
            last = steps[-1]
            steps.append(Step(one, last.ids.follow(last.state, one, one.moves[-1]), Turn(one.moves[-1:])))
        return cls(tuple(steps), len(steps) - 1)

    @property
    def now(self) -> Step:
        """The step on the table."""
        return self.steps[self.at]

    @property
    def later(self) -> Step | None:
        """The step that was taken back last."""
        return self.steps[self.at + 1] if self.at + 1 < len(self.steps) else None

    @property
    def played(self) -> Turn:
        """All moves from the first step to the one on the table."""
        return Turn(move for step in self.steps[: self.at + 1] for move in step.moves)

    @property
    def start_of_play(self) -> int:
        """The step at which nothing has been moved yet, after the last draw."""
        at = self.at
        while at and not self.steps[at].revealed and self.steps[at].state.moves:
            at -= 1
        return at

    def then(self, step: Step) -> TurnSteps:
        """With one more step; those taken back are gone."""
        return TurnSteps((*self.steps[: self.at + 1], step), self.at + 1)

    def go(self, at: int) -> TurnSteps:
        """With another step on the table."""
        return replace(self, at=at)
