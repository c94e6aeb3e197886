"""What is told to somebody who only hears the table."""

import pytest

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
        (1, "You draw a card from the stock."),
        (2, "Player B plays."),
    ]
    desk.set_state(desk.state, ["Later."])
    assert news(desk) == ["Later."]


def test_a_joker_that_was_exchanged_is_named_and_told_once():
    desk = desk_of(JOKER)
    drop(desk, ids_of(desk, "6r"), "m1")
    assert news(desk)[-1] == "Taken out: joker, lay these again."
    drop(desk, ids_of(desk, "*", "loose"), "m2")
    act(desk, "end")
    assert news(desk) == ["You end your turn.", "Player B to play"]


def test_where_several_people_look_nobody_is_you():
    desk = desk_of("schmidt; table [6r 7r 8r]; hand A+ 5r 9r; hand B 1y; turn A")
    desk.shared = True
    drop(desk, ids_of(desk, "5r"), "m1")
    assert news(desk)[0] == "Player A lays the red 5 off on meld 1."
    desk.seat = "B"
    act(desk, "end")
    assert desk.frame()["refusal"]["text"].endswith("player A, not of player B.")


def test_one_who_waits_is_told_whose_turn_it_is():
    desk = desk_of("schmidt; table [6r 7r 8r]; hand A+ 5r 9r; hand B 1y; turn B", seat="A")
    for name in ("end", "draw", "hint", "fits"):
        act(desk, name)
        assert desk.frame()["refusal"]["text"] == "Wait a moment: it is the turn of player B.", name


def test_a_button_that_is_off_says_why():
    desk = desk_of("schmidt; table [6r 7r 8r]; hand A+; hand B 1y; stock; turn A", seat="A")
    told = {}
    for name in ("undo", "redo", "restart", "sort", "draw"):
        assert not desk.frame()["buttons"][name]["on"]
        act(desk, name)
        told[name] = " ".join(news(desk)) or desk.frame()["refusal"]["text"]
    assert told == {
        "undo": "There is nothing to undo.",
        "redo": "There is nothing to redo.",
        "restart": "There is nothing to undo.",
        "sort": "You have no cards left.",
        "draw": "The stock is empty, so there is nothing left to draw.",
    }


@pytest.mark.parametrize(
    ("text", "line", "done"),
    [
        ("schmidt; table [4r 5r *6r 7r]; hand A+ 6r 2y; turn A", "lay the red 6 on meld 1", "swap 6r>1"),
        ("rummy40; table [5h *6h 7h]; hand A+ 6h 8h 2c; pile 3c; turn A drew", "6 of hearts to meld 1", "swap 6h>1"),
        ("schmidt; table [4r 5r *6r 7r]; hand A+ 8r 2y; turn A", "lay the red 8 on meld 1", "layoff 8r>1"),
        ("schmidt; table [4r 5r *6r 7r]; hand A+ 6r 2y; turn A", "layoff 6r>1", "layoff 6r>1"),
    ],
)
def test_a_line_does_what_the_same_gesture_does(text, line, done):
    desk = desk_of(text)
    assert send(desk, "line", text=line)
    assert str(desk.state.moves) == done or str(desk.state.moves).endswith(f"; {done}")


def test_a_line_asks_where_the_gesture_asks():
    desk = desk_of("schmidt; table [8r 8y *8?]; hand A+ 8g 1b; turn A")
    assert send(desk, "line", text="green 8 to meld 1")
    assert [option["text"] for option in desk.frame()["chooser"]["options"]] == [
        "add it as one more card", "exchange it for the joker",
    ]  # fmt: skip
    assert send(desk, "choose", option=1)
    assert str(desk.state.table) == "[8r 8y 8g]"


def test_a_card_put_on_its_own_meld_goes_back():
    desk = desk_of("schmidt; table [6r 7r 8r 9r]; hand A+ 5r; turn A")
    (nine,) = ids_of(desk, "9r", "m1")
    tap(desk, nine, "m1")
    assert (news(desk), desk.picked, desk.frame()["refusal"]) == (["Put back: red 9."], (), None)
    drop(desk, [nine], ids_of(desk, "6r", "m1")[0], 0)
    assert (news(desk), str(desk.state.table)) == (["Put back: red 9."], "[6r 7r 8r 9r]")


def test_what_can_i_do_says_that_it_is_on_and_off():
    desk = desk_of("schmidt; table [6r 7r 8r]; hand A+ 5r 9r 1b; turn A")
    act(desk, "fits")
    assert news(desk)[0] == "What can be used is marked now."
    assert news(desk)[1].startswith("You can do this now: Lay the red 5 off on meld 1.")
    act(desk, "fits")
    assert news(desk) == ["Nothing is marked any more."]
    tap(desk, *ids_of(desk, "5r"))
    act(desk, "fits")
    assert news(desk) == ["What can be used is marked now.", "This fits: Meld 1, New meld."]
    assert desk.frame()["fits"]["zones"] == ["m1", "new"]


def test_the_card_drawn_last_is_remembered_until_another_deal():
    desk = answering("draw")
    assert send(desk, "line", text="what did I draw")
    assert news(desk) == ["You have not drawn a card yet."]
    act(desk, "draw")
    assert send(desk, "line", text="what did I draw?")
    assert news(desk) == ["You drew: yellow 2."]
    desk.set_state(rl.position("schmidt; hand A 5r 1b 4y; hand B 9r 1y 3y; stock 2y; turn A"))
    assert send(desk, "line", text="what did I draw?")
    assert news(desk) == ["You have not drawn a card yet."]


def test_keys_lead_to_the_hand_and_to_melds():
    keys = {zone["id"]: zone["key"] for zone in desk_of(JOKER).frame()["zones"]}
    assert {zone: key for zone, key in keys.items() if key} == {"m1": "1", "m2": "2", "hand": "0"}


def test_a_hint_is_looked_for_once(monkeypatch):
    asked = []

    def hint(state, strength, lang):
        asked.append(lang)
        return f"Hint {strength}"

    monkeypatch.setattr("rummy_lab.widgets.asked_table.hint", hint)
    desk = desk_of("schmidt; table [6r 7r 8r]; hand A+ 5r 9r; turn A")
    act(desk, "hint")
    assert (news(desk), [line["text"] for line in desk.log]) == (["Hint 1"], ["Hint 1"])
    assert asked == ["en"]
    desk.lang = "de"
    assert [line["text"] for line in desk.log] == ["Hint 1"]
    assert asked == ["en", "de"]
