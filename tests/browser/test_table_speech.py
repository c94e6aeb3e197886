"""What stands above the table: refusals in view, rule cards, choices and questions."""

import pytest
from playwright.sync_api import expect

from browser.table_page import (
    CHOOSER,
    QUESTION,
    REFUSAL,
    focused,
    make_frame,
    middle,
    open_table,
    rule,
    sent,
    show,
    sized,
)
from rummy_lab.widgets.front import ENGLISH

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("width", "height", "above"), [(360, 640, 0), (1280, 720, 0), (360, 640, 400), (1280, 720, 500)]
)
@pytest.mark.parametrize("near", ["card-6g-1", "card-6r-1", "zone-stock"])
def test_a_refusal_stands_in_view(page, width, height, above, near):
    sized(page, width, height)
    canvas = 400.0 if width < 600 else 1000.0
    frame = make_frame(width=canvas, refusal=REFUSAL | {"near": near, "rule": rule()})
    open_table(page, frame, above=above)
    page.evaluate("(to) => scrollTo(0, to)", above and above - 250)
    page.wait_for_timeout(100)
    box = page.locator(".refusal").bounding_box()
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] + box["height"] <= height
    stage = page.locator(".table").bounding_box()
    assert stage["y"] <= box["y"] + 1


def test_a_refusal_tells_why_and_leaves_with_the_next_gesture(page):
    open_table(page, make_frame(refusal=REFUSAL | {"rule": rule()}))
    assert page.get_by_text(REFUSAL["also"][0]).is_hidden()
    page.get_by_text(ENGLISH["also"]).click()
    assert page.get_by_text(REFUSAL["also"][0]).is_visible()
    page.get_by_role("button", name=ENGLISH["why"]).click()
    card = page.get_by_role("dialog", name=rule()["title"])
    expect(card).to_have_accessible_description(rule()["text"])
    assert card.get_by_text(rule()["place"]).is_visible()
    assert card.get_by_text(rule()["wrong"]["label"]).is_visible()
    page.get_by_role("button", name=ENGLISH["close"]).click()
    assert card.is_hidden()
    assert page.locator(".refusal").is_visible()
    show(page, make_frame(2, refusal=REFUSAL | {"rule": rule()}))
    assert page.locator(".refusal").is_visible()
    show(page, make_frame(3))
    assert page.locator(".refusal").is_hidden()


def test_a_choice_is_made_by_number_by_arrows_or_not_at_all(page):
    open_table(page)
    page.mouse.click(*middle(page, "#stop-card-6g-1"))
    for gen, keys in ((2, ["2"]), (3, ["ArrowDown", "ArrowDown", "Enter"]), (4, ["Escape"]), (5, ["Enter"])):
        show(page, make_frame(gen, chooser=CHOOSER))
        chosen = page.get_by_role("option", selected=True).filter(has_text="8")
        assert "blue 8" in chosen.first.inner_text()
        assert chosen.first.get_attribute("aria-label") == "blue 8, meld worth 8 points, 32 in all"
        for key in keys:
            page.keyboard.press(key)
        show(page, make_frame(gen + 10))
        show(page, make_frame(gen))
        assert focused(page) == "card-6g-1"
    assert [one["option"] for one in sent(page, "choose")] == [1, 2, None, 0]


@pytest.mark.parametrize("asked", [{"chooser": CHOOSER}, {"question": QUESTION}])
def test_what_is_asked_does_not_take_the_focus_from_elsewhere(page, asked):
    open_table(page, make_frame(**asked))
    page.wait_for_timeout(100)
    assert page.evaluate("() => document.activeElement === document.body")


def test_an_answer_that_is_long_in_coming_is_told_until_it_comes(page):
    open_table(page)
    told, heard = page.locator(".busy"), page.locator("[role=status] p", has_text=ENGLISH["busy"])
    for gen in (2, 3):
        page.mouse.click(*middle(page, "#stop-card-6g-1"))
        expect(told).to_be_visible()
        expect(told).to_have_text(ENGLISH["busy"])
        expect(heard).to_have_count(gen - 1)
        show(page, make_frame(gen))
        expect(told).to_be_hidden()


def test_whoever_was_asked_is_back_where_he_was(page):
    open_table(page)
    page.get_by_label(ENGLISH["line"]).focus()
    for gen, asked in ((2, {"question": QUESTION}), (4, {"chooser": CHOOSER})):
        show(page, make_frame(gen, **asked))
        page.keyboard.press("Escape")
        show(page, make_frame(gen + 1))
        assert page.get_by_label(ENGLISH["line"]).evaluate("(line) => line.matches(':focus')")


def test_a_question_is_answered_by_buttons_or_escape(page):
    open_table(page)
    page.mouse.click(*middle(page, "#stop-card-6g-1"))
    show(page, make_frame(2, question=QUESTION))
    assert page.get_by_role("dialog", name=QUESTION["text"]).is_visible()
    page.keyboard.press("Enter")
    show(page, make_frame(6))
    show(page, make_frame(7, question=QUESTION))
    page.get_by_role("button", name=QUESTION["yes"]).click()
    show(page, make_frame(3))
    show(page, make_frame(4, question=QUESTION))
    page.get_by_role("button", name=QUESTION["no"]).click()
    show(page, make_frame(5, question=QUESTION))
    page.keyboard.press("Escape")
    assert [(one["yes"], one["gen"]) for one in sent(page, "answer")] == [
        (False, 2), (True, 7), (False, 4), (False, 5),
    ]  # fmt: skip
