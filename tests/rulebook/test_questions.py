"""Questions people ask about such games, with the answer of each game as a position."""

import pytest

import rummy_lab as rl
from rulebook.say import hand, no, ok, readings

DREW = "pile 4c; stock ??x40; turn A drew"


def test_Q1_what_becomes_of_a_joker_when_its_meld_is_taken_away():
    here = "schmidt; table [1b-4b] [*4b 5b 6b 7b]; hand A+ 3r 4r 13r; turn A"
    no(here, "arrange [1b-7b] [3r 4r *5r]", "JOKER_MOVED")
    no(here, "pull 5b 6b 7b<2; layoff 5b 6b 7b>1; end", "LEFT_TOO_SHORT", "TOO_SHORT")
    no(f"rummy40; table [2s-4s] [*4s 5s 6s 7s]; hand A+ 3h 9s; {DREW}", "pull 5s 6s 7s<2", "MELD_FIXED")


def test_Q2_the_joker_counts_what_it_replaces_in_the_opening():
    ok("schmidt; hand A 9r 10r * 2b; turn A", "meld 9r 10r *11r; end")
    ok(f"rummy40; hand A 10h Jh * Kh 2c 3d; {DREW}", "meld 10h Jh *Qh Kh; discard 2c")


def test_Q3_adding_to_table_sets_in_the_turn_of_the_first_meld():
    no(
        "schmidt; table [8r 8y 8g]; hand A 10r 10y 10g 8b 1b; turn A",
        "meld 10r 10y 10g; layoff 8b>1; end",
        "TABLE_THIS_TURN",
    )
    ok(
        f"rummy40; table [8h 8d 8c]; hand A 10h-Kh 8s 2c 3d; {DREW}",
        "meld 10h-Kh; layoff 8s>1; discard 2c",
        "[8c 8d 8h 8s] [10h Jh Qh Kh]",
    )


def test_Q4_two_equal_tiles_of_a_colour_in_a_group():
    assert readings("schmidt", "8r 8r 8y") == {}
    assert readings("rummy40", "8h 8h 8d") == {}


def test_Q5_every_table_tile_must_survive():
    no("schmidt; table [2r 3r 4r] [8r 8y 8g]; hand A+ 5r 13b; turn A", "arrange [2r 3r 4r 5r]", "CARD_MISSING")
    no(f"rummy40; table [2h 3h 4h] [8h 8d 8c]; hand A+ 5h 9s; {DREW}", "arrange [2h 3h 4h 5h]", "MELD_FIXED")


@pytest.mark.parametrize("rules", ["schmidt", "rummy40"])
@pytest.mark.parametrize("jokers", [3, 4])
def test_Q6_a_set_of_jokers_only(rules, jokers):
    assert readings(f"{rules}{{pack.jokers=4}}", " ".join("*" * jokers)) == {}


def test_Q7_a_card_that_fits_a_set_and_a_run_goes_where_it_is_named():
    here = "schmidt; table [5r 6r 7r] [8y 8g 8b]; hand A+ 8r 13b; turn A"
    ok(here, "layoff 8r>1; end", "[5r 6r 7r 8r] [8y 8g 8b]")
    ok(here, "layoff 8r>2; end", "[5r 6r 7r] [8r 8y 8g 8b]")
    here = f"rummy40; table [5h 6h 7h] [8d 8c 8s]; hand A+ 8h 9s 2c; {DREW}"
    ok(here, "layoff 8h>1; discard 2c", "[5h 6h 7h 8h] [8c 8d 8s]")
    ok(here, "layoff 8h>2; discard 2c", "[5h 6h 7h] [8c 8d 8h 8s]")


def test_Q8_what_a_low_ace_is_worth():
    assert readings("schmidt", "1r 2r 3r") == {"[1r 2r 3r]": 6}
    assert readings("rummy40", "Ah 2h 3h") == {}
    assert readings("rummy40{pack.ace=both}", "Ah 2h 3h") == {"[Ah 2h 3h]": 6}


def test_Q9_a_joker_goes_to_either_end_and_then_another_card():
    here = "schmidt; table [11r 12r 13r]; hand A+ * 9r 5b; turn A"
    ok(here, "layoff *10r>1; layoff 9r>1; end", "[9r *10r 11r 12r 13r]")
    here = f"rummy40; table [Js Qs Ks]; hand A+ * 9s 2c 3d; {DREW}"
    ok(here, "layoff *10s>1; layoff 9s>1; discard 2c", "[9s *10s Js Qs Ks]")
    ok(here, "layoff *As>1; discard 2c", "[Js Qs Ks *As]")


@pytest.mark.parametrize("row", ["*4r 5r 6r", "4r *5r 6r", "4r 5r *6r"])
def test_Q10_a_joker_stands_anywhere_in_a_run(row):
    assert f"[{row}]" in readings("schmidt", row)
    french = row.replace("r", "h")
    assert f"[{french}]" in readings("rummy40", french)


