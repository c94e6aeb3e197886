"""The parts of a run as they come in, kept in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rummy_lab.batch.parts import Forfeits, Part, all_forfeits
from rummy_lab.batch.pieces import Range
from rummy_lab.batch.schema import TABLES, arrays, below, joined

if TYPE_CHECKING:
    from rummy_lab.batch.plan import Plan
    from rummy_lab.batch.schema import Table

_LOOSE: Final = 256


class Memory:
    """What was played so far, in any order of arrival; the tables come out sorted."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._tables: dict[str, list[Table]] = {}
        self._forfeits: list[tuple[int, Forfeits]] = []
        self._small = 0
        self.done: list[Range] = []

    def add(self, part: Part) -> None:
        """Take a part; many small ones are joined now and then, so that they stay cheap."""
        for name, table in part.tables.items():
            self._tables.setdefault(name, []).append(table)
        if part.forfeits:
            self._forfeits.append((part.first, part.forfeits))
        self.done.append((part.first, part.last))
        self._small += 1
        if self._small >= _LOOSE:
            self._small = 0
            self._tables = {
                name: [*tables[:-_LOOSE], joined(TABLES[name], tables[-_LOOSE:])]
                for name, tables in self._tables.items()
            }

    def keep_below(self, deal: int) -> None:
        """Forget what lies at or above a number; no part may lie on both sides of it."""
        self._tables = {name: [below(self.table(name), deal)] for name in self._tables}
        self._forfeits = [(first, forfeits) for first, forfeits in self._forfeits if first < deal]
        self.done = [(first, last) for first, last in self.done if first < deal]
        self._small = 0

    def table(self, name: str) -> Table:
        """A table of all that is there, sorted."""
        tables: Sequence[Table] = self._tables.get(name, ())
        if not tables:
            return arrays(TABLES[name], (), self._plan.layout.labels)
        if len(tables) > 1:
            self._tables = {**self._tables, name: [joined(TABLES[name], tables)]}
            self._small = 0
        return self._tables[name][0]

    @property
    def forfeits(self) -> Forfeits:
        """The bots that failed."""
        return all_forfeits(forfeits for _, forfeits in self._forfeits)

    @property
    def plays(self) -> int:
        """How many deals were played, each rotation and rule set counted."""
        return sum(last - first for first, last in self.done) * self._plan.plays
