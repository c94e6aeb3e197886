"""The engine that plays every deal at the table, by the core itself; it can play anything."""

from __future__ import annotations

from typing import Any, Final

from rummy_lab.batch.audit import audit as audit_record
from rummy_lab.batch.audit import is_drawn
from rummy_lab.batch.facts import Ledger, deal_row, player_rows
from rummy_lab.batch.parts import Forfeit, Part, all_forfeits
from rummy_lab.batch.plan import Plan
from rummy_lab.batch.schema import TABLES, arrays
from rummy_lab.core.violations import SEATS
from rummy_lab.records import Record

PLAYS: Final = 100
"""About as many plays make a piece of work: some seconds, so that an interrupt loses little."""


class ReadableEngine:
    """Deal after deal, each with its record and its ledger."""

    name = "readable"

    def refuses(self, plan: Plan) -> str:  # noqa: ARG002 (the protocol's)
        """Nothing is beyond it."""
        return ""

    def waits(self) -> str:
        """The first deal is as quick as any."""
        return ""

    def piece(self, plan: Plan, *, alone: bool = False) -> int:
        """How many deals are played and stored as one."""
        return 1 if alone else max(1, PLAYS // plan.plays)

    def play(self, plan: Plan, first: int, last: int, *, turns: bool, audit: float, tick: Any = None) -> Part:
        """Deals `first` to `last - 1`; raises AuditFailed."""
        rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in TABLES if turns or name != "by_turn"}
        forfeits: list[dict[int, Forfeit]] = []
        for number, deal, rotation, at in plan.deals(first, last):
            rules = plan.rules[at]
            ledger, entries = Ledger(turns), plan.entries(rotation)
            record = plan.play(deal, rotation, rules, ledger.watch)
            if is_drawn(audit, plan.seed, number):
                audit_record(record)
            head: tuple[Any, ...] = (deal, rotation, rules.name)
            rows["by_player"] += [(*head, *row) for row in player_rows(record, ledger, entries)]
            rows["by_deal"].append((*head, *deal_row(record)))
            if turns:
                rows["by_turn"] += [(*head, *row) for row in ledger.by_turn]
            if record.forfeit:
                one = forfeit_of(record, deal, rotation, at, entries)
                forfeits.append({one.entry: one})
            if tick is not None:
                tick(1)
        labels = plan.layout.labels
        tables = {name: arrays(TABLES[name], table, labels) for name, table in rows.items()}
        return Part(first, last, tables, all_forfeits(forfeits))


def forfeit_of(record: Record, deal: int, rotation: int, rules: int, entries: tuple[int, ...]) -> Forfeit:
    """What is told of a deal that was given away."""
    seat, _, reason = record.forfeit.partition(": ")
    return Forfeit(entries[SEATS.index(seat)], 1, deal, rotation, rules, reason, str(record))
