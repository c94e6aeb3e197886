"""What has to hold at every point of a deal, whoever moves and whatever the rules are."""

from __future__ import annotations

from random import Random

import pytest

import rummy_lab as rl
from properties.walks import asked, conserved, jokers_stand, wild_moves
from rummy_lab.core.moves import Move, Turn
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from strategies import exchanged


def verdict(state: State | rl.View, move: Move | str, rules: RuleSet) -> tuple[rl.Violation, ...]:
    """All reasons against a move."""
    return rl.check(state, move, exists=asked(rules))


def steps_are_legal(state: State, steps: list[Move], rng: Random) -> None:
    """Each of `steps` passes `check`, also as text, stands there once, and `play` takes it."""
    assert len(set(steps)) == len(steps), f"a step is offered twice in {state}"
    for move in rng.sample(steps, min(6, len(steps))):
        assert verdict(state, move, state.rules) == ()
        assert verdict(state, str(move), state.rules) == ()
        assert rl.play(state, str(move), exists=asked(state.rules)) == rl.play(state, move, exists=asked(state.rules))


def check_agrees_with_play(state: State, moves: list[Move]) -> None:
    """`check` finds nothing just where `play` works; a refused move leaves everything as it was."""
    text, number = str(state), hash(state)
    for move in moves:
        if found := verdict(state, move, state.rules):
            with pytest.raises(rl.IllegalMove) as refused:
                rl.play(state, move, exists=asked(state.rules))
            assert refused.value.violations == found
        else:
            conserved(rl.play(state, move, exists=asked(state.rules)))
    assert str(state) == text
    assert hash(state) == number


def hidden_cards_change_nothing(state: State, moves: list[Move], rng: Random) -> None:
    """A View and its State judge alike, and so does a state with the hidden cards exchanged (D20)."""
    view, other = rl.view(state, state.seat), exchanged(state, state.seat, rng)
    assert rl.view(other, state.seat) == view
    given = asked(state.rules)
    steps = list(rl.steps(state, exists=given))
    assert list(rl.steps(view, exists=given)) == steps
    assert list(rl.steps(other, exists=given)) == steps
    for move in moves:
        found = verdict(state, move, state.rules)
        assert verdict(view, move, state.rules) == found
        assert verdict(other, move, state.rules) == found


def text_is_read_back(state: State) -> None:
    """A position in the middle of a deal is the same when it is read from its text."""
    again = rl.position(str(state))
    assert again == state
    assert again.key == state.key
    assert again.hands == state.hands
    assert again.heaps == state.heaps


def undone(before: State, after: State) -> None:
    """Undo leads back over any move but those that show a hidden card or end the turn."""
    assert rl.undo(after) == (before if after.base is before.base else after)


def all_at(state: State, steps: list[Move], rng: Random, wild: int = 6) -> None:
    """Every law of one position."""
    moves = wild_moves(state, rng, wild)
    steps_are_legal(state, steps, rng)
    check_agrees_with_play(state, moves)
    hidden_cards_change_nothing(state, moves, rng)
    text_is_read_back(state)


def replays(start: State, turns: list[Turn], ends: list[State]) -> None:
    """The same moves, as text, lead through the same positions; between turns no joker changes."""
    state, before = start, start
    for turn, end in zip(turns, ends, strict=True):
        state = rl.play(state, str(turn), exists=asked(start.rules))
        assert state == end
        jokers_stand(before, state)
        conserved(state)
        before = state
