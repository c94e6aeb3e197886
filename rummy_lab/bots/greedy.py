"""The bot `greedy`: lays whatever it can as soon as it can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, Final

from rummy_lab.bots.discards import by_uselessness
from rummy_lab.bots.kernels import unseen
from rummy_lab.bots.kernels.asking import asked
from rummy_lab.bots.kernels.greedy import greedy
from rummy_lab.bots.laying import Layer, laid_by
from rummy_lab.bots.protocol import CARD_PRICES
from rummy_lab.core.cards import Card
from rummy_lab.core.chance import Rng
from rummy_lab.core.moves import Discard, Draw, Pass, Take, Turn
from rummy_lab.core.state import State
from rummy_lab.core.views import View
from rummy_lab.search import after, hand_of, legal_turns
from rummy_lab.search.best import valued

_CONSIDERED: Final = 12
_OTHER_DISCARDS: Final = 2


def _thrown(state: State) -> list[Card]:
    return by_uselessness(state.rules, hand_of(state))


_LAYER: Final = Layer(_thrown)


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """Opens as soon as it can with the melds that lay the most cards, lays off, swaps a joker when it can lay it again.

    Where the table may be rearranged it borrows spare cards for a new meld and splits runs, never touching a joker. It
    takes the discard only when it lays that card at once, and throws the dearest card that goes with no other. It
    decides on numbers (`kernels.greedy`), by the same text in both engines.

    >>> from rummy_lab.core.referee import position
    >>> from rummy_lab.core.views import view
    >>> here = position("rummy40; table [5h 6h 7h]; hand A+ 8h 2c Kd; pile Kh; stock ??x9; turn A drew")
    >>> GreedyBot().choose(view(here, "A"), Rng(1))
    layoff 8h>1; discard Kd
    """

    name: str = "greedy"
    kernel: ClassVar[int] = unseen.GREEDY
    prices: ClassVar[tuple[str, ...]] = CARD_PRICES

    def choose(self, view: View, rng: Rng) -> Turn | str:
        """The choice that is due."""
        return asked(greedy, view, rng)

    def alternatives(self, view: View, rng: Rng) -> Sequence[tuple[Turn, int]]:
        """Its choice and others, each with the cards it lays; the choice comes first.

        The others begin with another act and go on as it would, or throw the card that is next to go.
        """
        state = view.state
        chosen = Turn.parse(str(self.choose(view, rng)))
        if isinstance(chosen[-1], Draw | Take | Pass) and state.rules.has_pile:
            others = legal_turns(state, _CONSIDERED)
        else:
            others = (*_with_other_discards(state, chosen), *_others(state))
        scores = {turn: _score(state, turn) for turn in (chosen, *others)}
        first = (chosen, scores.pop(chosen))
        return [first, *sorted(scores.items(), key=lambda one: -one[1])]


def _score(state: State, turn: Turn) -> int:
    """The cards of the hand that the turn lays."""
    found = valued(state, turn) if laid_by(turn) else None
    return 0 if found is None else found.cards_laid


def _with_other_discards(state: State, turn: Turn) -> tuple[Turn, ...]:
    if not isinstance(turn[-1], Discard):
        return ()
    done = tuple(turn[:-1])
    there = after(state, done)
    return (
        ()
        if there is None
        else tuple(Turn((*done, move)) for move in islice(_LAYER.discards(there), 1 + _OTHER_DISCARDS))
    )


def _others(state: State) -> Iterator[Turn]:
    for act in islice(_LAYER.acts(state), _CONSIDERED):
        turn = _LAYER.continued(state, act)
        if turn is not None:
            yield turn
    if not state.work.touched and after(state, (Draw(),)) is not None:
        yield Turn((Draw(),))
