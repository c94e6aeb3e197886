"""The thirty questions as quizzes: each asked once for each game, and a wrong answer meets what the rule desk says."""

import pytest

from rummy_lab.lessons.catalogue import GAMES, lesson
from rummy_lab.words import entries, languages

QUIZZES = ("quiz-1", "quiz-2", "quiz-3", "quiz-4")
IDS = {entry.id for entry in entries() if entry.number}


@pytest.mark.parametrize("game", GAMES)
def test_each_of_the_thirty_questions_is_asked_once(game):
    asked = [step.id for name in QUIZZES for step in lesson(f"{game}/{name}").steps]
    assert sorted(asked) == sorted(IDS)


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_answer_meets_the_answer_of_the_rule_desk(game, lang):
    asks = {entry.id: entry.question for entry in entries(lang)}
    desk = {entry.id: ruling.text for entry in entries(lang) for ruling in entry.answers if ruling.game == game}
    for name in QUIZZES:
        for step in lesson(f"{game}/{name}").steps:
            said = [wrong.says for wrong in step.wrong] + [option.says for option in step.options if not option.right]
            (told,) = {text.plain(lang, step.rules) for text in said}
            assert told in (desk[step.id], f"{asks[step.id]} {desk[step.id]}"), step.id


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("game", GAMES)
def test_yes_and_no_are_answers_to_what_was_asked(game, lang):
    """Where the rule desk says yes and the answer to the step is no, its question stands before its answer."""
    yes, no = {"en": ("Yes", "No"), "de": ("Ja", "Nein"), "nl": ("Ja", "Nee")}[lang]
    for name in QUIZZES:
        for step in lesson(f"{game}/{name}").steps:
            for wrong in step.wrong if step.kind == "judge" else ():
                first = wrong.says.plain(lang, step.rules).replace(".", ",").replace(":", ",").split(",")[0]
                assert first not in (yes, no) or (first == yes) is step.legal, step.id
