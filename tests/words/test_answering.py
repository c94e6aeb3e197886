"""Answers to what a person asks at the table."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_lab as rl
from rummy_lab.core.history import happened
from rummy_lab.core.moves import Draw, Take, Turn
from rummy_lab.words import answer, languages, read_line
from rummy_lab.words.texts import read_toml
from words.spoken_lines import FRENCH_PACK, NUMBERED_PACK
from words.test_listening import walk

HERE = rl.position(
    "schmidt; table [3g 4g 5g] [8r 8y *8?]; hand A+ 2b 4r 5r 6r 2b * 6r; hand B ??x9; stock ??x40; turn A"
)
NAMES = (
    "hand",
    "table",
    "meld 1",
    "meld 9",
    "fits",
    "counts",
    "last",
    "again",
    "help",
    "turn",
    "points",
    "pile",
    "stock",
    "drawn",
    "score",
)


@pytest.mark.parametrize(
    ("question", "en", "de", "nl"),
    [
        ("hand", "You have 7 cards: red 4, 5; red 6 twice; blue 2 twice; joker.",
         "Du hast 7 Karten: Rot 4, 5; Rot 6 zweimal; Blau 2 zweimal; Joker.",
         "Je hebt 7 kaarten: rode 4, 5; rode 6 twee keer; blauwe 2 twee keer; joker."),
        ("meld 2", "Meld 2: red 8, yellow 8, joker.", "Kombination 2: Rot 8, Gelb 8, Joker.",
         "Combinatie 2: rode 8, gele 8, joker."),
        ("meld 3", "There is no meld 3 on the table.", "Auf dem Tisch gibt es keine Kombination 3.",
         "Er ligt geen combinatie 3 op tafel."),
        ("counts", "You: 7 cards; player B: 9 cards.", "Du: 7 Karten; Spieler B: 9 Karten.",
         "Jij: 7 kaarten; speler B: 9 kaarten."),
        ("stock", "Stock: 40 cards.", "Stapel: 40 Karten.", "Stapel: 40 kaarten."),
        ("turn", "It is your turn.", "Du bist am Zug.", "Je bent aan de beurt."),
        ("drawn", "You have not drawn a card yet.", "Du hast noch keine Karte gezogen.",
         "Je hebt nog geen kaart getrokken."),
        ("score", "No score is kept here.", "Hier wird kein Stand geführt.", "Hier wordt geen stand bijgehouden."),
        ("table", "On the table: meld 1: green 3, 4, 5; meld 2: red 8, yellow 8, joker.",
         "Auf dem Tisch: Kombination 1: Grün 3, 4, 5; Kombination 2: Rot 8, Gelb 8, Joker.",
         "Op tafel: combinatie 1: groene 3, 4, 5; combinatie 2: rode 8, gele 8, joker."),
    ],
)  # fmt: skip
def test_answers(question, en, de, nl):
    assert [answer(question, HERE, "A", lang) for lang in languages] == [en, de, nl]


@pytest.mark.parametrize("lang", languages)
def test_answers_differ_and_are_sentences(lang):
    told = [answer(name, HERE, "A", lang) for name in NAMES]
    assert len(set(told)) == len(told)
    for text in told:
        assert text[0].isupper(), text
        assert text[-1] in ".!", text
        assert "{" not in text


def test_what_fits_are_moves_in_words():
    told = answer("fits", HERE, "A")
    assert told.startswith("You can do this now: Lay the ")
    assert "more." in told
    assert answer("fits", HERE, "B") == "It is not your turn."
    bare = rl.position("schmidt; hand A+ 2b 4r; hand B ??x9; stock ??x4; turn A")
    assert answer("fits", bare, "A") == "None of your cards fits right now."
    undrawn = rl.position("rummy40; hand A 2c 4h; hand B ??x9; pile 3c; stock ??x4; turn A")
    assert answer("fits", undrawn, "A") == "Draw a card first; then you can lay."


def test_who_has_not_opened_is_told_what_opening_needs():
    none = rl.position("schmidt; table [6r 7r 8r]; hand A 5r 2b; hand B ??x9; stock ??x4; turn A")
    opening = "To open, your own melds must be worth 30 points together."
    assert answer("fits", none, "A") == f"None of your cards fits right now. {opening}"
    few = rl.position("schmidt; table [6r 7r 8r]; hand A 2b 2r 2y; hand B ??x9; stock ??x4; turn A")
    assert answer("fits", few, "A").startswith("You can do this now: Lay the red 2")
    assert answer("fits", few, "A").endswith(opening)
    assert opening not in answer("fits", HERE, "A")


def test_the_card_drawn_last_and_the_score_are_told():
    assert answer("drawn", HERE, "A", drawn=Draw(rl.Card("6g"))) == "You drew: green 6."
    assert answer("drawn", HERE, "A", "nl", drawn=Take(rl.Card("Qh"))) == "Gepakt: hartenvrouw."
    assert answer("score", HERE, "A", score="You lead.") == "You lead."
    for lang, drawn, score in (
        ("en", "what did I draw", "score"),
        ("de", "was habe ich gezogen?", "Spielstand"),
        ("nl", "wat heb ik getrokken", "stand"),
    ):
        assert read_line(drawn, HERE, lang).name == "drawn"
        assert read_line(score, HERE, lang).name == "score"
    assert read_line("what did I", HERE).say.startswith("I do not know the word")


def test_whose_turn_it_is():
    told = [answer("turn", rl.position(f"rummy40; hand A 2c 2d; hand B 3c 3d; pile 3c; stock 4c; turn {turn}"), "A")
            for turn in ("A", "A drew", "B")]  # fmt: skip
    assert told == [
        "It is your turn, and you have not drawn yet.",
        "It is your turn, and you have drawn from the stock.",
        "It is the turn of player B, who has not drawn yet.",
    ]


def test_cards_that_are_hidden_or_gone():
    assert answer("hand", HERE, "B") == "These cards are not known."
    over = rl.position("schmidt; table [5r 6r 7r]; hand A+; hand B 4r; over out A")
    assert answer("hand", over, "A") == "You have no cards left."
    assert answer("counts", over, "A") == "You: 0 cards; player B: 1 card."
    assert answer("fits", over, "A") == "The game is over."
    lifted = rl.play(HERE, "pull 3g<1")
    assert answer("hand", lifted, "A").endswith("Taken out: green 3.")
    assert answer("pile", HERE, "A").startswith("This game has no discard pile")


def test_the_last_round_is_told_from_the_events():
    start = rl.position("schmidt; table [3g 4g 5g]; hand A+ 6g 2b; hand B ??x9; stock ??x40; turn A")
    turn = Turn.parse("layoff 6g>1; end")
    events = happened(start, rl.play(start, turn), turn)
    after = rl.play(start, turn)
    assert (
        answer("last", after, "B", events=events) == "Player A lays the green 6 off on meld 1. Player A ends the turn."
    )
    assert answer("last", after, "A", events=events) == "You lay the green 6 off on meld 1. You end your turn."
    assert answer("last", after, "B") == "Nothing has been played yet."
    assert answer("last", rl.view(after, "B", events), "B", "nl").startswith("Speler A legt de groene 6 aan")


def test_what_was_said_is_said_again():
    assert answer("again", HERE, "A", said=["Picked up: green 6."]) == "Picked up: green 6."
    assert answer("again", HERE, "A") == "Nothing has been said yet."


def test_points_of_the_opening():
    start = rl.position("schmidt; hand A 9r 9y 9g 13b; hand B ??x9; stock ??x40; turn A")
    assert answer("points", rl.play(start, "meld 9r 9y 9g"), "A").startswith("Your new melds are worth 27 points")
    assert answer("points", HERE, "A").startswith("You have opened")


@pytest.mark.parametrize("lang", languages)
def test_help_names_only_what_is_understood(lang):
    texts = read_toml(lang)["answer"]
    for pack, text in ((NUMBERED_PACK, texts["examples_numbered"]), (FRENCH_PACK, texts["examples_french"])):
        for line in text.split("; "):
            assert read_line(line, rl.position(pack), lang).kind == "move", line
    for line in texts["questions"].split("; "):
        assert read_line(line, HERE, lang).kind == "question", line


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(["schmidt", "rummy40", "rummy51"]), st.integers(0, 50), st.sampled_from(languages))
def test_every_question_has_an_answer_everywhere(name, seed, lang):
    for state, _ in walk(name, seed, 3):
        for seat in state.seats:
            for question in NAMES:
                for seen in (state, rl.view(state, seat)):
                    text = answer(question, seen, seat, lang)
                    assert text
                    assert "{" not in text


@given(st.text(max_size=20))
def test_a_question_that_is_not_known_is_answered_with_help(question):
    assert answer(question, HERE, "A")
    assert answer("meld " + question, HERE, "A")
