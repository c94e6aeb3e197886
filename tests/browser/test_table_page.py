"""The front end of the table by itself: clicks, drags, what glides, and what stands around the table."""

import pytest
from playwright.sync_api import expect

from browser.table_page import (
    CHOOSER,
    IN_ROOT,
    REFUSAL,
    SETTINGS,
    drag,
    focused,
    in_motion,
    make_frame,
    middle,
    open_table,
    packed,
    sent,
    show,
    sized,
)
from rummy_lab.widgets.front import CHOICES, ENGLISH, SWITCHES

pytestmark = pytest.mark.browser
LAID = "schmidt; table [6r 7r 8r] [8r 8y 8g] [2g 3g 4g 5g 6g]; hand A+ 5r 10r 9r 2b 13y 4b; turn A"


def moved_to_meld_3(gen=2, **more):
    """The green 6 has gone from the hand to meld 3 and has kept its id."""
    return make_frame(gen, LAID, **more)


def test_a_click_on_a_card_or_a_zone_is_a_tap(page):
    open_table(page)
    page.mouse.click(*middle(page, "#stop-card-6g-1"))
    show(page, make_frame(2, picked=["card-6g-1"]))
    page.mouse.click(*middle(page, "[data-stop=zone-new]"))
    assert sent(page) == [{"type": "tap", "id": "card-6g-1", "gen": 1}, {"type": "tap", "id": "zone-new", "gen": 2}]


def test_a_dragged_card_takes_the_picked_ones_along_and_says_where_it_was_put(page):
    open_table(page, make_frame(picked=["card-5r-1"]))
    drag(page, middle(page, "#stop-card-6g-1"), middle(page, "#stop-card-5g-1", x=0.8), drop=False)
    assert page.locator(".zone.over").count() == 1
    assert page.locator(".lifted use").count() == 2
    assert sent(page) == []
    page.mouse.up()
    assert sent(page) == [{"type": "drop", "ids": ["card-5r-1", "card-6g-1"], "on": "card-5g-1", "at": 4, "gen": 1}]
    assert page.locator(".zone.over").count() == 0


def test_a_card_dragged_in_its_own_hand_counts_its_place_among_the_others(page):
    open_table(page)
    drag(page, middle(page, "#stop-card-5r-1"), middle(page, "#stop-card-2b-1", x=0.8))
    assert sent(page) == [{"type": "drop", "ids": ["card-5r-1"], "on": "card-2b-1", "at": 3, "gen": 1}]


def test_a_card_let_go_where_nothing_lies_goes_back_without_a_message(page):
    open_table(page)
    drag(page, middle(page, "#stop-card-5r-1"), middle(page, ".stage", x=0.03, y=0.9))
    assert sent(page) == []
    assert page.locator(".lifted").count() == 0
    assert page.locator(".stage #card-5r-1").count() == 1


def test_a_frame_that_comes_while_a_card_is_dragged_waits(page):
    open_table(page)
    drag(page, middle(page, "#stop-card-6g-1"), middle(page, "[data-stop=zone-new]"), drop=False)
    show(page, make_frame(2, status=["B plays"], news=["B has drawn."]))
    assert page.locator(".status").inner_text() != "B plays"
    assert page.locator(".lifted use").count() == 1
    page.mouse.up()
    assert sent(page)[0]["gen"] == 1
    assert page.locator(".status").inner_text() == "B plays"
    assert page.locator(".lifted").count() == 0


def test_escape_ends_a_drag(page):
    open_table(page)
    drag(page, middle(page, "#stop-card-6g-1"), middle(page, "[data-stop=zone-new]"), drop=False)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert page.locator(".lifted").count() == 0
    assert sent(page, "drop") == []


def test_quick_taps_wait_for_the_answer_and_double_clicks_do_nothing_twice(page):
    open_table(page)
    for card in ("6g", "5r", "5r"):
        page.mouse.click(*middle(page, f"#stop-card-{card}-1"))
    assert [one["id"] for one in sent(page)] == ["card-6g-1"]
    show(page, make_frame(2, picked=["card-6g-1"]))
    show(page, make_frame(3, picked=["card-6g-1", "card-5r-1"]))
    assert sent(page) == [{"type": "tap", "id": "card-6g-1", "gen": 1}, {"type": "tap", "id": "card-5r-1", "gen": 2}]
    page.get_by_role("button", name="Draw").dblclick()
    assert [one["gen"] for one in sent(page, "act")] == [3]


