"""What comes of the deals of a variant lab: the picture, the results in words, all numbers."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import cast

from ipywidgets import HTML, Box, Dropdown, VBox

from rummy_lab.widgets.guard import Guard
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.variant_chart import Look, chart, looks_for
from rummy_lab.widgets.variant_controls import Quiet
from rummy_lab.widgets.variant_figures import MOST_DOTS, Figures, Guess, numbers_table, panels_of
from rummy_lab.widgets.variant_guess import subject
from rummy_lab.widgets.variant_model import Experiment
from rummy_lab.widgets.variant_picture import Opens, VariantPicture
from rummy_lab.widgets.variant_run import Sampling
from rummy_lab.widgets.variant_texts import tell
from rummy_lab.widgets.variant_words import LEVELS, Level, guess_beside, in_words_of, summary_of


class Results(Quiet, VBox):  # type: ignore[misc]
    """The results of the deals so far.

    Args:
        guard: makes handlers.
        anew: called when they are to be shown in another way.
        opens: called with the places of a rule set and of a deal whose dot was chosen.
        level: how they are told.

    Attributes:
        picture: dots or bars, and a chart.
    """

    def __init__(self, guard: Guard, anew: Callable[[], None], opens: Opens, level: Level) -> None:
        self._look, self._level = Dropdown(), Dropdown()
        self.picture = VariantPicture(opens)
        self._about, self._words, self._numbers, self._summary = HTML(), HTML(), HTML(), HTML()
        menus = Box([self._look, self._level])
        menus.add_class("rl-variant-wide")
        super().__init__([self._about, self.picture, self._words, menus, self._numbers, self._summary])
        self._level.options = [(one, one) for one in LEVELS]
        self._level.value = level

        def ask(_change: object = None) -> None:
            if not self._quiet:
                anew()

        for control in (self._look, self._level):
            control.observe(guard(ask), "value")
        self.picture.observe(guard(ask), "narrow")

    @property
    def level(self) -> Level:
        """How results are told; may be set."""
        return cast(Level, self._level.value)

    @level.setter
    def level(self, level: Level) -> None:
        self._level.value = level

    @property
    def look(self) -> Look:
        """Which chart is shown."""
        return cast(Look, self._look.value or "estimate")

    def relabel(self, chosen: Experiment, lang: Language) -> None:
        """Offer the charts there are for an experiment, in a language."""
        with self._quietly():
            look, level, looks = self._look.value, self.level, looks_for(chosen)
            self._look.description, self._level.description = tell("picture", lang), tell("level", lang)
            self._look.options = [(tell(f"pic_{one}", lang), one) for one in looks]
            self._look.value = look if look in looks else looks[0]
            self._level.options = [(tell(one, lang), one) for one in LEVELS]
            self._level.value = level

    def show(self, shown: Figures, sampling: Sampling, guess: Guess, reason: str, lang: Language) -> None:
        """Show the deals as they stand."""
        self._about.value = f"<p>{escape(self._caption(shown, sampling, lang))}</p>"
        self.picture.dots = panels_of(shown.chosen, sampling, lang)
        drawn = chart(shown, sampling, guess, self.look, lang, narrow=bool(self.picture.narrow))
        with self.picture.hold_sync():
            self.picture.alt, self.picture.chart = drawn.alt, drawn.png
        told = in_words_of(shown, lang, self.level).splitlines()
        told += [guess_beside(shown, guess, lang), tell("your_reason", lang, reason=reason)] if guess else []
        self._words.value = "".join(f"<p>{escape(line)}</p>" for line in told)
        self._numbers.value = numbers_table(shown, guess, lang)
        if not sampling.is_running:
            self._summary.value = summary_of(sampling, lang)

    def _caption(self, shown: Figures, sampling: Sampling, lang: Language) -> str:
        chosen = shown.chosen
        whose = f" {tell('predict_who', lang, who=subject(chosen, lang))}" if chosen.by else ""
        kind = "dots" if sampling.done <= MOST_DOTS else "bars"
        return tell(kind, lang, shows=tell(f"shows.{chosen.question}", lang)) + whose

    def clear(self) -> None:
        """Show nothing."""
        self.picture.dots, self.picture.alt, self.picture.chart = {}, "", b""
        self._about.value = self._words.value = self._numbers.value = self._summary.value = ""
