"""The best way to lay a hand where melds only grow: new melds and additions to the table, each card once.

The bag of cards is taken apart from its lowest card on: it stays, or begins one of the melds or additions that hold
it. What is left is solved once for each bag, so the search is exact and ends after at most as many steps as there are
bags to be met.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.steps import whole_melds
from rummy_lab.search.growing import added_points, additions, joker_cards, joker_room

_BITS = 3
_SEVEN = (1 << _BITS) - 1


@dataclass(frozen=True, slots=True)
class Piece:
    """A new meld (host 0) or an addition to the table's meld number `host`; `end` tells its two ends apart."""

    cards: tuple[Card, ...]
    host: int = 0
    end: int = 0
    points: int = 0

    @property
    def jokers(self) -> int:
        """How many jokers it holds."""
        return sum(card.joker for card in self.cards)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a laying has to reach.

    Attributes:
        points: least worth of the new melds made without freed jokers; 0 where the seat has opened.
        freed: jokers that have to be laid; with `freed_in_new` in new melds.
        melded: a card that has to lie in a new meld; laid: one that has to be laid anywhere.
    """

    points: int = 0
    freed: int = 0
    freed_in_new: bool = False
    melded: Card | None = None
    laid: Card | None = None


@dataclass(frozen=True, slots=True)
class Laying:
    """New melds, additions by meld number, and the cards that stay."""

    melds: tuple[Meld, ...]
    additions: tuple[tuple[int, tuple[Card, ...]], ...]
    left: tuple[Card, ...]
    loss: int


# Points reached, hand jokers spent on them, jokers in new melds, the wanted card laid: what a partial laying has done.
_Done = tuple[int, int, int, int]
_Found = dict[_Done, tuple[int, "_Choice | None"]]


@dataclass(frozen=True, slots=True)
class _Choice:
    piece: Piece | None
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
    hand_jokers: int
    by_points: bool = False
    _faces: list[Card] = field(default_factory=list[Card])
    _by_first: list[list[tuple[int, Piece]]] = field(default_factory=list[list[tuple[int, Piece]]])
    _memo: dict[tuple[int, int], _Found] = field(default_factory=dict[tuple[int, int], "_Found"])
    _ends: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])

    def __post_init__(self) -> None:
        self._faces = sorted({card for card in self.cards if not card.joker})
        self._by_first = [[] for _ in self._faces]
        place = {card: at for at, card in enumerate(self._faces)}
        for piece in (*_new_melds(self.rules, self.cards), *self._additions()):
            faces = [place[card] for card in piece.cards if not card.joker]
            if faces:
                self._by_first[min(faces)].append((self._pack(piece.cards), piece))

    def _additions(self) -> Iterator[Piece]:
        for number, meld in self.hosts.items():
            for end, cards in additions(self.rules, meld, self.cards):
                self._ends.setdefault((number, end), len(self._ends))
                yield Piece(cards, number, end, added_points(self.rules, meld, end, cards))

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
        points, _, in_new, laid = done
        wanted = self.wanted
        return (
            points >= wanted.points
            and (not wanted.freed_in_new or in_new >= wanted.freed)
            and (bool(laid) or (wanted.melded is None and wanted.laid is None))
        )

    def _solve(self, bag: int, used: int) -> _Found:
        key = (bag, used)
        known = self._memo.get(key)
        if known is None:
            naturals = bag >> _BITS
            known = self._branch(bag, used, naturals) if naturals else self._jokers_alone(bag, used)
            self._memo[key] = known
        return known

    def _branch(self, bag: int, used: int, naturals: int) -> _Found:
        first = ((naturals & -naturals).bit_length() - 1) // _BITS
        card = self._faces[first]
        found: _Found = {}
        rest = bag - (1 << _BITS * (first + 1))
        for done, (loss, _) in self._solve(rest, used).items():
            stays = 0 if self.by_points else self.weight[card]
            _keep(found, done, loss + stays, _Choice(None, rest, used, done))
        for packed, piece in self._by_first[first]:
            end = 1 << self._ends[piece.host, piece.end] if piece.host else 0
            if used & end or not _holds(bag, packed):
                continue
            for done, (loss, _) in self._solve(bag - packed, used | end).items():
                for after in self._with(piece, done):
                    gain = piece.points if self.by_points else 0
                    _keep(found, after, loss - gain, _Choice(piece, bag - packed, used | end, done))
        return found

    def _with(self, piece: Piece, done: _Done) -> Iterator[_Done]:
        points, spent, in_new, laid = done
        wanted = self.wanted
        target = wanted.melded or wanted.laid
        if target is not None and (not piece.host or wanted.melded is None):
            face = JOKER if target.joker else target
            laid |= int(any((JOKER if card.joker else card) is face for card in piece.cards))
        jokers = piece.jokers
        if not piece.host and wanted.freed_in_new:
            in_new = min(wanted.freed, in_new + jokers)
        if piece.host or not wanted.points:
            yield (points, spent, in_new, laid)
            return
        if wanted.freed:
            yield (points, spent, in_new, laid)
            spent += jokers
            if spent > self.hand_jokers:
                return
        yield (min(wanted.points, points + piece.points), spent, in_new, laid)

    def _jokers_alone(self, bag: int, used: int) -> _Found:
        """No natural is left: jokers go to the ends of the table's melds that are still free."""
        spread = self._spread(bag, used)
        stay = bag - sum(count for _, _, count in spread)
        if stay > self.hand_jokers:
            return {}
        target = self.wanted.laid
        laid = int(target is not None and target.joker and bag > stay)
        gain = sum(self._end_points(number, end, count) for number, end, count in spread)
        loss = -gain if self.by_points else stay * self.weight.get(JOKER, 0)
        return {(0, 0, 0, laid): (loss, None)}

    def _end_points(self, number: int, end: int, count: int) -> int:
        meld = self.hosts[number]
        return added_points(self.rules, meld, end, joker_cards(self.rules, meld, end, count))

    def _spread(self, jokers: int, used: int) -> tuple[tuple[int, int, int], ...]:
        """How many jokers go to which ends: as many as there is room for, at the dearest places."""
        best: list[tuple[int, tuple[tuple[int, int, int], ...]] | None] = [(0, ()), *[None] * jokers]
        for number, meld in self.hosts.items() if jokers else ():
            for end in (0, 1):
                at = self._ends.get((number, end))
                room = 0 if at is not None and used >> at & 1 else joker_room(self.rules, meld, end)
                for total in range(jokers, 0, -1):
                    for count in range(1, min(room, total) + 1):
                        before = best[total - count]
                        if before is None:
                            continue
                        worth = before[0] + self._end_points(number, end, count)
                        known = best[total]
                        if known is None or worth > known[0]:
                            best[total] = (worth, (*before[1], (number, end, count)))
        return next(entry[1] for entry in reversed(best) if entry is not None)

    def _told(self, bag: int, done: _Done, loss: int) -> Laying:
        melds: list[Meld] = []
        additions: list[tuple[int, tuple[Card, ...]]] = []
        left: list[Card] = []
        used = 0
        while bag >> _BITS:
            choice = self._memo[bag, used][done][1]
            assert choice is not None
            if choice.piece is None:
                gone = (bag - choice.bag).bit_length() - 1
                left.append(self._faces[gone // _BITS - 1])
            elif choice.piece.host:
                additions.append((choice.piece.host, choice.piece.cards))
            else:
                melds.append(Meld(choice.piece.cards))
            bag, used, done = choice.bag, choice.used, choice.rest
        for number, end, count in self._spread(bag, used):
            additions.append((number, joker_cards(self.rules, self.hosts[number], end, count)))
            bag -= count
        left += [JOKER] * bag
        return Laying(tuple(melds), tuple(additions), tuple(left), loss)


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


def _new_melds(rules: RuleSet, cards: Iterable[Card]) -> Iterator[Piece]:
    for meld in whole_melds(rules, cards):
        yield Piece(meld.slots, points=meld.points(rules))
