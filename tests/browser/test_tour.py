"""The tour in a real JupyterLab: stepping by clicks and by keys, on a desk and on a telephone."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TABLES = ["[2g 3g 4g 5g]", "[2g 3g 4g 5g 6g]", "[3g 4g 5g 6g]", "[3g 4g 5g 6g] [2y 2g 2b]", "[3g 4g 5g 6g] [2y 2g 2b]"]
SIZES = {"desk": (1280, 720), "telephone": (360, 640)}
CELL_ON_SCREEN = """number => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.activeCellIndex = number;
    return notebook.scrollToItem(number, 'start');
}"""
OUTSIDE = """host => {
    const room = host.getBoundingClientRect();
    return [...host.querySelectorAll('button, select, input, .noUi-target, svg[role=img], p, code')]
        .map(element => [element.outerHTML.slice(0, 60), element.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.left < room.left - 1 || box.right > room.right + 12))
        .map(([name]) => name);
}"""
NUMBER_OF_CELL = """id => [...window.jupyterapp.shell.currentWidget.content.model.cells].findIndex(c => c.id === id)"""


@pytest.fixture
def complaints(page):
    """What the page has complained of, as far as it speaks of our files or is thrown by them."""
    found = []
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    return lambda: [text for text in found if re.search(r"rl-|rummy|anywidget|widget", text, re.IGNORECASE)]


@pytest.fixture
def viewer_of(page):
    """`viewer_of(cell)`: the viewer under a cell of the tour, scrolled into sight."""

    def viewer(cell):
        page.evaluate(CELL_ON_SCREEN, page.evaluate(NUMBER_OF_CELL, cell))
        found = page.locator(".jp-Cell.jp-mod-active").get_by_role("group", name=re.compile("viewer|ansicht|bekijken"))
        found.wait_for()
        return found

    return viewer


def expect_table(viewer, table):
    """The table is told by the text that stands for the picture, and beside the picture."""
    picture, notation = viewer.get_by_role("img"), viewer.locator("code")
    ends = re.compile(r"(; table|->) " + re.escape(table) + r"(;|$)")
    expect(picture).to_have_attribute("aria-label", ends)
    expect(notation).to_have_text(ends)


def expect_step(viewer, step, table):
    expect(viewer.locator(".rl-news")).to_contain_text(f"Step {step} of 4" if step else "Start")
    expect_table(viewer, table)


def count_cells(page):
    return page.evaluate("() => window.jupyterapp.shell.currentWidget.content.model.cells.length")


def by_clicks(viewer):
    on = viewer.get_by_role("button", name="Next", exact=True)
    expect_step(viewer, 0, TABLES[0])
    for step, table in list(enumerate(TABLES))[1:]:
        on.click()
        expect_step(viewer, step, table)
    expect(viewer.locator(".rl-news")).to_contain_text("meld 1: green 3, 4, 5, 6; meld 2: yellow 2, green 2, blue 2")
    on.click()
    expect(viewer.locator(".rl-news")).to_contain_text("There is no further step.")
    viewer.get_by_role("button", name="First", exact=True).click()
    expect_step(viewer, 0, TABLES[0])


def by_keys(viewer):
    press, cells = viewer.page.keyboard.press, count_cells(viewer.page)
    viewer.get_by_role("button", name="Next", exact=True).focus()
    press("Enter")
    expect_step(viewer, 1, TABLES[1])
    press("Space")
    expect_step(viewer, 2, TABLES[2])
    for letter in "xdd":  # to JupyterLab these mean: cut the cell, delete the cell
        press(letter)
    slider = viewer.get_by_role("slider", name="Step")
    slider.focus()
    press("ArrowRight")
    expect_step(viewer, 3, TABLES[3])
    expect(slider).to_have_attribute("aria-valuetext", "Step 3 of 4")
    press("Home")
    expect_step(viewer, 0, TABLES[0])
    assert count_cells(viewer.page) == cells


def names_and_roles(viewer):
    buttons = viewer.get_by_role("button").all()
    names = [button.get_attribute("aria-label") or button.text_content() for button in buttons]
    assert names[:6] == ["First", "Previous", "Next", "Last", "Play", "Stop"]
    assert sorted(names[6:]) == ["Ask", "Copy", "Make this moment a step", "Play on from here"]
    news = viewer.get_by_role("status")
    expect(news).to_have_attribute("aria-live", "polite")
    expect(viewer.get_by_role("checkbox", name="Turn by turn")).to_have_count(1)
    viewer.get_by_role("combobox", name="Language").select_option(label="Deutsch")
    viewer.get_by_role("button", name="Weiter", exact=True).click()
    expect(news).to_contain_text("Spieler A legt Grün 6 an Kombination 1 an.")
    expect(viewer.get_by_role("slider", name="Schritt")).to_have_count(1)


def nothing_jumps(viewer):
    on = viewer.get_by_role("button", name="Next", exact=True)
    places = set()
    for step in range(1, 9):
        on.click()
        expect(viewer.locator(".rl-news")).to_contain_text(f"Step {step} of ")
        places.add((on.bounding_box()["y"], viewer.locator(".rl-news").bounding_box()["y"]))
    assert len(places) == 1


def fits_its_column(viewer):
    assert viewer.evaluate(OUTSIDE) == []
    picture = viewer.get_by_role("img").bounding_box()
    assert picture["width"] > 200
    assert picture["height"] > 150
    painted = viewer.get_by_role("img").locator("use").first.bounding_box()
    assert painted["width"] > 5  # the faces are defined elsewhere; a wrong reference paints nothing


@pytest.mark.parametrize("size", SIZES)
def test_the_tour(size, tour, run_all_cells, error_outputs, viewer_of, complaints):
    width, height = SIZES[size]
    run_all_cells(tour)
    assert error_outputs(tour) == []
    if size == "telephone":
        tour.evaluate("() => window.jupyterapp.commands.execute('application:toggle-left-area')")
    tour.set_viewport_size({"width": width, "height": height})

    example = viewer_of("add-and-take")
    by_clicks(example)
    by_keys(example)
    fits_its_column(example)
    names_and_roles(example)

    game = viewer_of("game-rummy40")
    nothing_jumps(game)
    game.get_by_role("button", name="Last", exact=True).click()
    expect(game.locator(".rl-news")).to_contain_text("went out and wins")
    fits_its_column(game)

    seen = viewer_of("game-schmidt")
    assert "hand B ??x14" in seen.get_by_role("img").get_attribute("aria-label")
    assert complaints() == []
