"""The position editor, without a browser: text in, clicks in, files out."""

import base64
import gc
import itertools
import os
import stat
import weakref
from html import unescape

import ipywidgets
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_lab as rl
from rummy_lab.core.rules import presets
from rummy_lab.lessons.checking import faults_of
from rummy_lab.lessons.reading import LessonError, parse_lesson
from rummy_lab.lessons.skeleton import left_over
from rummy_lab.lessons.steps import KINDS
from rummy_lab.widgets.editor_edits import lying
from rummy_lab.widgets.editor_texts import EDITOR_TEXTS
from rummy_lab.widgets.texts import LANGUAGES
from strategies import mid_turn_positions, partial_positions

EXAMPLE_1 = "schmidt; table [6r 7r 8r]; hand A+ 5r 9r; turn A"
RUMMY40 = "rummy40; table [10h Jh Qh]; hand A+ 10d Kh Ks 2s; hand B 3c 4c; pile 4c 9d 8h; stock 7h ??x41; turn B"
FAULTY = "schmidt; table [6r 7r 8r]; hand A+ 5r 9x; turn A"


class Hands:
    """What a person does, as messages of the browser; each answer is the frame."""

    def __init__(self, editor):
        self.editor = editor
        self.seq = 0

    def __call__(self, kind, /, **fields):
        self.editor._receive(self.editor, {"type": kind, **fields}, [])
        return self.editor.frame

    def type(self, text, *, same=False):
        self.seq += 1
        return self("text", text=text, seq=self.seq, same=same)

    def lay(self, place, *cards):
        self("place", place=place)
        for card in cards:
            self("add", card=card)
        return self.editor.frame


@pytest.fixture
def editor():
    return rl.PositionEditor()


@pytest.fixture
def hands(editor):
    return Hands(editor)


def entry(frame, part, **wanted):
    (found,) = [one for one in frame[part] if all(one[key] == value for key, value in wanted.items())]
    return found


# Text in


def test_it_begins_with_nothing():
    editor = rl.PositionEditor(rules="rummy40")
    assert (editor.text, editor.fault) == ("rummy40; turn A", "")
    assert editor.state == rl.position("rummy40; turn A")


@pytest.mark.parametrize("given", [EXAMPLE_1, rl.position(EXAMPLE_1)])
def test_it_begins_with_a_position(given):
    editor = rl.PositionEditor(given)
    assert editor.text == EXAMPLE_1
    assert editor.state == rl.position(EXAMPLE_1)


def test_a_view_is_edited_as_what_it_shows():
    given = rl.view(rl.deal("schmidt", seed=1), "A")
    assert rl.PositionEditor(given).text == str(given.state)


def test_typing_is_read_at_every_change(editor, hands):
    hands.type(EXAMPLE_1)
    assert editor.state == rl.position(EXAMPLE_1)
    assert unescape(editor.frame["svg"]).count(EXAMPLE_1)
    hands.type("rummy40; hand A 4h; turn A")
    assert editor.state.rules is rl.RUMMY40 or editor.state.rules == rl.RUMMY40


def test_line_breaks_are_blanks(editor, hands):
    hands.type(EXAMPLE_1.replace("; ", ";\n"))
    assert editor.state == rl.position(EXAMPLE_1)


def test_moves_may_follow_also_where_they_ask_whether_a_play_exists(editor):
    text = "schmidt{turn.must_play=yes}; table [6r 7r 8r]; hand A+ 10b; hand B 1b; stock 1r 2r; turn A: draw 1r"
    editor.text = text
    assert editor.fault == ""
    assert editor.state.seat == "B"


def test_a_fault_keeps_the_last_picture_dimmed_and_marks_the_piece():
    editor = rl.PositionEditor(EXAMPLE_1)
    picture = editor.frame["svg"]
    editor.text = FAULTY
    assert editor.state is None
    assert editor.fault == 'Character 39, "9x": 9x is no card; write a rank and a suit letter, as 4r, 10h or *4b.'
    frame = editor.frame
    assert (frame["dim"], frame["svg"]) == (True, picture)
    fault = frame["fault"]
    assert fault["text"] == editor.fault
    assert FAULTY[fault["at"] : fault["end"]] == fault["piece"] == "9x"
    assert (fault["before"] + fault["piece"] + fault["after"]).strip("…") in FAULTY
    editor.text = EXAMPLE_1
    assert (editor.fault, editor.frame["fault"], editor.frame["dim"]) == ("", None, False)


