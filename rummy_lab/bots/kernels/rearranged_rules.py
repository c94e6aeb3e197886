"""Where the table is rearranged: which rules the exact choice on numbers cannot play."""

from __future__ import annotations

from functools import lru_cache

from rummy_lab.core.cards import natural
from rummy_lab.core.melds import card_points
from rummy_lab.core.rules import RuleSet
from rummy_lab.core.scoring import card_penalty
from rummy_lab.search.tables import shape


@lru_cache(64)
def rearranged_refusal(rules: RuleSet) -> str:
    """Which rule of a game whose table is rearranged `exact_rearranged` cannot play, or an empty text.

    >>> from rummy_lab.games import RUMMIKUB, RUMMIKUB_TOURNAMENT
    >>> rearranged_refusal(RUMMIKUB), rearranged_refusal(RUMMIKUB_TOURNAMENT)
    ('', 'joker.anchor=frozen')
    """
    pack, joker = rules.pack, rules.joker
    free = joker.anchor == "free"
    # Without jokers it does not matter what becomes of them.
    refused = {
        "turn.order=draw_play_discard": rules.has_pile,
        "table.access=same_turn": rules.table.access == "same_turn",
        "pack.ace=both": pack.ace == "both",
        # A run of nothing but jokers is beyond the search over the ranks.
        f"pack.jokers={pack.jokers}": pack.jokers >= rules.melds.min_run,
        f"opening.points={rules.opening.points}": rules.opening.points > 0 and not _cost_what_they_are_worth(rules),
    }
    if pack.jokers:
        refused |= {
            "joker.anchor=frozen": joker.anchor == "frozen",
            f"joker.freed={joker.freed}": joker.freed != "same_turn",
            "joker.set_release=declared": joker.set_release == "declared",
            "table.remain=strict": rules.table.remain == "strict" and not free,
            "scoring.joker_penalty=0": rules.scoring.joker_penalty == 0,
        }
    found = next((field for field, here in refused.items() if here), "")
    return found or ("" if shape(rules) else "these limits on melds")


def _cost_what_they_are_worth(rules: RuleSet) -> bool:
    """Whether a natural counts as much in a meld as it costs in the hand, so that laying most also opens best."""
    suit = rules.pack.suits[0]
    cards = [natural(rank, suit) for rank in range(1, rules.top + 1)]
    low = rules.pack.ace != "high"
    return all(card_penalty(card, rules) == card_points(card, rules, low=low and card.rank == 1) for card in cards)
