"""Exact search over the ranks: depth first, branch and bound, with a memo of bounds.

The loss is what the cards left out weigh. The first dive takes the least loss at every column; from then on only what
loses less is looked for, and what a node must lose at least is remembered. Which cards of a rank go to sets, which to
runs and which stay is all there is to choose (see `automaton` and `suits`); the rest follows from the tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple, TypeVar

from rummy_lab.search.automaton import Choice
from rummy_lab.search.suits import FREE_BITS, Key, Menu, Priced, kind_of, offsets
from rummy_lab.search.tables import Shape, Vector, set_ways

ENDLESS = 1 << 60
NONE: Vector = (0, 0, 0, 0)
T = TypeVar("T")
Four = tuple[T, T, T, T]
# Loss, what is owed, the node it leads to, the place of a choice for each suit, jokers in sets.
Option = tuple[int, int, Key, int, int, int, int, int]
# By suit, rows by number; by free jokers, what is beside the states in these numbers.
_OfSuit = dict[int, tuple[Priced, ...]]
Rows = tuple[_OfSuit, _OfSuit, _OfSuit, _OfSuit, tuple[tuple[int, ...], ...]]
# Up to which loss options are known, the least loss of the others, and the options.
Expanded = tuple[int, int, list[Option]]
# The order in which options are tried: least loss, then least that is still owed.
_PROMISE = itemgetter(0, 1)
# Four copies with six jokers can be combined in millions of ways at one rank: beyond so many they count as nodes.
WIDE, A_NODE = 50_000, 100


@dataclass(frozen=True, slots=True)
class Task:
    """Cards to be laid, by column of the shape and suit.

    Attributes:
        there: naturals, and jokers bound to a place in a run. must: how many of them have to lie. bound: the jokers
            among them, which have to lie in a run. weight: loss for each that is left out.
        bound_in_sets: by column, jokers that have to lie in sets of that rank.
        slots: by column, the sets of three on the table as masks of the suits they lack.
        closing, opening: runs on the table that begin or end at a column, by column and suit.
        jokers: free jokers; must_jokers of them have to lie, the others weigh joker_weight when left out.
        points: whether the place of a joker or ace matters: the loss is then what is missing to the dearest places.
        exact_jokers: lay every joker by choice instead of attaching those that fill no hole afterwards.
    """

    shape: Shape
    there: tuple[Vector, ...]
    must: tuple[Vector, ...]
    bound: tuple[Vector, ...]
    weight: tuple[Vector, ...]
    bound_in_sets: tuple[int, ...]
    slots: tuple[tuple[int, ...], ...]
    closing: tuple[Vector, ...]
    opening: tuple[Vector, ...]
    jokers: int
    must_jokers: int
    joker_weight: int
    points: bool = False
    exact_jokers: bool = False


def fits(task: Task) -> bool:
    """Whether the numbers of the search have room for this task: a code holds three bits for the cards of a suit."""
    return task.jokers < 1 << FREE_BITS and max(map(max, task.there)) < 8


class Step(NamedTuple):
    """What is done at one column: a choice for each suit, and how many jokers its sets hold."""

    choices: Four[Choice]
    set_jokers: int


class OutOfNodes(Exception):
    """The node budget is used up; all that is known is that no loss below `bound` can be reached."""

    def __init__(self, bound: int) -> None:
        self.bound = bound
        super().__init__(bound)


class Budget:
    """Nodes that may still be visited, by one search or several together."""

    __slots__ = ("left",)

    def __init__(self, nodes: int) -> None:
        self.left = nodes

    def spend(self, nodes: int) -> None:
        """Count work that is as dear as so many nodes; raises OutOfNodes."""
        self.left -= nodes
        if self.left < 0:
            raise OutOfNodes(0)


class Solver:
    """One search. `run` returns the least loss and the steps, or None when what must lie cannot."""

    def __init__(self, task: Task, budget: Budget | None = None) -> None:
        self.task, self.budget = task, budget
        self.size = size = len(task.shape.ranks)
        # Tasks that weigh places lay every joker by choice: a joker attached afterwards would have no place yet.
        self.relaxed = not (task.exact_jokers or task.points)
        self._kind = kind_of(task.shape, task.jokers, task.points, self.relaxed)
        self._low: list[dict[Key, int]] = [{} for _ in range(size + 1)]
        self._exact: list[dict[Key, tuple[int, Option]]] = [{} for _ in range(size)]
        self._known: list[dict[Key, Expanded]] = [{} for _ in range(size)]
        last = size - 1 if task.shape.both else size
        self._slots = (*task.slots[:last], *[()] * (size - last))
        self._bound_in_sets = (*task.bound_in_sets[:last], *[0] * (size - last))
        # How many jokers the sets of a column may hold is the same in all searches in which it says the same.
        memos = self._kind.set_jokers
        self._set_jokers = [memos.setdefault(key, {}) for key in zip(self._slots, self._bound_in_sets, strict=True)]
        self._menus, self._rows = self._all_menus()

    def _all_menus(self) -> tuple[list[tuple[Menu, ...]], list[Rows]]:
        """By column, the menus of the suits, and their rows with the offsets by free jokers."""
        task, size, least, both = self.task, self.size, self.task.shape.least, self.task.shape.both
        kind, sizes = self._kind, task.shape.sizes
        # Aces that are not laid low come back at the end; -1 is past the last column.
        coming = [*task.there[:-1], task.there[0 if both else -1], *[(-1, -1, -1, -1)] * least]
        menus: list[tuple[Menu, ...]] = []
        rows: list[Rows] = []
        later: Sequence[bool] = (False, False, False, False)
        for at in range(size - 1, -1, -1):
            there, must, weight = task.there[at], task.must[at], task.weight[at]
            if both and at == 0:
                must = NONE
            elif both and at == size - 1:
                a, b, c, d = (lie - count for lie, count in zip(task.must[0], task.there[0], strict=True))
                must, weight = (a, b, c, d), task.weight[0]
            suits = zip(must, there, task.bound[at], task.closing[at], task.opening[at],
                        zip(*coming[at + 1 : at + least], strict=True), later, weight, strict=True)  # fmt: skip
            one, two, three, four = here = kind.menus(at, suits)
            menus.append(here)
            beside = offsets(sizes, there, self._slots[at], self._bound_in_sets[at], task.jokers)
            rows.append((one.rows, two.rows, three.rows, four.rows, beside))
            if task.closing[at] != NONE:
                later = [now or count > 0 for now, count in zip(later, task.closing[at], strict=True)]
        return menus[::-1], rows[::-1]

    def run(self, most: int = ENDLESS) -> tuple[int, list[Step]] | None:
        """Search for a solution with a loss of at most `most`; raises OutOfNodes."""
        start = self._kind.start
        loss = self._search(0, start, min(most, ENDLESS - 1))
        return None if loss >= ENDLESS or loss > most else (loss, self._steps(start))

    def _steps(self, key: Key) -> list[Step]:
        steps: list[Step] = []
        for at in range(self.size):
            option = self._exact[at][key][1]
            one, two, three, four = self._menus[at]
            a, b, c, d = self._numbers(at, key)
            chosen = (
                one.choices[a][option[3]],
                two.choices[b][option[4]],
                three.choices[c][option[5]],
                four.choices[d][option[6]],
            )
            steps.append(Step(chosen, option[7] + self._bound_in_sets[at]))
            key = option[2]
        return steps

    def _numbers(self, at: int, key: Key) -> Four[int]:
        """The numbers of the rows that belong to a key."""
        a, b, c, d, used = key
        one, two, three, four = self._rows[at][4][self.task.jokers - used]
        return a + one, b + two, c + three, d + four

    def _search(self, at: int, key: Key, budget: int) -> int:
        """The least loss from here on where it is within the budget, else a bound above the budget."""
        if at == self.size:
            return self._at_the_end(key)
        low, rows = self._low[at].get(key), None
        if low is None:
            # A new node: each suit must lose this much here.
            rows = a, b, c, d = self._choices(at, key)
            low = self._low[at][key] = a[0][0] + b[0][0] + c[0][0] + d[0][0] if a and b and c and d else ENDLESS
        if low > budget:
            return low
        exact = self._exact[at].get(key)
        if exact is not None:
            return exact[0]
        self._spend(1)
        known = self._known[at].get(key)
        if known is None or known[0] < budget:
            known = self._known[at][key] = self._expand(at, key, budget, rows or self._choices(at, key))
        chosen: Option | None = None
        best, bound, ahead = ENDLESS, known[1], self._low[at + 1]
        for option in known[2]:
            loss = option[0]
            if loss > budget:
                bound = min(bound, loss)
                break
            more = ahead.get(option[2])
            if more is None or more <= budget - loss:
                more = self._search(at + 1, option[2], budget - loss)
            whole = loss + more
            if whole <= budget:
                best, chosen = whole, option
                if whole <= low:
                    break
                budget = whole - 1
            elif whole < bound:
                bound = whole
        if chosen is not None:
            self._exact[at][key] = (best, chosen)
            bound = best
        self._low[at][key] = bound
        return bound

    def _spend(self, nodes: int) -> None:
        if self.budget is not None:
            self.budget.left -= nodes
            if self.budget.left < 0:
                raise OutOfNodes(self._low[0][self._kind.start])

    def _choices(self, at: int, key: Key) -> Four[tuple[Priced, ...]]:
        """What there is to choose for each suit."""
        one, two, three, four, beside = self._rows[at]
        state_one, state_two, state_three, state_four, used = key
        to_one, to_two, to_three, to_four = beside[self.task.jokers - used]
        a, b = one.get(state_one + to_one), two.get(state_two + to_two)
        c, d = three.get(state_three + to_three), four.get(state_four + to_four)
        if a is None or b is None or c is None or d is None:
            rows = zip(self._menus[at], self._numbers(at, key), (a, b, c, d), strict=True)
            a, b, c, d = (menu.row(number) if row is None else row for menu, number, row in rows)
        return a, b, c, d

    def _at_the_end(self, key: Key) -> int:
        task, used = self.task, key[4]
        if self.relaxed:
            return 0
        if used < task.must_jokers:
            return ENDLESS
        return (task.jokers - used) * (self._kind.dearest if task.points else task.joker_weight)

    def _count_set_jokers(self, at: int, code: int) -> tuple[int, ...]:
        """How many free jokers the sets of a column may hold, given its cards in sets."""
        vector: Vector = (code & 7, code >> 3 & 7, code >> 6 & 7, code >> 9)
        bound = self._bound_in_sets[at]
        ways = set_ways(self.task.shape.sizes, vector, self._slots[at], self.task.jokers + bound)
        counts = tuple(held - bound for held in ways if held >= bound)
        self._set_jokers[at][code] = counts = counts[:1] if self.relaxed else counts
        return counts

    def _expand(self, at: int, key: Key, limit: int, rows: Four[tuple[Priced, ...]]) -> Expanded:
        """Find the options of a node whose own loss is within the limit, and the least loss of the others."""
        task, relaxed = self.task, self.relaxed
        used_before = key[4]
        free = task.jokers - used_before
        in_sets = self._kind.dearest - task.shape.set_values[at] if task.points else 0
        one, two, three, four = rows
        if not (one and two and three and four):
            return limit, ENDLESS, []
        ways = self._set_jokers[at]
        least_four = four[0][0]
        least_three = three[0][0] + least_four
        least_two = two[0][0] + least_three
        beyond = ENDLESS
        found: dict[Key, Option] = {}
        looked = 0
        for loss_one, jokers_one, key_one, code_one, owed_one, a in one:
            if loss_one + least_two > limit:
                beyond = min(beyond, loss_one + least_two)
                break
            for loss_two, jokers_two, key_two, code_two, owed_two, b in two:
                loss_two += loss_one
                if loss_two + least_three > limit:
                    if loss_two + least_three < beyond:
                        beyond = loss_two + least_three
                    break
                jokers_two += jokers_one
                if jokers_two > free:
                    continue
                if looked > WIDE:
                    self._spend(looked // A_NODE)
                    looked = 0
                code_two |= code_one
                owed_two += owed_one
                for loss_three, jokers_three, key_three, code_three, owed_three, c in three:
                    loss_three += loss_two
                    if loss_three + least_four > limit:
                        if loss_three + least_four < beyond:
                            beyond = loss_three + least_four
                        break
                    jokers_three += jokers_two
                    if jokers_three > free:
                        continue
                    looked += len(four)
                    code_three |= code_two
                    owed_three += owed_two
                    for loss, jokers, key_four, code, owed, d in four:
                        loss += loss_three
                        if loss > limit:
                            if loss < beyond:
                                beyond = loss
                            break
                        counts = ways.get(code | code_three)
                        if counts is None:
                            counts = self._count_set_jokers(at, code | code_three)
                        if not counts:
                            continue
                        jokers += jokers_three
                        if relaxed:
                            jokers += counts[0]
                            if jokers <= free:
                                then = key_one, key_two, key_three, key_four, used_before + jokers
                                old = found.get(then)
                                if old is None or old[0] > loss:
                                    found[then] = (loss, 3 * jokers + owed_three + owed, then, a, b, c, d, counts[0])
                            continue
                        for extra in counts:
                            used, cost = jokers + extra, loss + extra * in_sets
                            if used > free:
                                break
                            if cost > limit:
                                beyond = min(beyond, cost)
                                continue
                            goes = key_one, key_two, key_three, key_four, used_before + used
                            old = found.get(goes)
                            if old is None or old[0] > cost:
                                found[goes] = (cost, 3 * used + owed_three + owed, goes, a, b, c, d, extra)
        options = list(found.values())
        if len(options) > 1:
            options.sort(key=_PROMISE)
        return limit, beyond, options
