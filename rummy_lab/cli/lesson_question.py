"""The question of a step in the terminal: how it is asked, and what a line that is typed answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rummy_lab.cli.texts import tell
from rummy_lab.language import Language
from rummy_lab.lessons.judging import Answer
from rummy_lab.lessons.steps import Step
from rummy_lab.lessons.telling import phrase
from rummy_lab.widgets.lesson_said import mixed, reason_text, several, tried
from rummy_lab.widgets.lesson_texts import tell as lesson_text
from rummy_lab.words.lexicon import plain
from rummy_lab.words.spoken import meld_text
from rummy_lab.words.texts import pack_of, sentence, words_of

_MOST_CHOSEN: Final = 20


class Question:
    """A question with numbered answers.

    Args:
        step: the step that asks.
        lang: the language.
        seed: in which order the answers stand.

    Attributes:
        step: the step, its answers in that order.
        why: whether it is asked which rule forbids the try.

    >>> from rummy_lab.lessons.catalogue import lesson
    >>> question = Question(lesson("schmidt/split").steps[1], "en")
    >>> list(question.numbered()), question.read("2"), question.read("what?")
    (['  1) Allowed', '  2) Not allowed'], ((False, ''),), None)
    """

    def __init__(self, step: Step, lang: Language, seed: int = 0) -> None:
        self.step, self.lang, self.why = mixed(step, seed), lang, False

    def lines(self) -> Iterator[str]:
        """What there is to answer, with the numbers of the answers."""
        step, lang = self.step, self.lang
        if step.kind == "value" and step.meld is not None:
            yield f"  {sentence(meld_text(words_of(lang, pack_of(step.rules)), step.meld))}"
        if told := tried(step, lang):
            yield told
        many = step.kind in ("choose", "predict") and several(step)
        if many:
            yield lesson_text("several", lang)
        yield from self.numbered()
        key = "several" if many else {"predict": "choose", "find": "do"}.get(step.kind, step.kind)
        yield tell(f"lesson_play.how_{key}", lang)

    def numbered(self) -> Iterator[str]:
        """The answers, each with its number."""
        yield from (f"  {number}) {text}" for number, (text, _) in enumerate(self.answers(), 1))

    def read(self, line: str) -> tuple[Answer] | None:
        """The answer that a line gives; None where it is none."""
        if self.step.kind == "value":
            return None if re.fullmatch(r"-?\d{1,6}", line) is None else (int(line),)
        told = self.answers()
        by_text = {plain(text).rstrip("."): number for number, (text, _) in enumerate(told, 1)}
        said = plain(line).rstrip(".")
        parts = [str(by_text[said])] if said in by_text else [part for part in re.split(r"[\s,;]+", said) if part]
        most = 1 if self.step.kind == "judge" else _MOST_CHOSEN
        if not 1 <= len(parts) <= most or not all(p.isdecimal() and 0 < int(p[:4]) <= len(told) for p in parts):
            return None
        chosen = [told[int(part) - 1][1] for part in dict.fromkeys(parts)]
        if self.step.kind == "judge":
            return (chosen[0],)
        return ([one for row in chosen if isinstance(row, list) for one in row],)

    def answers(self) -> list[tuple[str, Answer]]:
        """What there is to choose among, and what is answered by it."""
        step, lang = self.step, self.lang
        if step.kind == "judge" and self.why:
            return [(reason_text(code, step, lang), (False, code)) for code in step.choices]
        if step.kind == "judge":
            return [(phrase("yes", lang), (True, "")), (phrase("no", lang), (False, ""))]
        return [(option.text.plain(lang, step.rules), [option.id]) for option in step.options]
