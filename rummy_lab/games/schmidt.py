"""Schmidt Rummy and the games played with its numbered cards."""

from __future__ import annotations

from typing import Final

from rummy_lab.core.rules import RuleSet

# Every default of the parts is Schmidt's value: 30 points, two jokers, play or draw, the table rearranged.
SCHMIDT: Final = RuleSet("schmidt")
"""Schmidt Rummy, for 2 to 4: the table is rearranged, 30 points open, a joker that is left costs 25.

Source: page 13 of its booklet; hand size, drawing, end and scoring, of which it says nothing, from its siblings (S-1 to
S-40).
"""

RUMMIKUB: Final = SCHMIDT.as_preset(
    "rummikub", scoring__joker_penalty=30, joker__anchor="free", joker__source="hand_or_table"
)
"""Rummikub as at home: jokers move freely with the table, a card of the table may replace one; 30 for one that is left.

Source: the manuals of Jumbo Rummikub.
"""
RUMMIKUB_TOURNAMENT: Final = RUMMIKUB.as_preset(
    "rummikub_tournament",
    joker__anchor="frozen",
    joker__set_release="both",
    joker__source="hand",
    scoring__joker_penalty=25,
)
"""Rummikub as at tournaments: melds with a joker stay until it is replaced, in a set by both missing colours.

Source: the rules of Rummikub tournaments in Belgium and the Netherlands.
"""
