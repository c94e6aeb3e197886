"""How long a picture takes, beside the way a first version would go about it. Nothing here judges times."""

import io

import pytest
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

import rummy_lab as rl
from rummy_lab.draw import table_png, table_svg

SCHMIDT = (
    "schmidt; table [6r 7r 8r] [8r 8y 8g] [2g 3g 4g 5g] [2b 3b 4b 5b 6b] [1r 1y 1g 1b] [9y *10y 11y 12y 13y] "
    "[13r 13g *13?] [10r 11r 12r]; hand A+ 4b 6g 2y 2b 5r 9r 8b 1b 5y 10g 3r 13y 11b 12g; hand B ??x9; stock ??x38"
)
RUMMY40 = (
    "rummy40; table [10h Jh Qh] [10c 10s *10?] [3s 4s 5s 6s] [Qd Qh Qs] [7c 8c *9c 10c Jc] [7c 7d 7h 7s] "
    "[Qd Kd Ad] [2h 3h 4h 5h 6h]; hand A+ 10d 10h As 2s Ks Kh 9h 4d 5d 6d 2c Kc 5s 9s; hand B ??x9; "
    "pile 4c 9d 8h; stock ??x39"
)


@pytest.fixture(params=[SCHMIDT, RUMMY40], ids=["schmidt", "rummy40"])
def state(request):
    return rl.position(request.param)


def naive_svg(state):
    """The reference: new axes, a box and a text for each card, in matplotlib's own SVG."""
    figure = Figure(figsize=(10, 6))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, 1000)
    axes.set_ylim(600, 0)
    axes.set_axis_off()
    rows = [meld.slots for meld in state.heaps.values()] + [state.hands["A"]]
    for row, cards in enumerate(rows):
        for at, card in enumerate(cards):
            axes.add_patch(FancyBboxPatch((20 + 55 * at, 10 + 64 * row), 44, 50, boxstyle="round,pad=2"))
            axes.text(42 + 55 * at, 35 + 64 * row, str(card), ha="center", va="center", size=16)
    out = io.StringIO()
    FigureCanvasSVG(figure).print_svg(out)
    return out.getvalue()


@pytest.mark.benchmark(group="one frame as SVG")
def test_naive_reference(benchmark, state):
    benchmark(naive_svg, state)


@pytest.mark.benchmark(group="one frame as SVG")
def test_frame_with_cached_faces(benchmark, state):
    table_svg(state)
    benchmark(table_svg, state, faces=False)


@pytest.mark.benchmark(group="one frame as SVG")
def test_frame_that_brings_its_faces(benchmark, state):
    table_svg(state)
    benchmark(table_svg, state)


@pytest.mark.benchmark(group="one frame as PNG")
def test_png(benchmark, state):
    table_png(state)
    benchmark(table_png, state)
