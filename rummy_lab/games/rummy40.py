"""Rummy 40 (Kalooki 40) and its relatives with French suits."""

from __future__ import annotations

from typing import Final

from rummy_lab.games.schmidt import SCHMIDT

RUMMY40: Final = SCHMIDT.as_preset(
    "rummy40",
    pack__suits="cdhs",
    pack__ace="high",
    deal__hand=13,
    deal__seats=(2, 5),
    opening__points=40,
    turn__order="draw_play_discard",
    table__mode="build",
    table__access="same_turn",
    joker__set_release="both",
    joker__closed_set="locked",
    ending__empty_stock="reshuffle",
    ending__blocked="void",
    scoring__kind="penalties",
    scoring__joker_penalty=15,
    scoring__ace_penalty=11,
    scoring__rummy_bonus=25,
    match__kind="elimination",
)
"""Rummy 40 (Kalooki 40), for 2 to 5: French packs, melds only grow, 40 points open, a match goes to 150 penalty points.

Source: the document of Rummy 40; what it leaves open from rules of Kalooki and of Dutch jokeren (R-1 to R-39).
"""
