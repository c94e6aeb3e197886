"""The rule desk: questions as people ask them; of each game the answer, a right and a wrong case."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, cast

from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.core.rules import RuleSet
from rummy_lab.language import LANG
from rummy_lab.words.finding import Finder
from rummy_lab.words.pages import field_text, game_name
from rummy_lab.words.rulecard import Example
from rummy_lab.words.sentences import explain, main_reason
from rummy_lab.words.sources import DOCUMENTS, Place, parent, place_of_entry
from rummy_lab.words.spoken import meld_text
from rummy_lab.words.texts import pack_of, read_toml, sentence, words_of
from rummy_lab.words.trial import tried

Certainty = Literal["text", "follows", "silent"]
CERTAINTIES: Final[tuple[Certainty, ...]] = ("text", "follows", "silent")


@dataclass(frozen=True, slots=True)
class Ruling:
    """What one of the games answers.

    Attributes:
        game: its preset. text: the answer. place: where it stands, or where else it comes from.
        certainty: `text` (the text says so), `follows` (it follows from the text), `silent` (the text leaves it open).
        right, wrong: a case that the referee accepts and one that it refuses; None where there is nothing to lay.
        field: the parameter of the rule set by which other groups play otherwise; empty where there is none.
        others: what they play: each as a rule set by its name, and in words.
    """

    game: str
    text: str
    place: Place
    certainty: Certainty
    right: Example | None = None
    wrong: Example | None = None
    field: str = ""
    others: tuple[tuple[str, str], ...] = ()

    def mark(self, lang: str = LANG) -> str:
        """How certain the answer is, in words; where the text is silent, also what others play."""
        words = words_of(lang)
        told = words.text("desk", self.certainty)
        if not self.others:
            return told
        played = " ".join(f"{text} ({name})" for name, text in self.others)
        return f"{told} {words.text('desk', 'others', others=played)}"


@dataclass(frozen=True, slots=True, repr=False)
class Entry:
    """A question and its answers.

    Attributes:
        id: its name. number: its number in the list of asked questions, 0 where it is a rule that people look up.
        question: in everyday words. answers: of Schmidt Rummy and of Rummy 40. lang: the language of all this.
    """

    id: str
    number: int
    question: str
    answers: tuple[Ruling, ...]
    lang: str = LANG

    def __str__(self) -> str:
        """The entry as plain text."""
        lines = [self.question]
        for ruling in self.answers:
            lines += [f"  {game_name(DOCUMENTS[ruling.game], self.lang)}: {ruling.text}"]
            for name, case in (("right", ruling.right), ("wrong", ruling.wrong)):
                if case is not None:
                    lines += [f"    {words_of(self.lang).text('table', name)}: {notation(case)}", f"      {case.label}"]
            lines.append(f"    {sentence(ruling.place.text(self.lang))}. {ruling.mark(self.lang)}")
        return "\n".join(lines)

    __repr__ = __str__


def ask(words: str, lang: str = LANG, limit: int = 3) -> tuple[Entry, ...]:
    """The entries of the rule desk that answer a question, the likeliest first; none where nothing is like it.

    Args:
        words: a question or a few words of it; spelling need not be perfect.
        lang: `en`, `de` or `nl`; left out: what `RUMMY_LAB_LANG` names, else English.
        limit: how many at most.

    Raises RummyError for a limit, a question or a language that cannot be.

    Source: each answer of an entry names its place and how sure it is.

    >>> [entry.id for entry in ask("keep the joker on my rack", limit=1)]
    ['keep-joker']
    >>> ask("weather tomorrow")
    ()
    """
    if type(limit) is not int or limit < 1:
        raise RummyError("limit is {given}; it is a whole number from 1 on", given=repr(limit))
    if not isinstance(words, str):  # pyright: ignore[reportUnnecessaryIsInstance] - it is typed into notebooks
        raise RummyError("a question is a text, not {given}", given=f"{words!r:.40}")
    return tuple(entry(name, lang) for name, _ in _finder(lang).ranked(words)[:limit])


def entries(lang: str = LANG) -> tuple[Entry, ...]:
    """All entries of the rule desk, the asked questions first."""
    return tuple(entry(name, lang) for name in read_toml("desk"))


@cache
def entry(name: str, lang: str = LANG) -> Entry:
    """One entry by its id; raises RummyError where there is none."""
    asked = _texts(lang)
    known = read_toml("desk")
    if name not in known:
        raise RummyError(
            "the rule desk has no entry {name}; there are {names}", name=repr(name[:40]), names=", ".join(known)
        )
    rulings = tuple(_ruling(game, known[name][game], asked[name][game], lang) for game in DOCUMENTS)
    return Entry(name, known[name].get("number", 0), asked[name]["ask"], rulings, lang)


def entry_on(rules: Iterable[str], game: str, words: str, lang: str = LANG) -> Entry | None:
    """Of the entries whose answer for the game is about some of these rules, the one that English words fit best.

    Where the words fit none, the one that is about these rules and no others; None where it is not clear which.

    >>> entry_on(["S-17"], "schmidt", "When may I exchange the joker of a run?").id
    'joker-in-run'
    """
    wanted, desk = set(rules), read_toml("desk")
    shared = {name: wanted & set(row[game]["rule"]) for name, row in desk.items()}
    found = next((name for name, _ in _finder("en").ranked(words) if shared[name]), None)
    if found is None:
        just = [name for name, row in desk.items() if wanted and set(row[game]["rule"]) == wanted]
        some = just or [name for name, numbers in shared.items() if numbers]
        found = some[0] if just or len(some) == 1 else None
    return None if found is None else entry(found, lang)


def ruling_on(rules: RuleSet, field: str, lang: str = LANG) -> Ruling | None:
    """What the rule desk answers about a field of a rule set, for the game the rules come from; None: nobody has asked.

    >>> from rummy_lab.games import RUMMY51
    >>> ruling_on(RUMMY51, "opening.points").game
    'rummy40'
    """
    document = parent(rules).preset
    rulings = (ruling for entry in entries(lang) for ruling in entry.answers)
    return next((one for one in rulings if one.game == document and one.field == field), None)


def phrasings(name: str, lang: str = LANG) -> tuple[str, ...]:
    """How an entry is asked for: its question first, then in other words."""
    own = _texts(lang)[name]
    return (own["ask"], *own["also"])


def notation(case: Example) -> str:
    """A case in the notation: the heap, or the position and the turn."""
    return f"{case.position}: {case.turn}" if case.turn else str(case.melds)


def _texts(lang: str) -> dict[str, Any]:
    words_of(lang)  # says which languages there are
    return read_toml(f"desk_{lang}")


@cache
def _finder(lang: str) -> Finder:
    texts = _texts(lang)
    return Finder({name: phrasings(name, lang) for name in texts})


def _ruling(game: str, row: dict[str, Any], text: str, lang: str) -> Ruling:
    rules = DOCUMENTS[game]
    field = str(row.get("field", ""))
    values = cast("list[Any]", row.get("others", []))
    others = tuple(_played(rules, field, value, lang) for value in values)
    right = _example(row.get("right"), rules, lang)
    wrong = _example(row.get("wrong"), rules, lang, row.get("seat"))
    return Ruling(game, text, place_of_entry(row, rules), row["sure"], right, wrong, field, others)


def _played(rules: RuleSet, field: str, value: object, lang: str) -> tuple[str, str]:
    plain = tuple(cast("list[object]", value)) if isinstance(value, list) else value
    other = rules.vary(**{field.replace(".", "__"): plain})
    return other.name, field_text(other, field, lang)


def _example(text: str | None, rules: RuleSet, lang: str, seat: str | None = None) -> Example | None:
    """A case with what happens in it in words: the cards or the turn, and why it is refused where it is."""
    if text is None:
        return None
    trial = tried(text, rules, seat)
    words = words_of(lang, pack_of(rules))
    if trial.turn:
        label = explain(Turn.parse(trial.turn), lang, rules=rules, seat=seat)
    else:
        label = f"{sentence(meld_text(words, trial.table[0]))}."
    if trial.faults:
        reason = explain(main_reason(trial.faults), lang, rules=rules)
        label = words.text("desk", "refused", moves=label, reason=reason)
    return Example(label, trial.table, trial.start, trial.turn, seat or "")
