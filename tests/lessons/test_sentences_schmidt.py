"""Every sentence of the booklet's page that states a rule is met by at least one step of a lesson."""

import tomllib
from pathlib import Path

import pytest

from rummy_lab.lessons.catalogue import lesson, lesson_files

TABLE = Path(__file__).parents[1] / "data" / "sentences_schmidt.toml"
SENTENCES = tomllib.loads(TABLE.read_text("utf-8"))["sentences"]
STEPS = {
    f"{name}/{step.id}": step for name in lesson_files() if name.startswith("schmidt/") for step in lesson(name).steps
}
FIRST, LAST, HEADINGS = 4, 41, {8, 17, 21, 30}


def test_every_line_with_a_rule_is_covered():
    covered = {line for sentence in SENTENCES for line in sentence["lines"]}
    assert covered == set(range(FIRST, LAST + 1)) - HEADINGS


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence["about"])
def test_the_steps_that_meet_a_sentence_are_there_and_teach_its_rules(sentence):
    assert sentence["steps"]
    assert not [name for name in sentence["steps"] if name not in STEPS]
    steps = [STEPS[name] for name in sentence["steps"]]
    assert any(step.kind != "watch" for step in steps)
    taught = {rule for step in steps for rule in step.references}
    assert set(sentence["rules"]) <= taught


def test_no_step_is_named_twice_for_a_sentence():
    for sentence in SENTENCES:
        assert len(set(sentence["steps"])) == len(sentence["steps"])
