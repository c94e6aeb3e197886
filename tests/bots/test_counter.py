"""The bot `counter`: what it holds back, throws and remembers, from what its seat sees."""

import subprocess
import sys
from dataclasses import replace

import pytest

import rummy_lab as rl
from bots.drawn import plays_by_the_rules
from bots.test_exact import Sealed
from rummy_lab.batch import play_out
from rummy_lab.bots import CounterBot
from rummy_lab.bots.counter import thrown_by
from rummy_lab.core.cards import Card
from rummy_lab.core.chance import Rng
from rummy_lab.core.events import Played
from rummy_lab.core.moves import Turn
from rummy_lab.core.state import State
from rummy_lab.core.views import View


def choose(here: rl.State | View, **fields) -> str:
    seen = here if isinstance(here, View) else rl.view(here, here.seat)
    return str(CounterBot(**fields).choose(seen, Rng(7)))


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        # It holds back its opening and what it could lay, until a hand is small or it goes out.
        ("rummy40; hand A Ks Kh Kd 10s 10h 10d 9d 2c; hand B ??x5; turn A drew", "discard 9d"),
        ("rummy40; hand A Ks Kh Kd 10s 10h 10d 9d 2c; hand B ??x4; turn A drew",
         "meld 10d 10h 10s; meld Kd Kh Ks; discard 9d"),
        ("rummy40; hand A Ks Kh Kd 10s 10h 10d 2c; hand B ??x9; turn A drew",
         "meld 10d 10h 10s; meld Kd Kh Ks; discard 2c"),
        ("rummy40; table [5h 6h 7h]; hand A+ 8h 2c 5d Kd; hand B ??x6; turn A drew", "discard Kd"),
        ("rummy40; table [5h 6h 7h]; hand A+ 8h 2c 5d Kd; hand B ??x5; turn A drew", "layoff 8h>1; discard Kd"),
        # What lies on the table for the next player to extend is kept from him.
        ("rummy40; table [8s 9s 10s]; hand A Js Kd; hand B+ ??x9; pile 2d; turn A drew", "discard Kd"),
        ("rummy40; table [8s 9s 10s]; hand A Js 10d; hand B ??x9; pile 2d; turn A drew", "discard Js"),
        # The discard only to lay it at once.
        ("rummy40; table [5h 6h 7h]; hand A+ 9d 2c; hand B 3c; pile 8h; stock ??x5; turn A", "take"),
        ("rummy40; table [5h 6h 7h]; hand A+ 9d 2c; hand B 3c; pile 10h; stock ??x5; turn A", "draw"),
        ("rummy40; hand A Ks Kh Qs Qh Qd 9d; hand B 3c; pile Kd; stock ??x5; turn A", "take"),
        ("rummy40; hand A Ks Kh Kd Qs Qh Qd 9d; hand B 3c; pile 3d; stock ??x5; turn A", "draw"),
        ("rummy40; hand A 9c; hand B 3c; pile 3d; stock; turn A", "pass"),
        # Where a turn is spent on laying or on drawing it opens, then collects.
        ("schmidt; hand A 10r 10y 10g 1b; hand B 1r 2r 3y 5b; stock 2b; turn A", "meld 10r 10y 10g; end"),
        ("schmidt; hand A 9r 9y 9g 1b; hand B 1r; stock 2b; turn A", "draw"),
        ("schmidt; table [6r 7r 8r]; hand A+ 5r 12b; hand B 1r 2r 3y 5b; stock 1y; turn A", "draw"),
        ("schmidt; table [6r 7r 8r]; hand A+ 5r 12b; hand B 1r 2r 3y; stock 1y; turn A", "arrange [5r 6r 7r 8r]; end"),
        ("schmidt; table [6r 7r 8r]; hand A+ 5r 9r; hand B ??x9; stock 1y; turn A", "arrange [5r 6r 7r 8r 9r]; end"),
        ("schmidt; table [6r 7r *8r]; hand A+ 8y 8g; hand B ??x9; stock 1y; turn A", "draw"),
        # Where a position does not tell what it would go by, it plays all the same.
        ("schmidt; table [6r 7r 8r]; hand A+ 5r 12b; turn A", "arrange [5r 6r 7r 8r]; end"),
        ("rummy40; hand A 4h 5h Kc Kd Qs; turn A drew", "discard Qs"),
    ],
)  # fmt: skip
def test_what_it_does(position, turn):
    here = rl.position(position)
    assert choose(here) == turn == choose(here, engine="plain")


