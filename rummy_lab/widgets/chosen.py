"""What whoever makes a panel may choose: its language, and which cards come."""

from __future__ import annotations

import secrets

from rummy_lab.core.errors import RummyError
from rummy_lab.language import ASKED
from rummy_lab.widgets.guard import known
from rummy_lab.widgets.texts import LANGUAGES, Language


def chosen_lang(lang: Language | None) -> Language | None:
    """The language, where one is chosen, here or by RUMMY_LAB_LANG; None: the browser's. Raises RummyError."""
    if lang is None:
        return ASKED
    known("lang", lang, LANGUAGES)
    return lang


def chosen_seed(seed: object, below: int = 1 << 16) -> int:
    """The seed that is chosen, else another each time; raises RummyError.

    >>> chosen_seed(7)
    7
    """
    if seed is None:
        return secrets.randbelow(below)
    if type(seed) is not int:
        raise RummyError("seed is {given}; it is a whole number", given=repr(seed))
    return seed
