"""`exact` on numbers where the table is rearranged: the rows of the table, every deal borne out by the referee."""

import warnings

import pytest

import rummy_lab as rl
from batch.players import frames
from batch.test_fast import assert_equal_engines, played
from bots.drawn import rearranged_rules
from rummy_lab.batch import fast
from rummy_lab.bots import ExactBot
from rummy_lab.bots.kernels import written
from rummy_lab.bots.kernels.compiled import has_numba
from rummy_lab.bots.kernels.rearranged_rules import rearranged_refusal


@pytest.mark.parametrize(
    ("rules", "players", "games"),
    [
        ("schmidt", ["exact", "exact"], 4),
        ("schmidt", ["exact", "greedy", "careful"], 2),
        (["rummikub", "schmidt{opening.points=50}"], ["exact", "random"], 2),
        ("schmidt{table.access=all_opened,turn.play_after_draw=yes,turn.draws=2}", ["exact", "exact", "careful"], 1),
        # Where the nodes run out no meld is broken up, at the table and on numbers.
        ("schmidt", [ExactBot(nodes=30, name="hurried"), ExactBot(objective="out")], 2),
        ("schmidt", [ExactBot(nodes=None), ExactBot(throws="loneliest", name="another")], 1),
    ],
)
def test_both_engines_give_the_same_rows(rules, players, games):
    assert_equal_engines(rules, players, games)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 2_000, 100))
@pytest.mark.parametrize("rules", ["schmidt", "rummikub"])
def test_both_engines_give_the_same_rows_for_many_deals(rules, first):
    assert_equal_engines(rules, ["exact", "exact"], 100, seed=first, rotate=False)


def replayed(number: int, deals: int) -> int:
    """Whether the engine plays this drawn rule set; the referee has played all of its deals again."""
    rules = rearranged_rules(number)
    if rearranged_refusal(rules) or written.refusal(rules):
        return 0
    seats = rules.deal.seats[0] + number % (rules.deal.seats[1] - rules.deal.seats[0] + 1)
    players = ["exact" if (number + seat) % 3 else ("careful", "greedy", "random")[seat % 3] for seat in range(seats)]
    run = played(rules, players, deals, seed=number, rotate=False, audit=1)
    assert len(run.by_deal) == deals
    return 1


def test_the_referee_bears_out_every_deal_under_drawn_rules():
    assert sum(replayed(number, 8) for number in range(30)) >= 8


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1_000, 1_600, 40))
def test_the_referee_bears_out_many_deals_under_drawn_rules(start):
    assert sum(replayed(number, 20) for number in range(start, start + 40))


@pytest.mark.parametrize("rules", ["schmidt", "rummikub"])
def test_plain_and_compiled_text_give_the_same_rows(rules, monkeypatch):
    compiled = frames(played(rules, ["exact", "exact"], 3))
    monkeypatch.setattr(fast, "has_numba", lambda: False)
    assert frames(played(rules, ["exact", "exact"], 3)) == compiled


def test_rules_that_numbers_cannot_say_are_played_at_the_table_and_said():
    with pytest.raises(rl.RummyError, match=r"joker\.anchor=frozen") as refused:
        played("rummikub_tournament", ["exact", "greedy"], 1)
    assert "\n" not in str(refused.value)
    with pytest.warns(UserWarning, match=r"joker\.anchor=frozen"):
        run = played("rummikub_tournament", ["exact", "greedy"], 1, engine="auto")
    assert len(run.by_deal) == 2
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        played("rummikub_tournament", ["greedy", "greedy"], 1, engine="auto")


@pytest.mark.skipif(not has_numba(), reason="the compiled search needs numba")
def test_a_larger_sheet_of_the_search_is_ready_as_the_first_was():
    from rummy_lab.search import compiled, kernels

    small = compiled.desk((3, 4))
    large = compiled.larger(compiled.larger(small))
    assert large.shape == (4 * len(small), 8)
    ways = slice(kernels.BASE, kernels.BASE + 512)
    assert (large[ways] == small[ways]).all()
    assert small[ways].any()
    same = compiled._Desk()
    same.turn_over()
    same.turn_over()
    assert (large[:1] == same.sheet[:1]).all()
    assert large[kernels.ROWS] == len(large)
