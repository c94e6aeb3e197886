"""The bots: legal whatever the rules, blind to what is hidden, the same every time, and no fools."""

from random import Random

import pytest

import rummy_lab as rl
from rummy_lab.batch import play_out
from rummy_lab.bots import BOTS, Bot, GreedyBot, PlannerBot, bot
from rummy_lab.bots.discards import by_uselessness
from rummy_lab.core.cards import read_cards
from rummy_lab.core.chance import Rng
from rummy_lab.games import presets
from rummy_lab.search import exists
from strategies import exchanged


def player(name: str) -> Bot:
    """The bot of that name; the one that plays deals in its head plays few."""
    return PlannerBot(rollouts=4, collecting=4, choices=3) if name == "planner" else bot(name)


def choose(name: str, here: rl.State) -> str:
    return str(player(name).choose(rl.view(here, here.seat), Rng(7)))


@pytest.mark.parametrize("name", BOTS)
def test_each_bot_keeps_the_protocol_and_goes_by_its_name(name):
    assert isinstance(bot(name), Bot)
    assert bot(name).name == name
    assert bot(bot(name)) is bot(name)


def test_a_function_is_a_bot():
    def passes(view, rng):
        return "pass"

    assert bot(passes).name == "passes"
    assert bot(passes).choose(rl.view(rl.deal("schmidt"), "A"), Rng(1)) == "pass"


@pytest.mark.parametrize("nobody", ["gredy", 7, None])
def test_who_is_no_bot_is_told_in_one_sentence(nobody):
    with pytest.raises(rl.RummyError, match=r"no bot.*greedy") as refused:
        bot(nobody)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("rules", presets(), ids=str)
def test_hidden_cards_change_no_choice(name, rules):
    random = Random(str(rules))
    record = play_out(rules, [player(name)] * rules.deal.seats[0], seed=11, deal=1)
    for here in list(record.turn_states())[:-1:20]:
        other = exchanged(here, here.seat, random)
        assert choose(name, here) == choose(name, other), here


@pytest.mark.parametrize("name", BOTS)
def test_the_hidden_parts_of_a_view_hold_nothing_to_look_at(name):
    here = rl.deal("rummy40", players=3, seed=5)
    seen = rl.view(here, "A")
    assert set(seen.hands["B"]) == set(seen.hands["C"]) == set(seen.stock) == {None}
    assert seen.state.chance is None
    assert not rl.check(seen, player(name).choose(seen, Rng(1)))


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(
    "rules", ["schmidt", "rummy40", "rummy40{turn.must_play=yes}", "schmidt{pack.jokers=0,turn.must_play=yes}"]
)
def test_every_choice_passes_check_by_view_and_by_state(name, rules):
    asked = exists if rl.rule_set(rules).needs_search else None
    record = play_out(rules, [player(name), "random"], seed=3)
    assert not record.forfeit
    for here in list(record.turn_states())[:-1:5]:
        turn = rl.Turn.parse(choose(name, here))
        assert rl.check(here, turn, exists=asked) == () == rl.check(rl.view(here, here.seat), turn, exists=asked)


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        # It opens as soon as it can, and then goes on.
        ("rummy40; table [5h 6h 7h]; hand A Ks Kh Kd 10s 10h 10d 8h 2c; hand B 3c; turn A drew",
         "meld 10d 10h 10s; meld Kd Kh Ks; layoff 8h>1; discard 2c"),
        ("schmidt; hand A 10r 10y 10g 1b; hand B 1r; stock 2b; turn A", "meld 10r 10y 10g; end"),
        ("schmidt; hand A 9r 9y 9g 1b; hand B 1r; stock 2b; turn A", "draw"),
        # 27 or 30: the joker stands where it opens.
        ("schmidt; hand A 9r 10r * 1b; hand B 1r; stock 2b; turn A", "meld 9r 10r *11r; end"),
        # Below the sum with the longest layout, enough with the dearest.
        ("rummy40; hand A 10h Jh * Kh 2c; hand B 3c; turn A drew", "meld 10h Jh *Qh Kh; discard 2c"),
        # All of the hand but the card to throw.
        ("rummy40; table [5h 6h 7h]; hand A+ 8h; hand B 3c; turn A drew", "discard 8h"),
        # The best way to lay, not the longest run first.
        ("schmidt; hand A+ 3r 4r 5r 6r 7r 6y 6b; hand B 1r; turn A", "meld 3r 4r 5r; meld 6r 6y 6b; end"),
        # A joker is swapped where it can be laid again at once, else left.
        ("rummy40; table [4h *5h 6h]; hand A+ 5h Kd 2c; hand B 3c; turn A drew", "swap 5h>1; layoff *7h>1; discard Kd"),
        ("rummy40; table [4c 4d *4?] [2s 3s 4s]; hand A+ 4h Kd 2c; hand B 3c; turn A drew", "layoff 4h>1; discard Kd"),
        # Booklet example 2, with a card more in the hand.
        ("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 12r; hand B 1r; turn A",
         "layoff 6g>1; pull 2g<1; meld 2y 2g 2b; end"),
        ("rummy40; hand A Ks Kh 4c 9d; hand B 3c; pile 2d; stock ??x5; turn A", "draw"),
        ("rummy40; hand A Ks Kh Qs Qh Qd 9d; hand B 3c; pile Kd; stock ??x5; turn A", "take"),
        ("rummy40; table [5h 6h 7h]; hand A+ 9d 2c; hand B 3c; pile 8h; stock ??x5; turn A", "take"),
        ("rummy40; table [5h 6h 7h]; hand A+ 9d 2c; hand B 3c; pile 10h; stock ??x5; turn A", "draw"),
        # It opens anyway; the king would only lie in the hand.
        ("rummy40; hand A Ks Kh Kd Qs Qh Qd 9d; hand B 3c; pile 3d; stock ??x5; turn A", "draw"),
        ("rummy40; hand A 9c; hand B 3c; pile 3d; stock; turn A", "pass"),
    ],
)  # fmt: skip
def test_greedy(position, turn):
    assert choose("greedy", rl.position(position)) == turn


