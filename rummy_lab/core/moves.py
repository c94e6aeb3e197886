"""Moves and turns as values, and their text (the referee says which are legal)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Final

from rummy_lab.core.cards import Card, read_cards, write_cards
from rummy_lab.core.errors import LONGEST_TEXT, NotationError, Phrase
from rummy_lab.core.melds import Meld, Table

MOST_MOVES: Final = 1000
"""The moves of a turn that are read: far more than a table has cards to move."""


@dataclass(frozen=True, slots=True)
class Move:
    """One step of a turn; `verb` is the word it starts with.

    >>> move = Move.parse("pull 2g<1")
    >>> move.verb, str(move)
    ('pull', 'pull 2g<1')
    """

    verb: ClassVar[str] = ""

    def __str__(self) -> str:
        return f"{self.verb} {self._rest()}".rstrip()

    def _rest(self) -> str:
        return ""

    @staticmethod
    def parse(text: str) -> Move:
        """Read one move from a text; raises NotationError.

        >>> Move.parse("layoff 5r  9r > 1")
        Layoff(cards=(5r, 9r), heap=1)
        """
        return read_move(text)


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Draw from the stock; a named card is an assertion."""

    verb = "draw"
    card: Card | None = None

    def _rest(self) -> str:
        return str(self.card) if self.card else ""


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Take the top of the discard pile; a named card is an assertion."""

    verb = "take"
    card: Card | None = None

    def _rest(self) -> str:
        return str(self.card) if self.card else ""


@dataclass(frozen=True, slots=True)
class Lay(Move):
    """Lay cards as a new meld."""

    verb = "meld"
    cards: tuple[Card, ...]

    def _rest(self) -> str:
        return write_cards(self.cards)


@dataclass(frozen=True, slots=True)
class Layoff(Move):
    """Add cards to a meld on the table."""

    verb = "layoff"
    cards: tuple[Card, ...]
    heap: int

    def _rest(self) -> str:
        return f"{write_cards(self.cards)}>{self.heap}"


@dataclass(frozen=True, slots=True)
class Pull(Move):
    """Take cards out of a meld."""

    verb = "pull"
    cards: tuple[Card, ...]
    heap: int

    def _rest(self) -> str:
        return f"{write_cards(self.cards)}<{self.heap}"


@dataclass(frozen=True, slots=True)
class Split(Move):
    """Cut a meld after a card; the upper part gets the next number."""

    verb = "split"
    heap: int
    card: Card

    def _rest(self) -> str:
        return f"{self.heap}/{self.card}"


@dataclass(frozen=True, slots=True)
class Join(Move):
    """Put the second meld into the first."""

    verb = "join"
    heap: int
    other: int

    def _rest(self) -> str:
        return f"{self.heap} {self.other}"


@dataclass(frozen=True, slots=True)
class Swap(Move):
    """Put natural cards in the place of jokers, which become free."""

    verb = "swap"
    cards: tuple[Card, ...]
    heap: int

    def _rest(self) -> str:
        return f"{write_cards(self.cards)}>{self.heap}"


@dataclass(frozen=True, slots=True)
class Arrange(Move):
    """Lay the whole table anew."""

    verb = "arrange"
    melds: Table

    def _rest(self) -> str:
        return str(self.melds)


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Lay one card on the discard pile, which ends the turn."""

    verb = "discard"
    card: Card

    def _rest(self) -> str:
        return str(self.card)


