"""A worksheet: what is asked for, what stands on it, and how it is shown and saved."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Final, Literal

from rummy_lab.core.chance import check_seed
from rummy_lab.core.errors import RummyError, printable
from rummy_lab.core.rules import RuleSet
from rummy_lab.language import LANG, LANGUAGES
from rummy_lab.lessons.catalogue import lesson as lesson_of
from rummy_lab.lessons.catalogue import lesson_files
from rummy_lab.lessons.puzzling import lesson_of as lesson_of_puzzle
from rummy_lab.lessons.siblings import siblings
from rummy_lab.lessons.steps import Lesson, Step
from rummy_lab.records.whole import write_whole
from rummy_lab.search.puzzles import puzzle
from rummy_lab.words.pages import differences, field_text, game_name
from rummy_lab.worksheets import page
from rummy_lab.worksheets.blocks import Block, Content, Part, Rows, Text
from rummy_lab.worksheets.exercises import answered, asked
from rummy_lab.worksheets.texts import tell

Paper = Literal["a4", "letter"]
PAPERS: Final[tuple[Paper, ...]] = ("a4", "letter")
MOST: Final = 20
"""Puzzles on one sheet."""


class Worksheet:
    """A worksheet; made by `worksheet`, shown by a notebook as it is printed, written to a file by `save`.

    Attributes:
        content: what stands on it, whatever it is printed by: title, exercises, key (the solutions), code.
        paper: of its PDF.

    >>> sheet = worksheet("rummy40", level=1, count=2, seed=7)
    >>> [part.title for part in sheet.content.exercises]
    ['Puzzle 1 (level 1 of 5)', 'Puzzle 2 (level 1 of 5)']
    >>> sheet.content.code
    'rl.worksheet("rummy40", level=1, count=2, seed=7, lang="en")'
    """

    def __init__(self, content: Content, paper: Paper = "a4") -> None:
        self.content, self.paper = content, paper

    @cached_property
    def html(self) -> str:
        """The sheet as one HTML file that needs nothing else and is made for printing, on any paper."""
        return page.whole_page(self.content)

    def _repr_html_(self) -> str:
        return page.body(self.content)

    def __repr__(self) -> str:
        return f"<Worksheet: {self.content.title}; {self.content.code}>"

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the sheet to `path` and return it: `.html` for a browser, which prints it, or `.pdf`.

        A file that is there is replaced, at once and whole. Raises RummyError for another ending, and where it cannot
        be written.
        """
        file = Path(path)
        if file.suffix.lower() in (".html", ".htm"):
            return write_whole(file, self.html)
        if file.suffix.lower() != ".pdf":
            raise RummyError(
                "{file}: a worksheet is written as .html or .pdf; give the file such an ending",
                file=printable(str(file)),
            )
        from rummy_lab.worksheets.pdf import pdf_of

        return write_whole(file, pdf_of(self.content, self.paper))


def worksheet(
    what: str | os.PathLike[str] | Lesson | RuleSet,
    *,
    level: int | None = None,
    count: int = 5,
    seed: int = 0,
    lang: str = LANG,
    paper: Paper = "a4",
) -> Worksheet:
    """A lesson, or some puzzles of a game, as pages to print: exercises, and the solutions on pages of their own.

    Args:
        what: a lesson by its id or from a file ending in .toml, or the rule set of puzzles, or its name.
        level: of puzzles, 1 (easy) to 5 (hard); left out, they begin easy and end hard.
        count: of puzzles, 1 to 20.
        seed: of puzzles that of the first one, the next has the next. Of a lesson 0 leaves it as it is; others bring
            other cards wherever the lesson allows it, so that neighbours have sheets of their own.
        lang: `en`, `de` or `nl`; left out, that of RUMMY_LAB_LANG in the environment, else English.
        paper: of a PDF, `a4` or `letter`; HTML takes the paper of the printer.

    Raises:
        RummyError: one sentence for what cannot be.

    >>> sheet = worksheet("schmidt/split", seed=3)
    >>> sheet
    <Worksheet: Splitting a run; rl.worksheet("schmidt/split", seed=3, lang="en")>
    >>> sheet.html.startswith("<!DOCTYPE html>"), len(sheet.content.exercises), len(sheet.content.key)
    (True, 6, 6)
    """
    if not isinstance(what, str | os.PathLike | Lesson | RuleSet):  # it is typed into notebooks
        raise RummyError(
            "a worksheet is made of a lesson or a rule set, or of its name, not of {given}", given=f"{what!r:.40}"
        )
    if lang not in LANGUAGES:
        raise RummyError(
            "there is no language {given}; the languages are {languages}",
            given=f"{lang!r:.40}",
            languages=", ".join(LANGUAGES),
        )
    if paper not in PAPERS:
        raise RummyError("paper is {given}; it is one of {papers}", given=f"{paper!r:.40}", papers=", ".join(PAPERS))
    check_seed(seed)
    if isinstance(what, RuleSet) or (isinstance(what, str) and not is_lesson(what)):
        return Worksheet(_of_puzzles(RuleSet.of(what), level, count, seed, lang), paper)
    if level is not None:
        raise RummyError(
            "level is {given}, and only puzzles have levels; leave it out for a lesson", given=f"{level!r:.40}"
        )
    return Worksheet(_of_lesson(lesson_of(what), _name(what), seed, lang), paper)


