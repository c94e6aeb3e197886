"""Can a card of the hand be laid when the whole table may be rearranged? Exact, by covering the table with melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from rummy_lab.core.cards import JOKER, Card, joker_as, joker_in_set, natural
from rummy_lab.core.jokers import Anchor, anchor
from rummy_lab.core.judge import heap_of, judge_meld
from rummy_lab.core.melds import Meld, Table
from rummy_lab.core.moves import Arrange
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.search.acting import after, closes, hand_of
from rummy_lab.search.fits import releases


def some_cover(state: State) -> Arrange | None:
    """A legal final table with all cards of this one and at least one of the mover's hand; None: there is none."""
    search = _Cover(state)
    for card in dict.fromkeys(hand_of(state)):
        if search.lays(card):
            return Arrange(Table(search.found))
    return None


@dataclass(frozen=True, slots=True)
class _Piece:
    """A meld that may be part of the final table: its naturals as places in the list of faces, how many jokers it has,
    and the anchors of those that may be jokers of the start left where they are bound.
    """

    meld: Meld
    places: tuple[int, ...]
    jokers: int
    anchors: tuple[Anchor, ...]


class _Node(NamedTuple):
    """What is left to do: naturals that must and that may be laid, jokers likewise, places of jokers still open."""

    must: bytes
    there: bytes
    jokers: int
    wild: int
    unbound: int
    bound: tuple[tuple[Anchor, int], ...]


class _Cover:
    """One question about one state; failures are remembered from card to card."""

    def __init__(self, state: State) -> None:
        self.state, self.rules = state, state.rules
        hand, table = hand_of(state), state.base.table
        lying = Counter(card for meld in table for card in meld.naturals)
        held = Counter(card for card in hand if not card.joker)
        self.faces = sorted({*lying, *held}, key=_sweep)
        self.place = {card: at for at, card in enumerate(self.faces)}
        self.must = bytes(lying[card] for card in self.faces)
        self.there = bytes(lying[card] + held[card] for card in self.faces)
        self.hand_jokers = hand.count(JOKER)
        slots = [anchor(meld, joker) for meld in table for joker in meld.jokers]
        replaceable = sum(_replaceable(self.rules, meld, held, lying) for meld in table)
        to_hand = replaceable if self.rules.joker.freed == "to_hand" else 0
        self.jokers = max(0, len(slots) - to_hand)
        self.wild = len(slots) + self.hand_jokers
        free = self.rules.joker.anchor == "free"
        # A joker may stand elsewhere than before only when it comes from the hand or was replaced.
        self.unbound = self.wild if free else self.hand_jokers + replaceable
        self.bound = Counter[Anchor]() if free else Counter(slots)
        self.pieces = self._indexed(list(_pieces(self.rules, self.faces, self.wild, bool(slots))), table)
        self.dead: set[_Node] = set()
        self.found: tuple[Meld, ...] = ()

    def _indexed(self, melds: Sequence[Meld], table: Table) -> list[list[_Piece]]:
        """The melds by each of their naturals; those that lie on the table now come first."""
        lying = dict.fromkeys(table)
        pieces = [
            _Piece(
                meld,
                tuple(self.place[card] for card in meld.naturals),
                len(meld.jokers),
                tuple(anchor(meld, joker) for joker in meld.jokers if _may_stay(self.rules, meld, joker, table)),
            )
            for meld in sorted(melds, key=lambda meld: (meld not in lying, len(meld.jokers)))
        ]
        possible = [piece for piece in pieces if self._jokers_fit(piece)]
        return [[piece for piece in possible if at in piece.places] for at in range(len(self.faces))]

    def _jokers_fit(self, piece: _Piece) -> bool:
        """Whether the jokers of a meld can stand there at all: bound as at the start, else from the hand or freed."""
        staying = (Counter(piece.anchors) & self.bound).total()
        return piece.jokers - staying <= self.unbound

    def lays(self, card: Card) -> bool:
        """Whether some legal final table holds this card of the hand."""
        if card.joker:
            node = self._node(self.must, self.jokers + 1)
            return self._search(node, ())[0]
        at = self.place[card]
        must = bytearray(self.must)
        must[at] += 1
        return self._try(self._node(bytes(must), self.jokers), self.pieces[at], ())[0]

    def _node(self, must: bytes, jokers: int) -> _Node:
        bound = tuple(sorted(self.bound.items()))
        return _Node(must, self.there, jokers, self.wild, self.unbound, bound)

    def _search(self, node: _Node, chosen: tuple[Meld, ...]) -> tuple[bool, bool]:
        """Whether a legal table was found, and whether any full table was met at all."""
        if node in self.dead:
            return False, False
        if any(node.must):
            found, met = self._try(node, self._hardest(node), chosen)
        elif node.jokers > 0:
            wild = [piece for at, there in enumerate(node.there) if there for piece in self.pieces[at] if piece.jokers]
            found, met = self._try(node, wild, chosen)
        else:
            return self._is_legal(chosen), True
        if not met:
            self.dead.add(node)
        return found, met

    def _hardest(self, node: _Node) -> list[_Piece]:
        """The melds that can hold the card which has the fewest of them."""
        fewest: list[_Piece] | None = None
        there, wild = node.there, node.wild
        for at, count in enumerate(node.must):
            if not count:
                continue
            fitting: list[_Piece] = []
            for piece in self.pieces[at]:
                if piece.jokers <= wild and all(there[place] for place in piece.places):
                    fitting.append(piece)
                    if fewest is not None and len(fitting) >= len(fewest):
                        break
            else:
                fewest = fitting
                if len(fitting) < 2:
                    break
        return fewest or []

    def _try(self, node: _Node, pieces: Sequence[_Piece], chosen: tuple[Meld, ...]) -> tuple[bool, bool]:
        met = False
        for piece in pieces:
            rest = _laid(node, piece)
            if rest is not None:
                found, reached = self._search(rest, (*chosen, piece.meld))
                if found:
                    return True, True
                met = met or reached
        return False, met

    def _is_legal(self, melds: tuple[Meld, ...]) -> bool:
        there = after(self.state, (Arrange(Table(melds)),))
        if there is None or not closes(there):
            return False
        self.found = melds
        return True


