"""Schmidt Rummy and the games played with its numbered cards."""

from __future__ import annotations

from typing import Final

from rummy_lab.core.rules import RuleSet

# Every default of the parts is Schmidt's value: 30 points, two jokers, play or draw, the table rearranged.
SCHMIDT: Final = RuleSet("schmidt")

RUMMIKUB: Final = SCHMIDT.as_preset(
    "rummikub", scoring__joker_penalty=30, joker__anchor="free", joker__source="hand_or_table"
)
RUMMIKUB_TOURNAMENT: Final = RUMMIKUB.as_preset(
    "rummikub_tournament",
    joker__anchor="frozen",
    joker__set_release="both",
    joker__source="hand",
    scoring__joker_penalty=25,
)
