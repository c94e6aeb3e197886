"""Texts of lessons: in several languages, with cards in braces and a little emphasis, and nothing else."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from rummy_lab.core.cards import Card, read_cards
from rummy_lab.core.errors import Phrase, RummyError, printable
from rummy_lab.core.rules import RuleSet
from rummy_lab.language import LANG
from rummy_lab.words import languages
from rummy_lab.words.spoken import row_text
from rummy_lab.words.texts import pack_of, words_of

_CARDS: Final = re.compile(r"\{([^{}]*)\}")
_STRONG: Final = re.compile(r"\*\*(.+?)\*\*")
_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Said:
    """One text, by language; English is always there.

    Cards stand in braces in the notation, so that they are spoken in the reader's language and change with a sibling of
    the position. `**two stars**` are bold, an empty line begins a paragraph; everything else is plain text.

    >>> from rummy_lab.games import SCHMIDT
    >>> hello = Said({"en": "Lay the {6r 7r} on **meld 1**.", "de": "Lege {6r 7r} an **Kombination 1** an."})
    >>> hello.plain("de", SCHMIDT), hello.plain("nl", SCHMIDT), hello.falls_back("nl")
    ('Lege Rot 6 und 7 an Kombination 1 an.', 'Lay the red 6 and 7 on meld 1.', True)
    """

    by_lang: Mapping[str, str]

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.by_lang.items())))

    def template(self, lang: str) -> str:
        """The text as it is written, in English where it is not written in this language."""
        return self.by_lang.get(lang) or self.by_lang["en"]

    def falls_back(self, lang: str) -> bool:
        """Whether there is only English."""
        return not self.by_lang.get(lang)

    def plain(self, lang: str, rules: RuleSet) -> str:
        """The text as it is read aloud."""
        return _STRONG.sub(r"\1", self._spoken(lang, rules))

    def html(self, lang: str, rules: RuleSet) -> str:
        """The text as paragraphs of HTML, escaped; text that is only English says so to a screen reader."""
        safe = _STRONG.sub(r"<strong>\1</strong>", html.escape(self._spoken(lang, rules)))
        mark = ' lang="en"' if self.falls_back(lang) and lang != "en" else ""
        return "".join(f"<p{mark}>{part}</p>" for part in re.split(r"\n\s*\n", safe.strip()))

    def _spoken(self, lang: str, rules: RuleSet) -> str:
        words = words_of("en" if self.falls_back(lang) else lang, pack_of(rules))
        return _CARDS.sub(lambda found: row_text(words, read_cards(found[1])), self.template(lang))

    def mapped(self, other: Callable[[Card], Card]) -> Said:
        """The same text about other cards."""
        return Said(
            {
                lang: _CARDS.sub(
                    lambda found: "{" + " ".join(str(other(card)) for card in read_cards(found[1])) + "}", text
                )
                for lang, text in self.by_lang.items()
            }
        )

    def faults(self) -> str:
        """What is wrong with the cards in braces; empty where nothing is."""
        for lang, text in self.by_lang.items():
            for found in _CARDS.finditer(text):
                try:
                    cards = read_cards(found[1])
                except RummyError as fault:
                    return Phrase(
                        "{lang}: {{{cards}}} should hold cards: {fault}",
                        lang=lang,
                        cards=printable(found[1]),
                        fault=fault,
                    )
                if not cards:
                    return Phrase("{lang}: empty braces; write cards in them, as {{6r 7r}}", lang=lang)
            if "{" in _CARDS.sub("", text) or "}" in _CARDS.sub("", text):
                return Phrase("{lang}: a brace stands alone; cards stand between two, as {{6r 7r}}", lang=lang)
        return ""

    def count(self, rules: RuleSet, lang: str = LANG) -> int:
        """How many words there are to read."""
        return len(_WORD.findall(self.plain(lang, rules)))

    @property
    def missing(self) -> tuple[str, ...]:
        """The languages into which it is not translated."""
        return tuple(lang for lang in languages if not self.by_lang.get(lang))
