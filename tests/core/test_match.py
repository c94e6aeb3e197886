"""How deals add up to a match: rounds, single, elimination above the limit with buying in (S-40, R-38, D10)."""

import pytest

import rummy_lab as rl
from rummy_lab.core.cards import read_cards
from rummy_lab.core.scoring import Outcome


def won(rules, winner, **left):
    """A deal that `winner` won; the others hold hands that cost this much."""
    hands = {seat: () if seat == winner else worth(left[seat]) for seat in sorted({winner, *left})}
    return Outcome("out", (winner,), hands, dict.fromkeys(hands, 1))


def worth(points):
    """Cards of Rummy 40 that cost this much together."""
    rest = {0: "", 1: "Ad"}.get(points % 10, f"{points % 10}c")
    tens = points // 10 - (points % 10 == 1)
    return read_cards(" ".join(["Kd"] * tens) + " " + rest)


ELIMINATION = rl.RUMMY40.vary(deal__seats=(2, 5))


def match(seats="ABC", rules=ELIMINATION):
    return rl.Match(rules, tuple(seats))


def test_worth():
    for points in (2, 10, 55, 151):
        assert rl.penalties(won(ELIMINATION, "A", B=points), ELIMINATION)["B"] == points


def test_R_38_penalties_add_up_and_who_is_above_150_is_out():
    game = match()
    game.record(won(ELIMINATION, "A", B=100, C=20))
    assert game.totals == {"A": 0, "B": 100, "C": 20}
    assert not game.over
    assert game.winners == ("A",)
    game.record(won(ELIMINATION, "C", A=10, B=50))
    assert game.playing == ("A", "B", "C"), "150 is not above 150"
    game.record(won(ELIMINATION, "C", A=10, B=2))
    assert game.out == ["B"]
    assert game.playing == ("A", "C")
    assert not game.over
    game.record(won(ELIMINATION, "A", C=140))
    assert game.out == ["B", "C"]
    assert game.over
    assert game.winners == ("A",)
    with pytest.raises(ValueError, match="the match is over"):
        game.record(won(ELIMINATION, "A", C=10))


