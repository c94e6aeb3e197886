"""Everything that people read in German and Dutch keeps to the words of the glossary and avoids its false friends."""

import importlib
import pkgutil
import re
import tomllib
from pathlib import Path

import pytest

import rummy_lab

ROOT = Path(rummy_lab.__file__).parent
# Words that people may type, and the glossary itself.
TYPED = {"hearing", "glossary"}
MISLEADING = {
    # The Dutch text of Rummy 40 calls going out so, other Dutch players the opening.
    "nl": r"\buit ?(?:te )?kom(?:en|t)?\b|\buitgekomen\b|\bde aas\b",
    "de": r"\bMeldung\b|\bErstmeldung\b|\bFigur\b",
}


def texts_in(value, lang, inside=False):
    """Every text of a language in nested tables; below a key that names the language all of them."""
    if isinstance(value, str):
        if inside:
            yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            if key != "also":
                yield from texts_in(one, lang, inside or key == lang)
    elif isinstance(value, list):
        for one in value:
            yield from texts_in(one, lang, inside)


def everything(lang):
    """Each text with the file it stands in."""
    for file in sorted(ROOT.rglob("*.toml")):
        if file.stem not in TYPED:
            own = re.search(rf"(^|[._]){lang}$", file.stem) is not None
            for text in texts_in(tomllib.loads(file.read_text("utf-8")), lang, own):
                yield file.relative_to(ROOT).as_posix(), text
    for module in pkgutil.walk_packages([str(ROOT)], "rummy_lab."):
        if module.name.endswith("texts") and hasattr(found := importlib.import_module(module.name), "TEXTS"):
            for text in texts_in(found.TEXTS, lang):
                yield module.name, text


@pytest.mark.parametrize("lang", MISLEADING)
def test_no_word_that_means_two_things_is_used(lang):
    told = list(everything(lang))
    assert len(told) > 2500
    wrong = [(where, text) for where, text in told if re.search(MISLEADING[lang], text, re.IGNORECASE)]
    # The question what that word means, and the heading of the document.
    allowed = {
        ("words/desk_nl.toml", "Wat betekent uitkomen: de eerste uitleg doen of uitgaan?"),
        ("words/nl.toml", "Uitkomen"),
    }
    assert [one for one in wrong if one not in allowed] == []
