"""Deals for a variant lab: played in the background, a few at a time, so that pictures of them can grow."""

from __future__ import annotations

import atexit
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from threading import Event, RLock
from time import monotonic
from typing import TYPE_CHECKING, Final
from weakref import WeakSet

from rummy_lab.batch.engines import ENGINES, Engine, engine_for
from rummy_lab.batch.folder import opened
from rummy_lab.batch.memory import Memory
from rummy_lab.batch.parts import Part
from rummy_lab.batch.pieces import PART, cut, missing
from rummy_lab.batch.plan import Plan
from rummy_lab.batch.run import Run
from rummy_lab.batch.spec import spec_of
from rummy_lab.bots import Bot
from rummy_lab.core.errors import RummyError
from rummy_lab.core.rules import RuleSet
from rummy_lab.records import Record
from rummy_lab.widgets.background import Background, Work
from rummy_lab.widgets.variant_compiling import compiling

if TYPE_CHECKING:
    import pandas as pd

_PIECE: Final = 0.2
"""Seconds that a piece of deals should take, since a stop waits for it."""
_MOST: Final = 1_000
AUDIT: Final = 0.001
_SECONDS_TO_LEAVE: Final = 5
PACE: Final = 0.5
"""Seconds between two pictures, at the least."""


def get_ready(bots: Sequence[Bot]) -> None:
    """Load what figures need, and compile the fast engine where it can play these bots, in the background."""

    def load() -> Work:
        for name in ("scipy.stats", "statsmodels.stats.proportion", "rummy_lab.stats.comparing"):
            with suppress(ImportError):
                import_module(name)
            yield 0.0
        if all("kernel" in type(one).__dict__ for one in bots):
            compiling.begin(bots)

    Background(load(), Event(), "rummy_lab loads")


_played: Final[WeakSet[Sampling]] = WeakSet()


@atexit.register
def _leave() -> None:
    """A thread that plays while Python ends would take it down."""
    for sampling in list(_played):
        sampling.stop()
        sampling.join(_SECONDS_TO_LEAVE)


