"""The controls of a viewer: which there are, how they are arranged, what they are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ipywidgets import HTML, Box, Button, Checkbox, Dropdown, IntSlider, Play, Select, Text, ToggleButton

from rummy_lab.core.state import State
from rummy_lab.core.violations import Seat
from rummy_lab.widgets.host import Host
from rummy_lab.widgets.texts import LANGUAGES, Language, text
from rummy_lab.widgets.viewer_copy import copy_page
from rummy_lab.widgets.viewer_film import Film
from rummy_lab.widgets.viewer_play_on import PlayedBelow
from rummy_lab.widgets.viewer_texts import tell
from rummy_lab.widgets.viewer_why import why
from rummy_lab.widgets.workshop_texts import work
from rummy_lab.words import caption

MILLISECONDS_A_STEP: Final = {"slow": 3000, "normal": 1500, "fast": 600}
_ICONS: Final = {"first": "fast-backward", "previous": "step-backward", "next": "step-forward", "last": "fast-forward"}
_LINES_SEEN: Final = 7


class Controls:
    """The widgets of a viewer.

    Attributes:
        buttons: `first`, `previous`, `next` and `last`.
        turns: the list of turns. deal: the menu of deals. why, copy: whether these pages are open.
        line, ask: where a question is typed, and the button that asks it.
        faces, picture, news, words: what is shown. why_page, copy_page, played, workshop: what opens below.
    """

    def __init__(self, deals: int, lang: Language, *, whole: bool) -> None:
        self.buttons = {name: Button(icon=icon) for name, icon in _ICONS.items()}
        self.slider = IntSlider(0, 0, 1, readout=False)
        self.play = Play(value=0, min=0, max=1, interval=MILLISECONDS_A_STEP["normal"], show_repeat=False)
        self.speed = Dropdown(options=[("", time) for time in MILLISECONDS_A_STEP.values()], value=1500)
        self.whole = Checkbox(whole, indent=False)
        self.seat = Dropdown(options=[("", "")], value="")
        self.lang = Dropdown(options=[(name, code) for code, name in LANGUAGES.items()], value=lang)
        self.deal = Dropdown(options=[("", number) for number in range(deals)], value=0)
        self.turns = Select(options=[("", 0)], value=0, rows=_LINES_SEEN)
        self.why, self.copy = ToggleButton(), ToggleButton()
        self.play_on, self.moment = Button(), Button()
        # What is typed comes when the field is left or Enter is pressed: so pressing the button is enough, too.
        self.line, self.ask = Text(continuous_update=False), Button()
        self.faces, self.picture, self.news, self.words = HTML(), HTML(), HTML(), HTML()
        self.why_page, self.copy_page = HTML(), HTML()
        self.played, self.workshop = PlayedBelow(), PlayedBelow()
        self.host = Host()

    def arranged(self) -> list[Any]:
        """All of them, from top to bottom."""
        classes = {
            "rl-slider": self.slider, "rl-play": self.play, "rl-stage": self.picture, "rl-faces": self.faces,
            "rl-news": self.news, "rl-words": self.words, "rl-turns": self.turns, "rl-why-button": self.why,
            "rl-copy-button": self.copy, "rl-why": self.why_page, "rl-copies": self.copy_page,
            "rl-played": self.played, "rl-speed": self.speed, "rl-play-on": self.play_on, "rl-line": self.line,
            "rl-made": self.workshop, "rl-moment": self.moment,
        }  # fmt: skip
        for name, widget in classes.items():
            widget.add_class(name)
        for button in self.buttons.values():
            button.add_class("rl-step-button")
        rows = [
            Box([*self.buttons.values(), self.play, self.slider]),
            Box([self.news, self.turns]),
            Box([self.whole, self.deal, self.seat, self.speed, self.lang]),
            Box([self.why, self.play_on, self.moment, self.copy]),
            Box([self.line, self.ask]),
        ]
        for row in rows:
            row.add_class("rl-row")
        rows[1].add_class("rl-told")
        rows[3].add_class("rl-tools")
        rows[4].add_class("rl-asking")
        steps, told, choices, tools, asking = rows
        below = [self.why_page, self.copy_page, self.played, self.workshop, self.words, self.host]
        return [self.faces, steps, self.picture, told, asking, choices, tools, *below]

    def set_steps(self, place: int, count: int) -> None:
        """Let slider and player have so many steps, and stand at one of them."""
        with self.slider.hold_sync(), self.play.hold_sync():
            for control in (self.slider, self.play):
                control.value = 0
                control.max = max(1, count - 1)
                control.value = place

    def set_film(self, film: Film, seat: Seat | None) -> None:
        """Show what goes with this film, and look through these eyes."""
        self.seat.options = [("", ""), *((name, name) for name in film.seats)]
        self.seat.value = seat or ""
        self.turns.options = [("", number) for number in range(len(film.turns) + 1)]
        self.turns.value = 0
        _seen(self.seat, len(film.seats) > 1)
        _seen(self.turns, len(film.turns) > 1)
        _seen(self.why, film.source is not None)
        _seen(self.deal, len(self.deal.options) > 1)
        self.slider.disabled = len(film.frames) == 1

    def set_speed(self) -> None:
        """Let the player go as fast as the menu says."""
        self.play.interval = self.speed.value

    def dim_ends(self, *, first: bool, last: bool) -> None:
        """Show which buttons lead nowhere."""
        for names, off in ((("first", "previous"), first), (("next", "last"), last)):
            for name in names:
                (self.buttons[name].add_class if off else self.buttons[name].remove_class)("rl-at-end")

    def show_pages(self, film: Film, frame: int, state: State, seat: Seat | None) -> None:
        """Let the pages that are open tell of this frame."""
        for control, page in ((self.why, self.why_page), (self.copy, self.copy_page)):
            page.layout.display = None if control.value else "none"
        lang = self.lang.value
        self.why_page.value = why(film, frame, seat, lang) if self.why.value else ""
        self.copy_page.value = copy_page(state, seat, lang) if self.copy.value else ""
        self.host.expanded = {"rl-why-button": self.why.value, "rl-copy-button": self.copy.value}

    def relabel(self, film: Film, lang: Language) -> None:
        """Name everything in this language; no value changes."""
        for name, button in self.buttons.items():
            button.description = caption(name, lang)
        self.slider.description = text("slider", lang)
        self.line.description, self.ask.description = text("ask_line", lang), text("ask", lang)
        self.whole.description = text("whole_turns", lang)
        self.lang.description = caption("language", lang)
        self.seat.description = text("view", lang)
        for name, widget in {
            "deal": self.deal, "speed": self.speed, "turns": self.turns, "why": self.why, "play_on": self.play_on,
            "copy": self.copy, "close_game": self.played.button,
        }.items():  # fmt: skip
            widget.description = tell(name, lang)
        self.moment.description = work("moment", lang)
        self.workshop.button.description = work("close_moment", lang)
        seats = (text("seen_by", lang, player=caption("player", lang, seat=name)) for name in film.seats)
        _rename(self.seat, [text("open", lang), *seats])
        _rename(self.speed, [tell(name, lang) for name in MILLISECONDS_A_STEP])
        deals = len(self.deal.options)
        _rename(self.deal, [tell("deal_of", lang, n=at, m=deals) for at in range(1, deals + 1)])
        _rename(self.turns, [tell("before_first", lang), *film.lines(lang)])
        self.name_for_readers(lang)

    def name_for_readers(self, lang: Language) -> None:
        """Tell the browser what is called how; what plays can be paused."""
        self.host.names = {
            "host": text("viewer", lang),
            "slider": text("slider", lang),
            "buttons": [button.description for button in self.buttons.values()],
            "play": [text("pause", lang) if self.play.playing else caption("play", lang), text("stop", lang)],
        }
        self.host.playing = self.play.playing


def _rename(menu: Dropdown | Select, names: Sequence[str]) -> None:
    chosen = menu.value
    menu.options = [(name, value) for name, (_, value) in zip(names, menu.options, strict=True)]
    menu.value = chosen


def _seen(widget: Any, seen: bool) -> None:
    widget.layout.display = None if seen else "none"
