"""The sentences of one language, read from its TOML file when first asked for."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, cast

from rummy_lab.core.cards import FRENCH, NUMBERED, Card
from rummy_lab.core.errors import RummyError
from rummy_lab.core.rules import RuleSet
from rummy_lab.language import LANGUAGES

languages: Final[tuple[str, ...]] = LANGUAGES
_FIELD: Final = re.compile(r"\{(\w+)\}")
_START: Final = re.compile(r"(^|[.!?] )(\w)")


@cache
def read_toml(name: str) -> dict[str, Any]:
    """A data file of this room; read once."""
    return tomllib.loads(files("rummy_lab.words").joinpath(f"{name}.toml").read_text("utf-8"))


def fill(template: str, values: Mapping[str, object]) -> str:
    """A sentence with its named fields filled in; fields are plain names and nothing else.

    >>> fill("Meld {heap} is empty.", {"heap": 2})
    'Meld 2 is empty.'
    """

    def value_of(found: re.Match[str]) -> str:
        if found[1] not in values:
            raise RummyError(
                "a sentence asks for {name}, which is not told: {template}",
                name=repr(found[1]),
                template=repr(template),
            )
        return str(values[found[1]])

    return _FIELD.sub(value_of, template)


def sentence(text: str) -> str:
    """The text with a capital at the start of every sentence."""
    return _START.sub(lambda found: found[1] + found[2].upper(), text)


class Words:
    """The words of one language for one kind of pack; made by `words_of`."""

    def __init__(self, lang: str, pack: str) -> None:
        self.lang, self.pack = lang, pack
        self._tables = read_toml(lang)
        self._terms: dict[str, str] = self._tables["terms"][pack]

    def find(self, *path: str) -> str | None:
        """The text at this place, None where there is none."""
        found: object = self._tables
        for key in path:
            if not isinstance(found, dict):
                return None
            found = cast("dict[str, object]", found).get(key)
        return found if isinstance(found, str) else None

    def has(self, *path: str) -> bool:
        """Whether there is a text or a table of texts at this place."""
        found: object = self._tables
        for key in path:
            found = cast("dict[str, object]", found).get(key) if isinstance(found, dict) else None
        return found is not None

    def text(self, *path: str, **values: object) -> str:
        """The text at this place with its fields filled in; raises RummyError where there is none."""
        template = self.find(*path)
        if template is None:
            raise RummyError("there are no words for {path} in {lang}", path=".".join(path), lang=repr(self.lang))
        return fill(template, self._terms | values)

    def count(self, number: int, *path: str, **values: object) -> str:
        """The text for none, one or many at this place."""
        key = "one" if number == 1 else "many"
        if (number == 0 or self.find(*path, key) is None) and self.find(*path, "none") is not None:
            key = "none"
        return self.text(*path, key, **values)

    def join(self, parts: Iterable[str], last: str = "and") -> str:
        """Parts joined as the language does: `a, b and c`; `last` is `and`, `or` or `comma`.

        >>> words_of("de").join(["a", "b", "c"])
        'a, b und c'
        """
        row = list(parts)
        if len(row) < 2:
            return "".join(row)
        return self.text("lists", "comma").join(row[:-1]) + self.text("lists", last) + row[-1]


@cache
def words_of(lang: str, pack: str = "neutral") -> Words:
    """The words of a language; raises RummyError for a language there is none of.

    >>> words_of("fr")
    Traceback (most recent call last):
    rummy_lab.core.errors.RummyError: there is no language 'fr'; the languages are en, de, nl
    """
    if lang not in languages:
        raise RummyError(
            "there is no language {given}; the languages are {languages}",
            given=repr(lang),
            languages=", ".join(languages),
        )
    return Words(lang, pack)


def pack_of(rules: RuleSet | None, cards: Iterable[Card] = ()) -> str:
    """Which words for cards fit: `numbered`, `french`, or `neutral` where neither rules nor cards tell.

    >>> pack_of(None, [Card("*"), Card("Qs")])
    'french'
    """
    known = [rules.pack.suits] if rules is not None else [card.suits for card in cards if card.suits]
    return {NUMBERED: "numbered", FRENCH: "french"}[known[0]] if known else "neutral"
