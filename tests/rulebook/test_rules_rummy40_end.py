"""R-22 to R-39: the jokers, the stock, the end and the score of Rummy 40."""

import pytest

import rummy_lab as rl
from rulebook.say import hand, no, ok
from rummy_lab.core.errors import RummyError

DREW = "pile 4c; stock ??x40; turn A drew"
RUN = "; table [5h *6h 7h]; hand A+ 6h 9c 9d 2c 9s; "
SET = "; table [10c 10d *10?]; hand A+ 10h 10s 5s 6s 2c 9s; "

# Jokers


def test_R_22_the_exact_card_frees_the_joker_of_a_run():
    ok("rummy40" + RUN + DREW, "swap 6h>1; meld 9c 9d *9?; discard 2c", "[5h 6h 7h] [9c 9d *9?]")
    no("rummy40" + RUN + DREW, "swap 9c>1", "NOT_THE_JOKERS_CARD")


def test_R_22_a_meld_without_a_joker_has_none_to_free():
    no(f"rummy40; table [5h 6h 7h]; hand A+ 6h 9s; {DREW}", "swap 6h>1", "NO_SUCH_JOKER")


def test_R_23_both_missing_suits_free_the_joker_of_a_set_of_three():
    after = "[10c 10d 10h 10s] [5s 6s *7s]"
    ok("rummy40" + SET + DREW, "swap 10h 10s>1; meld 5s 6s *7s; discard 2c", after)
    ok("rummy40" + SET + DREW, "layoff 10h>1; swap 10s>1; meld 5s 6s *7s; discard 2c", after)
    no("rummy40" + SET + DREW, "swap 10h>1", "NEED_BOTH_SUITS")


def test_R_23_either_missing_suit_in_a_variant():
    ok(
        "rummy40{joker.set_release=either}" + SET + DREW,
        "swap 10s>1; meld 5s 6s *7s; discard 2c",
        "[10c 10d 10s] [5s 6s *7s]",
    )


def test_R_23_the_declared_suit_in_a_variant():
    here = "rummy40{joker.set_release=declared}; table [10c 10d *10s]; hand A+ 10h 10s 5s 6s 2c 9s; " + DREW
    ok(here, "swap 10s>1; meld 5s 6s *7s; discard 2c", "[10c 10d 10s] [5s 6s *7s]")
    no(here, "swap 10h>1", "NOT_THE_JOKERS_CARD")


def test_R_24_one_suit_closes_the_set_for_ever():
    after = ok("rummy40" + SET + DREW, "layoff 10h>1; discard 2c", "[10c 10d 10h *10?]")
    assert after.seat == "B"
    no(f"rummy40; table [10c 10d 10h *10?]; hand A+ 10s 2c 9s; {DREW}", "swap 10s>1", "SET_CLOSED")


def test_R_24_a_set_laid_as_four_cards_is_closed_from_birth():
    here = f"rummy40; hand A+ 10c 10d 10h * 2c 9s; hand B+ 10s 3d 9d; {DREW}"
    after = rl.play(ok(here, "meld 10c 10d 10h *10?; discard 2c"), "draw")
    assert {v.code for v in rl.check(after, "swap 10s>1")} == {"SET_CLOSED"}


def test_R_24_an_open_set_of_four_in_a_variant():
    here = f"; table [10c 10d 10h *10?]; hand A+ 10s 5s 6s 2c 9s; {DREW}"
    after = "[10c 10d 10h 10s] [5s 6s *7s]"
    ok("rummy40{joker.closed_set=open}" + here, "swap 10s>1; meld 5s 6s *7s; discard 2c", after)


def test_R_25_two_suits_free_one_of_two_jokers_and_the_set_is_closed():
    here = f"rummy40; table [10c *10? *10?]; hand A+ 10h 10s 5s 6s 2c Kd; hand B+ 10d 3d 9d; {DREW}"
    after = ok(here, "swap 10h 10s>1; meld 5s 6s *7s; discard 2c", "[10c 10h 10s *10?] [5s 6s *7s]")
    assert {v.code for v in rl.check(rl.play(after, "draw"), "swap 10d>1")} == {"SET_CLOSED"}


