"""Lessons from TOML: untrusted, so sizes are bounded and every fault is one sentence with file and place."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields as fields_of
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from rummy_lab.core.cards import Card, read_cards
from rummy_lab.core.errors import Phrase, RummyError, printable
from rummy_lab.core.melds import Meld, Table
from rummy_lab.core.moves import Turn
from rummy_lab.core.referee import position
from rummy_lab.core.rules import RuleSet, presets
from rummy_lab.core.state import State
from rummy_lab.lessons.acts import acts
from rummy_lab.lessons.counting import MISCOUNTS
from rummy_lab.lessons.fields import Faults, Fields, Skip
from rummy_lab.lessons.said import Said
from rummy_lab.lessons.steps import GENERATORS, KINDS, Goal, Kind, Lesson, Objective, Option, Step, When, Wrong
from rummy_lab.records.toml import NoToml, read_toml
from rummy_lab.records.whole import read_bounded
from rummy_lab.words import languages

FORMAT: Final = 1
LARGEST: Final = 1 << 18
_STEPS, _OPTIONS, _LONGEST = 8, 8, 2000
_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_OBJECTIVES: Final = ("cards", "points", "penalty", "out")
_WHEN: Final = tuple(field.name for field in fields_of(When))
T = TypeVar("T")


class LessonError(RummyError):
    """A lesson that cannot be used.

    Attributes:
        faults: one sentence each, with file and place.
    """

    def __init__(self, faults: list[str]) -> None:
        self.faults = tuple(faults)
        more = Phrase("{first} (and {count} more)", first=faults[0], count=len(faults) - 1)
        super().__init__(faults[0] if len(faults) == 1 else more)


def read_lesson(path: str | os.PathLike[str], name: str = "") -> Lesson:
    """The lesson in this file; raises LessonError with all faults of its form.

    They call the file by `name`; left out: by its path, as it was given.
    """
    name = printable(name or str(path))
    try:
        text = read_bounded(Path(path), LARGEST, Phrase("lesson"))
    except RummyError as fault:
        raise LessonError([Phrase("{name}: {fault}", name=name, fault=fault)]) from None
    return parse_lesson(text, name)


def parse_lesson(text: str, file: str = "") -> Lesson:
    """A lesson from its TOML; raises LessonError with all faults of its form.

    Whether positions and answers are true is for `rummy_lab.lessons.checking`.
    """
    faults = Faults(file, text)
    lesson: Lesson | None = None
    try:
        if len(text) > LARGEST:
            raise LessonError(
                [Phrase("{file}: is larger than {most} bytes, which no lesson needs", file=file, most=LARGEST)]
            )
        raw = read_toml(text)
        with suppress(Skip):
            lesson = _lesson(Fields(raw, "", faults), file)
    except NoToml as fault:
        faults.note("", fault.sentence)
    if faults.all or lesson is None:
        raise LessonError(faults.all)
    return lesson


def _lesson(fields: Fields, file: str) -> Lesson:
    if fields.get("format", int) != FORMAT:
        fields.note("format", Phrase("is not known here; this version reads format {known}", known=FORMAT))
        raise Skip
    game = fields.one_of("game", tuple(rules.preset for rules in presets()))
    name = fields.get("id", str)
    head, _, tail = name.partition("/")
    if head != game or not _ID.fullmatch(tail):
        fields.note("id", Phrase("must be {game}/ and a name of small letters, digits and hyphens", game=game))
    rules = rules_of(fields, game)
    title = said(fields, "title")
    goals = tuple(
        text
        for at, raw in enumerate(_list(fields, "goals", 4))
        if (text := _said_of(raw, f"goals[{at}]", fields.faults))
    )
    guess_fields = fields.table("guess")
    guess = None if guess_fields is None else _step(guess_fields, rules, "guess", ("choose",))
    steps: list[Step] = []
    for at, row in enumerate(fields.tables("steps", _STEPS)):
        with suppress(Skip):
            steps.append(_step(row, rules, str(at + 1)))
    if not steps and not fields.faults.all:
        fields.note("steps", "there are none; a lesson has at least one")
    for step in (one for at, one in enumerate(steps) if one.id in {other.id for other in steps[:at]}):
        fields.note("steps", Phrase("two steps have the id {id}; give each its own", id=repr(step.id)))
    leaves_out = said(fields, "leaves_out") if "leaves_out" in fields else None
    lesson = Lesson(
        name, game, rules, title, goals, _texts(fields, "references"), tuple(steps), guess, leaves_out, file
    )
    fields.done()
    return lesson


def rules_of(fields: Fields, game: str) -> RuleSet:
    """The game with the changes in the table `rules`. Raises Skip."""
    changes = fields.table("rules")
    if changes is None:
        return RuleSet.of(game)
    try:
        values = {name: _value(changes.raw(name)) for name in changes.names()}
        return RuleSet.of(game).vary(**{name.replace(".", "__"): value for name, value in values.items()})
    except (RummyError, TypeError) as fault:
        changes.note("", fault.sentence if isinstance(fault, RummyError) else str(fault))
        raise Skip from None


def _value(raw: object) -> Any:
    return None if raw == "none" else tuple(cast("list[object]", raw)) if isinstance(raw, list) else raw


def said(fields: Fields, name: str) -> Said:
    """A text of a table: by language, or one that is English."""
    text = _said_of(fields.raw(name), fields.at(name), fields.faults)
    if text is None:
        raise Skip
    return text


def _said_of(raw: object, place: str, faults: Faults) -> Said | None:
    if raw is None:
        faults.note(place, "is missing; it must be a table of texts by language, such as { en = ..., de = ... }")
        return None
    by_lang = {"en": raw} if isinstance(raw, str) else raw
    if not isinstance(by_lang, dict) or not all(
        isinstance(text, str) for text in cast("dict[str, object]", by_lang).values()
    ):
        faults.note(place, "must be a table of texts by language, such as { en = ..., de = ... }")
        return None
    texts = cast("dict[str, str]", by_lang)
    if unknown := next((lang for lang in texts if lang not in languages), None):
        faults.note(
            place,
            Phrase(
                "{name} is no language here; there are {languages}",
                name=repr(unknown[:20]),
                languages=", ".join(languages),
            ),
        )
    elif not texts.get("en", "").strip():
        faults.note(place, "has no English text; the other languages fall back to it")
    elif long := next((lang for lang, text in texts.items() if len(text) > _LONGEST), None):
        faults.note(place, Phrase("{lang}: is longer than {most} characters", lang=long, most=_LONGEST))
    elif wrong := (found := Said(texts)).faults():
        faults.note(place, wrong)
    else:
        return found
    return None


def _list(fields: Fields, name: str, most: int) -> list[object]:
    rows = cast("list[object]", fields.get(name, list, []))
    if len(rows) > most:
        fields.note(name, Phrase("has {count} entries; at most {most} are read", count=len(rows), most=most))
        raise Skip
    return rows


def _texts(fields: Fields, name: str) -> tuple[str, ...]:
    rows = _list(fields, name, 30)
    if wrong := next((row for row in rows if not isinstance(row, str) or len(row) > 100), None):
        fields.note(name, Phrase("must be short texts, not {given}", given=f"{wrong!r:.60}"))
        raise Skip
    return tuple(cast("list[str]", rows))


def _all_said(fields: Fields, name: str, most: int) -> tuple[Said, ...]:
    rows = _list(fields, name, most)
    return tuple(
        text for at, row in enumerate(rows) if (text := _said_of(row, f"{fields.at(name)}[{at}]", fields.faults))
    )


def _step(fields: Fields, rules: RuleSet, number: str, kinds: tuple[str, ...] = KINDS) -> Step:
    kind = cast(Kind, fields.one_of("kind", kinds, kinds[0] if len(kinds) == 1 else None))
    state = fields.read("position", lambda text: position_of(text, rules))
    own = state.rules if state is not None else rules
    legal = fields.get("legal", bool) if kind == "judge" else None
    points = fields.get("points", int) if kind == "value" else None
    step = Step(
        id=fields.get("id", str, number), kind=kind, text=said(fields, "text"), rules=own, position=state,
        hints=_all_said(fields, "hints", 3), after=said(fields, "after") if "after" in fields else None,
        wrong=tuple(_wrongs(fields, own)), generator=fields.one_of("generator", ("", *GENERATORS), ""),
        references=_texts(fields, "references"),
        turn=fields.read("turn", Turn.parse), says=_all_said(fields, "says", 30),
        goal=_goal(fields, own) if kind == "do" else None,
        legal=legal, because=fields.get("because", str, "") if kind == "judge" else "",
        choices=_texts(fields, "choices") if kind == "judge" else (),
        points=points, meld=fields.read("meld", _meld_of(own)) if kind == "value" else None,
        options=tuple(_options(fields)) if kind in ("choose", "predict") else (),
        objective=cast(Objective, fields.one_of("objective", _OBJECTIVES, "cards")) if kind == "find" else "cards",
    )  # fmt: skip
    if kind not in ("choose", "value") and state is None and "position" not in fields:
        fields.note("position", Phrase("is missing; a step of kind {kind} has one", kind=kind))
    if kind in ("watch", "judge", "predict") and step.turn is None and "turn" not in fields:
        fields.note("turn", Phrase("is missing; a step of kind {kind} has one", kind=kind))
    if not _ID.fullmatch(step.id):
        fields.note("id", "must be a name of small letters, digits and hyphens")
    fields.done()
    return step


def position_of(text: str, rules: RuleSet) -> State:
    """A position, under the rules of the lesson where it names none; raises NotationError."""
    head = re.split(r"[;{]", text, maxsplit=1)[0].strip()
    if head in {rules.preset for rules in presets()}:
        return position(text)
    return position(f"{rules.name}; {text}")


def _meld_of(rules: RuleSet) -> Callable[[str], Meld]:
    return lambda text: Meld.of(Meld.parse(text).slots, rules.top)


def _cards(fields: Fields, name: str) -> tuple[Card, ...]:
    return fields.read(name, read_cards) or ()


def _goal(fields: Fields, rules: RuleSet) -> Goal:
    table = fields.table("goal")
    if table is None:
        fields.note("goal", "is missing; a step of kind do says what the turn has to reach, such as { cards = 1 }")
        raise Skip
    melds = table.read("melds", Table.parse)
    goal = Goal(
        lays=_cards(table, "lays"), cards=table.get("cards", int, 0), points=table.get("points", int, 0),
        melds=tuple(Meld.of(meld.slots, rules.top) for meld in melds or ()), opens=table.get("opens", bool, False),
        out=table.get("out", bool, False), swaps=table.get("swaps", int, 0),
        keeps=table.get("keeps", bool, False), ends=table.get("ends", bool, True),
    )  # fmt: skip
    table.done()
    return goal


def _wrongs(fields: Fields, rules: RuleSet) -> list[Wrong]:
    found: list[Wrong] = []
    for row in fields.tables("wrong", _OPTIONS):
        with suppress(Skip):
            when = row.table("when")
            if when is None:
                row.note("when", "is missing; it says what the wrong answer looks like")
                raise Skip
            legal = when.get("legal", bool) if "legal" in when else None
            points = when.get("points", int) if "points" in when else None
            looks = When(
                when.get("code", str, ""), when.read("meld", _meld_of(rules)), _cards(when, "lays"),
                _cards(when, "leaves"), legal, when.get("because", str, ""), points,
                when.one_of("miscount", MISCOUNTS) if "miscount" in when else "",
                when.read("does", acts) or (), when.read("does_not", acts) or (),
            )  # fmt: skip
            if looks == When():
                when.note("", Phrase("says nothing; give one of {names}", names=", ".join(_WHEN)))
                raise Skip
            when.done(_WHEN)
            found.append(Wrong(looks, row.get("misconception", str), said(row, "says"), row.read("try", Turn.parse)))
            row.done()
    return found


def _options(fields: Fields) -> list[Option]:
    found: list[Option] = []
    for at, row in enumerate(fields.tables("options", _OPTIONS)):
        with suppress(Skip):
            says = said(row, "says") if "says" in row else None
            own = row.get("id", str, "abcdefgh"[at])
            found.append(
                Option(own, said(row, "text"), row.get("right", bool, False), says, row.get("misconception", str, ""))
            )
            row.done()
    if len(found) < 2 or not any(option.right for option in found):
        fields.note("options", "there must be at least two, and at least one with right = true")
    elif len({option.id for option in found}) < len(found):
        fields.note("options", "two of them have the same id; give each its own")
    return found
