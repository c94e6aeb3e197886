"""What a learner is told about an answer: every wrong one gets a sentence about its cards."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from rummy_lab.core.cards import JOKER, Card, sort_cards
from rummy_lab.core.moves import Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.scoring import card_penalty
from rummy_lab.core.state import State
from rummy_lab.language import LANG
from rummy_lab.lessons.counting import points_by_card
from rummy_lab.lessons.judging import Verdict, laid_cards, worth_more
from rummy_lab.lessons.said import Said
from rummy_lab.lessons.steps import Goal, Step
from rummy_lab.search.best import best_turn
from rummy_lab.search.existence import exists
from rummy_lab.words import explain, main_reason, reason_title
from rummy_lab.words.spoken import cards_text, hand_text, meld_text
from rummy_lab.words.texts import fill, languages, pack_of, sentence, words_of


@cache
def _phrases() -> dict[str, dict[str, str]]:
    return tomllib.loads(files("rummy_lab.lessons").joinpath("phrases.toml").read_text("utf-8"))


def phrase(key: str, lang: str, **values: object) -> str:
    """One of the phrases of lessons in a language, its fields filled in."""
    return fill(_phrases()[key][lang if lang in languages else "en"], values)


def feedback(step: Step, verdict: Verdict, lang: str = LANG) -> str:
    """What is said about an answer, in plain text.

    >>> from rummy_lab.lessons.catalogue import lesson
    >>> from rummy_lab.lessons.judging import judged
    >>> step = lesson("schmidt/joker-set").steps[0]
    >>> feedback(step, judged(step, "layoff 8g>1; end"))
    'Now four cards lie there, and the joker is one of them.'
    """
    if verdict.right:
        return phrase("right", lang) if step.after is None else _shown(step.after, step.rules, lang)
    if verdict.wrong is not None:
        return _shown(verdict.wrong.says, step.rules, lang)
    if verdict.options:
        texts = (option.says for option in verdict.options if option.says is not None)
        return " ".join(_shown(text, step.rules, lang) for text in texts)
    if step.kind == "value":
        return sum_text(step, lang)
    if step.kind == "judge":
        return _of_legality(step, verdict, lang)
    if verdict.tried is None:
        return " ".join(phrase(part, lang) for part in verdict.lacks)
    parts = [_tried(step, verdict, lang)]
    if verdict.reasons:
        parts.append(explain(main_reason(verdict.reasons), lang, rules=step.rules))
    else:
        parts.append(_lacking(step, verdict, lang))
    return " ".join(part for part in parts if part)


def _shown(text: Said, rules: RuleSet, lang: str) -> str:
    mark = f" {phrase('only_english', lang)}" if text.falls_back(lang) and lang != "en" else ""
    return text.plain(lang, rules) + mark


def _tried(step: Step, verdict: Verdict, lang: str) -> str:
    if not verdict.tried:
        return ""
    return phrase("tried", lang, moves=explain(verdict.tried, lang, rules=step.rules))


def _of_legality(step: Step, verdict: Verdict, lang: str) -> str:
    if not verdict.reasons:
        assert step.turn is not None
        return phrase("legal", lang, moves=explain(step.turn, lang, rules=step.rules))
    why = explain(main_reason(verdict.reasons), lang, rules=step.rules)
    return phrase("reason" if verdict.lacks else "illegal", lang, why=why)


def sum_text(step: Step, lang: str) -> str:
    """What a `value` step counts, card by card."""
    words = words_of(lang, pack_of(step.rules))
    if step.meld is not None:
        told = meld_text(words, step.meld)
        each = points_by_card(step.meld, step.rules)
    else:
        assert step.position is not None
        cards = sort_cards(card or JOKER for card in step.position.hands[step.position.seat] or ())
        told, each = hand_text(words, cards), [card_penalty(card, step.rules) for card in cards]
    numbers = " + ".join(map(str, each))
    return phrase("sum", lang, cards=sentence(told), sum=f"{numbers} = {step.points}")


def solution(step: Step, lang: str = LANG) -> str:
    """The answer of a step in the words in which it is given."""
    if step.kind == "value":
        return str(step.points)
    if step.kind == "judge":
        if step.legal:
            return phrase("yes", lang)
        return f"{phrase('no', lang)}. {reason_title(step.because, step.rules, lang)}"
    if step.options:
        return "; ".join(option.text.plain(lang, step.rules) for option in step.options if option.right)
    return "" if step.turn is None else explain(step.turn, lang, rules=step.rules)


def _lacking(step: Step, verdict: Verdict, lang: str) -> str:
    """About the first part of the goal that was not reached."""
    part = verdict.lacks[0]
    assert step.position is not None
    assert verdict.tried is not None
    words, goal, start = words_of(lang, pack_of(step.rules)), step.goal or Goal(), step.position
    reached, _ = play_until_error(start, verdict.tried, exists=exists)
    laid = laid_cards(start, reached)
    values: dict[str, object] = {}
    if part == "better":
        values["card"] = cards_text(words, _better(step, laid))
    elif part == "lays":
        values["cards"] = cards_text(words, [card for card in goal.lays if not laid[card]] or goal.lays)
    elif part == "cards":
        values["card"] = cards_text(words, _wanted(step, laid))
        values |= {"laid": cards_text(words, sorted(laid.elements())) or phrase("nothing", lang), "count": goal.cards}
    elif part == "points":
        values |= {"worth": worth_more(start, reached), "count": goal.points}
    elif part == "melds":
        values["melds"] = "; ".join(meld_text(words, meld) for meld in goal.melds if meld not in reached.table)
    elif part in ("out", "end"):
        values["hand"] = hand_text(words, _hand(start, reached))
    return phrase(part, lang, **values)


def _better(step: Step, laid: Counter[Card]) -> list[Card]:
    """A card that a best turn lays and this one does not, or one that it lays elsewhere."""
    assert step.position is not None
    best = best_turn(step.position, step.objective)
    return [] if best is None else _missed(step.position, best.turn, laid)


def _wanted(step: Step, laid: Counter[Card]) -> list[Card]:
    """A card that the solution lays and this one does not, or one that it lays elsewhere."""
    assert step.position is not None
    return [] if step.turn is None else _missed(step.position, step.turn, laid)


def _missed(start: State, turn: Turn, laid: Counter[Card]) -> list[Card]:
    wanted = laid_cards(start, play_until_error(start, turn, exists=exists)[0])
    return sorted((wanted - laid) or wanted)[:1]


def _hand(start: State, reached: State) -> list[Card]:
    return [card or JOKER for card in reached.hands[start.seat] or ()]


def all_phrases() -> Iterable[tuple[str, dict[str, str]]]:
    """Every phrase with its texts by language."""
    return _phrases().items()
