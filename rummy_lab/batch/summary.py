"""What a run comes to, bot by bot and seat by seat, in a few lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rummy_lab.batch.run import Run

if TYPE_CHECKING:
    import pandas as pd

_WIDTH: Final = 1.959964
"""Half a 95 % interval in standard errors."""
ALL: Final = "all"
_FIGURES: Final = {"won": "wins", "penalty": "penalty", "score": "score"}


def summary(run: Run) -> pd.DataFrame:
    """A row for every bot, and for it on every seat: share of wins, mean penalty, mean score, and half the width of
    each one's 95 % interval (`wins_within` and so on).

    A deal counts once, by its mean over the rotations: what was played on the same cards is not independent.
    """
    import numpy as np
    import pandas as pd

    table = run.by_player[["deal", "rules", "bot", "seat", *_FIGURES]].astype({"won": "float64"})
    parts = []
    for seat, keys in ((ALL, ["rules", "bot"]), (None, ["rules", "bot", "seat"])):
        deals = table.groupby([*keys, "deal"], observed=True)[list(_FIGURES)].mean()
        groups = deals.groupby(keys, observed=True)
        count = groups.size()
        part = pd.DataFrame({"deals": count})
        for figure, name in _FIGURES.items():
            part[name] = groups[figure].mean()
            part[f"{name}_within"] = _WIDTH * groups[figure].std(ddof=1) / np.sqrt(count)
        part = part.reset_index()
        if seat is not None:
            part["seat"] = seat
        parts.append(part.astype({"rules": str, "bot": str, "seat": str}))
    found = pd.concat(parts, ignore_index=True)
    spec = run.spec
    rules, bots = (dict(zip(spec[key], range(len(spec[key])), strict=True)) for key in ("rules", "players"))
    order = found.assign(
        rules=found["rules"].map(rules), bot=found["bot"].map(bots), seat=found["seat"].replace(ALL, "")
    )
    found = found.loc[order.sort_values(["rules", "bot", "seat"]).index]
    figures = [column for name in _FIGURES.values() for column in (name, f"{name}_within")]
    return found[["rules", "bot", "seat", "deals", *figures]].reset_index(drop=True)


def lines(run: Run) -> list[str]:
    """The summary as text, a heading and a table for every rule set."""
    table, told = summary(run), list[str]()
    for rules, rows in table.groupby("rules", sort=False):
        told += ["", str(rules)] if told else [str(rules)]
        cells = [["bot", "seat", "deals", "wins", "penalty", "score"]]
        for row in rows.to_dict("records"):
            wins = f"{100 * row['wins']:.1f} %{_within(100 * row['wins_within'], 1)}"
            means = [f"{row[name]:.2f}{_within(row[f'{name}_within'], 2)}" for name in ("penalty", "score")]
            cells.append([row["bot"], row["seat"], f"{row['deals']:,}", wins, *means])
        widths = [max(len(cell) for cell in column) for column in zip(*cells, strict=True)]
        for line in cells:
            left = [cell.ljust(width) for cell, width in zip(line[:2], widths[:2], strict=True)]
            right = [cell.rjust(width) for cell, width in zip(line[2:], widths[2:], strict=True)]
            told.append("  ".join((*left, *right)).rstrip())
    return told


def _within(half: float, digits: int) -> str:
    return "" if half != half else f" ± {half:.{digits}f}"  # noqa: PLR0124 (one deal has no interval)
