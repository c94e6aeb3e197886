"""What everybody at the table saw happen: the public history of a deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rummy_lab.core.moves import Move, Turn
from rummy_lab.core.violations import Seat


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a turn of a seat."""

    code: ClassVar[str] = ""
    seat: Seat


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A seat moved; a card drawn from the stock is not named."""

    code = "PLAYED"
    moves: Turn


@dataclass(frozen=True, slots=True)
class Opened(Event):
    """A seat opened with melds of this value in points."""

    code = "OPENED"
    points: int

    @property
    def case(self) -> str:
        """Which of the sentences of this code fits."""
        return "one" if self.points == 1 else "many"


@dataclass(frozen=True, slots=True)
class Freed(Event):
    """A seat freed jokers."""

    code = "FREED"
    count: int

    @property
    def case(self) -> str:
        """Which of the sentences of this code fits."""
        return "one" if self.count == 1 else "many"


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """The discards became the new stock after this seat's discard."""

    code = "RESHUFFLED"


@dataclass(frozen=True, slots=True)
class WentOut(Event):
    """A seat laid or discarded its last card."""

    code = "WENT_OUT"


@dataclass(frozen=True, slots=True)
class Blocked(Event):
    """Nobody could go on after this seat's turn."""

    code = "BLOCKED"


@dataclass(frozen=True, slots=True)
class Unfinished(Event):
    """The turn limit was reached after this seat's turn."""

    code = "UNFINISHED"


@dataclass(frozen=True, slots=True)
class Forfeited(Event):
    """A seat ended the deal by an illegal turn."""

    code = "FORFEITED"


def public(move: Move) -> Move:
    """The move as the others see it: a card drawn from the stock stays hidden."""
    from rummy_lab.core.moves import Draw

    return Draw() if isinstance(move, Draw) else move
