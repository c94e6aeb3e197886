"""Rummy 40, the Dutch page: every sentence and example, named by the lines of the page."""

from collections import Counter

import pytest

import rummy_lab as rl
from rulebook.say import hand, no, ok, readings

DREW = "stock ??x40; turn A drew"


def test_L4_every_player_gets_13_cards():
    for players in (2, 3, 4, 5):
        state = rl.deal("rummy40", players=players, seed=4)
        assert [len(cards) for cards in state.hands.values()] == [13] * players


def test_L6_two_packs_of_52_and_two_jokers():
    state = rl.deal("rummy40", players=2, seed=6)
    cards = Counter(map(str, [*state.stock, *state.pile, *state.hands["A"], *state.hands["B"]]))
    assert cards.total() == 106
    assert cards.pop("*") == 2
    assert len(cards) == 52
    assert set(cards.values()) == {2}


@pytest.mark.parametrize("suit", "cdhs")
def test_L10_14_the_cards_and_their_value(suit):
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    worth = [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11]
    for start in range(11):
        row = " ".join(rank + suit for rank in ranks[start : start + 3])
        assert list(readings("rummy40", row).values()) == [sum(worth[start : start + 3])]


@pytest.mark.parametrize(
    ("cards", "penalty"),
    [("2c", 2), ("9d", 9), ("10h", 10), ("Js", 10), ("Qc", 10), ("Kd", 10), ("Ah", 11), ("*", 15)],
)
def test_L10_14_the_cards_and_their_penalty(cards, penalty):
    after = ok(f"rummy40; hand A+ 5c; hand B {cards}; pile 4c; {DREW}", "discard 5c")
    assert rl.penalties(rl.outcome(after), after.rules) == {"A": 0, "B": penalty}


def test_L16_a_joker_replaces_a_missing_card_of_a_set_or_a_run():
    ok(f"rummy40; hand A+ 8h 8d * 2c; pile 4c; {DREW}", "meld 8h 8d *8?; discard 2c", "[8d 8h *8?]")
    ok(f"rummy40; hand A+ 8h 10h * 2c; pile 4c; {DREW}", "meld 8h *9h 10h; discard 2c", "[8h *9h 10h]")


def test_L16_the_plural_missing_cards_two_jokers_in_one_run():
    ok(f"rummy40; hand A+ 8h * * 2c; pile 4c; {DREW}", "meld 8h *9h *10h; discard 2c", "[8h *9h *10h]")


def test_L16_the_joker_gets_the_value_of_the_card_it_replaces():
    assert readings("rummy40", "Qh Kh *") == {"[Qh Kh *Ah]": 31, "[*Jh Qh Kh]": 30}
    assert readings("rummy40", "10h 10s *") == {"[10h 10s *10?]": 30}


def test_L16_a_joker_left_in_the_hand_costs_15():
    after = ok(f"rummy40; hand A+ 5c; hand B * 2c; pile 4c; {DREW}", "discard 5c")
    assert rl.penalties(rl.outcome(after), after.rules)["B"] == 17


def test_L17_the_rest_is_the_stock_and_one_open_card_begins_the_pile():
    for players, stock in ((2, 79), (3, 66), (4, 53), (5, 40)):
        state = rl.deal("rummy40", players=players, seed=17)
        assert (len(state.stock), len(state.pile)) == (stock, 1)


def test_L18_draw_from_the_stock():
    here = rl.position("rummy40; hand A 2c 3d; pile 4c 9s; stock 7h ??x40; turn A")
    after = rl.play(here, "draw")
    assert (hand(after, "A"), str(after.pile[-1]), len(after.stock)) == ("2c 3d 7h", "9s", 40)


def test_L18_or_the_top_of_the_pile():
    here = rl.position("rummy40; hand A+ 2c 3d; pile 4c 9s; stock 7h ??x40; turn A")
    after = rl.play(here, "take")
    assert (hand(after, "A"), list(map(str, after.pile)), len(after.stock)) == ("2c 3d 9s", ["4c"], 41)


def test_L18_no_card_below_the_top():
    no("rummy40; hand A+ 2c 3d; pile 4c 9s; stock ??x40; turn A", "take 4c", "NOT_THE_TOP_CARD")


