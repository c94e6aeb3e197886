"""Results for students: estimate, interval and its level, method, effect size, adjusted p, number of deals."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

from rummy_lab.stats import texts
from rummy_lab.stats.numbers import decimals, number, percent
from rummy_lab.stats.reading import Result
from rummy_lab.stats.row_facts import all_bots, bots_of, whose
from rummy_lab.stats.school import base_of, groups_of, median_of
from rummy_lab.stats.school_compare import has_note, is_one_sum
from rummy_lab.stats.texts import capital, method_name, say, tell
from rummy_lab.words.scene import bot_name

Row = Mapping[str, Any]
_LEAST_P: Final = 0.001


def told(result: Result, lang: str) -> list[str]:
    """The lines."""
    return _TOLD[result.kind](result, lang)


def deals_told(count: float, lang: str) -> str:
    """`1,000 deals`."""
    return tell("alt.how_many_one" if count == 1 else "alt.how_many", lang, count=number(count, lang))


def p_told(p: float, lang: str, symbol: str = "p") -> str:
    """`p = 0.012`, never zero.

    >>> p_told(0.01234, "en"), p_told(0.00001, "de")
    ('p = 0.012', 'p < 0,001')
    """
    if not math.isfinite(p):
        return f"{symbol} = –"
    if p < _LEAST_P:
        return f"{symbol} < {number(_LEAST_P, lang, 3)}"
    return f"{symbol} = {number(p, lang, 3)}"


def _what(result: Result, row: Row, lang: str) -> str:
    named = texts.column_name(result.column, lang, bots_of(result, row)) if result.column else ""
    alone = "n" in row and row["n"] == row.get("deals", row["n"])
    group = ", ".join((*whose(result, lang, alone=alone), *([result.label(row, lang)] if result.by else [])))
    return f"{named}, {group}" if named and group else named or capital(group)


def _rate(result: Result, lang: str) -> list[str]:
    lines: list[str] = []
    rows = list(result.rows())
    for row in rows:
        digits = decimals(row["high"] - row["low"])
        told = {key: number(row[key], lang, digits) for key in ("rate", "low", "high")}
        counts = {key: number(row[key], lang) for key in ("k", "n")}
        lines.append(
            say(
                "exact.rate", lang, what=_what(result, row, lang), level=result.level_told(lang),
                method=method_name(result.facts.get("method", "wilson"), lang),
                deals=deals_told(row.get("deals", row["n"]), lang), **told, **counts,
            )
        )  # fmt: skip
    if any(row.get("deals", row["n"]) < row["n"] for row in rows):
        lines.append(say("exact.dependent", lang))
    return lines


def _mean(result: Result, lang: str) -> list[str]:
    lines: list[str] = []
    for row in result.rows():
        digits = decimals(row["high"] - row["low"])
        told = {key: number(row.get(key, math.nan), lang, digits) for key in ("mean", "sd", "low", "high")}
        lines.append(
            say(
                "exact.mean", lang, what=_what(result, row, lang), level=result.level_told(lang),
                method=method_name(result.facts.get("method", "t"), lang), deals=deals_told(row["deals"], lang), **told,
            )
        )  # fmt: skip
    return lines


def _compare(result: Result, lang: str) -> list[str]:
    lines = [_difference(result, row, lang) for row in result.rows() if row["deals"]]
    if any(is_one_sum(result, row) for row in result.rows()):
        lines.append(say("compare.one_sum", lang))
    if result.facts.get("signs_differ"):
        lines.append(say("exact.signs", lang))
    if has_note(result, "not_retuned"):
        lines.append(say("compare.tuned", lang))
    return lines


def _difference(result: Result, row: Row, lang: str) -> str:
    digits = decimals(row["high"] - row["low"])
    names = [
        texts.column_name(result.column, lang, bots_of(result, row)),
        *whose(result, lang, alone=False),
        *(texts.group_name(column, row[column], lang) for column in result.by),
    ]
    tests: list[str] = []
    if math.isfinite(row.get("effect", math.nan)):
        tests.append(say("exact.effect", lang, d=number(row["effect"], lang, 2)))
    if math.isfinite(row.get("only_value", math.nan)):
        counts = {key: number(row[key], lang) for key in ("only_value", "only_base")}
        tests.append(say("exact.discordant", lang, **counts))
    if "p" in row:
        mcnemar = str(result.facts.get("test", "")).startswith("mcnemar")
        tests.append(("McNemar " if mcnemar else "") + p_told(row["p"], lang))
    correct = result.facts.get("correct", "none")
    if "p_adjusted" in row and correct != "none":
        tests.append(say("exact.adjusted", lang, p=p_told(row["p_adjusted"], lang), method=method_name(correct, lang)))
    return say(
        "exact.compare", lang, what=", ".join(filter(None, names)),
        value_name=texts.group_name(result.across, row[result.across], lang),
        base_name=texts.group_name(result.across, row["baseline"], lang),
        difference=number(row["difference"], lang, digits, sign=True), value=number(row["value"], lang, digits),
        base=number(row["base"], lang, digits), level=result.level_told(lang),
        low=number(row["low"], lang, digits, sign=True), high=number(row["high"], lang, digits, sign=True),
        method=method_name(result.facts.get("method", "t"), lang), tests=", ".join(tests),
        deals=deals_told(row["deals"], lang),
    )  # fmt: skip


def _survival(result: Result, lang: str) -> list[str]:
    lines: list[str] = []
    heading = tell("plot.survival_end" if result.column in ("turns", "rounds") else "plot.survival", lang)
    for key, part in groups_of(result):
        rows, group = list(part.rows()), median_of(result, key)
        last = rows[0] if result.column == "opened_turn" else rows[len(rows) // 2]
        ends = {
            name: say("exact.no_median", lang) if group.get(name) is None else number(float(group[name]), lang)
            for name in ("median", "low", "high")
        }
        names = [heading, *whose(result, lang, alone=False)]
        names += [texts.group_name(column, value, lang) for column, value in key.items()]
        lines.append(
            say(
                "exact.survival", lang, what=", ".join(names), level=result.level_told(lang),
                turn=number(last["turn"], lang), share=percent(last["share"], lang, 1),
                share_low=percent(last["low"], lang, 1), share_high=percent(last["high"], lang, 1),
                n=number(rows[0]["at_risk"], lang),
                deals=deals_told(float(group.get("deals") or rows[0]["at_risk"]), lang), **ends,
            )
        )  # fmt: skip
    return lines


def _ratings(result: Result, lang: str) -> list[str]:
    lines: list[str] = []
    for row in sorted(result.rows(), key=lambda row: -row["strength"]):
        digits = max(2, decimals(row["high"] - row["low"]))
        told = {key: number(row.get(key, math.nan), lang, digits) for key in ("strength", "se", "low", "high")}
        label = (bot_name(str(row["bot"]), lang), *(texts.group_name(by, row[by], lang) for by in result.by))
        lines.append(
            say(
                "exact.ratings", lang, bot=capital(", ".join(label)), level=result.level_told(lang),
                deals=deals_told(row.get("deals", math.nan), lang), **told,
            )
        )  # fmt: skip
    return lines


def _skill(result: Result, lang: str) -> list[str]:
    lines: list[str] = []
    for row in result.rows():
        digits = decimals(row["high"] - row["low"])
        told = {key: number(row[key], lang, digits) for key in ("margin", "low", "high")}
        told["margin"] = texts.with_unit(told["margin"], result.column, lang)
        told["deals"] = deals_told(row.get("deals", math.nan), lang)
        shares = {
            name: percent(row.get(key, math.nan), lang, 1)
            for name, key in (("share", "share_of_deal"), ("share_low", "share_low"), ("share_high", "share_high"))
        }
        group = capital(result.label(row, lang))
        lines.append(say("exact.skill", lang, what=group, level=result.level_told(lang), **told, **shares))
    return lines


def _sequence(result: Result, lang: str) -> list[str]:
    lines: list[str] = []
    for _, part in groups_of(result):
        row = list(part.rows())[-1]
        digits = decimals(row["high"] - row["low"])
        name = texts.column_name(result.column, lang, all_bots(result)) or tell("plot.the_value", lang)
        label = result.label(row, lang) if result.by else ""
        told = {key: number(row[key], lang, digits, sign=True) for key in ("difference", "low", "high")}
        lines.append(
            say(
                "exact.sequence", lang, what=", ".join(filter(None, (name, label))), base=base_of(result, lang),
                deals=number(row["deals"], lang), level=result.level_told(lang), **told,
            )
        )  # fmt: skip
    return lines


_TOLD: Final[dict[str, Callable[[Result, str], list[str]]]] = {
    "rate": _rate, "mean": _mean, "compare": _compare, "survival": _survival, "ratings": _ratings, "skill": _skill,
    "sequence": _sequence,
}  # fmt: skip
