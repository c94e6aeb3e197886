"""All legal turns, openings and discards, compared with every way to put moves of `steps` together."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

import rummy_lab as rl
from rummy_lab.core.moves import Turn
from rummy_lab.search import covering
from rummy_lab.search.arranging import best_arrangement
from search.drawn import met_in_play
from search.small import drawn_opening, drawn_position, ended_turns, nothing, rearranged_ends

POSITIONS = [
    "schmidt; table [5r *6r 7r] [9y 9g 9b]; hand A+ 6r 8r 1g; hand B 2b; stock ??x9; turn A",
    "schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b; hand B 2b; stock ??x9; turn A",
    "schmidt; table [6r 7r 8r]; hand A 10r 11r 12r 9r; hand B 2b; stock ??x9; turn A",
    "rummikub; table [5r *6r 7r] [9y 9g 9b]; hand A+ 8r 9r; hand B 2b; stock ??x9; turn A",
    "rummy40; table [10h 10s *10?]; hand A+ 10d 10c 5h 6h 9c; hand B 2c; pile 4c; stock ??x40; turn A drew",
    "rummy40; table [5h *6h 7h]; hand A 6h Qc Kc Ac 9s 9d 9h 2c; hand B 2c; pile 8h; stock ??x40; turn A drew",
    "rummy40; table [8c 8d 8h]; hand A+ 8s * 3c; hand B 2c; pile 8h; stock ??x40; turn A took 8s",
    "kalooki_uk; table [5h *6h 7h]; hand A+ 6h 9s 9d 2c; hand B 2c; pile 8h; stock ??x40; turn A drew",
]

# Where heaps may be pulled apart in any order, only small tables can be gone through to the end.
SMALL = [
    "schmidt; table [5r *6r 7r]; hand A+ 6r 8r; hand B 2b; stock ??x9; turn A",
    "schmidt; table [8r 8y *8?]; hand A+ 8g; hand B 2b; stock ??x9; turn A",
    "rummikub; table [5r *6r 7r]; hand A+ 8r; hand B 2b; stock ??x9; turn A",
    *(text for text in POSITIONS if "pile" in text),
    # A taken joker that has to be melded is freed again and added to another meld.
    "kalooki_uk{opening.points=18}; table [9s 10s Js]; hand A * 5h 6h 7h 7s; hand B 2c; stock ??x40; turn A took *",
]


def result(here, move, write=str):
    """What makes a turn different from others."""
    if move.verb in ("draw", "take", "pass"):
        return (str(move),)
    return (*sorted(write(meld) for meld in here.table), str(move))


def cards_of(meld):
    """Its cards, whatever their order: where a whole suit begins hangs on the order in which it was laid."""
    return " ".join(sorted(map(str, meld.slots)))


def laid(state, turn):
    """The state before the last move of the turn."""
    return rl.play(state, Turn(turn[:-1])) if len(turn) > 1 else state


def agree(state, most=30_000):
    """Whether the turns could be compared with those that rows of moves make; raises where they are not the same."""
    ended = ended_turns(state, most)
    if ended is None:
        return False
    turns = list(rl.turns(state, exists=nothing))
    assert all(not rl.check(state, turn, exists=nothing) for turn in turns)
    ends = [(laid(state, turn), turn[-1]) for turn in turns]
    assert len(ends) == len({result(*end) for end in ends})
    every = {result(here, move, cards_of) for here, move, _ in ended}
    assert {result(*end, cards_of) for end in ends} == every, f"turns({str(state)!r})"
    return True


@pytest.mark.parametrize("text", SMALL)
def test_the_turns_are_those_that_moves_make_each_once(text):
    assert agree(rl.position(text))


@pytest.mark.parametrize("number", range(20))
def test_turns_of_small_positions(number):
    rng = Random(f"turns {number}")
    agree(drawn_opening(rng) if number % 2 else drawn_position(rng, "build"), 600)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_turns_of_many_small_positions(part):
    for number in range(100 * (part + 1), 100 * (part + 2)):
        rng = Random(f"turns {number}")
        agree(drawn_opening(rng) if number % 3 else drawn_position(rng, "build"), 1_500)


def rearranged_agree(state):
    """Whether the turns could be compared with all that end on another table; raises where they are not the same."""
    ends = rearranged_ends(state)
    if ends is None:
        return False
    turns = [(turn, rl.play(state, turn, exists=nothing)) for turn in rl.turns(state, exists=nothing)]
    found, every = (
        [(*sorted(map(cards_of, after.table)), str(turn[-1])) for turn, after in some if changed(state, after)]
        for some in (turns, ends)
    )
    assert set(found) == set(every), f"turns({str(state)!r})"
    return bool(every)


def changed(before, after):
    return Counter(before.table) != Counter(after.table)


@pytest.mark.parametrize("number", range(30))
def test_turns_that_rearrange_small_tables(number):
    rearranged_agree(drawn_position(Random(f"rearranged turns {number}"), "rearrange"))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_turns_that_rearrange_many_small_tables(part):
    seeds = range(100 * (part + 1), 100 * (part + 2))
    compared = [rearranged_agree(drawn_position(Random(f"rearranged turns {seed}"), "rearrange")) for seed in seeds]
    assert sum(compared) > 20


@pytest.mark.parametrize("text", POSITIONS)
def test_no_turn_lays_more_than_the_best(text):
    state = rl.position(text)
    best = rl.best_turn(state)
    most = max(
        len(state.hands["A"]) - len(rl.play(state, turn).hands["A"]) - (turn[-1].verb == "discard")
        for turn in rl.turns(state)
        if turn[-1].verb not in ("draw", "take", "pass")
    )
    assert most == best.cards_laid


def test_a_limit_is_kept_and_turns_come_lazily():
    state = rl.position(POSITIONS[1])
    assert [str(turn) for turn in rl.turns(state, 1)] == ["draw"]
    assert len(list(rl.turns(state, 3))) == 3
    assert str(next(rl.turns(state))) == "draw"


def test_the_next_turn_is_a_few_questions_away_on_a_crowded_table(monkeypatch):
    asked = 0

    def counted(*bags, **more):
        nonlocal asked
        asked += 1
        return best_arrangement(*bags, **more)

    monkeypatch.setattr(covering, "best_arrangement", counted)
    crowded = [state for state in islice(met_in_play(rl.rule_set("schmidt"), 2, 2), 60) if len(state.table) > 12]
    assert crowded
    for state in crowded:
        asked = 0
        hand = state.hands[state.seat]
        for turn in islice(rl.turns(state), 20):
            assert turn[-1].verb in ("draw", "end")
            # A cover has as many melds as the table and few more, each found among those of its first card.
            assert asked <= 25 * (len(state.table) + len(hand)), f"turns({str(state)!r})"
            asked = 0


@pytest.mark.parametrize(
    ("text", "opens"),
    [
        ("schmidt; hand A 9r 9y 9g; turn A", False),
        ("schmidt; hand A 10r 10y 10g; turn A", True),
        ("schmidt; hand A 9r 10r *; turn A", True),
        ("schmidt; hand A+ 10r 10y 10g; turn A", False),
        ("rummy40; hand A 10h Jh Qh Kh 2c; pile 4c; turn A drew", True),
        ("rummy40; hand A 10h Jh Qh Kh; pile 4c; turn A drew", False),
        ("rummy40; hand A 10h Jh * 9c 9d 9s 2c; pile 4c; turn A drew", True),
        ("rummy40; hand A 10h Jh Qh 2c; pile 4c Kh; turn A", True),
        ("rummy40; hand A 10h Jh Qh 2c; pile Kh 4c; turn A", False),
    ],
)
def test_can_open(text, opens):
    state = rl.position(text)
    assert rl.can_open(state) is opens
    assert rl.can_open(rl.view(state, "A")) is opens
    best = rl.best_opening(state)
    assert (best is not None) is opens
    if best is not None:
        assert rl.play(state, best.turn).opened["A"]


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("rummy40; hand A 4h 5h 6h Kc 2d; pile 3s; turn A drew", "Kc"),
        ("rummy40; hand A Qh Kh Ah 2d; pile 3s; turn A drew", "2d"),
        ("rummy40; hand A 4h 5h 6h Kc 2d; pile 3s; turn A took Kc", "2d"),
        ("rummy40; hand A 4h 5h 6h; pile 3s; turn A drew", "6h"),
        ("rummy40; hand A 4h 5h 6h; pile 3s; turn A", None),
        ("schmidt; hand A 4r; turn A", None),
    ],
)
def test_best_discard(text, card):
    found = rl.best_discard(rl.position(text))
    assert (None if found is None else str(found)) == card


def test_where_playing_is_compulsory_the_search_itself_tells_whether_one_can():
    here = rl.position("schmidt{turn.must_play=yes}; table [6r 7r 8r]; hand A+ 5r 13b; stock ??x9; turn A")
    assert list(map(str, rl.turns(here))) == ["arrange [5r 6r 7r 8r]; end"]
