"""Exact search over the ranks: depth first with a loss budget and a memo of bounds.

The loss is what the cards left out weigh. The budget starts at zero and grows to the smallest bound that exceeded it,
so the first solution found is a best one. Which cards of a rank go to sets, which to runs and which stay is all there
is to choose (see `automaton`); the rest follows from the tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rummy_lab.search.automaton import Choice, Column, Open, choices
from rummy_lab.search.tables import Shape, Vector, set_masks, set_ways

ENDLESS = 1 << 60
NONE: Vector = (0, 0, 0, 0)
# A key packs what the rest of the search depends on: the open runs of each suit, jokers used, aces kept for the end.
_RUNS, _USED, _SAVED = 12, 48, 52
Four = tuple[Choice, Choice, Choice, Choice]
Priced = tuple[int, int, int, int, int, Choice]
Option = tuple[int, int, Four, int]
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
        self._columns = [[self._column(at, suit) for suit in range(4)] for at in range(size)]
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
            _, key, four, held = self._exact[at][key][1]
            steps.append(Step(four, held))
        return bound, steps

    def _id(self, runs: Open) -> int:
        known = self._ids.get(runs)
        if known is None:
            known = self._ids[runs] = len(self._opens)
            self._opens.append(runs)
        return known

    def _column(self, at: int, suit: int, there: int | None = None) -> Column:
        task, size, least = self.task, self.size, self.task.shape.least
        ahead = tuple(self._coming(at + step, suit) if at + step < size else -1 for step in range(1, least))
        cards, must = task.there[at][suit], task.must[at][suit]
        if there is not None:
            cards, must = there, max(0, task.must[0][suit] - (task.there[0][suit] - there))
        elif task.shape.both and at == 0:
            must = 0
        return Column(
            must, cards, task.bound[at][suit], task.closing[at][suit], task.opening[at][suit], ahead,
            at == size - least, any(row[suit] for row in task.closing[at + 1 :]),
        )  # fmt: skip

    def _coming(self, at: int, suit: int) -> int:
        """The most cards of a suit there can be at a later column; aces not laid low come back at the end."""
        last = self.task.shape.both and at == self.size - 1
        return self.task.there[0 if last else at][suit]

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
            whole = loss + self._search(at + 1, option[1], budget - loss)
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
        memo = self._choices[4 * at + suit]
        key = runs | free << 12 | (0 if saved is None else saved + 1) << 16
        known = memo.get(key)
        if known is not None:
            return known
        task = self.task
        first, last = task.shape.both and at == 0, saved is not None
        column = self._column(at, suit, saved) if last else self._columns[at][suit]
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
        priced.sort(key=_loss)
        memo[key] = priced
        return priced

    def _set_jokers(self, at: int, code: int) -> tuple[int, ...]:
        """How many free jokers the sets of a column may hold, given its cards in sets."""
        task = self.task
        last = task.shape.both and at == self.size - 1
        vector: Vector = (code & 7, code >> 3 & 7, code >> 6 & 7, code >> 9)
        bound = 0 if last else task.bound_in_sets[at]
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
        if last:
            one, two, three, four = (
                self._priced(at, suit, key >> _RUNS * suit & 4095, free, key >> _SAVED + 3 * suit & 7)
                for suit in range(4)
            )
        else:
            one = self._priced(at, 0, key & 4095, free, None)
            two = self._priced(at, 1, key >> _RUNS & 4095, free, None)
            three = self._priced(at, 2, key >> 2 * _RUNS & 4095, free, None)
            four = self._priced(at, 3, key >> 3 * _RUNS & 4095, free, None)
        if not (one and two and three and four):
            return limit, ENDLESS, []
        kept = key >> _SAVED << _SAVED if both and not (first or last) else 0
        kept += (task.jokers - free) << _USED
        in_sets = self._dearest - task.shape.set_values[at] if task.points else 0
        ways = self._ways[at]
        least_four = four[0][0]
        least_three = three[0][0] + least_four
        least_two = two[0][0] + least_three
        beyond = ENDLESS
        found: dict[int, tuple[int, int, Priced, Priced, Priced, Priced, int]] = {}
        for a in one:
            if a[0] + least_two > limit:
                beyond = min(beyond, a[0] + least_two)
                break
            for b in two:
                loss_two = a[0] + b[0]
                if loss_two + least_three > limit:
                    beyond = min(beyond, loss_two + least_three)
                    break
                jokers_two = a[1] + b[1]
                if jokers_two > free:
                    continue
                after_two, code_two, debt_two = a[2] | b[2], a[3] | b[3], a[4] + b[4]
                for c in three:
                    loss_three = loss_two + c[0]
                    if loss_three + least_four > limit:
                        beyond = min(beyond, loss_three + least_four)
                        break
                    jokers_three = jokers_two + c[1]
                    if jokers_three > free:
                        continue
                    after_three, code_three, debt_three = after_two | c[2], code_two | c[3], debt_two + c[4]
                    for d in four:
                        loss_four = loss_three + d[0]
                        if loss_four > limit:
                            beyond = min(beyond, loss_four)
                            break
                        jokers = jokers_three + d[1]
                        code = code_three | d[3]
                        counts = ways.get(code)
                        if counts is None:
                            counts = self._set_jokers(at, code)
                        for extra in counts:
                            if jokers + extra > free:
                                break
                            loss = loss_four + extra * in_sets
                            if loss > limit:
                                beyond = min(beyond, loss)
                                continue
                            then = (after_three | d[2]) + kept + (jokers + extra << _USED)
                            old = found.get(then)
                            if old is None or old[0] > loss:
                                owed = 3 * (jokers + extra) + debt_three + d[4]
                                found[then] = (loss, owed, a, b, c, d, extra)
        bound = 0 if last else task.bound_in_sets[at]
        entries = [
            (loss, owed, (loss, then, (a[5], b[5], c[5], d[5]), extra + bound))
            for then, (loss, owed, a, b, c, d, extra) in found.items()
        ]
        if len(entries) > 1:
            entries.sort(key=_promise)
        return limit, beyond, [entry[2] for entry in entries]


def _promise(entry: tuple[int, int, Option]) -> tuple[int, int]:
    """The order in which options are tried: least loss, then least that is still owed."""
    return entry[0], entry[1]


def _loss(choice: Priced) -> int:
    return choice[0]
