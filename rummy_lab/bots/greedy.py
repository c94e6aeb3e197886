"""The bot `greedy`: lays whatever it can as soon as it can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from rummy_lab.bots.discards import by_uselessness
from rummy_lab.bots.laying import Layer, laid_by
from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.chance import Rng
from rummy_lab.core.moves import Discard, Draw, Move, Pass, Take, Turn
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
    """Opens as soon as it can, lays the most cards, extends, swaps a joker when it can lay it again.

    It takes the discard only when it lays that card at once, and throws the dearest card that goes with no other.

    >>> from rummy_lab.core.referee import position
    >>> from rummy_lab.core.views import view
    >>> here = position("rummy40; table [5h 6h 7h]; hand A+ 8h 2c Kd; pile Kh; stock ??x9; turn A drew")
    >>> GreedyBot().choose(view(here, "A"), Rng(1))
    layoff 8h>1; discard Kd
    """

    name: str = "greedy"

    def choose(self, view: View, rng: Rng) -> Turn | str:  # noqa: ARG002 (the protocol's)
        """The choice that is due."""
        state = view.state
        if state.rules.has_pile and state.phase == "start":
            return Turn((_draw(state),))
        turn = _LAYER.turn(state)
        if turn is None or not laid_by(turn):
            for move in (Draw(), Pass()):
                if not state.work.touched and after(state, (move,)) is not None:
                    return Turn((move,))
        return turn if turn is not None else next(iter(legal_turns(view, 1)), "pass")

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


def _draw(state: State) -> Move:
    took = after(state, (Take(),))
    if took is not None and took.taken is not None:
        turn = _LAYER.turn(took)
        if turn is not None and _face(took.taken) in map(_face, laid_by(turn)):
            return Take()
    # The draw comes first among the legal choices; a take only where a turn can follow it.
    return next((turn[0] for turn in legal_turns(state, 1)), Pass())


def _face(card: Card) -> Card:
    return JOKER if card.joker else card
