"""Steps of lessons as exercises on paper, and their solutions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, Final, cast

from rummy_lab.core.cards import Card
from rummy_lab.core.melds import Meld
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.views import view
from rummy_lab.draw import Options, Picture, picture_of, picture_of_cards
from rummy_lab.draw.captions import letters
from rummy_lab.lessons.said import Said
from rummy_lab.lessons.steps import Step
from rummy_lab.lessons.telling import phrase, solution, sum_text
from rummy_lab.search.existence import exists
from rummy_lab.words import describe, explain, main_reason, reason_title
from rummy_lab.words.spoken import meld_text, melds_text
from rummy_lab.words.texts import pack_of, words_of
from rummy_lab.worksheets.blocks import Block, Lines, Rows, Shown, Text
from rummy_lab.worksheets.sources import rule_text
from rummy_lab.worksheets.texts import tell

WIDTH: Final = 680.0
"""Of the table, in canvas units, in which a card is 50 or 62 wide."""
ASKED, ANSWERED = 0.175, 0.13
"""How many millimetres of paper a canvas unit is: a card is 9 or 11 millimetres wide, on the solutions less."""
_MOVES: Final = 4


def asked(step: Step, lang: str) -> list[Block]:
    """What stands on the sheet: the task, the picture, what to tick or room to write.

    >>> from rummy_lab.lessons.catalogue import lesson
    >>> [type(block).__name__ for block in asked(lesson("schmidt/split").steps[0], "en")]
    ['Text', 'Shown', 'Lines']
    """
    return [_said(step.text, step.rules, lang), *_told(step, lang), *_pictures(step, lang), *_to_fill_in(step, lang)]


def answered(step: Step, lang: str, numbers: Sequence[str] = ()) -> list[Block]:
    """What stands on the solutions: the answer, why it is so, the table afterwards, where the rule stands.

    `numbers`: of the rules among which that is looked for where the step names none.
    """
    rule = rule_text(step, lang, numbers)
    return [*_answer(step, lang), *([Text(rule)] if rule else [])]


def _said(text: Said, rules: RuleSet, lang: str) -> Text:
    mark = f" {phrase('only_english', lang)}" if text.falls_back(lang) and lang != "en" else ""
    html = text.html(lang, rules) + (f"<p>{escape(mark.strip())}</p>" if mark else "")
    return Text(text.plain(lang, rules) + mark, html)


def _told(step: Step, lang: str) -> Iterator[Block]:
    """What is tried in a `judge` step; the moves of one that is only watched."""
    if step.turn is None or step.position is None:
        return
    if step.kind == "judge" and step.position.over is None:
        moves = explain(step.turn, lang, rules=step.rules, seat=step.position.seat)
        yield Text(tell("tried", lang, moves=moves))
    elif step.kind == "watch":
        told = [text.plain(lang, step.rules) for text in step.says]
        yield Rows(tuple(told or [explain(move, lang, rules=step.rules) for move in step.turn]), "number")


def _pictures(step: Step, lang: str) -> Iterator[Shown]:
    if step.position is not None:
        seat = step.position.seat
        seen = _Seen.of(view(step.position, seat).state)
        options: Options = {"lang": cast(Any, lang), "seat": seat, "below": seat, "paper": True, "width": WIDTH}
        if not seen.heaps and len(seen.hands) == 1:
            options["part"] = "hand"  # an empty table would only take room
        yield Shown(picture_of(seen, options), describe(seen, lang), ASKED)
    elif step.meld is not None:
        yield _cards(step.meld, step.rules, lang)


def _cards(meld: Meld, rules: RuleSet, lang: str) -> Shown:
    picture = picture_of_cards(meld.slots, letters(lang, "lang"), paper=True)
    return Shown(picture, meld_text(words_of(lang, pack_of(rules)), meld), ASKED)


def _to_fill_in(step: Step, lang: str) -> Iterator[Block]:
    if step.kind in ("do", "find"):
        yield Lines(_MOVES, tell("your_turn", lang))
    elif step.kind == "judge":
        yield Rows((phrase("yes", lang), phrase("no", lang)), "box")
        if step.choices:
            yield Text(tell("if_not", lang))
            yield Rows(tuple(reason_title(code, step.rules, lang) for code in step.choices), "box")
        else:
            yield Lines(2, tell("why", lang))
    elif step.kind == "value":
        yield Lines(1, tell("sum", lang))
        yield Lines(1, tell("points", lang))
    elif step.options:
        several = sum(option.right for option in step.options) > 1
        yield Text(tell("tick_some" if several else "tick_one", lang))
        yield Rows(tuple(option.text.plain(lang, step.rules) for option in step.options), "box")


# Solutions


def _answer(step: Step, lang: str) -> Iterator[Block]:
    if step.kind == "value":
        yield Text(tell("points_are", lang, points=step.points), strong=True)
        yield Text(sum_text(step, lang))
    elif step.kind == "judge":
        yield Text(solution(step, lang).rstrip(". ") + ".", strong=True)
        why = _why_not(step, lang)
        if why:
            yield Text(why)
    elif step.options:
        yield Text(solution(step, lang), strong=True)
        yield from (Text(told) for told in _about_options(step, lang))
    elif step.turn is not None:
        yield Rows(tuple(explain(move, lang, rules=step.rules) for move in step.turn), "number")
    if step.after is not None:
        yield _said(step.after, step.rules, lang)
    yield from _afterwards(step, lang)


def _why_not(step: Step, lang: str) -> str:
    if step.legal or step.position is None or step.turn is None:
        return ""
    _, reasons = play_until_error(step.position, step.turn, exists=exists)
    if not reasons:
        return ""
    named = next((reason for reason in reasons if reason.code == step.because), None)
    return explain(named or main_reason(reasons), lang, rules=step.rules)


def _about_options(step: Step, lang: str) -> Iterator[str]:
    """What is said of the wrong answers, each sentence once."""
    told = [option.says.plain(lang, step.rules) for option in step.options if option.says is not None]
    yield from dict.fromkeys(told)


def _afterwards(step: Step, lang: str) -> Iterator[Block]:
    """The table after the turn that is asked for."""
    if step.kind not in ("do", "find") or step.position is None or step.turn is None:
        return
    reached, _ = play_until_error(step.position, step.turn, exists=exists)
    if reached.table == step.position.base.table:
        return
    left = _Seen(reached.rules, dict(enumerate(reached.table, 1)))
    picture: Picture = picture_of(left, {"lang": cast(Any, lang), "paper": True, "part": "table", "width": WIDTH})
    told = melds_text(words_of(lang, pack_of(step.rules)), left.heaps)
    yield Shown(picture, tell("after", lang, melds=told) if told else tell("after_empty", lang), ANSWERED)


@dataclass(frozen=True)
class _Seen:
    """What is drawn and read of a position; on its own a table with nothing but melds."""

    rules: RuleSet
    heaps: Mapping[int, Meld]
    hands: Mapping[str, Sequence[Card | None] | None] = field(default_factory=dict[str, None])
    pile: Sequence[Card] | None = None
    stock: Sequence[Card | None] | None = None
    opened: Mapping[str, bool] = field(default_factory=dict[str, bool])
    seat: str = "A"
    loose: Sequence[Card] = ()
    over: Any = None
    phase: str = "start"
    round: int = 1

    @classmethod
    def of(cls, state: State) -> _Seen:
        """A position without the hands of which no card is seen."""
        seen = {
            seat: hand
            for seat, hand in state.hands.items()
            if seat == state.seat or (hand is not None and any(card is not None for card in hand))
        }
        return cls(
            state.rules, state.heaps, seen, state.pile, state.stock, state.opened, state.seat, state.loose,
            state.over, state.phase, state.round,
        )  # fmt: skip
