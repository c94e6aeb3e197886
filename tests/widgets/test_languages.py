"""After a switch of the language all that is shown is in the new one, as if it had been so from the start."""

import re

import pytest
from ipywidgets import HTML, RadioButtons, Text

import rummy_lab as rl
from lessons.small import LESSON
from rummy_lab.bots import bot
from rummy_lab.core.chance import Rng
from rummy_lab.lessons.reading import parse_lesson
from rummy_lab.lessons.telling import phrase
from rummy_lab.widgets.lesson_texts import tell

SMALL = parse_lesson(LESSON)
PERSON = bot("greedy")
OTHERS = [("en", "de"), ("nl", "en"), ("de", "nl")]


def told(widget):
    """All that a page shows of it in words, and what is chosen."""
    if getattr(widget, "layout", None) is not None and widget.layout.display == "none":
        return []
    if isinstance(widget, rl.TableView):
        frame = widget.frame
        refusal = {**(frame["refusal"] or {}), "since": 0}  # which counts frames
        return [[one["text"] for one in frame["log"]], refusal, frame["buttons"], frame["status"]]
    if hasattr(widget, "children"):
        return [told(child) for child in widget.children]
    names = ("description", "_options_labels", "words", "placeholder")
    found = [getattr(widget, name) for name in names if getattr(widget, name, None)]
    if isinstance(widget, HTML):
        found.append(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", widget.value, flags=re.DOTALL))
    return [*found, getattr(widget, "index", None)]


def press(widget, text):
    for child in getattr(widget, "children", ()):
        if getattr(child, "description", "") == text:
            child.click()
            return True
        if press(child, text):
            return True
    return False


def controls(widget, kind):
    inside = [one for child in getattr(widget, "children", ()) for one in controls(child, kind)]
    return [*inside, *([widget] if isinstance(widget, kind) else [])]


def steps_of(player):
    """Go through a lesson, rightly and wrongly, with hints; after each doing a look at what is shown."""
    step = player.step
    while True:
        yield
        step = player.step
        if step.kind == "watch":
            for _ in step.turn:
                player.watch()
                yield
        elif step.kind in ("do", "find"):
            player.table.play("layoff 8g>1; end")
            yield
            player.table.play("draw")
            player.hint()
            yield
            player.table.desk.undo()
            player._show()
            for move in step.turn:
                player.table.play(str(move))
                yield
        elif step.kind == "judge":
            press(player._sheet, phrase("yes" if not step.legal else "no", player.lang))
            yield
            press(player._sheet, phrase("no", player.lang))
            if player._sheet.waiting:
                controls(player._sheet, RadioButtons)[0].index = 1
                yield
            player.answer((step.legal, step.because))
        elif step.kind == "value":
            press(player._sheet, tell("ok", player.lang))
            yield
            controls(player._sheet, Text)[0].value = "36"
            press(player._sheet, tell("ok", player.lang))
            yield
            player.hint()
            yield
            player.answer(step.points)
        else:
            for radio in controls(player._sheet, RadioButtons):
                radio.index = 1
            press(player._sheet, tell("ok", player.lang))
            yield
            player.answer([option.id for option in step.options if option.right])
        yield
        if not player.run.next():
            player.next()
            yield
            return
        player._show()


@pytest.mark.parametrize(("before", "after"), OTHERS)
def test_a_lesson_says_all_of_it_anew(before, after):
    switched, other = (rl.LessonPlayer(SMALL, lang=lang, seed=1) for lang in (before, after))
    for at, _ in enumerate(zip(steps_of(switched), steps_of(other), strict=True)):
        switched.lang = after
        assert told(switched) == told(other), (at, switched.step.kind)
        switched.lang = before
    assert at > 20
    switched.close()
    other.close()


@pytest.mark.parametrize(("before", "after"), OTHERS[:2])
@pytest.mark.parametrize("rules", ["schmidt", "rummy40{ending.max_turns=50}"])
def test_a_game_tells_its_log_and_what_was_said_anew(before, after, rules):
    switched, other = (rl.PlayGame(rules, ["me", "greedy", "random"], 3, lang=lang, pace=0) for lang in (before, after))

    def same():
        switched.lang = after
        assert told(switched) == told(other)
        switched.lang = before

    same()
    for game in (switched, other):
        game.table.play("end")
        game.take_back()
    same()
    for turn in range(60):
        for game in (switched, other):
            turns = game.state.base.turns
            while game.sitting.state.over is None and game.state.base.turns == turns:
                assert game.table.play(str(PERSON.choose(rl.view(game.state, game.state.seat), Rng(turns))))
        if turn < 3 or other.sitting.is_over:
            same()
        if other.sitting.is_over:
            break
    else:
        switched.stop(), other.stop()
        same()
    for game in (switched, other):
        game.next_deal()
    same()
    for game in (switched, other):
        game.stop()
        game.close()


def test_who_gets_the_screen_is_asked_in_the_new_language():
    game = rl.PlayGame("schmidt", ["me", "me"], 3, lang="en", pace=0)
    game.table.play("draw")
    assert game._show_hand.description.startswith("I am player B")
    game.lang = "de"
    other = rl.PlayGame("schmidt", ["me", "me"], 3, lang="de", pace=0)
    other.table.play("draw")
    assert told(game) == told(other)
    game.close()
    other.close()


@pytest.mark.parametrize(("before", "after"), OTHERS)
def test_puzzles_say_it_anew(before, after):
    switched, other = (rl.Puzzles("schmidt", 1, seed=4, lang=lang) for lang in (before, after))
    acts = (
        lambda one: None,
        lambda one: one.hint(),
        lambda one: one.table._take({"type": "act", "name": "hint", "gen": one.table.desk.gen}),
        lambda one: one.answer("draw"),
        lambda one: one.show_me(),
        lambda one: one.next(),
        lambda one: one.answer(one.run.puzzle.solution),
    )
    for act in acts:
        act(switched), act(other)
        switched.lang = after
        assert told(switched) == told(other)
        switched.lang = before
    switched.close()
    other.close()


def test_what_was_said_is_said_again_in_the_new_language():
    table = rl.TableView("schmidt; table [6r 7r 8r]; hand A+ 5r 10r; hand B+ ??x2; stock ??x9; turn A", lang="en")
    table.play("layoff 5r>1")
    table.lang = "de"
    table.play("noch einmal")
    (again,) = table.frame["news"]
    assert "Du legst Rot 5 an Kombination 1 an." in again
    table.close()
