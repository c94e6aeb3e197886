"""Positions that say only a part (D16): what can be asked of them, and the one sentence where it cannot."""

import pytest

import rummy_lab as rl


@pytest.mark.parametrize(
    ("text", "turn", "needs"),
    [
        ("schmidt; hand A 4r; turn A", "draw", "stock"),
        ("schmidt; hand A 4r; turn A", "pass", "stock"),
        ("schmidt; stock 4r; turn A", "draw", "hand of A"),
        ("schmidt; turn B", "meld 4r 5r 6r", "hand of B"),
        ("schmidt; table [4r 5r 6r]; hand B+; turn B", "layoff 7r>1", None),
        ("schmidt; table [4r 5r 6r]; hand B+ ?; turn B", "layoff 7r>1", "hand of B"),
        ("rummy40; hand A 4c; turn A", "take", "pile"),
        ("rummy40; pile 4c; turn A", "take", "hand of A"),
        ("rummy40; turn A drew", "discard 4c", "hand of A"),
        ("rummy40; hand A 4c; turn A", "draw", "stock"),
    ],
)
def test_what_is_needed_and_not_said_is_named_in_one_sentence(text, turn, needs):
    here = rl.position(text)
    if needs is None:
        assert rl.check(here, turn)
        return
    for ask in (rl.check, rl.play, rl.play_until_error):
        with pytest.raises(rl.IncompletePosition) as asked:
            ask(here, turn)
        said, _, mend = str(asked.value).partition("; ")
        assert said == f"this needs the {needs}, which the position does not say"
        assert mend.startswith("write it as ")
        assert mend.endswith(f": {here}")
        assert asked.value.needs == needs


def test_missing_parts_are_unknown_and_a_missing_table_is_empty():
    here = rl.position("schmidt")
    assert here.hands == {"A": None, "B": None}
    assert here.counts == {"A": None, "B": None}
    assert here.stock is None
    assert here.pile is None
    assert here.table == ()
    assert (here.seat, here.phase, here.round, here.passes, here.chance) == ("A", "start", 1, 0, None)
    assert here.opened == {"A": False, "B": False}


def test_a_name_without_anything_behind_it_is_empty():
    here = rl.position("rummy40; hand A+; pile; stock; turn A")
    assert here.hands == {"A": (), "B": None}
    assert here.pile == ()
    assert here.stock == ()
    assert here.opened == {"A": True, "B": False}


@pytest.mark.parametrize(
    ("text", "seats"),
    [("schmidt", "AB"), ("schmidt; hand A 4r", "AB"), ("schmidt; hand C 4r", "ABC"), ("schmidt; turn D", "ABCD"),
     ("schmidt; starter E", "ABCDE"), ("schmidt; hand H", "ABCDEFGH"), ("schmidt; over out C", "ABC"),
     ("schmidt; over blocked A D", "ABCD")],
)  # fmt: skip
def test_the_seats_are_those_named_and_two_at_least(text, seats):
    assert rl.position(text).seats == tuple(seats)
    assert rl.position(str(rl.position(text))) == rl.position(text)


@pytest.mark.parametrize(
    ("text", "round_", "seat"),
    [("schmidt; turn B", 1, "B"), ("schmidt; round 3; turn A", 3, "A"), ("schmidt; turns 5; turn B", 3, "B"),
     ("schmidt; hand C; starter B; turn A", 1, "A"), ("schmidt; round 2; starter B; turn B", 2, "B"),
     ("schmidt; round 3; hand A; hand B 4r; over out A", 3, "A")],
)  # fmt: skip
def test_rounds(text, round_, seat):
    here = rl.position(text)
    assert here.round == round_
    assert here.seat == seat
    assert rl.position(str(here)) == here


def test_a_turn_may_be_judged_where_only_the_movers_hand_is_known():
    here = rl.position("schmidt; table [6r 7r 8r]; hand A+ 5r 1b; turn A")
    after = rl.play(here, "layoff 5r>1; end")
    assert str(after) == "schmidt; table [5r 6r 7r 8r]; hand A+ 1b; turn B"


def test_a_hidden_card_of_the_hand_may_be_any_card():
    here = rl.position("schmidt; table [6r 7r 8r]; hand A+ 1b ??x2; turn A")
    after = rl.play(here, "layoff 5r>1; end")
    assert after.counts["A"] == 2
    assert [v.code for v in rl.check(here, "layoff 5r 9r 10r>1; end")] == ["NOT_IN_HAND"]


