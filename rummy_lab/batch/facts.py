"""What a deal comes to in numbers: the rows of the frames."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from rummy_lab.batch.schema import NOBODY
from rummy_lab.core.base import Hand
from rummy_lab.core.cards import FRENCH, Card
from rummy_lab.core.events import Event, Freed, Opened
from rummy_lab.core.history import before_closing, cards_of, melds_from_hand
from rummy_lab.core.moves import Draw, Take, Turn
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.scoring import hand_points, settle, went_rummy
from rummy_lab.core.state import State
from rummy_lab.core.violations import Seat
from rummy_lab.records import Record

Row = tuple[Any, ...]


@dataclass(slots=True)
class Ledger:
    """Watches a deal turn by turn and keeps what the final position no longer tells."""

    turns: bool = False
    opened_points: Counter[Seat] = field(default_factory=Counter[Seat])
    jokers_laid: Counter[Seat] = field(default_factory=Counter[Seat])
    by_turn: list[Row] = field(default_factory=list[Row])

    def watch(self, before: State, after: State, turn: Turn, events: tuple[Event, ...]) -> None:
        """Add a finished turn."""
        seat = before.seat
        for event in events:
            if isinstance(event, Opened):
                self.opened_points[seat] += event.points
        self.jokers_laid[seat] += _jokers_laid(before, after, turn)
        if self.turns:
            self.by_turn.append(_turn_row(before, after, turn, events))


def _jokers_laid(before: State, after: State, turn: Turn) -> int:
    """Jokers that went from the hand to the table in this turn."""
    start, final = cards_of(before.base.table)[1], cards_of(after.base.table)[1]
    back = 0
    if before.rules.joker.freed == "to_hand" and before.rules.table.mode != "rearrange" and start:
        back = len(before_closing(before, turn).loose)
    return max(0, final - start + back)


def _turn_row(before: State, after: State, turn: Turn, events: tuple[Event, ...]) -> Row:
    rules = before.rules
    start, final = before.base.table, after.base.table
    (old, _), (new, _) = cards_of(start), cards_of(final)
    jokers = _jokers_laid(before, after, turn)
    laid = (new - old).total() + jokers
    drawn, took = any(isinstance(move, Draw) for move in turn), any(isinstance(move, Take) for move in turn)
    points = sum(meld.points(rules) for meld in final) - sum(meld.points(rules) for meld in start)
    return (
        after.base.turns,
        before.seat,
        "stock" if drawn else "pile" if took else "none",
        laid,
        max(0, laid - sum(map(len, melds_from_hand(before, after)))),
        points,
        sum(event.count for event in events if isinstance(event, Freed)),
        _broken(before, after),
        len(after.hands[before.seat] or ()),
        len(after.stock or ()),
    )


def _broken(before: State, after: State) -> int:
    """Melds of the start whose naturals no longer lie in one meld."""
    left = list(after.base.table)
    broken = 0
    for meld in before.base.table:
        need = Counter(meld.naturals)
        there = next((other for other in left if need <= Counter(other.naturals)), None)
        if there is None:
            broken += 1
        else:
            left.remove(there)
    return broken


def deal_row(record: Record) -> Row:
    """The row of by_deal from `seats` on."""
    facts, final = record.outcome, record.final
    end = "rummy" if went_rummy(facts, record.rules) else facts.how
    return (
        len(final.seats),
        record.starter,
        facts.winners[0] if len(facts.winners) == 1 else NOBODY,
        end,
        final.base.turns,
        final.base.round,
        final.chance.shuffles if final.chance else 0,
        len(final.stock or ()),
    )


def player_rows(record: Record, ledger: Ledger, entries: tuple[int, ...]) -> list[Row]:
    """The rows of by_player from `seat` on, one a seat; `entries`: the place in `players` of who sits there."""
    facts, rules = record.outcome, record.rules
    scores, points = settle(facts, rules), hand_points(facts, rules)
    rummy = went_rummy(facts, rules)
    rows: list[Row] = []
    for at, seat in enumerate(record.final.seats):
        won, hand = seat in facts.winners, facts.hands[seat] or ()
        dealt = record.start.hands[seat] or ()
        rows.append(
            (
                seat,
                record.players[at],
                entries[at],
                won,
                float(scores[seat] or 0),
                points[seat] or 0,
                facts.opened_turn[seat] or 0,
                ledger.opened_points[seat],
                *_left(hand, rules),
                rummy and won,
                sum(card is not None and card.joker for card in dealt),
                ledger.jokers_laid[seat],
            )
        )
    return rows


def _left(hand: Hand, rules: RuleSet) -> tuple[int, int, int, int]:
    """Cards, face values without aces and jokers, aces and jokers of a hand."""
    cards = [card for card in hand if card is not None]
    plain = [card for card in cards if not card.joker and card.rank != 1]
    aces = sum(not card.joker and card.rank == 1 for card in cards)
    return len(cards), sum(_pips(card, rules) for card in plain), aces, sum(card.joker for card in cards)


def _pips(card: Card, rules: RuleSet) -> int:
    return min(card.rank, 10) if rules.pack.suits == FRENCH else card.rank
