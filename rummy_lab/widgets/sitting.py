"""A match between people and bots: whose turn it is, what was played and how it stands. No widget and no clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rummy_lab.batch.matches import in_match, match_deal
from rummy_lab.batch.table import Refused, answered
from rummy_lab.bots import Bot, Choose, PlannerBot, bot
from rummy_lab.core.chance import Rng, check_seed
from rummy_lab.core.deal import forfeited, stopped
from rummy_lab.core.errors import Phrase, RummyError, Told
from rummy_lab.core.events import Event
from rummy_lab.core.history import asserted, happened
from rummy_lab.core.match import new_match
from rummy_lab.core.moves import Move, Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.violations import SEATS, Seat
from rummy_lab.records import Record
from rummy_lab.search import exists

ME: Final = "me"
Player = str | Bot | Choose
_TURN_STEP: Final = 0x9E3779B97F4A7C15


class Played(NamedTuple):
    """A finished turn: who played it, from where, which moves, and where it led."""

    seat: Seat
    before: State
    turn: Turn
    after: State


class Answer(NamedTuple):
    """What a bot wants to do; it counts only where the state it was asked about still stands."""

    asked: State
    turn: Turn
    after: State
    reason: str = ""


@dataclass(slots=True)
class _Deal:
    """The deal that is being played."""

    start: State
    state: State
    turns: list[Played] = field(default_factory=list[Played])
    events: tuple[Event, ...] = ()
    begun: State | None = None
    moves: list[Move] = field(default_factory=list[Move])
    reason: str = ""


def _with_people(player: Player) -> Bot:
    """The bot; of one that is named and thinks for long, the one that plays with people."""
    found = bot(player)
    return found.with_people() if isinstance(player, str) and isinstance(found, PlannerBot) else found


class Sitting:
    """A match that people and bots play.

    Args:
        rules: a rule set or its name.
        players: one a seat, `me` for a person, else a bot or its name.
        seed: the cards of all deals follow from it, 0 <= seed < 2**64.
        start: the position in which the first deal begins, between two turns and with nothing hidden; left out: it is
            dealt. Such a match cannot be saved.

    Raises:
        RummyError: one sentence for players, a seed or a start that cannot be.

    >>> sitting = Sitting("schmidt", ["me", "greedy"], seed=1)
    >>> sitting.state.seat, sitting.is_person("A"), sitting.is_person("B")
    ('A', True, False)
    """

    def __init__(
        self,
        rules: RuleSet | str,
        players: Sequence[Player] = (ME, "careful"),
        seed: int = 0,
        *,
        start: State | None = None,
    ) -> None:
        self.rules, self.seed = RuleSet.of(rules), check_seed(seed)
        if isinstance(players, str) or not isinstance(players, Sequence):
            raise RummyError("players is a list, one a seat, as ['me', 'greedy']")
        least, most = self.rules.deal.seats
        if not least <= len(players) <= most:
            raise RummyError(
                "{rules} is for {least} to {most} players, not {given}",
                rules=self.rules.name,
                least=least,
                most=most,
                given=len(players),
            )
        self._bots: dict[Seat, Bot] = {
            seat: _with_people(player) for seat, player in zip(SEATS, players, strict=False) if player != ME
        }
        self.names = {seat: self._bots[seat].name if seat in self._bots else ME for seat in SEATS[: len(players)]}
        self.match = new_match(self.rules, len(players))
        self.records: list[Record] = []
        self.seated: list[tuple[Seat, ...]] = []
        self._asked = exists if self.rules.needs_search else None
        self.playing: tuple[Seat, ...] = self.match.playing
        self.start = start
        if start is not None:
            _may_begin(start, self.rules, len(players))
        self._deal = self._dealt() if start is None else _Deal(start, start)

    # How it stands

    @property
    def state(self) -> State:
        """The state of the deal, as far as turns have led it; a person's open turn is in `moved`."""
        return self._deal.state

    @property
    def turns(self) -> tuple[Played, ...]:
        """The finished turns of this deal."""
        return tuple(self._deal.turns)

    @property
    def events(self) -> tuple[Event, ...]:
        """What everybody has seen happen in this deal."""
        return self._deal.events

    def in_match(self, seat: Seat) -> Seat:
        """A seat of this deal by its letter in the match: who is out has no seat in later deals."""
        return self.playing[SEATS.index(seat)]

    def is_person(self, seat: Seat) -> bool:
        """Whether a person plays this seat of the deal."""
        return self.in_match(seat) not in self._bots

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of this deal that people play."""
        return tuple(seat for seat in self.state.seats if self.is_person(seat))

    @property
    def is_over(self) -> bool:
        """Whether the deal is over."""
        return self.state.over is not None

    @property
    def is_decided(self) -> bool:
        """Whether the match is over."""
        return self.match.over or len(self.match.playing) < self.rules.deal.seats[0]

    # Playing

    def moved(self, before: State, moves: Turn, after: State) -> None:
        """A person's moves have changed the base: a card was drawn, or the turn has ended."""
        deal = self._deal
        if deal.begun is None:
            deal.begun, deal.moves = before, []
        deal.moves += moves
        deal.state = after
        if after.over is not None or after.base.turns != deal.begun.base.turns:
            self._finish(deal.begun, Turn(deal.moves), after)

    def ask(self, state: State | None = None) -> Answer:
        """What the bot to move does, thought out on the state as it is, or as it was just now; nothing changes."""
        deal, state = self._deal, state or self._deal.state
        seat = state.seat
        here, events = state, deal.events
        moves: list[Move] = []
        # A stream of its own for each turn: the same again after taking back or resuming.
        stream = (self.seed + _TURN_STEP * (state.base.turns + 1)) % (1 << 64)
        rng = Rng.of_seat(stream, deal.start.chance.deal if deal.start.chance else 0, state.base.seat)
        try:
            while here.over is None and here.base.turns == state.base.turns:
                turn, here = answered(self._bots[self.in_match(seat)], here, rng, events, self._asked)
                moves += turn
        except Refused as refused:
            return Answer(state, Turn(moves), forfeited(here), f"{seat}: {refused}"[:300])
        return Answer(state, Turn(moves), here)

    def accept(self, answer: Answer) -> bool:
        """Let a bot's turn happen; False where it was asked about another state."""
        if answer.asked is not self._deal.state:
            return False
        self._deal.reason = answer.reason
        self._finish(answer.asked, answer.turn, answer.after)
        return True

    def replay(self, turn: Turn) -> None:
        """Play a whole turn of the seat to move, as a file has it; raises RummyError where it is not allowed."""
        before = self._deal.state
        if before.over is not None:
            raise RummyError("the deal was over before this turn")
        after, refusal = play_until_error(before, turn, exists=self._asked)
        if refusal:
            raise RummyError(
                "{turn} is not allowed: {why}",
                turn=repr(str(turn)),
                why=Told(", ".join(violation.code for violation in refusal), refusal, self.rules),
            )
        if after.over is None and after.base.turns == before.base.turns:
            raise RummyError("{turn} does not end the turn", turn=repr(str(turn)))
        self._finish(before, turn, after)

    def take_back(self) -> bool:
        """Go back to the start of the last turn of the person to move; False where there is none."""
        deal = self._deal
        if deal.begun is not None:
            deal.state, deal.begun, deal.moves = deal.begun, None, []
            return True
        last = next((at for at in range(len(deal.turns) - 1, -1, -1) if self.is_person(deal.turns[at].seat)), None)
        if last is None:
            return False
        deal.state, deal.reason = deal.turns[last].before, ""
        del deal.turns[last:]
        deal.events = ()
        for played in deal.turns:
            deal.events += happened(played.before, played.after, played.turn)
        return True

    def stop(self) -> None:
        """End the deal as it stands; it is marked unfinished and scores nothing."""
        deal = self._deal
        if not self.is_over:
            if deal.begun is not None:
                deal.state, deal.begun, deal.moves = deal.begun, None, []
            deal.state = stopped(deal.state)

    def close(self) -> Record:
        """Write down the finished deal and add it to the match; raises RummyError while it is played."""
        if not self.is_over:
            raise RummyError("the deal is still being played; stop it first")
        record = self.record
        if not self.records or self.records[-1] != record:
            self.records.append(record)
            self.seated.append(self.playing)
            if not self.match.over:
                self.match.record(in_match(record.outcome, self.playing))
        return record

    @property
    def record(self) -> Record:
        """The record of the deal as far as it was played."""
        deal = self._deal
        names = tuple(self.names[self.in_match(seat)] for seat in deal.start.seats)
        return Record(deal.start, tuple(one.turn for one in deal.turns), deal.state, names, deal.reason, self._asked)

    def next_deal(self) -> None:
        """Begin the next deal; raises RummyError where the match is over."""
        if self.is_decided:
            raise RummyError("the match is over; begin a new one")
        self.close()
        if self.is_decided:
            raise RummyError("the match is over; begin a new one")
        self._deal = self._dealt()

    def same_deal(self) -> None:
        """Play the deal again from its start; what was not closed is forgotten."""
        start = self._deal.start
        self._deal = _Deal(start, start)

    def _dealt(self) -> _Deal:
        self.playing = self.match.playing
        start = match_deal(self.rules, self.playing, self.match.starter, self.seed, len(self.records))
        return _Deal(start, start)

    def _finish(self, before: State, turn: Turn, after: State) -> None:
        deal = self._deal
        told = asserted(before, turn)
        deal.turns.append(Played(before.seat, before, told, after))
        deal.events += happened(before, after, told)
        deal.state, deal.begun, deal.moves = after, None, []


def _may_begin(start: State, rules: RuleSet, players: int) -> None:
    """Refuse a position in which no deal can begin; raises RummyError."""
    base = start.base
    if start.rules != rules:
        raise RummyError(
            "start is a position of {rules}, but the match is {wanted}", rules=str(start.rules), wanted=str(rules)
        )
    if len(start.seats) != players:
        raise RummyError("start has {count} seats for {players} players", count=len(start.seats), players=players)
    if start.over is not None:
        raise RummyError("start is a finished deal; give a position in which it goes on")
    if start.moves:
        raise RummyError("start is inside a turn; give the position in which the turn begins")
    parts = {Phrase("hand of {seat}", seat=seat): hand for seat, hand in start.hands.items()} | {
        Phrase("stock"): base.stock
    }
    parts |= {Phrase("pile"): base.pile} if rules.has_pile else {}
    hidden = next((name for name, cards in parts.items() if cards is None or None in cards), None)
    if hidden is not None:
        raise RummyError(
            "start does not say what is in the {hidden}; to play on all cards must be known", hidden=hidden
        )
