"""The rule desk as a page of Markdown, and the words of the games in three languages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rummy_lab.language import LANG
from rummy_lab.words.desk import Entry, Ruling, entries, notation
from rummy_lab.words.pages import game_name
from rummy_lab.words.rulecard import Example
from rummy_lab.words.sources import DOCUMENTS
from rummy_lab.words.texts import languages, read_toml, sentence, words_of


@dataclass(frozen=True, slots=True)
class Term:
    """What one thing is called in each language, what that means, and whether one of the words misleads."""

    names: tuple[str, ...]
    means: str
    false_friend: bool = False


def glossary(lang: str = LANG) -> tuple[Term, ...]:
    """The words of the two games; the names stand in the order of `languages`.

    >>> [term.names for term in glossary("nl") if term.false_friend][0]
    ('colour (Schmidt Rummy), suit (Rummy 40)', 'Farbe', 'kleur')
    """
    words_of(lang)  # says which languages there are
    rows: list[dict[str, Any]] = read_toml("glossary")["words"]
    return tuple(
        Term(tuple(row[one] for one in languages), row["means"][lang], row.get("false_friend", False)) for row in rows
    )


def desk_page(lang: str = LANG) -> str:
    """All of the rule desk as Markdown."""
    words = words_of(lang)
    found = entries(lang)
    parts = [f"# {words.text('desk', 'title')}", words.text("desk", "intro")]
    asked = [entry for entry in found if entry.number]
    for heading, some in (("asked", asked), ("looked_up", [entry for entry in found if not entry.number])):
        parts.append(f"## {words.text('desk', heading)}")
        parts += ["\n\n".join(_entry(entry)) for entry in some]
    parts += [f"## {words.text('desk', 'words')}", words.text("desk", "words_intro"), _table(lang)]
    return "\n\n".join(parts) + "\n"


def _entry(entry: Entry) -> Iterator[str]:
    number = f"{entry.number}. " if entry.number else ""
    yield f"### {number}{entry.question}"
    for ruling in entry.answers:
        yield "\n".join(_ruling(ruling, entry.lang))


def _ruling(ruling: Ruling, lang: str) -> Iterator[str]:
    words = words_of(lang)
    yield f"**{game_name(DOCUMENTS[ruling.game], lang)}:** {ruling.text}"
    yield ""
    for name, case in (("right", ruling.right), ("wrong", ruling.wrong)):
        if case is not None:
            yield f"- {words.text('table', name)}: {_case(case)}"
    yield f"- {words.text('desk', 'place')}: {sentence(ruling.place.text(lang))} ({', '.join(ruling.place.rule)})"
    yield f"- {words.text('desk', 'certainty')}: {ruling.mark(lang)}"


def _case(case: Example) -> str:
    return f"`{notation(case)}`<br>{case.label}"


def _table(lang: str) -> str:
    head = ["English", "Deutsch", "Nederlands", words_of(lang).text("desk", "meaning")]
    rows = [[*term.names, ("⚠ " if term.false_friend else "") + term.means] for term in glossary(lang)]
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)