def heard(page):
    """What was announced, once the page has begun to announce."""
    page.wait_for_timeout(300)
    return page.locator(".news p").all_text_contents()


def test_what_is_done_before_the_answer_comes_is_sent_after_it_in_its_order(page):
    open_table(page)
    page.mouse.click(*middle(page, "#stop-card-5r-1"))
    page.mouse.click(*middle(page, "[data-stop=zone-new]"))
    drag(page, middle(page, "#stop-card-6g-1"), middle(page, "[data-stop=zone-new]"))
    for name in ("undo", "undo", "sort"):
        page.mouse.click(*middle(page, f"[data-act={name}]"))
    page.get_by_label(ENGLISH["line"]).fill("table")
    page.keyboard.press("Enter")
    assert len(sent(page)) == 1
    for gen in range(2, 9):
        show(page, make_frame(gen))
    assert [(one["type"], one.get("name") or one.get("id"), one["gen"]) for one in sent(page)] == [
        ("tap", "card-5r-1", 1), ("tap", "zone-new", 2), ("drop", None, 3), ("act", "undo", 4), ("act", "undo", 5),
        ("act", "sort", 6), ("line", None, 7),
    ]  # fmt: skip
    assert heard(page) == []


def without_5r(gen):
    frame = make_frame(gen)
    return frame | {"cards": [card for card in frame["cards"] if card["id"] != "card-5r-1"]}


@pytest.mark.parametrize(
    "answer",
    [make_frame(2, refusal=REFUSAL), make_frame(2, chooser=CHOOSER), make_frame(2, turn=1), without_5r(2)],
    ids=["refused", "asked", "another turn", "card gone"],
)
def test_what_makes_no_sense_any_more_is_not_sent_and_that_is_told(page, answer):
    open_table(page, make_frame(turn=0))
    page.mouse.click(*middle(page, "#stop-card-6g-1"))
    page.mouse.click(*middle(page, "#stop-card-5r-1"))
    page.get_by_role("button", name="Draw").click()
    show(page, {"turn": 0} | answer)
    show(page, {"turn": 0} | answer | {"gen": 3})
    assert [one["id"] for one in sent(page)] == ["card-6g-1"]
    assert heard(page).count(ENGLISH["not_done"]) == 1
    page.get_by_role("button", name="Draw").click()
    assert sent(page)[-1] == {"type": "act", "name": "draw", "gen": 3}


def glides(page):
    """Where each card that glides comes from."""
    return page.evaluate(
        f"""() => {IN_ROOT}.querySelector('.stage').getAnimations({{ subtree: true }}).map((one) => one.effect)
            .filter((effect) => effect.target instanceof SVGElement)
            .map((effect) => effect.getKeyframes()[0].transform)"""
    )


def test_cards_glide_to_where_they_lie_now(page):
    open_table(in_motion(page))
    show(page, moved_to_meld_3())
    assert len(glides(page)) > 0


def test_cards_do_not_glide_for_those_who_asked_for_less_motion(page):
    open_table(page)
    show(page, moved_to_meld_3())
    assert glides(page) == []


def test_cards_do_not_glide_where_the_speed_is_off(page):
    open_table(in_motion(page), settings={"speed": "off"})
    show(page, moved_to_meld_3())
    assert glides(page) == []


def test_a_refused_card_glides_back_from_where_it_was_dropped(page):
    open_table(in_motion(page), settings={"speed": "slow"})
    home = middle(page, ".stage #card-6g-1 use")
    drag(page, middle(page, "#stop-card-6g-1"), middle(page, "[data-stop=zone-new]"))
    there = middle(page, ".lifted use")
    assert abs(there[0] - home[0]) > 100
    show(page, make_frame(2, refusal=REFUSAL))
    (start,) = glides(page)
    assert start != "translate(0px, 0px)"
    page.wait_for_timeout(900)
    assert middle(page, ".stage #card-6g-1 use") == pytest.approx(home, abs=1)


def test_a_drop_without_an_answer_does_not_leave_the_card_in_the_air(page):
    open_table(page)
    drag(page, middle(page, "#stop-card-6g-1"), middle(page, "[data-stop=zone-new]"))
    page.wait_for_selector(".lifted", state="detached", timeout=4000)
    assert page.locator(".stage #card-6g-1").count() == 1


