"""The bot `planner`: plays what it might do to the end, on cards as they may lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from time import monotonic
from typing import ClassVar, Final

from rummy_lab.bots.counter import CounterBot
from rummy_lab.bots.deals import Sampled, are_searched, case_of, covered, pool_of
from rummy_lab.bots.kernels.compiled import has_numba
from rummy_lab.bots.kernels.written import refusal
from rummy_lab.bots.protocol import CARD_PRICES
from rummy_lab.core.chance import Rng
from rummy_lab.core.moves import Discard, Draw, Move, Take, Turn
from rummy_lab.core.state import State
from rummy_lab.core.views import View
from rummy_lab.search import after, closings, legal_turns
from rummy_lab.search.best import Best, best_turn

_ROUNDS: Final = 3
_BATCH: Final = 60
_FEW: Final = 4
_SMALLEST: Final = 3
_COUNTER: Final = CounterBot()
_OF_A_DEAL: Final = ("scoring.kind", "scoring.rummy_bonus", "scoring.rummy_when", "scoring.rummy_builds")


@dataclass(frozen=True, slots=True)
class PlannerBot:
    """Takes what `counter` would do and other choices, and plays each to the end of the same deals, many times.

    In each of these deals the cards not seen lie at random as they may lie by all that `counter` knows: the counts of
    the hands, the cards taken from the pile, what each seat threw. All seats then play on as `careful` does, where a
    discard ends the turn with the patience of `counter`. The worse half of the choices is dropped twice. It does what
    comes to the best sum of points, but leaves the choice of `counter` only where the difference is more than chance.
    Where a turn is spent on either laying or drawing and the table is rearranged all seats play on as `counter` does:
    they lay by the exact search, nothing short of the whole hand until another hand has become small. Only its own seat
    also waits when there is nothing left to draw, since who lays first then gives the others a table to go out on.

    Attributes:
        rollouts: the most deals sampled for a choice. collecting: the same where a turn is spent on either laying or
            drawing: such deals take long. 0: it does what `counter` does. choices: the most choices compared.
        doubt: how many standard errors a choice must be better than that of `counter`. sure: the same where a turn is
            spent on either laying or drawing, of which there are more, with fewer deals for each.
        seconds: after so many seconds no more deals are sampled; the choice then depends on the machine. 0: no limit.
        counter: the bot that proposes.
        compiled: whether the deals are played by numba where that is installed; the choice is the same without.
        name: the name in frames and records.

    >>> from rummy_lab.core.referee import position
    >>> from rummy_lab.core.views import view
    >>> here = position("schmidt; table [6r 7r 8r]; hand A+ 5r 9r; hand B ??x9; stock ??x20; turn A")
    >>> PlannerBot(collecting=4, compiled=False).choose(view(here, "A"), Rng(1))
    arrange [5r 6r 7r 8r 9r]; end
    """

    rollouts: int = 240
    collecting: int = 8
    choices: int = 6
    doubt: int = 1
    sure: int = 2
    seconds: int = 0
    counter: CounterBot = _COUNTER
    compiled: bool = True
    name: str = "planner"
    prices: ClassVar[tuple[str, ...]] = (*CARD_PRICES, *_OF_A_DEAL)

    def with_people(self) -> PlannerBot:
        """The same for play with people, who do not wait for long, nor for a compiler."""
        return replace(self, seconds=2, compiled=False)

    def choose(self, view: View, rng: Rng) -> Turn | str:
        """The choice that is due."""
        return self._ranked(view, rng)[0][0]

    def alternatives(self, view: View, rng: Rng) -> Sequence[tuple[Turn, int]]:
        """Its choice and others, each with what it came to on average in hundredths; the choice comes first."""
        first, *others = self._ranked(view, rng)
        return [first, *sorted(others, key=lambda one: -one[1])]

    def _ranked(self, view: View, rng: Rng) -> list[tuple[Turn, int]]:
        """The choices with their averages in hundredths of a point, its own first."""
        state = view.state
        own = Turn.parse(str(self.counter.choose(view, rng)))
        there = after(state, own)
        rollouts = self.rollouts if state.rules.has_pile else self.collecting * are_searched(state.rules)
        if there is None or there.over is not None or rollouts <= 0 or refusal(state.rules):
            return [(own, 0)]
        pool = pool_of(view, self.counter.near)
        if pool is None:
            return [(own, 0)]
        turns, cases = self._different(view, own)
        if len(turns) < 2:
            return [(own, 0)]
        sampled = Sampled(view, pool, cases, rng, compiled=self.compiled and has_numba())
        sums, counts, alive = [0] * len(turns), [0] * len(turns), list(range(len(turns)))
        gains, squares = [0] * len(turns), [0] * len(turns)
        began, batch = monotonic(), _FEW if self.seconds else _BATCH
        for plays in _shares(rollouts):
            for done in range(0, plays, batch):
                if self.seconds and counts[0] and monotonic() > began + self.seconds:
                    break
                for values in sampled.values(alive, min(batch, plays - done)):
                    for at, value in zip(alive, values, strict=True):
                        sums[at], counts[at] = sums[at] + value, counts[at] + 1
                        gains[at] += value - values[0]
                        squares[at] += (value - values[0]) ** 2
            best = sorted(alive[1:], key=lambda at: (-gains[at], at))
            # The proposal stays, so that all are compared with it.
            alive = [0, *sorted(best[: max(1, len(alive) // 2)])]
        chosen = max(alive, key=lambda at: (gains[at], -at))
        doubt = self.doubt if state.rules.has_pile else self.sure
        if gains[chosen] ** 2 <= doubt**2 * squares[chosen]:
            chosen = 0
        told = [(turn, 100 * sums[at] // max(1, counts[at])) for at, turn in enumerate(turns)]
        return [told[chosen], *told[:chosen], *told[chosen + 1 :]]

    def _different(self, view: View, own: Turn) -> tuple[list[Turn], list[tuple[int, ...]]]:
        """The choices it compares, no two of which lead to the same position, and these positions."""
        found: dict[tuple[int, ...], Turn] = {}
        for turn in (own, *self._others(view, own)):
            there = after(view.state, turn)
            if there is not None and len(found) < self.choices:
                found.setdefault(tuple(case_of(there, view.state.base.seat)), turn)
        return list(found.values()), list(found)

    def _best(self, state: State) -> Best | None:
        return best_turn(state, "penalty", tidy=False, nodes=self.counter.nodes, engine=self.counter.searched_by)

    def _others(self, view: View, own: Turn) -> Iterator[Turn]:
        state, rules = view.state, view.rules
        if rules.has_pile and state.phase == "start":
            yield Turn((Draw(),))
            took = after(state, (Take(),))
            # Who may not end the turn after it may not take.
            if took is not None and (next(closings(took), None) is not None or self._best(took) is not None):
                yield Turn((Take(),))
            return
        best = self._best(state)
        laid: tuple[Move, ...] = () if best is None or not best.cards_laid else tuple(best.turn[:-1])
        if not rules.has_pile:
            yield Turn((Draw(),))
            if best is not None and best.cards_laid:
                yield best.turn
            yield from legal_turns(covered(state, state.base.seat), _SMALLEST)
            return
        acts = own[:-1] if isinstance(own[-1], Discard) else ()
        rows = [islice(self.counter.thrown(view, one), self.choices) for one in dict.fromkeys((tuple(acts), laid, ()))]
        # By turns, the first twice: what is thrown matters most after the turn that `counter` proposes.
        for turns in zip(*(rows[0], rows[0], *rows[1:]), strict=False):
            yield from turns
        for row in rows:
            yield from row


def _shares(rollouts: int) -> list[int]:
    """How many deals are sampled in each round."""
    part = rollouts // (_ROUNDS + 1)
    return [part, part, rollouts - 2 * part]
