"""The lessons of the Rummy 40 course: true, short, solvable, and every anticipated mistake is met."""

import re

import pytest

import rummy_lab as rl
from rummy_lab.lessons.catalogue import lesson, lesson_files
from rummy_lab.lessons.checking import faults_of, minutes, notes_of, shown_by
from rummy_lab.lessons.course import Deal, course
from rummy_lab.lessons.judging import judged
from rummy_lab.lessons.siblings import siblings
from rummy_lab.lessons.steps import Lesson

LANGS = ("en", "de", "nl")
NAMES = [name for name in lesson_files() if name.startswith("rummy40/")]
STEPS = [(name, step) for name in NAMES for step in lesson(name).steps]
GENERATED = [(name, step) for name, step in STEPS if step.generator]
DEALS = [entry for entry in course("rummy40").entries if isinstance(entry, Deal)]
IDS = [f"{name}/{step.id}" for name, step in STEPS]
NOTATION = re.compile(r"(?<!\w)\*?(?:10|[2-9JQKA])[cdhs]\b|[\[\]{}*]|rummy40|[A-Z]{3,}_?[A-Z]*")
MONEY = re.compile(r"\b(?:stakes?|money|euros?|cents?|Einsatz|Einsätze|Geld|inzet|geld|buy-?in)\b", re.IGNORECASE)
WORDS = 90


def solution(step):
    if step.kind in ("do", "find"):
        return step.turn
    if step.kind == "value":
        return step.points
    if step.kind == "judge":
        return (step.legal, step.because)
    return [option.id for option in step.options if option.right]


def all_texts(step, lang):
    found = [step.text, *step.hints, *step.says, *(wrong.says for wrong in step.wrong)]
    found += [step.after] if step.after is not None else []
    found += [text for option in step.options for text in (option.text, option.says) if text is not None]
    return [text.plain(lang, step.rules) for text in found]


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_has_no_faults_and_no_notes(name):
    text = lesson_files()[name].read_text("utf-8")
    one = lesson(name)
    assert one.id == name
    assert faults_of(one, text) == []
    assert notes_of(one, text) == []
    assert max(minutes(one, lang) for lang in LANGS) <= 5
    assert len(one.steps) <= 8
    assert one.guess is not None
    assert one.references
    assert one.goals


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lang", LANGS)
def test_the_first_card_is_moved_after_few_words(name, lang):
    one = lesson(name)
    read = [one.guess.text, *(option.text for option in one.guess.options)]
    for step in one.steps:
        read += [step.text, *step.says]
        if step.kind in ("do", "find"):
            break
    else:
        pytest.fail("no card is moved")
    assert sum(text.count(one.rules, lang) for text in read) <= WORDS


@pytest.mark.parametrize(("name", "step"), STEPS, ids=IDS)
def test_a_step_is_solved_by_its_own_solution(name, step):
    assert judged(step, solution(step)).right


@pytest.mark.parametrize(("name", "step"), STEPS, ids=IDS)
def test_every_anticipated_wrong_answer_is_met(name, step):
    for wrong in step.wrong:
        verdict = judged(step, shown_by(step, wrong))
        assert not verdict.right
        assert verdict.wrong == wrong
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", verdict.misconception)
    for option in step.options:
        if not option.right:
            verdict = judged(step, [option.id])
            assert not verdict.right
            assert verdict.options == (option,)
            assert verdict.misconception


@pytest.mark.parametrize("name", NAMES)
def test_every_wrong_guess_has_its_answer(name):
    guess = lesson(name).guess
    assert judged(guess, solution(guess)).right
    for option in guess.options:
        if not option.right:
            assert judged(guess, [option.id]).misconception
            assert option.says is not None


def test_steps_in_which_something_can_go_wrong_anticipate_it():
    for name, step in STEPS:
        if step.kind in ("do", "find", "judge"):
            assert step.wrong, f"{name}/{step.id}"


@pytest.mark.parametrize(("name", "step"), GENERATED, ids=[f"{name}/{step.id}" for name, step in GENERATED])
def test_siblings_are_true_and_read_well(name, step):
    found = siblings(step, 5, 5)
    assert len(found) >= 3
    for one in found:
        assert judged(one, solution(one)).right
        assert len(one.wrong) == len(step.wrong)
        for wrong in one.wrong:
            assert judged(one, shown_by(one, wrong)).wrong == wrong
        for lang in LANGS:
            for text in all_texts(one, lang):
                assert not NOTATION.search(text), text


@pytest.mark.parametrize("name", NAMES)
def test_pupils_read_neither_notation_nor_stakes(name):
    one = lesson(name)
    for _, said in one.said:
        assert said.missing == ()
        for lang in LANGS:
            text = said.plain(lang, one.rules)
            assert not NOTATION.search(text), text
            assert not MONEY.search(text), text


def test_hearts_with_diamonds_in_one_run_is_anticipated():
    (step,) = [step for name, step in STEPS if (name, step.id) == ("rummy40/melds", "lay-a-run")]
    verdict = judged(step, "meld 5h 6d 7h")
    assert verdict.misconception == "colour-is-suit"
    for lang, word in (("en", "suit"), ("de", "Farbe"), ("nl", "kleur")):
        assert word in verdict.wrong.says.plain(lang, step.rules)


def test_the_course_has_every_lesson_once():
    assert sorted(entry.id for entry in course("rummy40").entries if isinstance(entry, Lesson)) == sorted(NAMES)


@pytest.mark.parametrize("deal", DEALS, ids=[deal.id for deal in DEALS])
def test_the_deals_of_the_course_can_be_played(deal):
    assert deal.players[0] == "me"
    assert set(deal.players[1:]) <= {"random", "greedy"}
    dealt = rl.deal(deal.rules, players=len(deal.players), seed=deal.seed)
    assert {len(hand) for hand in dealt.hands.values()} == {deal.rules.deal.hand}
    for said in (deal.title, deal.leaves_out):
        assert said.missing == ()
    assert deal.rules.pack.ace == "high"  # no level teaches an ace that the next one takes back


def test_the_levels_grow_to_the_whole_game():
    assert DEALS[-1].rules == rl.RUMMY40
    assert [deal.rules.opening.points for deal in DEALS] == [0, 40, 40, 40, 40]
    assert [deal.rules.pack.jokers for deal in DEALS] == [0, 0, 0, 4, 2]
