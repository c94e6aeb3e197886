"""A match against bots, or between people who share a screen."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final

from ipywidgets import HTML, Box, Button, Layout

from rummy_lab.core.cards import Card
from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.views import view
from rummy_lab.core.violations import Seat
from rummy_lab.records import Record
from rummy_lab.widgets.after_deal import AfterDeal, score_table
from rummy_lab.widgets.manners import Manners
from rummy_lab.widgets.match_told import begun, standing
from rummy_lab.widgets.play_texts import say
from rummy_lab.widgets.review import statistics
from rummy_lab.widgets.rounds import Rounds
from rummy_lab.widgets.saved import load_match, save_match
from rummy_lab.widgets.sitting import ME, Player, Sitting
from rummy_lab.widgets.table_view import TableView
from rummy_lab.widgets.texts import LANGUAGES, Language, text
from rummy_lab.widgets.unseen import unseen, unseen_table
from rummy_lab.words import caption, ended

if TYPE_CHECKING:
    import pandas as pd

# As wide as its text needs, and large enough for a finger.
_FREE: Final = {"width": "auto", "height": "44px", "margin": "2px 4px 2px 0"}
BUTTONS: Final = ("take_back", "last_round", "show_unseen", "stop", "same_deal", "next_deal", "save")


class PlayGame(Rounds):
    """Play a whole match: your moves on the table, the others' turns one after the other, scores after each deal.

    Args:
        rules: a rule set or its name.
        players: one a seat, `me` for a person, else a bot or its name; several people share the screen, and hands are
            covered while it is passed on.
        seed: the cards of all deals follow from it.
        lang: `en`, `de` or `nl`; left out: what was chosen last in this browser, else the browser's own.
        pace: seconds from one bot's turn to the next; 0 shows them at once.
        practice: whether turns may be taken back.
        open_hands: whether the cards of the others are to be seen, as in a first deal.
        match: a match that was saved, taken up again in place of the first three.

    Raises:
        RummyError: one sentence for what cannot be.

    >>> game = PlayGame("schmidt", ["me", "greedy"], seed=1, pace=0)
    >>> game.state.seat, game.table.desk.seat
    ('A', 'A')
    """

    def __init__(
        self,
        rules: RuleSet | str = "schmidt",
        players: Sequence[Player] = (ME, "careful"),
        seed: int = 0,
        *,
        lang: Language | None = None,
        pace: float = 1.2,
        practice: bool = True,
        open_hands: bool = False,
        match: Sitting | None = None,
    ) -> None:
        if lang is not None and lang not in LANGUAGES:
            raise RummyError(f"lang is {lang!r}; it can be {', '.join(LANGUAGES)}")
        if type(pace) not in (int, float) or not 0 <= pace <= 60:
            raise RummyError(f"pace is {pace!r}; it is a number of seconds from 0 to 60")
        self.sitting = Sitting(rules, players, seed) if match is None else match
        self.pace, self.practice = float(pace), practice
        self._looking: Seat = self._first_person()
        self.table = TableView(
            self.sitting.state, seat=self._looking, lang=lang, practice=practice, on_turn=self._person_played,
            open_hands=open_hands,
        )  # fmt: skip
        self._scores, self._said, self._unseen = HTML(), HTML(), HTML()
        self._counts, self._sure, self._after = False, False, AfterDeal()
        self._buttons = {name: Button(layout=Layout(**_FREE)) for name in BUTTONS}
        self._show_hand = Button(layout=Layout(**_FREE))
        super().__init__(
            [
                self.table,
                self._said,
                self._show_hand,
                Box([*self._buttons.values()]),
                self._scores,
                self._unseen,
                self._after,
                Manners(),
            ]
        )
        self.add_class("rl-play-game").add_class("rl-manners")
        self.children[3].layout.flex_flow = "row wrap"
        for widget in (self, self.table, self.children[3]):
            widget.layout.width, widget.layout.min_width = "100%", "0"
        self._said.add_class("rl-news")
        acts: dict[str, Callable[[], None]] = {
            "take_back": self.take_back, "last_round": self.show_last_round, "stop": self.stop,
            "show_unseen": self._toggle_unseen,
            "same_deal": self._ask_same_deal, "next_deal": self.next_deal, "save": self._save,
        }  # fmt: skip
        for name, act in acts.items():
            self._buttons[name].on_click(self.handler(act))
        self._show_hand.on_click(self.handler(self._uncover))
        self.table.observe(self.handler(self._relabel), "texts")
        self.table.desk.score = lambda: standing(self.sitting, self.lang)
        self._relabel()
        with self.lock:
            self._show(begun(self.sitting, self.lang))
            self._go_on()

    @classmethod
    def resume(cls, path: str | os.PathLike[str], **options: Any) -> PlayGame:
        """Take up a match that was saved; raises RecordError with the place and the reason."""
        return cls(match=load_match(path), **options)

    # What stands

    @property
    def state(self) -> State:
        """The position on the table, with the moves of an open turn."""
        return self.table.state

    @property
    def lang(self) -> Language:
        """The language; may be set."""
        return self.table.lang

    @lang.setter
    def lang(self, lang: Language) -> None:
        self.table.lang = lang

    @property
    def record(self) -> Record:
        """The record of the deal as far as it was played."""
        return self.sitting.record

    def still(self) -> tuple[bytes, str, str]:
        """The picture of the table as PNG, its notation, and the position in words."""
        return self.table.still()

    def words(self) -> str:
        """The position as the person at the screen sees it."""
        return self.table.words()

    # What can be done

    def take_back(self) -> None:
        """Go back to the start of my last turn; what the bots did since is taken back with it."""
        with self.lock:
            if not self.practice or not self.sitting.take_back():
                self._tell(say("nothing_back", self.lang))
                return
            self._show([say("taken_back", self.lang)])
            self._go_on()

    def stop(self) -> None:
        """End the deal as it stands, marked unfinished."""
        with self.lock:
            self.sitting.stop()
            self._show([say("stopped", self.lang)])
            self._go_on()

    def same_deal(self) -> None:
        """Play the same cards again."""
        with self.lock:
            self.sitting.same_deal()
            self._begin()

    def _ask_same_deal(self) -> None:
        """A deal that is being played is not thrown away by one press."""
        if self.sitting.turns and not self.sitting.is_over and not self._sure:
            self._sure = True
            self._tell(say("same_deal_sure", self.lang))
        else:
            self.same_deal()

    def next_deal(self) -> None:
        """Begin the next deal of the match."""
        with self.lock:
            self.sitting.next_deal()
            self._begin()

    def save(self, path: str | os.PathLike[str] | None = None) -> None:
        """Write the match to a file, up to the last finished turn; raises RecordError."""
        with self.lock:
            target = path or f"rummy-match-{self.sitting.seed}.toml"
            save_match(self.sitting, target)
            self._tell(say("saved", self.lang, path=os.fspath(target)))

    def _save(self) -> None:
        self.save()

    def show_last_round(self) -> None:
        """Show again what the others have played since my last turn."""
        with self.lock:
            round_played = self._since_mine()
            if self.state.moves:
                self._tell(say("end_turn_first", self.lang))
            elif not round_played:
                self._tell(say("no_round", self.lang))
            else:
                self._run(lambda: self._replay(round_played))

    def close(self) -> None:
        """Stop the bots and free everything."""
        if "_after" in self.__dict__:
            self._after.clear()
        super().close()

    def statistics(self, seat: Seat | None = None) -> pd.DataFrame:
        """The turns of a seat in this deal as a frame, each beside the best there was; left out: the first person's."""
        return statistics(self.record, seat or self._first_person())

    def unseen(self) -> Counter[Card]:
        """The cards that the player at the screen has not seen, each with its number."""
        return unseen(view(self.sitting.state, self._looking))

    # How it works

    def _toggle_unseen(self) -> None:
        self._counts = not self._counts
        self._update()

    def _first_person(self) -> Seat:
        people = self.sitting.people
        state = self.sitting.state
        return state.seat if state.seat in people else people[0] if people else state.seats[0]

    def _person_played(self, before: State, turn: Turn, after: State) -> None:
        with self.lock:
            self.sitting.moved(before, turn, after)
            self.table.remember()
            self._go_on()

    def _begin(self) -> None:
        self._after.clear()
        self._looking = self._first_person()
        self._tell("")
        self._show(begun(self.sitting, self.lang))
        self._go_on()

    def _go_on(self) -> None:
        """What comes next: the end of the deal, a bot's turn, or a person's."""
        self._sure = False
        self._update()
        state = self.sitting.state
        if self.sitting.is_over:
            self._finish_deal()
        elif self.sitting.is_person(state.seat):
            if state.seat != self._looking:
                self._cover(state.seat)
        else:
            self._run(self._play_bots)

    # People who share the screen

    def _cover(self, seat: Seat) -> None:
        self._waiting = seat
        self.table.layout.display = "none"
        self._show_hand.layout.display = None
        self._show_hand.description = say("show_hand", self.lang, player=self._name(seat))
        self._tell(say("pass_on", self.lang, player=self._name(seat)))

    def _uncover(self) -> None:
        self._looking = self._waiting
        self.table.layout.display = None
        self._show_hand.layout.display = "none"
        self._tell("")
        self._show([self._told(played) for played in self._since_mine()])

    # The end of a deal

    def _finish_deal(self) -> None:
        record, people = self.sitting.close(), self.sitting.people
        self._update()
        self.table.refresh()  # the last moves are told before their end
        you = people[0] if len(people) == 1 else None
        lines = [ended(record.outcome.how, record.outcome.winners, self.lang, you=you)]
        if record.forfeit:
            lines.append(say("forfeit", self.lang, reason=record.forfeit))
        self._tell(*lines, *self._after.show(record, people, self.lang))

    # Words

    def _name(self, seat: Seat) -> str:
        return caption("player", self.lang, seat=self.sitting.in_match(seat))

    def _tell(self, *lines: str) -> None:
        self._said.value = "".join(f"<p>{escape(line)}</p>" for line in lines if line)

    def _relabel(self) -> None:
        for name, button in self._buttons.items():
            button.description = say(name, self.lang)
        self._update()

    def _update(self) -> None:
        over, decided = self.sitting.is_over, self.sitting.is_decided
        shown = {
            "take_back": self.practice and not over, "last_round": not over, "show_unseen": not over,
            "stop": not over, "same_deal": True,
            "next_deal": over and not decided, "save": True,
        }  # fmt: skip
        for name, button in self._buttons.items():
            button.layout.display = None if shown[name] else "none"
        self._show_hand.layout.display = self._show_hand.layout.display or "none"
        self._scores.value = score_table(self.sitting, self.lang)
        counts = self._counts and not over
        self._unseen.value = unseen_table(view(self.sitting.state, self._looking), self.lang) if counts else ""

    def tell_failure(self, error: Exception) -> None:
        """Say in one plain sentence that something failed."""
        self._tell(
            str(error) if isinstance(error, RummyError) else text("failed", self.lang, kind=type(error).__name__)
        )
