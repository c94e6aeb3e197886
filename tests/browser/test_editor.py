"""The position editor in a real JupyterLab: by keyboard alone, by mouse, by text; on a desk and on a telephone."""

import re

import pytest
from playwright.sync_api import expect

from browser.access import violations

pytestmark = pytest.mark.browser

EXAMPLE_1 = "schmidt; table [6r 7r 8r]; hand A+ 5r 9r; turn A"
OUTSIDE = """app => {
    const room = app.getBoundingClientRect();
    return [...app.querySelectorAll('button, select, textarea, label, svg[role=img], p, code')]
        .map(element => [element.outerHTML.slice(0, 60), element.getBoundingClientRect()])
        .filter(([, box]) => box.width > 1 && (box.left < room.left - 1 || box.right > room.right + 1))
        .map(([name]) => name);
}"""
SMALL = """app => [...app.querySelectorAll('button, select, label.chip')]
    .map(element => [element.textContent, element.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 40 || box.height < 44))
    .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""
FOCUSED = """() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent.trim() ?? at.textContent;
}"""
COUNT_CELLS = "() => window.jupyterapp.shell.currentWidget.content.model.cells.length"


@pytest.fixture
def editor(run_code, error_outputs):
    """`editor(code)`: the editor that a cell shows."""

    def shown(code="rl.PositionEditor()"):
        page = run_code("import rummy_lab as rl\neditor = " + code + "\neditor")
        assert error_outputs(page) == []
        found = page.get_by_role("group", name=re.compile("Position editor|Stellungseditor|Stellingen maken"))
        found.wait_for()
        return found

    return shown


def text_of(editor):
    return editor.locator("textarea")


def tab_to(editor, name):
    """Tab on, as a person does, until something of this name has focus."""
    page = editor.page
    for _ in range(60):
        if re.search(name, page.evaluate(FOCUSED) or ""):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not lead to {name!r}")


def go_to_card(editor, card):
    """From where the palette has focus, by arrow keys: down to the suit, right or left to the rank."""
    page = editor.page
    page.keyboard.press("Home")
    wanted = editor.get_by_role("button", name=re.compile(f"^{card}, "))
    suit, rank = wanted.evaluate(
        "one => [[...one.parentNode.parentNode.children].indexOf(one.parentNode),"
        " [...one.parentNode.children].indexOf(one)]"
    )
    for key, times in (("ArrowDown", suit), ("ArrowRight", rank)):
        for _ in range(times):
            page.keyboard.press(key)
    assert page.evaluate(FOCUSED).startswith(card)


def test_example_1_by_keyboard_alone(editor):
    editor = editor()
    page, news = editor.page, editor.get_by_role("status")
    cells = page.evaluate(COUNT_CELLS)
    text_of(editor).focus()  # where Tab enters from the notebook; from here on only keys

    tab_to(editor, "^hand A")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(news).to_have_text("cards now go to: new meld")
    expect(editor.get_by_role("radio", name="new meld")).to_be_checked()
    tab_to(editor, " of 2 left$")
    for rank in (6, 7, 8):
        go_to_card(editor, f"red {rank}")
        page.keyboard.press("Enter")
        expect(news).to_have_text(f"red {rank} added to meld 1")
    assert page.evaluate(FOCUSED) == "red 8, 1 of 2 left"

    page.keyboard.press("Shift+Tab")
    expect(editor.get_by_role("radio", name="meld 1")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(editor.get_by_role("radio", name="hand A")).to_be_checked()
    expect(news).to_have_text("cards now go to: hand A")  # the cards of meld 1 are no stops any more
    page.keyboard.press("Tab")
    for rank in (5, 4, 9):
        go_to_card(editor, f"red {rank}")
        page.keyboard.press("Space")
        expect(news).to_have_text(f"red {rank} added to hand A")
    for letter in "xdd00":  # to JupyterLab these mean: cut the cell, delete it, restart
        page.keyboard.press(letter)

    tab_to(editor, "take away red 5")
    tab_to(editor, "take away red 4")
    page.keyboard.press("Enter")
    expect(news).to_have_text("red 4 taken away from hand A")
    assert page.evaluate(FOCUSED) == "take away red 9"

    for _ in range(60):
        if page.evaluate(FOCUSED) == "Has opened: player A":
            break
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(news).to_have_text("player A has opened")
    expect(text_of(editor)).to_have_value(EXAMPLE_1)
    expect(editor.get_by_role("img")).to_have_attribute("aria-label", EXAMPLE_1)
    assert page.evaluate(COUNT_CELLS) == cells

    tab_to(editor, "^Ask about the position")
    page.keyboard.type("hand")
    page.keyboard.press("Enter")
    expect(news).to_have_text("Player A: You have 2 cards: red 5, 9.")
    tab_to(editor, "^What happened")
    page.keyboard.press("Enter")
    entries = editor.get_by_role("listitem")
    expect(entries.nth(2)).to_have_text("red 6 added to meld 1")
    expect(entries.last).to_have_text("Player A: You have 2 cards: red 5, 9.")


def test_by_mouse(editor):
    editor = editor()
    news = editor.get_by_role("status")

    def card(name):
        return editor.get_by_role("button", name=re.compile(f"^{name}, "))

    editor.get_by_text("new meld", exact=True).click()
    for name in ("red 9", "red 10", "joker"):
        card(name).click()
    question = editor.get_by_role("group", name="What does the joker in meld 1 stand for?")
    expect(question.get_by_role("button").first).to_be_focused()
    question.get_by_role("button", name="red 8: [*8r 9r 10r]").click()
    expect(question).to_have_count(0)
    expect(text_of(editor)).to_have_value("schmidt; table [*8r 9r 10r]; turn A")

    editor.get_by_text("hand B", exact=True).click()
    card("green 6").dblclick()
    expect(card("green 6")).to_have_attribute("aria-label", "green 6, 0 of 2 left")
    expect(card("green 6")).to_have_attribute("aria-disabled", "true")
    card("green 6").click(force=True)
    expect(news).to_have_text("No green 6 is left in the pack.")
    editor.locator("svg [id^=card-6g]").first.click()
    expect(text_of(editor)).to_have_value("schmidt; table [*8r 9r 10r]; hand B 6g; turn A")

    editor.get_by_role("combobox", name="Whose turn").select_option(label="player B")
    editor.get_by_role("combobox", name="Players").select_option("3")
    expect(text_of(editor)).to_have_value("schmidt; table [*8r 9r 10r]; hand B 6g; hand C ?; turn B")
    editor.get_by_role("button", name="Undo").click()
    editor.get_by_role("button", name="Undo").click()
    editor.get_by_role("button", name="Redo").click()
    expect(text_of(editor)).to_have_value("schmidt; table [*8r 9r 10r]; hand B 6g; turn B")
    editor.get_by_role("combobox", name="Rule set").select_option("rummy40")
    expect(editor.get_by_role("button", name="queen of hearts, 2 of 2 left")).to_be_visible()
    expect(editor.get_by_role("radio", name="discard pile")).to_have_count(1)
    editor.get_by_role("combobox", name="Language").select_option(label="Deutsch")
    editor = editor.page.get_by_role("group", name="Stellungseditor")
    expect(editor.get_by_role("button", name="Herz-Dame, noch 2 von 2")).to_be_visible()


def test_a_fault_is_seen_and_heard(editor):
    editor = editor(f"rl.PositionEditor({EXAMPLE_1!r})")
    text, news = text_of(editor), editor.get_by_role("status")
    stage = editor.locator(".stage")
    text.press("Control+End")
    for _ in range(len("; turn A")):
        text.press("Backspace")
    text.type(" 3x; turn A")
    sentence = 'Character 42, "3x": 3x is no card; write a rank and a suit letter, as 4r, 10h or *4b.'
    expect(editor.locator("#fault")).to_have_text(sentence)
    expect(editor.locator("mark")).to_have_text("3x")
    expect(news).to_have_text(sentence)
    expect(text).to_have_attribute("aria-invalid", "true")
    expect(stage).to_have_class(re.compile("dim"))
    expect(stage.get_by_role("img")).to_have_attribute("aria-label", EXAMPLE_1)
    text.press("Enter")  # a line break is a blank
    expect(text).to_have_value(re.compile("\n"))
    text.press("Backspace")
    editor.get_by_role("button", name="Show the place in the text").click()
    expect(text).to_be_focused()
    editor.page.keyboard.type("3r")
    expect(text).to_have_value("schmidt; table [6r 7r 8r]; hand A+ 5r 9r 3r; turn A")
    expect(editor.locator("#fault")).to_be_hidden()
    expect(news).to_have_text("The text is a position.")
    expect(stage.get_by_role("img")).to_have_attribute("aria-label", EXAMPLE_1.replace("9r", "9r 3r"))


@pytest.mark.parametrize("kind", ["SVG", "PDF", "PNG", "Lesson"])
def test_a_file_is_kept(kind, editor, tmp_path):
    editor = editor(f"rl.PositionEditor({EXAMPLE_1!r})")
    with editor.page.expect_download() as download:
        editor.get_by_role("button", name=kind).click()
    path = tmp_path / "file"
    download.value.save_as(path)
    begins = {"SVG": b"<svg", "PDF": b"%PDF", "PNG": b"\x89PNG", "Lesson": b"# The skeleton"}[kind]
    assert path.read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("options", "card", "added"),
    [
        ('rules="schmidt"', "red 6, 2 of 2", "added to hand A"),
        ('rules="rummy40", lang="de"', "Herz-Dame, noch 2 von 2", "zu Hand A gelegt"),
        ('rules="rummikub_tournament", lang="nl"', "rode 6, nog 2 van 2", "bij hand A gelegd"),
    ],
)
def test_on_a_telephone(options, card, added, editor):
    editor = editor(f"rl.PositionEditor({options})")
    page = editor.page
    page.evaluate("() => window.jupyterapp.commands.execute('application:toggle-left-area')")
    page.set_viewport_size({"width": 360, "height": 640})
    expect(editor.locator("svg[role=img]")).to_have_attribute("viewBox", re.compile("^0 0 360 "))
    assert editor.evaluate(OUTSIDE) == []
    assert editor.evaluate(SMALL) == []
    editor.get_by_role("button", name=card).click()
    expect(editor.get_by_role("status")).to_contain_text(added)
    assert editor.evaluate(OUTSIDE) == []
    assert editor.evaluate(SMALL) == []
    assert violations(page, ".rl-position-editor") == []
