"""All ways to reach a goal that touch the fewest melds of the table, to know whether there is only one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Final, Literal

from rummy_lab.core.cards import JOKER, Card, card_of
from rummy_lab.core.judge import is_set_like
from rummy_lab.core.melds import Meld, Table
from rummy_lab.core.moves import Arrange, Discard, End, Lay, Layoff, Move, Swap, Turn
from rummy_lab.core.referee import attempt, check
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.workspace import opening_need
from rummy_lab.search.fits import additions
from rummy_lab.search.layouts import faces, melds_of

Goal = Literal["out", "open"]
MOST: Final = 400
"""Positions with more ways than this to lay the cards are given up as not having one solution."""


class _TooMany(Exception):
    """There are more ways than are looked through."""


Option = tuple[Counter[Card], Meld, int]


def solutions(state: State, goal: Goal = "out", limit: int = 2) -> tuple[Turn, ...]:
    """Turns that reach the goal and touch the fewest melds, one for each table they end on, at most `limit`.

    A meld is touched when it is not on the table afterwards as it was. For `open` the table as it was is left alone.
    Empty where there are none, and where there are too many ways to look through.

    >>> from rummy_lab.core.referee import position
    >>> solutions(position("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b; turn A"))
    (arrange [2y 2g 2b] [3g 4g 5g 6g]; end,)
    """
    try:
        return _fewest(state, goal, limit)
    except _TooMany:
        return ()


def _fewest(state: State, goal: Goal, limit: int) -> tuple[Turn, ...]:
    if goal == "open":
        found = _openings(state)
    elif state.rules.table.mode == "rearrange":
        found = _rearranged(state)
    else:
        found = _built(state)
    rising = state.rules.table.mode == "rearrange"
    tables: dict[frozenset[tuple[Meld, int]], Turn] = {}
    fewest: int | None = None
    for touched, table, turn in found:
        if fewest is not None and touched > fewest:
            if rising:
                break
            continue
        key = frozenset(Counter(table).items())
        if key in tables and touched == fewest:
            continue
        if check(state, turn):
            continue
        if fewest is None or touched < fewest:
            fewest = touched
            tables.clear()
        tables[key] = turn
        if len(tables) >= limit and rising:
            break
    return tuple(tables.values())[:limit]


def _hand(state: State) -> list[Card]:
    return [card for card in state.work.hand or () if card is not None]


def _closings(state: State) -> Iterator[tuple[list[Card], Move]]:
    """The cards to lay and the move that ends the turn with an empty hand."""
    hand = _hand(state)
    if not state.rules.has_pile or state.rules.turn.last_discard == "not_needed":
        yield hand, End()
    if state.rules.has_pile:
        for card in dict.fromkeys(hand):
            rest = list(hand)
            rest.remove(card)
            yield rest, Discard(card)


def _by_first(options: Iterable[Option]) -> dict[Card, list[Option]]:
    grouped: dict[Card, list[Option]] = {}
    for option in options:
        grouped.setdefault(min(option[0], key=lambda card: card.code), []).append(option)
    return grouped


def _covers(bag: Counter[Card], options: dict[Card, list[Option]]) -> Iterator[list[Option]]:
    """The ways to lay a whole bag, each card in one option, each host of an option used once."""
    order = sorted(bag, key=lambda card: card.code)
    chosen: list[Option] = []
    hosts: set[int] = set()

    def lay(at: int) -> Iterator[list[Option]]:
        while at < len(order) and not bag[order[at]]:
            at += 1
        if at == len(order):
            yield list(chosen)
            return
        for option in options.get(order[at], ()):
            need, meld, host = option
            if host in hosts or any(bag[card] < count for card, count in need.items()):
                continue
            last = chosen[-1] if chosen else None
            if last is not None and host < 0 and last[2] < 0 and order[at] in last[0] and meld.slots < last[1].slots:
                continue  # two melds with the same first card are taken in one order only
            bag.subtract(need)
            chosen.append(option)
            if host >= 0:
                hosts.add(host)
            yield from lay(at)
            chosen.pop()
            hosts.discard(host)
            bag.update(need)

    return lay(0)


def _rearranged(state: State) -> Iterator[tuple[int, Table, Turn]]:
    """Whole tables with the hand laid, those that open the fewest melds of the table first."""
    rules, table = state.rules, tuple(state.table)
    closings = list(_closings(state))
    hand = _hand(state)
    options = _by_first((faces(meld), meld, -1) for meld in melds_of(rules, (*_cards(table), *hand)))
    tried = 0
    for size in range(len(table) + 1):
        for chosen in combinations(range(len(table)), size):
            opened = _cards(table[at] for at in chosen)
            left = [meld for at, meld in enumerate(table) if at not in chosen]
            for cards, closing in closings:
                for cover in _covers(Counter((*opened, *cards)), options):
                    tried += 1
                    final = Table((*left, *(meld for _, meld, _ in cover)))
                    yield size, final, Turn((Arrange(final), closing))
                    if tried > MOST:
                        raise _TooMany


def _cards(melds: Iterable[Meld]) -> list[Card]:
    return [JOKER if card.joker else card for meld in melds for card in meld.slots]


def _openings(state: State) -> Iterator[tuple[int, Table, Turn]]:
    """Every way to lay melds of the hand that are worth enough, a card kept for the discard where one is due."""
    rules, hand, need = state.rules, _hand(state), opening_need(state)
    melds = sorted(melds_of(rules, hand), key=lambda meld: meld.slots)
    tried = 0

    def lay(at: int, left: Counter[Card], points: int, laid: tuple[Meld, ...]) -> Iterator[tuple[Meld, ...]]:
        if points >= need and laid:
            yield laid
        for place in range(at, len(melds)):
            wanted = faces(melds[place])
            if wanted <= left:
                yield from lay(place, left - wanted, points + melds[place].points(rules), (*laid, melds[place]))

    for laid in lay(0, Counter(hand), 0, ()):
        tried += 1
        rest = Counter(hand) - sum((faces(meld) for meld in laid), Counter[Card]())
        closing: Move = End()
        if rules.has_pile:
            if not rest:
                continue
            closing = Discard(max(rest, key=lambda card: (Meld((card,)).points(rules), card.code)))
        yield 0, Table((*state.table, *laid)), Turn((*(Lay(meld.slots) for meld in laid), closing))
        if tried > MOST:
            raise _TooMany


def _built(state: State) -> Iterator[tuple[int, Table, Turn]]:
    """Every way to lay the hand in new melds and on the table, jokers swapped first."""
    tried = 0
    for swaps, there in _swapped(state):
        used = Counter(card for swap in swaps for card in swap.cards)
        touched = {swap.heap for swap in swaps}
        for cards, closing in _closings(state):
            if not used <= Counter(cards):
                continue
            bag = Counter(cards) - used + Counter(there.loose)
            for cover in _covers(bag, _by_first(_ways(there, bag))):
                tried += 1
                yield _told(there, swaps, cover, touched, closing)
                if tried > MOST:
                    raise _TooMany


def _ways(state: State, bag: Counter[Card]) -> Iterator[Option]:
    """New melds of these cards, and what each meld of the table can grow by."""
    cards = list(bag.elements())
    for meld in melds_of(state.rules, cards):
        yield faces(meld), meld, -1
    for number, meld in state.work.heaps.items():
        for grown in _growths(state.rules, meld, bag):
            yield faces(grown) - faces(meld), grown, number


def _growths(rules: RuleSet, meld: Meld, bag: Counter[Card]) -> list[Meld]:
    found: dict[Meld, None] = {}
    queue = [meld]
    while queue:
        here = queue.pop()
        for card, written in additions(rules, here).items():
            if (faces(here) - faces(meld))[card] < bag[card]:
                for slot in written:
                    grown = Meld.of((*here.slots, slot), rules.top)
                    if grown not in found:
                        found[grown] = None
                        queue.append(grown)
    return list(found)


def _told(
    there: State, swaps: Sequence[Swap], cover: list[Option], touched: set[int], closing: Move
) -> tuple[int, Table, Turn]:
    heaps = dict(there.work.heaps)
    moves: list[Move] = list(swaps)
    moves += [Lay(meld.slots) for _, meld, host in cover if host < 0]
    for _, meld, host in cover:
        if host >= 0:
            moves.append(Layoff(tuple((Counter(meld.slots) - Counter(heaps[host].slots)).elements()), host))
            heaps[host] = meld
    grown = touched | {host for _, _, host in cover if host >= 0}
    table = Table((*heaps.values(), *(meld for _, meld, host in cover if host < 0)))
    return len(grown), table, Turn((*moves, closing))


def _swapped(state: State) -> Iterator[tuple[tuple[Swap, ...], State]]:
    """The position after every choice of swaps with cards of the hand."""
    options = [[None, *_swaps(state, number, meld)] for number, meld in state.work.heaps.items() if meld.jokers]
    for choice in product(*options):
        there: State | None = state
        swaps = tuple(swap for swap in choice if swap is not None)
        for swap in swaps:
            result = attempt(there, swap) if there is not None else ()
            there = result if isinstance(result, State) else None
        if there is not None:
            yield swaps, there


def _swaps(state: State, number: int, meld: Meld) -> Iterator[Swap]:
    hand = sorted({card for card in _hand(state) if not card.joker})
    if is_set_like(meld.slots):
        wanted = [card for card in hand if card.rank == meld.slots[0].rank and card not in meld.slots]
    else:
        wanted = [card for card in hand if any(joker.suit and card_of(joker) is card for joker in meld.jokers)]
    for size in range(1, len(wanted) + 1):
        for cards in combinations(wanted, size):
            swap = Swap(cards, number)
            if isinstance(attempt(state, swap), State):
                yield swap
