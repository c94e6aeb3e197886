"""A finished batch: its frames, what it was made from, and each deal again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from rummy_lab.batch import schema
from rummy_lab.batch.table import play_from
from rummy_lab.bots import Bot
from rummy_lab.core.deal import deal as dealt
from rummy_lab.core.errors import RummyError
from rummy_lab.core.rules import RuleSet
from rummy_lab.records import Record

if TYPE_CHECKING:
    import pandas as pd

    from rummy_lab.batch.table import Watch


@dataclass(frozen=True, slots=True)
class Plan:
    """What a batch is made from; each deal is a pure function of it and of the deal's number."""

    rules: tuple[RuleSet, ...]
    bots: tuple[Bot, ...]
    games: int
    seed: int
    rotate: bool

    @property
    def rotations(self) -> int:
        """How often each deal is played."""
        return len(self.bots) if self.rotate else 1

    def entries(self, rotation: int) -> tuple[int, ...]:
        """Who sits where: for each seat the place in `players`. The bots move on by one chair a rotation."""
        count = len(self.bots)
        return tuple((seat - rotation) % count for seat in range(count))

    def play(self, deal: int, rotation: int, rules: RuleSet, watch: Watch | None = None) -> Record:
        """One deal of the batch."""
        bots = [self.bots[entry] for entry in self.entries(rotation)]
        return play_from(dealt(rules, len(bots), self.seed, deal), bots, watch)


class Forfeit(NamedTuple):
    """A deal that ended because a bot failed: the bot's place in `players`, and what it did."""

    entry: int
    reason: str


@dataclass(slots=True)
class Tables:
    """The rows of the frames as they come in, sorted by deal, rotation, rules, seat."""

    player: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])
    deal: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])
    turn: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])
    forfeits: list[Forfeit] = field(default_factory=list[Forfeit])


class Run:
    """What `selfplay` returns.

    Attributes:
        by_player: one row a seat of a deal. by_deal: one row a deal. rule_sets: one row a rule set, all its fields.
        by_turn: one row a turn, with `turns=True`.
        spec: what the run was made from, as plain values.
        complete: whether all deals were played; False after an interrupt.
    """

    def __init__(self, plan: Plan, tables: Tables, *, turns: bool, complete: bool) -> None:
        self._plan = plan
        self._tables = tables
        self._turns = turns
        self._frames: dict[str, pd.DataFrame] = {}
        self.complete = complete

    def _frame(self, name: str, columns: schema.Columns, rows: list[tuple[Any, ...]]) -> pd.DataFrame:
        if name not in self._frames:
            plan = self._plan
            bots = tuple(dict.fromkeys(bot.name for bot in plan.bots))
            labels = schema.Labels(tuple(rules.name for rules in plan.rules), bots)
            self._frames[name] = schema.frame(columns, rows, labels)
        return self._frames[name]

    @property
    def by_player(self) -> pd.DataFrame:
        """One row a seat of a deal: who sat there, whether it won, its score, what was left in its hand."""
        return self._frame("player", schema.BY_PLAYER, self._tables.player)

    @property
    def by_deal(self) -> pd.DataFrame:
        """One row a deal: how it ended, after how many turns."""
        return self._frame("deal", schema.BY_DEAL, self._tables.deal)

    @property
    def by_turn(self) -> pd.DataFrame:
        """One row a turn; raises RummyError for a run without `turns=True`."""
        if not self._turns:
            raise RummyError("this run did not keep its turns; play it with turns=True")
        return self._frame("turn", schema.BY_TURN, self._tables.turn)

    @property
    def rule_sets(self) -> pd.DataFrame:
        """One row a rule set, every field a column."""
        return schema.rule_sets_frame(self._plan.rules)

    @property
    def spec(self) -> dict[str, Any]:
        """What the run was made from: equal specs give equal frames, as long as bots of one name are the same."""
        plan = self._plan
        return {
            "schema": schema.NUMBER,
            "rules": [rules.name for rules in plan.rules],
            "players": [bot.name for bot in plan.bots],
            "games": plan.games,
            "seed": plan.seed,
            "rotate": plan.rotate,
        }

    def replay(self, deal: int, rotation: int = 0, rules: str | None = None) -> Record:
        """The record of a deal, played again; of a sweep say which rule set. Raises RummyError."""
        plan = self._plan
        if not 0 <= deal < plan.games or not 0 <= rotation < plan.rotations:
            raise RummyError(
                f"no deal {deal}, rotation {rotation} in this run: deals go from 0 to {plan.games - 1}, "
                f"rotations from 0 to {plan.rotations - 1}"
            )
        names = {one.name: one for one in plan.rules}
        if rules is None and len(names) > 1:
            raise RummyError(f"this run has several rule sets; say which: {', '.join(names)}")
        chosen = plan.rules[0] if rules is None else names.get(rules)
        if chosen is None:
            raise RummyError(f"no rule set {rules!r} in this run; there are {', '.join(names)}")
        return plan.play(deal, rotation, chosen)

    def records(self, deals: Iterable[int] | None = None) -> Iterator[Record]:
        """The records of some deals (default: all), with every rotation and rule set, played again one by one."""
        wanted = range(self._plan.games) if deals is None else deals
        for deal in wanted:
            for rotation in range(self._plan.rotations):
                for rules in self._plan.rules:
                    yield self.replay(deal, rotation, rules.name)

    def __len__(self) -> int:
        """How many deals were played, each rotation and rule set counted."""
        return len(self._tables.deal)

    def __repr__(self) -> str:
        lost = len(self._tables.forfeits)
        forfeits = f", {lost} forfeit{'s' * (lost > 1)}" if lost else ""
        state = "" if self.complete else ", not complete"
        rules = ", ".join(rules.name for rules in self._plan.rules)
        return f"<Run of {len(self)} deals of {rules}{forfeits}{state}>"
