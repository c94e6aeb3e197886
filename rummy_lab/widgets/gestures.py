"""What a gesture means: cards picked up and the place where they are put down, as moves of the referee's.

Nothing is judged here but what a player is likely to mean: a card may be both added to a meld and exchanged for its
joker, a joker may stand for several cards. Whether a move is legal is the referee's word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.judge import is_set_like, judge_meld, placed, readings
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Discard, Draw, End, Join, Lay, Layoff, Move, Pull, Split, Swap, Take, Turn
from rummy_lab.core.referee import check, play_until_error
from rummy_lab.core.state import State
from rummy_lab.core.violations import JokerUndeclared, TooShort
from rummy_lab.search import exists
from rummy_lab.widgets.tracker import LOOSE, PILE, STOCK, Tracker, hand_of, heap_at

NEW = "new"
Sense = Literal["", "layoff", "swap", "reading"]


@dataclass(frozen=True, slots=True)
class Meaning:
    """One way to read a gesture.

    Attributes:
        moves: what it does.
        sense: what tells it from the other ways: added to the meld, exchanged for its joker, or what a joker is.
        meld: the meld that comes of it where it is told by that.
    """

    moves: Turn
    sense: Sense = ""
    meld: Meld | None = None


def meanings(state: State, ids: Tracker, cards: Sequence[str], on: str, at: int | None = None) -> tuple[Meaning, ...]:
    """What it can mean to put these cards (ids) down on a place or card, likeliest first; () where it means nothing.

    `on` is a place (`m1`, `new`, `loose`, `pile`, `stock`, `hand-A`) or the id of a card in one; `at` the place among
    the cards of a meld, where it is known.

    >>> from rummy_lab.core.referee import position
    >>> here = position("schmidt; table [8r 8y *8?]; hand A+ 8g; turn A")
    >>> [str(one.moves) for one in meanings(here, Tracker.of(here), ["c4"], "m1")]
    ['layoff 8g>1', 'swap 8g>1']
    >>> [str(one.moves) for one in meanings(here, Tracker.of(here), ["c4"], "c3")]
    ['swap 8g>1']
    """
    place = ids.place(on) or on
    told = _put(state, _Held.of(ids, cards), place, on if on != place else "", ids)
    return tuple(one for way in told for one in declared(state, way, at))


def said(state: State, moves: Turn) -> tuple[Meaning, ...]:
    """What moves that were told in words can mean: a card for a meld may be meant for its joker, as by a gesture.

    >>> from rummy_lab.core.referee import position
    >>> here = position("schmidt; table [4r 5r *6r 7r]; hand A+ 6r 8r; turn A")
    >>> [[str(one.moves) for one in said(here, Turn.parse(told))] for told in ("layoff 6r>1", "layoff 8r>1; end")]
    [['swap 6r>1'], ['layoff 8r>1; end']]
    """
    before = state
    ways: tuple[Meaning, ...] = (Meaning(Turn()),)
    for move in moves:
        found: tuple[Meaning, ...] = (Meaning(Turn([move])),)
        if isinstance(move, Layoff) and move.heap in before.heaps:
            found = tuple(_onto(before, _Held(move.cards, move.cards, {}, (), 0), move.heap, None))
        # Where more follows it is taken as it is likeliest meant.
        ways = found if len(moves) == 1 else (Meaning(Turn([*ways[0].moves, *found[0].moves])),)
        before = play_until_error(before, found[0].moves, exists=exists if state.rules.needs_search else None)[0]
    return tuple(one for way in ways for one in declared(state, way))


@dataclass(frozen=True, slots=True)
class _Held:
    """The cards that are put down, by where they come from; `order` as they were picked."""

    order: tuple[Card, ...]
    free: tuple[Card, ...]
    melds: dict[int, tuple[Card, ...]]
    pile: tuple[Card, ...]
    stock: int

    @classmethod
    def of(cls, ids: Tracker, cards: Sequence[str]) -> _Held:
        free: list[Card] = []
        order: list[Card] = []
        melds: dict[int, tuple[Card, ...]] = {}
        pile: list[Card] = []
        stock = 0
        for one in cards:
            place, card = ids.place(one), ids.cards[one]
            heap = heap_at(place)
            if place == STOCK or card is None:
                stock += place == STOCK
                continue
            order.append(card)
            if heap is not None:
                melds[heap] = (*melds.get(heap, ()), card)
            elif place == PILE:
                pile.append(card)
            else:
                free.append(card)
        return cls(tuple(order), tuple(free), melds, tuple(pile), stock)


def _put(state: State, held: _Held, place: str, card: str, ids: Tracker) -> Iterator[Meaning]:
    heap = heap_at(place)
    if held.stock:
        yield Meaning(Turn([Draw()]))
    elif place == PILE:
        if held.order and not held.pile:
            yield Meaning(Turn([*_lifting(held), *map(Discard, held.order)]))
    elif place in (LOOSE, hand_of(state.seat)):
        if moves := [*_taking(held, state), *_lifting(held)]:
            yield Meaning(Turn(moves))
    elif place == NEW:
        yield from _as_new(state, held)
    elif heap is not None:
        yield from _onto(state, held, heap, ids.cards.get(card))


def _taking(held: _Held, state: State) -> list[Move]:
    top = state.pile[-1] if state.pile else None
    return [Take() if card is top else Take(card) for card in held.pile]


def _lifting(held: _Held, staying: int = 0) -> list[Move]:
    return [Pull(cards, heap) for heap, cards in held.melds.items() if heap != staying]


def _as_new(state: State, held: _Held) -> Iterator[Meaning]:
    if not held.free and not held.pile and len(held.melds) == 1:
        ((heap, cards),) = held.melds.items()
        slots = state.heaps[heap].slots
        if len(cards) == len(slots):
            return
        cut = len(slots) - len(cards)
        if len(slots) > 2 and len(cards) > 1 and not is_set_like(slots) and Counter(slots[cut:]) == Counter(cards):
            yield Meaning(Turn([Split(heap, slots[cut - 1])]))
            return
    if held.order:
        yield Meaning(Turn([*_taking(held, state), *_lifting(held), Lay(_fitting(state, held.order, ()))]))


def _onto(state: State, held: _Held, heap: int, target: Card | None) -> Iterator[Meaning]:
    cards = _without(held.order, held.melds.get(heap, ()))
    if not cards:
        return
    before = [*_taking(held, state), *_lifting(held, heap)]
    whole = [other for other, some in held.melds.items() if other != heap and len(some) == len(state.heaps[other])]
    if len(whole) == 1 and len(state.heaps[whole[0]]) == len(cards):
        yield Meaning(Turn([Join(heap, whole[0])]))
        return
    slots = state.heaps[heap].slots
    cards = _fitting(state, cards, slots)
    add = Meaning(Turn([*before, Layoff(cards, heap)]), "layoff")
    jokers = any(card.joker for card in slots)
    if not jokers or any(card.joker for card in cards):
        yield add
        return
    swap = Meaning(Turn([*before, Swap(cards, heap)]), "swap")
    fits, may = _fits(state, (*slots, *cards)), not refused(state, swap.moves)
    if target is not None and target.joker:
        # A card put on a joker is meant for it, unless that cannot be and the card simply belongs there.
        yield add if fits and not may and not refused(state, add.moves) else swap
    elif fits:
        yield add
        if may:
            yield swap
    else:
        yield swap if may else add


def _without(cards: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def _fits(state: State, cards: Sequence[Card]) -> bool:
    """Whether these cards make a meld or the beginning of one."""
    meld = placed(state.rules, cards)
    return all(isinstance(fault, TooShort | JokerUndeclared) for fault in judge_meld(state.rules, meld))


def _fitting(state: State, cards: tuple[Card, ...], slots: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards, a lifted joker told by its stand-in only where it can be that beside the others."""
    if not any(card.joker and not card.bare for card in cards) or _fits(state, (*slots, *cards)):
        return cards
    free = tuple(JOKER if card.joker else card for card in cards)
    return free if _fits(state, (*slots, *free)) or readings(state.rules, (*slots, *free)) else cards


