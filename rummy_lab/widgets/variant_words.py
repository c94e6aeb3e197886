"""The figures of a variant lab in words, at the level of a school or of a university."""

from __future__ import annotations

from html import escape
from math import floor
from typing import Final, Literal

from rummy_lab.stats.numbers import decimals, number, plain
from rummy_lab.stats.texts import rules_name
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.variant_figures import Figures, Guess, width
from rummy_lab.widgets.variant_run import Sampling
from rummy_lab.widgets.variant_texts import tell

Level = Literal["school", "university"]
LEVELS: Final[tuple[Level, ...]] = ("school", "university")


def in_words_of(shown: Figures, lang: Language, level: Level) -> str:
    """What came out, and what the change did, in a few sentences."""
    from rummy_lab.stats.in_words import in_words

    told = [in_words(shown.found, lang=lang, level=level)]
    if shown.compared is not None:
        told.append(in_words(shown.compared, lang=lang, level=level))
    return "\n".join(told)


def guess_beside(shown: Figures, guess: Guess, lang: Language) -> str:
    """What was guessed beside what was played, in one sentence; of rates both of 100."""
    scale, key = (100, "guessed_rate") if shown.is_rate else (1, "guessed_mean")
    parts = []
    for name, guessed in guess.items():
        row = shown.of(name)
        if row is not None:
            value = scale * shown.value(row)
            places = int(0 < value < 1) if shown.is_rate else decimals(width(row), 2)
            found = number(floor(10**places * value + 0.5) / 10**places, lang, places)
            told = plain(round(scale * guessed, 6), lang)
            parts.append(tell(key, lang, rules=rules_name(name, lang), guess=told, found=found))
    return "; ".join(parts) + "." if parts else ""


def summary_of(sampling: Sampling, lang: Language) -> str:
    """The summary of the deals so far as HTML, folded."""
    from rummy_lab.stats.summary import summary

    table = summary(sampling.frame("by_player"), sampling.frame("by_deal"), lang=lang)
    name = escape(tell("summary", lang))
    scrolls = f'<div class="rl-scrolls" role="region" tabindex="0" aria-label="{name}">'
    return f"<details><summary>{name}</summary>{scrolls}{table._repr_html_()}</div></details>"
