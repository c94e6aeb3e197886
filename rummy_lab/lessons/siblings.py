"""Siblings of a step: the same question about other cards, as hard as the first.

A position stays the same question when its suits change places and all its ranks move by the same number, as long as
the referee says the same about it. So siblings need no generator of their own: they are made from any step, by seed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Final

from rummy_lab.core.cards import Card, joker_as, joker_in_set, natural
from rummy_lab.core.errors import RummyError
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Turn
from rummy_lab.core.referee import play_until_error, position
from rummy_lab.core.rules import RuleSet
from rummy_lab.lessons.acts import Act
from rummy_lab.lessons.counting import miscounted, points_of
from rummy_lab.lessons.judging import judged
from rummy_lab.lessons.steps import Goal, Option, Step, When, Wrong
from rummy_lab.search.existence import exists

_Map = Callable[[Card], Card]
_CARD: Final = re.compile(r"(?<![\w?*])\*?(?:1[0-3]|[1-9AJQK])[rygbcdhs?](?![\w?])")


def siblings(step: Step, seed: int, count: int) -> list[Step]:
    """At most so many other steps like this one, in an order that hangs on the seed alone.

    >>> from rummy_lab.lessons.reading import parse_lesson
    >>> lesson = parse_lesson('''
    ... format = 1
    ... game = "schmidt"
    ... id = "schmidt/worth"
    ... title = "Worth"
    ... [[steps]]
    ... kind = "value"
    ... text = "What is {4r 5r 6r} worth?"
    ... meld = "[4r 5r 6r]"
    ... points = 15
    ... ''')
    >>> [(str(one.meld), one.points, one.text.plain("en", one.rules)) for one in siblings(lesson.steps[0], 1, 1)]
    [('[7b 8b 9b]', 24, 'What is blue 7, 8 and 9 worth?')]
    """
    rules = step.rules
    suits = [dict(zip(rules.pack.suits, order, strict=True)) for order in permutations(rules.pack.suits)]
    shifts = range(1 - rules.top, rules.top)
    if step.generator == "ranks":  # where colours or suits matter to the words
        suits = suits[:1]
    elif step.generator == "suits":  # where the numbers do
        shifts = range(1)
    ways = [(suit, shift) for suit in suits for shift in shifts if shift or any(a != b for a, b in suit.items())]
    Random(f"siblings {step.id} {seed}").shuffle(ways)
    found: list[Step] = []
    easier: list[Step] = []  # in which one of the anticipated mistakes cannot be made
    seen = {_question(step)}
    for suit, shift in ways:
        if len(found) == count:
            break
        made = _sibling(step, _mapping(rules, suit, shift))
        if made is not None and _question(made) not in seen:
            seen.add(_question(made))
            (found if len(made.wrong) >= _carried(step) else easier).append(made)
    return [*found, *easier][:count]


def _carried(step: Step) -> int:
    """How many anticipated mistakes are worked out anew for other cards; in a `value` step a plain number is not."""
    return sum(step.kind != "value" or bool(wrong.when.miscount) for wrong in step.wrong)


def _question(step: Step) -> tuple[str, ...]:
    return (str(step.position), str(step.meld), str(step.turn))


def _mapping(rules: RuleSet, suits: dict[str, str], shift: int) -> _Map:
    def other(card: Card) -> Card:
        if card.bare:
            return card
        rank = card.rank + shift
        if not 1 <= rank <= rules.top:
            raise RummyError("beyond the pack")
        if not card.suit:
            return joker_in_set(rank, rules.pack.suits)
        moved = natural(rank, suits[card.suit])
        return joker_as(moved) if card.joker else moved

    return other


def _sibling(step: Step, other: _Map) -> Step | None:
    """The step with other cards, None where the referee sees another question in it."""
    try:
        made = _mapped(step, other)
        if made.kind == "value":
            return _counted(made)
        return made if _alike(step, made) else None
    except RummyError:
        return None


def _counted(made: Step) -> Step:
    """The step with its points, and the mistakes that can be made with its cards and told apart."""
    points = points_of(made)
    met = {points}
    kept: list[Wrong] = []
    for wrong in made.wrong:
        if wrong.when.miscount and (others := miscounted(made, wrong.when.miscount)) not in met:
            met.add(others)
            kept.append(wrong)
    return replace(made, points=points, wrong=tuple(kept))


def _alike(one: Step, two: Step) -> bool:
    told: list[object] = []
    for step in (one, two):
        if step.position is None or step.turn is None:
            return False
        reached, reasons = play_until_error(step.position, step.turn, exists=exists)
        goes_on = [len(meld) for meld in reached.table], reached.over is not None
        wrongs = [judged(step, wrong.example).wrong == wrong for wrong in step.wrong if wrong.example is not None]
        right = judged(step, step.turn).right if step.kind in ("do", "find") else True
        told.append((sorted(reason.code for reason in reasons), goes_on, wrongs, right))
    return told[0] == told[1]


def _mapped(step: Step, other: _Map) -> Step:
    rules = step.rules
    return replace(
        step,
        text=step.text.mapped(other),
        position=None if step.position is None else position(_of_position(str(step.position), other)),
        hints=tuple(hint.mapped(other) for hint in step.hints),
        after=None if step.after is None else step.after.mapped(other),
        wrong=tuple(_wrong(rules, wrong, other) for wrong in step.wrong),
        turn=None if step.turn is None else Turn.parse(_in_text(str(step.turn), other)),
        says=tuple(text.mapped(other) for text in step.says),
        goal=None if step.goal is None else _goal(rules, step.goal, other),
        meld=None if step.meld is None else _meld(rules, step.meld, other),
        options=tuple(_option(option, other) for option in step.options),
    )


def _in_text(text: str, other: _Map) -> str:
    """A text in the notation with other cards."""
    return _CARD.sub(lambda found: str(other(Card(found[0]))), text)


def _of_position(text: str, other: _Map) -> str:
    rules, _, rest = text.partition("; ")
    return f"{rules}; {_in_text(rest, other)}"


def _meld(rules: RuleSet, meld: Meld, other: _Map) -> Meld:
    return Meld.of(map(other, meld.slots), rules.top)


def _goal(rules: RuleSet, goal: Goal, other: _Map) -> Goal:
    melds = tuple(_meld(rules, meld, other) for meld in goal.melds)
    return replace(goal, lays=tuple(map(other, goal.lays)), melds=melds)


def _wrong(rules: RuleSet, wrong: Wrong, other: _Map) -> Wrong:
    when = wrong.when
    looks: When = replace(
        when, meld=None if when.meld is None else _meld(rules, when.meld, other),
        lays=tuple(map(other, when.lays)), leaves=tuple(map(other, when.leaves)),
        does=_acts(when.does, other), does_not=_acts(when.does_not, other),
    )  # fmt: skip
    example = None if wrong.example is None else Turn.parse(_in_text(str(wrong.example), other))
    return replace(wrong, when=looks, says=wrong.says.mapped(other), example=example)


def _acts(acts: tuple[Act, ...], other: _Map) -> tuple[Act, ...]:
    return tuple(replace(act, cards=tuple(map(other, act.cards))) for act in acts)


def _option(option: Option, other: _Map) -> Option:
    return replace(
        option, text=option.text.mapped(other), says=None if option.says is None else option.says.mapped(other)
    )
