"""A lesson at the table, without a browser: answers, feedback, hints, progress."""

import re
from dataclasses import replace

import ipywidgets
import pytest

import rummy_lab as rl
from lessons.small import LESSON
from lessons.test_practice import right
from rummy_lab.core.referee import play_until_error
from rummy_lab.lessons.checking import shown_by
from rummy_lab.lessons.reading import parse_lesson
from rummy_lab.widgets.lesson_texts import TEXTS
from rummy_lab.words import languages

SMALL = parse_lesson(LESSON)


@pytest.fixture
def opened():
    players = []

    def make(which=SMALL, **options):
        players.append(rl.LessonPlayer(which, **({"lang": "en", "seed": 1} | options)))
        return players[-1]

    yield make
    for player in players:
        player.close()


def said(player):
    return re.sub(r"<[^>]+>", " ", player._said.value).split()


def told(player):
    return " ".join(said(player))


def shown(player):
    return [name for name, button in player._buttons.items() if button.layout.display != "none"]


def go_to(player, kind):
    while player.step.kind != kind or player.run.item.role != "step":
        before = player.run.at
        player.next()
        assert player.run.at > before


def controls(widget):
    """All widgets in it that are not boxes."""
    found = []
    for child in getattr(widget, "children", ()):
        found += controls(child) or ([child] if not hasattr(child, "children") else [])
    return found


def press(player, text):
    (button,) = [one for one in controls(player) if getattr(one, "description", "") == text]
    button.click()


def test_the_guess_is_answered_and_not_judged(opened):
    player = opened()
    assert "Before we begin" in player._text.value
    assert "You can free a joker." in player._head.value
    (options,) = [one for one in controls(player) if isinstance(one, ipywidgets.RadioButtons)]
    press(player, "That is my answer")
    assert told(player) == "Choose an answer first."
    assert len(player.run.rows) == 0
    options.value = "b"
    press(player, "That is my answer")
    assert told(player) == "At the end of the lesson you will know."
    assert player.run.item.done
    assert player.run.rows[0]["misconception"] == "joker-stays"


def test_of_several_answers_none_is_no_answer(opened):
    step = next(step for step in SMALL.steps if step.options)
    both = replace(step, options=tuple(replace(option, right=True) for option in step.options))
    player = opened(replace(SMALL, steps=(both,)))
    press(player, "That is my answer")
    assert told(player) == "Choose an answer first."
    assert player.run.rows == []


def test_a_turn_is_watched_move_by_move(opened):
    player = opened()
    go_to(player, "watch")
    assert "watch" in shown(player)
    press(player, "Show the next move")
    assert player.table.frame["news"] == ["You lay the red 5 off on meld 1."]
    assert told(player) == ""
    assert str(player.table.state.table) == "[5r 6r 7r 8r]"
    assert not player.run.item.done
    press(player, "Show the next move")
    assert player.run.item.done
    press(player, "Show it again")
    assert str(player.table.state.table) == "[6r 7r 8r]"


def test_nothing_is_moved_where_one_only_watches(opened):
    player = opened()
    go_to(player, "watch")
    assert player.table.frame["buttons"] == {}
    player.table.play("layoff 5r>1")
    assert str(player.table.state.table) == "[6r 7r 8r]"
    assert player.table.frame["news"] == ["Here you only look; nothing can be moved."]
    go_to(player, "do")
    assert player.table.frame["buttons"]["end"]["on"]


def test_a_goal_is_reached_on_the_table_by_any_turn_that_meets_it(opened):
    for turn in ("swap 8g>1; meld 5r 6r *7r; end", "swap 8g>1; meld *4r 5r 6r; end"):
        player = opened()
        go_to(player, "do")
        assert player.table.play(turn)
        assert told(player) == "Right. It moved on."
        assert player.run.item.done


