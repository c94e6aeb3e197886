"""Results for pupils: counts, everyday fractions, and where other samples of this size would mostly fall."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from rummy_lab.stats import texts
from rummy_lab.stats.again import another_count, another_mean, in_everyday_words, independent
from rummy_lab.stats.numbers import decimals, number, plain
from rummy_lab.stats.reading import Result
from rummy_lab.stats.row_facts import all_bots, bots_of, fewer_is_good, is_condition, whose
from rummy_lab.stats.school_compare import apart, compared, named, span
from rummy_lab.stats.texts import capital, say, tell
from rummy_lab.words.scene import bot_name

Row = Mapping[str, Any]
_FEW: Final = 10


def told(result: Result, lang: str) -> list[str]:
    """The lines."""
    return _TOLD[result.kind](result, lang)


def _grouped(result: Result, row: Row, text: str, lang: str, whose: Sequence[str] = ()) -> str:
    group = ", ".join((*whose, *([result.label(row, lang)] if result.by else [])))
    return capital(say("lead.group", lang, group=group, rest=capital(text)) if group else text)


def _rate(result: Result, lang: str) -> list[str]:
    effective = result.facts.get("effective")
    known = list(effective) if isinstance(effective, list | tuple) and len(effective) == len(result.frame) else None
    lines: list[str] = []
    for at, row in enumerate(result.rows()):
        n, k = int(row["n"]), int(row["k"])
        deals = int(row.get("deals", n))
        what = texts.happened(result.column, k, number(k, lang), lang, bots_of(result, row))
        first = _lead(result, n, deals, what, lang)
        if n < _FEW:
            text = f"{say('rate.bare', lang, first=first)} {say('rate.few', lang)}"
        else:
            rows = known[at] if known else independent(k / n, row["low"], row["high"], result.level)
            low, high = another_count(k, n, result.level, rows if deals < n else None)
            about = say("rate.about", lang, first=first, share=in_everyday_words(k, n, lang))
            key = "rate.again" if low < high else "rate.again_same"
            values = {"low": number(low, lang), "high": number(high, lang), "another": _another(result, n, deals, lang)}
            text = f"{about} {say(key, lang, **values)}" if deals > 1 else about
        lines.append(_grouped(result, row, text, lang, whose(result, lang, alone=n == deals)))
    return lines


def _lead(result: Result, n: int, deals: int, what: str, lang: str) -> str:
    values = {"n": number(n, lang), "deals": number(deals, lang), "what": what}
    of_deal = texts.is_of_deal(result.column)
    if n == deals:
        if n > 1 and is_condition(result) and not of_deal:
            return say("lead.hands_alone", lang, **values)
        return say("lead.deals_one" if n == 1 else "lead.deals", lang, **values)
    return say("lead.plays" if of_deal else "lead.hands", lang, **values)


def _another(result: Result, n: int, deals: int, lang: str) -> str:
    """What another sample would be: so many deals, or so many that meet the condition."""
    if not is_condition(result):
        return say("another.deals", lang, n=number(deals, lang))
    of_deal = texts.is_of_deal(result.column)
    return say("another.such_deals" if of_deal else "another.such_hands", lang, n=number(n, lang))


def _mean(result: Result, lang: str) -> list[str]:
    lines: list[str] = []
    good = set[bool | None]()
    for row in result.rows():
        deals, digits = int(row["deals"]), decimals(row["high"] - row["low"], 2)
        name = texts.subject(result.column, lang) or say("mean.it", lang)
        always = deals > 1 and row["low"] == row["high"]
        shown = plain(row["mean"], lang, 2) if always else number(row["mean"], lang, digits)
        value = texts.with_unit(shown, result.column, lang)
        what = say("mean.always" if always else "mean.was", lang, what=name, mean=value)
        text = say("rate.bare", lang, first=_lead(result, deals, deals, what, lang))
        if not math.isfinite(row["low"]):
            text += " " + say("rate.few", lang)
        elif not always:
            ends = [number(end, lang, digits) for end in another_mean(row["mean"], row["low"], row["high"])]
            another = _another(result, deals, deals, lang)
            text += " " + say("mean.again", lang, another=another, low=ends[0], high=ends[1])
        lines.append(_grouped(result, row, text, lang, whose(result, lang, alone=False)))
        good.add(fewer_is_good(result, row))
    if good in ({True}, {False}):
        lines.append(say("mean.fewer" if good == {True} else "mean.more", lang))
    return lines


def _survival(result: Result, lang: str) -> list[str]:
    whole = result.column in ("turns", "rounds")
    lines: list[str] = []
    for key, part in groups_of(result):
        rows = list(part.rows())
        first, group = rows[0], median_of(result, key)
        deals = number(group.get("deals", first["at_risk"]), lang)
        n = number(first["at_risk"], lang)
        alone = whose(result, lang, alone=deals == n)
        parts = []
        if first["at_risk"] < _FEW:
            lines.append(_grouped(result, first, say("survival.few", lang, n=n), lang, alone))
            continue
        if not whole:
            k, share = int(first["events"]), 1 - first["share"]
            about = in_everyday_words(k, first["at_risk"], lang)
            parts.append(say("survival.start", lang, n=n, k=number(k, lang), share=about))
            if math.isfinite(first["low"]):
                known = independent(share, 1 - first["high"], 1 - first["low"], result.level)
                low, high = another_count(k, int(first["at_risk"]), result.level, known)
                another = say("another.deals", lang, n=deals)
                parts.append(say("rate.again", lang, another=another, low=number(low, lang), high=number(high, lang)))
        end = "_end" if whole else ""
        median = group.get("median")
        name = "half" if median is not None else "no_half"
        of = say("survival.deals" if deals == n else "survival.plays", lang, n=n, deals=deals)
        parts.append(say(f"survival.{name}{end}", lang, n=of, turn=number(median or 0, lang)))
        parts += _left(rows, group, lang, whole=whole)
        lines.append(_grouped(result, first, " ".join(parts), lang, alone))
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
        names = [bot_name(str(row["bot"]), lang) for row in rows]
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
            key: bot_name(str(result.facts[key]), lang) if result.facts.get(key) else say(f"skill.{key}", lang)
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
        scale = 100 if result.is_share else 1
        value, low, high = (scale * float(row[key]) for key in ("difference", "low", "high"))
        digits = decimals(high - low, 1 if result.is_share else 2)
        if result.is_share:
            name = texts.column_name(result.column, lang, all_bots(result)) or tell("plot.the_value", lang)
            difference = span(value, value, lang, digits, count=True)
            what = say("sequence.of_share", lang, what=name, difference=difference)
        else:
            what = apart(value, lang, digits, result.column)
        told = {"deals": number(row["deals"], lang), "base": base_of(result, lang), "what": what}
        told["span"] = span(low, high, lang, digits, result.column, count=result.is_share)
        lines.append(
            _grouped(result, row, say("sequence.now_of" if result.is_share else "sequence.now", lang, **told), lang)
        )
    return lines


def base_of(result: Result, lang: str) -> str:
    """What was compared with, in words."""
    told = result.facts.get("baseline")
    if told is None and "baseline" in result.frame.columns:
        told = result.frame["baseline"].iloc[0]
    return "–" if told is None else named(result.across, told, lang)


_TOLD: Final[dict[str, Callable[[Result, str], list[str]]]] = {
    "rate": _rate, "mean": _mean, "compare": compared, "survival": _survival, "ratings": _ratings, "skill": _skill,
    "sequence": _sequence,
}  # fmt: skip
