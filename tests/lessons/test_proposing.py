"""What is proposed for a step in the making: true by the referee, and told apart by the lesson."""

from dataclasses import replace

import pytest

from lessons.small import LESSON
from rummy_lab.core.moves import Turn
from rummy_lab.core.referee import check, position
from rummy_lab.lessons.catalogue import lesson, lesson_files
from rummy_lab.lessons.checking import faults_of
from rummy_lab.lessons.judging import judged, points_in
from rummy_lab.lessons.proposing import goals, joined, likely_wrong, near_misses, reasons, solution
from rummy_lab.lessons.reading import parse_lesson
from rummy_lab.search.existence import exists
from rummy_lab.words import explain, languages, main_reason

SMALL = parse_lesson(LESSON)
HERE = position("schmidt; table [6r 7r 8r] [9r 9y 9g]; hand A+ 5r 10r 1b; stock ??x40; turn A")


@pytest.mark.parametrize("name", lesson_files())
def test_what_is_proposed_for_a_lesson_of_the_package_checks(name):
    one = lesson(name)
    steps = tuple(replace(step, wrong=tuple(likely_wrong(step)[:8]), generator="") for step in one.steps)
    assert faults_of(replace(one, steps=steps)) == []


def test_a_solution_reaches_every_goal_that_is_proposed_of_it():
    turn = solution(HERE)
    assert str(turn) == "layoff 5r 10r>1; end" or not check(HERE, turn, exists=exists)
    step = replace(SMALL.steps[1], position=HERE, rules=HERE.rules, turn=turn, wrong=())
    found = goals(HERE, turn)
    assert {"cards", "points"} <= set(found)
    assert all(judged(replace(step, goal=goal), turn).right for goal in [*found.values(), joined(found.values())])
    assert goals(HERE, Turn.parse("draw")) == {}


def test_a_solution_begins_with_the_draw_where_the_card_is_known():
    here = position("rummy40{opening.points=0}; hand A 5h 6h 2c; pile 9c; stock 7h ??x40; turn A")
    turn = solution(here)
    assert str(turn).startswith("draw")
    assert not check(here, turn, exists=exists)


def test_near_misses_are_refused_each_for_another_reason():
    found = [check(HERE, turn, exists=exists) for turn in near_misses(HERE)]
    assert all(found)
    codes = [main_reason(refused).code for refused in found]
    assert len(codes) == len(set(codes)) >= 3


@pytest.mark.parametrize("lang", languages)
def test_a_mistake_is_explained_as_the_referee_explains_it(lang):
    step = replace(SMALL.steps[1], wrong=())
    for wrong in likely_wrong(step):
        if wrong.when.code:
            refused = check(step.position, wrong.example, exists=exists)
            told = explain(main_reason(refused), lang, rules=step.rules)
            assert wrong.says.plain(lang, step.rules) == told
            assert not wrong.says.faults()
    gap = next(wrong for wrong in likely_wrong(replace(step, position=HERE)) if wrong.when.code == "GAP")
    assert "{" in gap.says.template(lang)  # so that a sibling speaks of its own cards


def test_reasons_that_hold_are_never_offered_as_wrong_ones():
    hold, others = reasons(HERE, Turn.parse("layoff 10r>1; end"))
    assert hold[0] == "GAP"
    assert len(others) >= 2
    assert not set(hold) & set(others)
    assert reasons(HERE, Turn.parse("layoff 5r>1; end")) == ([], [])


def test_wrong_points_are_none_that_are_right():
    step = replace(SMALL.steps[3], wrong=())
    found = {points_in(step, wrong.when): wrong.misconception for wrong in likely_wrong(step)}
    assert found == {36: "joker-in-meld", 11: "joker-for-nothing", 3: "count-cards"}


def test_a_position_that_says_too_little_is_no_error():
    here = position("schmidt; table [6r 7r 8r]; hand A+ 5r 1b; turn A")
    step = replace(SMALL.steps[1], position=here, turn=solution(here), wrong=())
    assert all(wrong.when.code for wrong in likely_wrong(step))
    hidden = position("schmidt; table [6r 7r 8r]; hand A+ ??x3; stock ??x40; turn A")
    assert solution(hidden) is None
    assert near_misses(hidden) == []
