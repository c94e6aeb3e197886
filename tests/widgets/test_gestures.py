"""What gestures mean: moves of the referee, legal or not, and what is asked where a gesture can mean two things."""

import pytest

from rummy_lab.core.referee import position
from rummy_lab.widgets.gestures import meanings
from rummy_lab.widgets.tracker import Tracker, hand_of

SCHMIDT = (
    "schmidt{pack.jokers=6}; table [6r 7r 8r] [2g 3g 4g 5g] [8y 8b *8?] [9b *10b 11b]; "
    "hand A+ 5r 9r 8g 10b * 2y 1b; turn A"
)
RUMMY = (
    "rummy40{pack.jokers=6}; table [6h 7h 8h] [10h 10s *10?] [9c *10c Jc] [4d 4h *4? *4?]; "
    "hand A+ 5h 9h 10c 10d * 2d 2c; pile 3c Qd; stock 7c; turn A drew"
)


def told(text, cards, on, at=None):
    """The moves of each way to read it; cards as `5r`, or `2g<2` for a card of meld 2."""
    state = position(text)
    ids = Tracker.of(state)
    picked = []
    for card in cards.split():
        name, _, heap = card.partition("<")
        row = ids.places[{"": hand_of(state.seat), "pile": "pile", "loose": "loose"}.get(heap, f"m{heap}")]
        picked.append(next(one for one in row if str(ids.cards[one]) == name and one not in picked))
    if "<" in on:
        name, _, heap = on.partition("<")
        on = next(one for one in ids.places[f"m{heap}"] if str(ids.cards[one]) == name)
    return [str(way.moves) for way in meanings(state, ids, picked, on, at)]


@pytest.mark.parametrize(
    ("cards", "on", "moves"),
    [
        ("5r", "new", ["meld 5r"]),
        ("5r 9r 8g", "new", ["meld 5r 9r 8g"]),
        ("5r", "m1", ["layoff 5r>1"]),
        ("9r 5r", "7r<1", ["layoff 9r 5r>1"]),
        ("8g", "m3", ["layoff 8g>3", "swap 8g>3"]),
        ("8g", "8y<3", ["layoff 8g>3", "swap 8g>3"]),
        ("8g", "*8?<3", ["swap 8g>3"]),
        ("10b", "m4", ["swap 10b>4"]),
        ("10b", "9b<4", ["swap 10b>4"]),
        ("2y", "*10b<4", ["swap 2y>4"]),
        ("2y", "m4", ["layoff 2y>4"]),
        ("2g<2", "loose", ["pull 2g<2"]),
        ("2g<2", "hand-A", ["pull 2g<2"]),
        ("2g<2 3g<2", "hand-A", ["pull 2g 3g<2"]),
        ("2g<2", "new", ["pull 2g<2; meld 2g"]),
        ("2g<2 2y", "new", ["pull 2g<2; meld 2g 2y"]),
        ("6r<1 8y<3", "new", ["pull 6r<1; pull 8y<3; meld 6r 8y"]),
        ("8r<1", "m3", ["pull 8r<1; layoff 8r>3"]),
        ("8r<1", "*8?<3", ["pull 8r<1; layoff 8r>3"]),  # only a card of the hand frees a joker here
        ("8r<1 8g", "m3", ["pull 8r<1; layoff 8r 8g>3"]),
        ("4g<2 5g<2", "new", ["split 2/3g"]),
        ("3g<2 4g<2 5g<2", "new", ["split 2/2g"]),
        ("3g<2 4g<2", "new", ["pull 3g 4g<2; meld 3g 4g"]),
        ("5g<2", "new", ["pull 5g<2; meld 5g"]),
        ("8b<3 *8?<3", "new", ["pull 8b *8?<3; meld 8b *8?"]),
        ("2g<2 3g<2 4g<2 5g<2", "m1", ["join 1 2"]),
        ("2g<2 3g<2 4g<2 5g<2", "new", []),
        ("5r", "pile", ["discard 5r"]),
        ("5r 9r", "pile", ["discard 5r; discard 9r"]),
        ("2g<2", "pile", ["pull 2g<2; discard 2g"]),
        ("2g<2", "m2", []),
        ("5r 2g<2", "m2", ["layoff 5r>2"]),
        ("5r", "loose", []),
        ("5r", "stock", []),
        ("5r", "hand-B", []),
    ],
)
def test_what_is_put_down_where_the_table_is_rearranged(cards, on, moves):
    way = told(SCHMIDT, cards, on)
    assert way == moves


