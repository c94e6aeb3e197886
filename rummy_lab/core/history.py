"""What a turn looked like to everybody at the table, and the same turn with its hidden cards named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rummy_lab.core.base import UNOPENED
from rummy_lab.core.cards import Card
from rummy_lab.core.events import (
    Blocked,
    Event,
    Forfeited,
    Freed,
    Opened,
    Played,
    Reshuffled,
    Unfinished,
    WentOut,
    public,
)
from rummy_lab.core.jokers import anchor
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Arrange, Discard, Draw, End, Layoff, Pass, Pull, Swap, Take, Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.state import State

_CLOSING = (Discard, End, Pass)


def asserted(before: State, turn: Turn) -> Turn:
    """The turn with the cards it draws and takes named, as a record has them; `before` is the state it starts from.

    >>> from rummy_lab.core.referee import position
    >>> here = position("rummy40; hand A 2c; hand B 3c; pile 9d; stock 7h 8h; turn A")
    >>> asserted(here, Turn.parse("draw; discard 2c")), asserted(here, Turn.parse("take; discard 2c"))
    (draw 7h; discard 2c, take 9d; discard 2c)
    """
    stock = iter(before.stock or ())
    top = before.pile[-1] if before.pile else None
    return Turn(
        Draw(next(stock, None)) if isinstance(move, Draw) else Take(top) if isinstance(move, Take) else move
        for move in turn
    )


def happened(before: State, after: State, turn: Turn) -> tuple[Event, ...]:
    """The public events of a turn, from the state it began in to the state it led to.

    A card drawn from the stock is not named, a card taken from the pile is. The turn may be cut short where the seat
    forfeited the deal.

    >>> from rummy_lab.core.referee import play, position
    >>> here = position("schmidt; table [6r 7r 8r]; hand A 13r 13g 13b 5r; hand B 1y; turn A")
    >>> turn = Turn.parse("meld 13r 13g 13b; end")
    >>> happened(here, play(here, turn), turn)
    (Played(seat='A', moves=meld 13r 13g 13b; end), Opened(seat='A', points=39))
    """
    seat = before.seat
    events: list[Event] = [Played(seat, Turn(map(public, asserted(before, turn))))] if turn else []
    if before.base.opened[before.base.seat] == UNOPENED != after.base.opened[before.base.seat]:
        events.append(Opened(seat, _opening_points(before, after, turn)))
    if freed := _freed(before, after, turn):
        events.append(Freed(seat, freed))
    if len(after.stock or ()) > len(before.stock or ()):
        events.append(Reshuffled(seat))
    if after.over is not None:
        kinds = {"out": WentOut, "blocked": Blocked, "unfinished": Unfinished, "forfeit": Forfeited}
        events.append(kinds[after.over.how](seat))
    return tuple(events)


def before_closing(before: State, turn: Turn) -> State:
    """The state in which the seat closed this legal turn, everything laid."""
    acts = Turn(turn[:-1]) if turn and isinstance(turn[-1], _CLOSING) else turn
    # Whether a play existed matters for drawing only, and these draws are known to be legal.
    return play_until_error(before, acts, exists=lambda _: False)[0]


def cards_of(melds: Iterable[Meld]) -> tuple[Counter[Card], int]:
    """The naturals of melds, and how many jokers lie in them."""
    slots = Counter(card for meld in melds for card in meld.slots)
    naturals = Counter({card: count for card, count in slots.items() if not card.joker})
    return naturals, slots.total() - naturals.total()


def melds_from_hand(before: State, after: State) -> tuple[Meld, ...]:
    """The melds of the table after a turn that hold cards of the mover's hand alone, in the order of the table."""
    start, final = before.base.table, after.base.table
    naturals, jokers = cards_of(final)
    before_naturals, before_jokers = cards_of(start)
    left, wild = naturals - before_naturals, max(0, jokers - before_jokers)
    found: list[Meld] = []
    for meld in (Counter(final) - Counter(start)).elements():
        need, bare = Counter(meld.naturals), len(meld.jokers)
        if need <= left and bare <= wild:
            found.append(meld)
            left, wild = left - need, wild - bare
    return tuple(found)


def _opening_points(before: State, after: State, turn: Turn) -> int:
    rules = before.rules
    if rules.table.mode == "rearrange":
        return sum(meld.points(rules) for meld in melds_from_hand(before, after))
    return before_closing(before, turn).work.opening


def _freed(before: State, after: State, turn: Turn) -> int:
    """Jokers freed: by swaps; where the table is rearranged also those whose place in it is gone."""
    rules = before.rules
    swapped = any(isinstance(move, Swap) for move in turn)
    freed = before_closing(before, turn).work.freed if swapped else 0
    moved = any(isinstance(move, Arrange | Layoff | Pull) for move in turn)
    if rules.table.mode == "rearrange" and rules.joker.anchor != "free" and moved and after.over is not None:
        moved = after.over.how != "forfeit"
    if moved and rules.table.mode == "rearrange" and rules.joker.anchor != "free":
        start, final = (Counter(anchor(meld, joker) for meld in table for joker in meld.jokers)
                        for table in (before.base.table, after.base.table))  # fmt: skip
        freed = max(freed, (start - final).total())
    return freed
