"""What one seat sees: a whitelist made by taking everything hidden out of the state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rummy_lab.core.base import Hand, Over, Phase
from rummy_lab.core.cards import Card
from rummy_lab.core.errors import RummyError, shown
from rummy_lab.core.events import Event
from rummy_lab.core.melds import Meld, Table
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.violations import SEATS, Seat


@dataclass(frozen=True, slots=True)
class View:
    """The position as the seat sees it; hidden cards of hands and stock are counted, not known. Made by `view`.

    Attributes:
        seat: who looks.
        state: the state with everything hidden replaced, the chance left out; the referee accepts it as any state.
        events: what everybody saw since the deal, oldest first.

    >>> from rummy_lab.core.referee import position
    >>> seen = view(position("schmidt; hand A 4r; hand B 5r 6r; stock 7r 8r; turn A"), "A")
    >>> seen.hand, seen.hands["B"], dict(seen.counts)
    ((4r,), (None, None), {'A': 1, 'B': 2})
    """

    seat: Seat
    state: State
    events: tuple[Event, ...] = ()

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self.state.rules

    @property
    def hand(self) -> Hand | None:
        """The cards of the seat that looks."""
        return self.state.hands[self.seat]

    @property
    def hands(self) -> Mapping[Seat, Hand | None]:
        """All hands, the others' hidden."""
        return self.state.hands

    @property
    def counts(self) -> Mapping[Seat, int | None]:
        """How many cards each hand holds; None: unknown."""
        return self.state.counts

    @property
    def table(self) -> Table:
        """The melds on the table."""
        return self.state.table

    @property
    def heaps(self) -> Mapping[int, Meld]:
        """Melds and heaps by their number."""
        return self.state.heaps

    @property
    def loose(self) -> tuple[Card, ...]:
        """Cards lifted in this turn."""
        return self.state.loose

    @property
    def pile(self) -> tuple[Card, ...] | None:
        """The discard pile, bottom to top."""
        return self.state.pile

    @property
    def stock(self) -> Hand | None:
        """The stock, every card hidden."""
        return self.state.stock

    @property
    def opened(self) -> Mapping[Seat, bool]:
        """Who opened in an earlier turn."""
        return self.state.opened

    @property
    def turn_of(self) -> Seat:
        """Whose turn it is."""
        return self.state.seat

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self.state.round

    @property
    def phase(self) -> Phase:
        """`start`, `drew`, `took` or `over`."""
        return self.state.phase

    @property
    def over(self) -> Over | None:
        """How the deal ended; None while it goes on."""
        return self.state.over

    def __str__(self) -> str:
        return str(self.state)


def view(state: State, seat: Seat, events: tuple[Event, ...] = ()) -> View:
    """What a seat sees: its own hand, the table, the pile, counts; all hands once the deal is over.

    Args:
        state: the state, nothing hidden in it.
        seat: the letter of who looks.
        events: what everybody saw since the deal, which goes into the view as it is.

    Raises RummyError for a seat that there is not.

    >>> from rummy_lab.core.referee import position
    >>> str(view(position("schmidt; hand A 4r; hand B 5r 6r; stock 7r 8r; chance 1/2; turn A"), "A"))
    'schmidt; hand A 4r; hand B ??x2; stock ??x2; turn A'
    """
    if seat not in state.seats:
        raise RummyError("no seat {seat} here; seats are {seats}", seat=shown(seat), seats=", ".join(state.seats))
    base = state.base
    hidden = replace(
        base,
        hands=tuple(hand if SEATS[at] == seat or state.over else _covered(hand) for at, hand in enumerate(base.hands)),
        stock=_covered(base.stock),
        chance=None,
    )
    return View(seat, _replayed(state, hidden, seat), events)


def state_of(position: State | View) -> State:
    """The state itself, or the one that a view shows; raises RummyError for anything else."""
    if isinstance(position, View):
        return position.state
    if isinstance(position, State):  # pyright: ignore[reportUnnecessaryIsInstance]
        return position
    raise RummyError(
        "this takes a position, as rl.position('schmidt; hand A 4r; turn A'), not {given}", given=shown(position)
    )


def _covered(cards: Hand | None) -> Hand | None:
    return None if cards is None else (None,) * len(cards)


def _replayed(state: State, base: object, seat: Seat) -> State:
    """The moves of the open turn again over the redacted base: they are public."""
    from rummy_lab.core.base import Base

    assert isinstance(base, Base)
    chain: list[State] = []
    while state.moves:
        chain.append(state)
        state = state.before
    redacted = State(base)
    for one in reversed(chain):
        work = one.work
        if one.seat != seat and work.hand is not None:
            work = replace(work, hand=(None,) * len(work.hand))
        redacted = redacted.then(one.moves[-1], work)
    return redacted
