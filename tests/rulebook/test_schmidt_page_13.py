"""Schmidt Rummy, page 13: every sentence and example, named by the lines of the page."""

from fractions import Fraction
from itertools import permutations

import pytest

import rummy_lab as rl
from rulebook.say import codes, no, ok, readings

# The combinations


def test_L4_5_three_of_a_kind():
    assert readings("schmidt", "8r 8y 8g") == {"[8r 8y 8g]": 24}
    ok("schmidt; hand A+ 8r 8y 8g 13b; turn A", "meld 8r 8y 8g; end", "[8r 8y 8g]")


def test_L4_5_four_of_a_kind():
    assert readings("schmidt", "8r 8y 8g 8b") == {"[8r 8y 8g 8b]": 32}
    ok("schmidt; hand A+ 8r 8y 8g 8b 13b; turn A", "meld 8r 8y 8g 8b; end", "[8r 8y 8g 8b]")


def test_L4_5_two_cards_are_too_few():
    no("schmidt; hand A+ 8r 8y 13b; turn A", "meld 8r 8y; end", "TOO_SHORT")


def test_L4_5_a_fifth_card_would_repeat_a_colour():
    assert readings("schmidt", "8r 8y 8g 8b 8r") == {}
    no("schmidt; hand A+ 8r 8r 8y 8g 8b 13b; turn A", "meld 8r 8r 8y 8g 8b; end", "COLOUR_TWICE", "TOO_LONG")


def test_L4_5_the_same_value_is_needed():
    no("schmidt; hand A+ 8r 8y 9g 13b; turn A", "meld 8r 8y 9g; end", "MIXED_RANK", "MIXED_COLOUR")


@pytest.mark.parametrize("cards", sorted(set(permutations(["8y", "8g", "8b", "8b"]))), ids=" ".join)
def test_L4_5_no_colour_twice_in_any_order(cards):
    row = " ".join(cards)
    assert readings("schmidt", row) == {}
    no("schmidt; hand A+ 8y 8g 8b 8b 13r; turn A", f"meld {row}; end", "COLOUR_TWICE")


def test_L6_7_the_example_red_4_5_6():
    assert readings("schmidt", "6r 4r 5r") == {"[4r 5r 6r]": 15}
    ok("schmidt; hand A+ 4r 5r 6r 13b; turn A", "meld 4r 5r 6r; end", "[4r 5r 6r]")


def test_L6_7_at_least_three_cards():
    no("schmidt; hand A+ 4r 5r 13b; turn A", "meld 4r 5r; end", "TOO_SHORT")
    ok("schmidt; hand A+ 4r 5r 6r 7r 8r 13b; turn A", "meld 4r-8r; end", "[4r 5r 6r 7r 8r]")


def test_L6_7_of_the_same_colour():
    no("schmidt; hand A+ 4r 5r 6b 13b; turn A", "meld 4r 5r 6b; end", "MIXED_COLOUR")


def test_L6_7_with_progressive_numbers():
    no("schmidt; hand A+ 4r 5r 7r 13b; turn A", "meld 4r 5r 7r; end", "GAP")
    no("schmidt; hand A+ 4r 4r 5r 13b; turn A", "meld 4r 4r 5r; end", "GAP")


# Jokers


def test_L9_a_joker_may_replace_any_card_of_any_colour():
    for suit in "rygb":
        for rank in range(1, 14):
            low = min(max(rank - 1, 1), 11)
            row = [f"*{n}{suit}" if n == rank else f"{n}{suit}" for n in range(low, low + 3)]
            assert rl.readings(rl.SCHMIDT, " ".join(row)), row
            others = [f"{rank}{other}" for other in "rygb" if other != suit]
            assert rl.readings(rl.SCHMIDT, " ".join([*others, "*"])), others


def test_L9_10_a_joker_takes_the_value_of_the_card_it_replaces():
    assert readings("schmidt", "8r 8y *") == {"[8r 8y *8?]": 24}
    assert readings("schmidt", "9r 10r *") == {"[9r 10r *11r]": 30, "[*8r 9r 10r]": 27}
    ok("schmidt; hand A 9r 10r * 2b; turn A", "meld 9r 10r *11r; end", "[9r 10r *11r]")
    no("schmidt; hand A 9r 10r * 2b; turn A", "meld *8r 9r 10r; end", "OPEN_TOO_LOW")


