"""S-1 to S-28: cards, combinations, jokers and the opening of Schmidt Rummy."""

from collections import Counter

import pytest

import rummy_lab as rl
from rulebook.say import no, ok, readings
from rummy_lab.core.errors import RummyError


def pack(rules="schmidt"):
    state = rl.deal(rules, players=2, seed=3)
    return Counter(map(str, [*state.stock, *state.hands["A"], *state.hands["B"]]))


def test_S_1_four_colours():
    assert {card[-1] for card in pack() if card != "*"} == set("rygb")


def test_S_2_two_copies_of_each_number():
    assert {count for card, count in pack().items() if card != "*"} == {2}


def test_S_3_numbers_1_to_13():
    assert {int(card[:-1]) for card in pack() if card != "*"} == set(range(1, 14))


def test_S_3_another_highest_number():
    assert {int(card[:-1]) for card in pack("schmidt{pack.ranks=10}") if card != "*"} == set(range(1, 11))


@pytest.mark.parametrize("jokers", [0, 1, 2, 3, 4, 6])
def test_S_4_two_jokers_or_another_number(jokers):
    assert pack(f"schmidt{{pack.jokers={jokers}}}")["*"] == jokers
    assert pack()["*"] == 2


def test_S_4_no_joker_in_a_pack_without():
    with pytest.raises(RummyError):
        rl.position("schmidt{pack.jokers=0}; hand A+ * 5r; turn A")


def test_S_5_the_cards_of_a_rack_are_hidden_from_the_others():
    state = rl.position("schmidt; table [6r 7r 8r]; hand A+ 5r 9r; hand B+ 2b 3b; turn A")
    seen = rl.view(state, "A")
    assert "5r" in str(seen)
    assert "2b" not in str(seen)


def test_S_6_two_to_four_players():
    for players in (2, 3, 4):
        assert len(rl.deal("schmidt", players=players).hands) == players
    for players in (1, 5):
        with pytest.raises(RummyError, match=str(players)):
            rl.deal("schmidt", players=players)


@pytest.mark.parametrize(("players", "pool"), [(2, 78), (3, 64), (4, 50)])
def test_S_7_fourteen_cards_each_a_pool_and_no_discard_pile(players, pool):
    state = rl.deal("schmidt", players=players, seed=7)
    assert [len(cards) for cards in state.hands.values()] == [14] * players
    assert len(state.stock) == pool
    assert not state.pile
    no("schmidt; hand A+ 5r 9b; turn A", "discard 5r", "NO_DISCARD_PILE")
    no("schmidt; hand A+ 5r 9b; turn A", "take", "NO_DISCARD_PILE")


def test_S_8_play_goes_clockwise():
    state = rl.deal("schmidt", players=3, seed=8)
    seats = [state.seat]
    for _ in range(3):
        state = rl.play(state, "draw")
        seats.append(state.seat)
    assert seats == ["A", "B", "C", "A"]


def test_S_9_who_lays_all_cards_first_wins():
    after = ok("schmidt; table [6r 7r 8r]; hand A+ 9r; hand B 4b; turn A", "layoff 9r>1; end")
    assert rl.outcome(after).winners == ("A",)


@pytest.mark.parametrize("cards", ["8r 8y 8g", "8r 8y 8b", "1r 1y 1g 1b", "13y 13g 13b"])
def test_S_10_three_or_four_of_a_value_in_different_colours(cards):
    assert len(readings("schmidt", cards)) == 1


@pytest.mark.parametrize("cards", ["8r 8y", "8r 8y 8y", "8r 8y 8g 8b 8r", "8r 8y 9g", "8r 8r *"])
def test_S_10_nothing_else_is_a_set(cards):
    assert readings("schmidt", cards) == {}


@pytest.mark.parametrize("cards", ["1r 2r 3r", "11b 12b 13b", "1g-13g"])
def test_S_11_three_to_thirteen_rising_numbers_of_one_colour(cards):
    assert len(readings("schmidt", cards)) == 1


@pytest.mark.parametrize("cards", ["1r 2r", "1r 2r 4r", "1r 2r 3y", "3r 4r 4r 5r"])
def test_S_11_nothing_else_is_a_run(cards):
    assert readings("schmidt", cards) == {}


@pytest.mark.parametrize("cards", ["12r 13r 1r", "13r 1r 2r"])
def test_S_12_no_run_goes_from_13_to_1(cards):
    assert readings("schmidt", cards) == {}
    no(f"schmidt; hand A+ {cards} 4b; turn A", f"meld {cards}; end", "WRAP")


