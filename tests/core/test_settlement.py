"""What a finished deal costs: every value of the scoring part, fractions, ties, re-pricing and the ring game."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rummy_lab as rl
from rummy_lab.core.scoring import hand_penalty, hand_points
from strategies import made, values_of

WON = "rummy40; hand A; hand B+2 Ac Kd * 7h; hand C 2c; over out A"
OUTCOME = rl.outcome(rl.position(WON))


def result(text):
    return rl.outcome(rl.position(text))


def scoring(**changes):
    return rl.RUMMY40.vary(**{f"scoring__{name}": value for name, value in changes.items()})


def test_the_facts_of_a_deal_won():
    assert (OUTCOME.how, OUTCOME.winners, OUTCOME.forfeited) == ("out", ("A",), "")
    assert list(map(str, OUTCOME.hands["B"])) == ["Ac", "Kd", "*", "7h"]
    assert OUTCOME.opened_turn == {"A": 0, "B": 2, "C": 0}


def test_S_37_R_34_what_a_hand_costs():
    assert hand_penalty(OUTCOME.hands["B"], rl.RUMMY40) == 11 + 10 + 15 + 7
    assert hand_penalty(result("schmidt; hand A; hand B 13r 1y *; over out A").hands["B"], rl.SCHMIDT) == 39
    assert hand_penalty((), rl.SCHMIDT) == 0
    assert hand_penalty(None, rl.SCHMIDT) is None
    assert hand_penalty((None,), rl.SCHMIDT) is None


@pytest.mark.parametrize("joker", [0, 15, 25, 30, 99])
@pytest.mark.parametrize("ace", [1, 11, 15])
def test_prices_of_jokers_and_aces(joker, ace):
    rules = scoring(joker_penalty=joker, ace_penalty=ace)
    assert hand_points(OUTCOME, rules) == {"A": 0, "B": ace + 10 + joker + 7, "C": 2}
    numbered = rl.SCHMIDT.vary(scoring__joker_penalty=joker, scoring__ace_penalty=ace)
    assert hand_points(result("schmidt; hand A 1r 1b 11g; hand B *; over out A"), numbered) == {
        "A": 2 * ace + 11,
        "B": joker,
    }


def test_R_34_penalties_and_the_winner_scores_nothing():
    assert rl.penalties(OUTCOME, rl.RUMMY40) == {"A": 0, "B": 43, "C": 2}
    assert rl.settle(OUTCOME, rl.RUMMY40) == {"A": 0, "B": 43, "C": 2}


def test_S_37_zero_sum_the_winner_gets_what_the_others_lose():
    assert rl.settle(OUTCOME, scoring(kind="zero_sum")) == {"A": 45, "B": -43, "C": -2}


@pytest.mark.parametrize(
    ("text", "changes", "rummy"),
    [
        ("hand A+4; hand B 2c; turns 7; over out A", {}, True),
        ("hand A+3; hand B 2c; turns 7; over out A", {}, False),
        ("hand A+; hand B 2c; turns 7; over out A", {}, False),
        ("hand A+3; hand B 2c; turns 7; over out A", {"rummy_when": "every_win"}, True),
        ("hand A+4; hand B 2c; turns 7; over out A built", {}, True),
        ("hand A+4; hand B 2c; turns 7; over out A built", {"rummy_builds": False}, False),
        ("hand A+4; hand B 2c; turns 7; over out A", {"rummy_builds": False}, True),
        ("hand A+3; hand B 2c; turns 7; over out A built", {"rummy_when": "every_win", "rummy_builds": False}, False),
        ("hand A+4; hand B 2c; turns 7; over out A", {"rummy_bonus": 0}, False),
        ("hand A+4; hand B 2c; turns 8; over blocked A", {"rummy_when": "every_win"}, False),
        ("hand A+4; hand B 2c; turns 7; over unfinished", {"rummy_when": "every_win"}, False),
        ("hand A+4; hand B 2c; turns 7; over forfeit A", {"rummy_when": "every_win"}, False),
    ],
)
def test_R_35_to_R_37_when_a_win_is_a_rummy(text, changes, rummy):
    assert rl.went_rummy(result(f"rummy40; {text}"), scoring(**changes)) is rummy


@pytest.mark.parametrize(("bonus", "charged"), [(0, 43), (25, 68), (1, 44), (999, 1042), ("double", 86)])
def test_R_35_the_bonus_comes_on_top_of_every_other_hand(bonus, charged):
    rummy = replace(OUTCOME, one_turn=True)
    rules = scoring(rummy_bonus=bonus)
    assert rl.penalties(rummy, rules)["B"] == charged
    assert rl.penalties(rummy, rules)["A"] == 0
    assert rl.penalties(OUTCOME, rules)["B"] == 43
    assert hand_points(rummy, rules)["B"] == 43, "A.8: penalty is without the bonus"
    assert rl.settle(rummy, rules.vary(scoring__kind="zero_sum"))["B"] == -charged


@pytest.mark.parametrize(
    ("tie", "kind", "scores"),
    [
        ("share", "zero_sum", {"A": Fraction(7, 3), "B": Fraction(7, 3), "C": Fraction(7, 3), "D": -7}),
        ("full", "zero_sum", {"A": 7, "B": 7, "C": 7, "D": -7}),
        ("share", "penalties", {"A": 0, "B": 0, "C": 0, "D": 9}),
        ("full", "penalties", {"A": 0, "B": 0, "C": 0, "D": 9}),
    ],
)
def test_S_39_ties_in_a_blocked_deal(tie, kind, scores):
    blocked = result("schmidt; hand A 2r; hand B 1b 1y; hand C 2y; hand D 9r; over blocked A B C")
    rules = rl.SCHMIDT.vary(scoring__blocked_tie=tie, scoring__kind=kind)
    assert rl.settle(blocked, rules) == scores


def test_S_39_each_loser_pays_what_he_has_more_than_the_winner():
    blocked = result("schmidt; hand A 10r; hand B 4b; hand C *; over blocked B")
    assert rl.settle(blocked, rl.SCHMIDT) == {"A": -6, "B": 27, "C": -21}
    assert rl.penalties(blocked, rl.SCHMIDT) == {"A": 6, "B": 0, "C": 21}


def test_a_blocked_deal_is_priced_again_by_its_hands():
    blocked = result("schmidt; hand A 10r; hand B * 1b; hand C 12y; over blocked A")
    assert rl.settle(blocked, rl.SCHMIDT) == {"A": 18, "B": -16, "C": -2}
    cheap = rl.SCHMIDT.vary(scoring__joker_penalty=0)
    assert rl.settle(blocked, cheap) == {"A": -9, "B": 20, "C": -11}
    assert rl.settle(blocked, rl.SCHMIDT.vary(ending__blocked="void")) == {"A": 0, "B": 0, "C": 0}


@pytest.mark.parametrize("over", ["unfinished", "forfeit B", "blocked"])
@pytest.mark.parametrize("rules", [rl.SCHMIDT, rl.RUMMY40])
def test_deals_that_end_otherwise_cost_nothing(over, rules):
    suits = "rb" if rules is rl.SCHMIDT else "ch"
    ended = result(f"{rules}; hand A 10{suits[0]}; hand B 10{suits[1]} 9{suits[0]}; over {over}")
    if over != "blocked" or rules is rl.RUMMY40:
        assert rl.settle(ended, rules) == {"A": 0, "B": 0}
        assert rl.penalties(ended, rules) == {"A": 0, "B": 0}
    assert ended.forfeited == ("B" if "forfeit" in over else "")


def test_one_deal_is_priced_under_every_preset():
    under = {name: rl.penalties(OUTCOME, rl.rule_set(name))["B"] for name in ("rummy40", "rummy51", "bicycle_kaluki")}
    assert under == {"rummy40": 43, "rummy51": 53, "bicycle_kaluki": 47}
    assert rl.penalties(OUTCOME, "rummy51") == rl.penalties(OUTCOME, rl.RUMMY51)


def independent_score(outcome, rules):
    """The scores again, from the rulebook's sentences: S-37, S-39, R-34, R-35."""
    price = rules.scoring
    cost = {
        seat: sum(
            price.joker_penalty if card.joker else price.ace_penalty if card.rank == 1 else
            min(card.rank, 10 if rules.pack.suits == "cdhs" else 13) for card in hand
        ) for seat, hand in outcome.hands.items()
    }  # fmt: skip
    seats = list(cost)
    if outcome.how == "blocked" and rules.ending.blocked == "lowest_wins":
        low = min(cost.values())
        winners = [seat for seat in seats if cost[seat] == low]
        less = low if price.kind == "zero_sum" else 0
        lost = {seat: 0 if seat in winners else cost[seat] - less for seat in seats}
    elif outcome.how == "out":
        winners = list(outcome.winners)
        special = price.rummy_when == "every_win" or outcome.one_turn
        special = special and (price.rummy_builds or not outcome.built)
        bonus = price.rummy_bonus if special else 0
        lost = {seat: 2 * cost[seat] if bonus == "double" else cost[seat] + bonus for seat in seats}
        lost |= dict.fromkeys(winners, 0)
    else:
        return dict.fromkeys(seats, 0)
    if price.kind == "penalties":
        return lost
    share = len(winners) if price.blocked_tie == "share" else 1
    return {seat: Fraction(sum(lost.values()), share) if seat in winners else -lost[seat] for seat in seats}


