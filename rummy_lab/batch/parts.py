"""A stretch of a batch as it comes from an engine: the columns of its tables, and the bots that failed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rummy_lab.records import Record, parse_record
from rummy_lab.search import exists

if TYPE_CHECKING:
    from rummy_lab.batch.schema import Table


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The deals that ended because a bot failed, told by the first of them.

    Attributes:
        entry: the bot's place in `players`.
        deals: how many deals it cost, each rotation and rule set counted.
        deal, rotation, rules: the first such deal; `rules` is the place of the rule set in the run.
        reason: what the bot did.
        text: the record of that deal.
    """

    entry: int
    deals: int
    deal: int
    rotation: int
    rules: int
    reason: str
    text: str = field(repr=False)

    @property
    def record(self) -> Record:
        """The record of the first such deal."""
        return parse_record(self.text, exists=exists)


Forfeits = Mapping[int, Forfeit]
"""By the bot's place in `players`."""


@dataclass(frozen=True, slots=True)
class Part:
    """Deals `first` to `last - 1` of a batch, with all their rotations and rule sets.

    Attributes:
        tables: by name (`by_player`, `by_deal`, and `by_turn` where it is kept) one array a column, as `schema` has
            them, sorted by deal, rotation, rules, seat or turn.
        forfeits: the bots that failed.
    """

    first: int
    last: int
    tables: Mapping[str, Table]
    forfeits: Forfeits = field(default_factory=dict[int, Forfeit])


def all_forfeits(several: Iterable[Forfeits]) -> Forfeits:
    """The forfeits of several parts together."""
    found: dict[int, Forfeit] = {}
    for forfeits in several:
        for entry, one in forfeits.items():
            had = found.get(entry)
            if had is not None:
                deals, first = had.deals + one.deals, min(had, one, key=_place)
                found[entry] = replace(first, deals=deals)
            else:
                found[entry] = one
    return dict(sorted(found.items()))


def _place(forfeit: Forfeit) -> tuple[int, int, int]:
    return forfeit.deal, forfeit.rotation, forfeit.rules
