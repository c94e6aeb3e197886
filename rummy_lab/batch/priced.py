"""The tables of a run under other prices: the same turns, what they cost worked out anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.batch.parts import Forfeits
from rummy_lab.batch.pricing import Facts, rummies, scores
from rummy_lab.batch.run import Source
from rummy_lab.batch.schema import BY_DEAL, BY_PLAYER, BY_TURN, ENDS, NO_SEAT, TABLES, arrays, dtype, ordered
from rummy_lab.core.errors import RummyError
from rummy_lab.core.rules import RuleSet

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rummy_lab.batch.plan import Plan
    from rummy_lab.batch.schema import Table

    Numbers = NDArray[Any]

Endings = Callable[[int, int, Sequence[int]], "Numbers"]
"""Place of the played rule set, rotation, deals: for each one turns, cards left in the stock, whether it was built."""
_OUT: Final = (ENDS.index("out"), ENDS.index("rummy"))
_BLOCKED: Final = ENDS.index("blocked")


def asks_for_builds(rules: RuleSet) -> bool:
    """Whether a price hangs on what the frames do not keep: whether the winner laid off or swapped in the last turn."""
    scoring = rules.scoring
    return bool(scoring.rummy_bonus or scoring.settlement) and not scoring.rummy_builds and rules.table.mode != "none"


def tells_builds(played: RuleSet, rules: RuleSet) -> bool:
    """Whether what counted as a Rummy when it was played tells so in every deal in which the new prices ask for it."""
    waits = played.scoring.rummy_when == "one_turn" and rules.scoring.rummy_when == "every_win"
    return asks_for_builds(played) and not waits


@dataclass(slots=True)
class Priced:
    """Where the tables of a re-priced run come from: those of the run itself, read when they are asked for.

    Attributes:
        origin: the tables as they were played. played: their rule sets.
        plan: with the rule sets that price. at: for each of them the place in `played` of the one that was played.
        endings: finds out how deals ended where their rows do not tell.
    """

    origin: Source
    played: tuple[RuleSet, ...]
    plan: Plan
    at: tuple[int, ...]
    endings: Endings
    _tables: dict[str, Table] = field(default_factory=dict[str, "Table"])

    def table(self, name: str) -> Table:
        """A table, sorted."""
        if name == "by_turn":
            return self._turns(self.origin.table(name))
        if not self._tables:
            self._tables = self._deals(self.origin.table("by_player"), self.origin.table("by_deal"))
        return self._tables[name]

    def portions(self, name: str) -> Iterator[Table]:
        """The same in pieces that fit into memory."""
        if name == "by_turn":
            yield from map(self._turns, self.origin.portions(name))
            return
        pairs = zip(self.origin.portions("by_player"), self.origin.portions("by_deal"), strict=True)
        for players, deals in pairs:
            yield self._deals(players, deals)[name]

    @property
    def done(self) -> Sequence[tuple[int, int]]:
        """The deals that are there."""
        return self.origin.done

    @property
    def forfeits(self) -> Forfeits:
        """The bots that failed when the deals were played."""
        return self.origin.forfeits

    @property
    def plays(self) -> int:
        """How many deals are priced, each rotation and rule set counted."""
        rotations = self.plan.rotations
        deals = sum(last - first for first, last in self.done) * rotations
        if self.origin.plays == deals * len(self.played):
            return deals * len(self.at)
        return len(self.table("by_deal")["deal"])

    def _turns(self, turns: Table) -> Table:
        found = [self._of(turns, at, BY_TURN) | {"rules": new} for new, at in enumerate(self.at)]
        return self._whole("by_turn", found)

    def _deals(self, players: Table, deals: Table) -> dict[str, Table]:
        """Both tables of the deals."""
        _check_same(players, deals)
        found: dict[str, list[dict[str, Any]]] = {"by_player": [], "by_deal": []}
        rows: dict[int, Rows] = {}
        for new, at in enumerate(self.at):
            if at not in rows:
                rows[at] = Rows(self._of(players, at, BY_PLAYER), self._of(deals, at, BY_DEAL), self.played[at])
            one, rules = rows[at], self.plan.rules[new]
            self._find_out(one, at, rules)
            changed = one.priced(rules)
            found["by_player"].append(one.players | changed[0] | {"rules": new})
            found["by_deal"].append(one.deals | changed[1] | {"rules": new})
        return {name: self._whole(name, several) for name, several in found.items()}

    def _of(self, table: Table, at: int, columns: dict[str, str]) -> dict[str, Numbers]:
        """The rows of one played rule set."""
        if len(self.played) == 1:
            return {name: table[name] for name in columns}
        here = table["rules"] == at
        return {name: table[name][here] for name in columns}

    def _whole(self, name: str, several: list[dict[str, Any]]) -> Table:
        import numpy as np

        columns = TABLES[name]
        for one in several:
            one["rules"] = np.full(len(one["deal"]), one["rules"], dtype(columns, "rules"))
        if len(several) > 1:
            return ordered(columns, several)
        if not several:
            return arrays(columns, (), self.plan.layout.labels)
        return {column: several[0][column].astype(dtype(columns, column), copy=False) for column in columns}

    def _find_out(self, rows: Rows, at: int, rules: RuleSet) -> None:
        """Play the deals again of which the prices ask whether the winner laid off, and the rows do not say."""
        import numpy as np

        unknown = rows.unknown(rules)
        for rotation in np.unique(rows.deals["rotation"][unknown]):
            here = unknown & (rows.deals["rotation"] == rotation)
            found = self.endings(at, int(rotation), rows.deals["deal"][here].tolist())
            same = (found[:, 0] == rows.deals["turns"][here]) & (found[:, 1] == rows.deals["stock_left"][here])
            if not same.all():
                deal = rows.deals["deal"][here][~same][0]
                raise RummyError(
                    "scoring.rummy_builds=no asks whether the winner of deal {deal} laid off, which the frames "
                    "do not keep, and played again now the deal goes otherwise; play the run anew by selfplay",
                    deal=deal,
                )
            rows.built[here] = found[:, 2]


def _check_same(players: Table, deals: Table) -> None:
    import numpy as np

    seats = deals["seats"].astype(np.int64)
    rows = len(players["deal"])
    place = np.arange(rows) - np.repeat(np.cumsum(seats) - seats, seats) if seats.sum() == rows else None
    if place is None or not (
        np.array_equal(place, players["seat"])
        and all(np.array_equal(np.repeat(deals[name], seats), players[name]) for name in ("deal", "rotation", "rules"))
    ):
        raise RummyError(
            "by_player and by_deal of this run do not tell of the same deals; run.verify() names a file that is damaged"
        )


class Rows:
    """The deals played under one rule set, as their rows tell of them.

    Attributes:
        players, deals: the columns of both tables, one row a seat and one a deal.
        built: for each deal whether the winner laid off or swapped in the last turn; -1 where nobody knows yet.
    """

    def __init__(self, players: dict[str, Numbers], deals: dict[str, Numbers], played: RuleSet) -> None:
        import numpy as np

        self.players, self.deals = players, deals
        self.seats = deals["seats"].astype(np.int64)
        self._starts = np.cumsum(self.seats) - self.seats
        self._out = np.isin(deals["end"], _OUT)
        opened = np.where(players["won"], players["opened_turn"], 0)
        opened_turn = np.maximum.reduceat(opened, self._starts) if len(opened) else opened
        self._one_turn = self._out & (opened_turn == deals["rounds"])
        self.built = np.full(len(self.seats), -1 if played.table.mode != "none" else 0, np.int8)
        if asks_for_builds(played):
            told = self._in_time(played)
            self.built[told] = deals["end"][told] != ENDS.index("rummy")

    def _in_time(self, rules: RuleSet) -> Numbers:
        return self._out if rules.scoring.rummy_when == "every_win" else self._one_turn

    def unknown(self, rules: RuleSet) -> Numbers:
        """The deals of which the prices ask what is not known."""
        return self._in_time(rules) & (self.built < 0) & asks_for_builds(rules)

    def priced(self, rules: RuleSet) -> tuple[dict[str, Numbers], dict[str, Numbers]]:
        """The columns that hang on prices: those of the seats, those of the deals."""
        import numpy as np

        old, size = self.players, len(self.players["deal"])
        scoring = rules.scoring
        points = old["left_pips"].astype(np.int64) + old["left_aces"].astype(np.int64) * scoring.ace_penalty
        points += old["left_jokers"].astype(np.int64) * scoring.joker_penalty
        won, rummy, score = np.zeros(size, bool), np.zeros(size, bool), np.zeros(size)
        end, winner = self.deals["end"].copy(), np.full(len(self.seats), NO_SEAT, np.int8)
        for seats in np.unique(self.seats):
            here = np.flatnonzero(self.seats == seats)
            at = (self._starts[here, None] + np.arange(seats)).reshape(-1)
            facts = self._facts(here, points[at].reshape(-1, seats), old["won"][at].reshape(-1, seats))
            rummies_here = rummies(facts, rules)
            lowest = facts.points == facts.points.min(axis=1, keepdims=True)
            counts = facts.blocked & (rules.ending.blocked == "lowest_wins")
            winners = np.where(facts.out[:, None], facts.won, counts[:, None] & lowest)
            won[at], score[at] = winners.reshape(-1), scores(facts, rules).reshape(-1)
            rummy[at] = (rummies_here[:, None] & winners).reshape(-1)
            winner[here] = np.where(winners.sum(axis=1) == 1, winners.argmax(axis=1), NO_SEAT)
            end[here] = np.where(facts.out, np.where(rummies_here, _OUT[1], _OUT[0]), end[here])
        return (
            {"won": won, "score": score, "penalty": points, "went_rummy": rummy},
            {"winner": winner, "end": end},
        )

    def _facts(self, here: Numbers, points: Numbers, won: Numbers) -> Facts:
        blocked = self.deals["end"][here] == _BLOCKED
        return Facts(self._out[here], blocked, won, points, self._one_turn[here], self.built[here] > 0)
