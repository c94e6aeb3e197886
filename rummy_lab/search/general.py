"""Exact search for rules that the run automaton cannot express: branch and bound over melds.

The lowest card still there either begins one of the melds that hold it or, where it may, stays; a card that has to lie
and fits one meld only goes first. What is left over is solved once for each bag. Like `solver` it goes depth first with
a loss budget that grows to the smallest bound that exceeded it, so its first solution is a best one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from rummy_lab.core.cards import JOKER, Card, natural
from rummy_lab.core.jokers import Anchor
from rummy_lab.core.melds import Meld, card_points
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.scoring import card_penalty
from rummy_lab.search.general_melds import all_melds, anchors
from rummy_lab.search.solver import ENDLESS, Budget, OutOfNodes

# A bag is one integer with a count of up to seven in each field of four bits; the fourth tells a field that ran short.
_WIDTH, _MOST, _GUARD = 4, 7, 8
# What is as dear as a node: this many melds to look at, or to make.
_A_NODE, _MADE = 200, 2


class Piece(NamedTuple):
    """A meld with what it takes from the bag.

    Attributes:
        packed: the cards it takes, its jokers as kept or as free ones. shown: the guards of its fields, jokers not.
        full: fields of kept jokers that have to be used up by it, where it holds a free one at such a place.
        loss: by how much its cards could be worth more. free: its free jokers.
    """

    packed: int
    shown: int
    full: int
    loss: int
    free: int
    meld: Meld


class Start(NamedTuple):
    """Where a search may begin: melds that lie, what is left of the bag, and their loss."""

    bag: int
    loss: int = 0
    melds: tuple[Meld, ...] = ()


@dataclass(slots=True)
class Pool:
    """All cards of a task as fields of a bag, with the melds they can make.

    Attributes:
        cards: the naturals. keep: what kept jokers are bound to. jokers: how many free ones there are.
        nodes: what making the melds is counted in; raises OutOfNodes.
    """

    rules: RuleSet
    cards: Counter[Card]
    keep: Counter[Anchor]
    jokers: int
    points: bool = False
    nodes: Budget | None = None
    faces: list[Card] = field(default_factory=list[Card])
    bound: list[Anchor] = field(default_factory=list[Anchor])
    place: dict[Card | Anchor, int] = field(default_factory=dict[Card | Anchor, int])
    pieces: list[Piece] = field(default_factory=list[Piece])
    start: int = 0

    def __post_init__(self) -> None:
        self.faces = sorted((card for card in self.cards if self.cards[card]), key=lambda card: (card.rank, card.code))
        self.bound = sorted(self.keep, key=lambda anchor: (anchor[0], anchor[1].code))
        fields: list[Card | Anchor] = [*self.faces, *self.bound, JOKER]
        self.place = {what: _WIDTH * at for at, what in enumerate(fields)}
        self.start = self.packed(self.cards) + (self.jokers << self.place[JOKER])
        self.start += sum(count << self.place[anchor] for anchor, count in self.keep.items())
        found: dict[tuple[int, int], Piece] = {}
        for number, meld in enumerate(all_melds(self.rules, self.cards, self.wild), 1):
            if self.nodes is not None and number % _MADE == 0:
                self.nodes.spend(1)
            for piece in self.charged(meld):
                # Of melds that take the same cards, one is enough.
                key = (piece.packed, piece.full)
                if key not in found or found[key].loss > piece.loss:
                    found[key] = piece
        self.pieces = sorted(found.values(), key=lambda piece: (piece.loss, piece.free, piece.packed))

    @property
    def wild(self) -> int:
        """All jokers, kept and free."""
        return self.jokers + self.keep.total()

    def packed(self, cards: Mapping[Card, int]) -> int:
        """These naturals as part of a bag."""
        return sum(count << self.place[card] for card, count in cards.items())

    def charged(self, meld: Meld) -> Iterator[Piece]:
        """A meld with its jokers taken as kept ones or as free ones, in every way."""
        stands = anchors(meld)
        shared = [anchor for anchor in self.bound if stands[anchor]]
        for kept in product(*(range(min(stands[one], self.keep[one]), -1, -1) for one in shared)):
            if stands.total() - sum(kept) <= self.jokers:
                yield self.piece(meld, Counter(dict(zip(shared, kept, strict=True))))

    def piece(self, meld: Meld, kept: Counter[Anchor]) -> Piece:
        """A meld that takes these kept jokers, and free ones for the rest."""
        naturals, stands = Counter(meld.naturals), anchors(meld)
        packed, full, free = self.packed(naturals), 0, stands.total() - kept.total()
        for anchor, count in kept.items():
            packed += count << self.place[anchor]
            full |= _MOST << self.place[anchor] if count < stands[anchor] else 0
        loss = 0
        if self.points:
            most = sum(card_points(card, self.rules) for card in naturals.elements()) + free * dearest(self.rules)
            loss = (
                most + sum(card_points(anchor[1], self.rules) for anchor in kept.elements()) - meld.points(self.rules)
            )
        shown = packed + self.spread(_MOST) & self.spread(_GUARD)
        return Piece(packed + (free << self.place[JOKER]), shown, full, loss, free, meld)

    def without(self, bag: int, piece: Piece) -> int | None:
        """What is left of a bag when a piece is taken from it, or None where it does not hold it."""
        guards = self.spread(_GUARD) | _GUARD << self.place[JOKER]
        return bag - piece.packed if (bag | guards) - piece.packed & guards == guards else None

    def spread(self, value: int) -> int:
        """The value in every field but that of the free jokers."""
        return value * (((1 << _WIDTH * (len(self.faces) + len(self.bound))) - 1) // ((1 << _WIDTH) - 1))


class Search:
    """Searches from a pool in which some cards may stay."""

    def __init__(
        self, pool: Pool, may: Mapping[Card, int], may_jokers: int, weight: Mapping[Card, int], nodes: Budget | None
    ) -> None:
        self.pool, self._nodes = pool, nodes
        self._may_jokers, self._weights = may_jokers, weight
        self._guards = pool.spread(_GUARD)
        self._sevens = pool.spread(_MOST)
        # Added to a bag it sets the guards of the fields from which something still has to lie.
        self._spare = self._sevens - pool.packed({card: min(_MOST, may.get(card, 0)) for card in pool.faces})
        self._all_guards = self._guards | _GUARD << pool.place[JOKER]
        self._exact: dict[int, tuple[int, Piece | None, int]] = {}
        self._low: dict[int, int] = {}

    def solve(self, start: Start, budget: int) -> int:
        """The least loss from a start where it is within the budget, else a bound above it; raises OutOfNodes."""
        found = self._search(start.bag, budget - start.loss, self.pool.pieces) if budget >= start.loss else 0
        return min(ENDLESS, start.loss + found)

    def melds(self, start: Start) -> list[Meld]:
        """The melds of a start that was solved."""
        found, bag = list(start.melds), start.bag
        while bag in self._exact:
            _, piece, rest = self._exact[bag]
            if piece is not None:
                found.append(piece.meld)
            if rest == bag:
                break
            bag = rest
        return found

    def _search(self, bag: int, budget: int, pieces: Sequence[Piece]) -> int:
        exact = self._exact.get(bag)
        if exact is not None:
            return exact[0]
        low = self._low.get(bag, 0)
        if low > budget:
            return low
        if self._nodes is not None:
            # A node of many melds takes as long as several of the search over the ranks.
            self._nodes.spend(1 + len(pieces) // _A_NODE)
        guards = self._all_guards
        lent = bag | guards
        down = [one for one in pieces if lent - one.packed & guards == guards]
        fit = [one for one in down if not (one.full and bag - one.packed & one.full)] if self.pool.bound else down
        once = twice = 0
        for one in fit:
            twice |= once & one.shown
            once |= one.shown
        there, needed = bag + self._sevens & self._guards, bag + self._spare & self._guards
        if needed & ~once:
            self._low[bag] = ENDLESS
            return ENDLESS
        rest, loss = self._without_dead(bag, there & ~once)
        there &= once
        if not there:
            return self._jokers_left(bag, rest, loss)
        first = there & needed & ~twice or there
        first &= -first
        options = [(loss + one.loss, rest - one.packed, one) for one in fit if one.shown & first]
        return self._branch(bag, budget, options, None if needed & first else self._left_out(rest, first, loss), down)

    def _without_dead(self, bag: int, dead: int) -> tuple[int, int]:
        """The bag less the cards that fit no meld any more, and what they lose."""
        loss = 0
        while dead:
            guard = dead & -dead
            dead ^= guard
            loss, bag, _ = self._left_out(bag, guard, loss)
        return bag, loss

    def _left_out(self, bag: int, guard: int, loss: int) -> tuple[int, int, None]:
        at = guard.bit_length() - _WIDTH
        count = bag >> at & _MOST
        return loss + count * self._weights.get(self.pool.faces[at // _WIDTH], 0), bag - (count << at), None

    def _jokers_left(self, bag: int, rest: int, loss: int) -> int:
        jokers = rest >> self.pool.place[JOKER]
        if jokers > self._may_jokers:
            self._low[bag] = ENDLESS
            return ENDLESS
        loss += jokers * self._weights.get(JOKER, 0)
        self._exact[bag] = (loss, None, bag)
        return loss

    def _branch(
        self,
        bag: int,
        budget: int,
        options: Sequence[tuple[int, int, Piece | None]],
        without: tuple[int, int, None] | None,
        pieces: Sequence[Piece],
    ) -> int:
        """Try each piece that takes a card, and the bag without it where that may be."""
        low, best, bound = self._low.get(bag, 0), ENDLESS, ENDLESS
        chosen: tuple[int, Piece | None, int] | None = None
        for loss, then, piece in (*options, *((without,) if without else ())):
            if loss > budget:
                bound = min(bound, loss)
                continue
            whole = loss + self._search(then, budget - loss, pieces)
            if whole <= budget:
                best, chosen = whole, (whole, piece, then)
                if whole <= low:
                    break
                budget = whole - 1
            else:
                bound = min(bound, whole)
        if chosen is not None:
            self._exact[bag] = chosen
            return best
        self._low[bag] = min(bound, ENDLESS)
        return self._low[bag]


def dearest(rules: RuleSet) -> int:
    """The most that a joker can be worth in a meld."""
    return max(card_points(natural(rank, rules.pack.suits[0]), rules) for rank in range(1, rules.top + 1))


def weights(rules: RuleSet, cards: Counter[Card], objective: str) -> dict[Card, int]:
    """What a card that stays in the hand loses, by face; jokers too."""
    if objective == "cards":
        return dict.fromkeys((*cards, JOKER), 1)
    if objective == "points":
        return {card: card_points(card, rules) for card in cards if not card.joker} | {JOKER: dearest(rules)}
    return {card: card_penalty(card, rules) for card in (*cards, JOKER)}


def best_of(starts: Sequence[tuple[Search, Start]]) -> tuple[int, list[Meld]] | None:
    """The best that can be reached from any of these starts, or None; raises OutOfNodes with a bound."""
    budget, step, proved = 0, 1, 0
    while True:
        bound = ENDLESS
        best: tuple[int, list[Meld]] | None = None
        try:
            for search, start in starts:
                found = search.solve(start, budget)
                if found <= budget:
                    best, budget = (found, search.melds(start)), found - 1
                else:
                    bound = min(bound, found)
        except OutOfNodes:
            raise OutOfNodes(proved) from None
        if best is not None:
            return best
        proved, budget, step = bound, max(bound, budget + step), 2 * step
        if bound >= ENDLESS:
            return None


def general_arrangement(
    rules: RuleSet,
    must: Sequence[Card],
    may: Sequence[Card],
    keep: Sequence[Anchor],
    objective: str,
    nodes: Budget | None = None,
) -> tuple[Meld, ...] | None:
    """The melds of a best arrangement of these bags, or None where what must lie cannot; raises OutOfNodes."""
    hand = Counter(card for card in may if not card.joker)
    cards = Counter(card for card in must if not card.joker) + hand
    wild = sum(card.joker for card in may)
    pool = Pool(rules, cards, Counter(keep), wild + sum(card.joker for card in must), objective == "points", nodes)
    search = Search(pool, hand, wild, weights(rules, cards, objective), nodes)
    found = best_of([(search, Start(pool.start))])
    return None if found is None else tuple(found[1])
