"""What people read: violations, moves, events, positions and rule sets in English, German and Dutch."""

from __future__ import annotations

from rummy_lab.words.answering import answer, spoken
from rummy_lab.words.brief import short_reason, unfinished
from rummy_lab.words.controls import table_texts
from rummy_lab.words.desk import Entry, Ruling, ask, entries, entry
from rummy_lab.words.faults import in_words
from rummy_lab.words.listening import Heard, read_line
from rummy_lab.words.pages import rules_page
from rummy_lab.words.rulecard import Case, Example, case_of, reason_title
from rummy_lab.words.scene import caption, describe, ended, has_opened
from rummy_lab.words.sentences import explain, main_reason, teachable_order
from rummy_lab.words.sources import Place, place
from rummy_lab.words.texts import languages

__all__ = [
    "Case", "Entry", "Example", "Heard", "Place", "Ruling", "answer", "ask", "caption", "case_of", "describe", "ended",
    "entries", "entry", "explain", "has_opened", "in_words", "languages", "main_reason", "place", "read_line",
    "reason_title", "rules_page", "short_reason", "spoken", "table_texts", "teachable_order", "unfinished",
]  # fmt: skip
