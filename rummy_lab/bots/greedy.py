"""The bot `greedy`: lays whatever it can as soon as it can."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rummy_lab.bots.discards import by_uselessness
from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.chance import Rng
from rummy_lab.core.moves import Discard, Draw, Lay, Layoff, Move, Pass, Swap, Take, Turn
from rummy_lab.core.state import State
from rummy_lab.core.views import View
from rummy_lab.search import Act, acts, after, best_layout, closings, hand_of, legal_turns, need_to_open


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
    here, ended = state, _closing(state)
    done: Act = ()
    need = need_to_open(here)
    keep = int(here.rules.has_pile and here.rules.turn.last_discard == "needed")
    layout = best_layout(here.rules, hand_of(here), need or 0, keep)
    act: Act = tuple(Lay(meld.slots) for meld in layout)
    if not act and need is None:
        act = _next_act(here)
    while act:
        there = after(here, act)
        closing = None if there is None else _closing(there)
        if there is not None and closing is not None:
            here, done, ended = there, (*done, *act), closing
        act = _next_act(here)
    return None if ended is None else Turn((*done, ended))


def _next_act(state: State) -> Act:
    """The act that lays the most cards of the hand after which the turn may end; the first of equals."""
    best: Act = ()
    least = len(hand_of(state))
    for act, there in acts(state):
        if len(hand_of(there)) < least and _closing(there) is not None:
            best, least = act, len(hand_of(there))
    return best


def _closing(state: State) -> Move | None:
    """The end of the turn: the most useless card that may be thrown, or none."""
    if state.rules.has_pile:
        for card in by_uselessness(state.rules, hand_of(state)):
            if after(state, (Discard(card),)) is not None:
                return Discard(card)
    return next(closings(state), None)
