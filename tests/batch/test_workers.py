"""The same tables whoever plays the deals, however they are cut, in whatever order they come; and what goes wrong."""

import multiprocessing
import os
import pickle
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

import rummy_lab as rl
from batch.players import SHORT, Thrower, drawer, frames, play, slip
from rummy_lab.batch import AuditFailed, engines, readable


@pytest.fixture(scope="module")
def alone():
    return frames(play())


def process_pool(method):
    return ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method))


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_equal_tables_from_process_pools(alone, method):
    with process_pool(method) as pool:
        assert frames(play(executor=pool)) == alone
        assert frames(play(executor=pool, games=12)) == alone


@pytest.mark.parametrize("workers", [1, 2])
def test_equal_tables_from_a_number_of_workers(alone, workers):
    assert frames(play(executor=workers)) == alone


def test_equal_tables_from_threads(alone):
    methods = dict(vars(Thrower))
    with ThreadPoolExecutor(3) as pool:
        assert frames(play(executor=pool)) == alone
    assert dict(vars(Thrower)) == methods, "a class of the user's is left as it is"


@pytest.fixture(scope="module")
def cluster():
    import distributed

    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "processes": True}
    with distributed.LocalCluster(**options) as local, distributed.Client(local) as client:
        yield client


@pytest.mark.filterwarnings("default")  # what Dask says when it stops is its own affair
def test_equal_tables_from_a_dask_cluster(alone, cluster, tmp_path):
    assert frames(play(executor=cluster.get_executor())) == alone
    assert frames(play(executor=cluster)) == alone
    assert frames(play(tmp_path / "run", executor=cluster)) == alone
    with pytest.raises(rl.RummyError, match="a worker cannot read the bots"):
        play(executor=cluster, players=[Unreadable(), "greedy"])
    for _ in range(2):
        assert not play(executor=cluster, progress=after(0.2)).complete
        assert frames(play(executor=cluster)) == alone


@pytest.mark.parametrize("plays", [1, 7, 50, 1000])
def test_equal_tables_however_it_is_cut(alone, monkeypatch, tmp_path, plays):
    monkeypatch.setattr(readable, "PLAYS", plays)
    assert frames(play(tmp_path / "run")) == alone
    with ThreadPoolExecutor(2) as pool:
        assert frames(play(executor=pool)) == alone


class Backwards(ThreadPoolExecutor):
    """Finishes the first piece it is given after the third."""

    def __init__(self):
        super().__init__(4)
        self.given, self.third = 0, threading.Event()

    def submit(self, function, /, *arguments):
        self.given += 1
        number = self.given

        def late():
            if number == 1:
                assert self.third.wait(60)
            try:
                return function(*arguments)
            finally:
                if number == 3:
                    self.third.set()

        return super().submit(late)


def test_equal_tables_in_whatever_order_they_arrive(alone, monkeypatch):
    monkeypatch.setattr(readable, "PLAYS", 4)
    with Backwards() as pool:
        assert frames(play(executor=pool)) == alone
        assert pool.third.is_set()


CELL = """
class Mine:
    name = "mine"
    def __init__(self, place):
        self.place = place
    def choose(self, view, rng):
        return helper(view) if view.phase == "start" else f"discard {view.hand[self.place]}"

def helper(view):
    return "draw"

def function(view, rng):
    return helper(view) if view.phase == "start" else f"discard {view.hand[0]}"
"""


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_bots_of_a_notebook_cell_go_along(method):
    cell = {"__name__": "__main__"}
    exec(CELL, cell)
    players = [cell["Mine"](1), cell["function"]]
    with process_pool(method) as pool:
        assert frames(play(executor=pool, players=players)) == frames(play(players=players))


def test_forfeits_come_back_from_workers():
    with pytest.warns(UserWarning, match=r"bot slip \(players\[1\]\) failed in "):
        here = play(players=[drawer, slip], audit=1)
    with process_pool("fork") as pool, pytest.warns(UserWarning, match="the deals ended as forfeits"):
        there = play(players=[drawer, slip], audit=1, executor=pool)
    assert frames(here) == frames(there)
    assert here.forfeits == there.forfeits
    (lost,) = there.forfeits
    assert lost.deals == (there.by_deal["end"] == "forfeit").sum() > 1
    assert lost.record.forfeit.endswith(lost.reason)
    assert lost.record == there.replay(lost.deal, lost.rotation, lost.record.rules.name)


