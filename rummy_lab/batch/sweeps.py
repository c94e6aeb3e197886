"""Rule sets for a crossed sweep: every combination of some values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from math import prod
from typing import Any, Final

from rummy_lab.batch.table import rules_of
from rummy_lab.core.errors import Phrase, RuleSetError, joined, shown
from rummy_lab.core.rules import RuleSet, field_specs

_MOST: Final = 1_000
_TOLD: Final = 3


def variants(base: RuleSet | str, fields: Mapping[str, Iterable[object]]) -> list[RuleSet]:
    """Every combination of the values of some fields, as rule sets to be given to `selfplay` in one call.

    Args:
        base: the rule set, or its name, that says all other fields.
        fields: by the name of a field, as the frames have it (`opening.points`), the values it takes.

    Returns:
        The rule sets in the order of `itertools.product`: the last field changes first. Where a combination is `base`
        itself, it is there under its own name.

    Raises:
        RuleSetError: one sentence, before anything is played, that names each combination that cannot be with its
            reason, a field or a value that there is not, or a value that stands twice.

    >>> [rules.name for rules in variants("rummy40", {"opening.points": (30, 40), "deal.hand": (13, 15)})]
    ... # doctest: +NORMALIZE_WHITESPACE
    ['rummy40{opening.points=30}', 'rummy40{deal.hand=15,opening.points=30}', 'rummy40', 'rummy40{deal.hand=15}']
    """
    known = rules_of(base)
    values = _values(fields)
    if (many := prod(map(len, values.values()))) > _MOST:
        raise RuleSetError(
            "variants: {many:,} combinations are more than {most:,}; name fewer values", many=many, most=_MOST
        )
    made, refused = list[RuleSet](), list[str]()
    for combination in product(*values.values()):
        changes = dict(zip(values, combination, strict=True))
        try:
            made.append(known.vary(**{name.replace(".", "__"): value for name, value in changes.items()}))
        except RuleSetError as fault:
            named = ", ".join(f"{name}={value}" for name, value in changes.items())
            refused.append(joined(": ", [named, fault]))
    if refused:
        more = Phrase("; and {count} more", count=len(refused) - _TOLD) if len(refused) > _TOLD else ""
        few = Phrase("{count} of {many} combinations", count=len(refused), many=many)
        are = few if many > 1 else Phrase("this combination")
        raise RuleSetError(
            "variants: {those} cannot be: {reasons}{more}", those=are, reasons=joined("; ", refused[:_TOLD]), more=more
        )
    names = [one.name for one in made]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise RuleSetError("variants: {twice} stands twice; name each value once", twice=twice)
    return made


def _values(fields: object) -> dict[str, list[Any]]:
    """The values by field; raises RuleSetError."""
    if not isinstance(fields, Mapping) or not fields:
        raise RuleSetError('variants: fields is a dict, as {"opening.points": (30, 40, 51)}')
    found: dict[str, list[Any]] = {}
    for name, values in fields.items():
        if name not in field_specs():
            raise RuleSetError(
                "variants: no field {name}; the fields are {fields}", name=shown(name), fields=", ".join(field_specs())
            )
        # A set has no order, and a text would be taken letter by letter.
        if isinstance(values, str | bytes | set | frozenset | Mapping) or not isinstance(values, Iterable):
            raise RuleSetError("variants: the values of {name} are a list, not {given}", name=name, given=shown(values))
        found[name] = [value.item() if hasattr(value, "item") else value for value in values]
        if not found[name]:
            raise RuleSetError("variants: {name} has no values; name at least one, or leave the field out", name=name)
    return found
