"""Which parts of a plan there can be, and the disjoint ones that save the most moves.

Melds that look alike are counted, not told apart: what can be saved hangs on no more than how many of each kind are
left. Suits and ranks that have no part in common are looked at one after the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from rummy_lab.core.cards import Card
from rummy_lab.core.judge import is_set_like
from rummy_lab.search.effort import OutOfWork, Work

Slots = tuple[Card, ...]
# A kind is counted in a field of four bits, of which the highest tells a field that ran short.
_WIDTH, _MOST = 4, 7


@dataclass(frozen=True, slots=True)
class Group:
    """Kinds of melds of the start and of the end that make a part, and what it saves; `joined`: runs of a suit."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    saved: int
    same: int
    joined: bool = False

    def lays(self, other: Group) -> bool:
        """Whether it does as well as another one, of no other melds."""
        return (
            self.saved >= other.saved
            and self.same >= other.same
            and set(self.starts) <= set(other.starts)
            and set(self.ends) <= set(other.ends)
        )


def is_run(slots: Slots) -> bool:
    """Whether a heap may be part of a run, and is more than one card."""
    return len(slots) > 1 and not is_set_like(slots)


def common(one: Slots, two: Slots) -> int:
    """How many cards two heaps have in common."""
    return (Counter(one) & Counter(two)).total()


@dataclass(slots=True)
class Groups:
    """All groups of some starts and ends (kinds of heaps, each once); `complete` unless the work did not suffice."""

    starts: Sequence[Slots]
    ends: Sequence[Slots]
    work: Work
    found: list[Group] = field(default_factory=list[Group])
    complete: bool = True

    def __post_init__(self) -> None:
        try:
            self._pairs()
            for suit in sorted({slots[0].suit for slots in self.starts if is_run(slots)}):
                self._joined(suit)
        except OutOfWork:
            self.complete = False

    def _pairs(self) -> None:
        """A meld that only grows or only loses cards."""
        bags = [Counter(slots) for slots in self.ends]
        for start, slots in enumerate(self.starts):
            self.work.spend(len(bags))
            bag = Counter(slots)
            for end, other in enumerate(bags):
                if bag <= other or other <= bag:
                    self.found.append(Group((start,), (end,), 1, (bag & other).total()))

    def _joined(self, suit: str) -> None:
        """Runs of a suit that are joined and split."""
        row = _Row(self.starts, self.ends, suit)
        groups: dict[tuple[tuple[int, ...], tuple[int, ...]], Group] = {}
        for chosen, heap in row.heaps(self.work):
            for made, saved in row.made_of(chosen, heap, self.work):
                same = min(len(heap), sum(common(self.ends[end], heap) for end in made))
                group = Group(tuple(sorted(chosen)), tuple(sorted(made)), saved, same, joined=True)
                groups.setdefault((group.starts, group.ends), group)
        self.found += groups.values()


