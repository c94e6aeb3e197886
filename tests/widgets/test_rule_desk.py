"""The rule desk as a widget, without a browser."""

import pytest

import rummy_lab as rl
from rummy_lab.widgets import rule_desk
from rummy_lab.widgets.rule_desk_texts import TEXTS


@pytest.fixture
def desk():
    made = rl.RuleDesk(lang="en")
    yield made
    made.close()


def test_a_question_is_answered_for_both_games_and_others_are_offered(desk):
    desk._line.value = "may I keep the joker on my rack"
    assert desk.shown.id == "keep-joker"
    html = desk._answer.value
    assert html.count("<section>") == 2
    assert html.count("✓ Allowed:") == html.count("✗ Not allowed:") == 2
    assert 'aria-label="yellow 9, green 9, joker"' in html
    assert "You may keep a freed joker for later. <code>rummy40{joker.freed=to_hand}</code>" in html
    assert [button.description for button in desk._found.children] == [hit.question for hit in desk.hits[1:]]
    assert "Found: 3." in desk._news.value


def test_another_hit_is_opened_and_the_first_is_offered_instead(desk):
    desk.search("keep the joker")
    first, second = desk.hits[:2]
    desk._found.children[0].click()
    assert desk.shown == second
    assert first.question in {button.description for button in desk._found.children}
    assert desk.last_error is None


def test_a_question_that_is_asked_from_outside_stands_in_the_field(desk, monkeypatch):
    asked = []
    real = rule_desk.ask
    monkeypatch.setattr(rule_desk, "ask", lambda words, *more: asked.append(words) or real(words, *more))
    desk.search("keep the joker")
    assert desk._line.value == "keep the joker"
    desk._line.value = "may I look"
    desk._find.click()
    assert asked == ["keep the joker", "may I look", "may I look"]


def test_nothing_found_is_said_in_one_sentence_and_takes_the_answer_away(desk):
    desk.search("keep the joker")
    desk._line.value = "quantum chromodynamics"
    assert (desk.shown, desk._answer.value, desk._found.children) == (None, "", ())
    assert "no answer to that" in desk._news.value
    desk._line.value = " "
    assert TEXTS["en"]["empty"] in desk._news.value


def test_the_language_changes_everything_that_stands_there(desk):
    desk.search("keep the joker on my rack")
    desk._lang.value = "nl"
    assert desk.lang == "nl"
    assert desk.shown.question == "Mag ik een omgeruilde joker op mijn plankje houden?"
    assert "✗ Mag niet:" in desk._answer.value
    assert desk._find.description == "Zoeken"
    desk._words.click()
    assert "uitkomen" in desk._answer.value
    desk.lang = "de"
    assert "Die letzte Karte loswerden" in desk._answer.value


def test_one_of_all_questions_is_picked_and_a_search_takes_that_back(desk):
    desk._all.value = "closed-set"
    assert desk.shown.id == "closed-set"
    desk.search("ace")
    assert desk.shown.id == "low-ace"
    assert desk._all.value == ""


@pytest.mark.parametrize("lang", TEXTS)
def test_every_entry_can_be_shown(lang):
    desk = rl.RuleDesk(lang)
    for _, name in desk._all.options[1:]:
        desk.show(name)
        assert desk.shown.question in desk.words()
        assert desk._answer.value.count("<section>") == 2
    desk.close()


@pytest.mark.parametrize("name", [None, "set", "keep-joker", "score"])
def test_there_is_a_picture_without_a_kernel(desk, name):
    if name is not None:
        desk.show(name)
    png, alt, words = desk.still()
    assert png.startswith(b"\x89PNG")
    assert alt
    assert "Rummy 40:" in words


def test_wrong_arguments_and_failures_are_told(desk, failures):
    with pytest.raises(rl.RummyError, match="lang is 'fr'"):
        rl.RuleDesk("fr")
    with pytest.raises(rl.RummyError, match="lang is 'fr'"):
        desk.lang = "fr"
    desk.attempt(lambda: desk.show("nothing"))
    assert "no entry" in desk._news.value
    assert isinstance(desk.last_error, rl.RummyError)
    failures.clear()
    desk._find.click()
    assert desk.last_error is None
