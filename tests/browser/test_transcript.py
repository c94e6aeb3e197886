"""What somebody who sees nothing hears at the table, key by key, kept as files and compared line by line.

A transcript in `transcripts/` says after each key what a screen reader would; see `reader`. They are made anew by
`RUMMY_LAB_TRANSCRIPTS=write python -m pytest tests/browser/test_transcript.py`. Do so only where the table is meant to
speak otherwise; then read what git says has changed, aloud if need be, and commit it together with its reason.
"""

import os
from pathlib import Path

import pytest

from browser.reader import Reader

pytestmark = pytest.mark.browser

FOLDER = Path(__file__).with_name("transcripts")
OTHERS = "hand B 1g; stock ??x60; turn A"
EXTEND = f"schmidt; table [6r 7r 8r] [8r 8y 8g]; hand A+ 5r 8b 2y; {OTHERS}"
TAKE = f"schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 9r; {OTHERS}"
SPLIT = f"schmidt; table [2b 3b 4b 5b 6b]; hand A+ 4b 10g; {OTHERS}"
JOKER = f"schmidt; table [4r 5r *6r 7r] [9r 9y 9g]; hand A+ 6r 11b 2y; {OTHERS}"
CARDS = (
    "rummy40; table [5h 6h *7h 8h] [Kc Kd Ks]; hand A+ 7h 9h 10h 2c 3d; hand B 3c 4d; pile 9c; stock ??x40; turn A drew"
)
TO_HAND = "0"

# Each a cell, and what is done at its table: keys one after the other, and lines in quotes that are typed and sent.
PLAYED = {
    "extend": (
        f"rl.TableView({EXTEND!r})",
        ["ArrowRight ArrowLeft Enter Enter Enter ArrowUp Escape", TO_HAND, "Enter 1 Enter", TO_HAND, "Enter 2 Enter",
         "Tab Enter"],
    ),
    "add-and-take": (
        f"rl.TableView({TAKE!r})",
        ["Enter 1 Enter ArrowRight Enter ArrowDown Enter", TO_HAND, "Enter 2 Enter", TO_HAND,
         "ArrowRight Enter 2 Enter",
         "Tab Enter Shift+Tab Enter Escape Tab ArrowRight Enter ArrowRight Enter ArrowLeft Enter", TO_HAND,
         "ArrowLeft Enter 2 Enter Tab Enter"],
    ),
    "split": (
        f"rl.TableView({SPLIT!r})",
        ["1 1 Enter Enter End ArrowRight Enter ArrowLeft Enter ArrowDown Enter", TO_HAND, "Enter 2 Enter Tab Enter"],
    ),
    "joker": (
        f"rl.TableView({JOKER!r})",
        ["Enter 1 Enter Tab Enter Shift+Tab Enter Escape Shift+Tab", TO_HAND,
         "ArrowUp Enter 1 Enter ArrowDown 2 Tab Enter"],
    ),
    "joker-of-cards": (
        f"rl.TableView({CARDS!r})",
        ["PageDown Enter", TO_HAND, "Enter 1 Enter", TO_HAND, "Enter ArrowRight Enter 1 Enter", TO_HAND,
         "ArrowUp Enter 1 Enter 2", TO_HAND, "Enter PageDown Enter"],
    ),
    "by-lines": (
        "rl.PlayGame('schmidt{deal.hand=5,pack.ranks=7,opening.points=0}', ['me', 'greedy'], seed=20, pace=0)",
        ["Tab ArrowRight Enter End Home Tab", "'hand'", "'what fits'", "'draw'", "'table'",
         "'how many cards has each'", "'hint'", "'draw'", "'hand'", "'green 9 to meld 3'", "'red 2 yellow 2 blue 2'",
         "'end turn'", "'say again'"],
    ),
    "a-deal-of-cards": (
        "rl.PlayGame('rummy40{deal.hand=7}', ['me', 'greedy'], seed=19, pace=0)",
        ["Tab ArrowRight ArrowRight ArrowRight Enter", TO_HAND, "ArrowRight Enter PageDown Enter /", "'draw'",
         "'what did I draw'", "'discard 4 of clubs'", "'draw; discard jack of spades'", "'take the top discard'",
         "'what fits'", "'lay jack queen king ace of diamonds'", "'discard ace of hearts'",
         "'draw; discard king of hearts'", "'draw; discard 10 of spades'", "'draw; discard king of spades'", "'draw'",
         "'queen of spades to meld 2'", "Escape /", "'5 of diamonds, joker, 7 of diamonds as a new meld'",
         "'discard 6 of clubs'", "'score'"],
    ),
}  # fmt: skip


def played(reader, steps):
    reader.enter()
    for step in steps:
        if step.startswith("'"):
            reader.line(step.strip("'"))
        else:
            reader.press(*step.split())
    return "\n".join(reader.lines) + "\n"


@pytest.mark.parametrize("name", PLAYED)
def test_the_table_speaks_as_before(room, name):
    code, steps = PLAYED[name]
    room.run(f"import rummy_lab as rl\n{code}")
    room.page.locator(".rummy-table .card").first.wait_for()
    told = played(Reader(room.page), steps)
    file = FOLDER / f"{name}.txt"
    if os.environ.get("RUMMY_LAB_TRANSCRIPTS") == "write":
        file.write_text(told, encoding="utf-8")
    assert told.splitlines() == file.read_text(encoding="utf-8").splitlines()


def test_every_transcript_is_of_a_play():
    assert sorted(file.stem for file in FOLDER.iterdir()) == sorted(PLAYED)
