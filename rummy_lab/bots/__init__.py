"""The bots: the protocol, the ladder, and how a bot is found by its name."""

from __future__ import annotations

from typing import Final, cast

from rummy_lab.bots.exact import ExactBot
from rummy_lab.bots.function import FunctionBot
from rummy_lab.bots.greedy import GreedyBot
from rummy_lab.bots.protocol import Bot, Choose
from rummy_lab.bots.uniform import UniformBot
from rummy_lab.core.errors import RummyError

BOTS: Final[dict[str, Bot]] = {bot.name: bot for bot in (UniformBot(), GreedyBot(), ExactBot())}


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


__all__ = ["BOTS", "Bot", "Choose", "ExactBot", "FunctionBot", "GreedyBot", "UniformBot", "bot"]
