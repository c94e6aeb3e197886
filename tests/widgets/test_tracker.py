"""Ids of cards: they stay with their card, and say nothing of it."""

import itertools
import random

import pytest

import rummy_lab as rl
from rummy_lab.core.referee import play, position
from rummy_lab.core.views import view
from rummy_lab.widgets.tracker import Tracker, cards_by_place
from widgets.tables import act, check_ids, desk_of, drop, ids_of

SEVENS = "rummy40; table [8h 9h 10h] [7c 7d 7s]; hand A+ 7h 2c 7h 3c; pile 3d; stock 4c; turn A drew"


def test_of_two_equal_cards_the_one_touched_moves_and_undo_brings_it_back():
    desk = desk_of(SEVENS)
    left, right = ids_of(desk, "7h 7h")
    before = desk.ids
    drop(desk, right, "m1")
    after = desk.ids
    assert after.places["m1"][0] == right
    assert left in desk.hand
    desk.undo()
    assert desk.ids == before
    assert desk.hand == before.places["hand-A"]
    desk.redo()
    assert desk.ids == after


def test_the_other_of_two_equal_cards_goes_where_it_is_dropped():
    desk = desk_of(SEVENS)
    left, right = ids_of(desk, "7h 7h")
    drop(desk, right, "m1")
    drop(desk, left, "m2")
    assert right in desk.ids.places["m1"]
    assert left in desk.ids.places["m2"]


def test_a_discarded_copy_is_the_one_that_was_dropped_on_the_pile():
    desk = desk_of(SEVENS)
    _, right = ids_of(desk, "7h 7h")
    drop(desk, right, "pile")
    assert desk.ids.places["pile"][-1] == right


def test_a_touched_card_of_the_hand_moves_though_an_equal_one_lies_loose():
    desk = desk_of("schmidt; table [7r 7y 7g 7b] [4r 5r 6r]; hand A+ 7r 1b; turn A")
    (mine,) = ids_of(desk, "7r")
    (lifted,) = ids_of(desk, "7r", "m1")
    drop(desk, lifted, "loose")
    drop(desk, mine, "m2")
    assert mine in desk.ids.places["m2"]
    assert [*desk.ids.places["loose"], *desk.hand].count(lifted) == 1
    check_ids(desk)


def test_a_joker_keeps_its_id_with_and_without_its_stand_in():
    desk = desk_of("schmidt; table [5r *6r 7r]; hand A+ 6r 9y 9g 1b; turn A")
    (joker,) = ids_of(desk, "*6r", "m1")
    (six,) = ids_of(desk, "6r")
    drop(desk, six, joker)
    assert desk.ids.places["loose"] == (joker,)
    assert str(desk.ids.cards[joker]) == "*"
    drop(desk, [*ids_of(desk, "9y 9g"), joker], "new")
    assert str(desk.ids.cards[joker]) == "*9?"
    assert joker in desk.ids.places["m2"]
    for _ in range(2):
        desk.undo()
    assert desk.ids.places["m1"][1] == joker


def test_of_two_jokers_the_one_whose_card_came_is_freed():
    desk = desk_of("schmidt; table [5r *6r 7r *8r]; hand A+ 8r 1b; turn A")
    first, second = ids_of(desk, "*6r *8r", "m1")
    drop(desk, ids_of(desk, "8r"), "m1")
    assert desk.ids.places["loose"] == (second,)
    assert first in desk.ids.places["m1"]


def test_melds_keep_their_cards_when_numbers_close_up():
    desk = desk_of("schmidt; table [1r 2r 3r] [4r 5r 6r] [5r 6r 7r]; hand A+ 7r 1b; turn A")
    third = desk.ids.places["m3"]
    second = desk.ids.places["m2"]
    (seven,) = ids_of(desk, "7r")
    drop(desk, second, "m1")
    drop(desk, seven, "m1")
    act(desk, "end")
    assert not desk.refusal
    assert desk.ids.places["m2"] == third
    assert set(second) < set(desk.ids.places["m1"])


