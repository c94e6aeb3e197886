"""Pieces of a run on many workers, by nothing but `submit`, `result`, `cancel` and `wait`."""

from __future__ import annotations

import os
import signal
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Protocol, cast

from rummy_lab.batch.engines import Tick, engine_for
from rummy_lab.batch.needs import needed
from rummy_lab.batch.parts import Part
from rummy_lab.batch.pieces import Range
from rummy_lab.batch.plan import Plan
from rummy_lab.bots import FunctionBot
from rummy_lab.core.errors import RummyError, shown

_WINDOW: Final = 4


class Writes(Protocol):
    """Stores a part where every worker can reach it."""

    def write(self, part: Part) -> None:
        """Store it, whole or not at all; raises RummyError."""
        ...


@dataclass(frozen=True, slots=True)
class Job:
    """All that a worker has to know to play any piece of a run."""

    plan: Plan
    engine: str
    turns: bool
    audit: float
    store: Writes | None = None


def play_piece(job: Job, first: int, last: int, tick: Tick | None = None) -> Part:
    """The part, or where it was stored by who played it, its range alone."""
    engine = engine_for(job.engine, job.plan)
    part = engine.play(job.plan, first, last, turns=job.turns, audit=job.audit, tick=tick)
    if job.store is None:
        return part
    job.store.write(part)
    return Part(first, last, {})


def work(packed: bytes, first: int, last: int, call: str) -> Part:  # noqa: ARG001
    """What a worker is asked to do; its arguments are plain, so that every start method can hand them over.

    `call` differs from call to call: Dask takes tasks with equal arguments for one task, which may be cancelled by now.
    """
    pid, job = _own.get(packed, (0, None))
    with _undisturbed():
        return play_piece(job if job is not None and pid == os.getpid() else _unpacked(packed), first, last)


_own: dict[bytes, tuple[int, Job]] = {}
"""Jobs of this process: a thread of it takes the job as it is. Read back here, a class would take its own place."""


@lru_cache(maxsize=2)
def _unpacked(packed: bytes) -> Job:
    cloudpickle = needed("cloudpickle", "a worker")
    try:
        return cast(Job, cloudpickle.loads(packed))
    except RummyError:
        raise
    except Exception as fault:  # noqa: BLE001 (what a bot brings along may fail in any way)
        raise RummyError(
            "a worker cannot read the bots ({kind}: {fault}); what they import has to be installed where "
            "the workers are",
            kind=type(fault).__name__,
            fault=str(fault),
        ) from None


def pack(job: Job) -> bytes:
    """The job as bytes. A bot of a notebook, or of a file beside it, goes along as it is; raises RummyError."""
    cloudpickle = needed("cloudpickle", "executor")
    local = [module for bot in job.plan.bots if (module := _local_module(bot)) is not None]
    known = set(cloudpickle.list_registry_pickle_by_value())
    fresh = [module for module in dict.fromkeys(local) if module.__name__ not in known]
    for module in fresh:
        cloudpickle.register_pickle_by_value(module)
    try:
        packed = cast(bytes, cloudpickle.dumps(job))
    except Exception as fault:  # noqa: BLE001 (what a bot holds may refuse in any way)
        names = ", ".join(dict.fromkeys(bot.name for bot in job.plan.bots))
        raise RummyError(
            "the bots ({names}) cannot be sent to workers: {kind}: {fault}; play them with "
            "executor=None, or take out what they hold",
            names=names,
            kind=type(fault).__name__,
            fault=str(fault),
        ) from None
    finally:
        for module in fresh:
            cloudpickle.unregister_pickle_by_value(module)
    _own[packed] = (os.getpid(), job)
    return packed


def _local_module(bot: object) -> Any:
    """The module of a bot that was written beside the notebook: no worker elsewhere has it."""
    maker = bot.function if isinstance(bot, FunctionBot) else type(bot)
    name = getattr(maker, "__module__", None) or type(maker).__module__
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None)
    if file is None or name in ("__main__", "__mp_main__") or name.partition(".")[0] == "rummy_lab":
        return None
    installed = [path for kind in ("stdlib", "purelib", "platlib") if (path := sysconfig.get_path(kind))]
    return None if any(os.path.realpath(file).startswith(os.path.realpath(path)) for path in installed) else module


