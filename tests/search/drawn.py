"""Tasks and positions to compare searches on: drawn at random, and met in play by bots that play the best turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import rummy_lab as rl
from oracle import rows
from rummy_lab.core.cards import JOKER, Card, joker_as, joker_in_set, natural
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.search.best import best_turn
from search.oracles import Column, legal_mask


@dataclass(frozen=True)
class Drawn:
    """A task for `best_arrangement`: its bags."""

    rules: RuleSet
    must: tuple[Card, ...]
    may: tuple[Card, ...]
    keep: tuple[Card, ...]


SIZES = ((3,), (4,), (3, 4))


def drawn_rules(rng: Random, base: RuleSet, *, plain: bool = False) -> RuleSet:
    """A rule set of the pack and melds of `base` or, now and then, any; `plain`: without what the automaton lacks."""
    if rng.random() < 0.4:
        return base
    french = base.pack.suits == "cdhs"
    ranks = 13 if french and rng.random() < 0.7 else rng.choice((5, 6, 7, 8, 10, 13))
    changes: dict[str, object] = {
        "pack__copies": rng.choice((1, 2, 2, 3, 4)), "pack__jokers": rng.choice((0, 1, 2, 2, 3, 4, 6)),
        "pack__ranks": ranks, "pack__ace": rng.choice(("low", "high", "both")) if not french or ranks == 13 else "low",
        "melds__min_run": rng.choice((3, 3, 4)), "melds__set_sizes": rng.choice(SIZES),
        "scoring__ace_penalty": rng.choice((1, 11, 15)), "scoring__joker_penalty": rng.choice((0, 15, 25, 50)),
        "deal__hand": 3, "deal__seats": (2, 2),
    }  # fmt: skip
    if not plain:
        changes["melds__wrap"] = changes["pack__ace"] != "both" and rng.random() < 0.3
        changes["melds__max_jokers"] = rng.choice((None, None, 1, 2, "half"))
        changes["melds__adjacent_jokers"] = rng.random() < 0.7
    return base.vary(**changes)


def drawn_table(rng: Random, rules: RuleSet, size: int) -> tuple[list[Column], Counter[Card]]:
    """Melds of about `size` cards, and what is left of the pack."""
    pack = {natural(rank, suit): rules.pack.copies for suit in rules.pack.suits for rank in range(1, rules.top + 1)}
    left = Counter(pack | {JOKER: rules.pack.jokers})
    melds: list[Column] = []
    lines = sorted(rows(rules))
    for _ in range(20 * size):
        if sum(len(meld.slots) for meld in melds) >= size:
            break
        if rng.random() < 0.5:
            suit, row = rng.choice(rules.pack.suits), rng.choice(lines)
            if len(row) > rules.melds.min_run + rng.choice((0, 1, 3, 9)):
                continue
            places, run = [(rank, suit) for rank in row], True
        else:
            rank, count = rng.randrange(1, rules.top + 1), rng.choice(rules.melds.set_sizes)
            places, run = [(rank, suit) for suit in rng.sample(rules.pack.suits, count)], False
        mask = [left[JOKER] > 0 and rng.random() < 0.15 for _ in places]
        whole = rules.melds.wrap and len(places) == rules.top
        cards = [JOKER if wild else natural(*place) for wild, place in zip(mask, places, strict=True)]
        if legal_mask(rules, mask, run=run, whole=run and whole) and Counter(cards) <= left:
            left -= Counter(cards)
            slots = [
                (wild, rank, suit if run or not wild else "") for wild, (rank, suit) in zip(mask, places, strict=True)
            ]
            melds.append(Column(tuple(slots), 0))
    return melds, left


def drawn_task(rng: Random, rules: RuleSet, size: int | None = None) -> Drawn:
    """Melds on the table, whose jokers stay or are free, and a hand; at times the table is no table at all."""
    melds, left = drawn_table(rng, rules, rng.choice((0, 6, 15, 30, 45)) if size is None else size)
    must: list[Card] = []
    keep: list[Card] = []
    for wild, rank, suit in (one for meld in melds for one in meld.slots):
        if not wild:
            must.append(natural(rank, suit))
        elif rng.random() < 0.6:
            keep.append(joker_as(natural(rank, suit)) if suit else joker_in_set(rank, rules.pack.suits))
        else:
            must.append(JOKER)
    rest = [card for card, count in left.items() for _ in range(count)]
    hand = rng.sample(rest, min(len(rest), rng.choice((1, 5, 10, 14, 18))))
    if hand and rng.random() < 0.25:
        must.append(hand.pop())
    return Drawn(rules, tuple(must), tuple(sorted(hand)), tuple(keep))


def met_in_play(rules: RuleSet, deals: int, players: int = 3, seed: int = 2024) -> Iterator[State]:
    """The positions before each play of deals in which everybody plays the turn that lays the most cards."""
    for number in range(deals):
        state = rl.deal(rules, players, seed, number)
        while state.over is None:
            if state.phase == "start" and rules.has_pile:
                state = rl.play(state, "draw" if state.stock else "pass" if not state.pile else "take")
                continue
            yield state
            best = best_turn(state, "cards", tidy=False)
            state = rl.play(state, best.turn if best else "draw" if state.stock else "pass")


def whole_table(state: State, *, free: bool = False) -> Drawn:
    """The task of laying the most from this hand when the table may be arranged anew; `free`: so may its jokers."""
    melds = state.table
    naturals = tuple(card for meld in melds for card in meld.naturals)
    jokers = tuple(card for meld in melds for card in meld.jokers)
    must = (*naturals, *[JOKER] * len(jokers)) if free else naturals
    return Drawn(state.rules, must, tuple(state.hands[state.seat]), () if free else jokers)
