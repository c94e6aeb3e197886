"""Turns as sequences: undo, play_until_error, where a refusal lies, whose turn it is."""

import pytest
from hypothesis import given, settings

import rummy_lab as rl
from strategies import PLAIN, mid_turn_positions, rule_sets

SCHMIDT = "schmidt; table [6r 7r 8r]; hand A+ 5r 9r 4r 6g; hand B ??x3; stock 1b 2b; turn A"
RUMMY = "rummy40; table [6h 7h 8h]; hand A+ 5h 9h 4c 4d; hand B 2c 3c; pile 2s 3s; stock 4s 5s; turn A"


def codes(state, turn, **more):
    return [(violation.code, violation.at) for violation in rl.check(rl.position(state), turn, **more)]


def test_undo_goes_back_by_one_move_and_never_beyond_the_base():
    here = rl.position(SCHMIDT)
    one = rl.play(here, "layoff 5r>1")
    two = rl.play(one, "layoff 4r>1")
    assert rl.undo(two) == one
    assert rl.undo(one) == here
    assert rl.undo(here) == here
    assert rl.undo(rl.undo(rl.undo(two))) == here


def test_a_finished_turn_is_not_undone():
    after = rl.play(rl.position(SCHMIDT), "layoff 5r>1; end")
    assert rl.undo(after) == after


def test_taking_the_discard_is_undone_and_drawing_is_not():
    here = rl.position(RUMMY)
    took = rl.play(here, "take")
    assert took.phase == "took"
    assert rl.undo(took) == here
    drew = rl.play(here, "draw")
    assert drew.phase == "drew"
    assert rl.undo(drew) == drew
    laid = rl.play(drew, "layoff 5h>1")
    assert rl.undo(laid) == drew


def test_a_position_that_says_took_begins_there():
    took = rl.position("rummy40; hand A 4c 3s; pile 2s; stock ??; turn A took 3s")
    assert took.phase == "took"
    assert rl.undo(took) == took


def test_a_move_taken_back_can_be_made_again():
    here = rl.position(SCHMIDT)
    state = rl.play(rl.undo(rl.play(here, "layoff 5r>1")), "layoff 5r>1")
    assert state == rl.play(here, "layoff 5r>1")
    assert state.hands["A"].count(rl.Card("5r")) == 0


@settings(max_examples=60)
@given(mid_turn_positions(rule_sets(PLAIN | {"opening.points": 0}), most=12))
def test_undo_after_any_step_gives_the_state_before(state):
    for move in list(rl.steps(state))[:40]:
        after = rl.play(state, move)
        if after.base == state.base:
            assert rl.undo(after) == state
            assert rl.undo(after).heaps == state.heaps
            assert rl.undo(after).hands == state.hands
            assert rl.undo(after).loose == state.loose
        else:
            assert rl.undo(after) == after


def test_play_until_error_keeps_the_good_part():
    here = rl.position(SCHMIDT)
    state, refusal = rl.play_until_error(here, "layoff 5r>1; layoff 6g>1; end")
    assert not [violation for violation in refusal if violation.at != 2]
    assert state == rl.play(here, "layoff 5r>1; layoff 6g>1")
    state, refusal = rl.play_until_error(here, "layoff 5r>1; layoff 3r>1; end")
    assert [(violation.code, violation.at) for violation in refusal] == [("NOT_IN_HAND", 1)]
    assert state == rl.play(here, "layoff 5r>1")
    assert rl.play_until_error(here, "layoff 5r>1; end") == (rl.play(here, "layoff 5r>1; end"), ())
    assert rl.play_until_error(here, "") == (here, ())


def test_a_refused_sequence_gives_all_reasons_of_its_first_refused_move():
    found = rl.check(rl.position(SCHMIDT), "layoff 5r>1; pull 7r<1; pull 6r<1; end; layoff 9r>9")
    assert {violation.at for violation in found} == {3}
    assert len(found) >= 2
    assert codes(SCHMIDT, "layoff 3r>1; layoff 3r>9") == [("NOT_IN_HAND", 0)]
    assert codes(SCHMIDT, "layoff 5r>1; layoff 3r>9") == [("NO_SUCH_MELD", 1)]


