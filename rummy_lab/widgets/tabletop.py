"""A table in play: the position of a turn is remembered and taken back, the hand lies in its order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from rummy_lab.core.errors import RummyError
from rummy_lab.core.history import happened
from rummy_lab.core.moves import Draw, Move, Take, Turn
from rummy_lab.core.state import State
from rummy_lab.core.violations import Seat
from rummy_lab.widgets import marks
from rummy_lab.widgets.desk_frame import Look, Shown
from rummy_lab.widgets.sorting import ORDERS, Order, sorted_hand
from rummy_lab.widgets.telling import Chooser, Question, Refusal, Teller, drawn
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.told import Line, Told, now
from rummy_lab.widgets.tracker import Tracker, hand_of
from rummy_lab.widgets.turn_steps import Step, TurnSteps

LOG_KEPT: Final = 200
Finished = tuple[State, Turn, State]
OnTurn = Callable[[State, Turn, State], None]


class Tabletop:
    """A position and its turn, seen by one seat.

    All that changes is kept in attributes whose values never change themselves, so that a copy of them is a way back.

    Attributes:
        gen: the number of the frame, one more after each change.
        practice: whether one may go back over a card that was drawn.
        look: language, width of the canvas, how cards are marked.
        picked: the ids of the cards that are picked up.
        refusal, chooser, question: what is shown until it is answered or the next gesture comes.
        drawn: how the seat came to the last card that it drew or took; None where it has not yet.
        shared: whether several people look at this table, so that nobody is `you`.
        unaided: says why nothing is taken back and nothing helps here, as in an exam; None: it does.
        no_opening: whether the discard may be taken, but does not let the seat open.
        order: how the hand was sorted last; `autosort`: whether it stays so.
    """

    def __init__(self, state: State, seat: Seat | None, look: Look, *, practice: bool) -> None:
        self._seat: Seat = seat or state.seat
        _known(self._seat, state)
        self.gen = 0
        self.practice = practice
        self.look = look
        self.picked: tuple[str, ...] = ()
        self.refusal: Refusal | None = None
        self.chooser: Chooser | None = None
        self.question: Question | None = None
        self._lines: tuple[Line, ...] = ()
        self.drawn: Draw | Take | None = None
        self.shared = False
        self.unaided: Callable[[], str] | None = None
        self.order: Order = "none"
        self.autosort = False
        self._news: tuple[str, ...] = ()
        self._hints = 0
        self._rows: dict[str, int] = {}
        self._slots: dict[int, int] = {}
        self._finished: Finished | None = None
        self.no_opening = False
        self._turn = TurnSteps.of(state, Tracker.of(State(state.base)))
        self._arrived()

    # What stands

    @property
    def state(self) -> State:
        """The position on the table."""
        return self._turn.now.state

    @property
    def ids(self) -> Tracker:
        """The ids of the cards."""
        return self._turn.now.ids

    @property
    def seat(self) -> Seat:
        """Whose hand lies below; may be set."""
        return self._seat

    @seat.setter
    def seat(self, seat: Seat) -> None:
        _known(seat, self.state)
        if seat != self._seat:
            self._seat, self._news = seat, ()
            self._arrived()
            self._changed()

    @property
    def lang(self) -> Language:
        """The language; may be set."""
        return self.look.lang

    @lang.setter
    def lang(self, lang: Language) -> None:
        self.look, self._news = replace(self.look, lang=lang), ()
        self._changed()

    @property
    def log(self) -> tuple[dict[str, Any], ...]:
        """What happened, `{turn, text}`, the last 200; in the language of now, whichever it was then."""
        return tuple({"turn": line.turn, "text": line.text(self.lang)} for line in self._lines)

    @property
    def hand(self) -> tuple[str, ...]:
        """The ids of the hand below, in the order in which its owner holds them."""
        ids = self.ids.places.get(hand_of(self.seat), ())
        return tuple(sorted(ids, key=lambda one: self._rows.get(one, len(self._rows))))

    @property
    def mine(self) -> bool:
        """Whether it is the turn of the seat whose hand lies below."""
        return self.state.over is None and self.state.seat == self.seat

    @property
    def may_undo(self) -> bool:
        """Whether there is a step to go back to."""
        return self.unaided is None and self._turn.at > 0 and (self.practice or not self._turn.now.revealed)

    @property
    def may_redo(self) -> bool:
        """Whether a step that was taken back can be done again."""
        return self.unaided is None and self._turn.later is not None

    @property
    def teller(self) -> Teller:
        """Who puts it into words."""
        return Teller(self.state.rules, self.lang, self.seat, self.shared)

    def shown(self) -> Shown:
        """What is on show."""
        shown = Shown(self.state, self.ids, self.hand, self.seat, self.picked, self._slots, self.look)
        return replace(shown, no_opening=self.no_opening)

    # What changes it

    def set_state(self, state: State, news: Iterable[Told] = ()) -> None:
        """Show another position, as after the turn of somebody else; cards that are in both keep their ids."""
        before = self.state
        if state.rules == before.rules and state.seats == before.seats:
            ids = self.ids.follow(before, State(state.base))
        else:
            ids = Tracker.of(State(state.base), self.ids.made)
        if self._seat not in state.seats:
            self._seat = state.seat
        self._turn, self._slots, self._hints = TurnSteps.of(state, ids), {}, 0
        self.refusal = self.chooser = self.question = None
        self._arrived()
        news = tuple(news)
        ends = state.over is not None and before.over is None
        over = (self.teller.later(lambda teller: teller.turn_of(state)),) if ends else ()
        told = self._write(before if before.base.turns < state.base.turns else state, (*news, *over))
        self._news = told[: len(news)]
        if state.base.turns < before.base.turns:
            self.drawn = None
        self._changed()

    def undo(self) -> None:
        """Go back by one gesture, within the turn."""
        turn, teller = self._turn, self.teller
        self._answered()
        if self.unaided is not None:
            self._news = (self.unaided(),)
        elif not turn.at:
            self._news = (teller.text("nothing_undo"),)
        elif not self.may_undo:
            self.refusal = Refusal((), "hand", teller.later(lambda one: one.text("undo_barred")))
        else:
            self._go(turn.at - 1)
            seen = [teller.later(lambda one: one.text("undo_seen"))] if turn.now.revealed else []
            self._tell((teller.later(partial(_again, "undone", turn.now.moves, self.state.seat)), *seen))
        self._changed()

    def redo(self) -> None:
        """Do again what was taken back."""
        later, seat = self._turn.later, self.state.seat
        self._answered()
        if self.unaided is not None:
            self._news = (self.unaided(),)
        elif later is None:
            self._news = (self.teller.text("nothing_redo"),)
        else:
            self._go(self._turn.at + 1)
            self._tell([self.teller.later(partial(_again, "redone", later.moves, seat))])
        self._changed()

    def restart_turn(self) -> None:
        """Put all cards back that were moved in this turn; a card drawn stays drawn."""
        self._answered()
        if self.unaided is not None:
            self._news = (self.unaided(),)
        elif self._turn.start_of_play < self._turn.at:
            self._go(self._turn.start_of_play)
            self._tell([self.teller.later(lambda one: one.text("back"))])
        else:
            self._news = (self.teller.text("nothing_undo"),)
        self._changed()

    def note(self, told: Iterable[Told]) -> None:
        """Write into the log what was said beside the table of what happened last; it is no news of the table."""
        self._keep(self._lines[-1].turn if self._lines else self.state.base.turns + 1, told)
        self._changed()

    def sort(self, order: Order) -> None:
        """Put the hand in order."""
        self._sort(order)
        self._news = (self.teller.text("sorted"),)
        self._changed()

    def _changed(self) -> None:
        self.gen += 1

    def _answered(self) -> None:
        """A new gesture: what was shown of the last one is gone."""
        self._news, self.refusal, self.chooser, self.question = (), None, None, None

    # The turn

    def _step(self, step: Step) -> None:
        before, teller = self.state, self.teller
        self._turn, self._hints = self._turn.then(step), 0
        self._news = tuple(teller.news(before, step.moves, step.state))
        if before.seat == self.seat:
            self.drawn = drawn(before, step.moves) or self.drawn
        self._write(before, (teller.later(partial(_moved, move, before.seat)) for move in step.moves))
        if step.state.base.turns != before.base.turns or step.state.over is not None:
            start, moves = self._turn.steps[0].state, self._turn.played
            events = happened(start, step.state, moves)
            self._news = (*self._news, *teller.events(events, moves), teller.turn_of(step.state))
            told = now(lambda lang: replace(teller, lang=lang).events(events, moves))
            over = [] if step.state.over is None else [teller.later(lambda one: one.turn_of(step.state))]
            self._write(before, (*told, *over))
            self._finished = start, moves, step.state
            self._turn, self._slots = TurnSteps((Step(step.state, step.ids),)), {}
        self._arrived()

    def _go(self, at: int) -> None:
        self._turn, self._hints = self._turn.go(at), 0
        self._arrived()

    def _arrived(self) -> None:
        """What follows from another position being on the table."""
        self.picked = ()
        self.no_opening = self.mine and marks.no_opening(self.state)
        self._slots = {**self._slots, **marks.slots(self.state, self._slots)}
        if any(one not in self._rows for one in self.ids.places.get(hand_of(self.seat), ())):
            self._hold(self.hand)
        if self.autosort:
            self._sort(self.order)

    def _tell(self, news: Iterable[Told]) -> None:
        self._news = self._write(self.state, news)

    def _write(self, state: State, told: Iterable[Told]) -> tuple[str, ...]:
        """Write into the log; as it is said now."""
        return self._keep(state.base.turns + 1, told)

    def _keep(self, turn: int, told: Iterable[Told]) -> tuple[str, ...]:
        lines = tuple(Line(turn, one, self.lang) for one in told)
        self._lines = (*self._lines, *lines)[-LOG_KEPT:]
        return tuple(line.text(self.lang) for line in lines)

    # The hand

    def _sort(self, order: str) -> None:
        self.order = next((one for one in ORDERS if one == order), ORDERS[0] if self.autosort else "none")
        self._hold(sorted_hand(self.hand, self.ids.cards, self.state.rules, self.order))

    def _hold(self, hand: tuple[str, ...]) -> None:
        # Cards that have left the hand keep their place in it, in case they come back.
        row = {one: at for at, one in enumerate(hand)}
        gone = sorted((one for one in self._rows if one not in row), key=lambda one: self._rows[one])
        whole = sorted((*hand, *gone), key=lambda one: row.get(one, self._rows.get(one, 0)))
        self._rows = {one: at for at, one in enumerate(whole[:LOG_KEPT])}


def _moved(move: Move, seat: Seat, teller: Teller) -> str:
    return teller.move(move, seat)


def _again(key: str, moves: Iterable[Move], seat: Seat, teller: Teller) -> str:
    return teller.text(key, text=" ".join(teller.move(move, seat) for move in moves))


def _known(seat: Seat, state: State) -> None:
    if seat not in state.seats:
        raise RummyError("no seat {seat} here; seats are {seats}", seat=repr(seat), seats=", ".join(state.seats))
