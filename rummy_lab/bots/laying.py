"""Laying all that can be laid, act by act: what `greedy` and `careful` share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.moves import Discard, Lay, Layoff, Move, Swap, Turn
from rummy_lab.core.state import State
from rummy_lab.search import Act, acts, after, best_layout, closings, hand_of, need_to_open

_WORTH_A_JOKER = 3


@dataclass(frozen=True, slots=True)
class Layer:
    """Lays the most cards it can and throws the first card that may be thrown.

    Attributes:
        thrown: the cards of a position, the first to go first.
        jokers: whether jokers are laid whenever they can; if not, only in acts that lay two other cards at least.
    """

    thrown: Callable[[State], Iterable[Card]]
    jokers: bool = True

    def turn(self, state: State) -> Turn | None:
        """Everything it can lay from here and the end of the turn; None where the turn cannot end."""
        need, hand = need_to_open(state), hand_of(state)
        keep = int(state.rules.has_pile and state.rules.turn.last_discard == "needed")
        if not self.jokers and JOKER in hand:
            hand, keep = tuple(card for card in hand if not card.joker), 0
        act: Act = tuple(Lay(meld.slots) for meld in best_layout(state.rules, hand, need or 0, keep))
        if not act and need is None:
            act = next(self.acts(state), ())
        return self.continued(state, act)

    def continued(self, state: State, act: Act) -> Turn | None:
        """This act, all that can be laid after it, and the end of the turn; None where the turn cannot end."""
        here = state
        done: Act = ()
        while act:
            there = after(here, act)
            if there is not None and _may_end(there):
                here, done = there, (*done, *act)
            act = next(self.acts(here), ())
        closing = self.closing(here)
        return None if closing is None else Turn((*done, closing))

    def acts(self, state: State) -> Iterator[Act]:
        """The acts after which the turn may end, those that lay the most cards of the hand first."""
        held = len(hand_of(state))
        found = [(len(hand_of(there)), act, there) for act, there in acts(state)]
        for left, act, there in sorted(found, key=lambda one: one[0]):
            if left < held and (self.jokers or self._is_worth_it(state, there)) and _may_end(there):
                yield act

    @staticmethod
    def _is_worth_it(before: State, there: State) -> bool:
        held, left = hand_of(before), hand_of(there)
        return left.count(JOKER) == held.count(JOKER) or len(held) - len(left) >= _WORTH_A_JOKER

    def closing(self, state: State) -> Move | None:
        """The end of the turn: the first card that may be thrown, or what else ends it, or none."""
        return next(self.discards(state), None) or next(closings(state), None)

    def discards(self, state: State) -> Iterator[Discard]:
        """The cards that may be thrown, the first to go first."""
        if state.rules.has_pile:
            for card in self.thrown(state):
                if after(state, (Discard(card),)) is not None:
                    yield Discard(card)


def laid_by(moves: Iterable[Move]) -> list[Card]:
    """The cards that these moves bring to the table."""
    return [card for move in moves if isinstance(move, Lay | Layoff | Swap) for card in move.cards]


def _may_end(state: State) -> bool:
    return next(closings(state), None) is not None
