"""What is stepped through: one film a deal, its turns as short lines."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, cast

from rummy_lab.core.cards import FRENCH, Card
from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Discard, Draw, Move, Pass, Take
from rummy_lab.core.violations import Seat
from rummy_lab.draw.captions import written
from rummy_lab.records import Record
from rummy_lab.widgets.frames import Frame, Game, Played, frames_of, turn_ends
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.viewer_texts import tell
from rummy_lab.words import explain

Marked = Collection[int] | Sequence[Collection[int]]
_WIDE_SPACE = "\N{EM SPACE}"
_DIGIT_SPACE = "\N{FIGURE SPACE}"  # as wide as a digit, so that the lines of a long game stand below each other


class PlayedTurn(NamedTuple):
    """A turn of a film: its number from 1, the frame it begins in, its frames, who played it."""

    number: int
    start: Frame
    frames: tuple[Frame, ...]
    seat: Seat

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that were made or, the last one, tried."""
        return tuple(move for frame in self.frames for move in frame.moves)


@dataclass(frozen=True)
class Film:
    """One deal, example or row of positions.

    Attributes:
        source: the record, where it is one.
        marked: the numbers of the turns that had a better one.
    """

    frames: tuple[Frame, ...]
    source: Record | None = None
    marked: frozenset[int] = frozenset()

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """The places of the frames between turns."""
        return turn_ends(self.frames)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats whose hands are told."""
        return tuple(seat for seat, hand in self.frames[0].state.hands.items() if hand is not None)

    @cached_property
    def turns(self) -> tuple[PlayedTurn, ...]:
        """The turns, in order; empty where only positions are known."""
        found: list[PlayedTurn] = []
        for number, (start, end) in enumerate(zip(self.ends, self.ends[1:], strict=False), 1):
            frames = self.frames[start + 1 : end + 1]
            found.append(
                PlayedTurn(number, self.frames[start], frames, frames[0].seat or self.frames[start].state.seat)
            )
        return tuple(found)

    def turn_at(self, frame: int) -> PlayedTurn | None:
        """The turn that this frame belongs to; None at the start."""
        return next((turn for turn, end in zip(self.turns, self.ends[1:], strict=True) if 0 < frame <= end), None)

    def player(self, seat: Seat) -> str:
        """The name of who played this seat; empty where it is not known."""
        if self.source is None:
            return ""
        return self.source.players[self.source.start.seats.index(seat)]

    def lines(self, lang: Language) -> list[str]:
        """Each turn in one short line, nothing in it that was hidden.

        >>> film = Film(frames_of("schmidt; table [6r 7r 8r]; hand A+ 5r 10r; turn A", ["layoff 5r>1; end"]))
        >>> [line.split() for line in film.lines("en")]
        [['1', 'A', 'lays', '1', 'card']]
        """
        digits = len(str(len(self.turns)))
        return [_line(turn, lang, digits, marked=turn.number in self.marked) for turn in self.turns]


def films_of(game: Game, turns: Sequence[Played | Sequence[Played]], marked: Marked) -> tuple[Film, ...]:
    """The films of a game, one a record; raises RummyError."""
    if isinstance(game, list | tuple) and game and all(isinstance(one, Record) for one in game):
        if turns:
            raise RummyError("turns are played from one position; a record or a list of positions has its own")
        records = cast("Sequence[Record]", game)
        rows = list(marked) or [()] * len(records)
        if len(rows) != len(records) or not all(isinstance(row, Collection) for row in rows):
            raise RummyError(
                "marked holds the numbers of turns, for {count} records a collection each", count=len(records)
            )
        return tuple(_film(one, (), cast("Collection[int]", row)) for one, row in zip(records, rows, strict=True))
    return (_film(game, turns, cast("Collection[int]", marked)),)


def _film(game: Game, turns: Sequence[Played | Sequence[Played]], marked: Collection[int]) -> Film:
    frames = frames_of(game, turns)
    film = Film(frames, game if isinstance(game, Record) else None)
    wrong = next((one for one in marked if one not in range(1, len(film.turns) + 1)), None)
    if wrong is not None:
        raise RummyError(
            "marked holds {given}; the turns have the numbers 1 to {count}", given=repr(wrong), count=len(film.turns)
        )
    return Film(frames, film.source, frozenset(marked))


def _line(turn: PlayedTurn, lang: Language, digits: int, *, marked: bool) -> str:
    parts = ", ".join(_parts(turn, lang))
    sign = f"{_WIDE_SPACE}{tell('better', lang)}" if marked else ""
    number = str(turn.number).rjust(digits, _DIGIT_SPACE)
    return f"{number}{_WIDE_SPACE}{turn.seat}{_WIDE_SPACE}{parts}{sign}"


def _parts(turn: PlayedTurn, lang: Language) -> list[str]:
    last, moves = turn.frames[-1], turn.moves
    parts: list[str] = []
    if any(isinstance(move, Draw) for move in moves):
        parts.append(tell("draws", lang))
    for move in moves:
        if isinstance(move, Take):
            card = move.card or next(reversed(turn.start.state.pile or ()), None)
            parts.append(tell("takes", lang, card=_drawn(card, lang)) if card else tell("takes_any", lang))
    if laid := 0 if last.refused else _laid(turn):
        parts.append(tell("lays_one" if laid == 1 else "lays", lang, count=laid))
    parts += [tell("discards", lang, card=_drawn(move.card, lang)) for move in moves if isinstance(move, Discard)]
    parts += [tell("passes", lang) for move in moves if isinstance(move, Pass)]
    over = last.state.over
    if over is not None and over.how == "out" and not last.state.hands[turn.seat]:
        parts.append(tell("goes_out", lang))
    if last.refused:
        parts.append(tell("not_allowed", lang))
    if last.note:
        parts.append(tell("gives_up", lang))
    return parts or [tell("only_moves", lang)]


def _drawn(card: Card, lang: Language) -> str:
    """A card in few letters, as it is drawn: `♥D` in German; in words where the suit is a colour."""
    return explain(card, lang) if card.joker or card.suits != FRENCH else written(card, lang)


def _laid(turn: PlayedTurn) -> int:
    """Cards that left the hand for the table; 0 where the hand is not counted."""
    before, after = turn.start.state.counts[turn.seat], turn.frames[-1].state.counts[turn.seat]
    if before is None or after is None:
        return 0
    gained = sum(isinstance(move, Draw | Take) for move in turn.moves)
    return before + gained - after - sum(isinstance(move, Discard) for move in turn.moves)
