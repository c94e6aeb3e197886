"""The table on a telephone in JupyterLab: 360 by 640, fingers, a slow processor."""

import pytest
from playwright.sync_api import expect

from browser.hands import Clicks, Fingers, play_example
from browser.tables import SECOND, until

pytestmark = pytest.mark.browser

SLOWER = 4
# How much of an element a finger or an eye gets to, of 25 points all over it.
SEEN = """element => {
    const box = element.getBoundingClientRect(), root = element.getRootNode();
    let seen = 0;
    for (let y = 1; y < 10; y += 2) for (let x = 1; x < 10; x += 2) {
        const at = [box.left + box.width * x / 10, box.top + box.height * y / 10];
        const top = document.elementFromPoint(...at);
        if (top === root.host && element.contains(root.elementFromPoint(...at))) seen += 1;
    }
    return seen;
}"""
SCROLLED = "() => document.querySelector('.jp-WindowedPanel-outer').scrollTop"
WATCH = """host => {
    window.moving = 0;
    const look = () => {
        const running = host.shadowRoot.getAnimations().filter(one => one.playState === 'running');
        window.moving = Math.max(window.moving, running.length);
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.fixture
def slow(phone):
    session = phone.page.context.new_cdp_session(phone.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield phone
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    session.detach()


def test_an_example_by_taps_on_a_slow_telephone(slow):
    (table,) = slow.lay(SECOND)
    play_example(Fingers(table), "add-and-take")


def at_rest(hand, button):
    """Where a button is once the page under it has come to rest."""
    spots = []

    def rests():
        spots.append(hand.spot(button))
        hand.page.wait_for_timeout(100)
        return len(spots) > 2 and len(set(spots[-3:])) == 1

    until(rests, "the page rests")
    return spots[-1]


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([(["Your rack: red 9"], "Meld 1")], "Meld 1 mixes colours"),
        ([(["Meld 1: green 2", "Meld 1: green 3"], "Taken out")], "Too little of meld 1 is left"),
        ([], "You have not laid anything yet"),
    ],
)
def test_why_something_is_refused_is_seen_without_scrolling(phone, moves, said):
    (table,) = phone.lay(SECOND)
    hand = Fingers(table)
    for cards, place in moves:
        hand.move(cards, place)
    spot = at_rest(hand, table.button("end"))
    before = phone.page.evaluate(SCROLLED)
    phone.page.touchscreen.tap(*spot)
    table.expect_refusal(said)
    assert phone.page.evaluate(SCROLLED) == before
    assert table.refusal.locator("p").first.evaluate(SEEN) == 25
    box = table.refusal.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_those_who_asked_for_less_motion_see_none(room, motion):
    room.page.emulate_media(reduced_motion=motion)
    (table,) = room.lay(SECOND)
    table.host.evaluate(WATCH)
    hand = Clicks(table)
    hand.move(["Your rack: green 6"], "Meld 1")
    hand.move(["Meld 1: green 2"], "Taken out")
    hand.press("end")
    expect(table.refusal).to_be_visible()
    room.page.wait_for_timeout(100)
    moving = room.page.evaluate("() => window.moving")
    room.page.emulate_media(reduced_motion="reduce")
    assert (moving == 0) == (motion == "reduce")
