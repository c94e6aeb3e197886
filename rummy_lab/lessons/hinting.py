"""Hints of growing strength in whole sentences."""

from __future__ import annotations

from typing import Final

from rummy_lab.core.errors import RummyError, shown
from rummy_lab.core.moves import Turn
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.views import View
from rummy_lab.language import LANG
from rummy_lab.search.hints import Hint, find_hint
from rummy_lab.words import explain
from rummy_lab.words.spoken import cards_text, moved_text
from rummy_lab.words.texts import Words, pack_of, sentence, words_of

_KEYS: Final = {1: "kind", 2: "place"}


def hint(state: State | View, strength: int = 1, lang: str = LANG) -> str:
    """What would help here, in words.

    Args:
        state: a State or a View.
        strength: 1 the kind of move, 2 which meld or card as well, 3 the moves.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.

    Raises:
        RummyError: for another strength or language.
        IncompletePosition: where the hand is not known.

    >>> from rummy_lab.core.referee import position
    >>> here = position("schmidt; table [6r 7r 8r]; hand A+ 5r 9b; turn A")
    >>> hint(here)
    'A card on your rack fits a meld on the table.'
    >>> hint(here, 3)
    'Lay the red 5 off on meld 1. End your turn.'
    """
    if isinstance(strength, bool) or strength not in (1, 2, 3):
        raise RummyError("the strength of a hint is 1, 2 or 3, not {given}", given=shown(strength))
    return _said(find_hint(state), state.rules, strength, lang)


def hint_towards(state: State, turn: Turn, strength: int, lang: str) -> str:
    """The same towards a turn that is wanted here, a legal one that lays cards."""
    return _said(find_hint(state, turn), state.rules, strength, lang)


def _said(found: Hint, rules: RuleSet, strength: int, lang: str) -> str:
    if strength == 3 and found.turn:
        return explain(found.turn, lang, rules=rules)
    return sentence(_told(words_of(lang, pack_of(rules)), found, _KEYS[min(strength, 2)]))


def _told(words: Words, found: Hint, key: str) -> str:
    values = {
        "cards": (moved_text if found.code in ("open", "meld") else cards_text)(words, found.cards),
        "heap": found.heaps[0] if found.heaps else "",
        "heaps": words.join(map(str, found.heaps)),
        "need": found.need,
    }
    if found.code == "open" and key == "kind" and not found.need:
        key = "kind_free"
    return words.text("hint", found.code, key, **values)
