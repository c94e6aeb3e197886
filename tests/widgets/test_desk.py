"""The desk, message by message: the examples of the rulebooks, jokers, refusals, choices, undo, the hand."""

import zlib

import pytest

import rummy_lab as rl
from rummy_lab.core.cards import Card
from rummy_lab.core.violations import VIOLATIONS, CardMissing
from rummy_lab.widgets.desk_frame import Look
from rummy_lab.words import short_reason
from widgets.tables import act, check_ids, codes, desk_of, drop, ids_of, send, tap

WORDS = ("en", "de", "nl")


def table(desk):
    return str(desk.state.table)


# The examples of the booklet and their like


@pytest.mark.parametrize("card", ["5r", "9r"])
def test_example_1_a_card_is_added_to_a_run(card):
    desk = desk_of("schmidt; table [6r 7r 8r]; hand A+ 5r 9r 1b; turn A")
    drop(desk, ids_of(desk, card), "m1")
    assert desk.frame()["zones"][0]["mark"] == {"sign": "good", "text": "valid"}
    act(desk, "end")
    assert desk.refusal is None
    assert table(desk) == ("[5r 6r 7r 8r]" if card == "5r" else "[6r 7r 8r 9r]")
    assert desk.state.seat == "B"


def test_example_1_a_card_is_added_to_a_set_by_taps():
    desk = desk_of("schmidt; table [8r 8y 8g]; hand A+ 8b 1b; turn A")
    tap(desk, *ids_of(desk, "8b"), "m1")
    act(desk, "end")
    assert table(desk) == "[8r 8y 8g 8b]"


def test_example_2_a_card_is_added_and_another_taken():
    desk = desk_of("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 1b; turn A")
    drop(desk, ids_of(desk, "6g"), "m1")
    tap(desk, *ids_of(desk, "2g", "m1"), *ids_of(desk, "2y 2b"), "new")
    act(desk, "end")
    assert table(desk) == "[3g 4g 5g 6g] [2y 2g 2b]"


def test_example_2_card_by_card_with_unfinished_melds_between():
    desk = desk_of("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 1b; turn A")
    two = ids_of(desk, "2g", "m1")
    drop(desk, two, "loose")
    assert table(desk) == "[3g 4g 5g]"
    drop(desk, two, "new")
    assert desk.frame()["zones"][1]["mark"] == {"sign": "unfinished", "text": "2 more cards"}
    drop(desk, ids_of(desk, "2y"), "m2")
    act(desk, "end")
    assert codes(desk) == {"TOO_SHORT"}
    assert desk.refusal.near == "m2"
    drop(desk, ids_of(desk, "2b"), "m2")
    drop(desk, ids_of(desk, "6g"), "m1")
    act(desk, "end")
    assert table(desk) == "[3g 4g 5g 6g] [2y 2g 2b]"


def test_example_3_a_run_is_split():
    desk = desk_of("schmidt; table [2b 3b 4b 5b 6b]; hand A+ 4b 1b; turn A")
    drop(desk, ids_of(desk, "5b 6b", "m1"), "new")
    assert table(desk) == "[2b 3b 4b] [5b 6b]"
    drop(desk, ids_of(desk, "4b"), "m2")
    act(desk, "end")
    assert table(desk) == "[2b 3b 4b] [4b 5b 6b]"


def test_example_3_the_double_first_then_the_split():
    desk = desk_of("schmidt; table [2b 3b 4b 5b 6b]; hand A+ 4b 1b; turn A")
    drop(desk, ids_of(desk, "4b"), "m1")
    assert desk.frame()["zones"][0]["mark"]["text"] == "the same card twice"
    drop(desk, [*ids_of(desk, "5b 6b", "m1"), desk.ids.places["m1"][-1]], "new")
    act(desk, "end")
    assert table(desk) == "[2b 3b 4b] [4b 5b 6b]"


def test_a_meld_dropped_on_another_joins_it():
    desk = desk_of("schmidt; table [2r 3r 4r] [5r 6r 7r]; hand A+ 8r 1b; turn A")
    drop(desk, desk.ids.places["m2"], "m1")
    drop(desk, ids_of(desk, "8r"), "m1")
    act(desk, "end")
    assert table(desk) == "[2r 3r 4r 5r 6r 7r 8r]"


