"""The summary of a run as it is shown: in a terminal, in a notebook, in Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

import pandas as pd

from rummy_lab.batch.summary import ALL, aligned
from rummy_lab.stats.numbers import decimals, number, percent
from rummy_lab.stats.result_frames import KEY
from rummy_lab.stats.summary_texts import TEXTS
from rummy_lab.stats.texts import rules_name
from rummy_lab.words.scene import bot_name

_HEADINGS: Final = (
    "bot", "seat", "deals", "wins", "score", "opened_first", "median_opening", "went_out", "rummy", "jokers_held",
    "stock_used_up", "unfinished",
)  # fmt: skip
_SHARES: Final = ("wins", "opened_first", "went_out", "rummy", "stock_used_up", "unfinished")
_NAMES: Final = 2
_NARROW, _WIDE = 8, 96
_SOFT: Final = "\N{SOFT HYPHEN}"


def as_text(table: pd.DataFrame) -> str:
    """Lines of text, at most about 100 characters wide with short names."""
    about = table.attrs[KEY]
    told = list[str]()
    for title, rows in _tables(table):
        told += ["", title] if told else [title]
        headings = [_broken(heading) for heading in _headings(about)]
        height = max(map(len, headings))
        top = [[""] * (height - len(lines)) + lines for lines in headings]
        told += aligned([*zip(*top, strict=True), *rows], _NAMES)
    told += ["", *(line for note in _notes(about) for line in textwrap.wrap(note, _WIDE))]
    return "\n".join(told)


def as_html(table: pd.DataFrame) -> str:
    """A table for each rule set, with a caption, and the notes below."""
    about = table.attrs[KEY]
    parts = [f'<div class="rummy-lab-summary" lang="{about["lang"]}">']
    for title, rows in _tables(table):
        head = "".join(
            f'<th scope="col" style="text-align: {_side(at)}; vertical-align: bottom">'
            f"{escape(_whole(heading, _SOFT))}</th>"
            for at, heading in enumerate(_headings(about))
        )
        parts.append(
            '<table style="margin-bottom: 1em"><caption style="text-align: left; font-weight: bold; caption-side: top">'
            f"{escape(title)}</caption><thead><tr>{head}</tr></thead><tbody>"
        )
        for row in rows:
            cells = "".join(
                f'<td style="text-align: {_side(at)}; white-space: nowrap">{escape(cell)}</td>'
                for at, cell in enumerate(row)
            )
            parts.append(f"<tr>{cells}</tr>")
        parts.append("</tbody></table>")
    parts += [f"<p>{escape(' '.join(_notes(about)))}</p>", "</div>"]
    return "".join(parts)


def as_markdown(table: pd.DataFrame) -> str:
    """A pipe table for each rule set under its name, and the notes below."""
    about = table.attrs[KEY]
    told = list[str]()
    for title, rows in _tables(table):
        lines = [[_whole(heading) for heading in _headings(about)], *rows]
        lines.insert(1, ["---" if _side(at) == "left" else "---:" for at in range(len(_HEADINGS))])
        told += [f"**{title}**", "", *(f"| {' | '.join(map(_piped, line))} |" for line in lines), ""]
    return "\n".join((*told, " ".join(_notes(about)), ""))


def _side(at: int) -> str:
    return "left" if at < _NAMES else "right"


def _piped(cell: str) -> str:
    return cell.replace("|", "\\|")


def _whole(heading: str, between: str = "") -> str:
    """A heading on one line; `between` stands where a word may be broken."""
    return heading.replace("- ", between)


def _broken(heading: str) -> list[str]:
    """A heading in short lines."""
    return textwrap.wrap(heading, _NARROW, break_long_words=False, break_on_hyphens=False) or [""]


def _headings(about: Mapping[str, Any]) -> list[str]:
    words = TEXTS[about["lang"]]
    level = percent(about["level"], about["lang"]).replace("\N{NO-BREAK SPACE}", " ")
    return [words[name].format(level=level) if name == "score" else words[name] for name in _HEADINGS]


def _tables(table: pd.DataFrame) -> Iterator[tuple[str, list[list[str]]]]:
    about = table.attrs[KEY]
    for rules, rows in table.groupby("rules", sort=False):
        yield rules_name(str(rules), about["lang"]), [_cells(row, about["lang"]) for row in rows.to_dict("records")]


def _cells(row: Mapping[Any, Any], lang: str) -> list[str]:
    half = (row["score_high"] - row["score_low"]) / 2
    digits = decimals(half)
    within = "" if pd.isna(half) else f" ± {number(half, lang, digits)}"
    told = {
        "bot": bot_name(str(row["bot"]), lang),
        "seat": TEXTS[lang]["all"] if row["seat"] == ALL else str(row["seat"]),
        "deals": number(row["deals"], lang),
        "score": number(row["score"], lang, digits) + within,
        "median_opening": number(row["median_opening"], lang),
        "jokers_held": number(row["jokers_held"], lang, 2),
    } | {name: percent(row[name], lang, 1) for name in _SHARES}
    return [told[name] for name in _HEADINGS]


def _bots(names: Sequence[str], lang: str) -> str:
    """Bots in a sentence: `the bot "greedy" and the bot "exact"`."""
    words = TEXTS[lang]
    return words["and"].join(words["the_bot"].format(bot=bot_name(name, lang)) for name in names)


def _notes(about: Mapping[str, Any]) -> list[str]:
    """What the table does not show, a sentence each."""
    lang, words = about["lang"], TEXTS[about["lang"]]
    told = [] if about["complete"] else [words["part"]]
    fewer = set(about["fewer_is_better"].values())
    told += [words["fewer" if fewer == {True} else "more"]] if fewer in ({True}, {False}) else []
    told.append(words["deal"])
    for sign in about["signs"]:
        named = {name: rules_name(sign[name], lang) for name in ("rules", "baseline", "here", "there") if name in sign}
        named |= {name: _bots([sign[name]], lang) for name in ("first", "second") if name in sign}
        bots = {name: _bots(sign[name], lang) for name in ("better", "worse") if name in sign}
        told.append(words[sign["kind"]].format(**(sign | named | bots)))
    return told + ([words["not_retuned"]] if len(about["fewer_is_better"]) > 1 else [])
