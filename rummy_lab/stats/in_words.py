"""A result as sentences, for pupils and for students."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, Protocol, runtime_checkable

from rummy_lab.core.errors import RummyError, either, shown
from rummy_lab.language import LANG
from rummy_lab.stats.numbers import language
from rummy_lab.stats.reading import read_result

if TYPE_CHECKING:
    import pandas as pd

Level = Literal["school", "university"]
_LEVELS: Final = ("school", "university")
_KINDS: Final = ("rate", "mean", "compare", "survival", "ratings", "skill", "interaction", "sequence")


@runtime_checkable
class Told(Protocol):
    """What says itself what it found, as a chance does."""

    def in_words(self, lang: str = LANG) -> str:
        """The sentence."""


def in_words(result: pd.DataFrame | Told, lang: str = LANG, level: Level = "school") -> str:
    """What a result says, a line for each of its rows.

    Args:
        result: of `rate`, `mean`, `compare`, `survival`, `ratings`, `skill`, `interaction` or `confidence_sequence`;
            or what `chance` gives, which has one sentence for both levels.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.
        level: `school` speaks in counts and says where another sample of the same size would mostly fall (the luck of
            both samples: for a rate p of n rows p ± 1.96 sqrt(2 p (1 - p) / n)). `university` gives estimate, interval,
            method, effect size, adjusted p and the number of deals.

    Raises:
        RummyError: for a frame that is no such result or has no rows, for a language or a level that is not known.

    >>> import pandas as pd
    >>> from rummy_lab.stats.rates import rate
    >>> frame = pd.DataFrame({"deal": range(1000), "opened_turn": [1] * 498 + [2] * 502})
    >>> in_words(rate(frame, "opened_turn == 1"))
    'In 1,000 deals 498 could open at once: about half. Another 1,000 deals would mostly give between 454 and 542.'
    """
    language(lang)
    if level not in _LEVELS:
        raise RummyError(
            "level is {given}; it can be {levels}",
            given=shown(level),
            levels=either(_LEVELS),
        )
    if isinstance(result, Told):
        return result.in_words(lang)
    found = read_result(result, _KINDS, "rl.in_words")
    if found.kind == "interaction":
        from rummy_lab.stats.interaction_words import for_school, for_university

        return "\n".join((for_school if level == "school" else for_university)(found, lang))
    if level == "school":
        from rummy_lab.stats.school import told
    else:
        from rummy_lab.stats.university import told
    return "\n".join(told(found, lang))
