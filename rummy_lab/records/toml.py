"""TOML that a stranger may have sent: read up to what a file of ours can hold, refused in one sentence."""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

from rummy_lab.core.errors import Phrase, RummyError

KINDS: Final[dict[type, Phrase]] = {
    int: Phrase("a whole number"), str: Phrase("a text"), list: Phrase("a list"), dict: Phrase("a table"),
    bool: Phrase("true or false"),
}  # fmt: skip
"""What a value of TOML is, in words."""
_DEEPEST: Final = 32
_LINE: Final = re.compile(r"at line (\d+)")
_WHERE: Final = re.compile(r"(.*) \(at (?:end of document|line (\d+), column (\d+))\)", re.DOTALL)
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
        line = _LINE.search(str(fault))
        raise NoToml(Phrase("is no TOML: {told}", told=_told(str(fault))), int(line[1]) if line else last) from None
    except RecursionError:
        raise NoToml("is nested too deeply", last) from None
    except ValueError:
        raise NoToml("holds a number that is too long", last) from None


# What the reader of the standard library says without quoting the text.
_SAYS: Final = {
    str(one): one
    for one in (
        Phrase("Invalid statement"),
        Phrase("Expected newline or end of document after a statement"),
        Phrase("Cannot overwrite a value"),
        Phrase("Expected ']' at the end of a table declaration"),
        Phrase("Expected ']]' at the end of an array declaration"),
        Phrase("Expected '=' after a key in a key/value pair"),
        Phrase("Invalid initial character for a key part"),
        Phrase("Unclosed array"),
        Phrase("Unclosed inline table"),
        Phrase("Unescaped '\\' in a string"),
        Phrase("Invalid hex value"),
        Phrase("Escaped character is not a Unicode scalar value"),
        Phrase("Unterminated string"),
        Phrase("Invalid date or datetime"),
        Phrase("Invalid value"),
    )
}


def _told(said: str) -> str:
    found = _WHERE.fullmatch(said)
    if found is None:
        return said if len(said) <= _SAID else f"{said[:_SAID]}..."
    what = found[1] if len(found[1]) <= _SAID else f"{found[1][:_SAID]}..."
    what = _SAYS.get(what, what)
    if found[2] is None:
        return Phrase("{what} (at end of document)", what=what)
    return Phrase("{what} (at line {line}, column {column})", what=what, line=int(found[2]), column=int(found[3]))