def test_an_arranged_table_keeps_what_stays():
    here = position("schmidt; table [2g 3g 4g 5g] [9r 10r 11r] [2g 3g 4g]; hand A+ 6g 2y 2b; turn A")
    ids = Tracker.of(here)
    move = rl.core.moves.Move.parse("arrange [3g 4g 5g 6g] [9r 10r 11r] [2g 3g 4g] [2y 2g 2b]")
    after = ids.follow(here, play(here, move), move)
    assert after.places["m2"] == ids.places["m2"]
    assert after.places["m3"] == ids.places["m3"]
    assert after.places["m1"][:3] == ids.places["m1"][1:]
    assert after.places["m4"][1] == ids.places["m1"][0]


def test_a_drawn_card_is_the_top_of_the_stock():
    desk = desk_of("rummy40; hand A 7h 2c; pile 3d; stock 4c 7h 4c; turn A")
    top = desk.ids.places["stock"][0]
    act(desk, "draw")
    assert desk.hand[-1] == top


def test_the_top_of_the_pile_is_the_card_that_is_taken():
    desk = desk_of("rummy40; hand A+ 8h 2c; pile 7h 7h; stock 4c; turn A")
    below, top = desk.ids.places["pile"]
    act(desk, "take")
    assert desk.ids.places["pile"] == (below,)
    assert desk.hand[-1] == top


def test_shuffled_cards_have_new_ids():
    desk = desk_of("rummy40; hand A+ 7h 2c; hand B 5c; pile 3d 4d 5d; stock 4c; chance 1/2; turn A")
    known = {one for row in desk.ids.places.values() for one in row}
    act(desk, "draw")
    drop(desk, ids_of(desk, "2c"), "pile")
    assert len(desk.ids.places["stock"]) == 3
    assert known.isdisjoint(desk.ids.places["stock"])


def test_ids_do_not_depend_on_hidden_cards():
    state = rl.deal("rummy40", 3, 5, 1)
    assert Tracker.of(state).places == Tracker.of(view(state, "A").state).places


def test_an_unknown_card_that_is_laid_keeps_its_id():
    state = position("schmidt; table [6r 7r 8r]; hand A+ 1b; hand B+ ??x3; turn B")
    ids = Tracker.of(state)
    after = ids.follow(state, play(state, "layoff 9r>1"))
    assert after.places["m1"][-1] in ids.places["hand-B"]
    assert len(after.places["hand-B"]) == 2


@pytest.mark.parametrize("rules", ["schmidt", "rummy40", "rummikub_tournament", "jokeren_nl"])
@pytest.mark.parametrize("seed", range(3))
def test_whole_deals_keep_every_card_under_one_id(rules, seed):
    record = rl.play_out(rules, ["greedy"] * 3, seed=seed)
    state, shuffles = record.start, 0
    ids = Tracker.of(state)
    exists = rl.search.exists if state.rules.needs_search else None
    for move in itertools.chain.from_iterable(record.turns):
        after = play(state, move, exists=exists)
        shuffled = len(after.stock) > len(state.stock)
        was = {one for row in ids.places.values() for one in row}
        ids = ids.follow(state, after, move)
        state = after
        now = [one for row in ids.places.values() for one in row]
        assert len(set(now)) == len(now) == state.rules.cards
        if shuffled:
            shuffles += 1
        else:
            assert set(now) == was
        for place, cards in cards_by_place(state).items():
            held = [ids.cards[one] for one in ids.places[place]]
            same = sorted(map(str, held)) == sorted(map(str, cards)) if place[:5] == "hand-" else held == list(cards)
            assert same, (place, held, cards)


def test_the_same_moves_give_the_same_ids():
    rng = random.Random(4)
    record = rl.play_out("schmidt", ["greedy"] * 2, seed=rng.randrange(9))

    def last():
        state, ids = record.start, Tracker.of(record.start)
        for move in itertools.chain.from_iterable(record.turns):
            after = play(state, move)
            state, ids = after, ids.follow(state, after, move)
        return ids

    assert last() == last()