def test_it_remembers_who_threw_what():
    here = rl.position("rummy40; hand A 9s Jd 2c; hand B ??x9; pile 5c; turn A drew")
    dear = {"price": 0, "out": 0, "points": 0, "use": 8}
    assert choose(here, **dear) == "discard 2c"
    told = tuple(Played("B", Turn.parse(f"draw; discard {card}")) for card in ("9c", "10s", "8s", "7s"))
    assert choose(rl.view(here, "A", told), **dear) == "discard 9s"
    # What the seat threw itself tells nothing of the others.
    own = tuple(replace(event, seat="A") for event in told)
    assert choose(rl.view(here, "A", own), **dear) == "discard 2c"
    assert thrown_by(told) == {"B": [Card("9c"), Card("10s"), Card("8s"), Card("7s")]}


def test_dear_melds_are_waited_for_before_opening():
    here = rl.position("rummy40; hand A Kc Kd 3h 3s Ks; hand B ??x9; pile 5c Ks; turn A drew")
    pairs = rl.position("rummy40; hand A Kc Kd 3h 3s; hand B ??x9; pile 5c; turn A drew")
    assert choose(here).startswith("discard 3")
    assert choose(pairs, price=0).startswith("discard 3")
    assert choose(pairs, points=0).startswith("discard K")


@pytest.mark.parametrize("rules", ["schmidt", "rummy40", "rummikub_tournament", "rummy40{turn.must_play=yes}"])
def test_hidden_cards_are_never_looked_at(rules):
    record = play_out(rules, ["counter"] * 3, seed=8)
    assert not record.forfeit
    for here in list(record.turn_states())[:-1]:
        base = rl.view(here, here.seat).state.base
        hands = tuple(hand if at == base.seat else Sealed(here.base.hands[at]) for at, hand in enumerate(base.hands))
        sealed = State(replace(base, hands=hands, stock=Sealed(here.base.stock)))
        assert choose(View(here.seat, sealed)) == choose(here)


@pytest.mark.parametrize("number", range(24))
def test_it_keeps_drawn_rules(number):
    plays_by_the_rules(CounterBot(nodes=2_000), 5_000, number, 20)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(24, 224, 20))
def test_it_keeps_many_drawn_rules(start):
    for number in range(start, start + 20):
        plays_by_the_rules(CounterBot(nodes=2_000), 5_000, number, 40)


def test_it_plays_the_same_whatever_the_order_of_sets():
    code = (
        "import rummy_lab as rl\nfor game in ('schmidt', 'rummy40'): print(rl.play_out(game, ['counter'] * 2, seed=4))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("0", "1", "20")
    }
    here = "".join(f"{play_out(game, ['counter'] * 2, seed=4)}\n" for game in ("schmidt", "rummy40"))
    assert found == {here}


@pytest.mark.parametrize(
    ("rules", "other", "deals", "least"), [("schmidt", "exact", 6, 40), ("rummy40", "exact", 40, 1)]
)
def test_it_beats_the_bots_below_it(rules, other, deals, least):
    run = rl.selfplay(rules, ["counter", other], games=deals, seed=7, rotate=True, progress=False)
    paid = run.by_player.groupby("bot", observed=True)["penalty"].sum()
    assert float(paid[other] - paid["counter"]) / (2 * deals) >= least


def test_it_is_a_value():
    assert CounterBot(hurry=5) == CounterBot(hurry=5)
    assert hash(CounterBot()) == hash(CounterBot())
