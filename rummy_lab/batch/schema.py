"""The frames of a run as data: their columns in order, the types, the full lists of categories."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.core.fields import Value, write_value
from rummy_lab.core.rules import RuleSet, field_specs
from rummy_lab.core.violations import SEATS

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    Table = dict[str, NDArray[Any]]
    """The columns of a table by name, one array each; a category is its place in the full list, -1 never."""
else:
    Table = dict  # numpy is loaded when the first table is made

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
TABLES: Final[Mapping[str, Columns]] = {"by_player": BY_PLAYER, "by_deal": BY_DEAL, "by_turn": BY_TURN}

ENDS: Final = ("out", "rummy", "blocked", "unfinished", "forfeit")
SOURCES: Final = ("stock", "pile", "none")
NOBODY: Final = "-"
"""The winner of a deal that nobody won, or that several share (`won` in by_player says who)."""
NO_SEAT: Final = len(SEATS)
"""The code of `NOBODY` in `winner`."""
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


def dtype(columns: Columns, name: str) -> str:
    """The type of the array of a column: of a category that of its codes."""
    kind = columns[name]
    return kind if kind != "category" else "int16" if name == "rules" else "int8"


def arrays(columns: Columns, rows: Sequence[Sequence[Any]], labels: Labels) -> Table:
    """Rows, in their order, as a table with exactly these columns and types."""
    import numpy as np

    values: Iterable[Sequence[Any]] = zip(*rows, strict=True) if rows else ((),) * len(columns)
    table: Table = {}
    for (name, kind), column in zip(columns.items(), values, strict=True):
        if kind == "category":
            codes = {label: code for code, label in enumerate(labels.of(name))}
            column = [codes[value] for value in column]  # noqa: PLW2901 (the same column, as codes)
        table[name] = fitted(np.array(column), dtype(columns, name))
    return table


def fitted(values: NDArray[Any], kind: str) -> NDArray[Any]:
    """The values as this type; a count that is beyond it stands as the most there can be.

    Only rule sets drawn for the purpose come that far: a pile that becomes the stock 1,600 times, 130 cards in a hand.
    """
    import numpy as np

    if kind.startswith("int") and values.dtype.kind in "iu" and values.size:
        limits = np.iinfo(kind)
        values = np.clip(values, limits.min, limits.max)
    return values.astype(kind)


def joined(columns: Columns, tables: Sequence[Table]) -> Table:
    """Several tables, one below the other, sorted by deal; the rows of a deal stand together and keep their order."""
    import numpy as np

    if not tables:
        return arrays(columns, (), Labels((), ()))
    table = {name: np.concatenate([one[name] for one in tables]) for name in columns}
    deals = table["deal"]
    if len(deals) and bool((deals[1:] < deals[:-1]).any()):
        order = np.argsort(deals, kind="stable")
        table = {name: values[order] for name, values in table.items()}
    return table


def ordered(columns: Columns, several: Sequence[Mapping[str, NDArray[Any]]]) -> Table:
    """All rows as one table, sorted by deal, rotation, rules; those of one deal keep their order."""
    import numpy as np

    whole = {name: np.concatenate([one[name].reshape(-1) for one in several]) for name in columns}
    order = np.lexsort((whole["rules"], whole["rotation"], whole["deal"]))
    return {name: fitted(values[order], dtype(columns, name)) for name, values in whole.items()}


def below(table: Table, deal: int) -> Table:
    """The rows of the deals below a number, of a table that is sorted by deal."""
    import numpy as np

    end = int(np.searchsorted(table["deal"], deal))
    return {name: values[:end] for name, values in table.items()}


@dataclass(frozen=True, slots=True)
class Layout:
    """How the tables of one run look: the schema, and after it a column for each rule field that differs in the run.

    Such a column is named as the field, `opening.points`. Numbers and yes or no stay what they are, anything else is a
    category of the texts that stand in the names of rule sets.
    """

    rules: tuple[RuleSet, ...]
    labels: Labels

    @property
    def differing(self) -> dict[str, list[Value]]:
        """The rule fields that are not the same in all rule sets, each with its value in every one."""
        fields = {field: [one.get(field) for one in self.rules] for field in field_specs()}
        return {field: values for field, values in fields.items() if len(set(values)) > 1}

    def columns(self, name: str) -> Columns:
        """The columns of a table and their types."""
        kinds = {
            field: "bool" if _all_are(bool, values) else "int16" if _all_are(int, values) else "category"
            for field, values in self.differing.items()
        }
        return TABLES[name] | (kinds if name != "by_turn" else {})

    def of(self, column: str) -> tuple[str, ...]:
        """The full list of categories of a column."""
        if column in field_specs():
            return tuple(dict.fromkeys(write_value(one.get(column)) for one in self.rules))
        return self.labels.of(column)

    def whole(self, name: str, table: Table) -> Table:
        """A table with the columns of the rule fields beside those of the schema."""
        import numpy as np

        wide = dict(table)
        for field, kind in self.columns(name).items():
            if field not in table:
                values: list[Any] = self.differing[field]
                if kind == "category":
                    values = [self.of(field).index(write_value(value)) for value in values]
                wide[field] = np.array(values, dtype=dtype({field: kind}, field))[table["rules"]]
        return wide

    def frame(self, name: str, table: Table) -> pd.DataFrame:
        """A table as a frame, the categories by name."""
        import pandas as pd

        wide: dict[str, Any] = self.whole(name, table)
        data = {
            column: pd.Categorical.from_codes(wide[column], categories=pd.Index(self.of(column)))
            if kind == "category"
            else wide[column]
            for column, kind in self.columns(name).items()
        }
        return pd.DataFrame(data, copy=False)


def _all_are(kind: type, values: Sequence[Value]) -> bool:
    return all(type(value) is kind for value in values)


def rule_sets_frame(rules: tuple[Any, ...]) -> pd.DataFrame:
    """One row a rule set: name, preset, and every field as a column."""
    import pandas as pd

    columns: dict[str, list[Any]] = {"rules": [one.name for one in rules], "preset": [one.preset for one in rules]}
    for field in field_specs():
        columns[field] = [one.get(field) for one in rules]
    return pd.DataFrame(columns)
