"""The app without a browser: pages are opened by messages as the browser sends them."""

from threading import Thread

import pytest
from ipywidgets import VBox

from rummy_lab.app import rooms, visit
from rummy_lab.app.visit import App
from rummy_lab.core.errors import RummyError


@pytest.fixture
def app(monkeypatch):
    monkeypatch.setattr(visit, "ASKED", None)
    monkeypatch.setattr(visit, "_get_ready", lambda: None)
    made = App()
    yield made
    made.close()


def send(app, **message):
    app._heard(None, message, [])
    return app.view


def test_nothing_is_told_before_the_browser_says_where_it_is(app):
    assert app.view == {}
    first = send(app, type="open", query="", how="replace", own="de")
    assert (first["heading"], first["query"], first["how"]) == ("Was möchtest du tun?", "?lang=de", "replace")


@pytest.mark.parametrize(
    ("query", "asked", "kept", "own", "lang"),
    [
        ("?lang=nl", "de", "en", "en", "nl"),
        ("", "de", "nl", "en", "nl"),
        ("", "de", None, "nl", "de"),
        ("", None, None, "nl", "nl"),
        ("", None, "xx", ["de"], "en"),
    ],
)
def test_the_language_is_that_of_the_address_else_as_chosen_last_else_as_asked_else_the_browsers(
    app, monkeypatch, query, asked, kept, own, lang
):
    monkeypatch.setattr(visit, "ASKED", asked)
    monkeypatch.setattr(visit, "LANG", asked or "en")
    assert send(app, type="open", query=query, how="replace", kept=kept, own=own)["lang"] == lang


def test_a_language_is_chosen_without_leaving_the_page(app):
    send(app, type="open", query="?game=schmidt&seed=4&lang=en")
    game = app.widget
    game.table.play("draw")
    shown = send(app, type="lang", lang="nl")
    assert (shown["heading"], shown["how"]) == ("Schmidt Rummy spelen", "replace")
    assert shown["query"] == "?game=schmidt&seed=4&lang=nl"
    assert app.widget is game
    assert game.lang == "nl"
    send(app, type="lang", lang="fr")
    assert app.lang == "nl"


def test_a_language_that_is_chosen_at_a_table_or_a_desk_is_that_of_the_page(app):
    send(app, type="open", query="?course=schmidt&lang=en")
    app.widget.onward()
    app.widget.widget.table._heard(None, {"type": "settings", "lang": "de"}, [])
    assert (app.lang, app.view["heading"]) == ("de", "Schmidt-Rummy lernen")
    send(app, type="open", query="?page=ask")
    assert app.widget.lang == "de"
    app.widget._lang.value = "nl"
    assert app.view["heading"] == "Een vraag over de regels"


def test_each_page_has_its_widget_and_frees_the_one_before(app):
    kinds = {
        "?course=rummy40": "Course", "?lesson=schmidt/split": "LessonPlayer", "?puzzles=schmidt": "Puzzles",
        "?game=rummy40": "PlayGame", "?ask=joker": "RuleDesk", "?variant=rummy40": "Lab",
    }  # fmt: skip
    for query, kind in kinds.items():
        before = app.widget
        send(app, type="open", query=query)
        assert type(app.widget).__name__ == kind
        assert app.widget.lang == app.lang
        assert before is None or before.comm is None
    send(app, type="open", query="?page=learn")
    assert app.widget is None
    assert app._room.children == ()


def test_a_question_in_the_address_is_answered(app):
    send(app, type="open", query="?ask=may+I+keep+the+joker&lang=en")
    assert app.widget.shown.id == "keep-joker"


def test_a_game_gets_a_number_so_that_its_address_brings_the_same_cards(app):
    shown = send(app, type="open", query="?game=rummy40&lang=en")
    hand = app.widget.state.hands["A"]
    again = App(shown["query"])
    assert again.widget.state.hands["A"] == hand
    again.close()


def test_going_where_one_is_already_throws_nothing_away(app):
    shown = send(app, type="open", query="?game=rummy40&lang=en")
    game = app.widget
    send(app, type="open", query=shown["query"].replace("lang=en", "lang=de"))
    assert app.widget is game
    assert game.lang == "de"


