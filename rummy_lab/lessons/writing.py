"""Lessons as TOML, as `reading` reads them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, cast

import tomli_w

from rummy_lab.core.cards import Card
from rummy_lab.core.melds import Meld
from rummy_lab.core.rules import RuleSet
from rummy_lab.lessons.acts import write_acts
from rummy_lab.lessons.reading import FORMAT
from rummy_lab.lessons.said import Said
from rummy_lab.lessons.steps import Goal, Lesson, Option, Step, When, Wrong
from rummy_lab.records.whole import write_whole

Raw = dict[str, Any]
_NOTHING: Final[tuple[object, ...]] = (None, "", 0, False, (), [], {})


def write_lesson(lesson: Lesson) -> str:
    """A lesson as TOML; `parse_lesson` makes the same lesson of it.

    >>> from rummy_lab.lessons.catalogue import lesson
    >>> from rummy_lab.lessons.reading import parse_lesson
    >>> parse_lesson(write_lesson(lesson("schmidt/joker-set"))) == lesson("schmidt/joker-set")
    True
    """
    return tomli_w.dumps(lesson_table(lesson))


def save_lesson(lesson: Lesson, path: str | os.PathLike[str]) -> Path:
    """Write a lesson to a file: the whole file or nothing; raises RummyError."""
    return write_whole(path, write_lesson(lesson))


def lesson_table(lesson: Lesson) -> Raw:
    """The table of a lesson, as a file holds it."""
    rules = lesson.rules
    return {
        "format": FORMAT,
        "id": lesson.id,
        "game": lesson.game,
        **_given(references=list(lesson.references)),
        "title": _said(lesson.title),
        **_given(
            leaves_out=_said(lesson.leaves_out),
            goals=[_said(goal) for goal in lesson.goals],
            rules=rule_changes(rules),
            guess=None if lesson.guess is None else step_table(lesson.guess, rules),
        ),
        "steps": [step_table(step, rules) for step in lesson.steps],
    }


def rule_changes(rules: RuleSet) -> Raw:
    """By which fields rules differ from their game. TOML has no null; rule sets write it none."""
    base = RuleSet.of(rules.preset)
    return {name: _toml(value) for name, value in rules.values().items() if base.get(name) != value}


def _toml(value: object) -> object:
    return "none" if value is None else list(cast("tuple[object, ...]", value)) if isinstance(value, tuple) else value


def step_table(step: Step, rules: RuleSet) -> Raw:
    """The table of a step; its position names its rules where they are not these."""
    place = None if step.position is None else str(step.position)
    if place is not None and step.rules == rules:
        place = place.removeprefix(f"{rules.name}; ")
    table = {
        "id": step.id,
        "kind": step.kind,
        **_given(
            generator=step.generator, references=list(step.references), position=place, turn=_text(step.turn),
            meld=_text(step.meld), because=step.because, choices=list(step.choices),
            objective=step.objective if step.kind == "find" else None,
        ),
    }  # fmt: skip
    # These may be false or 0 and are still said.
    table |= {name: value for name, value in (("legal", step.legal), ("points", step.points)) if value is not None}
    if step.goal is not None:
        table["goal"] = goal_table(step.goal)
    return table | _given(
        text=_said(step.text),
        after=_said(step.after),
        says=[_said(text) for text in step.says],
        hints=[_said(hint) for hint in step.hints],
        options=[_option(option) for option in step.options],
        wrong=[wrong_table(wrong) for wrong in step.wrong],
    )


def goal_table(goal: Goal) -> Raw:
    """The table of a goal."""
    table = _given(
        lays=_cards(goal.lays), cards=goal.cards, points=goal.points, melds=_melds(goal.melds), opens=goal.opens,
        out=goal.out, swaps=goal.swaps, keeps=goal.keeps,
    )  # fmt: skip
    return table if goal.ends else {**table, "ends": False}


def wrong_table(wrong: Wrong) -> Raw:
    """The table of an anticipated wrong answer."""
    return {
        "when": _when(wrong.when),
        **_given(**{"try": _text(wrong.example)}),
        "misconception": wrong.misconception,
        "says": _said(wrong.says),
    }


def _when(when: When) -> Raw:
    table = _given(
        code=when.code, meld=_text(when.meld), lays=_cards(when.lays), leaves=_cards(when.leaves),
        does=write_acts(when.does), does_not=write_acts(when.does_not), because=when.because, miscount=when.miscount,
    )  # fmt: skip
    exact = (("legal", when.legal), ("points", when.points))
    return table | {name: value for name, value in exact if value is not None}


def _option(option: Option) -> Raw:
    return {
        "id": option.id,
        "text": _said(option.text),
        **_given(right=option.right, misconception=option.misconception, says=_said(option.says)),
    }


def _given(**fields: object) -> Raw:
    """The fields that say something."""
    return {name: value for name, value in fields.items() if value not in _NOTHING}


def _said(text: Said | None) -> Mapping[str, str] | None:
    return None if text is None else dict(text.by_lang)


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _melds(melds: Iterable[Meld]) -> str:
    return " ".join(map(str, melds))
