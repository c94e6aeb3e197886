"""How strong bots are, on one scale: a Plackett-Luce model of the places at the table."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.batch.needs import needed
from rummy_lab.core.errors import RummyError, joined
from rummy_lab.stats.frames import By, checked, codes_of, deals_of, grouped, names_of, numbers_of, share
from rummy_lab.stats.result_frames import one_of, result

if TYPE_CHECKING:
    import pandas as pd

    from rummy_lab.stats.frames import Floats, Ints

_NEEDED: Final = ("deal", "seat", "bot", "won", "penalty")
_UNEVEN: Final = (
    "not every bot sat on every seat equally often, so a strength holds the luck of the seats too; play with "
    "rotate=True"
)


def ratings(frame: pd.DataFrame, by: By = None, *, places: str = "all", level: float = 0.95) -> pd.DataFrame:
    """The strength of every bot (Plackett-Luce): among bots with strengths s, one is first with chance exp(s) / sum.

    At the table the winners come first, then whoever holds less (`penalty`). Shared wins and equal penalties are ties,
    as Efron (1977) counts them: half a win each. Deals that nobody won are left out. The standard errors take deals as
    clusters (sandwich), since rotations, and the places of a deal, are not independent; the interval is Student's t.

    Args:
        frame: `by_player`. Runs with the same deals may stand one below the other, whole and in their order.
        by: columns that make the groups; None is by `rules` where there are several.
        places: "all" ranks the whole table, "first" counts only who won.
        level: of the intervals.

    Returns:
        The columns of `by`, then `bot`, `strength` (natural logarithm, mean 0 over the bots), `se`, `low`, `high`,
        `deals`, strongest first. `attrs["rummy_lab"]` says whether the seats were `balanced` (a UserWarning tells if
        not) and how many plays were `left_out`.

    Raises:
        RummyError: one sentence for a frame that cannot be, or where a bot was always ahead, or always behind: then no
            finite strength is the likeliest.

    Source: R. L. Plackett, The analysis of permutations, Applied Statistics 24 (1975); D. R. Hunter, MM algorithms for
    generalized Bradley-Terry models, Annals of Statistics 32 (2004).

    >>> import pandas as pd
    >>> rows = [(0, "A", "x", True, 0), (0, "B", "y", False, 9), (1, "A", "y", True, 0), (1, "B", "x", False, 4)]
    >>> rows += [(2, "A", "x", True, 0), (2, "B", "y", False, 7), (3, "A", "y", False, 5), (3, "B", "x", True, 0)]
    >>> found = ratings(pd.DataFrame(rows, columns=["deal", "seat", "bot", "won", "penalty"]))
    >>> found[["bot", "strength", "deals"]].round(3)
      bot  strength  deals
    0   x     0.549      4
    1   y    -0.549      4
    """
    import pandas as pd

    level = share(level, "level")
    one_of(places, "places", "all", "first")
    checked(frame, _NEEDED)
    if by is None and "rules" in frame.columns and len(codes_of(frame, "rules")[1]) > 1:
        by = "rules"
    groups, tables = grouped(frame, by), _tables_of(frame)
    if "bot" in groups.table.columns:
        raise RummyError("by='bot' leaves one bot a group, and a strength is one among others; leave it out")
    parts, left_out, balanced = list[Any](), 0, True
    for at in range(len(groups)):
        where = ", ".join(f"{name} {groups.table[name].iloc[at]}" for name in groups.table.columns)
        own = tables.of(groups.of == at)
        part, lost = _group(own, places, level, joined("", [" (", where, ")"]) if where else "")
        parts.append(
            result(
                groups.table.iloc[[at] * len(part)].reset_index(drop=True),
                {str(name): values for name, values in part.items()},
            )
        )
        left_out, balanced = left_out + lost, balanced and own.balanced
    found: pd.DataFrame = pd.concat(parts, ignore_index=True)
    found.attrs["rummy_lab"] = {
        "kind": "ratings", "column": "strength", "by": names_of(by), "level": level, "method": "plackett-luce",
        "places": places, "balanced": balanced, "left_out": left_out,
    }  # fmt: skip
    if not balanced:
        warnings.warn(_UNEVEN, stacklevel=2)
    return found


@dataclass(frozen=True, slots=True)
class _Tables:
    """Who sat where, a row a seat: its play (a deal in one rotation, under one rule set, in one run), deal, bot, place.

    The place is a number, less is better; what is equal is tied.
    """

    play: Ints
    deal: Ints
    bot: Ints
    place: Floats
    won: Any
    seat: Ints
    names: Any

    def of(self, rows: Any) -> _Tables:
        return _Tables(
            self.play[rows], self.deal[rows], self.bot[rows], self.place[rows], self.won[rows], self.seat[rows],
            self.names,
        )  # fmt: skip

    @property
    def balanced(self) -> bool:
        """Whether each bot sat on each seat equally often."""
        import numpy as np

        seats, bots = self.seat.max() + 1, self.bot.max() + 1
        counts = np.bincount(self.bot * seats + self.seat, minlength=bots * seats).reshape(bots, seats)
        counts = counts[:, counts.any(axis=0)]
        return bool((counts.min(axis=1) == counts.max(axis=1)).all())


def _tables_of(frame: pd.DataFrame) -> _Tables:
    import numpy as np
    import pandas as pd

    deal, bots, seats = deals_of(frame), codes_of(frame, "bot"), codes_of(frame, "seat")
    won, yes_or_no = numbers_of(frame, "won")
    if not yes_or_no:
        raise RummyError("won is a yes or no for each row, not a number")
    penalty, _ = numbers_of(frame, "penalty")
    keys = {"deal": deal} | {name: codes_of(frame, name)[0] for name in ("rotation", "rules") if name in frame.columns}
    table = pd.DataFrame(keys | {"seat": seats[0]})
    # The second row for a seat of one play is that of another run with the same deals.
    table["run"] = table.groupby(list(table.columns), sort=False).cumcount()
    play = table.groupby([*keys, "run"], sort=False).ngroup().to_numpy()
    place = np.where(won > 0, -np.inf, penalty)
    return _Tables(play, deal, bots[0], place, won > 0, seats[0], bots[1])


def _group(tables: _Tables, places: str, level: float, where: str) -> tuple[pd.DataFrame, int]:
    """The strengths of one group, and how many plays nobody won."""
    import numpy as np
    import pandas as pd

    _, play = np.unique(tables.play, return_inverse=True)
    decided = np.bincount(play, tables.won) > 0
    several = np.bincount(play) > 1
    rows = (decided & several)[play]
    lost = int((~decided).sum())
    there, bot = np.unique(tables.bot[rows], return_inverse=True)
    names = list(tables.names[there])
    if len(names) < 2:
        raise RummyError(
            "ratings compares bots at one table, and this frame has no deal that one of two won{where}", where=where
        )
    seen, inverse, counts, deal = _orders(play[rows], tables.deal[rows], bot, tables.place[rows])
    model = _Model.of(seen, counts, len(names), first=places == "first")
    if apart := model.apart():
        ahead, behind = (", ".join(names[at] for at in part) for part in apart)
        raise RummyError(
            "{ahead} always came in ahead of {behind}{where}, so no strength is large enough; play more deals",
            ahead=ahead,
            behind=behind,
            where=where,
        )
    strength = model.fitted()
    deals, cluster = np.unique(deal, return_inverse=True)
    se = model.errors(strength, inverse, cluster, len(deals))
    stats = needed("scipy.stats", "ratings", "stats")
    half = stats.t.ppf((1 + level) / 2, len(deals) - 1) * se if len(deals) > 1 else np.full(len(se), np.nan)
    count = pd.DataFrame({"bot": bot, "deal": tables.deal[rows]}).drop_duplicates().groupby("bot").size()
    part = pd.DataFrame(
        {
            "bot": names, "strength": strength, "se": se, "low": strength - half, "high": strength + half,
            "deals": count.to_numpy(),
        }
    )  # fmt: skip
    return part.sort_values("strength", ascending=False, kind="stable", ignore_index=True), lost


def _orders(play: Ints, deal: Ints, bot: Ints, place: Floats) -> tuple[Any, Ints, Ints, Ints]:
    """The different orders at a table, for each play which of them it was, how often each was, each play's deal.

    An order has two halves: bots from first to last (-1 for an empty chair), and a 1 for each that ties with the one
    before.
    """
    import numpy as np

    order = np.lexsort((bot, place, play))
    play, bot, place = play[order], bot[order], place[order]
    starts = np.flatnonzero(np.concatenate(([True], play[1:] != play[:-1])))
    sizes = np.diff(np.append(starts, len(play)))
    row = np.repeat(np.arange(len(starts)), sizes)
    chair = np.arange(len(play)) - np.repeat(starts, sizes)
    most = int(sizes.max())
    orders = np.full((len(starts), 2 * most), -1, dtype=np.int16)
    orders[row, chair] = bot
    tied = np.concatenate(([False], place[1:] == place[:-1]))
    orders[row, most + chair] = tied & (chair > 0)
    seen, inverse, counts = np.unique(orders, axis=0, return_inverse=True, return_counts=True)
    return seen, inverse.ravel(), counts, deal[order][starts]


@dataclass(frozen=True, slots=True)
class _Model:
    """The likelihood: a bot comes next with a chance that is its weight among those who are left.

    Attributes:
        counts: how often each order was. wins: orders by bots, how often a bot comes next in it.
        left: choices by bots, how many of each bot were left to choose from (of those who tie, a part).
        order: of each choice the order it belongs to.
        beaten: bots by bots, whether the one was ahead of the other, or tied with it.
    """

    counts: Ints
    wins: Floats
    left: Floats
    order: Ints
    beaten: Any

    @classmethod
    def of(cls, seen: Any, counts: Ints, bots: int, *, first: bool) -> _Model:
        import numpy as np

        seats = seen.shape[1] // 2
        wins, beaten = np.zeros((len(seen), bots)), np.zeros((bots, bots), dtype=bool)
        left, order = list[Any](), list[int]()
        for at, both in enumerate(seen):
            there, tied = both[:seats][both[:seats] >= 0], both[seats:]
            start = 0
            while start < len(there) - 1:
                stop = start + 1
                while stop < len(there) and tied[stop]:
                    stop += 1
                block, rest = (np.bincount(part, minlength=bots) for part in (there[start:stop], there[start:]))
                wins[at] += block
                beaten |= np.outer(block > 0, rest > 0)
                for taken in range(stop - start):
                    left.append(rest - block * (taken / (stop - start)))
                    order.append(at)
                start = len(there) if first else stop
        return cls(counts, wins, np.array(left), np.array(order), beaten)

    def apart(self) -> tuple[list[int], list[int]] | None:
        """Bots of which none was ever behind any other, and these others; None where the strengths are finite."""
        graphs = needed("scipy.sparse.csgraph", "ratings", "stats")
        parts, of = graphs.connected_components(self.beaten, directed=True, connection="strong")
        for part in range(parts if parts > 1 else 0):
            inside = of == part
            if not self.beaten[~inside][:, inside].any():
                return [int(at) for at in inside.nonzero()[0]], [int(at) for at in (~inside).nonzero()[0]]
        return None

    def fitted(self) -> Floats:
        """The likeliest strengths, with mean 0."""
        import numpy as np

        found = needed("scipy.optimize", "ratings", "stats").minimize(
            self._loss, np.zeros(self.wins.shape[1]), jac=self._slope, hess=self._bend, method="trust-exact",
            options={"gtol": 1e-8},
        )  # fmt: skip
        strength: Floats = found.x - found.x.mean()
        return strength

    def errors(self, strength: Floats, inverse: Ints, cluster: Ints, clusters: int) -> Floats:
        """Standard errors, from what each deal pulls; NaN for one deal."""
        import numpy as np

        if clusters < 2:
            return np.full(len(strength), np.nan)
        pull = self.wins.copy()
        np.subtract.at(pull, self.order, self._chances(strength))
        deals = np.stack([np.bincount(cluster, column, clusters) for column in pull[inverse].T], axis=1)
        plays = self.counts.sum()
        inner = np.linalg.inv(self._bend(strength))
        spread = inner @ (deals.T @ deals / plays**2) @ inner * clusters / (clusters - 1)
        errors: Floats = np.sqrt(np.diag(spread))
        return errors

    def _chances(self, strength: Floats) -> Floats:
        import numpy as np

        weights = self.left * np.exp(strength - strength.max())
        chances: Floats = weights / weights.sum(axis=1, keepdims=True)
        return chances

    # Minus the logarithm of the likelihood, a play; the square of the sum holds the mean at 0 and changes nothing else.

    def _loss(self, strength: Floats) -> float:
        import numpy as np

        top = strength.max()
        sums = np.log(self.left @ np.exp(strength - top)) + top
        said = self.counts @ (self.wins @ strength) - self.counts[self.order] @ sums
        return float(-said / self.counts.sum() + strength.sum() ** 2 / 2)

    def _slope(self, strength: Floats) -> Floats:
        expected = self.counts[self.order] @ self._chances(strength)
        slope: Floats = (expected - self.counts @ self.wins) / self.counts.sum() + strength.sum()
        return slope

    def _bend(self, strength: Floats) -> Floats:
        import numpy as np

        chances, often = self._chances(strength), self.counts[self.order]
        bend: Floats = (np.diag(often @ chances) - (chances * often[:, None]).T @ chances) / self.counts.sum() + 1
        return bend
