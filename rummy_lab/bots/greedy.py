"""The bot `greedy`: lays whatever it can as soon as it can."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from rummy_lab.bots.discards import by_uselessness
from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.chance import Rng
from rummy_lab.core.moves import Discard, Draw, Lay, Layoff, Move, Pass, Swap, Take, Turn
from rummy_lab.core.state import State
from rummy_lab.core.views import View
from rummy_lab.search import Act, acts, after, best_layout, closings, hand_of, legal_turns, need_to_open
from rummy_lab.search.best import valued

_CONSIDERED: Final = 12
_OTHER_DISCARDS: Final = 2


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
        turn = _best_turn(state)
        if turn is None or not _lays(turn):
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
    found = valued(state, turn) if _laid(turn) else None
    return 0 if found is None else found.cards_laid


def _with_other_discards(state: State, turn: Turn) -> tuple[Turn, ...]:
    if not isinstance(turn[-1], Discard):
        return ()
    done = tuple(turn[:-1])
    there = after(state, done)
    return () if there is None else tuple(Turn((*done, move)) for move in islice(_thrown(there), 1 + _OTHER_DISCARDS))


def _others(state: State) -> Iterator[Turn]:
    for act in islice(_acts(state), _CONSIDERED):
        turn = _continued(state, act)
        if turn is not None:
            yield turn
    if not state.work.touched and after(state, (Draw(),)) is not None:
        yield Turn((Draw(),))


def _draw(state: State) -> Move:
    took = after(state, (Take(),))
    if took is not None and took.taken is not None:
        turn = _best_turn(took)
        if turn is not None and _face(took.taken) in map(_face, _laid(turn)):
            return Take()
    # The draw comes first among the legal choices; a take only where a turn can follow it.
    return next((turn[0] for turn in legal_turns(state, 1)), Pass())


def _face(card: Card) -> Card:
    return JOKER if card.joker else card


def _laid(moves: Iterable[Move]) -> list[Card]:
    return [card for move in moves if isinstance(move, Lay | Layoff | Swap) for card in move.cards]


def _lays(turn: Turn) -> bool:
    return bool(_laid(turn))


def _best_turn(state: State) -> Turn | None:
    """Everything it can lay from here and the end of the turn; None where the turn cannot end."""
    need = need_to_open(state)
    keep = int(state.rules.has_pile and state.rules.turn.last_discard == "needed")
    layout = best_layout(state.rules, hand_of(state), need or 0, keep)
    act: Act = tuple(Lay(meld.slots) for meld in layout)
    if not act and need is None:
        act = next(_acts(state), ())
    return _continued(state, act)


def _continued(state: State, act: Act) -> Turn | None:
    """This act, all that can be laid after it, and the end of the turn; None where the turn cannot end."""
    here, ended = state, _closing(state)
    done: Act = ()
    while act:
        there = after(here, act)
        closing = None if there is None else _closing(there)
        if there is not None and closing is not None:
            here, done, ended = there, (*done, *act), closing
        act = next(_acts(here), ())
    return None if ended is None else Turn((*done, ended))


def _acts(state: State) -> Iterator[Act]:
    """The acts after which the turn may end, those that lay the most cards of the hand first."""
    held = len(hand_of(state))
    found = [(len(hand_of(there)), act, there) for act, there in acts(state)]
    for left, act, there in sorted(found, key=lambda one: one[0]):
        if left < held and _closing(there) is not None:
            yield act


def _closing(state: State) -> Move | None:
    """The end of the turn: the most useless card that may be thrown, or none."""
    return next(_thrown(state), None) or next(closings(state), None)


def _thrown(state: State) -> Iterator[Move]:
    """The cards that may be thrown, the most useless first."""
    if state.rules.has_pile:
        for card in by_uselessness(state.rules, hand_of(state)):
            if after(state, (Discard(card),)) is not None:
                yield Discard(card)
