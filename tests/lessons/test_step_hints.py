"""Hints at every step that asks something: three of growing strength, and only the last one says the answer."""

import re
from collections import Counter, defaultdict
from dataclasses import replace

import pytest

from lessons.small import LESSON
from rummy_lab.lessons import judge_hints
from rummy_lab.lessons.catalogue import lesson, lesson_files
from rummy_lab.lessons.hinting import hint, hint_towards
from rummy_lab.lessons.judging import judged
from rummy_lab.lessons.practice import LessonRun
from rummy_lab.lessons.reading import parse_lesson
from rummy_lab.lessons.siblings import siblings
from rummy_lab.lessons.step_hints import step_hint, step_hints
from rummy_lab.lessons.telling import phrase
from rummy_lab.search.hints import find_hint
from rummy_lab.words import languages, reason_title

STEPS = [(name, step) for name in lesson_files() for step in lesson(name).steps if step.kind != "watch"]
NUMBERED = {f"{name} {step.id}": step for name, step in STEPS}


def of_kind(*kinds):
    return {name: step for name, step in NUMBERED.items() if step.kind in kinds}


def quoted(text, lang):
    return phrase("quoted", lang, text=text)


def named(hinted, step, lang):
    """Those of the answers that a hint names."""
    texts = {option.id: option.text.plain(lang, step.rules) for option in step.options}
    return {one for one, text in texts.items() if quoted(text, lang) in hinted}


@pytest.mark.parametrize("name", NUMBERED)
def test_every_step_that_asks_something_has_three_hints_in_each_language(name):
    hints = [step_hints(NUMBERED[name], lang) for lang in languages]
    assert [len(set(told)) for told in hints] == [3, 3, 3], hints
    assert not any(re.search(r"[{}]|[A-Z]+_[A-Z]", hint) for told in hints for hint in told), hints
    assert all(len({told[strength] for told in hints}) == 3 for strength in (0, 1)), hints


@pytest.mark.parametrize("name", of_kind("judge"))
def test_only_the_strongest_hint_says_whether_a_try_is_allowed_and_why(name):
    step = NUMBERED[name]
    for lang in languages:
        weak, middle, strong = step_hints(step, lang)
        yes, no = (quoted(phrase(key, lang), lang) for key in ("yes", "no"))
        reasons = [reason_title(code, step.rules, lang) for code in step.choices]
        for told in (weak, middle):
            assert yes not in told, told
            assert no not in told, told
            assert not any(quoted(reason, lang) in told for reason in reasons), told
        assert (yes in strong, no in strong) == (step.legal, not step.legal)
        chosen = [code for code, text in zip(step.choices, reasons, strict=True) if quoted(text, lang) in strong]
        assert step.legal or [judged(step, (False, code)).right for code in chosen] == [True]


def test_the_form_of_a_weak_hint_does_not_tell_what_is_allowed():
    """Whoever learns them by heart has nothing from it: each wording stands at what is allowed and at what is not."""
    used = defaultdict(Counter)
    for step in of_kind("judge").values():
        for strength in (1, 2):
            # What is about these cards and this rule is left out.
            form = re.sub(r"meld \d+", "meld", step_hint(step, strength)).partition(": ")[0]
            used[form][step.legal] += 1
    assert len(used) > 5
    for form, counted in used.items():
        assert counted.total() < 4 or set(counted) == {True, False}, (form, counted)


def test_the_rule_of_the_middle_hint_is_told_of_what_is_allowed_too():
    rules = defaultdict(set)
    for step in of_kind("judge").values():
        rules[step_hint(step, 2)].add(step.legal)
    assert sum(len(legal) == 2 for legal in rules.values()) >= 8


@pytest.mark.parametrize("name", of_kind("value"))
def test_points_are_summed_up_in_the_strongest_hint_alone(name):
    step = NUMBERED[name]
    for lang in languages:
        others = {step_hint(other, 1, lang) for other in siblings(step, 3, 3)} if step.generator else set()
        weak, middle, strong = step_hints(step, lang)
        assert others <= {weak}, "how cards count does not hang on the cards"
        assert str(step.points) not in re.findall(r"\d+", middle), middle
        summands, points = re.search(r"([\d +]+) = (\d+)", strong).groups()
        assert sum(map(int, summands.split("+"))) == int(points) == step.points
        partial = re.search(r": (?:[\d +]+ = )?(\d+)\.", middle)
        assert 0 < int(partial[1]) < step.points


