"""The workshop for lessons in a real JupyterLab: steps made by clicking, and tried as a pupil does."""

import re

import pytest
from playwright.sync_api import expect

from browser.access import violations
from browser.hands import Clicks
from browser.tables import Table

pytestmark = pytest.mark.browser

CODE = "import rummy_lab as rl\nrl.LessonWorkshop(lang='en')"
OUTSIDE = """host => {
    const room = host.getBoundingClientRect();
    return [...host.querySelectorAll('button, select, textarea, input, p')]
        .map(element => [element.outerHTML.slice(0, 60), element.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.left < room.left - 1 || box.right > room.right + 1))
        .map(([name]) => name);
}"""
SMALL = """host => [...host.querySelectorAll('button, select, textarea, input[type=text], .widget-checkbox label')]
    .map(element => [element.outerHTML.slice(0, 60), element.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 44 || box.height < 43))
    .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""

# A long cell is one that JupyterLab lets paint nothing beside itself.
CUT = """host => {
    const cell = host.closest('.jp-Cell'), { left, right } = cell.getBoundingClientRect();
    const app = host.shadowRoot.querySelector('.app').getBoundingClientRect();
    return getComputedStyle(cell).contain === 'content' && (app.left < left || app.right > right);
}"""


def lay(editor, place, *cards):
    editor.get_by_role("radio", name=re.compile(f"^{place}")).check()
    for card in cards:
        editor.get_by_role("button", name=re.compile(f"^{card}, . of")).click()
        expect(editor.get_by_role("status")).to_contain_text(f"{card} added")


def test_a_value_and_a_do_step_are_made_by_clicking_and_tried(phone):
    phone.run(CODE)
    page = phone.page
    workshop = page.locator(".rl-workshop")
    field, press = workshop.get_by_label, lambda name: workshop.get_by_role("button", name=name, exact=True).click()
    editor = workshop.get_by_role("group", name="Position editor")

    field("Title of the lesson: English").fill("One run")
    field("What the pupil does").select_option(label="counts points")
    field("What the pupil reads: English").fill("How many points are in your hand?")
    lay(editor, "hand A", "red 5", "red 4")
    expect(workshop.get_by_text("The referee counts 9 points.")).to_be_visible()
    expect(workshop.get_by_text("Not written yet in: Deutsch, Nederlands.").first).to_be_visible()
    said = workshop.locator(".rl-lesson:not(.rl-workshop) .rl-news")
    press("Try this step as a pupil")
    field("Points:").fill("8")
    press("That is my answer")
    expect(said).to_contain_text("9 points.")
    field("Points:").fill("9")
    press("That is my answer")
    expect(said).to_have_text(re.compile("^Right"))
    press("End the try")

    press("Add a step")
    expect(workshop.locator(".rl-news").first).to_have_text("Step 2 of 2: plays until a goal is reached.")
    expect(workshop.get_by_text("To do: Write a text, in one language at least.")).to_be_visible()
    field("What the pupil reads: English").fill("Lay {5r}.")
    lay(editor, "new meld", "red 6", "red 7", "red 8")
    lay(editor, "hand A", "red 5", "blue 1")
    editor.get_by_role("button", name="Has opened: player A").click()
    expect(workshop.get_by_label("lays at least one of the hand's cards")).to_be_checked()
    expect(workshop.get_by_label("The turn as text")).to_have_value("layoff 5r>1; end")
    workshop.get_by_label("Lay the blue 1 off on meld 1. End your turn.").check()
    expect(workshop.get_by_label("What is said: English")).to_have_value(re.compile("mixes colours: {6r 7r 8r 1b}"))
    assert workshop.evaluate(OUTSIDE) == []
    assert workshop.evaluate(SMALL) == []
    assert violations(page, ".rl-workshop") == []
    press("Try this step as a pupil")
    table = Table(page)
    assert table.host.evaluate(CUT) is False
    hand = Clicks(table)
    hand.move(["Your rack: red 5"], "Meld 1")
    hand.press("end")
    expect(said).to_have_text(re.compile("^Right"))
    assert phone.errors() == []
