"""The engines that can play a batch, and which one a call gets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from rummy_lab.batch.fast import FastEngine
from rummy_lab.batch.parts import Part
from rummy_lab.batch.plan import Plan
from rummy_lab.batch.readable import ReadableEngine
from rummy_lab.core.errors import Phrase, RummyError, shown

Tick = Callable[[int], None]


class Engine(Protocol):
    """Plays deals into columns. Every engine gives the same tables for the same plan; they differ in speed."""

    @property
    def name(self) -> str:
        """The name by which a call asks for it."""
        ...

    def refuses(self, plan: Plan) -> str:
        """Why it cannot play this plan, as the end of a sentence; empty where it can."""
        ...

    def waits(self) -> str:
        """What takes its time before the first deal; empty where nothing does."""
        ...

    def piece(self, plan: Plan, *, alone: bool = False) -> int:
        """How many deals are played, and stored, as one; at most `pieces.PART`. No result depends on it.

        `alone`: nothing is stored or sent, so pieces may be as small as an interrupt should cost.
        """
        ...

    def play(self, plan: Plan, first: int, last: int, *, turns: bool, audit: float, tick: Tick | None = None) -> Part:
        """Deals `first` to `last - 1`; `audit` is the share of `audit.is_drawn`; `tick(plays)` as they are finished.

        Raises AuditFailed.
        """
        ...


ENGINES: Final[dict[str, Engine]] = {engine.name: engine for engine in (FastEngine(), ReadableEngine())}
"""Those there are, the fastest first."""


def engine_for(name: str, plan: Plan) -> Engine:
    """The engine of this name, by `auto` the first that can play the plan; raises RummyError."""
    if name == "auto":
        return next(engine for engine in ENGINES.values() if not engine.refuses(plan))
    if name not in ENGINES:
        raise RummyError(
            'engine: {name} is none; there are "auto" and {engines}',
            name=shown(name),
            engines=", ".join(map(repr, ENGINES)),
        )
    engine = ENGINES[name]
    if why := engine.refuses(plan):
        raise RummyError('engine: {name} {why}; leave it at "auto"', name=name, why=why)
    return engine


def slower_for(name: str, plan: Plan) -> str:
    """What to tell people where a rule alone keeps `auto` from the fast engine; else empty."""
    fast = ENGINES["fast"]
    rule = fast.refuses(plan)
    known = all("kernel" in type(bot).__dict__ for bot in plan.bots)
    return (
        Phrase(
            "engine: {name} {rule}, so the deals are played at the table, which takes longer",
            name=fast.name,
            rule=rule,
        )
        if (name == "auto" and rule and known)
        else ""
    )
