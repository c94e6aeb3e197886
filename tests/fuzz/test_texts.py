"""Every reader of texts bears every text: it reads it, or refuses it in one sentence; nothing else comes out of it."""

import json
import re
import sys

import pytest
from hypothesis import HealthCheck, given, settings

import rummy_lab as rl
from fuzz.hostile import ANSWER, HARM, READERS, answer_text, bear, lesson_text, strange, told_well
from rummy_lab.core.errors import LONGEST_TEXT, NotationError, RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.lessons.answers import parse_answers
from rummy_lab.lessons.reading import LessonError, parse_lesson
from rummy_lab.lessons.said import Said

EXAMPLES = 25


def brief_id(value):
    """How a case is called."""
    return ascii(value[:24])


@pytest.mark.parametrize("name", READERS)
def test_what_is_read_is_read(name):
    read, seeds = READERS[name]
    assert [seed for seed in seeds() if not bear(read, seed)] == []


@pytest.mark.parametrize("name", READERS)
def test_whatever_text_is_read_or_refused_in_a_sentence(name):
    read, seeds = READERS[name]

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(strange(seeds()))
    def tried(text):
        bear(read, text)

    tried()


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_many_more_texts(name):
    read, seeds = READERS[name]

    @settings(max_examples=3000, suppress_health_check=list(HealthCheck))
    @given(strange(seeds()))
    def tried(text):
        bear(read, text)

    tried()


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("harm", HARM, ids=ascii)
def test_what_means_harm_is_a_text_like_any_other(name, harm):
    read, seeds = READERS[name]
    bear(read, harm)
    seed = seeds()[0]
    bear(read, seed[: len(seed) // 2] + harm + seed[len(seed) // 2 :])
    for opener in '{["=;':
        before, _, after = seed.rpartition(opener)
        bear(read, before + opener + harm + after)


@pytest.mark.parametrize("harm", HARM, ids=ascii)
def test_what_stands_for_cards_in_a_lesson_is_quoted_as_it_can_be_shown(harm):
    told_well(RummyError(Said({"en": "{" + harm.replace("}", "") + "}"}).faults()))


# Limits: what is longer than anything that can be meant is refused before work is put into it.

MEGA = LONGEST_TEXT - 200
LONG = {
    "position": ("schmidt; hand A " + "??x999 " * 140_000, "schmidt; hand A+" + "9" * 5000 + " 4r; turn A",
                 "schmidt; table " + "[4r]" * (MEGA // 5), "schmidt; turn A: " + "draw; " * (MEGA // 7),
                 "schmidt; turn A: layoff a" + " " * MEGA + "b", "schmidt; hand A " + "4r " * 300_000,
                 "schmidt; " + "x" * LONGEST_TEXT, "; " * (MEGA // 2)),
    "turn": ("layoff a" + " " * MEGA + "b", "layoff 4r" + " " * MEGA + ">x", "pull " + "a " * (MEGA // 2) + "<",
             "meld " + "* " * (MEGA // 2), "draw;" * (MEGA // 5), "arrange " + "[4r]" * (MEGA // 4),
             "draw " + " " * LONGEST_TEXT + ";"),
    "rules": ("schmidt{" + "(" * MEGA + "}", "x" * MEGA, "schmidt" + " " * MEGA + "x",
              "schmidt{deal.hand=" + "9" * MEGA),
    "meld": ("[" + "* " * (MEGA // 2) + "]", "[" + "4r " * (MEGA // 3) + "]", "[" * MEGA),
    "table": ("[4r]" * (MEGA // 4), "[" * MEGA),
    "record": ("x = " + "9" * 5000, "x.y." * (MEGA // 4) + "z = 1", "[a" + ".a" * (MEGA // 2) + "]",
               "x = " + "[" * 100_000, "[" + "'a'." * 40 + "a]", 'x = "' + "\\n" * (MEGA // 2)),
    "lesson": ("x = " + "9" * 5000, "[a" + ".a" * 100_000 + "]", "[[a]]\n" + "[a.a.a.a.a.a.a.a.a.a]\n",
               "\n".join(f"[t{at}]" for at in range(20_000))),
    "match": ("x = " + "9" * 5000, "[a" + ".a" * (MEGA // 2) + "]"),
    "course": ("x = " + "9" * 5000, "x = " + "[" * 50_000),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text"), [(name, text) for name, texts in LONG.items() for text in texts], ids=brief_id
)
def test_what_is_far_too_long_is_refused(name, text):
    assert not bear(READERS[name][0], text)


def test_a_long_text_is_quoted_around_the_fault():
    with pytest.raises(NotationError) as refused:
        Turn.parse("draw; " * 400 + "fly; " + "draw; " * 400)
    told = str(refused.value)
    assert len(told) < 1300
    assert "no move begins with 'fly'" in told
    assert re.search(r"\(at character 240\d of '\.\.\. ", told)
    assert "draw; fly; draw; " in told


@pytest.mark.parametrize("size", [8, 12, 14])
def test_the_work_of_a_text_grows_as_its_length(size):
    """Twice as long a text costs about twice the steps: counted in calls, not in time."""
    counts = []
    for times in (1, 2):
        text = "schmidt; table " + "[4r 5r 6r]" * 20 + "; turn A: " + "layoff 4r   >1; " * (times << size)
        calls = 0

        def count(*_):
            nonlocal calls
            calls += 1

        sys.setprofile(count)
        try:
            bear(READERS["position"][0], text)
        finally:
            sys.setprofile(None)
        counts.append(calls)
    assert counts[1] <= 2.5 * counts[0] + 1000


def test_of_a_file_full_of_faults_a_hundred_are_told():
    rows, faults = parse_answers("x\n" * 5000 + answer_text(), "a.jsonl")
    assert (len(rows), len(faults)) == (0, 101)
    assert faults[-1] == "a.jsonl: line 101: comes after 100 lines that are no answers; the rest is left out"
    with pytest.raises(LessonError) as refused:
        parse_lesson("\n".join(f"[t{at}]" for at in range(5000)) + lesson_text())
    assert len(refused.value.faults) <= 100


@pytest.mark.parametrize(
    "field",
    [{"seconds": float("nan")}, {"seconds": 1e300}, {"try": 10**30}, {"pupil": "\ud800"}, {"answer": [["x"]]},
     {"answer": [{"a": 1}]}, {"misconception": "\udfff"}, {"seed": -(10**30)}],
    ids=str,
)  # fmt: skip
def test_an_answer_can_be_counted_with_and_written_again(field):
    rows, faults = parse_answers(json.dumps({**ANSWER, **field}))
    assert rows == []
    assert faults == ["line 1: a field holds what no answer holds; the line is left out"]


def test_numbers_without_end_are_refused_in_a_sentence():
    with pytest.raises(RummyError, match=r"^opening.points cannot be .*; allowed: a whole number from 0 to 99$"):
        rl.SCHMIDT.vary(opening__points=10**5000)
    for call in (
        lambda: rl.deal("schmidt", 2, 10**5000, 0),
        lambda: rl.deal("schmidt", 10**5000, 1, 0),
        lambda: rl.deal("schmidt", 2, 1, -(10**5000)),
        lambda: rl.selfplay("schmidt", ["random", "random"], games=10**5000, progress=False),
        lambda: rl.puzzle("schmidt", 10**5000),
        lambda: rl.puzzle("schmidt", 1, seed=10**5000),
    ):
        with pytest.raises(RummyError) as refused:
            call()
        told_well(refused.value)
