"""A game, an example or a row of positions, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Final, Literal, cast

from ipywidgets import HTML, Box, Button, Checkbox, Dropdown, IntSlider, Play, jslink

from rummy_lab.core.errors import RummyError
from rummy_lab.core.state import State
from rummy_lab.core.violations import Seat, Violation
from rummy_lab.widgets.frames import Frame, Game, Played, frames_of, turn_ends
from rummy_lab.widgets.host import Host
from rummy_lab.widgets.panel import Panel
from rummy_lab.widgets.stage import Look, Stage, seen
from rummy_lab.widgets.story import Story, story_of
from rummy_lab.widgets.texts import LANGUAGES, Language, text
from rummy_lab.words import caption

By = Literal["move", "turn"]
MILLISECONDS_A_STEP: Final = 1500


class GameViewer(Panel):
    """Step through a record, through an example (a position and the turns played from it) or through positions.

    A turn that is not allowed may be given as well: the last step then shows what was tried, and every reason why it
    is refused with its place in the rulebook.

    Args:
        game: a record, a position (State or text), a puzzle or a list of positions.
        turns: the turns played from the position, each as text, as moves or in a list; a puzzle brings its solution.
        lang: `en`, `de` or `nl`.
        seat: whose eyes to look through; None: all hands are open.
        by: step by `move` or by `turn`; when left out, examples by move and whole games by turn.
        at: the step shown first.

    >>> viewer = GameViewer("schmidt; table [6r 7r 8r]; hand A+ 5r 9r; turn A", "layoff 5r>1; end")
    >>> viewer.next()
    >>> str(viewer.state.table), len(viewer)
    ('[5r 6r 7r 8r]', 3)
    """

    def __init__(
        self,
        game: Game,
        *turns: Played | Sequence[Played],
        lang: Language = "en",
        seat: Seat | None = None,
        by: By | None = None,
        at: int = 0,
    ) -> None:
        self.frames: tuple[Frame, ...] = frames_of(game, turns)
        self._turn_ends = turn_ends(self.frames)
        self._moves = tuple(range(len(self.frames)))
        whole = by == "turn" if by else not turns and len(self._turn_ends) > 2
        self._seats = tuple(seat for seat, hand in self.frames[0].state.hands.items() if hand is not None)
        _known("lang", lang, LANGUAGES)
        _known("by", by, (None, "move", "turn"))
        _known("seat", seat, (None, *self._seats))
        steps = self._turn_ends if whole else self._moves
        _known("at", at, range(len(steps)))
        self._quiet = True  # while several controls change together
        self._buttons = {name: Button() for name in ("first", "previous", "next", "last")}
        self._slider = IntSlider(at, 0, max(1, len(steps) - 1), readout=False)
        self._play = Play(value=at, min=0, max=len(steps) - 1, interval=MILLISECONDS_A_STEP, show_repeat=False)
        self._whole = Checkbox(whole, indent=False)
        self._seat = Dropdown(options=[("", ""), *((name, name) for name in self._seats)], value=seat or "")
        self._lang = Dropdown(options=[(name, code) for code, name in LANGUAGES.items()], value=lang)
        self._picture, self._faces, self._news, self._words = HTML(), HTML(), HTML(), HTML()
        self._host = Host()
        self._stage = Stage(self.frames, f"v{self._host.model_id[:8]}-")
        self._shown = self._moves[0]
        self.story: Story
        super().__init__(self._arranged())
        self.add_class("rl-viewer")
        self._listen()
        self._quiet = False
        self._relabel()
        self._show()

    # What is shown

    def __len__(self) -> int:
        """How many steps there are."""
        return len(self._steps)

    @property
    def index(self) -> int:
        """The step shown, from 0; may be set."""
        return cast(int, self._slider.value)

    @index.setter
    def index(self, step: int) -> None:
        _known("index", step, range(len(self)))
        self._slider.value = step

    @property
    def state(self) -> State:
        """The position shown; what the chosen seat does not see is hidden in it."""
        return seen(self.frames[self._shown].state, self._look)

    @property
    def refused(self) -> tuple[Violation, ...]:
        """Why the last move tried is not allowed; empty when all moves are legal."""
        return self.frames[-1].refused

    @property
    def lang(self) -> Language:
        """The language; may be set."""
        return cast(Language, self._lang.value)

    @lang.setter
    def lang(self, lang: Language) -> None:
        _known("lang", lang, LANGUAGES)
        self._lang.value = lang

    @property
    def seat(self) -> Seat | None:
        """Whose eyes we look through; None: all hands are open; may be set."""
        return cast(Seat, self._seat.value) or None

    @seat.setter
    def seat(self, seat: Seat | None) -> None:
        _known("seat", seat, (None, *self._seats))
        self._seat.value = seat or ""

    @property
    def by(self) -> By:
        """Whether a step is a `move` or a whole `turn`; may be set."""
        return "turn" if self._whole.value else "move"

    @by.setter
    def by(self, by: By) -> None:
        _known("by", by, ("move", "turn"))
        self._whole.value = by == "turn"

    def first(self) -> None:
        """Go to the first step."""
        self._go(0)

    def previous(self) -> None:
        """Go one step back."""
        self._go(self.index - 1)

    def next(self) -> None:
        """Go one step on."""
        self._go(self.index + 1)

    def last(self) -> None:
        """Go to the last step."""
        self._go(len(self) - 1)

    def close(self) -> None:
        """Free the viewer and all that is in it."""
        if "_link" in self.__dict__:
            self._link.close()
        super().close()

    def still(self) -> tuple[bytes, str, str]:
        """The picture shown as PNG, its notation, and the step in words."""
        return self._stage.still(self._shown, self._look), self.story.notation, self.words()

    def words(self) -> str:
        """The notation of the step shown, and the step in words."""
        return f"{self.story.notation}\n{self.story}"

    # How it works

    @property
    def _steps(self) -> tuple[int, ...]:
        return self._turn_ends if self._whole.value else self._moves

    @property
    def _look(self) -> Look:
        return Look(self.seat or "", self.lang, bool(self._host.narrow))

    def _arranged(self) -> list[Any]:
        for name, icon in (("first", "fast-backward"), ("previous", "step-backward"), ("next", "step-forward")):
            self._buttons[name].icon = icon
        self._buttons["last"].icon = "fast-forward"
        for button in self._buttons.values():
            button.add_class("rl-step-button")
        classes = {
            "rl-slider": self._slider,
            "rl-play": self._play,
            "rl-stage": self._picture,
            "rl-faces": self._faces,
            "rl-news": self._news,
            "rl-words": self._words,
        }
        for name, widget in classes.items():
            widget.add_class(name)
        self._slider.disabled = len(self.frames) == 1
        self._seat.layout.display = "none" if len(self._seats) < 2 else None
        steps, choices = Box([*self._buttons.values(), self._play, self._slider]), Box([])
        choices.children = [self._whole, self._seat, self._lang]
        for row in (steps, choices):
            row.add_class("rl-row")
        return [self._faces, steps, self._picture, self._news, choices, self._words, self._host]

    def _listen(self) -> None:
        acts = {"first": self.first, "previous": self.previous, "next": self.next, "last": self.last}
        for name, act in acts.items():
            self._buttons[name].on_click(self.handler(act))
        self._slider.observe(self.handler(self._show), "value")
        self._whole.observe(self.handler(self._change_steps), "value")
        self._seat.observe(self.handler(self._show), "value")
        self._lang.observe(self.handler(self._change_language), "value")
        self._host.observe(self.handler(self._show), "narrow")
        self._link = jslink((self._play, "value"), (self._slider, "value"))

    def _go(self, step: int) -> None:
        with self.lock:
            if 0 <= step < len(self):
                self._slider.value = step
            else:
                end = text("at_start" if step < 0 else "at_end", self.lang)
                self._news.value = f"{self.story.news()}<p>{end}</p>"

    def _change_language(self) -> None:
        self._relabel()
        self._show()

    def _change_steps(self) -> None:
        """Stay at the same place, or at the end of its turn."""
        place = next(step for step, at in enumerate(self._steps) if at >= self._shown)
        self._quiet = True
        try:
            with self._slider.hold_sync(), self._play.hold_sync():
                for control in (self._slider, self._play):
                    control.value = 0
                    control.max = max(1, len(self) - 1)
                    control.value = place
        finally:
            self._quiet = False
        self._show()

    def _relabel(self) -> None:
        lang = self.lang
        for name, button in self._buttons.items():
            button.description = caption(name, lang)
        self._slider.description = text("slider", lang)
        self._whole.description = text("whole_turns", lang)
        self._lang.description = caption("language", lang)
        self._seat.description = text("view", lang)
        names = [text("open", lang)] + [
            text("seen_by", lang, player=caption("player", lang, seat=name)) for name in self._seats
        ]
        self._quiet = True
        try:
            chosen = self._seat.value
            self._seat.options = [(name, value) for name, (_, value) in zip(names, self._seat.options, strict=True)]
            self._seat.value = chosen
        finally:
            self._quiet = False
        self._host.names = {
            "host": text("viewer", lang),
            "slider": text("slider", lang),
            "buttons": [button.description for button in self._buttons.values()],
            "play": [caption("play", lang), text("stop", lang)],
        }

    def _show(self) -> None:
        """Everything seen follows from where the controls stand."""
        if self._quiet:
            return
        look, whole, steps, step = self._look, self._whole.value, self._steps, self.index
        at = steps[min(step, len(steps) - 1)]
        since = steps[step - 1] + 1 if step else 0
        self._stage.survey(look, whole, steps)
        picture, new_faces = self._stage.show(at, look, whole)
        story = story_of(
            self.frames[since - 1] if step else None, self.frames[since : at + 1], step, len(steps) - 1, look
        )
        if new_faces or not self._faces.value:
            self._faces.value = self._stage.faces()
        self._picture.value = picture
        self._news.value = story.news()
        self._words.value = story.position()
        self._play.value = step
        self._host.step = story.step
        for names, off in ((("first", "previous"), step == 0), (("next", "last"), step == len(steps) - 1)):
            for name in names:
                (self._buttons[name].add_class if off else self._buttons[name].remove_class)("rl-at-end")
        self._shown, self.story = at, story

    def tell_failure(self, error: Exception) -> None:
        """Say in one plain sentence that something failed."""
        told = str(error) if isinstance(error, RummyError) else text("failed", self.lang, kind=type(error).__name__)
        self._news.value = f'<p class="rl-refused">{escape(told)}</p>'


def _known(name: str, value: object, allowed: Iterable[object]) -> None:
    if value not in allowed:
        said = f"0 to {len(allowed) - 1}" if isinstance(allowed, range) else ", ".join(map(str, allowed))
        raise RummyError(f"{name} is {value!r}; it can be {said}")
