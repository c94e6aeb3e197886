"""Open runs rank by rank, the dearest rank first: how they grow, what they bring, and what one is worth over another.

A run is known by its length until it is long enough to be a meld, and by what limits on jokers ask. It brings nothing
before; then all its cards at once, and each further card by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final, Literal

from rummy_lab.core.cards import natural
from rummy_lab.core.melds import card_points
from rummy_lab.core.rules import RuleSet

# A run: cards so far or LONG, jokers as far as they are limited, whether the last card is one where two may not meet,
# naturals as far as they are counted. KEPT is an ace of the first column that waits for the last one.
Run = tuple[int, int, int, int]
LONG: Final = 90
KEPT: Final[Run] = (99, 0, 0, 0)
NEW: Final[Run] = (0, 0, 0, 0)
# Open runs of a suit by number, what was gained, whether a card was left out for good.
Step = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Form:
    """What of a rule set the chance to open hangs on; columns are ranks, the highest first.

    Attributes:
        values: points of a card in a run. set_values: points in a set, 0 where the column has none.
        both: whether the last column holds aces of the first.
        copies, least, sizes, max_jokers, adjacent: as the fields of the pack and of the melds.
    """

    values: tuple[int, ...]
    set_values: tuple[int, ...]
    both: bool
    copies: int
    least: int
    sizes: tuple[int, ...]
    max_jokers: int | Literal["half"] | None
    adjacent: bool

    @staticmethod
    def of(rules: RuleSet) -> Form | None:
        """The form of a rule set, or None where runs are not rows of ranks that can be cut into shorter ones."""
        pack, melds = rules.pack, rules.melds
        both = pack.ace == "both"
        if melds.wrap or (both and (2 * melds.min_run > pack.ranks + 1 or melds.max_jokers == "half")):
            return None
        ranks = [*([1] if pack.ace != "low" else []), *range(pack.ranks, 1, -1), *([1] if pack.ace != "high" else [])]
        cards = [natural(rank, pack.suits[0]) for rank in ranks]
        low = [not at and pack.ace != "high" for at in range(len(ranks) - 1, -1, -1)]
        return Form(
            tuple(card_points(card, rules, low=end) for card, end in zip(cards, low, strict=True)),
            tuple(0 if both and end else card_points(card, rules) for card, end in zip(cards, low, strict=True)),
            both,
            pack.copies,
            melds.min_run,
            melds.set_sizes,
            melds.max_jokers,
            melds.adjacent_jokers,
        )


class Runs:
    """The open runs of one suit under a form, for hands with this many jokers."""

    def __init__(self, form: Form, jokers: int) -> None:
        self.form, self.jokers = form, jokers
        self.last = len(form.values) - 1
        self.rows: list[tuple[Run, ...]] = []
        self._numbers: dict[tuple[Run, ...], int] = {}
        self.none = self.number(())
        # As methods these would share their memory over all instances.
        self.extended = cache(self._extended)
        self.future = cache(self._future)
        self.lost = cache(self._lost)
        self.cost = cache(self._cost)
        self.steps = cache(self._steps)

    def number(self, runs: Sequence[Run]) -> int:
        """The number of some open runs, in any order."""
        row = tuple(sorted(runs))
        known = self._numbers.get(row)
        if known is None:
            known = self._numbers[row] = len(self.rows)
            self.rows.append(row)
        return known

    def _extended(self, run: Run, joker: bool) -> Run | None:
        """The run with one card more, or None where the joker may not lie there."""
        form = self.form
        size, jokers, beside, naturals = run
        if run == KEPT or (joker and beside):
            return None
        limited = form.max_jokers is not None
        jokers += joker and limited
        if isinstance(form.max_jokers, int) and jokers > form.max_jokers:
            return None
        if form.max_jokers == "half":
            naturals = min(naturals + (not joker), self.jokers)
        beside = int(joker and not form.adjacent)
        if size != LONG:
            size += 1
        if size >= form.least and not (form.max_jokers == "half" and jokers > naturals):
            size = LONG
        return size, jokers, beside, naturals

    def gain(self, run: Run, grown: Run, column: int) -> int:
        """The points that the card of this column brings."""
        values = self.form.values
        if run[0] == LONG:
            return values[column]
        return sum(values[column - run[0] : column + 1]) if grown[0] == LONG else 0

    def _grown(self, run: Run, column: int) -> list[tuple[Run, Run | None, bool, int]]:
        found: list[tuple[Run, Run | None, bool, int]] = []
        for joker in (False, True)[: 1 + bool(self.jokers)]:
            grown = self.extended(run, joker)
            if grown is not None:
                found.append((grown, grown, joker, self.gain(run, grown, column)))
        return found

    def _future(self, run: Run, column: int) -> int:
        """The most that a run may still bring after this column."""
        if run == KEPT:
            return sum(self.form.values[-self.form.least :])
        if column >= self.last:
            return 0
        options = self._grown(run, column + 1)
        return max((gain + self.future(grown, column + 1) for grown, _, _, gain in options), default=0)

    def _lost(self, run: Run, other: Run, column: int) -> int:
        """The most that could be lost after this column by having the other run in place of this one."""
        if run == other:
            return 0
        if KEPT in (run, other):
            return self.future(run, column)
        worst = 0
        if column < self.last:
            for grown, _, joker, gain in self._grown(run, column + 1):
                instead = self.extended(other, joker)
                if instead is None:
                    worst = max(worst, gain + self.future(grown, column + 1))
                else:
                    less = gain - self.gain(other, instead, column + 1)
                    worst = max(worst, less + self.lost(grown, instead, column + 1))
        return worst

    def _cost(self, runs: int, others: int, column: int) -> int:
        """The most that could be lost by having other open runs of the suit in place of these."""
        return 0 if runs == others else self._matched(self.rows[runs], self.rows[others], column)

    def _matched(self, runs: tuple[Run, ...], others: tuple[Run, ...], column: int) -> int:
        if not runs:
            return 0
        first, rest = runs[0], runs[1:]
        least = self.future(first, column) + self._matched(rest, others, column)
        for at, other in enumerate(others):
            left = others[:at] + others[at + 1 :]
            least = min(least, self.lost(first, other, column) + self._matched(rest, left, column))
        return least

    def _steps(self, runs: int, naturals: int, jokers: int, column: int, sparing: bool) -> tuple[Step, ...]:
        """What may become of the open runs of a suit of which these cards go to runs at this column.

        `sparing`: it is still to be seen whether a card stays in the hand, so every way is told, with whether one does.
        """
        row = self.rows[runs]
        both = self.form.both
        if both and column == self.last:
            naturals += row.count(KEPT)
            row = tuple(run for run in row if run != KEPT)
        found: dict[tuple[int, int], int] = {}
        for kept in range(naturals + 1 if both and not column else 1):
            for out in range(2 if sparing and naturals > kept else 1):
                self._lay(row, naturals - kept - out, jokers, column, ([KEPT] * kept, 0, out), found)
        if sparing:
            return tuple((after, gain, left) for (after, left), gain in found.items())
        best = {after: 0 for after, _ in found}
        for (after, _), gain in found.items():
            best[after] = max(best[after], gain)
        chosen: list[Step] = []
        for after, gain in sorted(best.items(), key=lambda one: (-one[1], one[0])):
            if all(more < gain + self.cost(after, other, column) for other, more, _ in chosen):
                chosen.append((after, gain, 0))
        return tuple(chosen)

    def _lay(
        self,
        row: tuple[Run, ...],
        naturals: int,
        jokers: int,
        column: int,
        done: tuple[list[Run], int, int],
        found: dict[tuple[int, int], int],
    ) -> None:
        """Every way to let runs of the row go on or end; the cards that are left begin new ones."""
        runs, gain, left = done
        if not row:
            new = [self.extended(NEW, joker) for joker in [False] * naturals + [True] * jokers]
            runs = [*runs, *(run for run in new if run is not None)]
            if len(runs) < len(done[0]) + len(new):
                return
            going = [run for run in runs if self.future(run, column)]
            # Only runs that are melds may end without cards that stay in the hand.
            left |= any(run[0] != LONG and not self.future(run, column) for run in runs)
            key = (self.number(going), int(left))
            found[key] = max(gain, found.get(key, 0))
            return
        run, rest = row[0], row[1:]
        if run == KEPT:
            self._lay(rest, naturals, jokers, column, ([*runs, KEPT], gain, left), found)
            return
        self._lay(rest, naturals, jokers, column, (runs, gain, left | (run[0] != LONG)), found)
        for joker in (False, True):
            grown = self.extended(run, joker) if (jokers if joker else naturals) else None
            if grown is not None:
                more = (gain + self.gain(run, grown, column), left)
                self._lay(rest, naturals - (not joker), jokers - joker, column, ([*runs, grown], *more), found)


def subsets() -> tuple[tuple[int, ...], ...]:
    """The sets of suits, none left out."""
    return tuple(chosen for size in (1, 2, 3, 4) for chosen in combinations(range(4), size))
