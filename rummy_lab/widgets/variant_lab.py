"""The variant lab: a question, a changed rule, a guess, and deals that answer while one looks on."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from rummy_lab.batch.folder import OtherRun
from rummy_lab.batch.run import Run
from rummy_lab.batch.table import Player
from rummy_lab.core.errors import RummyError
from rummy_lab.core.rules import RuleSet
from rummy_lab.records import Record
from rummy_lab.stats.texts import rules_name
from rummy_lab.widgets.chosen import chosen_lang
from rummy_lab.widgets.guard import known
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.variant_chart import chart
from rummy_lab.widgets.variant_figures import sentence_of
from rummy_lab.widgets.variant_growing import GrowingDeals
from rummy_lab.widgets.variant_model import experiment
from rummy_lab.widgets.variant_page import SIZES
from rummy_lab.widgets.variant_run import get_ready
from rummy_lab.widgets.variant_texts import tell
from rummy_lab.widgets.variant_words import LEVELS, Level, in_words_of

if TYPE_CHECKING:
    import pandas as pd


class VariantLab(GrowingDeals):
    """Ask what would be if a rule were different: guess, let bots play the same deals under both, and see.

    Args:
        game: the rule set that is changed, or its name.
        changes: by parameter the value it gets, or several of them as a tuple; up to four in all.
        players: a bot or its name for each seat; left out: `greedy` on all of them.
        question: what is asked, such as `opens_first`, `first_wins`, `wins`, `turns`, `score`, `stock`.
        combine: `apart`, each change by itself; `together`, all in one variant; `crossed`, every combination.
        seed: the cards follow from it.
        rotate: whether each deal is played once for every rotation of the bots.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else what was chosen last in this browser, else
            the browser's own.
        level: how results are told, for `school` or `university`.
        predict: whether a guess is asked for before anything is shown.

    Attributes:
        chosen: what is asked of whom. sampling: the deals; None before the first.
        guess: by rule set what was guessed, of rates in percent; empty until then.

    Raises:
        RummyError: one sentence for what cannot be, alone or together, before anything runs.

    >>> lab = VariantLab("rummy40", {"opening.points": (40, 51)}, ("greedy", "greedy"), lang="en")
    >>> [rules.name for rules in lab.chosen.rule_sets()]
    ['rummy40', 'rummy40{opening.points=51}']
    >>> lab.guess_so({"rummy40": 35, "rummy40{opening.points=51}": 25}, "51 points are harder to reach")
    >>> lab.guess["rummy40"]
    35.0
    """

    def __init__(
        self,
        game: RuleSet | str = "rummy40",
        changes: Mapping[str, object] | None = None,
        players: Sequence[Player] | None = None,
        question: str = "opens_first",
        *,
        combine: str = "apart",
        seed: int = 0,
        rotate: bool = False,
        lang: Language | None = None,
        level: Level = "school",
        predict: bool = True,
    ) -> None:
        lang = chosen_lang(lang)
        known("level", level, LEVELS)
        chosen = experiment(game, changes, players, question, combine=combine, seed=seed, rotate=rotate)
        super().__init__(chosen, lang, level, predict=predict)
        self._act_on(
            {"stop": self.stop, "go_on": self.go_on, "again": self.restart}
            | {f"play_{size}": partial(self.play, size) for size in SIZES}
        )
        self._choose_anew(chosen)

    # What stands

    @property
    def guess(self) -> dict[str, float]:
        """By rule set what was guessed, of rates in percent; empty where nothing was."""
        return dict(self.guessing.guess)

    @property
    def run(self) -> Run:
        """The deals so far, as `selfplay` gives them; raises RummyError where there are none."""
        return self._played().run

    @property
    def estimates(self) -> pd.DataFrame:
        """The figures of the deals so far, as `rate` or `mean` gives them; raises RummyError where there are none."""
        return self._known().found

    @property
    def differences(self) -> pd.DataFrame:
        """The differences from the baseline on the same deals, as `compare` gives them; raises RummyError."""
        found = self._known().compared
        if found is None:
            raise RummyError("there is no variant to compare; change a rule")
        return found

    def still(self) -> tuple[bytes, str, str]:
        """The chart as PNG, what it shows in words, and all of it in words."""
        drawn = chart(self._figures, self.sampling, self._guessed(), self.results.look, self.lang, narrow=False)
        return drawn.png, drawn.alt, self.words()

    def words(self) -> str:
        """The question, the choices and what came out, as plain text."""
        lang = self.lang
        lines = [tell("title", lang), tell(f"question.{self.chosen.question}", lang)]
        lines += (
            [rules_name(rules.name, lang) for rules in self.chosen.rule_sets()] if not self.refusal else [self.refusal]
        )
        if self._figures is not None:
            lines += [sentence_of(self._figures, lang), in_words_of(self._figures, lang, self.level)]
        return "\n".join(lines)

    # What can be done

    def guess_so(self, values: float | Mapping[str, float], reason: str) -> None:
        """Enter a guess with its `reason`; raises RummyError.

        `values` is a number, or one for each rule set by name; of rates in percent.
        """
        with self.lock:
            names = [rules.name for rules in self.chosen.rule_sets()]
            numbers = dict(values) if isinstance(values, Mapping) else dict.fromkeys(names, values)
            if unknown := next((name for name in numbers if name not in names), None):
                raise RummyError(
                    "no rule set {name} here; there are {names}", name=repr(unknown), names=", ".join(names)
                )
            given = self.guessing.set({name: float(value) for name, value in numbers.items()}, reason)
            self._thank(given=given)

    def play(self, deals: int = 100, *, wait: bool = False) -> None:
        """Play so many more deals in the background, or `wait` for them; raises RummyError where it may not be."""
        with self.lock:
            if self.refusal:
                raise RummyError(self.refusal)
            if self._must_guess:
                raise RummyError(tell("need_prediction", self.lang))
            if self.sampling is None:
                self.sampling = self._new_sampling()
            sampling = self.sampling
            sampling.grow(deals)
            self._spoken = monotonic()
            self._say(tell("begun", self.lang), self._slowness())
            self._update()
        if wait:
            sampling.wait()

    def stop(self) -> None:
        """Play no more for now."""
        with self.lock:
            if self.sampling is not None:
                self.sampling.stop()
                self._refresh(asked=True)

    def go_on(self) -> None:
        """Play the rest of what was stopped."""
        with self.lock:
            if self.sampling is not None:
                self.sampling.go_on()
                self._say(tell("begun", self.lang))
                self._update()

    def restart(self) -> None:
        """Forget the deals and the guess."""
        with self.lock:
            if self.sampling is not None:
                self.sampling.stop()
                self.sampling = None
            self.guessing.forget()
            self._left = None
            self._choose_anew(self.chosen)

    def look_at(self, deal: int, rules: RuleSet | str | None = None) -> Record:
        """Open one deal in a viewer below, of the baseline or under other `rules`; raises RummyError."""
        with self.lock:
            if self._must_guess:
                raise RummyError(tell("need_prediction", self.lang))
            sampling = self.sampling or self._new_sampling()
            name = self.chosen.game.name if rules is None else str(rules)
            record = sampling.record(deal, name)
            self.looked_at.show(record, deal, name, self.lang)
            self._say(tell("opened", self.lang, deal=deal, rules=rules_name(name, self.lang)))
            return record

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Store the deals so far in a folder, which `read_run` reads; raises RummyError."""
        with self.lock:
            try:
                self._played().save(folder)
            except OtherRun:
                raise RummyError(tell("other_run", self.lang, path=os.fspath(folder))) from None
            self._say(tell("saved", self.lang, path=os.fspath(folder)))

    def close(self) -> None:
        """Play no more and free everything."""
        sampling = self.__dict__.get("sampling")
        if sampling is not None:
            sampling.stop()
            sampling.join(5)
        super().close()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """What the first picture waits for is fetched while choices are made."""
        get_ready(self.chosen.bots)
        return super()._repr_mimebundle_(**options)

    def _open_dot(self, panel: int, deal: int) -> None:
        def look() -> None:
            sampling = self.sampling
            if sampling is not None and panel in range(len(sampling.plan.rules)) and deal in range(sampling.done):
                self.look_at(deal, sampling.plan.rules[panel])
                self.results.picture.go_there()

        self.attempt(look)

    def _save_in(self, folder: str) -> None:
        if folder:
            self.save(folder)
        else:
            self._say(tell("no_folder", self.lang))
