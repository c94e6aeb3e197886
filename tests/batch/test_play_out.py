"""One deal at the table: whatever bots do, the deal ends, is recorded, and every card is where it should be."""

import subprocess
import sys
from collections import Counter
from random import Random

import pytest

import rummy_lab as rl
from rummy_lab.batch import play_out
from rummy_lab.batch.audit import audit
from rummy_lab.core.cards import JOKER
from rummy_lab.games import presets
from rummy_lab.records import parse_record
from rummy_lab.search import exists
from strategies import random_rules


def all_cards(state: rl.State) -> Counter:
    lying = [card for meld in state.table for card in meld.slots] + list(state.loose)
    held = [card for hand in state.hands.values() for card in hand]
    cards = Counter(JOKER if card.joker else card for card in (*lying, *held, *(state.pile or ()), *state.stock))
    return +cards


def walk(rules: rl.RuleSet, players: list[str], seed: int, deal: int) -> rl.Record:
    """Play a deal and hold it to the laws."""
    record = play_out(rules, players, seed=seed, deal=deal)
    assert record.final.over is not None
    assert record.final.base.turns <= rules.ending.max_turns
    pack = all_cards(record.start)
    assert pack.total() == rules.cards
    for state in record.states():
        assert all_cards(state) == pack, state
    asked = exists if rules.needs_search else None
    for state, turn in zip(record.turn_states(), record.turns, strict=False):
        verdict = rl.check(state, turn, exists=asked)
        assert rl.check(rl.view(state, state.seat), turn, exists=asked) == verdict == ()
    assert parse_record(str(record), exists=asked) == record
    return record


@pytest.mark.parametrize("players", [["greedy"], ["random"], ["greedy", "random"]], ids="-".join)
@pytest.mark.parametrize("rules", presets(), ids=str)
def test_deals_of_every_preset(rules, players):
    seats = rules.deal.seats[1] if "greedy" in players else rules.deal.seats[0]
    record = walk(rules, (players * seats)[:seats], seed=99, deal=seats)
    assert not record.forfeit


@pytest.mark.parametrize("number", range(40))
def test_deals_of_drawn_rule_sets(number):
    random = Random(number)
    rules = random_rules(random, number)
    if rules.needs_search:
        # Asked after every card drawn, the search takes its time; a few such deals are played elsewhere.
        rules = rules.vary(turn__draws=1, turn__must_play=False)
    record = walk(rules, [random.choice(["greedy", "random"])] * rules.deal.seats[0], seed=number, deal=7)
    assert not record.forfeit or "pass" in record.forfeit, record.forfeit


@pytest.mark.parametrize(
    "rules",
    ["rummy40{turn.must_play=yes}", "rummy40{pack.jokers=0,turn.draws=until_playable}",
     "schmidt{turn.draws=3}", "schmidt{deal.hand=5,turn.play_after_draw=yes}"],
)  # fmt: skip
def test_deals_in_which_playing_is_compulsory_or_drawing_goes_on(rules):
    assert not walk(rl.rule_set(rules), ["greedy", "random"], seed=4, deal=2).forfeit


def test_the_same_deal_each_time_and_for_every_number_of_calls_between():
    first = play_out("schmidt", ["random", "greedy"], seed=5, deal=3)
    play_out("schmidt", ["random", "random"], seed=5, deal=4)
    assert play_out("schmidt", ["random", "greedy"], seed=5, deal=3) == first
    assert play_out("schmidt", ["random", "greedy"], seed=5, deal=4) != first


