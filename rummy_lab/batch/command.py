"""The command `rummy-lab selfplay`."""

from __future__ import annotations

import argparse
import re
import sys
import warnings
from collections.abc import Sequence
from typing import Final

from rummy_lab.batch.selfplay import selfplay
from rummy_lab.batch.summary import lines, summary
from rummy_lab.core.errors import RummyError

_MOST: Final = 8
_INTERRUPTED: Final = 130


def seats(texts: Sequence[str]) -> list[str]:
    """Bots by name, `4xgreedy` for four of them; raises RummyError.

    >>> seats(["2xcareful,greedy"])
    ['careful', 'careful', 'greedy']
    """
    bots: list[str] = []
    for text in re.split(r"[\s,]+", " ".join(texts).strip(" ,")):
        times = re.fullmatch(r"(\d+)x(.+)", text)
        count, name = (int(times[1]), times[2]) if times else (1, text)
        if not 1 <= count <= _MOST:
            raise RummyError(f"{text}: a bot takes 1 to {_MOST} seats")
        bots += [name] * count
    return bots


def command(given: argparse.Namespace) -> int:
    """Play deals and print what they come to; raises RummyError.

    `given` are the options that the command has read: game, players, games, seed, rotate, workers, turns, out, json,
    csv, quiet.
    """
    if given.workers < 1:
        raise RummyError(f"--workers is how many processes play, at least 1, not {given.workers}")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", UserWarning)
        run = selfplay(
            given.game,
            seats(given.players),
            given.games,
            given.seed,
            rotate=given.rotate,
            executor=None if given.workers == 1 else given.workers,
            out=given.out,
            turns=given.turns,
            progress=not given.quiet,
        )
    for one in told:
        sys.stderr.write(f"rummy-lab: {one.message}\n")
    if len(run):
        if given.json:
            text = summary(run).to_json(orient="records", indent=2, double_precision=10) + "\n"
        elif given.csv:
            text = summary(run).to_csv(index=False)
        else:
            text = "\n".join(lines(run)) + "\n"
        sys.stdout.write(text)
    if run.complete:
        return 0
    rest = f"the same command plays the rest into {given.out}" if given.out else "with --out it could be gone on with"
    sys.stderr.write(f"rummy-lab: interrupted after {len(run):,} deals; {rest}\n")
    return _INTERRUPTED
