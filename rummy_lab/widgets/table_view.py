"""The table that is touched, as a widget: messages of the browser go to the desk, its frames go to the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, cast

import traitlets
from anywidget import AnyWidget

from rummy_lab.core.referee import position
from rummy_lab.core.state import State
from rummy_lab.core.views import View, state_of
from rummy_lab.core.violations import Seat
from rummy_lab.draw import table_png
from rummy_lab.widgets.chosen import chosen_lang
from rummy_lab.widgets.desk import Desk
from rummy_lab.widgets.desk_frame import Look
from rummy_lab.widgets.front import CHOICES, SWITCHES, TEXT_KEYS, front_end, styles
from rummy_lab.widgets.guard import Guarded, failure, known
from rummy_lab.widgets.messages import MOST_KEPT, short
from rummy_lab.widgets.stage import STILL_DPI, notation, seen
from rummy_lab.widgets.stage import Look as Eyes
from rummy_lab.widgets.tabletop import OnTurn
from rummy_lab.widgets.texts import LANGUAGES, Language
from rummy_lab.widgets.told import Told
from rummy_lab.widgets.tracker import heap_at
from rummy_lab.words import describe, table_texts

SETTINGS: Final = {"size": "normal", "speed": "normal", "four_colours": False, "contrast": False, "autosort": False}


class TableView(Guarded, AnyWidget):
    """A table on which cards are moved with mouse, finger or keyboard; every gesture is judged by the referee.

    Args:
        position: a State, a View or its text.
        seat: whose hand lies below; left out: whose turn it is.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else what was chosen last in this browser, else
            the browser's own.
        practice: whether one may go back over a card that was drawn.
        open_hands: whether the cards of the others are to be seen, as in a first deal.
        on_turn: called when a turn is completed, with the state it began in, its moves and the state it led to.

    Attributes:
        last_error: what went wrong in the last message of the browser; None where nothing did.
        met: whether a page has shown the table.

    >>> table = TableView("schmidt; table [6r 7r 8r]; hand A+ 5r 10r; turn A")
    >>> table.play("layoff 5r>1")
    True
    >>> str(table.state.table)
    '[5r 6r 7r 8r]'
    """

    _esm = front_end()
    frame: Any = traitlets.Dict().tag(sync=True)
    faces: Any = traitlets.Dict().tag(sync=True)
    texts: Any = traitlets.Dict().tag(sync=True)
    styles: Any = traitlets.Unicode().tag(sync=True)
    settings: Any = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        position: State | View | str,
        *,
        seat: Seat | None = None,
        lang: Language | None = None,
        practice: bool = True,
        on_turn: OnTurn | None = None,
        open_hands: bool = False,
    ) -> None:
        lang = chosen_lang(lang)
        guess, lang = lang is None, lang or "en"
        state, seat = _shown(position, seat)
        look = Look(lang=lang, open=open_hands)
        self.desk = Desk(state, seat=seat, practice=practice, look=look, on_turn=on_turn)
        self.refused_messages: tuple[tuple[str, str], ...] = ()
        self.met = False
        self._lay_there: frozenset[str] | None = None
        self._new: frozenset[str] = frozenset()
        self._alike = (0, 0)  # frames from the first to the last differ in their look alone
        super().__init__(styles=styles(), settings=SETTINGS | {"lang": lang, "guess": guess}, texts=_texts(lang))
        self.on_msg(self._heard)
        self.refresh()

    # What stands

    @property
    def state(self) -> State:
        """The position on the table, with the moves made since the turn began."""
        return self.desk.state

    @property
    def lang(self) -> Language:
        """The language; may be set."""
        return self.desk.lang

    @lang.setter
    def lang(self, lang: Language) -> None:
        known("lang", lang, LANGUAGES)
        with self.lock:
            self.desk.lang = lang
            self.settings = {**self.settings, "lang": lang, "guess": False}
            self.texts = _texts(lang)
            self.refresh()

    @property
    def notation(self) -> str:
        """The position as text, as the seat sees it."""
        return notation(seen(self.state, Eyes(self.desk.seat, self.lang, False)))

    def play(self, moves: str) -> bool:
        """Make moves as if by hand; False where they are refused or asked about, and the table then says why."""
        with self.lock:
            self._take({"type": "line", "text": moves, "gen": self.desk.gen})
            return (self.desk.refusal, self.desk.chooser, self.desk.question) == (None, None, None)

    def show(
        self, state: State, news: Iterable[Told] = (), *, seat: Seat | None = None, earlier: Iterable[Told] = ()
    ) -> None:
        """Put another state on the table; `news` tell what happened, `earlier` what was in the log before that."""
        with self.lock:
            if seat is not None:
                self.desk.seat = seat
            self.desk.set_state(state, tuple(news), earlier=tuple(earlier))
            self._new = frozenset() if self._lay_there is None else self._melded() - self._lay_there
            self.refresh()

    def note(self, told: Iterable[Told]) -> None:
        """Write into the log what was `told` beside the table; what was tapped before it came still holds."""
        with self.lock:
            self._alike_from(self.desk.gen, lambda: self.desk.note(told))
            self.refresh()

    def remember(self) -> None:
        """From now on the cards that come to the melds are marked as new."""
        with self.lock:
            self._lay_there, self._new = self._melded(), frozenset()

    def _melded(self) -> frozenset[str]:
        return frozenset(
            one for place, ids in self.desk.ids.places.items() if heap_at(place) is not None for one in ids
        )

    def refresh(self) -> None:
        """Send what stands to the browser, in one message."""
        with self.lock:
            frame = self.desk.frame()
            cards = [card | {"new": True} if card["id"] in self._new else card for card in frame["cards"]]
            frame |= {"notation": self.notation, "cards": cards}
            faces = self.desk.faces()
            with self.hold_sync():
                if len(faces) != len(self.faces):
                    self.faces = faces
                self.frame = frame

    def still(self) -> tuple[bytes, str, str]:
        """The picture as PNG, its notation, and the position in words."""
        seat = self.desk.seat
        return table_png(self.state, STILL_DPI, lang=self.lang, seat=seat, below=seat), self.notation, self.words()

    def words(self) -> str:
        """The notation, and the position in words, as the seat sees it."""
        return f"{self.notation}\n{describe(seen(self.state, Eyes(self.desk.seat, self.lang, False)), self.lang)}"

    # How it works

    def _heard(self, _widget: object, content: object, _buffers: object) -> None:
        self.met = True
        self.attempt(lambda: self._take(content))

    def _take(self, content: object) -> None:
        told = cast("dict[object, object]", content) if isinstance(content, dict) else {}
        if told.get("type") == "settings":
            self._set(told)
            return
        first, last = self._alike
        gen = told.get("gen")
        if told.get("type") == "narrow":
            self._look({**told, "gen": self.desk.gen})  # how wide the page is holds for any frame
        else:
            held = type(gen) is int and first <= gen < last == self.desk.gen
            if not self.desk.handle({**told, "gen": last} if held else content) and type(gen) is int:
                # The page waits for an answer to what it has sent.
                self._alike_from(self.desk.gen, lambda: self.desk.again(late=gen < self.desk.gen))
        self.refresh()
        if self.desk.last_error is not None:
            raise self.desk.last_error

    def _look(self, message: dict[object, object]) -> None:
        """Only the look changes: what was tapped in the frame before, while this was on its way, still holds."""
        self._alike_from(self.desk.gen, lambda: self.desk.handle(message))

    def _alike_from(self, before: int, change: Callable[[], object]) -> None:
        change()
        if self.desk.gen != before:
            first, last = self._alike
            self._alike = (first if last == before else before, self.desk.gen)

    def _set(self, content: dict[object, object]) -> None:
        """Settings hold on in the page; those the desk knows change its frames."""
        wanted = {name: value for name, value in content.items() if name not in ("type", "gen")}
        for name, value in wanted.items():
            allowed = CHOICES.get(cast(str, name), (True, False) if name in SWITCHES else ())
            if not any(value is one or (isinstance(value, str) and value == one) for one in allowed):
                self.refused_messages = (*self.refused_messages, (short(content), f"{name}"))[-MOST_KEPT:]
                return
        self.settings = {**self.settings, **wanted}
        self._look({**wanted, "type": "settings", "gen": self.desk.gen})
        if "lang" in wanted:  # only now: who follows the texts asks for the language
            self.texts = _texts(cast(Language, wanted["lang"]))
        self.refresh()

    def tell_failure(self, error: Exception) -> None:
        """Say in one plain sentence that something failed, the `error`."""
        told = failure(error, self.lang)
        self.frame = {**self.frame, "gen": self.desk.gen, "news": [told], "refusal": _plain(told)}


def _plain(told: str) -> dict[str, Any]:
    return {"near": "hand", "text": told, "also": [], "rule": None}


def _texts(lang: Language) -> dict[str, str]:
    known = table_texts(lang)
    return {key: known[key] for key in TEXT_KEYS}


def _shown(given: State | View | str, seat: Seat | None) -> tuple[State, Seat | None]:
    if isinstance(given, str):
        return position(given), seat
    if isinstance(given, View):
        return state_of(given), seat or given.seat
    return given, seat
