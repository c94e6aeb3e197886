"""A class that is simulated, and what its report says."""

import json
import re

import pytest

import rummy_lab as rl
from lessons.small import LESSON
from rummy_lab.core.errors import RummyError
from rummy_lab.lessons.answers import save_answers, write_answers
from rummy_lab.lessons.practice import LessonRun
from rummy_lab.lessons.puzzling import PuzzleRun
from rummy_lab.lessons.reading import parse_lesson
from rummy_lab.stats.report_texts import TEXTS
from rummy_lab.words import languages

LESSON_ID = "schmidt/joker-in-a-set"
RIGHT = {
    "2": "arrange [8r 8y 8g] [5r 6r *7r]; end",
    "3": (False, "GAP"),
    "4": 18,
    "5": "layoff 5r 9r>1; end",
    "6": ["a"],
}
WRONG = {"2": "layoff 8g>1; end", "3": (True, ""), "4": 36, "5": "layoff 5r>1; end", "6": ["b"]}


def answered(wrong=(), *, first=("b",), last=("a",), until=99):
    """The answers of one pupil, who before the right ones gives these wrong ones, named by the ids of their steps."""
    run = LessonRun(parse_lesson(LESSON), seed=3)
    for _ in range(until):
        item = run.item
        if item.role == "guess":
            run.answer(first, 1.5)
        elif item.role == "guess_again":
            run.answer(last, 1.5)
        elif item.step.kind != "watch":
            for one in [one for one in wrong if one == item.of]:
                run.answer(WRONG[one], 2.0)
            run.answer(RIGHT[item.of], 3.0)
        if not run.next():
            break
    return run.rows


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "lesson.toml").write_text(LESSON, "utf-8")
    return tmp_path


@pytest.fixture
def four(folder):
    """Four pupils: two take the joker for 25 points, one of them twice; one stops in the middle."""
    save_answers(answered(["4", "4", "3"]), folder / "ann.jsonl")
    save_answers(answered(["4", "2"], first=["a"]), folder / "ben.jsonl")
    save_answers(answered(last=["b"]), folder / "cas.jsonl")
    save_answers(answered(["2"], until=4), folder / "dan.jsonl")
    return folder


def text_of(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)))


def test_the_frame_has_a_row_for_each_pupil_and_question(four):
    report = rl.class_report(four)
    assert report.faults == ()
    frame = report.frame
    assert list(frame.columns) == [
        "pupil", "lesson", "step", "part", "tries", "hints", "seconds", "right", "helped", "misconception",
    ]  # fmt: skip
    assert not frame.duplicated(["pupil", "lesson", "step", "part"]).any()
    row = frame[(frame["pupil"] == "ann") & (frame["step"] == "4")].iloc[0]
    assert (row["tries"], row["seconds"], bool(row["right"]), row["misconception"]) == (3, 7.0, True, "joker-25")
    assert set(frame[frame["pupil"] == "dan"]["step"]) == {"guess", "2", "3"}
    assert set(frame["part"]) == {"guess", "step", "guess_again"}


def test_who_finished_is_counted(four):
    ready, begun = rl.class_report(four).finished()[LESSON_ID]
    assert (ready, begun) == (["ann", "ben", "cas"], ["dan"])


def test_what_most_pupils_had_wrong_comes_first_with_its_commonest_answer(four):
    first, second = rl.class_report(four).troubles()
    assert [(one.step.id, one.answers, one.pupils, one.common) for one in (first, second)] == [
        ("4", 3, 2, 3), ("2", 2, 2, 2),
    ]  # fmt: skip
    assert first.example["answer"] == 36


def test_one_pupil_with_many_tries_is_not_the_class(folder):
    save_answers(answered(["3"] * 9), folder / "ann.jsonl")
    for name in ("ben", "cas"):
        save_answers(answered(["6"]), folder / f"{name}.jsonl")
    assert [one.step.id for one in rl.class_report(folder).troubles()] == ["6", "3"]


