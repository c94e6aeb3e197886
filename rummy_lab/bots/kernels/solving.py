"""The exact search for the task on a sheet, where the text is plain Python; `solving_compiled` is for numba."""

from __future__ import annotations

from functools import lru_cache

from rummy_lab.bots.kernels.exact_task import (
    ATTACHES,
    BOUND_IN_SETS,
    FREE_WILDS,
    IS_BOUND,
    IS_THERE,
    LEAST_RUN,
    MAY_STAY,
    MUST_LIE,
    STAY_PRICE,
    WEIGHS,
    columns,
    listed,
)
from rummy_lab.bots.kernels.sheet import (
    EX_ENGINE,
    FOUND_STEPS,
    FOURS,
    LOSS,
    LOW,
    STEP_ROW,
    TASTE,
    THREES,
    TOP,
    VISITS,
    Ints,
)
from rummy_lab.search.engines import solver_of
from rummy_lab.search.solver import Budget, OutOfNodes, Task
from rummy_lab.search.tables import Shape, Vector

FOUND, NOT_FOUND, OUT_OF_NODES = 1, 0, -1


def solve_task(v: Ints, most: int) -> int:
    """Solve the task with a loss of at most `most`: FOUND with LOSS and FOUND_STEPS, NOT_FOUND or OUT_OF_NODES."""
    budget = Budget(v[VISITS])
    try:
        solved = solver_of("compiled" if v[TASTE + EX_ENGINE] else "plain")(_task(v), budget, most)
    except OutOfNodes:
        return OUT_OF_NODES
    v[VISITS] = budget.left
    if solved is None:
        return NOT_FOUND
    v[LOSS] = solved[0]
    for at, step in enumerate(solved[1]):
        for suit, choice in enumerate(step.choices):
            v[FOUND_STEPS + STEP_ROW * at + suit] = choice.sets << 4 | choice.jokers << 8 | choice.runs << 12
        v[FOUND_STEPS + STEP_ROW * at + 4] = step.set_jokers
    return FOUND


@lru_cache(64)
def _form(low: int, size: int, top: int, least: int, sizes: tuple[int, ...]) -> Shape:
    # What places are worth only matters where the points of melds are weighed.
    ranks = tuple((low + at - 1) % top + 1 for at in range(size))
    return Shape(ranks, least, sizes, False, (0,) * size, (0,) * size)


def _task(v: Ints) -> Task:
    size = columns(v)
    sizes = tuple(length for length, there in ((3, v[THREES]), (4, v[FOURS])) if there)
    there, must, bound, weight = (_vectors(v, field) for field in (IS_THERE, MUST_LIE, IS_BOUND, WEIGHS))
    in_sets = listed(v, BOUND_IN_SETS)
    nothing: tuple[Vector, ...] = ((0, 0, 0, 0),) * size
    return Task(
        _form(v[LOW], size, v[TOP], v[LEAST_RUN], sizes), there, must, bound, weight,
        tuple(v[in_sets + at] for at in range(size)), ((),) * size, nothing, nothing,
        v[FREE_WILDS], v[FREE_WILDS] - v[MAY_STAY], v[STAY_PRICE], exact_jokers=not v[ATTACHES],
    )  # fmt: skip


def _vectors(v: Ints, field: int) -> tuple[Vector, ...]:
    start = listed(v, field)
    return tuple(
        (v[start + 4 * at], v[start + 4 * at + 1], v[start + 4 * at + 2], v[start + 4 * at + 3])
        for at in range(columns(v))
    )
