"""What is asked about a position, whatever heaps lie on its table: an answer, or a refusal in one sentence."""

import pytest
from hypothesis import HealthCheck, given, settings

import rummy_lab as rl
from fuzz.hostile import told_well
from rummy_lab.core.errors import RummyError
from rummy_lab.search import exists
from strategies import partial_positions

ASKED = {
    "best turn": lambda state: rl.best_turn(state, nodes=200),
    "dearest turn": lambda state: rl.best_turn(state, "points", nodes=200),
    "can open": rl.can_open,
    "best opening": rl.best_opening,
    "best discard": rl.best_discard,
    "hint": lambda state: rl.hint(state, 3, "de"),
    "plan": lambda state: (best := rl.best_turn(state, nodes=200)) and rl.plan(state, best.turn),
    "turns": lambda state: list(rl.turns(state, 3)),
    "exists": exists,
    "view": lambda state: rl.view(state, "A"),
    "words": lambda state: rl.TableView(state, lang="nl").words(),
}


def bear(ask, state):
    """Ask; a refusal is told well, and nothing else is raised."""
    try:
        ask(state)
    except RummyError as refused:
        told_well(refused)


@pytest.mark.parametrize("name", ASKED)
def test_whatever_lies_there(name):
    @settings(max_examples=12, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
    @given(partial_positions())
    def tried(state):
        bear(ASKED[name], state)

    tried()


@pytest.mark.slow
@pytest.mark.parametrize("name", ASKED)
def test_whatever_lies_there_more_often(name):
    @settings(max_examples=300, suppress_health_check=list(HealthCheck))
    @given(partial_positions())
    def tried(state):
        bear(ASKED[name], state)

    tried()


@pytest.mark.parametrize(
    "heap", ["[Ac 2c 3c]", "[Kc Ac 2c]", "[4c 6c 9c]", "[4c 4d]", "[* *]", "[9s 10s *]", "[8s *9?]", "[7h]"]
)
@pytest.mark.parametrize("name", ASKED)
def test_a_heap_that_is_no_meld_breaks_no_search(name, heap):
    rules = "rummy40{pack.jokers=4,table.mode=rearrange}"
    text = f"{rules}; table {heap} [4s 5s 6s]; hand A+ 7s 9d 5c; hand B ??x5; pile Kd; stock ??x9; turn A drew"
    bear(ASKED[name], rl.position(text))
