"""Playing on from a position of a film: who plays which seat, and the widget in which it is played."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ipywidgets import Button, VBox

from rummy_lab.bots import BOTS
from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.core.state import State
from rummy_lab.core.violations import Seat
from rummy_lab.widgets.panel import free
from rummy_lab.widgets.sitting import ME, Sitting
from rummy_lab.widgets.table_view import TableView
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.viewer_film import Film
from rummy_lab.widgets.viewer_texts import tell
from rummy_lab.words import caption
from rummy_lab.words.scene import bot_name

SECONDS_A_TURN: Final = 1.2
STAND_IN: Final = "greedy"
"""Plays the seats of people and of functions that have no bot's name."""


class PlayedOn(NamedTuple):
    """The widget in which it is played, and who plays what, in words."""

    widget: Any
    said: str


class PlayedBelow(VBox):  # type: ignore[misc]
    """Where it is played, with a button that takes it away again; empty while nothing is played."""

    def __init__(self) -> None:
        self.button = Button()
        super().__init__([])

    def show(self, widget: Any) -> None:
        """Show this in place of what was played."""
        self.clear()
        self.children = [self.button, widget]

    def clear(self) -> None:
        """Take away what is played, and free it."""
        played, self.children = self.children[1:], []
        for widget in played:
            widget.close()  # first of all what thinks in it
            free(widget)

    def close(self) -> None:
        """Free all of it."""
        if "button" in self.__dict__:
            self.clear()
            free(self.button)
        super().close()


def play_on(film: Film, frame: int, seat: Seat | None, lang: Language) -> PlayedOn:
    """A game between the person and bots, or a table for practice where the film is no record of a game.

    The person plays the seat that looks, else the seat to move. Raises RummyError, in words of this language.
    """
    state = film.frames[frame].state
    if state.over is not None:
        raise RummyError(tell("play_on_over", lang))
    me = seat or state.seat
    said = [tell("you_are", lang, player=caption("player", lang, seat=me))]
    if film.source is None:
        if me != state.seat:
            raise RummyError(tell("play_on_other", lang, player=caption("player", lang, seat=state.seat)))
        return PlayedOn(TableView(state, seat=me, lang=lang), " ".join([*said, tell("on_table", lang)]))
    players = [ME if one == me else _bot_of(film, one) for one in state.seats]
    said += [
        tell("bot_plays", lang, player=caption("player", lang, seat=one), name=bot_name(name, lang))
        for one, name in zip(state.seats, players, strict=True)
        if one != me
    ]
    return PlayedOn(_game(state, players, me, film.source.seed, lang), " ".join(said))


def _bot_of(film: Film, seat: Seat) -> str:
    name = film.player(seat)
    return name if name in BOTS else STAND_IN


def _game(state: State, players: list[str], me: Seat, seed: int, lang: Language) -> Any:
    # A game shows its deal in a viewer when it is over.
    from rummy_lab.widgets.play_game import PlayGame

    sitting = Sitting(state.rules, players, seed, start=State(state.base))
    game = PlayGame(match=sitting, lang=lang, pace=SECONDS_A_TURN)
    if state.moves and me == state.seat:
        game.table.play(str(Turn(state.moves)))  # so that they can be undone
    return game
