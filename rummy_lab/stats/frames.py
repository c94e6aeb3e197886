"""Frames as they come in, from memory, Parquet or CSV: what is asked of them, their groups, and one value a deal."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.batch.schema import Labels
from rummy_lab.core.errors import Phrase, RummyError, shown
from rummy_lab.stats.expressions import worked_out
from rummy_lab.stats.never import check_average

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[Any]
    Ints = NDArray[Any]

By = str | Sequence[str] | None
"""The columns whose values make the groups; None for all rows as one group."""
_DEAL: Final = ("match", "seed", "deal")
"""What tells one deal from another, as far as a frame has it: frames put one below the other need a seed or a match."""
_NUMBERS: Final = frozenset({"integer", "floating", "mixed-integer-float", "decimal"})
_NAME: Final = re.compile(r"[\w.]+")


def checked(frame: object, columns: Iterable[str] = (), name: str = "frame") -> pd.DataFrame:
    """The frame, if it has rows and these columns; else RummyError says in one sentence what `name` lacks."""
    import pandas as pd

    if not isinstance(frame, pd.DataFrame):
        kind = type(frame).__name__
        if hasattr(frame, "by_player"):
            raise RummyError("{name} is a {kind}; give one of its frames, as run.by_player", name=name, kind=kind)
        if hasattr(frame, "to_pandas"):
            raise RummyError("{name} is not one of pandas; give {name}.to_pandas()", name=name)
        raise RummyError("{name} is a pandas frame such as run.by_player, not a {kind}", name=name, kind=kind)
    for column in columns:
        if column not in frame.columns:
            raise RummyError(_missing(frame, column, name))
        if isinstance(frame[column], pd.DataFrame):
            raise RummyError(
                "{name} has the column {column} more than once; keep one of them", name=name, column=str(column)
            )
    if frame.empty:
        raise RummyError("{name} has no rows: play some deals, or look at the filter that left none", name=name)
    return frame


def _missing(frame: pd.DataFrame, column: object, name: str) -> str:
    if column in frame.index.names:
        return Phrase(
            "{name} has {column} in its index; call {name}.reset_index() first", name=name, column=str(column)
        )
    names = [str(one) for one in frame.columns]
    close = difflib.get_close_matches(str(column), names, 1)
    if close:
        rather = Phrase("did you mean {close}", close=close[0])
    else:
        rather = Phrase("it has {names}", names=", ".join(names)) if names else Phrase("it has none at all")
    return Phrase("{name} has no column {column}; {rather}", name=name, column=f"{column!s:.60}", rather=rather)


def names_of(by: By) -> list[str]:
    """The columns that make the groups, as a list; raises RummyError."""
    names: list[Any] = [] if by is None else list(by) if isinstance(by, list | tuple) else [by]
    if wrong := [name for name in names if not isinstance(name, str)]:
        raise RummyError("by names columns, as by='bot' or by=['bot', 'seat'], not {given}", given=shown(wrong[0]))
    if len(set(names)) < len(names):
        raise RummyError("by names a column twice: {names}", names=", ".join(names))
    return names


def share(value: object, name: str) -> float:
    """A share between 0 and 1, neither included; raises RummyError."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1:
        raise RummyError("{name} is a share between 0 and 1, as 0.95, not {given}", name=name, given=shown(value))
    return float(value)


