"""The best way to lay a hand where melds only grow: new melds and additions to the table, each card once.

The bag of cards is taken apart from its lowest card on: it stays, or begins one of the melds or additions that hold
it. What is left is solved once for each bag, so the search is exact and ends after at most as many steps as there are
bags to be met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rummy_lab.core.cards import JOKER, Card, joker_as, joker_in_set, natural
from rummy_lab.core.judge import is_set_like, judge_meld, settled
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.steps import whole_melds

_BITS = 3
_SEVEN = (1 << _BITS) - 1
NEVER = 1 << 40


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
    """One hand against one table, solved for any bag of its cards; `weight` is the loss of each card that stays."""

    rules: RuleSet
    cards: tuple[Card, ...]
    hosts: Mapping[int, Meld]
    weight: Mapping[Card, int]
    wanted: Wanted
    hand_jokers: int
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
                yield Piece(cards, number, end)

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
            _keep(found, done, loss + self.weight[card], _Choice(None, rest, used, done))
        for packed, piece in self._by_first[first]:
            end = 1 << self._ends[piece.host, piece.end] if piece.host else 0
            if used & end or not _holds(bag, packed):
                continue
            for done, (loss, _) in self._solve(bag - packed, used | end).items():
                for after in self._with(piece, done):
                    _keep(found, after, loss, _Choice(piece, bag - packed, used | end, done))
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
        room = sum(count for _, count in self._joker_room(used))
        stay = max(0, bag - room)
        if stay > self.hand_jokers:
            return {}
        target = self.wanted.laid
        laid = int(target is not None and target.joker and bag > stay)
        return {(0, 0, 0, laid): (stay * self.weight.get(JOKER, 0), None)}

    def _joker_room(self, used: int) -> Iterator[tuple[tuple[int, int], int]]:
        for number, meld in self.hosts.items():
            for end in (0, 1):
                at = self._ends.get((number, end))
                if at is None or not used >> at & 1:
                    room = joker_room(self.rules, meld, end)
                    if room:
                        yield (number, end), room

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
        for (number, end), room in self._joker_room(used):
            count = min(bag, room)
            if count:
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


def additions(rules: RuleSet, meld: Meld, cards: Iterable[Card]) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """What may be added to a meld as it lies, by end: 0 below a run or to a set, 1 above a run (R-19)."""
    there = Counter(cards)
    if is_set_like(meld.slots):
        rank = meld.slots[0].rank
        for suit in rules.pack.suits:
            card = natural(rank, suit)
            if there[card] and not judge_meld(rules, settled(rules, (*meld.slots, card))):
                yield 0, (card,)
        return
    for end in (0, 1):
        rows: list[tuple[Card, ...]] = [()]
        for card in _beyond(rules, meld, end):
            slots = ([card] if there[card] else []) + ([joker_as(card)] if there[JOKER] else [])
            rows = [(*row, slot) for row in rows for slot in slots if _affordable((*row, slot), there)]
            for row in rows:
                grown = (*reversed(row), *meld.slots) if end == 0 else (*meld.slots, *row)
                if not judge_meld(rules, Meld(grown)):
                    yield end, row


def _affordable(row: tuple[Card, ...], there: Counter[Card]) -> bool:
    return sum(card.joker for card in row) <= there[JOKER]


def _beyond(rules: RuleSet, meld: Meld, end: int) -> Iterator[Card]:
    """The cards that go on from an end of a run, as far as the run stays legal with them."""
    slots = meld.slots
    suit = slots[0].suit
    while True:
        edge = slots[0] if end == 0 else slots[-1]
        rank = (edge.rank - 2) % rules.top + 1 if end == 0 else edge.rank % rules.top + 1
        card = natural(rank, suit)
        slots = (card, *slots) if end == 0 else (*slots, card)
        if len(slots) > rules.top or any(fault.code != "TOO_MANY_JOKERS" for fault in judge_meld(rules, Meld(slots))):
            return
        yield card


def joker_room(rules: RuleSet, meld: Meld, end: int) -> int:
    """How many jokers one after the other an end of a meld takes."""
    count = 0
    while joker_cards(rules, meld, end, count + 1):
        count += 1
    return count


def joker_cards(rules: RuleSet, meld: Meld, end: int, count: int) -> tuple[Card, ...]:
    """That many jokers added to an end of a meld, with what they stand for; empty where they do not fit."""
    if is_set_like(meld.slots):
        joker = joker_in_set(meld.slots[0].rank, rules.pack.suits)
        named = settled(rules, (*meld.slots, *[joker] * count))
        fits = end == 0 and not judge_meld(rules, named)
        return tuple((Counter(named.slots) - Counter(meld.slots)).elements()) if fits else ()
    row = tuple(joker_as(card) for card, _ in zip(_beyond(rules, meld, end), range(count), strict=False))
    grown = (*reversed(row), *meld.slots) if end == 0 else (*meld.slots, *row)
    return row if len(row) == count and not judge_meld(rules, Meld(grown)) else ()
