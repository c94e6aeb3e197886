"""The bot `random`: any of the legal choices it finds, each as likely as the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rummy_lab.core.chance import Rng
from rummy_lab.core.moves import Turn
from rummy_lab.core.views import View
from rummy_lab.search import legal_turns


@dataclass(frozen=True, slots=True)
class UniformBot:
    """Picks among the first `limit` legal choices of the search.

    >>> from rummy_lab.core.referee import position
    >>> from rummy_lab.core.views import view
    >>> here = position("schmidt; table [6r 7r 8r]; hand A+ 5r 9b; stock 1y; turn A")
    >>> UniformBot().choose(view(here, "A"), Rng(1))
    layoff 5r>1; end
    """

    name: str = "random"
    limit: int = 60

    def choose(self, view: View, rng: Rng) -> Turn | str:
        """A legal choice, or `pass` where none is found."""
        turns = legal_turns(view, self.limit)
        return turns[rng.below(len(turns))] if turns else "pass"

    def alternatives(self, view: View, rng: Rng) -> Sequence[tuple[Turn, int]]:  # noqa: ARG002 (the protocol's)
        """All choices it picks from, worth the same to it."""
        return [(turn, 0) for turn in legal_turns(view, self.limit)]
