"""A case of a rule, tried by the referee: a heap of cards, or a position and a turn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rummy_lab.core.judge import judge_meld
from rummy_lab.core.melds import Meld, Table
from rummy_lab.core.moves import Turn
from rummy_lab.core.referee import check, play_until_error, position
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.violations import OpenTooLow, Violation


@dataclass(frozen=True, slots=True)
class Trial:
    """A case as the referee finds it: where it starts, what is done, the table it leads to, the reasons against it."""

    start: str
    turn: str
    table: Table
    faults: tuple[Violation, ...]
    points: int = 0


@lru_cache(512)
def tried(text: str, rules: RuleSet, seat: str | None = None, *, exists: bool = False) -> Trial:
    """What the referee says of `[4r 5r 6r]`, or of `position: turn`; `exists`: there is a play where one must play.

    >>> from rummy_lab.games import SCHMIDT
    >>> trial = tried("table [2r 3r 4r]; hand A+ 6r 9b; turn A: layoff 6r>1; end", SCHMIDT)
    >>> [fault.code for fault in trial.faults], str(trial.table)
    (['GAP'], '[2r 3r 4r 6r]')
    """
    if text.startswith("["):
        meld = Meld.parse(text, rules.top)
        return Trial("", "", Table([meld]), judge_meld(rules, meld))
    start, _, turn = text.partition(": ")
    state = position(f"{rules.name}; {start}")

    def known(_: State) -> bool:
        return exists

    faults = check(state, turn, seat=seat, exists=known)
    legal = Turn.parse(turn)[: faults[0].at] if faults else Turn.parse(turn)
    after, _ = play_until_error(state, Turn(legal), exists=known)
    return Trial(str(state), turn, after.table, faults, _points(after, faults))


def _points(after: State, faults: tuple[Violation, ...]) -> int:
    return next((fault.points for fault in faults if isinstance(fault, OpenTooLow)), 0) or sum(
        meld.points(after.rules) for meld in after.table
    )
