"""Every sentence of the Dutch document that states a rule is met by a step of the Rummy 40 course."""

import tomllib
from pathlib import Path

import pytest

from rummy_lab.lessons.catalogue import lesson
from rummy_lab.lessons.course import course
from rummy_lab.lessons.steps import Lesson

TABLE = tomllib.loads((Path(__file__).parents[1] / "data" / "sentences_rummy40.toml").read_text("utf-8"))
SENTENCES = {tuple(row["at"]): row["steps"] for row in TABLE["sentence"]}
# How many sentences with a rule begin on each line; the other lines are headings, pictures and their continuations.
PAGE = {
    4: 1, 6: 1, 10: 1, 16: 3, 17: 1, 18: 1, 19: 1, 20: 1, 21: 2, 22: 2, 24: 2, 25: 1, 26: 1, 27: 1, 29: 2, 32: 2, 33: 1,
    34: 1, 35: 1, 37: 2, 39: 2, 40: 1, 41: 2, 45: 2, 47: 1,
}  # fmt: skip


def test_every_rule_line_is_in_the_table_once():
    left_out = {(int(line), 1) for line in TABLE["left_out"]}
    wanted = {(line, place) for line, count in PAGE.items() for place in range(1, count + 1)}
    assert len(SENTENCES) == len(TABLE["sentence"])
    assert set(SENTENCES) == wanted - left_out
    assert left_out <= wanted


@pytest.mark.parametrize("at", SENTENCES, ids=lambda at: f"L{at[0]}.{at[1]}")
def test_its_steps_are_there(at):
    assert SENTENCES[at]
    for name in SENTENCES[at]:
        of_lesson, _, step = name.rpartition("/")
        assert step in {one.id for one in lesson(of_lesson).steps}, name


def test_its_steps_are_done_in_the_course():
    done = {entry.id for entry in course("rummy40").entries if isinstance(entry, Lesson)}
    assert {name.rpartition("/")[0] for steps in SENTENCES.values() for name in steps} <= done
