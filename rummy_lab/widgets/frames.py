"""What can be stepped through, as a row of frames: a state each, and the move that led to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, cast

from rummy_lab.core.errors import Phrase, RummyError
from rummy_lab.core.events import Event
from rummy_lab.core.history import happened
from rummy_lab.core.moves import Move, Turn
from rummy_lab.core.referee import play, play_until_error, position
from rummy_lab.core.state import State
from rummy_lab.core.turns import Exists
from rummy_lab.core.views import View
from rummy_lab.core.violations import Seat, Violation
from rummy_lab.records import Record
from rummy_lab.search.puzzles import Puzzle

NO_MOVES: Final = Turn()
Game = Record | Puzzle | State | View | str | Sequence[State] | Sequence[Record]
Played = Turn | Move | str
"""A turn, or a part of one."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the film.

    Attributes:
        state: the table after the move; where the move is refused, before it.
        moves: what led here; empty at the start, and where only positions are known.
        seat: who moved; where the move is refused, whose turn it was given as.
        refused: why the move is not allowed.
        events: where the turn ends, what all saw happen in it.
        note: what else is to be said, as it was written down.
    """

    state: State
    moves: Turn = NO_MOVES
    seat: Seat = ""
    refused: tuple[Violation, ...] = ()
    events: tuple[Event, ...] = ()
    note: str = ""


def frames_of(game: Game, turns: Iterable[Played | Sequence[Played]] = ()) -> tuple[Frame, ...]:
    """The frames of a record, of positions in a row, or of a position and the turns played from it.

    A turn that is refused ends the row with a frame that keeps the reasons. A puzzle without turns shows its solution.

    >>> [str(frame.moves) for frame in frames_of("schmidt; table [6r 7r 8r]; hand A+ 5r 10r; turn A", ["layoff 5r>1"])]
    ['', 'layoff 5r>1']
    """
    played = tuple(_turns(turns))
    if isinstance(game, str):
        game = position(game)
    if isinstance(game, Puzzle):
        played = played or (game.solution,)
        game = game.position
    if isinstance(game, View):
        game = game.state
    if isinstance(game, State):
        begun = _begun(game)
        return (*begun, *_played(game, played))
    if played:
        raise RummyError("turns are played from one position; a record or a list of positions has its own")
    if isinstance(game, Record):
        return tuple(_recorded(game))
    states = tuple(game) if isinstance(cast(object, game), Iterable) else ()
    if not states or not all(isinstance(state, State) for state in states):
        raise RummyError(
            "a viewer takes a record, a list of records, a position, its text, a puzzle or a list of "
            "positions, not {kind}",
            kind=_kind(game),
        )
    return tuple(_between(cast(Sequence[State], states)))


def _kind(game: object) -> str:
    name = type(game).__name__
    if isinstance(game, Sized) and not len(game):
        return Phrase("an empty {name}", name=name)
    return f"{name} {' '.join(repr(game).split()):.60}"


def _turns(given: Iterable[object]) -> Iterator[Turn]:
    """Each of the texts, moves and turns as a turn; those in a list as if they stood outside of it."""
    for one in given:
        if isinstance(one, str):
            yield Turn.parse(one)
        elif isinstance(one, Move):
            yield Turn([one])
        elif isinstance(one, Turn):
            yield one
        elif isinstance(one, list | tuple):
            yield from _turns(one)
        else:
            raise RummyError("a turn is given as its text, its moves or a list of them, not as {kind}", kind=_kind(one))


def _begun(state: State) -> tuple[Frame, ...]:
    """The moves of a turn that has begun, from its start."""
    chain = [state]
    while chain[-1].moves:
        chain.append(chain[-1].before)
    start, *rest = reversed(chain)
    return (Frame(start), *(Frame(one, Turn(one.moves[-1:]), one.seat) for one in rest))


def _played(state: State, turns: Iterable[Turn], exists: Exists | None = None) -> Iterator[Frame]:
    begun, done = State(state.base), list[Move](state.moves)
    for moves in turns:
        seat = state.seat
        _, refused = play_until_error(state, moves, exists=exists)
        legal = refused[0].at if refused else len(moves)
        for move in moves[:legal]:
            state = play(state, move, exists=exists)
            done.append(move)
            events: tuple[Event, ...] = ()
            if state.over is not None or state.base.turns != begun.base.turns:
                events = happened(begun, state, Turn(done))
                begun, done = state, []
            yield Frame(state, Turn([move]), seat, events=events)
        if refused:
            yield Frame(state, Turn([moves[legal]]), seat, refused)
            return


def _between(states: Sequence[State]) -> Iterator[Frame]:
    yield Frame(states[0])
    for before, after in pairwise(states):
        known = after.base == before.base and after.moves[: len(before.moves)] == before.moves
        yield Frame(after, Turn(after.moves[len(before.moves) :]) if known else NO_MOVES, before.seat)


def _recorded(record: Record) -> Iterator[Frame]:
    yield Frame(record.start)
    yield from _played(record.start, record.turns, record.exists)
    if record.forfeit:
        yield Frame(record.final, note=record.forfeit)


def turn_ends(frames: Sequence[Frame]) -> tuple[int, ...]:
    """The places of the frames between turns: the first, each at which a turn has ended, the last."""
    ends = [0]
    for at in range(1, len(frames)):
        before, here = frames[at - 1].state.base, frames[at].state.base
        if at == len(frames) - 1 or before.turns != here.turns or (before.over is None and here.over is not None):
            ends.append(at)
    return tuple(ends)
