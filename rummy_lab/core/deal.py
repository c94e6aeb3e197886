"""Dealing: which cards each seat gets is a pure function of rule set, seed and number of the deal (DESIGN A.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rummy_lab.core.base import Base, Chance, Over
from rummy_lab.core.cards import Card, read_cards
from rummy_lab.core.chance import card_with_number, check_seed, order, pack_numbers
from rummy_lab.core.errors import RummyError, shown
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.turn_ends import over_base
from rummy_lab.core.violations import SEATS, Seat


def shuffled_pack(rules: RuleSet, seed: int, number: int) -> tuple[Card, ...]:
    """The whole pack in the order of the shuffle; hands are dealt from the front, the stock from the end."""
    return tuple(card_with_number(card, rules.pack.suits) for card in order(pack_numbers(rules), seed, number))


def check_players(rules: RuleSet, players: int) -> None:
    """Raises RummyError where the rules are for another number of players."""
    least, most = rules.deal.seats
    if not least <= players <= most:
        raise RummyError(
            "{rules} is for {least} to {most} players, not {given}",
            rules=rules.name,
            least=least,
            most=most,
            given=shown(players),
        )


def deal(
    rules: RuleSet | str,
    players: int = 2,
    seed: int = 0,
    number: int = 0,
    hands: Mapping[Seat, str] | None = None,
) -> State:
    """The start of a deal: the cards follow from seed and number alone.

    Args:
        rules: a rule set or its name.
        players: how many seats, as many as the rules allow.
        seed, number: which deal, both 0 <= n < 2**64.
        hands: by seat the cards of some hands, as `{"A": "5r 6r *"}`, of any number; the pack is completed around them.

    Raises RummyError, one sentence for what cannot be.

    Source: S-6, S-7, R-2, R-5; the cards are ordered by Philox-4x64-10 (Salmon and others 2011).

    >>> deal("schmidt", seed=1, hands={"A": "5r 6r *"}).hands["A"]
    (5r, 6r, *)
    """
    known = RuleSet.of(rules)
    check_seed(seed)
    check_seed(number, "number")
    if type(players) is not int:
        raise RummyError("players is a whole number, not {given}", given=shown(players))
    if hands is not None and not isinstance(hands, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise RummyError("hands are given by seat, as {{'A': '5r 6r *'}}, not {given}", given=shown(hands))
    check_players(known, players)
    pack = list(shuffled_pack(known, seed, number))
    given = {seat: _given(seat, cards, players, pack) for seat, cards in sorted((hands or {}).items())}
    size, others = known.deal.hand, [seat for seat in SEATS[:players] if seat not in given]
    if len(pack) < size * len(others):
        raise RummyError("the given hands leave too few cards for the others; give fewer cards")
    dealt = {seat: tuple(pack[at : size * len(others) : len(others)]) for at, seat in enumerate(others)}
    rest = pack[size * len(others) :]
    pile = (rest.pop(),) if known.has_pile and rest else None
    base = Base(
        known,
        hands=tuple((given | dealt)[seat] for seat in SEATS[:players]),
        opened=(0,) * players,
        pile=pile,
        stock=tuple(reversed(rest)),
        chance=Chance(seed, number),
    )
    return State(base)


def _given(seat: Seat, text: str, players: int, pack: list[Card]) -> tuple[Card, ...]:
    if seat not in tuple(SEATS[:players]):
        raise RummyError(
            "no seat {seat} among {players} players; seats are {seats}",
            seat=shown(seat),
            players=players,
            seats=", ".join(SEATS[:players]),
        )
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise RummyError(
            "the hand of {seat} is a text of cards, as '5r 6r *', not {given}", seat=seat, given=shown(text)
        )
    cards = read_cards(text)
    bound = next((card for card in cards if card.joker and not card.bare), None)
    if bound is not None:
        raise RummyError(
            "a joker in a hand is written *, not {card}; mend the hand of {seat}", card=str(bound), seat=seat
        )
    for card in cards:
        if card not in pack:
            raise RummyError(
                "the hand of {seat} names {card} more often than the pack has it; take it away",
                seat=seat,
                card=str(card),
            )
        pack.remove(card)
    return cards


def forfeited(state: State) -> State:
    """The deal ended by an illegal turn of the seat to move."""
    base = replace(state.base, turns=state.base.turns + 1)
    return State(over_base(base, Over("forfeit", (state.seat,))))


def stopped(state: State) -> State:
    """The deal ended before its time, at the start of the turn of the seat to move; nobody has won it."""
    return State(over_base(state.base, Over("unfinished")))
