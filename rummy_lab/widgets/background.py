"""Work that takes its time beside what people do: in a thread, and where there are none, in turns with the page.

A browser's Python has one thread. There the event loop gives the work its next piece when it has nothing else to do, so
that a press on Stop is heard between two pieces.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from threading import Event, Thread, current_thread
from time import monotonic
from typing import Final

Work = Generator[float, None, None]
"""Does a piece at a time, and yields for how many seconds nothing is to be done."""
_TURN: Final = 0.001
"""Seconds that the page has between two pieces, at the least."""


class Background:
    """One piece of work after the other.

    Args:
        work: what is done. It hears that it should stop only between two pieces.
        stopped: set when the rest need not be done; nothing is done after a pause then, which ends at once.
        name: of the thread.
    """

    def __init__(self, work: Work, stopped: Event, name: str) -> None:
        self._work, self._stopped = work, stopped
        self._thread: Thread | None = Thread(target=self._run, name=name, daemon=True)
        self._pause, self._works = 0.0, False
        try:
            self._thread.start()
        except RuntimeError:  # there are no threads here
            self._thread = None
            self._take_turns()

    def join(self, timeout: float | None = None) -> None:
        """Wait until all is done, at most so many seconds; without threads, do it."""
        if self._thread is not None:
            if self._thread is not current_thread():
                self._thread.join(timeout)
            return
        until = None if timeout is None else monotonic() + timeout
        while not self._works and self._piece() is not None:
            if until is not None and monotonic() > until:
                return

    def _run(self) -> None:
        for pause in self._work:
            if pause and self._stopped.wait(pause):
                return

    def _take_turns(self) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # nobody else takes turns
            self.join()
            return

        def turn() -> None:
            pause = self._piece()
            if pause is not None:
                loop.call_later(max(pause, _TURN), turn)

        loop.call_later(_TURN, turn)

    def _piece(self) -> float | None:
        """Do the next piece; how long to pause after it, None where nothing is left to do now."""
        if self._works or (self._pause and self._stopped.is_set()):
            return None
        self._works = True  # the work may wait for itself, or let the page in
        try:
            done = next(self._work, None)
        finally:
            self._works = False
        self._pause = done or 0.0
        return done
