"""What is chosen in a variant lab: a game, changes of its rules, bots and a question, without a widget."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final, Literal, cast

from rummy_lab.batch.plan import Plan
from rummy_lab.batch.table import Player
from rummy_lab.bots import Bot, bot
from rummy_lab.core.chance import check_seed
from rummy_lab.core.errors import RuleSetError, RummyError
from rummy_lab.core.fields import Value, plain_value
from rummy_lab.core.rules import RuleSet, field_specs
from rummy_lab.language import LANG
from rummy_lab.widgets.guard import known
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.variant_questions import By, Question, question_of
from rummy_lab.widgets.variant_texts import tell
from rummy_lab.words.pages import field_text, game_name, has_effect

MOST_CHANGES: Final = 4
Combine = Literal["apart", "together", "crossed"]
COMBINE: Final[tuple[Combine, ...]] = ("apart", "together", "crossed")
Change = tuple[str, Value]

OFFERED: Final = tuple(
    field
    for field, spec in field_specs().items()
    if not field.startswith("match.") and field not in ("pack.suits", "deal.seats") and spec.pairs is None
)
"""The parameters that can be chosen: those that one deal can show the effect of."""

# What the core says of combinations that cannot be, and under which key it is told in the language of the reader.
_REASONS: Final = (
    (r"pile\.use and pile\.discard_taken need", "no_pile"),
    (r"turn\.play_after_draw goes with", "draws_first"),
    (r"(?P<field>[\w.]+)=\S+ needs table\.mode=rearrange", "needs_rearrange"),
    (r"melds\.wrap=yes cannot go with", "wrap_and_both"),
    (r"pack\.ranks below 13 needs", "short_suits"),
    (r"deal\.hand=(?P<hand>\d+) for (?P<seats>\d+) seats needs more than (?P<cards>\d+) cards", "too_few_cards"),
)


class ImpossibleExperiment(RummyError):
    """Choices that cannot be tried together; `text` says why in a language."""

    def __init__(self, key: str, **values: object) -> None:
        self.key, self.values = key, values
        super().__init__(self.text("en"))

    def text(self, lang: Language) -> str:
        """The reason in one sentence; of rule sets and fields among its values what they say."""
        told = dict(self.values)
        rules = told.get("rules")
        if isinstance(rules, RuleSet):
            if "field" in told:
                told["says"] = field_text(rules, str(told["field"]), lang)
            told["game"] = game_name(rules, lang)
        return tell(f"refuse.{self.key}", lang, **told)


@dataclass(frozen=True)
class Experiment:
    """A baseline, the rules that are changed, who plays, and what is asked.

    Attributes:
        game: the baseline.
        changes: up to four parameters with the value that each gets; one may stand several times.
        players: one bot or name a seat.
        question: what is asked.
        combine: `apart`, each change alone; `together`, all of them in one variant; `crossed`, every combination.
        seed: the cards follow from it.
        rotate: whether each deal is played once for every rotation of the bots.

    >>> from rummy_lab.games import RUMMY40
    >>> here = Experiment(RUMMY40, (("opening.points", 51),), ("greedy", "random"))
    >>> [rules.name for rules in here.rule_sets()]
    ['rummy40', 'rummy40{opening.points=51}']
    """

    game: RuleSet
    changes: tuple[Change, ...] = ()
    players: tuple[Player, ...] = ("greedy", "greedy")
    question: str = "opens_first"
    combine: Combine = "apart"
    seed: int = 0
    rotate: bool = False

    @property
    def asked(self) -> Question:
        """The question with all that belongs to it."""
        return question_of(self.question)

    @property
    def bots(self) -> tuple[Bot, ...]:
        """The bots by seat."""
        return tuple(bot(player) for player in self.players)

    @property
    def by(self) -> By | None:
        """Whether each bot or each seat has a figure of its own; None: there is one for all."""
        if not self.asked.by:
            return None
        return "bot" if len({one.name for one in self.bots}) > 1 else "seat"

    @property
    def who(self) -> str:
        """Of several bots or seats the one that is guessed about and drawn: that on the first seat."""
        return "" if self.by is None else self.bots[0].name if self.by == "bot" else "A"

    def rule_sets(self) -> tuple[RuleSet, ...]:
        """The baseline and its variants; raises ImpossibleExperiment."""
        if len(self.changes) > MOST_CHANGES:
            raise ImpossibleExperiment("too_many", most=MOST_CHANGES)
        for at, (field, value) in enumerate(self.changes):
            if (field, value) in self.changes[:at]:
                raise ImpossibleExperiment("twice", rules=_varied(self.game, {field: value}), field=field)
            if value == self.game.get(field):
                raise ImpossibleExperiment("same", rules=self.game, field=field)
        return (self.game, *(_varied(self.game, changes) for changes in self._variants()))

    def _variants(self) -> Iterator[Mapping[str, Value]]:
        if self.combine == "apart":
            yield from ({field: value} for field, value in self.changes)
            return
        values: dict[str, list[Value]] = {}
        for field, value in self.changes:
            values.setdefault(field, []).append(value)
        if self.combine == "together":
            if twice := next((field for field, several in values.items() if len(several) > 1), None):
                raise ImpossibleExperiment("twice_together", rules=self.game, field=twice)
            if self.changes:
                yield dict(self.changes)
            return
        for chosen in product(*([None, *((field, value) for value in row)] for field, row in values.items())):
            changes = dict(one for one in chosen if one is not None)
            if changes:
                yield changes

    def plan(self, deals: int = 1) -> Plan:
        """What is to be played; raises ImpossibleExperiment, before anything runs."""
        rules, bots, asked = self.rule_sets(), self.bots, self.asked
        for one in rules:
            least, most = one.deal.seats
            if not least <= len(bots) <= most:
                raise ImpossibleExperiment("seats", rules=one, least=least, most=most, count=len(bots))
        if asked.key in ("joker_wins", "jokers_left") and not any(one.pack.jokers for one in rules):
            raise ImpossibleExperiment("no_jokers")
        if asked.key == "rummy" and not any(one.scoring.rummy_bonus or one.scoring.settlement for one in rules):
            raise ImpossibleExperiment("no_rummy")
        return Plan(rules, bots, deals, self.seed, self.rotate)

    def refusal(self, lang: Language = LANG) -> str:
        """Why the choices make no sense together, in one sentence; empty where they do."""
        try:
            self.plan()
        except ImpossibleExperiment as reason:
            return reason.text(lang)
        return ""


def _varied(game: RuleSet, changes: Mapping[str, Value]) -> RuleSet:
    try:
        varied = game.vary(**{field.replace(".", "__"): value for field, value in changes.items()})
    except RuleSetError as fault:
        for pattern, key in _REASONS:
            if found := re.search(pattern, str(fault)):
                raise ImpossibleExperiment(key, rules=game, **found.groupdict()) from None
        raise
    if idle := next((field for field in changes if field.startswith("match.") or not has_effect(varied, field)), None):
        raise ImpossibleExperiment("no_effect", rules=varied, field=idle)
    return varied


def experiment(
    game: RuleSet | str,
    changes: Mapping[str, object] | None,
    players: Sequence[Player] | None,
    question: str,
    *,
    combine: str,
    seed: int,
    rotate: bool,
) -> Experiment:
    """An experiment from what is written in Python; raises RummyError for what cannot be.

    A field may have several values, as a tuple; that of the game itself stands for the baseline and is left out.

    >>> options = {"combine": "apart", "seed": 0, "rotate": False}
    >>> experiment("rummy40", {"opening.points": (40, 51)}, None, "turns", **options).changes
    (('opening.points', 51),)
    """
    rules = RuleSet.of(game)
    if changes is not None and not isinstance(cast(object, changes), Mapping):
        raise RummyError(
            "changes is {given}; write each parameter with its value, as {{'opening.points': 51}}, or "
            "with several, as {{'opening.points': (40, 51)}}",
            given=repr(changes),
        )
    question_of(question)
    known("combine", combine, COMBINE)
    check_seed(seed)
    if players is None:
        players = ("greedy",) * min(4, rules.deal.seats[1])
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise RummyError("players is a list, one bot or name a seat, as ('greedy', 'random')")
    for player in players:
        bot(player)
    rows = tuple(
        (field, value)
        for field, given in (changes or {}).items()
        for several in (_values(field, given),)
        for value in several
        if len(several) == 1 or value != rules.get(field)
    )
    chosen = Experiment(rules, rows, tuple(players), question, cast(Combine, combine), seed, bool(rotate))
    chosen.rule_sets()
    return chosen


def _values(field: str, given: object) -> list[Value]:
    spec = field_specs().get(field)
    if spec is None:
        raise RummyError("no field {field}; the fields are {fields}", field=repr(field), fields=", ".join(OFFERED))
    several = list(given) if isinstance(given, tuple | list) and not spec.allows(given) else [given]
    values = [one if spec.allows(one) else plain_value(one) for one in cast("list[Any]", several)]
    for one in values:
        if not spec.allows(one):
            raise RummyError(
                "{field} cannot be {value}; allowed: {allowed}", field=field, value=repr(one), allowed=spec.allowed(str)
            )
    return cast("list[Value]", values)


def changed(chosen: Experiment, at: int, change: Change | None) -> Experiment:
    """The experiment with another change at a place, or without it."""
    rows = list(chosen.changes)
    rows[at : at + 1] = [] if change is None else [change]
    return replace(chosen, changes=tuple(rows))


def offered(game: RuleSet) -> tuple[str, ...]:
    """The parameters of a game that can be changed in the lab: those that decide something in it."""
    return tuple(field for field in OFFERED if has_effect(game, field))


def first_change(game: RuleSet, field: str) -> Value:
    """A value of a parameter other than that of the game, to begin with."""
    spec, now = field_specs()[field], game.get(field)
    others = [value for value in spec.values if value != now]
    if spec.low is None or spec.high is None:
        return others[0]
    if not isinstance(now, int):
        return spec.low
    step = 11 if field == "opening.points" else 1 if spec.high - spec.low < 30 else 10
    return now + step if now + step <= spec.high else now - step
