"""Figures, PNG and SVG as files: no pyplot, nothing left behind, the same every time."""

import io
import os
import subprocess
import sys
import threading

import matplotlib as mpl
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from PIL import Image

import rummy_lab as rl
from rummy_lab.draw import alt_text, draw_table, table_png, table_svg
from rummy_lab.draw.table import palette_png

POSITION = "rummy40; table [10h Jh Qh] [7c 8c *9c]; hand A+ 10d Kh *; hand B ??x9; pile 9d 8h; stock ??x41; turn A"


def run(code, **environment):
    command = [sys.executable, "-c", f"import rummy_lab as rl\nhere = rl.position({POSITION!r})\n{code}"]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_pyplot_is_not_imported():
    code = """
import sys
from rummy_lab.draw import draw_table, table_png, table_svg
table_svg(here), table_png(here, 50), draw_table(here)
print("matplotlib.pyplot" in sys.modules)
"""
    assert run(code) == "False"


def test_two_processes_write_the_same():
    code = """
import hashlib
from rummy_lab.draw import table_png, table_svg
print(hashlib.sha256(table_svg(here, labels={1: "run"}).encode() + table_png(here, 80)).hexdigest())
"""
    assert run(code, PYTHONHASHSEED="1") == run(code, PYTHONHASHSEED="2")


def test_settings_of_the_user_change_nothing_and_stay(schmidt):
    before = dict(mpl.rcParams)
    svg, png = table_svg(schmidt), table_png(schmidt, 60)
    assert dict(mpl.rcParams) == before
    with mpl.rc_context({"font.family": "serif", "text.usetex": True, "lines.linewidth": 9, "savefig.dpi": 7}):
        assert table_svg(schmidt) == svg
        assert table_png(schmidt, 60) == png


def test_no_figure_is_left_behind(state):
    from matplotlib import pyplot as plt

    draw_table(state)
    table_png(state, 50)
    assert plt.get_fignums() == []


def test_a_fresh_figure_has_a_hundredth_inch_a_unit(state):
    figure = draw_table(state, width=500)
    assert isinstance(figure, Figure)
    assert figure.get_figwidth() == 5
    assert draw_table(state) is not draw_table(state)
    assert figure._repr_png_().startswith(b"\x89PNG")


def test_onto_given_axes(state):
    figure = Figure()
    left, right = figure.subplots(1, 2)
    assert isinstance(left, Axes)
    assert draw_table(state, left) is figure
    assert left.get_xlim() == (0, 1000)
    assert right.get_xlim() == (0, 1)
    gids = [artist.get_gid() for artist in left.get_children()]
    assert "zone-hand" in gids


def test_other_writers_of_matplotlib_keep_the_groups(state):
    out = io.StringIO()
    FigureCanvasSVG(draw_table(state)).print_svg(out)
    assert 'id="zone-m1"' in out.getvalue()
    assert 'id="card-10h-1"' in out.getvalue() or 'id="card-6r-1"' in out.getvalue()
    tight = io.BytesIO()
    draw_table(state).savefig(tight, format="pdf", bbox_inches="tight")
    assert tight.getvalue().startswith(b"%PDF")


@pytest.mark.parametrize("dpi", [36, 100, 150])
def test_a_png_has_a_palette_and_clear_corners(state, dpi):
    png = table_png(state, dpi)
    assert len(png) < 110_000
    picture = Image.open(io.BytesIO(png))
    assert picture.mode == "P"
    assert picture.width == 1000 * dpi // 100
    clear = picture.convert("RGBA")
    assert clear.getpixel((0, 0))[3] == 0
    assert clear.getpixel((clear.width // 2, clear.height // 2))[3] == 255


def test_threads_do_not_disturb_each_other():
    states = [rl.position(f"schmidt; table [{n}r {n}y {n}g]; hand A 4b; hand B 5b; turn A") for n in range(1, 9)]
    alone = [(table_svg(state), table_png(state, 40)) for state in states]
    together = [None] * len(states)

    def draw(at):
        together[at] = table_svg(states[at]), table_png(states[at], 40)

    threads = [threading.Thread(target=draw, args=(at,)) for at in range(len(states))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone


def test_the_alternative_text_is_the_notation(state):
    assert alt_text(state) == str(state)
    assert rl.position(alt_text(state)) == state


def test_turn_and_opening_show_without_colour(table):
    """In grey the pictures still differ by the shapes of arrow and tick."""

    def grey(seat="A", opened=True):
        state = table(rl.SCHMIDT, hands={"A": "4r", "B": "5r"}, opened={"A": opened, "B": False}, seat=seat)
        png = Image.open(io.BytesIO(table_png(state, 60, seat="A")))
        return png.convert("RGB").convert("L").tobytes()

    assert grey(seat="A") != grey(seat="B")
    assert grey() != grey(opened=False)


def test_a_png_of_more_colours_than_there_is_room_for_at_first():
    each = (shade for n in range(256 * 300) for shade in (n % 256, n // 256 % 256, n // 65536, 255))
    pixels = Image.frombytes("RGBA", (256, 300), bytes(each))
    made = Image.open(io.BytesIO(palette_png(pixels)))
    assert (made.mode, made.size) == ("P", (256, 300))


def test_colours_are_counted_in_little_memory(monkeypatch):
    """Room for all colours there can be is 400 MB, which a browser has not, and half a second to look through."""
    asked, count = [], Image.Image.getcolors
    monkeypatch.setattr(Image.Image, "getcolors", lambda self, most: asked.append(most) or count(self, most))
    table_png(rl.position("schmidt; table [6r 7r 8r]; hand A+ 5r 10r; turn A"), 80)
    assert max(asked) <= 1 << 16
