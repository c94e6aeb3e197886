"""The language of a call: `--lang`, else RUMMY_LAB_LANG, else the system's, else English."""

from __future__ import annotations

import locale
import os
from collections.abc import Sequence
from typing import Final

from rummy_lab.core.errors import RummyError
from rummy_lab.language import LANGUAGES, VARIABLE, Language, language_in

OPTION: Final = "--lang"
_NAMES: Final[dict[str, Language]] = {"German": "de", "Dutch": "nl", "English": "en"}  # as Windows calls them


def asked_language(arguments: Sequence[str]) -> tuple[Language | None, list[str]]:
    """The language that was asked for, by `--lang` or RUMMY_LAB_LANG, and the arguments without `--lang`.

    Behind `--` all arguments stay. Raises RummyError for a language there is none of.

    >>> asked_language(["check", "--lang", "de", "here"])
    ('de', ['check', 'here'])
    """
    rest: list[str] = []
    found: Language | None = None
    row = iter(arguments)
    for one in row:
        if one == "--":
            rest += [one, *row]
            break
        name, equals, value = one.partition("=")
        if name == OPTION:
            found = _known(value if equals else next(row, ""), OPTION)
        else:
            rest.append(one)
    given = os.environ.get(VARIABLE, "").strip()
    return found or (_known(given, VARIABLE) if given else None), rest


def system_language() -> Language:
    """The language of the system, where it is one of ours; else English.

    The first variable that is set decides, as everywhere: a system set to French is spoken to in English.
    """
    given = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), None)
    if given is None:
        given = locale.getlocale()[0] or ""
    named = next((lang for name, lang in _NAMES.items() if given.startswith(name)), None)
    return language_in(given) or named or "en"


def _known(given: str, where: str) -> Language:
    found = language_in(given)
    if found is None:
        raise RummyError(
            "{where}: there is no language {given}; the languages are {languages}",
            where=where,
            given=f"{given!r:.40}",
            languages=", ".join(LANGUAGES),
        )
    return found
