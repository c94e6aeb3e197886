"""A moment of a film as a step of a lesson: the position shown, and the turn that is played in it."""

from __future__ import annotations

from typing import Any, NamedTuple

from rummy_lab.core.moves import Turn
from rummy_lab.core.state import State
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.viewer_film import Film
from rummy_lab.widgets.workshop_texts import work


class Moment(NamedTuple):
    """A position at the start of a turn, and the turn; None where none is known."""

    state: State
    turn: Turn | None


def moment_of(film: Film, frame: int) -> Moment:
    """The turn that is being played at this frame, between turns the next one; at the end there is only a position.

    A last turn that is refused is kept, to be asked about.

    >>> from rummy_lab.widgets.frames import frames_of
    >>> film = Film(frames_of("schmidt; table [6r 7r 8r]; hand A+ 5r 9b; turn A", ["layoff 5r>1; end"]))
    >>> str(moment_of(film, 0).turn), str(moment_of(film, 1).turn)
    ('layoff 5r>1; end', 'layoff 5r>1; end')
    """
    found = [turn for turn, end in zip(film.turns, film.ends[1:], strict=True) if frame < end]
    if not found and film.frames[-1].refused:
        found = [*film.turns[-1:]]
    if found and found[0].moves:
        return Moment(State(found[0].start.state.base), Turn(found[0].moves))
    return Moment(film.frames[frame].state, None)


def make_step(film: Film, frame: int, lang: Language) -> tuple[Any, str]:
    """A workshop with the moment as a step, and what is to be said about it."""
    # A lesson shows tables, and a game shows its deal in a viewer when it is over.
    from rummy_lab.widgets.workshop import LessonWorkshop

    state, turn = moment_of(film, frame)
    workshop = LessonWorkshop(lang=lang)
    workshop.add(state, turn)
    return workshop, work("moment_over" if state.over is not None else "moment_made", lang)
