"""A position at the start of a turn or right after a draw, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple

from rummy_lab.core.cards import Card
from rummy_lab.core.melds import Table
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.violations import Seat

Hand = tuple[Card | None, ...]
Phase = Literal["start", "drew", "took", "over"]
How = Literal["out", "blocked", "unfinished", "forfeit"]
UNOPENED: Final = 0
EMPTY_TABLE: Final = Table()


class Chance(NamedTuple):
    """Where the order of cards comes from: seed, number of the deal, reshuffles done."""

    seed: int
    deal: int
    shuffles: int = 0

    def __str__(self) -> str:
        return f"{self.seed}/{self.deal}" + (f"/{self.shuffles}" if self.shuffles else "")


class Over(NamedTuple):
    """How a deal ended, and who won or, for `forfeit`, who gave it away; `built`: went out with a layoff or swap."""

    how: How
    seats: tuple[Seat, ...] = ()
    built: bool = False

    def __str__(self) -> str:
        return " ".join(("over", self.how, *self.seats, *(["built"] if self.built else [])))


@dataclass(frozen=True, slots=True)
class Base:
    """A position at the start of a turn or right after a draw; unknown parts are None.

    Attributes:
        hands: one entry a seat, A first; None: unknown; a card None: hidden.
        opened: one entry a seat: 0 not opened, n opened in its own turn n, None opened at an unknown time.
        pile: bottom to top. stock: top first.
        passes: passes in a row; under `ending.empty_stock=one_more_turn` the turns since the stock ran out.
        turns: turns finished.
        seat, starter: numbers of seats, A is 0.
        drawn: cards drawn in this turn. taken: the card taken from the pile, where the position begins after that.
    """

    rules: RuleSet
    table: Table = EMPTY_TABLE
    hands: tuple[Hand | None, ...] = (None, None)
    opened: tuple[int | None, ...] = (0, 0)
    pile: tuple[Card, ...] | None = None
    stock: Hand | None = None
    passes: int = 0
    chance: Chance | None = None
    turns: int = 0
    starter: int = 0
    seat: int = 0
    phase: Phase = "start"
    drawn: int = 0
    taken: Card | None = None
    over: Over | None = None

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.hands)

    @property
    def round(self) -> int:
        """The number of the round, from 1; also the number of the mover's own turn."""
        turns = self.turns - 1 if self.over is not None and self.turns else self.turns
        return turns // self.seats + 1


def with_hand(base: Base, hand: Hand | None, **changes: Any) -> Base:
    """The base with the mover's hand replaced, and other fields changed."""
    hands = (*base.hands[: base.seat], hand, *base.hands[base.seat + 1 :])
    return replace(base, hands=hands, **changes)
