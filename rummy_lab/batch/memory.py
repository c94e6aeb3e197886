"""The parts of a run as they come in, kept in memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rummy_lab.batch.parts import Forfeits, Part, all_forfeits
from rummy_lab.batch.pieces import Range
from rummy_lab.batch.schema import TABLES, arrays, below, joined

if TYPE_CHECKING:
    from rummy_lab.batch.plan import Plan
    from rummy_lab.batch.schema import Table

_LOOSE: Final = 256


@dataclass(frozen=True, slots=True)
class _Block:
    """Many parts as one, in any order; its tables are sorted."""

    tables: Mapping[str, Table]
    done: tuple[Range, ...] = ()
    forfeits: tuple[tuple[int, Forfeits], ...] = ()


class Memory:
    """What was played so far, in any order of arrival; the tables come out sorted.

    An interrupt may come at any moment: a part is taken by one append, and many are joined by one assignment.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._held: tuple[_Block, list[Part]] = (_Block({}), [])

    def add(self, part: Part) -> None:
        """Take a part; many small ones are joined now and then, so that they stay cheap."""
        loose = self._held[1]
        loose.append(part)
        if len(loose) >= _LOOSE:
            self._join()

    def _join(self) -> _Block:
        block, loose = self._held
        if loose:
            names = loose[0].tables
            block = _Block(
                {
                    name: joined(
                        TABLES[name],
                        [*([block.tables[name]] if block.tables else []), *(part.tables[name] for part in loose)],
                    )
                    for name in names
                },
                (*block.done, *((part.first, part.last) for part in loose)),
                (*block.forfeits, *((part.first, part.forfeits) for part in loose if part.forfeits)),
            )
            self._held = (block, [])
        return block

    def copy(self) -> Memory:
        """The same as it stands now; what comes later is not in it."""
        other = Memory(self._plan)
        other._held = (self._join(), [])
        return other

    def part(self, first: int, last: int) -> Part:
        """Deals `first` to `last - 1`, which are there; no part that was taken may lie on both sides of an end."""
        block = self._join()
        tables = {name: _above(below(table, last), first) for name, table in block.tables.items()}
        return Part(first, last, tables, all_forfeits(one for at, one in block.forfeits if first <= at < last))

    @property
    def done(self) -> tuple[Range, ...]:
        """The deals that are there."""
        return self._join().done

    def keep_below(self, deal: int) -> None:
        """Forget what lies at or above a number; no part may lie on both sides of it."""
        block = self._join()
        kept = _Block(
            {name: below(table, deal) for name, table in block.tables.items()},
            tuple(piece for piece in block.done if piece[0] < deal),
            tuple(one for one in block.forfeits if one[0] < deal),
        )
        self._held = (kept, [])

    def table(self, name: str) -> Table:
        """A table of all that is there, sorted."""
        tables = self._join().tables
        return tables[name] if tables else arrays(TABLES[name], (), self._plan.layout.labels)

    def portions(self, name: str) -> Iterator[Table]:
        """The same, in one."""
        yield self.table(name)

    @property
    def forfeits(self) -> Forfeits:
        """The bots that failed."""
        return all_forfeits(forfeits for _, forfeits in self._join().forfeits)

    @property
    def plays(self) -> int:
        """How many deals were played, each rotation and rule set counted."""
        return sum(last - first for first, last in self.done) * self._plan.plays


def _above(table: Table, deal: int) -> Table:
    """The rows of the deals from a number on."""
    import numpy as np

    start = int(np.searchsorted(table["deal"], deal))
    return {name: values[start:] for name, values in table.items()}
