"""Arrangements of a table under rules that speak of the final table as a whole.

Such a rule asks for melds that meet it: that a frozen meld lies whole in one, that a joker keeps its company, that hand
cards alone are worth enough or hold the freed jokers. Each way to lay those melds is a start for the general search,
which knows nothing of the rule; what has to come from the hand for it counts as cards that must lie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.jokers import Anchor
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet
from rummy_lab.search.general import Piece, Pool, Search, Start, best_of, weights
from rummy_lab.search.general_melds import all_melds, anchors
from rummy_lab.search.solver import Budget

_A_NODE, _A_START = 4, 3  # melds that are looked at in the time of a node; nodes that a start is as dear as


@dataclass(frozen=True, slots=True)
class Case:
    """A table, a hand, and one way to treat the jokers of the table.

    Attributes:
        forced: cards of the hand that have to lie, jokers bare.
        kept: the jokers that stay, by the number of their meld (from 0) and what they are bound to.
        freed: the other jokers of the table; must_jokers of them have to lie. gone: how many may not.
    """

    table: tuple[Meld, ...]
    hand: tuple[Card, ...]
    forced: tuple[Card, ...] = ()
    kept: tuple[tuple[int, Anchor], ...] = ()
    freed: int = 0
    must_jokers: int = 0
    gone: int = 0


@dataclass(frozen=True, slots=True)
class Demands:
    """What the final table has to show.

    Attributes:
        frozen: each meld of the table with a joker that stays lies whole in one of its own.
        strict: a joker that stays keeps two cards of its meld.
        opening: what melds of hand cards alone have to be worth, in points; None where they need not be.
        new_jokers: how many freed jokers have to lie in melds whose naturals all come from the hand.
        melded: a card that has to lie in a meld of hand cards alone, a joker bare.
    """

    frozen: bool = False
    strict: bool = False
    opening: int | None = None
    new_jokers: int = 0
    melded: Card | None = None


@dataclass(frozen=True, slots=True)
class _Partial:
    """Melds laid so far, the bag left, the cards of the hand laid for sure, and how many of its jokers."""

    bag: int
    pieces: tuple[Piece, ...] = ()
    laid: Counter[Card] = field(default_factory=Counter[Card])
    more: int = 0


def conditioned(
    rules: RuleSet, case: Case, demands: Demands, objective: str, budget: Budget | None = None
) -> tuple[Meld, ...] | None:
    """The melds of a best final table that meets the demands, or None; raises OutOfNodes."""
    return _Conditioned(rules, case, demands, objective, budget).best()


class _Conditioned:
    def __init__(self, rules: RuleSet, case: Case, demands: Demands, objective: str, budget: Budget | None) -> None:
        self.rules, self.case, self.demands, self.budget = rules, case, demands, budget
        self.hand = Counter(card for card in case.hand if not card.joker)
        self.hand_jokers = case.hand.count(JOKER)
        cards = self.hand + Counter(card for meld in case.table for card in meld.naturals)
        keep = Counter(bound for _, bound in case.kept)
        self.pool = Pool(rules, cards, keep, case.freed + self.hand_jokers - case.gone, objective == "points", budget)
        self._weights = weights(rules, cards, objective)
        self._hosts: list[Meld] | None = None
        self._looked = 0
        self._own = [piece for meld in all_melds(rules, self.hand, self.pool.wild) for piece in self.pool.charged(meld)]

    def best(self) -> tuple[Meld, ...] | None:
        starts: dict[tuple[tuple[int, ...], int, int], Start] = {}
        searches: dict[tuple[tuple[int, ...], int], Search] = {}
        for partial in self._partials():
            if self.budget is not None:
                self.budget.spend(_A_START)
            may = self.hand - (partial.laid | Counter(card for card in self.case.forced if not card.joker))
            more = max(partial.more, self.case.forced.count(JOKER))
            must = self.case.freed + more if more else self.case.must_jokers
            stay = self.pool.jokers - must
            if stay < 0:
                continue
            key = (tuple(may[face] for face in self.pool.faces), stay)
            if key not in searches:
                searches[key] = Search(self.pool, may, stay, self._weights, self.budget)
            loss = sum(piece.loss for piece in partial.pieces)
            known = starts.get((*key, partial.bag))
            if known is None or known.loss > loss:
                melds = tuple(piece.meld for piece in partial.pieces)
                starts[*key, partial.bag] = Start(partial.bag, loss, melds)
        found = best_of([(searches[may, stay], start) for (may, stay, _), start in starts.items()])
        return None if found is None else tuple(found[1])

    def _partials(self) -> Iterator[_Partial]:
        demands, empty = self.demands, _Partial(self.pool.start)
        hosted = self._frozen(empty, 0) if demands.frozen else self._strict(empty, ()) if demands.strict else [empty]
        for partial in hosted:
            for opened in self._opened(partial):
                for relaid in self._relaid(opened):
                    yield from self._melded(relaid)

    def _spend(self) -> None:
        """Ways to meet the demands count as well: there are many where the hand is large."""
        self._looked += 1
        if self.budget is not None and self._looked % _A_NODE == 0:
            self.budget.spend(1)

    # Melds that take in a meld of the table, or a joker with its company.

    def _with(self, partial: _Partial, piece: Piece) -> _Partial | None:
        bag = self.pool.without(partial.bag, piece)
        return None if bag is None else _Partial(bag, (*partial.pieces, piece), partial.laid, partial.more)

    def _host_melds(self) -> list[Meld]:
        if self._hosts is None:
            self._hosts = list(all_melds(self.rules, self.pool.cards, self.pool.wild, whole=True))
        return self._hosts

    def _frozen(self, partial: _Partial, heap: int) -> Iterator[_Partial]:
        if heap == len(self.case.table):
            yield partial
            return
        kept = Counter(bound for at, bound in self.case.kept if at == heap)
        if not kept:
            yield from self._frozen(partial, heap + 1)
            return
        naturals = Counter(self.case.table[heap].naturals)
        if self.demands.strict and naturals.total() + kept.total() < 3:
            return
        for meld in self._host_melds():
            self._spend()
            if kept <= anchors(meld) and naturals <= Counter(meld.naturals):
                grown = self._with(partial, self.pool.piece(meld, kept))
                if grown is not None:
                    yield from self._frozen(grown, heap + 1)

    def _strict(self, partial: _Partial, homed: tuple[int, ...]) -> Iterator[_Partial]:
        kept = self.case.kept
        first = next((at for at in range(len(kept)) if at not in homed), None)
        if first is None:
            yield partial
            return
        others = [at for at in range(first + 1, len(kept)) if at not in homed]
        for meld in self._host_melds():
            self._spend()
            stands = anchors(meld)
            if not stands[kept[first][1]]:
                continue
            for size in range(len(others) + 1):
                for chosen in combinations(others, size):
                    together = [kept[at] for at in (first, *chosen)]
                    taken = Counter(bound for _, bound in together)
                    if taken <= stands and all(self._company(meld, together, heap) >= 3 for heap, _ in together):
                        grown = self._with(partial, self.pool.piece(meld, taken))
                        if grown is not None:
                            yield from self._strict(grown, (*homed, first, *chosen))

    def _company(self, meld: Meld, together: Sequence[tuple[int, Anchor]], heap: int) -> int:
        naturals = Counter(self.case.table[heap].naturals) & Counter(meld.naturals)
        return naturals.total() + sum(other == heap for other, _ in together)

    # Melds of hand cards alone: those that lie already may serve again.

    def _candidates(self, partial: _Partial) -> list[tuple[Piece, bool]]:
        old = [(piece, True) for piece in partial.pieces if Counter(piece.meld.naturals) <= self.hand]
        return [*old, *((piece, False) for piece in self._own)]

    def _use(self, partial: _Partial, piece: Piece, left: Counter[Card], *, lies: bool) -> _Partial | None:
        """The partial with a meld of hand cards more, where the hand still has its cards in `left`."""
        if not Counter(piece.meld.naturals) <= left:
            return None
        return partial if lies else self._with(partial, piece)

    def _counted(self, partial: _Partial, left: Counter[Card], more: int) -> _Partial:
        laid = partial.laid | (self.hand - left)
        return _Partial(partial.bag, partial.pieces, laid, max(partial.more, more))

    def _opened(self, partial: _Partial) -> Iterator[_Partial]:
        need = self.demands.opening
        if need is None:
            yield partial
            return
        candidates = [one for one in self._candidates(partial) if len(one[0].meld.jokers) <= self.hand_jokers]
        yield from self._worth(partial, candidates, 0, need, self.hand, 0)

    def _worth(
        self,
        partial: _Partial,
        candidates: Sequence[tuple[Piece, bool]],
        at: int,
        need: int,
        left: Counter[Card],
        jokers: int,
    ) -> Iterator[_Partial]:
        for number in range(at, len(candidates)):
            self._spend()
            piece, lies = candidates[number]
            used = jokers + len(piece.meld.jokers)
            grown = self._use(partial, piece, left, lies=lies)
            if grown is None or used > self.hand_jokers:
                continue
            rest, short = left - Counter(piece.meld.naturals), need - piece.meld.points(self.rules)
            if short <= 0:
                yield self._counted(grown, rest, used)
            else:
                yield from self._worth(grown, candidates, number + lies, short, rest, used)

    def _relaid(self, partial: _Partial) -> Iterator[_Partial]:
        if self.demands.new_jokers <= 0:
            yield partial
            return
        candidates = [one for one in self._candidates(partial) if one[0].free]
        yield from self._room(partial, candidates, 0, self.demands.new_jokers, self.hand)

    def _room(
        self, partial: _Partial, candidates: Sequence[tuple[Piece, bool]], at: int, need: int, left: Counter[Card]
    ) -> Iterator[_Partial]:
        if need <= 0:
            yield self._counted(partial, left, 0)
            return
        for number in range(at, len(candidates)):
            self._spend()
            piece, lies = candidates[number]
            grown = self._use(partial, piece, left, lies=lies)
            if grown is not None:
                rest = left - Counter(piece.meld.naturals)
                yield from self._room(grown, candidates, number + lies, need - piece.free, rest)

    def _melded(self, partial: _Partial) -> Iterator[_Partial]:
        card = self.demands.melded
        if card is None:
            yield partial
            return
        for piece, lies in self._candidates(partial):
            self._spend()
            meld = piece.meld
            if len(meld.jokers) <= self.hand_jokers and (meld.jokers if card.joker else card in meld.slots):
                grown = self._use(partial, piece, self.hand, lies=lies)
                if grown is not None:
                    yield self._counted(grown, self.hand - Counter(meld.naturals), len(meld.jokers))
