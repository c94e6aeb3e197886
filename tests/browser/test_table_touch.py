"""The table on a telephone: fingers tap, scroll, and carry cards after a short hold; the hand stays in view."""

import pytest

from browser.table_page import IN_ROOT, REFUSAL, docked, make_frame, middle, open_table, sent, show, sized

pytestmark = pytest.mark.browser

HELD = 400


@pytest.fixture
def phone(page):
    sized(page, 360, 640)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 2})

    def touch(kind, *points):
        places = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": places})

    page.touch = touch
    return page


def swipe(page, start, end, hold=0):
    page.touch("Start", start)
    page.wait_for_timeout(hold)
    for at in range(1, 11):
        page.touch("Move", tuple(a + (b - a) * at / 10 for a, b in zip(start, end, strict=True)))
        page.wait_for_timeout(20)
    page.touch("End")
    page.wait_for_timeout(100)


def small(gen=1, **more):
    return make_frame(gen, width=380.0, **more)


def test_a_finger_taps_a_card_and_then_a_place(phone):
    open_table(phone, small())
    for gen, stop in ((1, "card-6g-1"), (2, "zone-new")):
        phone.touch("Start", middle(phone, f"[data-stop={stop}]", y=0.3))
        phone.touch("End")
        phone.wait_for_timeout(50)
        show(phone, small(gen + 1, picked=["card-6g-1"]))
    assert sent(phone) == [{"type": "tap", "id": "card-6g-1", "gen": 1}, {"type": "tap", "id": "zone-new", "gen": 2}]


def test_a_finger_scrolls_the_page_from_a_card(phone):
    open_table(phone, small())
    x, y = middle(phone, "#stop-card-6g-1")
    swipe(phone, (x, y), (x, y - 150))
    assert phone.evaluate("() => scrollY") > 60
    assert sent(phone) == []
    assert phone.locator(".lifted").count() == 0


def test_a_card_comes_along_with_a_finger_that_has_held_it(phone):
    open_table(phone, small())
    swipe(phone, middle(phone, "#stop-card-6g-1"), middle(phone, "[data-stop=zone-new]"), hold=HELD)
    assert phone.evaluate("() => scrollY") == 0
    assert sent(phone) == [{"type": "drop", "ids": ["card-6g-1"], "on": "zone-new", "at": 0, "gen": 1}]


def test_a_held_card_that_is_let_go_where_it_was_is_no_loss(phone):
    open_table(phone, small())
    phone.touch("Start", middle(phone, "#stop-card-6g-1"))
    phone.wait_for_timeout(HELD)
    assert phone.locator(".lifted").count() == 1
    phone.touch("End")
    phone.wait_for_timeout(100)
    assert [one["ids"] for one in sent(phone, "drop")] in ([], [["card-6g-1"]])
    phone.wait_for_selector(".lifted", state="detached", timeout=4000)


def test_a_second_finger_ends_a_hold(phone):
    open_table(phone, small())
    first = middle(phone, "#stop-card-6g-1")
    phone.touch("Start", first)
    phone.touch("Start", first, (first[0], first[1] - 120))
    phone.wait_for_timeout(HELD)
    assert phone.locator(".lifted").count() == 0
    phone.touch("End")
    assert sent(phone, "drop") == []


# The hand below


def test_the_hand_stays_at_the_foot_of_what_can_be_seen(phone):
    open_table(phone, docked(small()), above=300)
    cards = "[role=option][aria-label*='rack']"
    for scrolled in (0, 120):
        phone.evaluate("(to) => scrollTo(0, to)", scrolled)
        phone.wait_for_timeout(50)
        box = phone.locator(".dock").bounding_box()
        bar = phone.locator(".bar").bounding_box()
        assert box["y"] + box["height"] <= bar["y"] + 2
        assert bar["y"] + bar["height"] <= 641
        assert phone.locator(cards).first.bounding_box()["y"] >= box["y"]


def test_the_hand_stays_in_view_inside_an_output_that_hides_what_overflows(phone):
    open_table(phone, docked(small()), above=300)
    phone.evaluate(
        """() => {
            const view = document.getElementById('view0');
            const sheet = document.head.appendChild(document.createElement('style'));
            sheet.textContent = '.jp-OutputArea-output { overflow: auto }';
            table.close[0]();
            view.className = 'jp-OutputArea-output';
        }"""
    )
    phone.evaluate("() => table.reopen('view0')")
    phone.wait_for_selector(".card")
    phone.wait_for_timeout(100)
    bar = phone.locator(".bar").bounding_box()
    assert bar["y"] + bar["height"] <= 641
    phone.evaluate("() => table.close.at(-1)()")
    assert phone.evaluate("() => document.getElementById('view0').style.overflow") == ""


@pytest.mark.parametrize("atomic", [True, False])
def test_a_card_keeps_focus_and_element_between_the_hand_below_and_the_table(phone, atomic):
    if not atomic:
        phone.add_init_script("delete Element.prototype.moveBefore")
    open_table(phone, docked(small()))
    phone.evaluate(
        f"() => {{ window.node = {IN_ROOT}.querySelector('#stop-card-6g-1'); node.focus();"
        "window.lost = []; node.addEventListener('blur', () => lost.push(1)); }"
    )
    text = "schmidt; table [6r 7r 8r] [8r 8y 8g] [2g 3g 4g 5g 6g]; hand A+ 5r 10r 9r 2b 13y 4b; turn A"
    show(phone, docked(make_frame(2, text, width=400.0)))
    assert phone.evaluate(f"() => {IN_ROOT}.activeElement === node && !!node.closest('.stage')")
    assert phone.evaluate("() => lost.length") == (0 if atomic else 1)


def test_a_card_of_the_hand_below_is_dragged_to_the_table(phone):
    open_table(phone, docked(small()))
    swipe(phone, middle(phone, "#stop-card-6g-1"), middle(phone, "[data-stop=zone-new]"), hold=HELD)
    assert sent(phone) == [{"type": "drop", "ids": ["card-6g-1"], "on": "zone-new", "at": 0, "gen": 1}]


def test_what_is_touched_is_large_enough(phone):
    open_table(phone, docked(make_frame(width=320.0, refusal=REFUSAL)))
    sizes = phone.evaluate(
        f"""() => [...{IN_ROOT}.querySelectorAll('button:not(.put), select, summary, .dock .card, .stage .card')]
            .map((one) => [one.textContent || one.dataset.stop, one.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.width < 39.5 || box.height < 39.5))
            .map(([name, box]) => [name, box.width, box.height])"""
    )
    assert sizes == []
