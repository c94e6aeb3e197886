"""Puzzles in JupyterLab: solved on the table, shown by keyboard, the answers kept; nothing to hold on to in an exam."""

import pytest
from playwright.sync_api import expect

from browser.access import violations
from browser.tables import Table, until

pytestmark = pytest.mark.browser
PUZZLES = "import rummy_lab as rl\nrl.Puzzles('schmidt', 1, seed=4, lang='en')"
EXAM = "rl.Puzzles('schmidt', 1, seed=4, lang='de', exam=True)"


def test_axe_finds_nothing_in_puzzles(room):
    set_theme = "name => window.jupyterapp.commands.execute('apputils:change-theme', { theme: name })"
    room.run(PUZZLES, EXAM)
    Table(room.page, 1, "de")
    assert violations(room.page, ".rl-lesson") == []
    room.page.evaluate(set_theme, "JupyterLab Dark")
    try:
        expect(room.page.locator("body")).to_have_attribute("data-jp-theme-light", "false")
        room.page.get_by_role("button", name="Show me").click()
        expect(room.page.get_by_role("button", name="Download my answers")).to_be_visible()
        assert violations(room.page, ".rl-lesson") == []
    finally:
        room.page.evaluate(set_theme, "JupyterLab Light")


def test_a_puzzle_is_solved_by_hand_and_the_next_is_shown_by_keyboard(room, tmp_path):
    page = room.page
    room.run(PUZZLES, EXAM)
    until(lambda: page.locator(".rummy-table").count() == 2, "both tables are there")
    table, panel = Table(page), page.locator(".rl-lesson").first
    table.button("hint").click()
    until(lambda: any(told.startswith("Hint 1: ") for told in table.news()), "the hint is announced")
    for cards, place in (
        (["green 3", "green 7"], "Meld 2"),
        (["yellow 8", "yellow 9", "yellow 10", "yellow 11"], "New meld"),
    ):
        for card in cards:
            table.card(f"Your rack: {card}").click()
        table.put(place).click()
    table.button("end").click()
    expect(panel.locator(".rl-news")).to_contain_text("Solved, with help")
    panel.get_by_role("button", name="Next puzzle").click()
    expect(panel.get_by_role("heading", name="Puzzle 2, level 1 of 5")).to_be_visible()
    panel.get_by_role("button", name="Show me").focus()
    page.keyboard.press("Enter")
    expect(panel.get_by_role("button", name="Show the next move")).to_be_focused()
    expect(panel.locator(".rl-news p").first).not_to_be_empty()
    boxes = [one.bounding_box() for one in panel.locator("button.jupyter-button:visible").all()]
    assert len(boxes) == 4
    assert all(box["height"] >= 40 and box["width"] >= 44 for box in boxes)
    panel.get_by_role("button", name="Download my answers").focus()
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    expect(panel.locator(".rl-news")).to_have_text(
        f"{file.name} is handed to your browser, which keeps it with your downloads."
    )
    other = page.locator(".rl-lesson").last
    with page.expect_file_chooser() as chooser:
        other.get_by_role("button", name="Meine Antworten laden").focus()
        page.keyboard.press("Enter")
    chooser.value.set_files(file)
    expect(other.locator(".rl-news")).to_have_text(f"Antworten aus {file.name} geladen: 2.")
    expect(other.get_by_role("button", name="Meine Antworten herunterladen")).to_be_visible()
    exam = Table(page, 1, "de")
    assert exam.button("hint").count() == exam.button("undo").count() == 0
    assert page.get_by_role("button", name="Zeig es mir").count() == 0
