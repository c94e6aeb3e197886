"""What another sample of the same size would mostly give, and what a share is called in everyday words."""

from __future__ import annotations

import math
from typing import Final

from rummy_lab.batch.needs import needed
from rummy_lab.stats import texts
from rummy_lab.stats.numbers import number

_NAMED: Final = {(1, 2): "half", (1, 3): "third", (2, 3): "two_thirds", (1, 4): "quarter", (3, 4): "three_quarters"}
_FRACTIONS: Final = (
    *_NAMED, (1, 100), (1, 50), (1, 20), (1, 10), (1, 8), (1, 6), (1, 5), (3, 10), (2, 5), (3, 5), (7, 10), (4, 5),
    (9, 10),
)  # fmt: skip
_ALMOST: Final = 0.006
_NEARLY_ALL: Final = 0.965


def another_count(k: int, n: int, level: float = 0.95, effective: float | None = None) -> tuple[int, int]:
    """Between which counts another n rows of the same kind would mostly fall, where k of n were so.

    The prediction interval of the beta-binomial distribution with Jeffreys' prior: for counts that are not rare it is
    n (p ± 1.96 sqrt(2 p q / n)), the luck of both samples, and it stays honest for those that are. `effective` is how
    many independent rows know as much as the n, where several belong to one deal.

    >>> another_count(498, 1000), another_count(0, 1000)
    ((454, 542), (0, 3))
    """
    stats = needed("scipy.stats", "a prediction", "stats")
    size = n if effective is None or not 1 <= effective < n else max(1, round(effective))
    seen = k * size / n
    spread = stats.betabinom(size, seen + 0.5, size - seen + 0.5)
    ends = ((1 - level) / 2, (1 + level) / 2)
    low, high = (round(float(spread.ppf(end)) * n / size) for end in ends)
    return low, high


def another_mean(mean: float, low: float, high: float) -> tuple[float, float]:
    """Between which values the mean of another sample of this size would mostly fall.

    Both samples have their luck: the interval of the mean, sqrt(2) times as wide.

    >>> [round(end, 3) for end in another_mean(10.0, 8.0, 12.0)]
    [7.172, 12.828]
    """
    return mean - math.sqrt(2) * (mean - low), mean + math.sqrt(2) * (high - mean)


def independent(share: float, low: float, high: float, level: float) -> float | None:
    """How many independent rows have this Wilson interval for their share; None where it does not tell.

    >>> independent(0.3, 0.21895, 0.39584, 0.95)
    100.0...
    """
    z = float(needed("scipy.stats", "a prediction", "stats").norm.ppf((1 + level) / 2))
    end = low if share > 0.5 else high
    return z * z * end * (1 - end) / (share - end) ** 2 if 0 < end < 1 and share != end else None


def in_everyday_words(k: float, n: float, lang: str) -> str:
    """A share as one says it.

    >>> in_everyday_words(498, 1000, "en"), in_everyday_words(21, 100, "en"), in_everyday_words(3, 1000, "nl")
    ('about half', 'about one in five', 'bijna nooit')
    """
    share = k / n
    if share in (0, 1):
        return texts.say("shares.all" if share else "shares.none", lang)
    if share < _ALMOST or share > _NEARLY_ALL:
        return texts.say("shares.almost_all" if share > _ALMOST else "shares.almost_none", lang)

    def apart(fraction: tuple[int, int]) -> float:
        return abs(math.asin(math.sqrt(share)) - math.asin(math.sqrt(fraction[0] / fraction[1])))

    part, of = min(_FRACTIONS, key=apart)
    if (part, of) in _NAMED:
        return texts.say(f"shares.{_NAMED[part, of]}", lang)
    if part == 1:
        return texts.say("shares.one_in", lang, of=texts.say(f"small.{of}", lang))
    return texts.say("shares.several_in", lang, k=_small(part, lang), of=_small(of, lang))


def _small(value: int, lang: str) -> str:
    return texts.say(f"small.{value}", lang) if value > 1 else number(value, lang)
