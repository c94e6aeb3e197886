"""The language that texts are in where none is asked for: what RUMMY_LAB_LANG names, else English."""

from __future__ import annotations

import os
import warnings
from typing import Final, Literal

Language = Literal["en", "de", "nl"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "de", "nl")
VARIABLE: Final = "RUMMY_LAB_LANG"


def language_in(text: str) -> Language | None:
    """The language that a code or the name of a locale begins with; None where there is none of ours.

    >>> language_in("de_CH.UTF-8"), language_in("NL"), language_in("fr"), language_in("english")
    ('de', 'nl', None, None)
    """
    code = text.strip().replace("-", "_").partition(".")[0].partition("_")[0].lower()
    return next((one for one in LANGUAGES if one == code), None)


def _asked() -> Language | None:
    given = os.environ.get(VARIABLE, "").strip()
    found = language_in(given)
    if given and found is None:
        warnings.warn(f"{VARIABLE} is {given!r:.40}; it can be {', '.join(LANGUAGES)}. It is left aside.", stacklevel=2)
    return found


# Read once, as all of the environment is: functions have it in their signatures, where help shows it.
ASKED: Final = _asked()
LANG: Final[Language] = ASKED or "en"
