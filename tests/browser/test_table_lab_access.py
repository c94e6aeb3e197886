"""What axe-core finds in our widgets as JupyterLab shows them: nothing, in its light and its dark theme."""

import pytest
from playwright.sync_api import expect

from browser.access import violations
from browser.hands import Clicks
from browser.tables import SECOND, Table

pytestmark = pytest.mark.browser

THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
GAME_PLAYED = "rl.play_out('rummy40{deal.hand=6}', ['greedy', 'exact'], seed=1)"
SET_THEME = "name => window.jupyterapp.commands.execute('apputils:change-theme', { theme: name })"
GAME = "import rummy_lab as rl\ngame = rl.PlayGame('rummy40{deal.hand=6}', ['me', 'greedy'], seed=7, pace=0)\ngame"


@pytest.fixture(params=THEMES)
def themed(request, room):
    """The room in a theme, which is put back afterwards."""

    def put(theme):
        room.page.evaluate(SET_THEME, THEMES[theme])
        is_light = "true" if theme == "light" else "false"
        expect(room.page.locator("body")).to_have_attribute("data-jp-theme-light", is_light)

    put(request.param)
    yield room
    put("light")


def test_axe_finds_nothing_in_a_table(themed):
    (table,) = themed.lay(SECOND)
    hand = Clicks(table)
    assert violations(themed.page, ".rummy-table") == []
    hand.pick("Your rack: red 9")
    assert violations(themed.page, ".rummy-table") == []
    hand.move([], "Meld 1")
    hand.press("end")
    table.expect_refusal("Meld 1 mixes colours")
    assert violations(themed.page, ".rummy-table") == []
    table.refusal.get_by_role("button", name="Why?").click()
    expect(table.host.get_by_role("dialog")).to_be_visible()
    assert violations(themed.page, ".rummy-table") == []
    themed.page.keyboard.press("Escape")


def test_axe_finds_nothing_in_a_game(themed):
    themed.run(GAME)
    table = Table(themed.page)
    assert violations(themed.page, ".rl-play-game") == []
    Clicks(table).press("draw")
    Clicks(table).pick("Your hand: queen of clubs")
    assert violations(themed.page, ".rl-play-game") == []
    Clicks(table).press("end")
    expect(table.refusal).to_be_visible()
    assert violations(themed.page, ".rl-play-game") == []


def test_axe_finds_nothing_after_a_deal(themed):
    moves = ["draw; discard 9d", "draw; discard 5s", "draw; discard 6h", "draw; discard Jd"]
    last = "draw; meld Qc Kc Ac; meld Qh Kh Ah; discard As"
    themed.run(GAME, f"for moves in {[*moves, last]!r}:\n    assert game.table.play(moves)")
    expect(themed.page.get_by_role("group", name="viewer")).to_be_visible()
    assert violations(themed.page, ".rl-play-game") == []


def test_axe_finds_nothing_in_a_viewer(themed):
    themed.run(f"import rummy_lab as rl\nrl.GameViewer({GAME_PLAYED}, marked=[2])")
    viewer = themed.page.get_by_role("group", name="Game viewer")
    press = lambda name: viewer.get_by_role("button", name=name, exact=True).click()  # noqa: E731
    press("Next")
    press("Why did the bot do this?")
    press("Copy")
    expect(viewer.get_by_role("textbox", name="Code that shows it")).to_be_visible()
    assert violations(themed.page, ".rl-viewer") == []
    viewer.get_by_role("combobox", name="Hands").select_option(label="Seen by player A")
    viewer.get_by_role("combobox", name="Speed").select_option(label="slow")
    press("Play")
    expect(viewer.get_by_role("button", name="Pause")).to_be_visible()
    assert violations(themed.page, ".rl-viewer") == []
    press("Play on from here")
    expect(viewer.get_by_role("application", name="Table")).to_be_visible()
    assert violations(themed.page, ".rl-viewer") == []


def test_axe_finds_nothing_in_an_editor(themed):
    themed.run("import rummy_lab as rl\nrl.PositionEditor('schmidt; table [9r 10r *]; hand A+ 5r; turn A')")
    editor = themed.page.get_by_role("group", name="Position editor")
    editor.get_by_role("button", name="red 9, 1 of 2 left").click()
    expect(editor.get_by_role("button", name="red 9, 0 of 2 left")).to_be_visible()
    editor.get_by_text("meld 1", exact=True).click()
    editor.get_by_role("button", name="What the joker stands for").click()
    expect(editor.get_by_role("button", name="Leave it open")).to_be_visible()
    editor.get_by_text("What happened", exact=True).click()
    assert violations(themed.page, ".rl-position-editor") == []
    editor.get_by_role("textbox", name="Position as text").fill("schmidt; hand A 9x; turn A")
    expect(editor.locator("mark")).to_have_text("9x")
    assert violations(themed.page, ".rl-position-editor") == []
