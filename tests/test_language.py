"""RUMMY_LAB_LANG is the language of all texts and widgets where none is asked for."""

import json
import os
import subprocess
import sys

TEXTS = """
import json
import rummy_lab as rl
from rummy_lab.draw import table_svg
from rummy_lab.draw.captions import captions
from rummy_lab.widgets.chosen import chosen_lang
from rummy_lab.words import explain, table_texts
here = rl.position("schmidt; table [6r 7r 8r]; hand A+ 5r 9r; turn A")
table = rl.TableView(here)
print(json.dumps({
    "meld": table_texts()["new_meld"], "viewer": rl.GameViewer(here).lang, "desk": rl.RuleDesk().lang,
    "editor": rl.PositionEditor(here)._draft.lang, "table": table.lang, "guess": table.settings["guess"],
    "chosen": chosen_lang("de"), "picture": table_svg(here) == table_svg(here, lang="nl"),
}))
"""
WARNED = """
import warnings
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    from rummy_lab.words import table_texts
print(table_texts()["new_meld"], *[one.message for one in told], sep="|")
"""


def output(code, given):
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "RUMMY_LAB_LANG": given}, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    return done.stdout


def test_what_the_environment_asks_for_holds_for_every_text_and_no_browser_guesses():
    found = json.loads(output(TEXTS, "nl_BE.UTF-8"))
    assert found["meld"] == "Nieuwe combinatie"
    assert [found[name] for name in ("viewer", "desk", "editor", "table")] == ["nl"] * 4
    assert (found["guess"], found["chosen"], found["picture"]) == (False, "de", True)


def test_what_is_no_language_is_told_and_left_aside():
    assert output(WARNED, "klingon") == (
        "New meld|RUMMY_LAB_LANG is 'klingon'; it can be en, de, nl. It is left aside.\n"
    )
