"""The bot `careful`: what it keeps, throws and holds back, from what its seat sees."""

import subprocess
import sys
from dataclasses import replace

import pytest

import rummy_lab as rl
from bots.drawn import plays_by_the_rules
from bots.test_exact import Sealed
from rummy_lab.batch import play_out
from rummy_lab.bots import CarefulBot
from rummy_lab.bots.kernels import sheet
from rummy_lab.bots.kernels.turning import begin
from rummy_lab.bots.kernels.weighing import note_losses
from rummy_lab.bots.kernels.written import sheet_of
from rummy_lab.core.chance import Rng
from rummy_lab.core.state import State
from rummy_lab.core.views import View


def choose(here: rl.State | View, **fields) -> str:
    seen = here if isinstance(here, View) else rl.view(here, here.seat)
    return str(CarefulBot(**fields).choose(seen, Rng(7)))


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        # It opens as soon as it can, and lays all it can with that.
        ("rummy40; table [5h 6h 7h]; hand A Ks Kh Kd 10s 10h 10d 8h 2c; hand B 3c; turn A drew",
         "meld 10d 10h 10s; meld Kd Kh Ks; layoff 8h>1; discard 2c"),
        ("schmidt; hand A 10r 10y 10g 1b; hand B 1r 2r 3y 5b; stock 2b; turn A", "meld 10r 10y 10g; end"),
        ("schmidt; hand A 9r 9y 9g 1b; hand B 1r; stock 2b; turn A", "draw"),
        # A pair whose third cards have all been seen goes before one that may still be made a meld.
        ("rummy40; hand A 4h 5h Kc Kd Qs; hand B ??x5; pile 3h 3h 6h 6h; turn A drew", "discard 5h"),
        ("rummy40; hand A 4h 5h Kc Kd Qs; hand B ??x5; pile 2d; turn A drew", "discard Qs"),
        # What lies on the table for the next player to extend is kept from him.
        ("rummy40; table [8s 9s 10s]; hand A Js Kd; hand B+ ??x9; pile 2d; turn A drew", "discard Kd"),
        ("rummy40; table [8s 9s 10s]; hand A Js 10d; hand B ??x9; pile 2d; turn A drew", "discard Js"),
        # A joker is not spent on one card, but with two others, to go out, or when the end is near.
        ("rummy40; table [5h 6h 7h]; hand A+ * Kd 9c 2c; hand B+ ??x9; turn A drew", "discard Kd"),
        ("rummy40; table [5h 6h 7h]; hand A+ * Kd Ks 9c 2c; hand B+ ??x9; turn A drew", "meld Kd Ks *K?; discard 9c"),
        ("rummy40; table [5h 6h 7h]; hand A+ * 9c; hand B+ ??x9; turn A drew", "layoff *8h>1; discard 9c"),
        ("rummy40; table [5h 6h 7h]; hand A+ * Kd 9c 2c; hand B+ ??x2; turn A drew", "layoff *8h>1; discard Kd"),
        # It collects while nobody is near the end, and goes out when the whole hand can be laid.
        ("schmidt; table [6r 7r 8r]; hand A+ 5r 12b; hand B 1r 2r 3y 5b; stock 1y; turn A", "draw"),
        ("schmidt; table [6r 7r 8r]; hand A+ 5r 12b; hand B 1r 2r 3y; stock 1y; turn A", "layoff 5r>1; end"),
        ("schmidt; table [6r 7r 8r]; hand A+ 5r 9r; hand B ??x9; stock 1y; turn A", "layoff 9r>1; layoff 5r>1; end"),
        # Booklet example 2 ends the deal. With an empty stock there is nothing to collect.
        ("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b; hand B ??x9; stock 1y; turn A",
         "layoff 6g>1; pull 2g<1; meld 2y 2g 2b; end"),
        ("schmidt; table [6r 7r 8r]; hand A+ 5r 12b; hand B ??x9; stock; turn A", "layoff 5r>1; end"),
        # All may lie if the joker may move, which it may not.
        ("schmidt; table [6r 7r *8r]; hand A+ 8y 8g; hand B ??x9; stock 1y; turn A", "draw"),
    ],
)  # fmt: skip
def test_what_it_does(position, turn):
    assert choose(rl.position(position)) == turn


def test_it_need_not_collect():
    here = rl.position("schmidt; table [6r 7r 8r]; hand A+ 5r 12b; hand B ??x9; stock 1y; turn A")
    assert choose(here) == "draw"
    assert choose(here, collects=False) == "layoff 5r>1; end"
    assert choose(here, hurry=9) == "layoff 5r>1; end"


