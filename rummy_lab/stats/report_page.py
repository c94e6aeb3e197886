"""The page about a class. All that comes from files is escaped; no name stands there that nobody typed."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from html import escape
from typing import Any, cast

from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.core.state import State
from rummy_lab.core.views import view
from rummy_lab.draw import Options, picture_of_cards, picture_svg, table_svg
from rummy_lab.lessons.answers import Row
from rummy_lab.lessons.grading import answer_of
from rummy_lab.lessons.judging import Answer, judged
from rummy_lab.lessons.siblings import siblings
from rummy_lab.lessons.steps import Step
from rummy_lab.lessons.telling import feedback
from rummy_lab.stats.class_report import ClassReport, Trouble
from rummy_lab.stats.report_texts import tell
from rummy_lab.words import describe, explain, in_words, reason_title
from rummy_lab.words.spoken import meld_text
from rummy_lab.words.texts import pack_of, words_of

_MOST_SIBLINGS = 100
_STYLE = """\
.rl-report { max-width: 56rem; margin: 0 auto; padding: 0 1rem; font: 16px/1.45 system-ui, sans-serif; }
.rl-report h1 { font-size: 1.5rem; } .rl-report h2 { font-size: 1.2rem; margin: 1.2em 0 .4em; }
.rl-report h3 { font-size: 1rem; margin: .8em 0 .2em; }
.rl-report p, .rl-report figure { margin: .3em 0; }
.rl-report table { border-collapse: collapse; }
.rl-report :is(th, td) { text-align: left; vertical-align: top; padding: .25em .8em .25em 0; }
.rl-report tr { border-bottom: 1px solid #8888; }
.rl-report blockquote { margin: .3em 0; padding-left: .8em; border-left: 4px solid #8888; }
.rl-report img { max-width: 100%; max-height: 15rem; }
@media print { .rl-report { font-size: 11pt; } .rl-report section { break-inside: avoid; } }
"""


def whole_page(report: ClassReport, lang: str) -> str:
    """The page as a document."""
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(tell('title', lang))}</title></head>\n<body>{body(report, lang)}</body></html>\n"
    )


def body(report: ClassReport, lang: str) -> str:
    """What stands on the page."""
    parts = [_finished(report, lang), _again(report, lang), _guess(report, lang), _faults(report, lang)]
    count = tell("pupils", lang, count=len(report.pupils))
    return (
        f'<style>{_STYLE}</style>\n<div class="rl-report" lang="{lang}"><h1>{escape(tell("title", lang))}</h1>'
        f"<p>{escape(count)}</p>\n" + "\n".join(part for part in parts if part) + "</div>"
    )


def _section(title: str, content: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{content}</section>"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; the first cell of a row is its head."""
    top = "".join(f'<th scope="col">{escape(text)}</th>' for text in head)
    lines = "".join(
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in rest)}</tr>'
        for first, *rest in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table>"


def _title(report: ClassReport, name: str, lang: str) -> str:
    known = report.lessons.get(name)
    return name if known is None else f"{known.title.plain(lang, known.rules)} ({name})"


def _finished(report: ClassReport, lang: str) -> str:
    typed = {one.pupil for one in report.given if one.typed}
    rows: list[list[str]] = []
    for name, (ready, begun) in report.finished().items():
        told = tell("of", lang, count=len(ready), all=len(ready) + len(begun))
        names = [pupil for pupil in begun if pupil in typed]
        left = f". {tell('open', lang, names=', '.join(names))}" if names else ""
        rows.append([_title(report, name, lang), told + left])
    return _section(tell("finished", lang), _table((tell("lesson", lang), tell("done", lang)), rows)) if rows else ""


def _guess(report: ClassReport, lang: str) -> str:
    rows = [
        [_title(report, name, lang), *(tell("share", lang, count=count, all=both) for count in (before, after))]
        for name, (both, before, after) in report.guesses().items()
    ]
    head = tell("lesson", lang), tell("before", lang), tell("after", lang)
    return _section(tell("guess", lang), _table(head, rows) if rows else f"<p>{escape(tell('no_guess', lang))}</p>")


def _faults(report: ClassReport, lang: str) -> str:
    lines = "".join(f"<li>{escape(in_words(fault, lang))}</li>" for fault in report.faults)
    return _section(tell("faults", lang), f"<ul>{lines}</ul>") if lines else ""


def _again(report: ClassReport, lang: str) -> str:
    found = report.troubles()
    told = "".join(_trouble(report, one, lang) for one in found) or f"<p>{escape(tell('none_wrong', lang))}</p>"
    return _section(tell("again", lang), told)


def _trouble(report: ClassReport, one: Trouble, lang: str) -> str:
    step = step_of(one.step, one.example)
    counts = tell("wrong", lang, answers=one.answers, pupils=one.pupils, all=len(report.pupils))
    said, why = answer_text(step, one.example, lang)
    parts = [
        f"<h3>{escape(_title(report, one.lesson.id, lang))}</h3>",
        step.text.html(lang, step.rules),
        f"<p>{escape(tell('tried', lang, moves=_turn(step, step.turn, lang)))}</p>" if step.kind == "judge" else "",
        _picture(step, lang),
        f"<p>{escape(counts)}</p>",
        f"<p>{escape(tell('commonest', lang, count=one.common, all=one.answers))}</p>",
        f"<blockquote>{escape(said)}</blockquote>",
        f"<p>{escape(tell('why', lang))} {escape(why)}</p>" if why else "",
    ]
    return "".join(parts)


def _picture(step: Step, lang: str) -> str:
    if step.position is not None:
        seen: State = view(step.position, step.position.seat).state
        options: Options = {"lang": cast(Any, lang), "seat": seen.seat, "below": seen.seat}
        svg = table_svg(seen, **options)
        alt = describe(seen, lang)
    elif step.meld is not None:
        alt = meld_text(words_of(lang, pack_of(step.rules)), step.meld)
        svg = picture_svg(picture_of_cards(step.meld.slots), alt)
    else:
        return ""
    # As an image, so that two pictures on one page do not share their ids.
    data = base64.b64encode(svg.encode()).decode("ascii")
    return f'<figure><img src="data:image/svg+xml;base64,{data}" alt="{escape(alt, quote=True)}"></figure>'


def step_of(step: Step, row: Row) -> Step:
    """The step with the cards that were answered; the step itself where the row names none that can be."""
    number, seed = row["sibling"], row["seed"]
    if type(number) is not int or type(seed) is not int or not 0 < number <= _MOST_SIBLINGS:
        return step
    made = siblings(step, seed, number)
    return made[-1] if len(made) == number else step


def answer_text(step: Step, row: Row, lang: str) -> tuple[str, str]:
    """An answer in words, and what is said about it; the answer as it stands where it is none."""
    raw = row["answer"]
    try:
        answer = answer_of(step, raw)
        return _told(step, answer, lang), feedback(step, judged(step, answer), lang)
    except RummyError:
        return str(raw)[:200], ""


def _turn(step: Step, turn: Turn | None, lang: str) -> str:
    return explain(turn, lang, rules=step.rules) if turn else tell("nothing", lang)


def _told(step: Step, answer: Answer, lang: str) -> str:
    if isinstance(answer, Turn):
        return _turn(step, answer, lang)
    if isinstance(answer, tuple) and isinstance(answer[0], bool):
        if answer[0] or not answer[1]:
            return tell("yes" if answer[0] else "no", lang)
        return tell("no_because", lang, why=reason_title(str(answer[1])[:80], step.rules, lang))
    if isinstance(answer, list):
        chosen = [option.text.plain(lang, step.rules) for option in step.options if option.id in answer]
        return "; ".join(chosen) or tell("nothing", lang)
    return tell("points", lang, points=answer)