def test_Q11_two_cards_at_one_end_one_by_one_or_together():
    here = "schmidt; table [5r 6r 7r]; hand A+ 8r 9r 13b; turn A"
    for turn in ("layoff 8r>1; layoff 9r>1; end", "layoff 8r 9r>1; end"):
        ok(here, turn, "[5r 6r 7r 8r 9r]")
    here = f"rummy40; table [5h 6h 7h]; hand A+ 8h 9h 2c 3d; {DREW}"
    for turn in ("layoff 8h>1; layoff 9h>1; discard 2c", "layoff 8h 9h>1; discard 2c"):
        ok(here, turn, "[5h 6h 7h 8h 9h]")


def test_Q12_hands_keep_their_size():
    state = rl.deal("rummy40", players=2, seed=12)
    for _ in range(8):
        seat = state.seat
        state = rl.play(state, "draw")
        assert len(state.hands[seat]) == 14
        state = rl.play(state, f"discard {state.hands[seat][0]}")
        assert len(state.hands[seat]) == 13


def test_Q13_the_exact_card_from_the_rack_frees_the_joker():
    here = "schmidt; table [4r 5r *6r]; hand A+ 3r 6r 9y 9g 13b; turn A"
    no(here, "layoff 3r>1; pull *6r<1; meld 9y 9g *9?; end", "JOKER_MOVED")
    ok(here, "swap 6r>1; meld 9y 9g *9?; end", "[4r 5r 6r] [9y 9g *9?]")
    here = f"rummy40; table [4h 5h *6h]; hand A+ 3h 6h 9d 9c 2s; {DREW}"
    no(here, "layoff 3h>1; pull *6h<1; meld 9d 9c *9?", "MELD_FIXED")
    ok(here, "swap 6h>1; meld 9d 9c *9?; discard 2s", "[4h 5h 6h] [9c 9d *9?]")


def test_Q14_a_swapped_joker_may_not_be_kept():
    no("schmidt; table [4r 5r *6r]; hand A+ 6r 9y 13b; turn A", "swap 6r>1; end", "JOKER_NOT_RELAID")
    no(f"rummy40; table [4h 5h *6h]; hand A+ 6h 9d 2s; {DREW}", "swap 6h>1; discard 2s", "JOKER_NOT_RELAID")


def test_Q15_a_joker_in_the_opening_is_worth_neither_zero_nor_thirty():
    no("schmidt; hand A 9r 9y * 2b; turn A", "meld 9r 9y *9?; end", "OPEN_TOO_LOW")
    ok("schmidt; hand A 10r 10y * 2b; turn A", "meld 10r 10y *10?; end")
    assert list(readings("schmidt", "9r 9y *").values()) == [27]


def test_Q16_two_jokers_in_one_set_and_in_the_first_meld():
    ok("schmidt; hand A 10r * * 2b; turn A", "meld 10r *10? *10?; end", "[10r *10? *10?]")
    ok(
        f"rummy40; hand A 10h 10c * * 2s 3d; {DREW}",
        "meld 10h 10c *10? *10?; discard 2s",
        "[10c 10h *10? *10?]",
    )


def test_Q17_a_tile_of_a_three_group_for_the_fourth_colour():
    ok(
        "schmidt; table [8r 8y 8g]; hand A+ 8b 6r 7r 13b; turn A",
        "layoff 8b>1; pull 8r<1; meld 6r 7r 8r; end",
        "[8y 8g 8b] [6r 7r 8r]",
    )
    no(f"rummy40; table [8h 8d 8c]; hand A+ 8s 6h 7h 2c; {DREW}", "layoff 8s>1; pull 8h<1", "MELD_FIXED")


def test_Q18_splitting_a_run_with_a_joker():
    here = "schmidt; table [2r 3r 4r *5r 6r 7r]; hand A+ 13b 4r; turn A"
    ok(here, "arrange [2r 3r 4r] [4r *5r 6r 7r]; end", "[2r 3r 4r] [4r *5r 6r 7r]")
    no(f"rummy40; table [2h 3h 4h *5h 6h 7h]; hand A+ 9s; {DREW}", "split 1/4h", "MELD_FIXED")


def test_Q19_drawing_every_turn():
    ok("schmidt; table [5r 6r 7r]; hand A+ 8r 13b; stock ??x9; turn A", "layoff 8r>1; end")
    no("rummy40; table [5h 6h 7h]; hand A+ 8h 9s; pile 4c; stock ??x40; turn A", "layoff 8h>1", "MUST_DRAW")


def test_Q20_nobody_must_play_but_then_draws_or_discards():
    ok("schmidt; table [5r 6r 7r]; hand A+ 8r 13b; stock ??x9; turn A", "draw")
    no("schmidt; table [5r 6r 7r]; hand A+ 8r 13b; stock ??x9; turn A", "pass", "MAY_NOT_PASS")
    ok(f"rummy40; table [5h 6h 7h]; hand A+ 8h 9s; {DREW}", "discard 9s")
    no(f"rummy40; table [5h 6h 7h]; hand A+ 8h 9s; {DREW}", "end", "MUST_DISCARD")


