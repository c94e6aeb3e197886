"""How a class did: the answers of its pupils in one table and on one page."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pandas as pd

from rummy_lab.core.errors import Phrase, RummyError, printable, shown
from rummy_lab.language import LANG
from rummy_lab.lessons.answers import Row, read_answers
from rummy_lab.lessons.catalogue import lesson, lesson_files
from rummy_lab.lessons.reading import LessonError, read_lesson
from rummy_lab.lessons.steps import Lesson, Step
from rummy_lab.records.whole import is_folder, stay_inside, write_whole
from rummy_lab.words import languages

COLUMNS: Final = (
    "pupil", "lesson", "step", "part", "tries", "hints", "seconds", "right", "helped", "misconception",
)  # fmt: skip
_GUESSES: Final = ("guess", "guess_again")
_MADE_UP: Final = ("/puzzles", "/review")  # their questions are other ones for everyone


@dataclass(frozen=True, slots=True)
class Given:
    """One answer, who gave it, and whether that is a name that was typed."""

    pupil: str
    typed: bool
    row: Row

    @property
    def of(self) -> tuple[str, str]:
        """The question: lesson and step."""
        return str(self.row["lesson"]), str(self.row["step"])

    @property
    def part(self) -> str:
        """`guess`, `guess_again` or `step`; practice belongs to its step."""
        role = str(self.row["role"])
        return role if role in _GUESSES else "step"


@dataclass(frozen=True, slots=True)
class Trouble:
    """A question that went wrong: how many wrong answers, by how many pupils, and one of the commonest kind."""

    lesson: Lesson
    step: Step
    answers: int
    pupils: int
    common: int
    example: Row


@dataclass(frozen=True)
class ClassReport:
    """The answers of a class.

    Attributes:
        frame: one row for each pupil and question. `tries` counts answers, `right` says that one was, `helped` that the
            solution was shown or the strongest hint taken; `part` tells the guesses from the steps.
        faults: a sentence for each file or line that was left out, and for each lesson that is not known.
    """

    frame: pd.DataFrame
    faults: tuple[str, ...]
    lang: str = LANG
    given: tuple[Given, ...] = field(default=(), repr=False)
    lessons: dict[str, Lesson] = field(default_factory=dict, repr=False)

    @property
    def pupils(self) -> tuple[str, ...]:
        """Everyone of whom there are answers."""
        return tuple(dict.fromkeys(one.pupil for one in self.given))

    def finished(self) -> dict[str, tuple[list[str], list[str]]]:
        """For each known lesson who finished it, and who only began: finished is every question answered or shown."""
        done: dict[str, dict[str, set[str]]] = {}
        for one in self.given:
            name, step = one.of
            if name in self.lessons:
                steps = done.setdefault(name, {}).setdefault(one.pupil, set())
                if one.part == "step" and one.row["result"] in ("right", "revealed"):
                    steps.add(step)
        found: dict[str, tuple[list[str], list[str]]] = {}
        for name in sorted(done):
            asked = {step.id for step in self.lessons[name].steps if step.kind != "watch"}
            ready = [pupil for pupil, steps in done[name].items() if asked <= steps]
            found[name] = ready, [pupil for pupil in done[name] if pupil not in ready]
        return found

    def troubles(self, most: int = 2) -> list[Trouble]:
        """The questions that most pupils answered wrongly, the worst first, each about another rule."""
        wrong: dict[tuple[str, str], list[Given]] = {}
        for one in self.given:
            if one.part == "step" and one.row["result"] == "wrong" and self._step(*one.of) is not None:
                wrong.setdefault(one.of, []).append(one)
        ranked = sorted(wrong.items(), key=lambda item: (-len({one.pupil for one in item[1]}), -len(item[1]), item[0]))
        found: list[Trouble] = []
        rules: set[object] = set()
        for (name, of), answers in ranked:
            step = self._step(name, of)
            assert step is not None
            rule = step.references or (name, of)
            if rule in rules or len(found) == most:
                continue
            rules.add(rule)
            kinds = Counter(map(_kind, answers))
            kind, count = kinds.most_common(1)[0]
            alike = [one.row for one in answers if _kind(one) == kind]
            example = next((row for row in alike if not row["sibling"]), alike[0])
            pupils = len({one.pupil for one in answers})
            found.append(Trouble(self.lessons[name], step, len(answers), pupils, count, example))
        return found

    def guesses(self) -> dict[str, tuple[int, int, int]]:
        """For each lesson how many answered its guess at the start and at the end, were right before, and after."""
        first: dict[tuple[str, str], bool] = {}
        last: dict[tuple[str, str], bool] = {}
        for one in self.given:
            key, right = (one.of[0], one.pupil), one.row["result"] == "right"
            if one.part == "guess":
                first.setdefault(key, right)
            elif one.part == "guess_again":
                last[key] = right
        found: dict[str, tuple[int, int, int]] = {}
        for name in sorted({key[0] for key in first if key in last}):
            both = [key for key in first if key[0] == name and key in last]
            found[name] = len(both), sum(first[key] for key in both), sum(last[key] for key in both)
        return found

    def _step(self, name: str, of: str) -> Step | None:
        known = self.lessons.get(name)
        return None if known is None else next((step for step in known.steps if step.id == of), None)

    def page(self, lang: str | None = None) -> str:
        """One page of HTML that needs nothing else, in `en`, `de` or `nl`."""
        from rummy_lab.stats.report_page import whole_page

        return whole_page(self, _language(lang or self.lang))

    def save(self, path: str | os.PathLike[str], lang: str | None = None) -> Path:
        """Write the page to a file: the whole file or nothing; raises RummyError."""
        return write_whole(path, self.page(lang))

    def _repr_html_(self) -> str:
        from rummy_lab.stats.report_page import body

        return body(self, self.lang)


def class_report(folder: str | os.PathLike[str], lang: str = LANG) -> ClassReport:
    """What the files of a class say together: all `*.jsonl` of a folder, one or more a pupil.

    A pupil is called as was typed in the player; else by the folder inside this one, else by the name of the file. Own
    lessons that lie in the folder as `*.toml` are known too. What cannot be read is left out and told. The results in
    the files are believed: to judge answers anew there is `grade`.

    `folder` is where the files are; `lang` is `en`, `de` or `nl`, left out: what `RUMMY_LAB_LANG` names, else English.

    Raises:
        RummyError: where there is no such folder, or for a language that is not known.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     class_report(folder).faults
    ('there is no file of answers here; their names end in .jsonl',)
    """
    root = Path(folder)
    if not is_folder(root):
        raise RummyError("{folder}: there is no such folder", folder=printable(os.fspath(folder)))
    files = sorted(root.rglob("*.jsonl"))
    faults: list[str] = [] if files else [Phrase("there is no file of answers here; their names end in .jsonl")]
    given: list[Given] = []
    seen: set[tuple[str, str]] = set()
    for file in files:
        inside = file.relative_to(root)
        name = printable(inside.parts[0] if len(inside.parts) > 1 else file.stem)
        try:
            rows, wrong = read_answers(stay_inside(root, file), inside.as_posix())
        except RummyError as fault:
            rows, wrong = [], [Phrase("{fault}; the file is left out", fault=fault)]
        faults += wrong
        for row in rows:
            typed = str(row.get("pupil", "")).strip()
            pupil = typed or name
            # A file that was saved twice holds the same answers twice.
            key = pupil, json.dumps(row, sort_keys=True)
            if key not in seen:
                seen.add(key)
                given.append(Given(pupil, bool(typed), row))
    lessons = _lessons(root, {one.of[0] for one in given}, faults)
    return ClassReport(frame_of(given), tuple(faults), _language(lang), tuple(given), lessons)


def frame_of(given: Sequence[Given]) -> pd.DataFrame:
    """One row for each pupil and question, in the order in which they were met."""
    groups: dict[tuple[str, str, str, str], list[Row]] = {}
    for one in given:
        groups.setdefault((one.pupil, *one.of, one.part), []).append(one.row)
    return pd.DataFrame([(*key, *_summed(rows)) for key, rows in groups.items()], columns=list(COLUMNS))


def _summed(rows: Iterable[Row]) -> tuple[int, int, float, bool, bool, str]:
    rows = list(rows)
    results = [row["result"] for row in rows]
    hints = max(_number(row["hints"]) for row in rows)
    named = Counter(str(row["misconception"]) for row in rows if row["misconception"])
    return (
        sum(result != "revealed" for result in results),
        int(hints),
        round(sum(_number(row["seconds"]) for row in rows), 1),
        "right" in results,
        "revealed" in results or hints >= 3,
        named.most_common(1)[0][0] if named else "",
    )


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _kind(one: Given) -> tuple[object, ...]:
    """What makes two wrong answers alike: the mistake in them, else that they are the same about the same cards."""
    row = one.row
    if row["misconception"]:
        return (row["misconception"],)
    return "", row["sibling"], row["seed"] if row["sibling"] else 0, json.dumps(row["answer"])


def _lessons(root: Path, wanted: set[str], faults: list[str]) -> dict[str, Lesson]:
    """The lessons of these ids, from the folder or of the package; those that are nowhere are noted."""
    own: dict[str, Lesson] = {}
    for file in sorted(root.glob("*.toml")):
        try:
            made = read_lesson(stay_inside(root, file), file.name)
            own[made.id] = made
        except LessonError as fault:
            faults += fault.faults
        except RummyError as fault:
            faults.append(fault.sentence)
    found = {name: own[name] if name in own else lesson(name) for name in wanted if name in {*own, *lesson_files()}}
    for name in sorted(wanted - found.keys()):
        if not name.endswith(_MADE_UP):
            faults.append(
                Phrase("{name}: no lesson of this id is known here; put its .toml file into the folder", name=name[:80])
            )
    return found


def _language(lang: str) -> str:
    if lang not in languages:
        raise RummyError("lang is {given}; it can be {languages}", given=shown(lang), languages=", ".join(languages))
    return lang
