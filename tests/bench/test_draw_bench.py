"""How long a picture takes, beside a first version of it; the bars are far below what is measured."""

import pytest

import rummy_lab as rl
from bench.table import SETTINGS, TABLES, cost, naive_svg
from rummy_lab.draw import table_png, table_svg


@pytest.fixture(params=TABLES)
def state(request):
    return rl.position(TABLES[request.param])


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_frame_is_made_fast_enough_and_is_small_enough(state, setting):
    """Measured are about 1 to 2 ms, a tenth of the bar; the times beside each other say more than the clock."""
    found = cost(state, SETTINGS[setting], 5)
    assert found.holds, found


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
