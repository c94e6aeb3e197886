"""The inside of a variant lab: choices that begin anew, the guess, deals that come in and are shown."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from functools import partial
from html import escape
from time import monotonic
from typing import Any, Final, NamedTuple

from rummy_lab.core.errors import RummyError
from rummy_lab.core.rules import RuleSet
from rummy_lab.stats.numbers import number
from rummy_lab.stats.texts import rules_name
from rummy_lab.widgets import variant_guess
from rummy_lab.widgets.guard import failure
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.variant_compiling import compiling
from rummy_lab.widgets.variant_figures import Figures, figures, sentence_of
from rummy_lab.widgets.variant_model import Change, Experiment, ImpossibleExperiment, changed, first_change, offered
from rummy_lab.widgets.variant_page import VariantPage
from rummy_lab.widgets.variant_run import Sampling
from rummy_lab.widgets.variant_texts import tell
from rummy_lab.widgets.variant_words import Level

_SPOKEN: Final = 5.0
"""Seconds between two sentences that are read aloud while deals are played."""


class Left(NamedTuple):
    """What was guessed and played before something else was chosen."""

    chosen: Experiment
    sampling: Sampling | None
    guess: dict[str, float]
    reason: str

    def told(self, lang: Language) -> str:
        """That it is not lost, in a sentence or two."""
        if self.sampling is None or not self.sampling.done:
            return tell("left_guess", lang)
        return tell("left_deals", lang, count=number(self.sampling.done, lang))


class GrowingDeals(VariantPage):
    """What follows from what is chosen and played; what may be done from outside is in `VariantLab`."""

    def __init__(self, chosen: Experiment, lang: Language | None, level: Level, *, predict: bool) -> None:
        self.chosen, self.predict = chosen, bool(predict)
        self.sampling: Sampling | None = None
        self._figures: Figures | None = None
        self._left: Left | None = None
        self._spoken = 0.0
        self._standing = ""
        super().__init__(lang, level)

    @abstractmethod
    def play(self, deals: int = 100) -> None:
        """Play so many more deals."""

    # Choices

    @property
    def refusal(self) -> str:
        """Why the choices make no sense together; empty where they do."""
        return self.chosen.refusal(self.lang)

    def _choose(self, **values: Any) -> None:
        self._choose_anew(replace(self.chosen, **values))

    def _choose_game(self, name: str) -> None:
        game = RuleSet.of(name)
        kept = tuple(
            (field, value)
            for field, value in self.chosen.changes
            if field in offered(game) and game.get(field) != value
        )
        least, most = game.deal.seats
        players = self.chosen.players[:most]
        self._choose(game=game, changes=kept, players=players + players[-1:] * (least - len(players)))

    def _change(self, at: int, change: Change | None) -> None:
        self._choose_anew(changed(self.chosen, at, change))

    def _add_change(self) -> None:
        used = {field for field, _ in self.chosen.changes}
        likely = ("opening.points", "pack.jokers", "deal.hand", *offered(self.chosen.game))
        field = next(one for one in likely if one in offered(self.chosen.game) and one not in used)
        change = (field, first_change(self.chosen.game, field))
        self._choose(changes=(*self.chosen.changes, change))

    def _choose_anew(self, chosen: Experiment) -> None:
        """Another experiment; where nothing has to be guessed and deals were played, as many are played again.

        What was guessed and played is kept for one who comes back to it at once: a slider moves easily.
        """
        again = 0
        if self.sampling is not None:
            self.sampling.stop()
            again = 0 if self.predict else self.sampling.target
        if self.predict and self.guessing.guess:
            self._left = Left(self.chosen, self.sampling, dict(self.guessing.guess), self.guessing.reason)
            self.guessing.forget()
        self.chosen, self.sampling, self._figures = chosen, None, None
        self.looked_at.clear()
        refusal = self.refusal
        if self.predict and not refusal:
            self.guessing.ask(chosen, self.lang)
        else:
            self.guessing.guess = {}
        self._take_up()
        self._relabel()
        if again and not refusal:
            self.play(again)
        else:
            self._greet()

    @property
    def _told_left(self) -> str:
        """That what was left is not lost, while nothing else was guessed; empty where nothing was left."""
        return self._left.told(self.lang) if self._left is not None and self._must_guess else ""

    def _take_up(self) -> None:
        """Take up what was left, where the same is chosen again."""
        left = self._left
        if left is None or left.chosen != self.chosen:
            return
        self._left, self.sampling = None, left.sampling
        self.guessing.set(left.guess, left.reason)
        if self.sampling is not None and self.sampling.done:
            self._figures = figures(self.chosen, self.sampling)

    # The guess

    @property
    def _must_guess(self) -> bool:
        return self.predict and not self.guessing.guess

    def _take_guess(self) -> None:
        untouched = [rules_name(name, self.lang) for name in self.guessing.untouched]
        if untouched:
            self._say(tell("need_guess", self.lang, rules=", ".join(untouched)))
        else:
            self._thank(given=self.guessing.take())

    def _thank(self, *, given: bool) -> None:
        if given:
            self._say(tell("thanks", self.lang, guess=variant_guess.told(self._guessed(), self.chosen, self.lang)))
            self._relabel()
        else:
            self._say(tell("need_reason", self.lang))

    def _guessed(self) -> dict[str, float]:
        return variant_guess.shares(self.guessing.guess, self.chosen)

    # While deals come in

    def _new_sampling(self) -> Sampling:
        made: list[Sampling] = []
        sampling = Sampling(self.chosen.plan(), lambda: self._came(made[0]))
        made.append(sampling)
        return sampling

    def _came(self, sampling: Sampling) -> None:
        """More deals are there; those of choices that were given up since are nobody's."""
        with self.lock:
            if sampling is self.sampling:
                self.attempt(self._refresh)

    def _refresh(self, *, asked: bool = False) -> None:
        """Show and say how it stands; what was said since a stop is not talked over by the last deals before it."""
        sampling = self.sampling
        if sampling is None:
            return
        if sampling.error is not None:
            raise sampling.error
        self._figures = figures(self.chosen, sampling) if sampling.done else None
        running = sampling.is_running
        if running:
            due = monotonic() - self._spoken >= _SPOKEN
        else:
            due = asked or sampling.done >= sampling.target or self._news.value == self._standing
        if due:
            self._spoken = monotonic()
            self._greet()
            self._standing = self._news.value
        self._update()
        if not running and sampling.done == sampling.target == 1 and self.looked_at.viewer is None:
            self.looked_at.show(sampling.record(0, self.chosen.game), 0, self.chosen.game.name, self.lang)

    def _greet(self) -> None:
        """Say how it stands."""
        lang, sampling, shown = self.lang, self.sampling, self._figures
        if self.refusal:
            self._bar(tell("refused", lang, reason=self.refusal), self._told_left)
        elif sampling is None:
            self._say(tell("need_prediction" if self._must_guess else "ready", lang), self._told_left)
        elif sampling.is_running:
            self._say(*((tell("begun", lang), self._slowness()) if shown is None else (sentence_of(shown, lang),)))
        else:
            how = "finished" if sampling.done >= sampling.target else "stopped"
            self._say(tell(how, lang), sentence_of(shown, lang) if shown is not None else "")

    def _slowness(self) -> str:
        assert self.sampling is not None
        if self.sampling.slow:
            return tell("slow", self.lang)
        return "" if compiling.is_ready(self.chosen.bots) else tell("compiling", self.lang)

    def _update(self) -> None:
        """Show the deals as they stand."""
        self._note.value = f"<p>{escape(left)}</p>" if (left := self._told_left) else ""
        self._name_buttons()
        if self.sampling is None or self._figures is None:
            self.results.clear()
        else:
            self.results.show(self._figures, self.sampling, self._guessed(), self.guessing.reason, self.lang)

    def _played(self) -> Sampling:
        if self.sampling is None or not self.sampling.done:
            raise RummyError(tell("no_deals", self.lang))
        return self.sampling

    def _known(self) -> Figures:
        with self.lock:
            sampling = self._played()
            if self._figures is None or self._figures.deals != sampling.done:
                self._figures = figures(self.chosen, sampling)
            if self._figures is None:
                raise RummyError(tell("no_deals", self.lang))
            return self._figures

    def tell_failure(self, error: Exception) -> None:
        """Say in one plain sentence that something failed, the `error`."""
        if isinstance(error, ImpossibleExperiment):
            self._bar(tell("refused", self.lang, reason=error.text(self.lang)))
        else:
            self._say(partial(failure, error))
