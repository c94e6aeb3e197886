"""The `rummy-lab` command: opens the notebooks of the package in JupyterLab, and compiles the search ahead."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from rummy_lab.core.errors import RummyError

if TYPE_CHECKING:
    from rummy_lab.search.compiled import Warmth

FOLDER = "rummy-lab-notebooks"
TOUR = "01_tour.ipynb"
CHECKPOINTS = ".ipynb_checkpoints"
ASK = "rummy-lab ask WORDS [--lang en|de|nl] [--json]"
SELFPLAY = "rummy-lab selfplay --game RULES --players 4xcareful --games N [--out FOLDER] ..."
LESSON = "rummy-lab lesson new ID | check FILE ... | preview FILE [--lang en|de|nl]"


class UserError(Exception):
    """Something the user can mend: told in one sentence, without a traceback."""


def version() -> str:
    try:
        return metadata.version("rummy_lab")
    except metadata.PackageNotFoundError:
        return "unknown (not installed)"


def packaged_notebooks() -> Path:
    """The folder of the original notebooks: inside the package when installed, beside it in a checkout."""
    package = Path(__file__).resolve().parent
    for folder in (package / "_notebooks", package.parent / "notebooks"):
        if (folder / TOUR).is_file():
            return folder
    raise UserError(f"the notebooks are missing from this installation of rummy_lab ({package}); install it again")


def copy_notebooks(source: Path, target: Path) -> list[Path]:
    """Copy what `target` lacks and return the new files; a file that is there is the user's and stays as it is."""
    copied = []
    for original in sorted(source.rglob("*")):
        place = target / original.relative_to(source)
        if original.is_dir() or CHECKPOINTS in original.parts or os.path.lexists(place):
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        # By way of a second name, so that an interrupted copy is never taken for the user's own notebook. The mode
        # is not copied: an installed original may be read-only, the copy is there to be edited.
        part = place.with_name(f".{place.name}.{os.getpid()}.part")
        try:
            shutil.copyfile(original, part)
            part.replace(place)
        finally:
            part.unlink(missing_ok=True)
        copied.append(place)
    return copied


def run_jupyter(arguments: Sequence[str]) -> int:
    """Become JupyterLab. Where a process cannot be replaced (Windows), wait for it and return its exit code."""
    command = [sys.executable, "-m", "jupyterlab", *arguments]
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name != "nt":
        os.execv(sys.executable, command)
    return subprocess.call(command)


def lab(arguments: Sequence[str]) -> int:
    """Open the tour in JupyterLab, on a copy of the notebooks in the current folder."""
    if importlib.util.find_spec("jupyterlab") is None:
        raise UserError(f"JupyterLab is not installed here; install it by: {sys.executable} -m pip install jupyterlab")
    source, target = packaged_notebooks(), Path.cwd() / FOLDER
    try:
        copied = copy_notebooks(source, target)
    except OSError as error:
        raise UserError(f"cannot copy the notebooks to {target}: {error.strerror or error}") from error
    if copied:
        print(f"Copied {len(copied)} of the notebooks to {target}; edit them as you like, they are yours.")
    # The file says which folder is served; the address to open, also the one that is printed, is the tour's.
    return run_jupyter([str(target / TOUR), f"--LabApp.default_url=/lab/tree/{TOUR}", *arguments])


def warm(arguments: Sequence[str]) -> int:
    """Compile search and bots and keep them on disk, so that no later process has to; nothing to do without numba."""
    if arguments:
        print(f"rummy-lab: warm takes no options, and was given {' '.join(arguments)}", file=sys.stderr)
        return 2
    start = time.perf_counter()
    with warnings.catch_warnings():
        # What it says of a missing folder is said below, as a sentence of this command.
        warnings.simplefilter("ignore", RuntimeWarning)
        try:
            from rummy_lab.search import arranging, compiled
        except RummyError as missing:
            print(f"Nothing to compile: {missing}; without it everything works, search and self-play more slowly.")
            return 0
    arranging.best_arrangement("schmidt", may="1r 2r 3r", engine="compiled")
    if (found := compiled.warmth()) is None:
        print("Nothing to compile: numba is switched off by NUMBA_DISABLE_JIT.")
        return 0
    _tell_warmth("The exact search", "is", found, start)
    start = time.perf_counter()
    from rummy_lab.batch import selfplay as play
    from rummy_lab.bots.kernels import compiled as bots

    for game in ("schmidt", "rummy40"):
        for bots_there in (["random", "greedy", "careful"], ["exact", "exact"]):
            play(game, bots_there, games=1, progress=False, audit=0, engine="fast")
    if (found := bots.warmth()) is not None:
        _tell_warmth("The bots of self-play", "are", found, start)
    return 0


def _tell_warmth(what: str, verb: str, found: Warmth, start: float) -> None:
    if found.folder is None:
        said = f"{what[0].lower()}{what[1:]} {verb} compiled, but there is no folder to keep compiled code in"
        raise UserError(f"{said}; NUMBA_CACHE_DIR names one")
    if found.read:
        print(f"{what} ({found.functions} functions) {verb} compiled already, in {found.folder}.")
    else:
        seconds = time.perf_counter() - start
        what = f"{what[0].lower()}{what[1:]}"
        print(f"Compiled {what} ({found.functions} functions) in {seconds:.1f} s, kept in {found.folder}.", flush=True)


