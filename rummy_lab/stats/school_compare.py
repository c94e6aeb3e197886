"""Comparisons for pupils: counts as they were played, which way is good, and what other deals would mostly give."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from rummy_lab.core.rules import field_specs
from rummy_lab.stats import texts
from rummy_lab.stats.again import another_mean
from rummy_lab.stats.numbers import decimals, number
from rummy_lab.stats.reading import Result
from rummy_lab.stats.row_facts import all_bots, bots_of, fewer_is_good, whose
from rummy_lab.stats.texts import capital, say

Row = Mapping[str, Any]
_ALL_WON = 0.95  # a deal that was broken off nobody wins


def compared(result: Result, lang: str) -> list[str]:
    """The lines of a comparison, those of one baseline below it."""
    lines: list[str] = []
    heading = ""
    pairs = result.facts.get("pairs")
    known = list(pairs) if isinstance(pairs, list | tuple) and len(pairs) == len(result.frame) else None
    for at, row in enumerate(result.rows()):
        deals = int(row["deals"])
        if not deals:
            group = capital(result.label(row, lang, (*result.by, result.across)))
            lines.append(say("compare.no_deals", lang, group=group))
            continue
        base = named(result.across, row["baseline"], lang)
        new = say("compare.base_one" if deals == 1 else "compare.base", lang, base=base, deals=number(deals, lang))
        if new != heading:
            heading = new
            lines.append(new)
        lines.append(_difference(result, row, deals, int(known[at]) if known else 0, lang))
    if any(is_one_sum(result, row) for row in result.rows()):
        lines.append(say("compare.one_sum", lang))
    if result.facts.get("signs_differ"):
        lines.append(say("compare.signs", lang))
    if has_note(result, "not_retuned"):
        lines.append(say("compare.tuned", lang))
    return lines


def named(across: str, value: Any, lang: str, *, how: bool = False) -> str:
    """What was compared with, in a sentence: `the bot "greedy"`; with `how` as `with the bot "greedy"`.

    >>> named("opening.points", 40, "de"), named("opening.points", 40, "de", how=True)
    ('40 Punkten zum Herauskommen', 'mit 40 Punkten zum Herauskommen')
    """
    counted = texts.counted_name(across, value, lang, behind=True)
    preposition, _, alone = counted.partition(" ")
    if counted and (how or preposition == say("compare.with", lang)):
        return counted if how else alone
    name = texts.group_name(across, value, lang)
    if across == "bot":
        name = say("compare.the_bot", lang, bot=name)
    key = across if across in ("bot", "rules", "seat") else "other"
    return say(f"compare.with_{key}", lang, name=name) if how else name


def is_repriced(result: Result) -> bool:
    """Whether the same turns were only counted otherwise: then nothing of a difference of rules is luck."""
    return bool(result.facts.get("repriced")) and (result.across == "rules" or result.across in field_specs())


def has_note(result: Result, note: str) -> bool:
    """Whether a comparison carries a note that matters for it."""
    return note in result.facts.get("notes", ()) and not is_repriced(result)


def is_one_sum(result: Result, row: Row) -> bool:
    """Whether a difference is 0 by what is counted: of all seats together, of which one wins each deal in any case."""
    apart = {"seat", "bot"} if len(all_bots(result)) > 1 else {"seat"}
    seats = result.facts.get("seats", ())
    if result.column != "won" or result.across in ("seat", "bot") or apart & set(result.by) or len(seats) < 2:
        return False
    return all(len(seats) * float(row[name]) > _ALL_WON for name in ("base", "value"))


def is_clear(row: Row, level: float) -> bool:
    """Whether a difference is more than luck: its interval leaves 0 out, and its adjusted p is small enough."""
    p = float(row.get("p_adjusted", math.nan))
    outside = row["low"] > 0 or row["high"] < 0
    return bool(outside and not p > 1 - level)


def span(low: float, high: float, lang: str, digits: int, column: str = "", *, count: bool) -> str:
    """Two ends of a difference without signs.

    >>> span(-13, -11, "en", 0, count=True), span(-0.5, 2.25, "de", 2, "score", count=False)
    ('11 to 13 fewer', 'zwischen 0,50 Punkte niedriger und 2,25 Punkte höher')
    """
    low, high = round(low, digits), round(high, digits)
    near, far = (abs(low), high) if low >= 0 or high > 0 else (abs(high), abs(low))
    kind = "same" if low == high == 0 else "up" if low >= 0 else "down" if high <= 0 else "both"
    kind += "_one" if low == high != 0 else ""
    said = {"low": number(near, lang, digits), "high": number(far, lang, digits)}
    if not count:
        united = ("low", "high") if kind == "both" else ("high",)
        said |= {name: texts.with_unit(said[name], column, lang) for name in united}
    return say(f"span.{'count' if count else 'size'}_{kind}", lang, **said)


def apart(value: float, lang: str, digits: int, column: str) -> str:
    """How a mean differs: `the score was 2.3 points higher on average`."""
    rounded = round(value, digits)
    difference = texts.with_unit(number(abs(rounded), lang, digits), column, lang)
    way = "up" if rounded > 0 else "down" if rounded < 0 else "same"
    return say(f"apart.{way}", lang, what=texts.subject(column, lang) or say("mean.it", lang), difference=difference)


def _difference(result: Result, row: Row, deals: int, pairs: int, lang: str) -> str:
    seat = whose(result, lang, alone=pairs == deals)
    group = capital(", ".join((*seat, result.label(row, lang, (*result.by, result.across)))))
    low, high = another_mean(row["difference"], row["low"], row["high"])
    if result.is_share:
        scale, digits = _scale(result, row, deals, pairs), 0
        first = _in_counts(result, row, scale or _round(row), lang, real=bool(scale), alone=scale == deals)
        key = "again_count" if scale else "again_of"
        scale = scale or _round(row)
    else:
        scale, digits = 1, decimals(row["high"] - row["low"], 2)
        if row["low"] == row["high"] and all(float(row[name]).is_integer() for name in ("value", "base")):
            digits = 0
        first, key = _in_means(result, row, digits, lang), "again"
    first = say("lead.group", lang, group=group, rest=capital(first))
    if not math.isfinite(row["low"]):
        return f"{first} {say('compare.few', lang)}"
    if not result.is_share and row["low"] == row["high"]:
        return f"{first} {say('compare.every', lang)}"
    if is_one_sum(result, row):
        return first
    either_way = low <= 0 <= high
    if is_clear(row, result.level):
        luck = say("compare.clear_so_far" if either_way else "compare.clear", lang)
    elif either_way or len(result.frame) == 1:
        luck = say("compare.unclear", lang)
    else:
        luck = say("compare.unclear_alone", lang)
    ends = span(scale * low, scale * high, lang, digits, result.column, count=result.is_share)
    again = say(f"compare.{key}", lang, deals=number(deals, lang), span=ends, round=number(scale, lang))
    if is_repriced(result):
        return f"{first} {again}"
    # What may be luck is not said to come again one way only.
    says_again = is_clear(row, result.level) or either_way or len(result.frame) > 1
    return " ".join((first, luck, again) if says_again else (first, luck))


def _in_means(result: Result, row: Row, digits: int, lang: str) -> str:
    shown = {name: number(row[name], lang, digits) for name in ("value", "base")}
    difference = round(row["difference"], digits)
    fewer = fewer_is_good(result, row)
    good = ""
    if difference and fewer is not None:
        good = say(f"compare.{'better' if (difference < 0) == fewer else 'worse'}", lang)
        good += say("compare.penalties", lang) if fewer else ""
    key = "compare.mean_apart" if difference else "compare.mean_same"
    return say(key, lang, apart=apart(difference, lang, digits, result.column), good=good, **shown)


def _round(row: Row) -> int:
    return 1000 if abs(row["difference"]) < 0.05 else 100


def _scale(result: Result, row: Row, deals: int, pairs: int) -> int:
    """Of how many the counts are those that were seen; 0 where the result does not tell."""
    n = pairs or (deals if result.facts.get("test") == "mcnemar" else 0)
    counts = [n * float(row[name]) for name in ("value", "base")]
    return n if all(abs(one - round(one)) < 1e-6 * max(1, n) for one in counts) else 0


def _in_counts(result: Result, row: Row, scale: int, lang: str, *, real: bool, alone: bool) -> str:
    value, base = round(scale * row["value"]), round(scale * row["base"])
    what = texts.happened(result.column, value, number(value, lang), lang, bots_of(result, row))
    of_deal = texts.is_of_deal(result.column)
    if real:
        lead = ("lead.deals_one" if scale == 1 else "lead.deals") if of_deal or alone else "lead.hands_alone"
    else:
        lead = "lead.per_deals" if of_deal else "lead.per_hands"
    first = say(lead, lang, n=number(scale, lang), what=what)
    key = "compare.rate_apart" if value != base else "compare.rate_same"
    name = named(result.across, row["baseline"], lang, how=True)
    return say(key, lang, first=first, base=number(base, lang), name=name)
