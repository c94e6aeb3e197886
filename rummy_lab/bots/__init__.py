"""The bots: the protocol, the ladder, and how a bot is found by its name.

The ladder as measured: `selfplay` for two with `rotate=True` and `seed=2026`, deals from 0. The margin is the penalty
less the other's, a deal, the mean of both chairs, with the half-width of its 99 % interval; below zero the first one is
the better.

| bots | rules | deals | margin | wins of the first |
|---|---|---|---|---|
| `careful` against `greedy` | Rummy 40 | 2,000 | -1.79 ± 0.85 | 51.3 % |
| | Schmidt Rummy | 400 | -69.06 ± 2.64 | 98.9 % |
| `careful` against `exact` | Rummy 40 | 400 | -3.30 ± 2.15 | 55.9 % |
| | Schmidt Rummy, `exact` with 20,000 nodes | 100 | -62.92 ± 5.69 | 97.0 % |
"""

from __future__ import annotations

from typing import Final, cast

from rummy_lab.bots.careful import CarefulBot
from rummy_lab.bots.counter import CounterBot
from rummy_lab.bots.exact import ExactBot
from rummy_lab.bots.function import FunctionBot
from rummy_lab.bots.greedy import GreedyBot
from rummy_lab.bots.planner import PlannerBot
from rummy_lab.bots.protocol import Bot, Choose
from rummy_lab.bots.uniform import UniformBot
from rummy_lab.core.errors import RummyError

_LADDER: Final[tuple[Bot, ...]] = (UniformBot(), GreedyBot(), ExactBot(), CarefulBot(), CounterBot(), PlannerBot())
BOTS: Final[dict[str, Bot]] = {bot.name: bot for bot in _LADDER}


def bot(player: str | Bot | Choose) -> Bot:
    """The bot with this name, the bot itself, or a function `f(view, rng)` as a bot; raises RummyError.

    >>> bot("greedy").name, bot(lambda view, rng: "draw").name
    ('greedy', '<lambda>')
    """
    if isinstance(player, str):
        if player not in BOTS:
            raise RummyError(f"no bot {player!r}; there are {', '.join(BOTS)}, and any function f(view, rng) is one")
        return BOTS[player]
    if callable(getattr(player, "choose", None)) and isinstance(getattr(player, "name", None), str):
        return cast(Bot, player)
    if callable(player):
        return FunctionBot(player, str(getattr(player, "__name__", type(player).__name__)))
    raise RummyError(f"{player!r} is no bot; give a name ({', '.join(BOTS)}) or a function f(view, rng)")


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
