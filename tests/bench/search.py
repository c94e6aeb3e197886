"""How fast the exact search is beside integer programmes: python tests/bench/search.py [positions met in play]

One table, CPU milliseconds and ratios to our plain engine in the same run, each solver on the same positions and only
on those sets that the cards there are can make. Each solver begins with nothing kept and warms up on other positions.
Every answer is compared. Peers that are not installed are named.
"""

from __future__ import annotations

import gc
import json
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import combinations, islice
from pathlib import Path
from random import Random

TESTS = Path(__file__).resolve().parents[1]
sys.path[0] = str(TESTS)  # instead of this folder, in which this file would hide the tests of the search

import rummy_lab as rl  # noqa: E402
from rummy_lab.core.cards import JOKER, Card, natural  # noqa: E402
from rummy_lab.core.rules import RuleSet  # noqa: E402
from rummy_lab.search.arranging import best_arrangement  # noqa: E402
from rummy_lab.search.best import best_turn  # noqa: E402
from rummy_lab.search.suits import forget  # noqa: E402
from search.drawn import drawn_table, met_in_play, whole_table  # noqa: E402

FREE = RuleSet.of("rummikub")
FACES = [*(natural(rank, suit) for suit in "rybg" for rank in range(1, 14)), JOKER]
Bag = tuple[Card, ...]
Position = tuple[Bag, Bag]
Solve = Callable[[Bag, Bag], int]


# The peers: den Hertog and Hulshof's programme, as one would write it, built anew for each position


@cache
def all_sets() -> tuple[Bag, ...]:
    """Runs of three to five and sets, with up to two jokers; what is longer is put together from these."""
    whole = [
        tuple(natural(at, s) for at in range(low, low + n))
        for s in "rybg"
        for n in (3, 4, 5)
        for low in range(1, 15 - n)
    ]
    whole += [
        tuple(natural(at, s) for s in suits) for at in range(1, 14) for n in (3, 4) for suits in combinations("rybg", n)
    ]
    found = dict.fromkeys(whole)
    for row in whole:
        for wild in (1, 2):
            for places in combinations(range(len(row)), wild):
                found[tuple(sorted(JOKER if at in places else card for at, card in enumerate(row)))] = None
    return tuple(found)


def possible(table: Bag, hand: Bag) -> list[Counter[Card]]:
    there = Counter((*table, *hand))
    return [Counter(one) for one in all_sets() if all(there[card] for card in one) and one.count(JOKER) <= there[JOKER]]


def by_glpk(table: Bag, hand: Bag) -> int:
    import swiglpk as glpk

    sets, lying, free = possible(table, hand), Counter(table), Counter(hand)
    glpk.glp_term_out(glpk.GLP_OFF)
    lp = glpk.glp_create_prob()
    glpk.glp_set_obj_dir(lp, glpk.GLP_MAX)
    glpk.glp_add_rows(lp, len(FACES))
    glpk.glp_add_cols(lp, len(sets) + len(FACES))
    row = {face: at for at, face in enumerate(FACES, 1)}
    entries = [(row[card], at, count) for at, one in enumerate(sets, 1) for card, count in one.items()]
    for at in range(1, len(sets) + 1):
        glpk.glp_set_col_kind(lp, at, glpk.GLP_IV)
        glpk.glp_set_col_bnds(lp, at, glpk.GLP_DB, 0, 2)
    for face, at in row.items():
        glpk.glp_set_row_bnds(lp, at, glpk.GLP_FX, lying[face], lying[face])
        column = len(sets) + at
        glpk.glp_set_col_kind(lp, column, glpk.GLP_IV)
        glpk.glp_set_col_bnds(lp, column, glpk.GLP_DB if free[face] else glpk.GLP_FX, 0, free[face])
        glpk.glp_set_obj_coef(lp, column, 1)
        entries.append((at, column, -1))
    rows, columns, values = (kind(len(entries) + 1) for kind in (glpk.intArray, glpk.intArray, glpk.doubleArray))
    for at, (one, other, value) in enumerate(entries, 1):
        rows[at], columns[at], values[at] = one, other, value
    glpk.glp_load_matrix(lp, len(entries), rows, columns, values)
    options = glpk.glp_iocp()
    glpk.glp_init_iocp(options)
    options.presolve, options.msg_lev = glpk.GLP_ON, glpk.GLP_MSG_OFF
    glpk.glp_intopt(lp, options)
    best = round(glpk.glp_mip_obj_val(lp))
    glpk.glp_delete_prob(lp)
    return best


