"""How the table fits its window in JupyterLab: a telephone, a zoomed page, a small notebook screen, a wall."""

import pytest
from playwright.sync_api import expect

from browser.hands import Clicks, Fingers
from browser.tables import Table, until
from browser.test_table_lab_phone import SEEN

pytestmark = pytest.mark.browser

USUAL = {
    "tiles": (
        "schmidt; table [6r 7r 8r] [8r 8y 8g] [2g 3g 4g 5g] [9b *10b 11b]; "
        "hand A+ 5r 9r 2b 6g 2y 3b 4y 10r 11r 12y 13b 1b * 7y; hand B 13y 13y; stock ??x40; turn A"
    ),
    "cards": (
        "rummy40; table [5h 6h 7h] [9c 9d 9s] [10s Js Qs Ks] [2h 2c 2d]; "
        "hand A+ 8h 9c 9d 2c Ah Kh 3d 4d 5s 6s 7c Jd Qd Kd; hand B 5c 5d; pile 4c; stock ??x40; turn A drew"
    ),
}
TO_THE_TOP = "host => host.scrollIntoView({ block: 'start' })"
BOXES = """(host, part) => [...host.shadowRoot.querySelectorAll(part)].map(one => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height];
})"""
SMALL_TEXTS = """host => [...host.shadowRoot.querySelectorAll('.app *')]
    .filter(one => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .filter(one => one.getClientRects().length && one.getBoundingClientRect().width > 1)
    .map(one => [one.textContent, parseFloat(getComputedStyle(one).fontSize)])
    .filter(([, size]) => size < 22)"""
FILLED = """host => {
    const [app, stage, bar] = ['.app', '.stage', '.bar'].map(part => host.shadowRoot.querySelector(part));
    const [box, end] = [stage.getBoundingClientRect(), bar.getBoundingClientRect().bottom];
    return [app.scrollHeight - app.clientHeight, box.width / innerWidth, end <= innerHeight + 0.5, box.top >= 0];
}"""


@pytest.fixture
def sized(request):
    """A function that gives a room another window; afterwards it has its own again."""
    changed = []

    def to(room, width, height):
        changed.append((room.page, room.page.viewport_size))
        room.page.set_viewport_size({"width": width, "height": height})

    yield to
    for page, size in reversed(changed):
        page.set_viewport_size(size)


def seen(table, told):
    return table.card(told).evaluate(SEEN)


@pytest.mark.parametrize("pack", USUAL)
def test_two_rows_of_melds_are_seen_above_the_hand_of_a_telephone(phone, pack):
    (table,) = phone.lay(USUAL[pack])
    table.host.evaluate(TO_THE_TOP)
    for place in ("Meld 1", "Meld 2", "Your rack" if pack == "tiles" else "Your hand"):
        for id_, name, _ in table.cards()[place]:
            assert table.host.locator(f"[id={id_}]").evaluate(SEEN) >= 20, (place, name)
    assert all(width > 39.9 and height > 43.9 for _, _, width, height in table.host.evaluate(BOXES, ".card"))
    buttons = table.host.evaluate(BOXES, ".acts button")
    assert len({round(y) for _, y, _, _ in buttons}) == 1
    assert all(width >= 40 and height >= 44 for _, _, width, height in buttons)
    acts = table.host.locator("[data-act]")
    assert [one.get_attribute("data-act") for one in acts.all()[:4]] == ["end", "draw", "undo", "hint"]
    assert table.button("end").evaluate(SEEN) == table.button("draw").evaluate(SEEN) == 25
    more = table.host.locator(".more")
    expect(more).to_be_visible()
    table.button("restart").focus()
    assert table.button("restart").evaluate(SEEN) >= 20
    table.host.locator("[data-own=keys]").focus()
    expect(more).to_have_attribute("data-back", "")
    more.tap()
    until(lambda: table.button("end").evaluate(SEEN) == 25, "the row is back at its beginning")


