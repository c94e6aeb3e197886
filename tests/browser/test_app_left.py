"""A page of the app that is left, or loaded again, leaves no kernel; one that is only out of sight keeps its game."""

import socket
from contextlib import contextmanager
from urllib.parse import urlsplit

import psutil
import pytest
from playwright.sync_api import expect

from browser.servers import app_extension_server, app_server
from browser.tables import Table, until
from browser.visitors import MILLISECONDS, visitor

pytestmark = pytest.mark.browser

OPEN = ".rl-app h1:not(:empty)"
END = """async () => {
    const { baseUrl, kernelId } = JSON.parse(document.getElementById('jupyter-config-data').textContent);
    return (await fetch(`${baseUrl}voila/api/shutdown/${kernelId}`, { method: 'POST' })).status;
}"""
HIDDEN = """hidden => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
}"""
KEPT = "name => dispatchEvent(new PageTransitionEvent(name, { persisted: true }))"


def kernels(page, pid):
    page.wait_for_timeout(50)  # what the page sends goes through here
    return len(psutil.Process(pid).children(recursive=True))


@contextmanager
def gone_before_there_is_a_page(address):
    place = urlsplit(address)
    with socket.create_connection((place.hostname, place.port)) as visit:
        visit.sendall(f"GET {place.path}?{place.query} HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode())
        yield


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with app_server(tmp_path_factory.mktemp("app")) as (address, pid):
        yield address, pid


def test_a_page_that_is_left_or_loaded_again_ends_its_kernel(browser, server):
    no_kernel_is_left(browser, *server)


@pytest.mark.slow
def test_nor_is_one_left_where_voila_is_part_of_a_jupyter_server(browser, tmp_path):
    with app_extension_server(tmp_path) as (address, pid):
        no_kernel_is_left(browser, address, pid)


def no_kernel_is_left(browser, address, pid):
    with visitor(browser, address) as page:
        assert kernels(page, pid) == 1
        assert page.evaluate(END) == 403, "another site could end it"
        page.reload(timeout=MILLISECONDS)
        page.wait_for_selector(OPEN, timeout=MILLISECONDS)
        with gone_before_there_is_a_page(address):
            until(lambda: kernels(page, pid) == 2, "Voila has started the kernel of a second visitor")
        until(lambda: kernels(page, pid) == 1, "only the page that is open has a kernel", seconds=30)
        page.goto("about:blank")
        until(lambda: kernels(page, pid) == 0, "nothing is left")


def test_a_page_out_of_sight_keeps_its_game_and_one_that_comes_back_from_the_cache_says_it_has_none(browser, server):
    """A telephone that is locked hides its page; the cache of a browser for `Back` keeps pages that were left."""
    address, pid = server
    with visitor(browser, address, "?game=schmidt&players=me,greedy&seed=3&lang=de") as page:
        table = Table(page, lang="de")
        start = table.cards()
        page.evaluate(HIDDEN, True)
        for name in ("freeze", "beforeunload", "resume"):
            page.evaluate("name => dispatchEvent(new Event(name))", name)
        page.evaluate(HIDDEN, False)
        table.button("draw").click()
        until(lambda: table.cards() != start, "the game goes on")
        assert kernels(page, pid) == 1

        page.evaluate(KEPT, "pagehide")
        until(lambda: kernels(page, pid) == 0, "the page counts as left")
        page.evaluate(KEPT, "pageshow")
        expect(page.get_by_role("alert")).to_contain_text("verlassen")
        page.get_by_role("button", name="Seite neu laden").click()
        page.wait_for_function("() => !document.querySelector('.rl-app-main')?.inert", timeout=MILLISECONDS)
        assert Table(page, lang="de").cards() == start