def losses(position: str) -> dict[str, int]:
    """For each free natural of the hand how many cards not seen would be of no use without it."""
    here = rl.position(position)
    v = sheet_of(here, Rng(1))
    begin(v)
    note_losses(v)
    hand = [card for card in here.hands["A"] if not card.joker]
    return {str(card): v[sheet.LOST + card.code] for card in hand if v[sheet.FREE_CARDS + card.code]}


@pytest.mark.parametrize(
    ("rules", "one", "two", "lost"),
    [
        ("rummy40", "Kh", "Ah", 2),
        ("rummy40", "Ah", "2h", 0),
        ("rummy40{pack.ace=both}", "Ah", "2h", 2),
        ("schmidt", "1r", "2r", 2),
        ("schmidt", "13r", "1r", 0),
        ("schmidt", "4r", "6r", 2),
        ("schmidt", "4r", "5r", 4),
        ("schmidt", "4r", "4r", 0),
        ("schmidt", "4r", "4g", 4),
        ("schmidt", "4r", "5g", 0),
    ],
)
def test_what_makes_two_cards_three_is_waited_for(rules, one, two, lost):
    assert losses(f"{rules}; hand A {one} {two}; hand B ??x3; turn A") == dict.fromkeys((one, two), lost)


def test_what_was_seen_is_waited_for_no_more():
    here = "rummy40; table [Kh Ks *K?]; hand A+ Kd Kc 4s 5s; hand B ??x3; pile 3s 9d; turn A drew"
    assert losses(here) == {"Kc": 2, "Kd": 2, "4s": 3, "5s": 3}


def test_a_card_that_two_pairs_wait_for_needs_none_of_them_alone():
    assert losses("schmidt; hand A 4r 4g 4y 9b; hand B ??x3; turn A") == {"9b": 0}
    assert losses("schmidt; hand A 4r 6r 7r; hand B ??x3; turn A") == {"4r": 0, "6r": 4, "7r": 2}


def test_a_card_that_goes_along_when_the_table_grows_waits_for_that():
    here = "rummy40; table [5h 6h 7h]; hand A+ 9h Kc 2d; hand B ??x3; turn A drew"
    assert losses(here) == {"9h": 2, "Kc": 0, "2d": 0}


@pytest.mark.parametrize("rules", ["schmidt", "rummy40", "rummikub_tournament", "rummy40{turn.must_play=yes}"])
def test_hidden_cards_are_never_looked_at(rules):
    record = play_out(rules, ["careful"] * 3, seed=8)
    assert not record.forfeit
    for here in list(record.turn_states())[:-1]:
        base = rl.view(here, here.seat).state.base
        hands = tuple(hand if at == base.seat else Sealed(here.base.hands[at]) for at, hand in enumerate(base.hands))
        sealed = State(replace(base, hands=hands, stock=Sealed(here.base.stock)))
        assert choose(View(here.seat, sealed)) == choose(here)


@pytest.mark.parametrize("number", range(24))
def test_it_keeps_drawn_rules(number):
    plays_by_the_rules(CarefulBot(), 7_000, number, 20)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(24, 224, 20))
def test_it_keeps_many_drawn_rules(start):
    for number in range(start, start + 20):
        plays_by_the_rules(CarefulBot(), 7_000, number, 40)


def test_it_plays_the_same_whatever_the_order_of_sets():
    code = (
        "import rummy_lab as rl\nfor game in ('schmidt', 'rummy40'): print(rl.play_out(game, ['careful'] * 2, seed=4))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("0", "1", "20")
    }
    here = "".join(f"{play_out(game, ['careful'] * 2, seed=4)}\n" for game in ("schmidt", "rummy40"))
    assert found == {here}


def margin(rules: str, deals: int, **fields) -> float:
    """By how much less than `greedy` it pays a deal, on the same cards from both seats."""
    run = rl.selfplay(rules, [CarefulBot(**fields), "greedy"], games=deals, seed=7, rotate=True, progress=False)
    paid = run.by_player.groupby("bot", observed=True)["penalty"].sum()
    return float(paid["greedy"] - paid["careful"]) / (2 * deals)


@pytest.mark.parametrize(("rules", "deals", "least"), [("schmidt", 60, 5), ("rummy40", 400, 1)])
def test_it_beats_greedy(rules, deals, least):
    assert margin(rules, deals) >= least


def test_it_is_a_value():
    assert CarefulBot(hurry=5) == CarefulBot(hurry=5)
    assert hash(CarefulBot()) == hash(CarefulBot())
