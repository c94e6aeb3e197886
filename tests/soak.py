"""Random gestures at every widget, and batches under drawn rule sets: `.ci/soak [MINUTES] [SEED]`.

After each round every card is in one place, nothing was raised that is no refusal, and memory stays flat. The same seed
does the same rounds; how many there are hangs on the time. The exit code is 0 where all is well.
"""

from __future__ import annotations

import contextlib
import gc
import random
import statistics
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import traitlets
from ipywidgets import Button, Widget

import rummy_lab as rl
from properties.walks import conserved
from rummy_lab.core.errors import RummyError
from rummy_lab.lessons.catalogue import lesson_files
from rummy_lab.widgets.desk import Desk
from rummy_lab.widgets.guard import Guarded
from rummy_lab.widgets.panel import free
from strategies import random_rules

MINUTES, SEED = 30.0, 1
WARM = 0.3  # of the time, in which caches fill
GROWN_AT_MOST = 48.0  # MB, from the end of the warm-up to the end
GAMES = ("schmidt", "rummy40", "kalooki_uk", "rummikub_tournament")


def megabytes() -> float:
    """What this process holds in memory."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / (1 << 20)


def parts(widget: Widget, found: dict[int, Widget] | None = None) -> list[Widget]:
    """A widget and all that is in it."""
    found = {} if found is None else found
    if isinstance(widget, Widget) and id(widget) not in found:
        found[id(widget)] = widget
        for other in (*getattr(widget, "children", ()), *vars(widget).values()):
            parts(other, found)
    return list(found.values())


def seen(widget: Widget) -> list[Widget]:
    """What of a widget can be seen."""
    layout = getattr(widget, "layout", None)
    if layout is not None and (layout.display == "none" or layout.visibility == "hidden"):
        return []
    return [widget, *(one for child in getattr(widget, "children", ()) for one in seen(child))]


def gesture(desk: Desk, rng: random.Random) -> dict[str, object]:
    """Any gesture that a frame offers, and some that none does."""
    frame = desk.frame()
    cards = [card["id"] for card in frame["cards"]]
    zones = [zone["id"] for zone in frame["zones"]]
    live = [card["id"] for card in frame["cards"] if card["live"]] or cards or zones
    kind = rng.choice(
        ("tap", "tap", "drop", "drop", "act", "clear", "choose", "answer", "line", "settings", "narrow", "junk")
    )
    fields: dict[str, dict[str, object]] = {
        "tap": {"id": rng.choice([*live, *zones])},
        "drop": {"ids": rng.sample(live, min(len(live), rng.choice((1, 1, 2, 3)))), "on": rng.choice([*cards, *zones]),
                 "at": rng.choice((None, 0, 3))},
        "act": {"name": rng.choice(list(frame["buttons"]) or ["draw"])},
        "choose": {"option": rng.choice((None, 0, 1, 2))},
        "answer": {"yes": rng.random() < 0.5},
        "line": {"text": rng.choice(("draw", "what can I do?", "end", "4r", "pass", "<b>x</b>", "meld 4r 5r 6r"))},
        "settings": {"lang": rng.choice(("en", "de", "nl")), "sort": rng.choice(("none", "suit", "rank", "melds"))},
        "narrow": {"narrow": rng.random() < 0.5},
    }  # fmt: skip
    return {"type": kind, "gen": desk.gen, **fields.get(kind, {"id": ["x"] * 9})}


def well(widget: Widget) -> None:
    """What went wrong was a refusal."""
    for one in parts(widget):
        if isinstance(one, Guarded) and one.last_error is not None and not isinstance(one.last_error, RummyError):
            raise one.last_error


def press(widget: Widget, rng: random.Random, times: int) -> None:
    """Press buttons and set fields at random."""
    for _ in range(times):
        inside = [one for one in seen(widget) if isinstance(one, Button) or {"value", "index"} & set(one.keys)]
        one = rng.choice(inside)
        if getattr(one, "disabled", False):
            continue
        if isinstance(one, Button):
            one.click()
        elif "_options_labels" in one.keys:
            with contextlib.suppress(traitlets.TraitError):
                one.index = rng.randrange(6)
        elif type(one).__name__ in ("IntSlider", "BoundedIntText", "Checkbox", "Text"):
            with contextlib.suppress(traitlets.TraitError):
                one.value = (
                    rng.choice(("joker", "schmidt; turn A")) if type(one).__name__ == "Text" else rng.randrange(4)
                )
        well(widget)


def table(rng: random.Random) -> None:
    """Gestures at a table; every card stays."""
    view = rl.TableView(rl.deal(rng.choice(GAMES), 2, rng.randrange(1 << 32)), practice=rng.random() < 0.5)
    for step in range(60):
        if view.state.over is not None:
            break
        view.desk.seat = view.state.seat
        if step % 10 == 9:
            best = rl.best_turn(view.state, nodes=2000) if view.state.phase == "start" else None
            view._handle_custom_msg(
                {"type": "line", "gen": view.desk.gen, "text": str(best.turn) if best else "draw"}, []
            )
        view._handle_custom_msg(gesture(view.desk, rng), [])
        conserved(view.state)
        well(view)
    view.words()
    free(view)


def game(rng: random.Random) -> None:
    """A match against bots, by gestures."""
    there = rl.PlayGame(
        rng.choice(GAMES[:2]), ["me", rng.choice(("greedy", "careful", "random"))], seed=rng.randrange(1 << 32)
    )
    for _ in range(40):
        there.table._handle_custom_msg(gesture(there.table.desk, rng), [])
        well(there)
    press(there, rng, 5)
    free(there)


def lesson(rng: random.Random) -> None:
    """A lesson, its answers at random."""
    there = rl.LessonPlayer(rng.choice(sorted(lesson_files())))
    press(there, rng, 25)
    free(there)


def editor(rng: random.Random) -> None:
    """Positions put together by clicks."""
    there = rl.PositionEditor(rules=rng.choice(GAMES[:2]))
    for _ in range(30):
        there._handle_custom_msg(
            rng.choice((
                {"type": "place", "place": rng.choice(("table", "hand A", "hand B", "stock", "pile", "x"))},
                {"type": "add", "card": rng.choice(("4r", "*", "Qs", "10b", "??", "5h"))},
                {"type": "act", "name": rng.choice(("undo", "redo", "clear", "empty", "rest", "joker"))},
                {"type": "choose", "option": rng.randrange(3)},
                {"type": "text", "text": rng.choice(("schmidt; hand A 4r", "x" * 500)), "seq": rng.randrange(99)},
                {"type": "file", "kind": "svg"},
            )),
            [],
        )  # fmt: skip
        well(there)
    there.close()


def drawn(rng: random.Random) -> rl.RuleSet:
    """A drawn rule set."""
    return random_rules(rng, rng.randrange(5000))


def viewer(rng: random.Random) -> None:
    """A deal looked at, step by step."""
    rules = drawn(rng) if rng.random() < 0.5 else rl.rule_set(rng.choice(GAMES[:2]))
    bots = [rng.choice(("random", "greedy")) for _ in range(rules.deal.seats[0])]
    record = rl.play_out(rules, bots, seed=rng.randrange(1 << 32))
    there = rl.GameViewer(record)
    press(there, rng, 20)
    free(there)


def lab(rng: random.Random) -> None:
    """A variant lab without a compiler: its controls, a few deals."""
    there = rl.VariantLab(rng.choice(GAMES[:2]))
    press(there, rng, 3)
    free(there)


def batch(rng: random.Random) -> None:
    """Deals under a drawn rule set, every one of them audited and every card counted."""
    rules = drawn(rng)
    seats = rules.deal.seats[0]
    bots = [rng.choice(("random", "greedy", "careful")) for _ in range(seats)]
    run = rl.selfplay(rules, bots, games=3, seed=rng.randrange(1 << 32), audit=1.0, progress=False)
    for record in run.records([0]):
        for state in record.turn_states():
            conserved(state)
    assert len(run.by_player) == 3 * seats


ROUNDS: tuple[Callable[[random.Random], None], ...] = (table, table, game, lesson, editor, viewer, lab, batch)


@contextlib.contextmanager
def elsewhere() -> Iterator[None]:
    """In a folder that is gone afterwards: what is saved is saved there."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        yield