@dataclass(frozen=True, slots=True)
class End(Move):
    """End the turn."""

    verb = "end"


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Do nothing."""

    verb = "pass"


class Turn(tuple[Move, ...]):
    """Moves in their order, written with semicolons between them; a tuple made from any iterable of moves.

    >>> Turn.parse("layoff 6g>1; end")
    layoff 6g>1; end
    """

    __slots__ = ()

    def __str__(self) -> str:
        return "; ".join(map(str, self))

    __repr__ = __str__

    @staticmethod
    def parse(text: str) -> Turn:
        """Read moves separated by semicolons from a text; raises NotationError."""
        moves: list[Move] = []
        at = 0
        if len(text) > LONGEST_TEXT:
            most = Phrase("a turn has at most {most} characters; leave out what is too much", most=LONGEST_TEXT)
            raise NotationError(text, LONGEST_TEXT, most)
        for part in text.split(";"):
            if len(moves) == MOST_MOVES:
                raise NotationError(
                    text, at, Phrase("a turn has at most {most} moves; leave some out", most=MOST_MOVES)
                )
            if part.strip():
                try:
                    moves.append(read_move(part))
                except NotationError as fault:
                    raise fault.within(text, at) from None
            elif text.strip():
                raise NotationError(text, at, "a move is missing between two semicolons; take one semicolon away")
            at += len(part) + 1
        return Turn(moves)


_HOW: Final = {
    "draw": Phrase("draw or draw 7h"), "take": Phrase("take or take Qd"), "meld": "meld 2g 2y 2b",
    "layoff": "layoff 6g>1", "pull": "pull 2g<1", "split": "split 1/4b", "join": "join 1 2", "swap": "swap 6r>1",
    "arrange": "arrange [4r 5r 6r] [8r 8y 8g]", "discard": "discard Kc", "end": "end", "pass": "pass",
}  # fmt: skip
_REST: Final = {
    "draw": r"(\S*)", "take": r"(\S*)", "meld": r"(.+)", "layoff": r"(.*\S)\s*>\s*(\d{1,3})",
    "pull": r"(.*\S)\s*<\s*(\d{1,3})", "split": r"(\d{1,3})\s*/\s*(\S+)", "join": r"(\d{1,3})\s+(\d{1,3})",
    "swap": r"(.*\S)\s*>\s*(\d{1,3})", "arrange": r"(.+)", "discard": r"(\S+)", "end": r"", "pass": r"",
}  # fmt: skip


def _meld_cards(text: str) -> tuple[Card, ...]:
    return Meld.parse(f"[{text}]", top=0).slots


def _made(verb: str, parts: tuple[str, ...]) -> Move:
    match verb, parts:
        case "draw", (card,):
            return Draw(Card.parse(card) if card else None)
        case "take", (card,):
            return Take(Card.parse(card) if card else None)
        case "meld", (cards,):
            return Lay(_meld_cards(cards))
        case "layoff", (cards, heap):
            return Layoff(read_cards(cards), int(heap))
        case "pull", (cards, heap):
            return Pull(read_cards(cards), int(heap))
        case "swap", (cards, heap):
            return Swap(read_cards(cards), int(heap))
        case "split", (heap, card):
            return Split(int(heap), Card.parse(card))
        case "join", (heap, other):
            return Join(int(heap), int(other))
        case "arrange", (melds,):
            return Arrange(Table.parse(melds, top=0))
        case "discard", (card,):
            return Discard(Card.parse(card))
        case _:
            return End() if verb == "end" else Pass()


def read_move(text: str) -> Move:
    """Read one move; raises NotationError with the place of the fault."""
    stripped = text.strip()
    at = text.find(stripped)
    verb, _, _ = stripped.partition(" ")
    if verb not in _HOW:
        raise NotationError(
            text, at, Phrase("no move begins with {verb}; moves are {moves}", verb=repr(verb), moves=", ".join(_HOW))
        )
    rest = stripped[len(verb) :].strip()
    found = re.fullmatch(_REST[verb], rest)
    if found is None:
        raise NotationError(
            text, at, Phrase("{move} is not finished; write {how}", move=repr(stripped), how=_HOW[verb])
        )
    try:
        return _made(verb, found.groups())
    except NotationError as fault:
        raise fault.within(text, _offset(text, at, fault.text)) from None


def _offset(text: str, start: int, part: str) -> int:
    """Where the part that was read stands in the text; the cards of a new meld were read in brackets."""
    found = text.find(part, start)
    return found if found >= 0 else text.find(part[1:-1], start) - 1
