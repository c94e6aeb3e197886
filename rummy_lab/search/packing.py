"""The best way to lay a hand where melds only grow: new melds and additions to the table, each card once.

The bag of cards is taken apart from its lowest card on: it stays, or begins one of the melds or additions that hold
it. What is left is solved once for each bag, so the search is exact and ends after at most as many steps as there are
bags to be met.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.steps import whole_melds
from rummy_lab.search.effort import Work
from rummy_lab.search.growing import Way, additions, ways

_BITS = 3
_SEVEN = (1 << _BITS) - 1
_MADE, _VISITED = 250, 5  # what making a piece and beginning with a bag cost, beside looking at a piece


@dataclass(frozen=True, slots=True)
class Piece:
    """A new meld (host 0), with the ways to lay it, or an addition to the table's meld number `host`."""

    cards: tuple[Card, ...]
    host: int = 0
    points: int = 0
    ways: tuple[Way, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a laying has to reach.

    Attributes:
        points: least worth of the melds that open; 0 where the seat has opened.
        melded_jokers: how many jokers have to lie in new melds.
        melded: a card that has to lie in a new meld; laid: one that has to be laid anywhere.
        everything: whether no card may stay.
    """

    points: int = 0
    melded_jokers: int = 0
    melded: Card | None = None
    laid: Card | None = None
    everything: bool = False


@dataclass(frozen=True, slots=True)
class Jokers:
    """What becomes of jokers: `held` are in the hand; `freed` of those that swaps free may stay as well.

    Attributes:
        late: the swaps come after the opening, so what they free cannot open, and what opens cannot stay.
        kept: whether a joker that is free again may stay.
        through: where a joker has to be melded, the way of a meld in which one lies first and is free again.
    """

    held: int
    freed: int = 0
    late: bool = False
    kept: bool = False
    through: Callable[[Meld], Way | None] | None = None


@dataclass(frozen=True, slots=True)
class Laying:
    """New melds, additions by meld number, and the cards that stay."""

    melds: tuple[Way, ...]
    additions: tuple[tuple[int, tuple[Card, ...]], ...]
    left: tuple[Card, ...]
    loss: int


# What a partial laying has done: points reached; jokers of the hand that stay, or that open before swaps; jokers in new
# melds; whether the wanted card is laid, _FREED where a joker was and is free again.
_FREED = 2
_Done = tuple[int, int, int, int]
_Found = dict[_Done, tuple[int, "_Choice | None"]]


@dataclass(frozen=True, slots=True)
class _Choice:
    piece: Piece | None
    way: Way | None
    bag: int
    used: int
    rest: _Done


@dataclass(slots=True)
class Packing:
    """One hand against one table, solved for any bag of its cards.

    `weight` is the loss of each card that stays; with `by_points` the loss is what the laying is worth, turned round.
    """

    rules: RuleSet
    cards: tuple[Card, ...]
    hosts: Mapping[int, Meld]
    weight: Mapping[Card, int]
    wanted: Wanted
    jokers: Jokers
    by_points: bool = False
    work: Work | None = None
    _faces: list[Card] = field(default_factory=list[Card])
    _by_first: list[list[tuple[int, Piece]]] = field(default_factory=list[list[tuple[int, Piece]]])
    _of_jokers: dict[int, list[Piece]] = field(default_factory=dict[int, "list[Piece]"])
    _memo: dict[tuple[int, int], _Found] = field(default_factory=dict[tuple[int, int], "_Found"])
    _bits: dict[int, int] = field(default_factory=dict[int, int])

    def __post_init__(self) -> None:
        self._faces = sorted({card for card in self.cards if not card.joker})
        self._by_first = [[] for _ in self._faces]
        place = {card: at for at, card in enumerate(self._faces)}
        for piece in chain(self._new_melds(), self._additions()):
            faces = [place[card] for card in piece.cards if not card.joker]
            if self.work is not None:
                self.work.spend(_MADE)
            if faces:
                self._by_first[min(faces)].append((self._pack(piece.cards), piece))
            else:
                self._of_jokers.setdefault(piece.host, []).append(piece)

    def _new_melds(self) -> Iterator[Piece]:
        for meld in whole_melds(self.rules, self.cards):
            points = meld.points(self.rules)
            yield Piece(meld.slots, points=points, ways=self._ways(meld, points))

    def _ways(self, meld: Meld, points: int) -> tuple[Way, ...]:
        through = self.jokers.through(meld) if self.jokers.through and not meld.jokers else None
        again = () if through is None else (through, replace(through, opens=False)) if self.jokers.late else (through,)
        if not self.jokers.late or not meld.jokers:
            return (Way(meld.slots, points=points), *again)
        found: dict[tuple[int, bool], Way] = {}
        for way in ways(self.rules, meld):
            key = (_jokers(way.laid) if way.opens else -1, _has(way.laid, self.wanted.melded))
            if key[0] <= self.jokers.held and (key not in found or found[key].points < way.points):
                found[key] = way
        return tuple(found.values())

    def _additions(self) -> Iterator[Piece]:
        for number, meld in self.hosts.items():
            self._bits[number] = 1 << len(self._bits)
            for cards, points in additions(self.rules, meld, self.cards):
                yield Piece(cards, number, points)

    def _pack(self, cards: Iterable[Card]) -> int:
        bag = 0
        for card in cards:
            bag += 1 << _BITS * (0 if card.joker else 1 + self._faces.index(card))
        return bag

    def best(self, cards: Sequence[Card]) -> Laying | None:
        """The laying of these cards with the least loss that reaches what is wanted, or None."""
        bag = self._pack(cards)
        found = self._solve(bag, 0)
        fits = [(loss, done) for done, (loss, _) in found.items() if self._reaches(done)]
        if not fits:
            return None
        loss, done = min(fits, key=lambda one: (one[0], [-part for part in one[1]]))
        return self._told(bag, done, loss)

    def _reaches(self, done: _Done) -> bool:
        points, _, melded_jokers, laid = done
        wanted = self.wanted
        return (
            points >= wanted.points
            and melded_jokers >= wanted.melded_jokers
            and (bool(laid) or (wanted.melded is None and wanted.laid is None))
        )

    def _solve(self, bag: int, used: int) -> _Found:
        key = (bag, used)
        known = self._memo.get(key)
        if known is None:
            naturals = bag >> _BITS
            if self.work is not None:
                self.work.spend(_VISITED)
            known = self._branch(bag, used, naturals) if naturals else self._jokers_alone(bag, used)
            self._memo[key] = known
        return known

    def _branch(self, bag: int, used: int, naturals: int) -> _Found:
        first = ((naturals & -naturals).bit_length() - 1) // _BITS
        card = self._faces[first]
        found: _Found = {}
        rest = bag - (1 << _BITS * (first + 1))
        if not self.wanted.everything:
            for done, (loss, _) in self._solve(rest, used).items():
                stays = 0 if self.by_points else self.weight[card]
                _keep(found, done, loss + stays, _Choice(None, None, rest, used, done))
        for packed, piece in self._by_first[first]:
            bit = self._bits[piece.host] if piece.host else 0
            if used & bit or not _holds(bag, packed):
                continue
            if self.work is not None:
                self.work.spend(1)
            gain = piece.points if self.by_points else 0
            for done, (loss, _) in self._solve(bag - packed, used | bit).items():
                for way in piece.ways or (None,):
                    after = self._with(piece, way, done)
                    if after is not None:
                        _keep(found, after, loss - gain, _Choice(piece, way, bag - packed, used | bit, done))
        return found

    def _with(self, piece: Piece, way: Way | None, done: _Done) -> _Done | None:
        points, spent, melded_jokers, laid = done
        wanted = self.wanted
        if wanted.laid is not None:
            laid |= _has(piece.cards, wanted.laid)
        if way is None:
            return (points, spent, melded_jokers, laid)
        opening = bool(wanted.points) and way.opens
        if opening:
            points = min(wanted.points, points + way.points)
        if way.swapped:
            # One meld does it, and only where no joker lies in a new meld for good.
            spent += not self.jokers.kept
            laid = _FREED if not laid else -1
        else:
            if wanted.melded is not None and _has(way.laid, wanted.melded):
                laid = 1 if laid != _FREED else -1
            if wanted.melded_jokers:
                melded_jokers = min(wanted.melded_jokers, melded_jokers + _jokers(way.laid))
            if opening and self.jokers.late:
                spent += _jokers(way.laid)
        return None if laid < 0 or spent > self.jokers.held else (points, spent, melded_jokers, laid)

    def _jokers_alone(self, bag: int, used: int) -> _Found:
        """No natural is left: jokers go to the table's melds to which nothing else was added."""
        spread = self._spread(bag, used)
        stay = bag - sum(len(piece.cards) for piece in spread)
        spent = max(0, stay - self.jokers.freed)
        if spent > self.jokers.held:
            return {}
        laid = int(self.wanted.laid is not None and self.wanted.laid.joker and bag > stay)
        loss = -sum(piece.points for piece in spread) if self.by_points else stay * self.weight.get(JOKER, 0)
        counts = self.jokers.late or self.jokers.through is not None
        return {(0, spent if counts else 0, 0, laid): (loss, None)}

    def _spread(self, jokers: int, used: int) -> tuple[Piece, ...]:
        """Additions of jokers alone: as many jokers as there is room for, at the dearest places."""
        best: list[tuple[int, tuple[Piece, ...]] | None] = [(0, ()), *[None] * jokers]
        for number, pieces in self._of_jokers.items() if jokers else ():
            if used & self._bits[number]:
                continue
            if self.work is not None:
                self.work.spend(1 + jokers * len(pieces) // 8)
            for total in range(jokers, 0, -1):
                for piece in pieces:
                    before = best[total - len(piece.cards)] if len(piece.cards) <= total else None
                    known = best[total]
                    if before is not None and (known is None or before[0] + piece.points > known[0]):
                        best[total] = (before[0] + piece.points, (*before[1], piece))
        return next(entry[1] for entry in reversed(best) if entry is not None)

    def _told(self, bag: int, done: _Done, loss: int) -> Laying:
        melds: list[Way] = []
        added: list[tuple[int, tuple[Card, ...]]] = []
        left: list[Card] = []
        used = 0
        while bag >> _BITS:
            choice = self._memo[bag, used][done][1]
            assert choice is not None
            if choice.piece is None:
                gone = (bag - choice.bag).bit_length() - 1
                left.append(self._faces[gone // _BITS - 1])
            elif choice.way is None:
                added.append((choice.piece.host, choice.piece.cards))
            else:
                melds.append(choice.way)
            bag, used, done = choice.bag, choice.used, choice.rest
        for piece in self._spread(bag, used):
            added.append((piece.host, piece.cards))
            bag -= len(piece.cards)
        left += [JOKER] * bag
        return Laying(tuple(melds), tuple(added), tuple(left), loss)


def _keep(found: _Found, done: _Done, loss: int, choice: _Choice) -> None:
    known = found.get(done)
    if known is None or loss < known[0]:
        found[done] = (loss, choice)


def _holds(bag: int, packed: int) -> bool:
    while packed:
        if bag & _SEVEN < packed & _SEVEN:
            return False
        bag >>= _BITS
        packed >>= _BITS
    return True


def _jokers(cards: Iterable[Card]) -> int:
    return sum(card.joker for card in cards)


def _has(cards: Iterable[Card], target: Card | None) -> bool:
    """Whether one of the cards is the target, by face."""
    if target is None:
        return False
    return any(card.joker if target.joker else card is target for card in cards)
