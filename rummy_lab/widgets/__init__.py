"""What a notebook shows and lets people use: ipywidgets around the pictures.

What needs no page, such as the desk and the sitting, is imported without ipywidgets: the command plays with it too.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rummy_lab.widgets.course_player import Course
    from rummy_lab.widgets.editor import PositionEditor
    from rummy_lab.widgets.lesson_player import LessonPlayer
    from rummy_lab.widgets.play_game import PlayGame
    from rummy_lab.widgets.puzzles import Puzzles
    from rummy_lab.widgets.rule_desk import RuleDesk
    from rummy_lab.widgets.table_view import TableView
    from rummy_lab.widgets.variant_lab import VariantLab
    from rummy_lab.widgets.viewer import GameViewer
    from rummy_lab.widgets.workshop import LessonWorkshop

_HOMES: Final = {
    "Course": "course_player",
    "GameViewer": "viewer",
    "LessonPlayer": "lesson_player",
    "LessonWorkshop": "workshop",
    "PlayGame": "play_game",
    "PositionEditor": "editor",
    "Puzzles": "puzzles",
    "RuleDesk": "rule_desk",
    "TableView": "table_view",
    "VariantLab": "variant_lab",
}

__all__ = [
    "Course",
    "GameViewer",
    "LessonPlayer",
    "LessonWorkshop",
    "PlayGame",
    "PositionEditor",
    "Puzzles",
    "RuleDesk",
    "TableView",
    "VariantLab",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'rummy_lab.widgets' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
