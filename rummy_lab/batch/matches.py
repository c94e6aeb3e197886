"""Several deals between the same seats until a match is decided (S-40, R-38; DESIGN D10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rummy_lab.batch.table import Player, play_from, rules_of, seated
from rummy_lab.core.deal import deal as dealt
from rummy_lab.core.match import BuyIn, Match, always, new_match
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.scoring import Outcome
from rummy_lab.core.state import State
from rummy_lab.core.violations import SEATS, Seat
from rummy_lab.records import Record

MOST_DEALS: Final = 1000
"""A match of void deals would never end; after so many it is left undecided."""


def play_match(
    rules: RuleSet | str, players: Sequence[Player], seed: int = 0, buy_in: BuyIn = always
) -> tuple[Match, tuple[Record, ...]]:
    """Play deals 0, 1, 2 ... until the match is over; who is out has no seat in the next deal.

    Args:
        rules: a rule set or its name; its match part says when it ends.
        players: one for each seat, seat A first: names, bots or functions `f(view, rng)`.
        seed: the cards of all deals follow from it.
        buy_in: asked for each seat that may buy in again; by default it always does.

    Returns:
        The match and the records of its deals. Seats in the match are those of the first deal; a record's seats are
        those still playing, from A on.

    Raises RummyError for players or numbers that cannot be.

    Source: S-40, R-38.

    >>> match, records = play_match("rummy40{match.kind=single}", ["greedy", "greedy"])
    >>> match.over, len(records)
    (True, 1)
    """
    known = rules_of(rules)
    bots = dict(zip(SEATS, seated(players, known), strict=False))
    match, records = new_match(known, len(bots)), list[Record]()
    while not match.over and len(records) < MOST_DEALS and len(match.playing) >= known.deal.seats[0]:
        playing = match.playing
        start = match_deal(known, playing, match.starter, seed, len(records))
        record = play_from(start, [bots[seat] for seat in playing])
        records.append(record)
        match.record(in_match(record.outcome, playing), buy_in)
    return match, tuple(records)


def match_deal(rules: RuleSet, playing: tuple[Seat, ...], starter: Seat, seed: int, number: int) -> State:
    """The start of a deal of a match, between the seats still playing."""
    first = playing.index(starter)
    return State(replace(dealt(rules, len(playing), seed, number).base, starter=first, seat=first))


def in_match(facts: Outcome, playing: tuple[Seat, ...]) -> Outcome:
    """The facts of a deal with the seats named as in the match."""
    names = dict(zip(SEATS, playing, strict=False))
    return replace(
        facts,
        winners=tuple(names[seat] for seat in facts.winners),
        hands={names[seat]: hand for seat, hand in facts.hands.items()},
        opened_turn={names[seat]: turn for seat, turn in facts.opened_turn.items()},
        forfeited=names.get(facts.forfeited, ""),
    )
