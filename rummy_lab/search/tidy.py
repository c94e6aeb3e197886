"""Among turns as good as the best one that leaves the most melds of the table as they are (DESIGN D21).

A meld that only grew counts as left. None, one, two ... melds are broken up in turn, so the first turn found is the
tidiest; a node budget, never a clock, ends the search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.melds import Meld, Table
from rummy_lab.core.moves import Arrange, Discard, Turn
from rummy_lab.core.state import State
from rummy_lab.core.workspace import turn_hand
from rummy_lab.search.arranging import Objective, grown_arrangement
from rummy_lab.search.rearranging import in_order, joker_cases
from rummy_lab.search.solver import Budget
from rummy_lab.search.tables import shape

Accepts = Callable[[Turn], bool]
# What setting up a search costs, in nodes.
_OWN_COST: Final = 12


def tidied(
    state: State, turn: Turn, objective: Objective, most: int, accepts: Accepts, nodes: int = 1500
) -> tuple[Turn | None, bool]:
    """A turn as good as the given one that breaks up the fewest melds, and whether that is known to be the fewest.

    `most` is the weight of the cards it leaves out; `accepts` says whether a turn is legal and as good. None where
    the given turn is the tidiest found.
    """
    if shape(state.rules) is None:
        return None, False
    start = state.base.table
    closing = turn[-1]
    hand = [card for card in turn_hand(state) if card is not None]
    if isinstance(closing, Discard):
        hand.remove(closing.card)
    search = _Search(state, hand, objective, most, Budget(nodes))

    def found(chosen: tuple[int, ...]) -> Turn | None:
        for table in search.tables(chosen):
            candidate = Turn((Arrange(table), closing))
            if accepts(candidate):
                return candidate
        return None

    best = _improved(start, turn, found, search.budget)
    broken = _broken(start, best)
    for size in range(len(broken)):
        for chosen in _choices(len(start), size, broken):
            tidier = found(chosen)
            if tidier is not None:
                return tidier, True
            if search.budget.left <= 0:
                return (None if best is turn else best), False
    return (None if best is turn else best), True


def _improved(start: Table, turn: Turn, found: Callable[[tuple[int, ...]], Turn | None], budget: Budget) -> Turn:
    """Leave one more meld as it is, as often as that can be done: good quickly, not always the best."""
    broken = _broken(start, turn)
    for at in list(broken):
        if budget.left <= 0:
            break
        if at in broken:
            better = found(tuple(other for other in broken if other != at))
            if better is not None:
                turn, broken = better, _broken(start, better)
    return turn


def _broken(start: Table, turn: Turn) -> list[int]:
    """The melds of the start that do not lie, unchanged or grown, in the final table."""
    final = list(next((move.melds for move in turn if isinstance(move, Arrange)), start))
    lost: list[int] = []
    for at, meld in enumerate(start):
        slots = Counter(meld.slots)
        home = next((other for other in final if not slots - Counter(other.slots)), None)
        if home is None:
            lost.append(at)
        else:
            final.remove(home)
    return lost


def _choices(melds: int, size: int, broken: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Sets of melds to break up, those of the known turn first."""
    yield from combinations(broken, size)
    others = set(broken)
    for chosen in combinations(range(melds), size):
        if any(at not in others for at in chosen):
            yield chosen


@dataclass(frozen=True, slots=True)
class _Search:
    """Arrangements in which only some melds of the table are broken up."""

    state: State
    hand: list[Card]
    objective: Objective
    most: int
    budget: Budget

    def tables(self, chosen: tuple[int, ...]) -> Iterator[Table]:
        """The best table of each case of jokers when these melds are broken up."""
        start, rules = self.state.base.table, self.state.rules
        hosts = [meld for at, meld in enumerate(start) if at not in chosen]
        loose = [start[at] for at in chosen]
        naturals = [card for meld in loose for card in meld.naturals]
        if rules.joker.anchor == "free":
            jokers = [JOKER] * sum(len(meld.jokers) for meld in loose)
            yield from self._grown(hosts, [*naturals, *jokers], self.hand, [])
            return
        lent = Counter(card for meld in start for card in meld.naturals)
        for kept, forced, freed in joker_cases(self.state, loose, self.hand, lent):
            rest = list((Counter(self.hand) - Counter(forced)).elements())
            yield from self._grown(hosts, [*naturals, *forced, *[JOKER] * freed], rest, kept)

    def _grown(
        self, hosts: Sequence[Meld], must: Sequence[Card], may: Sequence[Card], keep: Sequence[Card]
    ) -> Iterator[Table]:
        self.budget.left -= _OWN_COST
        found = grown_arrangement(
            self.state.rules, hosts, must, may, self.objective, keep, budget=self.budget, most=self.most
        )
        if found is not None and found.proved:
            yield in_order(self.state.base.table, found.melds)
