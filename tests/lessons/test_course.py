"""A course lists lessons and deals; what is wrong in its file is told with its place."""

from itertools import pairwise

import pytest

from rummy_lab.core.errors import RummyError
from rummy_lab.lessons.course import Deal, course, parse_course
from rummy_lab.lessons.listing import lesson_list
from rummy_lab.lessons.reading import LessonError
from rummy_lab.lessons.steps import Lesson

COURSE = """\
format = 1
game = "schmidt"
title = { en = "Schmidt Rummy", de = "Schmidt-Rummy", nl = "Schmidt-rummy" }
[[entries]]
lesson = "schmidt/sets"
[[entries]]
deal = "schmidt/level-1"
level = 1
title = { en = "A small deal", de = "Eine kleine Partie", nl = "Een klein spel" }
leaves_out = { en = "no jokers", de = "keine Joker", nl = "geen jokers" }
players = ["me", "random"]
open_hands = true
seed = 3
[entries.rules]
"pack.jokers" = 0
"deal.hand" = 7
[[entries]]
lesson = "schmidt/runs"
"""


def test_entries_come_in_their_order():
    found = parse_course(COURSE)
    assert [type(entry) for entry in found.entries] == [Lesson, Deal, Lesson]
    deal = found.entries[1]
    assert (deal.players, deal.open_hands, deal.seed, deal.level) == (("me", "random"), True, 3, 1)
    assert deal.rules.name == "schmidt{deal.hand=7,pack.jokers=0}"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('lesson = "schmidt/runs"', 'lesson = "schmidt/none"', "line 17: entries[2].lesson: must be one of "),
        ("level = 1", 'level = "one"', "line 6: entries[1].level: must be a whole number"),
        ('"deal.hand" = 7', '"deal.hands" = 7', "line 14: entries[1].rules: "),
        ("open_hands", "hands_open", "line 6: entries[1].hands_open: no such field"),
        ('game = "schmidt"', 'game = "chess"', "game: must be one of schmidt, rummy40"),
        ("format = 1", "format = ", "is no TOML"),
    ],
)
def test_a_fault_names_its_place(old, new, told):
    with pytest.raises(LessonError) as caught:
        parse_course(COURSE.replace(old, new, 1), "my.toml")
    assert any(fault.startswith(f"my.toml: {told}") for fault in caught.value.faults), caught.value.faults


def test_there_is_no_course_of_another_game():
    with pytest.raises(RummyError, match="there is no course of 'chess'; there are schmidt, rummy40"):
        course("chess")


@pytest.mark.parametrize("game", ["schmidt", "rummy40"])
def test_each_game_has_a_course_in_five_levels_with_short_lessons_between(game):
    entries = course(game).entries
    levels = [at for at, entry in enumerate(entries) if isinstance(entry, Deal)]
    assert [entries[at].level for at in levels] == [1, 2, 3, 4, 5]
    assert sum(isinstance(entry, Lesson) for entry in entries) >= 12
    assert isinstance(entries[0], Lesson)
    assert levels[0] == 1
    between = [after - before - 1 for before, after in pairwise(levels)]
    assert all(2 <= count <= 4 for count in between)
    assert all(entries[at].leaves_out is not None for at in levels[:-1])


def test_lessons_are_listed_of_the_games_and_in_the_languages_that_there_are():
    listed = lesson_list("rummy40", "de")
    assert {row.game for row in listed} == {"rummy40"}
    assert len(listed) < len(lesson_list())
    for game, lang, told in (("canasta", "en", "no lessons of 'canasta'"), ("schmidt", "fr", "no language 'fr'")):
        with pytest.raises(RummyError, match=told):
            lesson_list(game, lang)
