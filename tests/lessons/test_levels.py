"""The first whole deal of each course, with its own rules and opponents: short, and a pupil may win it.

Two bots stand in for the pupil: `random`, who lays only by chance, and `greedy`, who lays all there is. A beginner is
between them, so what has to hold for a beginner holds for both.
"""

import pytest

import rummy_lab as rl
from rummy_lab.lessons.course import Deal, course

OWN_TURNS = 12


def played(game, pupil, games):
    """Deals of level 1 as they are met, the pupil on the first seat."""
    level = next(entry for entry in course(game).entries if isinstance(entry, Deal))
    assert level.level == 1
    assert level.players[0] == "me"
    return rl.selfplay(level.rules, [pupil, *level.players[1:]], games=games, seed=level.seed, progress=False), level


def share_of_short_deals(run, level):
    deals = run.by_deal
    assert set(deals.end) <= {"out", "blocked"}  # none is broken off
    return (-(-deals.turns // len(level.players)) <= OWN_TURNS).mean()


@pytest.mark.parametrize("pupil", ["random", "greedy"])
@pytest.mark.parametrize("game", ["schmidt", "rummy40"])
def test_nine_of_ten_deals_of_level_1_end_within_12_own_turns(game, pupil):
    assert share_of_short_deals(*played(game, pupil, 100)) >= 0.9


@pytest.mark.slow
@pytest.mark.parametrize("pupil", ["random", "greedy"])
@pytest.mark.parametrize("game", ["schmidt", "rummy40"])
def test_nine_of_ten_of_many_deals_of_level_1_end_within_12_own_turns(game, pupil):
    assert share_of_short_deals(*played(game, pupil, 1500)) >= 0.9


@pytest.mark.parametrize("game", ["schmidt", "rummy40"])
def test_who_lays_what_there_is_wins_more_deals_of_level_1_than_the_others(game):
    run, _ = played(game, "greedy", 200)
    wins = run.by_player.groupby("seat", observed=True).won.sum()
    assert wins.idxmax() == "A"
