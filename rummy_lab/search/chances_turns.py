"""How soon a player who only draws can open: the chance to open, as the hand grows by a card or more a turn."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rummy_lab.core.errors import RummyError
from rummy_lab.core.rules import RuleSet
from rummy_lab.search.chances import Method, chance, whole_number


@dataclass(frozen=True, slots=True)
class OpeningTurn:
    """How likely a player who only draws can open by an own turn.

    Attributes:
        turn: the own turn, from 1. cards: how many the player then has.
        by: the chance to be able to open in this turn or before. low, high: its 95 % interval, `by` where exact.
        first: the chance that it is the first turn in which that can be done.
        exact: whether every hand was counted. value: `by` as a fraction, None after a simulation.

    >>> (first,) = opening_turn_distribution("schmidt", turns=1)
    >>> first.turn, first.cards, round(first.by, 4), first.exact
    (1, 14, 0.4976, True)
    """

    turn: int
    cards: int
    by: float
    low: float
    high: float
    first: float
    exact: bool
    value: Fraction | None


def opening_turn_distribution(
    rules: RuleSet | str, turns: int = 10, *, method: Method = "auto", hands: int = 2_000, seed: int = 0
) -> tuple[OpeningTurn, ...]:
    """How likely a player who only draws can open by own turn 1, 2, ... `turns`.

    The player keeps every card and takes from the stock alone, so where each turn ends with a discard the chances are
    the most that waiting can give. One card stays for that discard. `opening.when=after_take` lets melds of any value
    open without a take; `opening.min_round` bars the first turn. `pandas.DataFrame` makes a table of the answer.

    Args:
        rules: a rule set or its name.
        turns: how many own turns.
        method: `exact` counts every hand, `simulation` draws `hands` of them from the deals of `seed`, `auto` counts
            where that is quick, as in `chance`.
        hands, seed: of the simulation.

    Raises RummyError where the pack has not enough cards, or a player draws until something can be laid.

    Source: exact dynamic programmes over the ranks, as of `chance`; intervals by Wilson (1927).

    >>> [round(turn.by, 3) for turn in opening_turn_distribution("schmidt", turns=3)]
    [0.498, 0.567, 0.635]
    """
    known = RuleSet.of(rules)
    whole_number("turns", turns, 1, known.cards)
    draws = known.turn.draws
    if draws == "until_playable":
        raise RummyError("turn.draws=until_playable draws until something can be laid, so there is no turn to wait for")
    if known.opening.when == "after_take":
        known = known.vary(opening__points=0)
    early = known.has_pile or known.turn.play_after_draw
    sizes = [known.deal.hand + draws * (turn - (not early)) for turn in range(1, turns + 1)]
    if sizes[-1] > known.cards:
        raise RummyError(
            "turn {turns} would need {wanted} cards; the pack has {cards}: ask for fewer turns",
            turns=turns,
            wanted=sizes[-1],
            cards=known.cards,
        )
    found: list[OpeningTurn] = []
    before = 0.0
    # The largest hand first: its count tells those of the smaller ones.
    asked = [chance(known, "can open", size, method=method, hands=hands, seed=seed) for size in reversed(sizes)]
    for turn, one in enumerate(reversed(asked), 1):
        if turn <= known.opening.min_round:
            found.append(OpeningTurn(turn, one.cards, 0.0, 0.0, 0.0, 0.0, True, Fraction(0)))
            continue
        first = one.estimate - before
        found.append(OpeningTurn(turn, one.cards, one.estimate, one.low, one.high, first, one.exact, one.value))
        before = one.estimate
    return tuple(found)
