"""`rummy-lab ask`: the rule desk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Final

from rummy_lab.cli.output import complain, say, say_csv, say_json
from rummy_lab.cli.reading import Reader
from rummy_lab.language import Language
from rummy_lab.words import Entry
from rummy_lab.words import ask as entries_for
from rummy_lab.words.texts import words_of

EXAMPLES: Final = ("ask may I keep the joker", 'ask "wann darf ich Joker tauschen?" --lang de', "ask joker --json")
COLUMNS: Final = ("id", "question", "game", "answer", "place", "rule", "certainty")


def run(arguments: Sequence[str], lang: Language) -> int:
    """Answer a question about the rules, for each of the two games."""
    reader = Reader("ask", lang, EXAMPLES)
    reader.add("words", nargs="+", metavar="WORDS")
    reader.add_forms()
    given = reader.read(arguments)
    found = entries_for(" ".join(given.words), lang)
    if given.json:
        say_json([asdict(entry) for entry in found])
    elif given.csv:
        say_csv(COLUMNS, (row for entry in found for row in _rows(entry, lang)))
    elif found:
        say("\n\n".join(map(str, found)))
    if found:
        return 0
    complain(words_of(lang).text("desk", "none"))
    return 1


def _rows(entry: Entry, lang: Language) -> Iterator[dict[str, str]]:
    for ruling in entry.answers:
        yield {
            "id": entry.id, "question": entry.question, "game": ruling.game, "answer": ruling.text,
            "place": ruling.place.text(lang), "rule": " ".join(ruling.place.rule), "certainty": ruling.certainty,
        }  # fmt: skip
