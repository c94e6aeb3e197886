"""The table by keyboard and by ear: what has the focus, what is read aloud, what is announced."""

import re

import pytest
from playwright.sync_api import expect

from browser.table_page import (
    CHOOSER,
    IN_ROOT,
    REFUSAL,
    START,
    dumped,
    focused,
    make_frame,
    marked,
    middle,
    open_table,
    packed,
    rule,
    sent,
    show,
)
from rummy_lab.widgets.front import ENGLISH, TEXT_KEYS, front_end

pytestmark = pytest.mark.browser


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


def test_a_screen_reader_finds_zones_lists_and_cards(page):
    open_table(page, marked(make_frame(picked=["card-6g-1"]), m3="unfinished"))
    zone = page.get_by_role("group", name="Your rack")
    assert zone.get_by_role("button", name="Put back here: your rack").count() == 1
    tree = read_aloud(page)
    hand = tree["group Your rack"]
    assert hand[:2] == ["heading Your rack", "button Put back here: your rack"]
    assert hand[2] == "listbox your rack"
    assert tree["listbox your rack"][4] == "option 6g, Your rack"
    assert page.get_by_role("option", name="6g, Your rack", selected=True).count() == 1
    assert "button Put down here: meld 3, one card is missing" in tree["group Meld 3"]
    assert tree["application Table"] == [f"group {zone['heading']}" for zone in make_frame()["zones"]]


def test_a_place_says_what_may_be_done_there(page):
    """With nothing picked up nothing can be put down; what fits is said as far as it is marked."""
    names = """([root, ids]) => ids.map((id) => eval(root).querySelector(`[data-stop=${id}]`).ariaLabel)"""
    asked = [IN_ROOT, ["zone-m1", "zone-m2", "zone-hand", "card-5r-1", "card-6g-1"]]
    open_table(page)
    assert page.evaluate(names, asked)[:3] == ["meld 1", "meld 2", "your rack"]
    fits = {"cards": ["card-5r-1"], "zones": ["zone-m1"]}
    show(page, make_frame(2, fits=fits))
    assert page.evaluate(names, asked) == [
        "meld 1, something fits", "meld 2", "your rack", "5r, Your rack, fits", "6g, Your rack",
    ]  # fmt: skip
    show(page, make_frame(3, picked=["card-5r-1"], fits=fits))
    assert page.evaluate(names, asked)[:4] == [
        "Put down here: meld 1, fits", "Put down here: meld 2", "Put back here: your rack", "5r, Your rack",
    ]  # fmt: skip


def test_a_key_that_leads_nowhere_else_tells_where_one_is(page):
    open_table(page)
    page.keyboard.press("Tab")
    for key in ("1", "1", "ArrowRight", "End", "ArrowRight", "0", "0"):
        page.keyboard.press(key)
    assert page.locator(".news p").all_text_contents() == [
        "Meld 1: 6r, Meld 1, 1 of 3.", "Meld 1: 8r, Meld 1, 3 of 3.", "Your rack: 5r, Your rack, 1 of 7.",
    ]  # fmt: skip


def test_keys_lead_to_the_hand_and_to_the_line_and_back(page):
    open_table(page)
    page.keyboard.press("Tab")
    page.keyboard.press("1")
    page.keyboard.press("0")
    assert focused(page) == "card-5r-1"
    page.keyboard.press("/")
    assert page.get_by_label(ENGLISH["line"]).evaluate("(line) => line.matches(':focus') && line.value === ''")
    page.keyboard.press("Escape")
    assert focused(page) == "card-5r-1"
    for key, there in (("Tab", "end"), ("ArrowRight", "undo"), ("End", "sort"), ("Home", "end"), ("ArrowLeft", "end")):
        page.keyboard.press(key)
        assert focused(page) == there
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    assert page.get_by_label(ENGLISH["line"]).evaluate("(line) => line.matches(':focus')")
    page.keyboard.press("Shift+Tab")
    assert focused(page) == "end"
    page.keyboard.press("2")
    assert focused(page) == "card-8r-2"
    assert sent(page) == []


def test_how_it_is_done_is_told_once_and_all_keys_when_they_are_asked_for(page):
    open_table(page)
    table = page.get_by_role("application")
    expect(table).to_have_accessible_description(ENGLISH["how"])
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(table).to_have_accessible_description("")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name=ENGLISH["keys"])).to_have_accessible_description(
        re.compile(f"{ENGLISH['caps_hand']} {ENGLISH['key_hand']}")
    )


LISTEN = """
window.batches = [];
const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (options) {
  const root = attach.call(this, options);
  const told = ({ target, addedNodes }) => [...addedNodes].map((node) =>
    target.matches?.("[role=status]") ? node.textContent : node.querySelector?.("[role=status]") ? "region" : "");
  new MutationObserver((changes) => batches.push(changes.flatMap(told).filter(Boolean)))
    .observe(root, { childList: true, subtree: true });
  return root;
};
"""


def test_what_a_table_brings_is_told_once_it_is_there(page):
    """A live region that comes together with its text is not read."""
    page.add_init_script(LISTEN)
    open_table(page, make_frame(news=["You begin."]))
    expect(page.locator(".news p")).to_have_text(["You begin."])
    batches = [batch for batch in page.evaluate("() => window.batches") if batch]
    assert batches == [["region"], ["You begin."]]


def test_no_news_are_lost(page):
    open_table(page)
    page.evaluate(
        f"""() => {{
            window.heard = [];
            const hear = (change) => change.addedNodes.forEach((node) => heard.push(node.textContent));
            new MutationObserver((changes) => changes.forEach(hear))
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


def test_why_something_was_refused_is_spoken_though_it_is_seen_elsewhere(page):
    open_table(page)
    show(page, make_frame(2, news=["B has drawn."], refusal=REFUSAL))
    assert page.locator(".news p").all_text_contents() == ["B has drawn.", REFUSAL["text"]]
    show(page, make_frame(3, news=[REFUSAL["text"]], refusal=REFUSAL))
    assert page.locator(".news p").count() == 3


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
    asked = set(re.findall(r'words\("(\w+)"\)', front_end()))
    assert asked <= set(TEXT_KEYS)
