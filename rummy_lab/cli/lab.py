"""`rummy-lab lab`: the notebooks, copied and opened in JupyterLab."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rummy_lab.cli.errors import UserError
from rummy_lab.cli.output import say
from rummy_lab.cli.reading import Reader
from rummy_lab.cli.texts import tell
from rummy_lab.language import VARIABLE, Language

FOLDER: Final = "rummy-lab-notebooks"
TOUR: Final = "01_tour.ipynb"
CHECKPOINTS: Final = ".ipynb_checkpoints"
EXAMPLES: Final = ("", "lab --lang de", "--no-browser --port 8890")


def packaged_notebooks(lang: Language = "en") -> Path:
    """The folder of the original notebooks: inside the package when installed, beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package / "_notebooks", package.parent / "notebooks"):
        if (folder / TOUR).is_file():
            return folder
    raise UserError(tell("lab.missing", lang, package=package))


def copy_notebooks(source: Path, target: Path, lang: Language = "en") -> list[Path]:
    """Copy what `target` lacks and return the new files; a file that is there is the user's and stays as it is."""
    copied = []
    for original in sorted(source.rglob("*")):
        name = original.relative_to(source)
        place = target / name
        if original.is_dir() or CHECKPOINTS in original.parts or os.path.lexists(place):
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        # By way of a second name, so that an interrupted copy is never taken for the user's own notebook. The mode
        # is not copied: an installed original may be read-only, the copy is there to be edited.
        part = place.with_name(f".{place.name}.{os.getpid()}.part")
        try:
            if lang != "en" and original.suffix == ".ipynb":
                part.write_text(in_language(original, name.as_posix(), lang), encoding="utf-8", newline="\n")
            else:
                shutil.copyfile(original, part)
            part.replace(place)
        finally:
            part.unlink(missing_ok=True)
        copied.append(place)
    return copied


def in_language(original: Path, name: str, lang: Language) -> str:
    """The text of the notebook's file in another language; what is not translated there stays English."""
    from rummy_lab.words.notebooks import translated

    notebook = json.loads(original.read_text(encoding="utf-8"))
    return json.dumps(translated(name, notebook, lang), ensure_ascii=False, indent=1) + "\n"


def run_jupyter(arguments: Sequence[str]) -> int:
    """Become JupyterLab. Where a process cannot be replaced (Windows), wait for it and return its exit code."""
    command = [sys.executable, "-m", "jupyterlab", *arguments]
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name != "nt":
        os.execv(sys.executable, command)
    return subprocess.call(command)


def opened(target: Path, lang: Language) -> list[str]:
    """The arguments with which JupyterLab serves the folder and opens the tour in the language."""
    # The folder of the file is what is served; the address to open, also the one that is printed, is the tour's.
    if lang == "en":
        return [str(target / TOUR), f"--LabApp.default_url=/lab/tree/{TOUR}"]
    return [str(target), f"--LabApp.default_url=/lab/tree/{lang}/{TOUR}"]


def run(arguments: Sequence[str], lang: Language) -> int:
    """Open the tour in JupyterLab, on a copy of the notebooks in the current folder."""
    reader = Reader("lab", lang, EXAMPLES)
    reader.usage = f"rummy-lab [lab] [-h] [--lang {{en,de,nl}}] {tell('lab.more', lang)}"
    rest = reader.read_some(arguments)
    if importlib.util.find_spec("jupyterlab") is None:
        raise UserError(tell("lab.jupyterlab", lang, command=f"{sys.executable} -m pip install jupyterlab"))
    source = packaged_notebooks(lang)
    try:
        target = Path.cwd() / FOLDER
    except FileNotFoundError:
        raise UserError(tell("lab.gone", lang)) from None
    try:
        # Other languages beside it, so that nobody's own notebooks are in their way.
        copied = copy_notebooks(source, target if lang == "en" else target / lang, lang)
    except OSError as error:
        from rummy_lab.records.whole import reason_of
        from rummy_lab.words import in_words

        raise UserError(tell("lab.cannot_copy", lang, target=target, why=in_words(reason_of(error), lang))) from error
    if lang != "en":
        os.environ[VARIABLE] = lang  # what the cells print is in the language of what stands around them
    if copied:
        say(tell("lab.copied", lang, count=len(copied), target=target if lang == "en" else target / lang))
    return run_jupyter([*opened(target, lang), *rest])
