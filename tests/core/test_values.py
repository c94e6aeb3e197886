"""States, views, cards, melds, moves and outcomes are values: equal, hashed, copied, pickled, never changed."""

import copy
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_lab as rl
from rummy_lab.core.base import Base
from rummy_lab.core.cards import JOKER
from rummy_lab.core.state import State
from rummy_lab.search import exists
from strategies import cards, melds, mid_turn_positions, moves, partial_positions

HERE = "schmidt; table [6r 7r 8r]; hand A+ 5r 9r 4r; hand B ??x3; stock ??x5; turn A"


def copies(thing):
    """The thing copied in every way that Python knows."""
    pickles = [pickle.loads(pickle.dumps(thing, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    return [copy.copy(thing), copy.deepcopy(thing), *pickles]


@given(cards())
def test_a_card_is_one_object_also_as_a_copy(card):
    assert all(other is card for other in copies(card))
    assert rl.Card(str(card)) is card


@given(melds())
def test_copies_of_a_meld_are_equal(meld):
    for other in copies(meld):
        assert other == meld
        assert hash(other) == hash(meld)
        assert str(other) == str(meld)


@given(moves())
def test_copies_of_a_move_are_equal(move):
    for other in copies(move):
        assert other == move
        assert hash(other) == hash(move)


@settings(max_examples=50)
@given(partial_positions() | mid_turn_positions())
def test_copies_of_a_state_are_equal_and_go_on_alike(state):
    known = state.hands[state.seat] is not None and state.stock is not None
    choices = list(rl.steps(state, exists=exists)) if known else []
    for other in copies(state):
        assert other == state
        assert hash(other) == hash(state)
        assert other.key == state.key
        assert str(other) == str(state)
        assert rl.undo(other) == rl.undo(state)
        if choices:
            assert rl.play(other, choices[0], exists=exists) == rl.play(state, choices[0], exists=exists)


@settings(max_examples=30)
@given(mid_turn_positions(), st.integers(0, 1))
def test_copies_of_a_view_are_equal(state, seat):
    view = rl.view(state, "AB"[seat])
    for other in copies(view):
        assert other == view
        assert hash(other) == hash(view)
        assert other.hand == view.hand


def test_states_are_equal_by_base_and_moves():
    one = rl.play(rl.position(HERE), "layoff 5r>1")
    two = rl.play(rl.position(HERE), "layoff 5r>1")
    assert one == two
    assert hash(one) == hash(two)
    assert len({one, two, rl.position(HERE)}) == 2
    assert one != rl.position(HERE)
    assert one != str(one)
    round_about = rl.play(rl.position(HERE), "layoff 9r>1; layoff 5r>1; pull 9r<1")
    assert round_about != one, "the moves made are part of a state"


def test_the_key_does_not_see_the_order_of_hands_and_melds():
    one = rl.position("schmidt; table [6r 7r 8r] [1y 2y 3y]; hand A+ 5r 9r; hand B 1b 2b; turn A")
    two = rl.position("schmidt; table [1y 2y 3y] [6r 7r 8r]; hand A+ 9r 5r; hand B 2b 1b; turn A")
    assert one != two
    assert one.key == two.key
    for other in ("turn B", "passes 1; turn A", "turns 4; turn A"):
        changed = rl.position(f"schmidt; table [6r 7r 8r] [1y 2y 3y]; hand A+ 5r 9r; hand B 1b 2b; {other}")
        assert changed.key != one.key
    assert rl.position("schmidt; table [6r 7r 8r] [1y 2y 3y]; hand A 5r 9r; hand B 1b 2b; turn A").key != one.key


def test_the_order_of_the_stock_is_part_of_the_key():
    one, two = (rl.position(f"schmidt; hand A 4r; stock {stock}; turn A") for stock in ("5r 6r", "6r 5r"))
    assert one.key != two.key


@pytest.mark.parametrize(
    ("thing", "names"),
    [
        (rl.Card.parse("4r"), ["rank", "suit", "joker", "suits", "text", "code", "new"]),
        (JOKER, ["rank"]),
        (rl.Meld.parse("[4r 5r 6r]"), ["slots", "new"]),
        (rl.position(HERE), ["base", "moves", "rules", "table", "seat", "new"]),
        (rl.position(HERE).base, ["rules", "table", "hands", "seat"]),
        (rl.view(rl.position(HERE), "A"), ["seat", "state", "events"]),
        (rl.Move.parse("layoff 5r>1"), ["cards", "heap"]),
        (rl.outcome(rl.position("schmidt; hand A; hand B 4r; over out A")), ["how", "winners", "hands"]),
        (rl.check(rl.position(HERE), "end")[0], ["at"]),
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_values_cannot_be_changed(thing, names):
    before = str(thing)
    for name in names:
        with pytest.raises((AttributeError, TypeError)):
            setattr(thing, name, 3)
        with pytest.raises((AttributeError, TypeError)):
            delattr(thing, name)
    assert str(thing) == before


def test_what_a_state_shows_cannot_be_changed_either():
    state = rl.position(HERE)
    for mapping in (state.hands, state.heaps, state.opened, state.counts):
        with pytest.raises(TypeError):
            mapping[next(iter(mapping))] = ()
    for row in (state.table, state.hands["A"], state.stock, state.moves, state.loose):
        assert isinstance(row, tuple)
    finished = rl.outcome(rl.position("schmidt; hand A; hand B 4r; over out A"))
    for mapping in (finished.hands, finished.opened_turn):
        with pytest.raises(TypeError):
            mapping["A"] = ()


def test_a_state_is_never_changed_by_what_is_asked_of_it():
    state = rl.position(HERE)
    before = (str(state), hash(state), pickle.dumps(state))
    for turn in ("layoff 5r>1; end", "layoff 5r>1", "pull 6r<1; end", "draw", "end", "meld 4r 5r; end"):
        rl.check(state, turn)
        rl.play_until_error(state, turn)
    list(rl.steps(state))
    rl.view(state, "B")
    assert (str(state), hash(state), pickle.dumps(state)) == before
    assert state == rl.position(HERE)


def test_an_outcome_is_copied_and_pickled():
    finished = rl.outcome(rl.position("rummy40; hand A 4c; hand B+2; over out B built"))
    for other in copies(finished):
        assert other == finished
        assert rl.penalties(other, rl.RUMMY40) == rl.penalties(finished, rl.RUMMY40)


def test_violations_and_errors_are_pickled():
    here = rl.position(HERE)
    for violation in rl.check(here, "layoff 4r>1; end") + rl.check(here, "layoff 4b>1"):
        assert all(other == violation for other in copies(violation))
    raisings = (
        lambda: rl.play(here, "end"),
        lambda: rl.position("schmidt; hand A 4x"),
        lambda: rl.rule_set("schmidt{pack.copies=9}"),
        lambda: rl.check(rl.position("schmidt; hand A 4r; turn A"), "draw"),
        lambda: rl.play(rl.position("rummy40; hand A * 10h Jh 2c; pile 4c; turn A drew"), "meld * 10h Jh"),
    )
    for raising in raisings:
        with pytest.raises(rl.RummyError) as error:
            raising()
        again = pickle.loads(pickle.dumps(error.value))
        assert str(again) == str(error.value)
        assert type(again) is type(error.value)


def test_a_base_put_together_by_hand_equals_the_one_that_is_read():
    meld = rl.Meld.parse("[6r 7r 8r]")
    base = Base(rl.SCHMIDT, table=type(rl.position(HERE).table)([meld]))
    assert State(base) == rl.position("schmidt; table [6r 7r 8r]; turn A")