PRICES = {field: st.sampled_from(values_of(field)) for field in rl.SCHMIDT.values() if field.startswith("scoring.")}


@given(st.fixed_dictionaries(PRICES), st.randoms(use_true_random=False), st.data())
def test_any_prices_and_any_end(prices, random, data):
    game = data.draw(st.sampled_from((rl.SCHMIDT, rl.RUMMY40)))
    rules = made(game.values() | prices | {"ending.blocked": data.draw(st.sampled_from(("lowest_wins", "void")))}, game)
    dealt = rl.deal(rules, data.draw(st.integers(2, 4)), random.getrandbits(60))
    size = data.draw(st.integers(1, 3))
    hands = {seat: hand[:size] for seat, hand in dealt.hands.items()}
    how = data.draw(st.sampled_from(("out", "blocked", "unfinished", "forfeit")))
    facts = replace(
        OUTCOME, how=how, hands=hands, winners=("B",) if how == "out" else (), one_turn=data.draw(st.booleans()),
        built=data.draw(st.booleans()), opened_turn=dict.fromkeys(hands, 1), forfeited="A" if how == "forfeit" else "",
    )  # fmt: skip
    if how == "out":
        facts = replace(facts, hands=hands | {"B": ()})
    scores = rl.settle(facts, rules)
    assert scores == independent_score(facts, rules)
    assert all(isinstance(score, Fraction) for score in scores.values())
    tied = how == "blocked" and sum(score > 0 for score in scores.values()) > 1
    if rules.scoring.kind == "zero_sum" and not (tied and rules.scoring.blocked_tie == "full"):
        assert sum(scores.values()) == 0
    if how == "out":
        assert rl.penalties(facts, rules)["B"] == 0
    paid = rl.payout([facts, facts], rules)
    assert sum(paid.values()) == 0