def test_two_questions_about_one_rule_are_told_once(folder):
    told = LESSON.replace('kind = "judge"', 'kind = "judge"\nreferences = ["S-18"]')
    told = told.replace('kind = "value"', 'kind = "value"\nreferences = ["S-18"]')
    (folder / "lesson.toml").write_text(told, "utf-8")
    save_answers(answered(["3", "4", "6"]), folder / "ann.jsonl")
    save_answers(answered(["3", "4"]), folder / "ben.jsonl")
    assert [one.step.id for one in rl.class_report(folder).troubles()] == ["3", "6"]


def test_the_guess_is_set_against_the_same_question_at_the_end(four):
    assert rl.class_report(four).guesses() == {LESSON_ID: (3, 1, 2)}


@pytest.mark.parametrize("lang", languages)
def test_the_page_says_it_in_every_language(four, lang):
    report = rl.class_report(four)
    page, words = report.page(lang), TEXTS[lang]
    told = text_of(page)
    assert f'<html lang="{lang}">' in page
    for key in ("title", "finished", "again", "guess", "before", "after"):
        assert words[key] in told
    assert words["of"].format(count=3, all=4) in told
    assert words["share"].format(count=2, all=3) in told
    assert words["wrong"].format(answers=3, pupils=2, all=4) in told
    assert words["points"].format(points=36) in told
    says = {"en": "25 is for the hand.", "de": "25 gilt in der Hand.", "nl": "25 is voor in je hand."}
    assert says[lang] in told
    lesson = parse_lesson(LESSON)
    assert rl.explain(rl.Turn.parse(WRONG["2"]), lang, rules="schmidt") in told
    pictures = re.findall(r'<img src="data:image/svg\+xml;base64,[\w+/=]+" alt="([^"]+)">', page)
    assert len(pictures) == 2
    assert "Schmidt" in pictures[1]
    assert lesson.title.plain(lang, lesson.rules) in told


def test_no_name_stands_there_that_nobody_typed(four):
    save_answers([row | {"pupil": "Eva <b>"} for row in answered(until=3)], four / "secret.jsonl")
    report = rl.class_report(four)
    page = report.page()
    assert not re.search(r"\b(ann|ben|cas|dan|secret)\b", text_of(page))
    assert TEXTS["en"]["open"].format(names="Eva &lt;b&gt;") in page
    assert "Eva <b>" not in page
    assert "Eva <b>" in report.pupils


def test_damaged_files_and_lines_are_left_out_with_a_sentence_each(four):
    whole = write_answers(answered(until=3))
    (four / "half.jsonl").write_text(whole + whole.splitlines()[0][:50] + "\n[]\n", "utf-8")
    (four / "picture.jsonl").write_bytes(b"\x89PNG\xff\xfe")
    (four / "folder.jsonl").mkdir()
    (four / "broken.toml").write_text("format = 2", "utf-8")
    report = rl.class_report(four)
    assert [fault.split(":")[0] for fault in report.faults] == [
        "folder.jsonl", "half.jsonl", "half.jsonl", "picture.jsonl", "broken.toml",
    ]  # fmt: skip
    assert len(report.pupils) == 5
    assert text_of(report.page()).count("the line is left out") == 2


@pytest.mark.parametrize(
    ("lang", "told"), [("de", "die Zeile wird ausgelassen"), ("nl", "de regel wordt overgeslagen")]
)
def test_the_page_says_what_was_left_out_in_its_language(four, lang, told):
    with (four / "anna.jsonl").open("a") as file:
        file.write("no answer\n")
    page = rl.class_report(four, lang).page()
    assert told in page
    assert "left out" not in page


