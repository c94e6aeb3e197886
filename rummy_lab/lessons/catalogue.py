"""The lessons of the package, and lessons from files."""

from __future__ import annotations

import os
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from rummy_lab.core.errors import RummyError
from rummy_lab.lessons.reading import parse_lesson, read_lesson
from rummy_lab.lessons.steps import Lesson

GAMES = ("schmidt", "rummy40")


@cache
def lesson_files() -> dict[str, Traversable]:
    """Every lesson file of the package by the id of its lesson, in alphabetical order."""
    root = files("rummy_lab.lessons").joinpath("content")
    found: dict[str, Traversable] = {}
    for game in GAMES:
        folder = root.joinpath(game)
        for file in sorted(folder.iterdir(), key=lambda one: one.name) if folder.is_dir() else ():
            name, _, ending = file.name.rpartition(".")
            if ending == "toml" and name != "course":
                found[f"{game}/{name}"] = file
    return found


@cache
def _of_package(name: str) -> Lesson:
    return parse_lesson(lesson_files()[name].read_text("utf-8"), f"{name}.toml")


def lesson(which: str | os.PathLike[str] | Lesson) -> Lesson:
    """A lesson by its id, such as `schmidt/sets`, or from a file; raises RummyError."""
    if isinstance(which, Lesson):
        return which
    if isinstance(which, str) and which in lesson_files():
        return _of_package(which)
    if isinstance(which, str) and not which.endswith(".toml"):
        near = ", ".join(lesson_files())
        raise RummyError(
            "there is no lesson {name}; there are {near}; a file of your own ends in .toml",
            name=repr(which[:60]),
            near=near,
        )
    return read_lesson(which)
