"""The viewer of a game in a real JupyterLab, by keyboard alone: the list of turns, why, playing on, copying."""

import re

import pytest
from playwright.sync_api import expect

import rummy_lab as rl
from browser.access import violations
from browser.reader import Reader

pytestmark = pytest.mark.browser

CODE = """import rummy_lab as rl
game = rl.play_out("rummy40", ["greedy", "exact"], seed=1)
rl.GameViewer(game, marked=[2])"""
SIZES = {"desk": (1280, 900), "telephone": (360, 740)}
OUTSIDE = """host => {
    const room = host.getBoundingClientRect();
    return [...host.querySelectorAll('button, select, textarea, table, svg[role=img], p, code')]
        .filter(element => !element.closest('.rl-played'))
        .map(element => [element.outerHTML.slice(0, 60), element.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.left < room.left - 1 || box.right > room.right + 12))
        .map(([name]) => name);
}"""

SMALL = """host => [...host.querySelectorAll('button, select, input:not([type=checkbox])')]
    .map(element => [element.textContent, element.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 44 || box.height < 40))
    .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""


@pytest.mark.parametrize("size", SIZES)
def test_a_game_is_looked_into_by_keyboard(size, run_code, error_outputs):
    page = run_code(CODE)
    if size == "telephone":
        page.evaluate("() => window.jupyterapp.commands.execute('application:toggle-left-area')")
    page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
    assert error_outputs(page) == []
    viewer, press = page.get_by_role("group", name="Game viewer"), page.keyboard.press
    news = viewer.locator(".rl-news").first

    turns = viewer.get_by_role("listbox", name="Turns")
    turns.focus()
    press("ArrowDown")
    expect(news).to_contain_text("Step 1 of")
    press("ArrowDown")
    expect(news).to_contain_text("Step 2 of")
    expect(turns.locator("option:checked")).to_contain_text("▲ better turn")

    slider = viewer.get_by_role("slider", name="Step")
    slider.focus()
    press("ArrowRight")
    expect(turns.locator("option:checked")).to_have_text(re.compile(r"^\s*3\s+A"))
    press("Control+ArrowRight")
    expect(news).to_contain_text("wins")
    press("Control+ArrowLeft")
    expect(news).to_contain_text("Start")
    press("ArrowRight")
    expect(news).to_contain_text("Step 1 of")

    why = viewer.get_by_role("button", name="Why did the bot do this?")
    expect(why).to_have_attribute("aria-expanded", "false")
    why.focus()
    press("Enter")
    expect(why).to_have_attribute("aria-expanded", "true")
    expect(viewer.locator(".rl-why")).to_contain_text("Player A, the bot greedy")
    expect(viewer.get_by_role("table", name="The rest of the turn")).to_contain_text("► played")
    assert 1 < viewer.get_by_role("table", name="The rest of the turn").get_by_role("row").count() <= 6

    line = viewer.get_by_role("textbox", name="Ask about the position")
    line.focus()
    page.keyboard.type("how many cards has each")
    press("Enter")
    expect(news).to_contain_text("Player A: 13 cards; player B: 13 cards.")
    expect(line).to_have_value("")

    copy = viewer.get_by_role("button", name="Copy", exact=True)
    copy.focus()
    press("Enter")
    code = viewer.get_by_role("textbox", name="Code that shows it")
    code.focus()
    assert page.evaluate("() => getSelection().toString()").startswith('rl.GameViewer("rummy40; ')
    assert viewer.evaluate(OUTSIDE) == []
    assert viewer.evaluate(SMALL) == []
    assert violations(page, ".rl-viewer") == []
    copy.focus()
    press("Enter")
    why.focus()
    press("Enter")

    viewer.get_by_role("button", name="Play on from here").focus()
    press("Enter")
    expect(news).to_contain_text("You play for player B. Player A is played by greedy.")
    table = viewer.get_by_role("application", name="Table")
    expect(table).to_be_visible()
    close = viewer.get_by_role("button", name="Close what is played below")
    close.focus()
    press("Enter")
    expect(table).to_have_count(0)
    expect(viewer.get_by_role("button", name="Play on from here")).to_be_focused()
    assert error_outputs(page) == []


def test_it_is_read_aloud_where_one_stops_and_while_it_plays_move_by_move(room):
    room.run(CODE)
    viewer = room.page.get_by_role("group", name="Game viewer")
    viewer.get_by_role("slider", name="Step").focus()
    reader = Reader(room.page, quiet=0.8)
    assert re.search("“Step 1 of 18” .* “Player A draws a card", reader.press("ArrowRight")[0])
    passed = reader.hurry("ArrowRight", 5)
    assert "Step 6 of 18” | “Player B draws" in passed
    assert len(re.findall("“Step", passed)) == 1
    assert "De kaarten" not in passed  # where the rule stands can be read, and is not read out at every step

    viewer.get_by_role("combobox", name="Speed").select_option(label="fast")
    viewer.get_by_role("button", name="Play", exact=True).focus()
    played = Reader(room.page, quiet=3).press("Enter")[0]  # steps come slowly where much else runs, or two at once
    assert played.replace("” | “", " ").endswith(f"“{' '.join(told_in_steps(7, 18))}”")
    assert "Step" not in played


def told_in_steps(first: int, last: int) -> list[str]:
    """What happens in these steps of the game in `CODE`, a sentence each."""
    viewer = rl.GameViewer(rl.play_out("rummy40", ["greedy", "exact"], seed=1), lang="en")
    sentences = []
    for viewer.index in range(first, last + 1):
        sentences += viewer.story.happened
    viewer.close()
    return sentences
