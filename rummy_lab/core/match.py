"""How deals add up to a match (S-40, R-38; DESIGN D10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rummy_lab.core.rules import RuleSet
from rummy_lab.core.scoring import Outcome, settle
from rummy_lab.core.violations import SEATS, Seat

BuyIn = Callable[["Match", Seat], bool]


def always(_match: Match, _seat: Seat) -> bool:
    """Buy in whenever it is allowed."""
    return True


@dataclass(slots=True)
class Match:
    """The running score of several deals between the same seats.

    Attributes:
        rules: the rule set; its match part says how the match ends.
        seats: the letters of all seats.
        totals: the scores so far, in points.
        out: seats that are out, in the order in which they left.
        bought: how often each seat bought in again.
        deals: deals recorded; starter: who starts the next one.

    Source: S-40, R-38.

    >>> from rummy_lab.core.referee import position
    >>> from rummy_lab.core.scoring import outcome
    >>> from rummy_lab.games import RUMMY40
    >>> match = Match(RUMMY40, ("A", "B"))
    >>> match.record(outcome(position("rummy40; hand A; hand B Kh 2c *; over out A")))
    >>> {seat: int(total) for seat, total in match.totals.items()}, match.over
    ({'A': 0, 'B': 27}, False)
    """

    rules: RuleSet
    seats: tuple[Seat, ...]
    totals: dict[Seat, Fraction] = field(default_factory=dict[Seat, Fraction])
    out: list[Seat] = field(default_factory=list[Seat])
    bought: dict[Seat, int] = field(default_factory=dict[Seat, int])
    deals: int = 0
    starter: Seat = "A"

    def __post_init__(self) -> None:
        for seat in self.seats:
            self.totals.setdefault(seat, Fraction(0))
            self.bought.setdefault(seat, 0)

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats still in the match."""
        return tuple(seat for seat in self.seats if seat not in self.out)

    def record(self, result: Outcome, buy_in: BuyIn = always) -> None:
        """Add a finished deal, its `result`. `buy_in` is asked for each seat that may buy in again.

        Blocked deals that are void, unfinished and forfeited ones score nothing and do not move the start.
        Raises ValueError when the match is over or a hand of the deal is unknown.
        """
        if self.over:
            raise ValueError("the match is over; begin a new one")
        scores = settle(result, self.rules)
        if any(score is None for score in scores.values()):
            raise ValueError("the deal leaves a hand unknown, so it has no score")
        self.deals += 1
        if result.how in ("unfinished", "forfeit") or (result.how == "blocked" and not result.winners):
            return
        for seat, score in scores.items():
            if seat in self.playing:
                self.totals[seat] += score or 0
        self.starter = self._following(self.starter)
        if self.rules.match.kind == "elimination":
            self._eliminate(buy_in)

    def _following(self, seat: Seat) -> Seat:
        at = self.seats.index(seat)
        order = (*self.seats[at + 1 :], *self.seats[: at + 1])
        return next((other for other in order if other in self.playing), seat)

    def _eliminate(self, buy_in: BuyIn) -> None:
        above = [seat for seat in self.playing if self._lost(seat) > self.rules.match.limit]
        staying = [seat for seat in self.playing if seat not in above]
        self.out += above
        if len(staying) < 2:
            # All but one are out: the match is over before anybody can buy in.
            self._keep_one(above, staying)
            return
        level = max((self.totals[seat] for seat in staying), key=self._as_loss)
        for seat in above:
            if self.bought[seat] < self.rules.match.buy_in and buy_in(self, seat):
                self.bought[seat] += 1
                self.totals[seat] = level
                self.out.remove(seat)
        if self.starter in self.out:
            self.starter = self._following(self.starter)

    def _keep_one(self, above: Sequence[Seat], staying: Sequence[Seat]) -> None:
        if not staying:
            # Everybody left in the same deal: the lowest totals share the win.
            least = min(map(self._lost, above))
            for seat in above:
                if self._lost(seat) == least:
                    self.out.remove(seat)

    @property
    def over(self) -> bool:
        """Whether no further deal is played."""
        match = self.rules.match
        if match.kind == "single":
            return self.deals >= 1
        if match.kind == "rounds":
            return self.deals >= match.rounds
        return len(self.playing) < 2 or (bool(self.out) and self._all_above())

    def _all_above(self) -> bool:
        return all(self._lost(seat) > self.rules.match.limit for seat in self.playing)

    def _as_loss(self, total: Fraction) -> Fraction:
        """A total as points lost: penalties as they are, zero-sum scores with the sign turned."""
        return total if self.rules.scoring.kind == "penalties" else -total

    def _lost(self, seat: Seat) -> Fraction:
        return self._as_loss(self.totals[seat])

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who leads, or has won when the match is over; several share a tie."""
        if self.rules.match.kind == "elimination":
            playing = self.playing
            if len(playing) < 2 or self.over:
                return playing
        least = min(map(self._lost, self.playing))
        return tuple(seat for seat in self.playing if self._lost(seat) == least)


def new_match(rules: RuleSet, players: int) -> Match:
    """A match that begins."""
    return Match(rules, tuple(SEATS[:players]))
