"""How fast the readable path is. Nothing is timed by the test itself: the numbers are for the reader, and the only bars
are ratios to a named reference in the same run."""

import time

import pytest

import rummy_lab as rl
from rummy_lab.batch import play_out
from rummy_lab.core.moves import Move

pytestmark = pytest.mark.slow
MELDS = ["meld 10c 10d 10s", "meld 8h 9h 10h", "meld 10c 10d Kc", "meld 8h 9h *10h"]


@pytest.fixture(scope="module")
def here():
    return rl.position(
        "rummy40; table [5h 6h 7h]; hand A+ 8h 9h 10h 10c 10d 10s Kc *; pile 2d; stock ??x9; turn A drew"
    )


@pytest.fixture(scope="module")
def record():
    return play_out("schmidt", ["greedy", "greedy"], seed=1)


def replay(record):
    """Check and apply every move of a deal; how many there were."""
    state, moves = record.start, 0
    for turn in record.turns:
        for move in turn:
            assert not rl.check(state, move)
            state = rl.play(state, move)
            moves += 1
    return moves


def test_check_of_a_meld(benchmark, here):
    """At least 10,000 a second on one core is what the lab is built for."""
    moves = [Move.parse(text) for text in MELDS]
    benchmark.extra_info["calls a round"] = len(moves)
    benchmark(lambda: [rl.check(here, move) for move in moves])


def test_check_of_a_meld_as_text(benchmark, here):
    benchmark.extra_info["calls a round"] = len(MELDS)
    benchmark(lambda: [rl.check(here, text) for text in MELDS])


def test_checked_and_applied_moves(benchmark, record):
    """At least 5,000 a second on one core."""
    benchmark.extra_info["moves a round"] = replay(record)
    benchmark(replay, record)


@pytest.mark.parametrize("rules", ["schmidt", "rummy40"])
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_a_deal(benchmark, rules, bot):
    deals = iter(range(10_000))
    benchmark.pedantic(lambda: play_out(rules, [bot, bot], seed=1, deal=next(deals)), rounds=5)


def seconds(action, times: int) -> float:
    """The least of three measurements."""
    spent = []
    for _ in range(3):
        start = time.perf_counter()
        for _ in range(times):
            action()
        spent.append((time.perf_counter() - start) / times)
    return min(spent)


def test_checking_a_meld_costs_no_more_than_reading_its_position(here):
    text, move = str(here), Move.parse(MELDS[0])
    reference = seconds(lambda: rl.position(text), 300)
    assert seconds(lambda: rl.check(here, move), 3000) < reference


def test_replaying_costs_little_beside_playing(record):
    reference = seconds(lambda: play_out("schmidt", ["greedy", "greedy"], seed=1), 1)
    assert seconds(lambda: replay(record), 5) < reference
