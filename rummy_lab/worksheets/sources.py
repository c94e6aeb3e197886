"""Where the rule behind a step stands in the document of its game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

from rummy_lab.core.referee import play_until_error
from rummy_lab.lessons.steps import Step
from rummy_lab.search.existence import exists
from rummy_lab.words import main_reason, place
from rummy_lab.words.desk import entry_on
from rummy_lab.words.sources import Place, parent, place_of_entry
from rummy_lab.words.texts import read_toml
from rummy_lab.worksheets.texts import tell

_HYPHEN: Final = "\N{NON-BREAKING HYPHEN}"


def rule_text(step: Step, lang: str, numbers: Sequence[str] = ()) -> str:
    """The places of the rules that a step is about, with their numbers; empty where no document says anything of it.

    `numbers`: of the rules among which one is looked for where the step names none.

    >>> from rummy_lab.lessons.catalogue import lesson
    >>> rule_text(lesson("schmidt/split").steps[3], "en")
    'Rule: Schmidt p. 13, Transformations (S‑32)'
    """
    told = list(dict.fromkeys(one.text(lang) for one in _places(step, step.references or numbers)))
    if not told:
        return ""
    if step.references:
        told[-1] = tell("numbers", lang, place=told[-1], numbers=", ".join(step.references).replace("-", _HYPHEN))
    return tell("rule", lang, places="; ".join(told))


def _places(step: Step, numbers: Sequence[str]) -> list[Place]:
    """Of what is refused or done where the step has moves, else of the rules it names."""
    found = list(_of_turn(step))
    if not found or not any(one.on_page for one in found):
        found = list(_of_references(step, numbers)) or found
    return found


def _of_turn(step: Step) -> Iterator[Place]:
    if step.position is None or step.turn is None:
        return
    _, reasons = play_until_error(step.position, step.turn, exists=exists)
    if reasons:
        named = next((reason for reason in reasons if reason.code == step.because), None)
        yield place(named or main_reason(reasons), step.rules)
        return
    for move in step.turn:
        where = place(move, step.rules)
        if where is not None:
            yield where


def _of_references(step: Step, numbers: Sequence[str]) -> Iterator[Place]:
    game = parent(step.rules)
    found = entry_on(numbers, game.preset, step.text.plain("en", step.rules))
    if found is not None:
        yield next(ruling.place for ruling in found.answers if ruling.game == game.preset)
        return
    for number in step.references:
        rows = [row for row in _rows(game.preset) if number in row["rule"]]
        # What the document says goes before what only follows from it or comes from elsewhere.
        best = min(rows, key=lambda row: ("section" not in row, len(row["rule"])), default=None)
        if best is not None:
            yield place_of_entry(best, game)


def _rows(game: str) -> Iterator[dict[str, Any]]:
    tables = read_toml("places")
    yield from tables["places"][game].values()
    yield from tables["moves"][game].values()
    yield from (cast("dict[str, Any]", row[game]) for row in read_toml("desk").values())
