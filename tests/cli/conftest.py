"""What the tests of commands share."""

from cli.calling import call

__all__ = ["call"]
