"""The closed list of reasons why a move is not allowed: a stable code and typed fields, no sentence.

Sentences and the rulebook place are added by `rummy_lab.words`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal

from rummy_lab.core.cards import Card
from rummy_lab.core.errors import RummyError
from rummy_lab.core.meld_violations import AceLow as AceLow
from rummy_lab.core.meld_violations import ColourTwice as ColourTwice
from rummy_lab.core.meld_violations import Gap as Gap
from rummy_lab.core.meld_violations import InMeld as InMeld
from rummy_lab.core.meld_violations import JokerUndeclared as JokerUndeclared
from rummy_lab.core.meld_violations import LeftTooShort as LeftTooShort
from rummy_lab.core.meld_violations import MixedColour as MixedColour
from rummy_lab.core.meld_violations import MixedRank as MixedRank
from rummy_lab.core.meld_violations import NoNatural as NoNatural
from rummy_lab.core.meld_violations import TooLong as TooLong
from rummy_lab.core.meld_violations import TooManyJokers as TooManyJokers
from rummy_lab.core.meld_violations import TooShort as TooShort
from rummy_lab.core.meld_violations import Violation as Violation
from rummy_lab.core.meld_violations import Wrap as Wrap
from rummy_lab.core.melds import Meld

Seat = str
SEATS: Final = "ABCDEFGH"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTooLow(Violation):
    """First melds worth less than the opening asks (S-24, R-17)."""

    code = "OPEN_TOO_LOW"
    points: int
    need: int

    @property
    def case(self) -> str:
        return "one" if self.points == 1 else "many"


@dataclass(frozen=True, slots=True, kw_only=True)
class MinRound(Violation):
    """Opening before it is allowed (first round)."""

    code = "MIN_ROUND"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotOpened(Violation):
    """Using the table before one's own opening, or before everybody's where that is asked (S-24, R-18)."""

    code = "NOT_OPENED"
    waiting_for: tuple[Seat, ...] = ()

    @property
    def case(self) -> str:
        return "others" if self.waiting_for else "self"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableThisTurn(Violation):
    """Using the table in the turn of one's opening (S-27)."""

    code = "TABLE_THIS_TURN"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoRackCard(Violation):
    """A turn that lays nothing from the hand (S-31 T3); `idle`: nothing was moved at all."""

    code = "NO_RACK_CARD"
    idle: bool = False

    @property
    def case(self) -> str:
        return "idle" if self.idle else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardMissing(Violation):
    """Cards of the table that are not on the table at the end of the turn (S-31 T2)."""

    code = "CARD_MISSING"
    cards: tuple[Card, ...]

    @property
    def case(self) -> str:
        return "one" if len(self.cards) == 1 else "many"


@dataclass(frozen=True, slots=True, kw_only=True)
class JokerMoved(Violation):
    """A joker used elsewhere without the card that replaces it (S-18, T4); `heap` is its meld at the turn's start."""

    code = "JOKER_MOVED"
    joker: Card
    heap: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JokerNotRelaid(Violation):
    """Freed jokers that were not laid again in the same turn (S-22, R-27)."""

    code = "JOKER_NOT_RELAID"
    count: int
    new_meld: bool = False

    @property
    def case(self) -> str:
        return ("new_meld_" if self.new_meld else "") + ("one" if self.count == 1 else "many")


@dataclass(frozen=True, slots=True, kw_only=True)
class NotTheJokersCard(Violation):
    """A card that is not the one a joker of the meld stands for (S-17, R-22)."""

    code = "NOT_THE_JOKERS_CARD"
    card: Card
    heap: int
    jokers: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoSuchJoker(Violation):
    """A swap with a meld that has no joker."""

    code = "NO_SUCH_JOKER"
    heap: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetClosed(Violation):
    """The joker of a closed set (R-24)."""

    code = "SET_CLOSED"
    heap: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedBothSuits(Violation):
    """One card only for the joker of a set that asks for `count` of its missing suits (R-23, R-25)."""

    code = "NEED_BOTH_SUITS"
    heap: int
    missing: tuple[Card, ...]
    count: int = 2

    @property
    def case(self) -> str:
        return "many" if len(self.missing) > self.count else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldFixed(Violation):
    """Changing a laid meld in a game where melds only grow (R-20); `heap` 0: the table as a whole."""

    code = "MELD_FIXED"
    heap: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NoSuchMeld(Violation):
    """A meld number that is not on the table."""

    code = "NO_SUCH_MELD"
    heap: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NotInMeld(Violation):
    """A card that does not lie in that meld."""

    code = "NOT_IN_MELD"
    card: Card
    heap: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NotInHand(Violation):
    """A card that is not in the hand."""

    code = "NOT_IN_HAND"
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class NotYourTurn(Violation):
    """Acting out of turn (S-17)."""

    code = "NOT_YOUR_TURN"
    seat: Seat
    turn_of: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DealOver(Violation):
    """Acting after the end of the deal (R-33)."""

    code = "DEAL_OVER"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnIsOver(Violation):
    """A move after the one that ended the turn."""

    code = "TURN_IS_OVER"


@dataclass(frozen=True, slots=True, kw_only=True)
class MustDraw(Violation):
    """Acting before the draw (R-12), or stopping to draw too early."""

    code = "MUST_DRAW"


