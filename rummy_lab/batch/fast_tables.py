"""From the facts of deals played on numbers to the tables of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.batch.plan import Plan
from rummy_lab.batch.pricing import Facts, rummies, scores
from rummy_lab.batch.schema import BY_DEAL, BY_PLAYER, BY_TURN, ENDS, NO_SEAT, ordered
from rummy_lab.bots.kernels import sheet, unseen, written
from rummy_lab.core.cards import FRENCH
from rummy_lab.core.rules import RuleSet

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rummy_lab.batch.schema import Table

    Numbers = NDArray[Any]

_OF_A_TURN: Final = ("turn", "seat", "source", "laid", "built", "points", "swaps", "rearranged", "hand", "stock")


@dataclass(frozen=True, slots=True)
class Played:
    """Deals from `first` on under one rule set and rotation: facts (deals, numbers), and the rows of their turns."""

    rules: RuleSet
    at: int
    rotation: int
    first: int
    facts: Numbers
    turns: Numbers

    @property
    def seats(self) -> Numbers:
        """The facts of the seats: (deals, seats, numbers)."""
        return self.facts[:, unseen.DEAL_FACTS :].reshape(len(self.facts), -1, unseen.SEAT_FACTS)

    @property
    def hands(self) -> Numbers:
        """The cards left: (deals, seats, kinds)."""
        return self.seats[:, :, unseen.LEFT_HAND :]

    @property
    def rounds(self) -> Numbers:
        """The round in which each deal ended."""
        rounds: Numbers = (self.facts[:, unseen.TURNS_DONE] - 1) // self.seats.shape[1] + 1
        return rounds

    def price(self) -> Facts:
        """What the scoring has to know."""
        import numpy as np

        numbers = np.array(written.rules_on_sheet(self.rules))
        how, seats = self.facts[:, unseen.HOW], self.seats
        won = (self.facts[:, unseen.WON_BY, None] >> np.arange(seats.shape[1]) & 1).astype(bool)
        opened_now = seats[:, :, unseen.OPENED_IN] == self.rounds[:, None]
        return Facts(
            out=how == unseen.OUT,
            blocked=how == unseen.BLOCKED,
            won=won,
            points=self.hands @ numbers[sheet.PENALTY : sheet.PENALTY + sheet.KINDS],
            one_turn=(won & opened_now).any(axis=1),
            built=self.facts[:, unseen.WITH_BUILD].astype(bool),
        )


def player_table(plan: Plan, played: Sequence[Played]) -> Table:
    """The rows of by_player."""
    import numpy as np

    names = plan.layout.labels.bots
    columns: list[dict[str, Numbers]] = []
    for one in played:
        shape = one.seats.shape[:2]
        price, hands = one.price(), one.hands
        entries = np.array(plan.entries(one.rotation))
        bots = np.array([names.index(plan.bots[entry].name) for entry in entries])
        aces, pips = _aces_and_pips(one.rules)
        columns.append(
            {
                **_place(one, shape),
                "seat": np.broadcast_to(np.arange(shape[1]), shape),
                "bot": np.broadcast_to(bots, shape),
                "entry": np.broadcast_to(entries, shape),
                "won": price.won,
                "score": scores(price, one.rules),
                "penalty": price.points,
                "opened_turn": one.seats[:, :, unseen.OPENED_IN],
                "opened_points": one.seats[:, :, unseen.OPENED_WITH],
                "left_cards": hands.sum(axis=2),
                "left_pips": hands @ pips,
                "left_aces": hands @ aces,
                "left_jokers": hands[:, :, sheet.WILD],
                "went_rummy": rummies(price, one.rules)[:, None] & price.won,
                "jokers_dealt": one.seats[:, :, unseen.DEALT_WILD],
                "jokers_laid": one.seats[:, :, unseen.LAID_WILD],
            }
        )
    return ordered(BY_PLAYER, columns)


def deal_table(plan: Plan, played: Sequence[Played]) -> Table:
    """The rows of by_deal."""
    import numpy as np

    columns: list[dict[str, Numbers]] = []
    for one in played:
        price, facts = one.price(), one.facts
        alone = price.won.sum(axis=1) == 1
        out = np.where(rummies(price, one.rules), ENDS.index("rummy"), ENDS.index("out"))
        ended = np.where(price.blocked, ENDS.index("blocked"), ENDS.index("unfinished"))
        columns.append(
            {
                **_place(one, (len(facts), 1)),
                "seats": np.full(len(facts), len(plan.bots)),
                "starter": np.zeros(len(facts)),
                "winner": np.where(alone, price.won.argmax(axis=1), NO_SEAT),
                "end": np.where(price.out, out, ended),
                "turns": facts[:, unseen.TURNS_DONE],
                "rounds": one.rounds,
                "reshuffles": facts[:, unseen.RESHUFFLES],
                "stock_left": facts[:, unseen.STOCK_LEFT],
            }
        )
    return ordered(BY_DEAL, columns)


def turn_table(played: Sequence[Played]) -> Table:
    """The rows of by_turn."""
    import numpy as np

    columns: list[dict[str, Numbers]] = []
    for one in played:
        # A turn that is the first of its deal begins the next one.
        deal = one.first + np.cumsum(one.turns[:, 0] == 1) - 1
        head = {"deal": deal, "rotation": np.full(len(deal), one.rotation), "rules": np.full(len(deal), one.at)}
        columns.append({**head, **dict(zip(_OF_A_TURN, one.turns.T, strict=True))})
    return ordered(BY_TURN, columns)


def _place(one: Played, shape: tuple[int, int]) -> dict[str, Numbers]:
    import numpy as np

    deals = np.arange(one.first, one.first + shape[0])[:, None]
    return {
        "deal": np.broadcast_to(deals, shape),
        "rotation": np.full(shape, one.rotation),
        "rules": np.full(shape, one.at),
    }


def _aces_and_pips(rules: RuleSet) -> tuple[Numbers, Numbers]:
    """By card: whether it is an ace, and its face value where it is neither ace nor joker."""
    import numpy as np

    rank = np.arange(sheet.KINDS) % 13 + 1
    natural = np.arange(sheet.KINDS) < sheet.WILD
    value = np.minimum(rank, 10) if rules.pack.suits == FRENCH else rank
    return (natural & (rank == 1)).astype(np.int64), np.where(natural & (rank > 1), value, 0)
