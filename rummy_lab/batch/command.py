"""What the command `rummy-lab selfplay` plays."""

from __future__ import annotations

import argparse
import re
import warnings
from collections.abc import Sequence
from typing import Final

from rummy_lab.batch.bar import Bar
from rummy_lab.batch.run import Run
from rummy_lab.batch.selfplay import selfplay
from rummy_lab.core.errors import RummyError
from rummy_lab.language import LANG

_MOST: Final = 8


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
            raise RummyError("{name}: a bot takes 1 to {most} seats", name=text, most=_MOST)
        bots += [name] * count
    return bots


def played(given: argparse.Namespace, lang: str = LANG) -> tuple[Run, list[str]]:
    """Play deals; the run, and what is to be said of it. Raises RummyError.

    `given` are the options that the command has read: game, players, games, seed, rotate, workers, turns, out, quiet.
    """
    if given.workers < 1:
        raise RummyError("--workers is how many processes play, at least 1, not {given}", given=given.workers)
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
            progress=False if given.quiet else Bar(lang),
        )
    return run, [one.message.args[0] if isinstance(one.message, Warning) else one.message for one in told]
