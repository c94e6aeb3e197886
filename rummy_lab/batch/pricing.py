"""What finished deals cost under a rule set, for many deals at once: what `core.scoring` says, on arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rummy_lab.core.rules import RuleSet

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Bools = NDArray[Any]
    Numbers = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Facts:
    """Deals that are over, one a row; those of the seats are arrays of (deals, seats).

    Attributes:
        out, blocked: how the deal ended; where neither, nobody is charged.
        won: who went out, or has the lowest hand of a blocked deal under the deal's own rules.
        points: what is left in each hand, in points, under the rules that price.
        one_turn: the winner opened and went out in one turn. built: with a layoff or a swap in it.
    """

    out: Bools
    blocked: Bools
    won: Bools
    points: Numbers
    one_turn: Bools
    built: Bools


def rummies(facts: Facts, rules: RuleSet) -> Bools:
    """Which deals were won by going Rummy (R-35 to R-37)."""
    scoring = rules.scoring
    if not (scoring.rummy_bonus or scoring.settlement):
        return facts.out & False
    in_time = facts.out & (facts.one_turn | (scoring.rummy_when == "every_win"))
    return in_time & (~facts.built | scoring.rummy_builds)


def scores(facts: Facts, rules: RuleSet) -> Numbers:
    """The score of each seat, as `settle` gives it (S-37, S-39, R-33 to R-35)."""
    import numpy as np

    scoring, points = rules.scoring, facts.points
    zero_sum = scoring.kind == "zero_sum"
    bonus = scoring.rummy_bonus
    rummy = rummies(facts, rules)[:, None]
    after_out = np.where(rummy, 2 * points, points) if bonus == "double" else points + rummy * bonus
    after_out = np.where(facts.won, 0, after_out)
    lowest = points.min(axis=1, keepdims=True)
    after_block = np.where(points == lowest, 0, points - (lowest if zero_sum else 0))
    counts = facts.blocked & (rules.ending.blocked == "lowest_wins")
    charged = np.where(facts.out[:, None], after_out, np.where(counts[:, None], after_block, 0))
    if not zero_sum:
        return charged.astype(np.float64)
    winners = np.where(facts.out[:, None], facts.won, counts[:, None] & (charged == 0))
    shared = np.maximum(1, winners.sum(axis=1, keepdims=True)) if scoring.blocked_tie == "share" else 1
    return np.where(winners, charged.sum(axis=1, keepdims=True) / shared, -charged + 0.0)