def _laid(node: _Node, piece: _Piece) -> _Node | None:
    """What is left when this meld is part of the table; None where its cards or jokers are not there."""
    if piece.jokers > node.wild or any(not node.there[at] for at in piece.places):
        return None
    must, there = bytearray(node.must), bytearray(node.there)
    for at in piece.places:
        there[at] -= 1
        if must[at]:
            must[at] -= 1
    jokers, unbound, bound = piece.jokers, node.unbound, node.bound
    if jokers:
        unbound -= jokers - len(piece.anchors)
        left = Counter(dict(bound))
        for place in piece.anchors:
            if left[place] > 0:
                left[place] -= 1
            else:
                unbound -= 1
        if unbound < 0:
            return None
        bound = tuple(sorted(left.items()))
    return _Node(bytes(must), bytes(there), max(0, node.jokers - jokers), node.wild - jokers, unbound, bound)


def _may_stay(rules: RuleSet, after: Meld, joker: Card, table: Table) -> bool:
    """Whether a joker that lay bound in the same way at the start may have stayed with enough of its meld."""
    bound = anchor(after, joker)
    naturals = Counter(after.naturals)
    for meld in table:
        if not any(anchor(meld, other) == bound for other in meld.jokers):
            continue
        if rules.joker.anchor == "frozen" and not Counter(meld.naturals) <= naturals:
            continue
        # The joker counts as one of the three that have to lie together.
        strict = rules.table.remain == "strict" and rules.joker.anchor != "free"
        if strict and (Counter(meld.naturals) & naturals).total() + len(meld.jokers) < 3:
            continue
        return True
    return False


def _sweep(card: Card) -> tuple[int, int]:
    return card.rank, card.code


def _replaceable(rules: RuleSet, meld: Meld, held: Counter[Card], lying: Counter[Card]) -> int:
    """At most so many jokers of this meld can be replaced."""
    supply = held + lying if rules.joker.source == "hand_or_table" else held
    cards = {card for chosen in releases(rules, meld) for card in chosen if supply[card]}
    return min(len(meld.jokers), len(cards))


def _pieces(rules: RuleSet, faces: Sequence[Card], wild: int, bound: bool) -> Iterator[Meld]:
    """The legal melds of these naturals and at most `wild` jokers that no two shorter melds can stand for."""
    there = dict.fromkeys(faces)
    whole = bound and (rules.table.remain == "strict" or rules.joker.anchor == "frozen")
    for suit in rules.pack.suits:
        for first in range(1, rules.top + 1):
            for length in range(rules.melds.min_run, _longest(rules, wild, whole) + 1):
                row = [natural((first + step - 1) % rules.top + 1, suit) for step in range(length)]
                missing = sum(card not in there for card in row)
                for count in range(missing, min(wild, length - 1) + 1):
                    yield from _run_pieces(rules, row, count, there, whole)
    for rank in range(1, rules.top + 1):
        yield from _set_pieces(rules, rank, there, wild)


def _longest(rules: RuleSet, wild: int, whole: bool) -> int:
    shortest = rules.melds.min_run
    # A longer run falls into two, each with a natural, unless jokers are many or count against naturals.
    if not whole and wild < shortest and rules.melds.max_jokers != "half":
        return min(rules.top, 2 * shortest - 1)
    return rules.top


def _run_pieces(
    rules: RuleSet, row: Sequence[Card], count: int, there: dict[Card, None], whole: bool
) -> Iterator[Meld]:
    for jokers in combinations(range(len(row)), count):
        if any(card not in there for at, card in enumerate(row) if at not in jokers):
            continue
        slots = tuple(joker_as(card) if at in jokers else card for at, card in enumerate(row))
        meld = heap_of(rules, slots)
        if judge_meld(rules, meld):
            continue
        if (whole and jokers) or not _falls_apart(rules, slots):
            yield meld


def _falls_apart(rules: RuleSet, slots: Sequence[Card]) -> bool:
    shortest = rules.melds.min_run
    return any(
        not judge_meld(rules, heap_of(rules, slots[:cut])) and not judge_meld(rules, heap_of(rules, slots[cut:]))
        for cut in range(shortest, len(slots) - shortest + 1)
    )


def _set_pieces(rules: RuleSet, rank: int, there: dict[Card, None], wild: int) -> Iterator[Meld]:
    naturals = [natural(rank, suit) for suit in rules.pack.suits]
    held = [card for card in naturals if card in there]
    for size in rules.melds.set_sizes:
        for count in range(min(wild, size - 1) + 1):
            for chosen in combinations(held, size - count):
                rest = [card for card in naturals if card not in chosen]
                if rules.joker.set_release == "declared" and count:
                    choices = [tuple(map(joker_as, stands)) for stands in combinations(rest, count)]
                else:
                    choices = [(joker_in_set(rank, rules.pack.suits),) * count]
                for jokers in choices:
                    meld = heap_of(rules, (*chosen, *jokers))
                    if not judge_meld(rules, meld):
                        yield meld
