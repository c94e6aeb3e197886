"""`rummy-lab lesson`: which lessons there are, one to do in the terminal, and help for whoever writes one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from rummy_lab.cli.errors import UserError
from rummy_lab.cli.output import complain, say, say_csv, say_json
from rummy_lab.cli.reading import Reader
from rummy_lab.cli.texts import tell
from rummy_lab.language import Language
from rummy_lab.records.whole import reason_of
from rummy_lab.words import in_words

PARTS: Final = ("list", "play", "new", "check", "preview")
EXAMPLES: Final = (
    "lesson list schmidt", "lesson play schmidt/split", "lesson new schmidt/my-lesson", "lesson check my-lesson.toml",
    "lesson preview my-lesson.toml --lang de",
)  # fmt: skip


def run(arguments: Sequence[str], lang: Language) -> int:
    """Run the part of the command that is named first."""
    if arguments and arguments[0] == "--":  # as argparse leaves it out before a name
        arguments = arguments[1:]
    part = arguments[0] if arguments else ""
    if part not in PARTS:
        reader = Reader("lesson", lang, EXAMPLES)
        reader.add("part", choices=PARTS, metavar="PART")
        reader.usage = "rummy-lab lesson list [GAME] | play ID | new ID | check FILE ... | preview FILE"
        reader.read(arguments)
    return {"list": show, "play": play, "new": new, "check": check, "preview": preview}[part](arguments[1:], lang)


def show(arguments: Sequence[str], lang: Language) -> int:
    """List the lessons of the package."""
    from rummy_lab.lessons.listing import lesson_list

    reader = Reader("lesson list", lang, ["lesson list", "lesson list rummy40 --csv"])
    reader.add("game", nargs="?", choices=("schmidt", "rummy40"), metavar="GAME")
    reader.add_forms()
    given = reader.read(arguments)
    rows = [asdict(one) | {"minutes": round(one.minutes, 1)} for one in lesson_list(given.game, lang)]
    if given.json:
        say_json(rows)
    elif given.csv:
        say_csv(("id", "game", "title", "steps", "minutes"), rows)
    else:
        say(*(f"{row['id']:<28} {row['title']}" for row in rows))
    return 0


def play(arguments: Sequence[str], lang: Language) -> int:
    """Do a lesson in the terminal."""
    from rummy_lab.cli.lesson_play import run as play_lesson

    return play_lesson(arguments, lang)


def new(arguments: Sequence[str], lang: Language) -> int:
    """Write the skeleton of a lesson into the current folder; a file that is there stays as it is."""
    from rummy_lab.lessons import skeleton

    reader = Reader("lesson new", lang, ["lesson new schmidt/my-lesson"])
    reader.add("id", metavar="ID")
    name = reader.read(arguments).id
    file = Path(f"{name.rpartition('/')[2]}.toml")
    text = skeleton.new_lesson(name, file.name)
    try:
        with file.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError:
        raise UserError(tell("lesson.there", lang, file=file)) from None
    except OSError as error:
        raise UserError(tell("lesson.cannot_write", lang, file=file, why=in_words(reason_of(error), lang))) from None
    say(tell("lesson.written", lang, file=file))
    return 0


def check(arguments: Sequence[str], lang: Language) -> int:
    """Print what is wrong with each file, what one should know, and about how long it takes."""
    from rummy_lab.lessons.authoring import checked

    reader = Reader("lesson check", lang, ["lesson check my-lesson.toml"])
    reader.add("files", nargs="+", metavar="FILE")
    wrong = False
    for name in reader.read(arguments).files:
        found = checked(name)
        wrong = wrong or bool(found.faults)
        say(*(tell("lesson.fault", lang, text=in_words(fault, lang)) for fault in found.faults))
        say(*(tell("lesson.note", lang, text=in_words(note, lang)) for note in found.notes))
        minutes = f"{found.minutes:.1f}".replace(".", "." if lang == "en" else ",")
        size = _count(found.steps, "step", lang), tell("lesson.minutes", lang, minutes=minutes)
        counts = _count(len(found.faults), "fault", lang), _count(len(found.notes), "note", lang)
        say(f"{found.file}: {', '.join((*size, *counts) if found.steps else counts)}")
    return int(wrong)


def _count(number: int, what: str, lang: Language) -> str:
    return tell(f"lesson.{what}_{'none' if not number else 'one' if number == 1 else 'many'}", lang, count=number)


def preview(arguments: Sequence[str], lang: Language) -> int:
    """Print a lesson, a file or one of the package, as its pupil reads it."""
    from rummy_lab.lessons.catalogue import lesson as lesson_of
    from rummy_lab.lessons.reading import LessonError
    from rummy_lab.widgets.lesson_preview import preview as previewed

    reader = Reader("lesson preview", lang, ["lesson preview schmidt/split", "lesson preview my-lesson.toml"])
    reader.add("file", metavar="FILE")
    try:
        found = lesson_of(reader.read(arguments).file)
    except LessonError as error:
        complain(*(in_words(fault, lang) for fault in error.faults))
        return 1
    say(previewed(found, lang).rstrip("\n"))
    return 0
