"""The bot `random`: any of the acts it finds, each as likely as the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rummy_lab.bots.kernels import unseen
from rummy_lab.bots.kernels.asking import asked
from rummy_lab.bots.kernels.uniform import uniform
from rummy_lab.core.chance import Rng
from rummy_lab.core.moves import Turn
from rummy_lab.core.views import View
from rummy_lab.search import legal_turns

_CONSIDERED = 60


@dataclass(frozen=True, slots=True)
class UniformBot:
    """Does one act after another, a meld or a card laid off, each that it finds as likely as the next and as to stop.

    It opens with the melds that lay the most cards or not at all, takes a discard that could be laid at once half the
    time, and throws any card. It decides on numbers (`kernels.uniform`), by the same text in both engines.

    >>> from rummy_lab.core.referee import position
    >>> from rummy_lab.core.views import view
    >>> here = position("schmidt; table [6r 7r 8r]; hand A+ 5r 9b; stock 1y; turn A")
    >>> UniformBot().choose(view(here, "A"), Rng(2))
    layoff 5r>1; end
    """

    name: str = "random"
    kernel: ClassVar[int] = unseen.RANDOM
    prices: ClassVar[tuple[str, ...]] = ()

    def choose(self, view: View, rng: Rng) -> Turn | str:
        """The choice that is due."""
        return asked(uniform, view, rng)

    def alternatives(self, view: View, rng: Rng) -> Sequence[tuple[Turn, int]]:
        """Its choice and others that are legal, worth the same to it."""
        chosen = Turn.parse(str(self.choose(view, rng)))
        return [(turn, 0) for turn in dict.fromkeys((chosen, *legal_turns(view, _CONSIDERED)))]
