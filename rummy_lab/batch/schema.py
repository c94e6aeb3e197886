"""The frames of a run as data: their columns in order, the types, the full lists of categories."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.core.rules import field_specs
from rummy_lab.core.violations import SEATS

if TYPE_CHECKING:
    import pandas as pd

NUMBER: Final = 1
"""The number of this schema; it goes up whenever a column changes."""

Columns = dict[str, str]

BY_PLAYER: Final[Columns] = {
    "deal": "int64", "rotation": "int8", "rules": "category", "seat": "category", "bot": "category", "entry": "int8",
    "won": "bool", "score": "float64", "penalty": "int16", "opened_turn": "int16", "opened_points": "int16",
    "left_cards": "int8", "left_pips": "int16", "left_aces": "int8", "left_jokers": "int8", "went_rummy": "bool",
    "jokers_dealt": "int8", "jokers_laid": "int8",
}  # fmt: skip
BY_DEAL: Final[Columns] = {
    "deal": "int64", "rotation": "int8", "rules": "category", "seats": "int8", "starter": "category",
    "winner": "category", "end": "category", "turns": "int16", "rounds": "int16", "reshuffles": "int8",
    "stock_left": "int16",
}  # fmt: skip
BY_TURN: Final[Columns] = {
    "deal": "int64", "rotation": "int8", "rules": "category", "turn": "int16", "seat": "category",
    "source": "category", "laid": "int8", "built": "int8", "points": "int16", "swaps": "int8", "rearranged": "int8",
    "hand": "int8", "stock": "int16",
}  # fmt: skip

ENDS: Final = ("out", "rummy", "blocked", "unfinished", "forfeit")
SOURCES: Final = ("stock", "pile", "none")
NOBODY: Final = "-"
"""The winner of a deal that nobody won, or that several share (`won` in by_player says who)."""
_FIXED: Final[Mapping[str, tuple[str, ...]]] = {
    "seat": tuple(SEATS), "starter": tuple(SEATS), "winner": (*SEATS, NOBODY), "end": ENDS, "source": SOURCES,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Labels:
    """The categories that differ from run to run: rule sets and bots by name, in the order in which they were given."""

    rules: tuple[str, ...]
    bots: tuple[str, ...]

    def of(self, column: str) -> tuple[str, ...]:
        """The full list of categories of a column."""
        return {"rules": self.rules, "bot": self.bots}.get(column) or _FIXED[column]


def frame(columns: Columns, rows: list[tuple[Any, ...]], labels: Labels) -> pd.DataFrame:
    """The rows, in their order, as a frame with exactly these columns and types."""
    import pandas as pd

    values = zip(*rows, strict=True) if rows else ((),) * len(columns)
    data: dict[str, Any] = {}
    for (name, kind), column in zip(columns.items(), values, strict=True):
        if kind == "category":
            data[name] = pd.Categorical(list(column), categories=list(labels.of(name)))
        else:
            data[name] = pd.Series(list(column), dtype=kind)
    return pd.DataFrame(data)


def rule_sets_frame(rules: tuple[Any, ...]) -> pd.DataFrame:
    """One row a rule set: name, preset, and every field as a column."""
    import pandas as pd

    columns: dict[str, list[Any]] = {"rules": [one.name for one in rules], "preset": [one.preset for one in rules]}
    for field in field_specs():
        columns[field] = [one.get(field) for one in rules]
    return pd.DataFrame(columns)