def test_a_turn_of_rummy_40():
    done = []
    desk = desk_of(
        "rummy40; table [6h 7h 8h]; hand A+ 5h 9h 2c; hand B 3c 3d; pile Qd; stock 7c 7d; turn A",
        on_turn=lambda *told: done.append(told),
    )
    start = desk.state
    tap(desk, "stock")
    assert desk.state.phase == "drew"
    assert not done
    drop(desk, ids_of(desk, "5h 9h"), "m1")
    tap(desk, *ids_of(desk, "2c"), "pile")
    ((before, turn, after),) = done
    assert before == start
    assert str(turn) == "draw; layoff 5h 9h>1; discard 2c"
    assert after == desk.state == rl.play(before, turn)


def test_the_pile_is_taken_by_a_tap():
    desk = desk_of("rummy40; table [6h 7h 8h]; hand A+ 5h 2c; pile 3c Qd; stock 7c; turn A")
    tap(desk, desk.ids.places["pile"][-1])
    assert str(desk.state.taken) == "Qd"
    assert desk.frame()["news"][0] == "You took: queen of diamonds."


def test_the_last_card_wins():
    done = []
    desk = desk_of("schmidt; table [6r 7r 8r]; hand A+ 5r; hand B 1b; turn A", on_turn=lambda *told: done.append(told))
    drop(desk, ids_of(desk, "5r"), "m1")
    act(desk, "end")
    assert desk.state.over.how == "out"
    assert len(done) == 1
    frame = check_ids(desk)
    assert not frame["buttons"]["end"]["on"]
    assert not any(card["live"] for card in frame["cards"])
    assert frame["news"] == ["You end your turn.", "You went out and win."]
    assert desk.log[-1]["text"] == "You went out and win."
    act(desk, "draw")
    assert codes(desk) == {"DEAL_OVER"}


# Jokers


def test_a_swap_in_schmidt():
    desk = desk_of("schmidt; table [5r *6r 7r]; hand A+ 6r 9y 9g 1b; turn A")
    drop(desk, ids_of(desk, "6r"), ids_of(desk, "*6r", "m1")[0])
    assert table(desk) == "[5r 6r 7r]"
    assert [zone["mark"]["text"] for zone in desk.frame()["zones"] if zone["id"] == "loose"] == ["lay these again"]
    drop(desk, [*ids_of(desk, "9y 9g"), *desk.ids.places["loose"]], "new")
    act(desk, "end")
    assert table(desk) == "[5r 6r 7r] [9y 9g *9?]"


def test_a_swap_in_rummy_40():
    desk = desk_of("rummy40; table [10h 10s *10?]; hand A+ 10c 10d 5h 6h 2c; pile 3c; stock 7c; turn A drew")
    drop(desk, ids_of(desk, "10c 10d"), "m1")
    assert table(desk) == "[10c 10d 10h 10s]"
    drop(desk, [*ids_of(desk, "5h 6h"), *desk.ids.places["loose"]], "new")
    assert [option["text"] for option in desk.frame()["chooser"]["options"]] == ["7 of hearts", "4 of hearts"]
    assert send(desk, "choose", option=1)
    tap(desk, *ids_of(desk, "2c"), "pile")
    assert table(desk) == "[10c 10d 10h 10s] [*4h 5h 6h]"


def test_where_a_card_may_be_added_or_exchanged_the_desk_asks():
    desk = desk_of("schmidt; table [8r 8y *8?]; hand A+ 8g 1b; turn A")
    (card,) = ids_of(desk, "8g")
    drop(desk, card, "m1")
    chooser = desk.frame()["chooser"]
    assert [option["text"] for option in chooser["options"]] == ["add it as one more card", "exchange it for the joker"]
    assert chooser["near"] == card
    assert table(desk) == "[8r 8y *8?]"
    assert send(desk, "choose", option=1)
    assert table(desk) == "[8r 8y 8g]"
    assert desk.frame()["chooser"] is None
    desk.undo()
    drop(desk, card, "m1")
    assert send(desk, "choose", option=0)
    assert table(desk) == "[8r 8y 8g *8?]"


def test_the_chooser_of_an_opening_shows_points_and_the_sum_dearest_first():
    desk = desk_of("schmidt; hand A * 9r 10r 1b; turn A")
    drop(desk, ids_of(desk, "* 9r 10r"), "new")
    options = desk.frame()["chooser"]["options"]
    assert [(option["points"], option["sum"]) for option in options] == [(30, "30 of 30"), (27, "27 of 30")]
    assert send(desk, "choose", option=0)
    act(desk, "end")
    assert desk.state.opened["A"]


def test_without_a_choice_the_cards_go_back():
    desk = desk_of("schmidt; hand A * 9r 10r 1b; turn A")
    before = desk.state, desk.ids, desk.hand
    tap(desk, *ids_of(desk, "* 9r 10r"), "new")
    assert send(desk, "choose", option=None)
    assert (desk.state, desk.ids, desk.hand) == before
    assert desk.picked == ()


