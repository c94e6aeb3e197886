"""The state of a deal: a base position and the moves made since."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import final

from rummy_lab.core.base import UNOPENED, Base, Chance, Hand, Over, Phase
from rummy_lab.core.cards import Card
from rummy_lab.core.errors import IncompletePosition, Phrase
from rummy_lab.core.frozen import Frozen
from rummy_lab.core.melds import Meld, Table
from rummy_lab.core.moves import Move, Turn
from rummy_lab.core.notation import write_base
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.violations import SEATS, Seat


@dataclass(frozen=True, slots=True)
class Work:
    """What the moves since the base have made of the mover's turn; derived, never stored."""

    heaps: Mapping[int, Meld]
    hand: Hand | None
    pile: tuple[Card, ...] | None
    following: int
    loose: tuple[Card, ...] = ()
    taken: Card | None = None
    new: frozenset[int] = frozenset()
    grown: Mapping[int, int] = field(default_factory=dict[int, int])
    melded: tuple[Card, ...] = ()
    built: tuple[Card, ...] = ()
    opening: int = 0
    freed: int = 0
    touched: bool = False


@final
class State(Frozen):
    """A base position and the moves made since; immutable, equal and hashed by these two.

    Made by `position`, `deal` and `play`, never by hand. `str` prints base and moves, and `position` reads that back.

    Attributes:
        base: the position at the start of the turn, or after a draw from the stock.
        moves: the moves since then. The workspace `work` and the state `before` follow from both.

    >>> from rummy_lab.core.referee import position
    >>> here = position("schmidt; table [6r 7r 8r]; hand A+ 5r 9r; turn A: layoff 5r>1")
    >>> here.seat, here.hands["A"], str(here.moves), str(here.table)
    ('A', (9r,), 'layoff 5r>1', '[5r 6r 7r 8r]')
    """

    __slots__ = ("_before", "_closing", "_hash", "_key", "_work", "base", "moves")

    base: Base
    moves: Turn
    _work: Work
    _before: State | None
    _hash: int
    _key: tuple[object, ...] | None
    _closing: object

    def __init__(
        self, base: Base, moves: Turn | None = None, work: Work | None = None, before: State | None = None
    ) -> None:
        setter = object.__setattr__
        setter(self, "base", base)
        setter(self, "moves", moves if moves is not None else Turn())
        setter(self, "_work", work if work is not None else opening_work(base))
        setter(self, "_before", before)
        setter(self, "_hash", 0)
        setter(self, "_key", None)
        setter(self, "_closing", None)

    def then(self, move: Move, work: Work) -> State:
        """The state after one more `move` within the turn; `work` is where it leads, as the referee found."""
        return State(self.base, Turn((*self.moves, move)), work, self)

    @property
    def before(self) -> State:
        """The state before the last move; the state itself at the base."""
        return self if self._before is None else self._before

    def closing(self, judge: Callable[[State], object]) -> object:
        """What the referee, `judge`, found of the turn before its discard; asked once, the same for every card."""
        if self._closing is None:
            object.__setattr__(self, "_closing", judge(self))
        return self._closing

    @property
    def work(self) -> Work:
        """The mover's workspace."""
        return self._work

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self.base.rules

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The letters of the seats."""
        return tuple(SEATS[: self.base.seats])

    @property
    def table(self) -> Table:
        """The melds and, inside a turn, the half-finished heaps, by number."""
        return Table(self._work.heaps.values())

    @property
    def heaps(self) -> Mapping[int, Meld]:
        """Melds and heaps by their number."""
        return MappingProxyType(self._work.heaps)

    @property
    def hands(self) -> Mapping[Seat, Hand | None]:
        """The cards in each hand; a card None is hidden, a hand None unknown."""
        hands = dict(zip(SEATS, self.base.hands, strict=False))
        if self.base.over is None:
            hands[self.seat] = self._work.hand
        return MappingProxyType(hands)

    @property
    def counts(self) -> Mapping[Seat, int | None]:
        """How many cards each hand holds; None: unknown."""
        return MappingProxyType({seat: None if hand is None else len(hand) for seat, hand in self.hands.items()})

    @property
    def pile(self) -> tuple[Card, ...] | None:
        """The discard pile, bottom to top."""
        return self._work.pile

    @property
    def stock(self) -> Hand | None:
        """The stock, top first."""
        return self.base.stock

    @property
    def opened(self) -> Mapping[Seat, bool]:
        """Who opened in an earlier turn."""
        return MappingProxyType({seat: turn != UNOPENED for seat, turn in zip(SEATS, self.base.opened, strict=False)})

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return SEATS[self.base.seat]

    @property
    def phase(self) -> Phase:
        """`start` of the turn, `drew` from the stock, `took` from the pile, or `over`."""
        return "took" if self._work.taken is not None else self.base.phase

    @property
    def loose(self) -> tuple[Card, ...]:
        """Cards lifted from the table in this turn."""
        return self._work.loose

    @property
    def taken(self) -> Card | None:
        """The card taken from the pile in this turn."""
        return self._work.taken

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self.base.round

    @property
    def passes(self) -> int:
        """Passes in a row."""
        return self.base.passes

    @property
    def chance(self) -> Chance | None:
        """Seed, deal and reshuffles done."""
        return self.base.chance

    @property
    def over(self) -> Over | None:
        """How the deal ended; None while it goes on."""
        return self.base.over

    @property
    def key(self) -> tuple[object, ...]:
        """A value equal for states that differ in the order of hands, melds and loose cards only."""
        if self._key is None:
            base, work = self.base, self._work
            hands = list(base.hands)
            if base.over is None:
                hands[base.seat] = work.hand
            key = (
                base.rules.name,
                tuple(sorted(map(str, work.heaps.values()))),
                tuple(None if hand is None else _faces(hand) for hand in hands),
                _faces(work.loose),
                work.pile,
                base.stock,
                (base.opened, base.passes, base.chance, base.turns, base.starter, base.seat, base.drawn, base.over),
                (self.phase, work.taken, work.opening, work.freed),
                (_faces(work.melded), _faces(work.built), tuple(sorted(work.grown.items()))),
            )
            object.__setattr__(self, "_key", key)
        assert self._key is not None
        return self._key

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, State) and self.moves == other.moves and self.base == other.base

    def __hash__(self) -> int:
        if not self._hash:
            object.__setattr__(self, "_hash", hash((self.base, self.moves)) or 1)
        return self._hash

    def __str__(self) -> str:
        text = write_base(self.base)
        return f"{text}: {self.moves}" if self.moves else text

    def __repr__(self) -> str:
        return f"position({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (State, (self.base, self.moves, self._work, self._before))


def _faces(cards: Hand) -> tuple[str, ...]:
    return tuple(sorted("??" if card is None else str(card) for card in cards))


def opening_work(base: Base) -> Work:
    """The workspace at the base: nothing done yet."""
    return Work(
        heaps=dict(enumerate(base.table, 1)),
        hand=base.hands[base.seat],
        pile=base.pile,
        following=len(base.table) + 1,
        taken=base.taken,
    )


def known_hand(state: State) -> Hand:
    """The mover's hand; raises IncompletePosition where the position does not say it."""
    hand = state.work.hand
    if hand is None:
        raise IncompletePosition(Phrase("hand of {seat}", seat=state.seat), str(state))
    return hand


def known_stock(state: State) -> Hand:
    """The stock; raises IncompletePosition where the position does not say it."""
    if state.base.stock is None:
        raise IncompletePosition(Phrase("stock"), str(state))
    return state.base.stock
