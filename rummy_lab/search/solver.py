"""Exact search over the ranks: depth first with a loss budget and a memo of bounds.

The loss is what the cards left out weigh. The budget starts at zero and grows to the smallest bound that exceeded it,
so the first solution found is a best one. Which cards of a rank go to sets, which to runs and which stay is all there
is to choose (see `automaton`); the rest follows from the tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

from rummy_lab.search.automaton import Choice, Column, Open, choices
from rummy_lab.search.tables import Shape, Vector, set_masks, set_ways

ENDLESS = 1 << 60
NONE: Vector = (0, 0, 0, 0)
# A key packs what the rest of the search depends on: the open runs of each suit, jokers used, aces kept for the end.
_RUNS, _USED, _SAVED = 12, 48, 52
Four = tuple[Choice, Choice, Choice, Choice]
Priced = tuple[int, int, int, int, int, Choice]
# Loss, what is owed, the node it leads to, a choice for each suit, jokers in sets.
Option = tuple[int, int, int, Priced, Priced, Priced, Priced, int]
Expanded = tuple[int, int, list[Option]]


_WAYS: dict[tuple[object, ...], dict[int, tuple[int, ...]]] = {}


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


class Step(NamedTuple):
    """What is done at one column: a choice for each suit, and how many jokers its sets hold."""

    choices: Four
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


class Solver:
    """One search. `run` returns the least loss and the steps, or None when what must lie cannot."""

    def __init__(self, task: Task, budget: Budget | None = None) -> None:
        self.task, self.budget, self.proved_loss = task, budget, 0
        self.size = size = len(task.shape.ranks)
        # Tasks that weigh places lay every joker by choice: a joker attached afterwards would have no place yet.
        self.relaxed = not (task.exact_jokers or task.points)
        self._dearest = max(*task.shape.values, *task.shape.set_values)
        self._exact: list[dict[int, tuple[int, Option]]] = [{} for _ in range(size)]
        self._low: list[dict[int, int]] = [{} for _ in range(size)]
        self._known: list[dict[int, Expanded]] = [{} for _ in range(size)]
        self._columns = self._all_columns()
        self._choices: list[dict[int, list[Priced]]] = [{} for _ in range(4 * size)]
        self._ways = [self._ways_of(at) for at in range(size)]
        self._ids: dict[Open, int] = {}
        self._opens: list[Open] = []

    def _ways_of(self, at: int) -> dict[int, tuple[int, ...]]:
        """The memo of `_set_jokers`, one for all columns of all searches in which it says the same."""
        task = self.task
        last = task.shape.both and at == self.size - 1
        here = ((), 0) if last else (task.slots[at], task.bound_in_sets[at])
        return _WAYS.setdefault((task.shape.sizes, *here, task.jokers, self.relaxed), {})

    def run(self, most: int = ENDLESS) -> tuple[int, list[Step]] | None:
        """Search for a solution with a loss of at most `most`; raises OutOfNodes."""
        assert self._id((0,) * self.task.shape.least) == 0
        budget, step = 0, 1
        bound = self._search(0, 0, 0)
        while budget < bound < ENDLESS and bound <= most:
            self.proved_loss = bound
            budget, step = min(max(bound, budget + step), most), 2 * step
            bound = self._search(0, 0, budget)
        if bound >= ENDLESS or bound > most:
            return None
        steps: list[Step] = []
        key = 0
        for at in range(self.size):
            _, _, then, a, b, c, d, held = self._exact[at][key][1]
            steps.append(Step((a[5], b[5], c[5], d[5]), held + self._bound_in_sets(at)))
            key = then
        return bound, steps

    def _id(self, runs: Open) -> int:
        known = self._ids.get(runs)
        if known is None:
            known = self._ids[runs] = len(self._opens)
            self._opens.append(runs)
        return known

    def _all_columns(self) -> list[list[Column]]:
        task, size, least = self.task, self.size, self.task.shape.least
        # Aces that are not laid low come back at the end; -1 is past the last column.
        coming = [*task.there[:-1], task.there[0 if task.shape.both else -1], *[(-1, -1, -1, -1)] * least]
        columns: list[list[Column]] = []
        later = [False] * 4
        for at in range(size - 1, -1, -1):
            ahead = tuple(zip(*coming[at + 1 : at + least], strict=True))
            must = NONE if task.shape.both and at == 0 else task.must[at]
            there, bound, closing, opening = task.there[at], task.bound[at], task.closing[at], task.opening[at]
            columns.append([
                Column(must[suit], there[suit], bound[suit], closing[suit], opening[suit], ahead[suit],
                       at == size - least, later[suit])
                for suit in range(4)
            ])  # fmt: skip
            if closing != NONE:
                later = [now or count > 0 for now, count in zip(later, closing, strict=True)]
        return columns[::-1]

    def _last_column(self, suit: int, saved: int) -> Column:
        """The last column of a suit, where the aces that were saved at the first come back."""
        must = self.task.must[0][suit] - (self.task.there[0][suit] - saved)
        return self._columns[-1][suit]._replace(there=saved, must=max(0, must))

    def _bound_in_sets(self, at: int) -> int:
        return 0 if self.task.shape.both and at == self.size - 1 else self.task.bound_in_sets[at]

    def _search(self, at: int, key: int, budget: int) -> int:
        """The least loss from here on where it is within the budget, else a bound above the budget."""
        if at == self.size:
            return self._at_the_end(key)
        exact = self._exact[at].get(key)
        if exact is not None:
            return exact[0]
        low = self._low[at].get(key, 0)
        if low > budget:
            return low
        if self.budget is not None:
            self.budget.left -= 1
            if self.budget.left < 0:
                raise OutOfNodes(self.proved_loss)
        known = self._known[at].get(key)
        if known is None or known[0] < budget:
            known = self._known[at][key] = self._expand(at, key, budget)
        chosen: Option | None = None
        best, bound = ENDLESS, known[1]
        for option in known[2]:
            loss = option[0]
            if loss > budget:
                bound = min(bound, loss)
                break
            whole = loss + self._search(at + 1, option[2], budget - loss)
            if whole <= budget:
                best, chosen = whole, option
                if whole <= low:
                    break
                budget = whole - 1
            elif whole < bound:
                bound = whole
        if chosen is not None:
            self._exact[at][key] = (best, chosen)
            return best
        self._low[at][key] = bound
        return bound

    def _at_the_end(self, key: int) -> int:
        task, used = self.task, key >> _USED & 15
        if self.relaxed:
            return 0
        if used < task.must_jokers:
            return ENDLESS
        return (task.jokers - used) * (self._dearest if task.points else task.joker_weight)

    def _priced(self, at: int, suit: int, runs: int, free: int, saved: int | None) -> list[Priced]:
        """The choices of a suit: loss, jokers, open runs after it, code of its sets, debt, and the choice itself."""
        task = self.task
        first, last = task.shape.both and at == 0, saved is not None
        column = self._columns[at][suit] if saved is None else self._last_column(suit, saved)
        mask = 1
        if not last:
            mask = set_masks(task.shape.sizes, task.there[at], task.slots[at], free + task.bound_in_sets[at])[suit]
        weight = task.weight[0 if last else at][suit]
        ace = task.shape.set_values[0] - task.shape.values[0] if first and task.points else 0
        priced: list[Priced] = []
        for choice in choices(self._opens[runs], column, free, mask, self.relaxed, first):
            loss = choice.runs * ace if first else choice.left * weight
            if task.points:
                loss += choice.jokers * (self._dearest - task.shape.values[at])
            after = self._id(choice.after) << _RUNS * suit
            if first:
                after |= choice.left << _SAVED + 3 * suit
            priced.append((loss, choice.jokers, after, choice.sets << 3 * suit, choice.owed, choice))
        priced.sort(key=_LOSS)
        self._choices[4 * at + suit][runs | free << 12 | (0 if saved is None else saved + 1) << 16] = priced
        return priced

    def _set_jokers(self, at: int, code: int) -> tuple[int, ...]:
        """How many free jokers the sets of a column may hold, given its cards in sets."""
        task = self.task
        last = task.shape.both and at == self.size - 1
        vector: Vector = (code & 7, code >> 3 & 7, code >> 6 & 7, code >> 9)
        bound = self._bound_in_sets(at)
        ways = set_ways(task.shape.sizes, vector, () if last else task.slots[at], task.jokers + bound)
        counts = tuple(held - bound for held in ways if held >= bound)
        self._ways[at][code] = counts = counts[:1] if self.relaxed else counts
        return counts

    def _expand(self, at: int, key: int, limit: int) -> Expanded:
        """The options of a node whose own loss is within the limit, and the least loss of the others."""
        task = self.task
        free = task.jokers - (key >> _USED & 15)
        both = task.shape.both
        last, first = both and at == self.size - 1, both and at == 0
        memos, relaxed = self._choices, self.relaxed
        in_sets = self._dearest - task.shape.set_values[at] if task.points else 0
        lists: list[list[Priced]] = []
        for suit in range(4):
            runs, saved = key >> _RUNS * suit & 4095, key >> _SAVED + 3 * suit & 7 if last else None
            known = memos[4 * at + suit].get(runs | free << 12 | (0 if saved is None else saved + 1) << 16)
            lists.append(self._priced(at, suit, runs, free, saved) if known is None else known)
        one, two, three, four = lists
        if not (one and two and three and four):
            return limit, ENDLESS, []
        kept = key >> _SAVED << _SAVED if both and not (first or last) else 0
        kept += (task.jokers - free) << _USED
        ways = self._ways[at]
        least_four = four[0][0]
        least_three = three[0][0] + least_four
        least_two = two[0][0] + least_three
        beyond = ENDLESS
        found: dict[int, Option] = {}
        for a in one:
            loss_one, jokers_one, after_one, code_one, debt_one, _ = a
            if loss_one + least_two > limit:
                if loss_one + least_two < beyond:
                    beyond = loss_one + least_two
                break
            for b in two:
                loss_two, jokers_two, after_two, code_two, debt_two, _ = b
                loss_two += loss_one
                if loss_two + least_three > limit:
                    if loss_two + least_three < beyond:
                        beyond = loss_two + least_three
                    break
                jokers_two += jokers_one
                if jokers_two > free:
                    continue
                after_two |= after_one
                code_two |= code_one
                debt_two += debt_one
                for c in three:
                    loss_three, jokers_three, after_three, code_three, debt_three, _ = c
                    loss_three += loss_two
                    if loss_three + least_four > limit:
                        if loss_three + least_four < beyond:
                            beyond = loss_three + least_four
                        break
                    jokers_three += jokers_two
                    if jokers_three > free:
                        continue
                    after_three = (after_three | after_two) + kept
                    code_three |= code_two
                    debt_three += debt_two
                    for d in four:
                        loss, jokers, after, code, owed, _ = d
                        loss += loss_three
                        if loss > limit:
                            if loss < beyond:
                                beyond = loss
                            break
                        counts = ways.get(code | code_three)
                        if counts is None:
                            counts = self._set_jokers(at, code | code_three)
                        if not counts:
                            continue
                        if relaxed:
                            jokers += jokers_three + counts[0]
                            if jokers <= free:
                                then = (after_three | after) + (jokers << _USED)
                                old = found.get(then)
                                if old is None or old[0] > loss:
                                    found[then] = (loss, 3 * jokers + debt_three + owed, then, a, b, c, d, counts[0])
                            continue
                        for extra in counts:
                            used = jokers + jokers_three + extra
                            if used > free:
                                break
                            cost = loss + extra * in_sets
                            if cost > limit:
                                beyond = min(beyond, cost)
                                continue
                            then = (after_three | after) + (used << _USED)
                            old = found.get(then)
                            if old is None or old[0] > cost:
                                found[then] = (cost, 3 * used + debt_three + owed, then, a, b, c, d, extra)
        # The order in which options are tried: least loss, then least that is still owed.
        options = list(found.values())
        if len(options) > 1:
            options.sort(key=_PROMISE)
        return limit, beyond, options


_PROMISE, _LOSS = itemgetter(0, 1), itemgetter(0)
