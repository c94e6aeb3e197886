"""What there is to choose for one suit at one column, kept from one search to the next.

A row is a state of one suit (its open runs, its aces kept for the end), the number of jokers that are still free, and
how many of its cards may go to sets. It says nothing of other columns, and from one turn to the next most of the
table stays as it is: searches of one kind share their rows.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from functools import lru_cache

from rummy_lab.search.automaton import Choice, Column, Open, choices
from rummy_lab.search.tables import Shape, Vector, set_masks

# A row as a number: the mask of sets, the state, the free jokers. The state alone stands where it stands in a row.
FREE_BITS, ROW_BITS = 6, 22
ROW_MASK, FREE_MASK = (1 << ROW_BITS) - 1, (1 << FREE_BITS) - 1
State = tuple[Open, int]
# A node: the states of the four suits, each as in a row, and the jokers used. The rest of the search hangs on no more.
Key = tuple[int, int, int, int, int]
# Loss, jokers, the state it leads to as in a row, code of its sets, what its runs still need, its place.
Priced = tuple[int, int, int, int, int, int]
# Must lie, there, bound, closing, opening, ahead, whether runs close later, weight of a card.
Cards = tuple[int, int, int, int, int, tuple[int, ...], bool, int]

_MENUS, _KINDS = 4000, 12


class Kind:
    """What all searches with one shape, number of jokers and way of weighing have in common."""

    def __init__(self, shape: Shape, jokers: int, points: bool, relaxed: bool) -> None:
        self.shape, self.jokers, self.points, self.relaxed = shape, jokers, points, relaxed
        self.size = size = len(shape.ranks)
        self.dearest = max(*shape.values, *shape.set_values)
        self.states: dict[State, int] = {}
        self.opened: list[State] = []
        nothing = self.state((0,) * shape.least, 0) << FREE_BITS
        self.start: Key = (nothing, nothing, nothing, nothing, 0)
        self.set_jokers: dict[object, dict[int, tuple[int, ...]]] = {}
        shared: Books = ({}, {}, {}, {})
        special = {size - shape.least} if not (points or shape.both) else range(size)
        self.books: list[Books] = [({}, {}, {}, {}) if at in special else shared for at in range(size)]
        self._menus = 0

    @property
    def full(self) -> bool:
        """Whether it is time to forget everything and begin anew."""
        return self._menus > _MENUS

    def state(self, runs: Open, saved: int) -> int:
        """The number of a state."""
        known = self.states.get((runs, saved))
        if known is None:
            known = self.states[runs, saved] = len(self.opened)
            self.opened.append((runs, saved))
        return known

    def menus(self, at: int, suits: Iterable[Cards]) -> tuple[Menu, ...]:
        """The choices of the cards of the suits at a column; columns that say the same share them."""
        found: list[Menu] = []
        for book, cards in zip(self.books[at], suits, strict=True):
            menu = book.get(cards)
            if menu is None:
                menu = book[cards] = Menu(self, at, len(found), cards)
                self._menus += 1
            found.append(menu)
        return tuple(found)


class Menu:
    """The choices of one suit at one column, in rows by their number."""

    __slots__ = ("_code_at", "_column", "_costs", "_first", "_kind", "_last", "choices", "rows")

    def __init__(self, kind: Kind, at: int, suit: int, cards: Cards) -> None:
        shape = kind.shape
        must, there, bound, closing, opening, ahead, later, weight = cards
        self._kind, self._code_at = kind, 3 * suit
        self._first, self._last = shape.both and at == 0, shape.both and at == kind.size - 1
        self._column = Column(must, there, bound, closing, opening, ahead, later, at == kind.size - shape.least)
        ace = shape.set_values[0] - shape.values[0] if kind.points else 0
        self._costs = weight, ace, kind.dearest - shape.values[at] if kind.points else 0
        self.choices: dict[int, tuple[Choice, ...]] = {}
        self.rows: dict[int, tuple[Priced, ...]] = {}

    def row(self, number: int) -> tuple[Priced, ...]:
        """The choices of a row, the least loss first."""
        kind, free = self._kind, number & FREE_MASK
        runs, saved = kind.opened[(number & ROW_MASK) >> FREE_BITS]
        column, (weight, ace, wild), code_at = self._column, self._costs, self._code_at
        if self._last:
            # The aces that were not laid low come back; `must` stands as a debt against them.
            column = column._replace(there=saved, must=max(0, column.must + saved))
        found = choices(runs, column, free, number >> ROW_BITS, kind.relaxed, self._first)
        if self._first or wild:

            def loss_of(one: Choice) -> int:
                return (one.runs * ace if self._first else one.left * weight) + one.jokers * wild

            found = tuple(sorted(found, key=loss_of))
            losses = [loss_of(one) for one in found]
        else:
            losses = [one.left * weight for one in found]
        self.choices[number] = found
        state, first = kind.state, self._first
        self.rows[number] = row = tuple(
            [
                (loss, jokers, state(after, left if first else saved) << FREE_BITS, sets << code_at, owed, place)
                for place, (loss, (left, sets, jokers, after, _, _, owed)) in enumerate(zip(losses, found, strict=True))
            ]
        )
        return row


Books = tuple[dict[Cards, Menu], dict[Cards, Menu], dict[Cards, Menu], dict[Cards, Menu]]


class _Memory(threading.local):
    """The kinds that were searched lately, by thread."""

    def __init__(self) -> None:
        self.kinds: dict[object, Kind] = {}


_memory = _Memory()


def kind_of(shape: Shape, jokers: int, points: bool, relaxed: bool) -> Kind:
    """What is known from earlier searches of this kind."""
    kinds, key = _memory.kinds, (shape, jokers, points, relaxed)
    kind = kinds.get(key)
    if kind is None or kind.full:
        kinds.pop(key, None)
        if len(kinds) >= _KINDS:
            del kinds[next(iter(kinds))]
        kind = kinds[key] = Kind(shape, jokers, points, relaxed)
    return kind


def forget() -> None:
    """Drop what was kept from earlier searches in this thread (benchmarks begin with it)."""
    _memory.kinds.clear()


@lru_cache(1 << 14)
def offsets(
    sizes: tuple[int, ...], there: Vector, slots: tuple[int, ...], bound: int, jokers: int
) -> tuple[tuple[int, ...], ...]:
    """By the number of free jokers, what the rows of the four suits have beside their states."""
    return tuple(
        tuple(mask << ROW_BITS | free for mask in set_masks(sizes, there, slots, free + bound))
        for free in range(jokers + 1)
    )
