"""Answers and games leave as files and come back: the buttons for them, and what no file can do."""

import re
import time

import ipywidgets
import pytest

import rummy_lab as rl
from lessons.small import LESSON
from lessons.test_course import COURSE
from rummy_lab.lessons.course import parse_course
from rummy_lab.lessons.reading import parse_lesson
from rummy_lab.widgets.file_texts import TEXTS, tell
from rummy_lab.widgets.sitting import Sitting
from rummy_lab.widgets.texts import LANGUAGES
from widgets.files import bring, handed

SMALL, PLAN = parse_lesson(LESSON), parse_course(COURSE)
PANELS = {
    "lesson": lambda **options: rl.LessonPlayer(SMALL, seed=1, **options),
    "puzzles": lambda **options: rl.Puzzles("schmidt", 1, seed=4, **options),
    "course": lambda **options: rl.Course(PLAN, seed=1, **options),
    "game": lambda **options: rl.PlayGame("schmidt", ["me", "greedy"], seed=5, pace=0, **options),
}
ANSWERS = [name for name in PANELS if name != "game"]


@pytest.fixture
def opened():
    made = []

    def make(kind="game", **options):
        made.append(PANELS[kind](**({"lang": "en"} | options)))
        return made[-1]

    yield make
    for one in made:
        one.close()


def said(panel):
    return re.sub(r"<[^>]+>", " ", panel._said.value).strip()


def answer(panel, kind):
    """One answer, right or wrong."""
    if kind == "puzzles":
        panel.answer(panel.run.puzzle.solution)
        return
    player = panel.widget if kind == "course" else panel
    while player.step.kind not in ("judge", "value"):
        assert player.run.next()
    step = player.step
    player.answer((step.legal, step.because) if step.kind == "judge" else step.points)


def play(game, turns):
    for _ in range(turns):
        assert game.table.play("draw")


# Answers


@pytest.mark.parametrize("kind", ANSWERS)
def test_answers_come_back_elsewhere(opened, kind):
    first, second = opened(kind), opened(kind)
    assert first.files.words == {"give": "", "take": "Load my answers"}
    answer(first, kind)
    assert first.files.words["give"] == "Download my answers"
    name, text = handed(first)
    assert name.startswith("answers-schmidt")
    assert said(first) == tell("given", "en", file=name)
    looked = second.files.answered
    bring(second, name, text)
    assert said(second) == f"Answers loaded from {name}: {len(first.rows)}."
    assert second.files.answered == looked + 1
    assert second.rows == first.rows != []
    answer(second, kind)
    assert second.rows[: len(first.rows)] == first.rows
    assert len(second.rows) > len(first.rows)
    assert handed(second)[1].startswith(text)
    bring(second, name, text)
    assert len(second.answers) == len(second.rows) == len(first.rows) + len(second.own_rows)


@pytest.mark.parametrize("kind", ANSWERS)
def test_a_damaged_line_is_told_and_the_others_are_there(opened, kind):
    first, second = opened(kind), opened(kind)
    answer(first, kind)
    _, text = handed(first)
    bring(second, "mine.jsonl", text + "{\n\nnull\n")
    count = len(text.splitlines())
    assert said(second) == tell("answers_some", "en", file="mine.jsonl", count=count, faults=2, line=count + 1)
    assert second.rows == first.rows


@pytest.mark.parametrize("kind", ANSWERS)
@pytest.mark.parametrize(
    ("content", "place"),
    [("", "line 1"), ("\n\nseed = 5\n", "line 3"), ("[" * 99_999, "line 1"), (b"\x89PNG\xff", "byte 1")],
)
def test_a_foreign_file_changes_no_answers(opened, failures, kind, content, place):
    panel = opened(kind)
    answer(panel, kind)
    before = panel.rows
    bring(panel, "<b>.jsonl", content)
    assert f"&lt;b&gt;.jsonl holds no answers, see {place}; nothing has changed" in panel._said.value
    assert panel.rows == before
    failures.clear()


# Games


def test_a_game_goes_on_elsewhere(opened):
    first, second = opened(), opened()
    play(first, 3)
    name, text = handed(first)
    assert name == "rummy-match-5.toml"
    assert said(first) == tell("given", "en", file=name)
    bring(second, name, text)
    assert said(second) == "The game in rummy-match-5.toml goes on."
    assert (second.state, second.record) == (first.state, first.record)
    assert any("The deal goes on; it is your turn." in news for news in second.table.frame["news"])
    play(first, 2)
    play(second, 2)
    assert second.record == first.record
    second.take_back()
    assert len(second.sitting.turns) == len(first.sitting.turns) - 2


def test_a_game_of_another_kind_is_taken_up_in_the_place_of_a_finished_deal(opened):
    other = rl.PlayGame("rummy40", ["me", "random", "greedy"], seed=9, pace=0)
    _, text = handed(other)
    game = opened()
    game.stop()
    assert game._after.children
    bring(game, "rummy.toml", text)
    assert game.state == other.state
    assert game._after.children == ()
    assert "stop" in [name for name, button in game._buttons.items() if button.layout.display != "none"]
    assert game._scores.value.count("<tr>") == 4
    other.close()


def test_a_finished_deal_is_taken_up_with_what_follows_it(opened):
    first, second = opened(), opened()
    play(first, 1)
    first.stop()
    bring(second, "mine.toml", handed(first)[1])
    assert second.record == first.record
    assert second._after.children
    second.next_deal()
    assert len(second.sitting.records) == 1


