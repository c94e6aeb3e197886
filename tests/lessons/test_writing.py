"""What is written of a lesson is read as the same lesson."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lessons.small import LESSON
from rummy_lab.core.errors import RummyError
from rummy_lab.core.rules import RuleSet
from rummy_lab.lessons.acts import Act
from rummy_lab.lessons.catalogue import lesson, lesson_files
from rummy_lab.lessons.counting import MISCOUNTS
from rummy_lab.lessons.reading import parse_lesson, read_lesson
from rummy_lab.lessons.said import Said
from rummy_lab.lessons.steps import Goal, Option, When, Wrong
from rummy_lab.lessons.writing import save_lesson, write_lesson

SMALL = parse_lesson(LESSON)


@pytest.mark.parametrize("name", lesson_files())
def test_a_lesson_of_the_package_is_written_and_read(name):
    assert parse_lesson(write_lesson(lesson(name))) == lesson(name)


words = st.text(st.characters(codec="utf-8", exclude_characters="{}", exclude_categories=("Cs", "Cc")), min_size=1)
english = words.filter(str.strip)
saids = st.builds(
    lambda en, others: Said({"en": en, **others}), english, st.dictionaries(st.sampled_from(["de", "nl"]), words)
)
optional = st.none() | saids
some = SMALL.steps[1]
cards = st.sampled_from([(), some.position.hands["A"][:1], some.position.hands["A"][:2]])
melds = st.sampled_from([*some.position.table, SMALL.steps[3].meld])
goals = st.builds(
    Goal, lays=cards, cards=st.integers(0, 9), points=st.integers(0, 99), melds=st.lists(melds, max_size=2).map(tuple),
    opens=st.booleans(), out=st.booleans(), swaps=st.integers(0, 2), keeps=st.booleans(), ends=st.booleans(),
)  # fmt: skip
acts = st.lists(
    st.builds(Act, st.just("discard"), cards) | st.builds(Act, st.sampled_from(["draw", "end"])), max_size=2
).map(tuple)
whens = st.builds(
    When, code=st.sampled_from(["", "GAP"]), meld=st.none() | melds, lays=cards, leaves=cards,
    legal=st.none() | st.booleans(), because=st.sampled_from(["", "GAP"]), points=st.none() | st.integers(0, 50),
    miscount=st.sampled_from(["", *MISCOUNTS]), does=acts, does_not=acts,
)  # fmt: skip
turns = st.sampled_from([None, *(step.turn for step in SMALL.steps)])
wrongs = st.builds(Wrong, whens.filter(lambda when: when != When()), words, saids, turns)
options = st.builds(Option, st.just("x"), saids, st.just(True), optional, words)
names = st.from_regex(r"[a-z0-9]{1,6}", fullmatch=True)


@st.composite
def steps(draw):
    base = draw(st.sampled_from(SMALL.steps))
    drawn = draw(st.lists(options, min_size=2, max_size=4))
    return replace(
        base, id=draw(names), text=draw(saids), hints=draw(st.lists(saids, max_size=3).map(tuple)),
        after=draw(optional), wrong=draw(st.lists(wrongs, max_size=3).map(tuple)),
        generator=draw(st.sampled_from(["", "siblings"])), says=draw(st.lists(saids, max_size=2).map(tuple)),
        goal=draw(goals) if base.kind == "do" else None,
        points=draw(st.integers(-5, 500)) if base.kind == "value" else None,
        legal=draw(st.booleans()) if base.kind == "judge" else None,
        options=tuple(replace(one, id=str(at)) for at, one in enumerate(drawn)) if base.options else (),
        objective=draw(st.sampled_from(["cards", "points", "penalty", "out"])) if base.kind == "find" else "cards",
    )  # fmt: skip


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(steps(), min_size=1, max_size=4, unique_by=lambda step: step.id),
    saids,
    st.lists(saids, max_size=4),
    optional,
)
def test_any_lesson_is_written_and_read(steps, title, goals, leaves_out):
    drawn = replace(
        SMALL, title=title, goals=tuple(goals), steps=tuple(steps), leaves_out=leaves_out, guess=SMALL.guess
    )
    assert parse_lesson(write_lesson(drawn)) == drawn


def test_changed_rules_are_written():
    rules = RuleSet.of("rummy40").vary(pack__jokers=0, melds__max_jokers=None, scoring__settlement=None)
    text = LESSON[: LESSON.index("[[goals]]")].replace("schmidt", "rummy40") + '[[steps]]\nkind = "value"\n'
    changed = parse_lesson(text + 'text = "How many?"\nmeld = "[5h 6h 7h]"\npoints = 18')
    changed = replace(changed, rules=rules, steps=(replace(changed.steps[0], rules=rules),))
    assert parse_lesson(write_lesson(changed)) == changed


def test_a_file_is_whole_or_as_it_was(tmp_path):
    file = tmp_path / "mine.toml"
    assert read_lesson(save_lesson(SMALL, file)) == SMALL
    with pytest.raises(RummyError, match=r"/nowhere/lost\.toml: cannot be written: "):
        save_lesson(SMALL, tmp_path / "nowhere" / "lost.toml")
    assert [one.name for one in tmp_path.iterdir()] == ["mine.toml"]
