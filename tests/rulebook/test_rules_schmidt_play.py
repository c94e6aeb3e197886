"""S-29 to S-40: the turn, transformations and the end of Schmidt Rummy."""

from fractions import Fraction

import pytest

import rummy_lab as rl
from rulebook.say import hand, no, ok
from rummy_lab.core.errors import RummyError

# The turn


def test_S_29_a_turn_is_playing_or_drawing_not_both():
    here = "schmidt; table [6r 7r 8r]; hand A+ 9r 10r 13b; stock 4g ??x9; turn A"
    after = ok(here, "draw")
    assert (hand(after, "A"), after.seat) == ("10r 13b 4g 9r", "B")
    no(here, "layoff 9r>1; draw", "PLAY_OR_DRAW")
    no(here, "draw; layoff 9r>1", "TURN_IS_OVER", "NOT_YOUR_TURN", "PLAY_OR_DRAW")
    no(here, "draw; draw", "ONE_CARD_ONLY")


def test_S_29_playing_is_never_compulsory():
    ok("schmidt; table [6r 7r 8r]; hand A+ 9r 10r 13b; stock 4g ??x9; turn A", "draw")
    ok("schmidt; hand A 10r 10y 10g 13b; stock 4g ??x9; turn A", "draw")


def test_S_29_a_play_can_be_compulsory():
    here = rl.position("schmidt{turn.must_play=yes}; table [6r 7r 8r]; hand A+ 9r 13b; stock 4g ??x9; turn A")
    assert {v.code for v in rl.check(here, "draw", exists=lambda *_args, **_words: True)} == {"MUST_PLAY"}
    assert not rl.check(here, "draw", exists=lambda *_args, **_words: False)
    with pytest.raises(ValueError, match="exists"):
        rl.check(here, "draw")


def test_S_29_passing_only_when_the_pool_is_empty():
    no("schmidt; hand A+ 9r 13b; stock 4g ??x9; turn A", "pass", "MAY_NOT_PASS")
    ok("schmidt; hand A+ 9r 13b; hand B+ 4y; stock; turn A", "pass")


def test_S_29_an_empty_pool_cannot_be_drawn_from():
    no("schmidt; hand A+ 9r 13b; stock; turn A", "draw", "STOCK_EMPTY")


def test_S_29_playing_after_the_draw_where_that_is_allowed():
    here = "; table [6r 7r 8r]; hand A+ 9r 13b; stock 10r ??x9; turn A"
    state = rl.play(rl.position("schmidt{turn.play_after_draw=yes}" + here), "draw")
    assert state.seat == "A"
    assert str(rl.play(state, "layoff 9r 10r>1; end").table) == "[6r 7r 8r 9r 10r]"
    assert rl.play(rl.position("schmidt" + here), "draw").seat == "B"


def test_S_29_drawing_several_cards_where_that_is_asked():
    here = "; hand A+ 9r 13b; hand B+ 2y 2g; stock 10r 11r 12r ??x9; turn A"
    state = rl.play(rl.position("schmidt{turn.draws=2}" + here), "draw")
    assert (state.seat, len(state.hands["A"])) == ("A", 3)
    state = rl.play(state, "draw")
    assert (state.seat, len(state.hands["A"])) == ("B", 4)


# Playing


@pytest.mark.parametrize(
    ("table", "cards", "turn", "after"),
    [
        ("[6r 7r 8r]", "2r 2y 2b", "meld 2r 2y 2b", "[6r 7r 8r] [2r 2y 2b]"),
        ("[6r 7r 8r]", "4r 5r 9r", "layoff 4r 5r 9r>1", "[4r 5r 6r 7r 8r 9r]"),
        ("[2g-5g]", "6g 2y 2b", "layoff 6g>1; pull 2g<1; meld 2g 2y 2b", "[3g 4g 5g 6g] [2y 2g 2b]"),
        ("[2b-6b]", "4b", "split 1/4b; layoff 4b>2", "[2b 3b 4b] [4b 5b 6b]"),
        ("[8r 8y 8g 8b]", "6r 7r", "pull 8r<1; meld 6r 7r 8r", "[8y 8g 8b] [6r 7r 8r]"),
        ("[5r *6r 7r]", "6r 9y 9g", "swap 6r>1; meld 9y 9g *9?", "[5r 6r 7r] [9y 9g *9?]"),
    ],
    ids=["new", "extend", "add-and-take", "split", "take-part", "exchange"],
)
@pytest.mark.parametrize("seat", ["A", "B"])
def test_S_30_every_way_of_playing_for_every_opened_player(seat, table, cards, turn, after):
    hands = {"A": "??x4", "B": "??x4"} | {seat: f"{cards} 13r"}
    here = f"schmidt; table {table}; hand A+ {hands['A']}; hand B+ {hands['B']}; turn {seat}"
    ok(here, f"{turn}; end", after)


