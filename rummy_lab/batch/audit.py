"""The referee looks again at a share of the deals: the record is read back and played through move by move."""

from __future__ import annotations

import sys
from typing import Final

from rummy_lab.core.asked import one_text
from rummy_lab.core.chance import mix64
from rummy_lab.core.errors import RummyError
from rummy_lab.core.history import cards_of
from rummy_lab.core.state import State
from rummy_lab.records import Record, parse_record

_OUR_OWN: Final = sys.maxsize


class AuditFailed(RuntimeError):
    """A deal of a batch that its own record does not bear out; the text holds the record."""


def is_drawn(share: float, seed: int, number: int) -> bool:
    """Whether the deal with this number is looked at again: the first one always, else the share of all."""
    if share <= 0:
        return False
    return number == 0 or mix64((seed + number) & ((1 << 64) - 1)) < share * 2.0**64


@one_text(_OUR_OWN)
def audit(record: Record) -> None:
    """Raises AuditFailed unless the written record leads, move by legal move, to the same end with all its cards."""
    text = str(record)
    try:
        again = parse_record(text, exists=record.exists)
    except RummyError as fault:
        raise AuditFailed(f"the referee refuses a played deal: {fault}\n{text}") from None
    if again.final != record.final or again.outcome != record.outcome:
        raise AuditFailed(f"a played deal ended as {record.final}, its record as {again.final}\n{text}")
    for state in again.turn_states():
        if _cards(state) != record.rules.cards:
            raise AuditFailed(f"a card is missing or too many in {state}\n{text}")


def _cards(state: State) -> int:
    base = state.base
    naturals, jokers = cards_of(base.table)
    hands = sum(len(hand or ()) for hand in base.hands)
    return naturals.total() + jokers + hands + len(base.pile or ()) + len(base.stock or ())
