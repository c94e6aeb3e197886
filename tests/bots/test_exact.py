"""The bot `exact`: the best turn every time, by either engine, from what its seat sees."""

from dataclasses import replace
from importlib.util import find_spec

import pytest

import rummy_lab as rl
from bots.drawn import plays_by_the_rules
from properties.walks import late
from rummy_lab.batch import play_from, play_out
from rummy_lab.bots import ExactBot
from rummy_lab.core.cards import JOKER
from rummy_lab.core.chance import Rng
from rummy_lab.core.moves import Discard, Draw, Pass, Turn
from rummy_lab.core.state import State
from rummy_lab.core.views import View
from rummy_lab.games import presets
from rummy_lab.search import exists
from rummy_lab.search.best import best_turn
from search.compiled_cases import child


def choose(here: rl.State | View, **fields) -> str:
    seen = here if isinstance(here, View) else rl.view(here, here.seat)
    return str(ExactBot(**fields).choose(seen, Rng(7)))


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        # It opens as soon as it can, and lays all it can with that.
        ("schmidt; hand A 10r 10y 10g 1b; hand B 1r; stock 2b; turn A", "meld 10r 10y 10g; end"),
        ("schmidt; hand A 9r 9y 9g 1b; hand B 1r; stock 2b; turn A", "draw"),
        ("rummy40; table [5h 6h 7h]; hand A Ks Kh Kd 10s 10h 10d 8h 2c; hand B 3c; turn A drew",
         "meld 10d 10h 10s; meld Kd Kh Ks; layoff 8h>1; discard 2c"),
        # Booklet examples 2 and 3, with a card more in the hand.
        ("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 12r; hand B 1r; turn A",
         "arrange [3g 4g 5g 6g] [2y 2g 2b]; end"),
        ("schmidt; table [2b 3b 4b 5b 6b]; hand A+ 4b 12r; hand B 1r; turn A", "arrange [2b 3b 4b] [4b 5b 6b]; end"),
        # Nothing can be laid: the dearest card that the best melds of the hand do not need.
        ("rummy40; hand A 4h 5h 6h Kc 2d; hand B 3c; turn A drew", "discard Kc"),
        ("rummy40; hand A Kh Kd Ks 9c 2d; hand B 3c; turn A drew", "discard 9c"),
        # The discard, where the best turn with it lays more than the hand alone could.
        ("rummy40; table [5h 6h 7h]; hand A+ 9d 2c; hand B 3c; pile 8h; stock ??x5; turn A", "take"),
        ("rummy40; table [5h 6h 7h]; hand A+ 9d 2c; hand B 3c; pile 10h; stock ??x5; turn A", "draw"),
        ("rummy40; hand A Ks Kh Qs Qh Qd 9d; hand B 3c; pile Kd; stock ??x5; turn A", "take"),
        ("rummy40; hand A Ks Kh 4c 9d; hand B 3c; pile 2d; stock ??x5; turn A", "draw"),
        # It opens anyway; the king would only lie in the hand, and a low card for a dear one is no gain.
        ("rummy40; hand A Ks Kh Kd Qs Qh Qd 9d; hand B 3c; pile 3d; stock ??x5; turn A", "draw"),
        ("rummy40; table [5h 6h 7h]; hand A+ Kd Qc; hand B 3c; pile 2s; stock ??x5; turn A", "draw"),
        # It goes out; or the card taken could not be thrown, where any card from the stock can.
        ("rummy40; table [5h 6h 7h]; hand A+ 8h 2c; hand B 3c; pile 9h; stock ??x5; turn A", "take"),
        ("rummy40; table [5h 6h 7h]; hand A+ 8h; hand B 3c; pile 9h; stock ??x5; turn A", "draw"),
        # Playing is compulsory, and the joker costs nothing where it stays.
        ("rummy40{scoring.joker_penalty=0,turn.must_play=yes}; table [5h 6h 7h]; hand A+ * Kd 2c; turn A drew",
         "layoff *8h>1; discard Kd"),
    ],
)  # fmt: skip
def test_what_it_does(position, turn):
    here = rl.position(position)
    assert choose(here) == turn == choose(here, engine="plain")


def test_the_loneliest_card_is_another_than_the_dearest():
    here = rl.position("rummy40; hand A Kh Kd Qd 9c 2d; hand B 3c; turn A drew")
    assert choose(here) == "discard Qd"
    assert choose(here, throws="loneliest") == "discard 9c"


def test_the_turn_is_the_best_turn_by_what_it_is_best_at():
    here = rl.position("schmidt; table [2b 3b 4b]; hand A+ 5b 6b 13r 13y 13g 12r 12y 12g 1b 1y 1g; hand B 1r; turn A")
    for objective in ("cards", "points", "penalty", "out"):
        assert choose(here, objective=objective) == str(best_turn(here, objective, tidy=False).turn)


@pytest.mark.parametrize("rules", presets(), ids=str)
def test_every_turn_in_play_lays_what_the_best_turn_lays(rules):
    laid = 0
    for here in list(play_out(rules, ["exact"] * rules.deal.seats[0], seed=5).turn_states())[:-1]:
        if here.phase == "start" and rules.has_pile:
            continue
        turn, best = rl.Turn.parse(choose(here)), best_turn(here, "penalty", tidy=False)
        if best is None or not best.cards_laid:
            assert isinstance(turn[0], Draw | Pass | Discard)
        else:
            laid += 1
            assert [move for move in turn if not isinstance(move, Discard)] == [
                move for move in best.turn if not isinstance(move, Discard)
            ]
    assert laid or rules.has_pile


