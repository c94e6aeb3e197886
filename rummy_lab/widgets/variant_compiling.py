"""The fast engine is compiled while somebody looks on: in a process of its own, so that nothing here waits for it."""

from __future__ import annotations

import atexit
import subprocess
import sys
from collections.abc import Iterable, Sequence
from threading import Event, RLock, Thread
from typing import Final

from rummy_lab.batch.engines import ENGINES
from rummy_lab.batch.plan import Plan
from rummy_lab.batch.table import seated
from rummy_lab.bots import BOTS, Bot
from rummy_lab.bots.kernels.compiled import has_numba
from rummy_lab.core.rules import RuleSet

_GAME: Final = "schmidt"
_SECONDS_TO_LEAVE: Final = 5
_CODE: Final = f"""
import sys
import rummy_lab as rl
rl.selfplay("{_GAME}", sys.argv[1:], games=1, progress=False, audit=0, engine="fast")
"""


class Compiling:
    """What is compiled for which bots; until then their deals are played at the table.

    What the other process has compiled lies in the folder of compiled code, and is then read here. Where there is no
    such folder, or no other process may be started, it is compiled here, in a thread.
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._done: dict[frozenset[str], Event] = {}
        self._threads: list[Thread] = []
        self._processes: list[subprocess.Popen[bytes]] = []
        self._leaving = False
        self.failed: Exception | None = None

    def is_ready(self, bots: Iterable[Bot]) -> bool:
        """Whether a deal of these bots can be played on numbers at once."""
        done = self._done.get(_key(bots))
        return not has_numba() or (done is not None and done.is_set())

    def begin(self, bots: Iterable[Bot]) -> None:
        """Compile for these bots, unless that was begun before."""
        key = _key(bots)
        with self._lock:
            if self._leaving or key in self._done or self.is_ready(bots) or not key <= set(BOTS):
                return
            if not self._threads:
                atexit.register(self.leave)
            self._done[key] = Event()
            thread = Thread(target=self._compile, args=(key,), name="rummy_lab compiles", daemon=True)
            self._threads.append(thread)
            thread.start()

    def leave(self) -> None:
        """Compile no more; a thread that compiles while Python ends would take it down."""
        with self._lock:
            self._leaving = True
            for process in self._processes:
                process.kill()
        for thread in self._threads:
            thread.join(_SECONDS_TO_LEAVE)

    def _compile(self, key: frozenset[str]) -> None:
        names = sorted(key) * (2 if len(key) == 1 else 1)
        try:
            self._elsewhere(names)
            if not self._leaving:
                rules = RuleSet.parse(_GAME)
                plan = Plan((rules,), seated(names[:4], rules), 1, 0, rotate=False)
                ENGINES["fast"].play(plan, 0, 1, turns=False, audit=0)
                self._done[key].set()
        except Exception as fault:  # noqa: BLE001 (the deals are then played at the table)
            self.failed = fault

    def _elsewhere(self, names: Sequence[str]) -> None:
        command, nothing = [sys.executable, "-c", _CODE, *names[:4]], subprocess.DEVNULL
        with self._lock:
            if self._leaving:
                return
            try:
                # A session of its own: an interrupt of the notebook is not meant for it.
                process = subprocess.Popen(  # noqa: S603 (our own text)
                    command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
                )
            except OSError:
                return
            self._processes.append(process)
        process.wait()
        with self._lock:
            self._processes.remove(process)


def _key(bots: Iterable[Bot]) -> frozenset[str]:
    return frozenset(one.name for one in bots)


compiling: Final = Compiling()
"""That of this process."""
