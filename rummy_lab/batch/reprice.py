"""Recorded deals under other prices (R-33 to R-39, S-37, S-39): scored anew, not played anew."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

from rummy_lab.batch.citing import one_or_list
from rummy_lab.batch.priced import Priced, asks_for_builds, tells_builds
from rummy_lab.batch.run import Run
from rummy_lab.batch.table import rules_of
from rummy_lab.bots import Bot
from rummy_lab.core.errors import Phrase, RummyError, joined
from rummy_lab.core.fields import write_value
from rummy_lab.core.rules import RuleSet, field_specs
from rummy_lab.core.state import State
from rummy_lab.records import Record, replayed

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from rummy_lab.batch.schema import Table


def reprice(run: Run, rules: RuleSet | str | Sequence[RuleSet | str]) -> Run:
    """The same turns under other prices: what `settle` says of each deal where `scoring` and `match` are others.

    Args:
        run: what `selfplay`, `read_run` or `my_games` gave; of a re-priced run the one it was made from.
        rules: a rule set or its name, or several. Each is compared with the rule set of the run that was played by the
            same rules; several on one of the run stand side by side on the same deals, as in a sweep.

    Returns:
        A run of the same deals. Its frames are made when they are asked for, each with `attrs["repriced"]`: by the name
        of a rule set that of the one which was played. `spec["played"]` and a column of `rule_sets` say so too.
        `score`, `penalty`, `went_rummy` and the end `rummy` are those of the new prices; so is who won a blocked deal
        in which the lowest hand wins. `replay` gives the record of the same turns under the new prices. `forfeits` are
        those of the run that was played.

    What a bot would have done under these prices is not known: one UserWarning names the bots that look at a price that
    has changed, or may. Under `scoring.rummy_builds=no` a price hangs on whether the winner laid off or swapped in the
    last turn. The frames do not keep that; the deals in question, mostly few, are then played again to find out.

    Raises:
        RummyError: one sentence that names the fields which are no prices, a rule set that stands twice, or a bot that
            would be needed to play deals again and is not there.

    >>> from rummy_lab.batch.selfplay import selfplay
    >>> run = selfplay("rummy40", ["random", "random"], games=3, seed=1, progress=False)
    >>> dear = reprice(run, "rummy40{scoring.joker_penalty=50}")
    >>> bool((dear.by_player["penalty"] == run.by_player.eval("penalty + 35 * left_jokers")).all())
    True
    """
    if not isinstance(run, Run):
        raise RummyError(
            "reprice takes a run, as selfplay or read_run gives one, not {given}", given=type(run).__name__
        )
    origin = run.origin if isinstance(run, RepricedRun) else run
    given = rules if isinstance(rules, list | tuple) else [rules]
    known = tuple(rules_of(one) for one in given)
    names = [one.name for one in known]
    if not known:
        raise RummyError("rules: the list is empty; name at least one rule set")
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise RummyError("rules: {twice} stands twice; leave one out", twice=twice)
    at = tuple(_played(one, origin.plan.rules) for one in known)
    pairs = [(origin.plan.rules[place], one) for place, one in zip(at, known, strict=True)]
    for played, one in pairs:
        if asks_for_builds(one) and not tells_builds(played, one) and (absent := origin.absent):
            raise RummyError(
                "{rules}: scoring.rummy_builds=no asks whether the winner laid off, which the frames do not "
                "keep, and the bot {absent}, needed to play deals again, is not stored; read_run(folder, "
                "players=[...]) takes it",
                rules=one.name,
                absent=absent,
            )
    if told := _told(pairs, origin.plan.bots):
        warnings.warn(told, stacklevel=2)
    return RepricedRun(origin, known, at)


def _differences(one: RuleSet, other: RuleSet, *, price: bool) -> list[str]:
    return [name for name, spec in field_specs().items() if spec.price == price and one.get(name) != other.get(name)]


def _played(rules: RuleSet, played: Sequence[RuleSet]) -> int:
    """The place of the rule set that was played by the same rules, at the most alike prices; raises RummyError."""
    play = [_differences(rules, one, price=False) for one in played]
    nearest = min(range(len(played)), key=lambda at: (len(play[at]), len(_differences(rules, played[at], price=True))))
    if play[nearest]:
        _refuse(rules, played[nearest], play[nearest])
    return nearest


def _refuse(rules: RuleSet, played: RuleSet, fields: Sequence[str]) -> NoReturn:
    parts = [Phrase("{field} ({value} when it was played)", field=name, value=_said(played, name)) for name in fields]
    told = (
        Phrase("which is no price: under another value it may lead to other turns")
        if len(fields) == 1
        else Phrase("which are no prices: under another value they may lead to other turns")
    )
    raise RummyError(
        "{rules} differs in {fields}, {told}; play it by selfplay",
        rules=rules.name,
        fields=joined(", ", parts),
        told=told,
    )


def _said(rules: RuleSet, name: str) -> str:
    return write_value(rules.get(name))


def _told(pairs: Sequence[tuple[RuleSet, RuleSet]], bots: Sequence[Bot]) -> str:
    """One sentence on the bots that look at prices which have changed, or may; empty where there is none."""
    changed = {name for played, rules in pairs for name in _differences(played, rules, price=True)}
    looks, may, prices = dict[str, None](), dict[str, None](), set[str]()
    for one in bots if changed else ():
        # What a subclass looks at is not written there.
        seen = type(one).__dict__.get("prices")
        if seen is None:
            may[one.name] = None
            prices |= changed
        elif here := changed.intersection(seen):
            looks[one.name] = None
            prices |= here
    said = [f"{_listed(names)} {verb}" for names, verb in ((looks, "look{s} at"), (may, "may look at")) if names]
    if not said:
        return ""
    verbs = " and ".join(said).replace("look{s}", "looks" if len(looks) == 1 else "look")
    fields = ", ".join(name for name in field_specs() if name in prices)
    return f"{verbs} {fields}: other turns might have been played at these prices, and reprice scores those there are"


def _listed(names: dict[str, None]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


class RepricedRun(Run):
    """What `reprice` returns.

    Attributes:
        origin: the run as it was played.
    """

    def __init__(self, origin: Run, rules: tuple[RuleSet, ...], at: tuple[int, ...]) -> None:
        self.origin, self._at = origin, at
        plan = replace(origin.plan, rules=rules)
        self._names = {one.name: origin.plan.rules[place].name for one, place in zip(rules, at, strict=True)}
        spec = origin.spec | {"rules": list(self._names), "played": list(self._names.values())}
        source = Priced(origin.source, origin.plan.rules, plan, at, origin.endings)
        super().__init__(plan, source, spec, complete=origin.complete, versions=origin.versions)

    def _made(self, name: str, table: Table) -> pd.DataFrame:
        frame = super()._made(name, table)
        frame.attrs["repriced"] = dict(self._names)
        return frame

    @property
    def rule_sets(self) -> pd.DataFrame:
        """One row a rule set, every field a column, and as `played` the name of the one that was played."""
        frame = super().rule_sets
        frame.insert(1, "played", list(self._names.values()))
        frame.attrs["repriced"] = dict(self._names)
        return frame

    def recorded(self, deal: int, rotation: int, at: int) -> Record:
        """The record of the same turns under the rule set that prices."""
        record = self.origin.recorded(deal, rotation, self._at[at])
        start = State(replace(record.start.base, rules=self.plan.rules[at]))
        return replayed(start, record.turns, record.players, record.forfeit, record.exists)

    def endings(self, at: int, rotation: int, deals: Sequence[int]) -> NDArray[Any]:
        """What the frames do not keep of how deals ended."""
        return self.origin.endings(self._at[at], rotation, deals)

    def under(self, deal: int) -> list[int]:
        """The places of the rule sets that price a deal."""
        played = self.origin.under(deal)
        return [new for new, at in enumerate(self._at) if at in played]

    def call(self) -> tuple[str, dict[str, str]]:
        """The call that gives equal frames, and the bots in it that are the user's own."""
        line, own = self.origin.call()
        return f"rl.reprice({line}, {one_or_list(list(self._names))})", own

    @property
    def _stored(self) -> NoReturn:
        raise RummyError("a re-priced run is not stored; what it was made from is its attribute origin")

    def __repr__(self) -> str:
        rules = ", ".join(f"{new} (played as {old})" for new, old in self._names.items())
        state = "" if self.complete else ", not complete"
        return f"<Run of {len(self)} deals re-priced to {rules}{state}>"