def test_a_joker_that_is_still_open_at_the_end_is_asked_about():
    desk = desk_of("schmidt; hand A+ * 9r 10r 1b; turn A: meld * 9r 10r")
    act(desk, "end")
    assert len(desk.frame()["chooser"]["options"]) == 2
    assert send(desk, "choose", option=1)
    assert table(desk) == "[*8r 9r 10r]"
    assert desk.state.seat == "B"


# Refusals

OPENED = "schmidt; table [6r 7r 8r] [8y 8b *8?] [9b *10b 11b]; hand A+ 5r 9r 9y 9g 8b 7r 3y; stock 1b 1r; turn A"
BUILD = (
    "rummy40{pack.jokers=6}; table [6h 7h 8h] [10h 10s *10?] [9c *10c Jc] [4d 4h 4s *4?]; "
    "hand A+ 5h 9h 10d 2c 2d Ah 4c; pile 3c 3d; stock 7c; turn A"
)
REFUSED = [
    ("TOO_SHORT", OPENED, [("9r 9y", "new"), "end"]),
    ("LEFT_TOO_SHORT", OPENED, [("6r<1", "loose"), "end"]),
    ("MIXED_COLOUR", OPENED, [("9y", "m1"), "end"]),
    ("MIXED_RANK", OPENED, [("8b 9y 9g", "new"), "end"]),
    ("COLOUR_TWICE", OPENED, [("8b", "m2"), "end"]),
    ("GAP", OPENED, [("5r 7r 9r", "new"), "end"]),
    ("NO_RACK_CARD", OPENED, ["end"]),
    ("NO_RACK_CARD", OPENED, [("8r<1", "m2"), ("8r<2", "m1"), "end"]),
    ("CARD_MISSING", OPENED, [("5r 9r", "m1"), ("5r<1", "loose"), ("6r<1", "loose"), "end"]),
    ("JOKER_MOVED", OPENED, [("*8?<2", "loose"), ("9y 9g", "new"), ("*8?<loose", "m4"), "end"]),
    ("NOT_THE_JOKERS_CARD", OPENED, [("5r", "*10b<3")]),
    ("JOKER_NOT_RELAID", OPENED.replace("3y", "10b"), [("10b", "*10b<3"), "end"]),
    ("NO_SUCH_JOKER", OPENED, [("line", "swap 5r>1")]),
    ("NO_SUCH_MELD", OPENED, [("line", "layoff 5r>9")]),
    ("NOT_IN_MELD", OPENED, [("line", "pull 1r<1")]),
    ("NOT_IN_HAND", OPENED, [("line", "meld 1r")]),
    ("NO_DISCARD_PILE", OPENED, [("line", "discard 5r")]),
    ("MAY_NOT_PASS", OPENED, [("line", "pass")]),
    ("TURN_IS_OVER", OPENED, [("line", "draw; meld 5r")]),
    ("ONE_CARD_ONLY", OPENED, [("line", "draw; draw")]),
    ("PLAY_OR_DRAW", OPENED, [("line", "layoff 5r>1; draw")]),
    ("STOCK_EMPTY", OPENED.replace("stock 1b 1r", "stock"), ["draw"]),
    ("NOT_OPENED", OPENED.replace("A+", "A"), [("5r", "m1")]),
    ("TABLE_THIS_TURN", OPENED.replace("A+", "A").replace("3y", "9b"), [("9r 9y 9g 9b", "new"), ("5r", "m1")]),
    ("OPEN_TOO_LOW", OPENED.replace("A+", "A"), [("9r 9y 9g", "new"), "end"]),
    ("TOO_LONG", "schmidt; hand A+ 8r 8y 8g 8b 8r 1b; turn A", [("8r 8y 8g 8b 8r", "new"), "end"]),
    ("WRAP", "schmidt; hand A+ 12r 13r 1r 1b; turn A", [("12r 13r 1r", "new"), "end"]),
    ("ACE_LOW", "rummy40; hand A+ Ah 2h 3h 4c; pile 5c; stock 6c; turn A drew", [("Ah 2h 3h", "new")]),
    ("NO_NATURAL", "schmidt{pack.jokers=4}; hand A+ * * * 1b; turn A", [("* * *", "new"), "end"]),
    ("TOO_MANY_JOKERS", "schmidt{melds.max_jokers=1}; hand A+ 8r 8y * * 1b; turn A", [("8r 8y * *", "new"), "end"]),
    ("MUST_DRAW", BUILD, [("5h", "m1")]),
    ("MUST_DRAW", BUILD, [("2c", "pile")]),
    ("ALREADY_DREW", BUILD, ["draw", "take"]),
    ("ALREADY_DREW", BUILD, ["draw", "draw"]),
    ("MUST_DISCARD", BUILD, ["draw", "end"]),
    ("DISCARD_JUST_TAKEN", BUILD, ["take", ("3d", "pile")]),
    ("MELD_FIXED", BUILD, ["draw", ("6h<1", "hand")]),
    ("MELD_FIXED", BUILD, ["draw", ("6h<1 7h<1 8h<1", "m2")]),
    ("SET_CLOSED", BUILD, ["draw", ("4c", "*4?<4")]),
    ("NEED_BOTH_SUITS", BUILD, ["draw", ("line", "swap 10d>2")]),
    ("NOT_THE_TOP_CARD", BUILD, [("3c<pile", "hand")]),
    ("NOT_THE_TOP_CARD", BUILD.replace("pile 3c 3d", "pile"), ["take"]),
    ("ONE_CARD_ONLY", BUILD, ["draw", ("2c 2d", "pile")]),
    ("KEEP_A_DISCARD", "rummy40; table [6h 7h 8h]; hand A+ 5h; pile 2c; stock 7c; turn A drew", [("5h", "m1")]),
    ("MUST_OPEN", "rummy40; hand A 10h Jh Kh 2c; pile Qh; stock 7c; turn A", ["take", ("2c", "pile")]),
    ("MUST_MELD_TAKEN", BUILD.replace("6}", "6,pile.use=meld}"), ["take", ("2c", "pile")]),
    ("MIN_ROUND", "jokeren_nl; hand A 10h Jh Qh Kh 2c; pile 5c; stock 6c; turn A drew", [("10h Jh Qh Kh", "new")]),
    ("NOT_YOUR_TURN", OPENED.replace("; stock 1b 1r; turn A", "; hand B 1y; stock 1b 1r; turn B"), [("5r", "m1")]),
    ("DEAL_OVER", "schmidt; table [6r 7r 8r]; hand A 5r; hand B; over out B", ["draw"]),
]


