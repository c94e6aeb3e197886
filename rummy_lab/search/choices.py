"""Some of the legal choices that are due: the draw, or whole turns."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice

from rummy_lab.core.moves import Draw, Move, Pass, Take, Turn
from rummy_lab.core.state import State
from rummy_lab.core.views import View
from rummy_lab.search.acting import Act, acts, after, closings
from rummy_lab.search.existence import some_play


def legal_turns(view: View | State, limit: int = 100) -> tuple[Turn, ...]:
    """At most `limit` legal choices for the seat to move, in a fixed order; empty only where nothing can be done.

    Before the draw of a draw-first game these are `draw`, `take` (where some turn can follow it) and `pass`; else
    whole turns, the shortest first. Not all there are: rearrangements are those of a few cards at a time.

    >>> from rummy_lab.core.referee import position
    >>> here = position("schmidt; table [6r 7r 8r]; hand A+ 5r 9r 9b; stock 1y; turn A")
    >>> legal_turns(here, 3)
    (draw, layoff 5r>1; end, layoff 9r>1; end)
    """
    state = view.state if isinstance(view, View) else view
    turns = tuple(islice(_choices(state, limit), limit))
    if not turns and state.rules.needs_search and not state.work.touched:
        # Playing is compulsory, and what has to be played lies deeper than a few cards at a time.
        play = some_play(state)
        return () if play is None else (play,)
    return turns


def _choices(state: State, limit: int) -> Iterator[Turn]:
    if state.over is not None:
        return
    for move in _draws(state):
        yield Turn((move,))
    if not (state.rules.has_pile and state.phase == "start"):
        yield from whole_turns(state, limit)


def _draws(state: State) -> Iterator[Move]:
    if state.work.touched or state.phase == "took":
        return
    if state.stock is not None:
        yield from (move for move in (Draw(), Pass()) if after(state, (move,)) is not None)
    if state.pile and state.phase == "start":
        took = after(state, (Take(),))
        if took is not None and next(whole_turns(took, 1000), None) is not None:
            yield Take()


def whole_turns(state: State, enough: int) -> Iterator[Turn]:
    """Ends of the turn from here: none, one, two ... acts and a closing move; positions reached twice count once.

    After `enough` positions no further ones are looked for.
    """
    queue: deque[tuple[State, Act]] = deque([(state, ())])
    seen = {state.key}
    while queue:
        here, done = queue.popleft()
        for move in closings(here):
            yield Turn((*done, move))
        if len(seen) >= enough:
            continue
        for act, there in acts(here):
            if there.key not in seen:
                seen.add(there.key)
                queue.append((there, (*done, *act)))
