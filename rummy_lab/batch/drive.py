"""Plays what is missing of a run, here or on workers, until it is all there, enough, or interrupted."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from rummy_lab.batch.engines import engine_for
from rummy_lab.batch.parts import Part
from rummy_lab.batch.pieces import Prefix, Range, cut, looks, missing
from rummy_lab.batch.schema import below
from rummy_lab.batch.workers import Crew, Job, WorkerDied, executor_of, pack, play_piece
from rummy_lab.core.errors import Phrase

if TYPE_CHECKING:
    import pandas as pd

    from rummy_lab.batch.plan import Plan
    from rummy_lab.batch.schema import Table

_ROUNDS: Final = 8
"""A worker gets about so many pieces of a small run that is not stored, so that none waits long for the last."""

Until = Callable[["pd.DataFrame"], bool]
"""Whether the deals so far, as the frame `by_player` of all deals from 0 on without a gap, are enough."""


class Sink(Protocol):
    """Where parts go: into memory, or into a folder."""

    @property
    def done(self) -> Sequence[Range]:
        """The deals that are there."""
        ...

    def add(self, part: Part) -> None:
        """Take a part; of one that a worker stored itself its range."""
        ...

    def keep_below(self, deal: int) -> None:
        """Forget what lies at or above a number; no part lies on both sides of it."""
        ...

    def table(self, name: str) -> Table:
        """A table of all that is there."""
        ...


def drive(job: Job, sink: Sink, executor: object, until: Until | None, tell: Callable[[int], None]) -> bool:
    """Whether the run is complete now; `tell(plays)` hears of plays as they are finished.

    With `until` the run holds exactly the deals up to the first look at which it is true, whoever played what when.
    """
    plan, pool = job.plan, executor_of(executor)
    stops = list(looks(plan.games)) if until is not None else []
    known, enough = Prefix(sink.done), _Enough(plan, sink, until, stops)
    if enough.reached(known.end):
        return True
    stretches, engine = list(missing(plan.games, sink.done)), engine_for(job.engine, plan)
    if pool is None:
        size = engine.piece(plan, alone=job.store is None)
        hands: _Alone | Crew = _Alone(job, cut(stretches, size, stops), tell)
    else:
        size = engine.piece(plan)
        if job.store is None:
            size = max(1, min(size, plan.games // (_ROUNDS * pool[1])))
        hands = Crew(*pool, pack(job), cut(stretches, size, stops), own=isinstance(executor, int))
    stopped = interrupted = False
    try:
        for part in hands:
            sink.add(part)
            known.add((part.first, part.last))
            if pool is not None:
                tell((part.last - part.first) * plan.plays)
            if stopped := enough.reached(known.end):
                break
    except KeyboardInterrupt:
        # What is finished is worth keeping; the caller sees that it is not all.
        interrupted = True
    except WorkerDied as fault:
        told = Phrase(
            "a worker died, perhaps for want of memory, and the run is not complete: {fault}", fault=str(fault)
        )
        warnings.warn(told, stacklevel=3)
        interrupted = True
    finally:
        rest = hands.leave(patient=stopped)
    for part in rest:
        sink.add(part)
        known.add((part.first, part.last))
    if stopped:
        enough.cut()
        return True
    return known.end >= plan.games and not (interrupted and stops)


class _Alone:
    """Plays the pieces in this process, one after the other."""

    def __init__(self, job: Job, pieces: Iterable[Range], tell: Callable[[int], None]) -> None:
        self._job, self._pieces, self._tell = job, pieces, tell

    def __iter__(self) -> Iterator[Part]:
        for first, last in self._pieces:
            yield play_piece(self._job, first, last, self._tell)

    def leave(self, *, patient: bool) -> list[Part]:  # noqa: ARG002 (as a crew is left)
        return []


class _Enough:
    """Asks `until` at its looks, in their order, as soon as the deals below each are there."""

    def __init__(self, plan: Plan, sink: Sink, until: Until | None, stops: Iterable[int]) -> None:
        self._plan, self._sink, self._until = plan, sink, until
        self._stops = iter(stops)
        self._next = next(self._stops, None)

    def reached(self, end: int) -> bool:
        """Whether the deals without a gap are enough, at the last look below or at `end`."""
        while self._until is not None and self._next is not None and self._next <= end:
            table = below(self._sink.table("by_player"), self._next)
            frame = self._plan.layout.frame("by_player", table)
            frame.attrs["rummy_lab"] = {"running": True}  # so that a test of significance can warn
            if self._until(frame):
                self.cut()
                return True
            self._next = next(self._stops, None)
        return False

    def cut(self) -> None:
        """Forget what was played beyond the look at which it was enough."""
        if self._next is not None:
            self._sink.keep_below(self._next)
