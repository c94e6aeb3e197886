"""What one frame of a full table costs, beside a naive drawing of the same cards: `python tests/bench/table.py`."""

from __future__ import annotations

import argparse
import io
import statistics
import time
import zlib
from collections.abc import Callable
from typing import Final, NamedTuple

from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

import rummy_lab as rl
from rummy_lab.core.state import State
from rummy_lab.draw import Options, picture_of, table_svg

SCHMIDT: Final = (
    "schmidt; table [6r 7r 8r] [8r 8y 8g] [2g 3g 4g 5g] [2b 3b 4b 5b 6b] [1r 1y 1g 1b] [9y *10y 11y 12y 13y] "
    "[13r 13g *13?] [10r 11r 12r]; hand A+ 4b 6g 2y 2b 5r 9r 8b 1b 5y 10g 3r 13y 11b 12g; hand B ??x9; stock ??x38"
)
RUMMY40: Final = (
    "rummy40; table [10h Jh Qh] [10c 10s *10?] [3s 4s 5s 6s] [Qd Qh Qs] [7c 8c *9c 10c Jc] [7c 7d 7h 7s] "
    "[Qd Kd Ad] [2h 3h 4h 5h 6h]; hand A+ 10d 10h As 2s Ks Kh 9h 4d 5d 6d 2c Kc 5s 9s; hand B ??x9; "
    "pile 4c 9d 8h; stock ??x39"
)
TABLES: Final = {"schmidt": SCHMIDT, "rummy40": RUMMY40}
SETTINGS: Final[dict[str, Options]] = {
    "wide": {"new_meld": True},
    "360 wide": {"new_meld": True, "width": 360},
    "presenter": {"new_meld": True, "presenter": True},
    "high contrast": {"new_meld": True, "high_contrast": True},
}

MOST_MS: Final = 10.0
LEAST_TIMES: Final = 6.0
PACKED_FROM_KB: Final = 20.0
MOST_PACKED_KB: Final = 25.0


class Cost(NamedTuple):
    """CPU milliseconds a frame, of a naive drawing measured beside it, and kilobytes as text and deflated."""

    ms: float
    naive_ms: float
    kb: float
    packed_kb: float

    @property
    def holds(self) -> bool:
        """Whether all bars are met."""
        small = self.kb <= PACKED_FROM_KB or self.packed_kb <= MOST_PACKED_KB
        return self.ms <= MOST_MS and self.naive_ms >= LEAST_TIMES * self.ms and small


def naive_svg(state: State) -> str:
    """The reference: new axes, a box and a text for each card, in matplotlib's own SVG."""
    figure = Figure(figsize=(10, 6))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, 1000)
    axes.set_ylim(600, 0)
    axes.set_axis_off()
    hand = state.hands["A"] or ()
    for row, cards in enumerate([*(meld.slots for meld in state.heaps.values()), hand]):
        for at, card in enumerate(cards):
            axes.add_patch(FancyBboxPatch((20 + 55 * at, 10 + 64 * row), 44, 50, boxstyle="round,pad=2"))
            axes.text(42 + 55 * at, 35 + 64 * row, str(card), ha="center", va="center", size=16)
    out = io.StringIO()
    FigureCanvasSVG(figure).print_svg(out)
    return out.getvalue()


def cpu_ms(work: Callable[[], object], rounds: int) -> float:
    """The median of its CPU time, after a first time that fills the caches."""
    work()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return 1000 * statistics.median(times)


def cost(state: State, options: Options, rounds: int) -> Cost:
    """What a frame without faces costs; each has one more card picked up, as frames in play have."""
    hand = [card.gid for card in picture_of(state, options).cards("zone-hand")]
    frames = [Options(**options, selected=hand[:picked]) for picked in range(len(hand))]
    turn = iter(frames * (rounds // len(frames) + 2))
    svg = table_svg(state, faces=False, **options).encode()
    return Cost(
        cpu_ms(lambda: table_svg(state, faces=False, **next(turn)), rounds),
        cpu_ms(lambda: naive_svg(state), rounds),
        len(svg) / 1000,
        len(zlib.compress(svg, 1)) / 1000,
    )


def main() -> None:
    """Print the table; the exit code says whether a bar was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=30, help="frames measured of each kind")
    rounds = parser.parse_args().rounds
    row = "{:9} {:14} {:>9} {:>9} {:>7} {:>7} {:>9}  {}"
    print(row.format("game", "setting", "CPU ms", "naive ms", "times", "kB", "deflated", ""))
    missed = False
    for game, text in TABLES.items():
        state = rl.position(text)
        for setting, options in SETTINGS.items():
            found = cost(state, options, rounds)
            missed |= not found.holds
            times = found.naive_ms / found.ms
            numbers = (f"{found.ms:.2f}", f"{found.naive_ms:.1f}", f"{times:.1f}", f"{found.kb:.1f}")
            print(row.format(game, setting, *numbers, f"{found.packed_kb:.1f}", "" if found.holds else "MISSED"))
    print(
        f"bars: at most {MOST_MS:g} ms, at least {LEAST_TIMES:g} times as fast, at most {MOST_PACKED_KB:g} kB deflated "
        f"where longer than {PACKED_FROM_KB:g} kB"
    )
    raise SystemExit(missed)


if __name__ == "__main__":
    main()
