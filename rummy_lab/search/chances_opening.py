"""How many hands cannot open: exact, rank by rank, all hands at once.

A position is what the cards of the ranks so far leave open: the ways to arrange them that no other way beats, each by
its open runs, its jokers and its points. From the dearest rank down most hands open early or never differ, so that
there are a few thousand positions for 10^17 hands. Suits may change places. Where aces are high and low, those that
every way lets wait for the last column stand beside the ways and are looked at there alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import permutations, product
from math import comb, prod
from typing import Final

from rummy_lab.search.chances_runs import KEPT, Form, Runs, subsets

Counts = tuple[int, int, int, int]
# Open runs of the suits, jokers left, whether a card stays in the hand.
Way = tuple[int, int, int, int, int, int]
# Numbers of ways with their points.
Position = tuple[tuple[int, int], ...]
# The ways after some cards, the aces of each suit that all of them let wait, and what suits look like.
Reached = tuple[Position, Counts, tuple[object, ...]]
_NEVER: Final = 1 << 30
_SUBSETS: Final = subsets()


class Openings:
    """The hands with `jokers` jokers that have no disjoint melds worth `points`; `keep`: one card has to stay."""

    def __init__(self, form: Form, points: int, jokers: int, keep: bool) -> None:
        self.form, self.points, self.keep = form, max(points, 1), keep
        self.runs = Runs(form, jokers)
        self.ways: list[Way] = []
        self._numbers: dict[Way, int] = {}
        self.column = 0
        none = self.runs.none
        self.start: Position = ((self._number((none, none, none, none, jokers, int(not keep))), 0),)
        self._swapped: dict[tuple[int, int], int] = {}
        self._forget()
        self._sets = cache(self._set_vectors)
        self._spread = cache(_spread)

    def count(self, most: int) -> list[int]:
        """How many hands of 0, 1, ... `most` naturals cannot open, cards of a kind told apart."""
        form = self.form
        bits = 4 * form.copies * len(form.values) + 1
        mask = (1 << bits * (most + 1)) - 1
        positions = {(self.start, _NONE): 1}
        for self.column in range(len(form.values)):
            self._forget()
            aces_again = form.both and self.column == len(form.values) - 1
            reached: dict[tuple[Position, Counts], int] = {}
            for (position, waiting), hands in positions.items():
                fewest = ((hands & -hands).bit_length() - 1) // bits
                columns = ((waiting, 0, 1),) if aces_again else _columns(form.copies, self._alike(position, waiting))
                for counts, cards, times in columns:
                    if fewest + cards > most:
                        continue
                    then = self._reached(position, counts)
                    if then is not None:
                        after = self._placed(then, waiting)
                        reached[after] = reached.get(after, 0) + ((hands * times << bits * cards) & mask)
            positions = {after: hands for after, hands in reached.items() if hands}
        left = sum(positions.values())
        return [left >> bits * size & ((1 << bits) - 1) for size in range(most + 1)]

    def opens(self, columns: Iterable[Counts]) -> bool:
        """Whether one hand can open, told by how many cards of each suit it has at each column."""
        position = self.start
        for self.column, counts in enumerate(columns):
            self._forget()
            after = self._after(position, counts)
            if after is None:
                return True
            position = tuple(after)
        return False

    def _forget(self) -> None:
        self._known: dict[tuple[Position, Counts], Reached | None] = {}
        self._ordered: dict[tuple[Position, Counts], Position] = {}
        self._found: dict[tuple[int, Counts], list[tuple[int, int]]] = {}
        self._sorted: dict[tuple[tuple[tuple[int, int], ...], int, int], list[tuple[Way, int]]] = {}
        self._costs: dict[tuple[int, int], int] = {}

    def _number(self, way: Way) -> int:
        known = self._numbers.get(way)
        if known is None:
            known = self._numbers[way] = len(self.ways)
            self.ways.append(way)
        return known

    def _after(self, position: Position, counts: Counts) -> list[tuple[int, int]] | None:
        """The ways to arrange after the cards of this column; None where the hand can open."""
        merged: dict[int, int] = {}
        ways, most = self.ways, self.points
        some = any(counts)
        for way, points in position:
            if points >= most and some:
                return None  # One of these cards may stay in the hand.
            for then, gain in self._successors(way, counts):
                total = points + gain
                if total >= most:
                    if ways[then][5] or ways[then][4]:
                        return None
                    total = most
                if merged.get(then, -1) < total:
                    merged[then] = total
        return [] if self.column == len(self.form.values) - 1 else self._pruned(merged)

    def _successors(self, way: int, counts: Counts) -> list[tuple[int, int]]:
        known = self._found.get((way, counts))
        if known is None:
            now = self.ways[way]
            order = sorted(range(4), key=lambda suit: (now[suit], counts[suit]))
            suits = tuple((now[suit], counts[suit]) for suit in order)
            key = (suits, now[4], now[5])
            found = self._sorted.get(key)
            if found is None:
                found = self._sorted[key] = self._sorted_successors(*key)
            place = [order.index(suit) for suit in range(4)]
            a, b, c, d = place
            known = self._found[way, counts] = [
                (self._number((to[a], to[b], to[c], to[d], to[4], to[5])), gain) for to, gain in found
            ]
        return known

    def _sorted_successors(self, suits: tuple[tuple[int, int], ...], jokers: int, left: int) -> list[tuple[Way, int]]:
        """What may become of a way to arrange: cards to sets, cards and jokers to runs."""
        best: dict[int, int] = {}
        value = self.form.set_values[self.column]
        sparing = not left
        a, b, c, d = (count for _, count in suits)
        for to_sets, in_sets in self._sets((a, b, c, d), jokers) if value else _NO_SETS:
            points = value * (sum(to_sets) + in_sets)
            for spread in self._spread(jokers - in_sets):
                still = jokers - in_sets - sum(spread)
                options = [
                    self.runs.steps(runs, count - used, wild, self.column, sparing)
                    for (runs, count), used, wild in zip(suits, to_sets, spread, strict=True)
                ]
                for one, two, three, four in product(*options):
                    out = left | one[2] | two[2] | three[2] | four[2]
                    way = self._number((one[0], two[0], three[0], four[0], still, out))
                    gain = points + one[1] + two[1] + three[1] + four[1]
                    if best.get(way, -1) < gain:
                        best[way] = gain
        return [(self.ways[way], gain) for way, gain in self._pruned(best)]

    def _set_vectors(self, counts: Counts, jokers: int) -> list[tuple[Counts, int]]:
        """The cards of one rank that sets can take, with the jokers they take."""
        found: dict[tuple[Counts, int], None] = {((0, 0, 0, 0), 0): None}
        todo = list(found)
        while todo:
            used, wild = todo.pop()
            for suits in _SUBSETS:
                if any(used[suit] >= counts[suit] for suit in suits):
                    continue
                a, b, c, d = (count + (suit in suits) for suit, count in enumerate(used))
                for more in range(jokers - wild + 1):
                    then = ((a, b, c, d), wild + more)
                    if self._is_set(len(suits), more) and then not in found:
                        found[then] = None
                        todo.append(then)
        return list(found)

    def _is_set(self, naturals: int, jokers: int) -> bool:
        most = self.form.max_jokers
        limit = naturals if most == "half" else jokers if most is None else most
        return naturals + jokers in self.form.sizes and jokers <= limit

    def _pruned(self, ways: dict[int, int]) -> list[tuple[int, int]]:
        """The ways that no other one beats, whatever cards are to come."""
        if len(ways) == 1:
            return list(ways.items())
        kept: list[tuple[int, int]] = []
        for way, points in sorted(ways.items(), key=lambda one: (-one[1], one[0])):
            for other, more in kept:
                if more >= points + self._cost(way, other):
                    break
            else:
                kept = [
                    (other, more) for other, more in kept if more > points or self._cost(other, way) > points - more
                ]
                kept.append((way, points))
        return kept

    def _cost(self, way: int, other: int) -> int:
        """The most that could be lost by arranging in the other way; no other way serves where it lacks a joker."""
        known = self._costs.get((way, other))
        if known is None:
            one, two = self.ways[way], self.ways[other]
            if two[4] < one[4] or not two[5]:
                known = _NEVER
            else:
                cost, column = self.runs.cost, self.column
                known = sum(cost(one[suit], two[suit], column) for suit in range(4))
            self._costs[way, other] = known
        return known

    def _reached(self, position: Position, counts: Counts) -> Reached | None:
        """What these cards make of the position; None where the hand can open."""
        key = (position, counts)
        if key not in self._known:
            found = self._after(position, counts)
            self._known[key] = None if found is None else self._parted(found)
        return self._known[key]

    def _parted(self, found: list[tuple[int, int]]) -> Reached:
        """The ways without the aces that all of them let wait."""
        ways = [(self.ways[way], points) for way, points in found]
        waiting = _NONE
        if self.form.both and ways:
            rows = self.runs.rows
            a, b, c, d = (min(rows[way[suit]].count(KEPT) for way, _ in ways) for suit in range(4))
            waiting = (a, b, c, d)
            if any(waiting):
                ways = [(self._without_aces(way, waiting), points) for way, points in ways]
        seen = tuple(tuple(sorted((way[suit], way[4], way[5], points) for way, points in ways)) for suit in range(4))
        return tuple((self._number(way), points) for way, points in ways), waiting, seen

    def _without_aces(self, way: Way, fewer: Counts) -> Way:
        a, b, c, d = (
            # They sort behind all other runs.
            self.runs.number(self.runs.rows[runs][:-count]) if count else runs
            for runs, count in zip(way, fewer, strict=False)
        )
        return a, b, c, d, way[4], way[5]

    def _placed(self, reached: Reached, before: Counts) -> tuple[Position, Counts]:
        """The position with its suits in an order that does not hang on their names, as far as is cheap."""
        ways, more, seen = reached
        waiting = [one + other for one, other in zip(before, more, strict=True)]
        a, b, c, d = sorted(range(4), key=lambda suit: (seen[suit], waiting[suit]))
        order = (a, b, c, d)
        placed = self._ordered.get((ways, order))
        if placed is None:
            found = [(self.ways[way], points) for way, points in ways]
            placed = self._ordered[ways, order] = tuple(
                sorted(
                    (self._number((way[a], way[b], way[c], way[d], way[4], way[5])), points) for way, points in found
                )
            )
        return placed, (waiting[a], waiting[b], waiting[c], waiting[d])

    def _alike(self, position: Position, waiting: Counts) -> tuple[bool, bool, bool]:
        """Whether each suit but the last may change places with the next one."""
        a, b, c, d = waiting
        return (
            a == b and self._same(position, 0),
            b == c and self._same(position, 1),
            c == d and self._same(position, 2),
        )

    def _same(self, position: Position, suit: int) -> bool:
        there = dict(position)
        return all(there.get(self._with_swap(way, suit)) == points for way, points in position)

    def _with_swap(self, way: int, suit: int) -> int:
        known = self._swapped.get((way, suit))
        if known is None:
            now = list(self.ways[way])
            now[suit], now[suit + 1] = now[suit + 1], now[suit]
            a, b, c, d, jokers, left = now
            known = self._swapped[way, suit] = self._number((a, b, c, d, jokers, left))
        return known


_NO_SETS: Final[list[tuple[Counts, int]]] = [((0, 0, 0, 0), 0)]
_NONE: Final = (0, 0, 0, 0)


def _spread(most: int) -> list[Counts]:
    """Numbers of jokers for the four suits, together no more than there are."""
    return [(a, b, c, d) for a, b, c, d in product(range(most + 1), repeat=4) if a + b + c + d <= most]


@lru_cache(1 << 6)
def _columns(copies: int, alike: tuple[bool, bool, bool]) -> tuple[tuple[Counts, int, int], ...]:
    """Cards of one rank, their number, and how many choices of cards look so when suits alike change places."""
    groups: list[list[int]] = [[0]]
    for suit, same in enumerate(alike, 1):
        if same:
            groups[-1].append(suit)
        else:
            groups.append([suit])
    found: list[tuple[Counts, int, int]] = []
    for a, b, c, d in product(range(copies + 1), repeat=4):
        counts = (a, b, c, d)
        inside = [[counts[suit] for suit in group] for group in groups]
        if all(part == sorted(part) for part in inside):
            names = prod(len(set(permutations(part))) for part in inside)
            found.append((counts, sum(counts), names * prod(comb(copies, count) for count in counts)))
    return tuple(found)
