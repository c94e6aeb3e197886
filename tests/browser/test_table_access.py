"""What axe-core finds in the table: nothing, in light and dark, in every state."""

import pytest
from playwright.sync_api import expect

from browser.access import violations
from browser.table_page import (
    CHOOSER,
    QUESTION,
    REFUSAL,
    docked,
    make_frame,
    marked,
    middle,
    open_table,
    rule,
    show,
    sized,
)  # fmt: skip
from rummy_lab.widgets.front import ENGLISH

pytestmark = pytest.mark.browser

LOG = [{"turn": str(at), "text": f"A lays {at}r."} for at in range(1, 40)]
STATES = {
    "plain": marked(make_frame(log=LOG, news=["You drew a blue 4."]), m1="good", m3="unfinished"),
    "picked up": make_frame(picked=["card-6g-1", "card-5r-1"]),
    "chooser": make_frame(chooser=CHOOSER, picked=["card-6g-1"]),
    "question": make_frame(question=QUESTION),
    "refusal": make_frame(refusal=REFUSAL | {"rule": rule()}),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(page, state, theme):
    open_table(page, STATES[state], theme=theme)
    page.mouse.click(*middle(page, "#stop-card-9r-1"))
    assert violations(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_where_everything_is_open(page, theme):
    open_table(page, STATES["refusal"] | {"log": LOG}, theme=theme)
    for title in ("also", "log", "settings"):
        page.locator("summary", has_text=ENGLISH[title]).click()
    assert violations(page) == []
    page.get_by_role("button", name=ENGLISH["why"]).click()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name=ENGLISH["keys"], exact=True).click()
    assert violations(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_with_high_contrast(page, theme):
    open_table(page, STATES["plain"], theme=theme, settings={"contrast": True})
    assert violations(page) == []
    page.get_by_role("button", name=ENGLISH["presenter"]).click()
    assert violations(page) == []


def test_axe_finds_nothing_on_a_telephone(page):
    open_table(sized(page, 360, 640), docked(make_frame(width=400.0, refusal=REFUSAL | {"rule": rule()})))
    assert violations(page) == []
    show(page, docked(make_frame(2, width=400.0, chooser=CHOOSER)))
    assert violations(page) == []


def test_news_are_read_one_by_one_and_lists_tell_how_many_cards_there_are(page):
    frame = make_frame()
    open_table(page, frame)
    expect(page.get_by_role("status")).to_have_attribute("aria-atomic", "false")
    stock = next(zone for zone in frame["zones"] if zone["kind"] == "stock")
    expect(page.get_by_role("listbox", name=stock["label"], exact=True)).to_be_attached()


def test_forced_colours_keep_the_ring_and_the_picture(page):
    page.emulate_media(forced_colors="active")
    open_table(page)
    page.keyboard.press("Tab")
    ring = page.locator("#stop-card-5r-1").evaluate("(card) => getComputedStyle(card, '::after').outlineStyle")
    assert ring == "solid"


def test_print_shows_the_table_and_no_controls(page):
    open_table(page)
    page.emulate_media(media="print")
    assert page.locator(".stage svg").first.is_visible()
    assert page.get_by_role("button", name="Draw").is_hidden()
    assert page.get_by_role("button", name=ENGLISH["send"]).is_hidden()
