"""Hints for `judge` steps: where to look, the rule that counts, the answer with its reason.

The first two are worded alike for what is allowed and what is not, so that their form does not give the answer away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rummy_lab.core.cards import Card
from rummy_lab.core.judge import is_set_like
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Arrange, Discard, Draw, Join, Lay, Layoff, Move, Pass, Pull, Split, Swap, Take, Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.violations import InMeld, Violation
from rummy_lab.core.workspace import was_opened
from rummy_lab.lessons.steps import Step
from rummy_lab.lessons.telling import phrase
from rummy_lab.search.existence import exists
from rummy_lab.words import case_of, explain, main_reason, reason_title, teachable_order
from rummy_lab.words.sources import parent
from rummy_lab.words.spoken import meld_text
from rummy_lab.words.texts import pack_of, read_toml, words_of

_TOPICS: Final = {
    "cards": (
        "TOO_SHORT", "LEFT_TOO_SHORT", "TOO_LONG", "MIXED_COLOUR", "MIXED_RANK", "COLOUR_TWICE", "GAP", "WRAP",
        "ACE_LOW", "NO_NATURAL", "TOO_MANY_JOKERS", "JOKER_UNDECLARED",
    ),
    "points": ("OPEN_TOO_LOW",),
    "opening": ("NOT_OPENED", "TABLE_THIS_TURN", "MIN_ROUND"),
    "table": ("CARD_MISSING", "NO_RACK_CARD", "MELD_FIXED", "NO_SUCH_MELD", "NOT_IN_MELD"),
    "joker": (
        "JOKER_MOVED", "JOKER_NOT_RELAID", "NOT_THE_JOKERS_CARD", "NO_SUCH_JOKER", "SET_CLOSED", "NEED_BOTH_SUITS",
    ),
    "pile": ("MUST_OPEN", "MUST_MELD_TAKEN", "DISCARD_JUST_TAKEN", "NOT_THE_TOP_CARD", "NO_DISCARD_PILE"),
    "over": ("DEAL_OVER", "TURN_IS_OVER", "NOT_YOUR_TURN"),
}  # fmt: skip
"""What to look at for each reason; for those not named here, the order of a turn."""
_REARRANGING: Final = frozenset({Pull, Split, Join, Arrange})
_BY_MOVE: Final[dict[type[Move], tuple[str, ...]]] = {
    Draw: ("PLAY_OR_DRAW", "MUST_DRAW", "ALREADY_DREW", "MUST_PLAY"),
    Pass: ("MAY_NOT_PASS", "STOCK_EMPTY"),
    Discard: ("MUST_DISCARD", "KEEP_A_DISCARD"),
}
"""The reasons that come into question wherever there is a move of this kind."""


def judge_hint(step: Step, strength: int, lang: str) -> str:
    """The hint of this strength, 1 to 3, for a try that is to be judged."""
    assert step.position is not None
    assert step.turn is not None
    reached, reasons = play_until_error(step.position, step.turn, exists=exists)
    reason = next((one for one in reasons if one.code == step.because), None)
    if reason is None and reasons:
        reason = main_reason(reasons)
    if strength == 3:
        return _answer(step, reason, lang)
    code = reason.code if reason is not None else _tempting(step)
    if strength == 1:
        key, values = _place(step, reached, reason, code, lang)
        return phrase(key, lang, **values)
    return _rule(step, reason, code, lang)


def topic_of(code: str) -> str:
    """What to look at for a reason."""
    return next((topic for topic, codes in _TOPICS.items() if code in codes), "turn")


def _answer(step: Step, reason: Violation | None, lang: str) -> str:
    def quoted(text: str) -> str:
        return phrase("quoted", lang, text=text)

    if reason is None:
        assert step.turn is not None
        told = phrase("legal", lang, moves=explain(step.turn, lang, rules=step.rules))
        return f"{phrase('choose', lang, options=quoted(phrase('yes', lang)))} {told}"
    why, no = explain(reason, lang, rules=step.rules), quoted(phrase("no", lang))
    if not step.choices:
        return f"{phrase('choose', lang, options=no)} {phrase('illegal', lang, why=why)}"
    then = quoted(reason_title(reason.code, step.rules, lang))
    return f"{phrase('choose_then', lang, first=no, second=then)} {phrase('illegal', lang, why=why)}"


# Where to look


def _place(step: Step, reached: State, reason: Violation | None, code: str, lang: str) -> tuple[str, dict[str, object]]:
    assert step.position is not None
    topic, words = topic_of(code), words_of(lang, pack_of(step.rules))
    melds = _touched(step.position, reached)
    if isinstance(reason, InMeld) and reason.cards:
        # What was refused at once does not lie there yet.
        heap = reason.heap if reason.heap in step.position.heaps else 0
        refused = Meld.of(reason.cards, step.rules.top)
        if not any(heap == at and sorted(refused.slots) == sorted(meld.slots) for at, meld in melds):
            melds = [*((at, meld) for at, meld in melds if not heap or at != heap), (heap, refused)]
    if topic == "points":
        melds = [(heap, meld) for heap, meld in melds if not heap]
    if topic in ("cards", "points") and melds:
        told = [
            words.text("cards", "melds", heap=heap, cards=meld_text(words, meld)) if heap else meld_text(words, meld)
            for heap, meld in melds
        ]
        return f"look_{topic}", {"melds": "; ".join(told)}
    if topic == "joker":
        heap = getattr(reason, "heap", 0) or _with_joker(step)
        return ("look_joker", {"heap": heap}) if heap else ("look_jokers", {})
    return "look_table" if topic in ("cards", "points") else f"look_{topic}", {}


def _touched(start: State, reached: State) -> list[tuple[int, Meld]]:
    """The melds that are other than before, those that are new with the number 0."""
    before = start.heaps
    return [
        (heap if heap in before else 0, meld)
        for heap, meld in reached.heaps.items()
        if len(meld) and meld != before.get(heap)
    ]


def _with_joker(step: Step) -> int:
    """The first meld with a joker that the try goes to; 0 where it goes to none."""
    assert step.position is not None
    heaps = step.position.heaps
    for heap in _used(step.position, step.turn or ()):
        if heap in heaps and heaps[heap].jokers:
            return heap
    return 0


def _used(start: State, moves: Sequence[Move]) -> Iterator[int]:
    """The melds of the table that the moves go to."""
    for move in moves:
        if isinstance(move, Arrange):
            yield from (heap for heap, meld in start.heaps.items() if meld not in move.melds)
        elif isinstance(move, Layoff | Pull | Split | Swap | Join):
            yield move.heap
            if isinstance(move, Join):
                yield move.other


# Which rule counts


def _rule(step: Step, reason: Violation | None, code: str, lang: str) -> str:
    case = (case_of(reason, step.rules, lang) if reason is not None else None) or case_of(code, step.rules, lang)
    if case is not None:
        return f"{phrase('rule_counts', lang, rule=case.text)} {phrase('keeps_to_it', lang)}"
    other = [one for one in step.choices if one not in (step.because, code)]
    if len(step.choices) > 2 and other:
        title = phrase("quoted", lang, text=reason_title(other[-1], step.rules, lang))
        return phrase("if_broken", lang, reason=title)
    assert step.turn is not None
    return phrase("move_by_move", lang, moves=explain(step.turn, lang, rules=step.rules))


def rule_by_number(numbers: Sequence[str], rules: RuleSet, lang: str) -> str:
    """The sentence of the rule card whose rules are most like these; empty where there is none like them."""
    places = read_toml("places")["places"][parent(rules).preset]
    rated: list[tuple[float, int, str]] = []
    for name, row in places.items():
        code = name.partition(".")[0]
        # What only says how moves are written is no rule that anybody asks for.
        if row.get("from") == "derived" or case_of(code, rules, lang) is None:
            continue
        some, others = set(numbers), set(row["rule"])
        rated.append((-len(some & others) / len(some | others), teachable_order.index(code), code))
    share, _, code = min(rated, default=(0.0, 0, ""))
    case = case_of(code, rules, lang) if share <= -0.5 else None
    return "" if case is None else case.text


def _tempting(step: Step) -> str:
    """The reason for which one could take what is allowed for forbidden; empty where none comes to mind."""
    assert step.position is not None
    known = [code for code in dict.fromkeys(_at_stake(step)) if case_of(code, step.rules) is not None]
    asked = [code for code in known if code in step.choices]
    others = [code for code in step.choices if case_of(code, step.rules) is not None]
    return next(iter((*asked, *known, *others)), "")


def _at_stake(step: Step) -> Iterator[str]:
    """The reasons that come into question for these moves, the most special first."""
    start, moves = step.position, step.turn or Turn()
    assert start is not None
    opened, kinds = was_opened(start), {type(move) for move in moves}
    yield from _of_swaps(start, moves)
    if kinds & _REARRANGING:
        if kinds & {Pull, Split, Arrange}:
            yield "LEFT_TOO_SHORT"
        if _with_joker(step):
            yield "JOKER_MOVED"
        yield from ("CARD_MISSING", "NO_RACK_CARD", "MELD_FIXED")
    if Take in kinds:
        yield from (("DISCARD_JUST_TAKEN",) if opened else ("MUST_OPEN", "OPEN_TOO_LOW"))
    if not opened and kinds & {Layoff, Swap, *_REARRANGING}:
        yield from ("TABLE_THIS_TURN", "NOT_OPENED")
    if not opened and Lay in kinds:
        yield "OPEN_TOO_LOW"
    reached, _ = play_until_error(start, moves, exists=exists)
    if Layoff in kinds:
        yield "MELD_FIXED"
    if Discard in kinds and not reached.hands[start.seat]:
        yield "KEEP_A_DISCARD"
    for _, meld in _touched(start, reached):
        yield from _of_meld(meld)
    for kind, codes in _BY_MOVE.items():
        if kind in kinds:
            yield from codes


def _of_swaps(start: State, moves: Sequence[Move]) -> Iterator[str]:
    for move in moves:
        if isinstance(move, Swap) and move.heap in start.heaps:
            if is_set_like(start.heaps[move.heap].slots):
                yield from ("NEED_BOTH_SUITS", "JOKER_NOT_RELAID", "SET_CLOSED", "JOKER_MOVED", "COLOUR_TWICE")
            yield from ("NOT_THE_JOKERS_CARD", "JOKER_NOT_RELAID", "JOKER_MOVED")


def _of_meld(meld: Meld) -> Iterator[str]:
    naturals: list[Card] = [card for card in meld.slots if not card.joker]
    if len(naturals) < 2:
        yield "NO_NATURAL"
    if is_set_like(meld.slots):
        yield from ("COLOUR_TWICE", "TOO_LONG", "MIXED_RANK")
    else:
        if any(card.rank == 1 for card in naturals):
            yield from ("ACE_LOW", "WRAP")
        yield from ("GAP", "MIXED_COLOUR", "TOO_SHORT")
