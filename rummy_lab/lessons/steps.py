"""What a lesson is made of. Everything about cards is notation; `reading` makes these from files."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from rummy_lab.core.cards import Card
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Turn
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.lessons.acts import Act
from rummy_lab.lessons.said import Said

Kind = Literal["watch", "do", "judge", "value", "choose", "find", "predict"]
KINDS: Final[tuple[Kind, ...]] = ("watch", "do", "judge", "value", "choose", "find", "predict")
GENERATORS: Final = ("siblings", "suits", "ranks")
"""What changes in a sibling: suits and ranks, suits alone, ranks alone."""
Objective = Literal["cards", "points", "penalty", "out"]


@dataclass(frozen=True, slots=True)
class When:
    """What an anticipated wrong answer looks like; every field that is given has to hold.

    Attributes:
        code: the referee refuses with this reason. meld: this meld stands on the table of the try.
        lays: these cards left the hand. leaves: the turn ended with these cards still in the hand.
        does, does_not: moves of these kinds are in the turn, moves of those are not.
        legal, because: what was answered to a `judge` step. points: what was answered to a `value` step.
        miscount: what was answered comes out when one counts in this wrong way; siblings work it out anew.
    """

    code: str = ""
    meld: Meld | None = None
    lays: tuple[Card, ...] = ()
    leaves: tuple[Card, ...] = ()
    legal: bool | None = None
    because: str = ""
    points: int | None = None
    miscount: str = ""
    does: tuple[Act, ...] = ()
    does_not: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True)
class Wrong:
    """An anticipated wrong answer: what it looks like, which misconception shows in it, what is said.

    `example` is a turn that shows it, where the answer is a turn.
    """

    when: When
    misconception: str
    says: Said
    example: Turn | None = None


@dataclass(frozen=True, slots=True)
class Goal:
    """What a turn has to reach; any turn that the referee accepts and that does is right.

    Attributes:
        lays: cards that leave the hand for the table. cards: at least so many do. points: the melds are worth so much
            more than before. melds: stand on the table. opens: the seat opens. out: the hand is empty.
        swaps: so many jokers lie elsewhere than before. keeps: every meld of the table is still there, or grown.
        ends: whether the turn has to be ended; if not, it is enough that the table shows it.
    """

    lays: tuple[Card, ...] = ()
    cards: int = 0
    points: int = 0
    melds: tuple[Meld, ...] = ()
    opens: bool = False
    out: bool = False
    swaps: int = 0
    keeps: bool = False
    ends: bool = True


@dataclass(frozen=True, slots=True)
class Option:
    """One of several answers to choose among."""

    id: str
    text: Said
    right: bool
    says: Said | None = None
    misconception: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a lesson.

    Attributes:
        id: unique in the lesson. kind: what the learner does. text: what there is to read before.
        position: what lies there; None where a question needs none. rules: of the step.
        hints: own hints, weak to strong; those that are missing to three are made. after: said when it is done.
        wrong: anticipated wrong answers. generator: which siblings there are, see GENERATORS; empty for none.
        turn: what is watched, judged or predicted, or for `do` and `find` one solution. says: words for its moves.
        goal: of `do`. legal, because, choices: of `judge`; the reasons among which to choose are codes.
        points, meld: of `value`; without a meld the hand is counted. options: of `choose` and `predict`.
        objective: of `find`.
    """

    id: str
    kind: Kind
    text: Said
    rules: RuleSet
    position: State | None = None
    hints: tuple[Said, ...] = ()
    after: Said | None = None
    wrong: tuple[Wrong, ...] = ()
    generator: str = ""
    references: tuple[str, ...] = ()
    turn: Turn | None = None
    says: tuple[Said, ...] = ()
    goal: Goal | None = None
    legal: bool | None = None
    because: str = ""
    choices: tuple[str, ...] = ()
    points: int | None = None
    meld: Meld | None = None
    options: tuple[Option, ...] = ()
    objective: Objective = "cards"


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: its steps, and an ungraded guess at its start that comes back at its end.

    Attributes:
        id: `game/name`. game: the preset. rules: the game with the changes of the lesson. leaves_out: what its rules
            leave out of the full game. references: rules it teaches. guess: a `choose` step.
    """

    id: str
    game: str
    rules: RuleSet
    title: Said
    goals: tuple[Said, ...]
    references: tuple[str, ...]
    steps: tuple[Step, ...]
    guess: Step | None = None
    leaves_out: Said | None = None
    file: str = field(default="", compare=False)

    @property
    def said(self) -> list[tuple[str, Said]]:
        """Every text with its place in the file."""
        found = [("title", self.title), *((f"goals[{at}]", goal) for at, goal in enumerate(self.goals))]
        if self.leaves_out is not None:
            found.append(("leaves_out", self.leaves_out))
        rows = [("guess", self.guess)] if self.guess is not None else []
        for place, step in [*rows, *((f"steps[{at}]", step) for at, step in enumerate(self.steps))]:
            found += [(f"{place}.{name}", text) for name, text in _texts(step)]
        return found


def _texts(step: Step) -> list[tuple[str, Said]]:
    found = [("text", step.text), *((f"hints[{at}]", hint) for at, hint in enumerate(step.hints))]
    found += [(f"says[{at}]", text) for at, text in enumerate(step.says)]
    if step.after is not None:
        found.append(("after", step.after))
    found += [(f"wrong[{at}].says", wrong.says) for at, wrong in enumerate(step.wrong)]
    for at, option in enumerate(step.options):
        found.append((f"options[{at}].text", option.text))
        if option.says is not None:
            found.append((f"options[{at}].says", option.says))
    return found
