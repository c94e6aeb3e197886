"""A result frame as plots and sentences read it: which kind it is, and what was asked of which column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.core.errors import Phrase, RummyError, either
from rummy_lab.stats import numbers, texts

if TYPE_CHECKING:
    import pandas as pd

_KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "rate": ("n", "k", "rate", "low", "high"),
    "mean": ("mean", "low", "high"),
    "compare": ("baseline", "base", "value", "difference", "low", "high"),
    "survival": ("turn", "at_risk", "share", "low", "high"),
    "ratings": ("bot", "strength", "low", "high"),
    "skill": ("margin", "low", "high"),
    "interaction": ("term", "step", "base", "value", "difference", "low", "high"),
    "sequence": ("deals", "difference", "low", "high"),
}
"""What each kind is told by, where a frame came back from a file and lost its notes; the first that fits it is."""
_OWN: Final = {
    "deals", "n", "k", "rate", "low", "high", "mean", "sd", "baseline", "base", "value", "difference", "effect", "p",
    "p_adjusted", "only_value", "only_base", "turn", "at_risk", "events", "share", "strength", "se", "margin",
    "share_of_deal", "share_low", "share_high", "term", "step",
}  # fmt: skip


@dataclass(frozen=True)
class Result:
    """A result and what it is about.

    Attributes:
        frame: its rows, at least one.
        kind: `rate`, `mean`, `compare`, `survival`, `ratings`, `skill`, `interaction` or `sequence`.
        column: what was asked; empty where the frame does not say.
        by: the grouping columns. across: of a comparison the column whose values are compared.
        level: of its intervals. facts: its other notes.
    """

    frame: pd.DataFrame
    kind: str
    column: str
    by: tuple[str, ...]
    across: str = "rules"
    level: float = 0.95
    facts: Mapping[str, Any] = field(default_factory=dict)

    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows as dicts."""
        names = [str(name) for name in self.frame.columns]
        for values in self.frame.itertuples(index=False, name=None):
            yield dict(zip(names, values, strict=True))

    def label(self, row: Mapping[str, Any], lang: str, by: Sequence[str] | None = None, *, short: bool = False) -> str:
        """The group of a row in words; all of them where there are no groups."""
        name = texts.short_group if short else texts.group_name
        parts = [name(column, row[column], lang) for column in (self.by if by is None else by)]
        return ", ".join(parts) or texts.tell("plot.total", lang)

    @property
    def is_share(self) -> bool:
        """Whether the values are shares, to be written as per cent."""
        if self.kind in ("rate", "survival"):
            return True
        told = self.facts.get("yes_or_no")
        if told is not None:
            return bool(told)
        return "only_value" in self.frame.columns and bool(self.frame["only_value"].notna().any())

    def level_told(self, lang: str) -> str:
        """The level as per cent, as it stands before `interval`."""
        return numbers.level_told(self.level, lang)


def read_result(result: object, kinds: Sequence[str], called: str) -> Result:
    """The result, if it has rows and is of one of these kinds; else RummyError says what `called` needs."""
    import pandas as pd

    wanted = either(map(_call, kinds))
    if not isinstance(result, pd.DataFrame):
        raise RummyError(
            "{called} needs a result of {wanted}, not a {kind}",
            called=called,
            wanted=wanted,
            kind=type(result).__name__,
        )
    notes = result.attrs.get("rummy_lab")
    facts: dict[str, Any] = dict(notes) if isinstance(notes, Mapping) else {}
    names = [str(name) for name in result.columns]
    named = str(facts.get("kind") or "").replace("confidence_sequence", "sequence")
    kind = named or next((kind for kind, needed in _KINDS.items() if set(needed) <= set(names)), "")
    if kind not in kinds:
        has = Phrase("has the columns {names}", names=", ".join(names))
        told = Phrase("is one of {call}", call=_call(named)) if named else has
        raise RummyError(
            "{called} needs a result of {wanted}; this frame {told}", called=called, wanted=wanted, told=told
        )
    if lost := [name for name in _KINDS[kind] if name not in names]:
        raise RummyError(
            "{called}: this result of {kind} has lost its columns {lost}",
            called=called,
            kind=_call(kind),
            lost=", ".join(lost),
        )
    if result.empty:
        raise RummyError("{called}: this result has no rows; play more deals", called=called)
    across = str(facts.get("across") or _before(names, "baseline") or "rules")
    given = facts.get("by")
    by = [given] if isinstance(given, str) else list(given) if given is not None else None
    if by is None or not set(by) <= set(names):
        by = [name for name in names if name not in _OWN]
    if kind == "sequence" and across in names:
        by = [name for name in by if name != across] + [across]
    if kind == "ratings":
        by = [name for name in by if name != "bot"]
    if kind == "skill" and not by:
        by = [name for name in ("rules",) if name in names]
    return Result(
        frame=result,
        kind=kind,
        column=str(facts.get("column") or ""),
        by=tuple(name for name in by if kind != "compare" or name != across),
        across=across,
        level=float(facts.get("level") or 0.95),
        facts=facts,
    )


def _call(kind: str) -> str:
    return f"rl.{'confidence_sequence' if kind == 'sequence' else kind}"


def _before(names: Sequence[str], name: str) -> str:
    at = names.index(name) if name in names else 0
    return names[at - 1] if at else ""
