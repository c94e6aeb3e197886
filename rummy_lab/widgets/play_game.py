"""A match against bots, or between people who share a screen."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from rummy_lab.core.cards import Card
from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.violations import Seat
from rummy_lab.records import Record
from rummy_lab.widgets.chosen import chosen_lang
from rummy_lab.widgets.file_texts import tell
from rummy_lab.widgets.match_file import match_name
from rummy_lab.widgets.match_told import begun, deal_ended, standing
from rummy_lab.widgets.play_page import PlayPage
from rummy_lab.widgets.play_texts import say
from rummy_lab.widgets.review import statistics
from rummy_lab.widgets.saved import load_match, save_match
from rummy_lab.widgets.sitting import ME, Player, Sitting
from rummy_lab.widgets.table_view import TableView
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.told import Told, now
from rummy_lab.widgets.unseen import unseen

if TYPE_CHECKING:
    import pandas as pd


class PlayGame(PlayPage):
    """Play a whole match: your moves on the table, the others' turns one after the other, scores after each deal.

    Args:
        rules: a rule set or its name.
        players: one a seat, `me` for a person, else a bot or its name; several people share the screen, and hands are
            covered while it is passed on.
        seed: the cards of all deals follow from it.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else what was chosen last in this browser, else
            the browser's own.
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
        lang = chosen_lang(lang)
        if type(pace) not in (int, float) or not 0 <= pace <= 60:
            raise RummyError("pace is {given}; it is a number of seconds from 0 to 60", given=repr(pace))
        self.sitting = Sitting(rules, players, seed) if match is None else match
        self.pace, self.practice = float(pace), practice
        self._looking: Seat = self._first_person()
        self.table = TableView(
            self.sitting.state, seat=self._looking, lang=lang, practice=practice, on_turn=self._person_played,
            open_hands=open_hands,
        )  # fmt: skip
        self._sure = False
        super().__init__()
        self._act_on(
            {
                "take_back": self.take_back, "last_round": self.show_last_round, "show_unseen": self._toggle_unseen,
                "stop": self.stop, "same_deal": self._ask_same_deal, "next_deal": self.next_deal,
            }
        )  # fmt: skip
        self.table.desk.score = lambda: standing(self.sitting, self.lang)
        self._relabel()
        with self.lock:
            self._show(now(partial(begun, self.sitting)))
            self._go_on()

    @classmethod
    def resume(cls, path: str | os.PathLike[str], **options: Any) -> PlayGame:
        """Take up a match that was saved in the file `path`; `options` are those of the constructor.

        Raises RecordError with the place and the reason.
        """
        return cls(match=load_match(path), **options)

    # What stands

    @property
    def state(self) -> State:
        """The position on the table, with the moves of an open turn."""
        return self.table.state

    @property
    def record(self) -> Record:
        """The record of the deal as far as it was played."""
        return self.sitting.record

    # What can be done

    def take_back(self) -> None:
        """Go back to the start of my last turn; what the bots did since is taken back with it."""
        with self.lock:
            if not self.practice or not self.sitting.take_back():
                self._say(partial(say, "nothing_back"))
                return
            self._show([partial(say, "taken_back")])
            self._go_on()

    def stop(self) -> None:
        """End the deal as it stands, marked unfinished."""
        with self.lock:
            self.sitting.stop()
            self._show([partial(say, "stopped")])
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
            self._say(partial(say, "same_deal_sure"))
        else:
            self.same_deal()

    def next_deal(self) -> None:
        """Begin the next deal of the match."""
        with self.lock:
            self.sitting.next_deal()
            self._begin()

    def save(self, path: str | os.PathLike[str] | None = None) -> None:
        """Write the match to the file `path`, up to the last finished turn; raises RecordError."""
        with self.lock:
            target = path or match_name(self.sitting)
            save_match(self.sitting, target)
            self._say(partial(tell, "saved", path=os.fspath(target)))

    def show_last_round(self) -> None:
        """Show again what the others have played since my last turn."""
        with self.lock:
            stands, round_played = self.sitting.state, self._since_mine()
            if self.state.moves:
                self._say(partial(say, "end_turn_first"))
            elif not round_played:
                self._say(partial(say, "no_round"))
            else:
                self._run(lambda: self._replay(stands, round_played))

    def statistics(self, seat: Seat | None = None) -> pd.DataFrame:
        """The turns of a seat in this deal as a frame, each beside the best there was; left out: the first person's."""
        return statistics(self.record, seat or self._first_person())

    def unseen(self) -> Counter[Card]:
        """The cards that the player at the screen has not seen, each with its number."""
        return unseen(self._seen)

    # How it works

    def _first_person(self) -> Seat:
        people = self.sitting.people
        state = self.sitting.state
        return state.seat if state.seat in people else people[0] if people else state.seats[0]

    def _person_played(self, before: State, turn: Turn, after: State) -> None:
        with self.lock:
            self.sitting.moved(before, turn, after)
            self.table.remember()
            self._go_on()

    def _begin(self, said: Told = "", *, covered: bool = False) -> None:
        self._after.clear()
        self._looking = self._first_person()
        if covered:
            self._cover(self._looking, said)
        else:
            self._open()
            self._say(said)
        self._show(now(partial(begun, self.sitting)))
        self._go_on()

    def _take_up(self, match: Sitting, told: Told) -> None:
        self.sitting = match
        # Where several play, whoever loads the match need not be the one whose turn it is.
        self._begin(told, covered=len(match.people) > 1 and not match.is_over)

    def _go_on(self) -> None:
        """What comes next: the end of the deal, a bot's turn, or a person's."""
        self._sure = False
        self._update()
        state = self.sitting.state
        if self.sitting.is_over:
            self._finish_deal()
        elif self.sitting.is_person(state.seat):
            if state.seat != (self._waiting if self._covered else self._looking):
                self._cover(state.seat)
        else:
            self._run(self._play_bots)

    # The end of a deal

    def _finish_deal(self) -> None:
        record, people = self.sitting.close(), self.sitting.people
        self._open()
        self._update()
        self.table.refresh()  # the last moves are told before their end
        self._say(*now(partial(deal_ended, record, people)), *self._after.show(record, people, self.lang))
