"""The table in Notebook 7 and in Voila: an example by mouse and by keys, and a refusal that is read."""

import pytest
from playwright.sync_api import Page, expect

from browser.hands import Clicks, Keys, play_example
from browser.servers import notebook_of, notebook_server, voila_server
from browser.tables import MILLISECONDS_TO_OPEN, SECOND, Table

pytestmark = pytest.mark.browser

CELLS = ["import rummy_lab as rl", *[f"rl.TableView({SECOND!r})"] * 3]


@pytest.fixture(scope="module", params=["notebook", "voila"])
def shown(request, browser, tmp_path_factory) -> Page:
    """Three tables on a page of the front end."""
    folder, home = tmp_path_factory.mktemp("class"), tmp_path_factory.mktemp("server")
    notebook_of(folder / "tables.ipynb", CELLS)
    start = {"notebook": notebook_server, "voila": voila_server}[request.param]
    with start(folder, home) as address:
        context = browser.new_context(viewport={"width": 1280, "height": 1400}, reduced_motion="reduce")
        page = context.new_page()
        page.goto(address, wait_until="domcontentloaded", timeout=MILLISECONDS_TO_OPEN)
        if request.param == "notebook":
            page.get_by_text("Python 3 (ipykernel)").first.wait_for(timeout=MILLISECONDS_TO_OPEN)
            page.get_by_role("menuitem", name="Run", exact=True).click()
            page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        page.wait_for_function(
            "() => document.querySelectorAll('.rummy-table').length === 3", timeout=MILLISECONDS_TO_OPEN
        )
        yield page
        context.close()


@pytest.mark.parametrize(("at", "hand"), [(0, Clicks), (1, Keys)])
def test_an_example_of_the_booklet(shown, at, hand):
    play_example(hand(Table(shown, at)), "add-and-take")


def test_a_refusal_is_read(shown):
    table = Table(shown, 2)
    Clicks(table).move(["Your rack: red 9"], "Meld 1")
    Keys(table).press("end")
    table.expect_refusal("Meld 1 mixes colours")
    expect(table.refusal.get_by_role("button", name="Why?")).to_be_visible()