def test_the_same_cards_under_every_rule_set_and_for_every_line_up():
    one, two = play(), play(players=["greedy", Thrower()], games=3)
    for deal in range(3):
        starts = {
            (str(record.start.hands), str(record.start.stock), str(record.start.pile))
            for run in (one, two)
            for record in run.records([deal])
        }
        assert len(starts) == 1


class Unreadable(Thrower):
    def __reduce__(self):
        return (_explode, ())


def _explode():
    raise ModuleNotFoundError("No module named 'lost'")


class Holder(Thrower):
    def __init__(self):
        super().__init__()
        self.lock = threading.Lock()


class Deadly(Thrower):
    def choose(self, view, rng):
        if multiprocessing.parent_process() is not None:
            os._exit(1)
        return super().choose(view, rng)


def test_bots_that_cannot_travel_are_refused_in_one_sentence():
    with process_pool("spawn") as pool:
        with pytest.raises(rl.RummyError, match=r"the bots \(thrower, greedy\) cannot be sent to workers: TypeError"):
            play(executor=pool, players=[Holder(), "greedy"])
        with pytest.raises(rl.RummyError, match=r"a worker cannot read the bots .*No module named 'lost'"):
            play(executor=pool, players=[Unreadable(), "greedy"])
        assert play(executor=pool, games=2).complete


def test_a_worker_that_dies_leaves_a_run_that_is_not_complete():
    with process_pool("spawn") as pool, pytest.warns(UserWarning, match="a worker died"):
        run = play(executor=pool, players=[Deadly(), drawer])
    assert not run.complete
    assert len(run) == len(run.by_deal) == 0


class Gone(ThreadPoolExecutor):
    """A cluster that went away: it takes work and gives it up."""

    def submit(self, function, /, *arguments):
        future = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


def test_a_cluster_that_goes_away_leaves_a_run_that_is_not_complete():
    with Gone() as pool, pytest.warns(UserWarning, match="a worker died"):
        assert not play(executor=pool).complete


def test_a_failed_audit_stops_a_run_on_workers_and_shows_the_record(monkeypatch):
    def refuse(record):
        raise AuditFailed(f"no such deal\n{record}")

    monkeypatch.setattr(readable, "audit_record", refuse)
    for pool in (process_pool("fork"), ThreadPoolExecutor(2)):
        with pool, pytest.raises(AuditFailed, match=r"no such deal\nformat = 1"):
            play(executor=pool, audit=1)
    assert str(pickle.loads(pickle.dumps(AuditFailed("told")))) == "told"


@pytest.mark.parametrize("executor", [0, -1, True, 2.5, "2", object()])
def test_what_is_no_executor_is_refused(executor):
    with pytest.raises(rl.RummyError, match="executor is None, a number of workers from 1, or an executor"):
        play(executor=executor)


@pytest.mark.parametrize("module", ["loky", "cloudpickle"])
def test_what_is_not_installed_is_named_with_the_command(monkeypatch, module):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(rl.RummyError, match=rf"needs {module}, .* install it by: .*pip install 'rummy_lab\[batch\]'"):
        play(executor=2)


def after(share):
    """A progress callback that interrupts when so much is done."""

    def progress(done, total):
        if done >= share * total:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("pool", [None, "threads", "fork"])
def test_an_interrupt_keeps_what_is_finished(alone, monkeypatch, pool):
    monkeypatch.setattr(readable, "PLAYS", 4)
    executor = {None: lambda: None, "threads": lambda: ThreadPoolExecutor(1), "fork": lambda: process_pool("fork")}[
        pool
    ]()
    run = play(executor=executor, progress=after(0.4))
    assert not run.complete
    assert 0 < len(run) == len(run.by_deal) < 12 * 4
    assert set(run.by_player["deal"]) == set(run.by_turn["deal"]) == set(run.by_deal["deal"])
    assert "not complete" in repr(run)
    assert frames(play(executor=executor)) == alone
    if executor is not None:
        executor.shutdown()


