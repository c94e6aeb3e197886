"""Visitors of the app."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect

MILLISECONDS = 60_000


@contextmanager
def visitor(browser: Browser, address: str, query: str = "", **options: object) -> Iterator[Page]:
    """A new visitor's page, in a school without internet; what it asks of others, or complains of, is a failure."""
    context = browser.new_context(reduced_motion="reduce", locale="en-GB", **options)
    host, asked, complaints = urlsplit(address).netloc, [], []

    def guard(route):
        if urlsplit(route.request.url).netloc == host:
            return route.continue_()
        asked.append(route.request.url)
        return route.abort()

    context.route(re.compile("^(http|ws)"), guard)
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{address}{query}", timeout=MILLISECONDS)
    page.wait_for_selector(".rl-app h1:not(:empty)", timeout=MILLISECONDS)
    try:
        yield page
    finally:
        context.close()
    assert (asked, complaints) == ([], []), f"asked of others: {asked}; complaints: {complaints}"


def heading(page: Page, text: str) -> None:
    """Wait until the page is called so."""
    expect(page.get_by_role("heading", level=1, name=text, exact=True)).to_be_visible(timeout=MILLISECONDS)