def soak(minutes: float = MINUTES, seed: int = SEED) -> int:
    """Go on for so many minutes; prints what was done, and returns the exit code."""
    from rummy_lab.widgets import variant_growing, variant_run
    from rummy_lab.widgets.variant_compiling import Compiling

    class NeverReady(Compiling):
        def is_ready(self, bots: object) -> bool:
            return False

        def begin(self, bots: object) -> None:
            """Nothing is compiled: it would go on after the end."""

    variant_run.compiling = variant_growing.compiling = NeverReady()
    warnings.simplefilter("ignore")
    start, done, held = time.monotonic(), Counter[str](), list[tuple[float, float]]()
    number = 0
    with elsewhere():
        while (past := time.monotonic() - start) < 60 * minutes:
            rng = random.Random(f"{seed}/{number}")
            work = ROUNDS[number % len(ROUNDS)]
            try:
                work(rng)
            except Exception:
                print(f"round {number} ({work.__name__}) of seed {seed} failed", flush=True)
                raise
            done[work.__name__] += 1
            number += 1
            if number % len(ROUNDS) == 0:
                held.append((past, megabytes()))
    warm = [size for at, size in held if at >= WARM * 60 * minutes]
    third = max(1, len(warm) // 3)
    grown = statistics.median(warm[-third:]) - statistics.median(warm[:third]) if warm else 0.0
    slope = grown / (minutes * (1 - WARM) * 2 / 3) if warm else 0.0
    rounds = ", ".join(f"{count} {name}" for name, count in done.items())
    print(f"{number} rounds of seed {seed} in {minutes:g} minutes: {rounds}")
    print(f"memory {held[0][1]:.0f} MB at first, {warm[0]:.0f} MB warm, {held[-1][1]:.0f} MB at last; "
          f"{slope:+.2f} MB a minute") if warm else None  # fmt: skip
    if grown > GROWN_AT_MOST:
        print(f"memory grew by {grown:.0f} MB after the warm-up, more than {GROWN_AT_MOST:.0f} MB")
        return 1
    return 0


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(soak(float(given[0]) if given else MINUTES, int(given[1]) if len(given) > 1 else SEED))
