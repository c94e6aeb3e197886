"""Cards, rows of cards and melds as they are spoken, in a form that does not inflect."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from rummy_lab.core.cards import FRENCH, JOKER, NUMBERED, Card, card_of, sort_cards
from rummy_lab.core.melds import Meld
from rummy_lab.words.texts import Words


def _letter(card: Card) -> str:
    """The rank as it is written on the card: `7` or `Q`."""
    return str(card).lstrip("*").rstrip("?cdhsrygb")


def rank_text(words: Words, card: Card) -> str:
    """The rank as it is spoken: `7` or `queen`."""
    letter = _letter(card)
    return letter if letter.isdigit() else words.text("cards", "ranks", letter)


def _natural(words: Words, card: Card) -> str:
    suit, rank = words.text("cards", "suits", card.suit), rank_text(words, card)
    kind = "numbered" if card.suits == NUMBERED else "french" if _letter(card).isdigit() else "face"
    return words.text("cards", kind, suit=suit, rank=rank)


def card_text(words: Words, card: Card) -> str:
    """One card: `green 6`, `queen of hearts`, `joker standing for green 6`."""
    if not card.joker:
        return _natural(words, card)
    if card.bare:
        return words.text("cards", "joker")
    if card.suit:
        return words.text("cards", "joker_as", card=_natural(words, card_of(card)))
    return words.text("cards", "joker_in_set", ranks=words.text("cards", "plurals", _letter(card)))


def stand_in(words: Words, joker: Card, *, several: bool = False) -> str:
    """What a joker stands for: `green 6`, or for a joker in a set its rank; `several`: all that its set is missing."""
    if joker.bare or not joker.joker:
        return card_text(words, joker)
    if joker.suit:
        return _natural(words, card_of(joker))
    if several:
        return words.text("cards", "open_suits", ranks=words.text("cards", "plurals", _letter(joker)))
    return words.text("cards", "open_suit", rank=rank_text(words, joker))


def reading_text(words: Words, meld: Meld) -> str:
    """What the jokers of this meld stand for, to choose among readings."""
    jokers = meld.jokers
    if any(not joker.suit for joker in jokers):
        return words.text("cards", "set_of", ranks=words.text("cards", "plurals", _letter(jokers[0])))
    return words.join(stand_in(words, joker) for joker in jokers)


def row_text(words: Words, cards: Sequence[Card], last: str = "and") -> str:
    """Cards in a row, each suit named once: `red 4, 5 and 6`, `red 8, yellow 8 and joker`.

    >>> from rummy_lab.words.texts import words_of
    >>> row_text(words_of("en"), [Card("4r"), Card("5r"), Card("*")])
    'red 4, 5 and joker'
    """
    if len(cards) > 1:
        # Among the cards of its set a joker needs no further words.
        cards = [JOKER if card.joker and not card.suit else card for card in cards]
    groups = [list(group) for _, group in groupby(cards, key=lambda card: "*" if card.joker else card.suit)]
    if len(groups) == 1 and len(cards) > 1 and cards[0].suits == FRENCH and not cards[0].joker:
        ranks = words.join((rank_text(words, card) for card in cards), last)
        kind = "alone_french" if _letter(cards[0]).isdigit() else "alone_face"
        return words.text("cards", kind, suit=words.text("cards", "suits", cards[0].suit), ranks=ranks)
    if last != "comma" and len(cards) <= 6 and any(card.suits == FRENCH for card in cards):
        return words.join((card_text(words, card) for card in cards), last)
    parts: list[str] = []
    for group in groups:
        parts += _group(words, group)
    return words.join(parts, last)


def _group(words: Words, group: Sequence[Card]) -> list[str]:
    if group[0].joker or len(group) == 1:
        return [card_text(words, card) for card in group]
    french = "row_french" if _letter(group[0]).isdigit() else "row_face"
    kind = "row_numbered" if group[0].suits == NUMBERED else french
    suit = words.text("cards", "suits", group[0].suit)
    first = words.text("cards", kind, suit=suit, ranks=rank_text(words, group[0]))
    return [first, *(rank_text(words, card) for card in group[1:])]


def cards_text(words: Words, cards: Iterable[Card], last: str = "and") -> str:
    """Cards for a sentence, jokers last, so that nobody hears another card as what the joker stands for."""
    given = list(cards)
    return row_text(words, [card for card in given if not card.joker] + [card for card in given if card.joker], last)


def moved_text(words: Words, cards: Iterable[Card]) -> str:
    """Cards that a player moves, jokers last and with an article: `red 4, 5 and a joker (as red 6)`.

    The first of them goes without, for the sentence has one there.
    """
    given = list(cards)
    naturals, jokers = [card for card in given if not card.joker], [card for card in given if card.joker]
    if not jokers:
        return row_text(words, naturals)
    told = [row_text(words, naturals, "comma")] if naturals else []
    alike = [joker for joker in jokers if not joker.suit]
    if len(alike) > 1:
        told.append(words.text("cards", "moved_many", count=len(alike)))
        jokers = [joker for joker in jokers if joker.suit]
    for joker in jokers:
        key = "moved" if told else "moved_first"
        told.append(words.text("cards", f"{key}_as" if joker.suit else key, card=stand_in(words, joker)))
    return words.join(told)


def run_text(words: Words, cards: Iterable[Card], *, high: bool) -> str:
    """The cards of a run from its lowest to its highest, a joker where the card lies that it stands for.

    `high`: whether an ace comes last.
    """
    row = sorted(cards, key=lambda card: (card.bare, high and card.rank == 1, card.rank, not card.joker))
    # No "and" after a joker: nobody shall hear the next card as what it stands for, too.
    return row_text(words, row, "comma" if any(card.joker and card.suit for card in row) else "and")


def meld_text(words: Words, meld: Meld) -> str:
    """The cards of a meld in their order: `red 6, 7, 8`."""
    return row_text(words, meld.slots, "comma")


def hand_text(words: Words, cards: Iterable[Card], *, high: bool = False) -> str:
    """The cards of a hand, sorted, suit by suit: `red 4, 5, 6; blue 2, 2; joker`; `high`: aces come last."""
    suits = groupby(sort_cards(cards), key=lambda card: "*" if card.joker else card.suit)
    rows = [sorted(group, key=lambda card: high and card.rank == 1) for _, group in suits]
    return "; ".join(row_text(words, row, "comma") for row in rows)


def melds_text(words: Words, heaps: Mapping[int, Meld]) -> str:
    """Melds with their numbers: `meld 1: red 6, 7, 8; meld 2: ...`."""
    return "; ".join(
        words.text("cards", "melds", heap=heap, cards=meld_text(words, meld))
        for heap, meld in heaps.items()
        if len(meld)
    )
