"""The two texts of the search: which one is asked, and which one there is."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, Literal

from rummy_lab.core.errors import RummyError, shown
from rummy_lab.search.solver import Budget, Solver, Step, Task

Engine = Literal["plain", "compiled"]
ENGINES: Final[tuple[Engine, ...]] = ("plain", "compiled")
Solve = Callable[[Task, Budget | None, int], tuple[int, list[Step]] | None]


def solver_of(engine: Engine) -> Solve:
    """What solves tasks; raises RummyError for an engine there is not, or `compiled` where numba is missing.

    >>> solver_of("fast")
    Traceback (most recent call last):
    rummy_lab.core.errors.RummyError: no engine 'fast'; there are plain, compiled
    """
    if engine == "plain":
        return _plain
    if engine not in ENGINES:
        raise RummyError("no engine {given}; there are {engines}", given=shown(engine), engines=", ".join(ENGINES))
    from rummy_lab.search.compiled import solve

    return solve


def _plain(task: Task, budget: Budget | None, most: int) -> tuple[int, list[Step]] | None:
    return Solver(task, budget).run(most)


@cache
def fastest() -> Engine:
    """`compiled` where numba is installed, else `plain`: the same answers either way.

    >>> fastest() in ENGINES
    True
    """
    try:
        solver_of("compiled")
    except (RummyError, ModuleNotFoundError):  # the latter where there is not even numpy
        return "plain"
    return "compiled"