def test_S_31_T1_every_combination_of_the_final_table_is_valid():
    no("schmidt; table [2g 3g 4g 5g]; hand A+ 7g 13b; turn A", "layoff 7g>1; end", "GAP")


def test_S_31_T2_no_table_card_goes_to_the_rack():
    no("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 13b; turn A", "layoff 6g>1; pull 2g<1; end", "CARD_MISSING")


def test_S_31_T3_at_least_one_card_comes_from_the_rack():
    no("schmidt; table [2r 3r 4r] [5r 6r 7r]; hand A+ 13b; turn A", "join 1 2; end", "NO_RACK_CARD")
    no("schmidt; table [2r 3r 4r]; hand A+ 13b; turn A", "end", "NO_RACK_CARD", "PLAY_OR_DRAW", "MUST_DRAW")


def test_S_31_T3_laying_the_table_out_as_it_was_is_no_turn():
    no("schmidt; table [2r 3r 4r]; hand A+ 13b; turn A", "arrange [2r 3r 4r]; end", "NO_RACK_CARD")


def test_S_31_T3_a_joker_of_the_rack_is_a_rack_card():
    ok("schmidt; table [2r 3r 4r]; hand A+ * 13b; turn A", "layoff *5r>1; end", "[2r 3r 4r *5r]")


def test_S_31_T3_not_needed_in_a_variant():
    here = "schmidt{turn.hand_card=not_needed}; table [2r 3r 4r] [5r 6r 7r]; hand A+ 13b; turn A"
    ok(here, "join 1 2; end", "[2r 3r 4r 5r 6r 7r]")


def test_S_31_T4_an_anchored_joker_keeps_its_place_while_neighbours_change():
    ok(
        "schmidt; table [3r 4r 5r *6r]; hand A+ 7r 8r 13b; turn A",
        "split 1/5r; layoff 7r 8r>2; end",
        "[3r 4r 5r] [*6r 7r 8r]",
    )


def test_S_31_T4_the_card_that_replaced_a_joker_may_move_on():
    ok(
        "schmidt; table [4r 5r *6r]; hand A+ 3r 6r 6y 6b 9y 9g 13b; turn A",
        "swap 6r>1; layoff 3r>1; pull 6r<1; meld 6r 6y 6b; meld 9y 9g *9?; end",
        "[3r 4r 5r] [6r 6y 6b] [9y 9g *9?]",
    )


def test_S_31_T4_one_rack_card_frees_one_joker():
    table = "schmidt; table [5r *6r 7r] [5r *6r 7r]; "
    relaid = "[9y 9g *9?] [1b 2b *3b]"
    no(
        table + "hand A+ 6r 5y 5g 7y 7g 9y 9g 1b 2b 13b; turn A",
        f"arrange [5r 6r 7r] [5r 5y 5g] [7r 7y 7g] {relaid}",
        "JOKER_MOVED",
    )
    ok(table + "hand A+ 6r 6r 9y 9g 1b 2b 13b; turn A", f"arrange [5r 6r 7r] [5r 6r 7r] {relaid}; end")


def test_S_31_T4_anchored_jokers_are_free_in_a_variant():
    here = "; table [3r 4r 5r *6r]; hand A+ 9y 9g 13b; turn A"
    no("schmidt" + here, "arrange [3r 4r 5r] [9y 9g *9?]", "JOKER_MOVED")
    after = "[3r 4r 5r] [9y 9g *9?]"
    ok("schmidt{joker.anchor=free}" + here, f"arrange {after}; end", after)
    ok("rummikub" + here, f"arrange {after}; end", after)


def test_S_31_T4_a_frozen_combination_only_grows_in_a_variant():
    here = "; table [3r 4r 5r *6r 7r]; hand A+ 8r 9r 13b; turn A"
    split = "split 1/5r; layoff 8r>2; end"
    ok("schmidt" + here, split, "[3r 4r 5r] [*6r 7r 8r]")
    no("schmidt{joker.anchor=frozen}" + here, split, "MELD_FIXED", "JOKER_MOVED")
    ok("schmidt{joker.anchor=frozen}" + here, "layoff 8r>1; end", "[3r 4r 5r *6r 7r 8r]")