@pytest.mark.parametrize("name", of_kind("choose", "predict"))
def test_answers_are_named_by_the_strongest_hint_alone_and_two_are_left_before(name):
    step = NUMBERED[name]
    right = {option.id for option in step.options if option.right}
    for lang in languages:
        weak, middle, strong = step_hints(step, lang)
        for option in step.options:
            text = option.text.plain(lang, step.rules)
            assert not option.right or quoted(text, lang) not in weak + middle, (text, weak, middle)
        assert named(weak, step, lang) == set()
        assert len(step.options) - len(named(middle, step, lang)) >= 2
        assert named(strong, step, lang) == right
        assert judged(step, sorted(named(strong, step, lang))).right


@pytest.mark.parametrize("name", of_kind("do", "find"))
def test_hints_for_a_turn_lead_to_what_is_asked(name):
    step = replace(NUMBERED[name], hints=())
    most, asked = find_hint(step.position), find_hint(step.position, step.turn)
    if judged(step, most.turn).right or most == asked:  # where one has to draw first nothing else can be told
        assert step_hint(step, 2) == hint(step.position, 2)
    else:
        # What lays the most cards is not what this step asks for.
        assert judged(step, asked.turn).right
        assert step_hint(step, 2) == hint_towards(step.position, step.turn, 2, "en") != hint(step.position, 2)


def test_some_steps_ask_for_less_than_the_turn_that_lays_most():
    others = [step for step in of_kind("do").values() if not judged(step, find_hint(step.position).turn).right]
    assert [step_hint(step, 2) for step in others if step.id == "lay-the-dearer"] == [
        "One of your first melds is made of the ace, queen and king of hearts."
    ]


def test_hints_of_a_lesson_come_first_and_are_filled_up():
    own = 'hints = [{ en = "Look at the end." }]\n'
    text = LESSON.replace('kind = "judge"\n', f'kind = "judge"\n{own}')
    step = next(step for step in parse_lesson(text).steps if step.kind == "judge")
    hints = step_hints(step)
    assert hints[0] == "Look at the end."
    assert hints[1:] == step_hints(next(step for step in parse_lesson(LESSON).steps if step.kind == "judge"))[1:]


def test_a_step_of_which_the_rules_know_little_has_hints_all_the_same():
    text = LESSON.replace('says = { en = "Look again.", de = "Sieh noch einmal hin.", nl = "Kijk nog eens." }\n', "")
    for kind in ("judge", "value", "predict"):
        step = next(step for step in parse_lesson(text).steps if step.kind == kind)
        assert not step.references
        for lang in languages:
            assert len(set(step_hints(step, lang))) == 3, step_hints(step, lang)


@pytest.mark.parametrize("choices", ['["GAP", "MIXED_COLOUR", "NOT_OPENED"]', '["GAP", "NOT_OPENED"]'])
def test_where_no_rule_card_fits_another_reason_is_ruled_out_or_the_moves_are_told(monkeypatch, choices):
    monkeypatch.setattr(judge_hints, "case_of", lambda *_: None)
    text = LESSON.replace('["GAP", "MIXED_COLOUR", "NOT_OPENED"]', choices)
    step = next(step for step in parse_lesson(text).steps if step.kind == "judge")
    middle = step_hint(step, 2)
    if len(step.choices) > 2:
        assert middle == "If a rule is broken here, it is not this one: “Open first”."
    else:
        assert middle == ("Go through the try once more, move by move: Lay the red 10 off on meld 1. End your turn.")


def test_what_is_said_of_a_wrong_answer_is_kept_back_where_it_names_the_right_one():
    says = 'says = { en = "Look again.", de = "Sieh noch einmal hin.", nl = "Kijk nog eens." }'
    told = {}
    for said in (says, 'says = { en = "No: a longer run." }'):
        step = next(step for step in parse_lesson(LESSON.replace(says, said)).steps if step.kind == "predict")
        told[said] = step_hint(step, 2)
    assert list(told.values()) == [
        "Look again.",
        "Take each answer in turn: what would the table or the score look like if it were right?",
    ]


def test_nothing_is_hinted_at_where_nothing_is_asked():
    small = parse_lesson(LESSON)
    assert step_hints(small.steps[0]) == ()
    run = LessonRun(small)
    assert run.hint() == ""
    assert run.item.hints == 0


@pytest.mark.parametrize("kind", ["judge", "value"])
def test_after_the_strongest_hint_one_sibling_is_done_alone(kind):
    small = parse_lesson(LESSON)
    run = LessonRun(small, seed=1)
    while run.item.step.kind != kind:
        run.next()
    assert len({run.hint() for _ in range(3)}) == 3
    assert run.may_reveal
    step = run.item.step
    assert run.answer((step.legal, step.because) if kind == "judge" else step.points).right
    assert run.item.result == "helped"
    run.next()
    assert (run.item.role, run.item.of) == ("alone", step.id)
    assert "again" in {item.role for item in run.items}
