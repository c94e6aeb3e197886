"""The discard that does not let one open: a sign on the pile, and a question before it is taken."""

import pytest

from rummy_lab.core.referee import play
from rummy_lab.widgets import PlayGame, TableView, marks
from rummy_lab.words import table_texts
from widgets.tables import act, codes, desk_of, drop, ids_of, send, tap

HAND = "rummy40; hand A 10h Jh Kh 2c 3d; hand B 4c 5c"
SHUT = f"{HAND}; pile 7d Qs; stock ??x20; turn A"
OPEN = f"{HAND}; pile 7d Qh; stock ??x20; turn A"
ASKED = {"text": "You cannot open with this card. Take it all the same?", "yes": "Yes", "no": "No"}


def sign(desk):
    (pile,) = [zone for zone in desk.frame()["zones"] if zone["id"] == "pile"]
    return pile["mark"]


def asked(desk):
    """What is asked, apart from where."""
    frame = desk.frame()
    question = dict(frame["question"])
    assert question.pop("near") in {one["id"] for one in frame["zones"] + frame["cards"]}
    return question


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
def test_the_pile_says_that_one_cannot_open_with_it(lang):
    text = table_texts(lang)["no_opening"]
    assert len(text.split()) <= 5
    assert sign(desk_of(SHUT, lang=lang)) == {"sign": "barred", "text": text}


@pytest.mark.parametrize(
    "text",
    [
        OPEN,
        SHUT.replace("hand A", "table [3c 4c 5c]; hand A+"),
        SHUT.replace("turn A", "turn A drew"),
        SHUT.replace("turn A", "turn B"),
        SHUT.replace("pile 7d Qs", "pile"),
        SHUT.replace("10h Jh Kh 2c 3d", "10h Jh Kh 2c ??"),
    ],
    ids=["opens", "has opened", "has drawn", "another's turn", "no discard", "a hidden card"],
)
def test_else_it_says_nothing(text):
    desk = desk_of(text, seat="A")
    assert sign(desk) is None
    act(desk, "take")
    assert desk.frame()["question"] is None


TAKING = {
    "a press on the card": lambda desk: tap(desk, desk.shown().lying("pile")[-1]),
    "a press on the pile": lambda desk: tap(desk, "pile"),
    "the button": lambda desk: act(desk, "take"),
    "words": lambda desk: send(desk, "line", text="take"),
    "the card put into the hand": lambda desk: drop(desk, desk.shown().lying("pile")[-1], "hand"),
}


@pytest.mark.parametrize("way", TAKING)
def test_it_is_asked_before_the_card_is_taken(way):
    desk = desk_of(SHUT)
    before = desk.state
    for _ in range(2):
        TAKING[way](desk)
        assert asked(desk) == ASKED
        assert desk.state == before
        assert send(desk, "answer", yes=False)
        assert (desk.state, desk.question, desk.refusal) == (before, None, None)
    TAKING[way](desk)
    assert send(desk, "answer", yes=True)
    assert desk.state == play(before, "take")
    assert (desk.question, sign(desk)) == (None, None)
    drop(desk, ids_of(desk, "2c"), "pile")
    assert codes(desk) == {"MUST_OPEN"}
    act(desk, "undo")
    assert desk.state == before
    assert sign(desk)["sign"] == "barred"


def test_what_is_laid_with_it_waits_for_the_answer_too():
    desk = desk_of(SHUT.replace("2c 3d", "Qc Qd"))
    drop(desk, [*ids_of(desk, "Qc Qd"), desk.shown().lying("pile")[-1]], "new")
    assert asked(desk) == ASKED
    assert not desk.state.moves
    assert send(desk, "answer", yes=True)
    assert [str(meld) for meld in desk.state.heaps.values()] == ["[Qc Qd Qs]"]
    assert len(desk.state.moves) == 2


@pytest.mark.parametrize("way", TAKING)
def test_a_card_with_which_one_can_open_is_simply_taken(way):
    desk = desk_of(OPEN)
    TAKING[way](desk)
    assert desk.question is None
    assert desk.state.phase == "took"


@pytest.mark.parametrize(("turn", "code"), [("turn A drew", "ALREADY_DREW"), ("turn B", "NOT_YOUR_TURN")])
def test_where_the_rules_forbid_taking_their_reason_is_told(turn, code):
    desk = desk_of(SHUT.replace("turn A", turn), seat="A")
    act(desk, "take")
    assert (codes(desk), desk.question) == ({code}, None)


def test_the_line_that_asks_for_the_pile_tells_it_too():
    desk = desk_of(SHUT)
    assert send(desk, "line", text="pile")
    assert desk.frame()["news"][-1] == "You cannot open with it."
    desk = desk_of(OPEN)
    assert send(desk, "line", text="pile")
    assert "open" not in " ".join(desk.frame()["news"])


def test_the_search_is_asked_once_and_not_for_each_frame(monkeypatch):
    searched = []
    monkeypatch.setattr(marks, "can_open", searched.append)
    desk = desk_of(SHUT)
    for one in (*desk.hand, "pile", "new"):
        tap(desk, one)
        desk.frame()
    assert send(desk, "settings", size="large")
    desk.frame()
    assert len(searched) == 1


def test_a_table_and_a_game_ask():
    table = TableView(SHUT)
    assert not table.play("take")
    assert (asked(table.desk), table.state.moves) == (ASKED, ())
    game = PlayGame("rummy40{deal.hand=3}", seed=1, pace=0)
    assert game.state.seat == game.table.desk.seat
    assert not game.table.play("take")
    assert asked(game.table.desk) == ASKED
    game.close()
