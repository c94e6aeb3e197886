"""The `rummy-lab` command: opens the notebooks of the package in JupyterLab."""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import metadata
from pathlib import Path

FOLDER = "rummy-lab-notebooks"
TOUR = "01_tour.ipynb"
CHECKPOINTS = ".ipynb_checkpoints"


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


COMMANDS: Mapping[str, Callable[[Sequence[str]], int]] = {"lab": lab}


def parser() -> argparse.ArgumentParser:
    result = argparse.ArgumentParser(
        prog="rummy-lab",
        usage="rummy-lab [-h] [--version] [lab] [options of JupyterLab ...]",
        description=f"Open the tour of rummy_lab in JupyterLab. The notebooks are copied to ./{FOLDER}/ first; "
        "notebooks that are there already stay as they are.",
        epilog="All other options go to JupyterLab, for example --no-browser or --port 8890 (see: jupyter lab --help).",
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
    except UserError as error:
        print(f"rummy-lab: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
