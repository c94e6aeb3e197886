"""The stock runs out and deals end: R-29 to R-32, S-36 to S-39, turn limits."""

from collections import Counter

import pytest

import rummy_lab as rl
from rummy_lab.core.chance import card_number, mix64, words


def codes(state, turn):
    return [violation.code for violation in rl.check(state, turn)]


PILE = "2c Kh 2c * 9s 3d"
LAST = "rummy40; hand A 4c 5d; hand B ??x3; pile 2c Kh 2c * 9s 3d; stock 7h; chance 2024/17; turn A"


def test_R_29_the_discards_are_shuffled_right_after_the_discard_of_who_drew_the_last_card():
    drew = rl.play(rl.position(LAST), "draw")
    assert drew.stock == ()
    assert len(drew.pile) == 6, "not when the last card is drawn"
    after = rl.play(drew, "discard 5d")
    assert list(map(str, after.pile)) == ["5d"], "that discard lies open as the new pile"
    assert after.seat == "B"
    assert Counter(map(str, after.stock)) == Counter(PILE.split())
    assert str(after.chance) == "2024/17/1"
    assert rl.check(after, "take 5d") == ()
    assert rl.check(after, "draw") == ()
    assert rl.position(str(after)) == after


@pytest.mark.parametrize("shuffles", [0, 1, 4])
def test_R_29_the_order_is_that_of_the_next_shuffle(shuffles):
    text = LAST.replace("2024/17", f"2024/17/{shuffles}" if shuffles else "2024/17")
    after = rl.play(rl.position(text), "draw; discard 4c")
    numbers = []
    for card, copy in zip(PILE.split(), (0, 0, 1, 0, 0, 0), strict=True):
        numbers.append((card_number(rl.Card(card), copy), card))
    key = words(2024, 17, 0, 216)
    step = (shuffles + 1) * 0x9E3779B97F4A7C15
    expected = sorted(numbers, key=lambda one: (mix64((key[one[0]] + step) % 2**64), one[0]))
    assert list(map(str, after.stock)) == [card for _, card in reversed(expected)], "drawn from the end"
    assert after.chance.shuffles == shuffles + 1


def test_R_29_without_chance_the_new_stock_is_hidden():
    after = rl.play(rl.position(LAST.replace("; chance 2024/17", "")), "draw; discard 5d")
    assert "pile 5d; stock ??x6; turn B" in str(after)


def test_R_29_who_goes_out_with_the_last_card_ends_the_deal_unshuffled():
    text = "rummy40; table [5c 6c 7c]; hand A+ 4c; hand B ??x3; pile 2c Kh; stock 7h; chance 1/2; turn A"
    after = rl.play(rl.position(text), "draw; layoff 4c>1; discard 7h")
    assert str(after.over) == "over out A built"
    assert after.stock == ()
    assert list(map(str, after.pile)) == ["2c", "Kh", "7h"]


def test_R_29_taking_while_the_stock_is_not_empty_shuffles_nothing():
    assert codes(rl.position(LAST), "take; discard 4c") == ["MUST_OPEN"]
    opened = rl.position(LAST.replace("hand A ", "hand A+ "))
    assert len(rl.play(opened, "take; discard 4c").pile) == 6


def test_R_29_reshuffles_go_on_and_no_card_gets_lost():
    state = rl.position("rummy40; hand A+ 2c 3c; hand B+ 4d 5d; pile 6h 7h 8h; stock 9s; chance 5/6; turn A")
    pack = Counter(map(str, (*state.hands["A"], *state.hands["B"], *state.pile, *state.stock)))
    for turn in range(40):
        state = rl.play(state, "draw")
        state = rl.play(state, f"discard {state.hands[state.seat][turn % 3]}")
        held = (*state.hands["A"], *state.hands["B"], *state.pile, *state.stock)
        assert Counter(map(str, held)) == pack
        assert state.stock
    assert state.chance.shuffles > 8


@pytest.mark.parametrize("opened", ["", "+"])
def test_R_30_with_nothing_to_shuffle_an_unopened_seat_may_pass_and_an_opened_one_takes(opened):
    here = rl.position(f"rummy40; hand A{opened} 4c 5d; hand B 2c; pile 9s; stock; turn A")
    assert codes(here, "draw") == ["STOCK_EMPTY"]
    if opened:
        assert codes(here, "pass") == ["MAY_NOT_PASS"]
        assert codes(here, "take; discard 4c") == []
        return
    after = rl.play(here, "pass")
    assert str(after.over) == "over blocked"
    result = rl.outcome(after)
    assert (result.how, result.winners) == ("blocked", ())
    assert rl.settle(result, rl.RUMMY40) == {"A": 0, "B": 0}
    assert rl.position(str(after)) == after


