"""What the deals of a variant lab come to: figures with intervals, as tables, as dots or bars, as CSV."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.core.rules import RuleSet, field_specs
from rummy_lab.stats.numbers import decimals, number, percent, plain
from rummy_lab.stats.texts import group_name, rules_name
from rummy_lab.widgets.texts import Language
from rummy_lab.widgets.variant_model import Experiment
from rummy_lab.widgets.variant_run import Sampling
from rummy_lab.widgets.variant_texts import tell
from rummy_lab.words.pages import field_text
from rummy_lab.words.scene import bot_name

if TYPE_CHECKING:
    import pandas as pd

MOST_DOTS: Final = 500
"""Up to so many deals each is a dot."""
_MOST_BINS: Final = 24
_STEPS: Final = (0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100)
Guess = Mapping[str, float]
"""By rule set what was guessed, of rates as a share."""


@dataclass(frozen=True)
class Figures:
    """What so many deals come to.

    Attributes:
        chosen: what was played. deals: how many there are.
        found: a row a rule set, and a bot or seat where each has a figure: of `rate` or `mean`.
        compared: the differences from the baseline on the same deals, of `compare`; None where there is no variant.
    """

    chosen: Experiment
    deals: int
    found: pd.DataFrame
    compared: pd.DataFrame | None

    @property
    def is_rate(self) -> bool:
        """Whether the figure is a rate."""
        return self.chosen.asked.kind == "rate"

    def of(self, name: str) -> dict[str, Any] | None:
        """The row of a rule set, of the bot or seat that is drawn; None where nothing is known."""
        rows = self.found[self.found["rules"].astype(str) == name]
        if self.chosen.by:
            rows = rows[rows[self.chosen.by].astype(str) == self.chosen.who]
        return None if rows.empty else dict(rows.iloc[0])

    def rows(self, sampling: Sampling) -> pd.DataFrame:
        """The rows that are asked, of the bot or seat that is drawn."""
        return asked_rows(self.chosen, sampling)

    def value(self, row: Mapping[str, Any]) -> float:
        """The figure itself."""
        return float(row["rate" if self.is_rate else "mean"])

    def told(self, row: Mapping[str, Any], lang: Language) -> str:
        """The figure of a row in print."""
        return self.written(self.value(row), width(row), lang)

    def written(self, value: float, width: float, lang: Language) -> str:
        """A figure known to within a width; of a rate as per cent."""
        if self.is_rate:
            return percent(value, lang, decimals(100 * width, 1))
        return number(value, lang, decimals(width, 2))

    def moved(self, value: float, width: float, lang: Language) -> str:
        """A difference known to within a width; of rates in percentage points."""
        scale = 100 if self.is_rate else 1
        return number(scale * value, lang, decimals(scale * width, 1 if self.is_rate else 2), sign=True)


def _rows(table: pd.DataFrame) -> list[dict[str, Any]]:
    return [{str(key): value for key, value in row.items()} for row in table.to_dict("records")]


def width(row: Mapping[str, Any]) -> float:
    """How wide the interval of a row is; 1 where it has no end."""
    wide = float(row["high"]) - float(row["low"])
    return wide if math.isfinite(wide) else 1.0


def figures(chosen: Experiment, sampling: Sampling) -> Figures | None:
    """The figures of the deals so far; None where there are none."""
    from rummy_lab.stats.comparing import compare
    from rummy_lab.stats.means import mean
    from rummy_lab.stats.rates import rate

    asked = chosen.asked
    frame = sampling.frame(asked.table)
    rows = asked.rows(frame)
    if rows.empty:
        return None
    by = ["rules", *([chosen.by] if chosen.by else [])]
    found = (rate if asked.kind == "rate" else mean)(rows, asked.column, by=by)
    compared = None
    if len(sampling.plan.rules) > 1:
        compared = compare(rows, asked.column, baseline=chosen.game.name, by=chosen.by)
    return Figures(chosen, int(frame["deal"].nunique()), found, compared)


def asked_rows(chosen: Experiment, sampling: Sampling) -> pd.DataFrame:
    """The rows of the deals so far that are asked, of the bot or seat that is drawn."""
    rows = chosen.asked.rows(sampling.frame(chosen.asked.table))
    return rows[rows[chosen.by].astype(str) == chosen.who] if chosen.by else rows


# As tables


def numbers_table(shown: Figures, guess: Guess, lang: Language) -> str:
    """All numbers as HTML."""
    parts = [_table(tell("numbers", lang), *_estimates(shown, guess, lang))]
    if shown.compared is not None:
        parts.append(_table(tell("differences", lang), *_differences(shown, lang)))
        parts.append(f"<p>{escape(tell('fixed_note', lang))}</p>")
    return "".join(parts)


def _estimates(shown: Figures, guess: Guess, lang: Language) -> tuple[list[str], list[list[str]]]:
    by = shown.chosen.by
    head = [tell("rules", lang), *([tell(by, lang)] if by else []), tell("deals", lang)]
    head += [tell("count", lang), tell("rate", lang)] if shown.is_rate else [tell("mean", lang)]
    head += [tell("interval", lang), *([tell("guess", lang)] if guess else [])]
    rows = []
    for row in _rows(shown.found):
        name = str(row["rules"])
        cells = [rules_name(name, lang), *([who(by, row[by], lang)] if by else []), number(row["deals"], lang)]
        if shown.is_rate:
            cells.append(tell("of", lang, k=number(row["k"], lang), n=number(row["n"], lang)))
        cells += [shown.told(row, lang), _interval(row, lang, shown.written)]
        if guess:
            guessed = guess.get(name) if not by or str(row[by]) == shown.chosen.who else None
            cells.append("" if guessed is None else guess_told(guessed, shown.is_rate, lang))
        rows.append(cells)
    return head, rows


def _differences(shown: Figures, lang: Language) -> tuple[list[str], list[list[str]]]:
    by = shown.chosen.by
    baseline = rules_name(shown.chosen.game.name, lang)
    head = [tell("rules", lang), *([tell(by, lang)] if by else [])]
    key = "difference_rate" if shown.is_rate else "difference"
    head += [tell(key, lang, game=baseline), tell("interval", lang), tell("p", lang)]
    rows = []
    assert shown.compared is not None
    for row in _rows(shown.compared):
        cells = [rules_name(str(row["rules"]), lang), *([who(by, row[by], lang)] if by else [])]
        cells.append(shown.moved(float(row["difference"]), width(row), lang))
        p = float(row["p_adjusted"])
        small = "< " + number(0.001, lang, 3)
        cells += [_interval(row, lang, shown.moved), small if p < 0.001 else number(p, lang, 3)]
        rows.append(cells)
    return head, rows


def _interval(row: Mapping[str, Any], lang: Language, written: Callable[[float, float, Language], str]) -> str:
    low, high = float(row["low"]), float(row["high"])
    if not (math.isfinite(low) and math.isfinite(high)):
        return "–"
    return tell("to", lang, low=written(low, high - low, lang), high=written(high, high - low, lang))


def who(by: str, value: object, lang: Language) -> str:
    """A bot or a seat in words."""
    return bot_name(str(value), lang) if by == "bot" else str(value)


def guess_told(value: float, is_rate: bool, lang: Language) -> str:
    """A guess in print.

    >>> guess_told(0.25, True, "en"), guess_told(2.5, False, "de")
    ('25%', '2,5')
    """
    return percent(value, lang) if is_rate else plain(value, lang)


def _table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>' + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:]) + "</tr>"
        for row in rows
    )
    return (
        f"<h4>{escape(caption)}</h4>"
        f'<div class="rl-scrolls" role="region" tabindex="0" aria-label="{escape(caption)}">'
        f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


# In a sentence


def sentence_of(shown: Figures, lang: Language) -> str:
    """The figures in one line, as they are read aloud."""
    parts = list(_spoken(shown, lang))
    return f"{so_far(shown.deals, lang)} {'; '.join(parts)}."


def so_far(deals: int, lang: Language) -> str:
    """After how many deals, as the beginning of a line."""
    return tell("so_far_one" if deals == 1 else "so_far", lang, deals=number(deals, lang))


def _spoken(shown: Figures, lang: Language) -> Iterator[str]:
    for rules in shown.chosen.rule_sets():
        row = shown.of(rules.name)
        if row is not None:
            whose = f", {who(shown.chosen.by, shown.chosen.who, lang)}" if shown.chosen.by else ""
            range_told = _interval(row, lang, shown.written)
            yield f"{rules_name(rules.name, lang)}{whose}: {shown.told(row, lang)} ({range_told})"


# As dots and bars


def panels_of(chosen: Experiment, sampling: Sampling, lang: Language) -> dict[str, Any]:
    """The deals as panels of bins, one panel a rule set; up to `MOST_DOTS` deals each is told by its number."""
    import numpy as np

    from rummy_lab.stats.frames import one_a_deal

    asked, rows = chosen.asked, asked_rows(chosen, sampling)
    names = [rules.name for rules in sampling.plan.rules]
    if rows.empty:
        return {}
    found = one_a_deal(rows, asked.column, by="rules")
    deals = np.unique(rows["deal"])[found.deal]
    whole = asked.kind == "rate" or asked.summed
    values = found.sums if whole else found.values
    single = asked.kind == "rate" and int(found.rows.max()) == 1
    step, first, count = _bins(values, whole=whole, least=2 if single else 1)
    labels = [tell(key, lang) for key in ("no", "yes")] if single else [
        _label(first + at * step, step, lang) for at in range(count)
    ]  # fmt: skip
    order = [str(name) for name in found.groups["rules"]]
    dots = sampling.done <= MOST_DOTS
    panels = []
    axis = tell(f"axis.{asked.key}", lang)
    for name in names:
        bins: list[list[int]] = [[] for _ in range(count)]
        if name in order:
            here = found.group == order.index(name)
            places = ((values[here] - first) / step + 1e-9).astype(int)
            for deal, place in zip(deals[here].tolist(), places.tolist(), strict=True):
                bins[place].append(deal)
        rules = RuleSet.parse(name)
        caption = caption_of(chosen.game, rules, lang)
        told = "; ".join(
            tell("bar", lang, value=label, count=number(len(some), lang))
            for label, some in zip(labels, bins, strict=True)
            if some
        )
        panels.append(
            {
                "name": caption,
                "told": f"{caption}. {axis}: {told}",
                "dots": dots,
                "bins": [
                    {
                        "label": label, "count": len(some), "shown": number(len(some), lang),
                        "deals": some if dots else [],
                    }
                    for label, some in zip(labels, bins, strict=True)
                ],
            }
        )  # fmt: skip
    return {"panels": panels, "labels": labels, "words": {"dot": tell("dot", lang, deal="{deal}", value="{value}")}}


def caption_of(game: RuleSet, rules: RuleSet, lang: Language) -> str:
    """A rule set over its picture: numbers by name, what is no number in the words of the rulebook.

    >>> from rummy_lab.games import RUMMY40
    >>> caption_of(RUMMY40, RUMMY40.vary(opening__points=51, joker__freed="to_hand"), "en")
    '51 points to open. You may keep a freed joker for later.'
    """
    changed = [field for field in field_specs() if rules.get(field) != game.get(field)]
    if not changed:
        return tell("baseline", lang, game=rules_name(rules.name, lang))
    counted = [field for field in changed if type(rules.get(field)) is int]
    told = [group_name(field, rules.get(field), lang) for field in counted]
    said = [field_text(rules, field, lang) for field in changed if field not in counted]
    return " ".join([*([", ".join(told) + ("." if said else "")] if told else []), *said])


def _bins(values: Any, *, whole: bool, least: int) -> tuple[float, float, int]:
    """The width of a bin, where the first begins, how many there are."""
    low, high = float(values.min()), float(values.max())
    for step in (1, 2, 5) if whole else _STEPS:
        first = 0.0 if whole else math.floor(low / step + 1e-9) * step
        count = int((high - first) / step + 1e-9) + 1
        if count <= _MOST_BINS:
            return step, first, max(count, least)
    step = (high - low) / (_MOST_BINS - 1)
    return step, low, _MOST_BINS


def _label(value: float, step: float, lang: Language) -> str:
    return plain(round(value, 6), lang) if step <= 1 else f"{plain(value, lang)}…"
