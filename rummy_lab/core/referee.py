"""The referee: is this move legal, why not, and what comes of it. Everything else only proposes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, cast

from rummy_lab.core import building, rearrange, swaps, turns
from rummy_lab.core.asked import one_text
from rummy_lab.core.errors import NotationError, RummyError, shown
from rummy_lab.core.moves import (
    Arrange,
    Discard,
    Draw,
    End,
    Join,
    Lay,
    Layoff,
    Move,
    Pass,
    Pull,
    Split,
    Swap,
    Take,
    Turn,
)
from rummy_lab.core.notation import read_base
from rummy_lab.core.state import State, Work, known_hand
from rummy_lab.core.turns import Exists
from rummy_lab.core.views import View, state_of
from rummy_lab.core.violations import (
    AmbiguousJoker,
    DealOver,
    IllegalMove,
    JokerUndeclared,
    MeldFixed,
    NotYourTurn,
    OneCardOnly,
    Seat,
    TurnIsOver,
    Violation,
    placed_at,
)
from rummy_lab.core.workspace import Refusal

Act = Callable[[State, Any], Work | Refusal]

_REARRANGE: Final[dict[type[Move], Act]] = {
    Lay: rearrange.lay, Layoff: rearrange.layoff, Pull: rearrange.pull, Split: rearrange.split,
    Join: rearrange.join, Swap: swaps.swap, Arrange: rearrange.arrange,
}  # fmt: skip


def _fixed(_state: State, move: Pull | Split | Join | Arrange) -> Refusal:
    return (MeldFixed(heap=0 if isinstance(move, Arrange) else move.heap),)


_BUILD: Final[dict[type[Move], Act]] = {
    Lay: building.lay, Layoff: building.layoff, Swap: swaps.swap,
    Pull: _fixed, Split: _fixed, Join: _fixed, Arrange: _fixed,
}  # fmt: skip


def attempt(state: State, move: Move, exists: Exists | None = None) -> State | Refusal:
    """The state after a move, or every reason against it."""
    if state.over is not None:
        return (DealOver(),)
    match move:
        case Draw():
            return turns.draw(state, move, exists)
        case Take():
            return turns.take(state, move)
        case Discard():
            return turns.discard(state, move, exists)
        case End():
            return turns.end(state, exists)
        case Pass():
            return turns.pass_turn(state, exists)
        case _:
            return _act(state, move)


def _act(state: State, move: Move) -> State | Refusal:
    if fault := turns.phase_fault(state):
        return (fault,)
    if state.moves and isinstance(state.moves[-1], Arrange) and not isinstance(move, Arrange):
        # `arrange` is the whole turn: it is ended or taken back.
        return (TurnIsOver(),)
    acts = _REARRANGE if state.rules.table.mode == "rearrange" else _BUILD
    result = acts[type(move)](state, move)
    return result if isinstance(result, tuple) else state.then(move, result)


def _moves(given: object) -> Turn:
    move: object = given
    if isinstance(move, str):
        return Turn.parse(move)
    if isinstance(move, Move):
        return Turn([move])
    if isinstance(move, list | tuple):
        moves = cast("list[object] | tuple[object, ...]", move)
        if all(isinstance(one, Move) for one in moves):
            return Turn(cast("tuple[Move, ...]", moves))
    raise RummyError("moves are written as one text, as 'layoff 6g>1; end', not {given}", given=shown(given))


@one_text()
def _sequence(state: State, move: Move | Turn | str, exists: Exists | None) -> tuple[State, Refusal]:
    """The state after the moves that are legal, and why the first refused one is not."""
    turn = state.base.turns
    before: Move | None = None
    for at, one in enumerate(_moves(move)):
        if before is not None and (state.base.turns != turn or state.over is not None):
            return state, (_after_the_end(before, one, at),)
        result = attempt(state, one, exists)
        if isinstance(result, tuple):
            return state, placed_at(result, at) if at else result
        state, before = result, one
    return state, ()


def _after_the_end(before: Move, move: Move, at: int) -> Violation:
    if isinstance(move, Draw) and isinstance(before, Draw):
        return OneCardOnly(what="draw", at=at)
    if isinstance(move, Discard) and isinstance(before, Discard):
        return OneCardOnly(what="discard", at=at)
    return TurnIsOver(at=at)


def check(
    state: State | View, move: Move | Turn | str, *, seat: Seat | None = None, exists: Exists | None = None
) -> tuple[Violation, ...]:
    """Every reason why a move or turn is not allowed; empty when it is legal.

    Args:
        state: a State, or a View: what the mover does not see plays no part.
        move: a Move, a Turn or its text. Of a sequence the reasons are those of its first refused move, which `at`
            counts from 0.
        seat: who wants to move; left out: whose turn it is.
        exists: asked by rule sets in which playing is compulsory (`rummy_lab.search.exists`).

    Raises:
        NotationError: for a text that is no move.
        IncompletePosition: where the position does not say enough.
        RummyError: for a seat that there is not.

    Source: S-10 to S-38, R-7 to R-31; each reason names its numbers.

    >>> here = position("schmidt; table [6r 7r 8r]; hand A+ 5r 10r; turn A")
    >>> check(here, "layoff 5r>1; end")
    ()
    >>> [v.code for v in check(here, "layoff 10r>1; end")]
    ['GAP']
    """
    full = state_of(state)
    moves = _moves(move)
    if seat is not None and seat not in full.seats:
        raise RummyError("no seat {seat} here; seats are {seats}", seat=shown(seat), seats=", ".join(full.seats))
    if seat is not None and seat != full.seat and full.over is None:
        return (NotYourTurn(seat=seat, turn_of=full.seat),)
    return _sequence(full, moves, exists)[1]


def play(state: State, move: Move | Turn | str, *, exists: Exists | None = None) -> State:
    """The state after a move or turn; the given state is never changed.

    Args:
        state: where it begins.
        move: a Move, a Turn or its text.
        exists: asked by rule sets in which playing is compulsory (`rummy_lab.search.exists`).

    Raises:
        IllegalMove: with every reason, as `check` gives them.
        AmbiguousJoker: where a joker has to say what it stands for.
        NotationError: for a text that is no move.
        IncompletePosition: where the position does not say enough.

    Source: as of `check`.

    >>> after = play(position("schmidt; table [6r 7r 8r]; hand A+ 5r 10r; turn A"), "layoff 5r>1; end")
    >>> str(after.table), after.seat
    ('[5r 6r 7r 8r]', 'B')
    """
    after, refusal = _sequence(state_of(state), move, exists)
    if refusal:
        raise _error(refusal, state, move)
    return after


def play_until_error(
    state: State, turn: Move | Turn | str, *, exists: Exists | None = None
) -> tuple[State, tuple[Violation, ...]]:
    """The state after the legal part of a turn, and why its first refused move is not allowed; no reasons where all
    are.

    `state`, `turn` and `exists` are those of `play`. Raises NotationError and IncompletePosition as `play` does.

    Source: as of `check`.

    >>> here = position("schmidt; table [6r 7r 8r]; hand A+ 5r 10r; turn A")
    >>> after, reasons = play_until_error(here, "layoff 5r>1; layoff 2b>1; end")
    >>> str(after.table), [reason.code for reason in reasons]
    ('[5r 6r 7r 8r]', ['NOT_IN_HAND'])
    """
    return _sequence(state_of(state), turn, exists)


def _error(refusal: Refusal, state: State, move: Move | Turn | str) -> IllegalMove:
    asks = len(refusal) == 1 and isinstance(refusal[0], JokerUndeclared) and bool(refusal[0].readings)
    kind = AmbiguousJoker if asks else IllegalMove
    return kind(refusal, str(state), str(move))


def undo(state: State) -> State:
    """The state before the last move of `state`; never beyond its base, which is returned as it is. Raises nothing.

    >>> here = position("schmidt; table [6r 7r 8r]; hand A+ 5r 9r; turn A: layoff 5r>1")
    >>> undo(here).table, undo(undo(here)) == undo(here)
    ([6r 7r 8r], True)
    """
    return state.before


def position(text: str) -> State:
    """Read a position from its text, with the moves made since where it names them.

    Args:
        text: the rule set, then fields with semicolons between them, as `schmidt; table [6r 7r 8r]; hand A 4r; turn A`.
            A field that is missing is unknown, a missing table empty.

    Raises:
        NotationError: with the place and the mend.
        IllegalMove: where one of its moves is not allowed.

    >>> position("schmidt; table [6r 7r 8r]; hand A+ 5r 9r; turn A: layoff 5r>1").table
    [5r 6r 7r 8r]
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise RummyError("a position is a text, as 'schmidt; hand A 4r; turn A', not {given}", given=shown(text))
    base, moves, at = read_base(text)
    state = State(base)
    if not moves.strip():
        return state
    try:
        turn = Turn.parse(moves)
    except NotationError as fault:
        raise fault.within(text, at) from None
    for move in turn:
        result = attempt(state, move)
        if isinstance(result, tuple):
            raise _error(result, state, move)
        state = result
    return state


def steps(state: State | View, *, exists: Exists | None = None) -> Iterator[Move]:
    """The moves that may be made now: a finite basis from which every legal turn can be built.

    Before `end` of a turn they are small: `arrange`, which says the same at once, is not among them.

    Args:
        state: a State or a View.
        exists: asked by rule sets in which playing is compulsory (`rummy_lab.search.exists`).

    Raises IncompletePosition where the position does not say enough.

    Source: as of `check`.

    >>> [str(move) for move in steps(position("schmidt; table [6r 7r 8r]; hand A+ 5r; stock ??x9; turn A"))]
    ['draw', 'layoff 5r>1', 'pull 6r<1', 'pull 7r<1', 'pull 8r<1', 'split 1/6r', 'split 1/7r']
    """
    from rummy_lab.core.steps import candidates

    full = state_of(state)
    if full.over is None:
        known_hand(full)
    for move in candidates(full):
        if not isinstance(attempt(full, move, exists), tuple):
            yield move
