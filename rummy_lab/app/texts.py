"""The words of the app around the widgets."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from rummy_lab.language import Language
from rummy_lab.words.texts import fill

_FILE: Final = Path(__file__).with_name("texts.toml")


@cache
def texts() -> dict[str, dict[str, dict[Language, str]]]:
    """All of them: by section and key a text in each language."""
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def tell(section: str, key: str, lang: Language, **values: object) -> str:
    """A text with its fields filled in.

    >>> tell("page", "course", "de", game="Rommé 40")
    'Rommé 40 lernen'
    """
    return fill(texts()[section][key][lang], values)
