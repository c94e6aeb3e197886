"""Named variants, each as its differences to a parent; origins in the tests that pin them."""

from __future__ import annotations

from typing import Final

from rummy_lab.games.rummy40 import RUMMY40

RUMMY51: Final = RUMMY40.as_preset(
    "rummy51", opening__points=51, pack__ace="both", scoring__joker_penalty=25, scoring__rummy_builds=False
)
"""Rummy 51: 51 points open, the ace is low or high, going Rummy allows no builds; 25 for a joker that is left.

Source: rules of Kalooki 51.
"""
KALOOKI_UK: Final = RUMMY40.as_preset("kalooki_uk", pile__use="meld", joker__freed="new_meld_only", match__buy_in=1)
"""British Kalooki: the discard that is taken lies in a new meld, as does a joker that is freed; one buy-in.

Source: British Kalooki rules.
"""
JOKEREN_NL: Final = RUMMY40.as_preset(
    "jokeren_nl", opening__min_round=1, table__access="next_turn", pile__use="meld_or_build"
)
"""Dutch jokeren: nobody opens in the first round, the table is for later turns, the discard that is taken is laid.

Source: rules of Dutch jokeren.
"""
BICYCLE_KALUKI: Final = RUMMY40.as_preset(
    "bicycle_kaluki", opening__points=51, deal__hand=15, joker__freed="to_hand", scoring__ace_penalty=15
)
"""Bicycle Kaluki: 15 cards, 51 points open, a freed joker may go to the hand; 15 for an ace that is left.

Source: Bicycle's rules of Kaluki.
"""
