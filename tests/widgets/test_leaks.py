"""Long sessions leave nothing behind: no figure, no widget, no thread, little memory."""

import gc
import threading
from random import Random

import ipywidgets
import psutil
import pytest
from matplotlib import _pylab_helpers

import rummy_lab as rl

ROOM = 20 * 2**20


def left():
    return (
        len(_pylab_helpers.Gcf.get_all_fig_managers()),
        len(ipywidgets.widgets.widget._instances),
        threading.active_count(),
    )


def memory():
    gc.collect()
    return psutil.Process().memory_info().rss


def step(table, rng):
    """A gesture like any that a hand at the table makes: a card picked up, put somewhere, a button."""
    frame = table.frame
    cards = [card["id"] for card in frame["cards"]]
    targets = [zone["id"] for zone in frame["zones"]] + cards
    names = [name for name, button in frame["buttons"].items() if button["on"]]
    message = rng.choice(
        [
            {"type": "tap", "id": rng.choice(targets)},
            {"type": "drop", "ids": [rng.choice(cards)], "on": rng.choice(targets), "at": None},
            {"type": "act", "name": rng.choice(names or ["undo"])},
            {"type": "clear"},
            {"type": "line", "text": rng.choice(["hand", "table", "what fits", "green 6 to meld 1"])},
        ]
    )
    table._handle_custom_msg({**message, "gen": frame["gen"]}, [])


def session(table, steps, displays, seed):
    rng = Random(seed)
    start = table.state
    for number in range(steps):
        step(table, rng)
        if table.state.seat != start.seat or number % 50 == 49:
            table.show(start, seat=start.seat)
        if number % (steps // displays) == 0:
            table._repr_mimebundle_()


@pytest.mark.parametrize(("steps", "displays"), [(300, 10), pytest.param(2000, 200, marks=pytest.mark.slow)])
@pytest.mark.parametrize("rules", ["schmidt", "rummy40"])
def test_a_long_session_at_the_table(rules, steps, displays):
    table = rl.TableView(rl.deal(rules, 2, 7), seat="A")
    session(table, min(steps, 300), 10, seed=1)  # what is cached is cached now
    things, before = left(), memory()
    session(table, steps, displays, seed=2)
    assert left() == things
    assert memory() - before < ROOM
    table.close()


@pytest.mark.parametrize("steps", [200, pytest.param(2000, marks=pytest.mark.slow)])
def test_a_long_look_at_a_game(steps):
    viewer = rl.GameViewer(rl.play_out("schmidt", ["greedy", "greedy"], seed=3))
    for at in range(len(viewer)):
        viewer.index = at
    things, before = left(), memory()
    rng = Random(4)
    for _ in range(steps):
        viewer.index = rng.randrange(len(viewer))
    assert left() == things
    assert memory() - before < ROOM
    viewer.close()