@pytest.mark.parametrize(
    ("cards", "on", "moves"),
    [
        ("5h", "m1", ["layoff 5h>1"]),
        ("10c", "m3", ["swap 10c>3"]),
        ("10c", "m2", ["layoff 10c>2"]),  # one card alone frees no joker here
        ("10c", "*10?<2", ["layoff 10c>2"]),
        ("10c 10d", "m2", ["swap 10c 10d>2"]),
        ("10c 10d", "*10?<2", ["swap 10c 10d>2"]),
        ("2d", "*10?<2", ["swap 2d>2"]),
        ("6h<1", "loose", ["pull 6h<1"]),
        ("7h<1 8h<1", "new", ["split 1/6h"]),
        ("9h", "pile", ["discard 9h"]),
        ("Qd<pile", "hand-A", ["take"]),
        ("3c<pile", "hand-A", ["take 3c"]),
        ("Qd<pile 2d 2c", "new", ["take; meld Qd 2d 2c"]),
        ("Qd<pile", "pile", []),
    ],
)
def test_what_is_put_down_where_melds_only_grow(cards, on, moves):
    assert told(RUMMY, cards, on) == moves


def test_a_card_of_the_stock_is_drawn_wherever_it_is_put():
    state = position(
        SCHMIDT + "".join(()) if "stock" in SCHMIDT else SCHMIDT.replace("; turn A", "; stock 7y 7b; turn A")
    )
    ids = Tracker.of(state)
    for on in ("hand-A", "new", "m1", "pile"):
        ways = meanings(state, ids, [ids.places["stock"][0]], on)
        assert [str(way.moves) for way in ways] == ["draw"]


# Jokers


def test_each_reading_of_a_new_meld_is_a_way_dearest_first():
    assert told("schmidt; hand A * 9r 10r; turn A", "* 9r 10r", "new") == ["meld 9r 10r *11r", "meld *8r 9r 10r"]


def test_one_reading_needs_no_choice():
    assert told("schmidt; hand A * 9r 11r; turn A", "* 9r 11r", "new") == ["meld 9r *10r 11r"]


def test_a_beginning_leaves_the_joker_open():
    assert told("schmidt; hand A * 9r 11r; turn A", "* 9r", "new") == ["meld * 9r"]


def test_a_joker_laid_off_says_which_end():
    assert told(SCHMIDT, "*", "m1") == ["layoff *9r>1", "layoff *5r>1"]


@pytest.mark.parametrize(("at", "move"), [(0, "layoff *5r>1"), (3, "layoff *9r>1")])
def test_a_joker_dropped_at_an_end_is_the_card_of_that_end(at, move):
    assert told(SCHMIDT, "*", "m1", at) == [move]


def test_a_joker_that_lies_open_says_what_it_is_when_its_heap_becomes_a_meld():
    text = "schmidt; hand A+ * 9r 10r 1b; turn A: meld * 9r"
    assert told(text, "10r", "m1") == ["pull *<1; layoff 10r *11r>1", "pull *<1; layoff *8r 10r>1"]


def test_a_joker_alone_on_its_heap_becomes_a_meld_with_what_comes():
    text = "schmidt; hand A+ * 9r 10r 11r 1b; turn A: meld *"
    assert told(text, "9r 11r", "m1") == ["pull *<1; meld 9r *10r 11r"]


def test_a_lifted_joker_keeps_its_card_where_it_can():
    text = "schmidt; table [5r *6r 7r 8r]; hand A+ 6y 6g 9r 10y; turn A: pull *6r<1"
    assert told(text, "*6r<loose", "m1") == ["layoff *6r>1"]
    assert told(text, "*6r<loose 6y 6g", "new") == ["meld *6r 6y 6g"]
    assert told(text, "*6r<loose 9r", "m1") == ["layoff *6r 9r>1"]


def test_jokers_on_a_set_are_laid_off_not_exchanged():
    assert told(SCHMIDT, "*", "m3") == ["layoff *8?>3"]