FAULTS = {
    "": "",
    "schmitt; turn A": "schmitt",
    "SCHMIDT": "SCHMIDT",
    "canasta; turn A": "canasta",
    "CANASTA; turn A": "CANASTA",
    "schmidt{opening.points=100}; turn A": "schmidt{opening.points=100}",
    "schmidt{opening.point=1}; turn A": "opening.point=1}",
    "schmidt{opening.points=1,opening.points=2}; turn A": "opening.points=2}",
    "schmidt; hands A; turn A": "hands",
    "schmidt; table [4r 5x]; turn A": "5x",
    "schmidt; table 4r 5r; turn A": "4r",
    "schmidt; table [4r 4r-4r]; turn A": "4r-4r",
    "schmidt; table [4r 4-r]; turn A": "4-r",
    "schmidt; table []; turn A": "[]",
    "schmidt; table [4r 5r 6r]; table [4r 5r 6r]; turn A": "table",
    "schmidt; hand A 4r; table [4r 5r 6r]; turn A": "table",
    "schmidt; hand A 4r; hand A 5r; turn A": "A",
    "schmidt; hand 4r; turn A": "4r",
    "schmidt; hand I 4r; turn A": "I",
    "schmidt; hand A+0 4r; turn A": "A+0",
    "schmidt; hand A 4r *5r; turn A": "4r",
    "schmidt; hand A 14r; turn A": "14r",
    "schmidt; hand A 8?; turn A": "8?",
    "schmidt; hand A Kr; turn A": "Kr",
    "schmidt; pile 4r; turn A": "4r",
    "rummy40; pile 4h ??; turn A": "??",
    "schmidt; passes x; turn A": "x",
    "schmidt; round 0; turn A": "0",
    "schmidt; chance 5; turn A": "5",
    "schmidt; turn": "",
    "schmidt; turn A drew 0": "A",
    "schmidt; turn A took 4r": "A",
    "schmidt; over won A": "won",
    "schmidt; over out": "out",
    "schmidt; turn A; over out A": "over",
    "schmidt; round 2; turns 9; turn A": "round",
    "schmidt; hand A 5r 4h; turn A": "4h",
    "schmidt{pack.ranks=8}; hand A 5r 9r; turn A": "9r",
    "schmidt; hand A 4r 5r 4r 4r; turn A": "4r",
    "schmidt; table [4r *5r 6r]; hand B * *; turn A": "*",
    "schmidt; hand A ??x60; hand B ??x60; turn A": "schmidt",
    "rummy40; hand A 5h; turn A took 4h": "4h",
    "schmidt; table [6r 7r 8r]; hand A+ 5r; turn A: layoff 5r>x": "layoff",
    "schmidt; table [6r 7r 8r]; hand A+ 5r; turn A: lay 5r": "lay",
    "schmidt; table [6r 7r 8r]; hand A+ 5r; turn A: draw; ; end": ";",
    "schmidt; table [6r 7r 8r]; hand A+ 5r 9r; turn A: layoff 9r>1; layoff 4r>1": "layoff",
    "schmidt{pile.use=meld,melds.wrap=yes,pack.ace=both}; turn A": "schmidt{pile.use=meld,melds.w…",
    "rummy40{joker.anchor=free,deal.hand=18,deal.seats=2-8}; turn A": "rummy40{joker.anchor=free,dea…",
    "rummy40; hand A 4h; pile 4c 9d; stock ??x9; turn B: draw; discard 4c": "draw",
    "schmidt; hand A+ 4r 5r 6r; turn A: draw": "draw",
}
ENGLISH = ("write", "did you", "leave", " stands ", " is no ", "needs", "cannot", "there are", "counted", "was taken")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_is_one_sentence_with_place_and_mend(text, lang):
    editor = rl.PositionEditor(EXAMPLE_1, lang=lang)
    editor.text = text
    assert editor.state is None
    assert str(editor._draft.last) == EXAMPLE_1
    fault = editor.frame["fault"]
    assert fault["piece"].startswith(FAULTS[text].removesuffix("…")) if FAULTS[text] else not fault["piece"]
    assert editor.fault.endswith(".")
    assert "\n" not in editor.fault
    begins = {"en": "Character", "de": "Zeichen", "nl": "Teken"}[lang]
    assert editor.fault.startswith(f"{begins} {fault['at'] + 1}, ")
    assert FAULTS[text] in editor.fault
    if lang != "en":
        assert not any(word in editor.fault for word in ENGLISH)


def test_a_fault_changes_its_language():
    editor = rl.PositionEditor(FAULTY)
    assert editor.state is None
    editor.lang = "nl"
    assert editor.fault == (
        "Teken 39, ‘9x’: 9x is geen kaart; schrijf een waarde en een kleurletter, zoals 4r, 10h of *4b."
    )


def test_what_the_judge_stumbles_over_is_a_fault(monkeypatch):
    editor = rl.PositionEditor(EXAMPLE_1)

    def stumble(_text):
        raise KeyError("")

    monkeypatch.setattr("rummy_lab.widgets.editor_draft.position", stumble)
    editor.text = EXAMPLE_1 + ": layoff 5r>1"
    assert editor.state is None
    assert editor.fault.startswith('Character 51, "layoff": these moves cannot be judged on this table; mend')
    editor.lang = "de"
    assert "nicht beurteilen" in editor.fault


