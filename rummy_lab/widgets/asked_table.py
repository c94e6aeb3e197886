"""What is asked at a table: lines that are typed, hints, what fits, the order of the hand."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any

from rummy_lab.core.events import Event
from rummy_lab.core.moves import End, Turn
from rummy_lab.core.referee import check
from rummy_lab.core.views import view
from rummy_lab.lessons import hint
from rummy_lab.widgets.desk_frame import HAND, heading
from rummy_lab.widgets.fitting import Fits, fits_of
from rummy_lab.widgets.played_table import PlayedTable
from rummy_lab.widgets.sorting import ORDERS
from rummy_lab.widgets.told import Told
from rummy_lab.words import answer, read_line
from rummy_lab.words.texts import sentence


class AskedTable(PlayedTable):
    """A table that answers.

    Attributes:
        events: what happened in this deal before, for the question after the last round.
        score: says how the match around the table stands, which then also tells how a deal ended; None: there is none.
        hinter: gives the next hint in place of the table's own; None: the table does.
        look_only: nothing can be moved.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.events: tuple[Event, ...] = ()
        self.score: Callable[[], str] | None = None
        self.hinter: Callable[[], Told] | None = None
        self.look_only = False
        self._said: tuple[str, tuple[str, ...]] = "", ()
        self._fits = False
        super().__init__(*arguments, **options)

    @abstractmethod
    def _acts(self) -> dict[str, Callable[[], None]]:
        """What the buttons do, by their names."""

    @property
    def fits(self) -> Fits:
        """What may be done now: the cards that can be used and where those picked up may go."""
        return fits_of(self.shown(), self.picked)

    def _line(self, text: str) -> None:
        """A line that was typed or dictated: moves, a button, a question, or something that is asked back."""
        seen = view(self.state, self.seat, self.events)
        heard = read_line(text, seen, self.lang)
        if self.look_only and heard.kind in ("move", "act"):
            self._news = (self.teller.text("look_only"),)
        elif heard.kind == "move":
            self.play(heard.moves, exact=heard.exact)
        elif heard.kind == "act":
            self._acts().get(heard.name, lambda: self._put_back(self.picked))()
        elif heard.kind == "question":
            told = self._asked(heard.name)
            more = heard.name == "pile" and self.no_opening
            self._news = (told, sentence(f"{self.teller.text('no_opening')}.")) if more else (told,)
        else:
            self._news = (heard.say,)

    def _asked(self, question: str) -> str:
        if question == "fits" and self.unaided is not None:
            return self.unaided()
        seen, score = view(self.state, self.seat, self.events), self.score() if self.score else ""
        lang, told = self._said
        if told and lang != self.lang:  # what was said in another language: the last turn as it is told in this one
            log = self.log
            told = tuple(line["text"] for line in log if line["turn"] == log[-1]["turn"])
        return answer(question, seen, self.seat, self.lang, said=told, drawn=self.drawn, score=score)

    # Help

    def _hint(self) -> None:
        if not self.mine:
            self._refuse(check(self.state, Turn([End()]), seat=self.seat), HAND)
            return
        if self.unaided is not None:
            self._news = (self.unaided(),)
            return
        if self.hinter is not None:
            self._tell([self.hinter()])
            return
        self._hints = min(3, self._hints + 1)
        self._tell([partial(hint, view(self.state, self.seat), self._hints)])

    def _toggle_fits(self) -> None:
        if not self.mine and not self._fits:
            self._refuse(check(self.state, Turn([End()]), seat=self.seat), HAND)
            return
        if self.unaided is not None:
            self._news = (self.unaided(),)
            return
        self._fits, teller = not self._fits, self.teller
        if not self._fits:
            self._news = (teller.text("fits_off"),)
            return
        told = self._asked("fits")
        if self.picked:
            places = ", ".join(heading(self.shown(), zone, teller) for zone in self.fits.zones)
            told = teller.text("fits_some", moves=f"{places}.") if places else teller.text("fits_none")
        self._news = (teller.text("fits_on"), told)

    def _sort_next(self) -> None:
        if not self.hand:
            self._news = (self._asked("hand"),)
            return
        at = ORDERS.index(self.order) + 1 if self.order in ORDERS else 0
        self.sort(ORDERS[at % len(ORDERS)])