def test_L18_one_card_only():
    no("rummy40; hand A+ 2c 3d; pile 4c 9s; stock ??x40; turn A drew", "draw", "ALREADY_DREW", "ONE_CARD_ONLY")
    no("rummy40; hand A+ 2c 3d 9s; pile 4c; stock ??x40; turn A took 9s", "take", "ALREADY_DREW", "ONE_CARD_ONLY")


def test_L19_taking_the_pile_card_asks_for_40_points_of_first_melds():
    here = "rummy40; hand A 10h 10d 5c 6c 7c 2c 3d; pile 4c 10s; stock ??x40; turn A"
    ok(here, "take; meld 10s 10h 10d; meld 5c 6c 7c; discard 2c", "[10d 10h 10s] [5c 6c 7c]")
    no(here, "take; meld 10s 10h 10d; discard 2c", "OPEN_TOO_LOW")
    no(here, "take; discard 2c", "MUST_OPEN")


def test_L19_one_meld_or_several():
    here = "rummy40; hand A 10h Jh Qh 2c 3d; pile 4c Kh; stock ??x40; turn A"
    ok(here, "take; meld 10h Jh Qh Kh; discard 2c", "[10h Jh Qh Kh]")


def test_L19_only_when_melding_for_the_first_time():
    ok("rummy40; hand A+ 5d 2c 3d; pile 4c 10s; stock ??x40; turn A", "take; discard 2c")


def test_L20_one_card_is_laid_on_the_pile():
    after = ok(f"rummy40; hand A 2c 3d; pile 4c; {DREW}", "discard 2c")
    assert list(map(str, after.pile)) == ["4c", "2c"]
    assert after.seat == "B"


def test_L20_one_card_only():
    no(f"rummy40; hand A 2c 3d 5h; pile 4c; {DREW}", "discard 2c; discard 3d", "ONE_CARD_ONLY")


def test_L21_drawing_is_compulsory():
    here = "rummy40; hand A+ 5c 6c 7c 2c; pile 4c; stock ??x40; turn A"
    no(here, "discard 2c", "MUST_DRAW")
    no(here, "meld 5c 6c 7c", "MUST_DRAW")
    no(here, "pass", "MAY_NOT_PASS", "MUST_DRAW")


def test_L21_discarding_is_compulsory():
    no(f"rummy40; hand A+ 5c 6c 7c 2c; pile 4c; {DREW}", "meld 5c 6c 7c; end", "MUST_DISCARD")
    no(f"rummy40; hand A+ 5c 6c 7c 2c; pile 4c; {DREW}", "end", "MUST_DISCARD")
    no(f"rummy40; hand A+ 5c 6c 7c 2c; pile 4c; {DREW}", "pass", "MAY_NOT_PASS", "MUST_DISCARD")


def test_L21_melding_is_optional():
    ok(f"rummy40; hand A+ 5c 6c 7c 2c; pile 4c; {DREW}", "discard 2c", "")
    ok(f"rummy40; hand A 10h Jh Qh Kh 2c; pile 4c; {DREW}", "discard 2c", "")


def test_L22_the_discards_become_the_stock_except_the_last_one():
    here = "rummy40; hand A 5c 9d 2h; hand B ??x99; pile 4c 9c Qs; stock 7h; chance 2024/22; turn A"
    after = rl.play(rl.play(rl.position(here), "draw"), "discard 5c")
    assert list(map(str, after.pile)) == ["5c"]
    assert sorted(map(str, after.stock)) == ["4c", "9c", "Qs"]


def test_L22_only_when_the_stock_is_used_up():
    here = "rummy40; hand A 5c 9d 2h; hand B ??x98; pile 4c 9c Qs; stock 7h 8c; chance 2024/22; turn A"
    after = rl.play(rl.play(rl.position(here), "draw"), "discard 5c")
    assert list(map(str, after.pile)) == ["4c", "9c", "Qs", "5c"]


# Building


@pytest.mark.parametrize("owner", ["A", "B"])
def test_L24_after_the_first_meld_one_may_build_on_all_melds(owner):
    """No meld has an owner, so the verdict is the same for both seats."""
    other = "B" if owner == "A" else "A"
    hands = "; ".join(sorted([f"hand {owner}+ 8h 2c 9s", f"hand {other}+ ??x7"]))
    ok(f"rummy40; table [5h 6h 7h]; {hands}; pile 4c; stock ??x40; turn {owner} drew", "layoff 8h>1; discard 2c")


def test_L24_not_before_the_first_meld():
    no(f"rummy40; table [5h 6h 7h]; hand A 8h 2c 9s; pile 4c; {DREW}", "layoff 8h>1; discard 2c", "NOT_OPENED")


