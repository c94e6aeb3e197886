"""How much the searches of one answer may do together, and whether they came to their end."""

from __future__ import annotations

from dataclasses import dataclass

from rummy_lab.search.solver import Budget


@dataclass(slots=True)
class Effort:
    """What one answer may cost.

    Attributes:
        nodes: how many nodes all of its searches may visit together; None for as many as they need.
        complete: whether all of them came to their end so far.
    """

    nodes: int | None
    complete: bool = True
    budget: Budget | None = None

    def __post_init__(self) -> None:
        self.budget = None if self.nodes is None else Budget(self.nodes)

    @property
    def spent(self) -> int:
        """How many nodes were visited; 0 where nobody counts them."""
        return 0 if self.nodes is None or self.budget is None else self.nodes - self.budget.left


class OutOfWork(Exception):
    """A search has done as much as it may."""


@dataclass(slots=True)
class Work:
    """How much the searches of one answer may do: pieces looked at; raises OutOfWork."""

    left: int

    def spend(self, pieces: int) -> None:
        """Some pieces were looked at."""
        self.left -= pieces
        if self.left < 0:
            raise OutOfWork
