"""A pupil's way through a lesson: nothing is locked, help is noted, what went wrong comes back."""

import json

import pytest

from lessons.small import LESSON
from rummy_lab.core.errors import RummyError
from rummy_lab.lessons.answers import parse_answers, read_answers, save_answers, write_answers
from rummy_lab.lessons.catalogue import lesson
from rummy_lab.lessons.checking import shown_by
from rummy_lab.lessons.grading import assert_done, grade
from rummy_lab.lessons.practice import LessonRun, review, to_review
from rummy_lab.lessons.reading import parse_lesson
from rummy_lab.lessons.step_hints import STRONGEST

SMALL = parse_lesson(LESSON)


def right(item):
    """A right answer to what is met."""
    step = item.step
    return {
        "do": step.turn, "find": step.turn, "judge": (step.legal, step.because), "value": step.points, "watch": None,
    }.get(step.kind, [option.id for option in step.options if option.right])  # fmt: skip


def wrong(item):
    """A wrong one."""
    step = item.step
    if step.wrong:
        return shown_by(step, step.wrong[0])
    return "end" if step.kind == "find" else 0 if step.kind == "value" else ["b"]


def go_to(run, kind):
    while run.item.step.kind != kind or run.item.role != "step":
        assert run.next()


def played(run):
    for _ in range(200):
        run.answer(right(run.item))
        if not run.next():
            return run
    raise AssertionError("the lesson does not end")


def test_a_lesson_is_done_by_right_answers():
    run = played(LessonRun(SMALL, seed=3))
    assert run.finished
    assert [item.role for item in run.items] == ["guess", *["step"] * 6, "guess_again"]
    assert [row["result"] for row in run.rows] == ["right"] * 8
    assert grade(SMALL, run.rows).score == 1
    assert_done(SMALL, run.rows)


def test_no_door_is_locked():
    run = LessonRun(SMALL)
    assert [run.next() for _ in range(8)] == [True] * 7 + [False]
    assert not run.finished
    assert [run.back() for _ in range(8)] == [True] * 7 + [False]
    assert grade(SMALL, run.rows).missing == ("2", "3", "4", "5", "6")
    with pytest.raises(AssertionError, match=r"no right answer yet to step 2, 3, 4, 5, 6"):
        assert_done(SMALL, [])


def test_the_guess_is_done_by_guessing_and_comes_back():
    run = LessonRun(SMALL)
    assert not run.answer(["b"]).right
    assert run.item.done
    assert run.items[-1].role == "guess_again"
    assert to_review(run.rows) == []


def test_practice_ends_after_three_in_a_row():
    run = LessonRun(SMALL, seed=1)
    go_to(run, "value")
    assert run.practise()
    for _ in range(3):
        assert run.item.role == "practice"
        assert run.answer(right(run.item)).right
        run.next()
    assert run.item.role == "step"
    assert [item.number for item in run.items if item.role == "practice"] == [1, 2, 3]


def test_a_mistake_begins_the_row_anew():
    run = LessonRun(SMALL, seed=1)
    go_to(run, "value")
    run.practise()
    run.answer(right(run.item))
    run.next()
    run.answer(0)
    run.answer(right(run.item))
    run.next()
    for _ in range(3):
        assert run.item.role == "practice"
        run.answer(right(run.item))
        run.next()
    assert run.item.role == "step"


def test_after_ten_tries_the_solution_is_shown_and_the_step_comes_back():
    run = LessonRun(SMALL, seed=1)
    go_to(run, "value")
    run.practise()
    for _ in range(10):
        assert not run.item.revealed
        run.answer(0)
    assert run.item.revealed
    assert run.item.done
    run.next()
    assert run.item.role == "alone"
    assert [item.of for item in run.items if item.role == "again"] == ["4"]
    assert run.items[-1].role == "guess_again"


def test_the_solution_is_shown_after_two_tries_and_one_sibling_is_done_alone():
    run = LessonRun(SMALL, seed=1)
    go_to(run, "do")
    assert not run.may_reveal
    run.answer(wrong(run.item))
    assert run.item.misconceptions == ["joker-stays"]
    assert not run.may_reveal
    run.answer(wrong(run.item))
    assert run.may_reveal
    assert run.reveal() == run.item.step.turn
    assert run.item.result == "helped"
    run.next()
    assert (run.item.role, run.item.number, run.item.of) == ("alone", 1, "2")
    assert to_review(run.rows) == [("schmidt/joker-in-a-set", "2")]
    made = grade(SMALL, run.rows)
    assert "2" in made.missing
    run.answer(right(run.item))
    assert grade(SMALL, run.rows).helped == ("2",)


