"""What a bot is: something that answers the choice that is due, seeing what its seat sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, runtime_checkable

from rummy_lab.core.chance import Rng
from rummy_lab.core.moves import Turn
from rummy_lab.core.views import View

Choose = Callable[[View, Rng], Turn | str]

CARD_PRICES: Final = ("scoring.joker_penalty", "scoring.ace_penalty")
"""The prices that a bot looks at which asks what a card in the hand costs."""


@runtime_checkable
class Bot(Protocol):
    """A player. It may also have `alternatives(view, rng) -> Sequence[tuple[Turn, int]]`, turns with whole-number
    scores, to answer why it did what it did; and its class may have `prices`, the fields of `scoring` that it looks at:
    without that, `reprice` says that it may look at any.
    """

    @property
    def name(self) -> str:
        """The name in frames and records."""
        ...

    def choose(self, view: View, rng: Rng) -> Turn | str:
        """The choice that is due: the draw (`draw`, `take`, `pass`) in a draw-first game, or the rest of the turn.

        `rng` is the bot's own stream of chance. An illegal answer or an exception ends the deal as a forfeit.
        """
        ...
