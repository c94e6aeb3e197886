"""Work beside what people do: in a thread, and in turns with the page where a browser's Python has none."""

import asyncio
import threading
import time

import pytest

import rummy_lab as rl
from rummy_lab.bots import bot
from rummy_lab.core.chance import Rng
from rummy_lab.widgets.background import Background


@pytest.fixture(autouse=True)
def no_loop_of_the_browser():
    """A browser that other tests of this process drive keeps its loop between its calls: here none is running."""
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


@pytest.fixture
def no_threads(monkeypatch):
    """As in a browser."""

    def start(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)


def steps(done, pause=0.0, number=5):
    for at in range(number):
        done.append((at, threading.current_thread() is threading.main_thread()))
        yield pause


async def until(true, seconds=60):
    """Let others have their turns."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.005)


def test_in_a_thread_where_there_are_threads():
    done = []
    Background(steps(done), threading.Event(), "test").join(10)
    assert done == [(at, False) for at in range(5)]


def test_a_stop_ends_the_pause_of_a_thread():
    done, stopped = [], threading.Event()
    work = Background(steps(done, pause=60), stopped, "test")
    stopped.set()
    work.join(10)
    assert len(done) == 1


@pytest.mark.usefixtures("no_threads")
def test_at_once_where_nobody_else_takes_turns():
    done = []
    Background(steps(done, pause=60), threading.Event(), "test")
    assert done == [(at, True) for at in range(5)]


@pytest.mark.usefixtures("no_threads")
def test_in_turns_with_the_page():
    done, seen = [], []

    async def page():
        Background(steps(done), threading.Event(), "test")
        assert done == []  # whoever began it goes on first
        while len(done) < 5:
            seen.append(len(done))
            await asyncio.sleep(0)

    asyncio.run(page())
    assert {0, 1, 2, 3, 4} <= set(seen)


@pytest.mark.usefixtures("no_threads")
def test_nothing_is_done_after_a_pause_that_was_stopped():
    done, stopped = [], threading.Event()

    async def page():
        work = Background(steps(done, pause=0.05), stopped, "test")
        await until(lambda: done)
        stopped.set()
        work.join(10)
        await asyncio.sleep(0.1)

    asyncio.run(page())
    assert len(done) == 1


@pytest.mark.usefixtures("no_threads")
def test_whoever_waits_does_the_rest():
    done = []

    async def page():
        work = Background(steps(done, pause=60), threading.Event(), "test")
        work.join()
        assert len(done) == 5
        work.join()

    asyncio.run(page())


@pytest.mark.usefixtures("no_threads")
def test_work_that_waits_for_itself_goes_on():
    done = []

    def work():
        made[0].join()
        done.append(True)
        yield 0.0

    made = []

    async def page():
        made.append(Background(work(), threading.Event(), "test"))
        await until(lambda: done)

    asyncio.run(page())


@pytest.mark.usefixtures("no_threads")
def test_whoever_waits_may_wait_no_longer_than_that():
    def endless():
        while True:
            yield 0.0

    async def page():
        Background(endless(), threading.Event(), "test").join(0.01)

    asyncio.run(page())


@pytest.mark.usefixtures("no_threads")
def test_bots_take_their_turns_between_the_pages():
    person = bot("greedy")

    async def page():
        game = rl.PlayGame("schmidt", ["me", "random", "random"], seed=3, pace=0.01)
        while game.state.base.turns == 0:
            choice = person.choose(rl.view(game.state, "A"), Rng(0))
            assert game.table.play(str(choice))
        assert [played.seat for played in game.sitting.turns] == ["A"]
        await until(lambda: game.state.seat == "A")
        assert [played.seat for played in game.sitting.turns] == ["A", "B", "C"]
        game.close()

    asyncio.run(page())


@pytest.mark.slow  # run by .ci/lite
@pytest.mark.usefixtures("no_threads")
def test_the_variant_lab_plays_and_hears_a_stop_between_two_pieces(monkeypatch):
    for room in ("batch.fast", "widgets.variant_compiling"):
        monkeypatch.setattr(f"rummy_lab.{room}.has_numba", lambda: False)

    async def page():
        lab = rl.VariantLab("rummy40", {"opening.points": 51}, ["random"] * 2, predict=False, lang="en")
        lab._repr_mimebundle_()
        lab.play(100_000)
        assert lab.sampling.done == 0
        await until(lambda: lab.sampling.done >= 2)
        lab.stop()
        assert not lab.sampling.is_running
        some = lab.sampling.done
        await asyncio.sleep(0.05)
        assert lab.sampling.done == some < 100_000
        lab.restart()
        lab.play(3, wait=True)
        assert lab.sampling.done == 3
        lab.close()

    asyncio.run(page())


@pytest.mark.usefixtures("no_threads")
def test_selfplay_shows_its_progress_and_warns_of_nothing(capsys):
    run = rl.selfplay("schmidt", ["greedy", "random"], games=3, seed=1, audit=1)
    assert len(run) == 3
    assert "3/3" in capsys.readouterr().err