def test_S_12_a_variant_goes_round():
    assert readings("schmidt{melds.wrap=yes}", "12r 13r 1r") == {"[12r 13r 1r]": 26}
    assert readings("schmidt{melds.wrap=yes}", "1r 2r 13r") == {"[13r 1r 2r]": 16}


def test_S_13_the_value_is_the_sum_of_the_numbers():
    assert readings("schmidt", "11b 12b 13b") == {"[11b 12b 13b]": 36}
    assert readings("schmidt", "13y 13g 13b") == {"[13y 13g 13b]": 39}


def test_S_14_a_joker_replaces_any_card():
    assert "[*4r 5r 6r]" in readings("schmidt", "5r 6r *")
    assert "[5r *6r 7r]" in readings("schmidt", "5r 7r *")
    assert "[8r 8y *8?]" in readings("schmidt", "8r 8y *")


def test_S_15_it_counts_what_it_replaces_also_in_the_30():
    ok("schmidt; hand A 9r 10r * 2b; turn A", "meld 9r 10r *11r; end")
    no("schmidt; hand A 9r 10r * 2b; turn A", "meld *8r 9r 10r; end", "OPEN_TOO_LOW")


def test_S_16_on_the_rack_it_costs_25():
    after = ok("schmidt; table [6r 7r 8r]; hand A+ 9r; hand B 4b *; turn A", "layoff 9r>1; end")
    assert rl.penalties(rl.outcome(after), after.rules)["B"] == 29


SWAP = "swap 6r>1; meld 9y 9g *9?; end"


def test_S_17_exchange_in_ones_turn_after_the_first_combination():
    ok("schmidt; table [5r *6r 7r]; hand A+ 6r 9y 9g 13b; turn A", SWAP)
    no("schmidt; table [5r *6r 7r]; hand A 6r 9y 9g 13b; turn A", SWAP, "NOT_OPENED")
    no("schmidt; table [5r *6r 7r]; hand A+ 2r; hand B+ 6r 9y 9g 13b; turn A", SWAP, "NOT_YOUR_TURN", seat="B")


def test_S_18_an_unreplaced_joker_stays():
    no("schmidt; table [3r 4r 5r *6r]; hand A+ 9y 9g 13b; turn A", "arrange [3r 4r 5r] [9y 9g *9?]", "JOKER_MOVED")
    no("schmidt; table [3r 4r 5r *6r]; hand A+ 9y 9g 13b; turn A", "pull *6r<1; meld 9y 9g *9?; end", "JOKER_MOVED")


def test_S_19_several_jokers_in_a_combination():
    assert readings("schmidt", "8r * *")["[8r *8? *8?]"] == 24
    assert readings("schmidt", "8r * *")["[8r *9r *10r]"] == 27


def test_S_19_at_most_one_where_that_is_asked():
    assert readings("schmidt{melds.max_jokers=1}", "8r * *") == {}
    assert readings("schmidt{melds.max_jokers=1}", "8r 8y *") == {"[8r 8y *8?]": 24}
    no(
        "schmidt{melds.max_jokers=1}; hand A+ 8r * * 13b; turn A",
        "meld 8r *9r *10r; end",
        "TOO_MANY_JOKERS",
    )


def test_S_19_no_more_than_naturals_where_that_is_asked():
    assert readings("schmidt{melds.max_jokers=half}", "8r * *") == {}
    assert readings("schmidt{melds.max_jokers=half}", "8r 8y * *") == {"[8r 8y *8? *8?]": 32}
    no("schmidt{melds.max_jokers=half}; hand A+ 8r * * 13b; turn A", "meld 8r *9r *10r; end", "TOO_MANY_JOKERS")


def test_S_19_not_side_by_side_where_that_is_asked():
    found = readings("schmidt{melds.adjacent_jokers=no}", "8r 9r * *")
    assert "[*7r 8r 9r *10r]" in found
    assert "[8r 9r *10r *11r]" not in found
    no(
        "schmidt{melds.adjacent_jokers=no}; hand A+ 8r 9r * * 13b; turn A",
        "meld 8r 9r *10r *11r; end",
        "TOO_MANY_JOKERS",
    )


GROUP = "; table [8r 8y *8?]; hand A+ 8g 8b 1r 2r 13b; turn A"


@pytest.mark.parametrize("card", ["8g", "8b"])
def test_S_20_a_missing_colour_frees_the_joker_of_a_group(card):
    ok("schmidt" + GROUP, f"swap {card}>1; meld 1r 2r *3r; end", f"[8r 8y {card}] [1r 2r *3r]")