def test_a_text_without_end_is_refused(editor):
    editor.text = "schmidt; hand A " + "4r " * 50_000
    assert editor.state is None
    assert "20000" in editor.fault
    assert len(str(editor.frame["fault"])) < 1000 + 3 * 150_000


ALPHABET = "[]{}();:,=+-*?/<>. \n0123456789ABHJKQTrygbcdhsx♥٤½drawtake"


@st.composite
def damaged(draw):
    text = str(draw(st.one_of(partial_positions(), mid_turn_positions())))
    at = draw(st.integers(0, len(text)))
    end = draw(st.integers(at, min(len(text), at + 4)))
    return text[:at] + draw(st.text(ALPHABET, max_size=4)) + text[end:]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(st.text(max_size=40), st.text(ALPHABET, max_size=60), damaged()), max_size=3))
def test_no_text_raises_and_none_loses_the_last_position(texts):
    editor = rl.PositionEditor(EXAMPLE_1)
    last = editor.state
    for text in texts:
        editor.text = text
        assert editor.text == text
        assert (editor.state is None) == bool(editor.fault)
        last = editor.state or last
        assert editor._draft.last == last
        assert editor.frame["svg"].startswith("<svg")
    if texts and editor.state is None:
        editor.undo()
        assert editor.state == last


# Clicks in


def test_example_1_by_clicks(editor, hands):
    assert hands.lay("new", "8r")["news"] == "red 8 added to meld 1"
    for card in ("6r", "7r"):
        hands("add", card=card)
    frame = hands.lay("hand-A", "5r", "9r")
    assert frame["news"] == "red 9 added to hand A"
    frame = hands("set", what="opened", value="A")
    assert frame["news"] == "player A has opened"
    assert editor.text == EXAMPLE_1
    assert editor.state == rl.position(EXAMPLE_1)


def test_a_new_meld_takes_the_cards_that_follow(editor, hands):
    frame = hands.lay("new", "8r")
    assert entry(frame, "places", id="meld-1")["on"]
    hands("add", card="8g")
    hands.lay("new", "2b")
    assert str(editor.state.table) == "[8r 8g] [2b]"


def test_the_palette_says_what_is_left(editor, hands):
    assert entry(editor.frame, "palette", card="6g")["label"] == "green 6, 2 of 2 left"
    frame = hands.lay("hand-A", "6g")
    assert entry(frame, "palette", card="6g")["label"] == "green 6, 1 of 2 left"
    frame = hands.lay("hand-B", "6g")
    gone = entry(frame, "palette", card="6g")
    assert (gone["label"], gone["off"]) == ("green 6, 0 of 2 left", True)
    text = editor.text
    frame = hands("add", card="6g")
    assert frame["news"] == "No green 6 is left in the pack."
    assert editor.text == text


@pytest.mark.parametrize("rules", presets(), ids=str)
def test_the_palette_is_the_pack(rules):
    palette = rl.PositionEditor(rules=rules).frame["palette"]
    assert sum(card["left"] for card in palette if card["card"] != "??") == rules.cards
    assert palette[-1]["card"] == "??"
    assert len({card["label"] for card in palette}) == len(palette)


def test_a_card_that_lies_is_taken_away(hands):
    editor = hands.editor
    hands.type(EXAMPLE_1)
    frame = hands("place", place="hand-A")
    assert [card["label"] for card in frame["lying"]["cards"]] == ["take away red 5", "take away red 9"]
    frame = hands("take", place="hand-A", at=0, card="5r")
    assert frame["news"] == "red 5 taken away from hand A"
    assert editor.text == EXAMPLE_1.replace("5r 9r", "9r")
    hands("take", place="hand-A", at=0, card="5r")  # a second click that came too late
    assert editor.text == EXAMPLE_1.replace("5r 9r", "9r")


def test_a_meld_without_cards_is_gone(editor, hands):
    hands.lay("new", "8r")
    hands("take", place="meld-1", at=0, card="8r")
    assert editor.text == "schmidt; turn A"
    assert [place["id"] for place in editor.frame["places"] if place["on"]] == ["new"]


@pytest.mark.parametrize(("chosen", "then"), [("meld-1", "new"), ("meld-2", "meld-1"), ("hand-A", "hand-A")])
def test_the_chosen_meld_stays_the_same_when_one_before_it_is_gone(chosen, then):
    hands = Hands(rl.PositionEditor("schmidt; table [1r] [2g 2b]; hand A 4r; turn A"))
    hands("place", place=chosen)
    hands("take", place="meld-1", at=0, card="1r")
    assert [place["id"] for place in hands.editor.frame["places"] if place["on"]] == [then]


