"""The rule desk: each question is found by its own words, each case is as the referee sees it, the pages are fresh."""

import re
from pathlib import Path

import pytest

from rummy_lab.core.errors import RummyError
from rummy_lab.games import RUMMY40, SCHMIDT
from rummy_lab.words import ask, desk, entries, languages
from rummy_lab.words.desk_pages import desk_page, glossary
from rummy_lab.words.texts import read_toml
from rummy_lab.words.trial import tried
from words.asked_questions import ASKED

GAMES = {"schmidt": SCHMIDT, "rummy40": RUMMY40}
CASES = [
    (name, game, kind)
    for name, entry in read_toml("desk").items()
    for game in GAMES
    for kind in ("right", "wrong")
    if kind in entry[game]
]
# What the answer turns on, where another reason for the refusal would miss the point.
REASONS = {
    ("joker-alone", "schmidt"): "JOKER_MOVED",
    ("same-turn", "schmidt"): "TABLE_THIS_TURN",
    ("low-ace", "rummy40"): "ACE_LOW",
    ("free-by-moving", "schmidt"): "JOKER_MOVED",
    ("keep-joker", "schmidt"): "JOKER_NOT_RELAID",
    ("keep-joker", "rummy40"): "JOKER_NOT_RELAID",
    ("split-joker", "schmidt"): "JOKER_MOVED",
    ("draw-every-turn", "schmidt"): "PLAY_OR_DRAW",
    ("draw-every-turn", "rummy40"): "MUST_DRAW",
    ("last-card", "rummy40"): "KEEP_A_DISCARD",
    ("one-or-both", "rummy40"): "NEED_BOTH_SUITS",
    ("closed-set", "rummy40"): "SET_CLOSED",
    ("three-remain", "schmidt"): "LEFT_TOO_SHORT",
    ("own-card", "schmidt"): "NO_RACK_CARD",
    ("discard-pile", "rummy40"): "MUST_OPEN",
    ("throw-back", "rummy40"): "DISCARD_JUST_TAKEN",
}
NUMBER = re.compile(r"\b([SRC])-(\d+)\b")


def test_the_thirty_questions_are_there_and_each_language_has_every_entry():
    assert [entry["number"] for entry in read_toml("desk").values() if "number" in entry] == list(range(1, 31))
    for lang in languages:
        assert list(read_toml(f"desk_{lang}")) == list(read_toml("desk"))


@pytest.mark.parametrize("lang", languages)
def test_each_question_is_found_first_by_its_own_words_and_among_three_by_others(lang):
    for entry in entries(lang):
        question, *others = desk.phrasings(entry.id, lang)
        assert ask(question, lang)[0].id == entry.id
        assert 2 <= len(others) <= 6, entry.id
        for words in others:
            assert entry.id in {found.id for found in ask(words, lang)}, words


@pytest.mark.parametrize(("at", "lang"), list(enumerate(languages)))
def test_the_likeliest_answer_comes_first(at, lang):
    """Of questions in the words of people, most of which no entry has as its own."""
    assert len(ASKED) >= 30
    wrong = {asked[at]: ask(asked[at], lang)[0].id for id_, *asked in ASKED if ask(asked[at], lang)[0].id != id_}
    assert wrong == {}


@pytest.mark.parametrize(
    ("words", "lang", "id_"),
    [
        ("kep the jokr", "en", "keep-joker"),
        ("am i allowed to keep a joker that i swapped", "en", "keep-joker"),
        ("JOKER alone??", "en", "joker-alone"),
        ("ace", "en", "low-ace"),
        ("how many points to start", "en", "opening"),
        ("win without discarding", "en", "last-card"),
        ("can I use melds of other players", "en", "others-melds"),
        ("Joker behaltn", "de", "keep-joker"),
        ("herauskomen punkte", "de", "opening"),
        ("Joker tauschen", "de", "joker-in-run"),
        ("ablagestapl", "de", "discard-pile"),
        ("geschlossner Satz", "de", "closed-set"),
        ("aflegstapl", "nl", "discard-pile"),
        ("moet ik trekken", "nl", "draw-every-turn"),
        ("uitkomen", "nl", "word-uitkomen"),
        ("een joker teruglegen", "nl", "throw-back"),
        ("joker wegleggen", "nl", "discard-joker"),
    ],
)
def test_short_and_misspelled_questions_are_found(words, lang, id_):
    assert id_ in {entry.id for entry in ask(words, lang)}


@pytest.mark.parametrize("words", ["", "?!", "weather tomorrow", "xyz", "🂡"])
def test_nothing_is_found_where_nothing_is_alike(words):
    assert ask(words) == ()


def test_the_limit_is_kept_and_wrong_arguments_are_told():
    assert len(ask("joker", limit=1)) == 1
    assert ask("joker", limit=9)[:3] == ask("joker")
    for wrong in (0, -1, True, "3"):
        with pytest.raises(RummyError, match="limit"):
            ask("joker", limit=wrong)
    with pytest.raises(RummyError, match="language 'fr'"):
        ask("joker", "fr")
    with pytest.raises(RummyError, match="a question is a text"):
        ask(None)
    with pytest.raises(RummyError, match="no entry 'nothing'"):
        desk.entry("nothing")


@pytest.mark.parametrize(("name", "game", "kind"), CASES)
def test_the_referee_says_the_same_of_every_case(name, game, kind):
    entry = read_toml("desk")[name][game]
    trial = tried(entry[kind], GAMES[game], entry.get("seat") if kind == "wrong" else None)
    codes = {fault.code for fault in trial.faults}
    assert bool(codes) == (kind == "wrong"), codes
    assert REASONS.get((name, game)) in codes | {None} or kind == "right", codes


def test_cases_are_missing_only_where_nothing_is_laid():
    without = {name for name in read_toml("desk") for game in GAMES if (name, game, "right") not in CASES}
    assert without == {
        "deal", "how-many-jokers", "keep-taken", "throw-back", "joker-left", "score", "match", "blocked",
        "word-uitkomen",
    }  # fmt: skip


@pytest.mark.parametrize("lang", languages)
def test_answers_are_short_and_say_how_sure_they_are(lang):
    for entry in entries(lang):
        for ruling in entry.answers:
            assert 1 <= len(re.findall(r"[.!?](?= |$)", ruling.text)) <= 2, (entry.id, ruling.text)
            assert ruling.certainty in desk.CERTAINTIES
            assert ruling.certainty != "text" or ruling.place.on_page, entry.id
            assert all(NUMBER.fullmatch(number) for number in ruling.place.rule)
            assert bool(ruling.field) == bool(ruling.others)
            for name, told in ruling.others:
                assert name != ruling.game
                assert told in ruling.mark(lang)


def test_silence_of_the_text_names_what_others_play():
    ruling = desk.entry("keep-joker").answers[0]
    assert ruling.certainty == "silent"
    assert [name for name, _ in ruling.others] == ["schmidt{joker.freed=new_meld_only}", "schmidt{joker.freed=to_hand}"]
    assert "You may keep a freed joker for later." in ruling.mark()


def test_the_false_friends_are_in_the_glossary():
    names = {name for term in glossary() if term.false_friend for name in term.names}
    assert any("uitkomen" in name for name in names)
    assert {"Farbe", "kleur"} <= names


@pytest.mark.parametrize("lang", languages)
def test_the_pages_are_what_the_rule_desk_says(lang):
    """After a change: python .ci/pages."""
    page = Path(__file__).parents[2] / ".github" / f"RULES.{lang}.md"
    assert page.read_text(encoding="utf-8") == desk_page(lang)
