"""Prediction first: what is guessed, and why, before anything of an experiment is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from ipywidgets import HTML, Button, FloatSlider, Textarea, VBox

from rummy_lab.stats.texts import rules_name
from rummy_lab.widgets.guard import Guard
from rummy_lab.widgets.panel import free
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.variant_figures import guess_told, who
from rummy_lab.widgets.variant_model import Experiment
from rummy_lab.widgets.variant_texts import tell


class Guessing(VBox):  # type: ignore[misc]
    """One slider for each rule set, so that several together are a sketch, and a reason.

    Args:
        guard: makes handlers.
        given: called when the button is pressed.

    Attributes:
        guess: by rule set what was guessed, of rates as a share; empty until then.
        reason: why.
        untouched: the rule sets whose sliders nobody has moved; where they stand is no guess.
    """

    def __init__(self, guard: Guard, given: Callable[[], None]) -> None:
        self.guess: dict[str, float] = {}
        self.reason = ""
        self.untouched: dict[str, None] = {}
        self._asked = HTML()
        self._sliders: dict[str, Any] = {}
        self._row = VBox([])
        self._why = Textarea(rows=2)
        self._button = Button(button_style="primary")
        self._button.on_click(guard(given))
        super().__init__([self._asked, self._row, self._why, self._button])
        self.add_class("rl-variant-guess")
        self._row.add_class("rl-variant-wide")

    def ask(self, chosen: Experiment, lang: Language) -> None:
        """Ask for a guess about an experiment that can be played; what was guessed before is forgotten."""
        self.guess = {}
        asked, old = chosen.asked, self._sliders
        self._sliders = {
            rules.name: FloatSlider(
                min=asked.least, max=asked.most, step=asked.step, value=(asked.least + asked.most) / 2,
                readout_format=".0f" if asked.step >= 1 else ".2f",
            )
            for rules in chosen.rule_sets()
        }  # fmt: skip
        self.untouched = dict.fromkeys(self._sliders)
        for name, slider in self._sliders.items():
            slider.observe(lambda _, name=name: self.untouched.pop(name, None), "value")
        self._row.children = list(self._sliders.values())
        for slider in old.values():
            free(slider)
        self.relabel(chosen, lang)

    def forget(self) -> None:
        """Forget what was guessed, and why."""
        self.guess, self.reason, self._why.value = {}, "", ""

    def relabel(self, chosen: Experiment, lang: Language) -> None:
        """Say everything in a language."""
        lines = [tell(f"question.{chosen.question}", lang), tell(f"predict_{chosen.asked.kind}", lang)]
        if chosen.by:
            lines.append(tell("predict_who", lang, who=subject(chosen, lang)))
        told = "".join(f"<p>{escape(line)}</p>" for line in lines)
        self._asked.value = f"<h4>{escape(tell('predict', lang))}</h4>{told}"
        for name, slider in self._sliders.items():
            slider.description = rules_name(name, lang)
        self._why.description, self._button.description = tell("reason", lang), tell("predicted", lang)

    def take(self) -> bool:
        """Take the guess from the sliders, all of which were moved; whether there is a reason with it."""
        return self.set({name: float(slider.value) for name, slider in self._sliders.items()}, self._why.value)

    def set(self, values: Mapping[str, float], reason: str) -> bool:
        """Take a guess by rule set, not necessarily for all of them; whether there is a reason with it."""
        self.reason = reason.strip()
        if self.reason:
            self.guess = dict(values)
        return bool(self.reason)


def shares(guess: Mapping[str, float], chosen: Experiment) -> dict[str, float]:
    """A guess as the figures are: of rates as shares."""
    scale = 100 if chosen.asked.kind == "rate" else 1
    return {name: value / scale for name, value in guess.items()}


def told(guess: Mapping[str, float], chosen: Experiment, lang: Language) -> str:
    """A guess in a line."""
    rate = chosen.asked.kind == "rate"
    return "; ".join(f"{rules_name(name, lang)}: {guess_told(value, rate, lang)}" for name, value in guess.items())


def subject(chosen: Experiment, lang: Language) -> str:
    """Of several bots or seats the one that is guessed about."""
    if chosen.by == "seat":
        return tell("bot_on", lang, seat=chosen.who)
    return who("bot", chosen.who, lang)
