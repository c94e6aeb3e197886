"""A game in JupyterLab: where one is after a button has gone, and the file in which it leaves and comes back."""

import pytest
from playwright.sync_api import expect

from browser.access import violations
from browser.tables import Table, until
from rummy_lab.widgets.saved import parse_match

pytestmark = pytest.mark.browser
GAME = "import rummy_lab as rl\nrl.PlayGame('schmidt', ['me', 'greedy'], seed=3, lang='en', pace=0)"
OTHER = "rl.PlayGame('rummy40', ['me', 'me'], seed=8, lang='nl', pace=0)"


def test_focus_is_not_lost_with_the_button_that_was_pressed(run_code):
    page = run_code(GAME)
    page.get_by_role("button", name="Stop this deal").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.closest('.rl-news')")
    page.wait_for_function("() => document.activeElement.innerText.includes('was stopped')")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('.rl-play-game') !== null")


def test_a_game_is_downloaded_and_goes_on_elsewhere(phone, tmp_path):
    page = phone.page
    phone.run(GAME, OTHER)
    first, second = (page.locator(".rl-play-game").nth(at) for at in range(2))
    table, other = Table(page), Table(page, 1, "nl")
    table.button("draw").click()
    expect(first.locator(".rummy-table .log li").first).to_be_attached()
    first.get_by_role("button", name="Download this game").focus()
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert str(parse_match(file.read_text("utf-8")).turns[0].turn).startswith("draw")
    news = first.locator(".rl-news")
    expect(news).to_have_attribute("aria-live", "polite")
    expect(news).to_have_text("rummy-match-3.toml is handed to your browser, which keeps it with your downloads.")

    def load(content):
        with page.expect_file_chooser() as chooser:
            second.get_by_role("button", name="Een partij laden").focus()
            page.keyboard.press("Enter")
        chooser.value.set_files(content)

    cards = other.cards()
    # So large a message would be lost on its way to the kernel.
    load({"name": "large.toml", "mimeType": "", "buffer": b"#" * (12 << 20)})
    expect(second.locator(".rl-news")).to_contain_text("large.toml is groter dan 1024 kB")
    expect(second.locator(".rl-news")).to_be_in_viewport()
    assert other.cards() == cards
    load(file)
    expect(second.locator(".rl-news")).to_have_text("De partij uit rummy-match-3.toml gaat verder.")
    until(lambda: other.cards() != cards, "the table shows the cards of the other match")
    boxes = [one.bounding_box() for one in second.locator(".rl-files button").all()]
    assert all(box["height"] >= 44 and box["x"] + box["width"] <= 360 for box in boxes)
    assert violations(page, ".rl-files") == []
    other.button("draw").click()
    assert phone.errors() == []