def test_hints_grow_and_the_strongest_asks_for_a_sibling():
    run = LessonRun(SMALL, seed=1)
    go_to(run, "do")
    told = [run.hint() for _ in range(4)]
    assert len(set(told)) == 3
    assert told[2] == told[3]
    assert "8" in told[2]
    assert len({run.hint(lang) for lang in ("en", "de", "nl")}) == 3
    run.answer(right(run.item))
    run.next()
    assert run.item.role == "alone"


def test_neighbours_get_other_cards_and_the_same_seed_the_same():
    def cards(seed):
        run = LessonRun(SMALL, seed=seed)
        go_to(run, "value")
        run.practise()
        return str(run.item.step.meld)

    assert cards(1) == cards(1)
    assert len({cards(seed) for seed in range(8)}) > 3


def test_what_was_not_right_comes_back_in_a_review():
    run = LessonRun(SMALL, seed=1)
    go_to(run, "value")
    run.answer(0)
    go_to(run, "find")
    run.answer("end")
    again = review([SMALL], run.rows, seed=2)
    assert [step.kind for step in again.steps] == ["value", "find"]
    assert again.steps[0].meld != SMALL.steps[3].meld
    with pytest.raises(RummyError, match="nothing to review"):
        review([SMALL], played(LessonRun(SMALL)).rows)


def test_answers_are_a_file_that_can_be_read_again(tmp_path):
    run = played(LessonRun(SMALL, seed=4))
    path = save_answers(run.rows, tmp_path / "mine.jsonl")
    rows, faults = read_answers(path)
    assert faults == []
    assert rows == json.loads(json.dumps(run.rows))
    assert grade(SMALL, path) == grade(SMALL, run.rows)
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_file_says_of_itself_does_not_count():
    run = LessonRun(SMALL)
    go_to(run, "value")
    run.answer(0)
    rows = [row | {"result": "right"} for row in run.rows]
    assert "4" in grade(SMALL, rows).missing
    rows = [row | {"answer": 18} for row in run.rows]
    assert grade(SMALL, rows).right == ("4",)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("nonsense", "is no answer"),
        ("3", "is no table"),
        ("{}", "lesson is missing"),
        ('{"lesson": 3}', "lesson is of another kind"),
        ("[" * 9000, "is no answer"),
        (json.dumps(played(LessonRun(SMALL)).rows[0] | {"more": 1}), "'more' is no field"),
        (json.dumps(played(LessonRun(SMALL)).rows[0] | {"result": "fine"}), "result is right, wrong or revealed"),
        (json.dumps(played(LessonRun(SMALL)).rows[0] | {"step": "x" * 5000}), "too long"),
        (json.dumps(played(LessonRun(SMALL)).rows[0] | {"pupil": 3}), "pupil is no text"),
    ],
)
def test_damaged_lines_are_left_out_with_a_sentence_each(line, told):
    good = write_answers(LessonRun(SMALL).rows or played(LessonRun(SMALL)).rows[:1])
    rows, faults = parse_answers(good + line + "\n" + good, "a.jsonl")
    assert len(rows) == 2
    assert len(faults) == 1
    assert faults[0].startswith("a.jsonl: line 2: ")
    assert told in faults[0]


def test_an_answer_file_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(RummyError, match=r"a\.jsonl: cannot be written"):
        save_answers([], tmp_path / "none" / "a.jsonl")


@pytest.mark.parametrize("count", [-5, 10**6])
def test_counts_that_a_file_made_up_do_no_harm(count):
    guess = {"lesson": "schmidt/split", "step": "guess", "role": "guess", "result": "wrong", "try": 1, "hints": 0}
    run = LessonRun(lesson("schmidt/split"), 1)
    run.take_up([guess, guess | {"step": "double", "role": "step", "try": count, "hints": count}])
    assert run.item.of == "double"
    assert run.item.tries >= 0
    assert run.hint()
    assert 1 <= run.item.hints <= STRONGEST