@pytest.mark.parametrize(("use", "refused"), [("open_only", ["MAY_NOT_PASS"]), ("meld", []), ("meld_or_build", [])])
def test_R_30_no_seat_is_left_without_a_move(use, refused):
    here = rl.position(f"rummy40{{pile.use={use}}}; table [4h 5h 6h]; hand A+ Kc Qd; hand B 4c; pile 2s; stock; turn A")
    assert codes(here, "pass") == refused
    assert bool(codes(here, "take; discard Kc")) != bool(refused)


def test_R_30_Alt_the_lowest_hand_wins_a_blocked_deal():
    here = rl.position("rummy40{ending.blocked=lowest_wins}; hand A 4c 5d; hand B 2c; hand C *; pile 9s; stock; turn A")
    after = rl.play(here, "pass")
    assert str(after.over) == "over blocked B"
    assert rl.penalties(rl.outcome(after), after.rules) == {"A": 9, "B": 0, "C": 15}


@pytest.mark.parametrize("turns", [299, 300, 298])
def test_R_31_a_deal_ends_unfinished_at_the_turn_limit(turns):
    seat = "AB"[turns % 2]
    here = rl.position(f"rummy40; hand A 4c 5d; hand B 4c 5d; pile 9s; stock ??x5; turns {turns}; turn {seat}")
    after = rl.play(here, "draw; discard 4c")
    assert (after.over is not None) == (turns >= 299)
    if after.over:
        assert str(after.over) == "over unfinished"
        assert rl.position(str(after)) == after
        assert rl.penalties(rl.outcome(after), rl.RUMMY40) == {"A": 0, "B": 0}


def test_R_31_going_out_in_the_last_turn_counts():
    here = rl.position("rummy40; hand A+; hand B+ 4c; pile 9s; stock 5d; turns 299; turn B")
    assert codes(here, "take; discard 4c") == []
    here = rl.position("rummy40; table [5d 6d 7d]; hand A+ 2c; hand B+ 4c; pile 9s; stock 4d; turns 299; turn B")
    assert str(rl.play(here, "draw; layoff 4d>1; discard 4c").over) == "over out B built"


def test_R_32_going_out_is_by_the_discard():
    here = rl.position("rummy40; table [5h 6h 7h]; hand A+ 8h; hand B 2c; pile 3c; stock ??x5; turn A")
    drew = rl.play(here, "draw 9h")
    assert codes(drew, "layoff 8h 9h>1") == ["KEEP_A_DISCARD"]
    after = rl.play(drew, "layoff 8h>1; discard 9h")
    assert str(after.over) == "over out A built"
    assert [violation.code for violation in rl.check(after, "draw")] == ["DEAL_OVER"]


def test_R_32_Alt_no_discard_is_needed_with_the_last_card():
    rules = "rummy40{turn.last_discard=not_needed}"
    here = rl.position(f"{rules}; table [5h 6h 7h]; hand A+ 8h; hand B 2c; pile 3c; stock 9h; turn A")
    after = rl.play(here, "draw; layoff 8h 9h>1; end")
    assert str(after.over) == "over out A built"
    assert rl.position(str(after)) == after
    assert codes(here, "draw; layoff 8h>1; end") == ["MUST_DISCARD"]
    assert str(rl.play(here, "draw; layoff 8h>1; discard 9h").over) == "over out A built"


def test_R_21_a_freed_joker_that_goes_to_the_hand_is_a_card_to_discard():
    rules = "rummy40{joker.freed=to_hand,turn.last_discard=not_needed}"
    here = rl.position(f"{rules}; table [5h *6h 7h]; hand A+ 6h; hand B ??x3; pile 2c; stock ??x5; turn A drew")
    assert codes(here, "swap 6h>1; end") == ["MUST_DISCARD"]
    assert str(rl.play(here, "swap 6h>1; discard *").over) == "over out A built"


def test_S_36_the_deal_ends_the_moment_a_rack_is_empty():
    here = rl.position("schmidt; table [5r 6r 7r]; hand A+ 8r; hand B 2b; stock ??x5; turn A")
    after = rl.play(here, "layoff 8r>1; end")
    assert str(after.over) == "over out A built"
    assert rl.outcome(after).built


