"""The front end of the table by itself: what a person does, what is sent, and what is seen, heard and reached."""

import pytest
from browser.table_page import (
    CHOOSER,
    QUESTION,
    REFUSAL,
    SETTINGS,
    START,
    dumped,
    make_frame,
    marked,
    open_table,
    packed,
    rule,
    sent,
    show,
)

from rummy_lab.widgets.front import CHOICES, ENGLISH, SWITCHES, TEXT_KEYS, front_end

pytestmark = pytest.mark.browser

LAID = "schmidt; table [6r 7r 8r] [8r 8y 8g] [2g 3g 4g 5g 6g]; hand A+ 5r 10r 9r 2b 13y 4b; turn A"
FOCUSED = """() => {
    let node = document.activeElement;
    while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
    return node?.dataset?.stop ?? node?.dataset?.act ?? node?.tagName;
}"""
IN_ROOT = "document.querySelector('.rummy-table').shadowRoot"


@pytest.fixture
def visit(browser):
    """`visit(width=..., ...)`: a page of a new visitor, who by default does not mind motion."""
    contexts = []

    def opened(width=1280, height=720, **options):
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, **options))
        page = contexts[-1].new_page()
        page.set_default_timeout(10_000)
        return page

    yield opened
    for context in contexts:
        context.close()


def middle(page, selector, x=0.5, y=0.5):
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] * x, box["y"] + box["height"] * y


def drag(page, start, end, *, drop=True):
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    if drop:
        page.mouse.up()


def focused(page):
    return page.evaluate(FOCUSED)


def moved_to_meld_3(gen=2, **more):
    """The green 6 has gone from the hand to meld 3 and has kept its id."""
    frame = make_frame(gen, LAID, **more)
    return frame


