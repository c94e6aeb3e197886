"""Lesson files are untrusted: what is wrong in them is told in one sentence, with its place."""

import re

import pytest

from lessons.small import LESSON
from rummy_lab.lessons.checking import faults_of, minutes, notes_of
from rummy_lab.lessons.fields import lines_of
from rummy_lab.lessons.reading import LARGEST, LessonError, parse_lesson, read_lesson


def faults(old, new, text=LESSON):
    assert old in text
    changed = text.replace(old, new, 1)
    try:
        lesson = parse_lesson(changed, "mine.toml")
    except LessonError as error:
        return list(error.faults)
    return faults_of(lesson, changed)


def is_at(place, sentence):
    """Whether the sentence names this place and the line of the table that holds it."""
    held = re.match(r"(?:steps\[\d+\](?:\.wrong\[\d+\])?)?", place)[0]
    line = f"line {lines_of(LESSON)[held]}: " if held else "(?:line [0-9]+: )?"
    return re.match(f"mine.toml: {line}{re.escape(place)}: ", sentence) is not None


def test_the_small_lesson_is_true():
    lesson = parse_lesson(LESSON, "mine.toml")
    assert [step.kind for step in lesson.steps] == ["watch", "do", "judge", "value", "find", "predict"]
    assert faults_of(lesson, LESSON) == []
    assert notes_of(lesson, LESSON) == []
    assert 1 < minutes(lesson) < 5


@pytest.mark.parametrize(
    ("old", "new", "place", "told"),
    [
        ("format = 1", "format = 2", "format", "reads format 1"),
        ('id = "schmidt/', 'id = "rummy40/', "id", "must be schmidt/"),
        ('game = "schmidt"', 'game = "chess"', "game", "must be one of schmidt"),
        ("references = [", "reference = [", "reference", "no such field"),
        ('kind = "watch"', 'kind = "look"', "steps[0].kind", "must be one of watch, do"),
        ('kind = "watch"', "", "steps[0].kind", "is missing"),
        ("hand A+ 5r 1b", "hand A+ 5q 1b", "steps[0].position", "5q"),
        ('de = "Schau zu."', 'fr = "Regarde."', "steps[0].text", "'fr' is no language"),
        ('{ en = "Watch.", ', "{ ", "steps[0].text", "no English"),
        ("Free it with {8g}", "Free it with {8q}", "steps[1].text", "should hold cards"),
        ("Free it with {8g}", "Free it with {8g", "steps[1].text", "brace"),
        ('turn = "layoff 5r>1; end"', 'turn = "layoff 5r>"', "steps[0].turn", "layoff"),
        ("goal = { swaps = 1, cards = 3 }", "", "steps[1].goal", "is missing"),
        ("swaps = 1, cards", "swap = 1, cards", "steps[1].goal.swap", "no such field"),
        ("swaps = 1, cards", 'swaps = "one", cards', "steps[1].goal.swaps", "a whole number"),
        ("points = 18", "points = true", "steps[3].points", "a whole number"),
        ("when = { points = 36 }", "when = {}", "steps[3].wrong[0].when", "says nothing"),
        (
            "{ points = 36 }",
            '{ miscount = "by-eye" }',
            "steps[3].wrong[0].when.miscount",
            "must be one of cards, nothing",
        ),
        ('{ lays = "8g" }', '{ does = "jump" }', "steps[1].wrong[0].when.does", "is no kind of move; there are draw"),
        ('{ lays = "8g" }', '{ does = "end 8g" }', "steps[1].wrong[0].when.does", "is no kind of move"),
        ('{ lays = "8g" }', '{ does = "draw; discard 8q" }', "steps[1].wrong[0].when.does", "8q"),
        ('{ lays = "8g" }', '{ does_not = "" }', "steps[1].wrong[0].when.does_not", "is no kind of move"),
        ("right = true", "right = false", "guess.options", "at least one with right"),
    ],
)
def test_a_fault_of_form_names_its_place(old, new, place, told):
    found = faults(old, new)
    assert any(is_at(place, sentence) and told in sentence for sentence in found), found