def test_cards_are_taken_away_by_a_click_on_the_picture():
    editor = rl.PositionEditor(RUMMY40)
    hands, pictures = Hands(editor), editor._pictures
    places = {group.gid: pictures.place_of(group.gid) for group in pictures._shown.groups if group.kind == "card"}
    for gid, (place, at) in places.items():
        if place != "stock":  # the stock shows a back, whatever lies on top
            assert f"card-{lying(editor.state.base, place)[at]}-" in gid
    assert {place for place, _ in places.values()} == {"hand-A", "hand-B", "meld-1", "pile", "stock"}
    hands("pick", gid=next(gid for gid, place in places.items() if place == ("pile", 2)))
    assert editor.state.pile == tuple(map(rl.Card, ("4c", "9d")))
    hands("pick", gid="zone-hand-A")
    assert entry(editor.frame, "places", id="hand-A")["on"]
    hands("pick", gid="zone-nowhere")
    hands("pick", gid="card-of-nobody")


def test_hidden_cards_lie_in_hands_and_in_the_stock(editor, hands):
    hands.lay("hand-B", "??", "??")
    hands.lay("stock", "??", "7r")
    assert editor.text == "schmidt; hand B ??x2; stock 7r ??; turn A"
    frame = hands.lay("new", "??")
    assert frame["news"] == "A hidden card lies in a hand or in the stock; choose one of them first."
    frame = hands("act", name="rest")
    assert frame["news"] == "102 hidden cards are the stock"
    assert len(editor.state.stock) == 104
    assert hands("act", name="rest")["news"] == hands("add", card="5r")["news"]


def test_a_place_is_emptied(hands):
    editor = hands.editor
    hands.type(RUMMY40)
    for place in ("meld-1", "hand-A", "hand-B", "pile", "stock", "new"):
        hands("place", place=place)
        hands("act", name="empty")
    assert editor.text == "rummy40; hand A+ ?; turn B"


def test_whose_turn_phase_seats_and_rules(editor, hands):
    hands("set", what="rules", value="rummy40")
    hands.lay("hand-B", "Qs", "4h")
    hands("set", what="turn", value="B")
    hands("set", what="phase", value="drew")
    assert editor.text == "rummy40; hand B Qs 4h; turn B drew"
    frame = hands("set", what="phase", value="took Qs")
    assert editor.text == "rummy40; hand B Qs 4h; turn B took Qs"
    assert frame["news"] == "Phase: took queen of spades"
    hands("set", what="seats", value="4")
    assert editor.state.seats == ("A", "B", "C", "D")
    hands("take", place="hand-B", at=0, card="Qs")
    assert editor.text == "rummy40; hand B 4h; hand D ?; turn B"
    frame = hands("set", what="rules", value="schmidt")
    assert editor.text == "schmidt; hand B; hand D ?; turn B"
    assert frame["news"] == "Rule set: Schmidt Rummy; left out because it does not fit: 4h"


def test_the_menu_of_rule_sets_has_all_presets_and_the_variant():
    editor = rl.PositionEditor("rummy40{opening.points=51}; turn A")
    menu = entry(editor.frame, "menus", id="rules")
    assert [name for name, _ in menu["options"]] == [*(rules.name for rules in presets()), "rummy40{opening.points=51}"]
    assert menu["value"] == "rummy40{opening.points=51}"


@pytest.mark.parametrize("rules", presets(), ids=str)
@pytest.mark.parametrize("text", [EXAMPLE_1, RUMMY40, "schmidt; over out A", "rummy40; turn A took Qs"])
def test_every_rule_set_can_be_chosen_from_every_position(text, rules):
    hands = Hands(rl.PositionEditor(text))
    hands("set", what="rules", value=rules.name)
    assert hands.editor.state.rules == rules
    hands("act", name="undo")
    assert hands.editor.text == text


def test_a_finished_deal_is_taken_up_by_choosing_whose_turn_it_is():
    hands = Hands(rl.PositionEditor("schmidt; over out A"))
    hands("set", what="phase", value="over")
    assert hands.editor.text == "schmidt; over out A"
    hands("set", what="turn", value="B")
    assert hands.editor.text == "schmidt; turn B"


# Jokers


def test_a_joker_with_several_readings_is_asked_for(editor, hands):
    frame = hands.lay("new", "9r", "10r", "*")
    assert frame["question"] == {
        "title": "What does the joker in meld 1 stand for?",
        "options": ["red 11: [9r 10r *11r]", "red 8: [*8r 9r 10r]"],
    }
    frame = hands("choose", option=1)
    assert str(editor.state.table) == "[*8r 9r 10r]"
    assert frame["question"] is None


def test_the_answer_may_wait(editor, hands):
    hands.lay("new", "9r", "10r", "*")
    frame = hands("choose", option=-1)
    assert frame["question"] is None
    assert str(editor.state.table) == "[9r 10r *]"
    assert len(editor.remarks) == 1
    assert hands("act", name="joker")["question"]["options"]
    hands("choose", option=0)
    assert str(editor.state.table) == "[9r 10r *11r]"
    assert editor.remarks == ()


