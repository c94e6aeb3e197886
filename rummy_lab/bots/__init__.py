"""The bots: the protocol, the ladder, and how a bot is found by its name.

How fast they play, in deals a second of processor time for two of them, on one core of a busy AMD EPYC under Python
3.11 with numba: by `engine="fast"`, and by "readable", as they play where numbers cannot say the rules.

| bot | Schmidt Rummy, fast | readable | Rummy 40, fast | readable |
|---|---|---|---|---|
| `random` | 5,800 | 21 | 8,700 | 44 |
| `greedy` | 7,600 | 24 | 14,000 | 100 |
| `exact` | 960 | 18 | 8,200 | 44 |
| `careful` | 510 | 5 | 9,200 | 68 |
| `counter` | | 27 | | 15 |
| `planner` | | 0.7 | | 0.8 |

The ladder as measured by `tests/bench/ladder.py`: `selfplay` for two with `rotate=True` and `seed=2026`, deals from 0.
The margin is the penalty less the other's, a deal, the mean of both chairs, with the half-width of its 99 % interval;
below zero the first one is the better, and where the interval has zero in it that is not clear.

| bots | rules | deals | margin | wins of the first |
|---|---|---|---|---|
| `greedy` against `random` | Rummy 40 | 2,000 | -41.71 ± 1.31 | 91.5 % |
| | Schmidt Rummy | 2,000 | -37.48 ± 0.87 | 98.4 % |
| `careful` against `greedy` | Rummy 40 | 2,000 | -1.72 ± 0.86 | 51.2 % |
| | Schmidt Rummy | 2,000 | -17.96 ± 1.47 | 60.8 % |
| `exact` against `greedy` | Rummy 40 | 2,000 | 2.78 ± 0.87 | 42.4 % |
| | Schmidt Rummy | 2,000 | -17.86 ± 0.78 | 85.0 % |
| `careful` against `exact` | Rummy 40 | 2,000 | -4.20 ± 0.86 | 58.6 % |
| | Schmidt Rummy | 2,000 | -10.28 ± 1.49 | 40.7 % |
| `counter` against `careful` | Rummy 40 | 2,000 | -2.19 ± 0.85 | 51.8 % |
| | Schmidt Rummy | 2,000 | -47.49 ± 3.21 | 78.1 % |
| `counter` against `exact` | Rummy 40 | 400 | -6.08 ± 1.89 | 60.4 % |
| | Schmidt Rummy | 400 | -60.07 ± 2.83 | 96.0 % |
| `planner` against `counter` | Rummy 40 | 500 | -5.08 ± 2.39 | 55.4 % |
| | Schmidt Rummy | 500 | -22.27 ± 5.44 | 87.8 % |
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final, cast

from rummy_lab.bots.careful import CarefulBot
from rummy_lab.bots.counter import CounterBot
from rummy_lab.bots.exact import ExactBot
from rummy_lab.bots.function import FunctionBot
from rummy_lab.bots.greedy import GreedyBot
from rummy_lab.bots.planner import PlannerBot
from rummy_lab.bots.protocol import Bot, Choose
from rummy_lab.bots.uniform import UniformBot
from rummy_lab.core.errors import Phrase, RummyError, shown

_LADDER: Final[tuple[Bot, ...]] = (UniformBot(), GreedyBot(), ExactBot(), CarefulBot(), CounterBot(), PlannerBot())
BOTS: Final[dict[str, Bot]] = {bot.name: bot for bot in _LADDER}


def bot(player: str | Bot | Choose) -> Bot:
    """The bot with this name, the bot itself, or a function `f(view, rng)` as a bot; raises RummyError.

    >>> bot("greedy").name, bot(lambda view, rng: "draw").name
    ('greedy', '<lambda>')
    """
    if isinstance(player, str):
        if player not in BOTS:
            near = get_close_matches(player.strip().lower(), BOTS, 1)
            rather = Phrase(", did you mean {close}", close=repr(near[0])) if near else ""
            raise RummyError(
                "no bot {name}{rather}; there are {names}, and any function f(view, rng) is one",
                name=shown(player),
                rather=rather,
                names=", ".join(BOTS),
            )
        return BOTS[player]
    if callable(getattr(player, "choose", None)) and isinstance(getattr(player, "name", None), str):
        return cast(Bot, player)
    if callable(player):
        return FunctionBot(player, str(getattr(player, "__name__", type(player).__name__)))
    raise RummyError(
        "{given} is no bot; give a name ({names}) or a function f(view, rng)",
        given=shown(player),
        names=", ".join(BOTS),
    )


__all__ = [
    "BOTS",
    "Bot",
    "CarefulBot",
    "Choose",
    "CounterBot",
    "ExactBot",
    "FunctionBot",
    "GreedyBot",
    "PlannerBot",
    "UniformBot",
    "bot",
]
