"""The one table a newcomer wants of a run."""

from __future__ import annotations

import math
import os
from typing import Any, Final

import pandas as pd

from rummy_lab.batch.needs import needed
from rummy_lab.batch.summary import ALL, seat_means
from rummy_lab.core.errors import RummyError
from rummy_lab.language import LANG
from rummy_lab.stats.frames import checked, numbers_of, share
from rummy_lab.stats.joining import beside
from rummy_lab.stats.numbers import language
from rummy_lab.stats.result_frames import KEY
from rummy_lab.stats.signs import signs
from rummy_lab.stats.skill import fewer_is_better
from rummy_lab.stats.summary_pages import as_html, as_markdown, as_text
from rummy_lab.stats.survival import half_opened

_NEEDED: Final = (
    "deal",
    "rules",
    "seat",
    "bot",
    "won",
    "score",
    "opened_turn",
    "left_cards",
    "left_jokers",
    "went_rummy",
)
_FIGURES: Final = {
    "won": "wins", "score": "score", "opened_first": "opened_first", "went_out": "went_out", "went_rummy": "rummy",
    "left_jokers": "jokers_held", "stock_used_up": "stock_used_up", "unfinished": "unfinished",
}  # fmt: skip
COLUMNS: Final = (
    "rules", "bot", "seat", "deals", "wins", "score", "score_low", "score_high", "opened_first", "median_opening",
    "went_out", "rummy", "jokers_held", "stock_used_up", "unfinished",
)  # fmt: skip


class Summary(pd.DataFrame):
    """The table of `summary`: a frame like any other, that shows itself with headings in its language.

    What is made from it (`query`, a column) is a plain frame again.
    """

    @property
    def _constructor(self) -> type[pd.DataFrame]:
        return pd.DataFrame

    def __repr__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str:
        return as_html(self)

    def to_string(self, *arguments: Any, **options: Any) -> Any:
        """As it prints; with any argument as pandas does it."""
        return pd.DataFrame(self).to_string(*arguments, **options) if arguments or options else as_text(self)

    def to_markdown(self, buf: str | os.PathLike[str] | None = None, **_options: Any) -> str:  # type: ignore[override]
        """A table for each rule set in Markdown, with headings and numbers in the language of the summary.

        `buf`: a file to write it to as well.
        """
        text = as_markdown(self)
        if buf is not None:
            with open(buf, "w", encoding="utf-8") as file:  # noqa: PTH123 (a path or a name)
                file.write(text)
        return text

    def to_csv(self, path_or_buf: Any = None, **options: Any) -> Any:
        """The plain columns, without row numbers; otherwise as pandas does it (`sep=";"`, `decimal=","`)."""
        return pd.DataFrame(self).to_csv(path_or_buf, **({"index": False} | options))


def summary(frame: object, deals: pd.DataFrame | None = None, *, lang: str = LANG, level: float = 0.95) -> Summary:
    """What a run comes to: a row for every bot under every rule set, and one for each seat it sat on.

    Args:
        frame: a run, or its `by_player`.
        deals: the run's `by_deal`, where `frame` is a `by_player`; without it what it tells is NaN.
        lang: of the headings and notes, `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.
        level: of the interval of the score.

    Returns:
        The columns `rules`, `bot`, `seat` ("all" for all its seats), `deals`; `wins`, the share of deals; `score` with
        `score_low` and `score_high` (Student's t); `opened_first`, the share that opened on its first turn;
        `median_opening`, the own turn by which half have opened (Kaplan-Meier, as in `survival`; NaN where half never
        do); `went_out` and `rummy`, shares; `jokers_held` at the end, on average; `stock_used_up` and `unfinished`,
        shares. A deal counts once, by its mean over rotations and equal bots; one deal has no interval (NaN).

        It prints as a table in a terminal and in a notebook, and exports by `to_csv` and `to_markdown`. Below it stands
        where a rule change does one bot good and another harm, and where two bots change places.

    Source: as of `mean`, `rate` and `survival`.

    Raises:
        RummyError: one sentence for a frame that cannot be.

    >>> import rummy_lab as rl
    >>> found = summary(rl.selfplay("rummy40", ["greedy", "random"], games=50, seed=1, progress=False))
    >>> found[["bot", "seat", "deals", "wins"]]
          bot seat  deals  wins
    0  greedy  all     50   1.0
    1  greedy    A     50   1.0
    2  random  all     50   0.0
    3  random    B     50   0.0
    """
    language(lang)
    level = share(level, "level")
    table = checked(getattr(frame, "by_player", frame), _NEEDED)
    of_deals = getattr(frame, "by_deal", deals)
    wide = _wide(table, of_deals)
    found = seat_means(wide, list(_FIGURES))
    stats = needed("scipy.stats", "an interval", "stats")
    half = stats.t.ppf((1 + level) / 2, found["deals"].where(found["deals"] > 1) - 1) * found["score_se"]
    found = found.rename(columns=_FIGURES)
    found["score_low"], found["score_high"] = found["score"] - half, found["score"] + half
    found["median_opening"] = _medians(found, table, of_deals)
    told = Summary(found[list(COLUMNS)])
    told.attrs[KEY] = {
        "kind": "summary", "column": "score", "by": ["rules", "bot", "seat"], "level": level, "method": "t",
        "lang": lang, "complete": bool(getattr(frame, "complete", True)),
        "fewer_is_better": {name: _fewer_is_better(table, name) for name in dict.fromkeys(found["rules"])},
        "signs": signs(table, level),
    }  # fmt: skip
    return told


def _wide(table: pd.DataFrame, deals: pd.DataFrame | None) -> pd.DataFrame:
    """The rows with what is derived from them and from their deals."""
    numbers = {name: numbers_of(table, name)[0] for name in ("won", "score", "left_jokers", "went_rummy")}
    wide = table[["deal", "rules", "bot", "seat"]].assign(**numbers)
    wide["opened_first"] = numbers_of(table, "opened_turn")[0] == 1
    wide["went_out"] = (wide["won"] > 0) & (numbers_of(table, "left_cards")[0] == 0)
    if deals is None:
        return wide.assign(stock_used_up=math.nan, unfinished=math.nan)
    facts = beside(table, deals, ["reshuffles", "stock_left", "end"])
    used_up = (numbers_of(facts, "reshuffles")[0] > 0) | (numbers_of(facts, "stock_left")[0] == 0)
    unfinished = facts["end"].astype(str) == "unfinished"
    return wide.assign(stock_used_up=used_up, unfinished=unfinished.to_numpy())


def _medians(found: pd.DataFrame, table: pd.DataFrame, deals: pd.DataFrame | None) -> list[float]:
    if deals is None and not (table["opened_turn"] > 0).all():
        return [math.nan] * len(found)
    whole = half_opened(table, deals, ["rules", "bot"])
    seats = half_opened(table, deals, ["rules", "bot", "seat"])
    medians = {(*key, ALL): median for key, median in whole.items()} | seats
    return [medians.get(key, math.nan) for key in zip(found["rules"], found["bot"], found["seat"], strict=True)]


def _fewer_is_better(table: pd.DataFrame, rules: str) -> bool | None:
    try:
        return fewer_is_better(table[table["rules"].astype(str) == rules], "score", rules)
    except RummyError:
        return None