def test_a_wrong_turn_is_told_apart_and_tried_again(opened):
    player = opened()
    go_to(player, "do")
    player.table.play("layoff 8g>1; end")
    assert told(player) == "Now green 8 lies beside it."
    assert player.run.item.misconceptions == ["joker-stays"]
    assert "retry" in shown(player)
    press(player, "Try again")
    assert str(player.table.state.table) == "[8r 8y *8?]"
    assert told(player) == ""
    player.table.play("meld 5r 6r 1b; end")
    assert told(player).startswith("Your try: ")
    assert "one colour" in told(player) or "colour" in told(player)
    assert player.run.item.tries == 2
    assert "reveal" in shown(player)


def test_a_refused_gesture_is_an_answer_once(opened):
    player = opened()
    go_to(player, "do")
    assert not player.table.play("end")
    assert player.run.item.tries == 1
    player.table.refresh()
    assert player.run.item.tries == 1


def test_the_solution_is_shown_on_the_table_after_two_tries(opened):
    player = opened()
    go_to(player, "do")
    for _ in range(2):
        player.table.play("layoff 8g>1; end")
        player._show()
    press(player, "Show me")
    assert told(player).startswith("A solution: ")
    assert "8 8 8" in re.sub("[rygb]", "", str(player.table.state.table)) or "[8r 8y 8g]" in str(
        player.table.state.table
    )
    press(player, "Next")
    assert "Once more, with other cards" in player._text.value
    assert player.step.position != SMALL.steps[1].position


def test_hints_come_from_the_tables_own_button(opened):
    player = opened()
    go_to(player, "do")
    hints = []
    for _ in range(3):
        player.table._take({"type": "act", "name": "hint", "gen": player.table.desk.gen})
        hints += player.table.frame["news"]
    assert [hint[:7] for hint in hints] == ["Hint 1:", "Hint 2:", "Hint 3:"]
    assert player.run.item.hints == 3
    assert "reveal" in shown(player)
    assert player.run.item.tries == 0


def test_what_is_said_of_an_answer_stands_in_the_log_of_the_table_between_the_moves(opened):
    player = opened(lang="de")
    go_to(player, "do")
    player.table.play("layoff 8g>1; end")
    player.hint()
    player._show()
    player.table.play("swap 8g>1; meld 5r 6r *7r; end")
    go_to(player, "value")
    player.answer(36)
    player.answer(18)
    log = [entry["text"] for entry in player.table.frame["log"]]
    hint = next(text for text in log if text.startswith("Tipp 1: "))
    told = [
        "Schritt 2 von 6", "Du legst Grün 8 an Kombination 1 an.", "Jetzt liegt Grün 8 daneben.", hint,
        "Schritt 2 von 6", "Richtig. Er ist weiter.", "Schritt 4 von 6", "Nicht richtig. 25 gilt in der Hand.",
        "Richtig.",
    ]  # fmt: skip
    assert [text for text in log if text in told] == told
    end = log.index("Richtig. Er ist weiter.")
    assert log[end - 2 : end] == [
        "Du legst als neue Kombination aus: Rot 5, 6 und einen Joker (als Rot 7).", "Du beendest deinen Zug.",
    ]  # fmt: skip
    assert log[-1] == "Richtig."


def test_what_fails_is_said_and_is_no_entry_of_the_log(opened):
    player = opened()
    before = player.table.frame["log"]
    player.tell_failure(rl.RummyError("no such file"))
    assert told(player) == "no such file"
    player.table.refresh()
    assert player.table.frame["log"] == before


def test_a_lesson_that_is_done_is_begun_again_and_stays_done(opened):
    player = opened()
    assert "restart" not in shown(player)
    while "next" in shown(player):
        item = player.run.item
        assert "restart" not in shown(player)
        if item.step.kind != "watch":
            player.answer(right(item))
        player.next()
    player.answer(right(player.run.item))
    assert player.run.finished
    answered = len(player.run.rows)
    press(player, "Begin the lesson again")
    assert (player.run.at, player.run.finished, len(player.run.rows)) == (0, True, answered)
    assert not any(item.done for item in player.run.items)
    assert "Before we begin" in player._text.value
    assert "restart" not in shown(player)
    go_to(player, "value")
    assert not player.run.item.tries
    assert "restart" in shown(player)
    player.close()
    again = opened(player.run)
    assert again.run.at == player.run.at