@pytest.mark.parametrize(
    ("old", "new", "place", "told"),
    [
        ('turn = "layoff 5r>1; end"', 'turn = "layoff 9y>1; end"', "steps[0].turn", "is not legal here"),
        ("goal = { swaps = 1, cards = 3 }", "goal = { cards = 4 }", "steps[1].turn", "cards is not met"),
        ("goal = { swaps = 1, cards = 3 }", "goal = { ends = false }", "steps[1].goal", "before anything"),
        ("legal = false", "legal = true", "steps[2].legal", "GAP"),
        ('because = "GAP"', 'because = "WRAP"', "steps[2].because", "GAP"),
        ('"MIXED_COLOUR", "NOT_OPENED"', '"NO_SUCH"', "steps[2].choices", "is no reason"),
        ("points = 18", "points = 17", "steps[3].points", "must be 18"),
        ("when = { points = 36 }", "when = { points = 18 }", "steps[3].wrong[0]", "is right"),
        ('try = "layoff 8g>1; end"', "", "steps[1].wrong[0].try", "is missing"),
        ('try = "layoff 8g>1; end"', 'try = "end"', "steps[1].wrong[0]", "is not what its answer meets"),
        ('{ lays = "8g" }', '{ does = "draw" }', "steps[1].wrong[0]", "is not what its answer meets"),
        ("{ points = 36 }", '{ miscount = "ace-as-1" }', "steps[3].wrong[0]", "is right"),
        ('turn = "layoff 5r 9r>1; end"', 'turn = "layoff 5r>1; end"', "steps[4].turn", "better is not met"),
    ],
)
def test_what_is_not_true_names_its_place(old, new, place, told):
    found = faults(old, new)
    assert any(is_at(place, sentence) and told in sentence for sentence in found), found


def test_missing_translations_and_long_texts_are_noted():
    lesson = parse_lesson(LESSON.replace(', nl = "Kijk."', ""), "mine.toml")
    assert notes_of(lesson) == ["mine.toml: steps[0].text: is not translated into nl; English is shown there"]
    lesson = parse_lesson(LESSON.replace("Watch.", "word " * 46), "mine.toml")
    assert notes_of(lesson) == ["mine.toml: steps[0].text: has 46 words; a step is best read with at most 45"]


def test_other_turns_that_reach_the_goal_are_noted():
    text = LESSON.replace("goal = { swaps = 1, cards = 3 }", 'goal = { melds = "[8r 8y 8g]" }')
    (note,) = notes_of(parse_lesson(text, "mine.toml"))
    assert note.startswith("mine.toml: steps[1].turn: ")
    assert "the goal too" in note


@pytest.mark.parametrize(
    "text",
    ["", "format = ", "[[[[", "a = " + "[" * 5000, "x = 1", "format = 1", 'format = 1\ngame = "schmidt"', "steps = 3"],
)
def test_what_is_no_lesson_is_refused_in_sentences(text):
    with pytest.raises(LessonError) as caught:
        parse_lesson(text, "bad.toml")
    assert all(sentence.startswith("bad.toml: ") and "\n" not in sentence for sentence in caught.value.faults)


def test_files_that_cannot_be_read_are_named(tmp_path):
    with pytest.raises(LessonError, match=r"none\.toml: cannot be read"):
        read_lesson(tmp_path / "none.toml")
    (tmp_path / "raw.toml").write_bytes(b"\xff")
    with pytest.raises(LessonError, match=r"raw\.toml: byte 1 is no UTF-8"):
        read_lesson(tmp_path / "raw.toml")
    (tmp_path / "big.toml").write_bytes(b"#" * (LARGEST + 1))
    with pytest.raises(LessonError, match=r"big\.toml: is larger"):
        read_lesson(tmp_path / "big.toml")
    (tmp_path / "good.toml").write_text(LESSON, encoding="utf-8")
    assert read_lesson(tmp_path / "good.toml").id == "schmidt/joker-in-a-set"


def test_lines_are_those_of_the_tables():
    text = "a = 1\n[one]\n[[steps]]\n[[steps.wrong]]\n[[steps.wrong]]\n[[steps]]\n[[steps.wrong]]\n[steps.goal]\n"
    assert lines_of(text) == {
        "one": 2, "steps[0]": 3, "steps[0].wrong[0]": 4, "steps[0].wrong[1]": 5, "steps[1]": 6, "steps[1].wrong[0]": 7,
        "steps[1].goal": 8,
    }  # fmt: skip
