"""What the checker of lessons says, in the words of the workshop, and beside which field it is shown."""

from __future__ import annotations

import re
from typing import Final

from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.workshop_tables import Fault
from rummy_lab.widgets.workshop_texts import work
from rummy_lab.words import in_words

_UNTRANSLATED: Final = "is not translated into"
# By the field and the sentence; what is met by none is shown as it is.
_KEYS: Final = [
    (re.compile(field), re.compile(told), key)
    for field, told, key in (
        (r"(text|title|options\[\d+\]\.text)$", r"has no English text", "fault_text"),
        (r".*", r"has no English text", "fault_says"),
        (r"options\[\d+\]\.says", r"is missing", "fault_says"),
        (r".*", r"\w+: (empty braces|a brace stands|\{.* should hold)", "fault_braces"),
        (r".*", r"\w+: is longer than", "fault_long"),
        (r"id$", r"must be", "fault_name"),
        (r"position", r"is missing", "fault_position"),
        (r"turn", r"is missing", "fault_turn"),
        (r"turn", r"is not legal", "fault_illegal"),
        (r"turn", r"does not reach the goal: better", "fault_not_best"),
        (r"turn", r"does not reach the goal", "fault_not_met"),
        (r"turn", r".*other.* the goal too", "note_others"),
        (r"goal", r"is met before", "fault_goal"),
        (r"choices", r"must be two", "fault_choices"),
        (r"choices", r".* holds here as well", "fault_holds"),
        (r"points|meld", r"is missing", "fault_points"),
        (r"options", r"there must be at least two", "fault_options"),
        (r"wrong", r"its answer is right", "fault_is_right"),
        (r"wrong", r"is not what its answer meets", "fault_overlap"),
        (r"generator", r"finds no sibling", "fault_siblings"),
        (r"text", r"has (?P<count>\d+) words", "note_words"),
        (r"", r"takes about (?P<count>[\d.]+) minutes", "note_minutes"),
        (r".*", r"(?P<told>.*)", "fault_unread"),
    )
]
_AREAS: Final = {
    "text": "text", "position": "position", "turn": "turn", "wrong": "wrong", "generator": "siblings",
    "after": "after", "title": "title",
    **dict.fromkeys(("goal", "points", "meld", "legal", "because", "choices", "options", "objective"), "expected"),
}  # fmt: skip


def fault_told(fault: Fault, lang: Language) -> str:
    """The sentence in this language."""
    for field, told, key in _KEYS:
        found = told.match(fault.told)
        if field.match(fault.field) and found is not None:
            values = found.groupdict() | ({"told": in_words(fault.told, lang)} if key == "fault_unread" else {})
            return work(key, lang, **values)
    return fault.told


def area_of(fault: Fault) -> str:
    """Beside which field a fault is shown; empty for those of the step or the lesson as a whole."""
    return _AREAS.get(re.split(r"[.\[]", fault.field)[0], "")


def is_marked(fault: Fault) -> bool:
    """Whether the fields themselves already say it: where a translation is missing."""
    return fault.told.startswith(_UNTRANSLATED)
