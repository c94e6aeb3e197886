"""When a batch has enough deals, as `selfplay(until=...)` asks, and what must not decide it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rummy_lab.batch.schema import BY_PLAYER
from rummy_lab.core.errors import RummyError, shown
from rummy_lab.stats.frames import By, names_of, one_a_deal, share
from rummy_lab.stats.means import mean
from rummy_lab.stats.rates import rate
from rummy_lab.stats.sequential import confidence_sequence

if TYPE_CHECKING:
    import pandas as pd

_WHOLE: Final = 0.5
"""Half of all that a share can be."""


def half_width(column: str, width: float, by: By = None, *, level: float = 0.95, at_least: int = 500) -> HalfWidth:
    """For `selfplay(until=...)`: enough deals once every interval is narrow enough, half of it at most `width`.

    Args:
        column: yes or no (the interval of `rate`), or numbers (that of `mean`); or an expression of columns.
        width: in the unit of the column; of a rate a share, so that 0.01 is one point of a hundred.
        by: the groups, each of which has to be narrow enough.
        level: of the intervals.
        at_least: so many deals in any case. Fewer could look exact by chance.

    Source: Y. S. Chow and H. Robbins, On the asymptotic theory of fixed-width sequential confidence intervals for the
    mean, Annals of Mathematical Statistics 36 (1965).

    To stop at a precision is honest: intervals of runs that ended so still hold the true value as often as they say.

    Raises RummyError for a width or number that cannot be.

    >>> half_width("won", 0.02, by="bot")
    half_width('won', 0.02, by='bot')
    """
    _check_width(width)
    share(level, "level")
    _check_least(at_least)
    if BY_PLAYER.get(_name(column)) == "bool":
        _check_share(column, width)
    return HalfWidth(column, float(width), tuple(names_of(by)), level, at_least)


@dataclass(frozen=True, slots=True, repr=False)
class HalfWidth:
    """What `half_width` gives: called with `by_player`, whether the deals so far are enough.

    Raises RummyError for a column that is not there.
    """

    column: str
    width: float
    by: tuple[str, ...] = ()
    level: float = 0.95
    at_least: int = 500

    def __call__(self, frame: pd.DataFrame) -> bool:
        found = one_a_deal(frame, self.column, self.by)
        if found.yes_or_no:
            _check_share(self.column, self.width)
        if frame["deal"].nunique() < self.at_least:
            return False
        figures = (rate if found.yes_or_no else mean)(frame, self.column, self.by, level=self.level)
        # An interval that is not there (NaN) is not narrow.
        return bool(((figures["high"] - figures["low"]) / 2 <= self.width).all())

    def __repr__(self) -> str:
        return _call("half_width", [repr(self.column), f"{self.width:g}"], self.by, self.level, self.at_least)


def significant(
    column: str,
    *,
    baseline: str | float,
    across: str = "rules",
    by: By = None,
    level: float = 0.95,
    at_least: int = 500,
) -> Significant:
    """For `selfplay(until=...)`: enough once it is clear, for each group and each value, which way it differs.

    It asks the confidence sequence, which bears any number of looks: where there is no difference, it stops in at most
    1 - `level` of all runs. `games` is the most that is played.

    Args:
        column, baseline, across, by, level: as in `confidence_sequence`.
        at_least: so many deals in any case.

    Raises RummyError for an argument that cannot be.

    Source: as of `confidence_sequence`.

    >>> significant("score", baseline="schmidt")
    significant('score', baseline='schmidt')
    """
    share(level, "level")
    _check_least(at_least)
    return Significant(_name(column), baseline, across, tuple(names_of(by)), level, at_least)


@dataclass(frozen=True, slots=True, repr=False)
class Significant:
    """What `significant` gives: called with `by_player`, whether the deals so far are enough."""

    column: str
    baseline: str | float
    across: str = "rules"
    by: tuple[str, ...] = ()
    level: float = 0.95
    at_least: int = 500

    def __call__(self, frame: pd.DataFrame) -> bool:
        found = confidence_sequence(
            frame, self.column, baseline=self.baseline, across=self.across, by=self.by, level=self.level
        )
        if frame["deal"].nunique() < self.at_least or found.empty:
            return False
        last = found.groupby([*self.by, self.across], observed=True).tail(1)
        return bool(((last["low"] > 0) | (last["high"] < 0)).all())

    def __repr__(self) -> str:
        across = [] if self.across == "rules" else [f"across={self.across!r}"]
        given = [repr(self.column), f"baseline={self.baseline!r}", *across]
        return _call("significant", given, self.by, self.level, self.at_least)


def _call(name: str, given: list[str], by: tuple[str, ...], level: float, at_least: int) -> str:
    """The call that makes it, as it stands in the spec of a run."""
    more = {
        "by": None if not by else by[0] if len(by) == 1 else list(by),
        "level": None if level == 0.95 else level,
        "at_least": None if at_least == 500 else at_least,
    }
    parts = [*given, *(f"{key}={value!r}" for key, value in more.items() if value is not None)]
    return f"{name}({', '.join(parts)})"


def _name(column: object) -> str:
    if not isinstance(column, str):
        raise RummyError(
            "column is the name of a column or an expression such as 'opened_turn == 1', not {given}",
            given=shown(column),
        )
    return column


def _check_width(width: object) -> None:
    if isinstance(width, bool) or not isinstance(width, int | float) or not width > 0:
        raise RummyError("width is half the width of an interval, above 0, not {given}", given=shown(width))


def _check_share(column: str, width: float) -> None:
    if width >= _WHOLE:
        raise RummyError(
            "width of {column} is that of a share, below 0.5, as 0.01 for one of a hundred, not {given}",
            column=shown(column),
            given=shown(width),
        )


def _check_least(at_least: object) -> None:
    if isinstance(at_least, bool) or not isinstance(at_least, int) or at_least < 1:
        raise RummyError("at_least is a number of deals, at least 1, not {given}", given=shown(at_least))
