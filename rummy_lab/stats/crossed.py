"""Rules that are varied together: what each does, and whether one changes what another does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.batch.needs import needed
from rummy_lab.core.errors import Phrase, RummyError, joined, shown
from rummy_lab.core.rules import field_specs
from rummy_lab.stats.comparing import adjusted
from rummy_lab.stats.frames import By, checked, codes_of, deals_of, gathered, grouped, names_of, numbers_of, share
from rummy_lab.stats.means import spread
from rummy_lab.stats.never import check_average
from rummy_lab.stats.result_frames import one_of, result
from rummy_lab.stats.row_facts import row_facts

if TYPE_CHECKING:
    import pandas as pd

    from rummy_lab.stats.frames import Floats

TIMES: Final = " × "


def interaction(
    frame: pd.DataFrame,
    column: str,
    a: str,
    b: str,
    c: str | None = None,
    *,
    baseline: Mapping[str, object] | None = None,
    by: By = None,
    level: float = 0.95,
    correct: str = "holm",
) -> pd.DataFrame:
    """The effects of two or three rules that were varied together, and their interactions, on the same deals.

    The effect of a step, opening at 51 instead of 40, is its difference, averaged over the values of the other rules.
    An interaction is a difference of differences: what the step does more where the other rule took its own step. Of
    three rules it is once more the difference of these.

    Args:
        frame: rows of deals of a crossed sweep, such as `run.by_player`: every value of each rule with every value of
            the others.
        column: a column of numbers or of yes or no, or an expression.
        a, b, c: the columns of the rules, such as "opening.points"; also "bot" or "seat".
        baseline: the value each step starts from, such as `{"opening.points": 40}`; the lowest, or the first in the
            frame, where none is given.
        by: columns that make the groups.
        level: of the intervals, which are not widened for many rows.
        correct: how p is adjusted for all rows of the result: "holm", "bh" or "none".

    Returns:
        A row a step: the columns of `by`, `term` ("opening.points", "opening.points × deal.hand"), `step`
        ("40 to 51, 13 to 14"), `deals`, `base`, `value`, their `difference` in the unit of the column, `low`, `high`
        (Student's t, one value a deal), `effect` (Cohen's d of the deals' differences), `p`, `p_adjusted`. `base` and
        `value` are the means before and after the step; of an interaction they are what the other steps do before and
        after the step of the last rule. Only deals that were played under all combinations count; one deal has no
        interval and no p (NaN).

    Source: contrasts of a factorial design on one value a deal; p adjusted after Holm (1979) or Benjamini and
    Hochberg (1995).

    Raises:
        RummyError: one sentence for a frame that cannot be, or where a combination is missing.

    >>> import rummy_lab as rl
    >>> sets = [rl.SCHMIDT.vary(opening__points=p, deal__hand=n) for p in (15, 30) for n in (13, 14)]
    >>> run = rl.selfplay(sets, ["greedy", "greedy"], games=60, seed=1, progress=False)
    >>> found = interaction(run.by_player, "opened_turn == 1", "opening.points", "deal.hand")
    >>> list(found["term"])
    ['opening.points', 'deal.hand', 'opening.points × deal.hand']
    """
    import numpy as np
    import pandas as pd

    level = share(level, "level")
    one_of(correct, "correct", "holm", "bh", "none")
    if not isinstance(baseline, Mapping | None):
        raise RummyError(
            "baseline names a value for a column, as {{'opening.points': 40}}, not {given}", given=shown(baseline)
        )
    factors = _factors(frame, [a, b] if c is None else [a, b, c], baseline or {}, names_of(by))
    groups, deal = grouped(frame, by), deals_of(frame)
    values, yes_or_no = numbers_of(frame, column)
    check_average(column, values)
    cell, cells = np.zeros(len(frame), dtype=np.int64), int(np.prod([len(one.labels) for one in factors]))
    for one in factors:
        cell = cell * len(one.labels) + one.codes
    contrasts = list(_contrasts(factors))
    parts = list[Any]()
    for at in range(len(groups)):
        rows = groups.of == at
        where = {name: groups.table[name].iloc[at] for name in groups.table.columns}
        there = _complete(deal[rows], cell[rows], values[rows], cells, factors, where)
        parts.append(result(groups.table.iloc[[at] * len(contrasts)], _figures(there, contrasts, level)))
    table = pd.concat(parts, ignore_index=True)
    names = [name for name in table.columns if name not in groups.table.columns]
    columns = {name: table[name].to_numpy() for name in names} | {"p_adjusted": adjusted(table["p"], correct)}
    return result(
        table[list(groups.table.columns)], columns, kind="interaction", column=column, by=names_of(by), level=level,
        method="t", correct=correct, factors=[one.name for one in factors], yes_or_no=yes_or_no,
        steps={one.step: [list(pair) for pair in one.pairs] for one in contrasts},
        notes=["not_retuned"] if any(one.name in {"rules", *field_specs()} for one in factors) else [],
        **row_facts(frame),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Factor:
    """A rule that is varied: its values, the baseline first, and for each row of the frame the place of its own."""

    name: str
    labels: tuple[Any, ...]
    codes: Any

    def told(self, place: int) -> str:
        """A value as text; whole numbers that a file made 40.0 of are 40."""
        label = self.labels[place]
        return f"{label:g}" if isinstance(label, float) else str(label)


def _factors(frame: pd.DataFrame, names: list[Any], baseline: Mapping[str, object], by: list[str]) -> list[_Factor]:
    import numpy as np

    if kinds := [type(name).__name__ for name in names if not isinstance(name, str)]:
        raise RummyError("a, b and c name columns, as 'opening.points', and are not a {kind}", kind=kinds[0])
    if twice := next((name for name in names if names.count(name) > 1 or name in by), None):
        raise RummyError("{twice} is asked for twice; interaction crosses different columns", twice=str(twice))
    if other := next((name for name in baseline if name not in names), None):
        raise RummyError("baseline: {name} is none of {names}", name=str(other), names=", ".join(names))
    checked(frame, ["deal", *names])
    factors = []
    for name in names:
        codes, labels = codes_of(frame, name)
        values = [label.item() if hasattr(label, "item") else label for label in labels]
        if len(values) < 2:
            raise RummyError(
                "{name} has one value only, {value}; play a sweep in which it differs", name=name, value=str(values[0])
            )
        if name in baseline:
            wanted = baseline[name]
            first = next((at for at, one in enumerate(values) if one == wanted or str(one) == str(wanted)), None)
            if first is None:
                raise RummyError(
                    "baseline: {name} is never {given}; there are {values}",
                    name=name,
                    given=f"{wanted!s:.60}",
                    values=", ".join(map(str, values)),
                )
            order = [first, *(at for at in range(len(values)) if at != first)]
            place = np.argsort(order)
            codes, values = place[codes], [values[at] for at in order]
        factors.append(_Factor(name, tuple(values), codes))
    return factors


def _complete(
    deal: Any, cell: Any, values: Floats, cells: int, factors: list[_Factor], where: Mapping[str, object]
) -> Floats:
    """One value for each deal and combination, deals down, combinations across; deals that lack one are left out."""
    import numpy as np

    found = gathered(deal * cells + cell, values)
    at, of = np.unique(found.keys // cells, return_inverse=True)
    table = np.full((len(at), cells), np.nan)
    table[of, found.keys % cells] = found.means
    here = joined("", [Phrase(" of {name} {value}", name=name, value=str(value)) for name, value in where.items()])
    if missing := [place for place in range(cells) if np.isnan(table[:, place]).all()]:
        told = [one.labels[place] for one, place in zip(factors, _places(factors, missing[0]), strict=True)]
        pairs = ", ".join(f"{one.name} {label}" for one, label in zip(factors, told, strict=True))
        raise RummyError("the sweep is not crossed: it has no deal{here} with {pairs}", here=here, pairs=pairs)
    whole: Floats = table[~np.isnan(table).any(axis=1)]
    if not len(whole):
        raise RummyError(
            "no deal{here} was played under all {cells} combinations; give every rule set the same deals",
            here=here,
            cells=cells,
        )
    return whole


def _places(factors: list[_Factor], cell: int) -> list[int]:
    places = list[int]()
    for one in reversed(factors):
        places.insert(0, cell % len(one.labels))
        cell //= len(one.labels)
    return places


@dataclass(frozen=True, slots=True)
class _Contrast:
    """A step of one rule, or of several at once.

    Attributes:
        term: the rules. pairs: from which value to which, as text, for each of them.
        before, after: the weights of the combinations before and after the step of the last of these rules.
    """

    term: str
    pairs: tuple[tuple[str, str], ...]
    before: Floats
    after: Floats

    @property
    def step(self) -> str:
        """The step in words."""
        return ", ".join(f"{start} to {end}" for start, end in self.pairs)


def _contrasts(factors: list[_Factor]) -> Iterator[_Contrast]:
    """All steps of one rule, then of two, then of three."""
    import numpy as np

    for size in range(1, len(factors) + 1):
        for some in combinations(range(len(factors)), size):
            term = TIMES.join(factors[at].name for at in some)
            for levels in product(*(range(1, len(factors[at].labels)) for at in some)):
                taken = dict(zip(some, levels, strict=True))
                before, after = np.ones(1), np.ones(1)
                for at, one in enumerate(factors):
                    count = len(one.labels)
                    own = np.full((2, count), 1 / count)
                    if at in taken:
                        own[:] = 0
                        own[:, [0, taken[at]]] = [[1, 0], [0, 1]] if at == some[-1] else [-1, 1]
                    before, after = np.kron(before, own[0]), np.kron(after, own[1])
                pairs = tuple((factors[at].told(0), factors[at].told(to)) for at, to in taken.items())
                yield _Contrast(term, pairs, before, after)


def _figures(table: Floats, contrasts: list[_Contrast], level: float) -> dict[str, Any]:
    import numpy as np

    stats = needed("scipy.stats", "a test", "stats")
    base, value = (
        np.array([float((table @ weights).mean()) for weights in side])
        for side in ([one.before for one in contrasts], [one.after for one in contrasts])
    )
    differences = np.stack([table @ (one.after - one.before) for one in contrasts])
    group = np.repeat(np.arange(len(contrasts)), differences.shape[1])
    found = spread(differences.ravel(), group, len(contrasts), level, method="t", seed=0)
    deals, middle, sd = found["deals"], found["mean"], found["sd"]
    tiny = 1e-12 * np.abs(table).max()
    with np.errstate(divide="ignore", invalid="ignore"):
        effect = np.where(sd > tiny, middle / sd, np.nan)
        p = 2 * stats.t.sf(np.abs(effect) * np.sqrt(deals), np.maximum(deals - 1, 1))
    # Where no deal differs from another nothing is left to chance but whether all have one sign.
    alike = np.where(np.abs(middle) <= tiny, 1.0, 2.0 ** (1.0 - np.minimum(deals, 1000)))
    p = np.where(deals < 2, np.nan, np.where(sd > tiny, p, alike))
    return {
        "term": [one.term for one in contrasts], "step": [one.step for one in contrasts], "deals": deals,
        "base": base, "value": value, "difference": middle, "low": found["low"], "high": found["high"],
        "effect": effect, "p": p,
    }  # fmt: skip