@pytest.mark.parametrize(
    ("table", "naturals", "freed", "after"),
    [
        ("[10c 10d *10?]", "10h", 0, "[10c 10d 10h *10?]"),
        ("[10c 10d *10?]", "10h 10s", 1, "[10c 10d 10h 10s]"),
        ("[10c *10? *10?]", "10d", 0, "[10c 10d *10? *10?]"),
        ("[10c *10? *10?]", "10d 10h", 1, "[10c 10d 10h *10?]"),
        ("[10c *10? *10?]", "10d 10h 10s", 2, "[10c 10d 10h 10s]"),
    ],
)
def test_R_26_k_naturals_free_one_joker_fewer(table, naturals, freed, after):
    cards = naturals.split()
    moves = [f"layoff {cards[0]}>1", *(f"swap {card}>1" for card in cards[1:])]
    state = rl.position(f"rummy40; table {table}; hand A+ {naturals} 2c 9s; {DREW}")
    for move in moves:
        state = rl.play(state, move)
    assert str(state.table) == after
    assert [str(card) for card in state.loose] == ["*"] * freed


def test_R_26_a_joker_is_built_only_as_the_fourth_card():
    ok(f"rummy40; table [10c 10d 10h]; hand A+ * 2c; hand B+ 3c; {DREW}", "layoff *10?>1; discard 2c")
    no(f"rummy40; table [10c 10d 10h 10s]; hand A+ * 2c; {DREW}", "layoff *10?>1", "TOO_LONG")


def test_R_27_the_freed_joker_is_laid_in_the_same_turn():
    no("rummy40" + RUN + DREW, "swap 6h>1; discard 2c", "JOKER_NOT_RELAID")
    ok("rummy40" + RUN + DREW, "swap 6h>1; meld 9c 9d *9?; discard 2c")
    ok("rummy40" + RUN + DREW, "swap 6h>1; layoff *8h>1; discard 2c", "[5h 6h 7h *8h]")


def test_R_27_in_a_new_meld_in_a_variant():
    rules = "rummy40{joker.freed=new_meld_only}"
    no(rules + RUN + DREW, "swap 6h>1; layoff *8h>1; discard 2c", "JOKER_NOT_RELAID")
    ok(rules + RUN + DREW, "swap 6h>1; meld 9c 9d *9?; discard 2c")


def test_R_27_to_the_hand_in_a_variant():
    after = ok("rummy40{joker.freed=to_hand}" + RUN + DREW, "swap 6h>1; discard 2c", "[5h 6h 7h]")
    assert "*" in hand(after, "A").split()


def test_R_28_a_freed_joker_does_not_help_to_reach_40():
    here = f"rummy40; table [5h *6h 7h]; hand A 6h 10c Jc Qc 2c 9s; {DREW}"
    no(here, "swap 6h>1; meld 10c Jc Qc *Kc; discard 2c", "NOT_OPENED")
    no(here, "meld 10c Jc Qc; swap 6h>1; layoff *Kc>2; discard 2c", "NOT_OPENED", "OPEN_TOO_LOW")


# The stock

LAST = "rummy40; hand A 5c 9d 2h; hand B ??x99; pile 4c 9c Qs; stock 7h; chance 2024/29; turn A"


def test_R_29_the_stock_is_renewed_right_after_the_discard_of_who_drew_the_last_card():
    state = rl.play(rl.position(LAST), "draw")
    assert len(state.stock) == 0
    assert [str(card) for card in state.pile] == ["4c", "9c", "Qs"]
    state = rl.play(state, "discard 5c")
    assert [str(card) for card in state.pile] == ["5c"]
    assert sorted(map(str, state.stock)) == ["4c", "9c", "Qs"]
    assert not rl.check(state, "draw")


def test_R_29_the_order_is_the_same_each_time():
    first, second = (rl.play(rl.play(rl.position(LAST), "draw"), "discard 5c") for _ in range(2))
    assert str(first) == str(second)


