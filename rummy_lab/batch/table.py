"""One deal played by bots: asking them, judging their answers, keeping the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rummy_lab.bots import Bot, Choose, bot
from rummy_lab.core.chance import Rng
from rummy_lab.core.deal import check_players, forfeited
from rummy_lab.core.deal import deal as dealt
from rummy_lab.core.errors import RummyError, shown
from rummy_lab.core.events import Event
from rummy_lab.core.history import asserted, happened
from rummy_lab.core.moves import Draw, Move, Take, Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.turns import Exists
from rummy_lab.core.views import view
from rummy_lab.records import LONGEST_REASON, Record
from rummy_lab.search import exists

Player = str | Bot | Choose
Watch = Callable[[State, State, Turn, tuple[Event, ...]], None]


class Refused(Exception):
    """An answer of a bot that ends the deal; its text says why."""


def rules_of(rules: object) -> RuleSet:
    """The rule set, looked up where it is a name; raises RummyError."""
    if isinstance(rules, RuleSet):
        return rules
    if not isinstance(rules, str):
        raise RummyError("{given} is no rule set; give one, or its name as 'schmidt'", given=shown(rules))
    return RuleSet.parse(rules)


def seated(players: Sequence[Player], rules: RuleSet) -> tuple[Bot, ...]:
    """The bots by seat; raises RummyError where the rules are for another number of players."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise RummyError("players is a list, one bot or name a seat, as ['greedy', 'random']")
    check_players(rules, len(players))
    return tuple(bot(player) for player in players)


def play_out(rules: RuleSet | str, players: Sequence[Player], seed: int = 0, deal: int = 0) -> Record:
    """Play one deal with these bots; the result depends on nothing but the arguments.

    A bot that answers with an illegal turn or raises forfeits the deal; the record says why.

    Args:
        rules: a rule set or its name.
        players: one for each seat, seat A first: names, bots or functions `f(view, rng)`.
        seed, deal: which deal, both 0 <= n < 2**64.

    Raises RummyError for players or numbers that cannot be.

    >>> record = play_out("rummy40", ["greedy", "greedy"], seed=1)
    >>> record.outcome.how, len(record.turns) > 5
    ('out', True)
    """
    known = rules_of(rules)
    bots = seated(players, known)
    return play_from(dealt(known, len(bots), seed, deal), bots)


def play_from(start: State, bots: Sequence[Bot], watch: Watch | None = None) -> Record:
    """Play on from the start of a turn until the deal is over; `watch` is told of every finished turn."""
    asked = exists if start.rules.needs_search else None
    seed, number = (start.chance.seed, start.chance.deal) if start.chance else (0, 0)
    rngs = [Rng.of_seat(seed, number, seat) for seat in range(len(bots))]
    names = tuple(one.name for one in bots)
    state, turns, reason = start, list[Turn](), ""
    events: tuple[Event, ...] = ()
    while state.over is None:
        seat = state.base.seat
        before, moves = state, list[Move]()
        try:
            while state.base.turns == before.base.turns:
                choice, state = answered(bots[seat], state, rngs[seat], events, asked)
                moves += choice
        except Refused as refused:
            reason = f"{before.seat}: {refused}"[:LONGEST_REASON]
            state = forfeited(state)
        turn = asserted(before, Turn(moves))
        if turn:
            turns.append(turn)
        new = happened(before, state, turn)
        events += new
        if watch is not None:
            watch(before, state, turn, new)
    return Record(start, tuple(turns), state, names, reason, asked)


def answered(
    player: Bot, state: State, rng: Rng, events: tuple[Event, ...], asked: Exists | None = None
) -> tuple[Turn, State]:
    """What a bot does when it is asked, and the state after it; raises Refused for what it may not do."""
    choice = _answer(player, state, rng, events)
    return choice, _judged(state, choice, asked)


def _answer(player: Bot, state: State, rng: Rng, events: tuple[Event, ...]) -> Turn:
    try:
        answer = player.choose(view(state, state.seat, events), rng)
        return Turn.parse(answer) if isinstance(answer, str) else Turn(answer)
    except Exception as fault:  # noqa: BLE001 (whatever a bot does wrong costs it the deal, not the batch)
        raise Refused(f"{type(fault).__name__}: {str(fault).partition(chr(10))[0]}") from None


def _judged(state: State, choice: Turn, asked: Exists | None) -> State:
    """The state after an answer, which has to be legal and to reach the end of the turn or a card drawn or taken."""
    try:
        after, refusal = play_until_error(state, choice, exists=asked)
    except Exception as fault:  # noqa: BLE001 (an answer may hold anything at all)
        raise Refused(f"{str(choice)[:100]!r}: {type(fault).__name__}") from None
    if refusal:
        why = ", ".join(violation.code for violation in refusal)
        raise Refused(f"{str(choice)!r} is not allowed: {why}")
    ended = after.over is not None or after.base.turns != state.base.turns
    if not choice or not (ended or isinstance(choice[-1], Draw | Take)):
        raise Refused(f"{str(choice)!r} does not end the turn")
    return after
