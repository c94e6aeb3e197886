"""R-1 to R-21: cards, melds and the turn of Rummy 40."""

from collections import Counter

import pytest

import rummy_lab as rl
from rulebook.say import hand, no, ok, readings
from rummy_lab.core.errors import RummyError

DREW = "pile 4c; stock ??x40; turn A drew"
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def pack(rules="rummy40"):
    state = rl.deal(rules, players=2, seed=3)
    return Counter(map(str, [*state.stock, *state.pile, *state.hands["A"], *state.hands["B"]]))


def test_R_1_two_packs_and_two_jokers():
    cards = pack()
    assert cards.total() == 106
    assert cards.pop("*") == 2
    assert set(cards) == {rank + suit for rank in RANKS for suit in "cdhs"}


def test_R_1_four_jokers_in_a_variant():
    assert pack("rummy40{pack.jokers=4}")["*"] == 4


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_R_2_thirteen_cards_each(players):
    assert {len(cards) for cards in rl.deal("rummy40", players=players).hands.values()} == {13}


def test_R_3_values_in_melds_and_in_the_hand():
    assert readings("rummy40", "9c 10c Jc Qc Kc Ac") == {"[9c 10c Jc Qc Kc Ac]": 60}
    after = ok(f"rummy40; hand A+ 2s; hand B 9c 10c Jc Qc Kc Ac *; {DREW}", "discard 2s")
    assert rl.penalties(rl.outcome(after), after.rules)["B"] == 75


@pytest.mark.parametrize(("players", "stock"), [(2, 79), (3, 66), (4, 53), (5, 40)])
def test_R_4_the_stock_and_one_open_card(players, stock):
    state = rl.deal("rummy40", players=players, seed=4)
    assert (len(state.stock), len(state.pile)) == (stock, 1)


def test_R_5_two_to_five_players():
    for players in (1, 6):
        with pytest.raises(RummyError, match=str(players)):
            rl.deal("rummy40", players=players)


def test_R_6_clockwise_and_the_first_open_card_is_an_ordinary_discard():
    state = rl.deal("rummy40", players=3, seed=6, hands={"A": "10h Jh Qh 2c 3d"})
    assert state.seat == "A"
    assert not rl.check(state, "take")
    state = rl.play(rl.play(state, "draw"), "discard 2c")
    assert state.seat == "B"


def test_R_6_a_joker_may_be_the_first_open_card():
    ok("rummy40; hand A+ 5h 6h 2c; pile *; stock ??x40; turn A", "take; meld 5h 6h *7h; discard 2c", "[5h 6h *7h]")


@pytest.mark.parametrize(
    ("cards", "meld"),
    [
        ("8c 8d 8h", "[8c 8d 8h]"),
        ("8c 8d 8h 8s", "[8c 8d 8h 8s]"),
        ("Kc Kd *", "[Kc Kd *K?]"),
        ("Qs * *", "[Qs *Q? *Q?]"),
    ],
)
def test_R_7_sets_of_three_or_four_in_different_suits(cards, meld):
    assert meld in readings("rummy40", cards)


@pytest.mark.parametrize("cards", ["8c 8d", "8c 8c 8d", "8c 8d 8h 8s 8c", "Kc Kd Ad", "10h 10h *"])
def test_R_7_nothing_else_is_a_set(cards):
    assert readings("rummy40", cards) == {}


@pytest.mark.parametrize(("cards", "points"), [("2h 3h 4h", 9), ("Qh Kh Ah", 31), ("2h-Ah", 95)])
def test_R_8_runs_of_three_to_thirteen(cards, points):
    assert list(readings("rummy40", cards).values()) == [points]


@pytest.mark.parametrize("cards", ["2h 3h", "2h 3h 5h", "2h 3h 4s", "5h 6h 6h 7h"])
def test_R_8_nothing_else_is_a_run(cards):
    assert readings("rummy40", cards) == {}


@pytest.mark.parametrize("cards", ["Ah 2h 3h", "Kh Ah 2h", "Jh Qh Ah"])
def test_R_9_the_ace_is_high_only(cards):
    assert readings("rummy40", cards) == {}


def test_R_9_aces_form_sets():
    assert readings("rummy40", "Ac Ad Ah") == {"[Ac Ad Ah]": 33}
    assert readings("rummy40", "Ac Ad Ah As") == {"[Ac Ad Ah As]": 44}