def gesture(desk, what):
    if isinstance(what, str):
        act(desk, what)
    elif what[0] == "line":
        assert send(desk, "line", text=what[1])
    else:
        found = []
        for card in what[0].split():
            name, _, heap = card.partition("<")
            place = {"": None, "loose": "loose", "pile": "pile"}.get(heap, f"m{heap}")
            row = desk.ids.places[place or f"hand-{desk.seat}"]
            found.append(next(one for one in row if str(desk.ids.cards[one]) == name and one not in found))
        on = what[1]
        if "<" in on:
            name, _, heap = on.partition("<")
            on = ids_of(desk, name, f"m{heap}")[0]
        drop(desk, found, on)


@pytest.mark.parametrize(("code", "text", "gestures"), REFUSED)
def test_an_illegal_gesture_is_refused_with_its_code_and_changes_nothing(code, text, gestures):
    desk = desk_of(text, seat="A")
    *legal, illegal = gestures
    for what in legal:
        gesture(desk, what)
        assert desk.refusal is None
    before = desk.state, desk.ids, desk.hand, desk.log
    gesture(desk, illegal)
    assert code in codes(desk)
    assert (desk.state, desk.ids, desk.hand, desk.log) == before
    for lang in WORDS:
        desk.lang = lang
        refusal = desk.frame()["refusal"]
        assert refusal["text"]
        assert refusal["rule"]["title"]
        assert refusal["rule"]["place"]
        there = {one["id"] for one in (*desk.frame()["cards"], *desk.frame()["zones"])}
        assert refusal["near"] in there


def test_most_codes_are_reached_by_gestures():
    reached = {code for code, _, _ in REFUSED}
    left = {kind.code for kind in VIOLATIONS} - reached
    # Compulsory play has a test of its own; an undeclared joker is asked about.
    assert left == {"MUST_PLAY", "JOKER_UNDECLARED"}


def test_a_play_that_is_compulsory_is_asked_for():
    desk = desk_of("schmidt{turn.must_play=yes}; table [6r 7r 8r]; hand A+ 5r 1b; stock 2b; turn A")
    act(desk, "draw")
    assert codes(desk) == {"MUST_PLAY"}
    drop(desk, ids_of(desk, "5r"), "m1")
    act(desk, "end")
    assert desk.state.seat == "B"


