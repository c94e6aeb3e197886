"""What a variant lab asks of the deals: a column, the rows it is asked of, and how wide a guess may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from rummy_lab.core.errors import RummyError

if TYPE_CHECKING:
    import pandas as pd

Kind = Literal["rate", "mean"]
By = Literal["bot", "seat"]
TableName = Literal["by_player", "by_deal"]


@dataclass(frozen=True, slots=True)
class Question:
    """One figure of the deals.

    Attributes:
        key: its name.
        kind: `rate`, how often something is so, or `mean`.
        table: whose rows are asked, `by_player` or `by_deal`.
        column: a column, or an expression over columns that is true or false.
        where: an expression that the rows have to fulfil; empty: all rows.
        by: `player` where each bot, or each seat where all bots are the same, has a figure of its own.
        summed: whether a deal is told by the sum of its rows and not by their mean, as how many players opened.
        least, most: between which numbers a guess is made; of a rate in percent.
        step: between two guesses.
    """

    key: str
    kind: Kind
    table: TableName
    column: str
    where: str = ""
    by: Literal["", "player"] = ""
    summed: bool = False
    least: float = 0
    most: float = 100
    step: float = 1

    def rows(self, frame: pd.DataFrame) -> pd.DataFrame:
        """The rows that are asked."""
        return frame.query(self.where) if self.where else frame


QUESTIONS: Final[dict[str, Question]] = {
    one.key: one
    for one in (
        Question("opens_first", "rate", "by_player", "opened_turn == 1"),
        Question("first_wins", "rate", "by_player", "won", where="seat == 'A'"),
        Question("wins", "rate", "by_player", "won", by="player"),
        Question("joker_wins", "rate", "by_player", "won", where="jokers_dealt >= 1"),
        Question("turns", "mean", "by_deal", "turns", most=200),
        Question("score", "mean", "by_player", "score", by="player", least=-150, most=150),
        Question("penalty", "mean", "by_player", "penalty", by="player", most=150),
        Question("jokers_left", "mean", "by_player", "left_jokers", summed=True, most=2, step=0.05),
        Question("stock", "rate", "by_deal", "reshuffles > 0 or stock_left == 0"),
        Question("nobody", "rate", "by_deal", "end == 'blocked' or end == 'unfinished'"),
        Question("rummy", "rate", "by_deal", "end == 'rummy'"),
    )
}


def question_of(key: str) -> Question:
    """The question of this name; raises RummyError.

    >>> question_of("turns").kind
    'mean'
    """
    if key not in QUESTIONS:
        raise RummyError("question is {given}; it can be {questions}", given=repr(key), questions=", ".join(QUESTIONS))
    return QUESTIONS[key]
