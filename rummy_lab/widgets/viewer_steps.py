"""Where in its films a viewer stands: which deal, which step, by moves or by turns, and how one goes on from there."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, cast

from rummy_lab.widgets.frames import Frame
from rummy_lab.widgets.guard import known
from rummy_lab.widgets.panel import Panel
from rummy_lab.widgets.viewer_controls import Controls
from rummy_lab.widgets.viewer_film import Film

By = Literal["move", "turn"]


class Stepper(Panel):
    """A panel that stands at a step of a film; the controls hold which."""

    _films: tuple[Film, ...]
    _film: Film
    _controls: Controls
    _quiet: bool  # while several controls change together

    def __len__(self) -> int:
        """How many steps there are."""
        return len(self._steps)

    @property
    def frames(self) -> tuple[Frame, ...]:
        """What can be shown of this deal: a state each, and the moves that led to it."""
        return self._film.frames

    @property
    def deal(self) -> int:
        """Which of the records is shown, from 0; may be set."""
        return cast(int, self._controls.deal.value)

    @deal.setter
    def deal(self, number: int) -> None:
        known("deal", number, range(len(self._films)))
        self._controls.deal.value = number

    @property
    def index(self) -> int:
        """The step shown, from 0; may be set."""
        return cast(int, self._controls.slider.value)

    @index.setter
    def index(self, step: int) -> None:
        known("index", step, range(len(self)))
        self._controls.slider.value = step

    @property
    def by(self) -> By:
        """Whether a step is a `move` or a whole `turn`; may be set."""
        return "turn" if self._controls.whole.value else "move"

    @by.setter
    def by(self, by: By) -> None:
        known("by", by, ("move", "turn"))
        self._controls.whole.value = by == "turn"

    def first(self) -> None:
        """Go to the first step."""
        self._go(0)

    def previous(self) -> None:
        """Go one step back."""
        self._go(self.index - 1)

    def next(self) -> None:
        """Go one step on."""
        self._go(self.index + 1)

    def last(self) -> None:
        """Go to the last step."""
        self._go(len(self) - 1)

    def turn(self, number: int) -> None:
        """Go to the end of the turn of this `number`, counted from 1; 0 is the start."""
        known("turn", number, range(len(self._film.turns) + 1))
        end = self._film.ends[number]
        self.index = number if self._controls.whole.value else end

    @property
    def _steps(self) -> Sequence[int]:
        return self._film.ends if self._controls.whole.value else range(len(self.frames))

    def _go(self, step: int) -> None:
        with self.lock:
            other = self.deal + (-1 if step < 0 else 1)
            if 0 <= step < len(self):
                self._controls.slider.value = step
            elif 0 <= other < len(self._films):
                self.deal = other
                if step < 0:
                    self.last()
            else:
                self.tell_end("at_start" if step < 0 else "at_end")

    @abstractmethod
    def tell_end(self, which: Literal["at_start", "at_end"]) -> None:
        """Say that there is no step on this side."""

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        """While controls change that would each show something."""
        before, self._quiet = self._quiet, True
        try:
            yield
        finally:
            self._quiet = before