def test_L10_a_joker_left_at_the_end_counts_25():
    after = ok("schmidt; table [8r 8y 8g]; hand A+ 8b; hand B *; turn A", "layoff 8b>1; end")
    result = rl.outcome(after)
    assert rl.penalties(result, after.rules) == {"A": 0, "B": 25}
    assert rl.settle(result, after.rules) == {"A": Fraction(25), "B": Fraction(-25)}


def test_L10_the_25_counts_whatever_the_joker_could_have_stood_for():
    after = ok("schmidt; table [8r 8y 8g]; hand A+ 8b; hand B 1r 2r *; turn A", "layoff 8b>1; end")
    assert rl.penalties(rl.outcome(after), after.rules)["B"] == 28


def test_L11_12_a_joker_may_be_exchanged_for_the_card_it_replaces():
    ok(
        "schmidt; table [5r *6r 7r]; hand A+ 6r 9y 9g 13b; turn A",
        "swap 6r>1; meld 9y 9g *9?; end",
        "[5r 6r 7r] [9y 9g *9?]",
    )


def test_L11_12_no_other_card_exchanges_it():
    here = "schmidt; table [5r *6r 7r]; hand A+ 6b 9y 9g 13b; turn A"
    no(here, "swap 6b>1; meld 9y 9g *9?; end", "NOT_THE_JOKERS_CARD")


def test_L11_12_at_any_time_also_after_other_moves_of_the_turn():
    ok(
        "schmidt; table [5r *6r 7r] [1b 2b 3b]; hand A+ 6r 9y 9g 4b 13b; turn A",
        "layoff 4b>2; swap 6r>1; meld 9y 9g *9?; end",
        "[5r 6r 7r] [1b 2b 3b 4b] [9y 9g *9?]",
    )


@pytest.mark.parametrize("seat", ["A", "B", "C"])
def test_L11_12_by_any_player(seat):
    hands = "; ".join(f"hand {name}+ 6r 9y 9g 13b" if name == seat else f"hand {name}+ ??x5" for name in "ABC")
    ok(f"schmidt; table [5r *6r 7r]; {hands}; turn {seat}", "swap 6r>1; meld 9y 9g *9?; end")


def test_L12_13_first_condition_the_player_has_laid_a_first_combination():
    here = "schmidt; table [5r *6r 7r]; hand A 6r 9y 9g 13b; turn A"
    no(here, "swap 6r>1; meld 9y 9g *9?; end", "NOT_OPENED")


def test_L12_13_second_condition_it_is_his_turn():
    here = "schmidt; table [5r *6r 7r]; hand A+ 2r 2y; hand B+ 6r 9y 9g 13b; turn A"
    no(here, "swap 6r>1; meld 9y 9g *9?; end", "NOT_YOUR_TURN", seat="B")


# To whom the combinations belong


@pytest.mark.parametrize("seat", ["A", "B"])
def test_L14_16_the_table_belongs_to_nobody(seat):
    other = "B" if seat == "A" else "A"
    hands = sorted([f"hand {seat}+ 9r 13b", f"hand {other}+ ??x5"], key=lambda text: text[5])
    ok(f"schmidt; table [6r 7r 8r]; {'; '.join(hands)}; turn {seat}", "layoff 9r>1; end", "[6r 7r 8r 9r]")


def test_L14_16_before_the_first_30_points_the_table_may_not_be_used():
    no("schmidt; table [6r 7r 8r]; hand A 9r 13b; turn A", "layoff 9r>1; end", "NOT_OPENED")
    no("schmidt; table [6r 7r 8r 9r]; hand A 9y 9b 13b; turn A", "pull 9r<1; meld 9r 9y 9b; end", "NOT_OPENED")


def test_L14_16_the_table_is_used_in_next_turns_not_in_the_turn_of_the_opening():
    here = "schmidt; table [5r 6r 7r]; hand A 10g 11g 12g 13g 8r 1b; turn A"
    no(here, "meld 10g-13g; layoff 8r>1; end", "TABLE_THIS_TURN", "NOT_OPENED")


def test_L14_16_in_the_next_turn_it_is_allowed():
    here = "schmidt; table [5r 6r 7r]; hand A 10g 11g 12g 13g 8r 1b; hand B+ 2y 4y 9b; stock ??x9; turn A"
    after = ok(here, "meld 10g-13g; end", "[5r 6r 7r] [10g 11g 12g 13g]")
    after = rl.play(after, "draw")
    assert after.seat == "A"
    assert str(rl.play(after, "layoff 8r>1; end").table) == "[5r 6r 7r 8r] [10g 11g 12g 13g]"


