"""Small bots for tests of batches, quick enough for hundreds of deals."""

from dataclasses import dataclass

import rummy_lab as rl
from rummy_lab.batch.memory import Memory
from rummy_lab.batch.plan import Plan
from rummy_lab.batch.spec import spec_of
from rummy_lab.bots import bot

SHORT = "rummy40{ending.max_turns=50}"
SHORT_51 = "rummy40{ending.max_turns=50,opening.points=51}"


def drawer(view, rng):
    """Never lays; throws any card."""
    return "draw" if view.phase == "start" else f"discard {view.hand[rng.below(len(view.hand))]}"


def slip(view, rng):
    """As `drawer`, but now and then it forgets to discard."""
    return "end" if view.phase != "start" and rng.below(60) == 0 else drawer(view, rng)


@dataclass
class Thrower:
    """Throws its card at this place."""

    place: int = 0
    name: str = "thrower"

    def choose(self, view, rng):
        return "draw" if view.phase == "start" else f"discard {view.hand[self.place]}"


def frames(run):
    """All tables of a run as text, so that any difference shows, types and categories too."""
    tables = [run.by_player, run.by_deal, run.rule_sets]
    if run.spec["turns"]:
        tables.append(run.by_turn)
    kinds = [
        f"{name} {kind} {list(getattr(kind, 'categories', ()))}"
        for table in tables
        for name, kind in table.dtypes.items()
    ]
    return "\n".join([*kinds, *(table.to_csv(index=False) for table in tables)])


def play(out=None, **options):
    """A run of two rule sets in all rotations; with the defaults in well under a second."""
    given = {"rules": [SHORT, SHORT_51], "players": [drawer, Thrower(2)], "games": 12, "seed": 3, "rotate": True}
    given |= {"turns": True, "progress": False, "out": out} | options
    return rl.selfplay(**given)


def unplayed(players, rules="rummy40"):
    """A run of no deals."""
    plan = Plan((rl.RuleSet.of(rules),), tuple(map(bot, players)), 1, 0, rotate=False)
    return rl.Run(plan, Memory(plan), spec_of(plan, turns=False), complete=False)
