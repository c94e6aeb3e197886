"""What the command says, in three languages."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from rummy_lab.arguments import frame
from rummy_lab.language import Language

_FILE: Final = Path(__file__).with_name("texts.toml")


@cache
def texts() -> dict[str, dict[str, dict[Language, str]]]:
    """All of them: by section and key a text in each language."""
    return {**frame(), **tomllib.loads(_FILE.read_text(encoding="utf-8"))}


def tell(key: str, lang: Language, **values: object) -> str:
    """A text of a section, as `check.allowed`, with its fields filled in.

    >>> tell("solve.nothing", "de")
    'Hier lässt sich nichts legen.'
    """
    section, _, name = key.partition(".")
    return texts()[section][name][lang].format(**values)
