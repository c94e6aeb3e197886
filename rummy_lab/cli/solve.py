"""`rummy-lab solve`: the best turn, in small moves, and whether it is proved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rummy_lab.cli.check import POSITION
from rummy_lab.cli.output import complain, say, say_csv, say_json
from rummy_lab.cli.positions import read_position
from rummy_lab.cli.reading import Reader
from rummy_lab.cli.texts import tell
from rummy_lab.core.errors import Undecided
from rummy_lab.core.moves import Turn
from rummy_lab.core.referee import play
from rummy_lab.core.state import State
from rummy_lab.language import Language
from rummy_lab.search.arranging import OBJECTIVES
from rummy_lab.search.best import Best, best_turn
from rummy_lab.search.existence import exists
from rummy_lab.search.plan import plan
from rummy_lab.words import explain

NODES: Final = 100_000
EXAMPLES: Final = (
    f"solve {POSITION}",
    'solve "schmidt; table [2g 3g 4g 5g]; hand A+ 6g 2y 2b 13r; turn A" --objective penalty',
    f"solve {POSITION} --nodes 1000 --json",
)
COLUMNS: Final = ("number", "move", "text", "position")


def run(arguments: Sequence[str], lang: Language) -> int:
    """Find the best turn of the seat to move; 1 where nothing can be laid."""
    reader = Reader("solve", lang, EXAMPLES)
    reader.add("position", metavar="POSITION")
    reader.add("--objective", choices=OBJECTIVES, default=OBJECTIVES[0])
    reader.add("--nodes", type=int, default=NODES, metavar="N")
    reader.add_forms()
    given = reader.read(arguments)
    state = read_position(given.position)
    best = best_turn(state, given.objective, nodes=given.nodes)
    # Where the budget ends the search before it has found anything, there may be something all the same.
    proved = best.proved if best is not None else _is_nothing(state)
    steps = [] if best is None else _steps(state, plan(state, best.turn), lang)
    if given.json:
        say_json(_found(state, best, steps, proved=proved))
    elif given.csv:
        say_csv(COLUMNS, steps)
    elif best is not None:
        say(*_told(best, steps, lang))
    if best is not None:
        return 0
    complain(tell("solve.nothing" if proved else "solve.bound_nothing", lang))
    return 1


def _is_nothing(state: State) -> bool:
    """Whether it is known that no card can be laid."""
    try:
        return not exists(state)
    except Undecided:
        return False


def _steps(state: State, moves: Turn, lang: Language) -> list[dict[str, Any]]:
    """The moves one by one: in notation, in words, and the position each leads to."""
    steps = []
    for number, move in enumerate(moves, 1):
        told = explain(move, lang, rules=state.rules, seat=state.seat, you=state.seat)
        state = play(state, move, exists=exists)
        steps.append({"number": number, "move": str(move), "text": told, "position": str(state)})
    return steps


def _found(state: State, best: Best | None, steps: list[dict[str, Any]], *, proved: bool) -> dict[str, Any]:
    found = {"position": str(state), "says": "proved" if proved else "bound"}
    if best is None:
        return {**found, "turn": None, "plan": []}
    return {
        **found, "turn": str(best.turn), "cards_laid": best.cards_laid, "points_laid": best.points_laid,
        "penalty_left": best.penalty_left, "goes_out": best.goes_out, "plan": steps,
    }  # fmt: skip


def _told(best: Best, steps: list[dict[str, Any]], lang: Language) -> list[str]:
    count = "one" if best.cards_laid == 1 else "many"
    lines = [tell(f"solve.lays_{count}", lang, cards=best.cards_laid, penalty=best.penalty_left)]
    lines += [f"{step['number']}. {step['text']}  [{step['move']}]" for step in steps]
    if best.goes_out:
        lines.append(tell("solve.goes_out", lang))
    return [*lines, tell("solve.proved" if best.proved else "solve.bound", lang)]
