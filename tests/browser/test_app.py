"""The app as its visitors have it: by keyboard, on a telephone, two at once, without internet, cut off from Python."""

import os
import re
import signal
from urllib.parse import quote

import psutil
import pytest
from playwright.sync_api import expect

from browser.access import violations
from browser.servers import app_server
from browser.tables import Table, until
from browser.test_strangers import HARM, stays_text
from browser.visitors import MILLISECONDS, heading, visitor
from rummy_lab.app.sockets import PROTOCOL

pytestmark = pytest.mark.browser

OUTSIDE = """() => [...document.querySelectorAll('.rl-app *')]
    .map(element => [element.outerHTML.slice(0, 70), element.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.height && (box.left < -1 || box.right > innerWidth + 1))
    .map(([name]) => name)"""
SMALL = """() => [...document.querySelectorAll('.rl-app :is(a, button, select, summary)')]
    .map(element => [element.outerHTML.slice(0, 70), element.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 40 || box.height < 40)).map(([name]) => name)"""


SOCKET = """([protocols, byte]) => new Promise((done) => {
    const { kernelId } = JSON.parse(document.getElementById('jupyter-config-data').textContent);
    const socket = new WebSocket(`ws://${location.host}/api/kernels/${kernelId}/channels`, protocols);
    socket.onerror = () => done('refused');
    socket.onopen = () => {
        socket.send(new Uint8Array(8).fill(byte));
        setTimeout(() => (socket.close(), done('open')), 500);
    };
})"""


MET = "query => { history.pushState(null, '', query); dispatchEvent(new PopStateEvent('popstate')); }"
HARMED = {
    "lesson": "Ein Spiel lernen", "page": "Was möchtest du tun?", "game=schmidt&players": "Spielen",
    "ask": "Eine Regelfrage",
}  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with app_server(tmp_path_factory.mktemp("app")) as (address, pid):
        yield address, pid


@pytest.fixture(scope="module")
def guest(browser, server):
    """A visitor who stays for several tests."""
    with visitor(browser, server[0], viewport={"width": 1280, "height": 900}) as page:
        yield page


def follow(page, name):
    """Go to a link by the tabulator, and open it."""
    link = page.get_by_role("link", name=name).first
    expect(link).to_be_visible()
    for _ in range(40):
        page.keyboard.press("Tab")
        if link.evaluate("one => one === document.activeElement"):
            return page.keyboard.press("Enter")
    raise AssertionError(f"{name} is not reached by the tabulator")


def home(page):
    page.get_by_role("link", name="Back to the start").press("Enter")
    heading(page, "What would you like to do?")


def test_what_one_came_for_is_two_keys_away(guest):
    heading(guest, "What would you like to do?")
    assert guest.title() == "What would you like to do? · Rummy lab"
    assert violations(guest) == []
    assert guest.locator(".jp-InputArea, .jp-InputPrompt").count() == 0

    follow(guest, "Learn a game")
    heading(guest, "Learn a game")
    assert guest.evaluate("document.activeElement.tagName") == "H1"
    assert violations(guest) == []
    follow(guest, "Step by step")
    heading(guest, "Learn Schmidt Rummy")
    expect(guest.get_by_role("checkbox").first).to_be_visible()
    home(guest)

    follow(guest, "Play")
    follow(guest, "Against one easy opponent")
    heading(guest, "Play Schmidt Rummy")
    Table(guest).expect_turn("Your turn")
    home(guest)

    follow(guest, "A rule question")
    heading(guest, "A rule question")
    guest.get_by_label("Your question").fill("may I keep the joker")
    guest.keyboard.press("Enter")
    expect(guest.get_by_role("heading", name="Once I have swapped a joker, may I keep it on my rack?")).to_be_visible()
    home(guest)

    follow(guest, "Explore with numbers")
    follow(guest, "What if 20 points were enough")
    heading(guest, "What if a rule of Schmidt Rummy were different?")
    expect(guest.get_by_role("button", name="This is my guess")).to_be_visible()
    home(guest)


def test_the_language_changes_without_a_new_page(guest):
    guest.evaluate("window.still = true")
    guest.get_by_role("button", name="Deutsch").press("Enter")
    heading(guest, "Was möchtest du tun?")
    assert guest.evaluate("[document.documentElement.lang, window.still, location.search]") == ["de", True, "?lang=de"]
    assert guest.title() == "Was möchtest du tun? · Rommé-Labor"
    expect(guest.get_by_role("button", name="Deutsch")).to_have_attribute("aria-pressed", "true")
    guest.get_by_role("link", name="Spielen").click()
    heading(guest, "Spielen")
    guest.get_by_role("link", name="Gegen drei Gegner").last.click()
    heading(guest, "Rummy 40 spielen")
    Table(guest, lang="de")
    guest.get_by_role("button", name="Nederlands").click()
    heading(guest, "Rummy 40 spelen")
    Table(guest, lang="nl").expect_turn("Jij bent aan de beurt")
    assert guest.evaluate("window.still")


