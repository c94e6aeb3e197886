"""Turns that stand in a file, played one after the other, and what came of them turn by turn."""

from __future__ import annotations

from collections.abc import Sequence

from rummy_lab.batch.facts import Ledger
from rummy_lab.core.errors import Phrase, RummyError, Told
from rummy_lab.core.history import asserted, happened
from rummy_lab.core.moves import Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.state import State
from rummy_lab.core.turns import Exists
from rummy_lab.records import Record


class Stuck(RummyError):
    """A turn that cannot be played; `at` says which, from 0."""

    def __init__(self, told: str, at: int) -> None:
        self.at = at
        super().__init__(told)


def followed(start: State, turns: Sequence[str], exists: Exists | None) -> tuple[State, tuple[Turn, ...]]:
    """The state after these turns, and the turns with the cards that were drawn and taken; raises Stuck."""
    state, done = start, list[Turn]()
    for at, text in enumerate(turns):
        try:
            turn = Turn.parse(text)
            if state.over is not None:
                raise RummyError("the deal was over before {turn}", turn=repr(text))
            after, refusal = play_until_error(state, turn, exists=exists)
        except RummyError as fault:
            raise Stuck(fault.sentence, at) from None
        if refusal:
            codes = ", ".join(violation.code for violation in refusal)
            raise Stuck(
                Phrase("{turn} is not allowed: {why}", turn=repr(text), why=Told(codes, refusal, state.rules)), at
            )
        if after.over is None and after.base.turns == state.base.turns:
            raise Stuck(Phrase("{turn} does not end the turn", turn=repr(text)), at)
        done.append(asserted(state, turn))
        state = after
    return state, tuple(done)


def ledger_of(record: Record) -> Ledger:
    """What a ledger keeps that watched the deal being played."""
    ledger, state, given_away = Ledger(turns=True), record.start, Turn(())
    for turn in record.turns:
        after, _ = play_until_error(state, turn, exists=record.exists)
        if after.over is None and after.base.turns == state.base.turns:
            given_away = turn
            break
        ledger.watch(state, after, turn, happened(state, after, turn))
        state = after
    if record.forfeit:
        ledger.watch(state, record.final, given_away, happened(state, record.final, given_away))
    return ledger
