"""What people read: violations, moves, events and rule sets in English, German and Dutch."""

from __future__ import annotations

from rummy_lab.words.sentences import explain, main_reason, teachable_order
from rummy_lab.words.sources import Place, place
from rummy_lab.words.texts import languages

__all__ = ["Place", "explain", "languages", "main_reason", "place", "teachable_order"]
