"""A table that is touched, without a widget: messages go in, frames come out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any, cast

from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Take, Turn
from rummy_lab.core.state import State
from rummy_lab.core.violations import Seat
from rummy_lab.draw.layout import Part
from rummy_lab.language import LANG
from rummy_lab.widgets.asked_table import AskedTable
from rummy_lab.widgets.desk_frame import HAND, Look, Shown, buttons, frame_of, status
from rummy_lab.widgets.messages import MOST_KEPT, Malformed, Message, read_message, short
from rummy_lab.widgets.sorting import ORDERS
from rummy_lab.widgets.tabletop import OnTurn
from rummy_lab.widgets.telling import Refusal, Teller
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.told import Told, said
from rummy_lab.widgets.tracker import PILE
from rummy_lab.words import in_words

Frame = dict[str, Any]


class Desk(AskedTable):
    """A state, the ids of its cards, what is picked up, what was refused, what is asked, undo and redo.

    Args:
        state: where to begin.
        seat: whose hand lies below; left out: whose turn it is.
        lang: `en`, `de` or `nl`.
        practice: whether one may go back over a card that was drawn.
        look: all of how the table is looked at, in place of `lang`.
        on_turn: see below.

    Attributes:
        refused_messages: the last messages that were refused, and why.
        last_error: what went wrong in the last message; None where nothing did.
        on_turn: called when a turn is completed, with the state it began in, its moves and the state it led to.

    >>> from rummy_lab.core.referee import position
    >>> desk = Desk(position("schmidt; table [6r 7r 8r]; hand A+ 5r 10r; turn A"))
    >>> desk.handle({"type": "drop", "ids": ["c4"], "on": "m1", "at": None, "gen": desk.gen})
    True
    >>> str(desk.state.table), desk.frame()["news"]
    ('[5r 6r 7r 8r]', ['You lay the red 5 off on meld 1.', 'Meld 1: valid.'])
    """

    def __init__(
        self,
        state: State,
        *,
        seat: Seat | None = None,
        lang: Language = LANG,
        practice: bool = True,
        look: Look | None = None,
        on_turn: OnTurn | None = None,
    ) -> None:
        self.on_turn = on_turn
        self.refused_messages: tuple[tuple[str, str], ...] = ()
        self.last_error: Exception | None = None
        self._unsaid: tuple[str, ...] = ()
        self._standing: tuple[Refusal | None, int] = (None, 0)
        self._heights: dict[tuple[Look, Part], float] = {}
        self._faces: dict[str, str] = {}
        self._frame: tuple[int, Frame] | None = None
        super().__init__(state, seat, look or Look(lang=lang), practice=practice)

    # Frames

    def frame(self) -> Frame:
        """All that the browser shows, as the contract has it; the same until something changes."""
        if self._frame is None or self._frame[0] != self.gen:
            self._frame = self.gen, self._made()
        return dict(self._frame[1])

    def news(self) -> tuple[str, ...]:
        """What is to be said now; whoever asks what was said hears it again."""
        if self._news:
            self._said = self.lang, self._news
        return self._news

    def faces(self) -> dict[str, str]:
        """The SVG of all card faces met so far, by their ids."""
        return dict(self._faces)

    def _made(self) -> Frame:
        # The canvas never shrinks in a deal, so that nothing around it jumps.
        size = replace(self.look, lang="en")
        kept: dict[Part, float] = {part: height for (look, part), height in self._heights.items() if look == size}
        shown, teller = replace(self.shown(), heights=kept), self.teller
        drawn = frame_of(shown, teller, self._faces)
        tall: dict[Part, float] = {"table" if "dock" in drawn else "whole": drawn["height"]}
        if "dock" in drawn:
            tall["hand"] = drawn["dock"]["height"]
        self._heights = {(size, part): height for part, height in tall.items()}
        fits = self.fits if self._fits else None
        return {
            "gen": self.gen,
            "turn": self.state.base.turns,
            **drawn,
            "news": list(self.news()),
            "log": list(self.log),
            "refusal": self._refused(teller),
            "chooser": teller.chooser(self.chooser, self.state),
            "question": teller.question(self.question),
            "fits": None if fits is None else {"cards": list(fits.cards), "zones": list(fits.zones)},
            "buttons": self._buttons(shown, teller),
            "status": status(shown, teller),
            "example": teller.example(),
        }

    def _buttons(self, shown: Shown, teller: Teller) -> Frame:
        if self.look_only:
            return {}
        made = buttons(shown, teller, undo=self.may_undo, redo=self.may_redo, fits=self._fits)
        if self.unaided is not None:
            made = {
                name: button for name, button in made.items() if name not in ("undo", "redo", "restart", "hint", "fits")
            }
        return made

    def set_state(self, state: State, news: Iterable[Told] = (), earlier: Iterable[Told] = ()) -> None:
        """Show another position, as after the turn of somebody else; cards that are in both keep their ids.

        `earlier` is told before the news and is in the log already.
        """
        played = state.base.turns - self.state.base.turns
        if state.rules != self.state.rules or played < 0:
            self._heights = {}
        unsaid, self._unsaid = self._unsaid, ()
        super().set_state(state, news)
        whose = (self.teller.turn_of(state),) if played and self.mine else ()
        self._news = (*(said(told, self.lang) for told in earlier), *unsaid, *self._news, *whose)

    def again(self, *, late: bool) -> None:
        """Show the same once more as the answer to a message that was refused; `late`: it was for an older frame."""
        self._news = (self.teller.text("too_late"),) if late else ()
        self._changed()

    def _refused(self, teller: Teller) -> Frame | None:
        """The refusal that stands, and since which frame: what is refused twice is told twice."""
        if self.refusal is not self._standing[0]:
            self._standing = self.refusal, self.gen
        told = teller.refusal(self.refusal)
        return None if told is None else {**told, "since": self._standing[1]}

    # Messages

    def handle(self, message: object) -> bool:
        """Do what a message asks; False where it is refused and nothing has changed. Never raises."""
        kept = self.__dict__.copy()
        try:
            self._receive(message)
        except Malformed as fault:
            self._forget(kept, message, str(fault))
            return False
        except RummyError as fault:
            # The position does not say enough, or a line of text is no move: told like any other refusal.
            self.__dict__.update(kept)
            self._answered()
            self.refusal = Refusal((), HAND, partial(in_words, fault))
        except Exception as error:  # noqa: BLE001 what goes wrong here must not end a session
            self._forget(kept, message, type(error).__name__)
            self.last_error = error
            return False
        self.gen = kept["gen"] + 1
        self.last_error = None
        self._tell_turn()
        return True

    def _forget(self, kept: dict[str, Any], message: object, why: str) -> None:
        self.__dict__.update(kept)
        self.refused_messages = (*self.refused_messages, (short(message), why))[-MOST_KEPT:]

    def _tell_turn(self) -> None:
        finished, self._finished = self._finished, None
        if finished is not None and self.on_turn is not None:
            # Where a bot answers at once its turn is the first frame after this one's moves.
            self._unsaid = tuple(told for told in self._news if told != self.teller.turn_of(self.state))
            if self.state.over is not None and self.score is not None:
                self._news = self._unsaid
            try:
                self.on_turn(*finished)
            except Exception as error:  # noqa: BLE001 the turn has been played all the same
                self.last_error = error
            self._unsaid = ()

    def _receive(self, message: object) -> None:
        read, gen = read_message(message)
        if gen != self.gen:
            raise Malformed("that was for another frame")
        self._check(read)
        chooser, question = self.chooser, self.question
        self._news = ()
        if read.kind not in ("narrow", "settings"):
            self._answered()
        if self.look_only and read.kind in ("tap", "drop", "act", "choose", "answer"):
            self._news = (self.teller.text("look_only"),)
            return
        match read.kind:
            case "tap":
                self._tap(read.ids[0])
            case "drop":
                self._put(read.ids, read.on, read.at)
            case "clear":
                if self.picked:
                    self._put_back(self.picked)
            case "act":
                self._acts()[read.name]()
            case "choose":
                self._chosen(chooser, read.option)
            case "answer":
                self._answer(question, yes=read.yes)
            case "line":
                self._line(read.name)
            case _:
                self._set(read)

    def _check(self, read: Message) -> None:
        """Whether there is what the message names."""
        shown = self.shown()
        zones = shown.zones()
        there = {one for zone in zones for one in shown.lying(zone)}
        named = read.ids if read.kind == "tap" else (read.on,) if read.kind == "drop" else ()
        if not all(one in there or one in zones for one in named):
            raise Malformed("there is no such place")
        if read.kind == "drop" and not there.issuperset(read.ids):
            raise Malformed("there is no such card")
        if read.kind == "answer" and self.question is None:
            raise Malformed("nothing was asked")
        if read.kind == "choose":
            choices = 0 if self.chooser is None else len(self.chooser.ways)
            if not choices or (read.option is not None and read.option >= choices):
                raise Malformed("there is no such choice")
        if read.kind == "act" and read.name not in self._acts():
            raise Malformed("there is no such button")

    def _acts(self) -> dict[str, Callable[[], None]]:
        return {
            "end": self._end, "draw": self._draw, "take": partial(self._judge, Turn([Take()]), PILE),
            "undo": self.undo, "redo": self.redo, "restart": self.restart_turn, "hint": self._hint,
            "sort": self._sort_next, "fits": self._toggle_fits,
            **{f"sort_{order}": partial(self.sort, order) for order in ORDERS},
        }  # fmt: skip

    def _set(self, read: Message) -> None:
        given = dict(read.settings)
        order, self.autosort = given.pop("sort", None), bool(given.pop("autosort", self.autosort))
        self.look = replace(self.look, **cast(Any, given))
        if order is not None or self.autosort:
            self._sort(cast(str, order or self.order))
