"""Which melds of a table become which of another by themselves: the parts of a plan that cost few moves.

Joining `a` melds into one and splitting that into `b` takes a + b - 2 moves, one more where cards leave it and one
more where cards come to it. Lifting every meld that changes and laying every new one takes a + b. So a part saves 2
moves where its cards stay among themselves, 1 where cards only leave or only come, and the fewest moves follow from
the disjoint parts that save the most: no row of moves does better, since the heaps that splits and joins connect are
such parts (a connected row of joins and splits with k ends has at least k - 2 of them).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final

from rummy_lab.core.cards import Card
from rummy_lab.search.effort import OutOfWork, Work
from rummy_lab.search.plan_groups import Group, Groups, Savings, Slots, apart, closed_row, common, undominated, worth

MUCH: Final = 1_000_000
"""Work that suffices for the plans of any turn met in play."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move inside a part; heaps are counted from 0 within it, a split makes the next one."""

    verb: str
    heap: int
    cards: Slots


Recipe = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """Melds of the start and of the end, by their place, and the ways to make these of those.

    The starts are joined first, in their order; then one of the recipes follows.
    """

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    recipes: tuple[Recipe, ...]
    saved: int = 0
    same: int = 0


def best_parts(starts: Sequence[Slots], ends: Sequence[Slots], work: Work | None = None) -> list[Part]:
    """All melds in disjoint parts that save the most moves; among equals those in which most cards stay together.

    Where the `work` does not suffice they are good parts, not the best; it is below 0 then.

    >>> from rummy_lab.core.cards import read_cards
    >>> [part.saved for part in best_parts([read_cards("2b-6b")], [read_cards("2b-4b"), read_cards("4b-6b")])]
    [1]
    """
    kept, open_starts, open_ends = _unchanged(starts, ends)
    chosen = _chosen(starts, ends, open_starts, open_ends, Work(MUCH) if work is None else work)
    gone = {start for part in chosen for start in part.starts}
    made = {end for part in chosen for end in part.ends}
    rest = _rest(starts, ends, [at for at in open_starts if at not in gone], [at for at in open_ends if at not in made])
    return [*kept, *chosen, *rest]


def _unchanged(starts: Sequence[Slots], ends: Sequence[Slots]) -> tuple[list[Part], list[int], list[int]]:
    kept: list[Part] = []
    open_starts: list[int] = []
    like: dict[Slots, list[int]] = {}
    for end, slots in enumerate(ends):
        like.setdefault(tuple(sorted(slots)), []).append(end)
    for start, slots in enumerate(starts):
        same = like.get(tuple(sorted(slots)))
        if same:
            kept.append(Part((start,), (same.pop(0),), ((),), 2, len(slots)))
        else:
            open_starts.append(start)
    return kept, open_starts, sorted(end for same in like.values() for end in same)


def _chosen(
    starts: Sequence[Slots], ends: Sequence[Slots], old: Sequence[int], new: Sequence[int], work: Work
) -> list[Part]:
    """The disjoint parts that save most, in the order of their first starts."""
    start_kinds, end_kinds = (_Kinds(heaps, open_ones) for heaps, open_ones in ((starts, old), (ends, new)))
    groups = Groups(start_kinds.slots, end_kinds.slots, work)
    lots = apart(_worth_comparing(groups, work))
    chosen = [part for lot in lots for part in _Choosing(starts, ends, start_kinds, end_kinds, lot, work).parts()]
    return sorted(chosen, key=lambda part: min(part.starts))


def _worth_comparing(groups: Groups, work: Work) -> list[Group]:
    try:
        return undominated(groups.found, work) if groups.complete else groups.found
    except OutOfWork:
        return groups.found