def test_R_29_without_known_chance_the_new_order_is_hidden():
    state = rl.play(rl.position(LAST.replace("chance 2024/29; ", "")), "draw")
    assert list(rl.play(state, "discard 5c").stock) == [None, None, None]


def test_R_29_who_goes_out_reshuffles_nothing():
    here = "rummy40; table [5c 6c 7c]; hand A+ 8c; hand B ??x98; pile 4c 9c Qs; stock 7h; chance 2024/29; turn A"
    state = rl.play(rl.play(rl.position(here), "draw"), "layoff 8c>1")
    state = rl.play(state, "discard 7h")
    assert rl.outcome(state).winners == ("A",)
    assert [str(card) for card in state.pile] == ["4c", "9c", "Qs", "7h"]


NOTHING = "; hand A 5c 9d; hand B+ 4s 8s; pile 4c; stock; turn A"


def test_R_30_nothing_to_shuffle_an_unopened_player_may_pass_and_the_round_is_void():
    result = rl.outcome(ok("rummy40" + NOTHING, "pass"))
    assert (result.how, result.winners) == ("blocked", ())
    assert set(rl.settle(result, rl.RUMMY40).values()) == {0}


def test_R_30_an_opened_player_must_take():
    here = "rummy40; hand A+ 5c 9d; hand B+ 4s 8s; pile 4c; stock; turn A"
    no(here, "pass", "MAY_NOT_PASS")
    ok(here, "take; discard 9d")


def test_R_30_passing_is_allowed_only_then():
    no("rummy40; hand A 5c 9d; pile 4c; stock 7h ??x9; turn A", "pass", "MAY_NOT_PASS")


def test_R_30_the_lowest_hand_wins_in_a_variant():
    result = rl.outcome(ok("rummy40{ending.blocked=lowest_wins}" + NOTHING, "pass"))
    assert result.winners == ("B",)


def test_R_31_a_deal_without_end_is_stopped_and_named_unfinished():
    here = "rummy40{ending.max_turns=50}; hand A 5c 9d; hand B 4s 8s; pile 4c; stock ??x40; turns 49; turn A drew"
    result = rl.outcome(ok(here, "discard 9d"))
    assert (result.how, result.winners) == ("unfinished", ())
    assert rl.RUMMY40.ending.max_turns == 300


# The end and the score


def test_R_32_going_out_with_a_discard():
    after = ok(f"rummy40; hand A+ 5h 6h 7h 9s; hand B 2c; {DREW}", "meld 5h 6h 7h; discard 9s")
    assert rl.outcome(after).how == "out"
    assert rl.outcome(after).winners == ("A",)


def test_R_33_play_stops_at_once():
    after = ok(f"rummy40; table [5h 6h 7h]; hand A+ 9s; hand B+ 8h 2c 2d 2h; {DREW}", "discard 9s")
    assert {v.code for v in rl.check(after, "draw", seat="B")} == {"DEAL_OVER"}
    assert {v.code for v in rl.check(after, "layoff 8h>1", seat="B")} == {"DEAL_OVER"}
    assert rl.penalties(rl.outcome(after), after.rules)["B"] == 14


def test_R_34_the_losers_pay_their_hands():
    after = ok(f"rummy40; hand A+ 9s; hand B Ac * 10d; hand C 2c; {DREW}", "discard 9s")
    assert rl.penalties(rl.outcome(after), after.rules) == {"A": 0, "B": 36, "C": 2}
    assert rl.settle(rl.outcome(after), after.rules) == {"A": 0, "B": 36, "C": 2}


ONE_TURN = f"; hand A 10h Jh Qh Kh 9s; hand B 2h; {DREW}"
EARLIER = f"; hand A+ 10h Jh Qh Kh 9s; hand B 2h; {DREW}"


def test_R_35_going_rummy_is_opening_and_going_out_in_one_turn():
    after = ok("rummy40" + ONE_TURN, "meld 10h-Kh; discard 9s")
    assert rl.outcome(after).one_turn
    assert rl.went_rummy(rl.outcome(after), after.rules)
    assert rl.penalties(rl.outcome(after), after.rules)["B"] == 27


