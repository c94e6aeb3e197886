"""A worksheet as the browser shows and prints it."""

import re

import pytest

import rummy_lab as rl
from browser.access import violations

pytestmark = pytest.mark.browser
PAPERS = {"A4": (595, 842), "Letter": (612, 792)}


@pytest.fixture
def sheet(browser):
    """A page that reaches nothing, and what it asked for."""
    context = browser.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    yield page, asked
    context.close()


def printed(page, paper):
    """The sizes of the pages, in points."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", page.pdf(format=paper))
    return [(round(float(across)), round(float(down))) for across, down in boxes]


def test_solutions_are_printed_on_pages_of_their_own_and_no_exercise_is_cut(sheet):
    page, asked = sheet
    page.set_content(rl.worksheet("schmidt", level=2, count=1, seed=1).html)
    for paper, size in PAPERS.items():
        pages = printed(page, paper)
        assert len(pages) == 2  # both would have room on one
        assert max(abs(side - wanted) for one in pages for side, wanted in zip(one, size, strict=True)) < 2
    assert [url for url in asked if not url.startswith("data:")] == []
    page.set_content(rl.worksheet("schmidt/first-30", lang="de").html)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 680, "height": 900})
    room = 250 * 96 / 25.4  # of Letter between its margins
    sections = page.locator("section")
    assert sections.count() == 14
    assert max(sections.evaluate_all("all => all.map(one => one.offsetHeight)")) < room


def test_axe_finds_nothing_on_a_worksheet_and_a_telephone_shows_its_whole_width(sheet):
    page, _ = sheet
    page.set_content(rl.worksheet("schmidt/joker-value", lang="nl").html)
    assert violations(page, ".rl-sheet", touched=False) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate("[...document.images].every(one => one.complete && one.naturalWidth > 0)")