def test_a_joker_with_one_reading_is_not_asked_for(editor, hands):
    frame = hands.lay("new", "9r", "*", "11r")
    assert frame["question"] is None
    assert frame["news"] == "red 11 added to meld 1; the joker stands for red 10"
    assert str(editor.state.table) == "[9r *10r 11r]"
    frame = hands.lay("hand-A", "*")
    assert (frame["question"], editor.text.count(" *;")) == (None, 1)


# What cannot be


def test_clicks_wait_until_the_text_is_mended():
    hands = Hands(rl.PositionEditor(EXAMPLE_1))
    hands.type(FAULTY)
    for kind, fields in (
        ("add", {"card": "5r"}),
        ("take", {"place": "hand-A", "at": 0, "card": "5r"}),
        ("set", {"what": "turn", "value": "B"}),
        ("act", {"name": "empty"}),
        ("file", {"kind": "svg"}),
        ("pick", {"gid": "card-5r-1"}),
    ):
        frame = hands(kind, **fields)
        assert frame["news"] == "Mend the text first, or undo."
        assert hands.editor.text == FAULTY


def test_moves_are_not_clicked_away():
    text = EXAMPLE_1 + ": layoff 5r>1"
    hands = Hands(rl.PositionEditor(text))
    assert str(hands.editor.state.table) == "[5r 6r 7r 8r]"
    frame = hands("add", card="5g")
    assert frame["news"].startswith("Moves follow behind the colon")
    assert hands.editor.text == text


@pytest.mark.parametrize(
    "content",
    [
        None, 3, [], {}, {"type": 3}, {"type": []}, {"type": "jump"}, {"type": "add"}, {"type": "add", "card": 3},
        {"type": "add", "card": "4x"}, {"type": "add", "card": "4h"}, {"type": "choose", "option": True},
        {"type": "take", "place": "hand-A", "at": "0", "card": "5r"}, {"type": "text", "text": "x"},
    ],
    ids=str,
)  # fmt: skip
def test_messages_of_another_shape_are_refused(content):
    editor = rl.PositionEditor(EXAMPLE_1)
    editor._receive(editor, content, [])
    assert list(editor.refused_messages) == [content]
    assert editor.text == EXAMPLE_1


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "place", "place": "moon"}, {"type": "take", "place": "meld-9", "at": 0, "card": "5r"},
        {"type": "take", "place": "hand-A", "at": 9, "card": "5r"},
        {"type": "take", "place": "hand-A", "at": -1, "card": "9r"},
        {"type": "set", "what": "rules", "value": "bridge"}, {"type": "set", "what": "seats", "value": "9"},
        {"type": "set", "what": "turn", "value": "AB"}, {"type": "set", "what": "phase", "value": "took Qs"},
        {"type": "set", "what": "opened", "value": "Z"}, {"type": "set", "what": "moon", "value": "A"},
        {"type": "set", "what": "lang", "value": "fr"}, {"type": "act", "name": "jump"},
        {"type": "choose", "option": 7}, {"type": "act", "name": "joker"},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_not_there_cannot_be_chosen(fields):
    editor = rl.PositionEditor(EXAMPLE_1)
    editor._receive(editor, fields, [])
    assert editor.text == EXAMPLE_1
    assert editor.lang == "en"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"position": 3}, "an editor takes a position, its text or nothing, not int 3"),
        ({"rules": "bridge"}, "no rule set 'bridge'"),
        ({"lang": "fr"}, "lang is 'fr'; it can be en, de, nl"),
    ],
)
def test_a_bad_argument_gives_one_sentence(arguments, sentence):
    with pytest.raises(rl.RummyError, match=sentence) as caught:
        rl.PositionEditor(**arguments)
    assert "\n" not in str(caught.value)


def test_a_bad_value_is_refused(editor):
    with pytest.raises(rl.RummyError, match="a position is a text"):
        editor.text = 3
    with pytest.raises(rl.RummyError, match="lang is 'fr'"):
        editor.lang = "fr"


# Undo


def test_undo_and_redo_go_through_the_steps(editor, hands):
    texts = [editor.text]
    for card in ("5r", "9r", "*"):
        hands.lay("hand-A", card)
        texts.append(editor.text)
    assert [texts.pop()] == [editor.text]
    while texts:
        editor.undo()
        assert editor.text == texts.pop()
    editor.undo()
    assert editor.frame["news"] == "There is nothing to undo."
    for _ in range(3):
        editor.redo()
    assert editor.text == "schmidt; hand A 5r 9r *; turn A"
    hands("act", name="redo")
    assert editor.frame["news"] == "There is nothing to do again."
    editor.undo()
    hands.lay("hand-A", "1g")
    assert not editor._draft.can_redo


