"""Cards out of the words of a line: `red 4 5 6`, `queen of hearts`, `joker as green 6`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rummy_lab.core.cards import FRENCH, JOKER, Card, joker_as, joker_in_set, natural
from rummy_lab.core.judge import is_set_like
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet
from rummy_lab.words.lexicon import Sign


class NotHeard(Exception):
    """A line that is not understood.

    Attributes:
        key: which sentence says so.
        cards: the cards that it is about.
        start, end: where in the line the word stands that it is about.
        values: further fields of the sentence.
    """

    def __init__(self, key: str, cards: tuple[Card, ...] = (), *, start: int = 0, end: int = 0, **values: str) -> None:
        self.key, self.cards, self.start, self.end, self.values = key, cards, start, end, values
        super().__init__(key)


@dataclass(slots=True)
class _Slot:
    """A card as far as it has been heard."""

    rank: int = 0
    suit: str = ""
    joker: bool = False


@dataclass(slots=True)
class _Reader:
    rules: RuleSet
    slots: list[_Slot] = field(default_factory=list["_Slot"])
    suit: str = ""
    unused: bool = False
    waiting: list[_Slot] = field(default_factory=list["_Slot"])
    stands: _Slot | None = None

    def read_suit(self, sign: Sign) -> None:
        if sign.value not in self.rules.pack.suits:
            raise NotHeard("other_pack")
        if self.waiting:
            for slot in self.waiting:
                slot.suit = sign.value
            self.waiting, self.suit, self.unused = [], "", False
        else:
            if self.unused:
                raise NotHeard("no_rank")
            self.suit, self.unused = sign.value, True

    def read_rank(self, sign: Sign, before_of: bool) -> None:
        if not 1 <= sign.number <= self.rules.top:
            raise NotHeard("no_card", rank=sign.value)
        slot = self.stands or _Slot()
        if self.stands is None:
            self.slots.append(slot)
        slot.rank = sign.number
        if self.suit and not before_of and (self.stands is None or self.unused):
            slot.suit, self.unused = self.suit, False
        else:
            self.waiting.append(slot)
            if before_of:
                self.suit, self.unused = "", False
        self.stands = None

    def read_card(self, sign: Sign) -> None:
        card = Card.parse(sign.value)
        if card.suit and card.suit not in self.rules.pack.suits:
            raise NotHeard("other_pack")
        slot = self.stands or _Slot(joker=card.joker)
        if self.stands is None:
            self.slots.append(slot)
        slot.rank, slot.suit, self.stands = card.rank, card.suit, None

    def read_joker(self) -> None:
        self.part()
        self.slots.append(_Slot(joker=True))

    def read_as(self) -> None:
        if not self.slots or not self.slots[-1].joker or self.slots[-1].rank:
            raise NotHeard("which_joker")
        self.stands = self.slots[-1]

    def part(self) -> None:
        """A comma: the number that a joker stands for has no suit to come."""
        self.waiting = [slot for slot in self.waiting if not slot.joker]


def read_slots(signs: Sequence[Sign], rules: RuleSet) -> list[_Slot]:
    """The cards that are named, those without a suit included; raises NotHeard."""
    reader = _Reader(rules)
    for at, sign in enumerate(signs):
        following = next((later.kind for later in signs[at + 1 :] if later.kind != "noise"), "")
        if sign.kind == "suit":
            reader.read_suit(sign)
        elif sign.kind in ("rank", "number"):
            reader.read_rank(sign, following == "of")
        elif sign.kind == "card":
            reader.read_card(sign)
        elif sign.kind == "joker":
            reader.read_joker()
        elif sign.kind == "as":
            reader.read_as()
        elif sign.kind == "sep":
            reader.part()
    if reader.unused:
        raise NotHeard("no_rank")
    if reader.stands is not None:
        raise NotHeard("which_joker")
    return reader.slots


def cards_of(signs: Sequence[Sign], rules: RuleSet, around: Iterable[Card], heap: Meld | None = None) -> list[Card]:
    """The cards that are named; a rank alone is the one card of `around` that has it. Raises NotHeard."""
    slots = read_slots(signs, rules)
    there = tuple(around)
    cards: list[Card] = []
    for slot in slots:
        if not slot.joker:
            cards.append(natural(slot.rank, slot.suit) if slot.suit else _by_rank(slot.rank, there, rules))
        elif slot.suit:
            cards.append(joker_as(natural(slot.rank, slot.suit)))
        elif slot.rank:
            cards.append(_joker_of_rank(slot.rank, slots, rules, heap))
        else:
            cards.append(JOKER)
    return cards


def _by_rank(rank: int, there: tuple[Card, ...], rules: RuleSet) -> Card:
    fitting = sorted({card for card in there if card.rank == rank and not card.joker})
    if len(fitting) == 1:
        return fitting[0]
    options = fitting or [natural(rank, suit) for suit in rules.pack.suits]
    raise NotHeard("which_card", tuple(options))


def _joker_of_rank(rank: int, slots: list[_Slot], rules: RuleSet, heap: Meld | None) -> Card:
    """A joker of which only the number is told: in a set its suit stays open, in a run it has the run's suit."""
    others = [slot for slot in slots if not slot.joker]
    ranks = {slot.rank for slot in others} or {card.rank for card in (heap.slots if heap else ())}
    suits = {slot.suit for slot in others} or {card.suit for card in (heap.slots if heap else ()) if card.suit}
    of_set = is_set_like(heap.slots) if heap and not others else ranks <= {rank}
    if of_set or not suits - {""}:
        return joker_in_set(rank, FRENCH if rules.pack.suits == FRENCH else rules.pack.suits)
    if len(suits) == 1:
        return joker_as(natural(rank, suits.pop()))
    raise NotHeard("which_joker")