@pytest.mark.skipif(os.name == "nt", reason="groups of processes are POSIX")
def test_ctrl_c_reaches_the_run_and_not_its_workers(tmp_path):
    """In a terminal and in Jupyter the whole group of processes gets the signal."""
    script = f"""
        import os, signal, sys
        sys.path.insert(0, {str(Path(__file__).parents[1])!r})
        from batch.players import frames, play
        from rummy_lab.batch.workers import executor_of

        def held_back(_):
            return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])

        def ctrl_c(done, total):
            if done >= 16:
                os.killpg(os.getpgrp(), signal.SIGINT)

        if __name__ == "__main__":
            one, two = play(executor=2, progress=ctrl_c), play(executor=2)
            print(one.complete, two.complete, frames(two) == frames(play()))
            # However slowly a worker starts: it was started with the signal held back.
            print(all(executor_of(2)[0].map(held_back, range(8))))
    """
    file = tmp_path / "script.py"
    file.write_text(textwrap.dedent(script), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(file)], cwd=tmp_path, capture_output=True, text=True, check=True, start_new_session=True
    )
    assert done.stdout + done.stderr == "False True True\nTrue\n"


class Asked:
    """Enough at so many deals; remembers what it was shown."""

    def __init__(self, deals):
        self.deals, self.seen = deals, []

    def __call__(self, frame):
        assert list(frame["deal"].unique()) == list(range(frame["deal"].max() + 1))
        assert list(frame.columns[:3]) == ["deal", "rotation", "rules"]
        self.seen.append(frame["deal"].nunique())
        return self.seen[-1] >= self.deals

    def __repr__(self):
        return f"Asked({self.deals})"


def loses(view, rng):
    return "end"


def many(**options):
    """Deals of one turn."""
    return play(rules=SHORT, players=[loses, loses], rotate=False, turns=False, audit=0, **options)


at_once = pytest.mark.filterwarnings("ignore:bot loses")


@at_once
def test_the_bar_of_a_run_that_until_has_ended_is_full(capsys):
    many(games=5000, until=Asked(100), progress=True)
    last = capsys.readouterr().err.split("\r")[-1]
    assert "100%" in last
    assert "100/100 " in last


@at_once
def test_until_ends_the_run_at_the_first_look_that_is_enough(tmp_path):
    asked = Asked(250)
    here = many(games=5000, until=asked)
    assert asked.seen == [100, 200, 300]
    assert here.complete
    assert list(here.by_deal["deal"]) == list(range(300))
    assert [record.deal for record in here.records()] == list(range(300))
    with Backwards() as pool:
        assert frames(many(games=5000, until=Asked(250), executor=pool)) == frames(here)
    for _ in range(2):
        stored = many(games=5000, until=Asked(250), executor=2, out=tmp_path / "run")
        assert frames(stored) == frames(here)
        stored.verify()
        assert stored.complete
    assert frames(many(games=300)) == frames(here)


@at_once
def test_until_that_is_never_true_plays_all():
    asked = Asked(10_000)
    run = many(games=230, until=asked)
    assert asked.seen == [100, 200]
    assert (run.complete, len(run)) == (True, 230)


@at_once
def test_until_goes_on_after_an_interrupt(tmp_path):
    first = many(games=900, until=Asked(350), out=tmp_path, progress=after(0.2))
    assert not first.complete
    second = many(games=900, until=Asked(350), out=tmp_path)
    assert (second.complete, len(second)) == (True, 400)
    assert frames(second) == frames(many(games=400))


@pytest.mark.parametrize("until", [0.1, "enough"])
def test_until_is_a_function(until):
    with pytest.raises(rl.RummyError, match="until is a function of the frame by_player"):
        play(until=until)


def test_an_engine_that_cannot_play_a_run_is_passed_over_or_refused(monkeypatch, alone):
    class Picky(readable.ReadableEngine):
        name = "picky"

        def refuses(self, plan):
            return "plays no jokers" if plan.rules[0].pack.jokers else ""

    monkeypatch.setattr(engines, "ENGINES", {"picky": Picky(), **engines.ENGINES})
    assert frames(play()) == alone
    with pytest.raises(rl.RummyError, match='engine: picky plays no jokers; leave it at "auto"'):
        play(engine="picky")
