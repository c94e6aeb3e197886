"""What a sentence has to know of the rows that a result was made from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import pandas as pd

_MOST: Final = 50


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
