"""What is not installed is named in one sentence, with the command."""

from __future__ import annotations

import importlib
import sys
from typing import Any

from rummy_lab.core.errors import RummyError


def needed(module: str, what: str, extra: str = "batch") -> Any:
    """An optional module of an extra; RummyError says what needs it where it is missing."""
    try:
        return importlib.import_module(module)
    except ImportError as fault:
        package = module.partition(".")[0]
        why = "is not installed" if isinstance(fault, ModuleNotFoundError) else f"cannot be loaded ({fault})"
        pip = "%pip" if sys.platform == "emscripten" else f"{sys.executable} -m pip"  # a browser has no commands
        raise RummyError(
            f"{what} needs {package}, which {why} here; install it by: {pip} install 'rummy_lab[{extra}]'"
        ) from None
