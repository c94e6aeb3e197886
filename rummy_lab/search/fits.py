"""What fits where on the table: cards that a meld can take, cards that it can spare. Derived by asking core."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from rummy_lab.core.cards import JOKER, Card, card_of, natural
from rummy_lab.core.judge import heap_of, is_set_like, judge_meld, readings, settled
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet


def is_legal(rules: RuleSet, cards: Iterable[Card]) -> bool:
    """Whether these slots are a meld as they stand, or in the one reading that they have."""
    slots = tuple(cards)
    return bool(slots) and not judge_meld(rules, settled(rules, slots))


@lru_cache(1 << 15)
def additions(rules: RuleSet, meld: Meld) -> dict[Card, tuple[Card, ...]]:
    """The cards of a hand that this meld can take, each with what may be written for it (a joker's stand-ins)."""
    if is_set_like(meld.slots):
        tried = [natural(meld.slots[0].rank, suit) for suit in rules.pack.suits]
    else:
        suit = next((card.suit for card in meld.slots if card.suit), "")
        tried = [natural(rank, suit) for rank in range(1, rules.top + 1)] if suit else []
    found: dict[Card, tuple[Card, ...]] = {}
    for card in tried:
        if is_legal(rules, (*meld.slots, card)):
            found[card] = (card,)
    before = Counter(meld.slots)
    stands: list[Card] = []
    for reading in readings(rules, (*meld.slots, JOKER)):
        added = tuple((Counter(reading.slots) - before).elements())
        if len(added) == 1 and is_legal(rules, (*meld.slots, *added)):
            stands += added
    if stands:
        found[JOKER] = tuple(dict.fromkeys(stands))
    return found


@lru_cache(1 << 15)
def releases(rules: RuleSet, meld: Meld) -> tuple[tuple[Card, ...], ...]:
    """The naturals that a swap may bring to this meld of the start table to free jokers of it."""
    if not meld.jokers:
        return ()
    if not is_set_like(meld.slots):
        return tuple((card_of(joker),) for joker in meld.jokers if joker.suit)
    there = {card.suit for card in meld.slots if card.suit and not card.joker}
    missing = [natural(meld.slots[0].rank, suit) for suit in rules.pack.suits if suit not in there]
    most = 3 if rules.joker.set_release == "both" and len(meld) < 4 else 1
    return tuple(chosen for size in range(1, most + 1) for chosen in combinations(missing, size))


@lru_cache(1 << 14)
def spares(rules: RuleSet, meld: Meld) -> tuple[tuple[Card, ...], ...]:
    """Naturals, up to three or all, without which the meld is still one meld or gone (S-30)."""
    naturals = meld.naturals
    found: list[tuple[Card, ...]] = []
    for size in (1, 2, 3):
        for chosen in dict.fromkeys(combinations(naturals, size)):
            rest = list(meld.slots)
            for card in chosen:
                rest.remove(card)
            if rest and not judge_meld(rules, heap_of(rules, rest)):
                found.append(chosen)
    if not meld.jokers:
        found.append(naturals)
    return tuple(found)


@lru_cache(1 << 14)
def inner_spares(rules: RuleSet, meld: Meld) -> tuple[tuple[Card, Card], ...]:
    """Cards of a run without which it falls into two melds, each with the card after which it is cut (S-30)."""
    if is_set_like(meld.slots):
        return ()
    slots = meld.slots
    return tuple(
        (slots[at - 1], slots[at])
        for at in range(1, len(slots) - 1)
        if not slots[at].joker and is_legal(rules, slots[:at]) and is_legal(rules, slots[at + 1 :])
    )


@lru_cache(1 << 14)
def doubled(rules: RuleSet, meld: Meld) -> tuple[Card, ...]:
    """Cards of a run of which a second copy makes it two runs, when it is cut after this card."""
    if is_set_like(meld.slots):
        return ()
    slots = meld.slots
    return tuple(
        slots[at]
        for at in range(1, len(slots) - 1)
        if not slots[at].joker and is_legal(rules, slots[: at + 1]) and is_legal(rules, (slots[at], *slots[at + 1 :]))
    )