def by_highs(table: Bag, hand: Bag) -> int:
    import highspy  # noqa: F401

    from search.oracles import solved

    sets, lying, free = possible(table, hand), Counter(table), Counter(hand)
    row = {face: at for at, face in enumerate(FACES)}
    start, index, value = [], [], []
    for one in sets:
        start.append(len(index))
        index += [row[card] for card in one]
        value += one.values()
    for face in FACES:
        start.append(len(index))
        index.append(row[face])
        value.append(-1)
    costs = [0] * len(sets) + [1] * len(FACES)
    bounds = [lying[face] for face in FACES]
    return solved(costs, [2] * len(sets) + [free[face] for face in FACES], (bounds, bounds), (start, index, value)) or 0


def by_cbc(table: Bag, hand: Bag) -> int:
    import mip

    sets, lying, free = possible(table, hand), Counter(table), Counter(hand)
    model = mip.Model(sense=mip.MAXIMIZE, solver_name=mip.CBC)
    model.verbose = 0
    model.threads = 1
    chosen = [model.add_var(var_type=mip.INTEGER, lb=0, ub=2) for _ in sets]
    laid = {face: model.add_var(var_type=mip.INTEGER, lb=0, ub=free[face]) for face in FACES}
    uses = {face: [] for face in FACES}
    for variable, one in zip(chosen, sets, strict=True):
        for card, count in one.items():
            uses[card].append(count * variable)
    for face in FACES:
        model += mip.xsum(uses[face]) - laid[face] == lying[face]
    model.objective = mip.xsum(laid.values())
    model.optimize()
    return round(model.objective_value)


@cache
def package(backend: str):
    import rummikub_solver

    return rummikub_solver.RuleSet(solver_backend=rummikub_solver.MILPSolver[backend])


def by_package(backend: str, table: Bag, hand: Bag) -> int:
    import rummikub_solver

    rules, number = package(backend), {face: at for at, face in enumerate(FACES, 1)}
    state = rules.new_game()
    state.add_table(*(number[card] for card in table))
    state.add_rack(*(number[card] for card in hand))
    state.initial = False
    found = rules.solve(state, rummikub_solver.SolverMode.TILE_COUNT)
    return len(found.tiles) if found else 0


def ours(table: Bag, hand: Bag, engine: str = "plain", rules: RuleSet = FREE) -> int:
    found = best_arrangement(rules, table, hand, engine=engine)
    return found.cards_laid if found else -1


SOLVERS: dict[str, Solve] = {
    "ours, plain": ours,
    "ours, compiled": partial(ours, engine="compiled"),
    "swiglpk": by_glpk,
    "CBC (python-mip)": by_cbc,
    "highspy": by_highs,
    "rummikub-solver, GLPK": partial(by_package, "GLPK_MI"),
    "rummikub-solver, HiGHS": partial(by_package, "HIGHS"),
}


# Measuring


def timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def line(name: str, times: Sequence[float], reference: float | None = None) -> None:
    ordered = sorted(times)
    mean = statistics.fmean(ordered)
    late = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    ratio = f"{mean / reference:9.1f}x" if reference else ""
    print(f"{name:44s}{statistics.median(ordered):10.3f}{mean:10.3f}{late:10.2f}{ordered[-1]:10.2f}{ratio}", flush=True)


