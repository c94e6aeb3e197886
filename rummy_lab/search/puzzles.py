"""Puzzles: positions in which one way alone reaches the goal, from easy to hard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rummy_lab.core.chance import Rng, check_seed, mix64, words
from rummy_lab.core.errors import RummyError, shown
from rummy_lab.core.moves import Join, Lay, Layoff, Pull, Split, Swap, Turn
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.search.plan import plan
from rummy_lab.search.plan_drafts import drawn
from rummy_lab.search.plan_solutions import Goal, solutions

LEVELS: Final = (1, 2, 3, 4, 5)
_TRIES: Final = 20_000
_STREAM: Final = 100


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one solution.

    Attributes:
        position: seat A is to move. solution: its turn in small moves. goal: `out` empties the hand, `open` opens.
        level, seed: what it was made from.

    >>> given = puzzle("schmidt", 1, seed=2)
    >>> given.goal, given.level, given.position.seat
    ('out', 1, 'A')
    """

    position: State
    solution: Turn
    level: int
    goal: Goal
    seed: int


def puzzle(rules: RuleSet | str, level: int = 1, seed: int = 0) -> Puzzle:
    """A puzzle, the same for the same rules, level and seed everywhere.

    All turns that reach the goal and touch the fewest melds end on the same table. Where the table is rearranged the
    solution (1) only lays cards of the hand on melds and beside them, (2) takes cards out of one meld as well, (3)
    splits or joins melds, (4) takes cards out of several melds, (5) swaps a joker and takes cards out of melds or
    splits them. Where melds only grow it (1) lays off, (2) lays a new meld and lays off, (3) opens with several melds,
    between which the hand has to be divided, (4) lays several new melds and lays off on several, (5) swaps a joker
    and lays a new meld with it.

    Args:
        rules: a rule set or its name.
        level: 1 (easy) to 5 (hard).
        seed: a whole number, 0 <= seed < 2**64.

    Raises RummyError for a level that there is not, and for rules under which it cannot be made.

    >>> given = puzzle("schmidt", 2, seed=7)
    >>> given.goal, rating(given.solution, given.position.rules)
    ('out', 2)
    """
    known = RuleSet.of(rules)
    _check(known, level)
    rng = Rng(mix64(words(check_seed(seed), level, _STREAM, 1)[0]))
    goal: Goal = "open" if level == 3 and known.table.mode == "build" else "out"
    for _ in range(_TRIES):
        here = drawn(known, level, rng)
        if here is None:
            continue
        found = solutions(here, goal)
        if len(found) == 1:
            told = plan(here, found[0])
            if rating(told, known) == level:
                return Puzzle(here, told, level, goal, seed)
    raise RummyError(
        "no puzzle of level {level} was found for {rules}; try another seed or level", level=level, rules=str(known)
    )


def _check(rules: RuleSet, level: object) -> None:
    if isinstance(level, bool) or level not in LEVELS:
        raise RummyError("the level of a puzzle is a whole number from 1 to 5, not {given}", given=shown(level))
    if rules.table.mode == "none":
        raise RummyError("there are no puzzles for {rules}: nothing may be laid on its table", rules=str(rules))
    if level == 5 and not rules.pack.jokers:
        raise RummyError("puzzles of level 5 swap a joker, and {rules} has none", rules=str(rules))
    if level == 3 and rules.table.mode == "build" and not rules.opening.points:
        raise RummyError("puzzles of level 3 are openings, and {rules} asks no points for them", rules=str(rules))


def rating(solution: Turn, rules: RuleSet) -> int:
    """The level of a solution in small moves; 0 where it fits none.

    >>> rating(Turn.parse("layoff 6g>1; pull 2g<1; meld 2g 2y 2b; end"), RuleSet.of("schmidt"))
    2
    """
    new = sum(isinstance(move, Lay) for move in solution)
    grown = len({move.heap for move in solution if isinstance(move, Layoff)})
    swapped = any(isinstance(move, Swap) for move in solution)
    if rules.table.mode == "build":
        if swapped:
            return 5 if new else 0
        if new > 1:
            return 4 if grown > 1 else 3 if not grown else 0
        return (2 if grown else 0) if new else 1
    cut = any(isinstance(move, Split | Join) for move in solution)
    sources = len({move.heap for move in solution if isinstance(move, Pull)})
    if swapped:
        return 5 if cut or sources else 0
    if cut:
        return 3 if sources < 2 else 4
    return 4 if sources > 1 else 2 if sources else 1