def test_a_refusal_tells_the_reason_that_teaches_most_and_the_others_also():
    desk = desk_of("schmidt; table [6r 7r 8r]; hand A+ 9y 1b; turn A: pull 6r<1; layoff 9y>1")
    act(desk, "end")
    refusal = desk.frame()["refusal"]
    assert refusal["near"] == "m1"
    assert refusal["text"].startswith("Meld 1")
    assert refusal["also"] == [short_reason(CardMissing(cards=(Card("6r"),)), rules="schmidt")]
    assert refusal["rule"]["right"]["svg"].startswith("<svg")
    assert refusal["rule"]["wrong"]["label"]


def test_a_refusal_stays_until_the_next_gesture():
    desk = desk_of(OPENED.replace("A+", "A"), seat="A")
    gesture(desk, ("5r", "m1"))
    assert send(desk, "narrow", narrow=True, presenter=False)
    assert desk.frame()["refusal"]["text"]
    tap(desk, *ids_of(desk, "5r"))
    assert desk.frame()["refusal"] is None


def test_what_is_picked_up_stays_so_after_a_refusal():
    desk = desk_of("rummy40; hand A 9h 10h Jh Qh 2c; pile 2d; stock 3d; turn A")
    tap(desk, *ids_of(desk, "9h 10h Jh"), "new")
    assert codes(desk) == {"MUST_DRAW"}
    assert desk.picked == tuple(ids_of(desk, "9h 10h Jh"))


def test_of_two_moves_in_one_gesture_the_first_is_taken_back_when_the_second_is_refused():
    desk = desk_of("schmidt; table [6r 7r 8r]; hand A+ 5r 9r; stock 1b; turn A")
    before = desk.state, desk.ids
    drop(desk, ids_of(desk, "8r", "m1"), "new")
    assert str(desk.state.moves) == "pull 8r<1; meld 8r"
    desk.undo()
    assert (desk.state, desk.ids) == before
    desk = desk_of("rummy40; hand A+ 9h 9c 2c; pile 9d; stock 3c; turn A")
    before = desk.state, desk.ids
    drop(desk, [desk.ids.places["pile"][0], *ids_of(desk, "9h 2c")], "new")
    assert "MIXED_RANK" in codes(desk)
    assert (desk.state, desk.ids) == before


# Undo and redo


def test_undo_and_redo_step_by_step():
    desk = desk_of(OPENED)
    seen = [(desk.state, desk.ids, desk.hand)]
    for what in [("5r", "m1"), ("9r", "m1"), ("9y 9g", "new"), ("9r<1", "m4")]:
        gesture(desk, what)
        seen.append((desk.state, desk.ids, desk.hand))
    for was in seen[-2::-1]:
        act(desk, "undo")
        assert (desk.state, desk.ids, desk.hand) == was
    assert not desk.frame()["buttons"]["undo"]["on"]
    act(desk, "undo")
    assert desk.frame()["news"] == ["There is nothing to undo."]
    for was in seen[1:]:
        act(desk, "redo")
        assert (desk.state, desk.ids, desk.hand) == was
    assert not desk.frame()["buttons"]["redo"]["on"]


def test_a_new_move_forgets_what_was_taken_back():
    desk = desk_of(OPENED)
    gesture(desk, ("5r", "m1"))
    act(desk, "undo")
    gesture(desk, ("9r", "m1"))
    assert not desk.may_redo


def test_in_practice_a_draw_can_be_taken_back_and_that_is_said():
    desk = desk_of(BUILD)
    before = desk.state
    act(desk, "draw")
    act(desk, "undo")
    assert desk.state == before
    assert "already seen" in desk.frame()["news"][-1]
    act(desk, "redo")
    assert desk.state.phase == "drew"


def test_in_a_scored_game_a_draw_stands():
    desk = desk_of(BUILD, practice=False)
    act(desk, "draw")
    gesture(desk, ("5h", "m1"))
    drawn = desk.state.before
    act(desk, "undo")
    assert desk.state == drawn
    assert not desk.frame()["buttons"]["undo"]["on"]
    act(desk, "undo")
    assert desk.state == drawn
    assert desk.frame()["refusal"]["text"] == "You cannot go back here: the card has been seen."


def test_restart_puts_back_what_was_moved_and_keeps_the_draw():
    desk = desk_of(BUILD)
    act(desk, "draw")
    drawn = desk.state
    gesture(desk, ("5h", "m1"))
    gesture(desk, ("9h", "m1"))
    act(desk, "restart")
    assert desk.state == drawn


def test_a_position_inside_a_turn_can_be_taken_back_to_its_start():
    desk = desk_of("schmidt; table [6r 7r 8r]; hand A+ 5r 9r 1b; turn A: layoff 5r>1; layoff 9r>1")
    for _ in range(2):
        act(desk, "undo")
    assert not desk.state.moves
    act(desk, "redo")
    assert table(desk) == "[5r 6r 7r 8r]"