def test_R_35_not_for_who_opened_earlier():
    after = ok("rummy40" + EARLIER, "meld 10h-Kh; discard 9s")
    assert not rl.outcome(after).one_turn
    assert not rl.went_rummy(rl.outcome(after), after.rules)
    assert rl.penalties(rl.outcome(after), after.rules)["B"] == 2


def test_R_35_every_win_in_a_variant():
    after = ok("rummy40{scoring.rummy_when=every_win}" + EARLIER, "meld 10h-Kh; discard 9s")
    assert rl.went_rummy(rl.outcome(after), after.rules)
    assert rl.penalties(rl.outcome(after), after.rules)["B"] == 27


def test_R_35_double_penalties_in_a_variant():
    after = ok("rummy40" + ONE_TURN, "meld 10h-Kh; discard 9s")
    assert rl.penalties(rl.outcome(after), rl.RUMMY40.vary(scoring__rummy_bonus="double"))["B"] == 4
    assert rl.penalties(rl.outcome(after), rl.RUMMY40.vary(scoring__rummy_bonus=0))["B"] == 2


def test_R_36_going_rummy_needs_40():
    here = f"; hand A 2c 2d 2h 2s 2c 2d 2h 3c 3d 3h 3c 3d 3h 9s; hand B Kc; {DREW}"
    turn = "meld 2c 2d 2h 2s; meld 2c 2d 2h; meld 3c 3d 3h; meld 3c 3d 3h; discard 9s"
    no("rummy40" + here, turn, "OPEN_TOO_LOW")
    after = ok("rummy40{opening.for_rummy=waived}" + here, turn)
    assert rl.went_rummy(rl.outcome(after), after.rules)


def test_R_36_waived_only_for_who_goes_out():
    here = f"rummy40{{opening.for_rummy=waived}}; hand A 2c 2d 2h 5s 9s; hand B Kc; {DREW}"
    no(here, "meld 2c 2d 2h; discard 9s", "OPEN_TOO_LOW")


def test_R_37_rummy_51():
    here = f"; table [5h 6h 7h]; hand A 10s Js Qs Ks As 8h 9s; hand B 2h *; {DREW}"
    built, plain = "meld 10s-As; layoff 8h>1; discard 9s", "meld 10s-As; discard 9s"
    after = ok("rummy51" + here, built)
    assert rl.outcome(after).built
    assert not rl.went_rummy(rl.outcome(after), after.rules)
    assert rl.penalties(rl.outcome(after), after.rules)["B"] == 27
    after = ok("rummy51" + here.replace(" 8h", ""), plain)
    assert rl.went_rummy(rl.outcome(after), after.rules)
    assert rl.penalties(rl.outcome(after), after.rules)["B"] == 52
    no("rummy51" + f"; hand A 10h Jh Qh Kh 9s 2s; {DREW}", "meld 10h-Kh; discard 9s", "OPEN_TOO_LOW")


def test_R_38_the_match_is_a_setting():
    assert (rl.RUMMY40.match.kind, rl.RUMMY40.match.limit, rl.RUMMY40.match.buy_in) == ("elimination", 150, 0)
    for kind in ("single", "rounds", "elimination"):
        assert rl.RUMMY40.vary(match__kind=kind).match.kind == kind
    with pytest.raises(RummyError, match=r"match\.kind"):
        rl.RUMMY40.vary(match__kind="best_of")


def test_R_39_the_ring_game_adds_up_to_nothing_and_a_rummy_costs_more():
    rules = rl.RUMMY40.vary(scoring__settlement=(1, 2))
    out = rl.outcome(ok("rummy40" + EARLIER, "meld 10h-Kh; discard 9s"))
    rummy = rl.outcome(ok("rummy40" + ONE_TURN, "meld 10h-Kh; discard 9s"))
    assert rl.payout([out], rules) == {"A": 1, "B": -1}
    assert rl.payout([rummy], rules) == {"A": 2, "B": -2}
    assert sum(rl.payout([out, rummy], rules).values()) == 0
