"""What the table says of an open turn: which melds are finished, what the others lack, how far the opening is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from rummy_lab.core.judge import kind, most_cards, settled
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import End, Take, Turn
from rummy_lab.core.referee import check
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.violations import CardMissing, InMeld, JokerMoved, JokerNotRelaid, NotOpened, TableThisTurn
from rummy_lab.core.workspace import opening_need, own_points, was_opened
from rummy_lab.language import LANG
from rummy_lab.search import exists
from rummy_lab.search.openings import can_open
from rummy_lab.widgets.gestures import refused
from rummy_lab.widgets.texts import Language
from rummy_lab.words import table_texts, unfinished
from rummy_lab.words.texts import pack_of

Sign = Literal["good", "unfinished"]


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands on a meld that was changed in this turn: a sign, and in at most five words what is missing."""

    sign: Sign
    text: str


def changed(state: State) -> Iterator[int]:
    """The numbers of the melds that are not as they were when the turn began.

    >>> from rummy_lab.core.referee import position
    >>> list(changed(position("schmidt; table [6r 7r 8r] [1r 1y 1g]; hand A+ 5r 9b; turn A: layoff 5r>1; meld 9b")))
    [1, 3]
    """
    start = state.base.table
    for heap, meld in state.heaps.items():
        if heap > len(start) or start[heap - 1] != meld:
            yield heap


def marks(state: State, lang: Language = LANG) -> dict[str, Mark]:
    """The marks of an open turn by place; none for what was not touched.

    >>> from rummy_lab.core.referee import position
    >>> here = position("schmidt; table [6r 7r 8r] [1r 1y 1g]; hand A+ 5r 9b 9y; turn A: layoff 5r>1; meld 9b 9y")
    >>> {place: mark.text for place, mark in marks(here).items()}
    {'m1': 'valid', 'm3': 'one more card'}
    """
    if not state.work.touched:
        return {}
    rules, good = state.rules, Mark("good", table_texts(lang)["good"])
    found = {f"m{heap}": good for heap in changed(state)}
    for place in found:
        lack = unfinished(settled(rules, state.heaps[int(place[1:])].slots), rules, lang)
        if lack:
            found[place] = Mark("unfinished", lack)
    if rules.table.mode == "rearrange":
        found |= _owed(state, found, lang)
    elif state.loose:
        found["loose"] = Mark("unfinished", _TEXTS[lang]["lay"])
    return found


def _owed(state: State, found: Mapping[str, Mark], lang: Language) -> Iterator[tuple[str, Mark]]:
    """What only the whole turn shows: jokers that need their card, cards of the table that are not on it."""
    words = _TEXTS[lang]
    faults = check(state, End(), exists=exists if state.rules.needs_search else None)
    for fault in faults:
        if isinstance(fault, JokerMoved):
            place = f"m{fault.heap}" if fault.heap in state.heaps else "loose"
            yield place, Mark("unfinished", words["joker"])
        elif isinstance(fault, CardMissing | JokerNotRelaid) and state.loose:
            yield "loose", Mark("unfinished", words["lay"])
        elif isinstance(fault, InMeld) and fault.heap and found.get(f"m{fault.heap}", _GOOD).sign == "good":
            yield f"m{fault.heap}", Mark("unfinished", words["short"])
        elif isinstance(fault, NotOpened | TableThisTurn):
            for heap in changed(state):
                if heap <= len(state.base.table):
                    yield f"m{heap}", Mark("unfinished", words["table"])


_GOOD = Mark("good", "")
# At most five words each; they say what `rummy_lab.words` says of whole turns.
_TEXTS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "joker": "needs its joker's card",
        "lay": "lay these again",
        "short": "the joker lost its neighbours",
        "table": "not yet: open first",
    },
    "de": {
        "joker": "die Karte des Jokers fehlt",
        "lay": "wieder auslegen",
        "short": "der Joker verlor seine Nachbarn",
        "table": "noch nicht: erst herauskommen",
    },
    "nl": {
        "joker": "de jokerkaart ontbreekt",
        "lay": "weer op tafel leggen",
        "short": "de joker verloor zijn buren",
        "table": "nog niet: eerst uitleggen",
    },
}


def opening_sum(state: State) -> tuple[int, int] | None:
    """What the mover's own melds of this turn are worth and what the opening needs; None for who has opened.

    >>> from rummy_lab.core.referee import position
    >>> opening_sum(position("schmidt; hand A 9r 9y 9g 1b; turn A: meld 9r 9y 9g"))
    (27, 30)
    """
    if was_opened(state) or state.over is not None:
        return None
    return own_points(state) or 0, opening_need(state)


def no_opening(state: State) -> bool:
    """Whether the mover, not opened yet, may take the discard but cannot open with it; False where it is not known.

    >>> from rummy_lab.core.referee import position
    >>> hand = "rummy40; hand A 10h Jh Kh 2c"
    >>> [no_opening(position(f"{hand}; pile {top}; stock ??x9; turn A")) for top in ("Qh", "Qs")]
    [False, True]
    """
    hand = state.work.hand
    if not state.rules.has_pile or was_opened(state) or not state.pile or hand is None or None in hand:
        return False
    return not refused(state, Turn([Take()])) and not can_open(state)


def label(rules: RuleSet, meld: Meld, lang: Language = LANG) -> tuple[str, str]:
    """What stands on a meld in the picture: its kind and its points; nothing on a heap that is no meld.

    >>> label(RuleSet.of("schmidt"), Meld.parse("[6r 7r 8r]")), label(RuleSet.of("schmidt"), Meld.parse("[6r 7r]"))
    (('run', '21'), ('', ''))
    """
    meld = settled(rules, meld.slots)
    found = kind(rules, meld)
    return (_KINDS[lang][pack_of(rules)][found], str(meld.points(rules))) if found else ("", "")


# As each game calls them in each language.
_KINDS: Mapping[Language, Mapping[str, Mapping[str, str]]] = {
    "en": {"numbered": {"run": "run", "set": "set"}, "french": {"run": "run", "set": "set"}},
    "de": {"numbered": {"run": "Reihe", "set": "Gruppe"}, "french": {"run": "Reihe", "set": "Satz"}},
    "nl": {"numbered": {"run": "rij", "set": "groep"}, "french": {"run": "run", "set": "set"}},
}


def slots(state: State, before: Mapping[int, int]) -> dict[int, int]:
    """Card places kept for each meld: those it had in this turn, with room for one more where it may grow.

    >>> from rummy_lab.core.referee import position
    >>> slots(position("schmidt; table [6r 7r 8r] [1r 1y 1g 1b]; hand A+ 5r; turn A"), {2: 6})
    {1: 4, 2: 6}
    """
    kept: dict[int, int] = {}
    for heap, meld in state.heaps.items():
        full = len(meld) >= most_cards(state.rules, meld.slots)
        had = before.get(heap, 0)
        kept[heap] = had if had >= len(meld) else len(meld) + (not full)
    return kept
