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
from functools import cache
from itertools import combinations, pairwise

from rummy_lab.core.cards import Card
from rummy_lab.core.judge import is_set_like

Slots = tuple[Card, ...]


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


def best_parts(starts: Sequence[Slots], ends: Sequence[Slots]) -> list[Part]:
    """All melds in disjoint parts that save the most moves; among equals those in which most cards stay together.

    >>> from rummy_lab.core.cards import read_cards
    >>> [part.saved for part in best_parts([read_cards("2b-6b")], [read_cards("2b-4b"), read_cards("4b-6b")])]
    [1]
    """
    kept, open_starts, open_ends = _unchanged(starts, ends)
    found: dict[int, list[Part]] = {start: [] for start in open_starts}
    for part in _candidates(starts, ends, open_starts, open_ends):
        found[min(part.starts)].append(part)
    chosen = _packed(tuple(open_starts), found)
    gone = {start for part in chosen for start in part.starts}
    made = {end for part in chosen for end in part.ends}
    rest = _rest(starts, ends, [at for at in open_starts if at not in gone], [at for at in open_ends if at not in made])
    return [*kept, *chosen, *rest]


def _unchanged(starts: Sequence[Slots], ends: Sequence[Slots]) -> tuple[list[Part], list[int], list[int]]:
    kept: list[Part] = []
    open_starts: list[int] = []
    open_ends = list(range(len(ends)))
    for start, slots in enumerate(starts):
        like = next((end for end in open_ends if Counter(ends[end]) == Counter(slots)), None)
        if like is None:
            open_starts.append(start)
        else:
            open_ends.remove(like)
            kept.append(Part((start,), (like,), ((),), 2, len(slots)))
    return kept, open_starts, open_ends


def _packed(order: tuple[int, ...], found: dict[int, list[Part]]) -> list[Part]:
    """The disjoint parts that save most."""

    @cache
    def best(at: int, gone: frozenset[int], made: frozenset[int]) -> tuple[int, int, tuple[Part, ...]]:
        if at == len(order):
            return 0, 0, ()
        top = best(at + 1, gone, made)
        if order[at] in gone:
            return top
        for part in found[order[at]]:
            if gone.isdisjoint(part.starts) and made.isdisjoint(part.ends):
                saved, same, parts = best(at + 1, gone.union(part.starts), made.union(part.ends))
                if (saved + part.saved, same + part.same) > top[:2]:
                    top = (saved + part.saved, same + part.same, (part, *parts))
        return top

    return list(best(0, frozenset[int](), frozenset[int]())[2])


def _rest(starts: Sequence[Slots], ends: Sequence[Slots], old: list[int], new: list[int]) -> list[Part]:
    """What saves nothing: cards change places in a meld, or it is lifted, or laid anew."""
    pairs = sorted(
        (-_common(starts[start], ends[end]), start, end)
        for start in old
        for end in new
        if _common(starts[start], ends[end])
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


def _common(one: Slots, two: Slots) -> int:
    return (Counter(one) & Counter(two)).total()


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


def _candidates(
    starts: Sequence[Slots], ends: Sequence[Slots], old: Sequence[int], new: Sequence[int]
) -> Iterator[Part]:
    """Every part that saves something."""
    for start in old:
        for end in new:
            one, two = starts[start], ends[end]
            step = None
            if _within(one, two):
                step = Step("layoff", 0, _less(two, one))
            elif _within(two, one):
                step = Step("pull", 0, _less(one, two))
            if step is not None:
                yield Part((start,), (end,), ((step,),), 1, _common(one, two))
    suits = sorted({starts[at][0].suit for at in old if _is_run(starts[at])})
    for suit in suits:
        yield from _run_parts(
            starts,
            ends,
            [at for at in old if _is_run(starts[at]) and starts[at][0].suit == suit],
            [at for at in new if _is_run(ends[at]) and ends[at][0].suit == suit],
        )


def _is_run(slots: Slots) -> bool:
    return len(slots) > 1 and not is_set_like(slots)


def _run_parts(
    starts: Sequence[Slots], ends: Sequence[Slots], old: Sequence[int], new: Sequence[int]
) -> Iterator[Part]:
    """Parts of several runs of one suit, joined and split."""
    for size in range(1, len(old) + 1):
        for chosen in combinations(old, size):
            row = sorted(chosen, key=lambda at: starts[at][0].rank)
            heap = tuple(card for at in row for card in starts[at])
            if len({card.rank for card in heap}) < len(heap):
                continue
            near = [at for at in new if _common(ends[at], heap)]
            for count in range(1, len(near) + 1):
                if size == count == 1:
                    continue
                for made in combinations(near, count):
                    recipes, saved = _recipes(heap, [ends[at] for at in made])
                    if saved:
                        same = sum(_common(ends[at], heap) for at in made)
                        yield Part(tuple(row), made, recipes, saved, min(same, len(heap)))


def _recipes(heap: Slots, ends: list[Slots]) -> tuple[tuple[Recipe, ...], int]:
    """The ways to make these runs of one heap of a suit, and how many moves that saves."""
    wanted = tuple(card for end in ends for card in end)
    if Counter(wanted) == Counter(heap):
        return (_cuts(_rising(ends, heap)),), 2
    if _within(wanted, heap):
        leave = _less(heap, wanted)
        rising = _rising(ends, heap)
        first = (Step("pull", 0, leave), *_cuts(rising))
        return (*_cut_first(heap, rising, leave), first), 1
    if _within(heap, wanted):
        recipe = next(_grown(heap, ends, _less(wanted, heap)), None)
        return ((recipe,), 1) if recipe is not None else ((), 0)
    return (), 0


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
        holders = [at for at, piece in enumerate(pieces) if _common(piece, leave)]
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
            if size > 1 and (len({card.rank for card in cards}) < len(cards) or not _closed_row(cards)):
                continue
            pieces = _rising([*others, core], heap)
            at = pieces.index(core)
            yield (*_cuts(pieces), Step("layoff", at, come), *_cuts(whole, at, len(pieces)))


def _closed_row(cards: Slots) -> bool:
    """Whether the cards follow each other, so that the heap of them lies in this order."""
    ranks = [card.rank for card in cards]
    top = 13 if ranks[-1] != 1 else ranks[-2]
    return all(after == before + 1 or (after == 1 and before == top) for before, after in pairwise(ranks))