def test_nobody_goes_back_behind_the_end_of_a_turn():
    desk = desk_of("schmidt; table [6r 7r 8r]; hand A+ 5r 9r 1b; hand B 1y; turn A")
    gesture(desk, ("5r", "m1"))
    act(desk, "end")
    assert not desk.may_undo


# Drawing with cards on the move


def test_drawing_asks_whether_the_moved_cards_shall_go_back():
    desk = desk_of(OPENED, seat="A")
    gesture(desk, ("5r", "m1"))
    moved = desk.state
    tap(desk, "stock")
    assert desk.frame()["question"] == {
        "text": "You have moved cards. Put them back and draw?",
        "yes": "Yes",
        "no": "No",
        "near": "stock",
    }
    assert send(desk, "answer", yes=False)
    assert desk.state == moved
    assert desk.frame()["question"] is None
    tap(desk, "stock")
    assert send(desk, "answer", yes=True)
    assert desk.state.seat == "B"
    assert len(desk.state.hands["A"]) == 8
    check_ids(desk)


def test_an_empty_stock_makes_the_end_a_pass():
    desk = desk_of("schmidt; table [6r 7r 8r]; hand A+ 1b; hand B 1y; stock; turn A")
    assert desk.frame()["buttons"]["end"]["text"] == "Pass"
    act(desk, "end")
    assert desk.state.passes == 1


# The hand


def test_the_hand_is_sorted_by_suit_rank_and_melds():
    desk = desk_of("schmidt; hand A 7b 3r 7r 5r 4r 7g 1b; turn A")

    def hand():
        return " ".join(str(desk.ids.cards[one]) for one in desk.hand)

    act(desk, "sort")
    assert hand() == "3r 4r 5r 7r 7g 1b 7b"
    act(desk, "sort")
    assert hand() == "1b 3r 4r 5r 7r 7g 7b"
    act(desk, "sort")
    assert hand() == "3r 4r 5r 7r 7g 7b 1b"
    assert not desk.may_undo
    assert desk.state.hands["A"] == rl.position("schmidt; hand A 7b 3r 7r 5r 4r 7g 1b; turn A").hands["A"]


def test_cards_are_moved_within_the_hand_and_keep_their_place():
    desk = desk_of("schmidt; table [6r 7r 8r]; hand A+ 5r 1b 2b 3b; turn A")
    first, second, third, last = desk.hand
    drop(desk, [last], "hand", 0)
    assert desk.hand == (last, first, second, third)
    drop(desk, [last, first], third)
    assert desk.hand == (second, last, first, third)
    drop(desk, [first], "m1")
    assert desk.hand == (second, last, third)
    act(desk, "undo")
    assert desk.hand == (second, last, first, third)
    assert not desk.log[:-2]


def test_a_hand_that_is_kept_sorted():
    desk = desk_of("rummy40; hand A 9h 2c; pile 2d; stock 4c; turn A")
    assert send(desk, "settings", autosort=True)
    act(desk, "draw")
    assert " ".join(str(desk.ids.cards[one]) for one in desk.hand) == "2c 4c 9h"


# Taps


def test_a_card_is_picked_up_and_put_back_by_taps():
    desk = desk_of(OPENED)
    (card,) = ids_of(desk, "5r")
    tap(desk, card)
    assert desk.picked == (card,)
    assert desk.frame()["news"] == ["Picked up: red 5."]
    assert next(one for one in desk.frame()["cards"] if one["id"] == card)["picked"]
    tap(desk, card)
    assert desk.picked == ()
    tap(desk, card)
    assert send(desk, "clear")
    assert desk.picked == ()


def test_a_double_click_draws_once():
    desk = desk_of(BUILD)
    twice = {"type": "tap", "id": "stock", "gen": desk.gen}
    assert desk.handle(twice)
    assert not desk.handle(twice)
    assert len(desk.state.hands["A"]) == 8


def test_a_tap_on_a_card_of_another_meld_puts_down():
    desk = desk_of("schmidt; table [6r 7r 8r] [8y 8g 8b]; hand A+ 5r 9r; turn A")
    tap(desk, *ids_of(desk, "8r", "m1"), *ids_of(desk, "8g", "m2"))
    assert table(desk) == "[6r 7r] [8r 8y 8g 8b]"


def test_nothing_is_done_by_a_tap_on_an_empty_place():
    desk = desk_of(OPENED)
    before = desk.state
    tap(desk, "new")
    assert desk.state == before
    assert desk.frame()["news"] == ["First pick up a card."]


# The line of text


