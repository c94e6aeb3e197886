"""The worst that can be asked within the limits: work is counted; slowly, in a process of bounded time and memory."""

import subprocess
import sys

import pytest

import rummy_lab as rl
from rummy_lab.batch import play_from
from rummy_lab.batch.schema import fitted
from rummy_lab.bots.greedy import GreedyBot
from rummy_lab.core.errors import Undecided
from rummy_lab.search import existence, exists
from rummy_lab.search.effort import OutOfWork, Work
from rummy_lab.search.packing import Packing

PACK = "{pack.copies=4,pack.jokers=6,deal.seats=2-2,deal.hand=18%s}"


def rows(suits, count):
    """So many runs of three."""
    runs = [f"[{a}{s} {a + 1}{s} {a + 2}{s}]" for _ in range(4) for s in suits for a in (2, 5, 8)]
    return " ".join(runs[:count])


def hand(suits, copies):
    """Every card but the tens and what is above them so many times, and all jokers."""
    return " ".join(f"{rank}{s}" for _ in range(copies) for rank in range(2, 11) for s in suits) + " *" * 6


def suits(letters):
    """Four whole suits and all jokers."""
    names = {1: "A", 11: "J", 12: "Q", 13: "K"} if letters == "cdhs" else {}
    return " ".join(f"{names.get(rank, rank)}{s}" for rank in range(1, 14) for s in letters) + " *" * 6


def recut(wrap):
    """A table of forty runs, one card short, and a turn that cuts every suit elsewhere; going round from anywhere."""
    starts, ends = [], []
    for at, suit in enumerate("rygbrygbrygb"):
        for rows, sizes, first in ((starts, (4, 3, 3, 3), 5 * at), (ends, (3, 3, 4, 3), 7 * at + 2)):
            row = [f"{(first * wrap + step) % 13 + 1}{suit}" for step in range(13)]
            for size in sizes:
                rows.append(row[:size])
                del row[:size]
    card = starts[0].pop()
    table, final = (" ".join(f"[{' '.join(row)}]" for row in rows) for rows in (starts, ends))
    rules = f"schmidt{ROUND if wrap else PACK}"
    return f"{rules}; table {table}; hand A+ {card}; hand B ??x5; stock ??x9; turn A", f"arrange {final}; end"


FRENCH = "5d 6h 7s Jc Qc Ac Jd Qd * * * *"
NUMBERS = "5g 6b 11r 11y 11g 12r 12y 13b * * * *"
DREW = "hand B ??x5; pile Kc; stock ??x9; turn A drew"
BOTH = PACK % ",table.mode=rearrange"
MUST, MELD = (PACK % f",turn.must_play=yes{more}" for more in ("", ",pile.use=meld"))
HIGH = PACK % ",turn.must_play=yes,opening.points=99"
STRICT = PACK % ",turn.must_play=yes,table.remain=strict"
PACK, ROUND = PACK % "", PACK % ",melds.wrap=yes"
LOW = "1r 1y 2r 2y 2g 3r 3g 3b 4y 4g 4b 5r" + " *" * 6
OUT = " ".join(f"[{rank}r {rank}y {rank}g]" for _ in range(3) for rank in range(1, 14)) + "".join(
    f" [{rank}b {rank}y *{rank}?]" for rank in range(8, 14)
)
WORST = {
    "40 melds": f"schmidt{PACK}; table {rows('rygb', 40)}; hand A+ {NUMBERS}; stock ??x9; turn A",
    "40 melds built": f"rummy40{PACK}; table {rows('cdhs', 40)}; hand A+ {FRENCH} * *; {DREW}",
    "40 melds both": f"rummy40{BOTH}; table {rows('cdhs', 40)}; hand A+ {FRENCH}; {DREW}",
    "78 cards": f"schmidt{PACK}; hand A {hand('rygb', 2)}; stock ??x9; turn A",
    "78 cards built": f"rummy40{PACK}; hand A {hand('cdhs', 2)}; pile Kc; stock ??x9; turn A drew",
    "150 cards built": f"rummy40{PACK}; hand A+ {hand('cdhs', 4)}; pile Kc; stock ??x9; turn A drew",
    "58 cards": f"schmidt{MUST}; hand A {suits('rygb')}; stock ??x9; turn A",
    "58 cards built": f"rummy40{MELD}; hand A {suits('cdhs')}; pile 2c; stock ??x9; turn A took Kc",
    "too low": f"schmidt{HIGH}; hand A {LOW}; stock ??x9; turn A",
    "jokers out": f"schmidt{STRICT}; table {OUT}; hand A+ 1b 4b; hand B ??x5; stock ??x9; turn A",
    "round": f"schmidt{ROUND}; table {rows('rygb', 30)}; hand A+ {NUMBERS} * *; stock ??x9; turn A",
}
ASKED = {
    "best turn": "rl.best_turn(here, nodes=50_000)",
    "dearest turn": "rl.best_turn(here, 'points', nodes=50_000)",
    "can open": "rl.can_open(here)",
    "hint": "rl.hint(here, 3)",
    "exists": "exists(here)",
    "check": "rl.check(here, 'end')",
    "picture": "rl.draw_table(here)",
    "table": "rl.TableView(here).words()",
}


