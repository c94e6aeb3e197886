"""Interactions in words: what each step does, and what a step of one rule changes about that of another."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from rummy_lab.stats import texts
from rummy_lab.stats.again import another_mean
from rummy_lab.stats.numbers import decimals, number
from rummy_lab.stats.reading import Result
from rummy_lab.stats.row_facts import all_bots, fewer_is_good
from rummy_lab.stats.school import groups_of
from rummy_lab.stats.school_compare import has_note, is_clear, is_repriced, span
from rummy_lab.stats.texts import capital, method_name, say, tell
from rummy_lab.stats.university import deals_told, p_told
from rummy_lab.words.texts import fill

Row = Mapping[str, Any]
TIMES: Final = " × "
_SMALL: Final = 0.05


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(files("rummy_lab.stats").joinpath("words_of_interactions.toml").read_text("utf-8"))


def _say(path: str, lang: str, **values: object) -> str:
    section, _, key = path.partition(".")
    return fill(_table()[section][key][lang], values)


def for_school(result: Result, lang: str) -> list[str]:
    """The lines for pupils: first what each step does, then what one changes about another."""
    lines: list[str] = []
    scale = _scale(result)
    for _, part in groups_of(result):
        rows = list(part.rows())
        what = _what(result, rows[0], lang)
        key = "school.heading_one" if rows[0]["deals"] == 1 else "school.heading"
        lines.append(_say(key, lang, what=what, deals=number(rows[0]["deals"], lang)))
        started = False
        for row in rows:
            steps = _steps(result, row)
            if len(steps) > 1 and not started:
                started = True
                lines.append(_say("school.together", lang))
            told = [_step(name, start, to, lang) for name, start, to in steps]
            lines.append(
                _one(result, row, told, scale, lang) if len(told) == 1 else _more(result, row, told, scale, lang)
            )
    fewer = fewer_is_good(result, next(result.rows()))
    if fewer is not None:
        lines.append(say("mean.fewer" if fewer else "mean.more", lang))
    if has_note(result, "not_retuned"):
        lines.append(say("compare.tuned", lang))
    return lines


def for_university(result: Result, lang: str) -> list[str]:
    """The lines for students: estimate, interval, method, effect size, p as it is and adjusted, number of deals."""
    lines = [_exact(result, row, lang) for row in result.rows()]
    lines.append(_say("exact.averaged", lang))
    if has_note(result, "not_retuned"):
        lines.append(say("compare.tuned", lang))
    return lines


def _what(result: Result, row: Row, lang: str) -> str:
    name = texts.column_name(result.column, lang, all_bots(result)) or tell("plot.the_value", lang)
    return f"{name}, {result.label(row, lang)}" if result.by else name


def _steps(result: Result, row: Row) -> list[tuple[str, Any, Any]]:
    """Of each rule that takes a step: its column, the value before and the value after, as text."""
    names, step = str(row["term"]).split(TIMES), str(row["step"])
    pairs = (result.facts.get("steps") or {}).get(step) or [one.split(" to ", 1) for one in step.split(", ")]
    if len(pairs) != len(names) or any(len(pair) != 2 for pair in pairs):
        return [(name, "", step) for name in names]
    return [(name, pair[0], pair[1]) for name, pair in zip(names, pairs, strict=True)]


def _step(name: str, start: Any, to: Any, lang: str) -> str:
    return capital(
        _say("school.step", lang, to=texts.group_name(name, to, lang), start=texts.short_group(name, start, lang))
    )


def _scale(result: Result) -> int:
    """One round number for all lines: a hundred, or a thousand where a difference would be lost in a hundred."""
    least = min((abs(row["difference"]) for row in result.rows()), default=1.0)
    return (1000 if least < _SMALL else 100) if result.is_share else 1


def _digits(result: Result, row: Row) -> int:
    return 0 if result.is_share else max(1, decimals(row["high"] - row["low"], 2))


def _one(result: Result, row: Row, told: list[str], scale: int, lang: str) -> str:
    digits, kind = _digits(result, row), "share" if result.is_share else "mean"
    value, base = (round(scale * row[name], digits) for name in ("value", "base"))
    shown = {name: number(one, lang, digits) for name, one in (("value", value), ("base", base))}
    if not result.is_share:
        shown["value"] = texts.with_unit(shown["value"], result.column, lang)
    apart = _amount(result, value - base, digits, lang)
    key = f"school.{kind}" if value != base else f"school.{kind}_same"
    first = _say(key, lang, step=told[0], round=number(scale, lang), apart=apart, **shown)
    low, high = (scale * end for end in another_mean(row["difference"], row["low"], row["high"]))
    within = span(low, high, lang, digits, result.column, count=result.is_share) if math.isfinite(low) else ""
    key = "compare.again_of" if result.is_share else "compare.again"
    again = say(key, lang, deals=number(row["deals"], lang), span=within, round=number(scale, lang))
    return _with_luck(result, row, first, again, lang)


def _more(result: Result, row: Row, told: list[str], scale: int, lang: str) -> str:
    digits, kind = _digits(result, row), "two" if len(told) == 2 else "three"
    value, base = (round(scale * row[name], digits) for name in ("value", "base"))
    shown = {name: _amount(result, one, digits, lang) for name, one in (("value", value), ("base", base))}
    shown["value"] = _counted(result, shown["value"], scale, lang)
    named = {"last": told[-1], "first": told[0], "second": told[1]}
    if value == base:
        first = _say(f"school.{kind}_same", lang, **named, **shown)
    else:
        how = "opposite" if value * base < 0 else "more" if abs(value) > abs(base) else "less"
        how = "opposite_three" if how == "opposite" and kind == "three" else how
        first = _say(f"school.{kind}", lang, how=_say(f"school.{how}", lang), **named, **shown)
    # What is more or less goes by the way in which the step works elsewhere.
    way = -1 if (base or value) < 0 else 1
    low, high = sorted(way * scale * end for end in another_mean(row["difference"], row["low"], row["high"]))
    again = ""
    if math.isfinite(low):
        again = _say("school.again" if kind == "two" else "school.again_three", lang, deals=number(row["deals"], lang),
                     span=_span(result, round(low, digits), round(high, digits), digits, scale, lang))  # fmt: skip
    return _with_luck(result, row, first, again, lang)


def _amount(result: Result, value: float, digits: int, lang: str) -> str:
    return span(value, value, lang, digits, result.column, count=result.is_share)


def _counted(result: Result, count: str, scale: int, lang: str) -> str:
    return _say("school.counted", lang, count=count, round=number(scale, lang)) if result.is_share else count


def _span(result: Result, low: float, high: float, digits: int, scale: int, lang: str) -> str:
    kind = "more" if low >= 0 else "less" if high <= 0 else "both"
    near, far = (abs(high), abs(low)) if kind == "less" else (abs(low), high)
    last = texts.with_unit(number(far, lang, digits), result.column, lang)
    told = _say(f"school.span_{kind}", lang, low=number(near, lang, digits), high=last)
    return _counted(result, told, scale, lang)


def _with_luck(result: Result, row: Row, first: str, again: str, lang: str) -> str:
    if not math.isfinite(row["low"]):
        return f"{first} {say('compare.few', lang)}"
    if row["low"] == row["high"] and not result.is_share:
        return f"{first} {say('compare.every', lang)}"
    if is_repriced(result):
        return f"{first} {again}"
    luck = say("compare.clear" if is_clear(row, result.level) else "compare.unclear", lang)
    return f"{first} {luck} {again}"


def _exact(result: Result, row: Row, lang: str) -> str:
    digits, steps = decimals(row["high"] - row["low"]), _steps(result, row)
    tests: list[str] = []
    if math.isfinite(row.get("effect", math.nan)):
        tests.append(say("exact.effect", lang, d=number(row["effect"], lang, 2)))
    tests.append(p_told(float(row.get("p", math.nan)), lang))
    correct = result.facts.get("correct", "none")
    if "p_adjusted" in row and correct != "none":
        tests.append(say("exact.adjusted", lang, p=p_told(row["p_adjusted"], lang), method=method_name(correct, lang)))
    alone = len(steps) == 1
    told = {name: number(row[name], lang, digits, sign=not alone) for name in ("value", "base")}
    told |= {name: number(row[name], lang, digits, sign=True) for name in ("difference", "low", "high")}
    return _say(
        "exact.main" if alone else "exact.more", lang, what=_what(result, row, lang), level=result.level_told(lang),
        steps=TIMES.join(_exact_step(*step, lang) for step in steps), method=method_name("t", lang),
        tests=", ".join(tests), deals=deals_told(row["deals"], lang), **told,
    )  # fmt: skip


def _exact_step(name: str, start: Any, to: Any, lang: str) -> str:
    values = {key: texts.short_group(name, one, lang) for key, one in (("start", start), ("to", to))}
    return _say("exact.step", lang, name=texts.by_name(name, lang), **values)