def test_what_is_allowed_is_judged_with_its_rule(opened):
    player = opened()
    go_to(player, "judge")
    assert "The try: You lay the red 10 off on meld 1." in player._text.value
    press(player, "Allowed")
    assert told(player) == "Not right. A run has no hole."
    press(player, "Not allowed")
    assert told(player) == "Right, that is not allowed. Now choose the rule that says so."
    player.next()
    assert told(player).startswith("One question is still open")
    assert player.step.kind == "judge"
    (why,) = [one for one in controls(player) if isinstance(one, ipywidgets.RadioButtons)]
    assert sorted(code for _, code in why.options) == ["GAP", "MIXED_COLOUR", "NOT_OPENED"]
    why.value = "MIXED_COLOUR"
    press(player, "That is my answer")
    assert told(player).startswith("Not allowed is right, for another reason: ")
    why.value = "GAP"
    press(player, "That is my answer")
    assert told(player) == "Right."


def test_what_fails_at_the_answers_is_said(opened, monkeypatch, failures):
    player = opened()
    go_to(player, "judge")

    def fails(*_):
        raise rl.RummyError("there are no words for it")

    monkeypatch.setattr("rummy_lab.widgets.lesson_answers.reason_text", fails)
    press(player, "Not allowed")
    assert told(player) == "there are no words for it"
    assert [str(error) for error in failures] == ["there are no words for it"]
    failures.clear()


def test_the_right_answer_stands_anywhere_and_by_the_same_seed_in_the_same_place(opened):
    def order(seed):
        player = opened(seed=seed)
        (options,) = [one for one in controls(player) if isinstance(one, ipywidgets.RadioButtons)]
        return [one for _, one in options.options]

    assert order(3) == order(3)
    assert {tuple(order(seed)) for seed in range(8)} == {("a", "b"), ("b", "a")}


def test_points_are_counted_with_a_picture(opened):
    player = opened()
    go_to(player, "value")
    assert player._picture.value.count("<svg") == 1
    assert "red 5, 6" in player._picture.value
    (number,) = [one for one in controls(player) if isinstance(one, ipywidgets.Text)]
    for typed in ("", "many", "3.5"):
        number.value = typed
        press(player, "That is my answer")
        assert told(player) == "First type how many points they are, as a whole number."
        assert player.run.item.tries == 0
    number.value = "36"
    press(player, "That is my answer")
    assert told(player) == "Not right. 25 is for the hand."
    number.value = "18"
    press(player, "That is my answer")
    assert told(player) == "Right."
    assert "practise" in shown(player)
    press(player, "Practise with other cards")
    assert "0 of 3 in a row" in player._text.value
    assert player.step.meld != SMALL.steps[3].meld


def test_what_was_predicted_is_then_seen(opened):
    player = opened()
    go_to(player, "predict")
    assert player.answer(["b"]) is False
    assert told(player) == "Not right. Look again."
    assert player.answer(["a"]) is True
    assert str(player.table.state.table) == "[5r 6r 7r 8r]"


@pytest.mark.parametrize("lang", languages)
def test_a_lesson_from_its_first_to_its_last_step(opened, lang):
    player = opened(lang=lang)
    while True:
        step, item = player.step, player.run.item
        if step.kind == "watch":
            for _ in step.turn:
                player.watch()
        elif step.kind in ("do", "find"):
            for move in step.turn:
                player.table.play(str(move))
        else:
            answers = {"judge": (step.legal, step.because), "value": step.points}
            player.answer(answers.get(step.kind, [option.id for option in step.options if option.right]))
        assert item.done, step
        if "next" not in shown(player):
            break
        player.next()
    assert player.run.finished
    assert TEXTS[lang]["finished"].format(right=6, count=6) in told(player)
    assert list(player.answers["result"].unique()) == ["right"]
    assert rl.grade(SMALL, player.run.rows).score == 1