def read_aloud(page):
    """What the browser tells a screen reader: the children of each element, by role and name, as `role name`."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}

    def name(node):
        return f"{node['role']['value']} {node.get('name', {}).get('value', '')}"

    def children(node):
        for at in node.get("childIds", ()):
            child = by_id[at]
            if child.get("ignored") or child["role"]["value"] in {"generic", "none"}:
                yield from children(child)
            elif child["role"]["value"] != "StaticText":
                yield name(child)

    return {name(node): list(children(node)) for node in nodes if not node.get("ignored")}


# Pointer


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
    assert [one["gen"] for one in sent(page, "act")] == [3, 3]


# Motion


def glides(page):
    return page.evaluate(f"() => {IN_ROOT}.querySelector('.stage').getAnimations({{ subtree: true }}).length")


def test_cards_glide_to_where_they_lie_now(visit):
    page = open_table(visit(reduced_motion="no-preference"))
    show(page, moved_to_meld_3())
    assert glides(page) > 0


def test_cards_do_not_glide_for_those_who_asked_for_less_motion(visit):
    page = open_table(visit(reduced_motion="reduce"))
    show(page, moved_to_meld_3())
    assert glides(page) == 0


def test_cards_do_not_glide_where_the_speed_is_off(visit):
    page = open_table(visit(reduced_motion="no-preference"), settings={"speed": "off"})
    show(page, moved_to_meld_3())
    assert glides(page) == 0


def test_a_refused_card_glides_back_from_where_it_was_dropped(visit):
    page = open_table(visit(reduced_motion="no-preference"), settings={"speed": "slow"})
    home = middle(page, ".stage #card-6g-1 use")
    drag(page, middle(page, "#stop-card-6g-1"), middle(page, "[data-stop=zone-new]"))
    there = middle(page, ".lifted use")
    assert abs(there[0] - home[0]) > 100
    show(page, make_frame(2, refusal=REFUSAL))
    assert glides(page) == 1
    start = page.evaluate(
        f"() => {IN_ROOT}.querySelector('.stage').getAnimations({{ subtree: true }})[0].effect.getKeyframes()[0].transform"
    )
    assert start != "translate(0px, 0px)"
    page.wait_for_timeout(900)
    assert middle(page, ".stage #card-6g-1 use") == pytest.approx(home, abs=1)


def test_a_drop_without_an_answer_does_not_leave_the_card_in_the_air(page):
    open_table(page)
    drag(page, middle(page, "#stop-card-6g-1"), middle(page, "[data-stop=zone-new]"))
    page.wait_for_selector(".lifted", state="detached", timeout=4000)
    assert page.locator(".stage #card-6g-1").count() == 1


# Keyboard and focus


def test_the_table_is_one_tab_stop_and_all_of_it_is_reached_by_arrows(page):
    open_table(page)
    page.keyboard.press("Tab")
    assert focused(page) == "card-5r-1"
    tabbable = f"() => {IN_ROOT}.querySelectorAll('.table [tabindex=\"0\"]').length"
    assert page.evaluate(tabbable) == 1
    page.keyboard.press("ArrowRight")
    assert focused(page) == "card-10r-1"
    page.keyboard.press("End")
    assert focused(page) == "card-4b-1"
    page.keyboard.press("Home")
    assert focused(page) == "zone-hand"
    page.keyboard.press("PageUp")
    assert focused(page) == "card-6r-1"
    reached = set()
    for _ in make_frame()["zones"]:
        page.keyboard.press("Home")
        reached.add(focused(page))
        before = None
        while before != focused(page):
            before = focused(page)
            page.keyboard.press("ArrowRight")
            reached.add(focused(page))
        page.keyboard.press("ArrowDown")
    frame = make_frame()
    assert reached == {one["id"] for one in frame["zones"] + frame["cards"]}
    page.keyboard.press("Tab")
    assert focused(page) == "end"


def test_enter_and_space_tap_and_digits_jump(page):
    open_table(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    show(page, make_frame(2, picked=["card-5r-1"]))
    page.keyboard.press("1")
    assert focused(page) == "zone-m1"
    page.keyboard.press("Space")
    show(page, make_frame(3))
    page.keyboard.press("2")
    assert focused(page) == "card-8r-2"
    page.keyboard.press("Escape")
    assert sent(page) == [
        {"type": "tap", "id": "card-5r-1", "gen": 1},
        {"type": "tap", "id": "zone-m1", "gen": 2},
        {"type": "clear", "gen": 3},
    ]


def test_keys_pressed_here_do_not_reach_the_page(page):
    open_table(page)
    page.evaluate("() => { window.leaked = []; addEventListener('keydown', (e) => leaked.push(e.key)) }")
    page.keyboard.press("Tab")
    for key in ("ArrowRight", "x", "d", "d", "0", "0", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate("() => leaked") == ["Tab"]
    assert page.locator(".rummy-table").get_attribute("data-lm-suppress-shortcuts") == "true"


@pytest.mark.parametrize("atomic", [True, False])
def test_a_card_keeps_its_element_and_the_focus_when_it_goes_to_another_zone(page, atomic):
    if not atomic:
        page.add_init_script("delete Element.prototype.moveBefore; delete ShadowRoot.prototype.moveBefore")
    open_table(page)
    page.mouse.click(*middle(page, "#stop-card-5r-1"))
    page.evaluate(
        f"""() => {{
            window.node = {IN_ROOT}.activeElement; window.lost = [];
            node.addEventListener('blur', () => lost.push('blur'));
        }}"""
    )
    frame = make_frame(2, START.replace("[6r 7r 8r]", "[5r 6r 7r 8r]").replace("A+ 5r", "A+"))
    assert next(card for card in frame["cards"] if card["id"] == "card-5r-1")["zone"] == "zone-m1"
    show(page, frame)
    assert page.evaluate(f"() => node === {IN_ROOT}.activeElement && node.isConnected && lost.length === 0")
    owner = page.locator("[aria-owns~='stop-card-5r-1']").get_attribute("aria-label")
    assert owner == "Meld 1"
    order = page.evaluate(f"() => [...{IN_ROOT}.querySelectorAll('.stage .card')].map((card) => card.dataset.stop)")
    assert order == [card["id"] for card in frame["cards"]]


def test_focus_goes_to_a_neighbour_when_its_card_is_gone(page):
    open_table(page)
    page.mouse.click(*middle(page, "#stop-card-9r-1"))
    frame = make_frame(2)
    show(page, frame | {"cards": [card for card in frame["cards"] if card["id"] != "card-9r-1"]})
    assert focused(page) == "card-2b-1"


def test_the_list_of_keys_opens_and_gives_the_focus_back(page):
    open_table(page)
    page.keyboard.press("Tab")
    page.keyboard.press("?")
    assert page.get_by_role("dialog", name=ENGLISH["keys"]).is_visible()
    page.keyboard.press("Escape")
    assert focused(page) == "card-5r-1"
    assert sent(page) == []


# What is said


def test_a_screen_reader_finds_zones_lists_and_cards(page):
    open_table(page, marked(make_frame(picked=["card-6g-1"]), m3="unfinished"))
    zone = page.get_by_role("group", name="Your rack")
    assert zone.get_by_role("button", name="Put down here: your rack").count() == 1
    tree = read_aloud(page)
    hand = tree["group Your rack"]
    assert hand[:2] == ["heading Your rack", "button Put down here: your rack"]
    assert hand[2] == "listbox Your rack"
    assert tree["listbox Your rack"][4] == "option 6g, Your rack"
    assert page.get_by_role("option", name="6g, Your rack", selected=True).count() == 1
    assert "button Put down here: meld 3, one card is missing" in tree["group Meld 3"]
    assert tree["application Table"] == [f"group {zone['heading']}" for zone in make_frame()["zones"]]


def test_no_news_are_lost(page):
    open_table(page)
    page.evaluate(
        f"""() => {{
            window.heard = [];
            new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach((node) => heard.push(node.textContent))))
                .observe({IN_ROOT}.querySelector('[role=status]'), {{ childList: true }});
        }}"""
    )
    frames = [make_frame(gen, news=[f"{gen} first", f"{gen} second"]) for gen in range(2, 9)]
    page.evaluate("(frames) => frames.forEach((one) => window.table.model.put('frame', one))", frames)
    page.evaluate("() => window.table.model.put('frame', window.table.model.get('frame'))")
    expected = [f"{gen} {part}" for gen in range(2, 9) for part in ("first", "second")]
    assert page.evaluate("() => window.heard") == expected


def test_news_of_packed_frames_that_overtake_each_other_are_not_lost(page):
    open_table(page)
    frames = [packed(make_frame(gen, news=[f"news {gen}"], status=[str(gen)])) for gen in range(2, 6)]
    page.evaluate("(frames) => frames.forEach((one) => window.table.model.put('frame', one))", frames)
    page.wait_for_function(f"() => {IN_ROOT}.querySelector('.status').textContent === '5'")
    assert page.locator(".news p").all_inner_texts() == [f"news {gen}" for gen in range(2, 6)]


def test_the_log_keeps_its_entries_while_it_grows(page):
    log = [{"turn": str(at), "text": f"move {at}"} for at in range(5)]
    open_table(page, make_frame(log=log))
    page.evaluate(f"() => {{ window.kept = {IN_ROOT}.querySelectorAll('.log li')[3] }}")
    show(page, make_frame(2, log=[*log[2:], {"turn": "5", "text": "<b>move</b> 5"}]))
    assert page.evaluate(f"() => {IN_ROOT}.querySelectorAll('.log li')[1] === kept")
    assert page.locator(".log li").last.text_content() == "5 <b>move</b> 5"
    assert page.locator(".log li").count() == 4


def test_every_word_comes_from_the_texts(page):
    strange = {key: f"«{key}»" for key in TEXT_KEYS}
    open_table(page, make_frame(chooser=CHOOSER, refusal=REFUSAL | {"rule": rule()}), texts=strange)
    page.get_by_role("button", name="«keys»").click()
    page.keyboard.press("Escape")
    asked = page.evaluate("() => Object.keys(window.table.model.get('texts'))")
    assert set(asked) == set(ENGLISH)
    everything = page.evaluate(
        f"() => [...{IN_ROOT}.querySelectorAll('button, label, summary, dd, dt, option')].map((one) => one.textContent)"
    )
    frame_words = {text["text"] for text in make_frame()["buttons"].values()}
    assert [text for text in everything if text and "«" not in text and text not in frame_words] == []
    shown = dumped(everything) + page.content()
    assert "undefined" not in shown


def test_the_front_end_asks_for_no_word_that_is_not_listed():
    import re

    asked = set(re.findall(r'words\("(\w+)"\)', front_end()))
    assert asked <= set(TEXT_KEYS)


# Refusal, chooser, question


@pytest.mark.parametrize(
    ("width", "height", "above"), [(360, 640, 0), (1280, 720, 0), (360, 640, 400), (1280, 720, 500)]
)
@pytest.mark.parametrize("near", ["card-6g-1", "card-6r-1", "zone-stock"])
def test_a_refusal_stands_in_view(visit, width, height, above, near):
    page = visit(width, height)
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
        for key in keys:
            page.keyboard.press(key)
        show(page, make_frame(gen + 10))
        show(page, make_frame(gen))
        assert focused(page) == "card-6g-1"
    assert [one["option"] for one in sent(page, "choose")] == [1, 2, None, 0]


def test_a_question_is_answered_by_buttons_or_escape(page):
    open_table(page)
    page.mouse.click(*middle(page, "#stop-card-6g-1"))
    show(page, make_frame(2, question=QUESTION))
    assert page.get_by_role("dialog", name=QUESTION["text"]).is_visible()
    page.keyboard.press("Enter")
    show(page, make_frame(3))
    show(page, make_frame(4, question=QUESTION))
    page.get_by_role("button", name=QUESTION["no"]).click()
    show(page, make_frame(5, question=QUESTION))
    page.keyboard.press("Escape")
    assert [(one["yes"], one["gen"]) for one in sent(page, "answer")] == [(True, 2), (False, 4), (False, 5)]


# Around the table


def test_buttons_keep_their_focus_and_do_nothing_when_they_are_off(page):
    open_table(page)
    page.get_by_role("button", name="Draw").click()
    frame = make_frame(2)
    frame["buttons"]["draw"]["on"] = False
    show(page, frame)
    assert focused(page) == "draw"
    page.keyboard.press("Enter")
    assert sent(page) == [{"type": "act", "name": "draw", "gen": 1}]


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


def test_python_is_told_when_there_is_little_room(visit):
    page = open_table(visit(1000, 700))
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
