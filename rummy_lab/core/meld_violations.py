"""Reasons that lie in one meld, and what all reasons share; `violations` has the whole list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rummy_lab.core.cards import Card
from rummy_lab.core.melds import Meld


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One reason why a move is not allowed; each kind has its own code and fields, and no sentence (`explain` says it).

    Attributes:
        at: in a refused sequence of moves, the place (from 0) of the move that it refuses.
        code: the stable name of the reason.

    Source: the numbers of the rules stand at each kind; `place` says where they are printed.

    >>> from rummy_lab.core.referee import check, position
    >>> (reason,) = check(position("schmidt; hand A+ 4r 5r 9r; turn A"), "meld 4r 5r 9r; end")
    >>> reason.code, reason.at
    ('GAP', 1)
    """

    at: int = 0
    code: ClassVar[str] = ""

    @property
    def case(self) -> str:
        """Which of the sentences of this code fits, empty for the only one."""
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class InMeld(Violation):
    """A reason that lies in one meld: its number on the table (0 for cards not on the table yet) and its cards."""

    heap: int = 0
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TooShort(InMeld):
    """Fewer cards than a meld needs (S-10, S-11, R-7, R-8)."""

    code = "TOO_SHORT"
    need: int = 3

    @property
    def case(self) -> str:
        return "empty" if not self.cards else "one" if len(self.cards) == 1 else "many"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftTooShort(TooShort):
    """Cards were taken away until too few of the meld remained (S-30, S-32)."""

    code = "LEFT_TOO_SHORT"


@dataclass(frozen=True, slots=True, kw_only=True)
class TooLong(InMeld):
    """A set with more cards than a set may have (S-10, R-7)."""

    code = "TOO_LONG"
    most: int = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class MixedColour(InMeld):
    """A run of more than one suit (S-11, R-8)."""

    code = "MIXED_COLOUR"


@dataclass(frozen=True, slots=True, kw_only=True)
class MixedRank(InMeld):
    """A set of more than one rank (S-10, R-7)."""

    code = "MIXED_RANK"


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourTwice(InMeld):
    """A set with one suit twice (S-10, R-7)."""

    code = "COLOUR_TWICE"
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap(InMeld):
    """A run in which ranks are missing or stand twice (S-11, R-8)."""

    code = "GAP"
    twice: bool = False

    @property
    def case(self) -> str:
        return "twice" if self.twice else "gap"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrap(InMeld):
    """A run that goes on past its highest card (S-12, R-9)."""

    code = "WRAP"


@dataclass(frozen=True, slots=True, kw_only=True)
class AceLow(InMeld):
    """An ace below the two where it is the highest card (R-9)."""

    code = "ACE_LOW"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoNatural(InMeld):
    """A meld of jokers alone (C-4)."""

    code = "NO_NATURAL"


@dataclass(frozen=True, slots=True, kw_only=True)
class TooManyJokers(InMeld):
    """More jokers than a meld may hold, or two side by side (S-19)."""

    code = "TOO_MANY_JOKERS"
    most: int = 0
    adjacent: bool = False

    @property
    def case(self) -> str:
        return "adjacent" if self.adjacent else "one" if self.most == 1 else "many"


@dataclass(frozen=True, slots=True, kw_only=True)
class JokerUndeclared(InMeld):
    """A joker that may stand for more than one card and does not say for which (C-2, C-3)."""

    code = "JOKER_UNDECLARED"
    readings: tuple[Meld, ...] = ()
