"""A course: lessons and deals in the order in which they are done, in levels that grow."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from rummy_lab.core.errors import Phrase
from rummy_lab.core.rules import RuleSet
from rummy_lab.lessons.catalogue import GAMES, lesson, lesson_files
from rummy_lab.lessons.fields import Faults, Fields, Skip
from rummy_lab.lessons.reading import LessonError, rules_of, said
from rummy_lab.lessons.said import Said
from rummy_lab.lessons.steps import Lesson
from rummy_lab.records.toml import NoToml, read_toml


@dataclass(frozen=True, slots=True)
class Deal:
    """A whole deal to play: a level of the course.

    Attributes:
        leaves_out: what its rules leave out of the full game. players: `me` and bots. open_hands: whether the others'
            cards are seen.
    """

    id: str
    level: int
    title: Said
    rules: RuleSet
    leaves_out: Said | None
    players: tuple[str, ...]
    open_hands: bool
    seed: int


@dataclass(frozen=True, slots=True)
class Course:
    """A course, its entries in order."""

    game: str
    title: Said
    entries: tuple[Lesson | Deal, ...]


@cache
def course(game: str) -> Course:
    """The course of a game, `schmidt` or `rummy40`; raises RummyError.

    >>> course("schmidt").game
    'schmidt'
    """
    if game not in GAMES:
        raise LessonError(
            [Phrase("there is no course of {game}; there are {games}", game=repr(game[:40]), games=", ".join(GAMES))]
        )
    text = files("rummy_lab.lessons").joinpath("content", game, "course.toml").read_text("utf-8")
    return parse_course(text, f"{game}/course.toml")


def parse_course(text: str, file: str = "") -> Course:
    """A course from its TOML; raises LessonError with all faults."""
    faults = Faults(file, text)
    try:
        raw = read_toml(text)
    except NoToml as fault:
        raise LessonError([Phrase("{file}: {fault}", file=file, fault=fault)]) from None
    found: Course | None = None
    with suppress(Skip):
        found = _course(Fields(raw, "", faults))
    if faults.all or found is None:
        raise LessonError(faults.all)
    return found


def _course(fields: Fields) -> Course:
    fields.get("format", int)
    game = fields.one_of("game", GAMES)
    title = said(fields, "title")
    entries: list[Lesson | Deal] = []
    for row in fields.tables("entries", 60):
        with suppress(Skip):
            entries.append(_lesson(row) if "lesson" in row else _deal(row, game))
    fields.done()
    return Course(game, title, tuple(entries))


def _lesson(row: Fields) -> Lesson:
    found = lesson(row.one_of("lesson", tuple(lesson_files())))
    row.done()
    return found


def _deal(row: Fields, game: str) -> Deal:
    players = row.get("players", list, ["me", "greedy"])
    rules = rules_of(row, game)
    deal = Deal(
        row.get("deal", str), row.get("level", int), said(row, "title"), rules,
        said(row, "leaves_out") if "leaves_out" in row else None,
        tuple(str(player) for player in players), row.get("open_hands", bool, False), row.get("seed", int, 1),
    )  # fmt: skip
    row.done()
    return deal
