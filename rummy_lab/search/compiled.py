"""The compiled search, for many positions at a time: what `Solver` finds, on arrays and by numba (extra `fast`)."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from rummy_lab.search import kernels
from rummy_lab.search.automaton import Choice
from rummy_lab.search.jit import jit
from rummy_lab.search.solver import ENDLESS, Budget, OutOfNodes, Solver, Step, Task


@cache
def _base_ways(sizes: tuple[int, ...]) -> list[int]:
    """For each code of a set vector, as a mask, how many jokers sets that use it up can hold."""
    parts: list[list[tuple[int, int]]] = [[], [], [], []]
    for subset in range(1, 16):
        suits = [suit for suit in range(4) if subset >> suit & 1]
        code = sum(1 << 3 * suit for suit in suits)
        parts[suits[0]] += [(code, size - len(suits)) for size in sizes if size >= len(suits)]
    ways = [1] + [0] * 4095
    for code in range(1, 4096):
        missing = ~(code | code >> 1 | code >> 2)
        first = next(suit for suit in range(4) if code >> 3 * suit & 7)
        for part, jokers in parts[first]:
            if not part & missing:
                ways[code] |= ways[code - part] << jokers & 0xFFFFFFFF
    return ways


def _packed(task: Task) -> list[int]:
    """The task as numbers, in the order in which they stand on the sheet."""
    form = task.shape
    slots = [(at, mask) for at, masks in enumerate(task.slots) for mask in masks]
    dearest = max(*form.values, *form.set_values)
    relaxed = not (task.exact_jokers or task.points)
    rows = chain(task.there, task.must, task.bound, task.weight, task.closing, task.opening)
    price = dearest if task.points else task.joker_weight
    may_stay = task.jokers if relaxed else task.jokers - task.must_jokers
    return [
        len(form.ranks), form.least, form.both, task.jokers, may_stay, 0 if relaxed else price, task.points, relaxed,
        dearest, len(slots), 0, 0, 0, 0, 0, 0, *chain.from_iterable(rows), *task.bound_in_sets, *form.values,
        *form.set_values, *chain.from_iterable(slots),
    ]  # fmt: skip


@lru_cache(1 << 16)
def _step(least: int, one: int, two: int, three: int, four: int, held: int) -> Step:
    return Step((_choice(least, one), _choice(least, two), _choice(least, three), _choice(least, four)), held)


@lru_cache(1 << 16)
def _choice(least: int, whole: int) -> Choice:
    after = tuple(whole >> 20 + 4 * (least - 1 - at) & 15 for at in range(least))
    owed = sum((least - length) * count for length, count in enumerate(after, 1))
    return Choice(whole & 15, whole >> 4 & 15, whole >> 8 & 15, after, whole >> 12 & 15, whole >> 16 & 15, owed)


def _blank(scale: int) -> NDArray[np.int64]:
    rows = 1 << 15 + scale
    sheet = np.zeros((rows, 8), np.int64)
    sheet[kernels.ROWS], sheet[kernels.SCALE] = rows, scale
    sheet[kernels.SLOTS_AT], sheet[kernels.FOUND_AT] = kernels.FIXED, kernels.FIXED + (1024 << scale)
    return sheet


def desk(sizes: tuple[int, ...]) -> NDArray[np.int64]:
    """A sheet for compiled text that asks for searches itself, ready for sets of these sizes; whoever asks keeps it.

    >>> desk((3, 4)).shape
    (32768, 8)
    """
    sheet = _blank(0)
    sheet.reshape(-1)[8 * kernels.BASE : 8 * kernels.BASE + 4096] = _base_ways(sizes)
    return sheet


@jit
def larger(sheet: NDArray[np.int64]) -> NDArray[np.int64]:
    """A sheet twice as large as this one, which is full, for the compiled text that asks."""
    scale = sheet[kernels.SCALE] + 1
    found = np.zeros((1 << 15 + scale, 8), np.int64)
    found[kernels.ROWS], found[kernels.SCALE] = 1 << 15 + scale, scale
    found[kernels.SLOTS_AT], found[kernels.FOUND_AT] = kernels.FIXED, kernels.FIXED + (1024 << scale)
    for row in range(kernels.BASE, kernels.BASE + 512):
        for at in range(8):
            found[row, at] = sheet[row, at]
    return found


class _Desk(threading.local):
    """The sheet of each thread, since others may search at the same time."""

    def __init__(self) -> None:
        self.scale = -1
        self.turn_over()

    def turn_over(self) -> None:
        """Take a sheet twice as large."""
        self.scale += 1
        self.sheet = _blank(self.scale)
        self.numbers = self.sheet.reshape(-1)
        self.sizes: tuple[int, ...] = ()

    def put(self, task: Task) -> None:
        """Write a task on the sheet."""
        if task.shape.sizes != self.sizes:
            self.sizes = task.shape.sizes
            self.numbers[8 * kernels.BASE : 8 * kernels.BASE + 4096] = _base_ways(self.sizes)
        numbers, start = _packed(task), 8 * kernels.SIZE[0]
        self.numbers[start : start + len(numbers)] = numbers


_desk = _Desk()


def solve(task: Task, budget: Budget | None = None, most: int = ENDLESS) -> tuple[int, list[Step]] | None:
    """What `Solver(task, budget).run(most)` gives: the least loss and the steps, or None; raises OutOfNodes."""
    visits = ENDLESS if budget is None else min(budget.left, ENDLESS)
    _desk.put(task)
    answer = kernels.solve(_desk.sheet, most, visits, True)
    while answer in {kernels.FULL, kernels.PAUSED}:
        if answer == kernels.FULL:
            _desk.turn_over()
            _desk.put(task)
        answer = kernels.solve(_desk.sheet, most, visits, answer == kernels.FULL)
    if answer == kernels.UNFIT:
        return Solver(task, budget).run(most)
    sheet = _desk.sheet
    if budget is not None:
        budget.left -= int(sheet[kernels.VISITED])
    if answer == kernels.OUT:
        raise OutOfNodes(int(sheet[kernels.PROVED]))
    assert answer == kernels.DONE
    loss, size, least = int(sheet[kernels.VALUE]), len(task.shape.ranks), task.shape.least
    if loss >= ENDLESS or loss > most:
        return None
    return loss, [_step(least, *row) for row in sheet[kernels.STEPS : kernels.STEPS + size, :5].tolist()]


@dataclass(frozen=True, slots=True)
class Warmth:
    """How many functions are compiled, whether they were read from disk for that, and the folder that keeps them."""

    functions: int
    read: bool
    folder: str | None


def warmth() -> Warmth | None:
    """What became of the compiled functions after a first search; None where numba is told not to compile."""
    stats = getattr(kernels.solve, "stats", None)
    if stats is None:
        return None
    functions = sum(hasattr(function, "stats") for function in vars(kernels).values())
    return Warmth(functions, bool(stats.cache_hits), stats.cache_path)
