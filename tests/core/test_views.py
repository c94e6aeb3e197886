"""A View of one seat tells what that seat may know, and nothing more, however one looks."""

import copy
import pickle
from dataclasses import fields, is_dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_lab as rl
from rummy_lab.core.cards import Card
from strategies import PLAIN, deals, exchanged, mid_turn_positions, rule_sets

SECRET = (
    "rummy40; table [9h 10h *Jh]; hand A+ 2c 3c; hand B 7d 8d Kd Qs; hand C 5s 6s; pile 4h 9d; stock 6c Ah 7s *; "
    "chance 987654321/4242/3; turn B drew"
)


def everything_in(thing, seen=None):
    """Every object that can be reached from a thing: attributes, slots, properties and items, private ones too."""
    seen = {} if seen is None else seen
    if id(thing) in seen or isinstance(thing, str | int | type | Card | None | bool) or callable(thing):
        if not callable(thing) and not isinstance(thing, type):
            seen.setdefault(id(thing), thing)
        return seen
    seen[id(thing)] = thing
    parts = []
    for name in dir(thing):
        if not name.startswith("__") or name == "__dict__":
            value = getattr(thing, name, None)
            if not callable(value):
                parts.append(value)
    if is_dataclass(thing):
        parts += [getattr(thing, field.name) for field in fields(thing)]
    if hasattr(thing, "items"):
        parts += [part for item in thing.items() for part in item]
    elif isinstance(thing, list | tuple | set | frozenset):
        parts += list(thing)
    for part in parts:
        if type(part).__module__.startswith(("rummy_lab", "builtins")):
            everything_in(part, seen)
    return seen


def hidden_cards(state, seat):
    """The cards of the others' hands and of the stock, as texts, less those that the seat sees elsewhere."""
    others = [card for other, hand in state.hands.items() if other != seat for card in hand or ()]
    secret = {str(card) for card in (*others, *(state.stock or ())) if card is not None}
    seen = [*(state.hands[seat] or ()), *(state.pile or ()), *state.loose, *(c for m in state.table for c in m.slots)]
    return secret - {str(card) for card in seen}


