"""Matches: deals between the same seats, who is out sits no more, and every match ends."""

import pytest

import rummy_lab as rl
from rummy_lab.batch import matches


def test_rounds_are_played_to_the_last():
    match, records = rl.play_match("schmidt", ["greedy", "random", "greedy"], seed=3)
    assert match.over
    assert len(records) == match.deals == 4
    assert sum(match.totals.values()) == 0
    assert [record.deal for record in records] == [0, 1, 2, 3]
    starters = [record.starter for record in records]
    assert starters[0] == "A"
    assert len(set(starters)) > 1


def test_who_is_above_the_limit_has_no_seat_in_the_next_deal():
    match, records = rl.play_match("rummy40", ["greedy", "random", "random", "greedy"], seed=3)
    assert match.over
    assert len(match.winners) == 1
    seats = [len(record.players) for record in records]
    assert seats == sorted(seats, reverse=True)
    assert seats[0] == 4
    assert min(seats) >= 2
    assert all(match.totals[seat] > 150 for seat in match.out)
    losses = dict.fromkeys("ABCD", 0)
    for record in records[: seats.count(4)]:
        for seat, charged in rl.penalties(record.outcome, record.rules).items():
            losses[seat] += charged
    assert sum(loss > 150 for loss in losses.values()) == 4 - seats[seats.count(4)]


def test_buying_in_is_asked_and_may_be_declined():
    asked = []

    def never(match, seat):
        asked.append(seat)
        return False

    match, _ = rl.play_match("kalooki_uk", ["greedy"] * 3, seed=4, buy_in=never)
    assert asked
    assert set(match.bought.values()) == {0}
    again, _ = rl.play_match("kalooki_uk", ["greedy"] * 3, seed=4)
    assert sum(again.bought.values()) > 0


def test_a_match_of_deals_that_score_nothing_is_left_undecided(monkeypatch):
    monkeypatch.setattr(matches, "MOST_DEALS", 5)

    def cheat(view, rng):
        return "end"

    match, records = rl.play_match("rummy40", [cheat, cheat])
    assert not match.over
    assert len(records) == 5


@pytest.mark.parametrize("players", [[], ["greedy"], ["greedy", "nobody"]])
def test_a_match_needs_its_players(players):
    with pytest.raises(rl.RummyError):
        rl.play_match("rummy40", players)
