"""`rummy-lab worksheet`: a lesson or some puzzles as a file to print."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from rummy_lab.core.errors import RummyError
from rummy_lab.words import languages
from rummy_lab.worksheets.sheet import PAPERS, worksheet

EXAMPLES = """\
examples:
  rummy-lab worksheet lesson schmidt/split -o sheet.html
  rummy-lab worksheet lesson schmidt/split --seed 3 --lang de -o sheet.pdf
  rummy-lab worksheet puzzles rummy40 --level 2 --seed 1 --count 5 -o puzzles.html

The HTML file is printed by the browser, on A4 or Letter; it is also the one for screen readers.
"""


def parser() -> argparse.ArgumentParser:
    """What the command understands."""
    reader = argparse.ArgumentParser(
        prog="rummy-lab worksheet", allow_abbrev=False, epilog=EXAMPLES,
        description="Make a worksheet: exercises to print, and their solutions on pages of their own.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    kinds = reader.add_subparsers(dest="kind", required=True, metavar="{lesson,puzzles}")
    lesson = kinds.add_parser("lesson", allow_abbrev=False, help="the steps of a lesson")
    lesson.add_argument("what", metavar="LESSON", help="a lesson by its id, such as schmidt/split, or a .toml file")
    puzzles = kinds.add_parser("puzzles", allow_abbrev=False, help="puzzles of a game")
    puzzles.add_argument("what", metavar="RULES", help="a rule set: schmidt, rummy40, rummy40{opening.points=51} ...")
    puzzles.add_argument("--level", type=int, help="1 (easy) to 5 (hard); left out: from easy to hard")
    puzzles.add_argument("--count", type=int, default=5, help="how many, 1 to 20 (5)")
    for one in (lesson, puzzles):
        one.add_argument("--seed", type=int, default=0, help="other cards; the same seed gives the same sheet (0)")
        one.add_argument("--lang", choices=languages, help="the language of the sheet")
        one.add_argument("--paper", choices=PAPERS, default="a4", help="of a PDF (a4); HTML fits both")
        one.add_argument("-o", "--out", required=True, metavar="FILE", help="where to write it: .html or .pdf")
    return reader


def run(arguments: Sequence[str], lang: str) -> int:
    """Make the worksheet that is asked for and say where it is. Raises RummyError."""
    given = parser().parse_args(arguments)
    chosen = given.lang or lang
    common = {"seed": given.seed, "lang": chosen, "paper": given.paper}
    if given.kind == "puzzles":
        sheet = worksheet(_rules(given.what), level=given.level, count=given.count, **common)
    else:
        sheet = worksheet(_lesson(given.what), **common)
    print(sheet.save(given.out))  # noqa: T201 - a command of the terminal
    return 0


def _rules(what: str) -> str:
    if "/" in what or what.endswith(".toml"):
        raise RummyError(
            f"{what[:60]!r} is no rule set, and puzzles are made for one; for a lesson say: lesson {what[:60]}"
        )
    return what


def _lesson(what: str) -> str | Path:
    if "/" in what or what.endswith(".toml"):
        return what
    raise RummyError(f"{what[:60]!r} is no lesson; lessons are called like schmidt/split, and a file ends in .toml")
