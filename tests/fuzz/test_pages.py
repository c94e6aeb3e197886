"""Texts that come from files are shown as texts, in HTML, in SVG, in a notebook: no script runs, nothing loads."""

import re

import pytest
import tomli_w
from ipywidgets import IntSlider

import rummy_lab as rl
from fuzz.hostile import ANSWER, HARM, TABLE, plain, record_text
from fuzz.test_messages import Tags, harmless, looks_harmless, parts
from rummy_lab.draw import table_svg
from rummy_lab.lessons.answers import write_answers
from rummy_lab.lessons.course import parse_course
from rummy_lab.lessons.reading import parse_lesson
from rummy_lab.records import parse_record
from rummy_lab.widgets.lesson_preview import preview
from rummy_lab.words import languages

EVIL = HARM[0] + HARM[1] + HARM[3] + HARM[4] + HARM[5] + HARM[9]
KNOWN = "schmidt; table [4r 5r 6r] [8r 8y *8?]; hand A+ 3r 7r 5g; hand B ??x5; stock ??x9; turn A"
WITHOUT_END = [one for one in HARM if one.isprintable()]


def lesson_of(text):
    """A lesson in which every free text is this one."""
    said = {"en": text, "de": text, "nl": text}
    step = {"text": said, "hints": [said], "after": said}
    option = {"text": said, "says": said}
    return {
        "format": 1, "id": "schmidt/own", "game": "schmidt", "title": said, "goals": [said], "leaves_out": said,
        "references": [text[:90]],
        "guess": {"kind": "choose", **step, "options": [option | {"right": True}, option]},
        "steps": [
            {"kind": "do", "position": KNOWN, "turn": "layoff 7r>1; end", **step,
             "goal": {"cards": 1}, "wrong": [{"when": {"lays": "3r"}, "misconception": text[:90], "says": said}]},
            {"kind": "choose", **step, "options": [option | {"right": True}, option]},
        ],
    }  # fmt: skip


def braces(text):
    """In a lesson braces hold cards."""
    return text.replace("{", "(").replace("}", ")")


@pytest.mark.parametrize("text", [EVIL, *WITHOUT_END], ids=lambda text: ascii(text[:20]))
@pytest.mark.parametrize("lang", languages)
def test_a_lesson_shows_its_texts_as_texts(text, lang):
    found = parse_lesson(tomli_w.dumps(lesson_of(braces(text))), "own.toml")
    player = rl.LessonPlayer(found, lang=lang)
    looks_harmless(player)
    for _ in range(4):
        player.next()
        looks_harmless(player)
    for told in (player.words(), preview(found, lang)):
        assert told
    data, _ = player._repr_mimebundle_()
    assert set(data) <= {"text/plain", "image/png", "application/vnd.jupyter.widget-view+json"}


@pytest.mark.parametrize("lang", languages)
def test_a_workshop_and_a_course_show_their_texts_as_texts(tmp_path, lang, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.toml").write_text(tomli_w.dumps(lesson_of(braces(EVIL))), encoding="utf-8")
    workshop = rl.LessonWorkshop(lang=lang)
    workshop.load("own.toml")
    looks_harmless(workshop)
    course = parse_course(tomli_w.dumps({"format": 1, "game": "schmidt", "title": {"en": braces(EVIL)}, "entries": []}))
    assert course.title


@pytest.mark.parametrize("text", [EVIL, *WITHOUT_END], ids=lambda text: ascii(text[:20]))
def test_the_page_about_a_class_shows_names_and_answers_as_texts(tmp_path, text):
    row = {**ANSWER, "pupil": text, "answer": text, "position": text, "misconception": text, "lesson": text[:100]}
    rows = [
        row,
        {**row, "lesson": "schmidt/sets"},
        {**row, "lesson": "schmidt/sets", "misconception": "", "answer": [text]},
    ]
    (tmp_path / "eva.jsonl").write_text(write_answers(rows) + text + "\n", encoding="utf-8")
    (tmp_path / "<img src=x onerror=alert(1)>.jsonl").write_text(write_answers(rows), encoding="utf-8")
    report = rl.class_report(tmp_path)
    for lang in languages:
        html = report.page(lang)
        tags = Tags()
        tags.feed(html)
        assert [tag for tag, _ in tags.bad if tag != "meta"] == []
        html.encode("utf-8")
    harmless(report._repr_html_())


@pytest.mark.parametrize("text", [EVIL, *WITHOUT_END], ids=lambda text: ascii(text[:20]))
def test_a_viewer_shows_names_and_reasons_as_texts(text):
    names = [text[:100].replace('"', "'"), "greedy"]
    record = record_text().replace('"greedy"', plain(names[0]), 1)
    viewer = rl.GameViewer(parse_record(record))
    (slider,) = [one for one in parts(viewer) if isinstance(one, IntSlider)]
    for at in (0, 3, slider.max):
        slider.value = at
        looks_harmless(viewer)
    assert viewer.words()
    html = getattr(viewer, "_repr_html_", lambda: "")()
    harmless(html or "")


@pytest.mark.parametrize("text", [EVIL, *HARM], ids=lambda text: ascii(text[:20]))
def test_a_table_a_desk_and_an_editor_say_what_was_typed_as_text(text):
    table, desk, editor = rl.TableView(TABLE), rl.RuleDesk(), rl.PositionEditor(TABLE)
    table.play(text[:900])
    desk.search(text)
    editor.text = text
    for widget in (table, desk, editor):
        looks_harmless(widget)
        for node in ("frame", "faces"):
            for drawn in re.findall(r"<svg.*?</svg>", plain(getattr(widget, node, "")), re.DOTALL):
                harmless(drawn.replace('\\"', '"'))


def test_pictures_of_a_run_and_of_a_plot_hold_names_as_text():
    drawn = table_svg(rl.position(TABLE), lang="de")
    harmless(drawn)
    named = rl.SCHMIDT.vary(HARM[1], opening__points=40)
    harmless(table_svg(rl.position(TABLE.replace("schmidt;", f"{named.name};"))))
    run = rl.selfplay([rl.SCHMIDT, named], ["random", "greedy"], games=3, progress=False)
    harmless(rl.summary(run)._repr_html_())


def test_a_bot_with_an_evil_name_is_a_name():
    class Evil:
        name = HARM[0] + HARM[1]

        def choose(self, view, rng):
            return "draw"

    run = rl.selfplay("schmidt{ending.max_turns=50}", [Evil(), "random"], games=2, progress=False)
    harmless(rl.summary(run)._repr_html_())
    *comments, line = run.cite().splitlines()
    assert all(comment.startswith("# ") for comment in comments)
    assert "alert" not in line