THREE = "schmidt; table [2g 3g 4g]; hand A+ 5g 2y 2b 13r; turn A"


def test_S_32_three_must_remain_after_the_additions():
    ok(THREE, "pull 2g<1; layoff 5g>1; meld 2g 2y 2b; end", "[3g 4g 5g] [2y 2g 2b]")
    no(THREE, "pull 2g<1; meld 2g 2y 2b; end", "LEFT_TOO_SHORT")


STRICT = "schmidt{table.remain=strict}"


def test_S_32_strictly_an_anchored_joker_keeps_two_of_its_neighbours():
    here = "; table [3r 4r 5r *6r]; hand A+ 7r 8r 13b; turn A"
    turn = "split 1/5r; layoff 7r 8r>2; end"
    ok("schmidt" + here, turn, "[3r 4r 5r] [*6r 7r 8r]")
    no(STRICT + here, turn, "LEFT_TOO_SHORT")
    ok(
        STRICT + "; table [3r 4r 5r *6r 7r]; hand A+ 8r 13b; turn A",
        "layoff 8r>1; pull 3r<1; layoff 3r>1; end",
        "[3r 4r 5r *6r 7r 8r]",
    )


@pytest.mark.parametrize(
    ("table", "cards", "turn"),
    [
        ("[6r 7r 8r]", "5r", "layoff 5r>1"),
        ("[8r 8y 8g]", "8b", "layoff 8b>1"),
        ("[2g-5g]", "6g 2y 2b", "layoff 6g>1; pull 2g<1; meld 2g 2y 2b"),
        ("[2b-6b]", "4b", "split 1/4b; layoff 4b>2"),
    ],
    ids=["1a", "1b", "2", "3"],
)
def test_S_32_all_examples_of_the_page_satisfy_the_strict_reading(table, cards, turn):
    ok(f"{STRICT}; table {table}; hand A+ {cards} 13r; turn A", f"{turn}; end")


def test_S_33_without_a_joker_any_valid_table_will_do():
    for rules in ("schmidt", STRICT):
        ok(
            rules + "; table [3r 4r 5r]; hand A+ 3y 3g 4y 4g 5y 5g 13b; turn A",
            "arrange [3r 3y 3g] [4r 4y 4g] [5r 5y 5g]; end",
            "[3r 3y 3g] [4r 4y 4g] [5r 5y 5g]",
        )


def test_S_34_only_the_end_of_the_turn_is_judged():
    here = "schmidt; table [6r 7r 8r]; hand A+ 9r 6y 6b 13b; turn A"
    state = rl.play(rl.position(here), "pull 6r<1")
    assert str(state.table) == "[7r 8r]"
    ok(here, "pull 6r<1; meld 6r 6y 6b; layoff 9r>1; end", "[7r 8r 9r] [6r 6y 6b]")


def test_S_34_undo_goes_back_to_the_start_of_the_turn():
    here = rl.position("schmidt; table [6r 7r 8r]; hand A+ 9r 6y 6b 13b; turn A")
    state = rl.play(rl.play(here, "pull 6r<1"), "layoff 9r>1")
    assert rl.undo(rl.undo(state)) == here
    assert str(rl.undo(state)) == str(rl.play(here, "pull 6r<1"))


def test_S_35_several_combinations_are_transformed_in_one_turn():
    ok(
        "schmidt; table [2g-5g] [2b-6b] [8r 8y 8g 8b]; hand A+ 6g 2y 2b 4b 6r 7r 13r; turn A",
        "layoff 6g>1; pull 2g<1; meld 2g 2y 2b; split 2/4b; layoff 4b>5; pull 8r<3; meld 6r 7r 8r; end",
    )


# The end and the score


def test_S_36_the_round_ends_with_an_empty_rack_and_no_discard():
    after = ok("schmidt; table [6r 7r 8r]; hand A+ 9r; hand B 4b; turn A", "layoff 9r>1; end")
    result = rl.outcome(after)
    assert (result.how, result.winners) == ("out", ("A",))
    assert {v.code for v in rl.check(after, "draw")} == {"DEAL_OVER"}


def test_S_36_not_before():
    after = ok("schmidt; table [6r 7r 8r]; hand A+ 9r 2b; hand B 4b; turn A", "layoff 9r>1; end")
    assert rl.outcome(after) is None


