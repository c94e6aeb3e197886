"""The notebooks in German and Dutch: texts that stand beside the English cells they were made from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final, cast

from rummy_lab.core.errors import RummyError
from rummy_lab.core.melds import Table
from rummy_lab.words.texts import languages

_FOLDER: Final = "notebook_texts"
Texts = dict[str, dict[str, Any]]


def translated(name: str, notebook: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """A copy of an English notebook in another language; what has no translation there stays English.

    Text is replaced as a whole, code only in its comments and in the strings that people read. Saved outputs go, since
    they are in English, but for pictures of melds, which have no words.

    Args:
        name: where the notebook lies among the notebooks of the package, such as `01_tour` or `how_to/rules.ipynb`.
        notebook: the notebook as its file says it in JSON, format 4.5; it is not changed.
        lang: en, de or nl.

    Raises:
        RummyError: there is no such language.

    >>> cell = {"cell_type": "markdown", "id": "mine", "metadata": {}, "source": ["## My own words"]}
    >>> german = translated("01_tour", {"cells": [cell], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}, "de")
    >>> german["cells"][0]["source"]
    ['## My own words']
    """
    if lang not in languages:
        raise RummyError(
            "there is no language {given}; the languages are {languages}",
            given=repr(lang),
            languages=", ".join(languages),
        )
    copy = deepcopy(dict(notebook))
    texts = {} if lang == "en" else texts_of(name, lang)
    if not texts:
        return copy
    for cell in cast("list[dict[str, Any]]", copy["cells"]):
        text = texts.get(cell.get("id", ""))
        if text is not None and text["english"] == fingerprint(source := source_of(cell)):
            cell["source"] = _said(source, text).splitlines(keepends=True)
        if cell["cell_type"] == "code":
            cell["execution_count"] = None
            cell["outputs"] = [output for output in cell["outputs"] if _is_wordless(output)]
    return copy


def texts_of(name: str, lang: str) -> Texts:
    """The texts of a notebook by the ids of its cells; empty where there are none.

    Each has `english`, the fingerprint of the cell that was translated, and either `text`, a whole markdown cell, or
    `say`, what to say instead of which pieces of the code.
    """
    return _read(name.removesuffix(".ipynb"), lang)


def fingerprint(source: str) -> str:
    """What tells an English text from any other, also from its own later state.

    >>> fingerprint("# Puzzles")
    'dcac74886ae5'
    """
    return sha256(source.encode()).hexdigest()[:12]


def source_of(cell: Mapping[str, Any]) -> str:
    """The text of a cell, which a notebook's file holds as one string or as its lines."""
    return "".join(cell["source"])


@cache
def _read(name: str, lang: str) -> Texts:
    place = files("rummy_lab.words").joinpath(_FOLDER, *f"{name}.{lang}.toml".split("/"))
    return tomllib.loads(place.read_text("utf-8")) if place.is_file() else {}


def _said(source: str, text: Mapping[str, Any]) -> str:
    if "text" in text:
        return str(text["text"]).strip("\n")
    for english, said in text["say"].items():
        source = source.replace(english, said)
    return source


def _is_wordless(output: Mapping[str, Any]) -> bool:
    plain = source_of({"source": output.get("data", {}).get("text/plain", "")})
    try:
        return bool(Table.parse(plain))
    except RummyError:
        return False
