"""Whatever stands behind the question mark of an address of the app: a page, and one sentence if it is none of ours."""

import json
import re
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rummy_lab
from fuzz.hostile import HARM, near
from fuzz.test_messages import looks_harmless
from rummy_lab.app import visit
from rummy_lab.app.address import LONGEST, NAMED, read
from rummy_lab.app.visit import App
from rummy_lab.language import LANGUAGES
from widgets.conftest import failures  # noqa: F401 what a handler raises fails the test

EXAMPLES = 200
ADDRESSES = (
    "?lesson=schmidt/split&lang=de", "?course=rummy40&lang=nl", "?puzzles=schmidt", "?page=learn&lang=en",
    "?game=rummy40{opening.points=51}&players=me,greedy,careful&seed=17&lang=nl", "?rules=schmidt&rules=rummy40",
    "?variant=schmidt{opening.points=20}", "?ask=may+I+keep+the+joker&lang=en&lang=de",
)  # fmt: skip
PATHS = (
    "/etc/passwd",
    "schmidt/../../../../etc/passwd",
    "schmidt/sets.toml",
    "..",
    "schmidt\\sets",
    "file:///etc/passwd",
)
KEYS = st.sampled_from((*NAMED, "page", "lang", "players", "seed", "token", *HARM[:3]))
VALUES = st.sampled_from((*HARM, *PATHS)) | st.text(st.characters(codec=None), max_size=40)
PARTS = st.tuples(KEYS, VALUES, st.booleans()).map(
    lambda part: f"{part[0]}={quote(part[1], errors='replace') if part[2] else part[1]}"
)
QUERIES = near(ADDRESSES) | st.lists(PARTS, max_size=6).map(lambda parts: f"?{'&'.join(parts)}")
OURS = Path(rummy_lab.__file__).parent


@pytest.fixture
def app(monkeypatch):
    monkeypatch.setattr(visit, "_get_ready", lambda: None)
    made = App()
    yield made
    made.close()


def opened(app, query):
    """The page that a browser is told to show."""
    app._heard(None, {"type": "open", "query": query, "how": "push"}, [])
    return app.view


def is_a_page(shown, query):
    """It can be sent, leads on, and says at most a sentence or two about what was wrong, in a language of ours."""
    json.dumps(shown, ensure_ascii=False).encode("utf-8")
    assert shown["lang"] in LANGUAGES
    assert shown["heading"].isprintable()
    links = [link["query"] for group in shown["groups"] for link in (*group["links"], *group["more"])]
    more = [link["query"] for link in (*shown["trail"], shown["rather"]) if link]
    for one in (shown["query"], *links, *more):
        assert re.fullmatch(r"\?[\w%/,.={}&+~-]*", one, re.ASCII), query
    notice = shown["notice"]
    assert notice.isprintable(), query
    assert len(notice) < 300
    assert not notice or re.search(r"[.?:]$", notice)
    assert "Error" not in notice.replace(query, "")
    assert read(shown["query"])[1] is None, query


def test_whatever_stands_there(app, monkeypatch):
    monkeypatch.setattr(visit, "room", lambda address, lang: None)

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
    @given(QUERIES)
    def tried(query):
        is_a_page(opened(app, query), query)

    tried()


@pytest.mark.parametrize("key", [*NAMED, "page", "lang", "players", "seed"])
def test_harm_is_told_as_text_on_a_page_that_stands(app, key):
    for text in (*HARM, *PATHS):
        for value in (text, quote(text, errors="replace")):
            query = f"?lang=nl{'&game=schmidt' * (key in ('players', 'seed'))}&{key}={value}"
            shown = opened(app, query)
            is_a_page(shown, query)
            assert shown["notice"] or key == "ask" or (value is text and set(text) & set("&#")), query
            looks_harmless(app)


def test_an_address_names_lessons_and_opens_no_file():
    read("?lesson=schmidt/sets")
    seen, watching = [], True
    sys.addaudithook(
        lambda event, given: watching and event in ("open", "os.listdir", "os.scandir") and seen.append(given[0])
    )
    for key in (*NAMED, "page"):
        for path in PATHS:
            read(f"?{key}={path}")
            read(f"?{key}={quote(path, safe='')}")
    watching = False
    assert [one for one in seen if not Path(str(one)).is_relative_to(OURS)] == []


def test_what_is_long_is_read_no_further(app):
    for query in ("?" + "a" * 10**6, "?lesson=" + "%3Cb%3E" * LONGEST, "?" + "lang=de&" * 100, "?ask=" + "?" * LONGEST):
        read(query)
        before = app.view
        shown = opened(app, query)
        assert shown == before or "zu lang" in shown["notice"] or "too long" in shown["notice"], query[:40]