@pytest.mark.parametrize(
    ("here", "turn", "found"),
    [
        (SCHMIDT, "draw; draw", [("ONE_CARD_ONLY", 1)]),
        (SCHMIDT, "draw; end", [("TURN_IS_OVER", 1)]),
        (SCHMIDT, "layoff 5r>1; end; end", [("TURN_IS_OVER", 2)]),
        (SCHMIDT, "layoff 5r>1; draw", [("PLAY_OR_DRAW", 1)]),
        (SCHMIDT, "discard 5r", [("NO_DISCARD_PILE", 0)]),
        (SCHMIDT, "take", [("NO_DISCARD_PILE", 0)]),
        (SCHMIDT, "pass", [("MAY_NOT_PASS", 0)]),
        (SCHMIDT, "end", [("NO_RACK_CARD", 0)]),
        (SCHMIDT, "draw 2b", [("NOT_THE_TOP_CARD", 0)]),
        (RUMMY, "discard 4c", [("MUST_DRAW", 0)]),
        (RUMMY, "layoff 5h>1", [("MUST_DRAW", 0)]),
        (RUMMY, "end", [("MUST_DRAW", 0)]),
        (RUMMY, "draw; draw", [("ALREADY_DREW", 1)]),
        (RUMMY, "draw; take", [("ALREADY_DREW", 1)]),
        (RUMMY, "take; draw", [("ALREADY_DREW", 1)]),
        (RUMMY, "take; take", [("ALREADY_DREW", 1)]),
        (RUMMY, "take 2s", [("NOT_THE_TOP_CARD", 0)]),
        (RUMMY, "draw; end", [("MUST_DISCARD", 1)]),
        (RUMMY, "draw; discard 4c; discard 4d", [("ONE_CARD_ONLY", 2)]),
        (RUMMY, "draw; discard 4c; draw", [("TURN_IS_OVER", 2)]),
        (RUMMY, "draw; discard 4c; end", [("TURN_IS_OVER", 2)]),
        (RUMMY, "take; discard 3s", [("DISCARD_JUST_TAKEN", 1)]),
        (RUMMY, "draw; pull 6h<1", [("MELD_FIXED", 1)]),
        (RUMMY, "draw; split 1/6h", [("MELD_FIXED", 1)]),
        (RUMMY, "draw; arrange [5h 6h 7h 8h]", [("MELD_FIXED", 1)]),
        (RUMMY, "draw; layoff 5h 9h>1; discard 4c", []),
        (SCHMIDT, "layoff 5r 9r>1; end", []),
        (SCHMIDT, "draw", []),
    ],
)  # fmt: skip
def test_the_course_of_a_turn(here, turn, found):
    assert codes(here, turn) == found


@pytest.mark.parametrize("turn", ["draw", "layoff 5r>1; end", "end", "join 1 2"])
def test_out_of_turn(turn):
    found = rl.check(rl.position(SCHMIDT), turn, seat="B")
    assert [(violation.code, violation.seat, violation.turn_of) for violation in found] == [("NOT_YOUR_TURN", "B", "A")]
    assert rl.check(rl.position(SCHMIDT), turn, seat="A") == rl.check(rl.position(SCHMIDT), turn)


@pytest.mark.parametrize("turn", ["draw", "end", "pass", "layoff 5r>1", "discard 4c", "take", "meld 4r 5r 6r"])
@pytest.mark.parametrize("over", ["over out A", "over blocked A B", "over unfinished", "over forfeit B"])
def test_after_the_end_every_move_is_refused_alike(turn, over):
    finished = rl.position(f"schmidt; table [6r 7r 8r]; hand A; hand B 5r; stock; {over}")
    for seat in (None, "A", "B"):
        assert [violation.code for violation in rl.check(finished, turn, seat=seat)] == ["DEAL_OVER"]
    assert list(rl.steps(finished)) == []
    assert rl.undo(finished) == finished


def test_moves_turns_and_texts_are_judged_alike():
    here = rl.position(SCHMIDT)
    turn = rl.Turn.parse("layoff 5r>1; end")
    assert rl.play(here, turn) == rl.play(here, "layoff 5r>1; end") == rl.play(rl.play(here, turn[0]), turn[1])
    assert rl.check(here, turn[1]) == rl.check(here, "end")


def test_heap_numbers_stay_inside_a_turn_and_close_up_after_it():
    here = rl.position("schmidt; table [1r 2r 3r] [6r 7r 8r] [9g 9y 9b]; hand A+ 4r 5r 6g 6y; hand B ??; turn A")
    joined = rl.play(here, "layoff 4r 5r>1; join 1 2")
    assert list(joined.heaps) == [1, 3]
    laid = rl.play(joined, "split 1/5r; pull 6r<4; meld 6r 6g 6y")
    assert list(laid.heaps) == [1, 3, 4, 5]
    assert [violation.code for violation in rl.check(laid, "layoff 1b>2")] == ["NO_SUCH_MELD"]
    assert "LEFT_TOO_SHORT" in [violation.code for violation in rl.check(laid, "end")]
    after = rl.play(rl.play(here, "layoff 4r 5r>1; join 1 2; split 1/4r"), "end")
    assert str(after.table) == "[1r 2r 3r 4r] [9y 9g 9b] [5r 6r 7r 8r]"


def test_a_named_card_comes_from_the_loose_ones_first():
    here = rl.position("schmidt; table [2g 3g 4g 5g]; hand A+ 2g 6g 2y 2b; turn A")
    state = rl.play(here, "pull 2g<1; meld 2g 2y 2b")
    assert state.loose == ()
    assert state.hands["A"] == (rl.Card("2g"), rl.Card("6g"))


def test_loose_cards_of_the_hand_go_back_to_it_at_the_end():
    here = rl.position("schmidt; table [6r 7r 8r]; hand A+ 5r 9r 1b; hand B ??; turn A")
    after = rl.play(here, "layoff 5r 9r>1; pull 9r<1; end")
    assert str(after.table) == "[5r 6r 7r 8r]"
    assert sorted(map(str, after.hands["A"])) == ["1b", "9r"]


def test_equal_copies_are_interchangeable():
    here = rl.position("rummy40; hand A+ 7h 7h Kc; hand B ??; pile 2c; stock ??; turn A drew")
    after = rl.play(here, "discard 7h")
    assert sorted(map(str, after.hands["A"])) == ["7h", "Kc"]
    assert str(after.pile[-1]) == "7h"