def test_R_9_the_ace_high_and_low_in_a_variant():
    both = "rummy40{pack.ace=both}"
    assert readings(both, "Ah 2h 3h") == {"[Ah 2h 3h]": 6}
    assert readings(both, "Qh Kh Ah") == {"[Qh Kh Ah]": 31}
    assert readings(both, "Kh Ah 2h") == {}
    assert readings(both, "Ac Ad Ah") == {"[Ac Ad Ah]": 33}
    assert readings("rummy51", "Ah 2h 3h") == {"[Ah 2h 3h]": 6}


def test_R_9_a_run_holds_one_ace_at_most():
    no(
        f"rummy40{{pack.ace=both}}; table [Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh]; hand A+ Ah 2c; {DREW}",
        "layoff Ah>1",
        "TOO_LONG",
        "GAP",
        "WRAP",
    )


def test_R_9_the_ace_low_in_a_variant():
    low = "rummy40{pack.ace=low}"
    assert list(readings(low, "Ah 2h 3h").values()) == [6]
    assert readings(low, "Qh Kh Ah") == {}


def test_R_10_a_joker_in_a_set_a_run_and_a_build_with_the_value_of_its_card():
    assert readings("rummy40", "Kc Kd *") == {"[Kc Kd *K?]": 30}
    assert readings("rummy40", "Kc Ac *") == {"[*Qc Kc Ac]": 31}
    ok(f"rummy40; table [5h 6h 7h]; hand A+ * 2c 9s; {DREW}", "layoff *8h>1; discard 2c", "[5h 6h 7h *8h]")


def test_R_11_two_jokers_in_a_set_of_three_and_in_a_run_side_by_side():
    found = readings("rummy40", "10h * *")
    assert found["[10h *10? *10?]"] == 30
    assert found["[10h *Jh *Qh]"] == 30
    assert readings("rummy40{melds.adjacent_jokers=no}", "2h 3h * *").get("[2h 3h *4h *5h]") is None
    assert readings("rummy40{melds.max_jokers=1}", "10h * *") == {}


def test_R_12_exactly_one_card_is_drawn():
    here = "rummy40; hand A+ 2c 3d; pile 4c 9s; stock 7h ??x40; turn A"
    after = rl.play(rl.position(here), "draw")
    assert hand(after, "A") == "2c 3d 7h"
    assert {v.code for v in rl.check(after, "draw")} <= {"ALREADY_DREW", "ONE_CARD_ONLY"}
    assert rl.check(after, "draw")
    assert rl.check(after, "take")
    no(here, "discard 2c", "MUST_DRAW")


TOOK = "rummy40; hand A 10h 10d 5c 6c 7c 2c 3d; pile 4c 10s; stock ??x40; turn A"


def test_R_13_taking_while_unopened_obliges_to_open():
    ok(TOOK, "take; meld 10s 10h 10d; meld 5c 6c 7c; discard 2c")
    no(TOOK, "take; discard 2c", "MUST_OPEN")
    no(TOOK, "take; meld 10s 10h 10d; discard 2c", "OPEN_TOO_LOW")


def test_R_13_the_card_may_be_put_back():
    here = rl.position(TOOK)
    assert rl.undo(rl.play(here, "take")) == here
    assert rl.undo(rl.undo(rl.play(rl.play(here, "take"), "meld 10s 10h 10d"))) == here


def test_R_14_forty_points_also_after_drawing_from_the_stock():
    here = f"rummy40; hand A 10h 10d 10s 2c 3d; {DREW}"
    no(here, "meld 10h 10d 10s; discard 2c", "OPEN_TOO_LOW")
    ok(f"rummy40; hand A 10h 10d 10s 10c 3d; {DREW}", "meld 10h 10d 10s 10c; discard 3d")


def test_R_14_only_after_taking_in_a_variant():
    rules = "rummy40{opening.when=after_take}"
    after = ok(f"{rules}; hand A 10h 10d 10s 2c 3d; {DREW}", "meld 10h 10d 10s; discard 2c")
    assert "A" in after.opened
    no(rules + TOOK.removeprefix("rummy40"), "take; meld 10s 10h 10d; discard 2c", "OPEN_TOO_LOW")


def test_R_15_the_taken_card_itself_need_not_be_laid():
    here = "rummy40; hand A 10h Jh Qh Kh 2c 9s; pile 4c 3d; stock ??x40; turn A"
    after = ok(here, "take; meld 10h-Kh; discard 2c")
    assert "3d" in hand(after, "A")
    ok("rummy40; hand A+ 5c 2c; pile 4c 3d; stock ??x40; turn A", "take; discard 2c")


