"""Every public name says what it takes, what may go wrong and where it comes from, and shows it in an example."""

import doctest
import importlib
import inspect
import re
from pathlib import Path

import pytest

import rummy_lab as rl
from rummy_lab.core.rules import RuleSet

# They carry, show, keep or play what others say, and state neither a rule nor a number of their own.
WITHOUT_A_SOURCE = {
    "Arrangement", "Best", "Chance", "Course", "GameViewer", "IllegalMove", "IncompletePosition", "LessonPlayer",
    "LessonWorkshop", "Move", "NotationError", "OpeningTurn", "PlayGame", "PositionEditor", "Puzzle", "Puzzles",
    "Record", "RuleDesk", "RuleSetError", "RummyError", "Run", "State", "TableView", "Turn", "VariantLab", "View",
    "Worksheet", "alt_text", "assert_done", "class_report", "dots_of", "draw_table", "explain", "grade", "hint",
    "in_words", "lesson_list", "my_games", "plan", "play_out", "plot_compare", "plot_dots", "plot_ends",
    "plot_length", "plot_rates", "plot_ratings", "plot_running", "plot_scores", "plot_survival", "plot_sweep",
    "position", "puzzle", "read_record", "read_run", "reprice", "rule_set", "selfplay", "undo", "variants", "view",
    "worksheet", "write_record",
}  # fmt: skip
VALUES = [name for name in rl.__all__ if isinstance(getattr(rl, name), RuleSet)]
CLASSES = [name for name in rl.__all__ if inspect.isclass(getattr(rl, name))]
FUNCTIONS = [name for name in rl.__all__ if inspect.isfunction(getattr(rl, name))]


def function_of(member):
    """The function behind a method, a property or a cached property; None for other members of a class."""
    for name in ("__func__", "fget", "func"):
        member = getattr(member, name, None) or member
    return member if inspect.isfunction(member) else None


def methods(kind):
    """The public methods and properties of a class that are written in this package, inherited ones too."""
    found = {}
    for home in kind.__mro__:
        if home.__module__.partition(".")[0] == "rummy_lab":
            for name, member in vars(home).items():
                if not name.startswith("_") and (function := function_of(member)) is not None:
                    found.setdefault(name, function)
    return found


def parameters(thing):
    try:
        names = inspect.signature(thing).parameters
    except ValueError:  # an exception without a constructor of its own; newer Pythons say *args, **kwargs
        return []
    return [name for name in names if name not in {"self", "cls", "args", "kwargs"} and not name.startswith("_")]


def words(text):
    """What is said about something, without its examples."""
    return re.sub(r"(?m)^\s*(>>>|\.\.\.).*$", "", text)


def unsaid(thing, text):
    return [name for name in parameters(thing) if not re.search(rf"\b{re.escape(name)}\b", words(text))]


def examples(text):
    return doctest.DocTestParser().get_examples(text)


def test_each_public_name_is_a_value_a_class_or_a_function():
    assert sorted([*VALUES, *CLASSES, *FUNCTIONS]) == list(rl.__all__)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_says_what_it_takes_and_raises_with_an_example(name):
    text = inspect.getdoc(getattr(rl, name))
    assert examples(text), "no example"
    assert unsaid(getattr(rl, name), text) == []
    assert re.search(r"\b[Rr]aises?\b", words(text)), "nothing on errors"


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_says_what_it_is_made_of_with_an_example(name):
    kind = getattr(rl, name)
    text = inspect.getdoc(kind)
    assert examples(text), "no example"
    assert unsaid(kind, text) == []


@pytest.mark.parametrize("name", CLASSES)
def test_a_method_says_what_it_takes(name):
    """What the constructor takes, it need not say again."""
    kind = getattr(rl, name)
    for method, function in methods(kind).items():
        assert inspect.getdoc(function), f"{name}.{method} says nothing"
        assert unsaid(function, inspect.getdoc(function) + inspect.getdoc(kind)) == [], f"{name}.{method}"


def test_what_states_a_rule_or_a_number_names_its_source():
    silent = {name for name in [*CLASSES, *FUNCTIONS] if "\nSource: " not in words(inspect.getdoc(getattr(rl, name)))}
    assert silent == WITHOUT_A_SOURCE


@pytest.mark.parametrize("name", VALUES)
def test_a_rule_set_says_what_it_is_and_whence_and_stands_in_an_example(name):
    games = importlib.import_module("rummy_lab.games")
    shown = "".join(example.source for example in examples(games.__doc__))
    assert re.search(rf"\b{name}\b", shown)
    sources = "".join(path.read_text(encoding="utf-8") for path in Path(games.__file__).parent.glob("*.py"))
    assert re.search(
        rf'^{name}: Final = [^"]*(?:"[^"]*"[^"]*)*?\)\n"""[^"]+\n\nSource: [^"]+"""$', sources, re.MULTILINE
    )