def test_a_line_of_text_is_one_step():
    desk = desk_of(OPENED)
    assert send(desk, "line", text="layoff 5r>1; layoff 9r>1")
    assert table(desk).startswith("[5r 6r 7r 8r 9r]")
    act(desk, "undo")
    assert not desk.state.moves


def test_a_line_that_is_no_move_is_told():
    desk = desk_of(OPENED)
    assert send(desk, "line", text="lay the red 5 sideways")
    assert "sideways" in " ".join(desk.frame()["news"])
    assert desk.state == rl.position(OPENED)


# What the others hold


def test_the_frame_says_nothing_of_hidden_cards():
    seen = []
    for hidden in ("1b 13y", "2g 7g"):
        desk = desk_of(f"schmidt; table [6r 7r 8r]; hand A+ 5r 9r; hand B+ {hidden}; stock {hidden[:2]} 4r; turn A")
        frame = desk.frame()
        assert all(card["label"] == "hidden card" for card in frame["cards"] if card["zone"] in ("hand-B", "stock"))
        seen.append(frame)
    assert seen[0] == seen[1]


def test_a_drawn_card_is_named_only_to_who_drew_it():
    text = "rummy40; hand A 9h 2c; hand B 3c; pile 2d; stock 4c 5c; turn A"
    desk = desk_of(text)
    act(desk, "draw")
    assert desk.frame()["news"] == ["You drew: 4 of clubs."]
    assert [entry["text"] for entry in desk.log] == ["You draw a card from the stock."]


def test_out_of_turn_the_own_hand_may_still_be_sorted():
    desk = desk_of(OPENED.replace("; stock 1b 1r; turn A", "; hand B 1y; stock 1b 1r; turn B"), seat="A")
    act(desk, "sort")
    assert desk.refusal is None
    act(desk, "end")
    assert codes(desk) == {"NOT_YOUR_TURN"}
    act(desk, "hint")
    assert codes(desk) == {"NOT_YOUR_TURN"}


# From outside


def test_another_position_keeps_the_ids_of_cards_that_are_in_both():
    desk = desk_of("schmidt; table [6r 7r 8r]; hand A+ 5r 1b; hand B+ 9r 1y; stock 2y 2b; turn B", seat="A")
    mine, meld, theirs = desk.hand, desk.ids.places["m1"], desk.ids.places["hand-B"]
    after = rl.play(desk.state, "layoff 9r>1; end")
    desk.set_state(after, ["Player B lays off."])
    assert desk.hand == mine
    assert desk.ids.places["m1"] == (*meld, theirs[0])
    assert desk.frame()["news"] == ["Player B lays off.", "Your turn"]
    assert desk.frame()["buttons"]["end"]["on"]
    assert not desk.may_undo


def test_a_new_deal_has_new_ids():
    desk = desk_of("schmidt; table [6r 7r 8r]; hand A+ 5r 1b; turn A")
    before = {one for row in desk.ids.places.values() for one in row}
    desk.set_state(rl.deal("rummy40", 3, 1))
    assert before.isdisjoint(one for row in desk.ids.places.values() for one in row)
    check_ids(desk)


# Help


def test_hints_grow_stronger_and_begin_anew_after_a_move():
    desk = desk_of("schmidt; table [6r 7r 8r]; hand A+ 5r 9b; turn A")
    told = []
    for _ in range(4):
        act(desk, "hint")
        told += desk.frame()["news"]
    assert told[:3] == [rl.hint(desk.state, strength) for strength in (1, 2, 3)]
    assert told[3] == told[2]
    drop(desk, ids_of(desk, "5r"), "m1")
    act(desk, "hint")
    assert desk.frame()["news"] == [rl.hint(desk.state, 1)]


def test_what_fits_is_shown_while_it_is_asked_for():
    desk = desk_of("schmidt; table [6r 7r 8r] [1y 1g 1b]; hand A+ 5r 13b; stock 3b; turn A")
    assert desk.frame()["fits"] is None
    act(desk, "fits")
    fits = desk.frame()["fits"]
    assert fits["cards"] == ids_of(desk, "5r")
    assert set(fits["zones"]) == {"stock", "m1"}
    tap(desk, *ids_of(desk, "5r"))
    assert set(desk.frame()["fits"]["zones"]) == {"m1", "new"}
    tap(desk, *ids_of(desk, "5r"), *ids_of(desk, "13b"))
    assert desk.frame()["fits"]["zones"] == ["new"]
    act(desk, "fits")
    assert desk.frame()["fits"] is None


# Frames


