"""Where a rule change does one bot good and another harm, and where two bots change places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rummy_lab.core.errors import RummyError
from rummy_lab.stats.comparing import compare
from rummy_lab.stats.frames import codes_of
from rummy_lab.stats.skill import fewer_is_better

if TYPE_CHECKING:
    import pandas as pd


def signs(table: pd.DataFrame, level: float) -> list[dict[str, Any]]:
    """Clear effects of different sign in a `by_player` of several rule sets, as plain values; none in one of one.

    `{"kind": "variant", "rules", "baseline", "better", "worse"}` names a rule set and the bots whose score it makes
    better and worse than the first rule set does; `{"kind": "order", "first", "second", "here", "there"}` two bots of
    which the first is ahead under the one and behind under the other. Clear is what Holm's p calls so. Where not all
    rule sets count the same way, winning stands for the score.
    """
    rules, bots = ([str(one) for one in codes_of(table, name)[1]] for name in ("rules", "bot"))
    if len(rules) < 2 or len(bots) < 2:
        return []
    try:
        fewer = {fewer_is_better(part, "score", str(name)) for name, part in table.groupby("rules", observed=True)}
    except RummyError:
        fewer = {True, False}
    column, sign = ("won", 1) if len(fewer) > 1 else ("score", -1 if fewer == {True} else 1)
    found = [
        {"kind": "variant", "rules": name, "baseline": rules[0], "better": better, "worse": worse}
        for name, (better, worse) in _sides(table, column, sign, level, rules[0], "rules", "bot").items()
        if better and worse
    ]
    for at, bot in enumerate(bots[:-1]):
        for other, (ahead, behind) in _sides(table, column, sign, level, bot, "bot", "rules").items():
            if ahead and behind and other in bots[at + 1 :]:
                found.append({"kind": "order", "first": other, "second": bot, "here": ahead[0], "there": behind[0]})
    return found


def _sides(
    table: pd.DataFrame, column: str, sign: int, level: float, baseline: str, across: str, by: str
) -> dict[str, tuple[list[str], list[str]]]:
    """For each value of `across` those of `by` for which it is clearly better than the baseline, and worse."""
    try:
        effects = compare(table, column, baseline=baseline, across=across, by=by, level=level)
    except RummyError:  # they never met on the same deal
        return {}
    sides: dict[str, tuple[list[str], list[str]]] = {}
    for value, group, difference, p in zip(
        effects[across], effects[by], effects["difference"], effects["p_adjusted"], strict=True
    ):
        pair = sides.setdefault(str(value), ([], []))
        if p < 1 - level:
            pair[0 if sign * difference > 0 else 1].append(str(group))
    return sides
