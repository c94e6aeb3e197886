"""What a step in the making can be filled with: a solution, goals, reasons to choose among, likely wrong answers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import fields, replace
from itertools import combinations
from typing import Final

from rummy_lab.core.cards import Card
from rummy_lab.core.errors import IncompletePosition, RummyError
from rummy_lab.core.judge import judge_meld
from rummy_lab.core.moves import Discard, Draw, End, Lay, Layoff, Move, Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.state import State
from rummy_lab.core.violations import InMeld, Violation
from rummy_lab.lessons.counting import miscounted, points_of
from rummy_lab.lessons.judging import judged, laid_cards, missing, points_in, worth_more
from rummy_lab.lessons.said import Said
from rummy_lab.lessons.steps import Goal, Objective, Step, When, Wrong
from rummy_lab.lessons.telling import phrase
from rummy_lab.search.best import best_turn
from rummy_lab.search.existence import exists
from rummy_lab.search.plan import plan
from rummy_lab.words import explain, languages, main_reason
from rummy_lab.words.spoken import card_text, row_text, run_text
from rummy_lab.words.texts import pack_of, words_of

NODES: Final = 50_000
"""How long the search for a solution may take; a person waits for it."""
MOST_WRONG: Final = 6
_TRIES: Final = 4000
# What is said of a wrong way of counting, the likeliest first.
_MISCOUNTED: Final = {
    "joker_in_meld": "joker-as-in-hand", "joker_for_nothing": "joker-as-0", "ace_as_one": "ace-as-1",
    "pictures_in_order": "pictures-in-order", "count_cards": "cards",
}  # fmt: skip
_COMMON: Final = ("GAP", "MIXED_COLOUR", "COLOUR_TWICE", "MIXED_RANK", "TOO_SHORT", "NOT_OPENED", "OPEN_TOO_LOW")


def solution(state: State, objective: Objective = "cards") -> Turn | None:
    """A best turn in small moves; None where nothing can be laid, too much is hidden or a meld on the table is none.

    >>> from rummy_lab.core.referee import position
    >>> str(solution(position("schmidt; table [6r 7r 8r]; hand A+ 5r 9b; turn A")))
    'layoff 5r>1; end'
    """
    if not state.moves and any(judge_meld(state.rules, meld) for meld in state.table):
        return None
    with suppress(IncompletePosition):
        start = _drawn(state)
        best = best_turn(start, objective, nodes=NODES)
        if best is not None:
            return Turn((*(() if start is state else (Draw(),)), *plan(start, best.turn)))
    return None


def _drawn(state: State) -> State:
    """The position after the draw, where a turn begins with one whose card is known or does not matter."""
    if not (state.rules.has_pile and state.phase == "start" and state.over is None):
        return state
    if best_turn(state, nodes=NODES) is not None:
        return state
    after, refused = tried(state, Turn((Draw(),)))
    return state if refused or None in (after.hands[state.seat] or (None,)) else after


def tried(state: State, turn: Turn) -> tuple[State, tuple[Violation, ...]]:
    """What becomes of a turn; where the position does not say enough for it, nothing does."""
    try:
        return play_until_error(state, turn, exists=exists)
    except IncompletePosition:
        return state, ()


def goals(state: State, turn: Turn) -> dict[str, Goal]:
    """What this turn reaches, each part a goal of its own, by its name; empty where it reaches nothing.

    >>> from rummy_lab.core.referee import position
    >>> here = position("schmidt; table [6r 7r 8r]; hand A+ 5r 9b; turn A")
    >>> list(goals(here, Turn.parse("layoff 5r>1; end")))
    ['cards', 'points', 'keeps', 'lays']
    """
    reached, refused = tried(state, turn)
    laid = laid_cards(state, reached)
    if refused or not laid:
        return {}
    asked = {
        "out": Goal(out=True), "opens": Goal(opens=True), "swaps": Goal(swaps=1), "cards": Goal(cards=laid.total()),
        "points": Goal(points=max(0, worth_more(state, reached))), "keeps": Goal(keeps=bool(state.base.table)),
        "lays": Goal(lays=tuple(sorted(laid.elements()))),
    }  # fmt: skip
    ended = reached.seat != state.seat or reached.over is not None
    jokers = any(meld.jokers for meld in state.base.table)
    return {
        name: goal
        for name, goal in asked.items()
        if goal != Goal() and (name != "swaps" or jokers) and not missing(goal, state, reached, ended=ended)
    }


def joined(parts: Iterable[Goal], *, ends: bool = True) -> Goal:
    """All of these goals at once."""
    found = Goal(ends=ends)
    for part in parts:
        said = {one.name: getattr(part, one.name) for one in fields(part) if one.name != "ends"}
        found = replace(found, **{name: value for name, value in said.items() if value})
    return found


def reasons(state: State, turn: Turn) -> tuple[list[str], list[str]]:
    """Why the referee refuses, the one that teaches most first; and codes that do not hold here but sound likely."""
    _, refused = tried(state, turn)
    if not refused:
        return [], []
    main = main_reason(refused).code
    hold = list(dict.fromkeys([main, *(reason.code for reason in refused)]))
    others = [wrong.when.code for wrong in _refused(state, MOST_WRONG)]
    possible = [code for code in _COMMON if code not in _impossible(state.rules)]
    return hold, [code for code in dict.fromkeys([*others, *possible]) if code not in hold][:MOST_WRONG]


def _impossible(rules: RuleSet) -> set[str]:
    return {"NOT_OPENED", "OPEN_TOO_LOW"} if not rules.opening.points else set()


def likely_wrong(step: Step) -> list[Wrong]:
    """Wrong answers that are likely to come, each with why it is wrong in all languages.

    For a turn: what comes close and is refused, each reason once, and a turn that ends too early. None of them is
    right, and each is met by its own example.

    >>> from rummy_lab.lessons.catalogue import lesson
    >>> [wrong.when.code for wrong in likely_wrong(lesson("schmidt/joker-set").steps[0])]
    ['JOKER_MOVED', 'MIXED_COLOUR', 'TOO_SHORT', '']
    """
    made: Iterable[Wrong] = ()
    if step.kind == "value":
        made = _wrong_points(step)
    elif step.kind == "judge":
        made = _wrong_legality(step)
    elif step.kind in ("do", "find") and step.position is not None:
        made = [*_refused(step.position, MOST_WRONG - 1), *_too_early(step)]
    return _told_apart(step, made)


def _told_apart(step: Step, made: Iterable[Wrong]) -> list[Wrong]:
    kept: list[Wrong] = []
    for wrong in made:
        answer = points_in(step, wrong.when) if step.kind == "value" else wrong.example
        if wrong.when.legal is not None:
            kept.append(wrong)
        elif answer is not None:
            with suppress(IncompletePosition):
                verdict = judged(replace(step, wrong=(*kept, wrong)), answer)
                if not verdict.right and verdict.wrong == wrong:
                    kept.append(wrong)
    return kept


# Turns


def near_misses(state: State) -> list[Turn]:
    """Turns that come close and are refused, one for each of the reasons that are met most often."""
    return [wrong.example for wrong in _refused(state, MOST_WRONG) if wrong.example is not None]


def _refused(state: State, most: int) -> list[Wrong]:
    """The reasons that most of the tries meet that come close, each with the closest of them."""
    found: dict[str, tuple[Turn, Violation]] = {}
    counts: Counter[str] = Counter()
    for turn in _tries(state):
        _, violations = tried(state, turn)
        if not violations or violations[0].at < len(turn) - 2:
            continue
        main = main_reason(violations)
        counts[main.code] += 1
        found.setdefault(main.code, (turn, main))
    ordered = sorted(counts, key=lambda code: (-counts[code], code))[:most]
    return [_anticipated(*found[code], state) for code in ordered]


def _anticipated(turn: Turn, reason: Violation, state: State) -> Wrong:
    tried = Turn(turn[: reason.at + 1])
    return Wrong(When(code=reason.code), _name(reason), _why(reason, turn, state), tried)


def _name(reason: Violation) -> str:
    """How the misconception is called in the answers of a class."""
    return reason.code.lower().replace("_", "-")


def _tries(state: State) -> Iterator[Turn]:
    """Turns that look like legal ones; those that come closest first."""
    hand = sorted(card for card in state.hands[state.seat] or () if card is not None)
    before: tuple[Move, ...] = (Draw(),) if state.rules.has_pile and state.phase == "start" else ()
    moves: list[tuple[int, Move]] = []
    kinds = sorted(set(hand))
    for heap, meld in enumerate(state.table, 1):
        moves += [(_distance(state.rules, (*meld.slots, card)), Layoff((card,), heap)) for card in kinds]
    for size in (3, 2):
        # A large hand has many pairs and triples; the first of them show the same reasons as the rest.
        rows = list(dict.fromkeys(combinations(hand, size)))[:_TRIES]
        moves += [(_distance(state.rules, row) + 3 * (size == 2), Lay(row)) for row in rows]
    moves.sort(key=lambda pair: pair[0])
    for _, move in [pair for at, pair in enumerate(moves[:60]) if at < 8 or pair[0] < 4]:
        rest = list(hand)
        for card in getattr(move, "cards", ()):
            rest.remove(card)
        closing: Move = Discard(rest[0]) if state.rules.has_pile and rest else End()
        yield Turn((*before, move, closing))


def _distance(rules: RuleSet, cards: Iterable[Card]) -> int:
    """How far these cards are from a set or a run: steps that are missing, suits and ranks that do not fit."""
    plain = [card for card in cards if not card.joker]
    ranks, suits = sorted(card.rank for card in plain), {card.suit for card in plain}
    if not plain:
        return 9
    holes = ranks[-1] - ranks[0] + 1 - len(set(ranks))
    run = holes + 2 * (len(ranks) - len(set(ranks))) + 2 * (len(suits) - 1)
    alike = 3 * (len(set(ranks)) - 1) + len(plain) - len(suits) + max(0, len(plain) - len(rules.pack.suits))
    return min(run, alike)


def _too_early(step: Step) -> Iterator[Wrong]:
    """The turn that ends with the cards of the solution still in the hand."""
    start = step.position
    if start is None or step.turn is None:
        return
    hand = Counter(card for card in start.hands[start.seat] or () if card is not None)
    laid = laid_cards(start, tried(start, step.turn)[0])
    kept = tuple(sorted((laid & hand).elements()))
    before = "draw; " if start.rules.has_pile and start.phase == "start" else ""
    last = step.turn[-1]
    closings = [f"discard {last.card}"] if isinstance(last, Discard) else ["draw", "end"]
    for closing in closings if kept else ():
        turn = Turn.parse(before + closing)
        if not tried(start, turn)[1]:
            cards = "{" + " ".join(map(str, kept)) + "}"
            says = Said({lang: phrase("lays", lang, cards=cards) for lang in languages})
            yield Wrong(When(leaves=kept), "meld-not-seen", says, turn)
            return


def _why(reason: Violation, turn: Turn, state: State) -> Said:
    """Why a try is refused, its cards in braces where the sentence is the same with them."""
    rules = state.rules
    rows: list[tuple[Card, ...]] = [reason.cards] if isinstance(reason, InMeld) else []
    rows += [move.cards for move in turn if isinstance(move, Lay | Layoff)]
    return Said({lang: _in_braces(explain(reason, lang, rules=rules), rows, lang, rules) for lang in languages})


def _in_braces(sentence: str, rows: list[tuple[Card, ...]], lang: str, rules: RuleSet) -> str:
    """The sentence with its cards in braces; rows first, and single ones only where they are not part of a row."""
    words = words_of(lang, pack_of(rules))
    marks: dict[str, str] = {}

    def marked(cards: Iterable[Card]) -> str:
        mark = chr(0xE000 + len(marks))
        marks[mark] = "{" + " ".join(map(str, cards)) + "}"
        return mark

    for row in rows:
        for spoken in (row_text(words, row), *(run_text(words, row, high=high) for high in (False, True))):
            if len(row) > 1 and spoken in sentence:
                sentence = sentence.replace(spoken, marked(row))
    for card in {card for row in rows for card in row}:
        alone = re.compile(rf"(?<![\w,] ){re.escape(card_text(words, card))}(?=\.|;|:|$)")
        if alone.search(sentence):
            sentence = alone.sub(marked((card,)), sentence)
    return "".join(marks.get(sign, sign) for sign in sentence)


# Points and legality


def _wrong_points(step: Step) -> Iterator[Wrong]:
    if step.meld is None and step.position is None:
        return
    met = {points_of(step)}
    for name, way in _MISCOUNTED.items():
        points = miscounted(step, way)
        if points not in met:
            met.add(points)
            says = Said({lang: phrase(name, lang) for lang in languages})
            yield Wrong(When(miscount=way), name.replace("_", "-"), says)


def _wrong_legality(step: Step) -> Iterator[Wrong]:
    if step.position is None or step.turn is None or step.legal is None:
        return
    with suppress(RummyError):
        _, refused = tried(step.position, step.turn)
        if refused:
            main = main_reason(refused)
            yield Wrong(When(legal=True), _name(main), _why(main, step.turn, step.position))
        else:
            moves = {lang: explain(step.turn, lang, rules=step.rules) for lang in languages}
            says = Said({lang: phrase("legal", lang, moves=told) for lang, told in moves.items()})
            yield Wrong(When(legal=False), "stricter-than-the-rules", says)
