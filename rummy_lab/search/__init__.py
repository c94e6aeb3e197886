"""What is possible in a position: choices for bots, and whether a play exists at all."""

from rummy_lab.core.scoring import card_penalty
from rummy_lab.search.acting import Act, acts, after, closings, hand_of, need_to_open
from rummy_lab.search.choices import legal_turns
from rummy_lab.search.existence import exists
from rummy_lab.search.layouts import best_layout

__all__ = [
    "Act",
    "acts",
    "after",
    "best_layout",
    "card_penalty",
    "closings",
    "exists",
    "hand_of",
    "legal_turns",
    "need_to_open",
]
