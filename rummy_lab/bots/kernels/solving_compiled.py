"""`solving` and `apart` for the compiled text, which calls them by their addresses.

Numba takes all that a function calls into it and works through it once more: what is large would be compiled again on
each of the levels above it. The search has a sheet of its own, whose address stands at DESK. Only `compiled` reads this
file, where there is numba.
"""

from __future__ import annotations

from typing import Any

from numba.np.numpy_support import carray

from rummy_lab.bots.kernels.exact_task import (
    columns,
)
from rummy_lab.bots.kernels.sheet import (
    DESK,
    EXACT_AT,
    FOUND_STEPS,
    LOSS,
    SOLVE_AT,
    STEP_ROW,
    TASK,
    TASK_SIZE,
    VISITS,
)
from rummy_lab.bots.kernels.solving import (
    FOUND,
    NOT_FOUND,
    OUT_OF_NODES,
)
from rummy_lab.search.compiled import larger
from rummy_lab.search.kernels import DONE as IS_DONE
from rummy_lab.search.kernels import FULL as IS_FULL
from rummy_lab.search.kernels import OUT as IS_OUT
from rummy_lab.search.kernels import PAUSED as IS_PAUSED
from rummy_lab.search.kernels import STEPS as DESK_STEPS
from rummy_lab.search.kernels import VALUE as DESK_VALUE
from rummy_lab.search.kernels import VISITED as DESK_VISITED
from rummy_lab.search.kernels import solve as search_on
from rummy_lab.search.solver import ENDLESS

# They stand in the same globals, compiled.
numbers_at: Any
called_at: Any
exact_built: Any
exact_rearranged: Any
lay_whole: Any


def solve_task(v: Any, most: Any) -> Any:
    """As in `solving`."""
    return called_at(v[SOLVE_AT], v, most)  # noqa: F821 (as said above)


def decide_exactly(v: Any) -> Any:
    """As in `apart`."""
    return called_at(v[EXACT_AT], v, 0)  # noqa: F821 (as said above)


def decide_on_whole(v: Any) -> Any:
    """As in `apart`."""
    return called_at(v[EXACT_AT], v, 1)  # noqa: F821 (as said above)


def built_at(v: Any, _: Any) -> Any:
    """What `exact` does where melds only grow, to be called by its address."""
    return exact_built(v)  # noqa: F821 (as said above)


def rearranged_at(v: Any, whole: Any) -> Any:
    """What `exact` does where the table is rearranged, or `lay_whole`, to be called by its address."""
    return lay_whole(v) if whole else exact_rearranged(v)  # noqa: F821 (as said above)


def solve_at(v: Any, most: Any) -> Any:
    """The search, to be called by its address."""
    desk = carray(numbers_at(v[DESK]), (_DESK, 8))  # noqa: F821 (as said above)
    _put_task(v, desk)
    answer = search_on(desk, most, v[VISITS], True)
    while answer in (IS_FULL, IS_PAUSED):
        if answer == IS_FULL:
            desk = larger(desk)
            _put_task(v, desk)
        answer = search_on(desk, most, v[VISITS], answer == IS_FULL)
    if answer == IS_OUT:
        return OUT_OF_NODES
    v[VISITS] -= desk[DESK_VISITED]
    v[LOSS] = desk[DESK_VALUE]
    if answer != IS_DONE or v[LOSS] > most or v[LOSS] >= ENDLESS:
        return NOT_FOUND
    for at in range(columns(v)):
        for one in range(STEP_ROW):
            v[FOUND_STEPS + STEP_ROW * at + one] = desk[DESK_STEPS + at, one]
    return FOUND


_DESK = 1 << 15


def _put_task(v: Any, desk: Any) -> Any:
    for at in range(TASK_SIZE):
        desk[2 + (at >> 3), at & 7] = v[TASK + at]
    return 0