class _Row:
    """The runs of one suit: cards as bits."""

    def __init__(self, starts: Sequence[Slots], ends: Sequence[Slots], suit: str) -> None:
        places: dict[Card, int] = {}
        self.starts = self._of(starts, suit, places)
        self.ends = self._of(ends, suit, places)
        self.slots = starts
        self.bits = places
        self.rows = list(self._rows(ends))

    def _of(self, heaps: Sequence[Slots], suit: str, places: dict[Card, int]) -> list[tuple[int, int, int]]:
        """The heaps of the suit: number, cards and ranks as bits; one with a rank twice is none."""
        found: list[tuple[int, int, int]] = []
        for at, slots in enumerate(heaps):
            if is_run(slots) and slots[0].suit == suit:
                ranks = sum(1 << rank for rank in {card.rank for card in slots})
                if ranks.bit_count() == len(slots):
                    found.append((at, sum(1 << places.setdefault(card, len(places)) for card in slots), ranks))
        return found

    def _rows(self, ends: Sequence[Slots]) -> Iterator[tuple[tuple[int, ...], int]]:
        """Ends by themselves, and those that follow each other, so that a heap of them lies in this order."""
        todo: list[tuple[tuple[int, ...], int, int]] = [((at,), bits, ranks) for at, bits, ranks in self.ends]
        while todo:
            chosen, bits, ranks = todo.pop()
            if len(chosen) == 1 or closed_row([card for at in chosen for card in ends[at]]):
                yield chosen, bits
            last = ends[chosen[-1]]
            for at, more, other in self.ends:
                first = ends[at][0].rank
                if not ranks & other and last[0].rank < first == last[-1].rank + 1:
                    todo.append(((*chosen, at), bits | more, ranks | other))

    def heaps(self, work: Work) -> Iterator[tuple[tuple[int, ...], Slots]]:
        """Starts that can be joined, with the heap they make."""
        todo: list[tuple[tuple[int, ...], int, int]] = [
            ((at,), ranks, place) for place, (at, _, ranks) in enumerate(self.starts)
        ]
        while todo:
            chosen, ranks, place = todo.pop()
            work.spend(1)
            ordered = sorted(chosen, key=lambda at: self.slots[at][0].rank)
            yield chosen, tuple(card for at in ordered for card in self.slots[at])
            todo += [
                ((*chosen, at), ranks | other, after)
                for after, (at, _, other) in enumerate(self.starts[place + 1 :], place + 1)
                if not ranks & other
            ]

    def made_of(self, chosen: tuple[int, ...], heap: Slots, work: Work) -> Iterator[tuple[tuple[int, ...], int]]:
        """The ends that come of a heap, each choice once, and the moves that are saved."""
        whole = sum(1 << self.bits[card] for card in heap)
        near = {at: bits for at, bits, _ in self.ends if bits & whole}
        inner = [(at, bits) for at, bits in near.items() if not bits & ~whole]
        rows = [(ends, bits) for ends, bits in self.rows if bits & ~whole and all(at in near for at in ends)]
        double = [(ends, bits) for ends, bits in self.rows if not bits & ~whole]
        seen: set[tuple[int, ...]] = set()
        todo: list[tuple[tuple[int, ...], int, int]] = [((), 0, 0)]
        while todo:
            others, taken, place = todo.pop()
            work.spend(1 + (len(rows) + len(double)) // 8)
            if others and len(chosen) + len(others) > 2:
                yield others, 2 if taken == whole else 1
            core = whole & ~taken
            if core and self._closed(heap, core):
                for ends, bits in (*rows, *(one for one in double if one[1] & taken)):
                    if not core & ~bits and not any(at in others for at in ends):
                        made = tuple(sorted((*others, *ends)))
                        if len(chosen) + len(made) > 2 and made not in seen:
                            seen.add(made)
                            yield made, 1
            todo += [
                ((*others, at), taken | bits, after)
                for after, (at, bits) in enumerate(inner[place:], place + 1)
                if not bits & taken
            ]

    def _closed(self, heap: Slots, core: int) -> bool:
        """Whether these cards of a heap follow each other in it."""
        there = [at for at, card in enumerate(heap) if core >> self.bits[card] & 1]
        return there[-1] - there[0] < len(there)


class Savings:
    """The most that disjoint groups save, by how many there are left of each kind."""

    def __init__(self, groups: Sequence[Group], work: Work) -> None:
        self._work = work
        starts = sorted({at for group in groups for at in group.starts})
        ends = sorted({at for group in groups for at in group.ends})
        places = enumerate([*((False, at) for at in starts), *((True, at) for at in ends)])
        self._place = {node: _WIDTH * place for place, node in places}
        self._memo: dict[int, int] = {}
        self._by_start: list[list[tuple[int, int, int]]] = [[] for _ in starts]
        for group in groups:
            bits = self._bits(group)
            self._by_start[starts.index(group.starts[0])].append((bits, bits << 3, worth(group)))

    def left(self, starts: Mapping[int, int], ends: Mapping[int, int]) -> int:
        """How many there are of each kind as a number."""
        found = 0
        for (is_end, at), place in self._place.items():
            found += (ends if is_end else starts).get(at, 0) << place
        return found

    def _bits(self, group: Group) -> int:
        return sum(1 << self._place[False, at] for at in group.starts) + sum(
            1 << self._place[True, at] for at in group.ends
        )

    def without(self, left: int, group: Group) -> int:
        """What is left when a group that is there is taken."""
        return left - self._bits(group)

    def most(self, left: int) -> int:
        """What can be saved of that; raises OutOfWork."""
        known = self._memo.get(left)
        if known is not None:
            return known
        best = 0
        for first, groups in enumerate(self._by_start):
            if left >> _WIDTH * first & _MOST:
                self._work.spend(4 + len(groups) // 8)
                best = self.most(left & ~(_MOST << _WIDTH * first))
                for bits, guards, gain in groups:
                    if (left | guards) - bits & guards == guards:
                        best = max(best, gain + self.most(left - bits))
                break
        self._memo[left] = best
        return best


def worth(group: Group) -> int:
    """Moves saved, then cards that stay together, as one number."""
    return group.saved * 1000 + group.same


def undominated(groups: Sequence[Group], work: Work) -> list[Group]:
    """The groups without those that save no more than one of fewer melds."""
    kept: list[Group] = []
    by_end: dict[int, list[Group]] = {}
    for group in sorted(groups, key=lambda one: len(one.starts) + len(one.ends)):
        rivals = [one for end in group.ends for one in by_end.get(end, ())]
        work.spend(1 + len(rivals) // 8)
        if not any(one.lays(group) for one in rivals):
            kept.append(group)
            by_end.setdefault(group.ends[0], []).append(group)
    return kept


def apart(groups: Sequence[Group]) -> list[list[Group]]:
    """The groups in lots that have no melds in common."""
    lot: dict[tuple[bool, int], int] = {}
    lots: dict[int, list[Group]] = {}
    for number, group in enumerate(groups):
        mine = [group]
        nodes = [*((False, at) for at in group.starts), *((True, at) for at in group.ends)]
        for old in sorted({lot[node] for node in nodes if node in lot}):
            mine = [*lots.pop(old), *mine]
        for one in mine:
            for node in (*((False, at) for at in one.starts), *((True, at) for at in one.ends)):
                lot[node] = number
        lots[number] = mine
    return list(lots.values())


def closed_row(cards: Sequence[Card]) -> bool:
    """Whether the cards follow each other, so that the heap of them lies in this order."""
    ranks = [card.rank for card in cards]
    top = 13 if ranks[-1] != 1 else ranks[-2]
    return all(after == before + 1 or (after == 1 and before == top) for before, after in pairwise(ranks))