def refused(state: State, moves: Turn) -> bool:
    """Whether the referee refuses these moves."""
    return bool(check(state, moves, exists=exists if state.rules.needs_search else None))


# Jokers that have to say what they stand for


def declared(state: State, way: Meaning, at: int | None = None) -> Iterator[Meaning]:
    """The same with every joker that is laid saying what it stands for, dearest first; as it is where none can.

    >>> from rummy_lab.core.referee import position
    >>> here = position("schmidt; hand A * 9r 10r; turn A")
    >>> [str(one.moves) for one in declared(here, Meaning(Turn.parse("meld * 9r 10r")))]
    ['meld 9r 10r *11r', 'meld *8r 9r 10r']
    """
    before = state
    for place, move in enumerate(way.moves):
        found = tuple(_readings(before, move))
        if found:
            found = _chosen_by_place(found, move, at)
            for moves, meld in found:
                told = Turn([*way.moves[:place], *moves, *way.moves[place + 1 :]])
                yield from declared(state, Meaning(told, "reading" if len(found) > 1 else way.sense, meld), at)
            return
        before, faults = play_until_error(before, move, exists=exists if state.rules.needs_search else None)
        if faults or before.base.turns != state.base.turns:
            break
    yield way


def _readings(state: State, move: Move) -> Iterator[tuple[list[Move], Meld]]:
    if isinstance(move, Lay) and any(card.bare for card in move.cards):
        for meld in readings(state.rules, move.cards):
            yield [Lay(meld.slots)], meld
    elif isinstance(move, Layoff) and move.heap in state.heaps:
        slots = state.heaps[move.heap].slots
        if any(card.bare for card in (*slots, *move.cards)):
            yield from _grown(state, move.heap, slots, move.cards)
    elif isinstance(move, End | Discard):
        # A joker in a heap that has become a meld without saying what it stands for.
        for heap, meld in state.heaps.items():
            if any(card.bare for card in meld.slots) and len(readings(state.rules, meld.slots)) > 1:
                yield from (([*moves, move], one) for moves, one in _grown(state, heap, meld.slots, ()))
                return


def _grown(
    state: State, heap: int, slots: tuple[Card, ...], cards: tuple[Card, ...]
) -> Iterator[tuple[list[Move], Meld]]:
    bare = tuple(card for card in slots if card.bare)
    fixed = tuple(card for card in slots if not card.bare)
    for meld in readings(state.rules, (*slots, *cards)):
        added = tuple((Counter(meld.slots) - Counter(fixed)).elements())
        if not bare:
            yield [Layoff(added, heap)], meld
        elif fixed:
            yield [Pull(bare, heap), Layoff(added, heap)], meld
        else:
            yield [Pull(bare, heap), Lay(meld.slots)], meld


def _chosen_by_place(
    found: tuple[tuple[list[Move], Meld], ...], move: Move, at: int | None
) -> tuple[tuple[list[Move], Meld], ...]:
    """A single joker added at one end of a run is the card of that end."""
    if at is None or not isinstance(move, Layoff) or len(move.cards) != 1:
        return found
    ends = [way for way in found if way[1].slots[0 if not at else -1].joker]
    return tuple(ends) if len(ends) == 1 and (not at or at >= len(ends[0][1]) - 1) else found
