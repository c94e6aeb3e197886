"""Every way to lay a bag of cards, one after the other, never down a path on which the rest cannot be laid.

Which cards of the hand are laid is chosen first, then melds are, lowest card first. Before each step the exact search
says whether what is left can be laid at all, so that the next cover is never more than a few questions away, however
crowded the table is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.jokers import Anchor, anchor
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet
from rummy_lab.search.arranging import best_arrangement
from rummy_lab.search.general_melds import all_melds

_Bag = tuple[tuple[Card, int], ...]


@dataclass(frozen=True, slots=True)
class _Option:
    meld: Meld
    naturals: Counter[Card]
    bound: Counter[Anchor]


class Covers:
    """The covers of cards that must lie and any of those that may; jokers bare, apart from those kept where they are.

    `first`: melds that are tried before all others, such as those on the table.
    """

    def __init__(
        self, rules: RuleSet, must: Counter[Card], may: Counter[Card], kept: Iterable[Anchor], first: Iterable[Meld]
    ) -> None:
        self._rules, self._must, self._may, self._kept = rules, must, may, Counter(kept)
        all_cards = must + may
        jokers = all_cards.pop(JOKER, 0) + self._kept.total()
        before = dict.fromkeys(first)
        melds = sorted(all_melds(rules, all_cards, jokers, whole=True), key=lambda meld: meld not in before)
        self._options: dict[Card, list[_Option]] = {}
        for meld in melds:
            option = _Option(meld, Counter(meld.naturals), Counter(anchor(meld, joker) for joker in meld.jokers))
            for card in option.naturals or (JOKER,):
                self._options.setdefault(card, []).append(option)
        self._most: dict[tuple[_Bag, _Bag, tuple[Anchor, ...]], int | None] = {}

    def laid(self, size: int) -> Iterator[Counter[Card]]:
        """Which cards of those that may lie can be laid, exactly so many, jokers bare."""
        yield from self._chosen(Counter(), sorted(self._may.items()), size)

    def of(self, laid: Counter[Card]) -> Iterator[tuple[Meld, ...]]:
        """The covers in which these cards of those that may lie are laid."""
        yield from self._covers(self._must + laid, self._kept, (), None, 0)

    def _chosen(self, chosen: Counter[Card], others: Sequence[tuple[Card, int]], size: int) -> Iterator[Counter[Card]]:
        most = self._can_lay(self._must + chosen, Counter(dict(others)), self._kept)
        if most is None or most < size - chosen.total():
            return
        if chosen.total() == size:
            if not others or self._can_lay(self._must + chosen, Counter(), self._kept) is not None:
                yield chosen
            return
        (card, there), *rest = others
        for count in range(min(there, size - chosen.total()), -1, -1):
            yield from self._chosen(chosen + Counter({card: count}), rest, size)

    def _can_lay(self, must: Counter[Card], may: Counter[Card], kept: Counter[Anchor]) -> int | None:
        """At most how many of the cards that may lie can be laid; None where those that must lie cannot."""
        if not must and not may and not kept:
            return 0
        key = (tuple(sorted(must.items())), tuple(sorted(may.items())), tuple(sorted(kept.elements())))
        if key not in self._most:
            # The search cannot bind a joker to a card in a set: that it lies somewhere is enough for a bound.
            free = [in_set and bool(joker.suit) for in_set, joker in key[2]]
            keep = [joker for (_, joker), anywhere in zip(key[2], free, strict=True) if not anywhere]
            lying = (*must.elements(), *[JOKER] * sum(free))
            found = best_arrangement(self._rules, lying, may.elements(), keep=keep)
            self._most[key] = None if found is None else found.cards_laid
        return self._most[key]

    def _covers(
        self, rest: Counter[Card], kept: Counter[Anchor], chosen: tuple[Meld, ...], last: Card | None, least: int
    ) -> Iterator[tuple[Meld, ...]]:
        if not rest and not kept:
            yield chosen
            return
        if self._can_lay(rest, Counter(), kept) is None:
            return
        card = min(rest, key=_by_rank, default=JOKER)
        options = self._options.get(card, [])
        # Equal cards are laid in the order of their melds, so that each cover is met once.
        for at in range(least if card == last else 0, len(options)):
            option = options[at]
            stay = option.bound & kept
            free = option.bound.total() - stay.total()
            if option.naturals <= rest and free <= rest[JOKER]:
                left = rest - option.naturals - Counter({JOKER: free})
                yield from self._covers(left, kept - stay, (*chosen, option.meld), card, at)


def _by_rank(card: Card) -> tuple[bool, int, Card]:
    return card.joker, card.rank, card