def test_the_language_changes_everything_that_is_read(opened):
    player = opened()
    go_to(player, "judge")
    player.lang = "nl"
    assert "<p>Mag dit?</p>" in player._text.value
    assert "Stap 3 van 6" in player._text.value
    assert [one.description for one in controls(player) if isinstance(one, ipywidgets.Button)][:2] == [
        "Mag",
        "Mag niet",
    ]


def test_texts_are_escaped(opened):
    player = opened(parse_lesson(LESSON.replace("Watch.", "<script>alert(1)</script> & **so**")))
    go_to(player, "watch")
    assert "<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; <strong>so</strong></p>" in player._text.value
    assert "<script" not in player._text.value


def test_a_goal_on_the_table_needs_no_end_of_the_turn_where_the_lesson_says_so(opened):
    text = LESSON.replace("goal = { swaps = 1, cards = 3 }", "goal = { swaps = 1, cards = 3, ends = false }")
    player = opened(parse_lesson(text))
    go_to(player, "do")
    player.table.play("swap 8g>1")
    assert player.run.item.tries == 0
    player.table.play("meld 5r 6r *7r")
    assert player.run.item.done
    assert told(player) == "Right. It moved on."


def test_answers_are_saved_where_one_says(opened, tmp_path):
    player = opened()
    player.answer(["a"])
    player.save_answers(tmp_path / "mine.jsonl")
    assert "mine.jsonl" in told(player)
    assert len((tmp_path / "mine.jsonl").read_text("utf-8").splitlines()) == 1
    with pytest.raises(rl.RummyError, match="cannot be written"):
        player.save_answers(tmp_path / "none" / "mine.jsonl")


def test_without_a_kernel_there_is_a_picture_and_the_words(opened):
    player = opened()
    go_to(player, "do")
    data, _ = player._repr_mimebundle_()
    assert data["text/plain"].startswith("A joker in a set\nFree it with green 8.\nschmidt; table")
    assert data["image/png"]


@pytest.mark.parametrize("options", [{"lang": "fr"}, {"seed": "x"}, {"seed": True}])
def test_what_cannot_be_is_said_in_a_sentence(options):
    with pytest.raises(rl.RummyError):
        rl.LessonPlayer(SMALL, **options)


def test_an_unknown_lesson_names_those_there_are():
    with pytest.raises(
        rl.RummyError, match=r"there is no lesson 'schmidt/none'; there are .*a file of your own ends in"
    ):
        rl.LessonPlayer("schmidt/none")


def test_stepping_and_closing_leave_no_widget_behind():
    known = ipywidgets.widgets.widget._instances
    before = set(known)
    player = rl.LessonPlayer(SMALL, lang="en", seed=1)
    player.next()
    player.next()
    held = len(known)
    for _ in range(5):
        player.next()
        player.next()
        player.back()
        player.back()
    assert len(known) == held
    player.close()
    assert set(known) == before


def test_every_wrong_answer_of_the_small_lesson_is_met_at_the_widget(opened):
    for kind in ("judge", "value"):
        for wrong in next(step for step in SMALL.steps if step.kind == kind).wrong:
            player = opened()
            go_to(player, kind)
            player.answer(shown_by(player.step, wrong))
            assert told(player) == "Not right. " + wrong.says.plain("en", SMALL.rules)
    assert play_until_error(SMALL.steps[1].position, SMALL.steps[1].turn)[1] == ()


def test_texts_are_in_three_languages_with_the_same_fields():
    assert len({tuple(texts) for texts in TEXTS.values()}) == 1
    for key in TEXTS["en"]:
        assert len({tuple(sorted(re.findall(r"{(\w+)}", texts[key]))) for texts in TEXTS.values()}) == 1, key
