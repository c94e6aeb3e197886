"""Is a file a lesson, and a true one: all that is told to whoever wrote it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from rummy_lab.core.errors import Phrase, printable
from rummy_lab.lessons.checking import faults_of, minutes, notes_of
from rummy_lab.lessons.fields import Faults
from rummy_lab.lessons.reading import LARGEST, LessonError, read_lesson
from rummy_lab.lessons.skeleton import left_over
from rummy_lab.records.whole import read_bounded


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in a file.

    Attributes:
        faults: what has to be mended. notes: what one should know. steps, minutes: 0 where it is no lesson.
    """

    file: str
    faults: tuple[str, ...]
    notes: tuple[str, ...] = ()
    steps: int = 0
    minutes: float = 0.0


def checked(path: str | os.PathLike[str]) -> Checked:
    """Read a lesson and try all its positions and answers; never raises for what a file says."""
    file, name = Path(path), printable(str(path))
    try:
        lesson = read_lesson(file)
        text = read_bounded(file, LARGEST, Phrase("lesson"))
        faults = Faults(name, text)
        for place, sentence in left_over(lesson):
            faults.note(place, sentence)
        found = (*faults_of(lesson, text), *faults.all)
        return Checked(name, found, tuple(notes_of(lesson, text)), len(lesson.steps), minutes(lesson))
    except LessonError as fault:
        return Checked(name, fault.faults)
    except Exception as error:  # noqa: BLE001 whoever writes a lesson can do nothing with a traceback
        return Checked(
            name,
            (
                Phrase(
                    "{name}: could not be checked to its end ({kind}: {error})",
                    name=name,
                    kind=type(error).__name__,
                    error=str(error),
                ),
            ),
        )
