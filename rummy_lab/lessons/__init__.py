"""What teaches: hints, and lessons as data that the referee verifies."""

from __future__ import annotations

from rummy_lab.lessons.grading import assert_done, grade
from rummy_lab.lessons.hinting import hint
from rummy_lab.lessons.listing import lesson_list

__all__ = ["assert_done", "grade", "hint", "lesson_list"]