def heading(title: str) -> None:
    columns = "".join(f"{name:>10s}" for name in ("median", "mean", "p99", "worst", "to plain"))
    print(f"\n{title}\n{'CPU milliseconds':44s}{columns}")


def usable(name: str, solve: Solve, warm_up: Sequence[Position]) -> bool:
    """Whether it runs, after a warm-up that begins with nothing kept: it compiles, imports, fills caches of its own."""
    forget()
    try:
        for position in warm_up:
            solve(*position)
    except Exception as fault:  # noqa: BLE001 - whatever keeps a peer from running is only told
        print(f"{name}: left out ({type(fault).__name__}: {str(fault).splitlines()[0][:80] if str(fault) else ''})")
        return False
    return True


def compare(title: str, positions: Sequence[Position], warm_up: Sequence[Position]) -> None:
    heading(f"{title}: {len(positions)} positions, most cards of the hand, jokers free")
    reference, known = None, None
    for name, solve in SOLVERS.items():
        if not usable(name, solve, warm_up):
            continue
        found: list[int] = []
        gc.collect()
        times = [timed(lambda: found.append(solve(*position))) for position in positions]  # noqa: B023
        reference, known = reference or statistics.fmean(times), known or found
        line(name, times, reference)
        wrong = sum(one != other for one, other in zip(found, known, strict=True))
        if wrong:
            print(f"    {wrong} of its answers differ")


def known_positions() -> list[Position]:
    data = json.loads((TESTS / "data" / "solver_positions.json").read_text())["positions"]
    return [(tuple(Card(c) for meld in one["table"] for c in meld), tuple(map(Card, one["rack"]))) for one in data]


def in_play(count: int) -> list[Position]:
    tasks = (whole_table(state, free=True) for state in met_in_play(FREE, count))
    return [(task.must, task.may) for task in islice(tasks, count)]


def turns(count: int) -> None:
    heading(f"best_turn on a State, {count} positions of each game met in play")
    for game in ("schmidt", "rummikub", "rummy40"):
        states = list(islice(met_in_play(rl.rule_set(game), count), count))
        for tidy in (False, True):
            times = [timed(lambda: best_turn(state, tidy=tidy)) for state in states]  # noqa: B023
            line(f"{game}{', tidy' if tidy else ''}", times)


def cold(runs: int = 5) -> None:
    heading("best_turn in a new process, import and all (wall-clock milliseconds)")
    code = """import rummy_lab as rl
assert rl.best_turn(rl.position("schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 13r; turn A")).cards_laid == 3"""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append(1000 * (time.perf_counter() - start))
    line("cold start", times)


def hard(count: int = 30) -> None:
    rules = FREE.vary(pack__copies=4, pack__jokers=6)
    heading(f"Hard: 4 copies, 6 jokers, 80 cards on the table, {count} positions")
    positions = [hard_position(Random(number), rules) for number in range(count)]
    for engine in ("plain", "compiled"):
        solve = partial(ours, engine=engine, rules=rules)
        if usable(f"ours, {engine}", solve, positions[:1]):
            line(f"ours, {engine}", [timed(lambda: solve(*position)) for position in positions])  # noqa: B023


def hard_position(rng: Random, rules: RuleSet) -> Position:
    melds, left = drawn_table(rng, rules, 80)
    table = [JOKER if wild else natural(rank, suit) for meld in melds for wild, rank, suit in meld.slots]
    return tuple(table), tuple(rng.sample(sorted(left.elements()), 14))


def main(arguments: Iterable[str]) -> None:
    count = int(next(iter(arguments), "300"))
    known = known_positions()
    compare("Positions with proved optima", known, known[:1])
    compare("Positions met in play", in_play(count), known)
    turns(min(count, 300))
    cold()
    hard()


if __name__ == "__main__":
    main(sys.argv[1:])
