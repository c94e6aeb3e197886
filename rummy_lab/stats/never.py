"""Columns in which 0 stands for never: no number that could be averaged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rummy_lab.core.errors import Phrase, RummyError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NEVER: Final = {
    "opened_turn": Phrase("use rl.survival, which counts them as still waiting"),
    "opened_points": Phrase("ask how many opened by rl.rate(frame, 'opened_turn > 0')"),
}


def check_average(column: str, values: NDArray[Any]) -> None:
    """Raises RummyError where some of these rows say by a 0 that the player never opened.

    >>> import numpy as np
    >>> check_average("opened_turn", np.array([1.0, 3.0]))
    """
    name = column.strip(" `")
    never = int((values == 0).sum()) if name in _NEVER else 0
    if never:
        raise RummyError(
            "{name} is 0 in {never:,} of {count:,} rows, where the player never opened, and an average "
            "would take that for a number; {rather}, or keep those that opened by "
            "frame.query('opened_turn > 0')",
            name=name,
            never=never,
            count=len(values),
            rather=_NEVER[name],
        )


def check_spread(column: str, values: NDArray[Any]) -> None:
    """Raises RummyError where some of these rows say by a 0 that the player never opened: 0 is no turn to draw.

    >>> import numpy as np
    >>> check_spread("score", np.array([0.0, 3.0]))
    """
    name = column.strip(" `")
    never = int((values == 0).sum()) if name in _NEVER else 0
    if never:
        waiting = Phrase("rl.plot_survival(rl.survival(frame)) has them as still waiting, and ")
        rather = waiting if name == "opened_turn" else ""
        raise RummyError(
            "{name} is 0 in {never:,} of {count:,} rows, where the player never opened; "
            "{rather}frame.query('opened_turn > 0') keeps those that opened",
            name=name,
            never=never,
            count=len(values),
            rather=rather,
        )
