"""The compiled search is the plain one: the same steps, the same bounds, after the same number of nodes."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

pytest.importorskip("numba", reason="the compiled search is compiled by numba")

import numba

from rummy_lab.search.arranging import best_arrangement
from rummy_lab.search.solver import ENDLESS, Budget, OutOfNodes, Solver
from search.compiled_cases import CASES, NODES, child, outcome, tasks


@pytest.fixture(scope="module")
def cache_dir(tmp_path_factory):
    """A fresh place for compiled code: numba does not notice every change of a source."""
    folder = tmp_path_factory.mktemp("numba")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(numba.config, "CACHE_DIR", str(folder))
        from rummy_lab.search import compiled  # noqa: F401

        yield folder


@pytest.fixture(scope="module")
def solve(cache_dir):
    from rummy_lab.search import compiled

    return compiled.solve


def plain(task, budget=None, most=ENDLESS):
    return Solver(task, budget).run(most)


def said(solver, start, stop):
    return "".join(f"{outcome(solver, task)}\n" for task in tasks(start, stop))


@pytest.mark.parametrize("start", range(0, 150, 50))
def test_the_same_steps_on_drawn_tasks(solve, start):
    for number, task in enumerate(tasks(start, start + 50), start):
        assert outcome(solve, task) == outcome(plain, task), (number, task)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(150, 2000, 50))
def test_the_same_steps_on_many_drawn_tasks(solve, start):
    test_the_same_steps_on_drawn_tasks(solve, start)


def test_the_same_up_to_a_loss(solve):
    for task in tasks(0, 40):
        for most in (0, 1, 3, 10):
            assert solve(task, None, most) == plain(task, None, most)


def alike_within(solve, task, nodes):
    """Both searches end alike with so many nodes; how many are left."""
    budgets = Budget(nodes), Budget(nodes)
    bounds = []
    for solver, budget in zip((solve, plain), budgets, strict=True):
        try:
            bounds.append(solver(task, budget))
        except OutOfNodes as stop:
            bounds.append(stop.bound)
    assert bounds[0] == bounds[1]
    assert budgets[0].left == budgets[1].left
    return budgets[0].left


def test_the_same_where_the_nodes_run_out(solve):
    for task in tasks(0, 40):
        for nodes in (0, 5, 40):
            alike_within(solve, task, nodes)


def test_a_rank_with_very_many_ways_is_as_dear_in_both(solve):
    wide = next(tasks(1362, 1363))
    assert NODES - alike_within(solve, wide, NODES) > 1_000
    assert alike_within(solve, wide, 500) < -1


def test_a_search_that_outgrows_its_sheet_or_comes_up_for_air_is_the_same(solve, monkeypatch):
    from rummy_lab.search import compiled
    from rummy_lab.search.kernels import BREATH

    desk = compiled._Desk()
    monkeypatch.setattr(compiled, "_desk", desk)
    hard = max(tasks(0, 60), key=lambda task: -outcome(solve, task)[1])
    hard = replace(hard, exact_jokers=True, points=False)
    found, left = outcome(solve, hard)
    assert desk.scale > 0
    assert NODES - left > 2 * BREATH
    assert (found, left) == outcome(plain, hard)


def test_numbers_too_large_for_the_sheet_go_to_the_plain_search(solve):
    task = next(task for task in tasks(0, 40) if not task.shape.both)
    there = tuple((15, *row[1:]) for row in task.there)
    many = replace(task, there=there, jokers=3, must_jokers=0)
    few = replace(task, shape=replace(task.shape, least=5))
    assert solve(few) == plain(few)
    assert solve(many, None, 0) == plain(many, None, 0)


def test_threads_do_not_disturb_each_other(solve):
    some = list(tasks(0, 30))
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(solve, some * 4))
    assert found == [plain(task) for task in some] * 4


def test_best_arrangement_by_either_engine(solve):
    bags = ("schmidt", "2g 3g 4g 5g 9r *", "6g 2y 2b 9r 9y 10b 11b 12b 12r")
    assert best_arrangement(*bags, engine="compiled") == best_arrangement(*bags)


def test_without_the_compiler_the_same_text_gives_the_same(solve):
    found, _ = child(CASES, 0, 12, NUMBA_DISABLE_JIT="1")
    assert found == said(plain, 0, 12)


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_another_process_finds_the_same(solve, cache_dir, hash_seed):
    found, _ = child(CASES, 0, 40, PYTHONHASHSEED=hash_seed, NUMBA_CACHE_DIR=str(cache_dir))
    assert found == said(plain, 0, 40)


def test_without_a_folder_for_compiled_code_it_warns_once_and_works():
    code = """
from numba.core.caching import CacheImpl
CacheImpl._locator_classes = []  # what a read-only installation without a home comes to
from rummy_lab.search import kernels
print(kernels._hash(1, 2) >= 0)
"""
    found, warned = child("-W", "always", "-c", code)
    assert found == "True\n"
    assert warned.count("RuntimeWarning: numba finds no folder") == 1


def test_without_numba_one_sentence_says_what_to_install():
    code = """
import sys
sys.modules["numba"] = None
import rummy_lab as rl
from rummy_lab.search.arranging import best_arrangement
print(best_arrangement("schmidt", "", "1r 2r 3r").cards_laid)
try:
    best_arrangement("schmidt", "", "1r 2r 3r", engine="compiled")
except rl.core.errors.RummyError as error:
    print(error)
"""
    found, _ = child("-c", code)
    assert found == '3\nthe compiled search needs numba: pip install "rummy_lab[fast]"\n'


def test_the_package_and_the_plain_search_load_without_numba():
    code = "import sys, rummy_lab, rummy_lab.search.best; print({'numba', 'numpy'} & set(sys.modules))"
    assert child("-c", code)[0] == "set()\n"
