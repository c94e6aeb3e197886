"""Faults known from other programs for such games, as positions."""

from itertools import permutations

import pytest

import rummy_lab as rl
from rulebook.say import no, ok, readings

DREW = "pile 4c; stock ??x40; turn A drew"
VARIANTS = [
    "rummy40",
    "rummy40{pack.ace=both}",
    "rummy40{pack.ace=low}",
    "rummy40{melds.wrap=yes}",
    "rummy40{joker.set_release=either}",
    "rummy51",
    "kalooki_uk",
    "jokeren_nl",
    "bicycle_kaluki",
]


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("cards", ["Kc Kd Ad", "10h 10h *", "8c 8d 8d", "8c 8d 8h 8s 8c", "* * Kc Kc"])
def test_what_is_no_set_is_none_under_any_variant(rules, cards):
    assert readings(rules, cards) == {}


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("cards", ["Kc Kd Kh", "Ac Ad Ah As", "8c 8d *"])
def test_what_is_a_set_is_one_under_every_variant(rules, cards):
    assert len(readings(rules, cards)) == 1


@pytest.mark.parametrize("cards", sorted(set(permutations(["8r", "8r", "*"]))), ids=" ".join)
def test_a_joker_does_not_hide_a_repeated_card(cards):
    row = " ".join(cards)
    assert readings("schmidt", row) == {}
    no("schmidt; hand A+ 8r 8r * 13b; turn A", f"meld {row}; end", "COLOUR_TWICE", "GAP", "MIXED_RANK")


@pytest.mark.parametrize("rules", VARIANTS)
def test_a_run_does_not_go_on_past_a_high_ace_but_where_it_goes_round(rules):
    legal = "[Kh Ah 2h]" in readings(rules, "Kh Ah 2h")
    assert legal == (rules == "rummy40{melds.wrap=yes}")


def test_what_a_joker_stands_for_stays_when_a_card_is_built_in_front_of_it():
    here = f"rummy40; table [*5h 6h 7h]; hand A+ 4h 4h 5h 9s 2c; {DREW}"
    ok(here, "layoff 4h>1; swap 5h>1; layoff *8h>1; discard 2c", "[4h 5h 6h 7h *8h]")
    no(here, "layoff 4h>1; swap 4h>1", "NOT_THE_JOKERS_CARD")


def test_one_card_with_two_jokers_has_to_be_told_apart():
    no(f"rummy40; hand A+ 10h * * 2c; {DREW}", "meld 10h * *", "JOKER_UNDECLARED")
    assert list(readings("rummy40", "10h * *").values())[:2] == [30, 30]


def test_a_refused_build_leaves_the_state_as_it_was():
    state = rl.position(f"rummy40; table [10h 10s *10?]; hand A+ 10h 2c; {DREW}")
    before = (str(state), state.table, state.hands["A"])
    with pytest.raises(rl.IllegalMove):
        rl.play(state, "layoff 10h>1")
    assert (str(state), state.table, state.hands["A"]) == before


def test_two_thirteens_and_a_joker_are_worth_39():
    assert readings("schmidt", "13r 13y *") == {"[13r 13y *13?]": 39}


def test_the_table_stands_when_the_turn_has_ended():
    here = "schmidt; hand A+ 5r 6r 7r 13b; hand B+ 2y 2g; stock ??x9; turn A"
    after = ok(here, "meld 5r 6r 7r; end")
    assert after.seat == "B"
    assert str(rl.play(after, "draw").table) == "[5r 6r 7r]"


def test_a_move_taken_back_can_be_made_again():
    here = rl.position(f"rummy40; table [5h 6h 7h]; hand A+ 8h 9s 2c; {DREW}")
    first = rl.play(here, "layoff 8h>1")
    assert rl.undo(first) == here
    assert rl.play(rl.undo(first), "layoff 8h>1") == first
    assert [str(card) for card in rl.undo(first).hands["A"]].count("8h") == 1


def test_the_last_card_is_discarded_not_built():
    here = f"rummy40; table [5h 6h 7h]; hand A+ 8h; hand B 2c; {DREW}"
    no(here, "layoff 8h>1", "KEEP_A_DISCARD")
    assert rl.outcome(ok(here, "discard 8h")).winners == ("A",)


def test_the_last_discard_before_a_reshuffle_can_be_taken():
    here = "rummy40; hand A+ Kh 9d 2h; hand B+ ??x4; pile 4c 9c Qs; stock 7h; turn A"
    state = rl.play(rl.play(rl.position(here), "draw"), "discard Kh")
    assert [str(card) for card in state.pile] == ["Kh"]
    assert "Kh" in map(str, rl.play(state, "take").hands["B"])