def test_S_20_a_colour_of_the_group_does_not():
    no("schmidt; table [8r 8y *8?]; hand A+ 8r 1r 2r 13b; turn A", "swap 8r>1", "COLOUR_TWICE", "NOT_THE_JOKERS_CARD")


def test_S_20_both_missing_colours_where_that_is_asked():
    rules = "schmidt{joker.set_release=both}"
    no(rules + GROUP, "swap 8g>1; meld 1r 2r *3r; end", "NEED_BOTH_SUITS", "JOKER_MOVED")
    ok(rules + GROUP, "swap 8g 8b>1; meld 1r 2r *3r; end", "[8r 8y 8g 8b] [1r 2r *3r]")


def test_S_20_the_declared_colour_where_that_is_asked():
    here = "schmidt{joker.set_release=declared}; table [8r 8y *8g]; hand A+ 8g 8b 1r 2r 13b; turn A"
    ok(here, "swap 8g>1; meld 1r 2r *3r; end", "[8r 8y 8g] [1r 2r *3r]")
    no(here, "swap 8b>1; meld 1r 2r *3r; end", "NOT_THE_JOKERS_CARD", "JOKER_MOVED")


def test_S_20_the_colours_missing_at_the_start_of_the_turn_count():
    here = "schmidt; table [8r 8y 8g *8?]; hand A+ 8y 9y 10y 1r 2r 13b; turn A"
    no(here, "arrange [8r 8y 8g] [8y 9y 10y] [1r 2r *3r]", "JOKER_MOVED")
    here = "schmidt; table [8r 8y 8g *8?]; hand A+ 8b 9y 10y 1r 2r 13b; turn A"
    ok(here, "arrange [8r 8g 8b] [8y 9y 10y] [1r 2r *3r]; end", "[8r 8g 8b] [8y 9y 10y] [1r 2r *3r]")


TABLE_SIX = "; table [5r *6r 7r] [6r 6y 6g 6b]; hand A+ 9y 9g 13b; turn A"


def test_S_21_the_replacement_comes_from_the_rack():
    no(
        "schmidt" + TABLE_SIX,
        "arrange [5r 6r 7r] [6y 6g 6b] [9y 9g *9?]",
        "JOKER_MOVED",
    )


def test_S_21_from_the_table_where_that_is_allowed():
    ok(
        "schmidt{joker.source=hand_or_table}" + TABLE_SIX,
        "arrange [5r 6r 7r] [6y 6g 6b] [9y 9g *9?]; end",
        "[5r 6r 7r] [6y 6g 6b] [9y 9g *9?]",
    )


def test_S_22_the_freed_joker_is_laid_again_in_the_same_turn():
    here = "schmidt; table [5r *6r 7r]; hand A+ 6r 9y 9g 13b; turn A"
    no(here, "swap 6r>1; end", "JOKER_NOT_RELAID")
    ok(here, "swap 6r>1; layoff *8r>1; end", "[5r 6r 7r *8r]")


def test_S_22_to_the_hand_where_that_is_allowed():
    here = "schmidt{joker.freed=to_hand}; table [5r *6r 7r]; hand A+ 6r 9y 9g 13b; turn A"
    after = ok(here, "swap 6r>1; end", "[5r 6r 7r]")
    assert sorted(map(str, after.hands["A"])) == ["*", "13b", "9g", "9y"]


def test_S_22_in_a_new_combination_where_that_is_asked():
    here = "schmidt{joker.freed=new_meld_only}; table [5r *6r 7r]; hand A+ 6r 9y 9g 13b; turn A"
    no(here, "swap 6r>1; layoff *8r>1; end", "JOKER_NOT_RELAID")
    ok(here, "swap 6r>1; meld 9y 9g *9?; end", "[5r 6r 7r] [9y 9g *9?]")


def test_S_22_a_joker_that_stays_does_not_stand_for_the_freed_one():
    rules = "schmidt{joker.freed=new_meld_only,joker.set_release=both,joker.source=hand_or_table,pack.jokers=4}"
    here = f"{rules}; table [5y *5? *5?]; hand A+ 6y 5g 5r 9r 9g * 13b; turn A"
    no(here, "arrange [*4y 5y 6y *7y] [5r 5g *5?]", "JOKER_NOT_RELAID")
    ok(here, "arrange [*4y 5y 6y] [5r 5g *5?] [9r 9g *9?]; end", "[*4y 5y 6y] [5r 5g *5?] [9r 9g *9?]")