# Continuing the combinations


def test_L18_20_extend_a_three_of_a_kind():
    ok("schmidt; table [2r 2y 2g]; hand A+ 2b 13b; turn A", "layoff 2b>1; end", "[2r 2y 2g 2b]")


@pytest.mark.parametrize(
    ("cards", "after"),
    [("4r", "[4r 5r 6r 7r]"), ("3r 4r", "[3r 4r 5r 6r 7r]"), ("4r 8r 9r", "[4r 5r 6r 7r 8r 9r]")],
)
def test_L18_20_extend_a_sequence_by_any_number_of_cards(cards, after):
    ok(f"schmidt; table [5r 6r 7r]; hand A+ {cards} 13b; turn A", f"layoff {cards}>1; end", after)


def test_L18_20_several_combinations_in_one_turn():
    ok(
        "schmidt; table [5r 6r 7r] [2r 2y 2g]; hand A+ 8r 2b 13b; turn A",
        "layoff 8r>1; layoff 2b>2; end",
        "[5r 6r 7r 8r] [2r 2y 2g 2b]",
    )


def test_L18_20_only_by_matching_cards():
    no("schmidt; table [5r 6r 7r]; hand A+ 9r 13b; turn A", "layoff 9r>1; end", "GAP")
    no("schmidt; table [5r 6r 7r]; hand A+ 8y 13b; turn A", "layoff 8y>1; end", "MIXED_COLOUR")
    no("schmidt; table [2r 2y 2g]; hand A+ 2g 13b; turn A", "layoff 2g>1; end", "COLOUR_TWICE")
    no("schmidt; table [2r 2y 2g]; hand A+ 3b 13b; turn A", "layoff 3b>1; end", "MIXED_RANK", "MIXED_COLOUR")


def test_L18_20_not_before_the_first_30_points():
    no("schmidt; table [2r 2y 2g]; hand A 2b 13b; turn A", "layoff 2b>1; end", "NOT_OPENED")


def test_L18_20_not_in_another_players_turn():
    no("schmidt; table [2r 2y 2g]; hand A+ 5r; hand B+ 2b 13b; turn A", "layoff 2b>1; end", "NOT_YOUR_TURN", seat="B")


def test_L18_20_read_alone_it_would_allow_extending_at_once():
    here = "; table [5r 6r 7r]; hand A 10g 11g 12g 13g 8r 1b; turn A"
    ok(
        "schmidt{table.access=same_turn}" + here,
        "meld 10g-13g; layoff 8r>1; end",
        "[5r 6r 7r 8r] [10g 11g 12g 13g]",
    )


# Transformations


def test_L22_23_table_cards_make_a_new_combination():
    ok(
        "schmidt; table [3r 4r 5r 6r]; hand A+ 6y 6b 13b; turn A",
        "pull 6r<1; meld 6r 6y 6b; end",
        "[3r 4r 5r] [6r 6y 6b]",
    )


def test_L23_24_the_card_added_must_continue_the_series():
    no(
        "schmidt; table [2g 3g 4g 5g]; hand A+ 7g 2y 2b 13r; turn A",
        "layoff 7g>1; pull 2g<1; meld 2g 2y 2b; end",
        "GAP",
    )
    ok(
        "schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 13r; turn A",
        "layoff 6g>1; pull 2g<1; meld 2g 2y 2b; end",
        "[3g 4g 5g 6g] [2y 2g 2b]",
    )


def test_L25_all_cards_of_a_combination_may_be_taken():
    ok(
        "schmidt; table [7r 7y 7g]; hand A+ 8r 9r 8y 9y 5g 6g 13b; turn A",
        "pull 7r 7y 7g<1; meld 7r 8r 9r; meld 7y 8y 9y; meld 5g 6g 7g; end",
        "[7r 8r 9r] [7y 8y 9y] [5g 6g 7g]",
    )


def test_L25_26_part_of_them_while_three_remain():
    ok(
        "schmidt; table [8r 8y 8g 8b]; hand A+ 6r 7r 13b; turn A",
        "pull 8r<1; meld 6r 7r 8r; end",
        "[8y 8g 8b] [6r 7r 8r]",
    )


