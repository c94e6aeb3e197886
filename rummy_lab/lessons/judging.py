"""Is the answer right? The referee says what is legal, the goal what is wanted; wrong answers are told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rummy_lab.core.cards import JOKER, Card
from rummy_lab.core.errors import RummyError
from rummy_lab.core.jokers import anchor
from rummy_lab.core.judge import judge_meld
from rummy_lab.core.melds import Meld
from rummy_lab.core.moves import Arrange, Lay, Layoff, Move, Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.state import State
from rummy_lab.core.violations import Violation
from rummy_lab.lessons.counting import miscounted
from rummy_lab.lessons.steps import Goal, Option, Step, When, Wrong
from rummy_lab.search.best import best_turn, rank, valued
from rummy_lab.search.existence import exists

Answer = Turn | str | int | tuple[bool, str] | Sequence[str] | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of an answer.

    Attributes:
        right: whether it is right. wrong: the anticipated wrong answer it is. options: wrongly chosen ones.
        reasons: why the referee refuses; lacks: the parts of the goal that were not reached, by name.
        tried: the moves that were judged.
    """

    right: bool
    wrong: Wrong | None = None
    options: tuple[Option, ...] = ()
    reasons: tuple[Violation, ...] = ()
    lacks: tuple[str, ...] = ()
    tried: Turn | None = None

    @property
    def misconception(self) -> str:
        """Which misconception shows in the answer; empty where none is known."""
        if self.wrong is not None:
            return self.wrong.misconception
        return next((option.misconception for option in self.options if option.misconception), "")


def judged(step: Step, answer: Answer) -> Verdict:
    """Judge an answer: a turn (`do`, `find`), points (`value`), legal and why (`judge`), ids (`choose`, `predict`).

    Raises RummyError for an answer of another kind.
    """
    if step.kind == "watch":
        return Verdict(True)
    if step.kind in ("do", "find"):
        if not isinstance(answer, Turn | str):
            raise RummyError("step {step}: the answer is a turn, not {given}", step=step.id, given=repr(answer))
        return _of_turn(step, Turn.parse(answer) if isinstance(answer, str) else answer)
    if step.kind == "value":
        if type(answer) is not int:
            raise RummyError(
                "step {step}: the answer is a whole number of points, not {given}", step=step.id, given=repr(answer)
            )
        return Verdict(True) if answer == step.points else Verdict(False, _counted_wrongly(step, answer))
    if step.kind == "judge":
        if not isinstance(answer, tuple) or len(answer) != 2 or type(answer[0]) is not bool:
            raise RummyError(
                "step {step}: the answer says whether it is legal and by which reason, not {given}",
                step=step.id,
                given=repr(answer),
            )
        return _of_legality(step, answer[0], "" if answer[0] else str(answer[1]))
    if isinstance(answer, str) or not isinstance(answer, Sequence):
        raise RummyError("step {step}: the answer is a list of options, not {given}", step=step.id, given=repr(answer))
    return _of_options(step, answer)


def _of_options(step: Step, answer: Sequence[object]) -> Verdict:
    known = {option.id: option for option in step.options}
    if unknown := next((one for one in answer if one not in known), None):
        raise RummyError(
            "step {step}: there is no option {name}; there are {names}",
            step=step.id,
            name=repr(unknown),
            names=", ".join(known),
        )
    wrong = tuple(option for option in step.options if (option.id in answer) and not option.right)
    missed = any(option.right and option.id not in answer for option in step.options)
    return Verdict(not wrong and not missed, options=wrong, lacks=("more",) if missed and not wrong else ())


def _of_legality(step: Step, legal: bool, because: str) -> Verdict:
    assert step.position is not None
    assert step.turn is not None
    _, reasons = play_until_error(step.position, step.turn, exists=exists)
    codes = {step.because, *(reason.code for reason in reasons)}
    if legal == step.legal and (legal or because in codes):
        return Verdict(True, reasons=reasons)
    wrong = _answered(step, legal, because) or _answered(step, legal)
    return Verdict(False, wrong, reasons=reasons, lacks=("reason",) if legal == step.legal else ())


def _counted_wrongly(step: Step, answer: int) -> Wrong | None:
    return next((wrong for wrong in step.wrong if answer == points_in(step, wrong.when)), None)


def points_in(step: Step, when: When) -> int | None:
    """The answer to a `value` step that an anticipated mistake comes to."""
    return miscounted(step, when.miscount) if when.miscount else when.points


def _answered(step: Step, legal: bool, because: str = "") -> Wrong | None:
    wanted = When(legal=legal, because=because)
    return next(
        (wrong for wrong in step.wrong if wrong.when == wanted or (because and wrong.when == When(because=because))),
        None,
    )


def _of_turn(step: Step, turn: Turn) -> Verdict:
    assert step.position is not None
    start = step.position
    reached, reasons = play_until_error(start, turn, exists=exists)
    ended = reached.seat != start.seat or reached.over is not None
    if reasons:
        return Verdict(False, _anticipated(step, reached, turn, reasons), reasons=reasons, tried=turn)
    if step.kind == "find":
        lacks: tuple[str, ...] = ("end",)
        if ended:
            lacks = () if _as_good(step, turn) else ("better",)
    else:
        assert step.goal is not None
        lacks = missing(step.goal, start, reached, ended=ended)
    wrong = _anticipated(step, reached, turn, ()) if lacks else None
    return Verdict(not lacks, wrong, lacks=lacks, tried=turn)


