"""What a batch is made from, and one deal of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rummy_lab.batch import schema
from rummy_lab.batch.table import Watch, play_from
from rummy_lab.bots import Bot
from rummy_lab.core.chance import Rng
from rummy_lab.core.deal import deal as dealt
from rummy_lab.core.errors import RummyError
from rummy_lab.core.moves import Turn
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.views import View
from rummy_lab.records import Record


@dataclass(frozen=True, slots=True)
class Plan:
    """What a batch is made from; each deal is a pure function of it and of the deal's number."""

    rules: tuple[RuleSet, ...]
    bots: tuple[Bot, ...]
    games: int
    seed: int
    rotate: bool

    @property
    def rotations(self) -> int:
        """How often each deal is played under a rule set."""
        return len(self.bots) if self.rotate else 1

    @property
    def plays(self) -> int:
        """How often each deal is played: once for every rotation and rule set."""
        return self.rotations * len(self.rules)

    @property
    def layout(self) -> schema.Layout:
        """How the tables of this batch look."""
        bots = tuple(dict.fromkeys(bot.name for bot in self.bots))
        return schema.Layout(self.rules, schema.Labels(tuple(rules.name for rules in self.rules), bots))

    def entries(self, rotation: int) -> tuple[int, ...]:
        """Who sits where: for each seat the place in `players`. The bots move on by one chair a rotation."""
        count = len(self.bots)
        return tuple((seat - rotation) % count for seat in range(count))

    def deals(self, first: int, last: int) -> Iterator[tuple[int, int, int, int]]:
        """In the order of the rows: number of the play, deal, rotation, place in `rules`; up to deal `last` - 1."""
        for deal in range(first, last):
            for rotation in range(self.rotations):
                for rules in range(len(self.rules)):
                    yield (deal * self.rotations + rotation) * len(self.rules) + rules, deal, rotation, rules

    def play(self, deal: int, rotation: int, rules: RuleSet, watch: Watch | None = None) -> Record:
        """One deal of the batch."""
        bots = [self.bots[entry] for entry in self.entries(rotation)]
        return play_from(dealt(rules, len(bots), self.seed, deal), bots, watch)


@dataclass(frozen=True, slots=True)
class AbsentBot:
    """A bot of a stored run of which only the name is known."""

    name: str

    def choose(self, view: View, rng: Rng) -> Turn | str:  # noqa: ARG002 (the protocol's)
        """Raises RummyError; a run refuses to replay its deals before it comes to that."""
        raise RummyError("of the bot {name} only the name is known; give it to read_run", name=self.name)
