"""Melds and tables: ordered slots of cards and jokers. Whether a meld is legal is the judge's word, not this file's."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Final, final

from rummy_lab.core.cards import FRENCH, MOST_CARDS, Card, joker_in_set, read_cards, write_cards
from rummy_lab.core.errors import NotationError, Phrase
from rummy_lab.core.frozen import Frozen
from rummy_lab.core.rules import RuleSet

FULL: Final = 13


@final
class Meld(Frozen):
    """Ordered slots, each a natural or a joker with its stand-in; a half-finished heap is written the same way.

    Two melds are equal when their `slots` are. Made with `Meld.of`, which puts the slots in canonical order. Whether
    one is legal is not its own affair: `readings` and `check` say that.

    Source: S-10 to S-19, R-7 to R-11.

    >>> Meld.parse("[8g 8r *8?]"), Meld.parse("[Ks As Qs]")
    ([8r 8g *8?], [Qs Ks As])
    """

    __slots__ = ("_hash", "_text", "slots")

    slots: tuple[Card, ...]
    _text: str
    _hash: int

    def __init__(self, slots: Iterable[Card]) -> None:
        """A meld with exactly these slots, order kept; use `Meld.of` for the canonical order."""
        kept = tuple(slots)
        text = "[" + write_cards(kept) + "]"
        setter = object.__setattr__
        setter(self, "slots", kept)
        setter(self, "_text", text)
        setter(self, "_hash", hash(text))

    @staticmethod
    def of(cards: Iterable[Card], top: int = FULL) -> Meld:
        """The meld of these `cards` in canonical order; an ace may touch `top`, the highest rank of the pack."""
        return _of(tuple(cards), top)

    @staticmethod
    def parse(text: str, top: int = FULL) -> Meld:
        """Read `[4r 5r 6r]` or `[4r-6r]` from a text; raises NotationError. With `top` 0 the order stays as written."""
        found = re.fullmatch(r"\s*\[([^\[\]]*)\]\s*", text)
        if found is None:
            raise NotationError(text, 0, "a meld is written in brackets, as [4r 5r 6r]")
        try:
            cards = read_cards(found[1])
        except NotationError as fault:
            raise fault.within(text, found.start(1)) from None
        if not cards:
            raise NotationError(text, 0, "an empty meld is no meld; name its cards, as [4r 5r 6r]")
        # A row is unordered input: the ace of a whole suit then stands where the pack has it.
        cards = _unordered(cards) if "-" in found[1] else cards
        return Meld.of(cards, top) if top else Meld(cards)

    @property
    def naturals(self) -> tuple[Card, ...]:
        """The cards that are no jokers, in slot order."""
        return tuple([card for card in self.slots if not card.joker])

    @property
    def jokers(self) -> tuple[Card, ...]:
        """The jokers with what they stand for, in slot order."""
        return tuple([card for card in self.slots if card.joker])

    def points(self, rules: RuleSet | str) -> int:
        """Its value in points when laid, under `rules`, a rule set or its name; a joker that stands for nothing yet
        counts 0.

        Source: S-13, S-15, R-3, R-9.

        >>> from rummy_lab.games import RUMMY40
        >>> Meld.parse("[Qh Kh *Ah]").points(RUMMY40)
        31
        """
        return _points(self, RuleSet.of(rules))

    def __len__(self) -> int:
        return len(self.slots)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Meld) and self.slots == other.slots)

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__

    def __reduce__(self) -> tuple[type[Meld], tuple[tuple[Card, ...]]]:
        return Meld, (self.slots,)


class Table(tuple[Meld, ...]):
    """The melds on the table in the order of their numbers."""

    __slots__ = ()

    def __str__(self) -> str:
        return " ".join(map(str, self))

    __repr__ = __str__

    @staticmethod
    def parse(text: str, top: int = FULL) -> Table:
        """Read melds in brackets, separated by blanks; raises NotationError. With `top` 0 they stay as written."""
        melds: list[Meld] = []
        end = count = 0
        for found in re.finditer(r"\[[^\[\]]*\]", text):
            _nothing_between(text, end, found.start())
            try:
                melds.append(Meld.parse(found.group(), top))
            except NotationError as fault:
                raise fault.within(text, found.start()) from None
            end = found.end()
            if (count := count + len(melds[-1])) > MOST_CARDS:
                at = found.start()
                raise NotationError(
                    text, at, Phrase("more than {most} cards, which no pack has; leave some out", most=MOST_CARDS)
                )
        _nothing_between(text, end, len(text))
        return Table(melds)


def _nothing_between(text: str, start: int, end: int) -> None:
    gap = text[start:end]
    if gap.strip():
        at = start + len(gap) - len(gap.lstrip())
        raise NotationError(
            text,
            at,
            Phrase("{piece} stands outside a meld; write melds as [4r 5r 6r] [8r 8y 8g]", piece=repr(gap.strip())),
        )


@lru_cache(maxsize=1 << 16)
def _of(cards: tuple[Card, ...], top: int) -> Meld:
    return Meld(_canonical(cards, top))


def one_suit(cards: Iterable[Card]) -> str:
    """The suit that all of the cards have, else an empty text."""
    suits = {card.suit for card in cards}
    return suits.pop() if len(suits) == 1 else ""


def _canonical(cards: tuple[Card, ...], top: int) -> tuple[Card, ...]:
    if len(cards) < 2 or any(card.bare for card in cards):
        return cards
    by_rank = {card.rank: card for card in cards}
    if len(by_rank) == len(cards) and one_suit(cards):
        return _in_run_order(cards, by_rank, top)
    if len(by_rank) == 1:
        french = any(card.suits == FRENCH for card in cards)
        slots = [
            joker_in_set(card.rank, FRENCH if french else card.suits) if card.joker and not card.suit else card
            for card in cards
        ]
        return tuple(sorted(slots, key=lambda card: card.code))
    return cards


def _in_run_order(cards: tuple[Card, ...], by_rank: dict[int, Card], top: int) -> tuple[Card, ...]:
    ranks = sorted(by_rank)
    size = len(ranks)
    if ranks[-1] - ranks[0] == size - 1:
        if size == top and 1 in by_rank:
            given = [card.rank for card in cards]
            if given in (ranks, [*ranks[1:], 1]):
                return cards
            return _unordered(cards)
        return tuple(by_rank[rank] for rank in ranks)
    if ranks[0] == 1 and ranks[-1] == top:
        start = next((at for at in range(1, size) if ranks[at] - ranks[at - 1] > 1), 0)
        row = ranks[start:] + ranks[:start]
        if all((after - before) % top == 1 for before, after in pairwise(row)):
            return tuple(by_rank[rank] for rank in row)
    return cards


def _unordered(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    row = sorted(cards, key=lambda card: card.rank)
    if len(row) == FULL and row[0].rank == 1 and row[0].suits == FRENCH and one_suit(row):
        row = [*row[1:], row[0]]
    return tuple(row) if one_suit(cards) else cards


def card_points(card: Card, rules: RuleSet, *, low: bool = False) -> int:
    """What a card, or the card a joker stands for, is worth in a meld; `low`: an ace at the low end of a run."""
    if rules.pack.suits != FRENCH:
        return card.rank
    if card.rank == 1:
        return 1 if low or rules.pack.ace == "low" else 11
    return min(card.rank, 10)


@lru_cache(maxsize=1 << 16)
def _points(meld: Meld, rules: RuleSet) -> int:
    slots = meld.slots
    ace_low = len(slots) > 1 and slots[0].rank == 1 and slots[1].rank == 2
    return sum(card_points(card, rules, low=ace_low and not at) for at, card in enumerate(slots))
