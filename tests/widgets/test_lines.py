"""Lines that are typed or dictated at the table: moves and questions in the language of the table."""

import pytest

import rummy_lab as rl
from rummy_lab.core.chance import Rng
from rummy_lab.widgets.desk import Desk

START = "schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 9r; hand B 5r 5r; stock ??x40; turn A"


def say(desk, text):
    assert desk.handle({"type": "line", "text": text, "gen": desk.gen})
    return " ".join(desk.frame()["news"])


@pytest.fixture
def desk():
    return Desk(rl.position(START))


@pytest.mark.parametrize(
    ("lang", "line"),
    [("en", "green 6 to meld 1"), ("de", "Grün 6 an Kombination 1"), ("nl", "groene 6 naar combinatie 1")],
)
def test_a_move_in_words_of_the_language(lang, line):
    desk = Desk(rl.position(START), lang=lang)
    say(desk, line)
    assert str(desk.state.table) == "[2g 3g 4g 5g 6g]"


def test_booklet_example_2_by_lines_alone(desk):
    for line in (
        "green 6 to meld 1",
        "pull green 2 from meld 1",
        "green 2, yellow 2 and blue 2 as a new meld",
        "end turn",
    ):
        say(desk, line)
    assert str(desk.state.table) == "[3g 4g 5g 6g] [2y 2g 2b]"
    assert desk.state.seat == "B"


@pytest.mark.parametrize(
    ("question", "told"),
    [("hand", "green 6"), ("table", "green 2, 3, 4, 5"), ("meld 1", "green 2"), ("how many cards has each", "2 cards")],
)
def test_questions_are_answered_and_change_nothing(desk, question, told):
    before = desk.state
    assert told in say(desk, question)
    assert desk.state == before


def test_buttons_have_names(desk):
    say(desk, "green 6 to meld 1")
    say(desk, "undo")
    assert str(desk.state) == START
    say(desk, "redo")
    assert str(desk.state.table) == "[2g 3g 4g 5g 6g]"


def test_what_was_said_is_said_again(desk):
    told = say(desk, "hand")
    assert told in say(desk, "say again")


def test_what_is_not_understood_is_asked_back(desk):
    before = desk.state
    assert "green 6" in say(desk, "gren 6 to meld 1")
    assert say(desk, "abracadabra")
    assert desk.state == before


def test_an_illegal_move_in_words_is_refused_with_its_reason(desk):
    before = desk.state
    say(desk, "red 5 to meld 1")
    assert desk.frame()["refusal"]["text"]
    assert desk.state == before


def test_the_last_round_is_told():
    game = rl.PlayGame("rummy40", ["me", "greedy"], seed=5, pace=0)
    choice = rl.bots.bot("greedy").choose(rl.view(game.state, "A"), Rng(1))
    game.table.play(str(choice))
    while game.state.seat == "A" and game.state.base.turns < 1:
        game.table.play(str(rl.bots.bot("greedy").choose(rl.view(game.state, "A"), Rng(1))))
    assert "Player B" in say(game.table.desk, "last round")
    game.close()
