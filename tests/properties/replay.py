"""Saying any legal turn again in moves of `steps`: what was laid in one move may take several of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import rummy_lab as rl
from rummy_lab.core.moves import Layoff, Move, Pull, Swap, Turn
from rummy_lab.core.state import State
from rummy_lab.search import exists


def looks(state: State) -> tuple[object, ...]:
    """What lies where, whatever moves led there."""
    heaps = tuple(sorted(state.heaps.items())) if state.moves else state.table
    hands = {seat: None if hand is None else Counter(map(str, hand)) for seat, hand in state.hands.items()}
    return (str(heaps), hands, Counter(map(str, state.loose)), state.pile, state.stock, state.seat, state.over)


def in_steps(state: State, turn: Turn) -> Turn | None:
    """The turn again, each move one of those that `steps` offers; None where some part cannot be said so."""
    given = exists if state.rules.needs_search else None
    done: list[Move] = []
    for move in turn:
        target = rl.play(state, move, exists=given)
        found = next(_ways(state, move, target, given), None)
        if found is None:
            return None
        for step in found:
            state = rl.play(state, step, exists=given)
        done += found
        # Go on from the state as it was played: the numbers of heaps are the same.
        assert looks(state) == looks(target)
    return Turn(done)


def _ways(state: State, move: Move, target: State, given) -> Iterator[list[Move]]:
    steps = list(rl.steps(state, exists=given))
    if move in steps:
        yield [move]
        return
    for step in steps:
        if step.verb == move.verb and looks(rl.play(state, step, exists=given)) == looks(target):
            yield [step]
            return
    if isinstance(move, Layoff | Swap | Pull) and len(move.cards) > 1:
        yield from _one_by_one(state, move, len(move.cards), target, given)


def _one_by_one(state: State, move: Move, left: int, target: State, given) -> Iterator[list[Move]]:
    if not left:
        if looks(state) == looks(target):
            yield []
        return
    for step in rl.steps(state, exists=given):
        if isinstance(step, Layoff | Swap | Pull) and step.heap == move.heap and _serves(step, move):
            for rest in _one_by_one(rl.play(state, step), move, left - 1, target, given):
                yield [step, *rest]


def _serves(step: Move, move: Move) -> bool:
    same = isinstance(step, Pull) == isinstance(move, Pull)
    return same and any(card in move.cards or (card.joker and any(c.joker for c in move.cards)) for card in step.cards)
