"""How much all that one text asks of the search may cost together (D18).

A record or a lesson of a stranger may ask at every move whether a play exists. Each answer has a budget of its own, but
there may be hundreds.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from rummy_lab.core.errors import RummyError

MOST: Final = 45_000
"""Nodes of the search that one text may cost: a few answers of which each uses up its own budget."""
OF_A_MATCH: Final = 60_000
_left: Final[ContextVar[tuple[int, int] | None]] = ContextVar("left", default=None)


class AskedTooMuch(RummyError):
    """What one text asks of the search costs more than its budget."""


@contextmanager
def one_text(nodes: int | None = None) -> Generator[None]:
    """All that is asked within is of one text and shares its budget; a text within a text is a part of it.

    >>> with one_text():
    ...     spend(45_000)
    Traceback (most recent call last):
    ...
    rummy_lab.core.asked.AskedTooMuch: whether a card has to be played is asked so often here that it takes too long ...
    """
    if _left.get() is not None:
        yield
        return
    most = MOST if nodes is None else nodes
    token = _left.set((most, most))
    try:
        yield
    finally:
        _left.reset(token)


def at_most(nodes: int) -> int:
    """So many nodes for the next answer, or what its text has left."""
    budget = _left.get()
    return nodes if budget is None else min(nodes, budget[0])


def spend(nodes: int) -> None:
    """Count what an answer has cost; raises AskedTooMuch where nothing of the budget is left."""
    budget = _left.get()
    if budget is None:
        return
    left, most = budget
    _left.set((left - nodes, most))
    if left <= nodes:
        raise AskedTooMuch(
            "whether a card has to be played is asked so often here that it takes too long to tell ({most:,} nodes); "
            "make it shorter, or leave turn.must_play and turn.draws=until_playable out",
            most=most,
        )
