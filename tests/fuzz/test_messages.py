"""Whatever a page sends to a widget, as a message or as its state: it goes on, and texts stay texts."""

import contextlib
from html.parser import HTMLParser

import pytest
import traitlets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ipywidgets import HTML, Widget

import rummy_lab as rl
from fuzz.hostile import HARM, POSITIONS, TABLE, plain, record_text
from rummy_lab.core.errors import RummyError
from rummy_lab.records import parse_record
from rummy_lab.widgets import variant_growing, variant_results, variant_run
from rummy_lab.widgets.guard import Guarded
from rummy_lab.widgets.variant_chart import Chart
from rummy_lab.widgets.variant_compiling import Compiling

EXAMPLES = 12
WIDGETS = {
    "table": lambda: rl.TableView(TABLE),
    "game": lambda: rl.PlayGame("rummy40", ["me", "greedy"], seed=3),
    "two people": lambda: rl.PlayGame("schmidt", ["me", "me"], seed=3),
    "viewer": lambda: rl.GameViewer(parse_record(record_text())),
    "editor": lambda: rl.PositionEditor(TABLE),
    "lesson": lambda: rl.LessonPlayer("schmidt/sets"),
    "course": lambda: rl.Course("schmidt"),
    "workshop": rl.LessonWorkshop,
    "puzzles": lambda: rl.Puzzles("schmidt", level=1, seed=2),
    "rule desk": rl.RuleDesk,
    "variant lab": lambda: rl.VariantLab("schmidt"),
}
KINDS = (
    "tap", "drop", "clear", "act", "choose", "answer", "line", "narrow", "settings", "text", "place", "add", "take",
    "pick", "set", "file", "ask", "give", "dot", "custom",
)  # fmt: skip
NAMES = (
    "gen", "id", "ids", "on", "at", "name", "option", "yes", "text", "seq", "same", "place", "card", "gid", "what",
    "value", "kind", "narrow", "size", "lang", "width", "index",
)  # fmt: skip
WORDS = (
    "c1", "c4", "m1", "new", "hand-A", "stock", "pile", "draw", "end", "undo", "hint", "fits", "table", "hand A", "4r",
    "??", "svg", "toml", "rules", "seat", "lang", "de", "a.toml", "../../a.toml", *HARM, *POSITIONS,
    "9" * 5000, "x" * 30_000,
)  # fmt: skip
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 20)
    | st.integers()
    | st.just(10**400)
    | st.floats()
    | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES + WORDS[:12]), inner, max_size=4),
    max_leaves=8,
)
MESSAGES = JSON | st.builds(
    lambda kind, more: {"type": kind, **more},
    st.sampled_from(KINDS),
    st.dictionaries(st.sampled_from(NAMES), JSON, max_size=6),
)


def parts(widget, found=None):
    """A widget and all that is in it."""
    found = {} if found is None else found
    if isinstance(widget, Widget) and id(widget) not in found:
        found[id(widget)] = widget
        for child in getattr(widget, "children", ()):
            parts(child, found)
        for own in vars(widget).values():
            if isinstance(own, Widget):
                parts(own, found)
    return list(found.values())


LEAD = ("href", "src", "action", "formaction", "xlink:href", "data", "srcdoc", "style-src", "poster")


class Tags(HTMLParser):
    """The tags of a piece of HTML that could do something."""

    def __init__(self):
        super().__init__()
        self.bad = []

    def handle_starttag(self, tag, attrs):
        does = [
            name
            for name, value in attrs
            if name.startswith("on") or (name in LEAD and not str(value).startswith(("#", "data:image/", "https://")))
        ]
        if tag in ("script", "iframe", "object", "embed", "b", "link", "meta", "base", "form") or does:
            self.bad.append((tag, attrs))
        if tag == "img" and not str(dict(attrs).get("src", "")).startswith("data:image/"):
            self.bad.append((tag, attrs))


