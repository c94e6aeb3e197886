"""What a person did wrong, in the language of the reader: errors are raised in English and said here."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import Any, Final

from rummy_lab.core.errors import Phrase, RummyError, Told
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.violations import IllegalMove
from rummy_lab.language import LANG
from rummy_lab.words.sentences import explain

_FOLDER: Final = "fault_texts"
_SWAPPED: Final = str.maketrans(",.", ".,")


def in_words(fault: RummyError | str, lang: str = LANG) -> str:
    """The sentence of an error or the text of a `Phrase` in a language; as it is where there are no words for it.

    >>> from rummy_lab.core.deal import deal
    >>> try:
    ...     deal("schmidt", players=9)
    ... except RummyError as error:
    ...     print(in_words(error, "de"))
    schmidt ist für 2 bis 4 Spieler, nicht für 9
    """
    if lang == "en":
        return str(fault)
    if isinstance(fault, IllegalMove):
        return _refused(fault, lang)
    told = fault.sentence if isinstance(fault, RummyError) else fault
    if not isinstance(told, Phrase):
        return texts(lang).get(told, told)
    if isinstance(told, Told):
        told_all = (explain(one, lang, rules=told.rules or None).rstrip(".") for one in told.things)
        return "; ".join(told_all)
    text = texts(lang).get(told.template, told.template)
    if not told.values:
        return text
    values = {name: _said(value, lang) for name, value in told.values.items()}
    return _Filled().vformat(text, (), values)


@cache
def texts(lang: str) -> Mapping[str, str]:
    """By the English template the text in another language."""
    folder = files("rummy_lab.words").joinpath(_FOLDER)
    found: dict[str, str] = {}
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        found |= {row["en"]: row[lang] for row in tomllib.loads(file.read_text("utf-8"))["fault"]}
    return found


def _said(value: str | float | RummyError, lang: str) -> str | float:
    return in_words(value, lang) if isinstance(value, Phrase | RummyError) else value


class _Filled(string.Formatter):
    """Numbers with the signs of German and Dutch: 1.200 and 0,95."""

    def format_field(self, value: Any, format_spec: str) -> str:
        text = format(value, format_spec)
        return text if isinstance(value, str) else text.translate(_SWAPPED)


def _refused(fault: IllegalMove, lang: str) -> str:
    rules: RuleSet | None = None
    with suppress(RummyError):  # made by hand, it need not say in which position
        rules = RuleSet.parse(fault.position.partition(";")[0])
    reasons = " ".join(explain(violation, lang, rules=rules) for violation in fault.violations)
    return in_words(Phrase("{move} is not allowed: {reasons}", move=repr(fault.move), reasons=reasons), lang)
