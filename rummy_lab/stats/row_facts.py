"""What a sentence has to know of the rows that a result was made from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.core.errors import RummyError
from rummy_lab.core.rules import field_specs
from rummy_lab.games import rule_set
from rummy_lab.stats import texts
from rummy_lab.stats.reading import Result

if TYPE_CHECKING:
    import pandas as pd

_MOST: Final = 50
_NO_CONDITION: Final = {"bot", "rules", "seat", "rotation", "entry"}


def row_facts(frame: pd.DataFrame) -> dict[str, Any]:
    """The bots, seats and rule sets of the rows, as far as there are such columns, and whether they were re-priced.

    Plain values, so that they survive Parquet.

    >>> import pandas as pd
    >>> row_facts(pd.DataFrame({"deal": [0, 1], "seat": ["A", "A"], "bot": ["greedy", "counter"]}))
    {'bots': ['counter', 'greedy'], 'seats': ['A']}
    """
    found: dict[str, Any] = {}
    for name, key in (("bot", "bots"), ("seat", "seats"), ("rules", "rule_sets")):
        if name in frame.columns:
            found[key] = sorted({str(one) for one in frame[name].unique()})[:_MOST]
    if frame.attrs.get("repriced"):
        found["repriced"] = True
    return found


def bots_of(result: Result, row: Mapping[str, Any]) -> tuple[str, ...]:
    """The bots that a row of a result is about, as far as it is known."""
    if "bot" in result.by:
        return (str(row["bot"]),)
    if result.kind == "compare" and result.across == "bot":
        return str(row["bot"]), str(row["baseline"])
    return all_bots(result)


def all_bots(result: Result) -> tuple[str, ...]:
    """The bots of all rows that a result was made from, as far as it is known."""
    return tuple(map(str, result.facts.get("bots", ())))


def whose(result: Result, lang: str, *, alone: bool) -> list[str]:
    """The one seat that all rows are about, and where a deal has one row (`alone`) the one bot, in words."""
    if texts.is_of_deal(result.column):
        return []
    known = {*result.by, *([result.across] if result.kind == "compare" else [])}
    one = {name: result.facts.get(key, ()) for name, key in (("seat", "seats"), ("bot", "bots")) if name not in known}
    return [
        texts.group_name(name, there[0], lang)
        for name, there in one.items()
        if len(there) == 1 and (name == "seat" or alone)
    ]


def is_condition(result: Result) -> bool:
    """Whether the groups hold only such deals as meet a condition, not all of them."""
    return any(name not in _NO_CONDITION and name not in field_specs() for name in result.by)


def fewer_is_good(result: Result, row: Mapping[str, Any]) -> bool | None:
    """Whether a small value of the column is good under the rules of a row; None where that is not known."""
    if result.column == "penalty":
        return True
    if result.column != "score":
        return None
    names = result.facts.get("rule_sets", ())
    if result.kind in ("compare", "sequence") and result.across == "rules":
        names = [row["rules"], row["baseline"]]
    elif "rules" in result.by:
        names = [row["rules"]]
    kinds = {_kind(str(name)) for name in names}
    return {"penalties": True, "zero_sum": False}.get(kinds.pop()) if len(kinds) == 1 else None


@cache
def _kind(rules: str) -> str:
    try:
        return rule_set(rules).scoring.kind
    except RummyError:
        return ""