def test_typing_in_one_go_is_one_step(editor, hands):
    for at in range(len("schmidt; hand A"), len(EXAMPLE_1.replace("table [6r 7r 8r]; ", "")) + 1):
        hands.type(EXAMPLE_1.replace("table [6r 7r 8r]; ", "")[:at], same=at > len("schmidt; hand A"))
    editor.undo()
    assert editor.text == "schmidt; turn A"
    editor.redo()
    assert editor.text == "schmidt; hand A+ 5r 9r; turn A"


def test_undo_leads_from_a_fault_to_the_last_position_and_redo_back(editor, hands):
    hands.type(EXAMPLE_1)
    hands.type(FAULTY)
    hands.type(FAULTY + "; ")
    editor.undo()
    assert (editor.text, editor.fault) == (EXAMPLE_1, "")
    editor.redo()
    assert editor.text == FAULTY + "; "


def test_clear_keeps_rules_and_seats_and_can_be_undone():
    editor = rl.PositionEditor("rummy40; hand A 4h; hand C+ ?; turn C")
    editor.clear()
    assert editor.text == "rummy40; hand C ?; turn A"
    editor.undo()
    assert editor.text == "rummy40; hand A 4h; hand C+ ?; turn C"


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_any_row_of_clicks_stays_a_position_and_can_be_undone(data):
    editor = rl.PositionEditor(data.draw(st.sampled_from(["schmidt; turn A", EXAMPLE_1, RUMMY40])))
    begun = editor.text
    for _ in range(data.draw(st.integers(1, 15))):
        frame = editor.frame
        clicks = [{"type": "place", "place": place["id"]} for place in frame["places"]]
        clicks += [{"type": "add", "card": card["card"]} for card in frame["palette"]]
        clicks += [
            {"type": "take", "place": frame["lying"]["place"], "at": at, "card": card["card"]}
            for at, card in enumerate(frame["lying"]["cards"])
        ]
        clicks += [
            {"type": "set", "what": menu["id"], "value": value}
            for menu in frame["menus"]
            for value, _ in menu["options"]
        ]
        clicks += [{"type": "set", "what": "opened", "value": seat["id"]} for seat in frame["opened"]]
        clicks += [{"type": "act", "name": name} for name in ("empty", "rest", "joker", "clear")]
        clicks += [
            {"type": "choose", "option": at} for at in range(-1, len((frame["question"] or {}).get("options", ())))
        ]
        editor._receive(editor, data.draw(st.sampled_from(clicks)), [])
        assert editor.last_error is None
        assert editor.state == rl.position(editor.text)
        assert str(editor.state) == editor.text
    while editor._draft.can_undo:
        editor.undo()
    assert editor.text == begun


# Files


@pytest.mark.parametrize(("ending", "begins"), [("svg", b"<svg"), ("pdf", b"%PDF"), ("PNG", b"\x89PNG")])
def test_the_picture_is_saved(ending, begins, tmp_path):
    editor = rl.PositionEditor(EXAMPLE_1)
    path = editor.save(tmp_path / f"position.{ending}")
    assert path.read_bytes().startswith(begins)
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    rl.PositionEditor(RUMMY40).save(str(path))
    assert path.read_bytes().startswith(begins)
    plain = tmp_path / "plain"
    plain.touch()
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


def test_a_saved_svg_is_whole(tmp_path):
    import xml.etree.ElementTree as ET

    text = rl.PositionEditor(EXAMPLE_1).save(tmp_path / "position.svg").read_text("utf-8")
    root = ET.fromstring(text)
    ids = {node.get("id") for node in root.iter() if node.get("id")}
    used = {node.get("href")[1:] for node in root.iter() if node.get("href")}
    assert used
    assert used <= ids


@pytest.mark.parametrize("name", ["position.gif", "position", "svg", "position.svg.txt"])
def test_another_ending_is_refused(name, tmp_path):
    with pytest.raises(rl.RummyError, match=r"saved as \.svg, \.pdf or \.png; end the name in one of them"):
        rl.PositionEditor(EXAMPLE_1).save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_or_is_a_file_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    for folder in ("nowhere", "file"):
        with pytest.raises(rl.RummyError, match="choose a folder you may write to") as caught:
            rl.PositionEditor(EXAMPLE_1).save(tmp_path / folder / "position.svg")
        assert "\n" not in str(caught.value)
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(rl.RummyError, match="choose a folder"):
        rl.PositionEditor(EXAMPLE_1).save(tmp_path / "folder.svg")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["file", "folder.svg"]


