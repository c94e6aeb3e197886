"""A run that is killed (kill -9) at any moment is taken up again and comes to the same tables."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import rummy_lab as rl
from batch.players import frames, play
from rummy_lab.batch import readable

pytestmark = pytest.mark.skipif(os.name == "nt", reason="forks")

# One process that has everything loaded forks once a kill: the child plays on in the folder until it kills itself, in
# the middle of the write, or of the choice of a bot, that was ordered. With workers it is a worker that kills the run.
SCRIPT = """
import itertools, json, os, signal, sys
sys.path.insert(0, sys.argv[1])
import pandas, pyarrow.parquet, pyarrow.dataset
from batch import players
from rummy_lab.batch import files, readable, table

readable.PLAYS = 8


def killer(main, when):
    calls = itertools.count(1)
    return lambda: os.kill(main, signal.SIGKILL) if next(calls) == when else None


def run(folder, place, when, workers):
    main = os.getpid()
    strike = killer(main, when)
    if place == "write":
        def pour(stream, data):
            stream.write(data[: len(data) // 2])
            stream.flush()
            strike()
            stream.write(data[len(data) // 2 :])
        files.pour = pour
    else:
        answered = table.answered
        def struck(*arguments):
            strike()
            return answered(*arguments)
        table.answered = struck
    executor = None
    if workers:
        import concurrent.futures, multiprocessing
        executor = concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("fork"))
    players.play(folder, games=6, executor=executor)


for order in sys.stdin:
    child = os.fork()
    if not child:
        os.setsid()
        run(*json.loads(order))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    try:
        os.killpg(child, signal.SIGKILL)  # workers of a pool outlive their run
    except ProcessLookupError:
        pass
    print(-os.waitstatus_to_exitcode(status), flush=True)
"""


def killed(folders, orders):
    """Carry out the orders (folder, place, when, workers); what each child ended by."""
    command = [sys.executable, "-W", "ignore", "-c", SCRIPT, str(Path(__file__).parents[1])]
    text = "".join(json.dumps([str(folders / folder), *order]) + "\n" for folder, *order in orders)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return [int(line) for line in done.stdout.split()]


@pytest.fixture(scope="module")
def alone():
    return frames(play(games=6))


WRITES = [("write", when) for when in (1, 2, 3, 4, 5, 6, 8, 9, 13, 14)]
CHOICES = [("choose", when) for when in (1, 50, 99, 400, 790, 900, 1300, 1610, 1900, 2300)]


def test_twenty_kills_each_of_a_new_run(tmp_path, alone, monkeypatch):
    monkeypatch.setattr(readable, "PLAYS", 8)
    orders = [(f"{place}-{when}", place, when, False) for place, when in (*WRITES, *CHOICES)]
    assert killed(tmp_path, orders) == [9] * 20
    there = 0
    for folder, *_ in orders:
        if (tmp_path / folder / "run.json").exists():
            run = rl.read_run(tmp_path / folder)
            assert not run.complete
            there += len(run)
        again = play(tmp_path / folder, games=6)
        again.verify()
        assert frames(again) == alone
        assert not list((tmp_path / folder).rglob("*.tmp"))
    assert there > 0


def test_one_run_killed_again_and_again(tmp_path, alone, monkeypatch):
    monkeypatch.setattr(readable, "PLAYS", 8)
    orders = [("run", place, when, False) for place, when in (("write", 2), ("choose", 120), ("write", 4)) * 2]
    assert killed(tmp_path, orders) == [9] * len(orders)
    again = play(tmp_path / "run", games=6)
    again.verify()
    assert frames(again) == alone


def test_runs_on_workers_that_are_killed(tmp_path, alone, monkeypatch):
    monkeypatch.setattr(readable, "PLAYS", 8)
    orders = [(f"{place}-{when}", place, when, True) for place, when in (("write", 3), ("write", 6), ("choose", 120))]
    assert killed(tmp_path, orders) == [9] * len(orders)
    for folder, *_ in orders:
        again = play(tmp_path / folder, games=6, executor=2)
        again.verify()
        assert frames(again) == alone