def test_a_bot_does_not_disturb_the_chance_of_another():
    def wasteful(view, rng):
        for _ in range(100):
            rng.word()
        return rl.Turn.parse("draw")

    def thrifty(view, rng):
        return "draw"

    one = play_out("schmidt", [wasteful, "random"], seed=5)
    two = play_out("schmidt", [thrifty, "random"], seed=5)
    assert one.turns == two.turns


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("fly", "A: NotationError: no move begins with 'fly'"),
        ("", "A: '' does not end the turn"),
        ("draw; draw", "A: 'draw; draw' is not allowed: ONE_CARD_ONLY"),
        ("pull 2r<1; end", "A: 'pull 2r<1; end' is not allowed: NO_SUCH_MELD"),
        ("draw 13b", "A: 'draw 13b' is not allowed: NOT_THE_TOP_CARD"),
        (None, "A: TypeError"),
        (7, "A: TypeError"),
        ((1, 2), "A: "),
        (ZeroDivisionError("one\ntwo"), "A: ZeroDivisionError: one"),
    ],
)
def test_an_illegal_answer_gives_the_deal_away_and_the_record_says_why(answer, why):
    def strange(view, rng):
        if isinstance(answer, Exception):
            raise answer
        return answer

    record = play_out("schmidt", [strange, "greedy"], seed=1)
    assert record.outcome.how == "forfeit"
    assert record.outcome.forfeited == "A"
    assert record.forfeit.startswith(why)
    assert "\n" not in record.forfeit
    assert set(rl.settle(record.outcome, record.rules).values()) == {0}
    audit(record)


def test_an_interrupt_is_not_the_bots_fault():
    def impatient(view, rng):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_out("schmidt", [impatient, "greedy"])


def test_bots_are_asked_once_for_the_draw_and_once_for_the_rest_and_see_the_history():
    asked = []

    def curious(view, rng):
        asked.append((view.seat, view.phase, len(view.events), [event.code for event in view.events[-1:]]))
        assert view.seat == view.turn_of
        return rl.Turn.parse("draw") if view.phase == "start" else rl.Turn.parse(f"discard {view.hand[0]}")

    play_out("rummy40{ending.max_turns=50}", [curious, curious])
    assert asked[:5] == [
        ("A", "start", 0, []),
        ("A", "drew", 0, []),
        ("B", "start", 1, ["PLAYED"]),
        ("B", "drew", 1, ["PLAYED"]),
        ("A", "start", 2, ["PLAYED"]),
    ]
    assert len(asked) == 100


def test_a_bot_may_take_and_play_in_one_answer():
    def one_go(view, rng):
        return (
            f"take; discard {view.hand[0]}"
            if view.opened[view.seat]
            else "draw"
            if view.phase == "start"
            else (f"discard {view.hand[0]}")
        )

    assert "MUST" not in play_out("rummy40{opening.points=0}", [one_go, "greedy"], seed=2).forfeit


@pytest.mark.parametrize(
    ("rules", "players", "said"),
    [
        ("schmidt", [], "schmidt is for 2 to 4 players, not 0"),
        ("schmidt", ["greedy"], "schmidt is for 2 to 4 players, not 1"),
        ("schmidt", ["greedy"] * 5, "schmidt is for 2 to 4 players, not 5"),
        ("schmidt", "greedy", "players is a list"),
        ("schmidt", ["greedy", "gredy"], "no bot 'gredy'"),
        ("canasta", ["greedy"] * 2, "no rule set 'canasta'"),
        (7, ["greedy"] * 2, "7 is no rule set"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(rules, players, said):
    with pytest.raises(rl.RummyError) as refused:
        play_out(rules, players)
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize("numbers", [{"seed": -1}, {"seed": 1 << 64}, {"deal": -1}, {"seed": 1.5}, {"seed": True}])
def test_numbers_that_are_no_seeds_are_refused(numbers):
    with pytest.raises(rl.RummyError, match="whole number from 0"):
        play_out("schmidt", ["greedy"] * 2, **numbers)


def test_a_deal_is_played_without_numpy_and_pandas():
    code = (
        "import sys; sys.modules['numpy'] = sys.modules['pandas'] = sys.modules['tqdm'] = None\n"
        "import rummy_lab as rl\n"
        "for rules in ('schmidt', 'rummy40'):\n"
        "    record = rl.play_out(rules, ['greedy', 'random'], seed=1)\n"
        "    assert str(record).startswith('format = 1')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