def test_who_goes_back_keeps_the_language(app):
    send(app, type="open", query="?page=play&lang=de")
    send(app, type="lang", lang="nl")
    shown = send(app, type="open", query="?lang=en", how="back")
    assert (shown["kind"], shown["query"], shown["how"]) == ("start", "?lang=nl", "replace")


@pytest.mark.parametrize(
    ("query", "kind", "part"),
    [
        ("?lesson=/etc/passwd.toml", "learn", "There is no lesson “/etc/passwd.toml”."),
        ("?game=rummy40&players=me,greedy,greedy,greedy,greedy,greedy,greedy,greedy", "play", "The opponents"),
        (
            "?variant=rummy40{pack.jokers=1,opening.points=1,deal.hand=5,melds.set_max=4,melds.run_min=4}",
            "explore",
            "cannot",
        ),
    ],
)
def test_what_reads_well_and_cannot_be_leads_to_a_page_that_says_so(app, query, kind, part):
    shown = send(app, type="open", query=f"{query}&lang=en")
    assert (shown["kind"], app.widget) == (kind, None)
    assert part in shown["notice"]


def test_an_error_is_told_on_the_first_page(app, monkeypatch, failures):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(visit, "room", broken)
    monkeypatch.setattr(visit, "room", lambda address, lang: broken() if address.kind == "game" else None)
    shown = send(app, type="open", query="?game=rummy40&lang=en")
    assert shown["kind"] == "start"
    assert "ZeroDivisionError" in shown["notice"]
    assert [type(error) for error in failures] == [ZeroDivisionError]
    failures.clear()


@pytest.mark.parametrize(
    "message",
    [None, "open", {}, {"type": "open"}, {"type": "open", "query": 3}, {"type": "open", "query": "?" * 9_999},
     {"type": "lang", "lang": ["de"]}, {"type": "here"}, {"type": ["open"], "query": ""}],
)  # fmt: skip
def test_messages_that_are_none_change_nothing(app, message):
    send(app, type="open", query="?page=play&lang=de")
    before = dict(app.view)
    app._heard(None, message, [])
    assert app.view == before


def test_what_fails_is_told_also_where_the_address_was_wrong_before(app, failures):
    send(app, type="open", query="?page=learn&lang=xx")
    assert app.fault.what == "lang"
    app.attempt(lambda: 1 // 0)
    failures.clear()
    assert "ZeroDivisionError" in app.view["notice"]
    assert "ZeroDivisionError" in send(app, type="lang", lang="nl")["notice"]


def test_bots_that_end_a_deal_wait_for_nobody_who_changes_the_language(app):
    send(app, type="open", query="?game=schmidt&seed=4&lang=en")
    shown = VBox([])

    def end():
        with app.widget.lock:
            app.widget._after.children = [shown]

    bots = Thread(target=end, daemon=True)
    with app.lock:  # as whoever chooses a language has it, and wants that of the game
        bots.start()
        bots.join(timeout=20)
        assert not bots.is_alive()


def test_what_comes_and_goes_is_followed_once(app):
    send(app, type="open", query="?game=schmidt&seed=4&lang=en")
    part = VBox([])
    for _ in range(3):
        app.widget._after.children = [part]
        app.widget._after.children = []
    assert len(part._trait_notifiers["children"]["change"]) == 1
    part.close()


def test_visitors_write_no_files_on_the_server(app, tmp_path, failures):
    send(app, type="open", query="?variant=rummy40{opening.points=51}&lang=de")
    lab = app.widget
    assert lab.keeping._folder.layout.display == "none"
    with pytest.raises(RummyError, match="nichts auf dem Server gespeichert"):
        lab.save(tmp_path / "run")
    lab.keeping._folder.value = str(tmp_path / "run")
    lab.keeping._save.click()
    assert list(tmp_path.iterdir()) == []
    assert [type(error) for error in failures] == [RummyError]
    failures.clear()


def test_a_room_without_a_widget_is_none():
    assert rooms.room(visit.Address("rules", "schmidt"), "en") is None
