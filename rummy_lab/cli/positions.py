"""Positions and moves as they are given to a command."""

from __future__ import annotations

import sys
from typing import Any

from rummy_lab.cli.texts import tell
from rummy_lab.core.errors import LONGEST_TEXT, RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.core.referee import position
from rummy_lab.core.state import State
from rummy_lab.core.violations import Violation
from rummy_lab.language import Language
from rummy_lab.words import explain, place, read_line
from rummy_lab.words.listening import VERBS


def read_position(text: str) -> State:
    """A position from its text; `-` reads it from the standard input. Raises RummyError."""
    return position(sys.stdin.read(LONGEST_TEXT + 1).strip() if text == "-" else text)


def read_moves(text: str, state: State, lang: Language) -> Turn:
    """Moves in notation, or in words as at the table; raises RummyError with what is asked back."""
    if not text.strip():
        raise RummyError(tell("check.empty", lang))
    heard = read_line(text, state, lang)
    if heard.kind == "move":
        return heard.moves
    try:
        return Turn.parse(text)
    except RummyError:
        # A move of the notation is understood in every language, so that its first word is not what is wrong.
        verb = text.split(maxsplit=1)[0]
        written = lang != "en" and verb in VERBS and verb in heard.say
        if heard.kind == "unclear" and heard.say and not written:
            raise RummyError(heard.say) from None
        raise


def told_turn(turn: Turn, state: State, lang: Language) -> str:
    """A turn of the seat to move in words."""
    return explain(turn, lang, rules=state.rules, seat=state.seat)


def reason(violation: Violation, state: State, lang: Language) -> dict[str, Any]:
    """A reason why moves are not allowed: its code, a sentence, where the rule stands."""
    where = place(violation, state.rules)
    return {
        "code": violation.code, "at": violation.at, "text": explain(violation, lang, rules=state.rules),
        "place": where.text(lang), "rule": list(where.rule),
    }  # fmt: skip
