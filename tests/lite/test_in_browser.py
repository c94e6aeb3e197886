"""The package in Pyodide: its core in node, the whole site in Chromium. Run by `.ci/lite`, which fetches Pyodide.

RUMMY_LAB_LIGHT_PYODIDE names a folder that `light_pyodide.py` has made. There numpy and matplotlib are stand-ins: what
needs the real ones (PNG, charts, frames, many deals) is tested elsewhere, with the Python of the machine.
"""

import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from browser.hands import Clicks
from browser.tables import Table, until
from lite.light_pyodide import node
from rummy_lab.lite import site as sites
from rummy_lab.lite.command import run
from rummy_lab.lite.wheels import make_wheel

LIGHT = os.environ.get("RUMMY_LAB_LIGHT_PYODIDE", "")
HERE = Path(__file__).parent
SECONDS = 120
CELLS = """
import sys
import rummy_lab as rl
import rummy_lab.draw

rummy_lab.draw.table_png = lambda *_, **__: b""  # there are no pixels here
here = rl.position("schmidt; table [6r 7r 8r]; hand A+ 5r 10r; turn A")
print(sys.platform, rl.explain(rl.check(here, "meld 10r; end")[0]))
print(len(rl.lesson_list("rummy40")), "lessons,", rl.play_out("rummy40", ["exact", "counter"], seed=1).outcome.how)
#
table = rl.TableView(here, lang="en")
table
#
desk = rl.RuleDesk()
desk
#
rl.LessonPlayer("schmidt/sets")
#
game = rl.PlayGame("schmidt", ["me", "random", "random"], seed=3, pace=0.2)
assert game.table.play("draw")
game
#
from tqdm.auto import tqdm

with tqdm(total=3, unit="deal") as bar:
    bar.update(3)
#
print("now", table.state.table, [one.seat for one in game.sitting.turns])
""".strip().split("\n#\n")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.skipif(not LIGHT, reason="needs a copy of Pyodide, which .ci/lite fetches"),
]


def test_core_plays_the_same_deals_as_here(tmp_path):
    wheels = [make_wheel(name, tmp_path) for name in ("rummy_lab", "tomli_w")]
    play = [str(HERE / "played.py")]
    there = subprocess.run(
        [node(), HERE / "in_node.mjs", LIGHT, *play, *wheels], check=False, capture_output=True, text=True
    )
    assert there.returncode == 0, there.stderr
    here = subprocess.run([sys.executable, *play], check=True, capture_output=True, text=True)
    assert len(here.stdout.splitlines()) > 50
    assert there.stdout == here.stdout


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A site with one notebook of our own, served from a folder that is not the root."""
    root, notebooks = tmp_path_factory.mktemp("root"), tmp_path_factory.mktemp("notebooks")
    cells = [{"cell_type": "markdown", "id": "title", "metadata": {}, "source": "# Tried out"}]
    for at, text in enumerate(CELLS):
        cells.append(
            {
                "cell_type": "code",
                "id": f"c{at}",
                "metadata": {},
                "source": text,
                "outputs": [],
                "execution_count": None,
            }
        )
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (notebooks / "01_tour.ipynb").write_text(json.dumps(notebook))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sites, "notebooks_folder", lambda: notebooks)
        assert run(["build", str(root / "school" / "rummy"), "--pyodide", LIGHT], "en") == 0

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=root))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/school/rummy/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def chromium():
    from playwright.sync_api import sync_playwright

    from browser.conftest import CHROMIUM_ARGUMENTS, CHROMIUM_NAMES

    found = os.environ.get("RUMMY_LAB_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(CHROMIUM_ARGUMENTS))
        yield browser
        browser.close()


def test_the_site_runs_in_a_browser_and_asks_nobody_else(address, chromium):
    context = chromium.new_context(viewport={"width": 1200, "height": 1600})
    asked = []

    def refuse(route):
        asked.append(route.request.url)
        route.abort()

    context.route(lambda url: not url.startswith((address, "data:", "blob:")), refuse)
    page = context.new_page()
    page.goto(address)
    page.get_by_role("link", name="Open the tour").first.click()
    page.get_by_role("heading", name="Tried out").wait_for(timeout=SECONDS * 1000)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()

    def said():
        return page.locator(".jp-OutputArea-output").all_inner_texts()

    def shot(name):
        if folder := os.environ.get("RUMMY_LAB_SHOTS"):
            page.screenshot(path=f"{folder}/{name}.png")

    def ran():
        assert not page.locator('[data-mime-type="application/vnd.jupyter.stderr"]:has-text("Error")').count(), (
            "\n".join(said())
        )
        return any(text.startswith("now ") for text in said())

    try:
        until(ran, "all cells ran", seconds=SECONDS)
    finally:
        shot("ran")
    text = "\n".join(said())
    assert re.search(r"emscripten You cannot .*|emscripten .*10.*", text), text
    assert "lessons, out" in text
    assert "now [6r 7r 8r]" in text

    table = Table(page, 0)
    Clicks(table).move(["Your rack: red 5"], "Meld 1")
    table.expect_melds("red 5, red 6, red 7, red 8")
    shot("moved")

    # Bots play between the pages of a browser that has no threads.
    page.locator(".jp-CodeCell").last.locator(".cm-content").click()

    def again():
        page.keyboard.press("Control+Enter")
        page.wait_for_timeout(500)
        return any("now [5r 6r 7r 8r] ['A', 'B', 'C']" in text for text in said())

    until(again, f"the kernel knows; {said()[-1]}", seconds=60)
    assert asked == []
    context.close()


def test_a_phone_is_told_and_led_to_what_works(address, chromium):
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    context = chromium.new_context(**phone)
    page = context.new_page()
    page.goto(address)
    assert page.get_by_role("heading", name="This is for laptops").is_visible()
    assert not page.get_by_role("link", name="Open the tour", exact=True).is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for link in page.locator(".phone .links a").all():
        assert link.bounding_box()["height"] >= 44
    page.get_by_role("link", name="Rummy 40: the rules").locator("visible=true").click()
    assert page.get_by_role("heading", level=1, name="Rummy 40: the rules").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.goto(f"{address}questions.html")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_start_page_is_accessible(address, chromium, scheme):
    from axe_playwright_python.sync_playwright import Axe

    context = chromium.new_context(viewport={"width": 1100, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    for name in ("index.html", "rules-schmidt.html"):
        page.goto(address + name)
        found = Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
    context.close()
