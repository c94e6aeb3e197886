"""`rummy-lab check`: is a move allowed, and if not, why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from rummy_lab.cli.output import BAD, GOOD, say, say_csv, say_json
from rummy_lab.cli.positions import read_moves, read_position, reason, told_turn
from rummy_lab.cli.reading import Reader
from rummy_lab.cli.texts import tell
from rummy_lab.core.errors import IncompletePosition
from rummy_lab.core.moves import Discard, End
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.state import State
from rummy_lab.core.violations import MustDiscard, Violation
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
    goes_on = not faults and after.over is None and after.seat == state.seat
    asks = _end_asks(after, lang) if goes_on else None
    if given.json:
        found = {"position": str(state), "moves": str(moves), "allowed": not faults, "reasons": reasons}
        say_json({**found, "after": None if faults else str(after), "end_asks": asks})
    elif given.csv:
        say_csv(COLUMNS, ({**row, "rule": " ".join(row["rule"])} for row in reasons))
    elif faults:
        say(f"{BAD} {tell('check.not_allowed', lang, moves=told_turn(moves, state, lang))}", *_told(reasons))
    else:
        key = "allowed" if not goes_on else "so_far_open" if asks is None else "so_far_asks" if asks else "so_far"
        needed = " ".join(row["text"] for row in asks or ())
        say(f"{GOOD} {tell(f'check.{key}', lang, moves=told_turn(moves, state, lang), asks=needed)}")
        say(*_told(asks or []), str(after))
    return int(bool(faults))


def _told(reasons: Sequence[dict[str, Any]]) -> Iterator[str]:
    for row in reasons:
        yield f"- {row['text']} [{row['code']}]"
        yield f"  {sentence(row['place'])} ({', '.join(row['rule'])})"


def _end_asks(state: State, lang: Language) -> list[dict[str, Any]] | None:
    """Why the turn may not end like this; None where the position does not say enough to tell."""
    try:
        faults = play_until_error(state, End(), exists=_exists)[1]
        if any(isinstance(fault, MustDiscard) for fault in faults):
            held = [card for card in dict.fromkeys(state.work.hand or ()) if card is not None]
            tries = (play_until_error(state, Discard(card), exists=_exists)[1] for card in held)
            faults += min(tries, key=len, default=())
    except IncompletePosition:
        return None
    return [reason(fault, state, lang) for fault in sorted(faults, key=_teaches)]


def _teaches(fault: Violation) -> int:
    """The place of a reason among those that teach most."""
    return teachable_order.index(fault.code)


def _exists(state: State) -> bool:
    """Whether there is a play; the search is only loaded where the rules ask."""
    from rummy_lab.search import exists

    return exists(state)
