"""A course in one cell, without a browser."""

import re
from threading import Thread

import ipywidgets
import pytest

import rummy_lab as rl
from lessons.test_course import COURSE
from rummy_lab.lessons.course import parse_course
from rummy_lab.widgets.course_texts import TEXTS
from widgets.files import bring, handed

PLAN = parse_course(COURSE)


@pytest.fixture
def opened():
    made = []

    def make(plan=PLAN, **options):
        made.append(rl.Course(plan, **({"lang": "en", "seed": 1} | options)))
        return made[-1]

    yield make
    for course in made:
        course.close()


def finish(player):
    while True:
        step = player.step
        if step.kind == "watch":
            player.run.answer(None)
        else:
            answers = {"do": step.turn, "find": step.turn, "judge": (step.legal, step.because), "value": step.points}
            player.answer(answers.get(step.kind, [option.id for option in step.options if option.right]))
        if player.run.at == len(player.run.items) - 1:
            return
        player.next()


def test_it_opens_with_its_first_lesson(opened):
    course = opened()
    assert isinstance(course.widget, rl.LessonPlayer)
    assert "0 of 2 lessons done" in course._head.value
    assert [label for label, _ in course._pick.options][1] == "A small deal"
    assert course._onward.description == "On to: A small deal"


def test_one_goes_on_to_a_deal_with_open_hands_and_its_own_rules(opened):
    course = opened()
    course._onward.click()
    assert isinstance(course.widget, rl.PlayGame)
    assert course.widget.state.rules.name == "schmidt{deal.hand=7,pack.jokers=0}"
    assert course.widget.table.desk.look.open
    assert "For now: no jokers" in course._head.value
    labels = [card["label"] for card in course.widget.table.frame["cards"] if card["zone"] == "hand-B"]
    assert len(labels) == 7
    assert "hidden card" not in labels


def test_bots_do_not_wait_for_whoever_leaves_their_deal(opened):
    course = opened()
    course._onward.click()
    game = course.widget

    def play():
        with game.lock:
            game.table.refresh()

    bots = Thread(target=play, daemon=True)
    game.table.desk.note(["a bot has played"])
    with course.lock:  # as whoever chooses another entry has it, and waits for the bots to end
        bots.start()
        bots.join(timeout=20)
        assert not bots.is_alive()


def test_what_was_done_stays_done_and_is_marked(opened):
    course = opened()
    finish(course.widget)
    course.onward()
    course.go(0)
    assert course.widget.run.finished
    assert "1 of 2 lessons done" in course._head.value
    assert course._pick.options[0][0].endswith("(done)")


def test_an_entry_is_chosen_from_the_list(opened):
    course = opened()
    course._pick.value = 2
    assert course.entry.id == "schmidt/runs"


def test_the_language_stays_from_lesson_to_deal(opened):
    course = opened()
    course.lang = "nl"
    assert "0 van 2 lessen klaar" in course._head.value
    course.onward()
    assert course.lang == "nl"
    assert course._pick.options[1][0] == "Een klein spel"


def test_answers_of_all_lessons_are_downloaded_and_loaded_elsewhere(opened):
    course = opened()
    finish(course.widget)
    assert course.widget.files.layout.display == "none"
    name, text = handed(course)
    assert name == "answers-schmidt.jsonl"
    other = opened()
    bring(other, name, text)
    assert "1 of 2 lessons done" in other._head.value
    assert other.answers.to_dict("records") == course.answers.to_dict("records")


def test_what_was_not_right_comes_back_in_a_review(opened):
    course = opened()
    assert course._review.layout.display == "none"
    player = course.widget
    while player.step.kind not in ("judge", "value"):
        player.next()
    player.answer((not player.step.legal, "GAP") if player.step.kind == "judge" else -1)
    course._relabel()
    assert course._review.layout.display is None
    course._review.click()
    assert course.widget.run.lesson.id.endswith("/review")


def test_closing_frees_everything():
    known = ipywidgets.widgets.widget._instances
    before = set(known)
    course = rl.Course(PLAN, lang="en", seed=1)
    course.onward()
    course.onward()
    course.close()
    assert set(known) == before


@pytest.mark.parametrize("options", [{"lang": "fr"}, {"seed": "x"}, {"at": 3}, {"at": True}])
def test_what_cannot_be_is_said_in_a_sentence(options):
    with pytest.raises(rl.RummyError):
        rl.Course(PLAN, **options)


def test_texts_are_in_three_languages_with_the_same_fields():
    assert len({tuple(texts) for texts in TEXTS.values()}) == 1
    for key in TEXTS["en"]:
        assert len({tuple(sorted(re.findall(r"{(\w+)}", texts[key]))) for texts in TEXTS.values()}) == 1, key
