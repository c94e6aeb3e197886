"""The rule sets as values, and their registry.

Each preset is named in its module with its source. What it differs in from its parent:

>>> RUMMY40.opening.points, SCHMIDT.opening.points, RUMMY51.opening.points
(40, 30, 51)
>>> RUMMIKUB.joker.anchor, RUMMIKUB_TOURNAMENT.joker.anchor
('free', 'frozen')
>>> KALOOKI_UK.pile.use, JOKEREN_NL.opening.min_round, BICYCLE_KALUKI.deal.hand
('meld', 1, 15)
"""

from __future__ import annotations

from rummy_lab.core.rules import RuleSet, presets, register
from rummy_lab.games.rummy40 import RUMMY40
from rummy_lab.games.schmidt import RUMMIKUB, RUMMIKUB_TOURNAMENT, SCHMIDT
from rummy_lab.games.variants import BICYCLE_KALUKI, JOKEREN_NL, KALOOKI_UK, RUMMY51

for _rules in (
    SCHMIDT, RUMMY40, RUMMY51, KALOOKI_UK, RUMMIKUB, RUMMIKUB_TOURNAMENT, JOKEREN_NL, BICYCLE_KALUKI
):  # fmt: skip
    register(_rules)


def rule_set(name: str) -> RuleSet:
    """The rule set that a canonical `name` says; raises NotationError or RuleSetError.

    >>> rule_set("rummy40{joker.set_release=either}").joker.set_release
    'either'
    """
    return RuleSet.of(name)


__all__ = [
    "BICYCLE_KALUKI",
    "JOKEREN_NL",
    "KALOOKI_UK",
    "RUMMIKUB",
    "RUMMIKUB_TOURNAMENT",
    "RUMMY40",
    "RUMMY51",
    "SCHMIDT",
    "presets",
    "rule_set",
]
