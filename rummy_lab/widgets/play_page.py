"""What a match shows around its table: buttons, what is said, scores, what follows a deal, who looks at the screen."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Final

from ipywidgets import HTML, Box, Button, Layout

from rummy_lab.core.views import View, view
from rummy_lab.core.violations import Seat
from rummy_lab.widgets.after_deal import AfterDeal, score_table
from rummy_lab.widgets.manners import Manners
from rummy_lab.widgets.match_file import MatchFile
from rummy_lab.widgets.play_texts import say
from rummy_lab.widgets.rounds import Rounds
from rummy_lab.widgets.sitting import Sitting
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.told import Told
from rummy_lab.widgets.unseen import unseen_table
from rummy_lab.words import caption

# As wide as its text needs, and large enough for a finger.
_FREE: Final = {"width": "auto", "height": "44px", "margin": "2px 4px 2px 0"}
BUTTONS: Final = ("take_back", "last_round", "show_unseen", "stop", "same_deal", "next_deal")


class PlayPage(Rounds):
    """The page of a match; `sitting` and `table` are there before it is made.

    Attributes:
        practice: whether turns may be taken back.
        files: the buttons with which the match leaves as a file and is taken up from one.
    """

    practice: bool

    def __init__(self) -> None:
        self._scores, self._said, self._unseen = HTML(), HTML(), HTML()
        self._counts, self._after = False, AfterDeal()
        self._buttons = {name: Button(layout=Layout(**_FREE)) for name in BUTTONS}
        self._show_hand = Button(layout=Layout(display="none", **_FREE))
        self.files = MatchFile(self, lambda: self.sitting, self._take_up, self._say)
        row = Box([*self._buttons.values(), self.files])
        super().__init__(
            [
                self.table, self._said, self._show_hand, row, self._scores, self._unseen, self._after, Manners(),
            ]
        )  # fmt: skip
        self.add_class("rl-play-game").add_class("rl-manners")
        row.layout.flex_flow = "row wrap"
        for widget in (self, self.table, row):
            widget.layout.width, widget.layout.min_width = "100%", "0"
        self._said.add_class("rl-news")
        self._show_hand.on_click(self.handler(self._uncover))
        self.table.observe(self.handler(self._in_words), "texts")
        self.table.observe(self.handler(self._count), "frame")

    @property
    def lang(self) -> Language:
        """The language; may be set."""
        return self.table.lang

    @lang.setter
    def lang(self, lang: Language) -> None:
        self.table.lang = lang

    def still(self) -> tuple[bytes, str, str]:
        """The picture of the table as PNG, its notation, and the position in words."""
        return self.table.still()

    def words(self) -> str:
        """The position as the person at the screen sees it."""
        return self.table.words()

    def close(self) -> None:
        """Stop the bots and free everything."""
        if "_after" in self.__dict__:
            self._after.clear()
        super().close()

    @abstractmethod
    def _take_up(self, match: Sitting, told: Told) -> None:
        """Go on with another match."""

    def _act_on(self, acts: Mapping[str, Callable[[], None]]) -> None:
        for name, act in acts.items():
            self._buttons[name].on_click(self.handler(act))

    def _toggle_unseen(self) -> None:
        self._counts = not self._counts
        self._update()

    # People who share the screen

    @property
    def _covered(self) -> bool:
        """Whether the hands are covered until whose turn it is has the screen."""
        return bool(self._show_hand.layout.display != "none")

    def _cover(self, seat: Seat, *lines: Told) -> None:
        self._waiting = seat
        self.table.layout.display = "none"
        self._show_hand.layout.display = None
        self._name_hand()
        self._say(*lines, lambda lang: say("pass_on", lang, player=self._name_of(seat, lang)))

    def _open(self) -> None:
        self.table.layout.display = None
        self._show_hand.layout.display = "none"

    def _uncover(self) -> None:
        if not self._covered:  # pressed by nobody who could see it
            return
        self._looking = self._waiting
        self._open()
        self._say("")
        self._show([self._told(played) for played in self._since_mine()])

    # Words

    def _name_of(self, seat: Seat, lang: Language) -> str:
        return caption("player", lang, seat=self.sitting.in_match(seat))

    def _name_hand(self) -> None:
        self._show_hand.description = say("show_hand", self.lang, player=self._name_of(self._waiting, self.lang))

    def _in_words(self) -> None:
        """Show and say the same in the language of now."""
        if self._covered:
            self._name_hand()
        self._after.translate(self.lang)
        self._say_again()
        self._relabel()

    def _relabel(self) -> None:
        for name, button in self._buttons.items():
            button.description = say(name, self.lang)
        self._update()

    def _update(self) -> None:
        over, decided = self.sitting.is_over, self.sitting.is_decided
        shown = {
            "take_back": self.practice and not over, "last_round": not over, "show_unseen": not over,
            "stop": not over, "same_deal": True, "next_deal": over and not decided,
        }  # fmt: skip
        for name, button in self._buttons.items():
            button.layout.display = None if shown[name] else "none"
        # A match file holds a seed and turns; it has no place for a position in which the match began.
        self.files.name_buttons(give=self.sitting.start is None)
        self._scores.value = score_table(self.sitting, self.lang)
        self._count()

    @property
    def _seen(self) -> View:
        """What the player at the screen sees, with what an open turn has drawn; not a round that is shown again."""
        shown, stands = self.table.state, self.sitting.state
        return view(shown if shown.base.turns == stands.base.turns else stands, self._looking)

    def _count(self) -> None:
        counts = self._counts and not self.sitting.is_over
        self._unseen.value = unseen_table(self._seen, self.lang) if counts else ""
