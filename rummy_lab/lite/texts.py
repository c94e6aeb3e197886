"""The words of the static site and of what the command says."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from rummy_lab.words.texts import fill

_FILE: Final = Path(__file__).with_name("texts.toml")


@cache
def texts() -> dict[str, dict[str, dict[str, str]]]:
    """All of them: by section and key a text in each language."""
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def tell(key: str, lang: str, **values: object) -> str:
    """A text, named by section and key, with its fields filled in.

    >>> tell("page.open_tour", "nl"), tell("said.try", "de", command="python -m http.server")
    ('De rondleiding openen', 'Zum Ausprobieren auf diesem Computer: python -m http.server')
    """
    section, _, name = key.partition(".")
    return fill(texts()[section][name][lang], values)
