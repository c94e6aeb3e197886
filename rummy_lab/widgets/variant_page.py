"""The page of a variant lab: which widgets there are, how they are arranged, what they are called."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, Final, cast

import traitlets
from ipywidgets import HTML, BoundedIntText, Box, Button, Checkbox, Dropdown

from rummy_lab.core.rules import RuleSet, presets
from rummy_lab.records import Record
from rummy_lab.stats.numbers import number
from rummy_lab.stats.texts import rules_name
from rummy_lab.widgets.guard import known
from rummy_lab.widgets.manners import Manners
from rummy_lab.widgets.panel import Panel
from rummy_lab.widgets.texts import LANGUAGES, Language
from rummy_lab.widgets.told import Told, said
from rummy_lab.widgets.variant_controls import ChangeRows, Quiet, Seats
from rummy_lab.widgets.variant_deal import LookedAt
from rummy_lab.widgets.variant_guess import Guessing
from rummy_lab.widgets.variant_keep import Keeping, lab_of
from rummy_lab.widgets.variant_model import COMBINE, Change, Experiment
from rummy_lab.widgets.variant_questions import QUESTIONS
from rummy_lab.widgets.variant_results import Results
from rummy_lab.widgets.variant_run import Sampling
from rummy_lab.widgets.variant_texts import tell
from rummy_lab.widgets.variant_words import LEVELS, Level
from rummy_lab.words import languages
from rummy_lab.words.pages import game_name

_HERE: Final = Path(__file__).parent
SIZES: Final = (1, 10, 100, 1_000)
"""How many deals a button adds."""


class LabManners(Manners):
    """What the lab needs in the browser: it is read aloud, and speaks the language that was chosen last."""

    _esm = "\n".join((_HERE / f"{name}.js").read_text("utf-8") for name in ("panel", "table_memory", "rule_desk"))
    lang = traitlets.Enum(list(languages), default_value="en").tag(sync=True)
    known = traitlets.List(list(languages)).tag(sync=True)
    guess = traitlets.Bool(default_value=False).tag(sync=True)


class VariantPage(Quiet, Panel):
    """The widgets of a lab; what is done with them is done by `VariantLab`.

    Attributes:
        guessing: where a guess is given. results: what came of the deals. looked_at: one of them. keeping: what is
            kept of them.
    """

    chosen: Experiment
    sampling: Sampling | None
    predict: bool

    def __init__(self, lang: Language | None, level: Level) -> None:
        self._manners = LabManners(lang=lang or "en", guess=lang is None)
        self._title, self._news, self._progress = HTML(), HTML(), HTML()
        self._note = HTML()  # beside the rules, since the news stand further down
        self._headings = {name: HTML() for name in ("changes", "players")}
        self._menus = {name: Dropdown() for name in ("game", "question", "combine", "lang")}
        self._seed, self._rotate = BoundedIntText(min=0, max=2**31 - 1), Checkbox(indent=False)
        self._buttons = {name: Button() for name in (*(f"play_{size}" for size in SIZES), "stop", "go_on", "again")}
        super().__init__([])
        guard = self.handler
        self._changes = ChangeRows(guard, self._change, self._add_change)
        self._seats = Seats(guard, lambda players: self._choose(players=players))
        self.guessing = Guessing(guard, self._take_guess)
        self.results = Results(guard, self._update, self._open_dot, level)
        self.looked_at = LookedAt(guard, self.look_at, self.results.picture.come_back)
        self.keeping = Keeping(self, self._say, lambda: self.estimates, lambda: self.run.by_player, self._save_in)
        self._arrange()
        with self._quietly():
            self._menus["lang"].options = [(name, code) for code, name in LANGUAGES.items()]
            self._menus["lang"].value = self.lang

    def _arrange(self) -> None:
        menus = self._menus
        what, how = Box([menus["game"], menus["question"]]), Box([menus["combine"], self._seed])
        plays = Box([*self._buttons.values()])
        for box in (what, how):
            box.add_class("rl-variant-wide")
        plays.add_class("rl-variant-row-buttons")
        self.children = [
            self._title, what, self._headings["changes"], self._note, self._changes, self._headings["players"],
            self._seats, how, self._rotate, self.guessing, plays, self._news, self._progress, self.results,
            self.looked_at, self.keeping, menus["lang"], self._manners,
        ]  # fmt: skip
        self.add_class("rl-variant").add_class("rl-manners")
        self._news.add_class("rl-news")
        self._note.add_class("rl-variant-note")
        self.layout.width, self.layout.min_width = "100%", "0"

    def _act_on(self, acts: Mapping[str, Callable[[], None]]) -> None:
        for name, act in acts.items():
            self._buttons[name].on_click(self.handler(act))
        menus = self._menus
        choices: tuple[tuple[Any, Callable[[], None]], ...] = (
            (menus["game"], lambda: self._choose_game(menus["game"].value)),
            (menus["question"], lambda: self._choose(question=menus["question"].value)),
            (menus["combine"], lambda: self._choose(combine=menus["combine"].value)),
            (self._seed, lambda: self._choose(seed=int(self._seed.value))),
            (self._rotate, lambda: self._choose(rotate=bool(self._rotate.value))),
            (menus["lang"], self._choose_lang),
        )
        for control, choose in choices:
            control.observe(self.handler(partial(self._unless_quiet, partial(_if_any, control, choose))), "value")
        self._manners.observe(self.handler(self._changed_lang), "lang")

    def _unless_quiet(self, act: Callable[[], None]) -> None:
        if not self._quiet:
            act()

    # Languages

    @property
    def lang(self) -> Language:
        """The language; may be set."""
        return cast(Language, self._manners.lang)

    @lang.setter
    def lang(self, lang: Language) -> None:
        known("lang", lang, LANGUAGES)
        self._manners.lang = lang

    @property
    def level(self) -> Level:
        """How results are told; may be set."""
        return self.results.level

    @level.setter
    def level(self, level: Level) -> None:
        known("level", level, LEVELS)
        self.results.level = level

    def _choose_lang(self) -> None:
        self._manners.lang = self._menus["lang"].value

    def _changed_lang(self) -> None:
        self._relabel()
        self._greet()

    # How it is shown

    def _relabel(self) -> None:
        """Say everything in the language, and show what is chosen."""
        chosen, lang, menus = self.chosen, self.lang, self._menus
        with self._quietly():
            self._title.value = f"<h3>{escape(tell('title', lang))}</h3><p>{escape(tell('intro', lang))}</p>"
            for name, heading in self._headings.items():
                heading.value = f"<h4>{escape(tell(name, lang))}</h4>"
            for name, menu in menus.items():
                menu.description = tell(name, lang)
            games = {one.name: game_name(one, lang) for one in presets()}
            games.setdefault(chosen.game.name, rules_name(chosen.game.name, lang))
            _offer(menus["game"], games, chosen.game.name)
            _offer(menus["question"], {key: tell(f"question.{key}", lang) for key in QUESTIONS}, chosen.question)
            _offer(menus["combine"], {one: tell(one, lang) for one in COMBINE}, chosen.combine)
            menus["combine"].layout.display = None if len(chosen.changes) > 1 else "none"
            menus["lang"].value = lang
            self._seed.description, self._rotate.description = tell("seed", lang), tell("rotate", lang)
            self._seed.value, self._rotate.value = chosen.seed, chosen.rotate
        self._changes.show(chosen, lang)
        self._seats.show(chosen, lang)
        self.keeping.relabel(lang)
        if not self.refusal:
            self.guessing.relabel(chosen, lang)
            self.results.relabel(chosen, lang)
            self.looked_at.relabel([one.name for one in chosen.rule_sets()], lang)
        self._update()

    def _name_buttons(self) -> None:
        """What can be pressed now, and what else is there."""
        lang, sampling = self.lang, self.sampling
        running = sampling is not None and sampling.is_running
        waiting = sampling is not None and not running and sampling.done < sampling.target
        barred = bool(self.refusal) or self._must_guess
        shown = {"stop": running, "go_on": waiting, "again": sampling is not None}
        for name, button in self._buttons.items():
            size = name.removeprefix("play_")
            if size.isdigit():
                button.description = _size_told(int(size), lang, more=sampling is not None)
                button.disabled = barred
            else:
                button.description = tell(name, lang)
                button.layout.display = _display(shown[name])
        self.guessing.layout.display = _display(self._must_guess and not self.refusal)
        for part in (self.results, self.looked_at):
            part.layout.display = _display(sampling is not None)
        self.keeping.layout.display = _display(not barred)
        self._progress.value = "" if sampling is None or not sampling.target else _progress(sampling, lang)
        self.keeping.show(self._lines_of_code(), lang)

    def _lines_of_code(self) -> dict[str, str]:
        lines = {}
        # While deals come in the line would be another every moment, and take the focus from whoever wants to copy it.
        if self.sampling is not None and self.sampling.done and not self.sampling.is_running:
            lines["code"] = self.sampling.run.cite().splitlines()[-1]
        if not self.refusal:
            lines["code_lab"] = lab_of(self.chosen, self.lang, predict=self.predict)
        return lines

    # What is said

    def _say(self, *lines: Told) -> None:
        told = (said(line, self.lang) for line in lines)
        self._news.value = "".join(f"<p>{escape(line)}</p>" for line in told if line)

    def _bar(self, line: str, more: str = "") -> None:
        told = f"<p>{escape(more)}</p>" if more else ""
        self._news.value = f'<p class="rl-barred">{escape(line)}</p>{told}'

    # What a lab does

    @property
    @abstractmethod
    def refusal(self) -> str:
        """Why the choices make no sense together; empty where they do."""

    @property
    @abstractmethod
    def run(self) -> Any:
        """The deals so far."""

    @property
    @abstractmethod
    def estimates(self) -> Any:
        """The figures of the deals so far."""

    @property
    @abstractmethod
    def _must_guess(self) -> bool:
        """Whether a guess is still to be given."""

    @abstractmethod
    def look_at(self, deal: int, rules: RuleSet | str | None = None) -> Record:
        """Open one deal."""

    @abstractmethod
    def _choose(self, **values: Any) -> None:
        """Choose something of the experiment anew."""

    @abstractmethod
    def _choose_game(self, name: str) -> None:
        """Choose another game."""

    @abstractmethod
    def _change(self, at: int, change: Change | None) -> None:
        """Choose another change at a place, or none."""

    @abstractmethod
    def _add_change(self) -> None:
        """Change one more rule."""

    @abstractmethod
    def _take_guess(self) -> None:
        """Take the guess from its sliders."""

    @abstractmethod
    def _open_dot(self, panel: int, deal: int) -> None:
        """Open the deal whose dot was chosen."""

    @abstractmethod
    def _save_in(self, folder: str) -> None:
        """Store the run in the folder that was named."""

    @abstractmethod
    def _update(self) -> None:
        """Show the deals as they stand."""

    @abstractmethod
    def _greet(self) -> None:
        """Say how it stands."""


def _offer(menu: Any, told: Mapping[str, str], chosen: str) -> None:
    menu.options = [(text, key) for key, text in told.items()]
    menu.value = chosen


def _display(shown: bool) -> str | None:
    return None if shown else "none"


def _size_told(size: int, lang: Language, *, more: bool) -> str:
    if size == 1:
        return tell("play_one_more" if more else "play_1", lang)
    return tell("play_more", lang, count=number(size, lang))


def _progress(sampling: Sampling, lang: Language) -> str:
    told = escape(tell("progress", lang, done=number(sampling.done, lang), total=number(sampling.target, lang)))
    bar = f'<progress max="{sampling.target}" value="{sampling.done}" aria-label="{told}"></progress>'
    return f"<p>{bar}{told}</p>"


def _if_any(control: Any, choose: Callable[[], None]) -> None:
    """Take a choice; a page may also say that nothing is chosen, and then what was chosen stands."""
    if control.value is not None:
        choose()
