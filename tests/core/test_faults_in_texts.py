"""Every fault of a text names the place where it stands and how to mend it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_lab as rl
from rummy_lab.core.cards import read_cards
from rummy_lab.core.melds import Table
from strategies import mid_turn_positions, partial_positions, rule_sets, turns

MOVES = "moves are draw, take, meld, layoff, pull, split, join, swap, arrange, discard, end, pass"
PARTS = "parts are round, table, hand, pile, stock, passes, chance, turns, starter, turn, over"


@pytest.mark.parametrize(
    ("text", "mend"),
    [
        ("", "write a rank and a suit letter"), ("4", "write a rank and a suit letter"), ("4x", "as 4r, 10h or \\*4b"),
        ("0r", "ranks go from 1 to 13"), ("14r", "ranks go from 1 to 13"), ("99h", "ranks go from 1 to 13"),
        ("8?", r"only a joker leaves its suit open, as \*8\?"), ("Kr", "carry the numbers 1 to 13"),
        ("*Ay", "carry the numbers 1 to 13"), ("**", "write a rank"), ("r4", "write a rank"), ("4R", "write a rank"),
        (" 4r", "write a rank"), ("4r 5r", "write a rank"), ("??", "write a rank"), ("4r\n", "write a rank"),
    ],
)  # fmt: skip
def test_no_card(text, mend):
    with pytest.raises(rl.NotationError, match=mend) as fault:
        rl.Card.parse(text)
    assert fault.value.text == text
    assert fault.value.at == 0
    assert "at character 1 of" in str(fault.value)


@pytest.mark.parametrize(
    ("text", "word"),
    [("4r 5x 6r", "5x"), ("4r 4r-4r", "4r-4r"), ("8r-4r", "8r-4r"), ("4r-8y", "4r-8y"), ("4r-", "4r-"),
     ("4r *4r-6r", "*4r-6r"), ("2h-14h", "2h-14h")],
)  # fmt: skip
def test_a_fault_among_cards_stands_at_its_word(text, word):
    with pytest.raises(rl.NotationError) as fault:
        read_cards(text)
    assert text[fault.value.at :].startswith(word)
    assert word in str(fault.value)


@pytest.mark.parametrize(
    ("text", "place", "mend"),
    [
        ("4r 5r 6r", "4r", "in brackets"), ("[4r 5r", "[4r", "in brackets"), ("[]", "[]", "name its cards"),
        ("[4r 5x]", "5x", "write a rank"), ("[4r [5r] 6r]", "[4r", "in brackets"), ("[4r ??]", "??", "write a rank"),
    ],
)  # fmt: skip
def test_no_meld(text, place, mend):
    with pytest.raises(rl.NotationError, match=mend) as fault:
        rl.Meld.parse(text)
    assert text[fault.value.at :].startswith(place)


@pytest.mark.parametrize(
    ("text", "place"),
    [("[4r 5r 6r] 7r", "7r"), ("7r [4r 5r 6r]", "7r"), ("[4r 5r 6r] [7x]", "7x"), ("[4r] ] [5r]", "]"),
     ("[4r 5r 6r], [8r 8y 8g]", ",")],
)  # fmt: skip
def test_no_table(text, place):
    with pytest.raises(rl.NotationError) as fault:
        Table.parse(text)
    assert text[fault.value.at :].startswith(place)


@pytest.mark.parametrize(
    ("text", "place", "mend"),
    [
        ("lay 4r", "lay", MOVES), ("4r 5r 6r", "4r", MOVES), ("meld", "meld", "write meld 2g 2y 2b"),
        ("layoff 6g", "layoff", "write layoff 6g>1"), ("layoff 6g>", "layoff", "write layoff 6g>1"),
        ("layoff >1", "layoff", "write layoff"), ("pull 6g>1", "pull", "write pull 2g<1"),
        ("split 1", "split", "write split 1/4b"), ("split 1/", "split", "write split"), ("join 1", "join", "join 1 2"),
        ("swap 6r", "swap", "write swap 6r>1"), ("arrange", "arrange", "write arrange"), ("end now", "end", "end"),
        ("discard", "discard", "write discard Kc"), ("discard 4x", "4x", "write a rank"), ("pass 1", "pass", "pass"),
        ("draw 4x", "4x", "write a rank"), ("draw 4r 5r", "draw", "write draw or draw 7h"), ("meld 4r 5x", "5x", "a"),
        ("split 1/4x", "4x", "write a rank"), ("arrange [4r 5x]", "5x", "write a rank"), ("Draw", "Draw", MOVES),
        ("arrange 4r 5r 6r", "4r", r"write melds as \[4r 5r 6r\]"), ("layoff 4r 5x>1", "5x", "write a rank"),
    ],
)  # fmt: skip
def test_no_move(text, place, mend):
    for before in ("", "end; ", "draw 4r;   "):
        with pytest.raises(rl.NotationError, match=mend) as fault:
            rl.Turn.parse(before + text + "; end")
        assert fault.value.text[fault.value.at :].startswith(place)
        assert fault.value.at >= len(before.rstrip())


def test_a_missing_move():
    with pytest.raises(rl.NotationError, match="a move is missing between two semicolons") as fault:
        rl.Turn.parse("draw; ; end")
    assert fault.value.at == 5


@pytest.mark.parametrize(
    ("text", "place", "mend"),
    [
        ("schmitt; hand A; turn A", "schmitt", "there are schmidt, rummy40"),
        ("schmidt{opening.points=100}; turn A", "schmidt", "from 0 to 99"),
        ("schmidt{opening.point=1}; turn A", "opening.point=1", "write part.field=value"),
        ("schmidt; hands A; turn A", "hands", PARTS),
        ("schmidt; ; turn A", "", PARTS),
        ("schmidt; table [4r 5x]; turn A", "5x", "write a rank"),
        ("schmidt; table 4r 5r; turn A", "4r 5r", r"write melds as \[4r 5r 6r\]"),
        ("schmidt; table [4r 5r 6r]; table [4r 5r 6r]; turn A", "table [4r 5r 6r]; turn", "leave one out"),
        ("schmidt; hand A 4r; table [4r 5r 6r]; turn A", "table", "the order is round, table"),
        ("schmidt; hand A 4r; hand A 5r; turn A", " A 5r", "leave one out"),
        ("schmidt; hand 4r; turn A", " 4r", "names its seat first"),
        ("schmidt; hand I 4r; turn A", " I", "seats are A to H"),
        ("schmidt; hand a 4r; turn A", " a", "seats are A to H"),
        ("schmidt; hand A+0 4r; turn A", "", "counted from 1"),
        ("schmidt; hand A 4r *5r; turn A", "", r"written \*"),
        ("schmidt; hand A 4r ??x; turn A", "??x", "write a rank"),
        ("schmidt; pile 4r; turn A", " 4r", "no discard pile; leave the pile out"),
        ("rummy40; pile 4h ??; turn A", "??", "this part of the table is open"),
        ("schmidt; stock 4r 5x; turn A", "5x", "write a rank"),
        ("schmidt; passes x; turn A", " x", "as passes 3"),
        ("schmidt; passes -1; turn A", " -1", "as passes 3"),
        ("schmidt; round 0; turn A", " 0", "counted from 1"),
        ("schmidt; round; turn A", "", "as round 3"),
        ("schmidt; chance 5; turn A", " 5", "as chance 2024/17"),
        ("schmidt; chance 18446744073709551616/1; turn A", " 18446744073709551616", "as chance 2024/17"),
        ("schmidt; turns many; turn A", " many", "as turns 3"),
        ("schmidt; starter Z; turn A", " Z", "seats are A to H"),
        ("schmidt; turn Z", " Z", "seats are A to H"),
        ("schmidt; turn", "", "the turn is written turn A"),
        ("schmidt; turn A drew 0", "", "counted from 1|turn is written"),
        ("schmidt; turn A drew drew", " A", "the turn is written turn A"),
        ("schmidt; turn A took 4r", "", "no discard pile"),
        ("rummy40; turn A took 4x", "4x", "write a rank"),
        ("rummy40; hand A 5h; turn A took 4h", "", "must stand in the hand of A"),
        ("schmidt; over", "", "a finished deal is over out A"),
        ("schmidt; over won A", " won", "a finished deal is over out A"),
        ("schmidt; over out", "", "names one seat, as over out A"),
        ("schmidt; over out A B", "", "names one seat, as over out A"),
        ("schmidt; over out Z", "", "seats are A to H"),
        ("schmidt; turn A; over out A", "over", "turn|over"),
        ("schmidt; round 2; turns 9; turn A", "", "leave one of them out"),
        ("schmidt; hand A 4h; turn A", "", "its suits are r y g b"),
        ("rummy40; hand A 4r; turn A", "", "its suits are c d h s"),
        ("schmidt; table [Kh *K? Ks]; turn A", "", "suits are r y g b|no card of schmidt"),
        ("schmidt{pack.ranks=8}; hand A 9r; turn A", "", "its ranks end at 8"),
        ("schmidt; hand A 4r 4r 4r; turn A", "", "take cards away"),
        ("schmidt; hand A * *; hand B *; turn A", "", "take cards away"),
        ("schmidt; table [4r *5r 6r]; hand B * *; turn A", "", "take cards away"),
        ("schmidt{pack.jokers=0}; hand A *; turn A", "", "take cards away"),
        ("schmidt; hand A ??x60; hand B ??x60; turn A", "", "do not add up"),
        ("schmidt; table [6r 7r 8r]; hand A+ 5r; turn A: layoff 5r>x", "layoff", "write layoff 6g>1"),
        ("schmidt; table [6r 7r 8r]; hand A+ 5r; turn A: lay 5r", "lay 5r", MOVES),
    ],
)  # fmt: skip
def test_no_position(text, place, mend):
    with pytest.raises(rl.NotationError, match=mend) as fault:
        rl.position(text)
    assert fault.value.text == text
    assert 0 <= fault.value.at <= len(text)
    assert text[fault.value.at :].startswith(place)
    assert f"character {fault.value.at + 1} of {text!r}" in str(fault.value)


def test_illegal_moves_inside_a_position_are_refused_with_their_reasons():
    with pytest.raises(rl.IllegalMove) as refused:
        rl.position("schmidt; table [6r 7r 8r]; hand A+ 5r; turn A: layoff 9r>1")
    assert [violation.code for violation in refused.value.violations] == ["NOT_IN_HAND"]
    assert "schmidt; table [6r 7r 8r]" in str(refused.value)


def test_an_illegal_move_is_told_with_its_text_and_the_position():
    here = rl.position("schmidt; table [6r 7r 8r]; hand A+ 5r 10r; turn A")
    with pytest.raises(rl.IllegalMove) as refused:
        rl.play(here, "layoff 10r>1; end")
    assert refused.value.position == str(here)
    assert refused.value.move == "layoff 10r>1; end"
    assert "GAP" in str(refused.value)


def test_an_ambiguous_joker_names_its_readings_dearest_first():
    here = rl.position("rummy40; hand A * 10h Jh 2c; pile 4c; stock ??; turn A drew")
    with pytest.raises(rl.AmbiguousJoker) as asked:
        rl.play(here, "meld * 10h Jh")
    assert list(map(str, asked.value.readings)) == ["[10h Jh *Qh]", "[*9h 10h Jh]"]
    assert "[10h Jh *Qh] or [*9h 10h Jh]" in str(asked.value)


ALPHABET = "[]{}();:,=+-*?/<>. \n0123456789ABHJKQTrygbcdhsx♥٤½drawtake"


def check_told(refused):
    """A refusal says something, and one of a text says where."""
    assert str(refused)
    if isinstance(refused, rl.NotationError):
        assert refused.reason
        assert 0 <= refused.at <= len(refused.text)


@st.composite
def damaged(draw, valid):
    """A valid text with a few places changed: characters put in, taken out, doubled or swapped."""
    text = draw(valid)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        size = draw(st.integers(0, 4))
        piece = draw(st.text(ALPHABET, max_size=3) | st.just(text[at : at + size] * 2))
        text = text[:at] + piece + text[at + size :]
    return text


@settings(max_examples=250)
@given(damaged((partial_positions() | mid_turn_positions(most=4)).map(str)))
def test_a_damaged_position_is_read_or_refused_in_a_sentence(text):
    try:
        state = rl.position(text)
    except (rl.NotationError, rl.IllegalMove, rl.IncompletePosition) as refused:
        check_told(refused)
    else:
        assert rl.position(str(state)) == state


@settings(max_examples=250)
@given(
    damaged(turns().map(str)),
    st.sampled_from(
        [
            "schmidt; table [4r 5r 6r] [8r 8y *8?]; hand A+ 4g 5g 6g *; hand B ??; stock ??; turn A",
            "rummy40; table [4h 5h *6h]; hand A+ 4c 5c 6c *; pile 2c; stock ??; turn A drew",
        ]
    ),
)
def test_a_damaged_turn_is_judged_or_refused_in_a_sentence(text, here):
    state = rl.position(here)
    try:
        found = rl.check(state, text)
        again = rl.Turn.parse(text)
    except rl.NotationError as refused:
        check_told(refused)
    else:
        assert rl.check(state, again) == found
        assert rl.Turn.parse(str(again)) == again


@settings(max_examples=200)
@given(damaged(rule_sets().map(str)))
def test_a_damaged_rule_set_is_read_or_refused_in_a_sentence(text):
    try:
        rules = rl.rule_set(text)
    except (rl.NotationError, rl.RuleSetError) as refused:
        check_told(refused)
    else:
        assert rl.rule_set(str(rules)) == rules


@settings(max_examples=100)
@given(st.text(max_size=30) | st.text(ALPHABET, max_size=40))
def test_any_text_is_read_or_refused(text):
    for read in (rl.position, rl.rule_set, rl.Card.parse, rl.Meld.parse, Table.parse, rl.Turn.parse, rl.Move.parse):
        try:
            read(text)
        except rl.RummyError as refused:
            check_told(refused)