@dataclass(frozen=True, slots=True, kw_only=True)
class AlreadyDrew(Violation):
    """Drawing once more than the turn allows (R-12)."""

    code = "ALREADY_DREW"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOrDraw(Violation):
    """Drawing after playing or playing after drawing (S-29)."""

    code = "PLAY_OR_DRAW"


@dataclass(frozen=True, slots=True, kw_only=True)
class OneCardOnly(Violation):
    """A second draw or a second discard in one turn (R-12, R-21)."""

    code = "ONE_CARD_ONLY"
    what: Literal["draw", "discard"]

    @property
    def case(self) -> str:
        return self.what


@dataclass(frozen=True, slots=True, kw_only=True)
class StockEmpty(Violation):
    """Drawing from an empty stock."""

    code = "STOCK_EMPTY"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoDiscardPile(Violation):
    """Taking from or laying on a discard pile in a game that has none."""

    code = "NO_DISCARD_PILE"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotTheTopCard(Violation):
    """Naming another card than the one on top (R-12).

    `top` is None where there is none and, with `stock`, because the stock's top card is nobody's to see.
    """

    code = "NOT_THE_TOP_CARD"
    card: Card | None
    top: Card | None
    stock: bool = False

    @property
    def case(self) -> str:
        if self.stock:
            return "stock"
        return "empty" if self.top is None else "top"


@dataclass(frozen=True, slots=True, kw_only=True)
class MayNotPass(Violation):
    """Passing while a card can be drawn (S-29)."""

    code = "MAY_NOT_PASS"


@dataclass(frozen=True, slots=True, kw_only=True)
class MustPlay(Violation):
    """Not playing where a play exists and the rule set makes it compulsory."""

    code = "MUST_PLAY"


@dataclass(frozen=True, slots=True, kw_only=True)
class MustDiscard(Violation):
    """Ending a turn without a discard (R-21)."""

    code = "MUST_DISCARD"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepADiscard(Violation):
    """Laying the last card that is needed for the discard (R-21)."""

    code = "KEEP_A_DISCARD"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardJustTaken(Violation):
    """Discarding the card that was just taken from the pile (R-21)."""

    code = "DISCARD_JUST_TAKEN"
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class MustOpen(Violation):
    """Ending the turn unopened after taking the discard (R-13)."""

    code = "MUST_OPEN"
    card: Card
    need: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MustMeldTaken(Violation):
    """Not laying the card taken from the pile where that is asked (R-15)."""

    code = "MUST_MELD_TAKEN"
    card: Card
    build: bool = False

    @property
    def case(self) -> str:
        return "build" if self.build else "meld"


VIOLATIONS: Final[tuple[type[Violation], ...]] = tuple(
    sorted(
        (
            kind
            for kind in list(globals().values())
            if isinstance(kind, type) and issubclass(kind, Violation) and kind.code
        ),
        key=lambda kind: kind.code,
    )
)


class IllegalMove(RummyError):
    """A move that the rules refuse.

    Attributes:
        violations: every reason; never empty.
        position: the text of the position in which it was refused.
        move: the text of the move.

    >>> from rummy_lab.core.referee import play, position
    >>> try:
    ...     play(position("schmidt; hand A+ 4r 5r 9r; turn A"), "meld 4r 5r 9r; end")
    ... except IllegalMove as refusal:
    ...     print([reason.code for reason in refusal.violations], refusal.move)
    ['GAP'] meld 4r 5r 9r; end
    """

    def __init__(self, violations: Iterable[Violation], position: str = "", move: str = "") -> None:
        self.violations, self.position, self.move = tuple(violations), position, move
        ValueError.__init__(self, self.violations, position, move)

    @property
    def sentence(self) -> str:
        """The move and the codes of the reasons."""
        return str(self)

    def __str__(self) -> str:
        codes = ", ".join(violation.code for violation in self.violations)
        why = "rl.explain(v) says why for each v in its violations"
        return f"{self.move!r} is not allowed: {codes}; {why} (in {self.position})"


class AmbiguousJoker(IllegalMove):
    """A joker that may stand for several cards and does not say for which; `violations`, `position` and `move` as in
    `IllegalMove`.

    Source: C-3.

    >>> from rummy_lab.core.referee import play, position
    >>> try:
    ...     play(position("rummy40; hand A+ * 9h 10h 2c; pile 3s; stock ??x9; turn A drew"), "meld * 9h 10h")
    ... except AmbiguousJoker as question:
    ...     print(question.readings)
    ([9h 10h *Jh], [*8h 9h 10h])
    """

    @property
    def readings(self) -> tuple[Meld, ...]:
        """The melds that the cards may be, dearest first."""
        return next((v.readings for v in self.violations if isinstance(v, JokerUndeclared)), ())

    def __str__(self) -> str:
        choices = " or ".join(map(str, self.readings))
        return f"{self.move!r}: say what the joker stands for: {choices} (in {self.position})"


def placed_at(violations: Iterable[Violation], at: int) -> tuple[Violation, ...]:
    """The same reasons, said of the move at this place of a sequence."""
    return tuple(replace(violation, at=at) for violation in violations)