def test_S_37_losers_pay_their_racks_to_the_winner():
    here = "schmidt; table [6r 7r 8r]; hand A+ 9r; hand B 13r 1r *; hand C 4b 12y; turn A"
    after = ok(here, "layoff 9r>1; end")
    result = rl.outcome(after)
    assert rl.penalties(result, after.rules) == {"A": 0, "B": 39, "C": 16}
    assert rl.settle(result, after.rules) == {"A": Fraction(55), "B": Fraction(-39), "C": Fraction(-16)}
    assert sum(rl.settle(result, after.rules).values()) == 0


def test_S_37_the_price_of_a_joker_is_a_setting():
    after = ok("schmidt; table [6r 7r 8r]; hand A+ 9r; hand B 13r 1r *; turn A", "layoff 9r>1; end")
    assert rl.penalties(rl.outcome(after), rl.RUMMIKUB)["B"] == 44


def test_S_37_an_unknown_rack_has_no_price():
    after = ok("schmidt; table [6r 7r 8r]; hand A+ 9r; hand B+ ??x3; turn A", "layoff 9r>1; end")
    assert rl.settle(rl.outcome(after), after.rules)["B"] is None


def pass_all(position):
    state = rl.position(position)
    for _ in state.hands:
        assert rl.outcome(state) is None
        state = rl.play(state, "pass")
    return state


def test_S_38_with_an_empty_pool_play_goes_on():
    here = "schmidt; table [6r 7r 8r]; hand A+ 9r 2b; hand B+ 4b; stock; turn A"
    ok(here, "layoff 9r>1; end", "[6r 7r 8r 9r]")


def test_S_38_when_all_pass_in_succession_the_round_is_blocked():
    result = rl.outcome(pass_all("schmidt; hand A+ 9r 2b; hand B+ 4b; hand C+ 13y; stock; turn A"))
    assert result.how == "blocked"


def test_S_38_a_play_between_the_passes_starts_the_count_anew():
    here = "schmidt; table [6r 7r 8r]; hand A+ 13b 2b; hand B+ 9r 5b; stock; turn A"
    state = rl.play(rl.play(rl.play(rl.position(here), "pass"), "layoff 9r>1; end"), "pass")
    assert rl.outcome(state) is None
    assert rl.outcome(rl.play(state, "pass")).how == "blocked"


def test_S_38_one_more_turn_each_in_a_variant():
    rules = "schmidt{ending.empty_stock=one_more_turn}"
    state = rl.position(rules + "; hand A+ 9r 2b; hand B+ 4b 5b; stock 7y; turn A")
    state = rl.play(state, "draw")
    moves = 0
    while rl.outcome(state) is None:
        state = rl.play(state, "pass")
        moves += 1
    assert moves == 2
    assert rl.outcome(state).winners == ("B",)


def test_S_39_the_lowest_rack_wins_the_difference():
    state = pass_all("schmidt; hand A+ 9r 2b; hand B+ 4b; hand C+ 13y; stock; turn A")
    result = rl.outcome(state)
    assert result.winners == ("B",)
    assert rl.settle(result, state.rules) == {"A": Fraction(-7), "B": Fraction(16), "C": Fraction(-9)}


def test_S_39_a_tie_is_shared_with_fractions():
    state = pass_all("schmidt; hand A+ 5r; hand B+ 5b; hand C+ 12y; stock; turn A")
    result = rl.outcome(state)
    assert result.winners == ("A", "B")
    assert rl.settle(result, state.rules) == {"A": Fraction(7, 2), "B": Fraction(7, 2), "C": Fraction(-7)}


def test_S_39_a_tie_pays_in_full_in_a_variant():
    state = pass_all("schmidt; hand A+ 5r; hand B+ 5b; hand C+ 12y; stock; turn A")
    full = rl.SCHMIDT.vary(scoring__blocked_tie="full")
    assert rl.settle(rl.outcome(state), full) == {"A": Fraction(7), "B": Fraction(7), "C": Fraction(-7)}


def test_S_39_a_blocked_round_is_void_in_a_variant():
    state = pass_all("schmidt{ending.blocked=void}; hand A+ 9r 2b; hand B+ 4b; stock; turn A")
    result = rl.outcome(state)
    assert (result.how, result.winners) == ("blocked", ())
    assert set(rl.settle(result, state.rules).values()) == {0}


def test_S_40_a_match_is_an_agreed_number_of_rounds():
    assert (rl.SCHMIDT.match.kind, rl.SCHMIDT.match.rounds) == ("rounds", 4)
    assert rl.SCHMIDT.vary(match__rounds=6).match.rounds == 6
    with pytest.raises(RummyError, match=r"match\.rounds"):
        rl.SCHMIDT.vary(match__rounds=0)
