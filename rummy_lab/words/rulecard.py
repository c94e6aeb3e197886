"""The rule card of a reason: its rule, its place, and a right and a wrong case, both tried by the referee."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

from rummy_lab.core.cards import FRENCH, LETTERS
from rummy_lab.core.errors import RummyError
from rummy_lab.core.melds import Table
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.violations import Violation
from rummy_lab.language import LANG
from rummy_lab.words.pages import field_text
from rummy_lab.words.sentences import main_reason
from rummy_lab.words.sources import Place, place
from rummy_lab.words.spoken import meld_text
from rummy_lab.words.texts import Words, pack_of, read_toml, sentence, words_of
from rummy_lab.words.trial import Trial, tried

_CARD: Final = re.compile(r"(?<![\w?])(\*?)(\d{1,2})([rygb?])")
_TO_FRENCH: Final = {"r": "h", "y": "d", "g": "c", "b": "s", "?": "?"}
Entry = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Example:
    """One case of a rule card.

    Attributes:
        label: what it shows, in words.
        melds: what lies on the table, to be drawn: the heap itself, or the table as far as the turn is legal.
        position: the position in which the turn is made; empty where the case is one heap.
        turn: the turn; empty where the case is one heap.
        seat: who makes it, where it is not that player's turn.
    """

    label: str
    melds: Table
    position: str = ""
    turn: str = ""
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """A rule card: title, the rule in one sentence, where it stands, a right and a wrong case."""

    code: str
    title: str
    text: str
    place: Place
    right: Example
    wrong: Example


def case_of(reason: Violation | str, rules: RuleSet | str, lang: str = LANG) -> Case | None:
    """The rule card for a violation or a code under these rules; None where no case shows it under them.

    >>> card = case_of("GAP", "schmidt")
    >>> card.title, str(card.right.melds), str(card.wrong.melds), card.wrong.label
    ('A run goes step by step', '[4r 5r 6r]', '[4r 5r 7r]', 'Red 4, 5, 7: here a card is missing')
    """
    rules = RuleSet.of(rules)
    words = words_of(lang, pack_of(rules))
    code, case = (reason, None) if isinstance(reason, str) else (reason.code, reason.case)
    shown = _shown(code, case, rules)
    if shown is None:
        return None
    entry, right, wrong, fault = shown
    texts = {kind: _label(words, entry, code, kind, trial) for kind, trial in (("right", right), ("wrong", wrong))}
    return Case(
        code=code,
        title=sentence(words.text("case", code, "title")),
        text=field_text(rules, entry["field"], lang) if "field" in entry else words.text("case", code, "rule"),
        place=place(fault if isinstance(reason, str) else reason, rules),
        right=Example(texts["right"], right.table, right.start, right.turn),
        wrong=Example(texts["wrong"], wrong.table, wrong.start, wrong.turn, entry.get("seat", "")),
    )


def reason_title(code: str, rules: RuleSet, lang: str = LANG) -> str:
    """What the rule behind a code is called, also where these rules never break it; the code where it has no name.

    >>> from rummy_lab.games import SCHMIDT
    >>> reason_title("SET_CLOSED", SCHMIDT, "de"), case_of("SET_CLOSED", SCHMIDT)
    ('Vier Karten schließen ab', None)
    """
    words = words_of(lang, pack_of(rules))
    return sentence(words.text("case", code, "title")) if words.has("case", code, "title") else code


@lru_cache(512)
def _shown(code: str, case: str | None, rules: RuleSet) -> tuple[Entry, Trial, Trial, Violation] | None:
    """The first case of the code that holds, one with the same sentence first."""
    found = list(_holding(code, rules))
    exact = [shown for shown in found if {fault.code for fault in shown[2].faults} == {code}]
    same = [shown for shown in exact or found if case in (None, shown[3].case)]
    return next(iter((*same, *exact, *found)), None)


def _holding(code: str, rules: RuleSet) -> Iterator[tuple[Entry, Trial, Trial, Violation]]:
    entries: Sequence[Entry] = read_toml("cases")["cases"].get(code, ())
    for entry in entries:
        try:
            right, wrong = _tried(entry, "right", rules), _tried(entry, "wrong", rules)
        except RummyError:
            continue
        if not right.faults and wrong.faults and main_reason(wrong.faults).code == code:
            yield entry, right, wrong, main_reason(wrong.faults)


def _tried(entry: Entry, kind: Literal["right", "wrong"], rules: RuleSet) -> Trial:
    seat = entry.get("seat") if kind == "wrong" else None
    return tried(_in_pack(str(entry[kind]), rules), rules, seat, exists=bool(entry.get("exists", False)))


def _in_pack(text: str, rules: RuleSet) -> str:
    """The text with the cards of the pack that these rules are for."""
    if rules.pack.suits != FRENCH:
        return text

    def card(found: re.Match[str]) -> str:
        rank = int(found[2])
        return f"{found[1]}{LETTERS.get(rank, rank)}{_TO_FRENCH[found[3]]}"

    return _CARD.sub(card, text)


def _label(words: Words, entry: Entry, code: str, kind: str, trial: Trial) -> str:
    named = f"{kind}_{entry.get('key', '')}"
    key = named if words.find("case", code, named) is not None else kind
    cards = meld_text(words, trial.table[0]) if len(trial.table) == 1 else ""
    return sentence(words.text("case", code, key, cards=cards, points=trial.points))
