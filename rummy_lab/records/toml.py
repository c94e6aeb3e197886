"""TOML that a stranger may have sent: read up to what a file of ours can hold, refused in one sentence."""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

from rummy_lab.core.errors import RummyError

_DEEPEST: Final = 32
_LINE: Final = re.compile(r"at line (\d+)")
_SAID: Final = 200
# A key of many parts costs the reader the square of their number. Possessive, so that looking for it does not.
_DOTTED: Final = re.compile(
    r"""(?<![\w"'-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){%d}""" % _DEEPEST  # noqa: UP031 (braces)
)


class NoToml(RummyError):
    """A text that is no TOML, or more than any file of ours holds; its text begins with what the file is or has.

    Attributes:
        line: where, from 1; the last one where the reader does not say.
    """

    def __init__(self, told: str, line: int) -> None:
        self.line = line
        super().__init__(told)


def read_toml(text: str) -> dict[str, Any]:
    """The tables of a text; raises NoToml.

    >>> read_toml("a = 1")
    {'a': 1}
    >>> read_toml("a =")
    Traceback (most recent call last):
    rummy_lab.records.toml.NoToml: is no TOML: Invalid value (at end of document)
    """
    last = text.count("\n") + 1
    if (found := _DOTTED.search(text)) is not None:
        raise NoToml("is nested too deeply", text.count("\n", 0, found.start()) + 1)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        told = str(fault)
        line = _LINE.search(told)
        told = told if len(told) <= _SAID else f"{told[:_SAID]}..."
        raise NoToml(f"is no TOML: {told}", int(line[1]) if line else last) from None
    except RecursionError:
        raise NoToml("is nested too deeply", last) from None
    except ValueError:
        raise NoToml("holds a number that is too long", last) from None