def test_R_15_it_is_laid_in_a_new_meld_in_a_variant():
    rules = "rummy40{pile.use=meld}"
    pile = "pile 4c 8h; stock ??x40; turn A"
    no(f"{rules}; table [5h 6h 7h]; hand A+ 2c 9s; {pile}", "take; discard 2c", "MUST_MELD_TAKEN")
    no(f"{rules}; table [5h 6h 7h]; hand A+ 2c 9s; {pile}", "take; layoff 8h>1; discard 2c", "MUST_MELD_TAKEN")
    ok(f"{rules}; table [5h 6h 7h]; hand A+ 8c 8d 2c 9s; {pile}", "take; meld 8c 8d 8h; discard 2c")


def test_R_15_it_is_laid_or_built_in_another_variant():
    rules = "rummy40{pile.use=meld_or_build}"
    pile = "pile 4c 8h; stock ??x40; turn A"
    no(f"{rules}; table [5h 6h 7h]; hand A+ 2c 9s; {pile}", "take; discard 2c", "MUST_MELD_TAKEN")
    ok(f"{rules}; table [5h 6h 7h]; hand A+ 2c 9s; {pile}", "take; layoff 8h>1; discard 2c")


def test_R_16_any_acts_in_any_order():
    here = f"rummy40; table [5h *6h 7h] [8c 8d 8h]; hand A+ 6h 9h 9c 9d 8s 2c; {DREW}"
    ok(here, "layoff 8s>2; swap 6h>1; meld 9c 9d *9?; discard 2c", "[5h 6h 7h] [8c 8d 8h 8s] [9c 9d *9?]")
    ok(here, "meld 9c 9d 9h; swap 6h>1; layoff *8h>1; layoff 8s>2; discard 2c")
    ok(here, "discard 2c", "[5h *6h 7h] [8c 8d 8h]")


def test_R_17_the_opening_is_one_or_more_melds_of_40():
    ok(f"rummy40; hand A 10h Jh Qh Kh 2c; hand B ??x4; {DREW}", "meld 10h-Kh; discard 2c")
    ok(f"rummy40; hand A 7c 7d 7h 7s 4c 4d 4h 2c; hand B ??x4; {DREW}", "meld 7c 7d 7h 7s; meld 4c 4d 4h; discard 2c")
    no(f"rummy40; hand A 9h 10h Jh Qh 2c; {DREW}", "meld 9h-Qh; discard 2c", "OPEN_TOO_LOW")


def test_R_17_jokers_count_what_they_stand_for():
    ok(f"rummy40; hand A 10h Jh Qh * 2c; hand B ??x4; {DREW}", "meld 10h Jh Qh *Kh; discard 2c")
    no(f"rummy40; hand A 10h Jh Qh * 2c; {DREW}", "meld *9h 10h Jh Qh; discard 2c", "OPEN_TOO_LOW")


def test_R_17_builds_do_not_count_towards_40():
    here = f"rummy40; table [5h 6h 7h]; hand A 10c 10d 10s 8h 9h 2c; {DREW}"
    no(here, "meld 10c 10d 10s; layoff 8h 9h>1; discard 2c", "NOT_OPENED", "OPEN_TOO_LOW")


def test_R_18_builds_and_jokers_only_after_the_own_first_melds():
    here = f"rummy40; table [5h *6h 7h]; hand A 6h 8h 10c Jc Qc Kc 2c; {DREW}"
    no(here, "layoff 8h>1", "NOT_OPENED")
    no(here, "swap 6h>1", "NOT_OPENED")
    ok(here, "meld 10c-Kc; layoff 8h>1; discard 2c")
    ok(here, "meld 10c-Kc; swap 6h>1; layoff *4h>1; discard 2c", "[*4h 5h 6h 7h] [10c Jc Qc Kc]")


def test_R_18_only_from_the_next_turn_in_a_variant():
    rules = "rummy40{table.access=next_turn}"
    here = f"; table [5h 6h 7h]; hand A 8h 10c Jc Qc Kc 2c; {DREW}"
    no(rules + here, "meld 10c-Kc; layoff 8h>1", "TABLE_THIS_TURN")
    ok(f"{rules}; table [5h 6h 7h]; hand A+ 8h 9s 2c; {DREW}", "layoff 8h>1; discard 2c")