def test_of_several_people_the_cards_are_covered_first(opened):
    shared = rl.PlayGame("schmidt", ["me", "me"], seed=5, pace=0)
    shared.table.play("draw")
    _, text = handed(shared)
    shared.close()
    game = opened()
    bring(game, "ours.toml", text)
    assert "The game in ours.toml goes on. " in said(game)
    assert "It is the turn of player B." in said(game)
    assert game.table.layout.display == "none"
    game._show_hand.click()
    assert (game.table.layout.display, game.table.desk.seat) == (None, "B")
    bring(game, "mine.toml", handed(opened())[1])
    assert (game.table.layout.display, game.table.desk.seat) == (None, "A")
    assert game._show_hand.layout.display == "none"


DAMAGED = [
    ("", "this one.toml holds no game, see “format”;"),
    ("[" * 5000, "holds no game, see line 1;"),
    ("a = " + "9" * 9999, "holds no game, see line 1;"),
    ("format = 1\nrules = ", "holds no game, see line 2;"),
    (b"format = 1\xff", "holds no game, see byte 11;"),
    (("format = 1", "format = 2"), "holds no game, see “format”;"),
    (('"schmidt"', '"whist"'), "holds no game, see “rules”;"),
    (("seed = 5", "seed = -5"), "holds no game, see “seed”;"),
    (('"greedy"', '"nobody"'), "holds no game, see “players”;"),
    (
        ('"draw 10g"', '"meld 1r 2r 3r; end"'),
        "is damaged: turn 1 of deal 1 does not follow the rules; the game here goes on",
    ),
    (("stopped = false", "stopped = false\n[[deals]]\nturns = 7"), "is damaged: deal 1 does not"),
    (None, "is larger than 1024 kB"),
    (b"#" * (1 << 20) + b"\n", "is larger than 1024 kB"),
]


@pytest.mark.parametrize(("content", "told"), DAMAGED, ids=range(len(DAMAGED)))
def test_a_game_that_cannot_be_taken_up_is_told_and_the_running_one_stays(opened, failures, content, told):
    game = opened()
    play(game, 2)
    if isinstance(content, tuple):
        text = handed(game)[1]
        assert content[0] in text
        content = text.replace(*content, 1)
    match, here, frame = game.sitting, game.state, game.table.frame
    bring(game, "this one.toml", content)
    assert told in said(game)
    failures.clear()
    assert (game.sitting, game.state, game.table.frame) == (match, here, frame)
    play(game, 1)


def test_a_file_that_the_page_cannot_read_is_told(opened, failures):
    game = opened()
    game.files._handle_custom_msg({"type": "take", "name": "gone.toml", "size": 0}, [])
    assert said(game) == tell("unread", "en", file="gone.toml")
    failures.clear()
    for nonsense in (None, {}, {"type": "take"}, {"type": "take", "name": 7}, {"type": "dance"}):
        game.files._handle_custom_msg(nonsense, [b"format = 1"])
    assert game.last_error is not None


def test_a_match_that_began_in_a_given_position_is_not_offered(opened):
    start = next(iter(rl.play_out("schmidt", ["greedy", "random"], seed=4).turn_states()))
    game = rl.PlayGame(match=Sitting("schmidt", ["me", "greedy"], start=start), lang="en", pace=0)
    assert game.files.words == {"give": "", "take": "Load a game"}
    bring(game, "mine.toml", handed(opened())[1])
    assert game.files.words["give"] == "Download this game"
    game.close()


def test_a_bot_that_thinks_meanwhile_changes_nothing(opened):
    _, text = handed(opened())
    game = rl.PlayGame("rummy40", ["me", "greedy", "greedy"], seed=5, pace=0.1, lang="en")
    try:
        game.table.play("draw; discard " + str(game.state.hands["A"][0]))
        assert game.state.seat != "A"
        bring(game, "mine.toml", text)
        here = game.state
        deadline = time.monotonic() + 20
        while game._running and time.monotonic() < deadline:
            time.sleep(0.01)
        assert not game._running
        assert game.state == here
        assert game.sitting.turns == ()
        assert game.last_error is None
    finally:
        game.close()


def test_the_last_round_that_is_shown_meanwhile_ends(opened):
    first = opened()
    play(first, 1)
    _, text = handed(first)
    behind = text.replace('["me", "greedy"]', '["greedy", "me"]').replace('"me",\n    "greedy"', '"greedy",\n    "me"')
    game = rl.PlayGame("schmidt", ["me", "greedy"], seed=3, pace=0.1, lang="en")
    try:
        play(game, 1)
        deadline = time.monotonic() + 20
        while game.state.seat != "A" and time.monotonic() < deadline:
            time.sleep(0.01)
        while game._running and time.monotonic() < deadline:
            time.sleep(0.01)
        game.show_last_round()
        bring(game, "mine.toml", behind)
        while (game._running or game.state.seat == "A") and time.monotonic() < deadline:
            time.sleep(0.01)
        assert game.sitting.names == {"A": "greedy", "B": "me"}
        assert game.state.seat == "B"
        assert game.table.state == game.sitting.state
    finally:
        game.close()


# All of them


@pytest.mark.parametrize("kind", PANELS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_buttons_follow_the_language(opened, kind, lang):
    panel = opened(kind)
    panel.lang = lang
    what = "game" if kind == "game" else "answers"
    assert panel.files.words["take"] == TEXTS[lang][f"take_{what}"]


@pytest.mark.parametrize("kind", PANELS)
def test_closing_frees_the_buttons_too(kind):
    known = ipywidgets.widgets.widget._instances
    before = set(known)
    PANELS[kind](lang="en").close()
    assert set(known) == before


def test_texts_are_in_three_languages_with_the_same_fields():
    assert len({tuple(texts) for texts in TEXTS.values()}) == 1
    for key in TEXTS["en"]:
        assert len({tuple(sorted(re.findall(r"{(\w+)}", texts[key]))) for texts in TEXTS.values()}) == 1, key
