"""What is not installed is named in one sentence, with the command."""

from __future__ import annotations

import importlib
import sys
from typing import Any, Final

from rummy_lab.core.errors import Phrase, RummyError

_WHAT: Final = {
    str(one): one
    for one in (
        Phrase("a test"), Phrase("an interval"), Phrase("a correction"), Phrase("a band"), Phrase("a prediction"),
        Phrase("ratings"), Phrase("survival"), Phrase("the static site"), Phrase("a worker"),
        Phrase("a number of workers"), Phrase("storing a run"),
    )
}  # fmt: skip


def needed(module: str, what: str, extra: str = "batch") -> Any:
    """An optional module of an extra; RummyError says what needs it where it is missing."""
    try:
        return importlib.import_module(module)
    except ImportError as fault:
        package = module.partition(".")[0]
        gone = isinstance(fault, ModuleNotFoundError)
        why = Phrase("is not installed") if gone else Phrase("cannot be loaded ({fault})", fault=str(fault))
        pip = "%pip" if sys.platform == "emscripten" else f"{sys.executable} -m pip"  # a browser has no commands
        raise RummyError(
            "{what} needs {package}, which {why} here; install it by: {pip} install 'rummy_lab[{extra}]'",
            what=_WHAT.get(what, what),
            package=package,
            why=why,
            pip=pip,
            extra=extra,
        ) from None
