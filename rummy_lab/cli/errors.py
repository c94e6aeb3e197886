"""How a command ends where it cannot do what it was asked."""

from __future__ import annotations

from typing import Final

INTERRUPTED: Final = 130


class UserError(Exception):
    """Something the user can mend around the command, such as a file that is in the way: exit code 1."""


def code_of(error: BaseException) -> int:
    """The exit code of a sentence: 1 where it tells what the system refused, as a file; else 2, not understood.

    >>> try:
    ...     try:
    ...         open("no/such/file")
    ...     except OSError as refused:
    ...         raise ValueError(f"{refused.filename}: {refused.strerror}") from None
    ... except ValueError as told:
    ...     code_of(told)
    1
    """
    found: BaseException | None = error
    while found is not None:
        if isinstance(found, OSError):
            return 1
        # Also of what is told `from None`: who tells it knows better words, and the reason stays the reason.
        found = found.__cause__ or found.__context__
    return 2
