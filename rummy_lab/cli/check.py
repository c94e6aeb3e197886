"""`rummy-lab check`: is a move allowed, and if not, why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy_lab.cli.output import BAD, GOOD, say, say_csv, say_json
from rummy_lab.cli.positions import read_moves, read_position, reason, told_turn
from rummy_lab.cli.reading import Reader
from rummy_lab.cli.texts import tell
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.state import State
from rummy_lab.core.violations import Violation
from rummy_lab.language import Language
from rummy_lab.words import teachable_order
from rummy_lab.words.texts import sentence

POSITION: Final = '"schmidt; table [6r 7r 8r]; hand A+ 5r 9r; turn A"'
EXAMPLES: Final = (
    f'check {POSITION} "layoff 5r>1; end"',
    f'check {POSITION} "red 5 to meld 1"',
    f'check {POSITION} "meld 5r 9r; end" --json',
)
COLUMNS: Final = ("code", "at", "text", "place", "rule")


def run(arguments: Sequence[str], lang: Language) -> int:
    """Say whether moves are allowed in a position; 1 where they are not, with every reason and its place."""
    reader = Reader("check", lang, EXAMPLES)
    reader.add("position", metavar="POSITION")
    reader.add("move", metavar="MOVE")
    reader.add_forms()
    given = reader.read(arguments)
    state = read_position(given.position)
    moves = read_moves(given.move, state, lang)
    after, faults = play_until_error(state, moves, exists=_exists)
    reasons = [reason(fault, state, lang) for fault in sorted(faults, key=_teaches)]
    if given.json:
        found = {"position": str(state), "moves": str(moves), "allowed": not faults, "reasons": reasons}
        say_json({**found, "after": None if faults else str(after)})
    elif given.csv:
        say_csv(COLUMNS, ({**row, "rule": " ".join(row["rule"])} for row in reasons))
    elif faults:
        say(f"{BAD} {tell('check.not_allowed', lang, moves=told_turn(moves, state, lang))}")
        for row in reasons:
            say(f"- {row['text']} [{row['code']}]", f"  {sentence(row['place'])} ({', '.join(row['rule'])})")
    else:
        say(f"{GOOD} {tell('check.allowed', lang, moves=told_turn(moves, state, lang))}", str(after))
        say(*([tell("check.goes_on", lang)] if after.moves else []))
    return int(bool(faults))


def _teaches(fault: Violation) -> int:
    """The place of a reason among those that teach most."""
    return teachable_order.index(fault.code)


def _exists(state: State) -> bool:
    """Whether there is a play; the search is only loaded where the rules ask."""
    from rummy_lab.search import exists

    return exists(state)
