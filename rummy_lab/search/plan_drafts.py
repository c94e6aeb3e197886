"""Positions made backwards from a solution, as candidates for puzzles; whether one is good is asked elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from rummy_lab.core.cards import Card, joker_as, natural, write_cards
from rummy_lab.core.chance import Rng
from rummy_lab.core.judge import is_set_like, judge_meld
from rummy_lab.core.melds import Meld
from rummy_lab.core.referee import position
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State

Slots = tuple[Card, ...]


class Pack:
    """What is left of the pack, and chance to take from it."""

    def __init__(self, rules: RuleSet, rng: Rng) -> None:
        self.rules, self.rng = rules, rng
        copies = rules.pack.copies
        self.left = Counter(
            {natural(rank, suit): copies for suit in rules.pack.suits for rank in range(1, rules.top + 1)}
        )

    def card(self) -> Card:
        """Any natural, on the table or not."""
        return natural(1 + self.rng.below(self.rules.top), self.rules.pack.suits[self.rng.below(4)])

    def has(self, cards: Slots) -> bool:
        """Whether these cards are left."""
        return all(self.left[card] >= count for card, count in Counter(cards).items())

    def take(self, cards: Slots) -> bool:
        """Take cards if they are there and make a meld."""
        if len(cards) < 3 or not self.has(cards) or judge_meld(self.rules, Meld.of(cards, self.rules.top)):
            return False
        self.left.subtract(cards)
        return True

    def row(self, start: Card, size: int) -> Slots:
        """That many cards of a suit from this one up; shorter at the end of the suit."""
        top = self.rules.top
        last = top if self.rules.pack.ace == "low" else top + 1
        return tuple(
            natural((rank - 1) % top + 1, start.suit)
            for rank in range(start.rank, min(last, start.rank + size - 1) + 1)
        )

    def same(self, card: Card, size: int) -> Slots:
        """That many cards of a rank, the given one first."""
        others = [natural(card.rank, suit) for suit in self.rules.pack.suits if suit != card.suit]
        while len(others) >= size:
            others.pop(self.rng.below(len(others)))
        return (card, *others)

    def meld(self, longest: int = 4) -> Slots | None:
        """A new meld, a set or a run."""
        for _ in range(20):
            card = self.card()
            size = 3 + self.rng.below(longest - 2)
            cards = self.same(card, min(size, 4)) if self.rng.below(2) else self.row(card, size)
            if self.take(cards):
                return cards
        return None

    def donor(self, card: Card) -> Slots | None:
        """A meld that holds this card and can do without it; the card itself is taken elsewhere."""
        for _ in range(8):
            way = self.rng.below(3)
            size = 3 + self.rng.below(2)
            if way == 0:
                rest = self.same(card, 4)[1:]
            elif way == 1:
                rest = self.row(card, size + 1)[1:]
            else:
                rest = self.row(natural(max(1, card.rank - size), card.suit), min(size, card.rank - 1))
            if judge_meld(self.rules, Meld.of((card, *rest), self.rules.top)):
                continue
            if self.take(rest):
                return (card, *rest)
        return None


@dataclass(slots=True)
class Draft:
    """A table, the hand of the seat to move, and whether it has opened."""

    table: list[Slots] = field(default_factory=list[Slots])
    hand: list[Card] = field(default_factory=list[Card])
    opened: bool = True


Maker = Callable[[Pack, Draft], bool]


def drawn(rules: RuleSet, level: int, rng: Rng) -> State | None:
    """A position whose solution may be of this level; None where the cards run out."""
    pack, draft = Pack(rules, rng), Draft()
    makers = (_REARRANGED if rules.table.mode == "rearrange" else _BUILT)[level]
    if not all(make(pack, draft) for make in makers[rng.below(len(makers))]):
        return None
    for _ in range(2 + rng.below(3)):
        meld = pack.meld()
        if meld is not None:
            draft.table.append(meld)
    return _position(pack, draft)


def _position(pack: Pack, draft: Draft) -> State:
    rules, rng = pack.rules, pack.rng
    table = sorted(draft.table, key=lambda _: rng.word())
    melds = " ".join(str(Meld.of(slots, rules.top)) for slots in table)
    hand = list(draft.hand)
    pile = ""
    if rules.has_pile:
        spare = [card for card in sorted(pack.left) if pack.left[card]]
        if draft.opened and rules.turn.last_discard == "needed":
            hand.append(spare.pop(rng.below(len(spare))))
        pile = f"; pile {spare[rng.below(len(spare))]}"
    other = 3 + rng.below(8)
    stock = rules.cards - sum(map(len, draft.table)) - len(hand) - bool(pile) - other
    # Where nobody may open in the first round, or the table waits for all, the puzzle comes later.
    text = f"{rules}; round 2; table {melds}; hand A{'+' * draft.opened} {write_cards(sorted(hand))}"
    phase = " drew" if rules.has_pile else ""
    return position(f"{text}; hand B+ ??x{other}{pile}; stock ??x{stock}; turn A{phase}")


def _meld_in_hand(pack: Pack, draft: Draft) -> bool:
    meld = pack.meld()
    draft.hand += meld or ()
    return meld is not None


def _grown(pack: Pack, draft: Draft) -> bool:
    """A meld of the table of which the hand has a card at an end."""
    meld = pack.meld(6)
    if meld is None or len(meld) < 4:
        return False
    rest = list(meld)
    while len(rest) > 3 and (len(rest) == len(meld) or pack.rng.below(2)):
        draft.hand.append(rest.pop(-pack.rng.below(2)))
    draft.table.append(tuple(rest))
    return True


def _perhaps(make: Maker) -> Maker:
    def made(pack: Pack, draft: Draft) -> bool:
        if pack.rng.below(2):
            make(pack, draft)
        return True

    return made


def _borrowing(count: int) -> Maker:
    """A meld of the end that has this many cards from melds of the table, the others from the hand."""

    def made(pack: Pack, draft: Draft) -> bool:
        meld = pack.meld()
        if meld is None:
            return False
        row = sorted(meld, key=lambda _: pack.rng.word())
        for card in row[:count]:
            donor = pack.donor(card)
            if donor is None:
                return False
            draft.table.append(donor)
        draft.hand += row[count:]
        return True

    return made


def _cut_for_copy(pack: Pack, draft: Draft) -> bool:
    """A run of which the hand has a second copy of an inner card."""
    size = 5 + pack.rng.below(3)
    run = pack.row(pack.card(), size)
    if len(run) < 5 or not pack.take(run):
        return False
    card = run[2 + pack.rng.below(len(run) - 4)]
    if not pack.left[card]:
        return False
    pack.left[card] -= 1
    draft.table.append(run)
    draft.hand.append(card)
    return True


def _cut_for_set(pack: Pack, draft: Draft) -> bool:
    """A long run with an inner card that goes to two cards of the hand."""
    run = pack.row(pack.card(), 7 + pack.rng.below(2))
    if len(run) < 7 or not pack.take(run):
        return False
    card = run[3 + pack.rng.below(len(run) - 6)]
    two = pack.same(card, 3)[1:]
    if not pack.has(two):
        return False
    pack.left.subtract(two)
    draft.table.append(run)
    draft.hand += two
    return True


def _joker(pack: Pack, draft: Draft) -> bool:
    """A run with a joker in it whose card is in the hand."""
    run = pack.row(pack.card(), 3 + pack.rng.below(2))
    if not pack.take(run):
        return False
    at = pack.rng.below(len(run))
    draft.table.append((*run[:at], joker_as(run[at]), *run[at + 1 :]))
    draft.hand.append(run[at])
    return True


def _joker_home(borrowed: int) -> Maker:
    """Two cards that a joker makes a meld of, so many of them in melds of the table."""

    def made(pack: Pack, draft: Draft) -> bool:
        card = pack.card()
        meld = pack.same(card, 3) if pack.rng.below(2) else pack.row(card, 3)
        two = meld[:2] if is_set_like(meld) else (meld[0], meld[-1])
        if len(meld) < 3 or judge_meld(pack.rules, Meld.of(meld, pack.rules.top)) or not pack.has(two):
            return False
        pack.left.subtract(two)
        for lent in two[:borrowed]:
            donor = pack.donor(lent)
            if donor is None:
                return False
            draft.table.append(donor)
        draft.hand += two[borrowed:]
        return True

    return made


def _opening(pack: Pack, draft: Draft) -> bool:
    """A hand with two or three melds in it and as many cards as are dealt, one drawn."""
    for _ in range(2 + pack.rng.below(2)):
        if not _meld_in_hand(pack, draft):
            return False
    draft.opened = False
    while len(draft.hand) < pack.rules.deal.hand + pack.rules.has_pile:
        card = pack.card()
        if pack.left[card]:
            pack.left[card] -= 1
            draft.hand.append(card)
    return True


_REARRANGED: Final[dict[int, tuple[tuple[Maker, ...], ...]]] = {
    1: ((_grown, _grown, _perhaps(_grown), _perhaps(_meld_in_hand)),),
    2: ((_borrowing(1), _perhaps(_grown), _perhaps(_meld_in_hand)),),
    3: ((_cut_for_copy, _perhaps(_grown), _perhaps(_meld_in_hand)), (_cut_for_set, _perhaps(_grown))),
    4: ((_borrowing(2), _perhaps(_grown)), (_borrowing(1), _borrowing(1)), (_borrowing(2), _perhaps(_borrowing(1)))),
    5: ((_joker, _joker_home(1), _perhaps(_grown)), (_joker, _joker_home(1), _borrowing(1))),
}
_BUILT: Final[dict[int, tuple[tuple[Maker, ...], ...]]] = {
    1: ((_grown, _grown, _perhaps(_grown)),),
    2: ((_meld_in_hand, _grown, _perhaps(_grown)),),
    3: ((_opening,),),
    4: ((_meld_in_hand, _meld_in_hand, _grown, _grown, _perhaps(_grown)),),
    5: ((_joker, _joker_home(0), _perhaps(_grown)), (_joker, _joker_home(0), _meld_in_hand, _perhaps(_grown))),
}
