"""What was said, kept so that it can be said again in another language."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from rummy_lab.widgets.texts import LANGUAGES, Language

Told = str | Callable[[Language], str]
"""A sentence: as it was said, or how it is said in a language."""


def said(told: Told, lang: Language) -> str:
    """The sentence in this language; one that is there as text alone stays as it is.

    >>> said(lambda lang: f"in {lang}", "de"), said("as it is", "de")
    ('in de', 'as it is')
    """
    return told if isinstance(told, str) else told(lang)


def now(tell: Callable[[Language], Iterable[str]]) -> tuple[Told, ...]:
    """Sentences about what stands now, told in every language at once: tomorrow it may stand otherwise.

    >>> [said(one, "nl") for one in now(lambda lang: ["first", lang])]
    ['first', 'nl']
    """
    lines = {lang: tuple(tell(lang)) for lang in LANGUAGES}
    return tuple(partial(_line, lines, at) for at in range(max(map(len, lines.values()))))


def _line(lines: dict[Language, tuple[str, ...]], at: int, lang: Language) -> str:
    return lines[lang][at] if at < len(lines[lang]) else ""


class Line:
    """A line of a log: told once in each language in which it is asked for."""

    __slots__ = ("_lang", "_text", "_told", "turn")

    def __init__(self, turn: int, told: Told, lang: Language) -> None:
        self.turn, self._told, self._lang, self._text = turn, told, lang, said(told, lang)

    def text(self, lang: Language) -> str:
        """The line in this language."""
        if lang != self._lang:
            self._lang, self._text = lang, said(self._told, lang)
        return self._text
