"""Wheels made again from what is installed, so that a site can be built where there is no network.

A browser has no compiler, so each is made a pure one: compiled twins of Python files are left out.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from importlib import metadata
from pathlib import Path, PurePosixPath
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import rummy_lab
from rummy_lab.core.errors import RummyError

BESIDE: Final = (
    "anywidget", "comm", "ipywidgets", "jupyterlab_widgets", "psygnal", "tomli_w", "tqdm", "typing_extensions",
)  # fmt: skip
"""What the package needs in a browser and Pyodide does not bring, or brings in another version than the page's."""
NOTEBOOKS: Final = "_notebooks"
_COMPILED: Final = (".so", ".pyd")
_WRITTEN_ANEW: Final = ("RECORD", "WHEEL", "INSTALLER", "REQUESTED", "direct_url.json")
_FIRST_DATE: Final = (1980, 1, 1, 0, 0, 0)  # the same files make the same wheel on any day
_PURE: Final = "Wheel-Version: 1.0\nGenerator: rummy_lab\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def notebooks_folder() -> Path:
    """The folder of the original notebooks: inside the package when installed, beside it in a checkout."""
    package = Path(rummy_lab.__file__).parent
    for folder in (package / NOTEBOOKS, package.parent / "notebooks"):
        if next(folder.glob("*.ipynb"), None) is not None:
            return folder
    raise RummyError(
        "the notebooks are missing from this installation of rummy_lab ({package}); install it again",
        package=str(package),
    )


def own_files() -> dict[str, Path]:
    """The files of the package by the names they have in a wheel, the notebooks among them."""
    package = Path(rummy_lab.__file__).parent
    found = {f"rummy_lab/{name}": file for name, file in _files_in(package)}
    return found | {f"rummy_lab/{NOTEBOOKS}/{name}": file for name, file in _files_in(notebooks_folder())}


def make_wheel(name: str, folder: Path) -> Path:
    """The wheel of a distribution, written into a folder.

    Args:
        name: as it is installed, such as `ipywidgets`; `rummy_lab` is also found in a checkout.
        folder: there already.

    Raises:
        RummyError: it is not installed, or has parts that exist only compiled.
    """
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        raise RummyError(
            "{name} is not installed here, and the site needs it; install rummy_lab again", name=name
        ) from None
    files = own_files() if name == "rummy_lab" else dict(_pure(name, found))
    stem = f"{re.sub(r'[-_.]+', '_', found.metadata['Name']).lower()}-{found.version}"
    files |= {f"{stem}.dist-info/{inner}": file for inner, file in _about(found)}
    wheel = folder / f"{stem}-py3-none-any.whl"
    _write(wheel, f"{stem}.dist-info", files)
    return wheel


def _files_in(folder: Path) -> Iterator[tuple[str, Path]]:
    for file in sorted(folder.rglob("*")):
        inner = file.relative_to(folder)
        # What tools leave behind begins with a dot, or is compiled again when it is wanted.
        if file.is_file() and not any(part.startswith(".") or part == "__pycache__" for part in inner.parts):
            yield inner.as_posix(), file


def _pure(name: str, found: metadata.Distribution) -> Iterator[tuple[str, Path]]:
    listed = [file for file in found.files or () if not _is_aside(file)]
    python = {file.as_posix() for file in listed if file.suffix == ".py"}
    for file in listed:
        if file.suffix not in _COMPILED:
            yield file.as_posix(), Path(str(found.locate_file(file)))
        elif f"{file.as_posix().partition('.')[0]}.py" not in python and "__mypyc" not in file.name:
            raise RummyError(
                "{name} is installed here with a part that is only compiled, {file}; no browser can run it",
                name=name,
                file=str(file),
            )
    if not python:
        raise RummyError("{name} is installed here without a list of its files; install it again by pip", name=name)


def _is_aside(file: PurePosixPath) -> bool:
    """Whether a file is none of the package itself: a command, data of the environment, compiled by Python."""
    first = file.parts[0]
    return first == ".." or file.is_absolute() or first.endswith(".dist-info") or "__pycache__" in file.parts


def _about(found: metadata.Distribution) -> Iterator[tuple[str, Path]]:
    for file in found.files or ():
        inner = PurePosixPath(*file.parts[1:])
        if file.parts[0].endswith(".dist-info") and str(inner) not in _WRITTEN_ANEW:
            yield str(inner), Path(str(found.locate_file(file)))


def _write(wheel: Path, about: str, files: Mapping[str, Path]) -> None:
    lines = list[str]()
    with ZipFile(wheel, "w", ZIP_DEFLATED) as out:

        def add(name: str, content: bytes) -> None:
            out.writestr(ZipInfo(name, _FIRST_DATE), content, ZIP_DEFLATED)
            digest = base64.urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()
            lines.append(f"{name},sha256={digest},{len(content)}\n")

        for name in _in_order(files):
            add(name, files[name].read_bytes())
        add(f"{about}/WHEEL", _PURE.encode())
        out.writestr(ZipInfo(f"{about}/RECORD", _FIRST_DATE), "".join([*lines, f"{about}/RECORD,,\n"]), ZIP_DEFLATED)


def _in_order(names: Iterable[str]) -> list[str]:
    """Sorted, what is about the package last, as the format recommends."""
    return sorted(names, key=lambda name: (".dist-info/" in name, name))
