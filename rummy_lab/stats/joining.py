"""What a deal was, beside the rows of those who sat at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rummy_lab.core.errors import RummyError
from rummy_lab.stats.frames import checked, codes_of

if TYPE_CHECKING:
    import pandas as pd

_SAME_DEAL: Final = ("match", "seed", "deal", "rotation", "rules")


def beside(table: pd.DataFrame, deals: pd.DataFrame, columns: Sequence[str]) -> pd.DataFrame:
    """For each row of a `by_player` these columns of its deal in `by_deal`, in the same order; raises RummyError.

    >>> import pandas as pd
    >>> players = pd.DataFrame({"deal": [3, 3, 5], "seat": ["A", "B", "A"]})
    >>> list(beside(players, pd.DataFrame({"deal": [5, 3], "turns": [9, 20]}), ["turns"])["turns"])
    [20, 20, 9]
    """
    import numpy as np
    import pandas as pd

    checked(table, ["deal"])
    checked(deals, ["deal", *columns], "deals")
    wanted, there = np.zeros(len(table), dtype=np.int64), np.zeros(len(deals), dtype=np.int64)
    known = np.ones(len(deals), dtype=bool)
    for name in _SAME_DEAL:
        if name in table.columns and name in deals.columns:
            (codes, labels), (other_codes, other_labels) = codes_of(table, name), codes_of(deals, name)
            place = pd.Index(labels).get_indexer(pd.Index(other_labels))[other_codes]
            wanted, there, known = wanted * len(labels) + codes, there * len(labels) + place, known & (place >= 0)
    rows = np.flatnonzero(known)
    rows = rows[np.argsort(there[rows], kind="stable")]
    keys = there[rows]
    if len(keys) and bool((keys[1:] == keys[:-1]).any()):
        raise RummyError("deals has a deal twice; give the by_deal of one run, and the by_player of the same")
    at = np.searchsorted(keys, wanted)
    found = at < len(keys)
    found[found] = keys[at[found]] == wanted[found]
    if lost := int((~found).sum()):
        raise RummyError("deals lacks the deal of {lost:,} rows; give the by_deal of the same run", lost=lost)
    return deals[list(columns)].iloc[rows[at]].reset_index(drop=True)
