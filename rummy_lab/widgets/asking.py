"""Questions asked in words beside a position that is looked at or made, not played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from rummy_lab.core.events import Event
from rummy_lab.core.state import State
from rummy_lab.core.violations import Seat
from rummy_lab.widgets.texts import Language, text
from rummy_lab.words import answer, caption, read_line
from rummy_lab.words.texts import words_of

_OWN: Final = ("hand", "fits", "points", "drawn")
_NONE: Final[Mapping[str, Callable[[], None]]] = {}


def reply(
    line: str,
    state: State,
    seat: Seat | None,
    lang: Language,
    *,
    events: Iterable[Event] = (),
    said: Sequence[str] = (),
    acts: Mapping[str, Callable[[], None]] = _NONE,
) -> str:
    """What is said to a line that was typed; empty where it named one of `acts`, which is done.

    `seat` is who asks; None: nobody, then what is asked of one's own is answered for the seat to move. `events` is what
    happened before, `said` what was said last.

    >>> from rummy_lab.core.referee import position
    >>> here = position("schmidt; table [3g 4g 5g]; hand A+ 6g 6r; hand B 9b; turn A")
    >>> reply("how many cards has each", here, "B", "en"), reply("hand", here, None, "en")
    ('Player A: 2 cards; you: 1 card.', 'Player A: You have 2 cards: red 6; green 6.')
    >>> reply("green 6 to meld 1", here, "A", "en").partition(":")[0]
    'Nothing is played here, but you can ask'
    """
    heard = read_line(line, state, lang)
    if heard.kind == "act" and heard.name in acts:
        acts[heard.name]()
        return ""
    if heard.kind == "unclear":
        return heard.say
    if heard.kind != "question" or heard.name == "help":
        return text("ask_only", lang, questions=words_of(lang).text("answer", "questions"))
    own = heard.name in _OWN
    told = answer(heard.name, state, seat or (state.seat if own else ""), lang, events=events, said=said)
    if seat or not own:
        return told
    player = caption("player", lang, seat=state.seat)
    return f"{player[:1].upper()}{player[1:]}: {told}"
