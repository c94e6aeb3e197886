"""How a run is cut: into parts, into the pieces that are played as one, and where it is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

Range = tuple[int, int]
"""Deals from the first to before the last."""

PART: Final = 1_000
"""The deals of a part as it is stored; never more, whatever plays it. No worker count moves it."""
_FIRST_LOOK: Final = 100


def looks(games: int) -> Iterator[int]:
    """After how many deals `until` is asked: 100, 200, ... 1,000, then at whole parts whenever a tenth came on top.

    >>> list(looks(15_000))[8:]
    [900, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10000, 11000, 13000]
    """
    at = _FIRST_LOOK
    while at < games:
        yield at
        grown = at + max(_FIRST_LOOK, -(-at // 10))
        at = grown if grown <= PART else -(-max(grown, at + 1) // PART) * PART


def missing(games: int, done: Iterable[Range]) -> Iterator[Range]:
    """The stretches of deals below `games` that are not done.

    >>> list(missing(10, [(6, 8), (0, 2)]))
    [(2, 6), (8, 10)]
    """
    at = 0
    for first, last in sorted(done):
        if at < min(first, games):
            yield at, min(first, games)
        at = max(at, last)
    if at < games:
        yield at, games


def cut(stretches: Iterable[Range], size: int, at: Iterable[int] = ()) -> Iterator[Range]:
    """The stretches as pieces of at most `size` deals, none across a multiple of `PART` or a number of `at`.

    >>> list(cut([(2, 6), (998, 1003)], 3, [4]))
    [(2, 4), (4, 6), (998, 1000), (1000, 1003)]
    """
    marks = frozenset(at)
    for first, last in stretches:
        edges = [first, *sorted({*range((first // PART + 1) * PART, last, PART), *_inside(marks, first, last)}), last]
        for start, end in pairwise(edges):
            for begin in range(start, end, size):
                yield begin, min(begin + size, end)


def _inside(marks: frozenset[int], first: int, last: int) -> Iterator[int]:
    return (mark for mark in marks if first < mark < last)


class Prefix:
    """How many deals from deal 0 on are done without a gap: `end`."""

    def __init__(self, done: Iterable[Range] = ()) -> None:
        self.end = 0
        self._ahead: dict[int, int] = {}
        for piece in sorted(done):
            self.add(piece)

    def add(self, piece: Range) -> None:
        """Take a stretch that is done; no two overlap."""
        self._ahead[piece[0]] = piece[1]
        while self.end in self._ahead:
            self.end = self._ahead.pop(self.end)