def test_every_zone_and_card_has_its_box_on_the_canvas():
    for look in (Look(), Look(narrow=True), Look(presenter=True), Look(size="large")):
        for text in (OPENED, BUILD):
            desk = desk_of(text, look=look)
            frame = check_ids(desk)
            docked = frame.get("dock", {"zones": []})
            assert bool(docked["zones"]) == look.narrow
            for one in (*frame["zones"], *frame["cards"]):
                sheet = docked if one.get("zone", one["id"]) in docked["zones"] else frame
                x, y, width, height = one["box"]
                assert x >= 0 <= y
                assert width > 4 < height
                assert x + width <= sheet["width"] + 1
                assert y + height <= sheet["height"] + 1


def test_the_zones_of_a_frame_are_those_that_messages_may_name():
    texts = (OPENED, BUILD, "rummy40; table [6h 7h 8h]; hand A 5h 9h; hand B 2c; stock; over out B", "schmidt; turn A")
    for text in texts:
        for narrow in (False, True):
            desk = desk_of(text, seat="A", look=Look(narrow=narrow))
            shown = {zone["id"] for zone in desk.frame()["zones"]}
            named = {zone for zone in desk.shown().zones() if not zone.startswith("hand-") or zone in shown}
            assert shown == named


def test_what_was_told_is_told_once():
    desk = desk_of(OPENED)
    gesture(desk, ("5r", "m1"))
    assert desk.frame()["news"]
    assert send(desk, "narrow", narrow=True, presenter=False)
    assert desk.frame()["news"] == []
    desk.lang = "de"
    assert desk.frame()["news"] == []


def test_settings_change_the_picture_and_no_card():
    desk = desk_of(BUILD)
    seen = [desk.frame()]
    for setting in ({"size": "large"}, {"four_colours": True}, {"contrast": True}, {"lang": "nl"}):
        assert send(desk, "settings", **setting)
        frame = desk.frame()
        assert all(frame.get("packed", frame.get("svg")) != one.get("packed", one.get("svg")) for one in seen)
        assert [card["id"] for card in frame["cards"]] == [card["id"] for card in seen[0]["cards"]]
        seen.append(frame)


def test_long_pictures_are_packed_and_hold_every_card_by_its_id():
    desk = desk_of("schmidt; table " + "[1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r] " * 2 + "; hand A+ 5y; turn A")
    frame = desk.frame()
    svg = zlib.decompress(frame["packed"]).decode() if "packed" in frame else frame["svg"]
    assert ("packed" in frame) == (len(svg) > 20_000)
    for card in frame["cards"]:
        assert svg.count(f'id="{card["id"]}"') == 1
    assert "svg" in desk_of("schmidt; hand A 5y; turn A").frame() or "packed" in desk.frame()


def test_faces_grow_and_serve_every_frame():
    desk = desk_of("rummy40; hand A 9h 2c; hand B 3c; pile 2d; stock 4c 5c; turn A")
    first = desk.frame() and desk.faces()
    act(desk, "draw")
    desk.frame()
    assert first.items() < desk.faces().items()
    assert all(text.startswith(f'<g id="{name}"') for name, text in desk.faces().items())


def test_a_meld_keeps_its_place_for_the_whole_turn():
    desk = desk_of("schmidt; table [6r 7r 8r] [2g 3g 4g 5g]; hand A+ 9r 5y; turn A")

    def boxes():
        return {zone["id"]: zone["box"] for zone in desk.frame()["zones"] if zone["kind"] == "meld"}

    before = boxes()
    drop(desk, ids_of(desk, "9r"), "m1")
    assert boxes() == before
    drop(desk, ids_of(desk, "5g", "m2"), "loose")
    assert boxes() == before


def test_a_heap_that_is_no_meld_shows_neither_kind_nor_points():
    desk = desk_of("schmidt; table [6r 7r 8r]; hand A+ 9y 5y 1b; turn A")
    drop(desk, ids_of(desk, "9y"), "m1")
    mark = desk.frame()["zones"][0]["mark"]
    assert mark == {"sign": "unfinished", "text": "different colours"}


@pytest.mark.parametrize("lang", WORDS)
def test_the_sum_of_the_opening_is_always_in_view(lang):
    desk = desk_of("schmidt; hand A 9r 9y 9g 1b; turn A", lang=lang)
    drop(desk, ids_of(desk, "9r 9y 9g"), "new")
    assert any("27" in text and "30" in text for text in desk.frame()["status"])
    assert any("27" in text and "30" in text for text in desk.frame()["news"])


def test_the_frame_is_the_same_until_something_changes():
    desk = desk_of(OPENED)
    assert desk.frame() == desk.frame()
    gen = desk.frame()["gen"]
    tap(desk, *ids_of(desk, "5r"))
    assert desk.frame()["gen"] == gen + 1