def test_L24_in_the_turn_of_the_first_meld():
    here = f"rummy40; table [5h 6h 7h]; hand A 10c Jc Qc Kc 8h 2c 9s; pile 4c; {DREW}"
    ok(here, "meld 10c-Kc; layoff 8h>1; discard 2c", "[5h 6h 7h 8h] [10c Jc Qc Kc]")
    no(here, "layoff 8h>1; meld 10c-Kc; discard 2c", "NOT_OPENED")


def test_L25_the_fourth_suit_onto_a_set_of_three():
    ok(f"rummy40; table [8c 8d 8h]; hand A+ 8s 2c 9s; pile 4c; {DREW}", "layoff 8s>1; discard 2c", "[8c 8d 8h 8s]")


def test_L25_no_suit_is_repeated_also_with_a_joker_in_the_set():
    no(f"rummy40; table [8c 8d *8?]; hand A+ 8d 2c 9s; pile 4c; {DREW}", "layoff 8d>1; discard 2c", "COLOUR_TWICE")
    no(f"rummy40; table [8c 8d 8h]; hand A+ 8d 2c 9s; pile 4c; {DREW}", "layoff 8d>1; discard 2c", "COLOUR_TWICE")


def test_L25_consecutive_cards_at_either_side_of_a_run():
    here = f"rummy40; table [5h 6h 7h]; hand A+ 3h 4h 8h 2c 9s; pile 4c; {DREW}"
    ok(here, "layoff 8h>1; discard 2c", "[5h 6h 7h 8h]")
    ok(here, "layoff 4h>1; discard 2c", "[4h 5h 6h 7h]")
    ok(here, "layoff 4h>1; layoff 3h>1; layoff 8h>1; discard 2c", "[3h 4h 5h 6h 7h 8h]")
    no(here, "layoff 3h>1; discard 2c", "GAP")


def test_L26_a_joker_may_be_built():
    here = f"rummy40; table [5h 6h 7h] [8c 8d 8h]; hand A+ * 2c 9s; pile 4c; {DREW}"
    ok(here, "layoff *8h>1; discard 2c", "[5h 6h 7h *8h] [8c 8d 8h]")
    ok(here, "layoff *4h>1; discard 2c", "[*4h 5h 6h 7h] [8c 8d 8h]")
    ok(here, "layoff *8?>2; discard 2c", "[5h 6h 7h] [8c 8d 8h *8?]")


def test_L26_a_joker_built_above_the_ace_is_refused():
    here = f"rummy40; table [Qs Ks As]; hand A+ * 2c 9s; pile 4c; {DREW}"
    ok(here, "layoff *Js>1; discard 2c", "[*Js Qs Ks As]")
    no(here, "layoff *2s>1; discard 2c", "WRAP", "ACE_LOW", "GAP")


def test_L27_aces_are_worth_11_and_stand_in_high_runs_only():
    assert readings("rummy40", "Qh Kh Ah") == {"[Qh Kh Ah]": 31}
    assert readings("rummy40", "Ah 2h 3h") == {}
    no(f"rummy40; hand A+ Ah 2h 3h 9s; pile 4c; {DREW}", "meld Ah 2h 3h; discard 9s", "ACE_LOW")
    no(f"rummy40; hand A+ Kh Ah 2h 9s; pile 4c; {DREW}", "meld Kh Ah 2h; discard 9s", "WRAP", "ACE_LOW")
    no(f"rummy40; hand A+ Jh Qh Ah 9s; pile 4c; {DREW}", "meld Jh Qh Ah; discard 9s", "GAP")


# Re-use of jokers


def test_L29_one_of_the_two_missing_suits_does_not_suffice_here():
    here = f"rummy40; table [10c 10d *10?]; hand A+ 10h 5s 6s 2c 9s; pile 4c; {DREW}"
    no(here, "swap 10h>1; meld 5s 6s *7s; discard 2c", "NEED_BOTH_SUITS")


def test_L29_read_alone_one_of_the_two_would_suffice():
    here = f"; table [10c 10d *10?]; hand A+ 10h 5s 6s 2c 9s; pile 4c; {DREW}"
    ok(
        "rummy40{joker.set_release=either}" + here,
        "swap 10h>1; meld 5s 6s *7s; discard 2c",
        "[10c 10d 10h] [5s 6s *7s]",
    )


