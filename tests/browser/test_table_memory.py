"""What was set holds on in the browser, and the language is first guessed from it."""

import pytest

from browser.table_page import SETTINGS, open_table, sent

pytestmark = pytest.mark.browser


def chosen(page):
    return [message for message in sent(page) if message["type"] == "settings"]


def choose(page, name, value):
    page.locator(".settings summary").click()
    page.locator(f"#set-{name}").select_option(value)


def test_a_table_shown_later_is_set_as_the_last_one_was(page):
    open_table(page)
    assert chosen(page) == []
    choose(page, "size", "large")
    open_table(page)
    assert chosen(page) == [{"type": "settings", "size": "large"}] or chosen(page)[0]["size"] == "large"
    open_table(page, settings={"size": "large"})
    assert chosen(page) == []


def test_a_language_asked_for_in_the_notebook_stays(page):
    open_table(page, settings={"guess": True})
    choose(page, "lang", "nl")
    open_table(page, settings={"guess": True})
    assert chosen(page)[0]["lang"] == "nl"
    open_table(page, settings={"guess": False, "lang": "de"})
    assert chosen(page) == []


@pytest.mark.parametrize(("own", "wanted"), [("de-AT", "de"), ("nl", "nl"), ("fr-FR", None), ("en-GB", None)])
def test_the_language_of_the_browser_is_the_first_guess(browser, own, wanted):
    context = browser.new_context(locale=own)
    page = context.new_page()
    open_table(page, settings={"guess": True})
    assert [message["lang"] for message in chosen(page)] == ([wanted] if wanted else [])
    context.close()


@pytest.mark.parametrize("stored", ["{", "7", '{"lang": "nl", "__proto__": 1, "colour": "red"}', "null"])
def test_what_is_stored_by_others_does_no_harm(page, stored):
    open_table(page)
    page.evaluate("(text) => localStorage.setItem('rummy-lab-settings', text)", stored)
    open_table(page, settings={"guess": True})
    assert all(set(message) <= {"type", "gen", *SETTINGS} for message in chosen(page))
    assert page.locator(".app").count() == 1
