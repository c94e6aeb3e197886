"""How fast deals are played in batches: python tests/bench/selfplay.py [--scale 0.1] [--peers PYTHON ...] [--million]

One table with the bars that each figure has to reach; the exit code says whether one was missed. Speeds are by the CPU
time of this process, since other work on the machine shall not count, and so are a first call and reading; two workers
are by the clock. Peers are played by the interpreters given (`pip install rlcard open_spiel` in an environment of its
own), in the same run, with random bots; two of their steps, draw and discard, are a turn.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import rummy_lab as rl

PEERS = {
    "RLCard": """
import rlcard
from rlcard.agents import RandomAgent
env = rlcard.make("gin-rummy", config={"seed": 1})
env.set_agents([RandomAgent(env.num_actions)] * 2)
def deal():
    before = env.timestep
    env.run()
    return env.timestep - before
""",
    "OpenSpiel": """
import random
import pyspiel
game = pyspiel.load_game("gin_rummy")
def deal():
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(random.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
    return steps
""",
}
MEASURE = """
import sys, time
deal()
best, end = 0, time.perf_counter() + float(sys.argv[1])
while time.perf_counter() < end:
    start, steps = time.process_time(), 0
    while time.process_time() - start < 0.2:
        steps += deal()
    best = max(best, steps / 2 / (time.process_time() - start))
print(best)
"""
FIRST = """
import time
start = time.perf_counter(), time.process_time()
import rummy_lab as rl
rl.selfplay("rummy40", ["greedy"] * 4, games=10, progress=False)
print(time.perf_counter() - start[0], time.process_time() - start[1])
"""


class Speed(NamedTuple):
    """Of the best of some rounds, by CPU time: deals and turns a second."""

    deals: float
    turns: float


missed: list[str] = []


def line(what: str, figure: float, unit: str, *, least: float | None = None, most: float | None = None) -> None:
    bar = (
        "" if least is None and most is None else f"at least {least:,g}" if least is not None else f"at most {most:,g}"
    )
    holds = (least is None or figure >= least) and (most is None or figure <= most)
    if not holds:
        missed.append(what)
    number = f"{figure:,.0f}" if figure >= 100 else f"{figure:,.2f}"
    print(f"{what:54s}{number:>12s} {unit:16s}{bar:20s}{('met' if holds else 'MISSED') if bar else ''}", flush=True)


def play(game: str, players: Sequence[str], games: int, **options: object) -> rl.Run:
    given = {"seed": 2026, "progress": False, "audit": 0} | options
    return rl.selfplay(game, players, games=games, **given)


def speed(game: str, players: Sequence[str], games: int, *, engine: str = "auto", audit: float = 0) -> Speed:
    play(game, players, 4, engine=engine)
    found = []
    for _ in range(3):
        start = time.process_time()
        run = play(game, players, games, engine=engine, audit=audit)
        seconds = time.process_time() - start
        found.append(Speed(games / seconds, int(run.by_deal["turns"].sum()) / seconds))
    return max(found)


def peer(name: str, pythons: Sequence[str], seconds: float) -> float | None:
    """Turns a second by the first interpreter that has it."""
    for python in pythons:
        done = subprocess.run(
            [python, "-W", "ignore", "-c", PEERS[name] + MEASURE, str(seconds)],
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode == 0:
            return float(done.stdout.split()[-1])
    print(f"{name}: left out, not installed for {', '.join(pythons)}")
    return None


def clock(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


@contextmanager
def scratch() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="selfplay-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def speeds(scale: float, pythons: Sequence[str]) -> None:
    print("CPU time of one process, the best of three rounds")
    fast: dict[tuple[str, str, int], Speed] = {}
    for game, bar in (("rummy40", 5_000), ("schmidt", 3_000)):
        for bot, seats, least in (("greedy", 4, bar), ("greedy", 2, None), ("random", 4, None), ("careful", 4, None)):
            found = fast[game, bot, seats] = speed(game, [bot] * seats, int(20_000 * scale), engine="fast")
            line(f"{game}, {seats} x {bot}, fast", found.deals, "deals/s", least=least)
        found = speed(game, ["greedy"] * 4, int(20_000 * scale), audit=0.001)
        line(f"{game}, 4 x greedy, fast, audit=0.001", found.deals, "deals/s", least=bar)
    for game, least in (("schmidt", 100), ("rummy40", 250)):
        found = speed(game, ["exact"] * 2, max(5, int(2_000 * scale)), engine="fast")
        line(f"{game}, 2 x exact", found.deals, "deals/s", least=least)
    for game in ("rummy40", "schmidt"):
        found = speed(game, ["greedy"] * 4, max(5, int(100 * scale)), engine="readable")
        line(f"{game}, 4 x greedy, readable", found.deals, "deals/s", least=20)
    print("\nTurns a second, draw to discard, beside peers with random bots")
    for (game, bot, seats), one in fast.items():
        line(f"{game}, {seats} x {bot}, fast", one.turns, "turns/s")
    for name, least in (("RLCard", 30), ("OpenSpiel", 6)):
        turns = peer(name, pythons, 1 + 10 * scale)
        if turns is None:
            continue
        line(f"{name}, gin rummy, 2 x random", turns, "turns/s")
        for game in ("rummy40", "schmidt"):
            line(f"{game}, 4 x greedy, to {name}", fast[game, "greedy", 4].turns / turns, "times", least=least)


def workers(scale: float) -> None:
    print(f"\nBy the clock; the machine has {os.cpu_count()} cores and a load of {os.getloadavg()[0]:.1f}")
    players, games = ["greedy"] * 4, int(60 * scale * speed("rummy40", ["greedy"] * 4, 5_000).deals)
    options = {"audit": 0.001}
    seconds, burnt = [], []
    for crew in (1, 2):
        play("rummy40", players, 4_000, executor=crew, **options)
        before = sum(map(_burnt, _family()))
        seconds.append(clock(lambda: play("rummy40", players, games, executor=crew, **options)))  # noqa: B023
        burnt.append(sum(map(_burnt, _family())) - before)
    what = f"two workers against one, {games:,} deals, {seconds[0]:.0f} s"
    line(what, seconds[0] / seconds[1], "times", least=1.8)
    line("the same by CPU time, as if two cores were free", 2 * burnt[0] / burnt[1], "times")
    line("two busy loops against one, what the machine gives", 2 * _spun(1) / _spun(2), "times")


def _spun(loops: int) -> float:
    """Seconds by the clock for three of CPU time, in so many processes at once."""
    code = "import time\nwhile time.process_time() < 3: pass"
    start = time.perf_counter()
    crew = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(loops)]
    for one in crew:
        one.wait()
    return time.perf_counter() - start


def store(scale: float) -> None:
    games, players = int(100_000 * scale), ["greedy"] * 4
    play("rummy40", players, 1_000)
    cost = {False: 1e9, True: 1e9}
    for _ in range(3):
        for stored in (False, True):
            with scratch() as folder:
                start = time.process_time()
                play("rummy40", players, games, out=folder / "run" if stored else None)
                cost[stored] = min(cost[stored], time.process_time() - start)
    line(f"the store on top, {games:,} deals, CPU time", 100 * (cost[True] / cost[False] - 1), "per cent", most=15)


def first_call() -> None:
    """Import and the first ten deals; the very first of these processes may have to compile."""
    times = []
    for _ in range(4):
        done = subprocess.run([sys.executable, "-c", FIRST], check=True, capture_output=True, text=True)
        times.append(tuple(map(float, done.stdout.split())))
    line("first call in a new process, compiled before", min(one for one, _ in times[1:]), "s by the clock")
    line("the same", min(one for _, one in times[1:]), "s of CPU time", most=2)


class Memory(threading.Thread):
    """The most memory that this process and its children hold at once: each one's share of what they share (PSS)."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.most, self.over = 0, threading.Event()

    def run(self) -> None:
        while not self.over.wait(0.2):
            self.most = max(self.most, sum(map(_held, _family())))


def _family() -> list[int]:
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    family, before = {os.getpid()}, 0
    while len(family) > before:
        before = len(family)
        family |= {child for child, parent in parents.items() if parent in family}
    return list(family)


def _burnt(process: int) -> float:
    try:
        numbers = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


def _held(process: int) -> int:
    try:
        text = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0
    return next((int(row.split()[1]) * 1024 for row in text.splitlines() if row.startswith("Pss:")), 0)


def million(games: int) -> None:
    print(f"\n{games:,} deals of Rummy 40, 4 x greedy, two workers, into a folder; load {os.getloadavg()[0]:.1f}")
    with scratch() as folder:
        memory = Memory()
        memory.start()
        seconds = clock(lambda: play("rummy40", ["greedy"] * 4, games, executor=2, out=folder / "run", audit=0.001))
        memory.over.set()
        memory.join()
        line("time", seconds, "s")
        line("memory of all processes, at most", memory.most / 1e6, "MB", most=700)
        size = sum(one.stat().st_size for name in ("by_player", "by_deal") for one in folder.glob(f"run/{name}/*"))
        line("by_player and by_deal, Parquet", size / 1e6, "MB", most=60)
        _reading("reading both, a part a thousand deals", folder / "run")
        rl.read_run(folder / "run").compact()
        _reading("reading both, made compact", folder / "run")


def _reading(what: str, folder: Path) -> None:
    """The best of five: on a machine without other work the clock is ahead of the CPU time, since two threads read."""
    times = []
    for _ in range(5):
        start = time.process_time(), time.perf_counter()
        run = rl.read_run(folder)
        assert len(run.by_player) == 4 * len(run.by_deal)
        times.append((time.process_time() - start[0], time.perf_counter() - start[1]))
    line(what, min(cpu for cpu, _ in times), "s of CPU time", most=3)
    line("the same", min(seconds for _, seconds in times), "s by the clock")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--scale", type=float, default=1, help="the share of deals and of seconds, 1 in full size")
    reader.add_argument("--peers", nargs="+", default=[sys.executable], help="interpreters that may have the peers")
    reader.add_argument("--million", nargs="?", type=int, const=1_000_000, help="also the long run into a folder")
    reader.add_argument("--only", choices=["speeds", "workers", "store", "first", "million"])
    given = reader.parse_args()
    parts: dict[str, Callable[[], None]] = {
        "speeds": lambda: speeds(given.scale, given.peers),
        "workers": lambda: workers(given.scale),
        "store": lambda: store(given.scale),
        "first": first_call,
    }
    if given.million:
        parts["million"] = lambda: million(given.million)
    for name, part in parts.items():
        if given.only in (None, name):
            part()
    print(f"\n{len(missed)} bars missed{': ' if missed else ''}{'; '.join(missed)}")
    raise SystemExit(bool(missed))


if __name__ == "__main__":
    main()
