"""The one way to numba: functions are compiled and, where there is a place for it, kept on disk."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from typing import Any, Protocol, TypeVar

from rummy_lab.core.errors import RummyError

try:
    import numba
except ImportError as missing:
    raise RummyError('the compiled search needs numba: pip install "rummy_lab[fast]"') from missing

F = TypeVar("F", bound=Callable[..., Any])


class Sheet(Protocol):
    """An array of int64 with two axes, as far as compiled functions use it."""

    def __getitem__(self, at: tuple[int, int], /) -> int: ...
    def __setitem__(self, at: tuple[int, int], number: int, /) -> None: ...


def jit(function: F) -> F:
    """Compiled at the first call; it holds no lock while it runs."""
    njit: Any = numba.njit
    try:
        compiled: F = njit(cache=True, nogil=True)(function)
    except (RuntimeError, OSError):
        _warn_once()
        compiled = njit(nogil=True)(function)
    return compiled


@cache
def _warn_once() -> None:
    warnings.warn(
        "numba finds no folder for compiled code, so every process compiles anew; NUMBA_CACHE_DIR can name one",
        RuntimeWarning,
        stacklevel=3,
    )