def harmless(html):
    """Nothing in this HTML or SVG runs, loads or was put in by a text."""
    tags = Tags()
    tags.feed(html)
    tags.close()
    assert tags.bad == []


def looks_harmless(widget):
    """Nor in anything that a widget shows."""
    for one in parts(widget):
        if isinstance(one, HTML):
            harmless(one.value)
        for name in ("svg", "faces", "frame"):
            value = getattr(one, name, None)
            for text in [value] if isinstance(value, str) else svgs(value):
                harmless(text)


def svgs(value):
    """The drawings in what is sent to a page."""
    if isinstance(value, str):
        return [value] if value.lstrip().startswith("<") and "<svg" in value else []
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [text for one in inner for text in svgs(one)]


def heard(widget, message):
    """Let a message arrive as ipywidgets does."""
    widget._handle_custom_msg(message, [])


def set_by_page(widget, state):
    """Let the state of a widget be set as a page sets it; a value of the wrong kind is refused by ipywidgets itself."""
    with contextlib.suppress(traitlets.TraitError):
        widget.set_state({name: value for name, value in state.items() if name in widget.keys})


def well(widget):
    """What went wrong was told, and the widget can still be shown and sent."""
    for one in parts(widget):
        if isinstance(one, Guarded) and one.last_error is not None:
            assert isinstance(one.last_error, RummyError), repr(one.last_error)
    plain(widget.get_state()).encode("utf-8")
    assert widget.words()
    looks_harmless(widget)


class NeverReady(Compiling):
    """Nothing is compiled here: deals are played at the table."""

    def is_ready(self, bots):
        return False

    def begin(self, bots):
        pass


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """A lab compiles nothing and draws no charts, since that takes its time."""
    for module in (variant_run, variant_growing):
        monkeypatch.setattr(module, "compiling", NeverReady())
    monkeypatch.setattr(variant_results, "chart", lambda *_some, **_more: Chart(b"", "chart"))


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Whatever is saved is saved here."""
    inner = tmp_path / "own"
    inner.mkdir()
    monkeypatch.chdir(inner)
    return inner


@pytest.mark.parametrize("kind", WIDGETS)
def test_a_widget_bears_whatever_messages_come(kind, own_folder):
    there = WIDGETS[kind]()
    inside = parts(there)
    spoken = [one for one in inside if one._msg_callbacks.callbacks]

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
    @given(st.lists(st.tuples(st.integers(0, 99), MESSAGES), min_size=1, max_size=6))
    def tried(rows):
        for at, message in rows:
            if spoken:
                heard(spoken[at % len(spoken)], message)
        well(there)

    tried()
    assert [path.name for path in own_folder.parent.iterdir() if path != own_folder] == []


@pytest.mark.parametrize("kind", WIDGETS)
def test_a_widget_bears_whatever_state_a_page_sets(kind):
    there, written = WIDGETS[kind](), set()

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
    @given(st.lists(st.tuples(st.integers(0, 999), st.integers(0, 999), JSON), min_size=1, max_size=6))
    def tried(rows):
        for at, key, value in rows:
            inside = [one for one in parts(there) if type(one).__name__ not in ("Layout", "DescriptionStyle")]
            one = inside[at % len(inside)]
            names = [
                name
                for name in (
                    "value",
                    "index",
                    "lang",
                    "settings",
                    "frame",
                    "names",
                    "narrow",
                    "guess",
                    "known",
                    "words",
                    "texts",
                    "answered",
                    "playing",
                    "expanded",
                    "step",
                )
                if name in one.keys
            ]
            if names:
                written.add((one.model_id, names[key % len(names)]))
                set_by_page(one, {names[key % len(names)]: value})
        for one in parts(there):
            # What a page itself has written stands there as it was written, half characters included.
            state = {name: held for name, held in one.get_state().items() if (one.model_id, name) not in written}
            plain(state).encode("utf-8")
        there.words()

    tried()