@pytest.mark.skipif(find_spec("numba") is None, reason="compares with the compiled search, which needs numba")
@pytest.mark.parametrize("rules", presets(), ids=str)
def test_the_deal_is_the_same_by_either_engine(rules):
    start = late(rl.deal(rules, seed=3), 60)
    auto, plain, compiled = (play_from(start, [ExactBot(engine=one)] * 2) for one in ("auto", "plain", "compiled"))
    assert str(auto) == str(plain) == str(compiled)


def test_the_deal_is_the_same_without_numba():
    code = """
import sys
sys.modules["numba"] = None
import rummy_lab as rl
for game in ("schmidt", "rummy40"):
    print(rl.play_out(game, ["exact", "exact"], seed=4))
from rummy_lab.bots import ExactBot
try:
    ExactBot(engine="compiled")
except rl.RummyError as error:
    print(error)
"""
    here = "".join(f"{play_out(game, ['exact', 'exact'], seed=4)}\n" for game in ("schmidt", "rummy40"))
    found, _ = child("-c", code)
    assert found == here + 'the compiled search needs numba: pip install "rummy_lab[fast]"\n'


class Sealed(tuple):
    """Hidden cards that may be counted but not looked at; what is drawn from above is a hidden card."""

    __slots__ = ()

    def __iter__(self):
        raise AssertionError("a hidden card was looked at")

    def __contains__(self, card):
        raise AssertionError("a hidden card was looked for")

    def __getitem__(self, at):
        if at == 0:
            return None
        assert at == slice(1, None), "a hidden card was looked at"
        return Sealed(tuple.__getitem__(self, at))


@pytest.mark.parametrize("rules", ["schmidt", "rummy40", "rummikub_tournament", "rummy40{turn.must_play=yes}"])
def test_hidden_cards_are_never_looked_at(rules):
    known = rl.rule_set(rules)
    record = play_out(rules, ["exact"] * 3, seed=8)
    for here in list(record.turn_states())[:-1]:
        base = rl.view(here, here.seat).state.base
        seat = base.seat
        hands = tuple(hand if at == seat else Sealed(here.base.hands[at]) for at, hand in enumerate(base.hands))
        sealed = State(replace(base, hands=hands, stock=Sealed(here.base.stock)))
        assert choose(View(here.seat, sealed)) == choose(here)
    assert len(record.turns) > 2 * known.deal.seats[0]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"objective": "luck"}, "objective: there is no 'luck'; there are cards, points, penalty, out"),
        ({"throws": "all"}, "throws: there is no 'all'; there are dearest, loneliest"),
        ({"engine": "fast"}, "engine: there is no 'fast'; there are auto, plain, compiled"),
    ],
)
def test_a_value_there_is_not_is_told_in_one_sentence(fields, told):
    with pytest.raises(rl.RummyError) as refused:
        ExactBot(**fields)
    assert str(refused.value) == told


def test_it_is_a_value_and_making_it_loads_no_numba():
    assert ExactBot(nodes=5) == ExactBot(nodes=5)
    assert hash(ExactBot()) == hash(ExactBot())
    code = "import sys, rummy_lab.bots; print({'numba', 'numpy'} & set(sys.modules))"
    assert child("-c", code)[0] == "set()\n"


@pytest.mark.parametrize("number", range(24))
def test_it_keeps_drawn_rules(number):
    plays_by_the_rules(ExactBot(nodes=2_000), 9_000, number, 20)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(24, 424, 20))
def test_it_keeps_many_drawn_rules(start):
    for number in range(start, start + 20):
        plays_by_the_rules(ExactBot(nodes=2_000), 9_000, number, 40)


COMPULSORY = [
    "schmidt{turn.must_play=yes}",
    "schmidt{turn.draws=until_playable,pack.ranks=7,deal.hand=6}",
    "rummikub_tournament{turn.must_play=yes}",
    "rummy40{turn.must_play=yes}",
    "rummy40{turn.must_play=yes,scoring.joker_penalty=0}",
    "jokeren_nl{turn.must_play=yes}",
]


@pytest.mark.parametrize("rules", COMPULSORY)
def test_it_plays_where_playing_is_compulsory(rules):
    record = play_out(rl.rule_set(rules).vary(pack__jokers=1), ["exact", "exact"], seed=6)
    assert not record.forfeit, record.forfeit
    for here in list(record.turn_states())[:-1:5]:
        assert rl.check(rl.view(here, here.seat), choose(here), exists=exists) == ()


def test_with_a_small_budget_it_plays_on():
    for rules in ("schmidt", "rummikub"):
        record = play_out(rules, [ExactBot(nodes=3)] * 2, seed=2)
        assert not record.forfeit
        assert record.turns == play_out(rules, [ExactBot(nodes=3, engine="plain")] * 2, seed=2).turns


@pytest.mark.parametrize(("rules", "other", "least"), [("schmidt", "greedy", 8), ("rummy40", "random", 10)])
def test_it_beats_the_bots_below_it(rules, other, least):
    wins = sum(play_out(rules, ["exact", other], seed=2, deal=deal).outcome.winners == ("A",) for deal in range(12))
    assert wins >= least


def test_jokers_and_all_it_goes_out_when_it_can():
    here = rl.position("schmidt; table [2b 3b 4b]; hand A+ 5b * 6b; hand B 1r; turn A")
    after = rl.play(here, choose(here))
    assert after.over.how == "out"
    assert JOKER in here.hands["A"]
    assert Turn.parse(choose(here, objective="out")) == Turn.parse(choose(here))
