"""Deals that fit what a seat sees, and what its choices come to in them."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from rummy_lab.bots.careful import CarefulBot
from rummy_lab.bots.counter import thrown_by
from rummy_lab.bots.kernels import counter, sampling, sheet, unseen, written
from rummy_lab.bots.kernels.compiled import kernels, make_ready
from rummy_lab.bots.kernels.rearranged_rules import rearranged_refusal
from rummy_lab.bots.kernels.written import number, sheet_of
from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.chance import Rng
from rummy_lab.core.events import Played
from rummy_lab.core.moves import Arrange, Discard, Lay, Layoff, Swap, Take
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.views import View
from rummy_lab.core.violations import SEATS

_EIGHTHS: Final = 8
# For each search of a sampled seat.
_NODES: Final = 2_000


def pool_of(view: View, near: int) -> list[int] | None:
    """The cards not seen and what is known of who holds them; None where the position does not say enough.

    A card like one that a seat threw is by `near` eighths less likely in its hand.
    """
    state, me = view.state, view.state.base.seat
    base, hands = state.base, list(state.hands.values())
    mine = state.work.hand
    if base.stock is None or (state.rules.has_pile and state.pile is None) or mine is None or None in mine:
        return None
    # Once the discards are the stock the cards not seen are others; whoever is so near to that plays without.
    if any(hand is None for hand in hands) or (state.rules.has_pile and not base.stock):
        return None
    pool, left, known = [0] * sampling.POOL_SIZE, _not_seen(state), _known(view)
    pool[sampling.POOL_STOCK], pool[sampling.POOL_SEAT] = len(base.stock), me
    row = [0] * counter.KNOWLEDGE
    for seat, cards in thrown_by(view.events).items():
        for card in cards:
            row[counter.THROWN + sheet.KINDS * SEATS.index(seat) + number(card)] += 1
    for at, hand in enumerate(hands):
        if at == me or hand is None:
            continue
        held = 0
        for kind in known.get(SEATS[at], ()):
            if held < len(hand) and left[kind] > 0:
                pool[sampling.POOL_KNOWN + sheet.KINDS * at + kind] += 1
                left[kind] -= 1
                held += 1
        pool[sampling.POOL_NEEDS + at] = len(hand) - held
        for kind in range(sheet.KINDS):
            less = near if kind != sheet.WILD and counter.is_near_thrown(row, at, kind) else 0
            pool[sampling.POOL_WEIGHTS + sheet.KINDS * at + kind] = max(1, _EIGHTHS - less)
    pool[: sheet.KINDS] = left
    needed = sum(pool[sampling.POOL_NEEDS : sampling.POOL_KNOWN]) + len(base.stock)
    return pool if min(left) >= 0 and sum(left) >= needed else None


def _not_seen(state: State) -> list[int]:
    """How many of each card the mover does not see."""
    pack, suits = state.rules.pack, len(state.rules.pack.suits)
    left = [pack.copies if card % 13 < state.rules.top and card < 13 * suits else 0 for card in range(sheet.WILD)]
    left.append(pack.jokers)
    lying = (card for meld in state.table for card in meld.slots)
    for card in (*lying, *state.loose, *(state.work.hand or ()), *(state.pile or ())):
        left[number(card or JOKER)] -= 1
    return left


def _known(view: View) -> Mapping[str, list[int]]:
    """The cards that seats took from the pile, and have not laid or thrown since."""
    held: dict[str, list[int]] = {}
    for event in view.events:
        if not isinstance(event, Played):
            continue
        cards = held.setdefault(event.seat, [])
        for move in event.moves:
            if isinstance(move, Take) and move.card is not None:
                cards.append(number(move.card))
            elif isinstance(move, Arrange):
                # What of the hand lies in it now is not looked into.
                cards.clear()
            elif isinstance(move, Lay | Layoff | Swap):
                _strike(cards, move.cards)
            elif isinstance(move, Discard):
                _strike(cards, (move.card,))
    return held


def _strike(cards: list[int], laid: Sequence[Card]) -> None:
    for card in laid:
        if number(card) in cards:
            cards.remove(number(card))


def covered(state: State, seat: int | None = None) -> State:
    """The same with the hands of all seats but this one counted, never looked at."""
    hands = enumerate(state.base.hands)
    shown = (hand if hand is None or at == seat else (None,) * len(hand) for at, hand in hands)
    return State(replace(state.base, hands=tuple(shown)))


def case_of(state: State, seat: int) -> list[int]:
    """The position after a choice of this seat, as it sees it."""
    base, row = state.base, [0] * sampling.CASE_SIZE
    if state.over is None:
        shown = state if base.seat == seat else covered(state)
        row[: sheet.MOVE] = sheet_of(shown, Rng(0))[: sheet.MOVE]
    else:
        row[: sheet.RULES_END] = written.rules_on_sheet(state.rules)
        row[sheet.SEATS], row[sheet.IN_PILE] = base.seats, len(state.pile or ())
        for at, opened in enumerate(base.opened):
            row[sheet.OPENED + at] = 1 if opened is None else opened
        ends = {"out": unseen.OUT, "blocked": unseen.BLOCKED}
        row[sampling.CASE_ENDED] = ends.get(state.over.how, unseen.UNFINISHED)
        row[sampling.CASE_WINNERS] = sum(1 << SEATS.index(one) for one in state.over.seats)
        row[sampling.CASE_BUILT] = int(state.over.built)
    hands = list(state.hands.values())
    for at, hand in enumerate(hands):
        row[sheet.COUNTS + at] = len(hand or ())
    for card in hands[seat] or ():
        row[sampling.CASE_DRAWN if card is None else sampling.CASE_HAND + number(card)] += 1
    row[sampling.CASE_TURNS], row[sampling.CASE_PASSES] = base.turns, base.passes
    for at, card in enumerate(state.pile or ()):
        row[sampling.CASE_PILE + at] = number(card)
    return row


@lru_cache(64)
def prices(rules: RuleSet) -> tuple[int, ...]:
    """What a deal costs, as the sampled deals are priced."""
    scoring, row = rules.scoring, [0] * 5
    row[sampling.PRICE_DOUBLE] = int(scoring.rummy_bonus == "double")
    row[sampling.PRICE_BONUS] = 0 if scoring.rummy_bonus == "double" else int(scoring.rummy_bonus)
    row[sampling.PRICE_EVERY] = int(scoring.rummy_when == "every_win")
    row[sampling.PRICE_BUILT] = int(scoring.rummy_builds)
    row[sampling.PRICE_DIFFERENCE] = int(scoring.kind == "zero_sum")
    return tuple(row)


def are_searched(rules: RuleSet) -> bool:
    """Whether the sampled seats lay by the exact search, as `counter` does where the table is rearranged."""
    rearranged = rules.table.mode == "rearrange" and not rules.has_pile
    return rearranged and not written.refusal(rules) and not rearranged_refusal(rules)


@lru_cache(8)
def _deal_row(searched: bool, compiled: bool) -> tuple[int, ...]:
    """What stands on `d` whatever the deal: the taste of the bot on every seat."""
    row, taste = [0] * unseen.DEAL_SIZE, list(CarefulBot().taste)
    if searched:
        taste[sheet.EX_OBJECTIVE], taste[sheet.EX_THROWS], taste[sheet.EX_NODES] = 0, 0, _NODES
        taste[sheet.EX_ENGINE], taste[sheet.COLLECTS] = int(compiled), sampling.SEARCHES
    for seat in range(8):
        start = unseen.TASTE_OF + sheet.TASTES * seat
        row[start : start + sheet.TASTES] = taste
    return tuple(row)


class Sampled:
    """The choices of a seat, each played to the end of the same deals, which are drawn from the bot's own stream."""

    def __init__(
        self, view: View, pool: Sequence[int], cases: Sequence[Sequence[int]], rng: Rng, *, compiled: bool
    ) -> None:
        self._rng, self._compiled = rng, compiled
        rules, every = view.rules, [number for case in cases for number in case]
        searched = are_searched(rules)
        rows = ([0] * sheet.SIZE, _deal_row(searched, compiled), pool, every, prices(rules))
        self._rows = [array("q", row) for row in rows]
        if searched:
            own = unseen.TASTE_OF + sheet.TASTES * view.state.base.seat
            self._rows[1][own + sheet.COLLECTS] = sampling.WAITS
        # The search works on it, so it is kept.
        self._desk = make_ready(self._rows[0], rules) if compiled and searched else None

    def values(self, which: Sequence[int], plays: int) -> list[list[int]]:
        """For so many more deals what each of these choices comes to: by how much less it pays than the others."""
        count, state, stream = len(which), self._rng.state, sampling.DEALT_STREAM
        dealt = [0] * sampling.DEALT_SIZE
        dealt[stream], dealt[stream + 1] = state >> 32, state & 0xFFFFFFFF
        last = (which, [0] * (count * plays), dealt, [0] * 3)
        rows = [*self._rows, *(array("q", row) for row in last)]
        told, row = rows[-3], rows[-2]
        if self._compiled:
            kernels()["come_to_at"](*(one.buffer_info()[0] for one in rows), count, plays)
        else:
            v, d, pool, cases, priced, chosen, values, dealt_row, log = rows
            sampling.come_to(v, d, pool, cases, priced, chosen, values, dealt_row, log, count, plays)
        self._rng.state = row[stream] << 32 | row[stream + 1]
        return [list(told[count * play : count * play + count]) for play in range(plays)]
