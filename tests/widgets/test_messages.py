"""Messages that are none: whatever arrives, nothing is raised and nothing changes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_lab.core.referee import position
from rummy_lab.widgets.desk import Desk
from rummy_lab.widgets.messages import MOST_KEPT
from widgets.tables import desk_of, ids_of, send, tap

TEXT = "schmidt; table [6r 7r 8r] [8y 8b *8?]; hand A+ 5r 9r 8g; hand B+ 1y 2y; stock 1b 1r 1g; turn A"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
TYPES = ["tap", "drop", "clear", "act", "choose", "answer", "line", "narrow", "settings"]
FIELDS = [
    "type",
    "gen",
    "id",
    "ids",
    "on",
    "at",
    "name",
    "option",
    "yes",
    "text",
    "narrow",
    "presenter",
    "lang",
    "sort",
]


def memory(desk):
    """All that a message may change."""
    kept = {name: value for name, value in vars(desk).items() if name not in ("refused_messages", "_frame", "_faces")}
    kept["_heights"] = None
    return kept


@pytest.fixture(scope="module")
def desk():
    return desk_of(TEXT)


@given(message=JSON)
def test_whatever_arrives_is_refused(desk, message):
    before = memory(desk)
    assert desk.handle(message) is False
    assert memory(desk) == before


@settings(max_examples=300)
@given(kind=st.sampled_from(TYPES), more=st.dictionaries(st.sampled_from(FIELDS[2:]), JSON | st.sampled_from(["c4"])))
def test_fields_of_any_kind_never_raise(kind, more):
    desk = desk_of(TEXT)
    before, frame = memory(desk), desk.frame()
    done = desk.handle({"type": kind, "gen": desk.gen, **more})
    assert desk.last_error is None
    if not done:
        assert memory(desk) == before
        assert desk.frame() == frame
        assert len(desk.refused_messages) == 1
    else:
        assert desk.frame()["gen"] == frame["gen"] + 1
    assert desk.state == position(TEXT) or kind in ("tap", "drop", "act", "line")


REFUSED = [
    {"type": "tap"},
    {"type": "tap", "id": 4},
    {"type": "tap", "id": "c99"},
    {"type": "tap", "id": "m9"},
    {"type": "tap", "id": ["c4"]},
    {"type": "tap", "id": "c" * 2000},
    {"type": "drop", "ids": ["c99"], "on": "m1", "at": None},
    {"type": "drop", "ids": ["c7"], "on": "c99", "at": None},
    {"type": "drop", "ids": ["c7"], "on": "hand-Z", "at": None},
    {"type": "drop", "ids": [], "on": "m1", "at": None},
    {"type": "drop", "ids": ["c7", "c7"], "on": "m1", "at": None},
    {"type": "drop", "ids": ["c7"] * 300, "on": "m1", "at": None},
    {"type": "drop", "ids": "c7", "on": "m1", "at": None},
    {"type": "drop", "ids": ["c7"], "on": "m1", "at": -1},
    {"type": "drop", "ids": ["c7"], "on": "m1", "at": True},
    {"type": "drop", "ids": ["c7"], "on": "m1", "at": 1.5},
    {"type": "drop", "ids": ["m1"], "on": "new", "at": None},
    {"type": "act", "name": "win"},
    {"type": "act", "name": "__init__"},
    {"type": "act"},
    {"type": "choose", "option": 0},
    {"type": "choose", "option": None},
    {"type": "choose"},
    {"type": "answer", "yes": True},
    {"type": "answer", "yes": 1},
    {"type": "line", "text": "layoff 5r>1; " * 100},
    {"type": "line", "text": None},
    {"type": "narrow"},
    {"type": "narrow", "narrow": "yes"},
    {"type": "settings", "lang": "fr"},
    {"type": "settings", "lang": ["en"]},
    {"type": "settings", "autosort": 1},
    {"type": "settings", "size": "huge"},
    {"type": "deal"},
    {"type": ["tap"], "id": "c7"},
    {},
    None,
    "tap",
    [],
]


@pytest.mark.parametrize("message", REFUSED, ids=str)
def test_a_malformed_message_is_refused_and_kept(message):
    desk = desk_of(TEXT)
    before, frame = memory(desk), desk.frame()
    if isinstance(message, dict):
        message = {**message, "gen": desk.gen}
    assert desk.handle(message) is False
    assert memory(desk) == before
    assert desk.frame() == frame
    ((kept, why),) = desk.refused_messages
    assert kept
    assert why


@pytest.mark.parametrize("gen", [-1, 1, 2, None, "0", 0.0, True, False, [0]])
def test_a_message_for_another_frame_is_refused(gen):
    desk = desk_of(TEXT)
    assert desk.handle({"type": "tap", "id": ids_of(desk, "5r")[0], "gen": gen}) is False
    assert desk.picked == ()


def test_the_cards_of_a_stock_below_its_top_cannot_be_named():
    desk = desk_of(TEXT)
    for one in desk.ids.places["stock"][1:]:
        assert not send(desk, "tap", id=one)
        assert not send(desk, "drop", ids=[one], on="hand", at=None)


def test_cards_of_another_hand_cannot_be_taken():
    desk = desk_of(TEXT)
    before = desk.state
    for one in desk.ids.places["hand-B"]:
        tap(desk, one)
        assert desk.picked == ()
        assert send(desk, "drop", ids=[one], on="new", at=None)
    assert desk.state == before


def test_refused_messages_are_bounded_in_number_and_length():
    desk = desk_of(TEXT)
    for at in range(3 * MOST_KEPT):
        desk.handle({"type": "tap", "id": "x" * 10_000, "at": at, "gen": 0})
    assert len(desk.refused_messages) == MOST_KEPT
    assert all(len(kept) <= 1000 for kept, _ in desk.refused_messages)


class Broken(dict):
    """A message that fails when it is looked at."""

    def get(self, name, default=None):
        raise RuntimeError(name)

    def __repr__(self):
        raise RuntimeError


def test_a_fault_of_ours_changes_nothing_and_is_kept(monkeypatch):
    desk = desk_of(TEXT)
    before = memory(desk)
    assert desk.handle(Broken()) is False
    assert isinstance(desk.last_error, RuntimeError)
    desk.last_error = None
    assert memory(desk) == before

    def fail(self, *_):
        self.picked = ("c1",)
        raise KeyError("x")

    monkeypatch.setattr(Desk, "_tap", fail)
    assert desk.handle({"type": "tap", "id": "m1", "gen": desk.gen}) is False
    assert isinstance(desk.last_error, KeyError)
    assert desk.picked == ()
    monkeypatch.undo()
    tap(desk, *ids_of(desk, "5r"))
    assert desk.last_error is None


def test_a_callback_that_fails_leaves_the_turn_played():
    def fail(*_):
        raise ValueError("no")

    desk = desk_of(TEXT, on_turn=fail)
    assert send(desk, "act", name="draw")
    assert isinstance(desk.last_error, ValueError)
    assert desk.state.seat == "B"
