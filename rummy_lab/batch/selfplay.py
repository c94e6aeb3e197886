"""Many deals, as frames: what is asked for is checked, played, gathered and told."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence

from rummy_lab.batch.bar import Bar, Progress, reporter
from rummy_lab.batch.drive import Until, drive
from rummy_lab.batch.engines import engine_for, slower_for
from rummy_lab.batch.folder import opened, read_run
from rummy_lab.batch.memory import Memory
from rummy_lab.batch.plan import Plan
from rummy_lab.batch.run import Run
from rummy_lab.batch.spec import spec_of
from rummy_lab.batch.table import Player, rules_of, seated
from rummy_lab.batch.workers import Job
from rummy_lab.core.chance import check_seed
from rummy_lab.core.errors import Phrase, RummyError, joined, shown
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.violations import SEATS


def selfplay(  # noqa: PLR0913 (the whole of a batch is said in one call)
    rules: RuleSet | str | Sequence[RuleSet | str],
    players: Sequence[Player],
    games: int,
    seed: int = 0,
    *,
    rotate: bool = False,
    until: Until | None = None,
    executor: object = None,
    out: str | os.PathLike[str] | None = None,
    turns: bool = False,
    progress: bool | Bar | Progress = True,
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
        until: a function of the frame `by_player` of all deals so far that is true when they are enough; it is asked
            after 100, 200, ... 1,000 deals, then now and then, and the run ends there. `games` is then the most.
        executor: None plays here, a number on so many worker processes, and any executor of `concurrent.futures` on
            its own, such as `dask.distributed.Client(...).get_executor()`. The result is the same.
        out: a folder for the tables, one file for every thousand deals or fewer; the same call again plays what is
            missing. `read_run` reads it.
        turns: keep a row for every turn too.
        progress: show a bar, or call `progress(done, total)` now and then.
        audit: the share of deals, from 0 to 1, whose record the referee plays through again.
        engine: "fast" for deals on numbers, "readable" for deals at the table, "auto" for the fastest that knows the
            bots and the rules. The result is the same.

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
    if until is not None and not callable(until):
        raise RummyError(
            "until is a function of the frame by_player, true when it is enough, not {given}", given=shown(until)
        )
    plan = _plan(rules, players, games, seed, rotate=rotate)
    _check_share(audit)
    chosen = engine_for(engine, plan)
    if slower := slower_for(engine, plan):
        warnings.warn(slower, stacklevel=2)
    made_from = spec_of(plan, turns=turns, until=until)
    if out is None:
        memory, job = Memory(plan), Job(plan, chosen.name, turns, audit)
        with reporter(progress, games * plan.plays, waits=chosen.waits) as (tell, finish):
            if complete := drive(job, memory, executor, until, tell):
                finish()
        run = Run(plan, memory, made_from, complete=complete)
    else:
        with opened(out, plan, turns=turns, until=until) as store:
            if not store.complete:
                job = Job(plan, chosen.name, turns, audit, store.writer)
                with reporter(progress, games * plan.plays, store.plays, chosen.waits) as (tell, finish):
                    if drive(job, store, executor, until, tell):
                        store.finish()
                        finish()
        run = read_run(store.path, players)
    if run.forfeits:
        warnings.warn(_told(plan, run), stacklevel=2)
    return run


def _told(plan: Plan, run: Run) -> str:
    """One sentence on the bots that failed, each with the first thing it did wrong."""
    deals, lost = len(run), sum(forfeit.deals for forfeit in run.forfeits)
    bots = [
        Phrase(
            "bot {bot} ({place}) failed in {lost} of {deals}: {reason}",
            bot=plan.bots[one.entry].name,
            place=f"players[{one.entry}]" if plan.rotate else Phrase("seat {seat}", seat=SEATS[one.entry]),
            lost=one.deals,
            deals=Phrase("{count} deals", count=deals) if deals > 1 else Phrase("1 deal"),
            reason=one.reason,
        )
        for one in run.forfeits
    ]
    ended = Phrase("the deals ended as forfeits") if lost > 1 else Phrase("the deal ended as a forfeit")
    return joined("; ", (*bots, ended))


def _plan(
    rules: RuleSet | str | Sequence[RuleSet | str], players: Sequence[Player], games: int, seed: int, *, rotate: bool
) -> Plan:
    given = list(rules) if isinstance(rules, list | tuple) else [rules]
    known = tuple(rules_of(one) for one in given)
    if not known:
        raise RummyError("rules: the list is empty; name at least one rule set")
    names = [one.name for one in known]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise RummyError("rules: {twice} stands twice; leave one out", twice=twice)
    _check_games(games)
    check_seed(seed)
    # Each rule set has its own say on how many may play.
    bots = [seated(players, one) for one in known]
    return Plan(known, bots[0], games, seed, rotate)


def _check_games(games: object) -> None:
    if isinstance(games, bool) or not isinstance(games, int) or not 0 < games < 1 << 53:
        raise RummyError("games is how many deals to play, a whole number from 1 on, not {given}", given=shown(games))


def _check_share(audit: object) -> None:
    if isinstance(audit, bool) or not isinstance(audit, int | float) or not 0 <= audit <= 1:
        raise RummyError("audit is a share of the deals, from 0 to 1, not {given}", given=shown(audit))
