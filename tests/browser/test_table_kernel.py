"""The table and the kernel behind it: restarted, busy, interrupted; and a whole deal played by keys."""

import time

import pytest
from playwright.sync_api import expect

import rummy_lab as rl
from browser.hands import Clicks, Keys, play_example
from browser.tables import READY, SECOND, Table, until
from rummy_lab.bots import bot
from rummy_lab.core.chance import Rng
from rummy_lab.core.moves import Turn

pytestmark = pytest.mark.browser

BUSY = 12
SHORT = {"rules": "rummy40{deal.hand=6}", "players": ["me", "greedy"], "seed": 7}


def test_a_table_works_after_the_kernel_was_restarted(room):
    (table,) = room.lay(SECOND)
    Clicks(table).move(["Your rack: green 6"], "Meld 1")
    room.page.evaluate("() => { window.jupyterapp.commands.execute('notebook:restart-run-all') }")
    room.page.get_by_role("button", name="Confirm Kernel Restart").click()
    until(lambda: room.page.locator(".rummy-table").count() == 0, "the old table is gone")
    again = Table(room.page)
    again.expect_melds("green 2, green 3, green 4, green 5")
    room.page.wait_for_function(READY)
    play_example(Clicks(again), "add-and-take")


def test_a_click_is_answered_while_a_cell_is_busy(room):
    (shown,) = room.lay(SECOND)
    room.start(f"import time\ntime.sleep({BUSY})")
    busy = room.page.locator(".jp-InputPrompt", has_text="[*]")
    expect(busy).to_have_count(1)
    began = time.monotonic()
    Clicks(shown).pick("Your rack: green 6")
    assert time.monotonic() - began < 2
    Clicks(shown).move([], "Meld 1")
    shown.expect_melds("green 2, green 3, green 4, green 5, green 6")
    expect(busy).to_have_count(1)

    room.page.evaluate("() => window.jupyterapp.commands.execute('notebook:interrupt-kernel')")
    until(lambda: room.errors() == ["KeyboardInterrupt: "], "the cell is interrupted", BUSY / 2)
    expect(busy).to_have_count(0)
    Clicks(shown).press("undo")
    shown.expect_melds("green 2, green 3, green 4, green 5")
    play_example(Keys(shown), "add-and-take")


def by_keys(hand: Keys, move) -> bool:
    """Make a move by picking up and putting down, where it is one that needs no choice."""
    table, cards = hand.table, [rl.explain(card) for card in getattr(move, "cards", ())]
    if move.verb not in ("meld", "layoff") or any(card.joker for card in move.cards):
        return False
    place = "New meld" if move.verb == "meld" else f"Meld {move.heap}"
    hand.move([f"Your hand: {card}" for card in cards], place)
    expect(table.refusal).to_be_hidden()
    return True


def test_a_whole_deal_by_keys(room):
    """The same match is played in this process, from which each turn and what it leads to is known."""
    room.run(f"import rummy_lab as rl\nrl.PlayGame(**{SHORT!r}, pace=0)")
    table, mirror, greedy = Table(room.page), rl.PlayGame(**SHORT, pace=0), bot("greedy")
    hand, moved = Keys(table), 0
    while not mirror.sitting.is_over:
        turn = greedy.choose(rl.view(mirror.state, "A"), Rng(mirror.state.base.turns))
        for move in turn:
            if move.verb == "draw":
                hand.press("draw")
            elif by_keys(hand, move):
                moved += 1
            else:
                hand.type(str(move))
            assert mirror.table.play(str(Turn([move])))
            told = sorted(card["label"] for card in mirror.table.frame["cards"])
            until(
                lambda told=told: sorted(one for row in table.cards().values() for _, one, _ in row) == told, str(move)
            )
    assert moved > 0
    said = room.page.locator(".rl-play-game .rl-news").first
    expect(said).to_contain_text("You went out and win.")
    viewer = room.page.get_by_role("group", name="viewer")
    expect(viewer.get_by_role("img")).to_be_visible()
    on = viewer.get_by_role("button", name="Next", exact=True)
    expect(viewer.locator(".rl-step")).to_have_text("Start")
    on.focus()
    room.page.keyboard.press("Enter")
    expect(viewer.get_by_role("status")).to_contain_text("Step 1 of")
    mirror.close()
