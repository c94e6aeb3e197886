"""Where playing is compulsory every draw asks the search; all that one text asks has a budget together."""

from random import Random
from resource import RUSAGE_SELF, getrusage

import pytest

import rummy_lab as rl
from rummy_lab.batch.audit import audit
from rummy_lab.core import asked
from rummy_lab.core.asked import AskedTooMuch, one_text
from rummy_lab.lessons.checking import faults_of
from rummy_lab.lessons.reading import parse_lesson
from rummy_lab.records import parse_record
from rummy_lab.search import existence, exists

RULES = "schmidt{deal.hand=18,deal.seats=2-2,opening.points=99,pack.copies=4,pack.jokers=6,turn.%s}"
MUST_PLAY, UNTIL = "must_play=yes", "draws=until_playable"
OPEN = (
    "schmidt{turn.must_play=yes}; table [2r 3r 4r 5r] [2y 3y 4y 5y] [*9?  9r 9y]; hand A+ 13g 13b; stock ??x9; turn A"
)


def stock_and_start(compulsory):
    """Hands of low cards with all jokers, of which it takes long to tell whether they open, and what is drawn then."""
    rng = Random(1)
    low = [f"{rank}{suit}" for rank in range(1, 5) for suit in "rygb" for _ in range(4)]
    high = [f"{rank}{suit}" for rank in range(5, 14) for suit in "rygb" for _ in range(4)]
    rng.shuffle(low)
    hands, stock = [low[0:15] + ["*"] * 3, low[15:30] + ["*"] * 3], low[30:] + high
    shown = "; ".join(f"hand {seat} {' '.join(hand)}" for seat, hand in zip("AB", hands, strict=True))
    return stock, f"{RULES % compulsory}; {shown}; stock {' '.join(stock)}; chance 1/0; turn A"


def a_record(draws):
    stock, start = stock_and_start(MUST_PLAY)
    turns = ", ".join(f'"draw {card}"' for card in stock[:draws])
    return (
        f'format = 1\nrules = "{start.partition(";")[0]}"\nplayers = ["a", "b"]\nseed = 1\ndeal = 0\nstarter = "A"\n'
        f'start = "{start}"\nturns = [{turns}]\n[result]\nwinner = "A"\nend = "built"\n'
    )


def a_lesson():
    stock, start = stock_and_start(UNTIL)
    position = start.partition("; ")[2].replace("chance 1/0; ", "")
    steps = "".join(
        f'[[steps]]\nid = "s{at}"\nkind = "watch"\nposition = "{position}"\ntext.en = "See."\nturn = "draw {stock[0]}; '
        f'draw {stock[1]}"\n'
        for at in range(3)
    )
    values = (RULES % UNTIL).removeprefix("schmidt{").removesuffix("}").split(",")
    rules = "\n".join(
        f'"{name}" = {value if value.isdigit() else repr(value)}' for name, value in (one.split("=") for one in values)
    )
    return (
        'format = 1\nid = "schmidt/long"\ngame = "schmidt"\nreferences = ["S-29"]\ntitle.en = "Long"\n'
        f'[[goals]]\nen = "You see."\n[rules]\n{rules}\n{steps}'
    )


def many_draws():
    stock, start = stock_and_start(UNTIL)
    return rl.play(rl.position(start), "; ".join(f"draw {card}" for card in stock[:40]), exists=exists)


def read_record():
    return parse_record(a_record(draws=40), exists=exists)


def test_a_text_that_asks_little_is_read_as_ever():
    here = rl.position(OPEN)
    with one_text(2_000):
        assert not rl.check(here, "draw", exists=exists)
    with one_text(2), pytest.raises(AskedTooMuch, match="2 nodes"):
        rl.check(here, "draw", exists=exists)


@pytest.mark.parametrize("ask", [many_draws, read_record])
def test_what_is_asked_within_a_text_is_a_part_of_it(ask):
    with one_text(50), pytest.raises(AskedTooMuch, match=r"\(50 nodes\); make it shorter"):
        ask()


def test_a_lesson_says_that_it_asks_too_much():
    lesson = parse_lesson(a_lesson())
    assert not any("nodes" in fault for fault in faults_of(lesson))
    with one_text(50):
        assert "50 nodes" in faults_of(lesson)[-1]


def test_who_looks_again_at_a_deal_of_our_own_may_ask_as_much_as_it_takes(monkeypatch):
    record = rl.play_out("schmidt{turn.must_play=yes}", ["greedy", "greedy"], seed=1)
    monkeypatch.setattr(asked, "MOST", 10)
    with pytest.raises(AskedTooMuch, match="10 nodes"):
        parse_record(str(record), exists=exists)
    audit(record)


def test_one_answer_that_is_not_known_is_no_text_that_asks_too_much(monkeypatch):
    stock, start = stock_and_start(MUST_PLAY)
    monkeypatch.setattr(existence, "ENOUGH", 100)
    assert rl.play(rl.position(start), f"draw {stock[0]}", exists=exists).seat == "B"


@pytest.mark.slow
@pytest.mark.parametrize("ask", [many_draws, read_record])
def test_a_text_is_told_in_five_seconds(ask):
    before = getrusage(RUSAGE_SELF).ru_utime
    with pytest.raises(AskedTooMuch):
        ask()
    assert getrusage(RUSAGE_SELF).ru_utime - before < 5