def ask(arguments: Sequence[str]) -> int:
    """Answer a question about the rules, for each of the two games."""
    from rummy_lab.words import ask as entries_for
    from rummy_lab.words import languages
    from rummy_lab.words.texts import words_of

    reader = argparse.ArgumentParser(prog="rummy-lab ask", usage=ASK, add_help=False, allow_abbrev=False)
    reader.add_argument("words", nargs="+")
    reader.add_argument("--lang", choices=languages, default=languages[0])
    reader.add_argument("--json", action="store_true")
    given = reader.parse_args(arguments)
    found = entries_for(" ".join(given.words), given.lang)
    if given.json:
        print(json.dumps([asdict(entry) for entry in found], ensure_ascii=False, indent=2, default=str))
    elif found:
        print("\n\n".join(map(str, found)))
    if found:
        return 0
    print(f"rummy-lab: {words_of(given.lang).text('desk', 'none')}", file=sys.stderr)
    return 1


def lesson(arguments: Sequence[str]) -> int:
    """Help whoever writes a lesson: begin a file, see whether it is right, read it as a pupil does."""
    from rummy_lab.words import languages

    reader = argparse.ArgumentParser(prog="rummy-lab lesson", usage=LESSON, add_help=False, allow_abbrev=False)
    parts = reader.add_subparsers(dest="part", required=True)
    parts.add_parser("new", usage=LESSON, add_help=False).add_argument("id")
    parts.add_parser("check", usage=LESSON, add_help=False).add_argument("files", nargs="+")
    preview = parts.add_parser("preview", usage=LESSON, add_help=False, allow_abbrev=False)
    preview.add_argument("file")
    preview.add_argument("--lang", choices=languages, default=languages[0])
    given = reader.parse_args(arguments)
    if given.part == "new":
        return new_lesson(given.id)
    return check_lessons(given.files) if given.part == "check" else preview_lesson(given.file, given.lang)


def new_lesson(name: str) -> int:
    """Write the skeleton of a lesson into the current folder; a file that is there stays as it is."""
    from rummy_lab.lessons import skeleton

    file = Path(f"{name.rpartition('/')[2]}.toml")
    text = skeleton.new_lesson(name, file.name)
    try:
        with file.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError:
        raise UserError(f"{file} is there already and stays as it is; choose another name") from None
    except OSError as error:
        raise UserError(f"cannot write {file}: {error.strerror or error}") from None
    print(f"Wrote {file}. Fill it in, then: rummy-lab lesson check {file}")
    return 0


def check_lessons(files: Sequence[str]) -> int:
    """Print what is wrong with each file, what one should know, and about how long it takes."""
    from rummy_lab.lessons.authoring import checked

    wrong = False
    for name in files:
        found = checked(name)
        wrong = wrong or bool(found.faults)
        for fault in found.faults:
            print(f"fault: {fault}")
        for note in found.notes:
            print(f"note:  {note}")
        size = f"{_count(found.steps, 'step')}, about {found.minutes:.1f} minutes, " if found.steps else ""
        print(f"{found.file}: {size}{_count(len(found.faults), 'fault')}, {_count(len(found.notes), 'note')}")
    return int(wrong)


def _count(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def preview_lesson(name: str, lang: str) -> int:
    """Print a lesson, a file or one of the package, as its pupil reads it."""
    from rummy_lab.lessons.catalogue import lesson as lesson_of
    from rummy_lab.lessons.reading import LessonError
    from rummy_lab.widgets.lesson_preview import preview

    try:
        found = lesson_of(name)
    except LessonError as error:
        for fault in error.faults:
            print(f"rummy-lab: {fault}", file=sys.stderr)
        return 1
    print(preview(found, cast(Any, lang)), end="")
    return 0


def selfplay(arguments: Sequence[str]) -> int:
    """Let bots play many deals, and print what they come to."""
    from rummy_lab.batch.command import command

    return command(arguments)


COMMANDS: Mapping[str, Callable[[Sequence[str]], int]] = {
    "ask": ask, "lab": lab, "lesson": lesson, "selfplay": selfplay, "warm": warm
}  # fmt: skip


def parser() -> argparse.ArgumentParser:
    result = argparse.ArgumentParser(
        prog="rummy-lab",
        usage="rummy-lab [-h] [--version] [lab] [options of JupyterLab ...]\n       rummy-lab warm\n"
        f"       {ASK}\n       {LESSON}\n       {SELFPLAY}",
        description=f"Open the tour of rummy_lab in JupyterLab. The notebooks are copied to ./{FOLDER}/ first; "
        "notebooks that are there already stay as they are.",
        epilog="All other options go to JupyterLab, for example --no-browser or --port 8890 (see: jupyter lab --help). "
        "The command warm compiles search and bots once, where numba is installed, and keeps them for later starts. "
        "The command selfplay lets bots play many deals, stored with --out, and prints what they come to. "
        "The command lesson begins a lesson of your own, says whether it is right, and prints it as a pupil reads it.",
        allow_abbrev=False,
    )
    result.add_argument("--version", action="version", version=f"rummy_lab {version()}")
    return result


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 done, 1 could not be done, 2 not understood, 130 interrupted."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    command = "lab"
    if arguments and not arguments[0].startswith("-"):
        command = arguments.pop(0)
    if command not in COMMANDS:
        print(f"rummy-lab: there is no command {command!r}; commands: {', '.join(COMMANDS)}", file=sys.stderr)
        return 2
    _, rest = parser().parse_known_args(arguments)
    try:
        return COMMANDS[command](rest)
    except (UserError, RummyError) as error:
        print(f"rummy-lab: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
