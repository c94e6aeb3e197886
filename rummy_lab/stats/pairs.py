"""Two sides of a comparison on the same deals: what is set against what, and one difference a deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.core.errors import Phrase, RummyError, shown
from rummy_lab.core.rules import RuleSet
from rummy_lab.stats.frames import By, checked, codes_of, deals_of, gathered, grouped, names_of, numbers_of
from rummy_lab.stats.never import check_average

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[Any]
    Ints = NDArray[Any]

_PLACE: Final = ("rotation", "seat")
"""What makes the same place at the table in a deal, as far as a frame has it."""


@dataclass(frozen=True, slots=True)
class Side:
    """A value of `across` against the baseline, one row a deal of each group, sorted by deal.

    Attributes:
        name: the value.
        group, deal: the places of group and deal.
        base, value: the means of the deal on both sides. rows: how many rows of the value they come from.
        more, less: how many of its pairs have more, or less, than the baseline.
    """

    name: Any
    group: Ints
    deal: Ints
    base: Floats
    value: Floats
    rows: Floats
    more: Floats
    less: Floats

    @property
    def differences(self) -> Floats:
        """Value less baseline, one a deal."""
        return self.value - self.base

    @property
    def clustered(self) -> bool:
        """Whether some deals have several pairs."""
        return bool((self.rows > 1).any())


@dataclass(frozen=True, slots=True)
class Pairing:
    """All sides of a comparison.

    Attributes:
        groups: one row a group. baseline: its full name. sides: in their order.
        yes_or_no: whether the column is bool. left_out: rows without a partner.
    """

    groups: pd.DataFrame
    baseline: Any
    sides: tuple[Side, ...]
    yes_or_no: bool
    left_out: int


def paired(frame: pd.DataFrame, column: str, baseline: object, across: str, by: By = None) -> Pairing:
    """The differences from the baseline, one a deal; raises RummyError.

    Of rule sets, and of anything else that is not at the table, a row is set against that of the same deal, rotation
    and seat; bots and seats against each other on the same deal. Rows without a partner are left out.
    """
    import numpy as np

    names = names_of(by)
    if not isinstance(across, str):
        raise RummyError("across is the column whose values are compared, as 'rules', not {given}", given=shown(across))
    checked(frame, ["deal", across, *names])
    if across in names:
        raise RummyError("{across} is what is compared; leave it out of by", across=across)
    values, yes_or_no = numbers_of(frame, column)
    check_average(column, values)
    code, labels = codes_of(frame, across)
    base = _baseline(list(labels), baseline, across)
    groups = grouped(frame, names)
    places = [name for name in _PLACE if name in frame.columns and across not in {*_PLACE, "bot", "entry"}]
    place = grouped(frame, places)
    key = (deals_of(frame) * len(place) + place.of) * len(groups) + groups.of
    cells = gathered(key * len(labels) + code, values)
    key, code = cells.keys // len(labels), cells.keys % len(labels)
    is_base = code == base
    left_out = int(len(frame) - cells.rows.sum())
    sides = []
    for number, name in enumerate(labels):
        if number == base:
            continue
        here = code == number
        both, ours, theirs = np.intersect1d(key[here], key[is_base], assume_unique=True, return_indices=True)
        value, against = cells.means[here][ours], cells.means[is_base][theirs]
        rows = cells.rows[here][ours]
        left_out += int(cells.rows[here].sum() - rows.sum())
        at = both // (len(groups) * len(place)) * len(groups) + both % len(groups)
        deals = gathered(at, value)
        more, less = (gathered(at, one.astype(np.float64)).sums for one in (value > against, value < against))
        sides.append(
            Side(
                name, deals.keys % len(groups), deals.keys // len(groups), gathered(at, against).means, deals.means,
                gathered(at, rows).sums, more, less,
            )
        )  # fmt: skip
    if not any(len(side.deal) for side in sides):
        raise RummyError(
            "no deal has both {label} and another of {across}; compare what was played on the same",
            label=str(labels[base]),
            across=across,
        )
    return Pairing(groups.table, labels[base], tuple(sides), yes_or_no, left_out)


def _baseline(labels: list[Any], baseline: object, across: str) -> int:
    """The place of the baseline; of rule sets also by a short name or by the field that differs."""
    if len(labels) < 2:
        raise RummyError(
            "{across} has one value only, {value}; there is nothing to compare it with",
            across=across,
            value=str(labels[0]),
        )
    found = [at for at, label in enumerate(labels) if label == baseline or str(label) == str(baseline)]
    if not found and isinstance(baseline, RuleSet | str) and across == "rules":
        wanted = baseline if isinstance(baseline, RuleSet) else _rules(baseline)
        found = [at for at, label in enumerate(labels) if wanted is not None and _rules(str(label)) == wanted]
        said = str(baseline).strip("{}")
        found = found or [at for at, label in enumerate(labels) if said and said == _changes(str(label))]
        found = found or [at for at, label in enumerate(labels) if said in _changes(str(label)).split(",") and said]
    if len(found) == 1:
        return found[0]
    there = ", ".join(map(str, labels[:8])) + (", ..." if len(labels) > 8 else "")
    fits = Phrase("fits {count} of {across}", count=len(found), across=across)
    why = fits if found else Phrase("is none of {across}", across=across)
    raise RummyError("baseline: {given} {why}; there are {names}", given=f"{baseline!s:.60}", why=why, names=there)


def _rules(name: str) -> RuleSet | None:
    try:
        return RuleSet.parse(name)
    except RummyError:
        return None


def _changes(name: str) -> str:
    """What a canonical name says beside its preset."""
    return name.partition("{")[2].rstrip("}")
