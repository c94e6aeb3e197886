"""The lessons of Schmidt Rummy: true, short, solvable, and their anticipated mistakes are met."""

import re

import pytest

from rummy_lab.lessons.catalogue import lesson, lesson_files
from rummy_lab.lessons.checking import MINUTES, WORDS_A_STEP, faults_of, minutes, notes_of, shown_by
from rummy_lab.lessons.course import Deal, course
from rummy_lab.lessons.judging import judged
from rummy_lab.lessons.practice import LessonRun
from rummy_lab.lessons.siblings import siblings
from rummy_lab.lessons.telling import feedback
from rummy_lab.words import languages

NAMES = [name for name in lesson_files() if name.startswith("schmidt/")]
LESSONS = {name: lesson(name) for name in NAMES}
STEPS = [pytest.param(step, id=f"{name}/{step.id}") for name in NAMES for step in LESSONS[name].steps]
GENERATED = [param for param in STEPS if param.values[0].generator]
WRONGS = [
    pytest.param(param.values[0], wrong, id=f"{param.id}/{number}-{wrong.misconception}")
    for param in STEPS
    for number, wrong in enumerate(param.values[0].wrong)
]
OPTIONS = [
    pytest.param(step, option, id=f"{name}/{step.id}/{option.id}")
    for name in NAMES
    for step in (LESSONS[name].guess, *LESSONS[name].steps)
    if step is not None
    for option in step.options
    if not option.right
]
NOTATION = re.compile(r"[{}*]|\b1?\d[rygb]\b|\b[SRCT]-?\d|[A-Z]{3,}")
WORDS_TO_THE_FIRST_CARD = 90


def solution(step):
    if step.kind in ("do", "find"):
        return step.turn
    if step.kind == "judge":
        return (step.legal, step.because)
    if step.kind == "value":
        return step.points
    return None if step.kind == "watch" else [option.id for option in step.options if option.right]


def told(step):
    """Every text of a step, as it is read in each language."""
    texts = [step.text, *step.hints, *step.says, *(wrong.says for wrong in step.wrong)]
    texts += [step.after] if step.after is not None else []
    for option in step.options:
        texts += [option.text, *([option.says] if option.says is not None else [])]
    return [text.plain(lang, step.rules) for text in texts for lang in languages]


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_has_no_faults_and_no_notes(name):
    text = lesson_files()[name].read_text("utf-8")
    assert faults_of(LESSONS[name], text) == []
    assert notes_of(LESSONS[name], text) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_is_solved_from_first_to_last_step_by_its_own_solutions(name):
    run = LessonRun(LESSONS[name], seed=1)
    for _ in range(2 + len(LESSONS[name].steps)):
        item = run.item
        assert run.answer(solution(item.step)).right, item.step.id
        run.next()
    assert run.finished


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_is_short_in_every_language(name):
    one = LESSONS[name]
    assert len(one.steps) <= 8
    assert one.guess is not None
    assert one.goals
    for lang in languages:
        assert minutes(one, lang) <= MINUTES
        assert max(step.text.count(step.rules, lang) for step in one.steps) <= WORDS_A_STEP


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("name", NAMES)
def test_the_first_card_is_moved_after_few_words(name, lang):
    one = LESSONS[name]
    first = next(at for at, step in enumerate(one.steps) if step.kind in ("do", "find"))
    texts = [one.title, *one.goals, *([one.leaves_out] if one.leaves_out is not None else [])]
    for step in (one.guess, *one.steps[: first + 1]):
        texts += [step.text, *step.says, *(option.text for option in step.options)]
    assert sum(text.count(one.rules, lang) for text in texts) <= WORDS_TO_THE_FIRST_CARD


@pytest.mark.parametrize(("step", "wrong"), WRONGS)
def test_an_anticipated_wrong_answer_is_met(step, wrong):
    verdict = judged(step, shown_by(step, wrong))
    assert not verdict.right
    assert verdict.wrong == wrong
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", wrong.misconception)
    for lang in languages:
        assert feedback(step, verdict, lang) == wrong.says.plain(lang, step.rules)


@pytest.mark.parametrize(("step", "option"), OPTIONS)
def test_a_wrong_option_names_its_misconception(step, option):
    verdict = judged(step, [option.id])
    assert not verdict.right
    assert verdict.misconception == option.misconception != ""


@pytest.mark.parametrize("step", STEPS)
def test_pupils_read_no_notation(step):
    assert not [text for text in told(step) if NOTATION.search(text)]


@pytest.mark.parametrize("step", GENERATED)
def test_siblings_ask_the_same_of_other_cards(step):
    found = siblings(step, 5, 5)
    assert len(found) >= 3
    for one in found:
        assert not [text for text in told(one) if NOTATION.search(text)]
        assert judged(one, solution(one)).right
        assert len(one.wrong) == len(step.wrong)
        for wrong in one.wrong:
            assert judged(one, shown_by(one, wrong)).wrong == wrong


@pytest.mark.parametrize("step", GENERATED)
def test_texts_about_siblings_name_no_card_outside_braces(step):
    """A colour or number in plain words would stay the same when the cards change."""
    colours = {"en": "red|yellow|green|blue", "de": "rot|gelb|grün|blau", "nl": "rode?|gele|groene?|blauwe?"}
    texts = [step.text, *step.hints, *(wrong.says for wrong in step.wrong)]
    texts += [step.after] if step.after is not None else []
    for lang, words in colours.items():
        for text in texts:
            assert not re.search(rf"(?i)\b({words})\b", re.sub(r"\{[^}]*\}", "", text.template(lang)))


def test_the_course_holds_every_lesson_once():
    inside = [entry.id for entry in course("schmidt").entries if not isinstance(entry, Deal)]
    assert sorted(inside) == sorted(NAMES)


def test_level_1_is_what_the_first_lesson_is_about():
    level = next(entry for entry in course("schmidt").entries if isinstance(entry, Deal))
    rules = level.rules
    assert (level.level, level.open_hands) == (1, True)
    assert (rules.pack.ranks, rules.pack.jokers, rules.deal.hand, rules.opening.points) == (10, 0, 7, 0)
    assert rules.table.mode == "build"
    assert LESSONS["schmidt/first-move"].rules == rules
