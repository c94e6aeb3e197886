"""The choices that the plain search proposes: legal, in a fixed order, rich enough to hold the booklet's examples."""

from itertools import islice

import pytest

import rummy_lab as rl
from rummy_lab.search import acts, best_layout, exists, legal_turns

BOOKLET = {
    "1a": ("table [6r 7r 8r]; hand A+ 5r 9r", "[5r 6r 7r 8r]"),
    "1b": ("table [8r 8y 8g]; hand A+ 8b 1r", "[8r 8y 8g 8b]"),
    "2": ("table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 1r", "[2y 2g 2b] [3g 4g 5g 6g]"),
    "3": ("table [2b 3b 4b 5b 6b]; hand A+ 4b 1r", "[2b 3b 4b] [4b 5b 6b]"),
}


@pytest.mark.parametrize("example", BOOKLET)
def test_the_booklets_examples_are_among_the_turns(example):
    position, table = BOOKLET[example]
    here = rl.position(f"schmidt; {position}; hand B 1y; turn A")
    tables = {" ".join(sorted(map(str, rl.play(here, turn).table))) for turn in legal_turns(here, 500)}
    assert table in tables


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        ("rummy40; table [10h 10s *10?]; hand A+ 10d 10c Kd Kc 2h; turn A drew", "swap 10c 10d>1; meld Kc Kd *K?"),
        ("schmidt; table [4r *5r 6r]; hand A+ 5r 13y 12y 1b; turn A", "swap 5r>1; meld *11y 12y 13y; end"),
        ("schmidt; table [8r 8y 8g] [9r 10r 11r] [5y 6y 7y]; hand A+ 8b 1r 9g 10g; turn A", "pull 8g<1"),
        ("schmidt; table [2r 3r 4r 5r 6r 7r 8r]; hand A+ 5b 5g 1y; turn A", "split 1/4r; pull 5r<2; meld 5r 5g 5b"),
    ],
)
def test_it_finds(position, turn):
    here = rl.position(position)
    found = [str(one) for one in legal_turns(here, 500)]
    assert any(turn in one for one in found)


def test_before_the_draw_only_the_draw_is_chosen_and_a_take_only_where_a_turn_can_follow():
    some = "rummy40; hand A {}; hand B 2h; pile {}; stock 3h 4h; turn A"
    assert list(map(str, legal_turns(rl.position(some.format("Kh Kd 2c 3c Qs", "Ks"))))) == ["draw"]
    assert list(map(str, legal_turns(rl.position(some.format("Kh Kd Qh Qd Qs 3c", "Ks"))))) == ["draw", "take"]
    # Opening with all cards would leave none to throw.
    assert list(map(str, legal_turns(rl.position(some.format("Kh Kd Qh Qd Qs", "Ks"))))) == ["draw"]


def test_nothing_can_be_done_after_the_end():
    assert legal_turns(rl.position("schmidt; hand A; hand B 1r; over out A")) == ()


def test_the_limit_is_kept_and_shorter_lists_begin_longer_ones():
    here = rl.position("schmidt; table [6r 7r 8r] [2y 3y 4y]; hand A+ 5r 9r 5y 1y 6r; stock 1b; turn A")
    many = legal_turns(here, 100)
    for limit in (1, 2, 5, 10):
        assert legal_turns(here, limit) == many[:limit]


@pytest.mark.parametrize(
    ("rules", "cards", "need", "keep", "laid"),
    [
        ("schmidt", "3r 4r 5r 6r 7r 6y 6b", 0, 0, 6),
        ("schmidt", "3r 4r 5r 6r 7r 6y 6b", 0, 1, 6),
        ("rummy40", "5h 6h 7h 8h 9h", 0, 1, 4),
        ("rummy40", "10h Jh * Kh 2c", 40, 1, 4),
        ("rummy40", "10h Jh * 3h 2c", 40, 1, 0),
        ("schmidt", "8r 8y 8g 8r 8y 8g 1b", 48, 0, 6),
        ("rummy40", "2c 3c 4c 5c Kc Kd Kh 2d 2h", 40, 0, 9),
    ],
)
def test_the_best_layout_lays_so_many_cards(rules, cards, need, keep, laid):
    known = rl.rule_set(rules)
    layout = best_layout(known, map(rl.Card, cards.split()), need, keep)
    assert sum(map(len, layout)) == laid
    assert not layout or sum(meld.points(known) for meld in layout) >= need


def test_a_play_that_is_compulsory_is_found_however_deep_it_lies():
    here = rl.position(
        "schmidt{turn.must_play=yes}; table [1r 2r 3r] [4r 4y 4g] [5r 5y 5b] [1y 1g 1b] [6g 7g 8g]; "
        "hand A+ 4b 13y; hand B 1b; stock 1r; turn A"
    )
    turns = legal_turns(here, 10)
    assert turns
    assert all(not rl.check(here, turn, exists=exists) for turn in turns)
    assert "draw" not in map(str, turns)


def test_acts_leave_the_position_alone_and_give_the_state_after_them():
    here = rl.position("schmidt; table [6r 7r 8r]; hand A+ 5r 9r 1y; turn A")
    before = str(here)
    for act, there in islice(acts(here), 50):
        assert rl.play(here, rl.Turn(act)) == there
    assert str(here) == before
