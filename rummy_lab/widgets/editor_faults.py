"""Why a text is no position: one sentence with the place and the mend, in the language of the reader."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from rummy_lab.core.errors import IncompletePosition, NotationError, Phrase, RummyError, Told
from rummy_lab.core.moves import Turn
from rummy_lab.core.notation import read_base
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.state import State
from rummy_lab.core.violations import IllegalMove
from rummy_lab.search.existence import exists
from rummy_lab.widgets.editor_texts import editor_text
from rummy_lab.widgets.texts import Language
from rummy_lab.words import explain, in_words, main_reason

LONGEST: Final = 20_000
UNJUDGED: Final = Phrase("these moves cannot be judged on this table; mend the melds, or take the moves away")
_PIECE: Final = re.compile(r"\s*(\[[^\]\[;]*\]?|[^\s;\[\]]+|.)")
_SHOWN: Final = 30


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a text is no position.

    Attributes:
        sentence: the place, what is wrong there and how to mend it.
        at, end: the piece of the text that it is about.
    """

    sentence: str
    at: int
    end: int


def fault_of(text: str, error: RummyError, lang: Language) -> Fault:
    """The fault that reading this text has met, in words.

    >>> from rummy_lab.core.referee import position
    >>> try:
    ...     position("schmidt; hand A 4x")
    ... except NotationError as error:
    ...     fault_of("schmidt; hand A 4x", error, "de").sentence
    'Zeichen 17, „4x“: 4x ist keine Karte; schreibe Wert und Farbbuchstaben, etwa 4r, 10h oder *4b.'
    """
    if len(text) > LONGEST:
        at, reason = LONGEST, editor_text("too_long", lang, most=LONGEST)
    elif isinstance(error, IllegalMove):
        at, reason = _refused(text, lang)
    elif isinstance(error, NotationError):
        at, reason = _said(text, error.at, error.reason, lang)
    elif isinstance(error, IncompletePosition):
        at, reason = read_base(text)[2], in_words(error.lack, lang)
    else:
        at, reason = _said(text, 0, error.sentence, lang)
    found = _PIECE.match(text, at)
    start, end = found.span(1) if found else (at, len(text))
    piece = " ".join(text[start:end].split())
    piece = piece if len(piece) <= _SHOWN else piece[: _SHOWN - 1] + "…"
    key, last = ("fault", start) if piece else ("fault_end", len(text))
    # A sentence that comes with a full stop gets no second one.
    sentence = editor_text(key, lang, at=last + 1, piece=piece, reason=reason.rstrip("."))
    return Fault(sentence, last, max(end, last))


def _said(text: str, at: int, reason: str, lang: Language) -> tuple[int, str]:
    """The place and the reason in a language; the core, which has counted, names a card or a word and no place."""
    if not isinstance(reason, Phrase):
        return at, in_words(reason, lang)
    named = reason.values.get("card") or reason.values.get("word")
    if not at and isinstance(named, str):
        at = _place_of(text, _plain(named))
    return at, in_words(_plainly(reason), lang)


def _plainly(reason: Phrase) -> Phrase:
    """The reason with pieces of the text as they stand there: the core quotes them as Python does."""
    if isinstance(reason, Told):
        return reason
    values = {
        name: _plainly(value) if isinstance(value, Phrase) else _plain(value) if isinstance(value, str) else value
        for name, value in reason.values.items()
    }
    return Phrase(reason.template, **values)


def _plain(part: str) -> str:
    quoted = re.fullmatch(r"(['\"])(.*)\1", part, re.DOTALL)
    return " ".join((quoted[2] if quoted else part).split()) or part


def _place_of(text: str, word: str) -> int:
    """Where a card or a word stands last in the text; 0 where it does not, as inside of a row of cards."""
    pattern = r"\*\S*" if word == "*" else rf"(?<![\w*]){re.escape(word)}(?![\w?])"
    return max((found.start() for found in re.finditer(pattern, text)), default=0)


def _refused(text: str, lang: Language) -> tuple[int, str]:
    """The move that the rules refuse, and the reason that teaches most."""
    base, moves, at = read_base(text)
    _, violations = play_until_error(State(base), Turn.parse(moves), exists=exists)
    if not violations:
        return at, ""
    for part in moves.split(";")[: violations[0].at]:
        at += len(part) + 1
    return at, explain(main_reason(violations), lang, rules=base.rules)
