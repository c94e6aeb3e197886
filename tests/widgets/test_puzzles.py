"""Puzzles at the table: by messages, as a browser sends them, and by the buttons."""

import itertools

import pytest

import rummy_lab as rl
from rummy_lab.core.moves import Turn
from rummy_lab.lessons.answers import read_answers
from rummy_lab.widgets.puzzle_texts import TEXTS, tell
from rummy_lab.widgets.texts import LANGUAGES


@pytest.fixture
def made():
    """Makes puzzles, the same for every test, and closes them."""
    found = []

    def make(game="schmidt", level=2, **options):
        found.append(rl.Puzzles(game, level, **{"seed": 7, "lang": "en", **options}))
        return found[-1]

    yield make
    for one in found:
        one.close()


def send(puzzles, kind, **fields):
    puzzles.table._handle_custom_msg({"type": kind, "gen": puzzles.table.frame["gen"], **fields}, [])


def line(puzzles, text):
    send(puzzles, "line", text=text)


def play(puzzles):
    for move in puzzles.run.puzzle.solution:
        line(puzzles, str(move))


def click(puzzles, name):
    assert shown(puzzles, name), name
    puzzles._buttons[name].click()


def shown(puzzles, name):
    return puzzles._buttons[name].layout.display != "none"


def said(puzzles):
    return puzzles._said.value


@pytest.mark.parametrize(("game", "level"), [("schmidt", 1), ("schmidt", 4), ("rummy40", 2), ("rummy40", 3)])
def test_a_puzzle_is_solved_on_the_table(made, game, level):
    puzzles = made(game, level)
    play(puzzles)
    assert tell("solved", "en") in said(puzzles)
    assert puzzles.run.rating.alone == 1
    assert puzzles._buttons["next"].button_style == "primary"
    before = puzzles.table.state
    click(puzzles, "next")
    assert puzzles.table.state != before
    assert puzzles.table.state == puzzles.run.puzzle.position
    assert said(puzzles) == ""


def test_a_turn_that_does_not_reach_the_goal_is_told_and_may_be_tried_again(made):
    puzzles = made()
    line(puzzles, "draw")
    line(puzzles, "end")
    assert tell("missed", "en") in said(puzzles)
    assert "You still hold" in said(puzzles)
    click(puzzles, "retry")
    assert puzzles.table.state == puzzles.run.puzzle.position
    play(puzzles)
    assert tell("helped", "en") in said(puzzles)
    assert list(puzzles.answers["result"]) == ["wrong", "right"]


def test_a_refused_gesture_is_no_answer(made):
    puzzles = made()
    line(puzzles, "layoff 9b>1")
    assert puzzles.table.frame["refusal"]
    assert puzzles.run.rows == []


def test_the_hint_button_of_the_table_gives_three_strengths_and_counts(made):
    puzzles, told = made(), []
    for _ in range(3):
        send(puzzles, "act", name="hint")
        told += puzzles.table.frame["news"]
    assert [text.split(":")[0] for text in told] == ["Hint 1", "Hint 2", "Hint 3"]
    assert told[2].endswith(rl.explain(puzzles.run.puzzle.solution, "en", rules="schmidt"))
    play(puzzles)
    assert puzzles.run.rating.in_a_row == 0
    assert puzzles.run.rows[-1]["hints"] == 3


def test_the_solution_is_shown_move_by_move_and_again(made):
    puzzles = made()
    turn, start = puzzles.run.puzzle.solution, puzzles.run.puzzle.position
    line(puzzles, str(turn[0]))  # whoever has begun sees it from the start all the same
    for at in range(len(turn)):
        click(puzzles, "show")
        assert puzzles.table.state == rl.play_until_error(start, Turn(turn[: at + 1]))[0]
        assert rl.explain(turn[at], "en", rules="schmidt") in said(puzzles)
    assert tell("shown", "en") in said(puzzles)
    assert puzzles._buttons["show"].description == tell("again", "en")
    click(puzzles, "show")
    assert puzzles.table.state == rl.play_until_error(start, Turn(turn[:1]))[0]
    assert [row["result"] for row in puzzles.run.rows] == ["revealed"]