def test_R_39_the_ring_game():
    rules = rl.RUMMY40.vary(scoring__settlement=(1, 2))
    rummy = replace(OUTCOME, one_turn=True)
    other = result("rummy40; hand A 2c; hand B; hand C 3c; over out B")
    assert rl.payout([OUTCOME], rules) == {"A": 2, "B": -1, "C": -1}
    assert rl.payout([rummy], rules) == {"A": 4, "B": -2, "C": -2}
    assert rl.payout([OUTCOME, rummy, other], rules) == {"A": 5, "B": -1, "C": -4}
    assert rl.payout([], rules) == {}
    assert rl.payout([OUTCOME], rl.RUMMY40) == {"A": 0, "B": 0, "C": 0}
    assert rl.payout([result("rummy40; hand A 2c; hand B 3c; over blocked")], rules) == {"A": 0, "B": 0}
    assert rl.payout([rummy], rules.vary(scoring__rummy_builds=False)) == {"A": 4, "B": -2, "C": -2}


def test_R_39_the_rummy_amount_does_not_hang_on_the_bonus():
    rules = rl.RUMMY40.vary(scoring__settlement=(1, 2), scoring__rummy_bonus=0)
    assert rl.payout([replace(OUTCOME, one_turn=True)], rules) == {"A": 4, "B": -2, "C": -2}
