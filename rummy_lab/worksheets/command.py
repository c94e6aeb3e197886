"""`rummy-lab worksheet`: a lesson or some puzzles as a file to print."""

from __future__ import annotations

import os
from collections.abc import Sequence

from rummy_lab.arguments import Arguments
from rummy_lab.core.errors import RummyError, printable
from rummy_lab.language import LANG, Language, language_in
from rummy_lab.worksheets.sheet import PAPERS, is_lesson, worksheet
from rummy_lab.worksheets.texts import tell

EXAMPLES = (
    "lesson schmidt/split -o sheet.html",
    "lesson schmidt/split --seed 3 --lang de -o sheet.pdf",
    "puzzles rummy40 --level 2 --seed 1 --count 5 -o puzzles.html",
)


def parser(lang: Language) -> Arguments:
    """What the command understands, its help in a language."""
    told = [tell("examples", lang), *(f"  rummy-lab worksheet {one}" for one in EXAMPLES), "", tell("advice", lang)]
    reader = Arguments(
        lang, prog="rummy-lab worksheet", description=tell("about", lang), epilog="\n".join(told),
    )  # fmt: skip
    kinds = reader.add_subparsers(dest="kind", required=True, metavar="{lesson,puzzles}")
    lesson = kinds.add_parser("lesson", description=tell("of_lesson", lang), help=tell("of_lesson", lang))
    lesson.add_argument("what", metavar="LESSON", help=tell("which_lesson", lang))
    puzzles = kinds.add_parser("puzzles", description=tell("of_puzzles", lang), help=tell("of_puzzles", lang))
    puzzles.add_argument("what", metavar="RULES", help=tell("which_rules", lang))
    puzzles.add_argument("--level", type=int, help=tell("level", lang))
    puzzles.add_argument("--count", type=int, default=5, help=tell("count", lang))
    for one in (lesson, puzzles):
        one.add_argument("--seed", type=int, default=0, help=tell("seed", lang))
        one.add_argument("--paper", choices=PAPERS, default=PAPERS[0], help=tell("paper", lang))
        one.add_argument("-o", "--out", required=True, metavar="FILE", help=tell("out", lang))
        one.add_argument("--force", action="store_true", help=tell("force", lang))
        one.add_frame()
    reader.add_frame()
    return reader


def run(arguments: Sequence[str], lang: str) -> int:
    """Make the worksheet that is asked for and say where it is. Raises RummyError."""
    given = parser(language_in(lang) or LANG).parse_args(arguments)
    if (given.kind == "lesson") != is_lesson(given.what):
        raise RummyError(
            tell("no_lesson" if given.kind == "lesson" else "no_rules", lang, what=printable(given.what[:60]))
        )
    if not given.force and os.path.lexists(given.out):
        raise RummyError(tell("there", lang, file=printable(given.out))) from FileExistsError(given.out)
    options = {} if given.kind == "lesson" else {"level": given.level, "count": given.count}
    sheet = worksheet(given.what, seed=given.seed, lang=given.lang, paper=given.paper, **options)
    file = sheet.save(given.out)
    print(tell("wrote", given.lang, file=file))  # noqa: T201 - a command of the terminal
    return 0
