"""A deal as it was played: the start, every turn, and the result that follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from rummy_lab.core.deal import forfeited
from rummy_lab.core.errors import RummyError, Told
from rummy_lab.core.history import asserted
from rummy_lab.core.moves import Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.scoring import Outcome, outcome
from rummy_lab.core.state import State
from rummy_lab.core.turns import Exists
from rummy_lab.core.violations import Seat

FORMAT: Final = 1
LONGEST_REASON: Final = 300
"""Characters in which a forfeit says why."""


class RecordError(RummyError):
    """A record that cannot be read or does not hold together: one sentence with the place and the reason."""


@dataclass(frozen=True, slots=True)
class Record:
    """One finished deal, as `play_out` and `read_record` give it.

    Attributes:
        start: the position in which the deal began, nothing hidden.
        turns: every turn with the cards drawn and taken named; under a forfeit the last one may be cut short.
        final: the state after the last turn; the deal is over.
        players: the names of the bots or people, seat A first.
        forfeit: why the deal was given away, else empty.
        exists: what the referee asks where playing is compulsory (`rummy_lab.search.exists`).

    >>> from rummy_lab.batch import play_out
    >>> record = play_out("schmidt", ["exact", "greedy"], seed=1)
    >>> record.players, record.outcome.how, str(record.start) == str(next(record.states()))
    (('exact', 'greedy'), 'out', True)
    """

    start: State
    turns: tuple[Turn, ...]
    final: State
    players: tuple[str, ...]
    forfeit: str = ""
    exists: Exists | None = field(default=None, compare=False, repr=False)

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return self.start.rules

    @property
    def seed(self) -> int:
        """The seed of the deal; 0 where the cards were laid by hand."""
        return self.start.chance.seed if self.start.chance else 0

    @property
    def deal(self) -> int:
        """The number of the deal under its seed."""
        return self.start.chance.deal if self.start.chance else 0

    @property
    def starter(self) -> Seat:
        """Who had the first turn."""
        return self.start.seats[self.start.base.starter]

    @property
    def outcome(self) -> Outcome:
        """The facts of the finished deal."""
        facts = outcome(self.final)
        assert facts is not None
        return facts

    def states(self) -> Iterator[State]:
        """The start and the state after each single move, the last of a turn giving the next seat's start."""
        state = self.start
        yield state
        for turn in self.turns:
            for move in turn:
                state, _ = play_until_error(state, move, exists=self.exists)
                yield state
        if self.forfeit:
            yield self.final

    def turn_states(self) -> Iterator[State]:
        """The start and the state after each turn."""
        state = self.start
        yield state
        for turn in self.turns:
            turns = state.base.turns
            state, _ = play_until_error(state, turn, exists=self.exists)
            if state.base.turns > turns:
                yield state
        if self.forfeit:
            yield self.final

    def __str__(self) -> str:
        from rummy_lab.records.text import write_text

        return write_text(self)


def replayed(
    start: State, turns: Iterable[Turn], players: Iterable[str], forfeit: str = "", exists: Exists | None = None
) -> Record:
    """The record of these turns, judged one by one; raises RecordError naming the first that is not allowed."""
    state = start
    named: list[Turn] = []
    for at, turn in enumerate(turns):
        if state.over is not None:
            raise RecordError("turns[{at}]: the deal was over before {turn}", at=at, turn=repr(str(turn)))
        finished = state.base.turns
        before = state
        state, refusal = play_until_error(state, turn, exists=exists)
        if refusal:
            codes = ", ".join(violation.code for violation in refusal)
            raise RecordError(
                "turns[{at}]: {turn} is not allowed: {why} (in {before})",
                at=at,
                turn=repr(str(turn)),
                why=Told(codes, refusal, start.rules),
                before=str(before),
            )
        named.append(asserted(before, turn))
        if state.base.turns == finished and state.over is None and not forfeit:
            raise RecordError("turns[{at}]: {turn} does not end the turn", at=at, turn=repr(str(turn)))
        if state.base.turns == finished:
            break
    if len(named) < len(tuple(turns)):
        raise RecordError("turns[{at}]: only the last turn may be cut short", at=len(named) - 1)
    if forfeit and state.over is None:
        state = forfeited(state)
    elif state.over is None:
        raise RecordError("turns: the deal is not over after {count} turns", count=len(named))
    return Record(start, tuple(named), state, tuple(players), forfeit, exists)
