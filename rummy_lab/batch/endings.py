"""What the frames of a run do not keep of how a deal ended: found by playing those deals again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rummy_lab.batch.engines import ENGINES
from rummy_lab.batch.fast import FastEngine
from rummy_lab.batch.pieces import PART, Range, cut
from rummy_lab.batch.plan import Plan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rummy_lab.records import Record

    Numbers = NDArray[Any]


def endings(plan: Plan, at: int, rotation: int, deals: Sequence[int]) -> Numbers:
    """For each of these deals, whose numbers rise, under the rule set at this place: its turns, the cards left in the
    stock, and whether the winner's last turn laid off or swapped.
    """
    import numpy as np

    fast = ENGINES["fast"]
    if isinstance(fast, FastEngine) and not fast.refuses(plan):
        found = [fast.endings(plan, rotation, at, *piece) for piece in cut(_stretches(deals), PART)]
        return np.concatenate(found) if found else np.zeros((0, 3), np.int64)
    return of_records(plan.play(deal, rotation, plan.rules[at]) for deal in deals)


def of_records(records: Iterator[Record]) -> Numbers:
    """The same from their records."""
    import numpy as np

    rows = [(one.final.base.turns, len(one.final.stock or ()), one.outcome.built) for one in records]
    return np.array(rows, np.int64).reshape(-1, 3)


def _stretches(deals: Sequence[int]) -> Iterator[Range]:
    """The deals as stretches from the first to before the last.

    >>> list(_stretches([2, 3, 4, 9]))
    [(2, 5), (9, 10)]
    """
    for _, group in groupby(enumerate(deals), key=lambda one: one[1] - one[0]):
        stretch = [deal for _, deal in group]
        yield int(stretch[0]), int(stretch[-1]) + 1