@contextmanager
def _undisturbed() -> Iterator[None]:
    """In a worker process Ctrl-C, which reaches the whole group, is left to the process that started the run."""
    process = sys.modules.get("multiprocessing.process")
    child = process is not None and process.parent_process() is not None
    if not child or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def ignore_interrupts() -> None:
    """The first thing a worker of an own pool does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _held_back() -> Iterator[None]:
    """Ctrl-C waits, also in processes that start meanwhile: one would end a worker before it knows to ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Whoever starts a worker starts this process too where it does not run yet, and with it lets the signal through.
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def executor_of(given: object) -> tuple[Executor, int] | None:
    """The executor and its number of workers: of a number loky's, of a Dask client its own; None where none is given.

    Raises RummyError.
    """
    if given is None:
        return None
    if isinstance(given, int) and not isinstance(given, bool) and given >= 1:
        if sys.platform == "emscripten":
            raise RummyError("executor: a browser starts no processes; leave it out, and the deals are played here")
        needed("cloudpickle", "executor")
        loky = needed("loky", "a number of workers")
        with _held_back():
            return loky.get_reusable_executor(max_workers=given, timeout=300, initializer=ignore_interrupts), given
    if not isinstance(given, Executor) and callable(getattr(given, "get_executor", None)):
        given = cast(Any, given).get_executor()
    if not isinstance(given, Executor):
        raise RummyError(
            "executor is None, a number of workers from 1, or an executor of concurrent.futures, not {given}",
            given=shown(given),
        )
    return given, _workers(given)


def _workers(executor: Any) -> int:
    client = getattr(executor, "_client", None)
    if client is not None:
        threads: dict[str, int] = client.nthreads()
        return max(1, sum(threads.values()))
    found = getattr(executor, "_max_workers", None) or getattr(executor, "num_workers", None)
    return found if isinstance(found, int) else 2 * (os.cpu_count() or 1)


class WorkerDied(Exception):
    """A worker process ended in the middle of its work."""


class Crew:
    """Hands out pieces, few at a time, and gives back parts as they are finished, in any order."""

    def __init__(
        self, executor: Executor, workers: int, packed: bytes, pieces: Iterable[Range], *, own: bool = False
    ) -> None:
        self._packed = packed
        self._starting = _held_back if own else nullcontext
        call = os.urandom(8).hex()
        self._submit: Callable[[Range], Future[Part]] = lambda piece: executor.submit(work, packed, *piece, call)
        self._most = _WINDOW * workers
        self._pieces = iter(pieces)
        self._pending: set[Future[Part]] = set()

    def __iter__(self) -> Iterator[Part]:
        while True:
            try:
                with self._starting():  # a pool starts its workers when it is given work
                    for piece in self._pieces:
                        self._pending.add(self._submit(piece))
                        if len(self._pending) >= self._most:
                            break
                if not self._pending:
                    return
                done, _ = wait(self._pending, return_when=FIRST_COMPLETED)
                parts = [(future, future.result()) for future in done]
            except (BrokenExecutor, CancelledError) as fault:
                raise WorkerDied(str(fault) or type(fault).__name__) from fault
            except Exception as fault:
                if type(fault).__name__ == "KilledWorker":  # Dask's word for it
                    raise WorkerDied(str(fault)) from fault
                raise
            for future, part in parts:
                self._pending.discard(future)
                yield part

    def leave(self, *, patient: bool = False) -> list[Part]:
        """Hand out no more, and give what is finished by now; `patient`: also what is being played."""
        _own.pop(self._packed, None)
        pending, self._pending = self._pending, set()
        waiting = [future for future in pending if not future.cancel()]
        if patient:
            with suppress(KeyboardInterrupt):  # what is finished is kept, and the rest is not needed
                wait(waiting)
        ready = [future for future in waiting if future.done() and not future.cancelled()]
        return [future.result() for future in ready if future.exception() is None]
