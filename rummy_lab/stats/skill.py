"""What a stronger bot wins by, and how much of a score the cards alone decide."""

from __future__ import annotations

import difflib
import math
import warnings
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.batch import Run
from rummy_lab.batch.needs import needed
from rummy_lab.core.errors import Phrase, RummyError
from rummy_lab.games import rule_set
from rummy_lab.stats.frames import checked, codes_of, deals_of, gathered, grouped, numbers_of, share
from rummy_lab.stats.means import spread
from rummy_lab.stats.result_frames import one_of, result

if TYPE_CHECKING:
    import pandas as pd

    from rummy_lab.stats.frames import Floats, Ints

_NEEDED: Final = ("deal", "rules", "seat", "bot")
_UNEVEN: Final = (
    "{strong} and {weak} did not sit on the same seats equally often, so the margin holds the luck of the seats too; "
    "play with rotate=True"
)


def skill(
    frame: pd.DataFrame | Run, strong: str, weak: str, *, column: str = "score", level: float = 0.95
) -> pd.DataFrame:
    """What one bot wins by under each rule set, and what share of the score's variance the deal alone explains.

    Both bots play against the same field on the same deals: in one run with `rotate=True`, where each sits on every
    seat of every deal, or in two runs with equal seeds whose frames stand one below the other.

    Args:
        frame: a run, or its `by_player`.
        strong, weak: the two bots by name.
        column: `score`, `penalty` or `won`.
        level: of the intervals.

    Returns:
        A row a rule set: `rules`, `deals`, `margin` (what `strong` is better by in a deal, in the unit of the column;
        above 0 is better whether the rules count penalties or winnings), `low`, `high` (Student's t, one value a deal),
        `share_of_deal` from 0 to 1 with `share_low` and `share_high`.

    `share_of_deal` is the intraclass correlation of all scores that were made with the same cards on the same seat, by
    whatever bot, after the means of bots and seats are taken off (one-way analysis of variance, Shrout and Fleiss
    1979). Its interval is the jackknife over deals on Fisher's z; with fewer than about 50 deals it is a little narrow.
    Shares below 0 are shown as 0. It needs seats that were played more than once with the same cards, as with
    `rotate=True`, and is NaN without; one or two deals have no intervals.

    Source: Shrout and Fleiss (1979), one-way analysis of variance; Student (1908) for the margin.

    Raises:
        RummyError: one sentence for a frame that cannot be, or a bot that is not in it.

    >>> import rummy_lab as rl
    >>> run = rl.selfplay("rummy40", ["greedy", "random"], games=40, seed=1, rotate=True, progress=False)
    >>> found = skill(run, "greedy", "random")
    >>> bool(found["low"].iloc[0] > 0)
    True
    """
    import numpy as np

    level = share(level, "level")
    one_of(column, "column", "score", "penalty", "won")
    table = checked(frame.by_player if isinstance(frame, Run) else frame, [*_NEEDED, column])
    groups, deal = grouped(table, "rules"), deals_of(table)
    bot, bots = codes_of(table, "bot")
    seat, seats = codes_of(table, "seat")
    values, _ = numbers_of(table, column)
    pair = [_place(bots, name) for name in (strong, weak)]
    if pair[0] == pair[1]:
        raise RummyError("strong and weak are both {name}; skill compares two bots", name=strong)
    rows, uneven = list[list[float]](), False
    for at in range(len(groups)):
        own = groups.of == at
        sign = -1 if fewer_is_better(table.loc[own], column, str(groups.table["rules"].iloc[at])) else 1
        found = [_of_bot(place, deal[own], bot[own], values[own]) for place in pair]
        both, first, second = np.intersect1d(found[0][0], found[1][0], return_indices=True)
        if not len(both):
            raise RummyError(
                "{strong} and {weak} played no deal both under {rules}",
                strong=strong,
                weak=weak,
                rules=str(groups.table["rules"].iloc[at]),
            )
        margins = sign * (found[0][1][first] - found[1][1][second])
        sat = [np.bincount(seat[own][bot[own] == place], minlength=len(seats)) for place in pair]
        uneven |= bool((sat[0] * sat[1].sum() != sat[1] * sat[0].sum()).any())
        shares = _share_of_deal(_without_means(values[own], bot[own], seat[own]), deal[own], seat[own], level)
        mean = spread(margins, np.zeros(len(both), np.int64), 1, level, method="t", seed=0)
        rows.append([len(both), *(float(mean[name][0]) for name in ("mean", "low", "high")), *shares])
    if uneven:
        warnings.warn(_UNEVEN.format(strong=strong, weak=weak), stacklevel=2)
    names = ("deals", "margin", "low", "high", "share_of_deal", "share_low", "share_high")
    columns = {name: np.array([row[at] for row in rows]) for at, name in enumerate(names)}
    columns["deals"] = columns["deals"].astype(np.int64)
    return result(
        groups.table, columns, kind="skill", column=column, by=["rules"], level=level, method="t", strong=strong,
        weak=weak, balanced=not uneven,
    )  # fmt: skip


