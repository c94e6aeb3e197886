"""What axe-core finds in our widgets as JupyterLab shows them: nothing, in its light and its dark theme."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from browser.hands import Clicks
from browser.tables import SECOND, Table

pytestmark = pytest.mark.browser

RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "rules": {"target-size": {"enabled": True}},
}
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
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


def violations(page, selector):
    """What is wrong inside this element, and that target-size was looked at."""
    found = Axe().run(page, context={"include": [[selector]]}, options=RULES).response
    assert any(one["id"] == "target-size" for one in found["passes"])
    return [
        (one["id"], [(node["html"][:160], node.get("failureSummary", "")[:300]) for node in one["nodes"]])
        for one in found["violations"]
    ]


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
