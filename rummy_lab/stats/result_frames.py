"""What the functions of this room give back: a frame with plain columns that says in `attrs` what it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.core.errors import RummyError, either

if TYPE_CHECKING:
    import pandas as pd

KEY: Final = "rummy_lab"
"""The place in `attrs`; what stands there is plain, so that it survives Parquet."""


def result(groups: pd.DataFrame, columns: Mapping[str, Any], **about: Any) -> pd.DataFrame:
    """The columns of the groups and after them the figures of each; raises RummyError for a name that both have."""
    if both := [name for name in groups.columns if name in columns]:
        raise RummyError(
            "by: {name} is a column of the result too; rename it by frame.rename(columns=...)", name=both[0]
        )
    found = groups.assign(**columns)
    found.attrs = {KEY: about}
    return found


def one_of(value: object, name: str, *known: str) -> None:
    """Raises RummyError for a word that is not among those known."""
    if not isinstance(value, str) or value not in known:
        raise RummyError(
            "{name} is {known}, not {given}", name=name, known=either(map(repr, known)), given=f"{value!r:.60}"
        )


def plain(value: Any) -> Any:
    """A value of a column as Python has it."""
    return value.item() if hasattr(value, "item") else value
