"""The bot `planner`: what it plays out in its head agrees with what it sees, and is the same wherever it is played."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest

import rummy_lab as rl
from bots.drawn import plays_by_the_rules
from bots.test_exact import Sealed
from rummy_lab.batch import play_out
from rummy_lab.bots import CounterBot, PlannerBot
from rummy_lab.bots.deals import Sampled, case_of, pool_of, prices
from rummy_lab.bots.kernels import sampling, sheet, unseen, written
from rummy_lab.core.cards import Card
from rummy_lab.core.chance import Rng
from rummy_lab.core.events import Played
from rummy_lab.core.moves import Arrange, Lay, Turn
from rummy_lab.core.scoring import penalties
from rummy_lab.core.state import State
from rummy_lab.core.views import View
from rummy_lab.search import after
from rummy_lab.search.best import valued

QUICK = PlannerBot(rollouts=8, collecting=4, choices=3)


def choose(here: rl.State | View, bot: PlannerBot = QUICK) -> str:
    seen = here if isinstance(here, View) else rl.view(here, here.seat)
    return str(bot.choose(seen, Rng(7)))


@pytest.mark.parametrize("rules", ["schmidt", "rummy40"])
def test_every_sampled_deal_agrees_with_the_view(rules):
    record = play_out(rules, ["greedy"] * 3, seed=6)
    for here in list(record.turn_states())[:-1:7]:
        seen = rl.view(here, here.seat)
        pool = pool_of(seen, 4)
        if pool is None:
            assert here.rules.has_pile
            assert not here.stock
            continue
        whole = Counter(here.stock) + sum(
            (Counter(hand) for seat, hand in here.hands.items() if seat != here.seat), Counter()
        )
        assert sum(pool[: sheet.KINDS]) == sum(whole.values())
        v, dealt = [0] * sheet.SIZE, [0] * sampling.DEALT_SIZE
        v[sheet.SEATS], v[sheet.RANDOM_LOW] = 3, 5
        for _ in range(3):
            sampling.deal_hidden(v, pool, dealt)
            held = [dealt[sheet.KINDS * at : sheet.KINDS * at + sheet.KINDS] for at in range(3)]
            mine = here.base.seat
            assert [sum(hand) for at, hand in enumerate(held) if at != mine] == [
                len(hand) for at, hand in enumerate(here.hands.values()) if at != mine
            ]
            stock = dealt[sampling.DEALT_STOCK : sampling.DEALT_STOCK + dealt[sampling.DEALT_LEFT]]
            assert len(stock) == len(here.stock)
            together = [sum(hand[card] for hand in held) + stock.count(card) for card in range(sheet.KINDS)]
            assert together == pool[: sheet.KINDS]


def test_a_card_taken_and_kept_is_known_and_one_thrown_makes_its_like_less_likely():
    here = rl.position("rummy40; hand A 9s Jd 2c; hand B+ ??x4; pile 5c; stock ??x20; turn A drew")
    moves = ("take 8h; discard 4d", "take Kc; discard Qs", "draw; meld Kc Kd Ks; discard 10s")
    pool = pool_of(rl.view(here, "A", tuple(Played("B", Turn.parse(one)) for one in moves)), 6)
    known = pool[sampling.POOL_KNOWN + sheet.KINDS : sampling.POOL_KNOWN + 2 * sheet.KINDS]
    eight, king = (Card(card).code for card in ("8h", "Kc"))
    assert (known[eight], known[king], sum(known)) == (1, 0, 1)
    assert pool[sampling.POOL_NEEDS + 1] == 3
    weights = pool[sampling.POOL_WEIGHTS + sheet.KINDS :]
    near, far = (Card(card).code for card in ("5d", "7h"))
    assert (weights[near], weights[far]) == (2, 8)


@pytest.mark.parametrize("rules", ["schmidt", "rummy40", "rummy51", "rummikub"])
def test_a_deal_that_is_over_is_priced_as_the_scoring_has_it(rules):
    record = play_out(rules, ["greedy"] * 3, seed=4)
    end, before = record.final, list(record.turn_states())[-2]
    paid = list(penalties(end_outcome := record.outcome, end.rules).values())
    assert end_outcome.how == "out"
    for seat in range(3):
        row = case_of(end, seat)
        v, d = row[: sheet.MOVE] + [0] * (sheet.SIZE - sheet.MOVE), [0] * unseen.DEAL_SIZE
        for at, hand in enumerate(end.hands.values()):
            for card in hand:
                d[unseen.HANDS + sheet.KINDS * at + (sheet.WILD if card.joker else card.code)] += 1
        d[unseen.TURNS], d[unseen.ENDED] = row[sampling.CASE_TURNS], row[sampling.CASE_ENDED]
        d[unseen.WINNERS], d[unseen.WENT_BUILT] = row[sampling.CASE_WINNERS], row[sampling.CASE_BUILT]
        assert sampling.price(v, d, prices(end.rules), seat) == sum(paid) - 3 * paid[seat]
    assert before.over is None


@pytest.mark.parametrize(("rules", "bot"), [("schmidt", "careful"), ("rummikub", "greedy")])
def test_where_a_turn_is_laying_or_drawing_the_sampled_seats_do_what_counter_does(rules, bot):
    counter, met, seen = CounterBot(engine="plain"), Counter(), play_out(rules, [bot] * 2, seed=5)
    for here in list(seen.turn_states())[2:-1:2]:
        v = written.sheet_of(here, Rng(1))
        for at, value in ((sheet.EX_NODES, 20_000), (sheet.HURRY, 3), (sheet.COLLECTS, sampling.SEARCHES)):
            v[sheet.TASTE + at] = value
        sampling.searching_turn(v)
        does, did = written.turn_on(v, here.rules), Turn.parse(str(counter.choose(rl.view(here, here.seat), Rng(1))))
        lays, laid = (valued(here, one) if isinstance(one[0], Arrange | Lay) else None for one in (does, did))
        assert (lays is None) == (laid is None), here
        if lays is None or laid is None:
            assert does == did
        else:
            assert lays.penalty_left == laid.penalty_left
        met[lays is not None] += 1
    assert min(met[True], met[False]) > 0


def test_where_nothing_can_be_drawn_who_asks_waits_for_the_others_to_lay():
    here = rl.position("schmidt; table [6r 7r 8r]; hand A+ 5r 12b; hand B+ 1r 3r 5y 9b; stock; turn A")
    found = []
    for taste in (sampling.SEARCHES, sampling.WAITS):
        v = written.sheet_of(here, Rng(1))
        v[sheet.TASTE + sheet.EX_NODES], v[sheet.TASTE + sheet.HURRY] = 20_000, 3
        v[sheet.TASTE + sheet.COLLECTS] = taste
        sampling.searching_turn(v)
        found.append(str(written.turn_on(v, here.rules)))
    assert found == ["arrange [5r 6r 7r 8r]; end", "pass"]


def test_it_sees_that_a_card_helps_the_next_player_out():
    # The next player goes out with either four, whatever his other card, and may not with the king.
    here = rl.position(
        "rummy40; table [5c 6c 7c] [5d 6d 7d]; hand A+ 4c Kh Ks; hand B+ ??x2; pile 2d; stock ??x20; turn A drew"
    )
    seen = rl.view(here, "A")
    cases = [case_of(after(seen.state, Turn.parse(f"discard {card}")), 0) for card in ("4c", "Kh")]
    found = Sampled(seen, pool_of(seen, 0), cases, Rng(3), compiled=False).values([0, 1], 12)
    assert sum(four for four, _ in found) < sum(king for _, king in found)


@pytest.mark.parametrize("rules", ["schmidt", "rummy40"])
def test_the_choice_is_the_same_compiled_and_in_plain_python(rules):
    few, compared = replace(QUICK, rollouts=4, collecting=1), 0
    for here in list(play_out(rules, ["greedy", "careful"], seed=5).turn_states())[-2:-40:-9]:
        seen = rl.view(here, here.seat)
        found = [replace(few, compiled=one).alternatives(seen, Rng(7)) for one in (True, False)]
        assert found[0] == found[1]
        compared += len(found[0]) > 1
    assert compared


def test_where_numbers_cannot_say_the_search_it_does_what_counter_does():
    for here in list(play_out("rummikub_tournament", ["greedy"] * 2, seed=3).turn_states())[4:-1:9]:
        seen = rl.view(here, here.seat)
        assert choose(here) == str(CounterBot().choose(seen, Rng(7)))
        assert len(QUICK.alternatives(seen, Rng(7))) == 1


def test_without_deals_to_sample_it_does_what_counter_does():
    for text in (
        "rummy40; hand A 4h 5h Kc Kd Qs; turn A drew",
        "rummy40; hand A 4h 5h Kc Kd Qs; hand B ??x5; pile 3h; stock; turn A drew",
        "schmidt; table [6r 7r 8r]; hand A+ 5r 12b; turn A",
    ):
        here = rl.position(text)
        assert choose(here) == str(CounterBot().choose(rl.view(here, "A"), Rng(1)))
    here = rl.deal("rummy40", seed=3)
    assert choose(here, replace(QUICK, rollouts=0)) == str(CounterBot().choose(rl.view(here, "A"), Rng(1)))


@pytest.mark.parametrize("rules", ["schmidt", "rummy40", "rummikub_tournament"])
def test_hidden_cards_are_never_looked_at(rules):
    record = play_out(rules, [replace(QUICK, collecting=2)] * 2, seed=8)
    assert not record.forfeit
    for here in list(record.turn_states())[:-1:3]:
        base = rl.view(here, here.seat).state.base
        hands = tuple(hand if at == base.seat else Sealed(here.base.hands[at]) for at, hand in enumerate(base.hands))
        sealed = State(replace(base, hands=hands, stock=Sealed(here.base.stock)))
        assert choose(View(here.seat, sealed)) == choose(here)


@pytest.mark.parametrize("number", range(12))
def test_it_keeps_drawn_rules(number):
    few = PlannerBot(rollouts=4, collecting=2, choices=3, counter=CounterBot(nodes=2_000))
    plays_by_the_rules(few, 3_000, number, 20)


def test_it_plays_the_same_whatever_the_order_of_sets():
    code = (
        "import rummy_lab as rl\nfrom rummy_lab.bots import PlannerBot\n"
        "for game in ('schmidt', 'rummy40'):\n"
        "    print(rl.play_out(game, [PlannerBot(rollouts=8, collecting=2, choices=3)] * 2, seed=4))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("0", "20")
    }
    assert len(found) == 1
    assert "forfeit" not in found.pop()


def test_with_people_it_looks_at_the_clock_and_compiles_nothing(monkeypatch):
    here = rl.deal("rummy40", seed=3)
    here = rl.play(here, "draw")
    asked = QUICK.with_people()
    assert (asked.seconds, asked.compiled) == (2, False)
    played = []
    values = Sampled.values
    monkeypatch.setattr(
        Sampled, "values", lambda self, which, plays: played.append(plays) or values(self, which, plays)
    )
    clock = iter((0.0, 1.0, 9.0, 9.0, 9.0))
    monkeypatch.setattr("rummy_lab.bots.planner.monotonic", lambda: next(clock))
    assert not rl.check(here, choose(here, replace(asked, rollouts=40)))
    # The first four are played at any rate; the clock is asked before the next, and says there is a second left.
    assert played == [4, 4]


def test_it_is_a_value():
    assert PlannerBot(rollouts=5) == PlannerBot(rollouts=5)
    assert hash(PlannerBot()) == hash(PlannerBot())
