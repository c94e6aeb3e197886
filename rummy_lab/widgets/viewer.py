"""A game, an example or a row of positions, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from html import escape
from typing import Final, Literal, cast

from ipywidgets import jslink

from rummy_lab.core.errors import RummyError
from rummy_lab.core.state import State
from rummy_lab.core.violations import Seat, Violation
from rummy_lab.widgets.frames import Frame, Game, Played
from rummy_lab.widgets.panel import Panel
from rummy_lab.widgets.stage import Look, Stage, seen
from rummy_lab.widgets.story import Story, story_of
from rummy_lab.widgets.texts import LANGUAGES, Language, text
from rummy_lab.widgets.viewer_controls import Controls
from rummy_lab.widgets.viewer_film import Marked, films_of
from rummy_lab.widgets.viewer_play_on import play_on
from rummy_lab.widgets.viewer_texts import tell

By = Literal["move", "turn"]
_LETTERS: Final = str.maketrans("0123456789", "ghijklmnop")  # no id holds what looks like a card


class GameViewer(Panel):
    """Step through records, through an example (a position and the turns played from it) or through positions.

    A turn that is not allowed may be given as well: the last step then shows what was tried, and every reason why it
    is refused with its place in the rulebook.

    Args:
        game: a record, the records of a match, a position (State or text), a puzzle or a list of positions.
        turns: the turns played from the position, each as text, as moves or in a list; a puzzle brings its solution.
        lang: `en`, `de` or `nl`.
        seat: whose eyes to look through; None: all hands are open.
        by: step by `move` or by `turn`; when left out, examples by move and whole games by turn.
        at: the step shown first.
        marked: the numbers of the turns that had a better one, as `review` finds them; of several records a
            collection each.

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
        marked: Marked = (),
    ) -> None:
        self._films = films_of(game, turns, marked)
        self._film = self._films[0]
        whole = by == "turn" if by else not turns and len(self._film.ends) > 2
        _known("lang", lang, LANGUAGES)
        _known("by", by, (None, "move", "turn"))
        _known("seat", seat, (None, *self._film.seats))
        steps = len(self._film.ends if whole else self.frames)
        _known("at", at, range(steps))
        self._quiet = True  # while several controls change together
        self._controls = controls = Controls(len(self._films), lang, whole=whole)
        self._buttons, self._slider, self._play = controls.buttons, controls.slider, controls.play
        self._picture, self._faces, self._news = controls.picture, controls.faces, controls.news
        self._words, self._host = controls.words, controls.host
        self._shown = 0
        self._stage = self._new_stage()
        self.story: Story
        controls.set_film(self._film, seat)
        controls.set_steps(at, steps)
        super().__init__(controls.arranged())
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
    def frames(self) -> tuple[Frame, ...]:
        """What can be shown of this deal: a state each, and the moves that led to it."""
        return self._film.frames

    @property
    def deal(self) -> int:
        """Which of the records is shown, from 0; may be set."""
        return cast(int, self._controls.deal.value)

    @deal.setter
    def deal(self, number: int) -> None:
        _known("deal", number, range(len(self._films)))
        self._controls.deal.value = number

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
        return cast(Language, self._controls.lang.value)

    @lang.setter
    def lang(self, lang: Language) -> None:
        _known("lang", lang, LANGUAGES)
        self._controls.lang.value = lang

    @property
    def seat(self) -> Seat | None:
        """Whose eyes we look through; None: all hands are open; may be set."""
        return cast(Seat, self._controls.seat.value) or None

    @seat.setter
    def seat(self, seat: Seat | None) -> None:
        _known("seat", seat, (None, *self._film.seats))
        self._controls.seat.value = seat or ""

    @property
    def by(self) -> By:
        """Whether a step is a `move` or a whole `turn`; may be set."""
        return "turn" if self._controls.whole.value else "move"

    @by.setter
    def by(self, by: By) -> None:
        _known("by", by, ("move", "turn"))
        self._controls.whole.value = by == "turn"

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

    def turn(self, number: int) -> None:
        """Go to the end of a turn, counted from 1; 0 is the start."""
        _known("turn", number, range(len(self._film.turns) + 1))
        end = self._film.ends[number]
        self.index = number if self._controls.whole.value else end

    def play_on(self) -> None:
        """Take over the seat that looks, else the seat to move; what is played stands below."""
        with self.lock:
            try:
                taken = play_on(self._film, self._shown, self.seat, self.lang)
            except RummyError as refusal:
                self._add_news(str(refusal))
                return
            self._controls.played.show(taken.widget)
            self._add_news(taken.said)

    def stop_playing(self) -> None:
        """Take away what is played below."""
        with self.lock:
            self._controls.played.clear()

    def close(self) -> None:
        """Free the viewer and all that is in it."""
        if "_link" in self.__dict__:
            self._link.close()
            self._controls.played.clear()
        super().close()

    def still(self) -> tuple[bytes, str, str]:
        """The picture shown as PNG, its notation, and the step in words."""
        return self._stage.still(self._shown, self._look), self.story.notation, self.words()

    def words(self) -> str:
        """The notation of the step shown, and the step in words."""
        return f"{self.story.notation}\n{self.story}"

    # How it works

    @property
    def _steps(self) -> Sequence[int]:
        return self._film.ends if self._controls.whole.value else range(len(self.frames))

    @property
    def _look(self) -> Look:
        return Look(self.seat or "", self.lang, bool(self._host.narrow))

    def _new_stage(self) -> Stage:
        return Stage(self.frames, f"v{self._host.model_id[:8].translate(_LETTERS)}-")

    def _listen(self) -> None:
        controls = self._controls
        acts = {"first": self.first, "previous": self.previous, "next": self.next, "last": self.last}
        clicks = [(controls.buttons[name], act) for name, act in acts.items()]
        for button, act in (*clicks, (controls.play_on, self.play_on), (controls.played.button, self.stop_playing)):
            button.on_click(self.handler(act))
        changes = (
            (self._slider, self._show), (controls.whole, self._change_steps), (controls.seat, self._show),
            (controls.lang, self._change_language), (controls.deal, self._change_deal),
            (controls.turns, self._choose_turn), (controls.why, self._show_pages), (controls.copy, self._show_pages),
            (controls.speed, controls.set_speed),
        )  # fmt: skip
        for control, act in changes:
            control.observe(self.handler(act), "value")
        self._host.observe(self.handler(self._show), "narrow")
        self._link = jslink((self._play, "value"), (self._slider, "value"))

    def _go(self, step: int) -> None:
        with self.lock:
            other = self.deal + (-1 if step < 0 else 1)
            if 0 <= step < len(self):
                self._slider.value = step
            elif 0 <= other < len(self._films):
                self.deal = other
                if step < 0:
                    self.last()
            else:
                self._add_news(text("at_start" if step < 0 else "at_end", self.lang))

    def _add_news(self, sentence: str) -> None:
        self._news.value = f"{self.story.news()}<p>{escape(sentence)}</p>"

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        """While controls change that would each show something."""
        before, self._quiet = self._quiet, True
        try:
            yield
        finally:
            self._quiet = before

    def _change_language(self) -> None:
        self._relabel()
        self._show()

    def _change_steps(self) -> None:
        """Stay at the same place, or at the end of its turn."""
        place = next(step for step, at in enumerate(self._steps) if at >= self._shown)
        with self._quietly():
            self._controls.set_steps(place, len(self))
        self._show()

    def _change_deal(self) -> None:
        if self._quiet:
            return
        self._film = self._films[self.deal]
        # Who may not see all hands may not see them because a seat is missing in this deal either.
        seat = self.seat if self.seat in (None, *self._film.seats) else self._film.seats[0]
        self._stage, self._faces.value, self._shown = self._new_stage(), "", 0
        with self._quietly():
            self._controls.set_film(self._film, seat)
            self._controls.set_steps(0, len(self))
        self._relabel()
        self._show()

    def _choose_turn(self) -> None:
        if not self._quiet:
            self.turn(self._controls.turns.value)

    def _relabel(self) -> None:
        with self._quietly():
            self._controls.relabel(self._film, self.lang)

    def _show(self) -> None:
        """Everything seen follows from where the controls stand."""
        if self._quiet:
            return
        look, whole, steps, step = self._look, self._controls.whole.value, self._steps, self.index
        at = steps[min(step, len(steps) - 1)]
        since = steps[step - 1] + 1 if step else 0
        self._stage.survey(look, whole, steps)
        picture, new_faces = self._stage.show(at, look, whole)
        story = story_of(
            self.frames[since - 1] if step else None, self.frames[since : at + 1], step, len(steps) - 1, look
        )
        if len(self._films) > 1:
            deal = tell("deal_of", self.lang, n=self.deal + 1, m=len(self._films))
            story = replace(story, step=f"{deal}. {story.step}")
        if new_faces or not self._faces.value:
            self._faces.value = self._stage.faces()
        self._picture.value = picture
        self._news.value = story.news()
        self._words.value = story.position()
        self._play.value = step
        self._host.step = story.step
        self._controls.dim_ends(first=step == 0, last=step == len(steps) - 1)
        self._shown, self.story = at, story
        turn = self._film.turn_at(at)
        with self._quietly():
            self._controls.turns.value = 0 if turn is None else turn.number
        self._show_pages()

    def _show_pages(self) -> None:
        """The pages that are open tell of what is shown."""
        self._controls.show_pages(self._film, self._shown, self.state, self.seat)

    def tell_failure(self, error: Exception) -> None:
        """Say in one plain sentence that something failed."""
        told = str(error) if isinstance(error, RummyError) else text("failed", self.lang, kind=type(error).__name__)
        self._news.value = f'<p class="rl-refused">{escape(told)}</p>'


def _known(name: str, value: object, allowed: Iterable[object]) -> None:
    if value not in allowed:
        said = f"0 to {len(allowed) - 1}" if isinstance(allowed, range) else ", ".join(map(str, allowed))
        raise RummyError(f"{name} is {value!r}; it can be {said}")
