"""Two rummy games to learn, play and measure: Schmidt Rummy and Rummy 40.

>>> import rummy_lab as rl
>>> here = rl.position("schmidt; table [6r 7r 8r]; hand A+ 5r 9r; turn A")
>>> str(rl.play(here, "layoff 5r>1; end").table)
'[5r 6r 7r 8r]'
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

# Registers the presets, so that every text that names a rule set can be read.
from rummy_lab import display, games

if TYPE_CHECKING:
    from rummy_lab.batch import Run as Run
    from rummy_lab.batch import my_games as my_games
    from rummy_lab.batch import play_match as play_match
    from rummy_lab.batch import play_out as play_out
    from rummy_lab.batch import read_run as read_run
    from rummy_lab.batch import reprice as reprice
    from rummy_lab.batch import selfplay as selfplay
    from rummy_lab.batch import variants as variants
    from rummy_lab.core.cards import Card as Card
    from rummy_lab.core.deal import deal as deal
    from rummy_lab.core.errors import IncompletePosition as IncompletePosition
    from rummy_lab.core.errors import NotationError as NotationError
    from rummy_lab.core.errors import RuleSetError as RuleSetError
    from rummy_lab.core.errors import RummyError as RummyError
    from rummy_lab.core.judge import readings as readings
    from rummy_lab.core.match import Match as Match
    from rummy_lab.core.melds import Meld as Meld
    from rummy_lab.core.moves import Move as Move
    from rummy_lab.core.moves import Turn as Turn
    from rummy_lab.core.referee import check as check
    from rummy_lab.core.referee import play as play
    from rummy_lab.core.referee import play_until_error as play_until_error
    from rummy_lab.core.referee import position as position
    from rummy_lab.core.referee import steps as steps
    from rummy_lab.core.referee import undo as undo
    from rummy_lab.core.rules import RuleSet as RuleSet
    from rummy_lab.core.scoring import Outcome as Outcome
    from rummy_lab.core.scoring import outcome as outcome
    from rummy_lab.core.scoring import payout as payout
    from rummy_lab.core.scoring import penalties as penalties
    from rummy_lab.core.scoring import settle as settle
    from rummy_lab.core.scoring import went_rummy as went_rummy
    from rummy_lab.core.state import State as State
    from rummy_lab.core.views import View as View
    from rummy_lab.core.views import view as view
    from rummy_lab.core.violations import AmbiguousJoker as AmbiguousJoker
    from rummy_lab.core.violations import IllegalMove as IllegalMove
    from rummy_lab.core.violations import Violation as Violation
    from rummy_lab.draw import draw_table as draw_table
    from rummy_lab.games import BICYCLE_KALUKI as BICYCLE_KALUKI
    from rummy_lab.games import JOKEREN_NL as JOKEREN_NL
    from rummy_lab.games import KALOOKI_UK as KALOOKI_UK
    from rummy_lab.games import RUMMIKUB as RUMMIKUB
    from rummy_lab.games import RUMMIKUB_TOURNAMENT as RUMMIKUB_TOURNAMENT
    from rummy_lab.games import RUMMY40 as RUMMY40
    from rummy_lab.games import RUMMY51 as RUMMY51
    from rummy_lab.games import SCHMIDT as SCHMIDT
    from rummy_lab.games import rule_set as rule_set
    from rummy_lab.lessons import assert_done as assert_done
    from rummy_lab.lessons import grade as grade
    from rummy_lab.lessons import hint as hint
    from rummy_lab.lessons import lesson_list as lesson_list
    from rummy_lab.records import Record as Record
    from rummy_lab.records import read_record as read_record
    from rummy_lab.records import write_record as write_record
    from rummy_lab.search.arranging import Arrangement as Arrangement
    from rummy_lab.search.arranging import best_arrangement as best_arrangement
    from rummy_lab.search.best import Best as Best
    from rummy_lab.search.best import best_turn as best_turn
    from rummy_lab.search.chances import Chance as Chance
    from rummy_lab.search.chances import chance as chance
    from rummy_lab.search.chances_turns import OpeningTurn as OpeningTurn
    from rummy_lab.search.chances_turns import opening_turn_distribution as opening_turn_distribution
    from rummy_lab.search.openings import best_discard as best_discard
    from rummy_lab.search.openings import best_opening as best_opening
    from rummy_lab.search.openings import can_open as can_open
    from rummy_lab.search.plan import plan as plan
    from rummy_lab.search.puzzles import Puzzle as Puzzle
    from rummy_lab.search.puzzles import puzzle as puzzle
    from rummy_lab.search.turns import turns as turns
    from rummy_lab.stats import StoppedOnSignificance as StoppedOnSignificance
    from rummy_lab.stats import class_report as class_report
    from rummy_lab.stats import compare as compare
    from rummy_lab.stats import confidence_sequence as confidence_sequence
    from rummy_lab.stats import deals_needed as deals_needed
    from rummy_lab.stats import half_width as half_width
    from rummy_lab.stats import interaction as interaction
    from rummy_lab.stats import mean as mean
    from rummy_lab.stats import rate as rate
    from rummy_lab.stats import ratings as ratings
    from rummy_lab.stats import significant as significant
    from rummy_lab.stats import skill as skill
    from rummy_lab.stats import summary as summary
    from rummy_lab.stats import survival as survival
    from rummy_lab.stats.in_words import in_words as in_words
    from rummy_lab.stats.plots import alt_text as alt_text
    from rummy_lab.stats.plots import dots_of as dots_of
    from rummy_lab.stats.plots import plot_compare as plot_compare
    from rummy_lab.stats.plots import plot_dots as plot_dots
    from rummy_lab.stats.plots import plot_ends as plot_ends
    from rummy_lab.stats.plots import plot_length as plot_length
    from rummy_lab.stats.plots import plot_rates as plot_rates
    from rummy_lab.stats.plots import plot_ratings as plot_ratings
    from rummy_lab.stats.plots import plot_running as plot_running
    from rummy_lab.stats.plots import plot_scores as plot_scores
    from rummy_lab.stats.plots import plot_survival as plot_survival
    from rummy_lab.stats.plots import plot_sweep as plot_sweep
    from rummy_lab.widgets import Course as Course
    from rummy_lab.widgets import GameViewer as GameViewer
    from rummy_lab.widgets import LessonPlayer as LessonPlayer
    from rummy_lab.widgets import LessonWorkshop as LessonWorkshop
    from rummy_lab.widgets import PlayGame as PlayGame
    from rummy_lab.widgets import PositionEditor as PositionEditor
    from rummy_lab.widgets import Puzzles as Puzzles
    from rummy_lab.widgets import TableView as TableView
    from rummy_lab.widgets import VariantLab as VariantLab
    from rummy_lab.words import explain as explain
    from rummy_lab.words import place as place
    from rummy_lab.words import rules_page as rules_page
    from rummy_lab.worksheets import Worksheet as Worksheet
    from rummy_lab.worksheets import worksheet as worksheet

__version__ = "1.0.0"

_HOMES = {
    "AmbiguousJoker": "rummy_lab.core.violations",
    "Arrangement": "rummy_lab.search.arranging",
    "BICYCLE_KALUKI": "rummy_lab.games",
    "Best": "rummy_lab.search.best",
    "Card": "rummy_lab.core.cards",
    "Chance": "rummy_lab.search.chances",
    "Course": "rummy_lab.widgets",
    "GameViewer": "rummy_lab.widgets",
    "IllegalMove": "rummy_lab.core.violations",
    "IncompletePosition": "rummy_lab.core.errors",
    "JOKEREN_NL": "rummy_lab.games",
    "KALOOKI_UK": "rummy_lab.games",
    "LessonPlayer": "rummy_lab.widgets",
    "LessonWorkshop": "rummy_lab.widgets",
    "Match": "rummy_lab.core.match",
    "Meld": "rummy_lab.core.melds",
    "Move": "rummy_lab.core.moves",
    "NotationError": "rummy_lab.core.errors",
    "OpeningTurn": "rummy_lab.search.chances_turns",
    "Outcome": "rummy_lab.core.scoring",
    "PlayGame": "rummy_lab.widgets",
    "PositionEditor": "rummy_lab.widgets",
    "Puzzle": "rummy_lab.search.puzzles",
    "Puzzles": "rummy_lab.widgets",
    "RUMMIKUB": "rummy_lab.games",
    "RUMMIKUB_TOURNAMENT": "rummy_lab.games",
    "RUMMY40": "rummy_lab.games",
    "RUMMY51": "rummy_lab.games",
    "Record": "rummy_lab.records",
    "RuleDesk": "rummy_lab.widgets",
    "RuleSet": "rummy_lab.core.rules",
    "RuleSetError": "rummy_lab.core.errors",
    "RummyError": "rummy_lab.core.errors",
    "Run": "rummy_lab.batch",
    "SCHMIDT": "rummy_lab.games",
    "State": "rummy_lab.core.state",
    "StoppedOnSignificance": "rummy_lab.stats",
    "TableView": "rummy_lab.widgets",
    "Turn": "rummy_lab.core.moves",
    "VariantLab": "rummy_lab.widgets",
    "View": "rummy_lab.core.views",
    "Violation": "rummy_lab.core.violations",
    "Worksheet": "rummy_lab.worksheets",
    "alt_text": "rummy_lab.stats.plots",
    "ask": "rummy_lab.words",
    "assert_done": "rummy_lab.lessons",
    "best_arrangement": "rummy_lab.search.arranging",
    "best_discard": "rummy_lab.search.openings",
    "best_opening": "rummy_lab.search.openings",
    "best_turn": "rummy_lab.search.best",
    "can_open": "rummy_lab.search.openings",
    "chance": "rummy_lab.search.chances",
    "check": "rummy_lab.core.referee",
    "class_report": "rummy_lab.stats",
    "compare": "rummy_lab.stats",
    "confidence_sequence": "rummy_lab.stats",
    "deal": "rummy_lab.core.deal",
    "deals_needed": "rummy_lab.stats",
    "dots_of": "rummy_lab.stats.plots",
    "draw_table": "rummy_lab.draw",
    "explain": "rummy_lab.words",
    "grade": "rummy_lab.lessons",
    "half_width": "rummy_lab.stats",
    "hint": "rummy_lab.lessons",
    "in_words": "rummy_lab.stats.in_words",
    "interaction": "rummy_lab.stats",
    "lesson_list": "rummy_lab.lessons",
    "mean": "rummy_lab.stats",
    "my_games": "rummy_lab.batch",
    "opening_turn_distribution": "rummy_lab.search.chances_turns",
    "outcome": "rummy_lab.core.scoring",
    "payout": "rummy_lab.core.scoring",
    "penalties": "rummy_lab.core.scoring",
    "place": "rummy_lab.words",
    "plan": "rummy_lab.search.plan",
    "play": "rummy_lab.core.referee",
    "play_match": "rummy_lab.batch",
    "play_out": "rummy_lab.batch",
    "play_until_error": "rummy_lab.core.referee",
    "plot_compare": "rummy_lab.stats.plots",
    "plot_dots": "rummy_lab.stats.plots",
    "plot_ends": "rummy_lab.stats.plots",
    "plot_length": "rummy_lab.stats.plots",
    "plot_rates": "rummy_lab.stats.plots",
    "plot_ratings": "rummy_lab.stats.plots",
    "plot_running": "rummy_lab.stats.plots",
    "plot_scores": "rummy_lab.stats.plots",
    "plot_survival": "rummy_lab.stats.plots",
    "plot_sweep": "rummy_lab.stats.plots",
    "position": "rummy_lab.core.referee",
    "puzzle": "rummy_lab.search.puzzles",
    "rate": "rummy_lab.stats",
    "ratings": "rummy_lab.stats",
    "read_record": "rummy_lab.records",
    "read_run": "rummy_lab.batch",
    "readings": "rummy_lab.core.judge",
    "reprice": "rummy_lab.batch",
    "rule_set": "rummy_lab.games",
    "rules_page": "rummy_lab.words",
    "selfplay": "rummy_lab.batch",
    "settle": "rummy_lab.core.scoring",
    "significant": "rummy_lab.stats",
    "skill": "rummy_lab.stats",
    "steps": "rummy_lab.core.referee",
    "summary": "rummy_lab.stats",
    "survival": "rummy_lab.stats",
    "turns": "rummy_lab.search.turns",
    "undo": "rummy_lab.core.referee",
    "variants": "rummy_lab.batch",
    "view": "rummy_lab.core.views",
    "went_rummy": "rummy_lab.core.scoring",
    "worksheet": "rummy_lab.worksheets",
    "write_record": "rummy_lab.records",
}

__all__ = [
    "AmbiguousJoker",
    "Arrangement",
    "BICYCLE_KALUKI",
    "Best",
    "Card",
    "Chance",
    "Course",
    "GameViewer",
    "IllegalMove",
    "IncompletePosition",
    "JOKEREN_NL",
    "KALOOKI_UK",
    "LessonPlayer",
    "LessonWorkshop",
    "Match",
    "Meld",
    "Move",
    "NotationError",
    "OpeningTurn",
    "Outcome",
    "PlayGame",
    "PositionEditor",
    "Puzzle",
    "Puzzles",
    "RUMMIKUB",
    "RUMMIKUB_TOURNAMENT",
    "RUMMY40",
    "RUMMY51",
    "Record",
    "RuleDesk",
    "RuleSet",
    "RuleSetError",
    "RummyError",
    "Run",
    "SCHMIDT",
    "State",
    "StoppedOnSignificance",
    "TableView",
    "Turn",
    "VariantLab",
    "View",
    "Violation",
    "Worksheet",
    "alt_text",
    "ask",
    "assert_done",
    "best_arrangement",
    "best_discard",
    "best_opening",
    "best_turn",
    "can_open",
    "chance",
    "check",
    "class_report",
    "compare",
    "confidence_sequence",
    "deal",
    "deals_needed",
    "dots_of",
    "draw_table",
    "explain",
    "grade",
    "half_width",
    "hint",
    "in_words",
    "interaction",
    "lesson_list",
    "mean",
    "my_games",
    "opening_turn_distribution",
    "outcome",
    "payout",
    "penalties",
    "place",
    "plan",
    "play",
    "play_match",
    "play_out",
    "play_until_error",
    "plot_compare",
    "plot_dots",
    "plot_ends",
    "plot_length",
    "plot_rates",
    "plot_ratings",
    "plot_running",
    "plot_scores",
    "plot_survival",
    "plot_sweep",
    "position",
    "puzzle",
    "rate",
    "ratings",
    "read_record",
    "read_run",
    "readings",
    "reprice",
    "rule_set",
    "rules_page",
    "selfplay",
    "settle",
    "significant",
    "skill",
    "steps",
    "summary",
    "survival",
    "turns",
    "undo",
    "variants",
    "view",
    "went_rummy",
    "worksheet",
    "write_record",
]


# In a notebook positions, melds and cards are shown as pictures; elsewhere this does nothing.
display.register()


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'rummy_lab' has no attribute {name!r}")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, games.__name__.rpartition(".")[2]})
