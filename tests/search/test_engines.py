"""The best turn is the same by both engines; an engine that there is not is told in one sentence."""

from importlib.util import find_spec
from itertools import islice
from random import Random

import pytest

import rummy_lab as rl
from rummy_lab.core.base import Base
from rummy_lab.core.cards import JOKER
from rummy_lab.core.melds import Table
from rummy_lab.core.state import State
from rummy_lab.search.best import best_turn
from rummy_lab.search.engines import ENGINES, fastest
from rummy_lab.search.openings import best_discard, best_opening, can_open
from search.compiled_cases import child, meld_of
from search.drawn import drawn_rules, drawn_table, met_in_play

compares = pytest.mark.skipif(find_spec("numba") is None, reason="compares with the compiled search, which needs numba")
OBJECTIVES = ("cards", "points", "penalty", "out")
# The third throws a card after arranging: there each discard is a search of its own.
GAMES = ("schmidt", "rummy40", "rummy40{table.mode=rearrange,deal.hand=9}")


def drawn_state(rng: Random, game: str) -> State:
    """A table of drawn melds and a hand, under rules of this game that the automaton expresses."""
    rules = drawn_rules(rng, rl.rule_set(game), plain=True)
    melds, left = drawn_table(rng, rules, min(rng.choice((0, 9, 20, 40)), rules.cards // 2))
    table, jokers = [], 0
    for meld in melds:
        # Every joker that lies there doubles the cases.
        jokers += sum(wild for wild, _, _ in meld.slots)
        if jokers <= 2:
            table.append(meld_of(rules, meld))
    rest = sorted(card for card in left.elements() if not card.joker)
    top = rest.pop(rng.randrange(len(rest)))
    hand = rng.sample(rest, min(len(rest), rng.choice((5, 9, 14))))
    hand += [JOKER] * min(left[JOKER], rng.choice((0, 0, 1)))
    pile, phase = (None, "start") if not rules.has_pile else ((top,), rng.choice(("start", "drew")))
    opened = rng.choice((1, 1, 0))
    base = Base(rules, Table(table), (tuple(sorted(hand)), None), (opened, opened), pile,
                turns=4, phase=phase, drawn=int(phase == "drew"))  # fmt: skip
    return rl.position(str(State(base)))


def by_engine(state, objective, **settings):
    return [best_turn(state, objective, engine=engine, **settings) for engine in ENGINES]


def the_same(number: int) -> bool:
    """Compare the engines in a drawn position, and say whether something could be laid there."""
    rng = Random(f"engines {number}")
    state, objective = drawn_state(rng, GAMES[number % 3]), OBJECTIVES[number // 3 % 4]
    plain, compiled = by_engine(state, objective, tidy=number % 5 == 0, nodes=rng.choice((None, None, 20_000, 50)))
    assert plain == compiled, (number, str(state))
    for asked in (best_discard, best_opening):
        assert asked(state, objective, engine="compiled") == asked(state, objective), (number, str(state))
    return plain is not None and plain.cards_laid > 0


@compares
@pytest.mark.parametrize("start", range(0, 240, 60))
def test_the_same_turn_in_drawn_positions(start):
    assert sum(map(the_same, range(start, start + 60))) > 15


@compares
@pytest.mark.slow
@pytest.mark.parametrize("start", range(240, 3000, 60))
def test_the_same_turn_in_many_drawn_positions(start):
    test_the_same_turn_in_drawn_positions(start)


def the_same_in_play(game: str, deals: int, most: int) -> None:
    states = list(islice(met_in_play(rl.rule_set(game), deals, seed=31), most))
    assert len(states) > most // 2
    for number, state in enumerate(states):
        plain, compiled = by_engine(state, OBJECTIVES[number % 4], tidy=False)
        assert plain == compiled, str(state)
        assert can_open(state, engine="compiled") == can_open(state)


@compares
@pytest.mark.parametrize("game", ["schmidt", "rummy40"])
def test_the_same_turn_in_positions_met_in_play(game):
    the_same_in_play(game, 4, 120)


@compares
@pytest.mark.slow
@pytest.mark.parametrize("game", ["schmidt", "rummy40", "rummikub", "rummikub_tournament", "jokeren_nl"])
def test_the_same_turn_in_many_positions_met_in_play(game):
    the_same_in_play(game, 40, 1_500)


def test_an_engine_that_there_is_not_is_told_in_one_sentence():
    here = rl.position("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b; turn A")
    for asked in (best_turn, best_opening, rl.best_arrangement):
        argument = "schmidt" if asked is rl.best_arrangement else rl.position("schmidt; hand A 10r 11r 12r; turn A")
        with pytest.raises(rl.RummyError, match=r"^no engine 'fast'; there are plain, compiled$"):
            asked(argument, engine="fast")
    with pytest.raises(rl.RummyError, match="no engine"):
        rl.best_turn(here, engine=None)


def test_numba_is_used_where_it_is():
    assert fastest() == ("compiled" if find_spec("numba") else "plain")


@pytest.mark.parametrize("game", ["schmidt", "rummy40"])
def test_without_numba_the_plain_engine_is_the_fastest_and_the_other_says_what_to_install(game):
    hand = "10r 11r 12r" if game == "schmidt" else "10h Jh Qh Kh"
    code = f"""
import sys
sys.modules["numba"] = None
import rummy_lab as rl
from rummy_lab.search.engines import fastest
here = rl.position("{game}; hand A {hand} 2{hand[-1]}; turn A{" drew" * (game != "schmidt")}")
print(fastest(), rl.best_turn(here) is None)
try:
    rl.best_turn(here, engine="compiled")
except rl.RummyError as error:
    print(error)
"""
    found, _ = child("-c", code)
    assert found == 'plain False\nthe compiled search needs numba: pip install "rummy_lab[fast]"\n'


@compares
def test_budgets_beyond_what_a_machine_word_holds_are_no_limit():
    here = rl.position("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b; turn A")
    assert best_turn(here, nodes=1 << 70, engine="compiled") == best_turn(here, nodes=1 << 70)
