"""Many deals, one after the other, as frames."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rummy_lab.batch.audit import audit as audit_record
from rummy_lab.batch.audit import is_drawn
from rummy_lab.batch.facts import Ledger, deal_row, player_rows
from rummy_lab.batch.run import Forfeit, Plan, Run, Tables
from rummy_lab.batch.table import Player, rules_of, seated
from rummy_lab.core.chance import check_seed
from rummy_lab.core.errors import RummyError
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.violations import SEATS

Progress = Callable[[int, int], None]


def selfplay(  # noqa: PLR0913 (the whole of a batch is said in one call)
    rules: RuleSet | str | Sequence[RuleSet | str],
    players: Sequence[Player],
    games: int,
    seed: int = 0,
    *,
    rotate: bool = False,
    until: object = None,
    executor: object = None,
    out: object = None,
    turns: bool = False,
    progress: bool | Progress = True,
    audit: float = 0.001,
    engine: str = "auto",
) -> Run:
    """Let bots play `games` deals of one rule set, or of each of several on the same cards.

    Args:
        rules: a rule set or its name, or a list of them.
        players: a bot, a name or a function `f(view, rng)` for each seat.
        games: how many deals; deal k depends on seed and k only.
        seed: a whole number, 0 <= seed < 2**64.
        rotate: play each deal once for every rotation: the cards stay on the chairs, the bots move on.
        until, executor, out: not there yet, None.
        turns: keep a row for every turn too.
        progress: show a bar, or call `progress(done, total)` after each deal.
        audit: the share of deals, from 0 to 1, whose record the referee plays through again.
        engine: "auto" or "readable"; "fast" is not there yet.

    Returns:
        The run with its frames; after an interrupt what was finished, with `complete=False`.

    A bot that raises or answers with an illegal turn forfeits the deal; one warning after the batch says so.

    Raises:
        RummyError: one sentence for an argument that cannot be.
        AuditFailed: a deal that its own record does not bear out.

    >>> run = selfplay("rummy40", ["greedy", "random"], games=2, seed=1, progress=False)
    >>> len(run.by_player), run.complete
    (4, True)
    """
    _refuse_what_is_to_come(until=until, executor=executor, out=out, engine=engine)
    plan = _plan(rules, players, games, seed, rotate=rotate)
    _check_share(audit)
    tables, complete = Tables(), False
    with _reporter(progress, games * plan.rotations * len(plan.rules)) as report:
        try:
            for number, (deal, rotation, one) in enumerate(_deals(plan)):
                _add(plan, tables, deal, rotation, one, turns=turns, audited=is_drawn(audit, seed, number))
                report(number + 1)
            complete = True
        except KeyboardInterrupt:
            # What is finished is worth keeping; the caller sees that it is not all.
            complete = False
    if tables.forfeits:
        warnings.warn(_told(plan, tables), stacklevel=2)
    return Run(plan, tables, turns=turns, complete=complete)


def _told(plan: Plan, tables: Tables) -> str:
    """One sentence on the bots that failed, each with the first thing it did wrong."""
    failed: dict[int, list[str]] = {}
    for entry, reason in tables.forfeits:
        failed.setdefault(entry, []).append(reason)
    deals, several = len(tables.deal), len(tables.forfeits) > 1
    bots = [
        f"bot {plan.bots[entry].name} ({f'players[{entry}]' if plan.rotate else f'seat {SEATS[entry]}'}) failed in "
        f"{len(reasons)} of {deals} deal{'s' * (deals > 1)}: {reasons[0]}"
        for entry, reasons in sorted(failed.items())
    ]
    ended = "the deals ended as forfeits" if several else "the deal ended as a forfeit"
    return "; ".join((*bots, ended))


def _refuse_what_is_to_come(*, until: object, executor: object, out: object, engine: str) -> None:
    if executor is not None:
        raise RummyError("executor: workers are not there yet; leave it at None, the deals are played one by one")
    if until is not None:
        raise RummyError("until: stopping by a measure is not there yet; leave it at None and say how many games")
    if out is not None:
        raise RummyError("out: storing a run in a folder is not there yet; leave it at None and save the frames")
    if engine == "fast":
        raise RummyError('engine: the fast simulator is not there yet; leave it at "auto"')
    if engine not in ("auto", "readable"):
        raise RummyError(f'engine: {engine!r} is none; there are "auto" and "readable"')


def _plan(
    rules: RuleSet | str | Sequence[RuleSet | str], players: Sequence[Player], games: int, seed: int, *, rotate: bool
) -> Plan:
    given = list(rules) if isinstance(rules, list | tuple) else [rules]
    known = tuple(rules_of(one) for one in given)
    if not known:
        raise RummyError("rules: the list is empty; name at least one rule set")
    names = [one.name for one in known]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise RummyError(f"rules: {twice} stands twice; leave one out")
    _check_games(games)
    check_seed(seed)
    # Each rule set has its own say on how many may play.
    bots = [seated(players, one) for one in known]
    return Plan(known, bots[0], games, seed, rotate)


def _check_games(games: object) -> None:
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise RummyError(f"games is how many deals to play, at least 1, not {games!r}")


def _check_share(audit: object) -> None:
    if isinstance(audit, bool) or not isinstance(audit, int | float) or not 0 <= audit <= 1:
        raise RummyError(f"audit is a share of the deals, from 0 to 1, not {audit!r}")


def _deals(plan: Plan) -> Iterator[tuple[int, int, RuleSet]]:
    for deal in range(plan.games):
        for rotation in range(plan.rotations):
            for rules in plan.rules:
                yield deal, rotation, rules


def _add(plan: Plan, tables: Tables, deal: int, rotation: int, rules: RuleSet, *, turns: bool, audited: bool) -> None:
    """Play a deal and add its rows, all or none of them."""
    ledger = Ledger(turns)
    record = plan.play(deal, rotation, rules, ledger.watch)
    if audited:
        audit_record(record)
    head: tuple[Any, ...] = (deal, rotation, rules.name)
    players = [(*head, *row) for row in player_rows(record, ledger, plan.entries(rotation))]
    row = (*head, *deal_row(record))
    tables.player += players
    tables.turn += [(*head, *one) for one in ledger.by_turn]
    if record.forfeit:
        seat, _, reason = record.forfeit.partition(": ")
        tables.forfeits.append(Forfeit(plan.entries(rotation)[SEATS.index(seat)], reason))
    tables.deal.append(row)


@contextmanager
def _reporter(progress: bool | Progress, total: int) -> Iterator[Callable[[int], None]]:
    if callable(progress):
        yield lambda done: progress(done, total)
        return
    if not progress:
        yield lambda _done: None
        return
    from tqdm.auto import tqdm

    with tqdm(total=total, unit="deal") as bar:

        def step(_done: int) -> None:
            bar.update()

        yield step
