"""What teaches: hints, and later lessons and puzzles as data."""

from __future__ import annotations

from rummy_lab.lessons.hinting import hint

__all__ = ["hint"]
