"""The command `rummy-lab lite`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from rummy_lab.arguments import Arguments
from rummy_lab.core.errors import RummyError
from rummy_lab.language import LANG, Language, language_in
from rummy_lab.lite.pyodide import Source
from rummy_lab.lite.site import build, public_pyodide
from rummy_lab.lite.texts import tell

USAGE: Final = "rummy-lab lite build DIR [--pyodide FOLDER|ADDRESS] [--app ADDRESS]"


def parser(lang: Language) -> Arguments:
    """What the command understands, its help in a language."""
    reader = Arguments(lang, prog="rummy-lab lite", usage=USAGE, description=tell("help.what", lang))
    parts = reader.add_subparsers(dest="part", required=True, metavar="build")
    part = parts.add_parser(
        "build", prog="rummy-lab lite build", usage=USAGE, description=tell("help.what", lang),
        help=tell("help.what", lang),
    )  # fmt: skip
    part.add_argument("folder", metavar="DIR", help=tell("help.folder", lang))
    part.add_argument("--pyodide", metavar="FOLDER|ADDRESS", help=tell("help.pyodide", lang))
    part.add_argument("--app", metavar="ADDRESS", default="", help=tell("help.app", lang))
    part.add_frame()
    reader.add_frame()
    return reader


def run(arguments: Sequence[str], lang: str) -> int:
    """Build a site and say what became of it.

    Args:
        arguments: those after `rummy-lab lite`.
        lang: en, de or nl: of the site and of what is said.

    Returns:
        0 when it is built.

    Raises:
        RummyError: one sentence on what stands in the way.
        SystemExit: 2 for arguments that are not understood, 0 for `--help`.
    """
    given = parser(language_in(lang) or LANG).parse_args(list(arguments))
    if given.app and urlsplit(given.app).scheme not in ("http", "https"):
        raise RummyError("--app is an address that begins with https://, not {given}", given=repr(given.app))
    if not given.folder.strip():
        raise RummyError("DIR is the name of the folder that is made, and is empty here")
    target = Path(given.folder)
    source = build(target, lang=lang, pyodide=given.pyodide, app=given.app)
    size = sum(file.stat().st_size for file in target.rglob("*") if file.is_file())
    command = f'{sys.executable} -m http.server --bind 127.0.0.1 --directory "{target}"'
    lines = [
        tell("said.built", lang, folder=target.absolute(), size=round(size / 1e6)),
        _told(source, given.pyodide, lang),
        *([tell("said.lacks", lang, names=", ".join(source.lacks))] if source.lacks else []),
        tell("said.try", lang, command=command),
    ]
    sys.stdout.write("\n".join([*lines, ""]))
    return 0


def _told(source: Source, given: str | None, lang: str) -> str:
    if source.folder is not None:
        return tell("said.copied", lang, folder=source.folder)
    key = "said.public" if given is None else "said.other"
    return tell(key, lang, url=source.url, version=public_pyodide())
