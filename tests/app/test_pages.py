"""What stands on the pages of the app, in three languages; no link leads nowhere."""

import re

import pytest

from rummy_lab.app.address import Address, Fault, read
from rummy_lab.app.pages import rules_told, view
from rummy_lab.app.texts import texts
from rummy_lab.language import LANGUAGES
from rummy_lab.lessons.catalogue import lesson_files

KINDS = ("start", "learn", "play", "ask", "explore")


def links(shown):
    return [link for group in shown["groups"] for link in (*group["links"], *group["more"])]


def test_all_texts_are_there_in_three_languages_with_the_same_fields():
    for section, entries in texts().items():
        for key, told in entries.items():
            assert set(told) == set(LANGUAGES), (section, key)
            fields = {lang: sorted(re.findall(r"\{(\w+)\}", text)) for lang, text in told.items()}
            assert len(set(map(tuple, fields.values()))) == 1, (section, key)
            assert len(set(told.values())) > 1 or section == "app", (section, key)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_link_leads_to_a_page_in_the_same_language(lang):
    seen, todo = set(), [Address().query]
    while todo:
        query = todo.pop()
        address, fault = read(query)
        assert fault is None, query
        shown = view(address, lang)
        assert shown["heading"]
        assert address.kind == "lesson" or shown["title"].startswith(shown["heading"])
        seen.add(query)
        for link in (*links(shown), *shown["trail"]):
            assert link["text"]
            assert f"lang={lang}" in link["query"]
            if link["query"] not in seen:
                todo.append(link["query"])
    found = {read(query)[0].kind for query in seen}
    assert found == {
        "start",
        "learn",
        "play",
        "ask",
        "explore",
        "course",
        "lesson",
        "puzzles",
        "game",
        "rules",
        "variant",
    }
    assert {read(query)[0].name for query in seen if "lesson=" in query} == set(lesson_files())


def test_each_thing_one_may_have_come_for_is_two_clicks_away():
    start = links(view(Address(), "en"))
    assert [read(link["query"])[0].kind for link in start] == ["learn", "play", "ask", "explore"]
    useful = {"learn": "course", "play": "game", "explore": "variant"}
    for kind, then in useful.items():
        first = links(view(Address(kind), "en"))[0]
        assert read(first["query"])[0].kind == then


def test_a_page_of_a_kind_leads_back_to_where_others_of_it_are():
    trail = view(Address("lesson", "schmidt/split"), "de")["trail"]
    assert [(link["text"], link["query"]) for link in trail] == [("Ein Spiel lernen", "?page=learn&lang=de")]
    assert view(Address(), "de")["trail"] == []


def test_the_window_of_a_lesson_is_called_as_the_lesson():
    shown = view(Address("lesson", "schmidt/split"), "de")
    assert (shown["heading"], shown["title"]) == ("Eine Lektion Schmidt-Rummy", "Eine Reihe teilen · Rommé-Labor")


def test_what_is_wrong_is_told_with_what_was_meant():
    shown = view(Address("learn"), "de", Fault("lesson", "schmidt/splt", "schmidt/split"))
    assert shown["notice"] == "Eine Lektion „schmidt/splt“ gibt es nicht. Unten stehen alle."
    assert (shown["rather"]["text"], shown["rather"]["query"]) == (
        "Meintest du: schmidt/split?",
        "?lesson=schmidt/split&lang=de",
    )
    assert view(Address(), "en", Fault("page", "lern", "learn"))["rather"]["query"] == "?page=learn&lang=en"
    assert view(Address(), "en", Fault("lang", "fr"))["rather"] is None
    assert view(Address(), "en")["notice"] == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_are_told_in_sections(lang):
    sections = rules_told("rummy40", lang)
    assert len(sections) > 5
    assert all(section["heading"] and section["items"] for section in sections)