@pytest.mark.parametrize("seat", ["A", "B", "C"])
def test_nothing_reachable_from_a_view_is_hidden_from_its_seat(seat):
    state = rl.position(SECRET)
    view = rl.view(state, seat)
    secret = hidden_cards(state, seat)
    assert secret
    reached = everything_in(view).values()
    found = {str(thing) for thing in reached if isinstance(thing, Card)}
    assert not found & secret
    assert not {987654321, 4242} & {thing for thing in reached if isinstance(thing, int)}
    for one in (view, view.state, copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
        for text in (str(one), repr(one)):
            words = set(text.replace("[", " ").replace("]", " ").replace(";", " ").split())
            assert not words & secret
            assert "987654321" not in text
            assert "4242" not in text


@pytest.mark.parametrize("seat", ["A", "B", "C"])
def test_the_bytes_of_a_pickled_view_are_the_same_whatever_is_hidden(seat):
    views = [rl.view(rl.position(text), seat) for text in (SECRET, _other_secret(seat))]
    assert views[0] == views[1]
    assert hash(views[0]) == hash(views[1])
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        if protocol >= 2:
            assert pickle.dumps(views[0], protocol) == pickle.dumps(views[1], protocol)


def _other_secret(seat):
    text = SECRET.replace("stock 6c Ah 7s *", "stock 7s 6c Js Ah").replace("987654321/4242/3", "1/2")
    others = {"A": "2c 3c", "B": "7d 8d Kd Qs", "C": "5s 6s"}
    for other, hand in others.items():
        if other != seat:
            text = text.replace(hand, {"A": "Kc Kh", "B": "3s 4s 8s 2d", "C": "5c 6d"}[other])
    return text


@pytest.mark.parametrize("seat", ["A", "B", "C"])
def test_what_a_view_shows(seat):
    state = rl.position(SECRET)
    view = rl.view(state, seat)
    assert view.seat == seat
    assert view.turn_of == "B"
    assert view.hand == state.hands[seat]
    assert all(view.hands[other] == (None,) * len(state.hands[other]) for other in "ABC" if other != seat)
    assert view.counts == {"A": 2, "B": 4, "C": 2}
    assert view.stock == (None,) * 4
    assert view.state.chance is None
    assert (view.table, view.pile, view.opened, view.round) == (state.table, state.pile, state.opened, state.round)
    assert (view.phase, view.rules, view.over, view.loose) == ("drew", state.rules, None, ())
    assert view.events == ()


def test_the_moves_of_an_open_turn_are_public_but_not_the_hand_behind_them():
    before = rl.position("schmidt; table [6r 7r 8r]; hand A+ 5r 9r 4r 1b; hand B 2b 3b; stock 4b 6b; turn A")
    state = rl.play(before, "layoff 5r 9r>1; pull 6r<1")
    for seat in "AB":
        view = rl.view(state, seat)
        assert view.heaps == state.heaps
        assert view.loose == state.loose
        assert view.counts == {"A": 2, "B": 2}
    other = rl.view(state, "B")
    assert other.hands == {"A": (None, None), "B": before.hands["B"]}
    assert not {"4r", "1b", "4b", "6b"} & {str(thing) for thing in everything_in(other).values()}
    assert str(other) == (
        "schmidt; table [6r 7r 8r]; hand A+ ??x4; hand B 2b 3b; stock ??x2; turn A: layoff 5r 9r>1; pull 6r<1"
    )


def test_a_drawn_card_is_seen_by_its_owner_only():
    state = rl.play(rl.position("rummy40; hand A 2c; hand B 3c; pile 4c; stock 5c 6c; turn A"), "draw 5c")
    assert str(rl.view(state, "A")) == "rummy40; hand A 2c 5c; hand B ??; pile 4c; stock ??; turn A drew"
    assert str(rl.view(state, "B")) == "rummy40; hand A ??x2; hand B 3c; pile 4c; stock ??; turn A drew"


def test_a_taken_card_was_seen_by_everybody():
    state = rl.play(rl.position("rummy40; hand A 2c; hand B 3c; pile 4c; stock 5c; turn A"), "take")
    view = rl.view(state, "B")
    assert view.phase == "took"
    assert view.state.taken == rl.Card("4c")
    assert view.counts["A"] == 2


def test_when_the_deal_is_over_the_hands_are_open_but_not_the_stock():
    view = rl.view(rl.position("schmidt; hand A; hand B 4r 5r; stock 6r 7r; over out A"), "A")
    assert view.hands["B"] == (rl.Card("4r"), rl.Card("5r"))
    assert view.stock == (None, None)


def test_a_view_of_a_partial_position():
    view = rl.view(rl.position("schmidt; hand A 4r; turn A"), "A")
    assert view.hands == {"A": (rl.Card("4r"),), "B": None}
    assert view.counts["B"] is None
    assert view.stock is None


@settings(max_examples=60)
@given(deals(rule_sets(PLAIN)), st.randoms(use_true_random=False), st.data())
def test_a_view_does_not_depend_on_what_is_hidden(state, random, data):
    seat = data.draw(st.sampled_from(state.seats))
    other = exchanged(state, seat, random)
    one, two = rl.view(state, seat), rl.view(other, seat)
    assert one == two
    assert pickle.dumps(one) == pickle.dumps(two)
    assert list(rl.steps(one)) == list(rl.steps(two))


@settings(max_examples=40)
@given(mid_turn_positions())
def test_a_view_of_the_mover_and_its_state_allow_the_same(state):
    view = rl.view(state, state.seat)
    assert list(rl.steps(view)) == list(rl.steps(state))
    for turn in ("end", "pass", "draw", "take", "layoff *>1", "meld * *", "join 1 2", "discard *", "swap 5r>1"):
        assert rl.check(view, turn) == rl.check(state, turn)