def numbers_of(frame: pd.DataFrame, column: str) -> tuple[Floats, bool]:
    """A value a row as float64, and whether it is a yes or no.

    `column` is a column, or an expression of columns as `DataFrame.eval` reads it: `"opened_turn == 1"`. Raises
    RummyError for text, for empty values and for what cannot be worked out.
    """
    import numpy as np
    import pandas as pd

    found: Any = _series(frame, column)
    inside = pd.api.types.infer_dtype(found, skipna=True)
    if inside == "boolean":
        kind, values = True, found.astype("boolean").to_numpy(np.float64, na_value=np.nan)
    elif inside in _NUMBERS or (inside.startswith("mixed") and all(isinstance(value, Real) for value in found)):
        kind, values = False, found.astype("float64").to_numpy()
    elif found.isna().all():
        kind, values = False, np.full(len(found), np.nan)
    else:
        raise RummyError(
            "{column} holds no numbers and no yes or no, but {example}", column=str(column), example=_an_example(found)
        )
    if lost := int(len(values) - np.isfinite(values).sum()):
        raise RummyError(
            "{column} is empty or without end in {lost:,} of {count:,} rows; leave these out, as by "
            "frame.dropna(), if you know why",
            column=str(column),
            lost=lost,
            count=len(values),
        )
    return values, kind


def _series(frame: pd.DataFrame, column: object) -> pd.Series[Any]:
    if not isinstance(column, str):
        raise RummyError(
            "column is the name of a column or an expression such as 'opened_turn == 1', not {given}",
            given=shown(column),
        )
    if column in frame.columns or _NAME.fullmatch(column):
        return checked(frame, [column])[column]
    return worked_out(frame, column)