def _place(bots: Any, name: object) -> int:
    known = [str(one) for one in bots]
    if isinstance(name, str) and name in known:
        return known.index(name)
    close = difflib.get_close_matches(str(name), known, 1)
    there = Phrase("there are {names}", names=", ".join(known))
    rather = Phrase("did you mean {close}", close=close[0]) if close else there
    raise RummyError("no bot {name} in this frame; {rather}", name=f"{name!r:.60}", rather=rather)


def fewer_is_better(rows: pd.DataFrame, column: str, rules: str) -> bool:
    """Whether a small value is good; of rule sets that are not known by name, the winners tell."""
    if column != "score":
        return column == "penalty"
    try:
        return rule_set(rules).scoring.kind == "penalties"
    except RummyError:
        pass
    checked(rows, ["won"])
    won = rows["won"].astype(bool)
    means = [float(rows.loc[part, "score"].mean()) for part in (won, ~won)]
    if means[0] == means[1] or any(map(math.isnan, means)):
        raise RummyError(
            "the rule set {rules} is not known and nobody won, so it is not clear which score is better",
            rules=str(rules),
        )
    return means[0] < means[1]


def _of_bot(place: int, deal: Ints, bot: Ints, values: Floats) -> tuple[Ints, Floats]:
    """The deals of a bot, rising, and its mean in each."""
    rows = bot == place
    found = gathered(deal[rows], values[rows])
    return found.keys, found.means


def _without_means(values: Floats, bot: Ints, seat: Ints) -> Floats:
    """The values less what bot and seat add on average (least squares)."""
    import numpy as np

    bots, seats = int(bot.max()) + 1, int(seat.max()) + 1
    cell = bot * seats + seat
    count = np.bincount(cell, minlength=bots * seats)
    sums = np.bincount(cell, values, bots * seats)
    design = np.concatenate([np.repeat(np.eye(bots), seats, axis=0), np.tile(np.eye(seats), (bots, 1))], axis=1)
    fitted = np.linalg.lstsq(design.T * count @ design, design.T @ sums, rcond=None)[0]
    rest: Floats = values - (design @ fitted)[cell]
    return np.where(np.abs(rest) > 1e-9 * np.abs(values).max(), rest, 0.0)


def _share_of_deal(rest: Floats, deal: Ints, seat: Ints, level: float) -> tuple[float, float, float]:
    import numpy as np

    stats = needed("scipy.stats", "an interval", "stats")
    seats = int(seat.max()) + 1
    cells, cell = np.unique(deal * seats + seat, return_inverse=True)
    deals, of = np.unique(cells // seats, return_inverse=True)
    rows = np.bincount(cell)
    means = np.bincount(cell, rest) / rows
    inside = np.bincount(of[cell], (rest - means[cell]) ** 2)
    between = np.bincount(of, rows * means**2)
    parts = [inside, between, np.bincount(of, rows), np.bincount(of).astype(float), np.bincount(of, rows**2)]
    sums = [part.sum() for part in parts]
    ratio, size = _ratio(*sums)
    if not math.isfinite(ratio):
        return math.nan, math.nan, math.nan
    found = _intraclass(float(ratio), size)
    if len(deals) < 3:
        return found, math.nan, math.nan
    without, _ = _ratio(*(total - part for total, part in zip(sums, parts, strict=True)))
    if not ratio > 0 or not bool(((without > 0) & np.isfinite(without)).all()):
        return found, math.nan, math.nan
    z = np.log(without) / 2
    error = np.sqrt((len(z) - 1) / len(z) * ((z - z.mean()) ** 2).sum())
    half = float(stats.t.ppf((1 + level) / 2, len(z) - 1) * error)
    low, high = (_intraclass(float(ratio) * math.exp(2 * side), size) for side in (-half, half))
    return found, low, high


def _ratio(inside: Any, between: Any, rows: Any, cells: Any, squares: Any) -> tuple[Any, Any]:
    """F, the mean square between cells over that inside, and the size of a cell; NaN where no cell has two rows."""
    import numpy as np

    with np.errstate(divide="ignore", invalid="ignore"):
        within, among = inside / np.where(rows > cells, rows - cells, np.nan), between / (cells - 1)
        return among / within, (rows - squares / rows) / (cells - 1)


def _intraclass(ratio: float, size: Any) -> float:
    return max(0.0, float((ratio - 1) / (ratio + size - 1)))