def test_a_disk_that_is_full_leaves_the_old_file(tmp_path, monkeypatch):
    from pathlib import Path

    path = rl.PositionEditor(EXAMPLE_1).save(tmp_path / "position.svg")
    before = path.read_bytes()

    def full(*_):
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(rl.RummyError, match="No space left"):
        rl.PositionEditor(RUMMY40).save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_is_saved_while_the_text_is_no_position(tmp_path):
    editor = rl.PositionEditor(FAULTY)
    with pytest.raises(rl.RummyError, match="the text is no position yet: Character 39"):
        editor.save(tmp_path / "position.svg")
    with pytest.raises(rl.RummyError, match="the text is no position yet: Character 39"):
        editor.skeleton()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["svg", "pdf", "png", "toml"])
def test_the_browser_is_sent_a_file(kind, monkeypatch):
    editor, sent = rl.PositionEditor(EXAMPLE_1), []
    monkeypatch.setattr(editor, "send", lambda content, buffers: sent.append((content, buffers)))
    Hands(editor)("file", kind=kind)
    ((content, (data,)),) = sent
    assert content["name"].endswith(f".{kind}")
    assert content["name"] in editor.frame["news"]
    assert data.startswith({"svg": b"<svg", "pdf": b"%PDF", "png": b"\x89PNG", "toml": b"# "}[kind])
    Hands(editor)("file", kind="exe")
    assert len(sent) == 1


# The skeleton of a lesson


def read_skeleton(text, kind):
    """It is a lesson as soon as it has a name; its step."""
    lesson = parse_lesson(text.replace("/<name>", "/name"))
    (step,) = lesson.steps
    assert step.kind == kind
    assert all(not said.missing for _, said in lesson.said)
    assert [place for place, _ in left_over(lesson)][:3] == ["title", "goals[0]", "steps[0].text"]
    return step


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text", [EXAMPLE_1, "rummy40{opening.points=30,scoring.settlement=none}; hand A 10h Jh Qh 4c; turn A drew"]
)
def test_a_skeleton_is_a_true_lesson(kind, text):
    made = rl.PositionEditor(text).skeleton(kind)
    step = read_skeleton(made, kind)
    assert faults_of(parse_lesson(made.replace("/<name>", "/name")), made) == []
    here = rl.position(text)
    assert step.rules == here.rules
    assert step.position == (None if kind == "value" else here)


def test_a_skeleton_holds_the_best_turn():
    for kind in ("do", "find", "predict", "judge"):
        assert str(read_skeleton(rl.PositionEditor(EXAMPLE_1).skeleton(kind), kind).turn) == "layoff 5r 9r>1; end"
    watched = read_skeleton(rl.PositionEditor(EXAMPLE_1).skeleton("watch"), "watch")
    assert watched.says[-1].by_lang["de"] == "Beende deinen Zug."