def test_after_two_misses_an_easier_one_is_offered(made):
    puzzles = made(level=3)
    assert not shown(puzzles, "easier")
    for _ in range(2):
        line(puzzles, "draw")
        line(puzzles, "end")
        puzzles.retry()
    assert shown(puzzles, "easier")
    click(puzzles, "easier")
    assert puzzles.run.level == 2
    assert tell("down", "en", level=2) in said(puzzles)


def test_three_in_a_row_are_told_with_the_new_level(made):
    puzzles = made(level=1)
    for _ in range(3):
        play(puzzles)
        click(puzzles, "next")
    assert tell("up", "en", level=2) in said(puzzles)
    assert "level 2" in puzzles._head.value


@pytest.fixture
def exam(made):
    return made(exam=True)


def test_in_an_exam_nothing_is_taken_back_and_nothing_helps(exam):
    first = str(exam.run.puzzle.solution[0])
    line(exam, first)
    reached = exam.table.state
    assert reached.moves
    assert not {"undo", "redo", "restart", "hint", "fits"} & set(exam.table.frame["buttons"])
    for text in ("undo", "hint", "what fits"):
        line(exam, text)
        assert exam.table.frame["news"] == [tell("unaided", "en")], text
    for name in ("undo", "redo", "restart", "hint", "fits"):
        send(exam, "act", name=name)
        assert exam.table.frame["news"] == [tell("unaided", "en")], name
    assert exam.table.state == reached
    assert exam.table.frame["fits"] is None
    assert not shown(exam, "show")
    exam.show_me()
    exam.retry()
    assert exam.table.state == reached
    assert exam.run.rows == []


def test_in_an_exam_the_end_of_the_turn_counts_once(exam):
    line(exam, "draw")
    line(exam, "end")
    assert tell("missed_exam", "en") in said(exam)
    assert not shown(exam, "retry")
    assert (exam.run.rating.misses, len(exam.run.rows)) == (1, 1)


def test_in_an_exam_an_end_that_is_refused_counts_too(made):
    exam = made(level=2, exam=True)
    moves = exam.run.puzzle.solution
    pull = next(move for move in moves if str(move).startswith("pull"))
    line(exam, str(pull))
    line(exam, "end")
    assert exam.table.frame["refusal"]
    assert [row["result"] for row in exam.run.rows] == ["wrong"]
    line(exam, "end")
    assert len(exam.run.rows) == 1


def test_an_exam_is_passed_at_the_table(exam):
    play(exam)
    assert exam.run.rating.alone == 1
    assert list(exam.answers["result"]) == ["right"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_of_it_follows_the_language(made, lang):
    puzzles = made()
    send(puzzles, "settings", lang=lang)
    assert puzzles.lang == lang
    assert puzzles._buttons["next"].description == tell("next", lang)
    goal = puzzles.run.step.text.plain(lang, rl.SCHMIDT)
    assert goal in puzzles._text.value
    assert tell("title", lang, number=1, level=2) in puzzles._head.value
    _, alt, words = puzzles.still()
    assert goal in words
    assert alt == str(rl.view(puzzles.run.puzzle.position, "A").state)
    send(puzzles, "act", name="hint")
    assert puzzles.table.frame["news"][0].startswith(tell("hint_told", lang, number=1, text=""))


def test_the_texts_are_there_in_every_language():
    assert len({frozenset(texts) for texts in TEXTS.values()}) == 1
    for one, other in itertools.combinations(TEXTS.values(), 2):
        assert [key for key in one if one[key] == other[key]] == []


def test_answers_are_saved_as_those_of_lessons(made, tmp_path):
    puzzles = made()
    play(puzzles)
    puzzles.save_answers(tmp_path / "mine.jsonl")
    assert read_answers(tmp_path / "mine.jsonl") == (puzzles.run.rows, [])
    assert puzzles.answers.to_dict("records") == puzzles.run.rows


def test_a_folder_that_is_not_there_is_told(made, failures):
    puzzles = made()
    play(puzzles)
    with pytest.raises(rl.RummyError, match="cannot be written"):
        puzzles.save_answers("nowhere/at/all.jsonl")


@pytest.mark.parametrize("wrong", [{"lang": "fr"}, {"level": 0}, {"seed": "x"}], ids=str)
def test_what_cannot_be_is_refused(wrong):
    with pytest.raises(rl.RummyError):
        rl.Puzzles(**wrong)
