"""What happens when a turn ends: the deal is over, or the next seat is to move.

Rules S-36, S-38, R-29 to R-32.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from rummy_lab.core.base import UNOPENED, Base, Chance, Hand, Over, with_hand
from rummy_lab.core.cards import Card
from rummy_lab.core.chance import card_number, card_with_number, order
from rummy_lab.core.melds import Table
from rummy_lab.core.scoring import lowest_hands
from rummy_lab.core.state import State
from rummy_lab.core.violations import SEATS


def over_base(base: Base, over: Over) -> Base:
    """The base of a finished deal."""
    # A finished deal is nobody's turn: its text names no seat but those of the result.
    seat = SEATS.index(over.seats[0]) if over.seats else 0
    return replace(base, phase="over", seat=seat, drawn=0, taken=None, over=over)


def finish(
    state: State,
    table: Table,
    hand: Hand,
    *,
    pile: tuple[Card, ...] | None = None,
    opens: bool = False,
    built: bool = False,
    passed: bool = False,
    drew_last: bool = False,
) -> State:
    """The base after the turn: the deal is over, or the next seat is to move."""
    base, rules = state.base, state.rules
    opened = base.opened
    if opens and opened[base.seat] == UNOPENED:
        opened = (*opened[: base.seat], base.round, *opened[base.seat + 1 :])
    after = with_hand(
        base, hand, table=Table(table), pile=pile if rules.has_pile else None, opened=opened, turns=base.turns + 1
    )
    if not hand and not drew_last:
        return State(over_base(after, Over("out", (state.seat,), built)))
    after = replace(after, passes=_passes(base, passed))
    if after.passes >= base.seats:
        return State(over_base(after, Over("blocked", lowest_hands(after))))
    if after.turns >= rules.ending.max_turns:
        return State(over_base(after, Over("unfinished")))
    after = _reshuffled(after)
    following = (base.seat + 1) % base.seats
    return State(replace(after, seat=following, phase="start", drawn=0, taken=None))


def _passes(base: Base, passed: bool) -> int:
    if base.rules.ending.empty_stock == "one_more_turn":
        # Counted from the turn after the one that emptied the stock.
        started_empty = base.stock == () and base.phase != "drew"
        return base.passes + 1 if started_empty else 0
    return base.passes + 1 if passed else 0


def _reshuffled(base: Base) -> Base:
    """The discards but the last become the stock when it is used up (R-29)."""
    if base.rules.ending.empty_stock != "reshuffle" or base.stock != () or base.pile is None or len(base.pile) < 2:
        return base
    *discards, top = base.pile
    if base.chance is None:
        return replace(base, stock=(None,) * len(discards), pile=(top,))
    seed, deal, shuffles = base.chance
    copies: Counter[Card] = Counter()
    numbers: list[int] = []
    for card in discards:
        numbers.append(card_number(card, copies[card]))
        copies[card] += 1
    shuffled = order(numbers, seed, deal, shuffles + 1)
    stock = tuple(card_with_number(number, base.rules.pack.suits) for number in reversed(shuffled))
    return replace(base, stock=stock, pile=(top,), chance=Chance(seed, deal, shuffles + 1))