def test_S_38_passing_when_the_pool_is_empty_until_all_have():
    here = rl.position("schmidt; table [5r 6r 7r]; hand A+ 8r 1b; hand B 2b; hand C 3b; stock; turn A")
    one = rl.play(here, "pass")
    assert (one.passes, one.seat, one.over) == (1, "B", None)
    two = rl.play(one, "pass")
    assert (two.passes, two.seat) == (2, "C")
    three = rl.play(two, "pass")
    assert str(three.over) == "over blocked B"
    assert rl.position(str(three)) == three


def test_S_38_a_play_begins_the_count_of_passes_anew():
    here = rl.position("schmidt; table [5r 6r 7r]; hand A+ 2b 1y; hand B+ 8r 1b; stock; passes 1; turn B")
    state = rl.play(here, "layoff 8r>1; end")
    assert state.passes == 0
    state = rl.play(state, "pass")
    assert (state.passes, state.over) == (1, None)
    assert str(rl.play(state, "pass").over) == "over blocked B"


def test_S_38_drawing_the_last_card_is_no_pass():
    state = rl.play(rl.position("schmidt; hand A 4r; hand B 5r; stock 6r; turn A"), "draw")
    assert (state.passes, state.stock, state.over) == (0, (), None)


@pytest.mark.parametrize("seats", [2, 3])
def test_S_38_Alt_one_more_turn_each_after_the_last_draw(seats):
    hands = "; ".join(f"hand {seat} {number}r {number}y" for number, seat in enumerate("ABC"[:seats], 4))
    state = rl.position(f"schmidt{{ending.empty_stock=one_more_turn}}; {hands}; stock 1b; turn A")
    state = rl.play(state, "draw")
    assert state.over is None
    for seat in "BCA"[:seats] if seats == 3 else "BA":
        assert state.seat == seat
        assert state.over is None
        state = rl.play(state, "pass")
    assert state.over.how == "blocked"
    assert state.over.seats == ("A",)


def test_S_38_Alt_playing_does_not_lengthen_the_last_round():
    rules = "schmidt{ending.empty_stock=one_more_turn}"
    state = rl.position(f"{rules}; table [5r 6r 7r]; hand A+ 9r 1b 2b; hand B+ 8r 13b 2b; stock 4y; turn A")
    state = rl.play(state, "draw")
    state = rl.play(state, "layoff 8r>1; end")
    assert state.over is None
    state = rl.play(state, "layoff 9r>1; end")
    assert str(state.over) == "over blocked A"


def test_S_38_Alt_going_out_in_the_last_round_wins():
    rules = "schmidt{ending.empty_stock=one_more_turn}"
    state = rl.position(f"{rules}; table [5r 6r 7r]; hand A+ 1b; hand B+ 8r; stock; passes 1; turn B")
    assert str(rl.play(state, "layoff 8r>1; end").over) == "over out B built"


def test_S_38_Alt_one_more_turn_where_everybody_draws_first():
    rules = "rummy40{ending.empty_stock=one_more_turn}"
    state = rl.position(f"{rules}; hand A+ 4c 5c; hand B+ 6d 7d; pile 9s; stock 2h; turn A")
    state = rl.play(state, "draw; discard 2h")
    assert (state.over, state.stock) == (None, ())
    state = rl.play(state, "take; discard 6d")
    assert state.over is None
    state = rl.play(state, "pass")
    assert state.over.how == "blocked"


def test_S_39_ties_for_the_lowest_rack_are_all_winners():
    state = rl.position("schmidt; hand A 4r; hand B 1b 3b; hand C 9y; stock; passes 2; turn C")
    after = rl.play(state, "pass")
    assert str(after.over) == "over blocked A B"
    assert rl.settle(rl.outcome(after), rl.SCHMIDT) == {"A": 2.5, "B": 2.5, "C": -5}


def test_a_blocked_deal_may_be_void():
    state = rl.position("schmidt{ending.blocked=void}; hand A 4r; hand B 5r; stock; passes 1; turn B")
    after = rl.play(state, "pass")
    assert str(after.over) == "over blocked"
    assert rl.settle(rl.outcome(after), after.rules) == {"A": 0, "B": 0}


def test_the_opening_turn_is_remembered():
    state = rl.position("schmidt; round 4; hand A 10r 10y 10g 1b; hand B 4r; stock ??; turn A")
    after = rl.play(state, "meld 10r 10y 10g; end")
    assert "hand A+4 1b" in str(after)
    assert after.opened == {"A": True, "B": False}
    won = rl.play(rl.position("schmidt; round 4; hand A 10r 10y 10g; hand B 4r; stock ??; turn A"),
                  "meld 10r 10y 10g; end")  # fmt: skip
    assert rl.outcome(won).opened_turn == {"A": 4, "B": 0}
    assert rl.outcome(won).one_turn
    assert rl.outcome(after) is None