def test_R_18_only_when_all_have_opened_in_a_variant():
    rules = "rummy40{table.access=all_opened}; table [5h 6h 7h]; hand A+ 8h 9s 2c; "
    no(f"{rules}hand B ??x4; {DREW}", "layoff 8h>1", "NOT_OPENED")
    ok(f"{rules}hand B+ ??x4; {DREW}", "layoff 8h>1; discard 2c")


def test_R_19_the_fourth_suit_or_either_end_of_a_run():
    here = f"rummy40; table [5h 6h 7h] [8c 8d 8h]; hand A+ 4h 8h 8s 9h * 2c; {DREW}"
    ok(here, "layoff 8s>2; layoff 4h>1; layoff 8h 9h>1; discard 2c", "[4h 5h 6h 7h 8h 9h] [8c 8d 8h 8s]")
    no(here, "layoff 8h>2", "COLOUR_TWICE")
    no(here, "layoff 9h>1", "GAP")


def test_R_19_a_joker_as_the_fourth_card_closes_the_set():
    here = f"rummy40; table [8c 8d 8h]; hand A+ * 2c 9s; hand B+ 8s 3d 9d; {DREW}"
    after = rl.play(ok(here, "layoff *8?>1; discard 2c", "[8c 8d 8h *8?]"), "draw")
    assert {v.code for v in rl.check(after, "swap 8s>1")} == {"SET_CLOSED"}


@pytest.mark.parametrize("move", ["pull 5h<1", "pull *8?<2", "split 1/6h", "join 1 3", "arrange [5h-10h] [8c 8d *8?]"])
def test_R_20_melds_are_never_changed_otherwise(move):
    here = f"rummy40; table [5h 6h 7h] [8c 8d *8?] [8h 9h 10h]; hand A+ 2c 9s; {DREW}"
    no(here, move, "MELD_FIXED")


def test_R_20_no_building_at_all_in_a_variant():
    here = f"; table [5h 6h 7h]; hand A+ 8h 9c 9d 9s 2c; {DREW}"
    no("rummy40{table.mode=none}" + here, "layoff 8h>1", "MELD_FIXED")
    ok("rummy40{table.mode=none}" + here, "meld 9c 9d 9s; discard 2c")


def test_R_21_exactly_one_discard_ends_the_turn():
    here = f"rummy40; hand A+ 2c 3d 5h; {DREW}"
    assert ok(here, "discard 2c").seat == "B"
    no(here, "discard 2c; discard 3d", "ONE_CARD_ONLY")
    no(here, "end", "MUST_DISCARD")


def test_R_21_one_card_stays_in_the_hand_for_it():
    no(f"rummy40; table [5h 6h 7h]; hand A+ 8h; {DREW}", "layoff 8h>1", "KEEP_A_DISCARD")
    no(f"rummy40; hand A+ 5h 6h 7h; {DREW}", "meld 5h 6h 7h", "KEEP_A_DISCARD")


def test_R_21_a_freed_joker_is_not_that_card():
    here = f"rummy40; table [5h *6h 7h] [8c 8d 8h]; hand A+ 6h; {DREW}"
    no(here, "swap 6h>1", "KEEP_A_DISCARD")


def test_R_21_the_card_just_taken_may_not_be_discarded():
    pile = "pile 4c 9s; stock ??x40; turn A"
    no(f"rummy40; hand A+ 2c 3d; {pile}", "take; discard 9s", "DISCARD_JUST_TAKEN")
    ok(f"rummy40; hand A+ 9s 3d; {pile}", "take; discard 9s")
    ok(f"rummy40{{pile.discard_taken=allowed}}; hand A+ 2c 3d; {pile}", "take; discard 9s")


def test_R_21_the_card_drawn_from_the_stock_may():
    here = rl.position("rummy40; hand A+ 2c 3d; pile 4c; stock 9s ??x40; turn A")
    assert rl.play(rl.play(here, "draw"), "discard 9s").seat == "B"


def test_R_21_a_joker_may_be_discarded():
    ok(f"rummy40; hand A+ * 3d; {DREW}", "discard *")


def test_R_21_going_out_without_a_discard_in_a_variant():
    rules = "rummy40{turn.last_discard=not_needed}"
    here = f"{rules}; table [5h 6h 7h]; hand A+ 8h; hand B 2c; {DREW}"
    assert rl.outcome(ok(here, "layoff 8h>1; end")).winners == ("A",)
    no(f"{rules}; table [5h 6h 7h]; hand A+ 8h 2c; {DREW}", "layoff 8h>1; end", "MUST_DISCARD")