def test_lessons_that_are_not_known_are_told_and_puzzles_are_no_lessons(tmp_path):
    run = PuzzleRun("schmidt", 1, seed=1)
    run.answer(run.puzzle.solution)
    save_answers([*answered(), *run.rows], tmp_path / "ann.jsonl")
    report = rl.class_report(tmp_path)
    (fault,) = report.faults
    assert fault.startswith(f"{LESSON_ID}: no lesson of this id")
    assert set(report.frame["lesson"]) == {LESSON_ID, "schmidt/puzzles"}
    assert report.finished() == {}


def test_a_lesson_of_the_package_needs_no_file(tmp_path):
    run = LessonRun(rl.lessons.catalogue.lesson("schmidt/joker-set"))
    rows = run.rows
    run.next()
    run.answer("layoff 8g>1; end")
    run.reveal()
    save_answers(rows, tmp_path / "ann.jsonl")
    report = rl.class_report(tmp_path)
    assert report.faults == ()
    assert report.troubles()[0].lesson.id == "schmidt/joker-set"
    row = report.frame.iloc[0]
    assert (row["tries"], bool(row["right"]), bool(row["helped"])) == (1, False, True)


def test_a_folder_for_each_pupil_names_the_pupil_and_copies_count_once(folder):
    rows = answered(["4"])
    for name in ("one", "two"):
        (folder / "ann").mkdir(exist_ok=True)
        save_answers(rows, folder / "ann" / f"{name}.jsonl")
    report = rl.class_report(folder)
    assert report.pupils == ("ann",)
    assert report.troubles()[0].answers == 1


def test_what_a_file_says_cannot_break_the_page(folder):
    rows = answered(["4", "2", "3", "6"])
    for row in rows:
        if row["result"] == "wrong":
            row |= {"answer": "<script>alert(1)</script>", "misconception": "", "sibling": 10**9, "seed": -1}
    save_answers(rows, folder / "ann.jsonl")
    more = [row | {"answer": [[1], {"a": None}], "position": "<i>", "step": "<u>", "sibling": -5} for row in rows]
    save_answers(more, folder / "ben.jsonl")
    page = rl.class_report(folder).page()
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "<u>" not in page


def test_the_page_of_a_sibling_shows_its_cards(folder):
    run = LessonRun(parse_lesson(LESSON), seed=3)
    for _ in range(4):
        run.next()
    run.answer(18)
    assert run.practise()
    run.answer(5)
    save_answers(run.rows, folder / "ann.jsonl")
    meld = run.item.step.meld
    assert str(meld) != "[5r 6r *7r]"
    page = rl.class_report(folder).page()
    (alt,) = re.findall(r'alt="([^"]+)"', page)
    assert str(meld.slots[0].rank) in alt
    assert run.item.step.text.plain("en", rl.SCHMIDT) in text_of(page)


def test_an_empty_folder_gives_an_empty_report(tmp_path):
    report = rl.class_report(tmp_path)
    assert len(report.frame) == 0
    assert "tries" in report.frame
    assert len(report.faults) == 1
    assert TEXTS["en"]["none_wrong"] in report._repr_html_()


def test_the_page_is_saved(four, tmp_path):
    report = rl.class_report(four, "de")
    file = report.save(tmp_path / "page.html")
    assert file.read_text("utf-8") == report.page("de")
    with pytest.raises(RummyError, match="cannot be written"):
        report.save(tmp_path / "no" / "page.html")


def test_what_cannot_be_is_refused(tmp_path):
    with pytest.raises(RummyError, match="no such folder"):
        rl.class_report(tmp_path / "nowhere")
    with pytest.raises(RummyError, match="lang is 'fr'"):
        rl.class_report(tmp_path, "fr")
    with pytest.raises(RummyError, match="lang is 'fr'"):
        rl.class_report(tmp_path).page("fr")


def test_the_texts_are_there_in_every_language():
    assert set(TEXTS) == set(languages)
    assert len({frozenset(texts) for texts in TEXTS.values()}) == 1
    assert json.dumps(TEXTS["de"]) != json.dumps(TEXTS["en"])