class Sampling:
    """The deals of one experiment, from deal 0 on; more of them are played whenever they are asked for.

    Deals have numbers, and each is a pure function of the plan and its number: what was stopped and gone on with is
    what one run of as many deals gives.

    Args:
        plan: what is played; its number of games does not matter.
        tell: called from the background, now and then and at the end of each stretch.
        pace: seconds from one call of `tell` to the next.

    Attributes:
        done: how many deals there are. target: how many were asked for.
        error: what went wrong in the background; None where nothing did.
    """

    def __init__(self, plan: Plan, tell: Callable[[], None] | None = None, pace: float = PACE) -> None:
        self.plan, self.done, self.target = plan, 0, 0
        self._reach = 0  # the deals there are when what is being played is finished
        self.error: Exception | None = None
        self._memory = Memory(plan)
        self._tell, self._pace = tell, pace
        self._lock = RLock()
        self._stop = Event()
        self._works = False
        self._background: Background | None = None
        _played.add(self)

    # What can be done

    def grow(self, deals: int) -> None:
        """Play so many more deals, in the background."""
        if type(deals) is not int or deals < 1:
            raise RummyError("deals is {given}; it is how many more deals are played, at least 1", given=repr(deals))
        with self._lock:
            self.target = (self.target if self.is_running else self._reach) + deals
            self.go_on()

    def go_on(self) -> None:
        """Play what was asked for and stopped."""
        with self._lock:
            self._stop.clear()
            if not self._works and self.done < self.target:
                self.error, self._works = None, True
                self._background = Background(self._work(), self._stop, "rummy_lab deals")

    def stop(self) -> None:
        """Play no more; the piece that is being played is finished."""
        self._stop.set()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the deals that were asked for; whether nothing is played any more. Raises what went wrong."""
        self.join(timeout)
        if self.error is not None:
            raise self.error
        return not self.is_running

    def join(self, timeout: float | None = None) -> None:
        """Wait until all is played and told, if anything is."""
        if self._background is not None:
            self._background.join(timeout)

    # What there is

    @property
    def is_running(self) -> bool:
        """Whether deals are being played."""
        return self._works and not self._stop.is_set()

    @property
    def run(self) -> Run:
        """The deals so far as a run, as `selfplay` gives it for as many."""
        with self._lock:
            plan = replace(self.plan, games=max(1, self.done))
            return Run(plan, self._memory.copy(), spec_of(plan, turns=False), complete=True)

    def frame(self, name: str) -> pd.DataFrame:
        """`by_player` or `by_deal` of the deals so far."""
        with self._lock:
            return self.plan.layout.frame(name, self._memory.table(name))

    def save(self, out: str | os.PathLike[str]) -> None:
        """Store the deals so far in a folder, as `selfplay` would with `out`; raises RummyError."""
        with self._lock:
            memory, plan = self._memory.copy(), replace(self.plan, games=max(1, self.done))
            done = self.done
        if not done:
            raise RummyError("there are no deals to store yet; play some")
        with opened(out, plan, turns=False, until=None) as store:
            for first, last in cut(missing(done, store.done), PART):
                store.writer.write(memory.part(first, last))
                store.add(Part(first, last, {}))
            if not store.complete:
                store.finish()

    def record(self, deal: int, rules: RuleSet | str, rotation: int = 0) -> Record:
        """One deal, played again; raises RummyError."""
        names = {one.name: one for one in self.plan.rules}
        if str(rules) not in names:
            raise RummyError("no rule set {name} here; there are {names}", name=repr(rules), names=", ".join(names))
        if type(deal) is not int or not 0 <= deal < 2**63:
            raise RummyError("deal is {given}; deals are counted from 0", given=repr(deal))
        return self.plan.play(deal, rotation, names[str(rules)])

    @property
    def slow(self) -> str:
        """Why the deals are played at the table for good; empty where they are not."""
        return ENGINES["fast"].refuses(self.plan)

    # How it works

    def _engine(self) -> Engine:
        chosen = engine_for("auto", self.plan)
        if chosen.name != "fast" or compiling.is_ready(self.plan.bots):
            return chosen
        compiling.begin(self.plan.bots)
        return ENGINES["readable"]

    def _work(self) -> Work:
        try:
            yield from self._play()
        except Exception as fault:  # noqa: BLE001 (the background is the last place where it can be told)
            with self._lock:
                self.error, self._works = fault, False
        self._report()

    def _play(self) -> Work:
        # The first deal is told at once: whoever waits sees that something happens.
        name, size, reported, pause = "", 1, monotonic() - self._pace, self._pace
        while True:
            engine = self._engine()
            if engine.name != name:
                name, size = engine.name, 1
            first, last = self._next(size)
            if first == last:
                return
            began = monotonic()
            part = engine.play(self.plan, first, last, turns=False, audit=AUDIT)
            with self._lock:
                self._memory.add(part)
                self.done = last
            now = monotonic()
            size = _fitting(last - first, now - began)
            if now - reported >= pause and last < self.target:
                self._report()
                reported = monotonic()
                # What is told of many deals takes its time; most of it is left for playing.
                pause = max(self._pace, 2 * (reported - now))
            yield 0.0

    def _next(self, size: int) -> tuple[int, int]:
        """The next deals to play; none where it is enough or was stopped: then nobody plays any more."""
        with self._lock:
            if self._stop.is_set() or self.done >= self.target:
                self._works, self._reach = False, self.done
                return self.done, self.done
            # No piece crosses the end of a part as a folder stores it.
            self._reach = min(self.done + size, self.target, (self.done // PART + 1) * PART)
            return self.done, self._reach

    def _report(self) -> None:
        if self._tell is not None:
            self._tell()


def _fitting(deals: int, seconds: float) -> int:
    """How many deals make the next piece, after one of so many took so long."""
    return max(1, min(_MOST, 4 * deals, int(deals * _PIECE / max(seconds, 1e-6))))
