"""The words of the variant lab: what is chosen, guessed, played, shown, kept and refused."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from rummy_lab.widgets.texts import Language
from rummy_lab.words.texts import fill

_FILE: Final = Path(__file__).with_name("variant_texts.toml")


@cache
def texts() -> dict[str, dict[str, dict[Language, str]]]:
    """All of them: by section and key a text in each language."""
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def tell(key: str, lang: Language, **values: object) -> str:
    """A text with its fields filled in: a key of the lab, or one of another section, as `question.turns`.

    >>> tell("question.turns", "nl"), tell("progress", "de", done="3", total="10")
    ('Hoeveel beurten duurt een spel?', '3 von 10 Spielen')
    """
    section, _, name = key.rpartition(".")
    return fill(texts()[section or "lab"][name][lang], values)
