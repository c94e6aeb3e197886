"""Where the browser gets Pyodide, Python for the browser, from: the public address, another one, or the site itself."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import urlsplit

from rummy_lab.core.errors import RummyError

ENTRY: Final = "pyodide.mjs"
LOCK: Final = "pyodide-lock.json"
HERE: Final = f"./static/pyodide/{ENTRY}"
KERNEL: Final = ("micropip", "jedi", "ipython")
"""What a notebook needs before its first cell."""
PACKAGE: Final = ("matplotlib", "numpy", "pandas")
"""What pictures and frames need, and Pyodide brings compiled."""
_CORE: Final = (ENTRY, LOCK, "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
_ASIDE: Final = ("*.map", "*.d.ts", "console*.html")  # for those who work on Pyodide itself


@dataclass(frozen=True, slots=True)
class Source:
    """One of the three.

    Attributes:
        url: what the page is told; relative where the site has its own copy.
        folder: what is copied into the site; None where nothing is.
        lacks: what is not in the copy, so that it cannot be used there.
    """

    url: str
    folder: Path | None = None
    lacks: tuple[str, ...] = ()


def source_of(given: str | None, public: str, python: str) -> Source:
    """What `--pyodide` asks for.

    Args:
        given: an address that begins with http, a folder, or None for the public address.
        public: the address that the installed front end was made for.
        python: the version of Python that it was made for, such as `3.14`.

    Raises:
        RummyError: the folder does not hold what such a site needs.
    """
    if given is None:
        return Source(public)
    if urlsplit(given).scheme in ("http", "https"):
        return Source(given if given.endswith((".mjs", ".js")) else f"{given.rstrip('/')}/{ENTRY}")
    folder = Path(given)
    if missing := [name for name in _CORE if not (folder / name).is_file()]:
        raise RummyError(
            "{folder} is no copy of Pyodide: {missing} is missing; unpack a release of Pyodide (the one "
            "of {address}) and name its folder",
            folder=str(folder),
            missing=", ".join(missing),
            address=public.rpartition("/")[0],
        )
    lock = _lock(folder / LOCK)
    found = str(lock["info"]["python"])
    if found.split(".")[:2] != python.split(".")[:2]:
        raise RummyError(
            "{folder} holds Pyodide with Python {found}, and the installed front end is made for Python "
            "{python}; take the release of {address}",
            folder=str(folder),
            found=found,
            python=python,
            address=public.rpartition("/")[0],
        )
    if missing := _missing(folder, lock, KERNEL):
        raise RummyError(
            "in {folder} no notebook can start: {missing} is missing; take a full release",
            folder=str(folder),
            missing=", ".join(missing),
        )
    return Source(HERE, folder, tuple(_missing(folder, lock, PACKAGE)))


def copy(source: Source, site: Path) -> None:
    """Copy into the site what is to be copied."""
    if source.folder is not None:
        place = (site / HERE).parent
        shutil.copytree(source.folder, place, ignore=shutil.ignore_patterns(*_ASIDE), dirs_exist_ok=True)


def _lock(file: Path) -> dict[str, Any]:
    try:
        lock = cast("dict[str, Any]", json.loads(file.read_text(encoding="utf-8")))
        lock["info"]["python"], lock["packages"].items()
    except (ValueError, TypeError, KeyError, AttributeError):
        raise RummyError(
            "{file} is no list of the packages of Pyodide; take a release of Pyodide as it is", file=str(file)
        ) from None
    return lock


def _missing(folder: Path, lock: dict[str, Any], names: Iterable[str]) -> list[str]:
    """Which of the packages, and of all that they need, the folder does not hold."""
    known = {_plain(name): package for name, package in lock["packages"].items()}
    todo, seen, missing = [*names], set[str](), list[str]()
    while todo:
        name = _plain(todo.pop(0))
        if name in seen:
            continue
        seen.add(name)
        package = known.get(name)
        if package is None or not (folder / package["file_name"]).is_file():
            missing.append(name)
        else:
            todo += package["depends"]
    return missing


def _plain(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")
