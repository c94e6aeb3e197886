"""The columns of the frames that a run gives, with what they mean; the schema says which there are."""

from __future__ import annotations

from collections.abc import Iterator

from rummy_lab.batch.schema import ENDS, NOBODY, SOURCES, TABLES

SHARED = {
    "deal": "the number of the deal, from 0; its cards follow from it and the seed of the run",
    "rotation": "how many chairs the bots have moved on, from 0; always 0 without `rotate=True`",
    "rules": "the rule set by its name",
    "seat": "`A` to `H`",
}
MEANS = {
    "by_player": SHARED
    | {
        "bot": "the name of who sat there",
        "entry": "its place in `players`, from 0: tells two bots of one name apart",
        "won": "whether it won; several may share a win",
        "score": "points: what `settle` says, under penalties lower is better, under zero-sum higher",
        "penalty": "points of the cards left in the hand, without any bonus",
        "opened_turn": "the own turn in which it opened, from 1; 0: never, which is no number to average",
        "opened_points": "points of the melds that opened; 0: never",
        "left_cards": "cards left in the hand",
        "left_pips": "points of them by their faces, aces and jokers left out",
        "left_aces": "aces among them (ones, with numbered cards)",
        "left_jokers": "jokers among them",
        "went_rummy": "whether it went Rummy, under the rules of the deal",
        "jokers_dealt": "jokers in the hand that was dealt",
        "jokers_laid": "jokers that went from its hand to the table",
    },
    "by_deal": SHARED
    | {
        "seats": "how many played",
        "starter": "who had the first turn",
        "winner": f"who won; `{NOBODY}` where nobody did, or several",
        "end": f"how it ended: {', '.join(f'`{end}`' for end in ENDS)}",
        "turns": "turns of all players",
        "rounds": "rounds, the last one counted in",
        "reshuffles": "how often the discard pile became the stock",
        "stock_left": "cards left in the stock",
    },
    "by_turn": SHARED
    | {
        "turn": "the number of the turn in the deal, from 1",
        "source": f"what the turn took a card from: {', '.join(f'`{source}`' for source in SOURCES)}",
        "laid": "cards that went from the hand to the table",
        "built": "of these, cards that did not lie in a meld of hand cards alone",
        "points": "by how many points the melds of the table are worth more",
        "swaps": "jokers that were freed",
        "rearranged": "melds of the start whose cards no longer lie together",
        "hand": "cards in the hand at the end of the turn",
        "stock": "cards in the stock at the end of the turn",
    },
}


def frames() -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """Each table with its columns: name, type, meaning."""
    for table, columns in TABLES.items():
        yield table, [(f"`{name}`", kind, MEANS[table][name]) for name, kind in columns.items()]