def test_S_23_a_freed_joker_gets_a_new_stand_in():
    after = ok("schmidt; table [5r *6r 7r]; hand A+ 6r 9y 9g 13b; turn A", SWAP)
    assert [str(meld.jokers) for meld in after.table] == ["()", "(*9?,)"]


@pytest.mark.parametrize(
    "turn",
    ["layoff 8r>1; end", "pull 4r<1; meld 4r 4y 4b; end", "swap 6r>2; layoff *8r>1; end"],
    ids=["extend", "transform", "exchange"],
)
def test_S_24_nothing_on_the_table_before_the_30_points(turn):
    here = "schmidt; table [4r 5r 6r 7r] [5r *6r 7r]; hand A 8r 4y 4b 6r 13b; turn A"
    no(here, turn, "NOT_OPENED")


def test_S_25_several_combinations_are_summed_and_30_is_enough():
    ok("schmidt; hand A 5r 6r 7r 4r 4y 4g 13b; turn A", "meld 5r 6r 7r; meld 4r 4y 4g; end", "[5r 6r 7r] [4r 4y 4g]")
    ok("schmidt; hand A 10r 10y 10g 13b; turn A", "meld 10r 10y 10g; end", "[10r 10y 10g]")
    no("schmidt; hand A 9r 9y 9g 13b; turn A", "meld 9r 9y 9g; end", "OPEN_TOO_LOW")


def test_S_25_another_minimum():
    ok("schmidt{opening.points=0}; hand A 1r 1y 1g 13b; turn A", "meld 1r 1y 1g; end", "[1r 1y 1g]")
    no("schmidt{opening.points=31}; hand A 10r 10y 10g 13b; turn A", "meld 10r 10y 10g; end", "OPEN_TOO_LOW")


def test_S_26_only_rack_cards_open():
    here = "schmidt; table [10r 11r 12r 13r]; hand A 10y 10g 1b; turn A"
    no(here, "pull 10r<1; meld 10r 10y 10g; end", "NOT_OPENED")
    no(here, "arrange [11r 12r 13r] [10r 10y 10g]", "NOT_OPENED")


OPENS = "; table [5r 6r 7r]; hand A 10g 11g 12g 13g 8r 1b; turn A"


def test_S_27_the_table_from_the_next_turn_on():
    no("schmidt" + OPENS, "meld 10g-13g; layoff 8r>1; end", "TABLE_THIS_TURN", "NOT_OPENED")
    no("schmidt" + OPENS, "arrange [5r 6r 7r 8r] [10g 11g 12g 13g]", "TABLE_THIS_TURN", "NOT_OPENED")


def test_S_27_in_the_same_turn_where_that_is_allowed():
    rules = "schmidt{table.access=same_turn}"
    ok(rules + OPENS, "meld 10g-13g; layoff 8r>1; end", "[5r 6r 7r 8r] [10g 11g 12g 13g]")
    ok(rules + OPENS, "arrange [5r 6r 7r 8r] [10g 11g 12g 13g]; end", "[5r 6r 7r 8r] [10g 11g 12g 13g]")


def test_S_27_an_exchange_is_a_use_of_the_table():
    here = "; table [5r *6r 7r]; hand A 10g 11g 12g 13g 6r 1b; turn A"
    turn = "meld 10g-13g; swap 6r>1; layoff *8r>1; end"
    no("schmidt" + here, turn, "TABLE_THIS_TURN", "NOT_OPENED")
    ok("schmidt{table.access=same_turn}" + here, turn, "[5r 6r 7r *8r] [10g 11g 12g 13g]")


def test_S_27_only_when_everybody_has_opened_where_that_is_asked():
    rules = "schmidt{table.access=all_opened}; table [5r 6r 7r]; hand A+ 8r 1b; "
    no(rules + "hand B ??x5; turn A", "layoff 8r>1; end", "NOT_OPENED")
    ok(rules + "hand B+ ??x5; turn A", "layoff 8r>1; end", "[5r 6r 7r 8r]")


def test_S_28_more_combinations_in_the_opening_turn_and_going_out_in_it():
    here = "schmidt; hand A 10r 10y 10g 1r 2r 3r; hand B 5b; turn A"
    after = ok(here, "meld 10r 10y 10g; meld 1r 2r 3r; end", "[10r 10y 10g] [1r 2r 3r]")
    assert rl.outcome(after).winners == ("A",)
