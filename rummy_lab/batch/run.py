"""A finished batch: its frames, what it was made from, and each deal again."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from rummy_lab.batch import schema
from rummy_lab.batch.citing import call_of, cited
from rummy_lab.batch.endings import endings
from rummy_lab.batch.export import write_csv
from rummy_lab.batch.parts import Forfeit, Forfeits
from rummy_lab.batch.plan import AbsentBot, Plan
from rummy_lab.batch.spec import versions
from rummy_lab.core.errors import Phrase, RummyError, shown
from rummy_lab.records import Record

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from rummy_lab.batch.schema import Table


class Source(Protocol):
    """Where the tables of a run are: in memory, or in a folder."""

    def table(self, name: str) -> Table:
        """A table, sorted."""
        ...

    def portions(self, name: str) -> Iterator[Table]:
        """The same in pieces that fit into memory."""
        ...

    @property
    def done(self) -> Sequence[tuple[int, int]]:
        """The deals that are there, as stretches from the first to before the last."""
        ...

    @property
    def forfeits(self) -> Forfeits:
        """The bots that failed."""
        ...

    @property
    def plays(self) -> int:
        """How many deals were played, each rotation and rule set counted."""
        ...


@runtime_checkable
class Stored(Protocol):
    """A source that lies in a folder."""

    def verify(self) -> None:
        """Raises RummyError for what is not as it was written."""
        ...

    def compact(self) -> None:
        """One file a table."""
        ...


class Run:
    """What `selfplay` returns: frames, whose columns with types and units are listed in TABLES.md, "Frames".

    Attributes:
        by_player: one row a seat of a deal. by_deal: one row a deal. rule_sets: one row a rule set, all its fields.
        by_turn: one row a turn, with `turns=True`.
        forfeits: the bots that failed, each with the record of the first deal it lost so.
        spec: what the run was made from, as plain values.
        complete: whether all deals were played; False after an interrupt.
        versions: by which versions of this package and of others the deals were played.
        plan, source: who played what, and where the tables are; for the rest of this room.

    >>> from rummy_lab.batch import selfplay
    >>> run = selfplay("rummy40", ["greedy", "random"], games=2, seed=1, progress=False)
    >>> run.by_player.shape, list(run.by_deal["end"]), run.replay(1).deal
    ((4, 18), ['out', 'out'], 1)
    """

    def __init__(
        self,
        plan: Plan,
        source: Source,
        spec: dict[str, Any],
        *,
        complete: bool,
        versions: Mapping[str, str] | None = None,
    ) -> None:
        self.plan = plan
        self.source = source
        self._spec = spec
        self._frames: dict[str, pd.DataFrame] = {}
        self._versions = versions
        self.complete = complete

    def _frame(self, name: str) -> pd.DataFrame:
        if name not in self._frames:
            self._frames[name] = self._made(name, self.source.table(name))
        return self._frames[name]

    def _made(self, name: str, table: Table) -> pd.DataFrame:
        """A table as a frame."""
        return self.plan.layout.frame(name, table)

    @property
    def by_player(self) -> pd.DataFrame:
        """One row a seat of a deal: who sat there, whether it won, its score, what was left in its hand."""
        return self._frame("by_player")

    @property
    def by_deal(self) -> pd.DataFrame:
        """One row a deal: how it ended, after how many turns."""
        return self._frame("by_deal")

    @property
    def by_turn(self) -> pd.DataFrame:
        """One row a turn; raises RummyError for a run without `turns=True`."""
        if not self._spec["turns"]:
            raise RummyError("this run did not keep its turns; play it with turns=True")
        return self._frame("by_turn")

    @property
    def rule_sets(self) -> pd.DataFrame:
        """One row a rule set, every field a column."""
        return schema.rule_sets_frame(self.plan.rules)

    @property
    def forfeits(self) -> tuple[Forfeit, ...]:
        """The bots that failed, by their place in `players`: how often, why, and the record of the first time."""
        return tuple(self.source.forfeits.values())

    @property
    def spec(self) -> dict[str, Any]:
        """What the run was made from, as plain values: equal specs give equal frames."""
        return deepcopy(self._spec)

    def replay(self, deal: int, rotation: int = 0, rules: str | None = None) -> Record:
        """The record of a deal, played again.

        `deal` is its number, `rotation` how far the bots had moved on, and `rules` which rule set, to be said of a
        sweep. Raises RummyError where there is none.
        """
        plan = self.plan
        if not 0 <= deal < plan.games or not 0 <= rotation < plan.rotations:
            raise RummyError(
                "no deal {deal}, rotation {rotation} in this run: deals go from 0 to {deals}, rotations from "
                "0 to {rotations}",
                deal=deal,
                rotation=rotation,
                deals=plan.games - 1,
                rotations=plan.rotations - 1,
            )
        names = {plan.rules[at].name: at for at in self.under(deal)}
        if rules is None and len(names) > 1:
            raise RummyError("this run has several rule sets; say which: {names}", names=", ".join(names))
        chosen = next(iter(names.values()), None) if rules is None else names.get(str(rules))
        if chosen is None:
            raise RummyError(
                "no rule set {rules} in this run; there are {names}",
                rules=shown(rules) if rules else Phrase("'for this deal'"),
                names=", ".join(names),
            )
        return self.recorded(deal, rotation, chosen)

    def under(self, deal: int) -> Sequence[int]:  # noqa: ARG002 (in other runs it hangs on the deal)
        """The places of the rule sets under which a deal was played."""
        return range(len(self.plan.rules))

    def recorded(self, deal: int, rotation: int, at: int) -> Record:
        """The record of a `deal` in a `rotation`, under the rule set at the place `at` of the run."""
        if absent := self.absent:
            raise RummyError(
                "the bot {absent} is not stored with its run; read_run(folder, players=[...]) takes it", absent=absent
            )
        return self.plan.play(deal, rotation, self.plan.rules[at])

    @property
    def absent(self) -> str:
        """A bot of which only the name is known, so that no deal can be played again; empty where there is none."""
        return next((bot.name for bot in self.plan.bots if isinstance(bot, AbsentBot)), "")

    def endings(self, at: int, rotation: int, deals: Sequence[int]) -> NDArray[Any]:
        """What the frames do not keep of how `deals` ended, under the rule set `at` this place, in a `rotation`."""
        return endings(self.plan, at, rotation, deals)

    def cite(self) -> str:
        """What these results are, to be cited: comments with version, rules, bots, seed and spec, then one line of
        Python that repeats them. The whole text runs in a cell after `import rummy_lab as rl`; a bot of your own has
        to be defined before, and the text says which.

        >>> from rummy_lab.batch import selfplay
        >>> run = selfplay("rummy40", ["greedy", "random"], games=2, seed=1, progress=False)
        >>> print(run.cite().splitlines()[-1])
        rl.selfplay("rummy40", ["greedy", "random"], games=2, seed=1)
        """
        return cited(self, *self.call())

    def call(self) -> tuple[str, dict[str, str]]:
        """The call that gives equal frames, and the bots in it that are the user's own, each with what it is."""
        return call_of(self)

    @property
    def versions(self) -> dict[str, str]:
        """By which versions of this package and of others the deals were played."""
        return dict(versions() if self._versions is None else self._versions)

    def records(self, deals: Iterable[int] | None = None) -> Iterator[Record]:
        """The records of some `deals` (default: all of them), in every rotation and rule set, each played again."""
        wanted = chain.from_iterable(range(*piece) for piece in sorted(self.source.done)) if deals is None else deals
        for deal in wanted:
            for rotation in range(self.plan.rotations):
                for at in self.under(deal):
                    yield self.replay(deal, rotation, self.plan.rules[at].name)

    def verify(self) -> None:
        """Read every file of a stored run again; RummyError names the first that is damaged, foreign or lost."""
        self._stored.verify()

    def compact(self) -> None:
        """Make the many files of a complete stored run one a table; raises RummyError."""
        if not self.complete:
            raise RummyError("this run is not complete; play the rest by the same call, then make it compact")
        self._stored.compact()

    def to_csv(self, folder: str | os.PathLike[str]) -> None:
        """Write every table into a `folder`, as `by_player.csv.gz` and so on; raises RummyError."""
        for name in schema.TABLES:
            if name != "by_turn" or self._spec["turns"]:
                frames = (self._made(name, table) for table in self.source.portions(name))
                write_csv(Path(folder) / f"{name}.csv.gz", frames)
        write_csv(Path(folder) / "rule_sets.csv.gz", [self.rule_sets])

    @property
    def _stored(self) -> Stored:
        if isinstance(self.source, Stored):
            return self.source
        raise RummyError("this run is in memory only; play it with out= to have it in a folder")

    def __len__(self) -> int:
        """How many deals were played, each rotation and rule set counted."""
        return self.source.plays

    def __repr__(self) -> str:
        lost = sum(forfeit.deals for forfeit in self.forfeits)
        forfeits = f", {lost} forfeit{'s' * (lost > 1)}" if lost else ""
        state = "" if self.complete else ", not complete"
        rules = ", ".join(rules.name for rules in self.plan.rules)
        return f"<Run of {len(self)} deals of {rules}{forfeits}{state}>"
