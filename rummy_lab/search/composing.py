"""From the steps of a search to melds: runs are strung together, sets dealt out, spare jokers attached."""

from __future__ import annotations

from collections.abc import Sequence

from rummy_lab.core.cards import JOKER, Card, card_of, joker_as, joker_in_set, natural
from rummy_lab.core.judge import heap_of, is_set_like, readings
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet
from rummy_lab.search.solver import Step, Task
from rummy_lab.search.tables import Shape, set_ways


class _Run:
    """A run while it is put together: the columns it begins and ends at, and its slots."""

    __slots__ = ("end", "place", "slots", "start")

    def __init__(self, start: int, slots: Sequence[Card]) -> None:
        self.start, self.slots = start, list(slots)
        self.end = start + len(self.slots) - 1
        # Where it began and ended before it grew.
        self.place = (self.start, self.end)


def column_of(form: Shape, meld: Meld) -> int:
    """The column at which a run begins; an ace below the two stands at the first."""
    first = meld.slots[0].rank
    return form.ranks.index(first)


class Composer:
    """Puts the melds together; `hosts` are melds of the table that stay and may grow."""

    def __init__(self, rules: RuleSet, task: Task, hosts: Sequence[Meld] = ()) -> None:
        self.rules, self.task, self.form = rules, task, task.shape
        self.open: list[list[_Run]] = [[] for _ in range(4)]
        self.finished: list[_Run] = []
        self.sets: list[list[Card]] = []
        self.host_runs: list[_Run] = []
        self.host_sets: list[list[Card]] = []
        for meld in hosts:
            if is_set_like(meld.slots):
                self.host_sets.append(list(meld.slots))
            else:
                self.host_runs.append(_Run(column_of(self.form, meld), meld.slots))

    def melds(self, steps: Sequence[Step]) -> list[Meld] | None:
        """The melds that the steps describe; None where jokers that fill no hole cannot be attached."""
        used = 0
        for at, step in enumerate(steps):
            in_sets = 0
            for suit, (_, sets, jokers, _, cards, closed, _) in enumerate(step.choices):
                in_sets += sets
                if closed:
                    self._swallow(at, suit, closed)
                if cards or jokers or self.open[suit]:
                    self._string(at, suit, cards, jokers)
                    used += jokers
                if self.host_runs:
                    self.open[suit] += self._hosts_at(suit, end=at)
            if in_sets:
                used += self._deal_sets(at, step)
        self.finished += [run for suit in self.open for run in suit]
        spare = 0 if self.task.exact_jokers or self.task.points else self.task.jokers - used
        if not self._attach(spare):
            return None
        rows = [part for run in self.finished for part in _cut(run.slots, self.rules.top, self.form.least)]
        runs = [Meld.of(cards, self.rules.top) for cards in rows]
        return [*runs, *(_set(self.rules, cards) for cards in (*self.sets, *self.host_sets))]

    def _hosts_at(self, suit: int, *, start: int | None = None, end: int | None = None) -> list[_Run]:
        letter = self.rules.pack.suits[suit]
        return [
            run
            for run in self.host_runs
            if run.slots[0].suit == letter
            and (start is None or run.place[0] == start)
            and (end is None or run.place[1] == end)
        ]

    def _swallow(self, at: int, suit: int, count: int) -> None:
        """Runs that end just before a run of the table become its lower part, the shortest first."""
        short = sorted((run for run in self.open[suit] if len(run.slots) < self.form.least), key=lambda r: len(r.slots))
        for run, host in zip(short[:count], self._hosts_at(suit, start=at), strict=False):
            self.open[suit].remove(run)
            host.slots = run.slots + host.slots
            host.start = run.start

    def _string(self, at: int, suit: int, cards: int, jokers: int) -> None:
        """Continue short runs first, then long ones, then open new ones; naturals open, so that no run lacks one."""
        card = natural(self.form.ranks[at], self.rules.pack.suits[suit])
        bound = self.task.bound[at][suit]
        row = [card] * (cards - bound)
        if jokers + bound:
            row = [joker_as(card)] * (jokers + bound) + row
        going = self.open[suit]
        if len(going) > 1:
            going.sort(key=lambda run: (len(run.slots) >= self.form.least, -len(run.slots)))
        self.open[suit] = []
        for run in going:
            if row:
                run.slots.append(row.pop(0))
                run.end = at
                self.open[suit].append(run)
            else:
                self.finished.append(run)
        self.open[suit] += [_Run(at, [opening]) for opening in row]

    def _deal_sets(self, at: int, step: Step) -> int:
        """The sets of one column; returns how many free jokers they hold."""
        a, b, c, d = (choice.sets for choice in step.choices)
        rank, suits = self.form.ranks[at], self.rules.pack.suits
        here = [cards for cards in self.host_sets if cards[0].rank == rank and len(cards) == 3]
        way = set_ways(self.form.sizes, (a, b, c, d), self.task.slots[at], step.set_jokers)[step.set_jokers]
        for chosen, wild in way:
            naturals = [natural(rank, suits[suit]) for suit in chosen]
            if wild < 0:
                here[-1 - wild].extend(naturals)
            else:
                self.sets.append([*naturals, *[joker_in_set(rank, suits)] * wild])
        return step.set_jokers - self.task.bound_in_sets[at]

    def _attach(self, spare: int) -> bool:
        """Put jokers at the ends of runs, into sets with room, or between the halves of a full run."""
        for _ in range(spare):
            if any(self._lengthen(run) for run in self.finished):
                continue
            room = next((cards for cards in (*self.sets, *self.host_sets) if len(cards) + 1 in self.form.sizes), None)
            if room is None:
                return False
            room.append(joker_in_set(room[0].rank, self.rules.pack.suits))
        return True

    def _lengthen(self, run: _Run) -> bool:
        top, least, ranks = self.rules.top, self.form.least, self.form.ranks
        if len(run.slots) < top and run.end + 1 < len(ranks):
            run.end += 1
            run.slots.append(_stand_in(run.slots[0], ranks[run.end]))
        elif len(run.slots) < top and run.start > 0:
            run.start -= 1
            run.slots.insert(0, _stand_in(run.slots[0], ranks[run.start]))
        elif len(run.slots) >= 2 * least and run not in self.host_runs:
            upper = _Run(run.start + least, run.slots[least:])
            run.slots, run.end = run.slots[:least], run.start + least
            run.slots.append(_stand_in(run.slots[0], ranks[run.end]))
            self.finished.append(upper)
        else:
            return False
        return True


def _cut(slots: list[Card], top: int, least: int) -> list[list[Card]]:
    """A run from the low ace to the high one holds the ace twice, so it is two runs."""
    if len(slots) <= top:
        return [slots]
    at = next(
        at
        for at in range(least, len(slots) - least + 1)
        if not all(card.joker for card in slots[:at]) and not all(card.joker for card in slots[at:])
    )
    return [slots[:at], slots[at:]]


def _set(rules: RuleSet, cards: list[Card]) -> Meld:
    """The set of these slots; where its jokers are named, the first names that fit."""
    heap = heap_of(rules, cards)
    if rules.joker.set_release == "declared" and heap.jokers:
        return readings(rules, [JOKER if card.joker and not card.suit else card for card in heap.slots])[0]
    return heap


def _stand_in(beside: Card, rank: int) -> Card:
    return joker_as(natural(rank, (card_of(beside) if beside.joker else beside).suit))