def test_buttons_that_are_off_keep_their_focus_and_ask_why(page):
    open_table(page)
    page.get_by_role("button", name="Draw").click()
    frame = make_frame(2)
    frame["buttons"]["draw"]["on"] = False
    show(page, frame)
    assert focused(page) == "draw"
    page.keyboard.press("Enter")
    assert sent(page) == [{"type": "act", "name": "draw", "gen": 1}, {"type": "act", "name": "draw", "gen": 2}]
    expect(page.get_by_role("button", name="Draw")).to_have_attribute("aria-disabled", "true")


def test_status_and_buttons_stay_in_view_while_the_page_is_scrolled(page):
    sized(page, 1280, 300)
    open_table(page, above=200)
    for scrolled in (0, 60, 300):
        page.evaluate("(to) => scrollTo(0, to)", scrolled)
        page.wait_for_timeout(50)
        for part in (".status", ".bar"):
            box = page.locator(part).bounding_box()
            assert box["y"] >= -1, part
            assert box["y"] + box["height"] <= 301, part


def test_a_typed_line_is_sent(page):
    open_table(page)
    page.get_by_label(ENGLISH["line"]).fill("layoff 5r>1")
    page.keyboard.press("Enter")
    assert sent(page) == [{"type": "line", "text": "layoff 5r>1", "gen": 1}]


def test_settings_are_sent_and_follow_the_model(page):
    open_table(page)
    page.locator(".settings summary").click()
    page.get_by_label(ENGLISH["lang"]).select_option("nl")
    page.get_by_label(ENGLISH["contrast"]).check()
    assert [{k: v for k, v in one.items() if k != "gen"} for one in sent(page)] == [
        {"type": "settings", "lang": "nl"},
        {"type": "settings", "contrast": True},
    ]
    page.evaluate("(settings) => window.table.model.put('settings', settings)", SETTINGS | {"speed": "fast"})
    assert page.get_by_label(ENGLISH["speed"]).input_value() == "fast"
    assert not page.get_by_label(ENGLISH["contrast"]).is_checked()


def test_settings_offer_what_python_takes(page):
    open_table(page)
    offered = page.evaluate(
        f"""() => Object.fromEntries([...{IN_ROOT}.querySelectorAll('.settings select')]
            .map((one) => [one.id.slice(4), [...one.options].map((option) => option.value)]))"""
    )
    assert offered == {name: list(values) for name, values in CHOICES.items()}
    switches = page.evaluate(
        f"() => [...{IN_ROOT}.querySelectorAll('.settings [type=checkbox]')].map((one) => one.id.slice(4))"
    )
    assert switches == list(SWITCHES)


def test_python_is_told_when_there_is_little_room(page):
    open_table(sized(page, 1000, 700))
    page.set_viewport_size({"width": 420, "height": 700})
    page.wait_for_function("() => window.table.model.sent.length === 2")
    page.get_by_role("button", name=ENGLISH["presenter"]).click()
    assert [(one["narrow"], one["presenter"]) for one in sent(page, "narrow")] == [
        (False, False), (True, False), (True, True),
    ]  # fmt: skip


def test_the_presenter_fills_the_window_and_escape_leaves_it(page):
    open_table(page, above=300, around="transform:translateY(20px);overflow:hidden;height:200px;")
    page.get_by_role("button", name=ENGLISH["presenter"]).click()
    box = page.locator(".app").bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 1280, 1400)
    page.keyboard.press("Escape")
    assert page.locator(".app").bounding_box()["width"] < 1280
    assert [one["presenter"] for one in sent(page, "narrow")] == [False, True, False]


def test_a_packed_picture_is_unpacked(page):
    open_table(page, packed(make_frame()))
    assert page.locator(".stage #card-6g-1 use").count() == 1


def test_two_views_of_one_table_follow_each_other(page):
    open_table(page, views=2)
    page.mouse.click(*middle(page, "#view1 #stop-card-6g-1"))
    show(page, make_frame(2, picked=["card-6g-1"], chooser=CHOOSER))
    for view in ("#view0", "#view1"):
        assert page.locator(f"{view} #stop-card-6g-1").get_attribute("aria-selected") == "true"
        assert page.locator(f"{view} .chooser").is_visible()
    assert page.evaluate("() => document.activeElement.parentElement.id") == "view1"
    assert page.evaluate("() => document.querySelectorAll('[id]').length") == 2


