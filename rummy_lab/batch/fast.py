"""The engine that plays deals on numbers, compiled by numba where that is installed (extra `fast`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from rummy_lab.batch.audit import AuditFailed, audit, is_drawn
from rummy_lab.batch.facts import Ledger, deal_row, player_rows
from rummy_lab.batch.fast_tables import Played, deal_table, player_table, turn_table
from rummy_lab.batch.parts import Part
from rummy_lab.batch.pieces import PART
from rummy_lab.batch.plan import Plan
from rummy_lab.batch.schema import TABLES, arrays
from rummy_lab.batch.table import play_from
from rummy_lab.bots.exact import ExactBot
from rummy_lab.bots.kernels import sheet, unseen, written
from rummy_lab.bots.kernels.compiled import has_numba, is_kept, kernels, make_ready
from rummy_lab.bots.kernels.exact_sheet import BUILT_SIZE
from rummy_lab.bots.kernels.many import play_deals
from rummy_lab.core.chance import Rng
from rummy_lab.core.deal import deal as dealt
from rummy_lab.core.errors import Phrase
from rummy_lab.core.moves import Discard, Draw, End, Move, Pass, Take, Turn
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.views import View

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rummy_lab.batch.schema import Table

    Numbers = NDArray[Any]

_AT_ONCE: Final = 250
"""Plays between two ticks: some hundredths of a second, since nothing interrupts a compiled loop."""
_AT_ONCE_EXACTLY: Final = 25
"""The same where a bot searches exactly."""
_MOVES: Final = 300_000


class FastEngine:
    """Whole deals in one function on arrays; the bots' decisions are the text that the readable engine asks too."""

    name = "fast"

    def refuses(self, plan: Plan) -> str:
        """The rule or the bot that numbers cannot say."""
        for rules in plan.rules:
            if field := written.refusal(rules):
                return Phrase("cannot play {field}", field=field)
        # What a subclass does is not written there.
        other = next((bot for bot in plan.bots if "kernel" not in type(bot).__dict__), None)
        if other is not None:
            return Phrase("does not know the bot {bot}", bot=other.name)
        exact = (bot for bot in plan.bots if isinstance(bot, ExactBot))
        refused = ((bot, field) for bot in exact for rules in plan.rules if (field := bot.refusal(rules)))
        return next(
            (Phrase("cannot play {field} with the bot {bot}", field=field, bot=bot.name) for bot, field in refused), ""
        )

    def waits(self) -> str:
        """What numba has not kept is compiled first."""
        if not has_numba() or is_kept():
            return ""
        return Phrase(
            "numba compiles the code once and for all, which takes a minute or two (rummy-lab warm does it ahead)"
        )

    def piece(self, plan: Plan, *, alone: bool = False) -> int:
        """How many deals are played and stored as one."""
        if not has_numba():
            return max(1, 100 // plan.plays)
        return max(1, _at_once(plan) // plan.plays) if alone else PART

    def play(self, plan: Plan, first: int, last: int, *, turns: bool, audit: float, tick: Any = None) -> Part:
        """Deals `first` to `last - 1`; raises AuditFailed."""
        cards = _Cards(plan, first, last)
        played: list[Played] = []
        for rotation in range(plan.rotations):
            for rules in range(len(plan.rules)):
                played += _played(plan, cards, rotation, rules, turns=turns, tick=tick)
        tables: dict[str, Table] = {"by_player": player_table(plan, played), "by_deal": deal_table(plan, played)}
        if turns:
            tables["by_turn"] = turn_table(played)
        for number, deal, rotation, at in plan.deals(first, last):
            if is_drawn(audit, plan.seed, number):
                _look_again(plan, tables, cards, deal, rotation, at)
        return Part(first, last, tables)

    def endings(self, plan: Plan, rotation: int, at: int, first: int, last: int) -> Numbers:
        """For deals `first` to `last - 1` under the rule set at this place: turns, cards left in the stock, and whether
        the last turn laid off or swapped.
        """
        facts, _, _ = _run(plan, _Cards(plan, first, last), rotation, plan.rules[at], (first, last), 0, 0)
        return facts[:, [unseen.TURNS_DONE, unseen.STOCK_LEFT, unseen.WITH_BUILD]]


def _searches(plan: Plan) -> bool:
    return any(isinstance(bot, ExactBot) for bot in plan.bots)


def _at_once(plan: Plan) -> int:
    return _AT_ONCE_EXACTLY if _searches(plan) else _AT_ONCE


class _Cards:
    """The words of chance of some deals, each made once, and the orders of their cards."""

    def __init__(self, plan: Plan, first: int, last: int) -> None:
        import numpy as np

        self.plan, self.first, self.last = plan, first, last
        raw = np.empty((last - first, unseen.CARD_NUMBERS), np.uint64)
        for row, deal in zip(raw, range(first, last), strict=True):
            row[:] = _words(plan.seed, deal, 0, unseen.CARD_NUMBERS)
        self.raw = raw
        self.seats = np.zeros((last - first, 8), np.uint64)
        if any(getattr(bot, "kernel", None) == unseen.RANDOM for bot in plan.bots):
            for row, deal in zip(self.seats, range(first, last), strict=True):
                row[: len(plan.bots)] = [_words(plan.seed, deal, 1 + seat, 1)[0] for seat in range(len(plan.bots))]

    def orders(self, rules: RuleSet, first: int, last: int) -> Numbers:
        """For each deal the numbers of its cards as dealt, then the words, two halves each."""
        import numpy as np

        from rummy_lab.core.chance import pack_numbers

        raw, seats = (table[first - self.first : last - self.first] for table in (self.raw, self.seats))
        numbers = np.array(pack_numbers(rules))
        order = numbers[np.argsort(raw[:, numbers], axis=1, kind="stable")]
        return np.hstack((order, _halves(raw), _halves(seats))).astype(np.int64)


def _words(seed: int, deal: int, stream: int, count: int) -> Numbers:
    import numpy as np

    key = np.array([seed, deal], np.uint64)
    words: Numbers = np.random.Philox(key=key, counter=np.array([0, 0, 0, stream], np.uint64)).random_raw(count)
    return words


def _halves(words: Numbers) -> Numbers:
    import numpy as np

    return np.stack((words >> np.uint64(32), words & np.uint64(0xFFFFFFFF)), axis=2).reshape(len(words), -1)


def _played(plan: Plan, cards: _Cards, rotation: int, at: int, *, turns: bool, tick: Any) -> Iterator[Played]:
    """The facts of all deals under one rule set, the bots on their chairs."""
    rules = plan.rules[at]
    # A row for every turn there may be has to fit.
    step = max(1, _AT_ONCE // 10) if turns or not has_numba() else _at_once(plan)
    for first in range(cards.first, cards.last, step):
        last = min(first + step, cards.last)
        space = (last - first) * rules.ending.max_turns * unseen.TURN_ROW if turns else 0
        facts, log, _ = _run(plan, cards, rotation, rules, (first, last), space, 0)
        yield Played(rules, at, rotation, first, facts, log)
        if tick is not None:
            tick(last - first)


def _run(
    plan: Plan, cards: _Cards, rotation: int, rules: RuleSet, deals: tuple[int, int], turns: int, moves: int
) -> tuple[Numbers, Numbers, list[int]]:
    """Facts (deals, numbers), the rows of the turns and the moves as they were logged, as far as there is space."""
    import numpy as np

    first, last = deals
    seats = len(plan.bots)
    width = unseen.DEAL_FACTS + unseen.SEAT_FACTS * seats
    v, d = np.zeros(BUILT_SIZE, np.int64), np.zeros(unseen.DEAL_SIZE, np.int64)
    v[: sheet.RULES_END] = written.rules_on_sheet(rules)
    for seat, entry in enumerate(plan.entries(rotation)):
        bot: Any = plan.bots[entry]
        d[unseen.BOTS + seat] = bot.kernel
        taste = getattr(bot, "taste", ())
        start = unseen.TASTE_OF + sheet.TASTES * seat
        d[start : start + len(taste)] = taste
    orders = cards.orders(rules, first, last).reshape(-1)
    facts = np.zeros((last - first) * width, np.int64)
    move_log, turn_log = np.zeros(unseen.LOG + moves, np.int64), np.zeros(unseen.LOG + turns, np.int64)
    move_log[unseen.LOG_SPACE], turn_log[unseen.LOG_SPACE] = moves, turns
    if has_numba():
        searched = make_ready(v, rules) if _searches(plan) else None
        kernels()["play_on_arrays"](v, d, last - first, seats, orders, facts, move_log, turn_log)
        del searched  # Only now: its address stands in `v`.
    else:
        plain = [one.tolist() for one in (v, d, orders, facts, move_log, turn_log)]
        play_deals(plain[0], plain[1], last - first, seats, *plain[2:])
        facts, move_log, turn_log = (np.array(one, np.int64) for one in plain[3:])
    rows = turn_log[unseen.LOG : unseen.LOG + turn_log[unseen.LOGGED]].reshape(-1, unseen.TURN_ROW)
    logged: list[int] = move_log[unseen.LOG : unseen.LOG + move_log[unseen.LOGGED]].tolist()
    return facts.reshape(-1, width), rows, logged


@dataclass(frozen=True, slots=True)
class _Script:
    """Says what was done on numbers, so that the referee judges it."""

    name: str
    choices: Iterator[Turn]

    def choose(self, view: View, rng: Rng) -> Turn | str:  # noqa: ARG002 (the protocol's)
        """The next choice."""
        return next(self.choices, "pass")


def _choices(moves: list[int], rules: RuleSet) -> Iterator[Turn]:
    done: list[Move] = []
    rows = iter([moves[at : at + sheet.MOVE_SIZE] for at in range(0, len(moves), sheet.MOVE_SIZE)])
    for row in rows:
        if row[sheet.OP] == sheet.ARRANGE:
            melds = [melded[sheet.MELD :] for melded in islice(rows, row[sheet.HEAP])]
            done.append(written.arranged(melds, rules))
            continue
        done.append(written.move_of(row, rules))
        if isinstance(done[-1], Draw | Take | Discard | End | Pass):
            yield Turn(done)
            done = []


def _look_again(plan: Plan, tables: dict[str, Table], cards: _Cards, deal: int, rotation: int, at: int) -> None:
    """The deal again with its moves, played by the referee and written as a record; the rows have to be the same."""
    rules, entries = plan.rules[at], plan.entries(rotation)
    _, _, moves = _run(plan, cards, rotation, rules, (deal, deal + 1), 0, _MOVES)
    choices = _choices(moves, rules)
    ledger = Ledger("by_turn" in tables)
    script = [_Script(plan.bots[entry].name, choices) for entry in entries]
    record = play_from(dealt(rules, len(entries), plan.seed, deal), script, ledger.watch)
    if record.forfeit:
        raise AuditFailed(f"the referee refuses a deal of the fast engine: {record.forfeit}\n{record}")
    audit(record)
    head: tuple[Any, ...] = (deal, rotation, rules.name)
    rows = {
        "by_player": [(*head, *row) for row in player_rows(record, ledger, entries)],
        "by_deal": [(*head, *deal_row(record))],
        "by_turn": [(*head, *row) for row in ledger.by_turn],
    }
    for name, table in tables.items():
        here = (table["deal"] == deal) & (table["rotation"] == rotation) & (table["rules"] == at)
        for column, values in arrays(TABLES[name], rows[name], plan.layout.labels).items():
            found = table[column][here]
            if found.tolist() != values.tolist():
                said = f"the fast engine says {found.tolist()} for {column} in {name}, the record {values.tolist()}"
                raise AuditFailed(f"{said}\n{record}")
