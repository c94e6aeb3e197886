"""What people may pass by mistake gets one sentence, never an error of Python's own."""

import pytest

import rummy_lab as rl

HERE = "schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 9r; hand B 3r; stock ??x40; turn A"
BAD = {
    "a position that is its text": lambda here: rl.check(HERE, "end"),
    "a position that is nothing": lambda here: rl.play(None, "end"),
    "moves in a list of texts": lambda here: rl.check(here, ["layoff 6g>1", "end"]),
    "moves that are bytes": lambda here: rl.check(here, b"draw"),
    "moves that are nothing": lambda here: rl.play(here, None),
    "a text that is nothing": lambda here: rl.position(None),
    "a seat that is not there": lambda here: rl.check(here, "end", seat="Z"),
    "a view of a seat that is not there": lambda here: rl.view(here, "C"),
    "a rule set that is nothing": lambda here: rl.rule_set(None),
    "a deal of nothing": lambda here: rl.deal(None),
    "players in words": lambda here: rl.deal("schmidt", players="2"),
    "hands without seats": lambda here: rl.deal("schmidt", hands="5r"),
    "a hand of cards": lambda here: rl.deal("schmidt", hands={"A": [rl.Card("5r")]}),
    "a hand with a bound joker": lambda here: rl.deal("schmidt", hands={"A": "*8r"}),
    "a field that is not there": lambda here: rl.RUMMY40.vary(foo=151),
    "a record that is none": lambda here: rl.write_record("x", "y.txt"),
    "a best turn of a text": lambda here: rl.best_turn("x"),
}


@pytest.mark.parametrize("call", BAD.values(), ids=BAD)
def test_one_sentence(call):
    with pytest.raises(rl.RummyError) as said:
        call(rl.position(HERE))
    assert "\n" not in str(said.value)
    assert len(str(said.value)) > 20


class _Mute:
    """A value that does not say what it is."""

    def __repr__(self):
        raise AttributeError


@pytest.mark.parametrize("value", [("x" * 100,) * 10_000, 10**5_000, _Mute()], ids=["long", "endless", "mute"])
def test_whatever_is_given_is_quoted_in_a_sentence_that_can_be_read(value):
    here = rl.position(HERE)
    for call in (
        lambda: rl.position(value), lambda: rl.check(here, value), lambda: rl.check(here, "end", seat=value),
        lambda: rl.view(here, value), lambda: rl.best_turn(value), lambda: rl.best_turn(here, value),
        lambda: rl.best_turn(here, nodes=value if not isinstance(value, int) else -value), lambda: rl.rule_set(value),
        lambda: rl.deal("schmidt", players=value), lambda: rl.deal("schmidt", hands=value),
        lambda: rl.deal("schmidt", hands={"A": value}), lambda: rl.write_record(value, "y.txt"),
        lambda: rl.selfplay(value, ["greedy"] * 2, games=1), lambda: rl.selfplay("schmidt", [value] * 2, games=1),
        lambda: rl.selfplay("schmidt", ["greedy"] * 2, games=1, until=value),
        lambda: rl.selfplay("schmidt", ["greedy"] * 2, games=1, out=value),
        lambda: rl.half_width(value, 0.1), lambda: rl.chance("schmidt", value),
    ):  # fmt: skip
        with pytest.raises(rl.RummyError) as said:
            call()
        assert 20 < len(str(said.value)) < 2_000
        assert "\n" not in str(said.value)


@pytest.mark.parametrize("card", ["*", "4r", "*8h", "7h"])
def test_a_card_that_cannot_be_hidden_is_not_drawn(card):
    here = rl.position("rummy40; table [5h 6h 7h]; hand A * * 7h; pile 9c; stock ??x3; turn A")
    (reason,) = rl.check(here, f"draw {card}")
    assert reason.code == "NOT_THE_TOP_CARD"
    assert reason.top is None


def test_readings_take_a_meld_its_text_and_texts_of_cards():
    expected = rl.readings("schmidt", "5r 6r *")
    assert expected
    for cards in (rl.Meld.parse("[5r 6r *]"), "[5r 6r *]", ["5r", "6r", "*"]):
        assert rl.readings("schmidt", cards) == expected


def test_only_what_hangs_on_an_unknown_hand_is_unknown():
    result = rl.outcome(rl.position("schmidt; hand A+2; hand B ?; hand C 5r; over out A"))
    assert rl.settle(outcome=result, rules="schmidt") == {"A": None, "B": None, "C": -5}


def test_hidden_cards_of_ones_own_hand_are_asked_for():
    with pytest.raises(rl.IncompletePosition, match="hand of A"):
        rl.best_turn(rl.position("schmidt; table [2g 3g 4g 5g]; hand A+ ?? 5r; turn A"))
    with pytest.raises(rl.IncompletePosition, match="hand of A"):
        list(rl.steps(rl.position("schmidt; table [2g 3g 4g 5g]; turn A")))