def test_nothing_is_left_when_the_view_is_closed(page):
    page.add_init_script(
        """(() => {
            window.listening = 0;
            const { addEventListener } = window;
            for (const target of [window, document]) {
                const add = target.addEventListener.bind(target);
                target.addEventListener = (name, act, options) => {
                    if (!new Error().stack.includes('blob:')) return add(name, act, options);
                    listening += 1;
                    options?.signal?.addEventListener('abort', () => { listening -= 1; });
                    return add(name, act, options);
                };
            }
            const set = window.setTimeout, clear = window.clearTimeout;
            window.timers = new Set();
            window.setTimeout = (act, ...rest) => {
                const id = set(() => { timers.delete(id); act(); }, ...rest);
                timers.add(id);
                return id;
            };
            window.clearTimeout = (id) => { timers.delete(id); clear(id); };
        })()"""
    )
    open_table(page)
    before = page.evaluate("() => [listening, table.model.listeners()]")
    assert min(before) > 0
    drag(page, middle(page, "#stop-card-6g-1"), middle(page, "[data-stop=zone-new]"))
    page.evaluate("() => table.close.forEach((close) => close())")
    assert page.evaluate("() => [listening, table.model.listeners(), timers.size]") == [0, 0, 0]
    assert page.locator(".rummy-table").count() == 0


def test_what_may_be_done_now_is_marked_by_dots(page):
    fits = {"cards": ["card-5r-1"], "zones": ["zone-m1"]}
    open_table(page, make_frame(fits=fits))
    assert page.evaluate(f"() => [...{IN_ROOT}.querySelectorAll('[data-fits]')].length") == 2
    style = f"(id) => getComputedStyle({IN_ROOT}.querySelector(id), '::after').outlineStyle"
    assert page.evaluate(style, "#stop-card-5r-1") == "dotted"
    show(page, make_frame(2, fits=None))
    assert page.evaluate(f"() => {IN_ROOT}.querySelectorAll('[data-fits]').length") == 0


def test_a_refusal_that_stands_is_not_told_again_but_a_second_one_is(page):
    open_table(page, make_frame(refusal=REFUSAL | {"since": 1}))
    told = f"() => [...{IN_ROOT}.querySelectorAll('.news p')].filter((one) => one.textContent).length"
    page.wait_for_function(f"({told})() === 1")
    show(page, make_frame(2, refusal=REFUSAL | {"since": 1}))
    assert page.evaluate(told) == 1
    before = page.evaluate(f"() => {IN_ROOT}.querySelector('.news p:last-child')")
    page.evaluate(f"() => {{ window.last = {IN_ROOT}.querySelector('.news p:last-child') }}")
    show(page, make_frame(3, refusal=REFUSAL | {"since": 3}))
    assert before is not None
    assert page.evaluate(f"() => window.last !== {IN_ROOT}.querySelector('.news p:last-child')")


def test_the_position_is_copied_as_text(page):
    open_table(page, make_frame(notation="schmidt; table [6r 7r 8r]; turn A"))
    page.evaluate("""() => Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: async (text) => { window.copied = text } },
    })""")
    page.locator(".text summary").click()
    page.locator(".text button").click()
    page.wait_for_function(f"() => {IN_ROOT}.querySelector('.news').textContent.includes('{ENGLISH['copied']}')")
    assert page.evaluate("() => window.copied") == "schmidt; table [6r 7r 8r]; turn A"


def test_where_the_clipboard_is_closed_the_text_is_marked(page):
    open_table(page, make_frame(notation="schmidt; turn A"))
    page.evaluate("() => Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.locator(".text summary").click()
    page.locator(".text button").click()
    assert page.evaluate("() => String(getSelection())") == "schmidt; turn A"


def test_what_others_have_laid_is_marked_and_said(page):
    frame = make_frame()
    frame["cards"][0]["new"] = True
    open_table(page, frame)
    first = page.locator(f"#stop-{frame['cards'][0]['id']}")
    assert first.get_attribute("aria-label") == f"{frame['cards'][0]['label']}, {ENGLISH['fresh']}"
    assert page.evaluate(f"() => {IN_ROOT}.querySelectorAll('[data-new]').length") == 1
