"""Numbers as a language writes them: 1,000 and 0.5 and 50% in English, 1.000 and 0,5 and 50 % in German.

Neither the locale of the process nor matplotlib's settings are touched.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from rummy_lab.core.errors import RummyError, shown
from rummy_lab.language import LANG
from rummy_lab.words import languages

if TYPE_CHECKING:
    from matplotlib.ticker import Formatter

_POINT_FIRST: Final = str.maketrans(",.", ".,")
_PERCENT: Final = {"en": "%", "de": "\N{NO-BREAK SPACE}%", "nl": "%"}
_NONE: Final = "–"


def language(lang: str) -> str:
    """The language, if it is one of ours; raises RummyError."""
    if lang not in languages:
        raise RummyError("lang is {given}; it can be {languages}", given=shown(lang), languages=", ".join(languages))
    return lang


def number(value: float, lang: str = LANG, digits: int = 0, *, sign: bool = False) -> str:
    """A number with this many decimals; `sign` writes the plus too. What is not a number is a dash.

    >>> number(1234.5, "en", 1), number(1234.5, "de", 1), number(-0.25, "nl", 2), number(3, "en", sign=True)
    ('1,234.5', '1.234,5', '−0,25', '+3')
    """
    language(lang)
    if not math.isfinite(value):
        return _NONE
    text = f"{value:{'+' if sign else ''},.{digits}f}"
    if not text.strip("+-0.,"):
        text = text.lstrip("+-")  # neither +0.0 nor -0.0
    return (text if lang == "en" else text.translate(_POINT_FIRST)).replace("-", "−")


def percent(share: float, lang: str = LANG, digits: int = 0, *, sign: bool = False) -> str:
    """A share as per cent.

    >>> percent(0.498, "en", 1), percent(0.498, "nl", 1)
    ('49.8%', '49,8%')
    """
    return number(100 * share, lang, digits, sign=sign) + (_PERCENT[lang] if math.isfinite(share) else "")


def level_told(level: float, lang: str = LANG) -> str:
    """The level of an interval, as it stands before that word.

    >>> level_told(0.95, "en"), level_told(0.999, "de")
    ('95%', '99,9-%')
    """
    digits = 0 if math.isclose(level * 100 % 1, 0, abs_tol=1e-9) else 1
    return percent(level, lang, digits).replace("\N{NO-BREAK SPACE}", "-")


def plain(value: float, lang: str = LANG, most: int = 6) -> str:
    """A number with as many decimals as it has, six at most.

    >>> plain(0.1 + 0.2, "de"), plain(40.0, "de")
    ('0,3', '40')
    """
    text = f"{value:.{most}f}".rstrip("0").partition(".")[2] if math.isfinite(value) else ""
    return number(value, lang, len(text))


def decimals(width: float, most: int = 4) -> int:
    """How many decimals a number deserves that is known to within `width`: two figures of the width.

    >>> decimals(0.031), decimals(4.2), decimals(130)
    (3, 1, 0)
    """
    if not math.isfinite(width) or width <= 0:
        return 2
    return min(most, max(0, 1 - math.floor(math.log10(width))))


def ticks(lang: str, *, share: bool = False) -> Formatter:
    """What writes the numbers of an axis, those of a `share` as per cent."""
    from matplotlib.ticker import FuncFormatter

    language(lang)

    def written(value: float, _place: int | None = None) -> str:
        return plain(100 * value, lang) + _PERCENT[lang] if share else plain(value, lang)

    return FuncFormatter(written)