class _Kinds:
    """Heaps that look alike, by their kind: which of them are there."""

    def __init__(self, heaps: Sequence[Slots], there: Sequence[int]) -> None:
        places: dict[Slots, int] = {}
        self.there: dict[int, list[int]] = {}
        for at in there:
            self.there.setdefault(places.setdefault(heaps[at], len(places)), []).append(at)
        self.slots = list(places)

    def counts(self) -> dict[int, int]:
        return {kind: len(there) for kind, there in self.there.items()}


@dataclass(slots=True)
class _Choosing:
    """Chooses among groups of the same melds: start by start, it stays out unless that saves less."""

    starts: Sequence[Slots]
    ends: Sequence[Slots]
    start_kinds: _Kinds
    end_kinds: _Kinds
    groups: list[Group]
    work: Work

    def parts(self) -> Iterator[Part]:
        there, made = self.start_kinds.there, self.end_kinds.there
        savings = Savings(self.groups, self.work)
        kinds = {one for group in self.groups for one in group.starts}
        for start, kind in sorted((at, one) for one in kinds for at in there[one]):
            if start not in there[kind]:
                continue
            fits = [one for one in self.groups if kind in one.starts and self._fits(one)]
            left = savings.left(self.start_kinds.counts(), self.end_kinds.counts())
            there[kind].remove(start)
            group = self._best(savings, left, start, fits)
            if group is not None:
                part = self._part(start, group)
                for other in part.starts:
                    if other != start:
                        self._remove(there, other)
                for end in part.ends:
                    self._remove(made, end)
                yield part

    def _fits(self, group: Group) -> bool:
        return all(self.start_kinds.there[at] for at in group.starts) and all(
            self.end_kinds.there[at] for at in group.ends
        )

    def _remove(self, there: dict[int, list[int]], heap: int) -> None:
        next(heaps for heaps in there.values() if heap in heaps).remove(heap)

    def _best(self, savings: Savings, left: int, start: int, fits: list[Group]) -> Group | None:
        """The group to take for a start, None where it stays out."""
        try:
            gains = [worth(group) + savings.most(savings.without(left, group)) for group in fits]
            most = max(gains, default=0)
            if most <= savings.most(savings.left(self.start_kinds.counts(), self.end_kinds.counts())):
                return None
        except OutOfWork:
            gains = [worth(group) for group in fits]
            most = max(gains, default=0)
        best = [group for group, gain in zip(fits, gains, strict=True) if gain == most]
        return min(best, key=lambda group: self._order(start, group), default=None)

    def _order(self, start: int, group: Group) -> tuple[bool, int, tuple[int, ...], int, tuple[int, ...]]:
        starts, ends = self._heaps(start, group)
        return group.joined, len(starts), starts, len(ends), ends

    def _heaps(self, start: int, group: Group) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The first heaps that serve."""
        mine = self.starts[start]
        kinds = [at for at in group.starts if self.start_kinds.slots[at] != mine]
        starts = sorted((start, *(self.start_kinds.there[at][0] for at in kinds)))
        return tuple(starts), tuple(sorted(self.end_kinds.there[at][0] for at in group.ends))

    def _part(self, start: int, group: Group) -> Part:
        old, new = self._heaps(start, group)
        if not group.joined:
            one, two = self.starts[old[0]], self.ends[new[0]]
            grows = _within(one, two)
            step = Step("layoff", 0, _less(two, one)) if grows else Step("pull", 0, _less(one, two))
            return Part(old, new, ((step,),), 1, group.same)
        row = tuple(sorted(old, key=lambda at: self.starts[at][0].rank))
        heap = tuple(card for at in row for card in self.starts[at])
        return Part(row, new, _recipes(heap, [self.ends[at] for at in new]), group.saved, group.same)


def _rest(starts: Sequence[Slots], ends: Sequence[Slots], old: list[int], new: list[int]) -> list[Part]:
    """What saves nothing: cards change places in a meld, or it is lifted, or laid anew."""
    pairs = sorted(
        (-common(starts[start], ends[end]), start, end)
        for start in old
        for end in new
        if common(starts[start], ends[end])
    )
    parts: list[Part] = []
    for _, start, end in pairs:
        if start in old and end in new:
            old.remove(start)
            new.remove(end)
            leave = Step("pull", 0, _less(starts[start], ends[end]))
            come = Step("layoff", 0, _less(ends[end], starts[start]))
            parts.append(Part((start,), (end,), ((come, leave), (leave, come))))
    parts += [Part((start,), (), ((Step("pull", 0, starts[start]),),)) for start in old]
    return parts + [Part((), (end,), ((Step("meld", 0, ends[end]),),)) for end in new]


def _less(one: Slots, two: Slots) -> Slots:
    """The cards of the first that are not in the second, in their order."""
    gone = Counter(two)
    left: list[Card] = []
    for card in one:
        if gone[card]:
            gone[card] -= 1
        else:
            left.append(card)
    return tuple(left)


def _within(one: Slots, two: Slots) -> bool:
    return Counter(one) <= Counter(two)


def _recipes(heap: Slots, ends: list[Slots]) -> tuple[Recipe, ...]:
    """The ways to make these runs of one heap of a suit."""
    wanted = tuple(card for end in ends for card in end)
    if Counter(wanted) == Counter(heap):
        return (_cuts(_rising(ends, heap)),)
    if _within(wanted, heap):
        leave = _less(heap, wanted)
        rising = _rising(ends, heap)
        first = (Step("pull", 0, leave), *_cuts(rising))
        return (*_cut_first(heap, rising, leave), first)
    return (next(_grown(heap, ends, _less(wanted, heap))),)


def _rising(ends: list[Slots], heap: Slots) -> list[Slots]:
    return sorted(ends, key=lambda end: heap.index(end[0]))


def _cuts(ends: Sequence[Slots], start: int = 0, following: int = 1) -> Recipe:
    """Splits of a heap that is these runs, one after the other."""
    steps: list[Step] = []
    at = start
    for end in ends[:-1]:
        steps.append(Step("split", at, (end[-1],)))
        at = following
        following += 1
    return tuple(steps)


def _cut_first(heap: Slots, ends: Sequence[Slots], leave: Slots) -> Iterator[Recipe]:
    """Split before the cards leave, which keeps every heap a meld: where they all lie in one of the pieces."""
    places = [(heap.index(end[0]), heap.index(end[-1]) + 1) for end in ends]
    for above in (True, False):
        marks = [stop for _, stop in places[:-1]] if above else [first for first, _ in places[1:]]
        bounds = [0, *marks, len(heap)]
        pieces = [heap[low:high] for low, high in pairwise(bounds)]
        holders = [at for at, piece in enumerate(pieces) if common(piece, leave)]
        if len(holders) == 1:
            yield (*_cuts(pieces), Step("pull", holders[0], leave))


def _grown(heap: Slots, ends: list[Slots], come: Slots) -> Iterator[Recipe]:
    """Cards come once, to a piece that is then one or several of the runs; the other pieces are runs already."""
    for size in range(1, len(ends) + 1):
        for grow in combinations(range(len(ends)), size):
            grown = [ends[at] for at in grow]
            others = [ends[at] for at in range(len(ends)) if at not in grow]
            exact = tuple(card for end in others for card in end)
            if not _within(exact, heap):
                continue
            core = _less(heap, exact)
            whole = sorted(grown, key=lambda end: end[0].rank)
            cards = tuple(card for end in whole for card in end)
            if not core or heap.index(core[-1]) - heap.index(core[0]) >= len(core) or not _within(core, cards):
                continue
            if size > 1 and (len({card.rank for card in cards}) < len(cards) or not closed_row(cards)):
                continue
            pieces = _rising([*others, core], heap)
            at = pieces.index(core)
            yield (*_cuts(pieces), Step("layoff", at, come), *_cuts(whole, at, len(pieces)))
