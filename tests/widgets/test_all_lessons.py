"""Every lesson of the package at the widget, in three languages, with nothing but what its page offers."""

import re
from functools import partial
from html import unescape

import pytest
from ipywidgets import Checkbox, RadioButtons, Text

import rummy_lab as rl
from rummy_lab.lessons.catalogue import lesson, lesson_files
from rummy_lab.lessons.checking import shown_by
from rummy_lab.lessons.telling import feedback, phrase, solution
from rummy_lab.widgets.lesson_texts import tell
from rummy_lab.words import languages
from widgets.test_lesson_player import controls

NOTATION = re.compile(r"(?<![\w])\*?(?:1[0-3]|[1-9JQK]|A(?!b))[rygbcdhs](?![\w])|[{}]|\b[A-Z]+_[A-Z_]+\b")


def plain(html):
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", html).split()))


def said(player):
    return plain(player._said.value)


def shown(player):
    return {name for name, button in player._buttons.items() if button.layout.display != "none"}


def hint(player):
    """Press the hint, the table's own or the lesson's; what it says."""
    table = player.table
    if "hint" in shown(player):
        player._buttons["hint"].click()
        return said(player)
    table._take({"type": "act", "name": "hint", "gen": table.desk.gen})
    return " ".join(table.frame["news"])


def a_wrong_answer(step):
    if step.kind == "value":
        return step.points + 1
    if step.kind == "judge":
        return not step.legal, step.choices[0] if step.choices else ""
    return [option.id for option in step.options if not option.right][:1]


def answered_as_hinted(player, hint):
    """Do at the controls what the strongest hint says."""
    named = partial(phrase, "quoted", player.lang)

    def press(text):
        next(one for one in controls(player._sheet) if getattr(one, "description", "") == text).click()

    def choose():
        for one in controls(player._sheet):
            if isinstance(one, RadioButtons):
                (one.value,) = (value for text, value in one.options if named(text=text) in hint)
            elif isinstance(one, Checkbox):
                one.value = named(text=one.description) in hint
        press(tell("ok", player.lang))

    kind = player.step.kind
    if kind == "judge":
        press(
            next(text for text in (phrase("yes", player.lang), phrase("no", player.lang)) if named(text=text) in hint)
        )
        if player._sheet.waiting:
            choose()
    elif kind == "value":
        (number,) = (one for one in controls(player._sheet) if isinstance(one, Text))
        number.value = re.search(r"= (\d+)", hint)[1]
        press(tell("ok", player.lang))
    else:
        choose()


def helped_through(player):
    """Do what is met with hints and the solution that is shown."""
    step = player.step
    if step.kind == "watch":
        for _ in step.turn:
            player.watch()
    elif step.kind in ("do", "find"):
        told = [hint(player) for _ in range(3)]
        assert len(set(told)) == 3, told
        assert "reveal" in shown(player), (step.id, shown(player))
        player._buttons["reveal"].click()
    elif player.run.item.role in ("step", "again"):
        told = [hint(player) for _ in range(3)]
        assert len(set(told)) == 3, told
        answered_as_hinted(player, told[-1])
        assert player.run.item.result == "helped"
        assert [entry["text"] for entry in player.table.frame["log"] if entry["text"] in told][-3:] == told
    else:
        for _ in range(2):
            player.answer(a_wrong_answer(step))
        if "reveal" in shown(player):
            player._buttons["reveal"].click()
            assert solution(step, player.lang) in said(player)
    assert player.last_error is None
    assert said(player) or step.kind == "watch", step.id
    assert player.run.item.done, (player.run.lesson.id, step.id)


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("name", list(lesson_files()))
def test_a_lesson_is_finished_with_hints_and_what_is_shown(name, lang):
    player = rl.LessonPlayer(name, lang=lang, seed=5)
    try:
        for _ in range(60):
            for text in (player._head.value, player._text.value):
                assert not NOTATION.search(plain(text)), text
            helped_through(player)
            assert not NOTATION.search(said(player)), said(player)
            if "next" not in shown(player):
                break
            player._buttons["next"].click()
        assert player.run.finished
    finally:
        player.close()


@pytest.mark.parametrize("name", list(lesson_files()))
def test_every_anticipated_mistake_is_met_with_its_own_words(name):
    found = lesson(name)
    for step in found.steps:
        for wrong in step.wrong:
            verdict = rl.lessons.judging.judged(step, shown_by(step, wrong))
            assert verdict.misconception == wrong.misconception
            told = [feedback(step, verdict, lang) for lang in languages]
            assert told == [wrong.says.plain(lang, step.rules) for lang in languages]
            assert len(set(told)) == 3
