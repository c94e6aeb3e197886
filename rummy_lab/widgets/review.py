"""What could have been done better in a finished deal, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from rummy_lab.core.history import before_closing
from rummy_lab.core.moves import Draw, Turn
from rummy_lab.core.referee import play_until_error
from rummy_lab.core.scoring import hand_penalty
from rummy_lab.core.state import State
from rummy_lab.core.violations import Seat
from rummy_lab.records import Record
from rummy_lab.search.best import best_turn

if TYPE_CHECKING:
    import pandas as pd


class Reviewed(NamedTuple):
    """One turn of a seat beside the best there was.

    Attributes:
        number: the turn of the deal, from 1. seat: who played. turn: what was played.
        laid, could_lay: cards laid from the hand, and the most that could have been, once the card was drawn.
        left, could_leave: what the hand cost afterwards, in points, and the least that it could have; None: unknown.
        opened: whether the seat opened in this turn.
        better: the turn that lays most where more could have been laid, else None.
    """

    number: int
    seat: Seat
    turn: Turn
    laid: int
    could_lay: int
    left: int | None
    could_leave: int | None
    opened: bool
    better: Turn | None


def review(record: Record, seat: Seat | None = None) -> tuple[Reviewed, ...]:
    """Each turn of a seat, or of all, beside the turn that lays most; the cards drawn are those that were drawn.

    >>> from rummy_lab.batch import play_out
    >>> turns = review(play_out("schmidt", ["greedy", "random"], seed=1), "B")
    >>> all(turn.could_lay >= turn.laid for turn in turns)
    True
    """
    return tuple(_reviewed(record, seat))


def _reviewed(record: Record, wanted: Seat | None) -> Iterator[Reviewed]:
    states = list(record.turn_states())
    for number, (before, turn, after) in enumerate(zip(states, record.turns, states[1:], strict=False), 1):
        seat = before.seat
        if wanted is not None and seat != wanted:
            continue
        start = _after_the_draw(before, turn)
        best = best_turn(start, "cards", tidy=False)
        laid = _laid(before, turn)
        most = max(laid, best.cards_laid if best else 0)
        left = hand_penalty(after.hands[seat], record.rules)
        least = min((one for one in (left, best.penalty_left if best else None) if one is not None), default=None)
        better = best.turn if best is not None and best.cards_laid > laid else None
        opened = after.opened[seat] and not before.opened[seat]
        yield Reviewed(number, seat, turn, laid, most, left, least, opened, better)


def _after_the_draw(before: State, turn: Turn) -> State:
    """The state in which the choice of what to lay was due: the card from the stock cannot be put back."""
    if before.rules.has_pile and turn and isinstance(turn[0], Draw):
        return play_until_error(before, turn[0])[0]
    return before


def _laid(before: State, turn: Turn) -> int:
    """Cards that left the hand for the table."""
    end = before_closing(before, turn)
    held = len(before.hands[before.seat] or ()) + sum(move.verb in ("draw", "take") for move in turn)
    return held - len(end.hands[before.seat] or ()) if end.base.turns == before.base.turns else 0


def statistics(record: Record, seat: Seat) -> pd.DataFrame:
    """The turns of a seat as a frame: number, turn, cards laid and that could have been, points left, opened."""
    import pandas as pd

    rows = [
        (
            one.number,
            str(one.turn),
            one.laid,
            one.could_lay,
            one.left,
            one.could_leave,
            one.opened,
            str(one.better or ""),
        )
        for one in review(record, seat)
    ]
    columns = ["turn", "played", "laid", "could_lay", "left", "could_leave", "opened", "better"]
    return pd.DataFrame(rows, columns=columns).astype({"left": "Int64", "could_leave": "Int64"})