@pytest.mark.parametrize("limit", [100, 150, 1000])
def test_the_limit_is_a_rule(limit):
    rules = ELIMINATION.vary(match__limit=limit)
    game = match("ABC", rules)
    for _ in range(limit // 100):
        game.record(won(rules, "A", B=100, C=10))
    game.record(won(rules, "A", B=limit % 100 or 2, C=10))
    assert ("B" in game.out) == (limit % 100 == 0)
    assert len(game.playing) == (2 if limit % 100 == 0 else 3)


def test_the_start_moves_on_by_one_past_those_who_are_out():
    game = match("ABCD")
    assert game.starter == "A"
    game.record(won(ELIMINATION, "A", B=2, C=151, D=3))
    assert game.starter == "B"
    game.record(won(ELIMINATION, "A", B=2, D=3))
    assert game.starter == "D"
    game.record(won(ELIMINATION, "A", B=2, D=3))
    assert game.starter == "A"
    game.record(won(ELIMINATION, "A", B=151, D=3))
    assert game.starter == "D", "B would start and is out"


@pytest.mark.parametrize("over", ["unfinished", "forfeit A", "blocked"])
def test_D_10_deals_without_a_winner_score_nothing_and_do_not_move_the_start(over):
    game = match("AB")
    game.record(rl.outcome(rl.position(f"rummy40; hand A 2c; hand B 3c; over {over}")))
    assert game.totals == {"A": 0, "B": 0}
    assert game.starter == "A"
    assert game.deals == 1
    assert not game.over


def test_R_38_buying_in_at_the_highest_total_of_those_who_stay():
    rules = ELIMINATION.vary(match__buy_in=1)
    game = match("ABCD", rules)
    game.record(won(rules, "A", B=140, C=60, D=20))
    game.record(won(rules, "A", B=11, C=10, D=10))
    assert game.totals == {"A": 0, "B": 70, "C": 70, "D": 30}
    assert game.bought == {"A": 0, "B": 1, "C": 0, "D": 0}
    assert game.playing == ("A", "B", "C", "D")
    game.record(won(rules, "A", B=100, C=2, D=2))
    assert game.out == ["B"], "once only"
    assert game.totals["B"] == 170


def test_R_38_no_buying_in_when_but_one_stays():
    rules = ELIMINATION.vary(match__buy_in=3)
    game = match("ABC", rules)
    game.record(won(rules, "A", B=151, C=160))
    assert game.over
    assert game.winners == ("A",)
    two = match("AB", rules)
    two.record(won(rules, "A", B=151))
    assert two.over
    assert two.bought == {"A": 0, "B": 0}


def test_buying_in_may_be_declined_and_is_asked_for_each_seat():
    rules = ELIMINATION.vary(match__buy_in=2)
    asked = []

    def only_b(game, seat):
        asked.append((seat, game.totals[seat]))
        return seat == "B"

    game = match("ABCD", rules)
    game.record(won(rules, "A", B=151, C=152, D=20), only_b)
    assert asked == [("B", 151), ("C", 152)]
    assert game.playing == ("A", "B", "D")
    assert game.totals == {"A": 0, "B": 20, "C": 152, "D": 20}


def test_no_buying_in_where_the_rules_have_none():
    game = match("ABC")
    game.record(won(ELIMINATION, "A", B=151, C=2), lambda _match, _seat: pytest.fail("nobody may be asked"))
    assert game.out == ["B"]


def test_everybody_above_the_limit_the_lowest_wins():
    game = match("ABC")
    game.record(won(ELIMINATION, "A", B=140, C=150))
    game.record(won(ELIMINATION, "C", A=152, B=20))
    assert game.out == ["A", "B"]
    assert game.winners == ("C",)
    rules = ELIMINATION.vary(ending__blocked="lowest_wins")
    last = match("AB", rules)
    last.record(won(rules, "A", B=150))
    last.record(won(rules, "B", A=150))
    assert not last.over
    assert set(last.winners) == {"A", "B"}


def test_S_40_rounds():
    rules = rl.SCHMIDT.vary(match__rounds=2)
    game = match("AB", rules)
    game.record(rl.outcome(rl.position("schmidt; hand A; hand B 13r 1y *; over out A")))
    assert game.totals == {"A": 39, "B": -39}
    assert game.winners == ("A",)
    assert not game.over
    assert game.starter == "B"
    game.record(rl.outcome(rl.position("schmidt; hand A * 13r 13b; hand B; over out B")))
    assert game.over
    assert game.totals == {"A": -12, "B": 12}
    assert game.winners == ("B",)


def test_a_tie_names_all_who_share_it():
    rules = rl.SCHMIDT.vary(match__rounds=1)
    game = match("ABC", rules)
    game.record(rl.outcome(rl.position("schmidt; hand A 4r; hand B 4b; hand C 9y; over blocked A B")))
    assert game.over
    assert game.winners == ("A", "B")
    assert game.totals == {"A": 2.5, "B": 2.5, "C": -5}


def test_lower_is_better_with_penalties_in_rounds():
    rules = rl.RUMMY40.vary(match__kind="rounds", match__rounds=1)
    game = match("AB", rules)
    game.record(won(rules, "A", B=20))
    assert game.over
    assert game.winners == ("A",)


def test_single():
    rules = rl.RUMMY40.vary(match__kind="single")
    game = match("ABC", rules)
    assert not game.over
    game.record(won(rules, "B", A=200, C=20))
    assert game.over
    assert game.winners == ("B",)
    assert game.out == []


@pytest.mark.parametrize("rounds", [1, 4, 20])
def test_the_number_of_rounds_is_a_rule(rounds):
    rules = rl.SCHMIDT.vary(match__rounds=rounds)
    game = match("AB", rules)
    for _ in range(rounds):
        assert not game.over
        game.record(rl.outcome(rl.position("schmidt; hand A; hand B 4r; over out A")))
    assert game.over


def test_elimination_under_zero_sum_scores_puts_out_who_has_lost_too_much():
    rules = rl.SCHMIDT.vary(match__kind="elimination", match__limit=100)
    match = rl.Match(rules, ("A", "B"))
    hand = "13r 13y 13g 13b 12r 12y 12g 12b"
    match.record(rl.outcome(rl.position(f"{rules}; hand A; hand B {hand}; over out A")))
    assert match.totals == {"A": 100, "B": -100}
    assert not match.over
    match.record(rl.outcome(rl.position(f"{rules}; hand A; hand B 1r; over out A")))
    assert match.out == ["B"]
    assert match.winners == ("A",)
