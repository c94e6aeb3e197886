"""The table as a widget, without a browser: messages in, traits out."""

import base64
import threading

import ipywidgets
import pytest
from matplotlib import _pylab_helpers

import rummy_lab as rl
from rummy_lab.widgets.front import TEXT_KEYS
from rummy_lab.words import table_texts

START = "schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 9r; hand B 5r 5r; stock ??x40; turn A"


@pytest.fixture
def table():
    shown = rl.TableView(START)
    yield shown
    shown.close()


def say(table, message, **fields):
    """A message as the browser sends it."""
    table._handle_custom_msg({"type": message, "gen": table.frame["gen"], **fields}, [])


def card(table, label, zone="hand"):
    return next(one["id"] for one in table.frame["cards"] if one["label"] == label and one["zone"] == zone)


def test_booklet_example_2_by_taps(table):
    say(table, "tap", id=card(table, "green 6"))
    say(table, "tap", id="m1")
    say(table, "tap", id=card(table, "green 2", "m1"))
    say(table, "tap", id="loose")
    for label, zone in (("green 2", "loose"), ("yellow 2", "hand"), ("blue 2", "hand")):
        say(table, "tap", id=card(table, label, zone))
    say(table, "tap", id="new")
    assert str(table.state.table) == "[3g 4g 5g 6g] [2y 2g 2b]"
    say(table, "act", name="end")
    assert table.state.seat == "B"
    assert table.last_error is None


def test_a_refusal_is_in_the_frame_and_changes_nothing(table):
    before = table.state
    say(table, "act", name="end")
    assert table.frame["refusal"]["text"]
    assert table.state == before
    say(table, "clear")
    assert table.frame["refusal"] is None


def test_a_tap_holds_while_only_the_look_has_changed(table):
    green = card(table, "green 6")
    seen = table.frame["gen"]
    say(table, "narrow", narrow=True, presenter=False)
    say(table, "settings", lang="de")
    say(table, "tap", id=green, gen=seen)
    assert [one["id"] for one in table.frame["cards"] if one["picked"]] == [green]
    say(table, "tap", id="m1", gen=seen)
    assert str(table.state.table) == "[2g 3g 4g 5g]"
    say(table, "narrow", narrow=False, presenter=False)
    say(table, "tap", id="m1", gen=seen)
    assert str(table.state.table) == "[2g 3g 4g 5g]"


def test_what_was_meant_for_an_older_frame_is_answered_and_that_is_told(table):
    """The page waits for an answer, and what it has shown meanwhile still holds."""
    seen = table.frame["gen"]
    green = card(table, "green 6")
    say(table, "tap", id=green)
    say(table, "tap", id=card(table, "red 9"), gen=seen)
    assert table.frame["news"] == [table_texts()["too_late"]]
    assert [one["id"] for one in table.frame["cards"] if one["picked"]] == [green]
    assert table.frame["gen"] == seen + 2
    say(table, "tap", id="m1", gen=seen + 1)
    assert str(table.state.table) == "[2g 3g 4g 5g 6g]"
    say(table, "tap", id="c999")
    assert table.frame["gen"] == seen + 4
    assert table.frame["news"] == []


def test_moves_are_played_from_python_too(table):
    assert table.play("layoff 6g>1")
    assert not table.play("layoff 9r>7")
    assert "refusal" in table.frame
    assert str(table.state.table) == "[2g 3g 4g 5g 6g]"


def test_languages_change_live(table):
    table.lang = "nl"
    assert table.frame["buttons"]["end"]["text"] == table_texts("nl")["end"] != table_texts("en")["end"]
    assert table.settings["lang"] == "nl"
    say(table, "settings", lang="de")
    assert table.lang == "de"
    assert set(table.texts) == set(TEXT_KEYS)
    with pytest.raises(rl.RummyError, match="fr"):
        table.lang = "fr"


@pytest.mark.parametrize(
    "message",
    [
        None,
        7,
        [],
        {},
        {"type": "tap"},
        {"type": "tap", "id": "c999", "gen": 0},
        {"type": "tap", "id": "m1", "gen": 99},
        {"type": "drop", "ids": ["c1"] * 300, "on": "m1", "at": None, "gen": 0},
        {"type": "line", "text": "x" * 100_000, "gen": 0},
        {"type": "settings", "lang": "fr", "gen": 0},
        {"type": "settings", "lang": ["en"], "gen": 0},
        {"type": "settings", "__class__": True, "gen": 0},
        {"type": "act", "name": "__init__", "gen": 0},
    ],
)
def test_messages_of_another_kind_change_nothing(table, message):
    before, settings = table.state, dict(table.settings)
    table._handle_custom_msg(message, [])
    assert (table.state, table.settings) == (before, settings)
    assert table.desk.refused_messages or table.refused_messages


def test_a_turn_is_told():
    told = []
    table = rl.TableView(START, on_turn=lambda *turn: told.append(turn))
    table.play("meld 2y 2b 9r")
    say(table, "act", name="undo")
    table.play("layoff 6g>1; end")
    ((before, turn, after),) = told
    assert before == rl.position(START)
    assert str(turn) == "layoff 6g>1; end"
    assert after == table.state


def test_another_state_is_shown_with_its_news(table):
    table.show(rl.position(START.replace("turn A", "turn B")), ["Player A did nothing."], seat="B")
    assert "Player A did nothing." in table.frame["news"]
    assert table.desk.seat == "B"


def test_without_a_kernel_a_picture_and_words_are_left(table):
    data, metadata = table._repr_mimebundle_()
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert metadata["image/png"]["alt"] == table.notation
    assert data["text/plain"].startswith(START.split(";", maxsplit=1)[0])


def test_hidden_cards_are_in_no_message():
    state = rl.deal("schmidt", 2, 3)
    table = rl.TableView(state, seat="A")
    hidden = {str(one) for one in state.hands["B"]} - {str(one) for one in state.hands["A"]}
    faces = " ".join(table.faces)
    labels = [one["label"] for one in table.frame["cards"] if one["zone"] == "hand-B"]
    assert set(labels) == {"hidden card"}
    assert not any(f"{one}-" in faces or faces.endswith(one) for one in hidden)
    assert ", ".join(map(str, state.hands["B"])) not in table.words()


def test_many_steps_leave_nothing_behind(table):
    instances = ipywidgets.widgets.widget._instances
    widgets, threads = len(instances), threading.active_count()
    for _ in range(60):
        say(table, "tap", id=card(table, "green 6"))
        say(table, "tap", id="m1")
        say(table, "act", name="undo")
    assert str(table.state) == str(rl.position(START))
    instances = ipywidgets.widgets.widget._instances
    assert len(instances) == widgets
    assert threading.active_count() == threads
    assert not _pylab_helpers.Gcf.get_all_fig_managers()