def test_the_dearest_card_that_goes_with_no_other_is_thrown():
    hand = read_cards("4h 5h 9s Kd Kc 2c 2d 2s * Qs")
    assert " ".join(map(str, by_uselessness(rl.RUMMY40, hand))) == "Qs 9s 5h 4h Kc Kd 2c 2d 2s *"


def test_greedy_beats_random_at_rummy40():
    wins = sum(
        play_out("rummy40", ["greedy", "random"], seed=2, deal=deal).outcome.winners == ("A",) for deal in range(12)
    )
    assert wins >= 9


def test_a_bot_can_say_what_else_it_saw():
    here = rl.position("schmidt; table [6r 7r 8r]; hand A+ 5r 9b; stock 1y; turn A")
    choices = dict(bot("random").alternatives(rl.view(here, "A"), Rng(1)))
    assert set(map(str, choices)) == {"draw", "layoff 5r>1; end"}


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("rules", ["schmidt", "rummy40"])
def test_the_alternatives_are_legal_and_scored_and_what_it_plays_is_one_of_them(name, rules):
    for here in list(play_out(rules, ["greedy", "random"], seed=4).turn_states())[:-1:4]:
        seen = rl.view(here, here.seat)
        found = player(name).alternatives(seen, Rng(7))
        assert len({turn for turn, _ in found}) == len(found)
        assert all(not rl.check(here, turn) for turn, _ in found)
        assert all(type(score) is int for _, score in found)
        chosen = choose(name, here)
        assert chosen in [str(turn) for turn, _ in found]
        if name != "random":
            assert chosen == str(found[0][0])
            assert [score for _, score in found[1:]] == sorted((score for _, score in found[1:]), reverse=True)


def test_greedy_scores_the_cards_it_lays_and_exact_the_points_it_keeps():
    here = rl.position("schmidt; table [6r 7r 8r]; hand A+ 5r 9r 9b; stock 1y; turn A")
    found = {name: bot(name).alternatives(rl.view(here, "A"), Rng(1)) for name in ("greedy", "exact")}
    assert found["greedy"][0] == (rl.Turn.parse("layoff 9r>1; layoff 5r>1; end"), 2)
    assert found["greedy"][-1] == (rl.Turn.parse("draw"), 0)
    assert found["exact"][0][1] == -9
    assert ("draw", -23) in [(str(turn), score) for turn, score in found["exact"]]


def test_bots_are_values():
    assert GreedyBot() == GreedyBot()
    assert hash(GreedyBot()) == hash(GreedyBot())
