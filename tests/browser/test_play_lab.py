"""A game in JupyterLab: where one is after a button has gone."""

import pytest

pytestmark = pytest.mark.browser
GAME = "import rummy_lab as rl\nrl.PlayGame('schmidt', ['me', 'greedy'], seed=3, lang='en', pace=0)"


def test_focus_is_not_lost_with_the_button_that_was_pressed(run_code):
    page = run_code(GAME)
    page.get_by_role("button", name="Stop this deal").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.closest('.rl-news')")
    page.wait_for_function("() => document.activeElement.innerText.includes('was stopped')")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('.rl-play-game') !== null")