def is_lesson(text: str) -> bool:
    """Whether a text is the name or the file of a lesson, and not that of a rule set.

    >>> is_lesson("schmidt/split"), is_lesson("mine.toml"), is_lesson("schmidt{pack.jokers=4}")
    (True, True, False)
    """
    return "/" in text or text.endswith(".toml")


def _name(what: str | os.PathLike[str] | Lesson) -> str:
    """What brings the lesson again: its id, or the path that was given."""
    if isinstance(what, Lesson):
        return what.id if what.id in lesson_files() or not what.file else what.file
    return os.fspath(what)


# Lessons


def _of_lesson(lesson: Lesson, name: str, seed: int, lang: str) -> Content:
    given = list(_with_guess(lesson, seed))
    number = 0
    exercises: list[Part] = []
    key: list[Part] = []
    for role, step in given:
        if step.kind == "watch":
            exercises.append(Part(tell("example", lang), tuple(asked(step, lang))))
            continue
        number += role == "step"
        title = tell(role if role == "guess" else "exercise", lang, number=number)
        exercises.append(Part(title, tuple(asked(step, lang))))
        name_of = tell("solution_of_guess" if role == "guess" else "solution_of", lang, number=number)
        key.append(Part(name_of, tuple(answered(step, lang, lesson.references))))
    return _content(
        lang, lesson.title.plain(lang, lesson.rules), (*_begin(lesson, lang), *_rules(lesson, lang)), exercises, key,
        lesson.id, seed, f"rl.worksheet({_quoted(name)}, seed={seed}, lang={_quoted(lang)})",
    )  # fmt: skip


def _with_guess(lesson: Lesson, seed: int) -> Iterator[tuple[str, Step]]:
    if lesson.guess is not None:
        yield "guess", lesson.guess
    for step in lesson.steps:
        made = siblings(step, seed, 1) if seed and step.generator else []
        yield "step", (made or [step])[0]


def _begin(lesson: Lesson, lang: str) -> Iterator[Block]:
    if lesson.goals:
        yield Text(f"{tell('goals', lang)}:")
        yield Rows(tuple(goal.plain(lang, lesson.rules) for goal in lesson.goals))
    if lesson.leaves_out is not None:
        yield Text(tell("leaves_out", lang, text=lesson.leaves_out.plain(lang, lesson.rules)))


def _rules(lesson: Lesson, lang: str) -> Iterator[Block]:
    yield Text(tell("game_rules", lang, game=game_name(lesson.rules, lang)))


# Puzzles


def _of_puzzles(rules: RuleSet, level: int | None, count: int, seed: int, lang: str) -> Content:
    if type(count) is not int or not 1 <= count <= MOST:
        raise RummyError("count is {given}; a sheet has 1 to {most} puzzles", given=f"{count!r:.40}", most=MOST)
    exercises: list[Part] = []
    key: list[Part] = []
    for at in range(count):
        given = puzzle(rules, 1 + at * 5 // count if level is None else level, (seed + at) % (1 << 64))
        step = lesson_of_puzzle(given).steps[0]
        title = tell("puzzle", lang, number=at + 1, level=given.level)
        exercises.append(Part(title, tuple(asked(step, lang))))
        key.append(Part(tell("solution_of_puzzle", lang, number=at + 1), tuple(answered(step, lang))))
    options = "" if level is None else f", level={level}"
    own = differences(rules, rules.base or rules)
    changed: list[Block] = [Rows(tuple(field_text(rules, field, lang) for field in own))] if own else []
    return _content(
        lang, f"{tell('puzzles', lang)}: {game_name(rules, lang)}", changed, exercises, key, f"{rules.name}",
        seed, f"rl.worksheet({_quoted(rules.name)}{options}, count={count}, seed={seed}, lang={_quoted(lang)})",
    )  # fmt: skip


def _content(
    lang: str,
    title: str,
    intro: Iterable[Block],
    exercises: list[Part],
    key: list[Part],
    what: str,
    seed: int,
    code: str,
) -> Content:
    foot = tell("from", lang, what=what, seed=seed, version=version("rummy_lab"))
    return Content(
        lang, title, tuple(intro), tuple(exercises), tell("solutions", lang), tuple(key), foot, code,
        (tell("name", lang), tell("date", lang)),
    )  # fmt: skip


def _quoted(text: str) -> str:
    """A text as it stands in code."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
