"""`rummy-lab puzzle`: a position with one solution."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final

from rummy_lab.cli.output import say, say_csv, say_json
from rummy_lab.cli.reading import Reader
from rummy_lab.cli.texts import tell
from rummy_lab.core.views import view
from rummy_lab.language import Language
from rummy_lab.lessons.puzzling import lesson_of
from rummy_lab.search.puzzles import LEVELS, puzzle
from rummy_lab.words import describe, explain

EXAMPLES: Final = ("puzzle", "puzzle rummy40 --level 3 --seed 7", "puzzle schmidt --seed 7 --solution")
COLUMNS: Final = ("rules", "level", "seed", "goal", "position", "solution")


def run(arguments: Sequence[str], lang: Language) -> int:
    """Print a puzzle, with its solution where it is asked for."""
    reader = Reader("puzzle", lang, EXAMPLES)
    reader.add("game", nargs="?", default="schmidt", metavar="GAME")
    reader.add("--level", type=int, default=LEVELS[0], metavar="1-5")
    reader.add("--seed", type=int, metavar="N")
    reader.add("--solution", action="store_true")
    reader.add_forms()
    given = reader.read(arguments)
    found = puzzle(given.game, given.level, secrets.randbelow(1 << 16) if given.seed is None else given.seed)
    row: dict[str, Any] = {
        "rules": found.position.rules.name, "level": found.level, "seed": found.seed, "goal": found.goal,
        "position": str(found.position), **({"solution": str(found.solution)} if given.solution else {}),
    }  # fmt: skip
    if given.json:
        say_json(row)
    elif given.csv:
        say_csv(COLUMNS if given.solution else COLUMNS[:-1], [row])
    else:
        step, state = lesson_of(found).steps[0], found.position
        say(step.text.plain(lang, state.rules), "", *describe(view(state, state.seat).state, lang).splitlines())
        say("", str(state))
        if given.solution:
            say("", tell("puzzle.solved", lang))
            moves = [explain(move, lang, rules=state.rules, seat=state.seat, you=state.seat) for move in found.solution]
            say(*(f"{number}. {told}" for number, told in enumerate(moves, 1)), str(found.solution))
        else:
            again = f'rummy-lab puzzle "{state.rules.name}" --level {found.level} --seed {found.seed} --solution'
            say("", tell("puzzle.again", lang, command=again))
    return 0
