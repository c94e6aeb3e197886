"""The public history: what everybody sees of a turn, and what stays hidden."""

import pytest

import rummy_lab as rl
from rummy_lab.core.deal import forfeited
from rummy_lab.core.history import asserted, happened


def events(text: str, turn: str) -> list[str]:
    before = rl.position(text)
    moves = rl.Turn.parse(turn)
    return [
        f"{event.code} {getattr(event, 'points', getattr(event, 'count', getattr(event, 'moves', '')))}".strip()
        for event in happened(before, rl.play(before, moves), moves)
    ]


@pytest.mark.parametrize(
    ("position", "turn", "seen"),
    [
        ("schmidt; hand A 4r 5r; hand B 1y; stock 7r 8r; turn A", "draw", ["PLAYED draw"]),
        (
            "rummy40; hand A 2c; hand B 3c; pile 9d; stock 7h 8h; turn A",
            "draw 7h; discard 2c",
            ["PLAYED draw; discard 2c"],
        ),
        (
            "rummy40; hand A+ 2c Kd; hand B 3c; pile 9d; stock 7h; turn A",
            "take; discard 2c",
            ["PLAYED take 9d; discard 2c"],
        ),
        (
            "rummy40; hand A Ks Kh Kd As Ah Ad 2c; hand B 3c; pile 9d; stock 7h 8h; turn A drew",
            "meld Ks Kh Kd; meld As Ah Ad; discard 2c",
            ["PLAYED meld Ks Kh Kd; meld As Ah Ad; discard 2c", "OPENED 63", "WENT_OUT"],
        ),
        (
            "rummy40; table [4h *5h 6h]; hand A+ 5h Kd 2c; hand B 3c; pile 9d; stock 7h 8h; turn A drew",
            "swap 5h>1; layoff *7h>1; discard Kd",
            ["PLAYED swap 5h>1; layoff *7h>1; discard Kd", "FREED 1"],
        ),
        (
            "schmidt; table [4r *5r 6r]; hand A+ 5r 13y 12y 1b; hand B 3r; turn A",
            "arrange [4r 5r 6r] [*11y 12y 13y]; end",
            ["PLAYED arrange [4r 5r 6r] [*11y 12y 13y]; end", "FREED 1"],
        ),
        (
            "schmidt{table.access=same_turn}; table [5r 6r 7r]; hand A 13r 13y 13g 8r 1y; hand B 1b; turn A",
            "meld 13r 13y 13g; layoff 8r>1; end",
            ["PLAYED meld 13r 13y 13g; layoff 8r>1; end", "OPENED 39"],
        ),
        (
            "rummy40; hand A 2c; hand B 3c; pile 9d 8d; stock 7h; turn A",
            "draw; discard 2c",
            ["PLAYED draw; discard 2c", "RESHUFFLED"],
        ),
        ("rummy40; hand A 2c; hand B 3c; pile 9d; stock; turn A", "pass", ["PLAYED pass", "BLOCKED"]),
        (
            "schmidt{ending.max_turns=50}; hand A 2r; hand B 3r; stock 1y 2y; turns 49; turn B",
            "draw",
            ["PLAYED draw", "UNFINISHED"],
        ),
    ],
)
def test_what_is_seen(position, turn, seen):
    assert events(position, turn) == seen


def test_a_forfeit_is_seen_with_what_was_done_before():
    before = rl.position("rummy40; hand A 2c; hand B 3c; pile 9d; stock 7h 8h; turn A")
    drawn = rl.Turn.parse("draw")
    seen = happened(before, forfeited(rl.play(before, drawn)), drawn)
    assert [event.code for event in seen] == ["PLAYED", "FORFEITED"]
    assert [event.code for event in happened(before, forfeited(before), rl.Turn())] == ["FORFEITED"]


def test_drawn_cards_are_named_for_a_record_where_they_are_known():
    before = rl.position("schmidt{turn.draws=2}; hand A 2r; hand B 3r; stock 7r 8r 9r; turn A")
    assert str(asserted(before, rl.Turn.parse("draw; draw"))) == "draw 7r; draw 8r"
    hidden = rl.view(before, "A").state
    assert str(asserted(hidden, rl.Turn.parse("draw; draw"))) == "draw; draw"