def test_Q21_a_joker_in_any_turn_of_ones_own():
    ok("schmidt; hand A 9r 10r * 2b; turn A", "meld 9r 10r *11r; end")
    ok("schmidt; table [5r 6r 7r]; hand A+ * 2b; turn A", "layoff *8r>1; end")
    ok(f"rummy40; table [5h 6h 7h]; hand A+ * 2c 3d; {DREW}", "layoff *8h>1; discard 2c")
    no("schmidt; table [5r 6r 7r]; hand A+ 2r; hand B+ * 2b; turn A", "layoff *8r>1; end", "NOT_YOUR_TURN", seat="B")


def test_Q22_several_plays_in_a_turn_and_jokers_without_colour():
    ok(
        "schmidt; table [5r 6r 7r]; hand A+ 8r 9y 9g * 2b; turn A",
        "layoff 8r>1; meld 9y 9g *9?; end",
        "[5r 6r 7r 8r] [9y 9g *9?]",
    )
    here = f"rummy40; table [5h 6h 7h]; hand A+ 8h 9d 9c * 2s; {DREW}"
    ok(here, "layoff 8h>1; meld 9d 9c *9?; discard 2s", "[5h 6h 7h 8h] [9c 9d *9?]")


def test_Q23_when_the_tiles_run_out():
    state = rl.position("schmidt; table [5r 6r 7r]; hand A+ 8r 13b; hand B+ 2y; stock; turn A")
    assert not rl.check(state, "layoff 8r>1; end")
    state = rl.play(rl.play(state, "pass"), "pass")
    assert rl.outcome(state).how == "blocked"


def test_Q24_laying_off_before_melding_and_splitting_a_meld():
    no("schmidt; table [5r 6r 7r]; hand A 8r 13b; turn A", "layoff 8r>1; end", "NOT_OPENED")
    ok("schmidt; table [2b-6b]; hand A+ 4b 13r; turn A", "split 1/4b; layoff 4b>2; end")
    no(f"rummy40; table [5h 6h 7h]; hand A 8h 9s; {DREW}", "layoff 8h>1", "NOT_OPENED")
    no(f"rummy40; table [2s-6s]; hand A+ 4s 9h; {DREW}", "split 1/4s", "MELD_FIXED")


def test_Q25_going_out_with_and_without_a_discard():
    after = ok("schmidt; table [5r 6r 7r]; hand A+ 8r; hand B 2y; turn A", "layoff 8r>1; end")
    assert rl.outcome(after).winners == ("A",)
    no(f"rummy40; table [5h 6h 7h]; hand A+ 8h; {DREW}", "layoff 8h>1", "KEEP_A_DISCARD")


def test_Q26_discarding_a_joker():
    ok(f"rummy40; hand A+ * 9s; {DREW}", "discard *")
    no("schmidt; hand A+ * 9r; turn A", "discard *", "NO_DISCARD_PILE")


def test_Q27_when_the_deck_runs_out():
    no("schmidt; hand A+ 9r 2b; hand B+ 4b; stock; turn A", "draw", "STOCK_EMPTY")
    here = "rummy40; hand A+ 5c 9d; hand B+ ??x4; pile 4c 9c Qs; stock 7h; turn A"
    state = rl.play(rl.play(rl.position(here), "draw"), "discard 5c")
    assert (len(state.stock), [str(card) for card in state.pile]) == (3, ["5c"])


def test_Q28_a_colour_twice_within_a_group_and_across_the_table():
    no("schmidt; hand A+ 8r 8r 8y 13b; turn A", "meld 8r 8r 8y; end", "COLOUR_TWICE")
    ok("schmidt; table [8r 8y 8g]; hand A+ 8r 8y 8b 13b; turn A", "meld 8r 8y 8b; end", "[8r 8y 8g] [8r 8y 8b]")
    no(f"rummy40; hand A+ 8h 8h 8d 9s; {DREW}", "meld 8h 8h 8d", "COLOUR_TWICE")
    ok(f"rummy40; table [8h 8d 8c]; hand A+ 8h 8d 8s 9s 2c; {DREW}", "meld 8h 8d 8s; discard 9s")


def test_Q29_the_house_rule_without_a_minimum():
    ok("schmidt{opening.points=0}; hand A 2r 2y 2g 13b; turn A", "meld 2r 2y 2g; end")
    no("schmidt; hand A 2r 2y 2g 13b; turn A", "meld 2r 2y 2g; end", "OPEN_TOO_LOW")


def test_Q30_one_or_both_cards_for_the_joker_of_a_set():
    ok("schmidt; table [8r 8y *8?]; hand A+ 8g 1r 2r 13b; turn A", "swap 8g>1; meld 1r 2r *3r; end")
    here = f"rummy40; table [8h 8d *8?]; hand A+ 8c 8s 5s 6s 2c; {DREW}"
    no(here, "swap 8c>1", "NEED_BOTH_SUITS")
    after = ok(here, "swap 8c 8s>1; meld 5s 6s *7s; discard 2c", "[8c 8d 8h 8s] [5s 6s *7s]")
    assert hand(after, "A") == ""
