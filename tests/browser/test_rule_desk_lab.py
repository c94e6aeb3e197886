"""The rule desk in a real JupyterLab, on a telephone, by keyboard."""

import os
import re

import pytest
from playwright.sync_api import expect

from browser.access import violations

pytestmark = pytest.mark.browser

OUTSIDE = """host => {
    const room = host.getBoundingClientRect();
    return [...host.querySelectorAll('button, select, input, p, svg, code')]
        .map(element => [element.outerHTML.slice(0, 60), element.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.left < room.left - 1 || box.right > room.right + 1))
        .map(([name]) => name);
}"""
SMALL = """host => [...host.querySelectorAll('button, select, input')]
    .map(element => [element.outerHTML.slice(0, 60), element.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 44 || box.height < 44))
    .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""


def test_a_question_is_asked_and_answered_by_keyboard_in_another_language(phone):
    phone.run("import rummy_lab as rl\nrl.RuleDesk()")
    page = phone.page
    desk = page.locator(".rl-rules")
    desk.get_by_label("Your question").fill("kep the joker on my rack")
    page.keyboard.press("Enter")
    news = desk.get_by_role("status")
    expect(news).to_contain_text("Found: 3.")
    expect(desk.get_by_role("heading", name="Once I have swapped a joker, may I keep it on my rack?")).to_be_visible()
    expect(desk.get_by_role("img", name="red 4, 5, 6")).to_have_count(2)
    if shots := os.environ.get("SHOTS"):
        page.set_viewport_size({"width": 360, "height": 2600})
        page.screenshot(path=f"{shots}/rules.png")
        page.set_viewport_size({"width": 1100, "height": 1500})
        page.screenshot(path=f"{shots}/wide.png")
        page.set_viewport_size({"width": 360, "height": 640})
    other = desk.get_by_role("button", name="Do I have to be able to discard to go out?")
    other.focus()
    page.keyboard.press("Enter")
    expect(news).to_contain_text("Open now: Do I have to be able to discard")
    expect(desk.get_by_label("All questions").locator("option:checked")).to_have_text("choose one of 63")
    desk.get_by_label("Language").select_option(label="Deutsch")
    expect(news).to_contain_text("Jetzt offen: Muss ich zum Schluss noch eine Karte abwerfen")
    expect(desk.get_by_text(re.compile("^Wie sicher: Der Text sagt nichts dazu")).first).to_be_visible()
    assert desk.evaluate(OUTSIDE) == []
    assert desk.evaluate(SMALL) == []
    assert violations(page, ".rl-rules") == []
    phone.run("rl.RuleDesk()")
    expect(desk.get_by_label("Deine Frage")).to_be_visible()
    page.evaluate("() => localStorage.clear()")
    assert phone.errors() == []