def _as_good(step: Step, turn: Turn) -> bool:
    assert step.position is not None
    best, found = best_turn(step.position, step.objective, tidy=False), valued(step.position, turn)
    if best is None or found is None:
        return best is None
    return rank(found, step.objective) >= rank(best, step.objective)


def missing(goal: Goal, start: State, reached: State, *, ended: bool) -> tuple[str, ...]:
    """The parts of a goal, by name, that the turn did not reach.

    >>> from rummy_lab.core.referee import play, position
    >>> here = position("schmidt; table [6r 7r 8r]; hand A+ 5r 9r 1b; turn A")
    >>> missing(Goal(cards=2), here, play(here, "layoff 5r>1; end"), ended=True)
    ('cards',)
    """
    seat = start.seat
    before, after = start.base.table, tuple(reached.table)
    laid = laid_cards(start, reached)
    hand = reached.hands[seat] or () if ended else reached.work.hand or ()
    jokers = _places(before) - _places(after)
    reached_parts = {
        "lays": _counted(goal.lays) <= laid,
        "cards": laid.total() >= goal.cards,
        "points": worth_more(start, reached) >= goal.points,
        "melds": not Counter(goal.melds) - Counter(after),
        "opens": not goal.opens or (not start.opened[seat] and (reached.opened[seat] or not ended)),
        "swaps": jokers.total() >= goal.swaps,
        "keeps": not goal.keeps or _kept(before, after),
        "out": not goal.out or not hand,
        "end": ended or (not goal.ends and _tidy(reached)),
    }
    return tuple(name for name, there in reached_parts.items() if not there)


def _tidy(state: State) -> bool:
    """Whether no heap is unfinished and no card of the table is in the hand."""
    return not state.loose and not any(judge_meld(state.rules, meld) for meld in state.table)


def laid_cards(start: State, reached: State) -> Counter[Card]:
    """The cards that lie on the table and did not before, jokers bare."""
    return _faces(reached.table) - _faces(start.base.table)


def worth_more(start: State, reached: State) -> int:
    """By how many points the melds are worth more than before."""
    after, before = (sum(meld.points(start.rules) for meld in table) for table in (reached.table, start.base.table))
    return after - before


def _counted(cards: Iterable[Card]) -> Counter[Card]:
    return Counter(JOKER if card.joker else card for card in cards)


def _faces(melds: Iterable[Meld]) -> Counter[Card]:
    return _counted(card for meld in melds for card in meld.slots)


def _places(melds: Iterable[Meld]) -> Counter[object]:
    return Counter(anchor(meld, joker) for meld in melds for joker in meld.jokers)


def _kept(before: Sequence[Meld], after: Sequence[Meld]) -> bool:
    """Whether each meld is still there or grown; greedily, largest first, which serves on the tables of lessons."""
    rest = list(after)
    for meld in sorted(before, key=len, reverse=True):
        grown = [one for one in rest if not Counter(meld.slots) - Counter(one.slots)]
        if not grown:
            return False
        rest.remove(min(grown, key=len))
    return True


def _anticipated(step: Step, reached: State, turn: Turn, reasons: Sequence[Violation]) -> Wrong | None:
    assert step.position is not None
    tried = (*reached.table, *_attempted(reached, turn, reasons))
    laid = laid_cards(step.position, reached)
    for move in _last(turn, reasons):
        laid += _counted(move.cards) if isinstance(move, Lay | Layoff) else Counter()
    seat = step.position.seat
    held = Counter(reached.hands[seat] or ())
    codes = {reason.code for reason in reasons}
    for wrong in step.wrong:
        when = wrong.when
        if (
            (not when.code or when.code in codes)
            and (when.meld is None or when.meld in tried)
            and _counted(when.lays) <= laid
            and (not when.leaves or (not reasons and _counted(when.leaves) <= held))
            and all(act.in_turn(turn) for act in when.does)
            and not any(act.in_turn(turn) for act in when.does_not)
        ):
            return wrong
    return None


def _last(turn: Turn, reasons: Sequence[Violation]) -> tuple[Move, ...]:
    """The move that was refused."""
    at = max((getattr(reason, "at", 0) for reason in reasons), default=-1)
    return (turn[at],) if 0 <= at < len(turn) else ()


def _attempted(reached: State, turn: Turn, reasons: Sequence[Violation]) -> list[Meld]:
    """The melds that the refused move would have made."""
    rules, found = reached.rules, list[Meld]()
    for move in _last(turn, reasons):
        if isinstance(move, Lay):
            found.append(Meld.of(move.cards, rules.top))
        elif isinstance(move, Layoff) and move.heap in reached.heaps:
            found.append(Meld.of((*reached.heaps[move.heap].slots, *move.cards), rules.top))
        elif isinstance(move, Arrange):
            found += list(move.melds)
    return found
