"""What the command cannot do, told in one sentence."""

from __future__ import annotations


class UserError(Exception):
    """Something the user can mend around the command, such as a file that is in the way: exit code 1."""
