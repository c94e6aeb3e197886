"""Bots take their turns one after the other, each shown for a while, in the background."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from threading import Event
from typing import Any

from rummy_lab.core.state import State
from rummy_lab.core.violations import Seat
from rummy_lab.widgets.background import Background, Work
from rummy_lab.widgets.match_told import turn_told
from rummy_lab.widgets.panel import Speaking
from rummy_lab.widgets.sitting import Answer, Played, Sitting
from rummy_lab.widgets.table_view import TableView
from rummy_lab.widgets.told import Told


class Rounds(Speaking):
    """A panel with a table at which bots play when it is their turn.

    The background takes the lock where it changes something, and never while a bot thinks: an answer counts only where
    the state it was asked about still stands.
    """

    sitting: Sitting
    table: TableView
    pace: float
    _looking: Seat

    def __init__(self, children: Sequence[Any], **options: Any) -> None:
        self._closing = Event()
        self._worker: Background | None = None
        self._running = False
        self._unheard: tuple[Told, ...] = ()
        super().__init__(children, **options)
        # One lock for the panel and its table: bots come from a thread, taps from another.
        self.lock = self.table.lock

    @abstractmethod
    def _go_on(self) -> None:
        """What comes next after a turn."""

    @abstractmethod
    def _update(self) -> None:
        """Show how the match stands."""

    def close(self) -> None:
        """Stop the bots and free everything."""
        if "_closing" in self.__dict__:
            self._closing.set()
            if self._worker is not None:
                self._worker.join(timeout=5)
        super().close()

    def _run(self, work: Callable[[], Work]) -> None:
        """Do something that takes its time: at once where nobody waits, else in the background."""
        if not self.pace:
            for _ in work():
                pass
        elif not self._running:
            self._running = True
            self._worker = Background(self._outside(work), self._closing, "rummy_lab plays")

    def _outside(self, work: Callable[[], Work]) -> Work:
        try:
            yield from work()
        except Exception as error:  # noqa: BLE001 the background is the last place where it can be told
            with self.lock:
                self._running = False
                self.last_error = error
                self.tell_failure(error)

    def _play_bots(self) -> Work:
        while not self._closing.is_set():
            with self.lock:
                sitting, state = self.sitting, self.sitting.state
                if sitting.is_over or sitting.is_person(state.seat):
                    self._running = False
                    self._go_on()
                    return
            answer = sitting.ask(state)
            if self.pace:
                yield self.pace
            with self.lock:
                self._accepted(answer)

    def _accepted(self, answer: Answer) -> None:
        if self.sitting.accept(answer):
            self._show([self._told(self.sitting.turns[-1])])
            self._update()

    def _told(self, played: Played) -> Told:
        return partial(turn_told, played)

    def _since_mine(self) -> tuple[Played, ...]:
        turns = self.sitting.turns
        last = next((at for at in range(len(turns) - 1, -1, -1) if turns[at].seat == self._looking), -1)
        return turns[last + 1 :]

    def _replay(self, stands: State, round_played: Sequence[Played]) -> Work:
        """Show again what led to the state that stands, as long as it does."""
        steps = [(round_played[0].before, list[Told]())]
        steps += [(played.after, [self._told(played)]) for played in round_played]
        for at, (state, news) in enumerate(steps):
            if at:
                yield self.pace
            with self.lock:
                if self.sitting.state is not stands:
                    break
                self._put(state, news)
        with self.lock:
            self._running = False
            if self.sitting.state is stands:
                self._show([])
            elif not self.sitting.is_over and not self.sitting.is_person(self.sitting.state.seat):
                self._go_on()  # a deal was begun or taken up meanwhile

    def _put(self, state: State, news: Sequence[Told]) -> None:
        self.table.desk.events = self.sitting.events
        self.table.desk.shared = len(self.sitting.people) > 1
        # The page that comes first is told all there was before.
        earlier = () if self.table.met else self._unheard
        self._unheard = (*earlier, *news)
        self.table.show(state, news, seat=self._looking, earlier=earlier)

    def _show(self, news: Sequence[Told]) -> None:
        self._put(self.sitting.state, news)