def test_L29_32_the_example_both_missing_tens_free_the_joker():
    here = f"rummy40; table [10c 10d *10?]; hand A+ 10h 10s 5s 6s 2c 9s; pile 4c; {DREW}"
    ok(here, "swap 10h 10s>1; meld 5s 6s *7s; discard 2c", "[10c 10d 10h 10s] [5s 6s *7s]")
    ok(here, "layoff 10h>1; swap 10s>1; meld 5s 6s *7s; discard 2c", "[10c 10d 10h 10s] [5s 6s *7s]")


def test_L32_adding_one_ten_closes_the_set():
    here = f"rummy40; table [10c 10d *10?]; hand A+ 10h 2c 9s; hand B+ 10s 3d 5s 6s; pile 4c; {DREW}"
    after = ok(here, "layoff 10h>1; discard 2c", "[10c 10d 10h *10?]")
    after = rl.play(after, "draw")
    assert {v.code for v in rl.check(after, "swap 10s>1")} == {"SET_CLOSED"}


def test_L32_the_joker_of_a_closed_set_is_never_exchanged():
    here = f"rummy40; table [10c 10d 10h *10?]; hand A+ 10s 5s 6s 2c 9s; pile 4c; {DREW}"
    no(here, "swap 10s>1; meld 5s 6s *7s; discard 2c", "SET_CLOSED")


@pytest.mark.parametrize("where", ["L32", "L33"])
def test_L32_L33_two_jokers_two_cards_one_joker_comes_free(where):
    here = f"rummy40; table [10c *10? *10?]; hand A+ 10h 10s 5s 6s 2c 9s; pile 4c; {DREW}"
    ok(here, "swap 10h 10s>1; meld 5s 6s *7s; discard 2c", "[10c 10h 10s *10?] [5s 6s *7s]")


def test_L32_L33_the_set_with_the_other_joker_is_closed_then():
    here = f"rummy40; table [10c *10? *10?]; hand A+ 10h 10s 5s 6s 2c Kd; hand B+ 10d 3d 9d; pile 4c; {DREW}"
    after = rl.play(ok(here, "swap 10h 10s>1; meld 5s 6s *7s; discard 2c"), "draw")
    assert {v.code for v in rl.check(after, "swap 10d>1")} == {"SET_CLOSED"}


def test_L34_the_joker_of_a_run_is_exchanged_for_its_card():
    here = f"rummy40; table [5h *6h 7h]; hand A+ 6h 9c 9d 2c 9s; pile 4c; {DREW}"
    ok(here, "swap 6h>1; meld 9c 9d *9?; discard 2c", "[5h 6h 7h] [9c 9d *9?]")
    ok(here, "swap 6h>1; layoff *8h>1; discard 2c", "[5h 6h 7h *8h]")


def test_L34_by_that_card_only():
    here = f"rummy40; table [5h *6h 7h]; hand A+ 6d 8h 9c 9d 2c; pile 4c; {DREW}"
    no(here, "swap 6d>1; meld 9c 9d *9?; discard 2c", "NOT_THE_JOKERS_CARD")
    no(here, "swap 8h>1; meld 9c 9d *9?; discard 2c", "NOT_THE_JOKERS_CARD")


@pytest.mark.parametrize(
    "move",
    ["pull 5h<1", "split 1/6h", "join 1 2", "arrange [5h 6h 7h 8h 9h 10h]", "pull 7h<1; meld 7h 7c 7d"],
)
def test_L35_laid_melds_are_not_changed_in_any_other_way(move):
    here = f"rummy40; table [5h 6h 7h] [8h 9h 10h]; hand A+ 7c 7d 2c 9s; pile 4c; {DREW}"
    no(here, f"{move}; discard 2c", "MELD_FIXED")


# Going out


def test_L37_going_out_all_but_one_melded_and_the_last_discarded():
    after = ok(f"rummy40; hand A+ 5c 6c 7c 9s; hand B 2h; pile 4c; {DREW}", "meld 5c 6c 7c; discard 9s")
    result = rl.outcome(after)
    assert (result.how, result.winners) == ("out", ("A",))


def test_L37_from_the_pile_as_well():
    here = "rummy40; hand A+ 5c 6c 9s; hand B 2h; pile 4c 7c; stock ??x40; turn A"
    assert rl.outcome(ok(here, "take; meld 5c 6c 7c; discard 9s")).winners == ("A",)


