"""The variant lab in a real JupyterLab: a threshold, a guess, deals that are stopped and gone on with, a file."""

import csv
import re

import pytest
from playwright.sync_api import expect

from browser.access import violations
from browser.tables import until

pytestmark = pytest.mark.browser
SOON = 30_000  # the kernel plays meanwhile

# A bot of one's own is played at the table: so slowly that there is time to stop.
LAB = """
import rummy_lab as rl
def mine(view, rng):
    return rl.bots.BOTS["greedy"].choose(view, rng)
rl.VariantLab("rummy40", {"opening.points": 51}, (mine, "greedy"), lang="en")
"""
GERMAN = """
import rummy_lab as rl
changes = {"joker.freed": "to_hand", "opening.points": 20}
rl.VariantLab("schmidt", changes, question="wins", lang="de", predict=False)
"""
OUTSIDE = """host => {
    const room = host.getBoundingClientRect();
    const scrolls = element => element.closest('.rl-scrolls') && !element.classList.contains('rl-scrolls');
    return [...host.querySelectorAll('button, select, input, textarea, p, svg, img, table')]
        .filter(element => !scrolls(element))
        .map(element => [element.outerHTML.slice(0, 80), element.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.left < room.left - 1 || box.right > room.right + 1))
        .map(([name]) => name);
}"""
SMALL = """host => [...host.querySelectorAll('button, select, input:not([type=checkbox])')]
    .map(element => [element.outerHTML.slice(0, 80), element.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 44 || box.height < 40))
    .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""
THEME = "name => window.jupyterapp.commands.execute('apputils:change-theme', { theme: name })"


def test_a_threshold_is_set_guessed_about_and_answered_deal_by_deal(room, tmp_path):
    page = room.page
    room.run(LAB)
    lab = page.locator(".rl-variant")
    news = lab.get_by_role("status").first
    expect(news).to_contain_text("Guess first", timeout=SOON)
    expect(lab.get_by_role("button", name="1,000 more deals")).to_be_disabled()
    lab.get_by_role("slider", name="New value of rule 1: points to open").focus()
    page.keyboard.press("ArrowRight")
    expect(
        lab.get_by_text("Then: To open, you lay melds of your own that are worth at least 52 points")
    ).to_be_visible()
    assert violations(page, ".rl-variant") == []
    lab.get_by_role("slider", name="Rummy 40", exact=True).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    lab.get_by_role("slider", name="Rummy 40 with 52 points to open").focus()
    page.keyboard.press("Home")
    lab.get_by_label("Why do you think so?").fill("It is hard.")
    lab.get_by_role("button", name="This is my guess").click()
    expect(news).to_contain_text("Your guess stands: Rummy 40: 50%; Rummy 40 with 52 points to open: 0%", timeout=SOON)
    expect(lab.get_by_role("button", name="1 deal", exact=True)).to_be_focused()
    lab.get_by_role("button", name="1,000 more deals").click()

    table = lab.get_by_role("region", name="All numbers")

    def counts():
        return [int(n) for n in table.locator("tbody td:first-of-type").all_text_contents()]

    until(lambda: counts()[:1] and counts()[0] >= 3, "deals come in", seconds=30)
    lab.get_by_role("button", name="Stop").click()
    expect(news).to_contain_text("Stopped.", timeout=SOON)
    # The refined rate, as it is read aloud, is that of the table.
    done, rate = re.search(r"After (\d+) deals: Rummy 40: ([\d.]+%)", news.inner_text()).groups()
    expect(table.get_by_role("row").nth(1)).to_contain_text(re.compile(rf"{done}\d+ of \d+{re.escape(rate)}"))
    lab.get_by_role("button", name="Go on").click()
    until(lambda: counts()[0] > int(done), "it goes on", seconds=30)
    lab.get_by_role("button", name="Stop").click()
    expect(news).to_contain_text("Stopped.", timeout=SOON)
    assert lab.locator(".rl-variant-chart img").get_attribute("alt").count("your guess") == 2

    dots = lab.get_by_role("listbox").nth(1)
    dots.focus()
    page.keyboard.press("End")
    opened = dots.get_by_role("option", selected=True).get_attribute("aria-label")
    page.keyboard.press("Enter")
    deal = re.match(r"deal (\d+): ", opened)[1]
    expect(news).to_have_text(f"Deal {deal}, Rummy 40 with 52 points to open, is open below.", timeout=SOON)
    expect(lab.locator(".rl-viewer")).to_be_visible(timeout=SOON)
    named = lab.get_by_role("heading", name=f"Deal {deal}, Rummy 40 with 52 points to open", exact=True)
    expect(named).to_be_focused()
    expect(named).to_be_in_viewport()
    lab.get_by_role("button", name="Close the deal").click()
    expect(dots).to_be_focused()
    with page.expect_download() as download:
        lab.get_by_role("button", name="Download the numbers (CSV)").click()
    download.value.save_as(tmp_path / "numbers.csv")
    rows = list(csv.DictReader((tmp_path / "numbers.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["rules"] for row in rows] == ["rummy40", "rummy40{opening.points=52}"]
    assert [int(row["deals"]) for row in rows] == counts()
    assert violations(page, ".rl-variant") == []


def test_on_a_telephone_in_the_dark_in_german_everything_has_room(phone):
    page = phone.page
    phone.run(GERMAN)
    page.evaluate(THEME, "JupyterLab Dark")
    try:
        expect(page.locator("body")).to_have_attribute("data-jp-theme-light", "false")
        lab = page.locator(".rl-variant")
        expect(lab.get_by_role("heading", name="Variantenlabor")).to_be_visible(timeout=SOON)
        assert violations(page, ".rl-variant") == []
        lab.get_by_role("button", name="10 Spiele mehr").click()
        expect(lab.get_by_role("status").first).to_contain_text("Fertig.", timeout=SOON)
        expect(lab.locator(".rl-variant-row circle")).to_have_count(30, timeout=SOON)
        assert lab.evaluate(OUTSIDE) == []
        assert lab.evaluate(SMALL) == []
    finally:
        page.evaluate(THEME, "JupyterLab Light")
    assert phone.errors() == []