def test_L25_26_at_least_three_cards_must_remain():
    no("schmidt; table [2g 3g 4g]; hand A+ 2y 2b 13r; turn A", "pull 2g<1; meld 2g 2y 2b; end", "LEFT_TOO_SHORT")
    no("schmidt; table [8r 8y 8g]; hand A+ 6r 7r 13b; turn A", "pull 8r<1; meld 6r 7r 8r; end", "LEFT_TOO_SHORT")
    no("schmidt; table [3r-7r]; hand A+ 5y 5b 13b; turn A", "pull 5r<1; meld 5r 5y 5b; end", "LEFT_TOO_SHORT", "GAP")


def test_L25_26_only_during_ones_own_turn():
    here = "schmidt; table [8r 8y 8g 8b]; hand A+ 5r; hand B+ 6r 7r 13b; turn A"
    no(here, "pull 8r<1; meld 6r 7r 8r; end", "NOT_YOUR_TURN", seat="B")


def test_L26_27_what_is_taken_must_be_put_into_another_combination():
    here = "schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 13r; turn A"
    no(here, "layoff 6g>1; pull 2g<1; end", "CARD_MISSING")
    no(here, "arrange [3g 4g 5g 6g]", "CARD_MISSING")


def test_L28_29_a_joker_cannot_be_used_at_another_place():
    no(
        "schmidt; table [3r 4r 5r *6r]; hand A+ 9y 9g 13b; turn A",
        "arrange [3r 4r 5r] [9y 9g *9?]",
        "JOKER_MOVED",
    )


def test_L28_29_not_even_for_the_same_number_in_a_set():
    no("schmidt; table [3r 4r 5r *6r]; hand A+ 6y 6g 13b; turn A", "arrange [3r 4r 5r] [6y 6g *6?]", "JOKER_MOVED")


def test_L28_29_unless_the_right_number_has_replaced_it():
    ok(
        "schmidt; table [8r 8y *8?]; hand A+ 8g 1r 2r 13b; turn A",
        "swap 8g>1; meld 1r 2r *3r; end",
        "[8r 8y 8g] [1r 2r *3r]",
    )


# Examples


def test_L31_32_example_1_red_5_or_red_9_extends_6_7_8():
    here = "schmidt; table [6r 7r 8r]; hand A+ 5r 9r 13b; turn A"
    ok(here, "layoff 5r>1; end", "[5r 6r 7r 8r]")
    ok(here, "layoff 9r>1; end", "[6r 7r 8r 9r]")


def test_L32_33_example_1_blue_8_extends_the_three_eights():
    ok("schmidt; table [8r 8y 8g]; hand A+ 8b 13b; turn A", "layoff 8b>1; end", "[8r 8y 8g 8b]")


def test_L34_38_example_2_add_one_card_and_remove_another():
    here = "schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 13r; turn A"
    after = "[3g 4g 5g 6g] [2y 2g 2b]"
    ok(here, "layoff 6g>1; pull 2g<1; meld 2g 2y 2b; end", after)
    ok(here, "pull 2g<1; layoff 6g>1; meld 2y 2b 2g; end", after)
    ok(here, f"arrange {after}; end", after)


def test_L34_38_example_2_ends_the_deal_with_nothing_left_on_the_rack():
    here = "schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b; hand B 4r; turn A"
    after = ok(here, "layoff 6g>1; pull 2g<1; meld 2g 2y 2b; end")
    assert rl.outcome(after).winners == ("A",)


def test_L39_41_example_3_split_a_sequence():
    here = "schmidt; table [2b 3b 4b 5b 6b]; hand A+ 4b 13r; turn A"
    ok(here, "split 1/4b; layoff 4b>2; end", "[2b 3b 4b] [4b 5b 6b]")
    ok(here, "arrange [2b 3b 4b] [4b 5b 6b]; end", "[2b 3b 4b] [4b 5b 6b]")


def test_L39_41_example_3_needs_the_second_blue_4():
    assert codes("schmidt; table [2b 3b 4b 5b 6b]; hand A+ 13r; turn A", "split 1/4b; end")
    no("schmidt; table [2b 3b 4b 5b 6b]; hand A+ 13r; turn A", "split 1/4b; layoff 4b>2; end", "NOT_IN_HAND")