RUMMY = f"rummy40; hand A 10h Jh Qh Kh 9s; hand B 2h *; pile 4c; {DREW}"
BUILT = f"; table [5h 6h 7h]; hand A 10h Jh Qh Kh Ah 8h 9s; hand B 2h *; pile 4c; {DREW}"


def test_L39_going_rummy_all_cards_at_once_costs_the_others_25_more():
    after = ok(RUMMY, "meld 10h-Kh; discard 9s")
    assert rl.went_rummy(rl.outcome(after), after.rules)
    assert rl.penalties(rl.outcome(after), after.rules) == {"A": 0, "B": 17 + 25}


def test_L39_builds_count_for_going_rummy():
    after = ok("rummy40" + BUILT, "meld 10h-Ah; layoff 8h>1; discard 9s")
    assert rl.went_rummy(rl.outcome(after), after.rules)
    assert rl.penalties(rl.outcome(after), after.rules)["B"] == 17 + 25


def test_L39_in_rummy_51_a_win_with_builds_is_only_going_out():
    after = ok("rummy51" + BUILT, "meld 10h-Ah; layoff 8h>1; discard 9s")
    assert not rl.went_rummy(rl.outcome(after), after.rules)
    assert rl.penalties(rl.outcome(after), after.rules)["B"] == 2 + 25


def test_L40_the_last_card_must_be_discarded():
    here = f"rummy40; table [5h 6h 7h]; hand A+ 8h; pile 4c; {DREW}"
    no(here, "layoff 8h>1", "KEEP_A_DISCARD")
    assert rl.outcome(ok(here, "discard 8h")).winners == ("A",)
    no(f"rummy40; hand A+ 5c 6c 7c; pile 4c; {DREW}", "meld 5c 6c 7c; end", "KEEP_A_DISCARD")


def test_L41_when_a_player_calls_the_others_may_lay_nothing_more():
    here = f"rummy40; table [8h 9h 10h]; hand A+ 2s; hand B+ 7h 5c 5d 5s; pile 4c; {DREW}"
    after = ok(here, "discard 2s")
    for move in ("layoff 7h>1", "meld 5c 5d 5s", "draw", "take"):
        assert {v.code for v in rl.check(after, move)} == {"DEAL_OVER"}
        assert {v.code for v in rl.check(after, move, seat="B")} == {"DEAL_OVER"}


def test_L41_they_pay_for_melds_they_could_have_laid():
    after = ok(f"rummy40; hand A+ 2s; hand B Ac Ad Ah; pile 4c; {DREW}", "discard 2s")
    assert rl.penalties(rl.outcome(after), after.rules)["B"] == 33


# Scoring


def test_L45_out_the_sum_of_what_is_left_ace_11_joker_15():
    after = ok(f"rummy40; hand A+ 2s; hand B Ac Kd 7h *; hand C 9s 3d; pile 4c; {DREW}", "discard 2s")
    result = rl.outcome(after)
    assert not rl.went_rummy(result, after.rules)
    assert rl.penalties(result, after.rules) == {"A": 0, "B": 43, "C": 12}
    assert rl.settle(result, after.rules) == {"A": 0, "B": 43, "C": 12}


def test_L45_rummy_the_sum_and_25():
    here = f"rummy40; hand A 10h Jh Qh Kh 9s; hand B Ac Kd 7h *; hand C 9s 3d; pile 4c; {DREW}"
    after = ok(here, "meld 10h-Kh; discard 9s")
    assert rl.penalties(rl.outcome(after), after.rules) == {"A": 0, "B": 68, "C": 37}


def test_L47_the_payout_of_a_ring_game_is_a_setting_and_adds_up_to_nothing():
    out = rl.outcome(ok(f"rummy40; hand A+ 2s; hand B Ac; hand C 9s; pile 4c; {DREW}", "discard 2s"))
    rummy = rl.outcome(
        ok(f"rummy40; hand A 10h-Kh 9s; hand B 2h; hand C 4s; pile 4c; {DREW}", "meld 10h-Kh; discard 9s")
    )
    rules = rl.RUMMY40.vary(scoring__settlement=(1, 2))
    assert rl.payout([out], rules) == {"A": 2, "B": -1, "C": -1}
    assert rl.payout([rummy], rules) == {"A": 4, "B": -2, "C": -2}
    assert rl.payout([out, rummy], rules) == {"A": 6, "B": -3, "C": -3}
