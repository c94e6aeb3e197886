"""A line that a person types or dictates, understood as a move, a question or a button; never guessed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from rummy_lab.core.cards import FRENCH, NUMBERED, Card
from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Move, Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.state import State
from rummy_lab.core.views import View, state_of
from rummy_lab.language import LANG
from rummy_lab.words.heard_cards import NotHeard
from rummy_lab.words.heard_moves import CARDS, heard_move
from rummy_lab.words.lexicon import MOST, Sign, closest, plain, signs
from rummy_lab.words.sentences import explain
from rummy_lab.words.spoken import card_text, cards_text
from rummy_lab.words.texts import Words, pack_of, sentence, words_of

_MOVES_MOST: Final = 40
_NO_MOVES: Final = Turn()
_SHOWN: Final = 120
_TYPED: Final = re.compile(r"[^\s,;:!?<>/\[\]]+|.", re.DOTALL)
_WORD_SHOWN: Final = 30
VERBS: Final = frozenset(kind.verb for kind in Move.__subclasses__())
"""With which a move in notation begins, in every language."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What was understood of a line.

    Attributes:
        kind: `move`, `question`, `act` or `unclear`.
        moves: the moves; empty for what is no move.
        name: the question (`hand`, `table`, `meld 3`, `fits`, `counts`, `last`, `again`, `help`, `turn`, `points`,
            `drawn`, `score`, `pile`, `stock`), or the button (`undo`, `redo`, `hint`, `sort`, `clear`).
        say: the moves in a sentence, or what is asked back.
        exact: whether the moves were written in notation, so that they can mean nothing else.
    """

    kind: Literal["move", "question", "act", "unclear"]
    moves: Turn = _NO_MOVES
    name: str = ""
    say: str = ""
    exact: bool = False


def read_line(text: str, state: State | View, lang: str = LANG) -> Heard:
    """A line in notation or in words; whether its moves are legal is the referee's word.

    >>> from rummy_lab.core.referee import position
    >>> here = position("schmidt; table [3g 4g 5g]; hand A+ 6g 9b; turn A")
    >>> read_line("Grün 6 an Kombination 1", here, "de").moves, read_line("what fits", here).name
    (layoff 6g>1, 'fits')
    >>> read_line("gren 6 to meld 1", here).say
    'Did you mean “green 6 to meld 1”?'
    """
    state = state_of(state)
    words = words_of(lang, pack_of(state.rules))
    line = text[:MOST].strip()
    moves = _notation(line.rstrip(".! "))
    if moves:
        return replace(_moved(moves, state, lang), exact=True)
    try:
        return _understood(line, state, lang)
    except NotHeard as fault:
        return _asked_back(fault, line, words)


def _notation(line: str) -> Turn:
    verb, _, rest = line.partition(" ")
    if line.count(";") > _MOVES_MOST:
        return Turn()
    for written in (line, f"{verb.lower()} {rest}"):
        try:
            return Turn.parse(written)
        except RummyError:
            continue
    return Turn()


def _moved(moves: Turn, state: State, lang: str) -> Heard:
    return Heard("move", moves, say=explain(moves, lang, rules=state.rules))


def _understood(line: str, state: State, lang: str) -> Heard:
    found = signs(line, lang)
    unknown = [sign for sign in found if sign.kind == "unknown"]
    if unknown:
        # In a move in notation its first word is none of the language, and is right all the same.
        one = next((sign for sign in unknown if sign.value not in VERBS), unknown[0])
        raise NotHeard("unknown", start=one.start, end=one.end, word=one.value)
    parts = [part for part in _parts(found) if any(sign.kind not in ("noise", "sep") for sign in part)]
    if not parts:
        if line.strip("?! ") == "" and "?" in line:
            return Heard("question", name="help")
        raise NotHeard("nothing")
    if len(parts) == 1 and (other := _no_move(parts[0])) is not None:
        return other
    if len(parts) > _MOVES_MOST:
        raise NotHeard("one_at_a_time")
    moves: list[Move] = []
    at = state
    for part in parts:
        moves.append(heard_move(part, at))
        if len(parts) > 1:
            at = play_until_error(at, moves[-1], exists=lambda _: True)[0]
    return _moved(Turn(moves), state, lang)


def _parts(found: Sequence[Sign]) -> list[list[Sign]]:
    parts: list[list[Sign]] = [[]]
    for sign in found:
        if sign.kind in ("stop", "then"):
            parts.append([])
        else:
            parts[-1].append(sign)
    return parts


def _no_move(part: Sequence[Sign]) -> Heard | None:
    """The question or the button that a line without a move names."""
    said = [sign for sign in part if sign.kind not in ("noise", "sep")]
    if any(sign.kind in ("verb", *CARDS) for sign in said):
        if [sign.kind for sign in said] == ["meld", "number"]:
            return Heard("question", name=f"meld {said[1].number}")
        return None
    for kind in ("act", "ask", "pile", "stock"):
        named = [sign for sign in said if sign.kind == kind]
        if len(named) == 1 and len(said) == 1:
            if kind == "act":
                return Heard("act", name=named[0].value)
            return Heard("question", name=named[0].value or kind)
    return None


def _asked_back(fault: NotHeard, line: str, words: Words) -> Heard:
    values: dict[str, str] = dict(fault.values)
    key = fault.key
    if key == "unknown":
        meant = closest(fault.values["word"], words.lang)
        # A word that belongs to a longer phrase is known, but says nothing by itself.
        if meant is not None and meant != plain(fault.values["word"]):
            key = "meant"
            values = {"line": f"{line[: fault.start]}{_spelt(meant, words)}{line[fault.end :]}"[:_SHOWN]}
        else:
            values = {"word": _whole_word(line, fault.start)[:_WORD_SHOWN]}
    elif fault.cards:
        told = (card_text(words, card) for card in fault.cards)
        values = {"cards": words.join(told, "or") if key == "which_card" else cards_text(words, fault.cards)}
    if key == "which_joker":
        values = {"card": card_text(words, Card("6g" if words.pack == "numbered" else "Qh"))}
    example = words.text("table", "line_schmidt" if words.pack == "numbered" else "line_rummy40")
    return Heard("unclear", say=sentence(words.text("heard", key, example=example, **values)))


def _whole_word(line: str, start: int) -> str:
    """The word as it was typed, of which a part was not understood: `99z`, not `z`."""
    return next(found.group() for found in _TYPED.finditer(line) if found.start() <= start < found.end())


def _spelt(meant: str, words: Words) -> str:
    """The word with its accents, where it is one of a card."""
    spelt = [words.text("cards", "suits", suit) for suit in NUMBERED + FRENCH]
    spelt += [words.text("cards", "ranks", letter) for letter in "AJQK"]
    return next((word for word in spelt if plain(word) == meant), meant)
