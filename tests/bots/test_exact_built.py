"""The best turn of growing melds on numbers is as good as the one of the search for people, wherever that is proved."""

from collections.abc import Iterator

import pytest

import rummy_lab as rl
from bots.drawn import built_rules
from rummy_lab.batch import play_out
from rummy_lab.bots.kernels import exact_built, exact_plan, exact_sheet, sheet, turning, written
from rummy_lab.core.chance import Rng
from rummy_lab.core.moves import Discard, Draw, End, Take, Turn
from rummy_lab.search import after
from rummy_lab.search.arranging import OBJECTIVES
from rummy_lab.search.best import Best, best_turn, rank, valued

GAMES = ["rummy40", "rummy51", "kalooki_uk", "jokeren_nl", "bicycle_kaluki"]


def best_on_numbers(state: rl.State, objective: str) -> Best | None:
    """What the turn comes to that is found on numbers, with the best discard after it; None where none is found."""
    v = written.sheet_of(state, Rng(1))
    v += [0] * (exact_sheet.BUILT_SIZE - sheet.SIZE)
    v[sheet.TASTE + sheet.EX_OBJECTIVE], v[sheet.TASTE + sheet.EX_NODES] = OBJECTIVES.index(objective), -1
    turning.begin(v)
    if not exact_built.find_turn(v, v[sheet.PILE_GAME]):
        return None
    exact_plan.lay_plan(v)
    moves = written.turn_on(v, state.rules)
    closings = [End()]
    if v[sheet.PILE_GAME] and v[sheet.HELD] + v[sheet.LOOSE]:
        closings = [Discard(written._card(card, state.rules)) for card in range(53) if turning.may_throw(v, card)]
    found = [one for move in closings if (one := valued(state, Turn((*moves, move)))) is not None]
    assert found or not moves, (str(state), str(moves))
    return max(found, key=lambda one: rank(one, objective), default=None)


def positions(rules: rl.RuleSet | str, players: list[str], seed: int) -> Iterator[rl.State]:
    """What a seat sees when it may lay cards: after a draw and after taking the discard."""
    for here in list(play_out(rules, players, seed=seed).turn_states())[:-1]:
        moves = [Draw(), Take()] if here.rules.has_pile else [None]
        for move in moves:
            there = here if move is None else after(here, (move,))
            if there is not None:
                yield rl.view(there, there.seat).state


def assert_as_good(state: rl.State, objective: str) -> bool:
    """Whether cards can be laid at all."""
    best, found = best_turn(state, objective, tidy=False), best_on_numbers(state, objective)
    if best is None or not best.cards_laid:
        assert found is None or not found.cards_laid or not best or rank(found, objective) == rank(best, objective)
        return False
    assert found is not None, (str(state), objective, best)
    if best.proved:
        assert rank(found, objective) == rank(best, objective), (str(state), objective, best, found)
    return True


@pytest.mark.parametrize("game", GAMES)
def test_it_is_as_good_in_play(game):
    laid = total = 0
    for seed in range(4):
        for state in positions(game, ["greedy", "exact"], seed):
            total += 1
            laid += assert_as_good(state, OBJECTIVES[total % 4])
    assert laid > 10
    assert total > 100


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
@pytest.mark.parametrize("game", [*GAMES, "rummy40{pack.jokers=6}", "kalooki_uk{pack.jokers=6}"])
def test_it_is_as_good_in_much_play(game, seed):
    for state in positions(game, ["greedy", "careful", "exact"], seed):
        for objective in OBJECTIVES:
            assert_as_good(state, objective)


def drawn(first: int, last: int) -> int:
    laid = 0
    for number in range(first, last):
        rules = built_rules(number)
        players = [("greedy", "random", "exact")[(number + seat) % 3] for seat in range(rules.deal.seats[0])]
        some = [state for state in positions(rules, players, number) if len(state.work.hand or ()) < 22]
        for at, state in enumerate(some[number % 7 :: 7]):
            laid += assert_as_good(state, OBJECTIVES[(number + at) % 4])
    return laid


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_it_is_as_good_under_drawn_rules(first):
    assert drawn(first, first + 20) > 5


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1_000, 3_000, 50))
def test_it_is_as_good_under_many_drawn_rules(first):
    drawn(first, first + 50)


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        # A joker is freed by both suits that its set lacks, and lies anew; in the turn of an opening after the melds
        # that open, which it makes grow.
        ("rummy40; table [8c 8d *8?]; hand A+ 8h 8s Qh Kh 2c; turn A drew",
         "swap 8h 8s>1; meld Qh Kh *Ah; discard 2c"),
        ("rummy40; table [5h *6h 7h]; hand A 6h Kc Kd Kh Qs Js 10s 2c; turn A drew",
         "meld 10s Js Qs; meld Kc Kd Kh; swap 6h>1; layoff *K?>3; discard 2c"),
        # The joker taken lies in a new meld for a while, which is full without it.
        ("kalooki_uk{melds.max_jokers=1}; table [5h 6h 7h]; hand A+ 9c 9d 9h 9s 2c; pile 3d *; turn A: take",
         "meld 9h 9s *9?; swap 9c 9d>2; layoff *4h>1; discard 2c"),
        # Two cards at once onto a run, where one of them alone is not enough.
        ("rummy40{melds.max_jokers=half,pack.jokers=3}; table [*4h *5h 6h 7h]; hand A+ * 9h 2c; turn A drew",
         "layoff *8h 9h>1; discard 2c"),
        # Below the sum the whole hand may be melded where the rules say so.
        ("rummy40{opening.for_rummy=waived}; hand A 2c 3c 4c 5d; turn A drew", "meld 2c 3c 4c; discard 5d"),
    ],
)  # fmt: skip
def test_what_is_rare(position, turn):
    here = rl.position(position)
    start = rl.State(here.base)
    if here.work.taken is not None:
        start = here
    assert_as_good(start, "penalty")
    v = written.sheet_of(start, Rng(1))
    v += [0] * (exact_sheet.BUILT_SIZE - sheet.SIZE)
    v[sheet.TASTE + sheet.EX_OBJECTIVE], v[sheet.TASTE + sheet.EX_NODES] = OBJECTIVES.index("penalty"), -1
    exact_built.exact_built(v)
    assert str(written.turn_on(v, here.rules)) == turn
