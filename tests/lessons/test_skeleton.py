"""The skeleton of a lesson is a true lesson under every rule set, and its words are seen to be nobody's yet."""

import re

import pytest

from rummy_lab.core.errors import RummyError
from rummy_lab.core.rules import presets
from rummy_lab.lessons.authoring import checked
from rummy_lab.lessons.checking import faults_of, notes_of
from rummy_lab.lessons.reading import parse_lesson
from rummy_lab.lessons.skeleton import left_over, new_lesson
from rummy_lab.widgets.lesson_preview import WIDTH, preview
from rummy_lab.words import languages

GAMES = [rules.preset for rules in presets()]


@pytest.mark.parametrize("game", GAMES)
def test_a_new_lesson_is_true_as_soon_as_its_words_are_ones_own(game):
    text = new_lesson(f"{game}/my-lesson", "my-lesson.toml")
    lesson = parse_lesson(text, "my-lesson.toml")
    assert (faults_of(lesson, text), notes_of(lesson, text)) == ([], [])
    assert {place for place, _ in left_over(lesson)} >= {"title", "goals[0]", "guess.text", "steps[0].text"}
    filled = parse_lesson(re.sub(r"<([^<>]+)>", r"\1", text))
    assert left_over(filled) == []
    assert [step.kind for step in filled.steps] == ["watch", "do", "judge", "value", "choose"]


@pytest.mark.parametrize("game", ["schmidt", "rummy40"])
def test_what_is_commented_out_is_true_too(game):
    text = new_lesson(f"{game}/my-lesson", "my-lesson.toml")
    text = re.sub(r"# \[\[steps\.wrong\]\]\n(# \w+ = .*\n)+", lambda found: found[0].replace("# ", ""), text)
    text = text.replace("<what you say about it>", "Add it.").replace("# [rules]\n# ", "[rules]\n")
    lesson = parse_lesson(text)
    assert faults_of(lesson, text) == []
    assert lesson.rules.opening.points == 0
    known = [wrong.misconception for step in lesson.steps for wrong in step.wrong]
    assert known == ["card-not-seen", "counts-the-cards"]


def test_practice_can_be_switched_on_as_the_comment_says():
    text = new_lesson("rummy40/my-lesson", "my-lesson.toml")
    assert 'generator = "siblings"' in text
    text = re.sub(r'^(kind = "(?:do|judge|value)")$', r'\1\ngenerator = "siblings"', text, flags=re.MULTILINE)
    assert faults_of(parse_lesson(text), text) == []


@pytest.mark.parametrize(
    "name", ["", "my-lesson", "chess/mate", "schmidt/", "schmidt/My", "schmidt/../up", "schmidt/a/b"]
)
def test_an_id_that_is_none_is_refused(name):
    with pytest.raises(RummyError, match="is no id of a lesson"):
        new_lesson(name, "x.toml")


def test_words_that_are_left_are_faults_with_their_line(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(new_lesson("schmidt/mine", "mine.toml"), "utf-8")
    found = checked(file)
    assert (found.steps, found.notes) == (5, ())
    assert found.faults[0] == f"{file}: title: <title> is still to be put into your own words"
    text = next(fault for fault in found.faults if "steps[0].text" in fault)
    assert re.fullmatch(rf"{re.escape(str(file))}: line \d+: steps\[0\]\.text: <what is asked> is still .*", text)


def test_what_stops_a_check_is_a_sentence(tmp_path, monkeypatch):
    file = tmp_path / "mine.toml"
    file.write_text(new_lesson("schmidt/mine", "mine.toml"), "utf-8")
    monkeypatch.setattr("rummy_lab.lessons.authoring.notes_of", lambda *_: 1 / 0)
    why = "could not be checked to its end (ZeroDivisionError: division by zero)"
    assert checked(file).faults == (f"{file}: {why}",)


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("game", ["schmidt", "rummy40"])
def test_a_preview_says_what_the_pupil_reads_in_lines_that_fit(game, lang):
    lesson = parse_lesson(new_lesson(f"{game}/mine", "mine.toml"))
    told = preview(lesson, lang)
    assert max(map(len, told.splitlines())) <= WIDTH
    joined = re.sub(r"\s+(?:\| )?", " ", told)
    for _, said in lesson.said:
        if "says" not in _ or "steps[0]" in _:
            assert said.plain(lang, lesson.rules) in joined, _


def test_a_preview_marks_what_is_only_english():
    lesson = parse_lesson(re.sub(r', nl = "[^"]*"', "", new_lesson("schmidt/mine", "mine.toml")))
    assert "(alleen in het Engels)" in preview(lesson, "nl")
    assert "(" not in preview(lesson, "de").splitlines()[0]
