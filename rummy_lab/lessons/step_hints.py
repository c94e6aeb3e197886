"""Hints for the steps of lessons, in three strengths: where to look, what counts or what is ruled out, the answer.

What a lesson says itself comes first; what it leaves out is made from the referee and the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy_lab.core.cards import FRENCH, JOKER, Card, sort_cards
from rummy_lab.core.melds import card_points
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.scoring import card_penalty
from rummy_lab.language import LANG
from rummy_lab.lessons.counting import points_by_card
from rummy_lab.lessons.hinting import hint, hint_towards
from rummy_lab.lessons.judge_hints import judge_hint, rule_by_number
from rummy_lab.lessons.judging import judged
from rummy_lab.lessons.steps import Option, Step
from rummy_lab.lessons.telling import phrase, sum_text
from rummy_lab.search.best import best_turn
from rummy_lab.search.existence import exists
from rummy_lab.words import explain
from rummy_lab.words.desk import entry_on
from rummy_lab.words.pages import field_text, general
from rummy_lab.words.sources import parent
from rummy_lab.words.spoken import row_text
from rummy_lab.words.texts import pack_of, sentence, words_of

STRONGEST: Final = 3
_PAIR: Final = 2


def step_hint(step: Step, strength: int, lang: str = LANG) -> str:
    """The hint of this strength, 1 to 3; empty where a step asks nothing.

    >>> from rummy_lab.lessons.catalogue import lesson
    >>> step = next(step for step in lesson("schmidt/first-30").steps if step.id == "count")
    >>> for strength in (1, 2, 3):
    ...     print(step_hint(step, strength))
    Every card is worth its number.
    Blue 7 and 8: 7 + 8 = 15. Still to be added: blue 9.
    Blue 7, 8, 9: 7 + 8 + 9 = 24 points.
    """
    if step.kind == "watch":
        return ""
    if strength <= len(step.hints):
        return step.hints[strength - 1].plain(lang, step.rules)
    if step.kind in ("do", "find"):
        return _of_turn(step, strength, lang)
    if step.kind == "judge":
        return judge_hint(step, strength, lang)
    return _of_points(step, strength, lang) if step.kind == "value" else _of_options(step, strength, lang)


def step_hints(step: Step, lang: str = LANG) -> tuple[str, ...]:
    """All hints of a step, weak to strong; none where it asks nothing."""
    return tuple(filter(None, (step_hint(step, strength, lang) for strength in range(1, STRONGEST + 1))))


def _of_turn(step: Step, strength: int, lang: str) -> str:
    if step.position is None:
        return ""
    if strength == STRONGEST and step.turn is not None:
        return explain(step.turn, lang, rules=step.rules)
    best = best_turn(step.position)
    if step.turn is None or best is None or judged(step, best.turn).right:
        return hint(step.position, strength, lang)
    if not step.turn or play_until_error(step.position, step.turn, exists=exists)[1]:
        return hint(step.position, strength, lang)
    # What lays the most cards is not what this step asks for.
    return hint_towards(step.position, step.turn, strength, lang)


def _of_points(step: Step, strength: int, lang: str) -> str:
    if strength == STRONGEST:
        return sum_text(step, lang)
    cards, each = _counted(step)
    if strength == 1:
        return _how_cards_count(step, cards, lang)
    later = _counted_last(cards)
    words = words_of(lang, pack_of(step.rules))
    first = [at for at in range(len(cards)) if at not in later]
    numbers = [each[at] for at in first]
    told = " + ".join(map(str, numbers)) + (f" = {sum(numbers)}" if len(numbers) > 1 else "")
    rest = row_text(words, [_bare(cards[at]) for at in later])
    shown = sentence(row_text(words, [cards[at] for at in first]))
    return phrase("add_last", lang, cards=shown, sum=told, rest=rest)


def _bare(card: Card) -> Card:
    return JOKER if card.joker else card


def _counted(step: Step) -> tuple[Sequence[Card], list[int]]:
    """The cards that are counted, and what each of them adds."""
    if step.meld is not None:
        return step.meld.slots, points_by_card(step.meld, step.rules)
    assert step.position is not None
    hand = sort_cards(card or JOKER for card in step.position.hands[step.position.seat] or ())
    return hand, [card_penalty(card, step.rules) for card in hand]


def _counted_last(cards: Sequence[Card]) -> list[int]:
    """The cards that are left for the learner: those that are hard to count, where there are others."""
    jokers = [at for at, card in enumerate(cards) if card.joker]
    aces = [at for at, card in enumerate(cards) if card.rank == 1 and card.suits == FRENCH and not card.joker]
    return next((some for some in (jokers, aces) if 0 < len(some) < len(cards)), [len(cards) - 1])


def _how_cards_count(step: Step, cards: Sequence[Card], lang: str) -> str:
    rules, told = step.rules, list[str]()
    told += general(rules, "pack.ace", lang) or [phrase("count_numbers", lang)]
    if any(card.joker for card in cards):
        told.append(
            field_text(rules, "scoring.joker_penalty", lang) if step.meld is None else phrase("joker_in_meld", lang)
        )
    aces = [card for card in cards if card.rank == 1 and not card.joker]
    if step.meld is None and any(card_penalty(ace, rules) != card_points(ace, rules) for ace in aces):
        told.append(field_text(rules, "scoring.ace_penalty", lang))
    return " ".join(told)


def _of_options(step: Step, strength: int, lang: str) -> str:
    if strength == STRONGEST:
        right = [phrase("quoted", lang, text=text) for text in _texts(step, lang, right=True)]
        return phrase("choose", lang, options=words_of(lang).join(right))
    if strength == 1:
        asked = _question(step, lang)
        # That one of two is right one sees.
        return asked if asked and len(step.options) == _PAIR else " ".join(filter(None, (_how_many(step, lang), asked)))
    wrong = [option for option in step.options if not option.right]
    if len(wrong) > 1:
        return _ruled_out(step, wrong, lang)
    rule = rule_by_number(step.references, step.rules, lang)
    if rule:
        return phrase("rule_counts", lang, rule=rule)
    # With one wrong answer nothing may be ruled out; what is said of it helps, unless it names the right one.
    clue = next((option.says for option in wrong if option.says is not None and _quiet(step, option)), None)
    return phrase("each_answer", lang) if clue is None else clue.plain(lang, step.rules)


def _texts(step: Step, lang: str, *, right: bool = False) -> list[str]:
    return [option.text.plain(lang, step.rules) for option in step.options if option.right or not right]


def _how_many(step: Step, lang: str) -> str:
    right = sum(option.right for option in step.options)
    return phrase("one_is_right" if right == 1 else "some_are_right", lang, right=right, count=len(step.options))


def _question(step: Step, lang: str) -> str:
    """The question that the rules answer here, and where."""
    game = parent(step.rules).preset
    found = entry_on(step.references, game, step.text.plain("en", step.rules), lang)
    if found is None:
        return ""
    where = next(ruling.place for ruling in found.answers if ruling.game == game)
    told = phrase("look_up", lang, question=phrase("quoted", lang, text=found.question))
    return f"{told} ({where.text(lang)})" if where.on_page else told


def _ruled_out(step: Step, wrong: Sequence[Option], lang: str) -> str:
    """One answer that is wrong, and why, where that does not say which is right."""
    quiet = [option for option in wrong if _quiet(step, option)]
    option = min(quiet, key=lambda one: len(one.says.by_lang["en"]) if one.says else 0, default=wrong[-1])
    told = phrase("not_this", lang, option=phrase("quoted", lang, text=option.text.plain(lang, step.rules)))
    return f"{told} {option.says.plain(lang, step.rules)}" if option.says is not None and quiet else told


def _quiet(step: Step, option: Option) -> bool:
    """Whether what is said of a wrong answer is about it alone and does not name a right one, in any language."""
    if option.says is None:
        return False
    if any(other is not option and other.says == option.says for other in step.options):
        return False
    for lang in option.says.by_lang:
        said = option.says.plain(lang, step.rules).casefold()
        if any(text.casefold() in said for text in _texts(step, lang, right=True)):
            return False
    return True
