"""What is told to somebody who only hears the table."""

import rummy_lab as rl
from widgets.tables import act, desk_of, drop, ids_of, send, tap

JOKER = "schmidt; table [4r 5r *6r 7r] [9r 9y 9g]; hand A+ 6r 11b 2y; hand B 1g; stock ??x60; turn A"


def news(desk):
    return desk.frame()["news"]


def answering(play):
    """A desk of A at which B plays as soon as A has."""
    desk = desk_of("schmidt; hand A 5r 1b 4y; hand B 9r 1y 3y; stock 2y 2b 7g; turn A")
    desk.on_turn = lambda *_: desk.set_state(rl.play(desk.state, play), ["Player B plays."])
    return desk


def test_cards_that_are_put_back_are_named():
    desk = desk_of("schmidt; table [6r 7r 8r]; hand A+ 5r 9r; turn A")
    five, nine = ids_of(desk, "5r 9r")
    tap(desk, five, five)
    assert news(desk) == ["Put back: red 5."]
    tap(desk, five, nine)
    send(desk, "clear")
    assert (news(desk), desk.picked) == (["Put back: red 5, red 9."], ())
    tap(desk, five, "hand")
    assert news(desk) == ["Put back: red 5."]
    tap(desk, "hand")
    assert news(desk) == ["First pick up a card."]


def test_what_one_drew_is_told_before_what_was_answered_at_once():
    desk = answering("draw")
    act(desk, "draw")
    assert news(desk) == ["You drew: yellow 2.", "Player B plays.", "Your turn"]
    assert [(one["turn"], one["text"]) for one in desk.frame()["log"]] == [
        (1, "Player A draws a card from the stock."),
        (2, "Player B plays."),
    ]
    desk.set_state(desk.state, ["Later."])
    assert news(desk) == ["Later."]


def test_a_joker_that_was_exchanged_is_named_and_told_once():
    desk = desk_of(JOKER)
    drop(desk, ids_of(desk, "6r"), "m1")
    assert news(desk)[-1] == "Picked up: joker, lay these again."
    drop(desk, ids_of(desk, "*", "loose"), "m2")
    act(desk, "end")
    assert news(desk) == ["Player A ends the turn.", "Player B to play"]