def test_a_search_ends_where_its_work_is_spent_and_says_so():
    here = rl.position(WORST["150 cards built"])
    best = rl.best_turn(here, nodes=20)
    assert best.cards_laid >= 100
    assert best.proved is False
    small = rl.position("rummy40; table [4h 5h 6h]; hand A+ 7h 9c 9d 9s Kc; pile Kd; stock ??x9; turn A drew")
    assert rl.best_turn(small, nodes=20_000) == rl.best_turn(small)
    assert rl.best_turn(small, nodes=20_000).proved


def test_work_is_counted_while_pieces_are_made(monkeypatch):
    here = rl.position(WORST["78 cards built"])
    spent = []
    spend = Work.spend
    monkeypatch.setattr(Work, "spend", lambda self, pieces: spent.append(pieces) or spend(self, pieces))
    best = rl.best_turn(here, nodes=100)
    assert best is not None
    assert not best.proved
    assert sum(spent) <= 100 * 10 + 1000
    with pytest.raises(OutOfWork):
        Work(3).spend(4)
    assert Packing.__doc__


def test_a_count_beyond_its_column_stands_as_the_most_there_can_be():
    import numpy as np

    assert fitted(np.array([3, 1673, -200]), "int8").tolist() == [3, 127, -128]
    assert fitted(np.array([1.5]), "float64").tolist() == [1.5]
    assert fitted(np.array([]), "int16").tolist() == []
    assert fitted(np.array([True]), "bool").tolist() == [True]


LIMITED = """
import resource, sys
import rummy_lab as rl
from rummy_lab.search import exists
here = rl.position(sys.argv[1])
rl.TableView("schmidt; turn A").words()
before = resource.getrusage(resource.RUSAGE_SELF)
resource.setrlimit(resource.RLIMIT_CPU, (int(before.ru_utime) + 8, int(before.ru_utime) + 8))
try:
    {asked}
except rl.RummyError:
    pass
after = resource.getrusage(resource.RUSAGE_SELF)
print((after.ru_maxrss - before.ru_maxrss) >> 10, round(after.ru_utime - before.ru_utime, 2))
"""


CASES = [(where, asked) for where in WORST for asked in ASKED]


@pytest.mark.slow
@pytest.mark.parametrize(("where", "asked"), CASES)
def test_time_and_memory_are_bounded(where, asked):
    assert_bounded(WORST[where], ASKED[asked])


@pytest.mark.slow
@pytest.mark.parametrize("wrap", [False, True])
def test_a_plan_for_a_whole_table_is_bounded(wrap):
    where, turn = recut(wrap)
    assert_bounded(where, f"rl.plan(here, {turn!r})")


def assert_bounded(where, asked):
    done = subprocess.run(
        [sys.executable, "-c", LIMITED.format(asked=asked), where],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, (done.returncode, done.stderr[-500:])
    megabytes, seconds = done.stdout.split()
    assert int(megabytes) < 200
    assert float(seconds) < 5


@pytest.mark.parametrize(
    ("where", "answer"), [("58 cards", True), ("58 cards built", True), ("too low", False), ("jokers out", True)]
)
def test_whether_one_must_play_is_known(where, answer):
    assert exists(rl.position(WORST[where])) is answer


def test_a_rule_does_not_hang_on_a_search_without_end(monkeypatch):
    monkeypatch.setattr(existence, "ENOUGH", 20)
    here = rl.position("schmidt{turn.must_play=yes}; table [2r 3r 4r 5r] [2y 3y 4y 5y] [*9?  9r 9y]; hand A+ 13g 13b; "
                       "stock ??x9; turn A")  # fmt: skip
    with pytest.raises(Undecided, match="20 nodes"):
        exists(here)
    assert not rl.check(here, "draw", exists=exists)
    assert rl.play(here, "draw", exists=exists).phase == "start"
    monkeypatch.undo()
    assert exists(here) is False
    assert not rl.check(here, "draw", exists=exists)


@pytest.mark.parametrize("compulsory", ["turn.must_play=yes", "turn.draws=until_playable"])
@pytest.mark.parametrize("game", ["schmidt{%s}", "rummy40{table.mode=rearrange,%s}"])
def test_a_deal_in_which_nothing_can_be_shown_goes_on_without_a_forfeit(game, compulsory, monkeypatch):
    monkeypatch.setattr(existence, "_ACTS", 0)
    monkeypatch.setattr(existence, "ENOUGH", 0)
    record = play_from(rl.deal(rl.RuleSet.of(game % compulsory), 2, 1, 1), [GreedyBot(), GreedyBot()])
    assert not record.forfeit
    assert record.final.over is not None
