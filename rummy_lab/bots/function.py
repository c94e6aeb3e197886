"""A plain function as a bot."""

from __future__ import annotations

from dataclasses import dataclass

from rummy_lab.bots.protocol import Choose
from rummy_lab.core.chance import Rng
from rummy_lab.core.moves import Turn
from rummy_lab.core.views import View


@dataclass(frozen=True, slots=True)
class FunctionBot:
    """The bot that asks `function(view, rng)`; it goes by the function's name."""

    function: Choose
    name: str

    def choose(self, view: View, rng: Rng) -> Turn | str:
        """What the function says."""
        return self.function(view, rng)
