"""Results for pupils: counts, everyday fractions, and where other samples of this size would mostly fall."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, Final

from rummy_lab.stats import texts
from rummy_lab.stats.again import another_count, another_mean, in_everyday_words, independent
from rummy_lab.stats.numbers import decimals, number
from rummy_lab.stats.reading import Result
from rummy_lab.stats.texts import capital, say

Row = Mapping[str, Any]
_FEW: Final = 10


def told(result: Result, lang: str) -> list[str]:
    """The lines."""
    return _TOLD[result.kind](result, lang)


def _grouped(result: Result, row: Row, text: str, lang: str) -> str:
    if not result.by:
        return text
    return capital(say("lead.group", lang, group=result.label(row, lang), rest=text))


def _rate(result: Result, lang: str) -> list[str]:
    effective = result.facts.get("effective")
    known = list(effective) if isinstance(effective, list | tuple) and len(effective) == len(result.frame) else None
    lines: list[str] = []
    for at, row in enumerate(result.rows()):
        n, k = int(row["n"]), int(row["k"])
        deals = int(row.get("deals", n))
        bot = str(row["bot"]) if "bot" in result.by else ""
        what = texts.happened(result.column, k, number(k, lang), lang, bot)
        first = _lead(n, deals, what, result.column, lang)
        if n < _FEW:
            text = f"{say('rate.bare', lang, first=first)} {say('rate.few', lang)}"
        else:
            rows = known[at] if known else independent(k / n, row["low"], row["high"], result.level)
            low, high = another_count(k, n, result.level, rows if deals < n else None)
            about = say("rate.about", lang, first=first, share=in_everyday_words(k, n, lang))
            key = "rate.again" if low < high else "rate.again_same"
            values = {"deals": number(deals, lang), "low": number(low, lang), "high": number(high, lang)}
            text = f"{about} {say(key, lang, **values)}" if deals > 1 else about
        lines.append(_grouped(result, row, text, lang))
    return lines


def _lead(n: int, deals: int, what: str, column: str, lang: str) -> str:
    values = {"n": number(n, lang), "deals": number(deals, lang), "what": what}
    if n == deals:
        return say("lead.deals_one" if n == 1 else "lead.deals", lang, **values)
    return say("lead.plays" if texts.is_of_deal(column) else "lead.hands", lang, **values)


def _mean(result: Result, lang: str) -> list[str]:
    lines: list[str] = []
    for row in result.rows():
        deals, digits = int(row["deals"]), decimals(row["high"] - row["low"], 2)
        value = texts.with_unit(number(row["mean"], lang, digits), result.column, lang)
        what = say("mean.was", lang, what=texts.subject(result.column, lang), mean=value)
        text = say("rate.bare", lang, first=_lead(deals, deals, what, result.column, lang))
        if math.isfinite(row["low"]):
            ends = [number(end, lang, digits) for end in another_mean(row["mean"], row["low"], row["high"])]
            text += " " + say("mean.again", lang, deals=number(deals, lang), low=ends[0], high=ends[1])
        else:
            text += " " + say("rate.few", lang)
        lines.append(_grouped(result, row, text, lang))
    return lines


def _compare(result: Result, lang: str) -> list[str]:
    lines: list[str] = []
    heading = ""
    for row in result.rows():
        deals = int(row["deals"])
        if not deals:
            group = capital(result.label(row, lang, (*result.by, result.across)))
            lines.append(say("compare.no_deals", lang, group=group))
            continue
        base = texts.group_name(result.across, row["baseline"], lang)
        new = say("compare.base_one" if deals == 1 else "compare.base", lang, base=base, deals=number(deals, lang))
        if new != heading:
            heading = new
            lines.append(new)
        lines.append(_difference(result, row, deals, lang))
    if result.facts.get("signs_differ"):
        lines.append(say("compare.signs", lang))
    if "not_retuned" in result.facts.get("notes", ()):
        lines.append(say("compare.tuned", lang))
    return lines


def _difference(result: Result, row: Row, deals: int, lang: str) -> str:
    group = capital(result.label(row, lang, (*result.by, result.across)))
    low, high = another_mean(row["difference"], row["low"], row["high"])
    if result.is_share:
        scale, digits = (1000 if abs(row["difference"]) < 0.05 else 100), 0
        first, key = _in_counts(result, row, scale, group, lang), "again_of"
    else:
        scale, digits = 1, decimals(row["high"] - row["low"], 2)
        apart = round(row["difference"], digits)
        shown = {name: number(row[name], lang, digits) for name in ("value", "base")}
        difference = texts.with_unit(number(abs(apart), lang, digits), result.column, lang)
        way = "up" if apart > 0 else "down" if apart < 0 else "same"
        what = texts.subject(result.column, lang)
        first = say(f"compare.mean_{way}", lang, group=group, what=what, difference=difference, **shown)
        key = "again"
    if not math.isfinite(row["low"]):
        return f"{first} {say('compare.few', lang)}"
    clear = say("compare.clear" if is_clear(row, result.level) else "compare.unclear", lang)
    ends = [number(scale * end, lang, digits, sign=True) for end in (low, high)]
    told = {"deals": number(deals, lang), "low": ends[0], "high": ends[1], "round": number(scale, lang)}
    return " ".join((first, clear, say(f"compare.{key}", lang, **told)))


def _in_counts(result: Result, row: Row, scale: int, group: str, lang: str) -> str:
    value, base = round(scale * row["value"]), round(scale * row["base"])
    bot = str(row["bot"]) if "bot" in result.by else ""
    what = texts.happened(result.column, value, number(value, lang), lang, bot)
    lead = "lead.deals" if texts.is_of_deal(result.column) else "lead.hands_alone"
    first = say(lead, lang, n=number(scale, lang), what=what)
    key = "compare.rate_apart" if value != base else "compare.rate_same"
    name = texts.group_name(result.across, row["baseline"], lang)
    return say(key, lang, group=group, first=first[:1].lower() + first[1:], base=number(base, lang), name=name)


def is_clear(row: Row, level: float) -> bool:
    """Whether a difference is more than luck: its interval leaves 0 out, and its adjusted p is small enough."""
    p = float(row.get("p_adjusted", math.nan))
    outside = row["low"] > 0 or row["high"] < 0
    return bool(outside and not p > 1 - level)


def _survival(result: Result, lang: str) -> list[str]:
    whole = result.column in ("turns", "rounds")
    lines: list[str] = []
    for key, part in groups_of(result):
        rows = list(part.rows())
        first, group = rows[0], median_of(result, key)
        deals = number(group.get("deals", first["at_risk"]), lang)
        n = number(first["at_risk"], lang)
        parts = []
        if first["at_risk"] < _FEW:
            lines.append(_grouped(result, first, say("survival.few", lang, n=n), lang))
            continue
        if not whole:
            k, share = int(first["events"]), 1 - first["share"]
            about = in_everyday_words(k, first["at_risk"], lang)
            parts.append(say("survival.start", lang, n=n, k=number(k, lang), share=about))
            if math.isfinite(first["low"]):
                known = independent(share, 1 - first["high"], 1 - first["low"], result.level)
                low, high = another_count(k, int(first["at_risk"]), result.level, known)
                parts.append(say("rate.again", lang, deals=deals, low=number(low, lang), high=number(high, lang)))
        end = "_end" if whole else ""
        median = group.get("median")
        name = "half" if median is not None else "no_half"
        of = say("survival.deals" if deals == n else "survival.plays", lang, n=n, deals=deals)
        parts.append(say(f"survival.{name}{end}", lang, n=of, turn=number(median or 0, lang)))
        parts += _left(rows, group, lang, whole=whole)
        lines.append(_grouped(result, first, " ".join(parts), lang))
    return lines


def _left(rows: list[dict[str, Any]], group: Row, lang: str, *, whole: bool) -> list[str]:
    """What is left after the first turn that leaves fewer than a quarter, as long as enough are watched."""
    watched = [row for row in rows if row["at_risk"] >= _FEW]
    late = next((row for row in watched if row["share"] < 0.25), watched[-1] if watched else None)
    if late is None or (not whole and late["turn"] == 1):
        return []
    values = {"turn": number(late["turn"], lang), "k": number(round(100 * late["share"]), lang)}
    if not whole:
        return [say("survival.left", lang, **values)]
    if not math.isfinite(late["low"]):
        return []
    low, high = (min(1, max(0, end)) for end in another_mean(late["share"], late["low"], late["high"]))
    deals = number(group.get("deals", rows[0]["at_risk"]), lang)
    ends = {"low": number(math.floor(100 * low), lang), "high": number(math.ceil(100 * high), lang)}
    return [say("survival.left_end", lang, **values, deals=deals, **ends)]


def groups_of(result: Result) -> list[tuple[dict[str, Any], Result]]:
    """The curves of a result, each with the values of its group."""
    from dataclasses import replace

    if not result.by:
        return [({}, result)]
    parts = result.frame.groupby(list(result.by), sort=False, observed=True)
    return [(dict(zip(result.by, key, strict=True)), replace(result, frame=part)) for key, part in parts]


def median_of(result: Result, key: Row) -> Mapping[str, Any]:
    """The notes on a curve: median with its ends, and how many deals."""
    for one in result.facts.get("medians", ()):
        if all(str(one.get(name)) == str(value) for name, value in key.items()):
            found: Mapping[str, Any] = one
            return found
    rows = result.frame
    for name, value in key.items():
        rows = rows[rows[name].astype(str) == str(value)]
    there = rows.loc[rows["share"] <= 0.5, "turn"]
    return {"median": int(there.iloc[0]) if len(there) else None, "low": None, "high": None}


def _ratings(result: Result, lang: str) -> list[str]:
    lines: list[str] = []
    for _, part in groups_of(result):
        rows = sorted(part.rows(), key=lambda row: -row["strength"])
        names = [texts.bot_name(str(row["bot"]), lang) for row in rows]
        parts = [say("ratings.order", lang, bots=", ".join(names))]
        for (better, one), (worse, other) in pairwise(zip(names, rows, strict=True)):
            pair = {"better": better, "worse": worse}
            if not one["low"] > other["high"]:
                parts.append(say("ratings.close", lang, **pair))
            else:
                ahead = 1 / (1 + math.exp(other["strength"] - one["strength"]))
                parts.append(say("ratings.beats", lang, **pair, k=number(min(99, round(100 * ahead)), lang)))
        deals = max(int(row["deals"]) for row in rows) if "deals" in part.frame.columns else 0
        if deals:
            parts.append(say("ratings.deals", lang, deals=number(deals, lang)))
        lines.append(_grouped(result, rows[0], " ".join(parts), lang))
    return lines


def _skill(result: Result, lang: str) -> list[str]:
    lines: list[str] = []
    for row in result.rows():
        margin, digits = float(row["margin"]), decimals(row["high"] - row["low"], 2)
        if not math.isfinite(row["low"]):
            digits = 1
        named = {
            key: texts.bot_name(str(result.facts[key]), lang) if result.facts.get(key) else say(f"skill.{key}", lang)
            for key in ("strong", "weak")
        }
        group = result.label(row, lang)
        if result.column == "won":
            key = "skill.wins_more" if margin >= 0 else "skill.wins_fewer"
            first = say(key, lang, group=group, count=number(100 * abs(margin), lang), **named)
        else:
            points = say("skill.points", lang, count=number(abs(margin), lang, digits))
            first = say("skill.won" if margin >= 0 else "skill.lost", lang, group=group, margin=points, **named)
        parts = [capital(first)]
        if row["low"] <= 0 <= row["high"]:
            parts.append(say("skill.same", lang))
        if math.isfinite(row.get("share_of_deal", math.nan)):
            parts.append(say("skill.luck", lang, k=number(round(100 * row["share_of_deal"]), lang)))
        lines.append(" ".join(parts))
    return lines


def _sequence(result: Result, lang: str) -> list[str]:
    lines: list[str] = []
    for _, part in groups_of(result):
        row = list(part.rows())[-1]
        digits = decimals(row["high"] - row["low"], 3)
        lines.append(
            _grouped(
                result,
                row,
                say(
                    "sequence.now", lang, deals=number(row["deals"], lang), base=base_of(result, lang),
                    difference=number(row["difference"], lang, digits, sign=True),
                    low=number(row["low"], lang, digits, sign=True), high=number(row["high"], lang, digits, sign=True),
                ),
                lang,
            )
        )  # fmt: skip
    return lines


def base_of(result: Result, lang: str) -> str:
    """What was compared with, in words."""
    told = result.facts.get("baseline")
    if told is None and "baseline" in result.frame.columns:
        told = result.frame["baseline"].iloc[0]
    return "–" if told is None else texts.group_name(result.across, told, lang)


_TOLD: Final[dict[str, Callable[[Result, str], list[str]]]] = {
    "rate": _rate, "mean": _mean, "compare": _compare, "survival": _survival, "ratings": _ratings, "skill": _skill,
    "sequence": _sequence,
}  # fmt: skip