def _an_example(values: pd.Series[Any]) -> str:
    there = values.dropna()
    return repr(str(there.iloc[0]))[:40] if len(there) else Phrase("nothing")


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of a frame.

    Attributes:
        table: one row a group, the columns of `by`, in order.
        of: the place in `table`, for each row of the frame.
    """

    table: pd.DataFrame
    of: Ints

    def __len__(self) -> int:
        return len(self.table)


def grouped(frame: pd.DataFrame, by: By) -> Groups:
    """The groups that occur: numbers rise, seats and ends stand in their order, other texts as they first appear.

    Texts come out as texts, categories or not: a frame that was read back from a file gives the same.
    """
    import numpy as np
    import pandas as pd

    names = names_of(by)
    checked(frame, names)
    of, rows = np.zeros(len(frame), dtype=np.int64), np.zeros((0, 1), dtype=np.int64)
    columns: list[Any] = []
    for name in names:
        codes, values = codes_of(frame, name)
        held, of = _dense(of * len(values) + codes)  # column by column, so that the keys stay small
        rows = np.vstack([rows[:, held // len(values)], held % len(values)])
        columns.append(values)
    table = {name: values[row] for name, values, row in zip(names, columns, rows, strict=True)}
    return Groups(pd.DataFrame(table, index=range(rows.shape[1])), of)


def codes_of(frame: pd.DataFrame, name: str) -> tuple[Ints, Any]:
    """For each row the place of its value among the values that occur, and these in order; raises RummyError."""
    import numpy as np
    import pandas as pd

    column: Any = checked(frame, [name])[name]
    try:
        codes, found = pd.factorize(column)
    except TypeError:
        raise RummyError(
            "{name} holds {example}, which makes no groups; use texts or numbers",
            name=name,
            example=_an_example(column),
        ) from None
    if lost := int((codes == -1).sum()):
        raise RummyError(_empty(name, lost))
    found = pd.Index(np.asarray(found))
    plain = pd.api.types.is_numeric_dtype(found) or pd.api.types.is_bool_dtype(found)
    if not plain:
        same, texts = pd.factorize(np.array([str(value) for value in found], dtype=object))
        codes, found = same[codes], pd.Index(texts, dtype="str")
    elif pd.api.types.is_integer_dtype(found):
        found = found.astype("int64")  # narrow types do not survive a CSV file
    fixed = {label: at for at, label in enumerate(_fixed(name))}
    if plain:
        order = np.argsort(np.asarray(found), kind="stable")
    else:
        order = np.array(sorted(range(len(found)), key=lambda at: fixed.get(found[at], len(fixed))), dtype=np.int64)
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    return place[codes], found[order]


def _empty(name: str, lost: int) -> str:
    return Phrase(
        "{name} is empty in {lost:,} rows; leave these out by frame.dropna(subset=['{name}'])", name=name, lost=lost
    )


def _fixed(name: str) -> tuple[str, ...]:
    try:
        return Labels((), ()).of(name)
    except KeyError:
        return ()


def deals_of(frame: pd.DataFrame) -> Ints:
    """For each row the place of its deal among the deals of the frame, in order from 0; raises RummyError."""
    import numpy as np
    import pandas as pd

    checked(frame, ["deal"])
    key: Ints = np.zeros(len(frame), dtype=np.int64)
    for name in _DEAL:
        if name in frame.columns:
            column: Any = frame[name]
            if name == "deal" and pd.api.types.infer_dtype(column) not in {*_NUMBERS, "boolean"}:
                raise RummyError("deal holds no numbers, but {example}", example=_an_example(column))
            codes, values = pd.factorize(column, sort=True)
            if lost := int((codes == -1).sum()):
                raise RummyError(_empty(name, lost))
            key = _dense(key * len(values) + codes)[1]
    return key


def _dense(key: Ints) -> tuple[Ints, Ints]:
    """The keys that occur, rising, and for each row the place of its own among them."""
    import numpy as np

    most = int(key.max()) + 1
    if most > 2 * len(key) + 1_000:
        found, places = np.unique(key, return_inverse=True)
        return found, places
    there = np.bincount(key, minlength=most) > 0
    return np.flatnonzero(there), (np.cumsum(there) - 1)[key]


@dataclass(frozen=True, slots=True)
class Gathered:
    """The rows of a frame, put together where their keys are equal.

    Attributes:
        keys: those that occur, rising. rows: how many rows each has. sums: of their values.
    """

    keys: Ints
    rows: Ints
    sums: Floats

    @property
    def means(self) -> Floats:
        """The mean of the values with each key."""
        return self.sums / self.rows


def gathered(keys: Ints, values: Floats) -> Gathered:
    """Rows with equal keys (whole numbers) as one."""
    import numpy as np

    if len(keys) and bool((keys[1:] < keys[:-1]).any()):
        order = np.argsort(keys, kind="stable")  # fast where the rows are nearly in order, as those of a run are
        keys, values = keys[order], values[order]
    starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1]))) if len(keys) else np.zeros(0, np.int64)
    rows = np.diff(np.append(starts, len(keys)))
    return Gathered(keys[starts], rows, np.add.reduceat(values, starts) if len(starts) else values)


@dataclass(frozen=True, slots=True)
class DealValues:
    """One value a deal in each group: the mean of its rows there, over seats and rotations.

    Rows of one deal are not independent of each other, deals are.

    Attributes:
        groups: one row a group, the columns of `by`.
        group, deal: of each value the places of its group and of its deal; sorted by deal, then by group.
        rows, sums, values: how many rows the deal has in the group, their sum, their mean.
        yes_or_no: whether the rows are bool.
    """

    groups: pd.DataFrame
    group: Ints
    deal: Ints
    rows: Ints
    sums: Floats
    values: Floats
    yes_or_no: bool

    def total(self, numbers: Floats) -> Floats:
        """The sum over the deals of each group."""
        import numpy as np

        return np.bincount(self.group, numbers, len(self.groups))


def one_a_deal(frame: pd.DataFrame, column: str, by: By = None) -> DealValues:
    """The values of a column or expression (`numbers_of`), one for each deal of each group; raises RummyError.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"deal": [0, 0, 1, 1], "seat": ["A", "B", "A", "B"], "score": [4, 0, 2, 8]})
    >>> one_a_deal(frame, "score").values
    array([2., 5.])
    """
    checked(frame, ["deal", *names_of(by)])
    values, yes_or_no = numbers_of(frame, column)
    check_average(column, values)
    groups = grouped(frame, by)
    cells = gathered(deals_of(frame) * len(groups) + groups.of, values)
    deal, group = cells.keys // len(groups), cells.keys % len(groups)
    return DealValues(groups.table, group, deal, cells.rows, cells.sums, cells.means, yes_or_no)
