"""A lesson as its pupil reads it, as lines of text: no table to touch, and nothing that is not said there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from rummy_lab.core.views import view
from rummy_lab.language import LANG
from rummy_lab.lessons.said import Said
from rummy_lab.lessons.step_hints import step_hints
from rummy_lab.lessons.steps import Lesson, Step
from rummy_lab.lessons.telling import phrase
from rummy_lab.widgets.lesson_said import reason_text, several
from rummy_lab.widgets.lesson_texts import tell
from rummy_lab.widgets.texts import Language
from rummy_lab.words import describe, explain
from rummy_lab.words.spoken import meld_text
from rummy_lab.words.texts import pack_of, sentence, words_of

WIDTH = 88


def preview(lesson: Lesson, lang: Language = LANG) -> str:
    """Every step: what is read, what lies on the table in words, what there is to choose among.

    >>> from rummy_lab.lessons.reading import parse_lesson
    >>> from rummy_lab.lessons.skeleton import new_lesson
    >>> preview(parse_lesson(new_lesson("schmidt/red", "red.toml"))).splitlines()[:2]
    ['<title>', '=======']
    """
    title = _plain(lesson.title, lesson, lang)
    lines = [title, "=" * len(title)]
    if lesson.goals:
        lines += [f"{tell('goals', lang)}:", *_rows(_plain(goal, lesson, lang) for goal in lesson.goals)]
    if lesson.leaves_out is not None:
        lines += _wrapped(tell("leaves_out", lang, text=_plain(lesson.leaves_out, lesson, lang)))
    if lesson.guess is not None:
        lines += ["", tell("guess", lang), *_step(lesson.guess, lang)]
    for at, step in enumerate(lesson.steps, 1):
        head = tell("step", lang, at=at, count=len(lesson.steps))
        lines += ["", head, "-" * len(head), *_step(step, lang, step_hints(step, lang))]
    if lesson.guess is not None:
        lines += ["", tell("guess_again", lang), *_wrapped(_plain(lesson.guess.text, lesson.guess, lang))]
    return "\n".join(lines) + "\n"


def _plain(said: Said, of: Lesson | Step, lang: str) -> str:
    mark = f" {phrase('only_english', lang)}" if said.falls_back(lang) and lang != "en" else ""
    return said.plain(lang, of.rules) + mark


def _step(step: Step, lang: Language, hints: Iterable[str] = ()) -> Iterator[str]:
    yield from _wrapped(_plain(step.text, step, lang))
    if step.position is not None:
        seen = view(step.position, step.position.seat).state
        for line in describe(seen, lang).splitlines():
            yield from _wrapped(line, "  | ")
    if step.meld is not None:
        yield from _wrapped(sentence(meld_text(words_of(lang, pack_of(step.rules)), step.meld)), "  | ")
    if step.kind == "watch" and step.turn is not None:
        told = [explain(move, lang, rules=step.rules) for move in step.turn]
        yield from _rows([_plain(says, step, lang) for says in step.says] or told, numbered=True)
    elif step.kind == "judge" and step.turn is not None:
        yield from _wrapped(tell("tried", lang, moves=explain(step.turn, lang, rules=step.rules)))
        yield from _rows([phrase("yes", lang), phrase("no", lang)], "( ) ")
        if step.choices:
            yield tell("why_not", lang)
            yield from _rows((reason_text(code, step, lang) for code in step.choices), "( ) ")
    elif step.kind == "value":
        yield f"{tell('points', lang)} ____"
    elif step.options:
        many = several(step)
        if many:
            yield tell("several", lang)
        yield from _rows((_plain(option.text, step, lang) for option in step.options), "[ ] " if many else "( ) ")
    for number, hint in enumerate(hints, 1):
        yield from _wrapped(tell("hint_told", lang, number=number, text=hint), "  ? ")
    if step.after is not None:
        yield from _wrapped(_plain(step.after, step, lang), "  > ")


def _rows(texts: Iterable[str], mark: str = "- ", *, numbered: bool = False) -> Iterator[str]:
    for number, text in enumerate(texts, 1):
        head = f"{number}. " if numbered else mark
        lines = wrap(text, WIDTH - 2 - len(head)) or [""]
        yield f"  {head}{lines[0]}"
        yield from (f"  {' ' * len(head)}{line}" for line in lines[1:])


def _wrapped(text: str, indent: str = "") -> list[str]:
    return [f"{indent}{line}" for part in text.split("\n\n") for line in wrap(part, WIDTH - len(indent)) or [""]]
