"""Puzzles in a row: what counts, when it becomes harder or easier, and what is kept."""

import pytest

from rummy_lab.core.errors import RummyError
from rummy_lab.lessons.answers import parse_answers, write_answers
from rummy_lab.lessons.puzzling import PuzzleRun
from rummy_lab.search.puzzles import puzzle
from rummy_lab.words import languages


def solve(run):
    return run.answer(run.puzzle.solution).right


def miss(run):
    """A turn that is ended at once and so reaches no goal."""
    return run.answer("end" if not run.rules.has_pile else f"discard {run.puzzle.position.work.hand[0]}").right


@pytest.mark.parametrize("game", ["schmidt", "rummy40"])
def test_three_in_a_row_lead_a_level_up_to_the_highest(game):
    run, levels = PuzzleRun(game, 1, seed=5), []
    for _ in range(16):
        assert solve(run)
        levels.append(run.level)
        run.next()
    assert levels == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 5]
    assert (run.rating.solved, run.rating.alone, run.rating.best) == (16, 16, 5)


def test_help_and_second_tries_solve_but_begin_the_row_again():
    run = PuzzleRun("schmidt", 1, seed=5)
    for _ in range(2):
        solve(run)
        run.next()
    assert run.rating.in_a_row == 2
    assert run.hint()
    assert solve(run)
    assert (run.rating.in_a_row, run.rating.solved, run.rating.alone) == (0, 3, 2)
    run.next()
    assert run.level == 1
    assert not miss(run)
    assert not run.closed
    assert solve(run)
    assert (run.rating.in_a_row, run.rating.misses) == (0, 0)


def test_after_two_misses_a_lower_level_is_offered_and_is_no_must():
    run = PuzzleRun("schmidt", 3, seed=5)
    miss(run)
    assert not run.may_be_easier
    miss(run)
    assert run.may_be_easier
    run.next()
    assert (run.level, run.may_be_easier) == (3, True)
    run.easier()
    assert (run.level, run.moved, run.may_be_easier) == (2, -1, False)


def test_what_is_left_open_or_shown_counts_as_missed():
    run = PuzzleRun("schmidt", 2, seed=5)
    run.next()
    assert run.reveal() == run.puzzle.solution
    assert (run.rating.misses, run.solved, run.closed) == (2, False, True)
    assert run.rows[-1]["result"] == "revealed"
    run.reveal()
    assert run.rating.misses == 2
    assert solve(run)  # what was shown may be played, and counts no more
    assert (run.rating.solved, len(run.rows)) == (0, 1)


def test_at_the_lowest_level_nothing_easier_is_offered():
    run = PuzzleRun("schmidt", 1, seed=5)
    miss(run)
    miss(run)
    assert not run.may_be_easier
    run.easier()
    assert run.level == 1


def test_levels_that_the_rules_do_not_have_are_passed_over():
    run = PuzzleRun("schmidt{pack.jokers=0}", 4, seed=5)
    for _ in range(4):
        assert solve(run)
        run.next()
    assert run.level == 4


def test_an_exam_takes_the_first_answer_and_gives_nothing_away():
    run = PuzzleRun("schmidt", 2, seed=5, exam=True)
    assert run.hint() == ""
    assert run.reveal() is None
    assert not miss(run)
    assert run.closed
    assert solve(run)
    assert (run.rating.solved, run.rating.misses, len(run.rows)) == (0, 1, 1)
    run.next()
    assert solve(run)
    assert run.rating.alone == 1


def test_rows_are_answers_of_lessons_and_name_the_puzzle():
    run = PuzzleRun("rummy40", 2, seed=9)
    miss(run)
    solve(run)
    run.next()
    run.reveal()
    rows, faults = parse_answers(write_answers(run.rows))
    assert faults == []
    assert [row["result"] for row in rows] == ["wrong", "right", "revealed"]
    assert {row["lesson"] for row in rows} == {"rummy40/puzzles"}
    for row in rows:
        level = int(str(row["step"]).removeprefix("level-"))
        assert str(puzzle("rummy40", level, row["seed"]).position) == row["position"]


@pytest.mark.parametrize(("game", "level"), [("schmidt", 1), ("rummy40", 1), ("rummy40", 3), ("rummy51", 3)])
def test_the_goal_is_told_in_every_language(game, level):
    run = PuzzleRun(game, level, seed=1)
    told = {run.step.text.plain(lang, run.rules) for lang in languages}
    assert len(told) == len(languages)
    if level == 3:
        assert all(str(run.rules.opening.points) in text for text in told)


@pytest.mark.parametrize(
    "wrong", [{"game": "chess"}, {"level": 6}, {"level": True}, {"seed": -1}, {"seed": 1.5}], ids=str
)
def test_what_cannot_be_is_refused(wrong):
    with pytest.raises(RummyError):
        PuzzleRun(**wrong)