@pytest.mark.parametrize(
    "text",
    [
        "schmidt; turn A", "schmidt; hand A ??x3; turn A", "schmidt; hand A 1r 3b; turn A", RUMMY40,
        "schmidt; over out A",
        "schmidt; table [8r 8y *] [6r 7r 8r]; hand A+ 5r 9r; turn A",
        "rummikub; hand A 4r 5r 6r; turn A", "schmidt{turn.must_play=yes}; hand A 4r; turn A",
        "schmidt; table [6r 7r 8r]; hand A+ 5r 9r; turn A: layoff 5r>1",
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", KINDS)
def test_a_skeleton_is_made_of_every_position(text, kind):
    """What there is no turn for is the only thing that is missing."""
    made = rl.PositionEditor(text).skeleton(kind)
    if "\nturn = " not in made and kind in ("watch", "judge", "predict"):
        with pytest.raises(LessonError, match=rf"steps\[0\]\.turn: is missing; a step of kind {kind} has one$"):
            read_skeleton(made, kind)
    else:
        step = read_skeleton(made, kind)
        assert step.meld is not None or step.position == rl.position(text)


def test_an_unknown_kind_of_step_is_refused(editor):
    with pytest.raises(rl.RummyError, match="no kind of step 'dance'; there are watch, do, judge"):
        editor.skeleton("dance")


# Words


def test_the_texts_are_there_in_every_language():
    assert len({frozenset(texts) for texts in EDITOR_TEXTS.values()}) == 1
    alike = {
        "option", "changed", "chosen_reading", "hand", "svg", "pdf", "png", "hidden", "new", "fault", "stock", "phase",
        "opened", "player", "left", "take_away", "not_known", "nothing", "cards", "cards_one", "redo", "undo",
    }  # fmt: skip
    for one, other in itertools.combinations(EDITOR_TEXTS.values(), 2):
        assert [key for key in one if one[key] == other[key] and key not in alike] == []


@pytest.mark.parametrize(
    ("lang", "label", "news"),
    [
        ("en", "green 6, 1 of 2 left", "green 6 added to hand A"),
        ("de", "Grün 6, noch 1 von 2", "Grün 6 zu Hand A gelegt"),
        ("nl", "groene 6, nog 1 van 2", "groene 6 bij hand A gelegd"),
    ],
)
def test_labels_and_news_are_in_the_language(hands, lang, label, news):
    hands("set", what="lang", value=lang)
    assert hands.editor.lang == lang
    frame = hands.lay("hand-A", "6g")
    assert frame["news"] == news
    assert entry(frame, "palette", card="6g")["label"] == label
    assert frame["words"]["editor"] == EDITOR_TEXTS[lang]["editor"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_wrong_with_a_meld_is_remarked(lang):
    editor = rl.PositionEditor("schmidt; table [6r 7r] [4r 5r 6r]; turn A", lang=lang)
    (remark,) = editor.remarks
    assert remark == rl.explain(
        rl.core.judge.judge_meld(rl.SCHMIDT, rl.Meld.parse("[6r 7r]"), 1)[0], lang, rules="schmidt"
    )
    assert editor.frame["remarks"] == [remark]
    assert editor.state is not None


# Care


def test_editing_makes_no_widgets_and_no_figures(hands):
    from matplotlib import pyplot as plt

    known, figures = ipywidgets.widgets.widget._instances, plt.get_fignums()
    before = set(known)
    for step in range(200):
        card = ("5r", "6r", "??", "*")[step % 4]
        hands.lay(("hand-A", "stock", "hand-B", "new")[step % 4], card)
        if step % 7 == 0:
            hands("set", what="lang", value=("en", "de", "nl")[step % 3])
            hands.type(FAULTY)
            hands("act", name="undo")
            hands("narrow", narrow=step % 2 == 0)
        if step % 20 == 0:
            hands("act", name="clear")
            hands.editor.still()
    assert set(known) == before
    assert plt.get_fignums() == figures


def test_close_frees_everything():
    known = ipywidgets.widgets.widget._instances
    before = set(known)
    editor = rl.PositionEditor(EXAMPLE_1)
    Hands(editor).lay("hand-A", "4r")
    gone = weakref.ref(editor)
    editor.close()
    assert set(known) == before
    del editor
    gc.collect()
    assert gone() is None


def test_every_card_shown_has_a_face(hands):
    for text in (EXAMPLE_1, RUMMY40, "schmidt; hand A * ??; stock ??; turn A"):
        frame = hands.type(text)
        used = {part.partition('"')[0] for part in frame["svg"].split('href="#')[1:]}
        defined = {part.partition('"')[0] for part in hands.editor.faces.split(' id="')[1:]}
        assert used
        assert used <= defined


def test_the_picture_does_not_shrink(hands):
    def height():
        return float(hands.editor.frame["svg"].partition('viewBox="')[2].partition('"')[0].split()[3])

    hands.type(
        "schmidt; table [1r 2r 3r] [4r 5r 6r] [7r 8r 9r] [1b 2b 3b] [4b 5b 6b] [7b 8b 9b]; hand A 1g; hand B 2g; turn A"
    )
    high = height()
    hands("act", name="clear")
    assert height() == high


def test_what_goes_wrong_is_told_in_one_plain_sentence(hands, failures, monkeypatch):
    editor = hands.editor

    def broken(*_, **__):
        raise ZeroDivisionError("<b>somewhere</b> deep")

    monkeypatch.setattr(editor._pictures, "show", broken)
    frame = hands.lay("hand-A", "5r")
    assert isinstance(editor.last_error, ZeroDivisionError)
    assert frame["news"] == "That did not work; the position is still as it was (ZeroDivisionError)."
    failures.clear()
    monkeypatch.undo()
    hands("place", place="hand-A")
    assert editor.last_error is None


def test_a_still_picture_goes_with_the_widget():
    editor = rl.PositionEditor(EXAMPLE_1)
    data, metadata = editor._repr_mimebundle_()
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert data["text/plain"].startswith(EXAMPLE_1)
    assert metadata["image/png"] == {"alt": EXAMPLE_1}
    assert "application/vnd.jupyter.widget-view+json" in data
    editor.text = FAULTY
    assert repr(editor) == f"{FAULTY}\n{editor.fault}"


# Asking


def test_what_is_asked_is_answered_and_stays_in_the_list_of_what_happened(hands):
    hands.lay("hand-A", "5r", "9r", "9r")
    frame = hands("ask", text="hand")
    assert frame["news"] == "Player A: You have 3 cards: red 5; red 9 twice."
    assert frame["log"][-2:] == ["red 9 added to hand A", frame["news"]]
    assert hands("ask", text="say again")["news"] == frame["news"]
    assert hands("ask", text="undo")["text"] == "schmidt; hand A 5r 9r; turn A"
    assert hands("ask", text="5r 6r 7r")["news"].startswith("Nothing is played here")
    hands.type(FAULTY)
    assert hands("ask", text="hand")["news"] == EDITOR_TEXTS["en"]["mend_first"]
    assert hands.editor.last_error is None


def test_of_what_happened_the_last_is_kept(hands):
    for _ in range(60):
        frame = hands("place", place="hand-B")
    assert len(frame["log"]) == 50
