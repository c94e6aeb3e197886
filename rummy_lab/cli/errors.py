"""How a command ends where it cannot do what it was asked."""

from __future__ import annotations

from typing import Final

INTERRUPTED: Final = 130


class UserError(Exception):
    """Something the user can mend around the command, such as a file that is in the way: exit code 1."""