def test_a_card_is_carried_by_a_finger_that_has_held_it(phone):
    (table,) = phone.lay(USUAL["tiles"])
    table.host.evaluate(TO_THE_TOP)
    hand = Fingers(table)
    start, end = hand.spot(table.card("Your rack: red 5")), hand.spot(table.put("Meld 1"))
    session = phone.page.context.new_cdp_session(phone.page)

    def touch(kind, *points):
        places = [{"x": x, "y": y, "id": 0} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": places})

    touch("Start", start)
    expect(table.host.locator(".lifted")).to_be_attached()  # after a hold
    for at in range(1, 6):
        touch("Move", tuple(a + (b - a) * at / 5 for a, b in zip(start, end, strict=True)))
    expect(table.host.locator(".zone.over")).to_have_count(1)
    touch("End")
    session.detach()
    until(lambda: table.names("Meld 1") == "red 5, red 6, red 7, red 8", "the card has been laid off")


def test_whose_turn_it_is_stays_in_view_in_a_game_on_a_telephone(phone):
    phone.run("import rummy_lab as rl\nrl.PlayGame('schmidt', ['me', 'greedy', 'greedy'], seed=5, pace=0)")
    table = Table(phone.page)
    table.host.evaluate(TO_THE_TOP)
    status = table.host.locator(".status")
    assert status.locator("li").all_text_contents() == ["Your turn", "you 14", "B 14", "C 14"]
    assert status.bounding_box()["height"] < 50
    assert table.button("end").evaluate(SEEN) == 25
    phone.page.evaluate("() => { document.querySelector('.jp-WindowedPanel-outer').scrollTop += 150 }")
    assert status.locator("li").last.evaluate(SEEN) == 25


def test_at_two_hundred_per_cent_nothing_is_lost(phone, sized):
    sized(phone, 640, 360)
    (table,) = phone.lay(USUAL["tiles"])
    table.host.evaluate(TO_THE_TOP)
    assert seen(table, "Meld 1: red 6") == 25
    hand = Clicks(table)
    hand.move(["Your rack: red 5"], "Meld 1")
    hand.move(["Your rack: red 9"], "Meld 3")
    hand.press("end")
    table.expect_refusal("Meld 3 mixes colours")
    assert table.refusal.locator("p").first.evaluate(SEEN) == 25
    box = table.host.locator(".app").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 640


@pytest.mark.parametrize("pack", USUAL)
def test_the_whole_table_and_its_buttons_are_in_view_on_a_small_screen(room, sized, pack):
    sized(room, 1280, 720)
    (table,) = room.lay(USUAL[pack])
    table.host.evaluate(TO_THE_TOP)
    for place in ("Meld 1", "Your rack" if pack == "tiles" else "Your hand"):
        assert all(table.host.locator(f"[id={id_}]").evaluate(SEEN) >= 20 for id_, _, _ in table.cards()[place])
    assert table.button("end").evaluate(SEEN) == 25


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_wall_is_filled_without_scrolling_and_every_text_is_large(room, sized, size):
    sized(room, *size)
    (table,) = room.lay(USUAL["tiles"])
    table.host.locator("[data-own=presenter]").click()
    until(lambda: table.host.evaluate(FILLED) == [0, 1, True, True], "the table fills the screen")
    hand = Clicks(table)
    hand.move(["Your rack: red 9"], "Meld 3")
    hand.press("end")
    table.expect_refusal("Meld 3 mixes colours")
    assert table.host.evaluate(FILLED) == [0, 1, True, True]
    assert table.host.evaluate(SMALL_TEXTS) == []
    room.page.keyboard.press("Escape")
    room.page.keyboard.press("Escape")
    expect(table.host.locator(".presenter")).to_have_count(0)


def test_a_dark_page_is_printed_black_on_white_without_buttons(room):
    (table,) = room.lay(USUAL["tiles"])
    try:
        room.page.emulate_media(media="print", color_scheme="dark")
        expect(table.host.locator(".bar")).to_be_hidden()
        expect(table.host.locator(".status")).to_have_css("color", "rgb(0, 0, 0)")
        expect(table.host.locator(".app")).to_have_css("background-color", "rgb(255, 255, 255)")
    finally:
        room.page.emulate_media(media="screen", color_scheme="light")
