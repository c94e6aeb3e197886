"""The same text compiled by numba (extra `fast`); in plain Python where numba is missing."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.bots.kernels import (
    borrowing,
    careful,
    dealing,
    denying,
    exact,
    exact_built,
    exact_composing,
    exact_hosts,
    exact_openings,
    exact_packing,
    exact_pieces,
    exact_plan,
    exact_rearranged,
    exact_runs,
    exact_sheet,
    exact_swaps,
    exact_task,
    exact_whole,
    greedy,
    laying,
    layouts,
    many,
    piles,
    sampling,
    sheet,
    solving,
    swapping,
    turn_log,
    turning,
    uniform,
    unseen,
    weighing,
    words,
)
from rummy_lab.core.rules import RuleSet
from rummy_lab.search import engines

if TYPE_CHECKING:
    from rummy_lab.search.compiled import Warmth

_FILES: Final = (
    words, layouts, laying, swapping, borrowing, turning, greedy, uniform, weighing, denying, careful, turn_log, piles,
    exact_task, exact_composing, exact_openings, exact_rearranged, exact_whole, exact_pieces, exact_runs,
    exact_hosts, exact_packing, exact_swaps, exact_plan, exact_built, exact, dealing, many, sampling,
)  # fmt: skip
_LOCK: Final = threading.Lock()


def _paths() -> list[str]:
    entry, solving = (str(Path(__file__).with_name(name)) for name in ("entry.py", "solving_compiled.py"))
    return [*(str(file.__file__) for file in _FILES), entry, solving]


def has_numba() -> bool:
    """Whether numba is there and is allowed to compile."""
    return importlib.util.find_spec("numba") is not None and not os.environ.get("NUMBA_DISABLE_JIT", "0").strip("0")


def kernels() -> dict[str, Any]:
    """The functions of all files by name, compiled at their first call and kept on disk.

    They share one set of globals: where one calls another, it calls the compiled one.
    """
    with _LOCK:
        return _compiled()


@cache
def _compiled() -> dict[str, Any]:
    import numba

    # Numba looks for the globals of what it has kept in a module of this name.
    module = ModuleType(f"{__package__}.compiled_text", __doc__)
    names = sys.modules[module.__name__].__dict__ if module.__name__ in sys.modules else module.__dict__
    sys.modules.setdefault(module.__name__, module)
    compiled: dict[str, Any] = {}
    with _folder() as kept:
        for path in _paths():
            exec(compile(Path(path).read_text(encoding="utf-8"), path, "exec"), names)  # noqa: S102 (our own files)
            for name, one in list(names.items()):
                if isinstance(one, FunctionType) and one.__code__.co_filename == path and name not in compiled:
                    compiled[name] = _jit(numba, one, kept=kept)
            names.update(compiled)
    return compiled


def address_of(name: str) -> int:
    """The address of a function of a row and a number; it is compiled when it is asked for, apart from its callers."""
    with _LOCK:
        address: int = _apart(name).address
    return address


@cache
def _apart(name: str) -> Any:
    import numba

    types: Any = numba.types
    signature = types.int64(types.CPointer(types.int64), types.int64)
    with _folder() as kept:
        return numba.cfunc(signature, cache=kept)(_compiled()[name].py_func)


def make_ready(v: Any, rules: RuleSet) -> Any:
    """Write down where `exact` and its search begin; what the search works on, to be kept as long as it is asked."""
    if rules.table.mode != "rearrange":
        v[sheet.EXACT_AT] = address_of("built_at")
        return None
    from rummy_lab.search.compiled import desk

    searched = desk(rules.melds.set_sizes)
    v[sheet.EXACT_AT], v[sheet.SOLVE_AT] = address_of("rearranged_at"), address_of("solve_at")
    v[sheet.DESK] = searched.ctypes.data
    return searched


def _jit(numba: Any, function: FunctionType, *, kept: bool) -> Any:
    compiled = numba.njit(cache=kept, nogil=True)(function)

    def template(given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        # Else each constant that a call gives makes a version of its own: half as many again, and no faster.
        return type(compiled).get_call_template(compiled, tuple(map(numba.types.unliteral, given)), named)

    compiled.get_call_template = template
    return compiled


@cache
def _warn_once() -> None:
    warnings.warn(
        "numba finds no folder for compiled code, so every process compiles anew; NUMBA_CACHE_DIR can name one",
        RuntimeWarning,
        stacklevel=4,
    )


def warmth() -> Warmth | None:
    """What became of these functions after a first deal; None where numba is missing or told not to compile."""
    if not has_numba():
        return None
    from rummy_lab.search.compiled import Warmth

    stats = kernels()["play_on_arrays"].stats
    return Warmth(len(kernels()), bool(stats.cache_hits), stats.cache_path)


def is_kept() -> bool:
    """Whether deals can be played at once: they are compiled, in this process or on disk."""
    if _compiled.cache_info().currsize and _compiled()["play_on_arrays"].signatures:
        return True
    folder = _home()
    return folder is not None and any(folder.rglob("*.play_on_arrays-*.nbi"))


@contextmanager
def _folder() -> Iterator[bool]:
    """Numba keeps what is compiled within in the folder of this state of the text.

    Whether there is one; no other may be used, or old code would be taken for new.
    """
    import numba

    config: Any = numba.config
    before, folder = config.CACHE_DIR, _home()
    if folder is None:
        _warn_once()
        yield False
        return
    config.CACHE_DIR = str(folder)
    try:
        yield True
    finally:
        config.CACHE_DIR = before


def _home() -> Path | None:
    """A folder of its own for this state of the text: numba does not notice a change in another file (DESIGN D13)."""
    import numba

    config: Any = numba.config
    search_files = (Path(str(engines.__file__)).with_name(name) for name in ("kernels.py", "compiled.py"))
    here = (sheet.__file__, exact_sheet.__file__, unseen.__file__, solving.__file__, __file__)
    paths = (*here, *search_files, *_paths())
    text = b"".join(Path(str(path)).read_bytes() for path in paths)
    name = f"kernels-{hashlib.sha256(text).hexdigest()[:16]}"
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    bases = (
        [Path(config.CACHE_DIR)] if config.CACHE_DIR else [Path(__file__).parent / "__pycache__", home / "rummy_lab"]
    )
    return next((base / name for base in bases if _is_writable(base / name)), None)


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