def test_the_address_follows_and_leads_back(guest):
    query = guest.evaluate("location.search")
    assert re.fullmatch(r"\?game=rummy40&players=me,greedy,careful,random&seed=\d+&lang=nl", query)
    guest.go_back()
    heading(guest, "Spelen")
    guest.go_forward()
    heading(guest, "Rummy 40 spelen")
    assert guest.evaluate("location.search") == query
    guest.get_by_role("button", name="Link naar deze pagina kopiëren").click()
    expect(guest.get_by_text(query.partition("&")[0])).to_be_visible()


def test_a_link_leads_into_a_lesson_on_a_telephone_in_the_dark(browser, server):
    screen = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "color_scheme": "dark"}
    with visitor(browser, server[0], "?lesson=schmidt/split&lang=de", **screen) as page:
        expect(page.locator(".rl-task")).to_be_visible(timeout=MILLISECONDS)
        page.get_by_role("button", name="Weiter").last.click()
        Table(page, lang="de")
        assert page.evaluate("document.documentElement.lang") == "de"
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(17, 17, 17)"
        assert page.evaluate(OUTSIDE) == []
        assert violations(page) == []
        page.locator(".rl-app-colours select").select_option("light")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        page.get_by_role("link", name="Ein Spiel lernen").click()
        heading(page, "Ein Spiel lernen")
        page.locator("summary").first.click()
        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate(SMALL) == []


def test_visitors_have_games_of_their_own_and_are_told_when_one_is_lost(browser, server):
    address, pid = server
    before = {process.pid for process in psutil.Process(pid).children(recursive=True)}
    query = "?game=schmidt&players=me,greedy&seed=3&lang=en"
    with visitor(browser, address, query) as one:
        mine = {process.pid for process in psutil.Process(pid).children(recursive=True)} - before
        with visitor(browser, address, query) as other:
            tables = [Table(page) for page in (one, other)]
            start = tables[1].cards()
            assert tables[0].cards() == start
            tables[0].button("draw").click()
            until(lambda: tables[0].cards() != start, "a card is drawn")
            assert tables[1].cards() == start
            for process in mine:
                os.kill(process, signal.SIGKILL)
            expect(one.get_by_role("alert")).to_contain_text("has lost its connection for good", timeout=MILLISECONDS)
            assert one.locator(".rl-app-main").evaluate("main => main.inert")
            expect(other.get_by_role("alert")).to_be_empty()
            tables[1].button("draw").click()
            until(lambda: tables[1].cards() != start, "the other plays on")
        one.get_by_role("button", name="Load the page again").click()
        one.wait_for_function("() => !document.querySelector('.rl-app-main')?.inert", timeout=MILLISECONDS)
        assert Table(one).cards() == start


def test_what_stands_in_an_address_is_told_as_text_and_what_it_meant_is_a_link(guest):
    guest.get_by_role("button", name="Deutsch").click()
    for key, words in HARMED.items():
        guest.evaluate(MET, f"?{key}={quote(HARM)}")
        heading(guest, words)
        stays_text(guest, least=key != "ask")  # the desk answers, and does not repeat what it was asked
    guest.evaluate(MET, "?lesson=schmidt/splt")
    guest.get_by_role("link", name="Meintest du: schmidt/split?").click()
    heading(guest, "Eine Lektion Schmidt-Rummy")


def test_who_speaks_to_a_kernel_otherwise_than_a_page_is_not_heard(guest, server):
    """Either would stop the server for all: it counts what the first bytes of a message say."""
    before = psutil.Process(server[1]).memory_info().rss
    assert guest.evaluate(SOCKET, [[], 0]) == "refused"
    assert guest.evaluate(SOCKET, [[PROTOCOL], 255]) == "open"
    guest.get_by_role("button", name="English").click()
    expect(guest.get_by_role("button", name="English")).to_have_attribute("aria-pressed", "true")
    assert psutil.Process(server[1]).memory_info().rss < before + (60 << 20)


def test_who_does_nothing_for_long_is_told_that_it_ended(browser, tmp_path):
    with (
        app_server(tmp_path, idle_minutes=0.1) as (address, pid),
        visitor(browser, address, "?game=schmidt&seed=3&lang=de") as page,
    ):
        Table(page, lang="de")
        expect(page.get_by_role("alert")).to_contain_text("lange nicht benutzt", timeout=MILLISECONDS)
        until(lambda: psutil.Process(pid).children(recursive=True) == [], "nothing is left of the visit")
        assert violations(page) == []
