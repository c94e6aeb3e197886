"""A game, an example or a row of positions, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import Final, Literal, cast

from ipywidgets import jslink

from rummy_lab.core.errors import RummyError
from rummy_lab.core.state import State
from rummy_lab.core.violations import Seat, Violation
from rummy_lab.language import LANG
from rummy_lab.widgets.asking import reply
from rummy_lab.widgets.frames import Game, Played
from rummy_lab.widgets.guard import failure, known
from rummy_lab.widgets.stage import Look, Stage, seen
from rummy_lab.widgets.story import Story, story_of
from rummy_lab.widgets.texts import LANGUAGES, Language, text
from rummy_lab.widgets.viewer_controls import Controls
from rummy_lab.widgets.viewer_film import Marked, films_of
from rummy_lab.widgets.viewer_moment import make_step
from rummy_lab.widgets.viewer_play_on import play_on
from rummy_lab.widgets.viewer_steps import By, Stepper
from rummy_lab.widgets.viewer_texts import tell
from rummy_lab.words import in_words

_LETTERS: Final = str.maketrans("0123456789", "ghijklmnop")  # no id holds what looks like a card


class GameViewer(Stepper):
    """Step through records, through an example (a position and the turns played from it) or through positions.

    A turn that is not allowed may be given as well: the last step then shows what was tried, and every reason why it
    is refused with its place in the rulebook.

    Args:
        game: a record, the records of a match, a position (State or text), a puzzle or a list of positions.
        turns: the turns played from the position, each as text, as moves or in a list; a puzzle brings its solution.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.
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
        lang: Language = LANG,
        seat: Seat | None = None,
        by: By | None = None,
        at: int = 0,
        marked: Marked = (),
    ) -> None:
        self._films = films_of(game, turns, marked)
        self._film = self._films[0]
        whole = by == "turn" if by else not turns and len(self._film.ends) > 2
        known("lang", lang, LANGUAGES)
        known("by", by, (None, "move", "turn"))
        known("seat", seat, (None, *self._film.seats))
        steps = len(self._film.ends if whole else self.frames)
        known("at", at, range(steps))
        self._quiet = True
        self._controls = controls = Controls(len(self._films), lang, whole=whole)
        self._buttons, self._slider, self._play = controls.buttons, controls.slider, controls.play
        self._picture, self._faces, self._news = controls.picture, controls.faces, controls.news
        self._words, self._host = controls.words, controls.host
        self._shown, self._answer = 0, ""
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
        known("lang", lang, LANGUAGES)
        self._controls.lang.value = lang

    @property
    def seat(self) -> Seat | None:
        """Whose eyes we look through; None: all hands are open; may be set."""
        return cast(Seat, self._controls.seat.value) or None

    @seat.setter
    def seat(self, seat: Seat | None) -> None:
        known("seat", seat, (None, *self._film.seats))
        self._controls.seat.value = seat or ""

    def play_on(self) -> None:
        """Take over the seat that looks, else the seat to move; what is played stands below."""
        with self.lock:
            try:
                taken = play_on(self._film, self._shown, self.seat, self.lang)
            except RummyError as refusal:
                self._add_news(in_words(refusal, self.lang))
                return
            self._controls.played.show(taken.widget)
            self._add_news(taken.said)

    def make_step(self) -> None:
        """Make this moment a step of a lesson: a workshop below holds the position and the turn played in it."""
        with self.lock:
            workshop, said = make_step(self._film, self._shown, self.lang)
            self._controls.workshop.show(workshop)
            self._add_news(said)

    def ask(self, question: str) -> str:
        """Answer a `question` in words, as `hand`, `what fits` or `meld 3`; `back` and `forward` go a step."""
        with self.lock:
            said = reply(
                question,
                self.state,
                self.seat,
                self.lang,
                events=[event for frame in self.frames[: self._shown + 1] for event in frame.events],
                said=(self._answer,) if self._answer else self.story.happened,
                acts={"undo": self.previous, "redo": self.next},
            )
            if said:
                self._answer = said
                self._add_news(said)
            return said

    def stop_playing(self) -> None:
        """Take away what is played below."""
        with self.lock:
            self._controls.played.clear()

    def close(self) -> None:
        """Free the viewer and all that is in it."""
        if "_link" in self.__dict__:
            self._link.close()
            self._controls.played.clear()
            self._controls.workshop.clear()
        super().close()

    def still(self) -> tuple[bytes, str, str]:
        """The picture shown as PNG, its notation, and the step in words."""
        return self._stage.still(self._shown, self._look), self.story.notation, self.words()

    def words(self) -> str:
        """The notation of the step shown, and the step in words."""
        return f"{self.story.notation}\n{self.story}"

    # How it works

    @property
    def _look(self) -> Look:
        return Look(self.seat or "", self.lang, bool(self._host.narrow))

    def _new_stage(self) -> Stage:
        return Stage(self.frames, f"v{self._host.model_id[:8].translate(_LETTERS)}-")

    def _listen(self) -> None:
        controls = self._controls
        acts = {"first": self.first, "previous": self.previous, "next": self.next, "last": self.last}
        clicks = {controls.buttons[name]: act for name, act in acts.items()}
        clicks |= {controls.play_on: self.play_on, controls.played.button: self.stop_playing}
        clicks |= {controls.moment: self.make_step, controls.workshop.button: controls.workshop.clear}
        for button, act in clicks.items():
            button.on_click(self.handler(act))
        changes = (
            (self._slider, self._show), (controls.whole, self._change_steps), (controls.seat, self._show),
            (controls.lang, self._change_language), (controls.deal, self._change_deal),
            (controls.turns, self._choose_turn), (controls.why, self._show_pages), (controls.copy, self._show_pages),
            (controls.speed, controls.set_speed), (controls.line, self._ask),
        )  # fmt: skip
        for control, act in changes:
            control.observe(self.handler(act), "value")
        self._host.observe(self.handler(self._show), "narrow")
        controls.play.observe(self.handler(lambda: controls.name_for_readers(self.lang)), "playing")
        self._link = jslink((self._play, "value"), (self._slider, "value"))

    def tell_end(self, which: Literal["at_start", "at_end"]) -> None:
        """Say that there is no step on this side, `which` is `at_start` or `at_end`."""
        self._add_news(text(which, self.lang))

    def _ask(self) -> None:
        line = self._controls.line
        if line.value.strip():
            question, line.value = line.value, ""
            self.ask(question)

    def _add_news(self, sentence: str) -> None:
        self._news.value = self.story.news()  # so that the same sentence twice is news as well
        self._news.value = f"{self.story.news()}<p>{escape(sentence)}</p>"

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
        if self._host.playing and self._shown < at:
            since = min(since, self._shown + 1)  # a busy page passes over steps, and what happened in them is told
        self._stage.survey(look, whole, steps)
        picture, new_faces = self._stage.show(at, look, whole)
        story = story_of(
            self.frames[since - 1] if since else None, self.frames[since : at + 1], step, len(steps) - 1, look
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
        self._shown, self.story, self._answer = at, story, ""
        turn = self._film.turn_at(at)
        with self._quietly():
            self._controls.turns.value = 0 if turn is None else turn.number
        self._show_pages()

    def _show_pages(self) -> None:
        """The pages that are open tell of what is shown."""
        self._controls.show_pages(self._film, self._shown, self.state, self.seat)

    def tell_failure(self, error: Exception) -> None:
        """Say in one plain sentence that something failed, the `error`."""
        told = failure(error, self.lang)
        self._news.value = f'<p class="rl-refused">{escape(told)}</p>'