def test_drawing_a_hidden_card_and_naming_it():
    here = rl.position("rummy40; hand A 4c; pile 9d; stock ??x3; turn A")
    assert str(rl.play(here, "draw")) == "rummy40; hand A 4c ??; pile 9d; stock ??x2; turn A drew"
    assert str(rl.play(here, "draw 7h")) == "rummy40; hand A 4c 7h; pile 9d; stock ??x2; turn A drew"


def test_an_empty_stock_is_known_to_be_empty():
    here = rl.position("schmidt; hand A 4r; stock; turn A")
    assert [v.code for v in rl.check(here, "draw")] == ["STOCK_EMPTY"]
    assert rl.check(here, "pass") == ()


def test_going_out_where_the_others_hands_are_unknown_ends_the_deal_without_a_price():
    after = rl.play(rl.position("schmidt; hand A 10r 10y 10g; turn A"), "meld 10r 10y 10g; end")
    result = rl.outcome(after)
    assert (result.how, result.winners) == ("out", ("A",))
    assert rl.penalties(result, rl.SCHMIDT) == {"A": 0, "B": None}
    assert rl.settle(result, rl.SCHMIDT) == {"A": None, "B": None}
    assert rl.settle(result, rl.RUMMY40) == {"A": 0, "B": None}


def test_a_blocked_deal_with_an_unknown_hand_has_no_winner():
    after = rl.play(rl.position("schmidt; hand A 4r; hand B ??x2; stock; passes 1; turn A"), "pass")
    result = rl.outcome(after)
    assert (result.how, result.winners) == ("blocked", ())
    assert rl.settle(result, rl.SCHMIDT) == {"A": None, "B": None}


def test_a_match_does_not_take_a_deal_without_a_price():
    match = rl.Match(rl.SCHMIDT, ("A", "B"))
    result = rl.outcome(rl.position("schmidt; hand A; hand B ?; over out A"))
    with pytest.raises(ValueError, match="unknown"):
        match.record(result)
    assert match.deals == 0


def test_known_cards_fit_in_the_pack_and_counts_add_up():
    assert rl.position("schmidt; hand A ??x106; turn A").counts["A"] == 106
    for text in (
        "schmidt; hand A ??x107",
        "schmidt; hand A ??x50; stock ??x57",
        "schmidt; table [4r 5r 6r]; hand A 4r 4r",
        "schmidt; table [4r *5r 6r] [8r 8y *8?]; stock *",
    ):
        with pytest.raises(rl.NotationError, match=r"add up|take cards away"):
            rl.position(text)


def test_steps_need_the_hand_in_one_sentence():
    with pytest.raises(rl.IncompletePosition, match="needs the hand of A"):
        list(rl.steps(rl.position("schmidt; stock ??; turn A")))


def test_steps_without_a_stock_are_those_of_playing():
    here = rl.position("schmidt; table [6r 7r 8r]; hand A+ 5r; turn A")
    assert {str(move) for move in rl.steps(here)} >= {"layoff 5r>1", "pull 6r<1"}
    assert "draw" not in {str(move) for move in rl.steps(here)}


@pytest.mark.parametrize("rules", ["schmidt{turn.must_play=yes}", "schmidt{turn.draws=until_playable}",
                                   "rummy40{turn.must_play=yes}"])  # fmt: skip
def test_rule_sets_that_ask_whether_a_play_exists_say_what_they_need(rules):
    here = rl.position(f"{rules}; hand A 4r 5r; stock ??x3; turn A drew" if "schmidt" in rules else
                       f"{rules}; hand A 4c; pile 2c; stock ??; turn A drew")  # fmt: skip
    turn = "end" if "schmidt" in rules else "discard 4c"
    if "until" in rules:
        turn = "draw"
    if rules == "schmidt{turn.must_play=yes}":
        here, turn = rl.position(f"{rules}; hand A 4r 5r; stock ??x3; turn A"), "draw"
    with pytest.raises(ValueError, match=r"pass exists=rummy_lab\.search\.exists") as asked:
        rl.check(here, turn)
    assert not isinstance(asked.value, rl.RummyError)
    assert rl.check(here, turn, exists=lambda state: False) == ()
    found = [violation.code for violation in rl.check(here, turn, exists=lambda state: True)]
    assert found == (["ALREADY_DREW"] if "until" in rules else ["MUST_PLAY"])
