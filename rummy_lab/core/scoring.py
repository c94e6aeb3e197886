"""What a finished deal was (facts) and what it costs under a rule set (prices)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rummy_lab.core.base import Base, Hand, How
from rummy_lab.core.cards import FRENCH, Card
from rummy_lab.core.frozen import FrozenMap
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.violations import SEATS, Seat


@dataclass(frozen=True, slots=True)
class Outcome:
    """The facts of a finished deal; what they cost is said by `penalties`, `settle` and `went_rummy`.

    Attributes:
        how: `out`, `blocked`, `unfinished` or `forfeit`.
        winners: who went out; in a blocked deal the lowest hands under the deal's own rules.
        hands: the cards left in each hand; None where unknown.
        opened_turn: the own turn in which each seat opened, 0 never, None at an unknown time.
        one_turn: the winner opened and went out in one turn. built: with a layoff or a swap in it.
        forfeited: who ended the deal by an illegal turn, else empty.

    Source: S-36 to S-39, R-29 to R-35.

    >>> from rummy_lab.core.referee import position
    >>> found = outcome(position("schmidt; hand A; hand B 13r 1y *; over out A"))
    >>> found.how, found.winners, found.hands["B"]
    ('out', ('A',), (13r, 1y, *))
    """

    how: How
    winners: tuple[Seat, ...]
    hands: Mapping[Seat, Hand | None]
    opened_turn: Mapping[Seat, int | None]
    one_turn: bool = False
    built: bool = False
    forfeited: Seat = ""


def outcome(state: State) -> Outcome | None:
    """The facts of the deal when it is over in this `state`, else None; raises nothing.

    Source: S-36 to S-39, R-29 to R-33.

    >>> from rummy_lab.core.referee import position
    >>> outcome(position("schmidt; hand A 4r; turn A")) is None
    True
    >>> outcome(position("schmidt; hand A; hand B 13r 1y *; over out A")).winners
    ('A',)
    """
    base, over = state.base, state.over
    if over is None:
        return None
    opened = dict(zip(SEATS, base.opened, strict=False))
    one_turn = over.how == "out" and opened[over.seats[0]] == base.round
    return Outcome(
        how=over.how,
        winners=() if over.how == "forfeit" else over.seats,
        hands=FrozenMap(state.hands),
        opened_turn=FrozenMap(opened),
        one_turn=one_turn,
        built=over.built,
        forfeited=over.seats[0] if over.how == "forfeit" else "",
    )


def card_penalty(card: Card, rules: RuleSet) -> int:
    """What one card left in a hand costs, in points (S-16, S-37, R-34)."""
    if card.joker:
        return rules.scoring.joker_penalty
    if card.rank == 1:
        return rules.scoring.ace_penalty
    return min(card.rank, 10) if rules.pack.suits == FRENCH else card.rank


def hand_penalty(hand: Hand | None, rules: RuleSet) -> int | None:
    """What the cards of a hand cost, in points; None where cards are unknown."""
    if hand is None or None in hand:
        return None
    return sum(card_penalty(card, rules) for card in hand if card is not None)


def lowest_hands(base: Base) -> tuple[Seat, ...]:
    """The seats with the least value in hand (S-39); empty where a hand is unknown or a blocked deal is void."""
    if base.rules.ending.blocked == "void":
        return ()
    values = [hand_penalty(hand, base.rules) for hand in base.hands]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return ()
    return tuple(SEATS[seat] for seat, value in enumerate(values) if value == min(known))


def went_rummy(outcome: Outcome, rules: RuleSet | str) -> bool:
    """Whether the win counts as going Rummy: a price, so another rule set may say otherwise.

    `outcome` has the facts of the deal, `rules` is a rule set or its name. Raises NotationError or RuleSetError for a
    name that is none.

    Source: R-35 to R-37.

    >>> from rummy_lab.core.referee import position
    >>> went_rummy(outcome(position("rummy40; hand A; hand B Kh; over out A")), "rummy40")
    False
    """
    scoring = RuleSet.of(rules).scoring
    priced = scoring.rummy_bonus or scoring.settlement
    if outcome.how != "out" or not priced:
        return False
    if scoring.rummy_when == "one_turn" and not outcome.one_turn:
        return False
    return scoring.rummy_builds or not outcome.built


def hand_points(outcome: Outcome, rules: RuleSet | str) -> dict[Seat, int | None]:
    """What is left in each hand, in points, without any bonus."""
    known = RuleSet.of(rules)
    return {seat: hand_penalty(hand, known) for seat, hand in outcome.hands.items()}


def penalties(outcome: Outcome, rules: RuleSet | str) -> dict[Seat, int | None]:
    """What each seat is charged, in points, bonus included; winners 0, None where a hand is unknown.

    A deal that is void, unfinished or forfeited charges nobody.

    Args:
        outcome: the facts of the deal.
        rules: a rule set or its name: those of the deal, or others to price it anew.

    Raises NotationError or RuleSetError for a name that is none.

    Source: S-37, S-39, R-33 to R-35.

    >>> from rummy_lab.core.referee import position
    >>> penalties(outcome(position("rummy40; hand A; hand B Kh 2c *; over out A")), "rummy40")
    {'A': 0, 'B': 27}
    """
    rules = RuleSet.of(rules)
    values = hand_points(outcome, rules)
    if outcome.how == "out":
        return _after_going_out(outcome, rules, values)
    if outcome.how != "blocked" or rules.ending.blocked == "void":
        return dict.fromkeys(values, 0)
    known = [value for value in values.values() if value is not None]
    if len(known) < len(values):
        return dict.fromkeys(values)
    least = min(known)
    own = rules.scoring.kind == "penalties"
    return {seat: 0 if value == least else (value or 0) - (0 if own else least) for seat, value in values.items()}


def _after_going_out(outcome: Outcome, rules: RuleSet, values: dict[Seat, int | None]) -> dict[Seat, int | None]:
    bonus = rules.scoring.rummy_bonus if went_rummy(outcome, rules) else 0
    charged: dict[Seat, int | None] = {}
    for seat, value in values.items():
        if seat in outcome.winners:
            charged[seat] = 0
        elif value is None:
            charged[seat] = None
        else:
            charged[seat] = 2 * value if bonus == "double" else value + bonus
    return charged


def settle(outcome: Outcome, rules: RuleSet | str) -> dict[Seat, Fraction | None]:
    """The score of each seat: penalties as they are (lower is better), or zero-sum (higher is better).

    Args:
        outcome: the facts of the deal.
        rules: a rule set or its name: those of the deal, or others to price it anew.

    Returns:
        Points by seat, exact fractions since a shared win is divided; None where a hand is unknown.

    Raises NotationError or RuleSetError for a name that is none.

    Source: S-37, S-39, R-33 to R-35.

    >>> from rummy_lab.core.referee import position
    >>> from rummy_lab.games import SCHMIDT
    >>> result = outcome(position("schmidt; hand A; hand B 13r 1y *; over out A"))
    >>> {seat: int(score) for seat, score in settle(result, SCHMIDT).items()}
    {'A': 39, 'B': -39}
    """
    rules = RuleSet.of(rules)
    charged = penalties(outcome, rules)
    if rules.scoring.kind == "penalties":
        return {seat: None if value is None else Fraction(value) for seat, value in charged.items()}
    unknown = any(value is None for value in charged.values())
    total = sum(value or 0 for value in charged.values())
    winners = _zero_sum_winners(outcome, rules, charged)
    scores: dict[Seat, Fraction | None] = {}
    for seat, value in charged.items():
        shared = len(winners) if rules.scoring.blocked_tie == "share" else 1
        known = value is not None and not (unknown and seat in winners)
        score = Fraction(total, shared) if seat in winners else Fraction(-(value or 0))
        scores[seat] = score if known else None
    return scores


def _zero_sum_winners(outcome: Outcome, rules: RuleSet, charged: Mapping[Seat, int | None]) -> tuple[Seat, ...]:
    if outcome.how == "out":
        return outcome.winners
    if outcome.how == "blocked" and rules.ending.blocked == "lowest_wins":
        # Prices may differ from those of the deal, so the lowest hand is looked up again.
        return tuple(seat for seat, value in charged.items() if value == 0)
    return ()


def payout(outcomes: Iterable[Outcome], rules: RuleSet | str) -> dict[Seat, int]:
    """What each seat of a ring game has won or paid, in stakes: whole numbers that add up to 0.

    Each loser pays the winner the call amount, or the larger Rummy amount in its place; other deals pay nothing.

    Args:
        outcomes: the finished deals, between the same seats.
        rules: a rule set or its name; `scoring.settlement` says the two amounts, and without them nobody pays.

    Raises NotationError or RuleSetError for a name that is none.

    Source: R-39; not in the rulebook's text.

    >>> from rummy_lab.core.referee import position
    >>> deals = [outcome(position("rummy40; hand A; hand B Kh; hand C 2c; over out A"))]
    >>> payout(deals, "rummy40{scoring.settlement=(2,5)}")
    {'A': 4, 'B': -2, 'C': -2}
    """
    rules = RuleSet.of(rules)
    paid: dict[Seat, int] = {}
    for result in outcomes:
        for seat in result.hands:
            paid.setdefault(seat, 0)
        if result.how != "out" or rules.scoring.settlement is None:
            continue
        amount = rules.scoring.settlement[went_rummy(result, rules)]
        winner = result.winners[0]
        for seat in result.hands:
            if seat != winner:
                paid[seat] -= amount
                paid[winner] += amount
    return paid
