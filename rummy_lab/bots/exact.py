"""The bot `exact`: plays the best turn there is, every turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, Final, Literal

from rummy_lab.bots.discards import by_uselessness
from rummy_lab.bots.kernels import unseen
from rummy_lab.bots.kernels.asking import decided
from rummy_lab.bots.kernels.exact import exact
from rummy_lab.bots.kernels.exact_sheet import BUILT_SIZE
from rummy_lab.bots.kernels.rearranged_rules import rearranged_refusal
from rummy_lab.bots.kernels.sheet import SIZE
from rummy_lab.bots.kernels.written import refusal
from rummy_lab.bots.protocol import CARD_PRICES
from rummy_lab.core.chance import Rng
from rummy_lab.core.errors import RummyError, shown
from rummy_lab.core.moves import Discard, Draw, Move, Pass, Take, Turn
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.views import View
from rummy_lab.search import Act, after, card_penalty, hand_of, legal_turns
from rummy_lab.search.arranging import OBJECTIVES, Objective
from rummy_lab.search.best import Best, best_turn, valued
from rummy_lab.search.engines import ENGINES, Engine, fastest, solver_of
from rummy_lab.search.openings import best_discard

Throws = Literal["dearest", "loneliest"]
_CONSIDERED: Final = 60
_THROWS: Final[tuple[Throws, ...]] = ("dearest", "loneliest")


@dataclass(frozen=True, slots=True)
class ExactBot:
    """Lays, and so opens, as soon as it can, the best turn of the exact search; it never holds a card back.

    It takes the discard only where the best turn with it lays more than its hand alone could, or goes out. It decides
    on numbers (`kernels.exact`), by the same text in both engines; what these cannot play (`refusal`), by `best_turn`.

    Attributes:
        objective: what the best turn is best at: `penalty`, `cards`, `points` or `out`, as `best_turn` has them.
        throws: of the cards that its best arrangement does not need the `dearest`, as `best_discard` says; or the
            `loneliest`, which goes with the fewest others.
        engine: `auto` is `compiled` where numba is installed, else `plain`; the turns are the same by either. For play
            against people `plain` is the one that never compiles first.
        nodes: the budget of each search, in nodes; None: none. Where it runs out the turn is the best found so far, and
            where the table is rearranged one that breaks up no meld.
        name: the name in frames and records.

    Raises:
        RummyError: one sentence for a value there is not, or for `compiled` where numba is missing.

    >>> from rummy_lab.core.referee import position
    >>> from rummy_lab.core.views import view
    >>> here = position("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 12r; hand B 1r; turn A")
    >>> ExactBot(engine="plain").choose(view(here, "A"), Rng(1))
    arrange [3g 4g 5g 6g] [2y 2g 2b]; end
    """

    objective: Objective = "penalty"
    throws: Throws = "dearest"
    engine: Engine | Literal["auto"] = "auto"
    nodes: int | None = 200_000
    name: str = "exact"
    kernel: ClassVar[int] = unseen.EXACT
    prices: ClassVar[tuple[str, ...]] = CARD_PRICES

    def __post_init__(self) -> None:
        """Refuse what is no value; `auto` looks for numba only when there is something to choose."""
        for field, value, values in (
            ("objective", self.objective, OBJECTIVES),
            ("throws", self.throws, _THROWS),
            ("engine", self.engine, ("auto", *ENGINES)),
        ):
            if value not in values:
                raise RummyError(
                    "{field}: there is no {given}; there are {known}",
                    field=field,
                    given=shown(value),
                    known=", ".join(values),
                )
        if self.engine == "compiled":
            solver_of(self.engine)

    @property
    def taste(self) -> tuple[int, ...]:
        """Its fields as they stand on the sheet."""
        nodes = -1 if self.nodes is None else self.nodes
        return (OBJECTIVES.index(self.objective), _THROWS.index(self.throws), nodes, int(self._engine == "compiled"))

    def refusal(self, rules: RuleSet) -> str:
        """Which rule or field its decision on numbers cannot play, or an empty text.

        >>> from rummy_lab.games import RUMMIKUB_TOURNAMENT, RUMMY40
        >>> ExactBot().refusal(RUMMY40), ExactBot().refusal(RUMMIKUB_TOURNAMENT)
        ('', 'joker.anchor=frozen')
        """
        why = refusal(rules)
        if why or rules.table.mode != "rearrange":
            return why
        why = rearranged_refusal(rules)
        return f"objective={self.objective}" if not why and self.objective in ("cards", "points") else why

    def choose(self, view: View, rng: Rng) -> Turn | str:
        """The choice that is due."""
        state = view.state
        turn = None
        if not self.refusal(state.rules):
            size = SIZE if state.rules.table.mode == "rearrange" else BUILT_SIZE
            turn = decided(exact, state, rng, self.taste, size)
        return self._sought(state) if turn is None else turn

    def _sought(self, state: State) -> Turn | str:
        """The choice that is due, by the search for all rules."""
        if state.rules.has_pile and state.phase == "start":
            return Turn((self._draw(state),))
        for turn in self._choices(state):
            if after(state, turn) is not None:
                return turn
        return next(iter(legal_turns(state, 1)), "pass")

    def alternatives(self, view: View, rng: Rng) -> Sequence[tuple[Turn, int]]:
        """Its choice and others, each with what it is best at; points that stay in the hand count below zero.

        The choice comes first. The others are the best of the legal turns that are easily found.
        """
        state = view.state
        chosen = Turn.parse(str(self.choose(view, rng)))
        # Turns that lead to the same position are one.
        others = {
            there.key: turn for turn in legal_turns(state, _CONSIDERED) if (there := after(state, turn)) is not None
        }
        done = after(state, chosen)
        if done is not None:
            others.pop(done.key, None)
        scored = sorted(((turn, self._score(state, turn)) for turn in others.values()), key=lambda one: -one[1])
        return [(chosen, self._score(state, chosen)), *scored]

    def _score(self, state: State, turn: Turn) -> int:
        found = None if isinstance(turn[0], Draw | Pass) else valued(state, turn)
        if self.objective in ("cards", "points"):
            return 0 if found is None else found.cards_laid if self.objective == "cards" else found.points_laid
        # What is drawn is not known; it counts nothing.
        held = sum(card_penalty(card, state.rules) for card in hand_of(state)) if found is None else found.penalty_left
        return -held

    def _choices(self, state: State) -> Iterator[Turn]:
        """What it would do, the first that the referee accepts."""
        best = self._best(state)
        lays = best is not None and best.cards_laid > 0
        if not lays and not state.work.touched:
            yield from (Turn((Draw(),)), Turn((Pass(),)))
        if best is not None:
            yield from self._thrown(state, best.turn)
            yield best.turn
        if state.rules.needs_search and self.objective != "cards":
            # Where playing is compulsory a turn that lays cards worth nothing is a turn as well.
            more = self._best(state, "cards")
            yield from () if more is None else (more.turn,)

    def _best(self, state: State, objective: Objective | None = None) -> Best | None:
        chosen = objective or self.objective
        return best_turn(state, chosen, tidy=False, nodes=self.nodes, engine=self._engine)

    @property
    def _engine(self) -> Engine:
        return fastest() if self.engine == "auto" else self.engine

    def _thrown(self, state: State, turn: Turn) -> Iterator[Turn]:
        """The turn with the card that goes best from what is left in the hand."""
        if not isinstance(turn[-1], Discard):
            return
        acts: Act = tuple(turn[:-1])
        there = after(state, acts)
        if there is None:
            return
        if self.throws == "loneliest":
            yield from (Turn((*acts, Discard(card))) for card in by_uselessness(state.rules, hand_of(there)))
            return
        card = best_discard(there, self.objective, engine=self._engine)
        if card is not None:
            yield Turn((*acts, Discard(card)))

    def _draw(self, state: State) -> Move:
        best = self._best(state) if after(state, (Take(),)) is not None else None
        if best is not None and best.cards_laid:
            alone = self._best(_with_a_card_to_throw(state))
            if best.goes_out or alone is None or best.cards_laid > alone.cards_laid:
                return Take()
        # The draw comes first among the legal choices; a take only where a turn can follow it.
        return next((turn[0] for turn in legal_turns(state, 1)), Pass())


def _with_a_card_to_throw(state: State) -> State:
    """The position after drawing a card that fits nowhere and will be thrown: what the hand alone can lay."""
    return State(replace(state.base, rules=_without_last_discard(state.rules), phase="drew", drawn=1))


@lru_cache(64)
def _without_last_discard(rules: RuleSet) -> RuleSet:
    # The card that is thrown is not in the hand here, so all of the hand may be laid.
    return rules.vary(turn__last_discard="not_needed")
