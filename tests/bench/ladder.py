"""The ladder of the bots, measured: each against the one below, on the same cards from every chair.

    python tests/bench/ladder.py --deals 200 --workers 2 counter:careful

The value of a deal is the penalty less the mean of the others', the mean over all rotations; a rung is clear where its
99 % interval lies below zero. What it prints stands in the docstring of `rummy_lab.bots`.
"""

from __future__ import annotations

import argparse
import time
from statistics import NormalDist

import rummy_lab as rl

RUNGS = ("greedy:random", "careful:greedy", "exact:greedy", "careful:exact", "counter:careful", "counter:exact")
TOP = ("planner:counter",)
GAMES = {"rummy40": "Rummy 40", "schmidt": "Schmidt Rummy"}
SEED = 2026


def measured(rules: str, upper: str, lower: str, deals: int, workers: int | None) -> str:
    """A row of the table."""
    began = time.perf_counter()
    run = rl.selfplay(rules, [upper, lower], games=deals, seed=SEED, rotate=True, executor=workers, progress=False)
    rows = run.by_player
    seconds = (time.perf_counter() - began) / (2 * deals)
    paid = rows.groupby(["deal", "bot"], observed=True)["penalty"].mean().unstack()
    value = paid[upper] - paid[lower]
    half = NormalDist().inv_cdf(0.995) * value.std(ddof=1) / len(value) ** 0.5
    won = 100 * rows.loc[rows["bot"] == upper, "won"].mean()
    clear = "yes" if value.mean() + half < 0 else "no"
    return (
        f"| `{upper}` against `{lower}` | {GAMES[rules]} | {deals:,} | {value.mean():.2f} ± {half:.2f} | {won:.1f} % "
        f"| {clear} | {1000 * seconds:.0f} ms |"
    )


def main() -> None:
    """Measure rungs and print the table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument(
        "rungs", nargs="*", default=[*RUNGS, *TOP], help="pairs as counter:careful; all where none is named"
    )
    asked.add_argument("--games", nargs="*", default=list(GAMES), choices=list(GAMES))
    asked.add_argument("--deals", type=int, default=2_000)
    asked.add_argument("--planner-deals", type=int, default=500)
    asked.add_argument("--workers", type=int, default=None)
    given = asked.parse_args()
    print(
        "| bots | rules | deals | margin | wins of the first | clear | a deal |\n|---|---|---|---|---|---|---|",
        flush=True,
    )
    for rung in given.rungs:
        upper, lower = rung.split(":")
        deals = given.planner_deals if "planner" in (upper, lower) else given.deals
        for rules in given.games:
            print(measured(rules, upper, lower, deals, given.workers), flush=True)


if __name__ == "__main__":
    main()
