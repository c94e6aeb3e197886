"""What is said of an open turn on the table itself."""

import pytest

from rummy_lab.core.referee import position
from rummy_lab.widgets.marks import label, marks, opening_sum, slots

CASES = {
    "schmidt; table [6r 7r 8r]; hand A+ 5r 1b; turn A": {},
    "schmidt; table [6r 7r 8r]; hand A+ 5r 1b; turn A: layoff 5r>1": {"m1": "valid"},
    "schmidt; table [6r 7r 8r]; hand A+ 5r 1b; turn A: meld 5r": {"m2": "2 more cards"},
    "schmidt; table [6r 7r 8r]; hand A+ 9r 1b; turn A: pull 7r<1": {
        "m1": "gap: 7 is missing",
        "loose": "lay these again",
    },
    "schmidt; table [3r 4r 5r *6r]; hand A+ 6y 6g; turn A: pull *6r<1; meld 6y 6g *6?": {
        "m1": "needs its joker's card",
        "m2": "valid",
    },
    "schmidt; table [6r 7r 8r]; hand A 9r 9y 9g 9b; turn A: meld 9y 9g 9b": {"m2": "valid"},
    "schmidt; hand A+ * 9r 11r 1b; turn A: meld * 9r 11r": {"m1": "valid"},
    "schmidt; hand A+ * 9r 10r 1b; turn A: meld * 9r 10r": {"m1": "which card is the joker?"},
    "rummy40; table [5h *6h 7h]; hand A+ 6h 2c; pile 3c; stock 4c; turn A drew: swap 6h>1": {
        "m1": "valid",
        "loose": "lay these again",
    },
}


@pytest.mark.parametrize("text", CASES)
def test_each_changed_meld_has_its_mark(text):
    assert {place: mark.text for place, mark in marks(position(text)).items()} == CASES[text]


@pytest.mark.parametrize("lang", ["en", "de", "nl"])
@pytest.mark.parametrize("text", CASES)
def test_marks_have_at_most_five_words_in_each_language(text, lang):
    found = marks(position(text), lang)
    assert set(found) == set(CASES[text])
    for mark in found.values():
        assert 0 < len(mark.text.split()) <= 5
        assert mark.sign == ("good" if mark.text in ("valid", "gültig", "geldig") else "unfinished")


def test_a_heap_that_is_no_meld_has_neither_kind_nor_points():
    state = position("schmidt; table [6r 7r 8r]; hand A+ 9y 9g; turn A: meld 9y 9g")
    assert [label(state.rules, meld) for meld in state.heaps.values()] == [("run", "21"), ("", "")]


def test_the_opening_counts_the_legal_melds_of_this_turn():
    text = "schmidt; table [6r 7r 8r]; hand A 9r 9y 9g 1b 1g 1y; turn A"
    assert opening_sum(position(text)) == (0, 30)
    assert opening_sum(position(f"{text}: meld 9r 9y 9g; meld 1b 1g")) == (27, 30)
    assert opening_sum(position(f"{text}: meld 9r 9y 9g; meld 1b 1g 1y")) == (30, 30)
    assert opening_sum(position(text.replace("A ", "A+ "))) is None


def test_a_slot_has_room_for_one_more_and_never_shrinks_in_a_turn():
    state = position("schmidt; table [6r 7r 8r] [1r 1y 1g 1b]; hand A+ 5r 4r 3r; turn A")
    kept = slots(state, {})
    assert kept == {1: 4, 2: 4}
    grown = position(f"{state}: layoff 5r>1")
    assert slots(grown, kept) == kept
    more = position(f"{state}: layoff 5r>1; layoff 4r>1")
    assert slots(more, kept) == {1: 6, 2: 4}
    assert slots(state, slots(more, kept)) == {1: 6, 2: 4}
