"""What a notebook shows and lets people use: ipywidgets around the pictures."""

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
