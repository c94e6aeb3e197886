"""What a run comes to, bot by bot and seat by seat, in a few lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from rummy_lab.batch.run import Run

if TYPE_CHECKING:
    import pandas as pd

_WIDTH: Final = 1.959964
"""Half a 95 % interval in standard errors."""
ALL: Final = "all"
HEADS: Final = ("bot", "seat", "deals", "wins", "penalty", "score")
_COMMA: Final = str.maketrans(".,", ",.")
_FIGURES: Final = {"won": "wins", "penalty": "penalty", "score": "score"}


def summary(run: Run) -> pd.DataFrame:
    """A row for every bot, and for it on every seat: share of wins, mean penalty, mean score, and half the width of
    each one's 95 % interval (`wins_within` and so on).

    A deal counts once, by its mean over the rotations: what was played on the same cards is not independent.
    """
    found = seat_means(run.by_player, list(_FIGURES))
    columns = found[["rules", "bot", "seat", "deals"]].copy()
    for figure, name in _FIGURES.items():
        columns[name], columns[f"{name}_within"] = found[figure], _WIDTH * found[f"{figure}_se"]
    return columns


def seat_means(table: pd.DataFrame, figures: Sequence[str]) -> pd.DataFrame:
    """A row for every bot under every rule set, seat "all", and one for each of its seats, in the order in which they
    first stand in the table: rules, bot, seat, deals, and each figure's mean with its standard error (`score_se`).

    A deal counts once, by its mean; of one deal the standard error is NaN.
    """
    import numpy as np
    import pandas as pd

    numbers = table[["deal", "rules", "bot", "seat"]].astype({"rules": str, "bot": str, "seat": str})
    numbers[list(figures)] = table[list(figures)].astype("float64")
    parts = []
    for keys in (["rules", "bot"], ["rules", "bot", "seat"]):
        groups = numbers.groupby([*keys, "deal"], sort=False)[list(figures)].mean().groupby(keys, sort=False)
        count = groups.size()
        part = pd.DataFrame({"deals": count})
        for figure in figures:
            part[figure] = groups[figure].mean()
            part[f"{figure}_se"] = groups[figure].std(ddof=1) / np.sqrt(count)
        parts.append(part.reset_index())
    found = pd.concat([parts[0].assign(seat=ALL), parts[1]], ignore_index=True)
    order = pd.DataFrame({key: found[key].map(_places(numbers[key])) for key in ("rules", "bot")})
    order["seat"] = found["seat"].replace(ALL, "")
    columns = [column for figure in figures for column in (figure, f"{figure}_se")]
    at = order.sort_values(["rules", "bot", "seat"]).index
    return found.loc[at, ["rules", "bot", "seat", "deals", *columns]].reset_index(drop=True)


def _places(names: pd.Series) -> dict[str, int]:
    return {str(name): place for place, name in enumerate(names.unique())}


def lines(
    run: Run, heads: Sequence[str] = HEADS, every: str = ALL, *, name: Callable[[str], str] = str, comma: bool = False
) -> list[str]:
    """The summary as text, a heading and a table for every rule set.

    `heads` are the headings of the columns, `every` stands for all seats, `name` gives what a bot is called, `comma` is
    for languages that write 3,14.
    """
    table, told = summary(run), list[str]()
    for rules, rows in table.groupby("rules", sort=False):
        told += ["", str(rules)] if told else [str(rules)]
        cells = [list(heads)]
        for row in rows.to_dict("records"):
            wins = f"{100 * row['wins']:.1f} %{_within(100 * row['wins_within'], 1)}"
            means = [f"{row[name]:.2f}{_within(row[f'{name}_within'], 2)}" for name in ("penalty", "score")]
            numbers = [f"{row['deals']:,}", wins, *means]
            figures = [one.translate(_COMMA) for one in numbers] if comma else numbers
            cells.append([name(row["bot"]), every if row["seat"] == ALL else row["seat"], *figures])
        told += aligned(cells)
    return told


def aligned(cells: Sequence[Sequence[str]], left: int = 2) -> list[str]:
    """Rows of texts as lines, one column under the other, the first `left` of them from the left."""
    widths = [max(len(cell) for cell in column) for column in zip(*cells, strict=True)]
    told = []
    for line in cells:
        pairs = list(zip(line, widths, strict=True))
        texts = [cell.ljust(width) for cell, width in pairs[:left]] + [
            cell.rjust(width) for cell, width in pairs[left:]
        ]
        told.append("  ".join(texts).rstrip())
    return told


def _within(half: float, digits: int) -> str:
    return "" if half != half else f" ± {half:.{digits}f}"  # noqa: PLR0124 (one deal has no interval)
